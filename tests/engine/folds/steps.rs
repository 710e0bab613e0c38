//! Moments, decisions, the steps of an attempt, scheduling cycles, and stepping backwards.

use schedscope::{
    api::{NamespacedName, Table},
    runlog::{AttemptSummary, Event, EventKind},
    trace::{
        History, Trace,
        attempt_steps::moments_of_attempt,
        calls::cycle_moments,
        decisions::find_decisions,
        steps::{Moment, Step, moments},
    },
};

use super::Events;

pub(crate) fn check(events: &Events, cuts: &[usize]) {
    let whole = moments(events);
    let first =
        events.iter().position(|event| matches!(event.what, EventKind::Popped { .. })).map_or(usize::MAX, |at| at + 1);
    for &cut in cuts.iter().filter(|cut| **cut >= first) {
        let part = moments(&events[..cut]);
        // The last moment contains all remaining events, so it may change when events are added.
        let sure = part.len() - 1;
        assert_eq!(part[..sure], whole[..sure], "{cut}");
        let decided = find_decisions(&events[..cut], &part);
        let decisions = find_decisions(events, &whole);
        assert!(
            decisions.starts_with(&decided[..decided.iter().take_while(|decision| decision.before + 1 < sure).count()])
        );
        for count in 1..=cut {
            let sure = |places: Vec<usize>| -> Vec<usize> { places.into_iter().filter(|at| *at < sure).collect() };
            assert_eq!(
                sure(moments_of_attempt(&events[..cut], &part, count)),
                sure(moments_of_attempt(events, &whole, count)),
                "{count} of {cut}"
            );
        }
    }
    check_attempts(events, &whole);
    for at in 0..whole.len() {
        let range = cycle_moments(events, &whole, at);
        assert!(range.contains(&at), "{at} in {range:?}");
        assert_eq!(cycle_moments(events, &whole, range.start), range, "one turn seen from {at}");
    }
}

/// Each step of an attempt and each extension point of its binding belongs to the pod's last attempt.
fn check_attempts(events: &Events, moments: &[Moment]) {
    let mut expected: Table<usize, Vec<usize>> = Table::new();
    let mut last: Table<NamespacedName, usize> = Table::new();
    for (at, moment) in moments.iter().enumerate() {
        let Some(event) = moment.events.checked_sub(1).map(|last| &events[last].what) else { continue };
        match (moment.step, event) {
            // Those of a group's cycle come before and after the attempts of its members.
            (Step::Start | Step::Event, _)
            | (Step::Group(_), EventKind::GroupPopped { .. } | EventKind::GroupAttempted(_)) => {}
            (_, EventKind::Attempted(tried)) => {
                last.insert(tried.pod.clone(), moment.events);
                expected.or_default(moment.events).push(at);
            }
            (Step::Point(_), EventKind::Assumed { pod, .. } | EventKind::Bound { pod, .. }) => {
                expected.or_default(last[pod]).push(at);
            }
            (step, what) => panic!("{step:?} in {}", what.story_line()),
        }
    }
    for count in 0..=events.len() {
        assert_eq!(moments_of_attempt(events, moments, count), expected.remove(&count).unwrap_or_default(), "{count}");
    }
}

pub(crate) fn check_history(trace: &Trace, cuts: &[usize]) {
    for &now in cuts {
        let part = Trace::new(trace.events()[..now].iter().map(|event| (**event).clone()));
        let (whole, part) = (History::new(trace, now), History::new(&part, usize::MAX));
        assert_eq!(whole.frame(), part.frame());
        for pod in whole.frame().pods.keys() {
            let life: Vec<(usize, &Event)> = whole.pod_events(pod).collect();
            assert_eq!(life, part.pod_events(pod).collect::<Vec<_>>());
            let (count, born) = life.last().expect("a beginning");
            assert!(
                matches!(&born.what, EventKind::PodCreated { pod: created, .. } if created.key() == **pod),
                "{pod}"
            );
            assert_eq!(life.len(), now - count + 1);
            let attempts: Vec<(usize, &AttemptSummary)> = whole.attempts(pod).collect();
            assert_eq!(attempts, part.attempts(pod).collect::<Vec<_>>());
        }
        assert_eq!(whole.last_preemption(), part.last_preemption());
    }
}
