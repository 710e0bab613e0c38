//! The goal of a task in a lesson: the required end of a run.

use api::{Str, Table};
use runlog::EventKind;
use serde::{Deserialize, Serialize};
use trace::{Frame, Phase, Trace};

/// The required end of a run. Pods are given as `namespace/name`; `default/web-*` matches every pod whose name begins so.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Goal {
    /// These pods are bound to a node.
    pub bound: Vec<Str>,
    /// These pods are bound to this node.
    pub on: Table<Str, Str>,
    /// These pods are evicted by preemption.
    pub evicted: Vec<Str>,
    /// These pods are deleted or terminating, for any reason.
    pub gone: Vec<Str>,
    /// The largest number of changes of the lesson's manifest; unlimited if absent.
    pub changes: Option<usize>,
}

/// One requirement of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalPart<'g> {
    /// These pods are bound.
    Bound(&'g Str),
    /// These pods are bound to this node.
    On(&'g Str, &'g Str),
    /// These pods are evicted by preemption.
    Evicted(&'g Str),
    /// These pods are deleted or terminating.
    Gone(&'g Str),
}

impl Goal {
    /// The requirements for a run, in order, without the limit on changes.
    pub fn parts(&self) -> impl Iterator<Item = GoalPart<'_>> {
        let on = self.on.iter().map(|(pod, node)| GoalPart::On(pod, node));
        let evicted = self.evicted.iter().map(GoalPart::Evicted);
        self.bound.iter().map(GoalPart::Bound).chain(on).chain(evicted).chain(self.gone.iter().map(GoalPart::Gone))
    }

    /// Whether a completed run meets all requirements.
    #[must_use]
    pub fn is_met_by(&self, trace: &Trace) -> bool {
        let end = trace.frame_at(trace.events().len());
        self.parts().all(|goal_part| goal_part.is_satisfied_by(trace, &end))
    }
}

impl GoalPart<'_> {
    /// Whether a run meets the requirement; `end` is its final state.
    #[must_use]
    pub fn is_satisfied_by(self, trace: &Trace, end: &Frame) -> bool {
        let bound = |pattern: &Str, node: Option<&Str>| {
            let mut pods = end.pods.iter().filter(|(key, _)| matches_pod_pattern(pattern, key)).peekable();
            pods.peek().is_some()
                && pods.all(|(_, pod)| {
                    let is_on_node =
                        pod.node.as_ref().is_some_and(|bound_node| node.is_none_or(|node| bound_node == node));
                    is_on_node && !matches!(pod.phase, Phase::Pending | Phase::Terminating)
                })
        };
        match self {
            Self::Bound(pattern) => bound(pattern, None),
            Self::On(pattern, node) => bound(pattern, Some(node)),
            Self::Evicted(pattern) => trace.events().iter().any(|event| {
                matches!(&event.what, EventKind::Terminating { pod, why, .. } if why.preemptor().is_some() && matches_pod_pattern(pattern, pod))
            }),
            Self::Gone(pattern) => {
                end.pods.iter().filter(|(key, _)| matches_pod_pattern(pattern, key)).all(|(_, pod)| pod.phase == Phase::Terminating)
            }
        }
    }

    /// The pattern of the pods concerned.
    #[must_use]
    pub fn pods(&self) -> &str {
        match self {
            Self::Bound(pods) | Self::On(pods, _) | Self::Evicted(pods) | Self::Gone(pods) => pods,
        }
    }
}

/// Whether the name of a pod matches the pattern of a goal.
#[must_use]
pub fn matches_pod_pattern(pattern: &str, name: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == name, |prefix| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use api::{Millis, Pod};
    use runlog::{Deletion, Event};

    use super::*;

    fn pod(name: &str, node: &str) -> EventKind {
        let text = format!(
            r#"{{"metadata":{{"namespace":"default","name":"{name}"}},"spec":{{"nodeName":"{node}"}},"status":{{"phase":"{}"}}}}"#,
            if node.is_empty() { "Pending" } else { "Running" }
        );
        let pod: Pod = serde_json::from_str(&text).expect("a pod");
        EventKind::PodCreated { pod: Rc::new(pod), by: Str::default(), dropped_group: None }
    }

    fn terminates(pod: &str, reason: Deletion) -> EventKind {
        EventKind::Terminating { pod: pod.into(), until: Millis::from_seconds(9), why: reason }
    }

    #[test]
    fn a_wish_is_granted_by_the_end_of_a_run() {
        let preempted = || Deletion::Preempted { by: "default/high".into() };
        let happened = [
            pod("web-1", "a"),
            pod("web-2", "b"),
            pod("webby", "a"),
            pod("waits", ""),
            pod("going", "a"),
            terminates("default/going", Deletion::Deleted),
            pod("victim", "a"),
            terminates("default/victim", preempted()),
            pod("gone", "a"),
            terminates("default/gone", preempted()),
            EventKind::PodRemoved("default/gone".into()),
            pod("assumed", ""),
            EventKind::Assumed { pod: "default/assumed".into(), node: "a".into() },
        ];
        let trace = Trace::new(happened.map(|event_kind| Event { at: Millis::ZERO, what: event_kind }));
        let end = trace.frame_at(trace.events().len());
        let name = |name: &str| Str::from(format!("default/{name}"));
        // A pattern; and whether such pods are bound, bound to node a, evicted by preemption, gone.
        for (pods, is_bound, on_a, evicted, gone) in [
            ("web-1", true, true, false, false),
            ("web-2", true, false, false, false),
            ("web-*", true, false, false, false),
            ("web*", true, false, false, false),
            ("webb*", true, true, false, false),
            ("waits", false, false, false, false),
            ("assumed", true, true, false, false),
            // A terminating pod still has its node, but doesn't count as bound.
            ("going", false, false, false, true),
            ("victim", false, false, true, true),
            ("gone", false, false, true, true),
            ("nobody", false, false, false, true),
        ] {
            let (pods, node) = (name(pods), Str::from("a"));
            let wishes =
                [GoalPart::Bound(&pods), GoalPart::On(&pods, &node), GoalPart::Evicted(&pods), GoalPart::Gone(&pods)];
            assert_eq!(
                wishes.map(|goal_part| goal_part.is_satisfied_by(&trace, &end)),
                [is_bound, on_a, evicted, gone],
                "{pods}"
            );
            assert!(wishes.iter().all(|goal_part| goal_part.pods() == pods.as_str()));
            let goals = [
                Goal { bound: vec![pods.clone()], ..Goal::default() },
                Goal { on: [(pods.clone(), node.clone())].into_iter().collect(), ..Goal::default() },
                Goal { evicted: vec![pods.clone()], ..Goal::default() },
                Goal { gone: vec![pods.clone()], ..Goal::default() },
            ];
            assert_eq!(goals.map(|goal| goal.is_met_by(&trace)), [is_bound, on_a, evicted, gone], "{pods}");
        }
        // All requirements must be met.
        let both = |bound: &str, removed_path: &str| Goal {
            bound: vec![name(bound)],
            gone: vec![name(removed_path)],
            ..Goal::default()
        };
        let met = [("web-1", "gone"), ("waits", "gone"), ("web-1", "web-2")]
            .map(|(bound, removed_path)| both(bound, removed_path).is_met_by(&trace));
        assert_eq!(met, [true, false, false]);
        assert!(Goal::default().is_met_by(&trace));
    }
}
