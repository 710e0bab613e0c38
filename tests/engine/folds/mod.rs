//! Everything that is folded from a log is the same when folded event by event, from any saved state, and from the start, and it agrees with the events.
//! Checked on random runs and on all built-in scenarios.

use std::rc::Rc;

use proptest::prelude::*;
use schedscope::{
    api::{Millis, NamespacedName, Set},
    manifest::{Anchor, Happening},
    releases::{Release, wording},
    runlog::{Event, EventKind},
    simulation::{ClusterAction, Scenario, Simulation},
    trace::{
        Frame, FrameAt, Trace,
        captions::{CaptionFinder, CaptionMoment},
        console::{ConsoleLine, LineSource, Log, Messages, PodWatch},
    },
};

mod lanes;
mod river;
mod states;
mod steps;

use random::{cluster, node, scenario, small};

use crate::support::{random, texts};

type Events = [Rc<Event>];

/// Runs all checks on the log of a run. `cuts` are the places at which incremental folds are interrupted.
fn check(events: &Events, release: Release, cuts: &[usize]) {
    let trace = Trace::new(events.iter().map(|event| (**event).clone()));
    let cuts: Vec<usize> = cuts.iter().map(|at| at % (events.len() + 1)).collect();
    check_frames(&trace, &cuts);
    lanes::check(events, &cuts);
    river::check(events);
    check_console(events, release, &cuts);
    check_captions(events, &cuts);
    steps::check(events, &cuts);
    steps::check_history(&trace, &cuts);
    states::check(events);
}

/// Passes the log to `extend`, up to each of these places, and up to its end.
fn extend_in_parts(events: &Events, places: &[usize], mut extend: impl FnMut(&Events)) {
    let places: Set<usize> = places.iter().copied().chain([events.len()]).collect();
    places.into_iter().for_each(|end| extend(&events[..end]));
}

/// All places of a log.
fn all_places(events: &Events) -> Vec<usize> {
    (0..=events.len()).collect()
}

fn check_frames(trace: &Trace, cuts: &[usize]) {
    let checkpoints: Vec<(usize, Frame)> = cuts.iter().map(|&at| (at, trace.frame_at(at))).collect();
    let (mut folded, mut before) = (Frame::default(), Frame::default());
    for count in 0..=trace.events().len() {
        if let Some(last) = count.checked_sub(1) {
            folded.apply_event(&trace.events()[last]);
        }
        if count % 7 == 0 || checkpoints.iter().any(|(at, _)| *at == count) {
            assert_eq!(trace.frame_at(count), folded, "{count}");
            for (at, frame) in &checkpoints {
                assert_eq!(trace.frame_after(FrameAt { events: *at, frame }, count), folded, "{count} from {at}");
            }
            check_changes(&before, &folded);
            before = folded.clone();
        }
    }
}

/// The changes between two frames have exactly the entries that differ.
fn check_changes(before: &Frame, after: &Frame) {
    let mut texts = Vec::new();
    after.pods.for_each_change(&before.pods, |key, was, is| {
        assert_eq!((was, is), (before.pods.get(key), after.pods.get(key)));
        texts.push(key.clone());
    });
    let keys: Set<&NamespacedName> = before.pods.keys().chain(after.pods.keys()).collect();
    let differs = |key: &&&NamespacedName| before.pods.get(**key) != after.pods.get(**key);
    assert!(keys.iter().filter(differs).all(|key| texts.contains(key)));
    assert!(texts.is_sorted_by(|one, next| one < next));
}

fn check_console(events: &Events, release: Release, cuts: &[usize]) {
    let makers: [fn(Release) -> Box<dyn LineSource>; 3] = [
        |_| Box::new(PodWatch::default()),
        |_| Box::new(Messages::default()),
        |release| Box::new(Log::new(wording(release))),
    ];
    let now = events.last().map_or(Millis::ZERO, |event| event.at);
    let lines = |book: &dyn LineSource| -> Vec<ConsoleLine> {
        (0..book.places().len()).map(|index| book.line(events, index, now, &|_| None)).collect()
    };
    for make in makers {
        let mut whole = make(release);
        whole.extend(events);
        let console_lines = lines(&*whole);
        assert!(whole.places().is_sorted());
        assert!(console_lines.iter().map(|line| line.place).eq(whole.places().iter().copied()));
        for places in [all_places(events), cuts.to_vec()] {
            let mut book = make(release);
            extend_in_parts(events, &places, |so_far| {
                book.extend(so_far);
                let until = whole.places().partition_point(|place| place.events <= so_far.len());
                assert_eq!(book.places(), &whole.places()[..until]);
            });
            assert_eq!(lines(&*book), console_lines);
            assert_eq!(book.widths(), whole.widths());
        }
    }
}

fn check_captions(events: &Events, cuts: &[usize]) {
    use Happening as Is;
    let happenings = [
        Is::Created,
        Is::Active,
        Is::Backoff,
        Is::Unschedulable,
        Is::Popped,
        Is::Nominated,
        Is::Bound,
        Is::Gone,
        Is::End,
    ];
    let anchors: Vec<Anchor> =
        happenings.iter().flat_map(|&event| [1, 2, 5].map(|nth| Anchor { event, nth, ..Anchor::default() })).collect();
    let events: Vec<Event> = events.iter().map(|event| (**event).clone()).collect();
    let looked = |places: &[usize]| -> Vec<CaptionMoment> {
        let mut finder = CaptionFinder::new(&anchors);
        let ends: Set<usize> = places.iter().copied().chain([events.len()]).collect();
        let mut from = 0;
        let parts = ends.into_iter().map(|end| std::mem::replace(&mut from, end)..end);
        parts.flat_map(|part| finder.find_captions(&events[part], None)).collect()
    };
    let whole = looked(&[]);
    assert_eq!(looked(cuts), whole);
    assert_eq!(looked(&(0..events.len()).collect::<Vec<_>>()), whole);
    let bound = |event: &&Event| matches!(event.what, EventKind::Bound { .. });
    let bindings = events.iter().filter(bound).count();
    let bound_captions = whole.iter().filter(|whole| anchors[whole.caption].event == Is::Bound).count();
    assert_eq!(bound_captions, [1, 2, 5].iter().filter(|nth| bindings >= **nth).count());
}

fn run(scenario: Scenario) -> Vec<Rc<Event>> {
    Simulation::new(scenario).run_to_end().1.into_iter().map(Rc::new).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_runs(
        cluster in cluster(),
        arrivals in prop::collection::vec((0..40_u64, small()), 0..8),
        removals in prop::collection::vec((0..40_u64, 0..5_usize, 0..5_usize), 0..3),
        replicas in 0..4_i32,
        seed in any::<u64>(),
        slow in prop::collection::vec(prop_oneof![Just(0_u64), Just(700), Just(3000)], 3),
        refused in prop::collection::vec(0..3_u32, 4),
        nodes in prop::collection::vec((0..40_u64, 0..4_u8, 0..5_usize), 0..4),
        numbers in prop::collection::vec(any::<prop::sample::Index>().prop_map(|at| at.index(5000)), 3),
    ) {
        let mut scenario = scenario(&cluster, &arrivals, &removals, replicas, seed);
        scenario.timings.permit = Millis::new(slow[0]);
        scenario.timings.pre_bind = Millis::new(slow[1]);
        scenario.timings.start = Millis::new(slow[2]);
        scenario.has_node_lifecycle = seed % 2 == 0;
        for (number, times) in refused.iter().enumerate() {
            scenario.bind_failures.insert(format!("default/new-{number}").into(), *times);
        }
        for (at, what, number) in nodes {
            let name = format!("n{number}");
            let action = match what {
                0 => ClusterAction::delete_node(&name.into()),
                1 => ClusterAction::add_node(node(&name, 30)),
                2 => ClusterAction::Cordon(name.into(), at % 2 == 0),
                _ => ClusterAction::Evict(format!("default/{name}-0").into()),
            };
            scenario.script.push((Millis::new(at * 500), action));
        }
        scenario.script.sort_by_key(|(at, _)| *at);
        check(&run(scenario), cluster.release, &numbers);
    }
}

#[test]
fn built_in_scenarios_fold_consistently() {
    for (number, (_, text)) in texts::built_in().iter().enumerate() {
        // Each under one release only, in turn.
        let release = Release::ALL[number % Release::ALL.len()];
        let events = run(texts::scenario(text, release));
        check(&events, release, &[events.len() / 5, events.len() / 2, events.len() - 2]);
    }
}
