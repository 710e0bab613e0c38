//! Tests pictures of the queue in the runs of all built-in scenarios.

use runlog::{HintAnswer, Queue};
use scene::queue_model::{QueueScene, Shelf};
use simulation::Replay;

use super::*;
use crate::draw::queue_scene;

/// Calls a function with the queue at each moment that is about it, with the hints of the engine.
fn walk_queues(text: &str, release: Option<Release>, mut check: impl FnMut(&RunMoment<'_>, &QueueScene)) {
    let (_, scenario) = load::load_scenario(text, release).expect("a scenario");
    let mut replay = Replay::new(scenario);
    while replay.step().is_some() {}
    walk_moments(text, release, |run_moment, stage| {
        if !matches!(stage.scene, Scene::Queue(_)) {
            return;
        }
        let hints = replay.event_hints(run_moment.moment.events);
        let events = run_moment.run.trace.events();
        let queue = QueueScene::at_moment(events, &run_moment.frame, run_moment.moment, Some(&hints));
        check(run_moment, &queue.expect("the queue"));
    });
}

#[test]
fn every_waiting_pod_is_on_its_shelf() {
    let mut moments = 0;
    for (name, text) in all_scenarios() {
        for release in [None, Release::from_name("v1.20")] {
            walk_queues(&text, release, |run_moment, queue| {
                let at = format!("{name} at {}", run_moment.at);
                let frame = &run_moment.frame;
                for (key, view) in frame.pods.iter() {
                    let cards = queue.cards.iter().filter(|card| card.pod.pod == *key);
                    assert_eq!(cards.count(), usize::from(view.queue.is_some()), "{at}: {key}");
                }
                let shelves =
                    [Shelf::Unschedulable, Shelf::Backoff, Shelf::Active].map(|shelf| queue.shelf(shelf).count());
                assert_eq!(shelves.iter().sum::<usize>(), queue.cards.len(), "{at}");
                let pops: Vec<_> = queue.next_pods().map(|card| card.pod.queue).collect();
                assert!(pops.is_sorted(), "{at}: activeQ comes first");
                if let Some((pod, shelf)) = &queue.moved {
                    assert!(queue.shelf(*shelf).any(|card| card.pod.pod == *pod), "{at}: {pod} is where it was moved");
                }
                moments += 1;
            });
        }
    }
    assert!(moments > 100, "{moments}");
}

#[test]
fn an_event_moves_the_pods_whose_hint_asks_for_it() {
    let (mut moved, mut skipped) = (0, 0);
    for (name, text) in all_scenarios() {
        walk_queues(&text, None, |run_moment, queue| {
            let at = format!("{name} at {}", run_moment.at);
            for card in queue.cards.iter().chain(&queue.left_places) {
                let Some(hints) = &card.hints else { continue };
                if card.goes_to.is_some() {
                    // Early releases have no hints: every event moves every pod.
                    let has_asked = hints.hints.iter().any(|hint| hint.answer == HintAnswer::Queue);
                    assert!(hints.hints.is_empty() || has_asked, "{at}: {}", card.pod.pod);
                    moved += 1;
                } else if !hints.is_worth_requeuing {
                    assert_eq!(card.pod.queue, Queue::Unschedulable, "{at}: {} is skipped", card.pod.pod);
                    skipped += 1;
                }
            }
            if let (Some(event), Some((pod, _))) = (&queue.event, &queue.moved) {
                let view = run_moment.frame.pods.get(pod).expect("the pod");
                assert_eq!(event.name, view.queued_by, "{at}");
            }
        });
    }
    assert!(moved > 10 && skipped > 2, "{moved} {skipped}");
}

#[test]
fn the_backoff_doubles_up_to_its_maximum() {
    let mut backoffs = Vec::new();
    walk_queues(&scenario_text("backoff"), Release::from_name("v1.20"), |_, queue| {
        let history = queue.attempts_of("default/big").expect("its attempts");
        backoffs =
            history.failed.iter().map(|failed| failed.until.saturating_since(failed.at).to_millis() / 1000).collect();
        for card in queue.shelf(Shelf::Backoff) {
            let left = card.pod.until.expect("an end").saturating_since(queue.now);
            let passed = queue.now.saturating_since(card.pod.since);
            assert_eq!(Some(left + passed), card.pod.backoff());
        }
    });
    assert_eq!(backoffs, [1, 2, 4, 8, 10, 10]);
}

#[test]
fn the_picture_of_the_queue_names_every_pod_and_what_was_compared() {
    let late_drawings = LateDrawings { queue: Some(queue_scene::draw_queue), ..LateDrawings::default() };
    let mut texts = String::new();
    walk_queues(&scenario_text("woken"), Release::from_name("v1.34"), |run_moment, queue| {
        let scene = Scene::Queue(Rc::new(queue.clone()));
        let stage = StageModel { scene, ..StageModel::at_moment(&run_moment.ctx()) };
        for size in [Size::new(1100, 660), Size::new(374, 500)] {
            let ctx = DrawCtx {
                late_drawings,
                has_ids: true,
                ..DrawCtx::new(Lang::En, &run_moment.frame, &stage, Callback::noop())
            };
            let svg = format!("{:?}", picture::draw_scene(ctx, &stage, size));
            if size.width > 1000 {
                for card in &queue.cards {
                    let is_drawn = svg.contains(&format!("\"{}\"", card.pod.pod));
                    assert!(is_drawn, "{} is not drawn at {}", card.pod.pod, run_moment.at);
                }
                texts += &svg;
            }
        }
    });
    for expected in [
        // The lines go on with "cpu on node-b" and "disk=ssd".
        "hint: Queue. 6 cpu needed, 8",
        "hint: Skip. node-b has no label",
        "gated: example.com/quota",
        "moved by NodeAdd",
    ] {
        assert!(texts.contains(expected), "{expected} is not in the pictures");
    }
}
