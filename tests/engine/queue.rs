//! The queue as the log has it agrees with that of the engine, and the hints of an event with the moves in the log, in every built-in scenario under
//! every release.

use std::rc::Rc;

use schedscope::{
    api::NamespacedName,
    releases::Release,
    runlog::{Event, EventHints, EventKind, HintAnswer, HintEvidence, Queue},
    scheduler::queue::Subqueue,
    simulation::{Replay, Simulation},
    trace::{
        Frame,
        queue_state::{is_cluster_event, waiting_pods},
    },
};

use crate::support::texts;

/// Calls a function with each step of a run that changed the cluster: the number of events before it, its events, and its hints.
fn walk_hints(text: &str, release: Release, mut check: impl FnMut(usize, &[Event], &[EventHints])) {
    let mut replay = Replay::new(texts::scenario(text, release));
    let mut count = 0;
    while let Some(events) = replay.step() {
        let has_change = |event: &Event| match &event.what {
            EventKind::Queued { by, .. } => is_cluster_event(*by),
            EventKind::NodeAdded(_) | EventKind::NodeUpdated(_) | EventKind::PodRemoved(_) => true,
            _ => false,
        };
        if events.iter().any(has_change) {
            check(count, &events, &replay.event_hints(count + events.len()));
        }
        count += events.len();
    }
}

#[test]
fn hints_decide_which_pods_an_event_moves() {
    let (mut moved, mut skipped, mut compared) = (0, 0, 0);
    for (name, text) in texts::built_in() {
        for release in Release::ALL {
            walk_hints(&text, release, |first, events, all_hints| {
                for hints in all_hints {
                    let at = format!("{name} {release:?} at {}: {}", hints.position, hints.event);
                    let moves = events[hints.position - first..].iter().map_while(|event| match &event.what {
                        EventKind::Queued { pod, by, .. } if *by == hints.event => Some(pod),
                        _ => None,
                    });
                    let moves: Vec<_> = moves.collect();
                    assert_eq!(hints.has_hints, release >= Release::ALL[2], "{at}");
                    for pod in &hints.pods {
                        let says = |answer| pod.hints.iter().any(|hint| hint.answer == answer);
                        if hints.has_hints && pod.is_worth_requeuing {
                            assert!(says(HintAnswer::Queue), "{at}: no hint asks for {}", pod.pod);
                        }
                        if moves.contains(&&pod.pod) {
                            assert!(pod.is_worth_requeuing, "{at}: {} is skipped, but moves", pod.pod);
                            moved += 1;
                        } else if !pod.is_worth_requeuing {
                            skipped += 1;
                        }
                        compared += pod.hints.iter().filter(|hint| hint.evidence != HintEvidence::Unknown).count();
                    }
                }
            });
        }
    }
    assert!(moved > 100 && skipped > 30 && compared > 100, "{moved} {skipped} {compared}");
}

#[test]
fn every_move_by_an_event_has_a_hint_that_asked_for_it() {
    for (name, text) in texts::built_in() {
        for release in Release::ALL {
            walk_hints(&text, release, |first, events, all_hints| {
                for (index, event) in events.iter().enumerate() {
                    let EventKind::Queued { pod, by, .. } = &event.what else { continue };
                    // Changes of a waiting pod itself concern no other pod.
                    if !is_cluster_event(*by) || by.as_str().contains("PodUpdate") {
                        continue;
                    }
                    let position = first + index;
                    let causes = all_hints.iter().any(|hints| {
                        let asks = |other: &schedscope::runlog::PodHints| other.pod == *pod && other.is_worth_requeuing;
                        hints.position <= position && hints.event == *by && hints.pods.iter().any(asks)
                    });
                    assert!(causes, "{name} {release:?} at {position}: nothing asked for {pod} ({by})");
                }
            });
        }
    }
}

#[test]
fn waiting_pods_are_those_of_the_engine_in_the_order_of_its_pops() {
    let mut counts = (0, 0);
    for (name, text) in texts::built_in() {
        for release in Release::ALL {
            let mut simulation = Simulation::new(texts::scenario(&text, release));
            let (mut frame, mut past): (Frame, Vec<Rc<Event>>) = Default::default();
            while let Some(events) = simulation.step() {
                let is_quiet = !events.iter().any(|event| matches!(event.what, EventKind::Queued { .. }));
                for event in events {
                    frame.apply_event(&event);
                    past.push(Rc::new(event));
                }
                if is_quiet {
                    continue;
                }
                let at = format!("{name} {release:?} at {}", past.len());
                let waiting = waiting_pods(&past, &frame);
                let of = |queue| -> Vec<NamespacedName> {
                    waiting.iter().filter(|pod| pod.queue == queue).map(|pod| pod.pod.clone()).collect()
                };
                let sorted = |mut pods: Vec<NamespacedName>| {
                    pods.sort();
                    pods
                };
                let engine = simulation.queue();
                let in_engine = |places: &[Subqueue]| {
                    sorted(places.iter().flat_map(|place| engine.pods_in(*place)).cloned().collect())
                };
                assert_eq!(sorted(of(Queue::Backoff)), in_engine(&[Subqueue::Backoff, Subqueue::ErrorBackoff]), "{at}");
                assert_eq!(sorted(of(Queue::Unschedulable)), in_engine(&[Subqueue::Unschedulable]), "{at}");
                assert_eq!(sorted(of(Queue::Gated)), in_engine(&[Subqueue::Gated]), "{at}");
                // The members of a group are popped with the group.
                if waiting.iter().any(|pod| frame.pods.get(&pod.pod).is_some_and(|view| view.pod.group_key().is_some()))
                {
                    continue;
                }
                // What the engine pops if nothing else happens.
                let mut popping = engine.clone();
                let popped: Vec<NamespacedName> =
                    std::iter::from_fn(|| popping.pop().map(|popped| popped.pod.pod.key())).collect();
                let active = of(Queue::Active);
                let pops_early = release >= Release::ALL[2];
                let has_error = |key: &NamespacedName| waiting.iter().any(|pod| pod.pod == *key && pod.has_error);
                let early = of(Queue::Backoff).into_iter().filter(|key| pops_early && !has_error(key));
                let expected: Vec<NamespacedName> = active.into_iter().chain(early).collect();
                assert_eq!(expected, popped, "{at}");
                counts.0 += popped.len();
                for pod in waiting.iter().filter(|pod| pod.queue == Queue::Backoff) {
                    let left = pod.until.expect("an end").saturating_since(frame.now);
                    let passed = frame.now.saturating_since(pod.since);
                    let backoff = pod.backoff().expect("a failure");
                    assert!(
                        left.is_zero() || left + passed == backoff,
                        "{at}: {left:?} + {passed:?} is not {backoff:?}"
                    );
                    counts.1 += 1;
                }
            }
        }
    }
    assert!(counts.0 > 1000 && counts.1 > 50, "{counts:?}");
}
