//! Answers questions about a run: which changes would make a pod fit, each tried by the engine at one moment of the run, and explanations from the
//! log ([`explanation`]).
//!
//! To try a change, the cluster of a [`Frame`] is rebuilt and changed, and the scheduler decides the pod (`help_search`). Then the run continues
//! with that change to its end (`outcome`), since a lot may happen before the pod is popped. Long answers are computed in small steps
//! (`answer_task`).

mod active_runs;
mod answer_task;
mod capacity;
pub mod chunk_tables;
mod constraint_changes;
mod decide;
pub mod decision_field;
mod devices;
pub mod dispatch;
mod engine_chunk;
mod evictors;
pub mod explanation;
#[cfg(test)]
mod explanation_tests;
pub mod export;
mod followed_run;
mod group_help;
#[cfg(test)]
mod group_help_tests;
mod help_search;
mod invariants;
pub mod load;
mod node_offer;
mod outcome;
mod rebalance;
#[cfg(test)]
mod reference;
mod room_search;
#[cfg(test)]
mod room_search_tests;
mod second_opinion;
mod stay_reason;
#[cfg(test)]
mod test_support;
mod trial_observations;
mod what_if_trial;
#[cfg(test)]
mod what_if_trial_tests;
mod worker_service;

use std::rc::Rc;

pub use active_runs::{AnswerFn, ControllerEngine, EngineChunks, ExtendedEngine, LoadTextFn, Runs};
pub use answer_task::AnswerQueue;
use api::{Node, Pod, ResourceList, Str, devices::DeviceRecord, resources::Resource};
pub use decide::{DecideError, PendingDecision, PodDecision, decide};
pub use engine_chunk::{ClaimEngine, EngineChunk};
use profiles::flow_policy;
use protocol::TrialDecision;
use releases::Release;
use runlog::{Recorder, RowId};
use scheduler::{
    Context, RecordDepth, ScheduleResult,
    cluster::{NodeTree, Objects, Snapshot, Storage},
    framework::{ExtenderWait, FirstChooser, Nominator, Profile},
    schedule_pod,
};
use trace::Frame;
pub use worker_service::WorkerService;

/// The cluster at a moment of a run, for scheduling pods in it.
pub struct ClusterAt {
    release: Release,
    profiles: Rc<[Profile]>,
    /// The index of the profile that decides.
    profile_ix: usize,
    nodes: Vec<Rc<Node>>,
    /// Pods with their nodes, without those that have ended, which use no resources.
    bound_pods: Vec<(Str, Rc<Pod>)>,
    nominated_pods: Vec<(Str, Rc<Pod>)>,
    /// Objects of dynamic resource allocation.
    devices: Vec<Rc<DeviceRecord>>,
    objects: Objects,
    /// Weights of score plugins that replace those of the profile.
    weights: Vec<(RowId, i64)>,
}

/// The input of a scheduling cycle. Clones share what neither of them changes.
#[derive(Clone)]
struct SnapshotCtx {
    snapshot: Snapshot,
    order: Vec<usize>,
    nominator: Nominator,
    objects: Objects,
}

impl ClusterAt {
    /// The cluster of a frame, with objects that no event contains: services, owners and the labels of namespaces.
    #[must_use]
    pub fn new(
        frame: &Frame,
        release: Release,
        profiles: Rc<[Profile]>,
        profile_ix: usize,
        mut objects: Objects,
    ) -> Self {
        objects.budgets = frame.budgets.values().cloned().collect();
        let mut storage = Storage::default();
        for object in frame.storage.values() {
            storage.insert((**object).clone());
        }
        objects.storage = Rc::new(storage);
        let devices = || frame.devices.values();
        objects.claims = objects.claims.map(|claims| claims.with_records(&mut devices().map(|record| &**record)));
        let nodes = frame.node_order.iter().filter_map(|name| frame.nodes.get(name));
        let pods = frame.pods.values().filter(|view| !view.phase.is_over());
        let on = |node: &Option<Str>, pod: &Rc<Pod>| node.clone().map(|node| (node, Rc::clone(pod)));
        Self {
            release,
            profiles,
            profile_ix,
            nodes: nodes.map(|view| Rc::clone(&view.node)).collect(),
            bound_pods: pods.clone().filter_map(|view| on(&view.node, &view.pod)).collect(),
            nominated_pods: pods
                .filter(|view| view.node.is_none())
                .filter_map(|view| on(&view.nominated, &view.pod))
                .collect(),
            devices: devices().cloned().collect(),
            objects,
            weights: Vec::new(),
        }
    }

    fn profile(&self) -> &Profile {
        &self.profiles[self.profile_ix]
    }

    /// The input of a scheduling cycle for a pod, or for any pod that already has a node if `None`.
    fn snapshot_for(&self, pod: Option<&Pod>) -> SnapshotCtx {
        let mut snapshot = Snapshot::default();
        for node in &self.nodes {
            snapshot.add_node(Rc::clone(node));
        }
        let order = self.node_order(&self.nodes, &snapshot);
        for (node, bound_pod) in &self.bound_pods {
            if let Some(ix) = snapshot.index(node) {
                snapshot.add_pod(ix, self.pod_info(bound_pod));
            }
        }
        let mut nominator = Nominator::default();
        for (node, other) in
            self.nominated_pods.iter().filter(|(_, other)| pod.is_none_or(|pod| other.key() != pod.key()))
        {
            nominator.add(self.pod_info(other), node);
        }
        SnapshotCtx { snapshot, order, nominator, objects: self.objects.clone() }
    }

    /// The indices of the nodes in the order in which the scheduler visits them, which matters because it may stop early.
    fn node_order<'n>(&self, nodes: impl IntoIterator<Item = &'n Rc<Node>>, snapshot: &Snapshot) -> Vec<usize> {
        let mut tree = NodeTree::default();
        for node in nodes {
            tree.add(node, flow_policy(self.release).zone_key);
        }
        tree.list().iter().filter_map(|name| snapshot.index(name)).collect()
    }

    fn decide_in<R: Recorder>(
        &self,
        snapshot_ctx: &SnapshotCtx,
        pod: &Pod,
        nominated_node: Option<&str>,
        recorder: &mut R,
    ) -> Option<TrialDecision> {
        let SnapshotCtx { snapshot, order, nominator, objects } = snapshot_ctx;
        let pod = self.pod_info(&Rc::new(pod.clone()));
        let context = Context {
            profile: self.profile(),
            pod: &pod,
            nominated_node,
            snapshot,
            objects,
            nominator,
            order: Some(order),
            extender_wait: &ExtenderWait::default(),
            record_depth: RecordDepth::Summary,
            member: None,
            weights: &self.weights,
        };
        let name = |ix: usize| snapshot.nodes()[ix].name().clone();
        match schedule_pod(&context, &mut 0, &mut FirstChooser, recorder) {
            ScheduleResult::Scheduled { node, .. } => Some(TrialDecision::Fits(name(node))),
            ScheduleResult::Failed(failure) => failure.preemption_plan.map(|plan| TrialDecision::Preempts {
                node: name(plan.node),
                victims: plan.victims.iter().map(|victim| victim.pod.key()).collect(),
            }),
        }
    }
}

/// The index of the profile of the pod's scheduler, or else of the first one; `None` if there are no profiles.
fn profile_of(profiles: &[Profile], pod: &Pod) -> Option<usize> {
    let of_scheduler = profiles.iter().position(|profile| profile.scheduler == pod.spec.scheduler_name);
    of_scheduler.or((!profiles.is_empty()).then_some(0))
}

/// Adds an amount of a resource to a list.
fn add_amount(resource_list: &mut ResourceList, resource: &Resource, amount: i64) {
    let sum = resource.amount_in(resource_list).saturating_add(amount);
    if let Some(quantity) = resource.quantity(sum) {
        resource_list.insert(resource.clone().into(), quantity);
    }
}

#[cfg(test)]
mod tests {
    use api::Millis;
    use profiles::default_profile;
    use protocol::Change;
    use releases::Release;
    use runlog::{Event, EventKind};

    use super::{
        help_search::{ChangeProposal, ChangeSearch},
        *,
    };

    fn frame(nodes: &[&str], pods: &[&str]) -> Frame {
        let mut frame = Frame::default();
        let mut apply = |what| frame.apply_event(&Event { at: Millis::ZERO, what });
        for json in nodes {
            apply(EventKind::NodeAdded(Rc::new(serde_json::from_str(json).unwrap_or_else(|e| panic!("{e}: {json}")))));
        }
        for json in pods {
            let pod = Rc::new(serde_json::from_str(json).unwrap_or_else(|e| panic!("{e}: {json}")));
            apply(EventKind::PodCreated { pod, by: Str::default(), dropped_group: None });
        }
        frame
    }

    fn node(name: &str, cpu: &str, spec: &str) -> String {
        format!(
            r#"{{"metadata":{{"name":"{name}"}},"spec":{{{spec}}},"status":{{"allocatable":{{"cpu":"{cpu}","memory":"8Gi","pods":"10"}}}}}}"#
        )
    }

    fn pod(name: &str, on: &str, cpu: &str, priority: i32) -> String {
        format!(
            r#"{{"metadata":{{"name":"{name}","namespace":"default","uid":"{name}"}},"spec":{{"nodeName":"{on}","priority":{priority},"containers":[{{"resources":{{"requests":{{"cpu":"{cpu}"}}}}}}]}}}}"#
        )
    }

    fn help(nodes: &[&str], pods: &[&str], wanted: &str) -> Vec<String> {
        let frame = frame(nodes, pods);
        let wanted: Rc<Pod> = Rc::new(serde_json::from_str(wanted).unwrap());
        let profiles: Rc<[Profile]> = Rc::new([default_profile(Release::default())]);
        let moment = ClusterAt::new(&frame, Release::default(), profiles, 0, Objects::default());
        let describe_proposal = |answer: ChangeProposal| {
            let change = match answer.change {
                None => "nothing".to_owned(),
                Some(Change::MoreRoom { node, resource, by }) => format!("{} +{by} {resource}", node.metadata.name),
                Some(Change::SmallerRequest { resource, by, .. }) => format!("pod -{by} {resource}"),
                Some(Change::NoTaint { node, key }) => format!("{node} without {key}"),
                Some(Change::Uncordon(node)) => format!("uncordon {node}"),
                Some(Change::OneFewer { pod, .. }) => format!("without {pod}"),
                Some(Change::HigherPriority(pod)) => format!("priority {}", pod.priority()),
                Some(Change::AnotherNode(node)) => format!("node {}", node.metadata.name),
                Some(Change::NoDeviceTaint { device, key, .. }) => format!("{device} without {key}"),
                Some(Change::MoreDevices { like, count, .. }) => format!("{count} like {like}"),
                Some(other) => format!("{other:?}"),
            };
            match answer.decision {
                TrialDecision::Fits(node) => format!("{change}: {node}"),
                TrialDecision::Preempts { node, victims } => format!("{change}: {node} without {}", victims.join(", ")),
            }
        };
        ChangeSearch::new(moment, wanted).find_changes().into_iter().map(describe_proposal).collect()
    }

    #[test]
    fn the_smallest_change_of_each_kind() {
        let (a, b) = (node("a", "4", ""), node("b", "2", ""));
        let pods = [pod("x", "a", "2", 5), pod("y", "a", "1", 9), pod("z", "b", "1500m", 7)];
        let pods: Vec<&str> = pods.iter().map(String::as_str).collect();
        assert_eq!(
            help(&[&a, &b], &pods, &pod("p", "", "2", 0)),
            [
                "a +1000 cpu: a",
                "pod -1000 cpu: a",
                "without default/x: a",
                "priority 6: a without default/x",
                "node b-copy: b-copy",
            ]
        );
        assert_eq!(help(&[&a], &[], &pod("p", "", "2", 0)), ["nothing: a"]);
        assert_eq!(help(&[&a, &b], &pods, &pod("p", "", "2", 6)), ["nothing: a without default/x"]);
    }

    #[test]
    fn taints_and_cordons() {
        let tainted = node("t", "4", r#""taints":[{"key":"gpu","effect":"NoSchedule"}]"#);
        let cordoned = node("c", "4", r#""unschedulable":true"#);
        let texts = help(&[&tainted, &cordoned], &[], &pod("p", "", "1", 0));
        assert_eq!(texts, ["t without gpu: t", "uncordon c: c", "node c-copy: c-copy"]);
    }

    #[test]
    fn what_helps_a_pod_is_decided_by_its_own_scheduler() {
        use protocol::{Answer, Question};

        use crate::test_support::answer_to;

        // Only the second profile ignores taints.
        let profiles = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n- schedulerName: \
                        default-scheduler\n- schedulerName: second\n  plugins: {filter: {disabled: [{name: TaintToleration}]}}\n---\n";
        let node = "kind: Node\nmetadata: {name: a}\nspec: {taints: [{key: k, effect: NoSchedule}]}\nstatus: {allocatable: {cpu: 1, memory: \
                    4Gi, pods: 10}}\n---\n";
        let helps = |scheduler: &str| {
            let pod = format!(
                "kind: Pod\nmetadata: {{name: p}}\nspec: {{schedulerName: {scheduler}, containers: [{{name: c, resources: {{requests: \
                 {{cpu: 2}}}}}}]}}\n"
            );
            match answer_to(&[profiles, node, &pod].concat(), None, None, Question::Help("default/p".into())) {
                Answer::Help(help) => {
                    help.changes.iter().any(|answer| matches!(answer.change, Some(Change::MoreRoom { .. })))
                }
                other => panic!("{other:?}"),
            }
        };
        assert!(helps("second") && !helps("default-scheduler"));
    }
}
