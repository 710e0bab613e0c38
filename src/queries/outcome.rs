//! The outcome for a pod if a run continues with a change. The pod may have to wait, or another pod may be bound first, so only what the run shows
//! is reported.

use std::rc::Rc;

use api::{ApiObject, Millis, NamespacedName, Pod, Str, TaintEffect};
use manifest::NullPaths;
use protocol::{Change, Extent, RunOutcome, recreated_pod};
use runlog::{AttemptEnd, EventKind};
use scheduler::cluster::Claims;
use simulation::{ClusterAction, Simulation};

use super::followed_run::{FollowedRun, FollowedStep};

/// The largest number of events that are followed.
const MAX_EVENTS: usize = 100_000;

/// The change as actions of a script. The page writes the same actions into the script (`page/features/inspector/remedies.rs`).
///
/// `claims` decodes the slice of a change of devices.
pub(crate) fn actions_of_change(
    pod: &NamespacedName,
    change: Option<&Change>,
    claims: Option<&dyn Claims>,
) -> Vec<ClusterAction> {
    let recreate_pod = |changed_pod: &Rc<Pod>| {
        vec![ClusterAction::delete_pod(pod), ClusterAction::create_pod(recreated_pod(changed_pod))]
    };
    match change {
        // These changes apply from the start of a run (`group_help`).
        None | Some(Change::LowerMinimum { .. } | Change::HigherClass { .. } | Change::GatesOff) => Vec::new(),
        Some(Change::MoreRoom { node, .. } | Change::NodeLabels { node, .. }) => {
            vec![ClusterAction::UpdateNode(Box::new((**node).clone()))]
        }
        Some(
            Change::SmallerRequest { pod, .. } | Change::WithoutConstraint { pod, .. } | Change::HigherPriority(pod),
        ) => recreate_pod(pod),
        Some(Change::NoTaint { node, key }) => {
            vec![ClusterAction::Untaint(node.clone(), key.clone(), TaintEffect::Unset)]
        }
        Some(Change::Uncordon(node)) => vec![ClusterAction::Cordon(node.clone(), false)],
        Some(Change::OneFewer { pod, .. }) => vec![ClusterAction::delete_pod(pod)],
        Some(Change::MoreDevices { slice, .. } | Change::NoDeviceTaint { slice, .. }) => {
            let slice = claims.and_then(|claims| claims.read_record(slice));
            slice.into_iter().map(|slice| ClusterAction::Apply(ApiObject::Device(slice), NullPaths::new())).collect()
        }
        Some(Change::AnotherNode(node)) => vec![ClusterAction::add_node((**node).clone())],
    }
}

/// A run with a change, followed until the pod is bound.
pub(crate) struct OutcomeRun {
    run: FollowedRun,
    change_time: Millis,
    pod: NamespacedName,
    /// The node on which the pod would fit right after the change.
    node: Str,
    /// The first pod that was bound there instead.
    first_bound_pod: Option<NamespacedName>,
    /// Whether the pod had a failed attempt.
    is_tried: bool,
}

impl OutcomeRun {
    pub(crate) fn new(run: Simulation, change_time: Millis, pod: NamespacedName, node: Str) -> Self {
        let run = FollowedRun::new(run, change_time, MAX_EVENTS);
        Self { run, change_time, pod, node, first_bound_pod: None, is_tried: false }
    }

    /// Advances by a step; returns the outcome once it is known.
    pub(crate) fn step(&mut self) -> Option<RunOutcome> {
        let events = match self.run.step() {
            FollowedStep::Events(events) => events,
            FollowedStep::Stopped(Extent::ToEnd) => {
                return Some(RunOutcome::Pending { first: self.first_bound_pod.take(), is_tried: self.is_tried });
            }
            FollowedStep::Stopped(Extent::Until(time)) => return Some(RunOutcome::NotSeen(time)),
        };
        for event in events {
            match event.what {
                EventKind::Bound { pod, node } if pod == self.pod => {
                    return Some(RunOutcome::Bound { node, after: event.at - self.change_time });
                }
                EventKind::Bound { pod, node } if node == self.node && self.first_bound_pod.is_none() => {
                    self.first_bound_pod = Some(pod);
                }
                EventKind::Attempted(attempt) if attempt.pod == self.pod => {
                    self.is_tried |= matches!(attempt.end, AttemptEnd::Failed { .. });
                }
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use protocol::{Answer, Question};

    use super::*;
    use crate::{load, test_support::answer_to};

    /// The changes that help `default/low` at the end of a run, with their outcomes.
    fn outcomes(text: &str) -> Vec<(Option<Change>, RunOutcome)> {
        match answer_to(text, None, None, Question::Help("default/low".into())) {
            Answer::Help(help) => help.changes.into_iter().map(|answer| (answer.change, answer.outcome)).collect(),
            other => panic!("{other:?}"),
        }
    }

    fn pod(name: &str, priority: i32, more: &str) -> String {
        format!(
            "---\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{priority: {priority}, {more} containers: [{{name: c, resources: \
             {{requests: {{cpu: 1}}}}}}]}}\n"
        )
    }

    #[test]
    fn what_another_pod_takes_first_is_not_promised() {
        let node = "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 1, memory: 4Gi}}\n";
        let text = pod("there", 20, "nodeName: a, ");
        let alone = outcomes(&format!("{node}{text}{}", pod("low", 0, "")));
        let more = |answers: &[(Option<Change>, RunOutcome)]| {
            let more_room = answers.iter().find(|(change, _)| matches!(change, Some(Change::MoreRoom { .. })));
            more_room.map(|(_, outcome)| outcome.clone())
        };
        assert!(matches!(more(&alone), Some(RunOutcome::Bound { ref node, .. }) if node == "a"), "{alone:?}");
        let both = outcomes(&format!("{node}{text}{}{}", pod("high", 10, ""), pod("low", 0, "")));
        assert!(
            matches!(more(&both), Some(RunOutcome::Pending { first: Some(first), .. }) if first == "default/high"),
            "{both:?}"
        );
    }

    #[test]
    fn a_run_without_an_end_is_not_followed_for_ever() {
        // Without a node, all pods are retried again and again.
        let outcome_of = |seconds: u32| {
            let text = format!(
                "kind: Deployment\nmetadata: {{name: web}}\nspec: {{replicas: 500, selector: {{matchLabels: {{app: web}}}}, template: {{metadata: \
                 {{labels: {{app: web}}}}, spec: {{containers: [{{name: c}}]}}}}}}\n---\nkind: Scenario\ndurationSeconds: {seconds}\n"
            );
            let (_, scenario) = load::load_scenario(&text, None).unwrap_or_else(|findings| panic!("{findings:?}"));
            let mut run = OutcomeRun::new(Simulation::new(scenario), Millis::ZERO, "default/low".into(), "a".into());
            std::iter::repeat_with(|| run.step()).flatten().next().expect("an outcome")
        };
        assert_eq!(outcome_of(60), RunOutcome::Pending { first: None, is_tried: false });
        assert!(matches!(outcome_of(20_000), RunOutcome::NotSeen(_)));
    }

    #[test]
    fn a_pod_that_is_made_anew_is_as_young_as_its_change() {
        let mut pod = Pod::default();
        pod.metadata.name = "low".into();
        pod.metadata.uid = "u".into();
        pod.metadata.creation_timestamp = Some(api::Time(7));
        pod.metadata.owner_references = vec![api::OwnerReference::default()];
        let made = actions_of_change(&"default/low".into(), Some(&Change::HigherPriority(Rc::new(pod))), None);
        let [ClusterAction::Delete(key), ClusterAction::Create(ApiObject::Pod(new))] = &made[..] else {
            panic!("{made:?}")
        };
        assert_eq!((key.kind, &*key.namespace, &*key.name), (api::Kind::Pod, "default", "low"));
        assert_eq!(&*new.metadata.name, "low");
        assert_eq!((&*new.metadata.uid, new.metadata.creation_timestamp), ("", None));
        assert!(new.metadata.owner_references.is_empty(), "no workload takes it for its own");
    }
}
