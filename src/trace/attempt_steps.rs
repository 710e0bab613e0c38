//! The moments of an attempt and of the binding that follows it.

use std::rc::Rc;

use runlog::{Event, EventKind};

use crate::steps::{Moment, Step};

/// The indices of the moments of the attempt that event number `count` reports, then of the extension points of its binding. Empty if that event
/// reports no attempt.
#[must_use]
pub fn moments_of_attempt(events: &[Rc<Event>], moments: &[Moment], count: usize) -> Vec<usize> {
    let what = |count: usize| count.checked_sub(1).and_then(|last| events.get(last)).map(|event| &event.what);
    let Some(EventKind::Attempted(attempt_summary)) = what(count) else { return Vec::new() };
    let first = moments.partition_point(|moment| moment.events < count);
    let step_count = moments[first..].iter().take_while(|moment| moment.events == count).count();
    let mut open_steps: Vec<usize> = (first..first + step_count).collect();
    if !attempt_summary.is_scheduled() {
        return open_steps;
    }
    for (at, moment) in moments.iter().enumerate().skip(first + step_count) {
        match what(moment.events) {
            Some(EventKind::Assumed { pod, .. } | EventKind::Bound { pod, .. }) if *pod == attempt_summary.pod => {
                if matches!(moment.step, Step::Point(_)) {
                    open_steps.push(at);
                }
            }
            // Another cycle of the pod, or its return to the queue, ends this one.
            Some(
                EventKind::Popped { pod, .. } | EventKind::Unreserved { pod, .. } | EventKind::Running { pod, .. },
            ) if *pod == attempt_summary.pod => {
                break;
            }
            _ => {}
        }
    }
    open_steps
}

#[cfg(test)]
mod tests {
    use api::Millis;
    use runlog::{AttemptEnd, AttemptSummary, Point, PreFilterSummary};

    use super::*;
    use crate::steps::moments;

    #[test]
    fn a_cycle_goes_on_to_its_binding() {
        let event = |at, what| Rc::new(Event { at: Millis::new(at), what });
        let tried = |pod: &str, end| {
            let pre_filter = PreFilterSummary { has_skipped_filters: true, ..PreFilterSummary::default() };
            EventKind::Attempted(Rc::new(AttemptSummary {
                pod: pod.into(),
                judged: 2,
                pre_filter,
                end,
                ..AttemptSummary::default()
            }))
        };
        let scheduled = AttemptEnd::Scheduled { node: "n".into(), ties: 1 };
        let failed = AttemptEnd::Failed { message: "no".into(), is_fit_error: true };
        let popped = |pod: &str| EventKind::Popped { pod: pod.into(), attempt: 1 };
        let events = [
            event(0, popped("a/a")),
            event(0, tried("a/a", scheduled)),
            event(0, EventKind::Assumed { pod: "a/a".into(), node: "n".into() }),
            event(0, popped("a/b")),
            event(0, tried("a/b", failed)),
            event(1, EventKind::Bound { pod: "a/a".into(), node: "n".into() }),
            event(2, popped("a/a")),
        ];
        let moments = moments(&events);
        let steps = |count| -> Vec<Step> {
            moments_of_attempt(&events, &moments, count).into_iter().map(|at| moments[at].step).collect()
        };
        let point = Step::Point;
        let cycle_steps = [Step::PreFilter, Step::Filter(0), Step::Filter(1), Step::Select];
        let after = [Point::Reserve, Point::Permit, Point::PreBind, Point::Bind, Point::PostBind].map(point);
        assert_eq!(steps(2), [cycle_steps.to_vec(), after.to_vec()].concat());
        assert_eq!(steps(5), [Step::PreFilter, Step::Filter(0), Step::Filter(1), Step::Failed]);
        assert_eq!(steps(4), [], "no attempt");
    }
}
