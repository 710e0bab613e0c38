//! What would make a pod fit? Single changes that the engine has really tried at one moment of a run; and, in [`explanation`], what the
//! log says about why things are as they are.
//!
//! The cluster of a [`Frame`] is set up once more, one thing in it is changed, and the pod is decided: nothing is guessed. Of
//! each kind of change only the smallest is offered. Then the run goes on with that change (`outcome`), since much may come before the
//! scheduler takes the pod.

mod active_runs;
mod capacity;
pub mod chunk_tables;
mod decide;
mod devices;
pub mod dispatch;
mod evictors;
pub mod explanation;
pub mod export;
mod invariants;
pub mod load;
mod node_offer;
mod outcome;
mod rebalance;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod test_support;
mod what_if_trial;
mod worker_service;

use std::rc::Rc;

pub use active_runs::{
    AnswerFn, ClaimEngine, ControllerEngine, CreateClaimsFn, EngineChunk, EngineChunks, LateEngine, Runs,
};
use api::{Node, Pod, Quantity, ResourceList, Set, Str, devices::DeviceRecord};
pub use decide::{DecideError, PodDecision, decide};
use profiles::flow_policy;
use protocol::{Change, Effect};
use releases::Release;
use runlog::{Attempt, Reason, Recorder, Silent};
use scheduler::{
    Context, RecordDepth, ScheduleResult,
    cluster::{NodeTree, Objects, Snapshot, Storage},
    framework::{ExtenderWait, FirstChooser, Nominator, Profile},
    schedule_pod,
};
pub use simulation::ControllersFn;
use trace::Frame;
pub use worker_service::Service;

/// A single change that helps, and what the scheduler decides right after it.
pub struct ChangeProposal {
    /// What is changed; `None` if the pod would fit as things are.
    pub change: Option<Change>,
    /// What is decided.
    pub effect: Effect,
}

/// How many tries a kind of change gets: in a large cluster some answer soon is better than all of them late.
const MAX_TRIES: usize = 200;

/// A moment of a run, set up for questions.
pub struct ClusterAt<'p> {
    release: Release,
    profile: &'p Profile,
    nodes: Vec<Rc<Node>>,
    /// Pods on nodes, with the node.
    bound_pods: Vec<(Str, Rc<Pod>)>,
    nominated_pods: Vec<(Str, Rc<Pod>)>,
    /// Objects about devices.
    devices: Vec<Rc<DeviceRecord>>,
    objects: Objects,
}

/// A cluster in which pods can be decided.
struct SnapshotCtx {
    snapshot: Snapshot,
    order: Vec<usize>,
    nominator: Nominator,
}

impl<'p> ClusterAt<'p> {
    /// The cluster of a frame, with what only the scenario knows: services, owners and the labels of namespaces.
    #[must_use]
    pub fn new(frame: &Frame, release: Release, profile: &'p Profile, mut objects: Objects) -> Self {
        objects.budgets = frame.budgets.values().cloned().collect();
        let mut storage = Storage::default();
        for object in frame.storage.values() {
            storage.insert((**object).clone());
        }
        objects.storage = Rc::new(storage);
        let devices = || frame.devices.values();
        objects.claims = objects.claims.map(|claims| claims.with_records(&mut devices().map(|record| &**record)));
        let nodes = frame.node_order.iter().filter_map(|name| frame.nodes.get(name));
        let pods = frame.pods.values();
        let on = |node: &Option<Str>, pod: &Rc<Pod>| node.clone().map(|node| (node, Rc::clone(pod)));
        Self {
            release,
            profile,
            nodes: nodes.map(|view| Rc::clone(&view.node)).collect(),
            bound_pods: pods.clone().filter_map(|view| on(&view.node, &view.pod)).collect(),
            nominated_pods: pods
                .filter(|view| view.node.is_none())
                .filter_map(|view| on(&view.nominated, &view.pod))
                .collect(),
            devices: devices().cloned().collect(),
            objects,
        }
    }

    /// Decides the pod, with its own nominated node if that is to count.
    fn decide_pod<R: Recorder>(&self, pod: &Pod, nominated_node: Option<&str>, recorder: &mut R) -> Option<Effect> {
        self.decide_in(&self.snapshot_for(Some(pod)), pod, nominated_node, recorder)
    }

    /// The cluster, set up for decisions about a pod, or about any that is on a node.
    fn snapshot_for(&self, pod: Option<&Pod>) -> SnapshotCtx {
        let (mut snapshot, mut tree) = (Snapshot::default(), NodeTree::default());
        for node in &self.nodes {
            snapshot.add_node(Rc::clone(node));
            tree.add(node, flow_policy(self.release).zone_key);
        }
        // The search may end before it came to all nodes, so their order counts.
        let order: Vec<usize> = tree.list().iter().filter_map(|name| snapshot.index(name)).collect();
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
        SnapshotCtx { snapshot, order, nominator }
    }

    fn decide_in<R: Recorder>(
        &self,
        snapshot_ctx: &SnapshotCtx,
        pod: &Pod,
        nominated_node: Option<&str>,
        recorder: &mut R,
    ) -> Option<Effect> {
        let SnapshotCtx { snapshot, order, nominator } = snapshot_ctx;
        let pod = self.pod_info(&Rc::new(pod.clone()));
        let context = Context {
            profile: self.profile,
            pod: &pod,
            nominated_node,
            snapshot,
            objects: &self.objects,
            nominator,
            order: Some(order),
            extender_wait: &ExtenderWait::default(),
            record_depth: RecordDepth::Summary,
            member: None,
        };
        let name = |ix: usize| snapshot.nodes()[ix].name().clone();
        match schedule_pod(&context, &mut 0, &mut FirstChooser, recorder) {
            ScheduleResult::Scheduled { node, .. } => Some(Effect::Fits(name(node))),
            ScheduleResult::Failed(failure) => failure.preemption_plan.map(|plan| Effect::Preempts {
                node: name(plan.node),
                victims: plan.victims.iter().map(|victim| victim.pod.key()).collect(),
            }),
        }
    }

    fn with_change<T>(&self, change: impl FnOnce(&mut Self) -> T) -> Self {
        let mut other = Self {
            release: self.release,
            profile: self.profile,
            nodes: self.nodes.clone(),
            bound_pods: self.bound_pods.clone(),
            nominated_pods: self.nominated_pods.clone(),
            devices: self.devices.clone(),
            objects: self.objects.clone(),
        };
        change(&mut other);
        other
    }

    fn effect_on(&self, pod: &Pod) -> Option<Effect> {
        self.decide_pod(pod, None, &mut Silent).filter(|effect| matches!(effect, Effect::Fits(_)))
    }

    /// The smallest changes of each kind that help.
    #[must_use]
    pub(crate) fn find_changes(&self, pod: &Rc<Pod>) -> Vec<ChangeProposal> {
        let mut attempt = Attempt::default();
        if let Some(effect) = self.decide_pod(pod, None, &mut attempt) {
            return vec![ChangeProposal { change: None, effect }];
        }
        let answers = [
            self.node_changes(pod, &attempt),
            self.device_changes(pod, &attempt),
            self.smaller_requests(pod, &attempt),
            self.one_pod_fewer(pod),
            self.higher_priorities(pod),
            self.with_another_node(pod),
        ];
        answers.into_iter().flatten().collect()
    }

    fn node_index(&self, attempt: &Attempt, ix: usize) -> Option<usize> {
        let name = attempt.nodes.get(ix)?;
        self.nodes.iter().position(|node| node.metadata.name == *name)
    }

    fn try_node(&self, pod: &Pod, at: usize, edit: impl FnOnce(&mut Node)) -> Option<(Rc<Node>, Effect)> {
        let mut node = (*self.nodes[at]).clone();
        edit(&mut node);
        let node = Rc::new(node);
        let other = self.with_change(|moment| moment.nodes[at] = Rc::clone(&node));
        other.effect_on(pod).map(|effect| (node, effect))
    }

    fn node_changes(&self, pod: &Pod, attempt: &Attempt) -> Vec<ChangeProposal> {
        let mut answers = Vec::new();
        let freed_request = single_shortages(attempt).into_iter().take(MAX_TRIES).find_map(|shortage| {
            let NodeShortage { missing, resource, node } = shortage;
            let at = self.node_index(attempt, node)?;
            let (node, effect) =
                self.try_node(pod, at, |node| add_amount(&mut node.status.allocatable, &resource, missing))?;
            Some(ChangeProposal { change: Some(Change::MoreRoom { node, resource, by: missing }), effect })
        });
        answers.extend(freed_request);
        let reasons =
            |node_record: &runlog::NodeRecord| node_record.failed.first().map(|(_, failure)| failure.reasons.clone());
        let taint = attempt.filter.iter().take(MAX_TRIES).find_map(|record| match reasons(record)?.first()? {
            Reason::UntoleratedTaint { key, .. } => {
                let at = self.node_index(attempt, record.node)?;
                let key = key.clone();
                let (node, effect) =
                    self.try_node(pod, at, |node| node.spec.taints.retain(|taint| taint.key != key))?;
                Some(ChangeProposal { change: Some(Change::NoTaint { node: node.metadata.name.clone(), key }), effect })
            }
            _ => None,
        });
        answers.extend(taint);
        let uncordoned = attempt.filter.iter().take(MAX_TRIES).find_map(|record| match reasons(record)?.first()? {
            Reason::Cordoned => {
                let at = self.node_index(attempt, record.node)?;
                let (node, effect) = self.try_node(pod, at, |node| {
                    node.spec.unschedulable = false;
                    node.spec.taints.retain(|taint| taint.key != "node.kubernetes.io/unschedulable");
                })?;
                Some(ChangeProposal { change: Some(Change::Uncordon(node.metadata.name.clone())), effect })
            }
            _ => None,
        });
        answers.extend(uncordoned);
        answers
    }

    fn smaller_requests(&self, pod: &Rc<Pod>, attempt: &Attempt) -> Vec<ChangeProposal> {
        let answer = single_shortages(attempt).into_iter().take(MAX_TRIES).find_map(
            |NodeShortage { missing, resource, .. }| {
                let mut smaller = (**pod).clone();
                let amount = |container: &api::Container| amount_of(&container.resources.requests, &resource);
                let container = smaller.spec.containers.iter_mut().max_by_key(|container| amount(container))?;
                if amount(container) <= missing {
                    return None;
                }
                add_amount(&mut container.resources.requests, &resource, -missing);
                let effect = self.effect_on(&smaller)?;
                Some(ChangeProposal {
                    change: Some(Change::SmallerRequest { pod: Rc::new(smaller), resource, by: missing }),
                    effect,
                })
            },
        );
        answer.into_iter().collect()
    }

    fn one_pod_fewer(&self, pod: &Pod) -> Vec<ChangeProposal> {
        let mut others: Vec<usize> = (0..self.bound_pods.len()).collect();
        others.sort_by_key(|&at| self.bound_pods[at].1.priority());
        let answer = others.into_iter().take(MAX_TRIES).find_map(|at| {
            let effect = self.with_change(|moment| moment.bound_pods.remove(at)).effect_on(pod)?;
            let (node, removed_pod) = &self.bound_pods[at];
            Some(ChangeProposal {
                change: Some(Change::OneFewer { pod: removed_pod.key(), node: node.clone() }),
                effect,
            })
        });
        answer.into_iter().collect()
    }

    fn higher_priorities(&self, pod: &Rc<Pod>) -> Vec<ChangeProposal> {
        let levels: Set<i32> = self
            .bound_pods
            .iter()
            .map(|(_, other)| other.priority())
            .filter(|level| *level >= pod.priority())
            .collect();
        let answer = levels.into_iter().take(MAX_TRIES).find_map(|level| {
            let mut higher = (**pod).clone();
            higher.spec.priority = Some(level.checked_add(1)?);
            higher.spec.priority_class_name = Str::default();
            let effect = self.decide_pod(&higher, None, &mut Silent)?;
            Some(ChangeProposal { change: Some(Change::HigherPriority(Rc::new(higher))), effect })
        });
        answer.into_iter().collect()
    }

    fn with_another_node(&self, pod: &Pod) -> Vec<ChangeProposal> {
        let mut template_nodes: Vec<&Rc<Node>> = self.nodes.iter().collect();
        template_nodes.sort_by_key(|node| amount_of(&node.status.allocatable, "cpu"));
        template_nodes.dedup_by_key(|node| {
            (node.status.allocatable.clone(), node.metadata.labels.len(), node.spec.taints.clone())
        });
        let answer = template_nodes.into_iter().take(MAX_TRIES).find_map(|template| {
            let mut node = (**template).clone();
            node.metadata.name = format!("{}-copy", template.metadata.name).into();
            node.metadata.uid = Str::default();
            node.metadata.labels.insert("kubernetes.io/hostname".into(), node.metadata.name.clone());
            node.spec.unschedulable = false;
            node.spec.taints.retain(|taint| !taint.key.starts_with("node.kubernetes.io/"));
            let node = Rc::new(node);
            let effect = self.with_change(|moment| moment.nodes.push(Rc::clone(&node))).effect_on(pod)?;
            Some(ChangeProposal { change: Some(Change::AnotherNode(node)), effect })
        });
        answer.into_iter().collect()
    }
}

/// A node that lacks one resource and nothing else.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct NodeShortage {
    missing: i64,
    resource: Str,
    node: usize,
}

/// The nodes that lack a single resource, those that lack the least first.
fn single_shortages(attempt: &Attempt) -> Vec<NodeShortage> {
    let mut shortages: Vec<NodeShortage> = attempt
        .filter
        .iter()
        .filter_map(|record| match record.failed.first()?.1.reasons.as_slice() {
            [Reason::Insufficient { resource, requested, used, capacity }] => {
                let missing = requested - (capacity - used);
                Some(NodeShortage { missing, resource: resource.clone(), node: record.node })
            }
            _ => None,
        })
        .collect();
    shortages.sort();
    shortages
}

/// An amount in the units of reasons: thousandths of a CPU, else whole units.
fn amount_of(resource_list: &ResourceList, resource: &str) -> i64 {
    resource_list
        .get(resource)
        .map_or(0, |quantity| if resource == "cpu" { quantity.milli_value() } else { quantity.value() })
}

fn add_amount(resource_list: &mut ResourceList, resource: &Str, amount: i64) {
    let sum = amount_of(resource_list, resource).saturating_add(amount);
    let text = if *resource == "cpu" { format!("{sum}m") } else { sum.to_string() };
    if let Some(quantity) = Quantity::parse(&text) {
        resource_list.insert(resource.clone(), quantity);
    }
}

#[cfg(test)]
mod tests {
    use api::Millis;
    use profiles::default_profile;
    use releases::Release;
    use runlog::{Event, EventKind};

    use super::*;

    fn frame(nodes: &[&str], pods: &[&str]) -> Frame {
        let mut frame = Frame::default();
        let mut apply = |what| frame.apply_event(&Event { at: Millis::ZERO, what });
        for json in nodes {
            apply(EventKind::NodeAdded(Rc::new(serde_json::from_str(json).unwrap_or_else(|e| panic!("{e}: {json}")))));
        }
        for json in pods {
            let pod = Rc::new(serde_json::from_str(json).unwrap_or_else(|e| panic!("{e}: {json}")));
            apply(EventKind::PodCreated { pod, by: Str::default() });
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

    fn help(nodes: &[&str], texts: &[&str], wanted: &str) -> Vec<String> {
        let frame = frame(nodes, texts);
        let wanted: Rc<Pod> = Rc::new(serde_json::from_str(wanted).unwrap());
        let profile = default_profile(Release::default());
        let moment = ClusterAt::new(&frame, Release::default(), &profile, Objects::default());
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
            };
            match answer.effect {
                Effect::Fits(node) => format!("{change}: {node}"),
                Effect::Preempts { node, victims } => format!("{change}: {node} without {}", victims.join(", ")),
            }
        };
        moment.find_changes(&wanted).into_iter().map(describe_proposal).collect()
    }

    #[test]
    fn the_smallest_change_of_each_kind() {
        let (a, b) = (node("a", "4", ""), node("b", "2", ""));
        let texts = [pod("x", "a", "2", 5), pod("y", "a", "1", 9), pod("z", "b", "1500m", 7)];
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        assert_eq!(
            help(&[&a, &b], &texts, &pod("p", "", "2", 0)),
            [
                "a +1000 cpu: a",
                "pod -1000 cpu: a",
                "without default/x: a",
                "priority 6: a without default/x",
                "node b-copy: b-copy",
            ]
        );
        assert_eq!(help(&[&a], &[], &pod("p", "", "2", 0)), ["nothing: a"]);
        assert_eq!(help(&[&a, &b], &texts, &pod("p", "", "2", 6)), ["nothing: a without default/x"]);
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

        // Only the other profile lets taints be.
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
                Answer::Help(answers) => {
                    answers.iter().any(|answer| matches!(answer.change, Some(Change::MoreRoom { .. })))
                }
                other => panic!("{other:?}"),
            }
        };
        assert!(helps("second") && !helps("default-scheduler"));
    }
}
