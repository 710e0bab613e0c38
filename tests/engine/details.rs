//! Summaries of attempts in the run log, and their details, which are recomputed on demand.

use std::rc::Rc;

use schedscope::{
    api::Millis,
    releases::Release,
    runlog::{Attempt, AttemptSummary, Event, EventKind},
    simulation::{ClusterAction, Replay, Scenario, Simulation},
};

use crate::support::{
    large,
    texts::{self, scenario},
};

/// The events of a run, and the details of all its attempts.
fn record_run(scenario: Scenario) -> (Vec<Event>, Vec<Rc<Attempt>>) {
    let mut attempts = Vec::new();
    let (_, events) = Simulation::new(scenario).run_with_attempts(|attempt| attempts.push(Rc::clone(attempt)));
    (events, attempts)
}

fn replay_run(scenario: Scenario) -> (Vec<Event>, Replay) {
    let mut replay = Replay::new(scenario);
    let mut events = Vec::new();
    while let Some(more) = replay.step() {
        events.extend(more);
    }
    (events, replay)
}

fn summaries(events: &[Event]) -> Vec<&AttemptSummary> {
    let tried = |event: &'_ Event| matches!(event.what, EventKind::Attempted(_));
    let summaries = events.iter().filter(|event| tried(event)).map(|event| match &event.what {
        EventKind::Attempted(tried) => &**tried,
        _ => unreachable!(),
    });
    summaries.collect()
}

#[test]
fn recomputed_details_equal_the_recorded_ones_and_match_their_summaries() {
    for (_, text) in texts::built_in() {
        for release in Release::ALL {
            let (events, attempts) = record_run(scenario(&text, release));
            let (again, mut replay) = replay_run(scenario(&text, release));
            assert_eq!(events, again);
            let wanted: Vec<AttemptSummary> =
                attempts.iter().enumerate().map(|(at, attempt)| AttemptSummary::from_attempt(attempt, at)).collect();
            assert_eq!(summaries(&events), wanted.iter().collect::<Vec<_>>());
            let count = attempts.len();
            // Forwards, backwards, and in a mixed order.
            let order = (0..count).chain((0..count).rev()).chain((0..count).map(|at| at * 7 % count));
            for number in order {
                assert_eq!(replay.detail(number).as_ref(), attempts.get(number), "{release} {number}");
            }
            assert_eq!(replay.detail(count), None);
        }
    }
}

#[test]
fn all_details_are_recomputed_from_few_saved_states() {
    let text = large::scenario(8, 900, 8);
    let (_, attempts) = record_run(scenario(&text, Release::default()));
    let (_, mut replay) = replay_run(scenario(&text, Release::default()));
    assert!(attempts.len() > 800 && replay.snapshot_count() <= 96, "{} {}", attempts.len(), replay.snapshot_count());
    for number in (0..attempts.len()).rev().step_by(97) {
        assert_eq!(replay.detail(number).as_ref(), attempts.get(number), "{number}");
    }
}

#[test]
fn details_can_be_requested_during_the_run() {
    let text = large::scenario(5, 60, 4);
    let (_, attempts) = record_run(scenario(&text, Release::default()));
    let mut replay = Replay::new(scenario(&text, Release::default()));
    let mut made = 0;
    while replay.step().is_some() {
        assert_eq!(replay.detail(made), attempts.get(made).filter(|_| replay.simulation().attempts() > made).cloned());
        made = replay.simulation().attempts();
        if let Some(first) = made.checked_sub(1) {
            assert_eq!(replay.detail(first / 2).as_ref(), attempts.get(first / 2));
        }
    }
    assert_eq!(made, attempts.len());
}

#[test]
fn states_are_saved_every_eight_attempts_and_the_last_detail_is_cached() {
    for (pods, states) in [(7, 1), (8, 2), (15, 2), (16, 3)] {
        let (_, mut replay) = replay_run(scenario(&large::scenario(3, pods, 8), Release::default()));
        assert_eq!((replay.simulation().attempts(), replay.snapshot_count()), (pods, states));
        let first = replay.detail(3).expect("an attempt");
        let again = replay.detail(3).expect("an attempt");
        assert!(Rc::ptr_eq(&first, &again), "{pods}: recomputed");
    }
}

#[test]
fn a_fork_equals_a_run_with_the_action_in_its_script() {
    let at = Millis::from_seconds(20);
    let text = large::scenario(3, 20, 4);
    let scripted = format!("{text}---\nkind: Scenario\nscript: [{{at: 20s, delete: {{kind: Node, name: node-1}}}}]\n");
    let (_, expected) = Simulation::new(scenario(&scripted, Release::default())).run_to_end();
    let (plain, replay) = replay_run(scenario(&text, Release::default()));
    let (_, forked) = replay.fork_at(at, vec![ClusterAction::delete_node(&"node-1".into())]).run_to_end();
    // A fork does not record attempts.
    let changes = |events: Vec<Event>| -> Vec<Event> {
        events.into_iter().filter(|event| event.at >= at && !matches!(event.what, EventKind::Attempted(_))).collect()
    };
    let (plain, forked) = (changes(plain), changes(forked));
    assert!(forked.iter().any(|event| matches!(event.what, EventKind::NodeRemoved(_))), "{forked:?}");
    assert_eq!(forked, changes(expected));
    assert_ne!(forked, plain, "the run itself goes on without the action");
}
