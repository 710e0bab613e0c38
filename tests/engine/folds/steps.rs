//! Moments, decisions, the steps of an attempt, the turns of the scheduler, and the way back.

use schedscope::api::{Str, Table};
use schedscope::record::{Event, Tried, What};
use schedscope::trace::calls::turn;
use schedscope::trace::decisions::decisions;
use schedscope::trace::opened::opened;
use schedscope::trace::steps::{Moment, Step, moments};
use schedscope::trace::{Past, Trace};

use super::Events;

pub(crate) fn check(events: &Events, kept: &[usize]) {
    let whole = moments(events);
    let first =
        events.iter().position(|event| matches!(event.what, What::Popped { .. })).map_or(usize::MAX, |at| at + 1);
    for &cut in kept.iter().filter(|cut| **cut >= first) {
        let part = moments(&events[..cut]);
        // The last one takes along what is left, and depends on what comes next.
        let sure = part.len() - 1;
        assert_eq!(part[..sure], whole[..sure], "{cut}");
        let decided = decisions(&events[..cut], &part);
        let told = decisions(events, &whole);
        assert!(told.starts_with(&decided[..decided.iter().take_while(|it| it.before + 1 < sure).count()]));
        for count in 1..=cut {
            let sure = |found: Vec<usize>| -> Vec<usize> { found.into_iter().filter(|at| *at < sure).collect() };
            assert_eq!(
                sure(opened(&events[..cut], &part, count)),
                sure(opened(events, &whole, count)),
                "{count} of {cut}"
            );
        }
    }
    attempts(events, &whole);
    for at in 0..whole.len() {
        let range = turn(events, &whole, at);
        assert!(range.contains(&at), "{at} in {range:?}");
        assert_eq!(turn(events, &whole, range.start), range, "one turn seen from {at}");
    }
}

/// Each step of an attempt, and each point of its binding, belongs to the attempt that led there: the pod's last one.
fn attempts(events: &Events, moments: &[Moment]) {
    let mut found: Table<usize, Vec<usize>> = Table::new();
    let mut last: Table<Str, usize> = Table::new();
    for (at, moment) in moments.iter().enumerate() {
        let Some(event) = moment.events.checked_sub(1).map(|last| &events[last].what) else { continue };
        match (moment.step, event) {
            (Step::Start | Step::Event, _) => {}
            (_, What::Attempted(tried)) => {
                last.insert(tried.pod.clone(), moment.events);
                found.or_default(moment.events).push(at);
            }
            (Step::Point(_), What::Assumed { pod, .. } | What::Bound { pod, .. }) => {
                found.or_default(last[pod]).push(at);
            }
            (step, what) => panic!("{step:?} in {}", what.line()),
        }
    }
    for count in 0..=events.len() {
        assert_eq!(opened(events, moments, count), found.remove(&count).unwrap_or_default(), "{count}");
    }
}

pub(crate) fn past(trace: &Trace, kept: &[usize]) {
    for &now in kept {
        let part = Trace::new(trace.events()[..now].iter().map(|event| (**event).clone()));
        let (whole, part) = (Past::new(trace, now), Past::new(&part, usize::MAX));
        assert_eq!(whole.frame(), part.frame());
        for pod in whole.frame().pods.keys() {
            let life: Vec<(usize, &Event)> = whole.life(pod).collect();
            assert_eq!(life, part.life(pod).collect::<Vec<_>>());
            let (count, born) = life.last().expect("a beginning");
            assert!(matches!(&born.what, What::PodCreated { pod: created, .. } if created.key() == **pod), "{pod}");
            assert_eq!(life.len(), now - count + 1);
            let attempts: Vec<(usize, &Tried)> = whole.attempts(pod).collect();
            assert_eq!(attempts, part.attempts(pod).collect::<Vec<_>>());
        }
        assert_eq!(whole.last_preemption(), part.last_preemption());
    }
}
