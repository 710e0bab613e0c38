//! The moments that a scenario's captions name.

use std::rc::Rc;

use crate::api::manifest::{Anchor, Happening};
use crate::framework::{Attempt, PreemptionRecord};
use crate::simulation::{Event, Queue, What};

use super::steps::{self, Moment, Step};

/// The index of the moment that an anchor names; `None` if the run has no such moment (yet).
#[must_use]
pub fn find(anchor: &Anchor, events: &[Rc<Event>], moments: &[Moment]) -> Option<usize> {
    let mut places = events.iter().enumerate().flat_map(|(index, event)| {
        let steps = match &event.what {
            What::Attempted(attempt) => {
                steps::of_attempt(attempt).into_iter().filter(|step| is_step(anchor, attempt, *step)).collect()
            }
            what if is_event(anchor, what) => vec![Step::Event],
            _ => Vec::new(),
        };
        steps.into_iter().map(move |step| (index + 1, step))
    });
    let (count, step) = places.nth(anchor.nth.checked_sub(1)?)?;
    let from = moments.partition_point(|moment| moment.events < count);
    let within = moments[from..].iter().take_while(|moment| moment.events == count);
    // An event without a stop of its own is told with the next one.
    let at = from + within.map(|moment| moment.step).position(|stop| stop == step).unwrap_or(0);
    (at < moments.len()).then_some(at)
}

fn named(pattern: &str, name: &str) -> bool {
    pattern.is_empty() || pattern.strip_suffix('*').map_or(pattern == name, |start| name.starts_with(start))
}

fn is_event(anchor: &Anchor, what: &What) -> bool {
    use Happening as Is;
    let pod = |key: &str| named(&anchor.pod, key);
    let pair = |key: &str, node: &str| named(&anchor.pod, key) && named(&anchor.node, node);
    match (anchor.event, what) {
        (Is::Created, What::PodCreated { pod: made, .. }) => pod(&made.key()),
        (Is::Active, What::Queued { pod: key, queue: Queue::Active, .. })
        | (Is::Backoff, What::Queued { pod: key, queue: Queue::Backoff, .. })
        | (Is::Unschedulable, What::Queued { pod: key, queue: Queue::Unschedulable, .. })
        | (Is::Popped, What::Popped { pod: key, .. })
        | (Is::NominationCleared, What::NominationCleared { pod: key, .. })
        | (Is::Running, What::Running { pod: key, .. })
        | (Is::Terminating, What::Terminating { pod: key, .. })
        | (Is::Gone, What::PodRemoved(key)) => pod(key),
        (Is::Nominated, What::Nominated { pod: key, node }) | (Is::Bound, What::Bound { pod: key, node }) => {
            pair(key, node)
        }
        (Is::Script, What::Script { text, .. }) | (Is::Printed, What::Printed { text, .. }) => {
            named(&anchor.other, text)
        }
        (Is::Budget, What::BudgetUpdated(_)) | (Is::End, What::End(_)) => true,
        _ => false,
    }
}

fn is_step(anchor: &Anchor, attempt: &Attempt, step: Step) -> bool {
    use Happening as Is;
    if !named(&anchor.pod, &attempt.pod) {
        return false;
    }
    let node = |ix: usize| attempt.nodes.get(ix).is_some_and(|name| named(&anchor.node, name));
    let preemption = |is: &dyn Fn(&PreemptionRecord) -> bool| attempt.preemption.as_ref().is_some_and(is);
    match (anchor.event, step) {
        (Is::Judged, Step::Filter(at)) => node(attempt.filter[at].node),
        (Is::Scored, Step::Score(at)) => at + 1 == attempt.scores.rows.len(),
        (Is::Lifted, Step::Lift(run)) => preemption(&|it| node(it.dry_runs[run].node)),
        (Is::Asked, Step::Reprieve(run, index)) => preemption(&|it| {
            let run = &it.dry_runs[run];
            node(run.node) && named(&anchor.other, &run.removed[run.reprieves[index].pod].pod)
        }),
        (Is::Rung, Step::Rung(at)) => preemption(&|it| named(&anchor.rule, &format!("{:?}", it.ladder[at].rule))),
        (Is::Preempts, Step::Choose) => preemption(&|it| it.chosen.is_some_and(node)),
        (Is::Selected, Step::Select)
        | (Is::Eligible, Step::Eligible)
        | (Is::Potential, Step::Potential)
        | (Is::Failed, Step::Failed) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::{NodeRecord, Outcome, Rule, Rung};

    fn events() -> Vec<Rc<Event>> {
        let preemption = PreemptionRecord {
            potential: vec![0],
            ladder: vec![
                Rung { rule: Rule::FewestViolations, values: Vec::new(), kept: vec![0] },
                Rung { rule: Rule::FewestVictims, values: Vec::new(), kept: vec![0] },
            ],
            chosen: Some(0),
            ..PreemptionRecord::default()
        };
        let attempt = Attempt {
            pod: "default/a-1".into(),
            nodes: vec!["n".into()],
            filter: vec![NodeRecord { node: 0, failed: Vec::new(), nominated: Vec::new(), pass: 1, outside: None }],
            preemption: Some(preemption),
            outcome: Outcome::Failed { message: "0/1".into(), fit_error: true, rows: Vec::new() },
            ..Attempt::default()
        };
        let queued =
            What::Queued { pod: "default/a-1".into(), queue: Queue::Backoff, by: "x".into(), until: Some(1000) };
        [
            What::Popped { pod: "default/a-1".into(), attempt: 1 },
            What::Attempted(Rc::new(attempt)),
            What::Nominated { pod: "default/a-1".into(), node: "n".into() },
            queued,
            What::Popped { pod: "default/b".into(), attempt: 1 },
        ]
        .into_iter()
        .map(|what| Rc::new(Event { at: 0, what }))
        .collect()
    }

    #[test]
    fn anchors_find_their_moments() {
        let events = events();
        let moments = steps::moments(&events);
        let anchor = |event, pod: &str| Anchor { event, pod: pod.into(), ..Anchor::default() };
        let rule = |rule: &str| Anchor { rule: rule.into(), ..anchor(Happening::Rung, "") };
        let nth = |nth| Anchor { nth, ..anchor(Happening::Popped, "") };
        for (anchor, found) in [
            (anchor(Happening::Popped, "default/a-1"), Some(1)),
            (anchor(Happening::Popped, "default/a-*"), Some(1)),
            (anchor(Happening::Judged, ""), Some(2)),
            (rule("FewestVictims"), Some(6)),
            (rule("LatestStart"), None),
            (anchor(Happening::Preempts, "default/a-1"), Some(7)),
            (anchor(Happening::Failed, ""), Some(8)),
            (anchor(Happening::Nominated, ""), Some(9)),
            (anchor(Happening::Nominated, "default/b"), None),
            (anchor(Happening::Backoff, ""), Some(10)),
            (nth(2), Some(11)),
            (nth(3), None),
            (nth(0), None),
        ] {
            assert_eq!(find(&anchor, &events, &moments), found, "{anchor:?}");
        }
    }
}
