//! Searches for changes that would make a pod fit. Single changes are tried one after the other, and only the smallest of each kind is reported.
//! Kinds take turns, so that the first answers come early in a large cluster.

use std::{collections::VecDeque, rc::Rc};

use api::{NamespacedName, Node, Pod, PreemptionPolicy, ResourceList, Set, Str, WorkloadKind, resources::Resource};
use protocol::{Answer, AnswerProgress, Change, Help, HelpfulChange, LabelEdit, PodConstraint, TrialDecision};
use runlog::{Attempt, Reason, Silent};

use super::{
    ClusterAt, SnapshotCtx,
    active_runs::ActiveRun,
    add_amount,
    answer_task::AnswerTask,
    constraint_changes::{constraints_of, label_edits, relabeled_node, without_constraint},
    devices::SliceJson,
    outcome::{OutcomeRun, actions_of_change},
};

/// The largest number of tries for a kind of change: in a large cluster a few early answers are better than all answers late.
const MAX_TRIES: usize = 200;

/// A single change that helps, and the scheduler's decision right after it.
pub(crate) struct ChangeProposal {
    /// The change; `None` if the pod fits without one.
    pub change: Option<Change>,
    pub decision: TrialDecision,
}

/// Kinds of changes, in the order in which they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ChangeKind {
    Nothing,
    MoreRoom,
    NoTaint,
    Uncordon,
    NodeLabels,
    NoDeviceTaint,
    MoreDevices,
    SmallerRequest,
    NoNodeSelector,
    NoNodeAffinity,
    NoPodAffinity,
    NoPodAntiAffinity,
    NoSpread,
    NoLabel,
    OneFewer,
    HigherPriority,
    AnotherNode,
}

impl ChangeKind {
    /// The kinds that drop a constraint of the pod.
    const OF_CONSTRAINTS: [Self; 6] = [
        Self::NoNodeSelector,
        Self::NoNodeAffinity,
        Self::NoPodAffinity,
        Self::NoPodAntiAffinity,
        Self::NoSpread,
        Self::NoLabel,
    ];

    fn of_constraint(constraint: &PodConstraint) -> Self {
        match constraint {
            PodConstraint::NodeSelector(_) => Self::NoNodeSelector,
            PodConstraint::NodeAffinity => Self::NoNodeAffinity,
            PodConstraint::PodAffinity(_) => Self::NoPodAffinity,
            PodConstraint::PodAntiAffinity(_) => Self::NoPodAntiAffinity,
            PodConstraint::TopologySpread(_) => Self::NoSpread,
            PodConstraint::Label(_) => Self::NoLabel,
        }
    }
}

/// A change to be tried. Nodes and slices are indices into the snapshot and into `ChangeSearch::slices`.
enum ChangeCandidate {
    MoreRoom(NodeShortage),
    NoTaint { node: usize, key: Str },
    Uncordon(usize),
    NodeLabels { node: usize, edits: Vec<LabelEdit> },
    WithoutConstraint(PodConstraint),
    NoDeviceTaint(usize),
    MoreDevices { slice: usize, count: usize },
    SmallerRequest(NodeShortage),
    OneFewer(usize),
    HigherPriority(i32),
    AnotherNode(Rc<Node>),
}

/// A node that lacks one resource and nothing else.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct NodeShortage {
    missing: i64,
    resource: Resource,
    /// The index of its filter record in the attempt, for ties.
    rank: usize,
    node: usize,
}

/// The state of a search for changes.
pub(super) struct ChangeSearch {
    cluster: ClusterAt,
    snapshot_ctx: SnapshotCtx,
    pod: Rc<Pod>,
    /// The pod with preemption disabled, for changes that must make it fit without evictions.
    fitting_pod: Pod,
    slices: Vec<SliceJson>,
    /// The changes of each kind that have not been tried.
    candidates: VecDeque<(ChangeKind, VecDeque<ChangeCandidate>)>,
    try_count: usize,
    is_begun: bool,
}

impl ChangeSearch {
    pub(super) fn new(cluster: ClusterAt, pod: Rc<Pod>) -> Self {
        let mut fitting_pod = (*pod).clone();
        fitting_pod.spec.preemption_policy = Some(PreemptionPolicy::Never);
        let snapshot_ctx = cluster.snapshot_for(Some(&pod));
        Self {
            cluster,
            snapshot_ctx,
            pod,
            fitting_pod,
            slices: Vec::new(),
            candidates: VecDeque::new(),
            try_count: 0,
            is_begun: false,
        }
    }

    /// The number of changes that have not been tried.
    fn remaining(&self) -> usize {
        self.candidates.iter().map(|(_, candidates)| candidates.len()).sum()
    }

    fn is_over(&self) -> bool {
        self.is_begun && self.candidates.is_empty()
    }

    /// Tries the next change; returns it if it helps.
    fn advance(&mut self) -> Option<(ChangeKind, ChangeProposal)> {
        if !self.is_begun {
            self.is_begun = true;
            let mut attempt = Attempt::default();
            if let Some(decision) = self.cluster.decide_in(&self.snapshot_ctx, &self.pod, None, &mut attempt) {
                return Some((ChangeKind::Nothing, ChangeProposal { change: None, decision }));
            }
            self.list_candidates(&attempt);
            return None;
        }
        let (kind, mut candidates) = self.candidates.pop_front()?;
        let candidate = candidates.pop_front()?;
        self.try_count += 1;
        let proposal = self.try_candidate(candidate);
        if proposal.is_none() && !candidates.is_empty() {
            self.candidates.push_back((kind, candidates));
        }
        proposal.map(|proposal| (kind, proposal))
    }

    fn list_candidates(&mut self, attempt: &Attempt) {
        let cluster = &self.cluster;
        let node_index = |ix: usize| self.snapshot_ctx.snapshot.index(attempt.nodes.get(ix)?);
        let shortages = single_shortages(attempt, &node_index);
        let first_reason = |record: &runlog::NodeRecord| {
            let failure = &record.failed.first()?.1;
            Some((node_index(record.node)?, failure.reasons.first()?.clone()))
        };
        let node_reasons = || attempt.filter.iter().filter_map(first_reason);
        let taints = node_reasons().filter_map(|(node, reason)| match reason {
            Reason::UntoleratedTaint { key, .. } => Some(ChangeCandidate::NoTaint { node, key }),
            _ => None,
        });
        let cordons = node_reasons()
            .filter(|(_, reason)| matches!(reason, Reason::Cordoned))
            .map(|(node, _)| ChangeCandidate::Uncordon(node));
        let mut label_candidates: Vec<(usize, Vec<LabelEdit>)> = node_reasons()
            .filter(|(_, reason)| matches!(reason, Reason::NodeSelectorMismatch))
            .filter_map(|(node, _)| Some((node, label_edits(&self.pod.spec, self.node_at(node))?)))
            .collect();
        label_candidates.sort_by_key(|(_, edits)| edits.len());
        let relabeled = label_candidates.into_iter().map(|(node, edits)| ChangeCandidate::NodeLabels { node, edits });
        let constraints = constraints_of(&self.pod);
        let without = |kind: ChangeKind| {
            let of_kind = constraints.iter().filter(move |constraint| ChangeKind::of_constraint(constraint) == kind);
            of_kind.cloned().map(ChangeCandidate::WithoutConstraint)
        };
        let lacks_devices =
            |record: &runlog::NodeRecord| record.failed.iter().any(|(row, _)| row.name() == "DynamicResources");
        if attempt.filter.iter().any(lacks_devices) {
            self.slices = cluster.slices();
        }
        let slice_count = self.slices.len();
        let more_devices = (1..=super::devices::MAX_DEVICES)
            .flat_map(|count| (0..slice_count).map(move |slice| ChangeCandidate::MoreDevices { slice, count }));
        let mut others: Vec<usize> =
            (0..cluster.bound_pods.len()).filter(|at| !belongs_to_node(&cluster.bound_pods[*at].1)).collect();
        others.sort_by_key(|&at| cluster.bound_pods[at].1.priority());
        let levels: Set<i32> = cluster
            .bound_pods
            .iter()
            .map(|(_, other)| other.priority())
            .filter(|level| *level >= self.pod.priority())
            .collect();
        let mut template_nodes: Vec<&Rc<Node>> = cluster.nodes.iter().collect();
        template_nodes.sort_by_key(|node| Resource::Cpu.amount_in(&node.status.allocatable));
        template_nodes.dedup_by_key(|node| {
            (node.status.allocatable.clone(), node.metadata.labels.len(), node.spec.taints.clone())
        });
        let some = |candidates: &mut dyn Iterator<Item = ChangeCandidate>| candidates.take(MAX_TRIES).collect();
        let mut kinds: Vec<(ChangeKind, VecDeque<ChangeCandidate>)> = vec![
            (ChangeKind::MoreRoom, some(&mut shortages.iter().cloned().map(ChangeCandidate::MoreRoom))),
            (ChangeKind::NoTaint, some(&mut { taints })),
            (ChangeKind::Uncordon, some(&mut { cordons })),
            (ChangeKind::NodeLabels, some(&mut { relabeled })),
            (ChangeKind::NoDeviceTaint, some(&mut (0..slice_count).map(ChangeCandidate::NoDeviceTaint))),
            (ChangeKind::MoreDevices, some(&mut { more_devices })),
            (ChangeKind::SmallerRequest, some(&mut shortages.into_iter().map(ChangeCandidate::SmallerRequest))),
            (ChangeKind::OneFewer, some(&mut others.into_iter().map(ChangeCandidate::OneFewer))),
            (ChangeKind::HigherPriority, some(&mut levels.into_iter().map(ChangeCandidate::HigherPriority))),
            (ChangeKind::AnotherNode, some(&mut template_nodes.into_iter().cloned().map(ChangeCandidate::AnotherNode))),
        ];
        kinds.extend(ChangeKind::OF_CONSTRAINTS.map(|kind| (kind, some(&mut without(kind)))));
        kinds.sort_by_key(|(kind, _)| *kind);
        self.candidates = kinds.into_iter().filter(|(_, candidates)| !candidates.is_empty()).collect();
    }

    /// The node that the pod fits on after a change of the cluster; `None` if it fits on none.
    fn decision_after(&self, pod: &Pod, change: impl FnOnce(&mut SnapshotCtx)) -> Option<TrialDecision> {
        let mut snapshot_ctx = self.snapshot_ctx.clone();
        change(&mut snapshot_ctx);
        let decision = self.cluster.decide_in(&snapshot_ctx, pod, None, &mut Silent);
        decision.filter(|decision| matches!(decision, TrialDecision::Fits(_)))
    }

    fn node_at(&self, at: usize) -> &Node {
        &self.snapshot_ctx.snapshot.nodes()[at].node
    }

    fn try_node(&self, at: usize, edit: impl FnOnce(&mut Node)) -> Option<(Rc<Node>, TrialDecision)> {
        let mut node = (*self.snapshot_ctx.snapshot.nodes()[at].node).clone();
        edit(&mut node);
        let node = Rc::new(node);
        let update = |snapshot_ctx: &mut SnapshotCtx| {
            snapshot_ctx.snapshot.update_node(Rc::clone(&node));
        };
        self.decision_after(&self.fitting_pod, update).map(|decision| (node, decision))
    }

    fn try_candidate(&self, candidate: ChangeCandidate) -> Option<ChangeProposal> {
        let (change, decision) = match candidate {
            ChangeCandidate::MoreRoom(NodeShortage { missing, resource, node, .. }) => {
                let add_room = |node: &mut Node| add_amount(&mut node.status.allocatable, &resource, missing);
                let (node, decision) = self.try_node(node, add_room)?;
                (Change::MoreRoom { node, resource, by: missing }, decision)
            }
            ChangeCandidate::NoTaint { node, key } => {
                let (node, decision) = self.try_node(node, |node| node.spec.taints.retain(|taint| taint.key != key))?;
                (Change::NoTaint { node: node.metadata.name.clone(), key }, decision)
            }
            ChangeCandidate::Uncordon(node) => {
                let (node, decision) = self.try_node(node, |node| {
                    node.spec.unschedulable = false;
                    node.spec.taints.retain(|taint| taint.key != "node.kubernetes.io/unschedulable");
                })?;
                (Change::Uncordon(node.metadata.name.clone()), decision)
            }
            ChangeCandidate::NodeLabels { node, edits } => {
                let (node, decision) = self.try_node(node, |node| relabeled_node(node, &edits))?;
                (Change::NodeLabels { node, edits }, decision)
            }
            ChangeCandidate::WithoutConstraint(constraint) => {
                let pod = without_constraint(&self.pod, &constraint);
                let decision = self.decision_after(&without_preemption(pod.clone()), |_| {})?;
                (Change::WithoutConstraint { pod: Rc::new(pod), constraint }, decision)
            }
            ChangeCandidate::NoDeviceTaint(slice) => {
                self.slices[slice].without_taint(&|slice| self.decision_after_slice(slice))?
            }
            ChangeCandidate::MoreDevices { slice, count } => {
                self.slices[slice].with_more_devices(count, &|slice| self.decision_after_slice(slice))?
            }
            ChangeCandidate::SmallerRequest(shortage) => self.try_smaller_request(shortage)?,
            ChangeCandidate::OneFewer(at) => {
                let (node, removed_pod) = &self.cluster.bound_pods[at];
                let decision = self.decision_after(&self.fitting_pod, |snapshot_ctx| {
                    if let Some(ix) = snapshot_ctx.snapshot.index(node) {
                        snapshot_ctx.snapshot.remove_pod(ix, &removed_pod.metadata.uid);
                    }
                })?;
                (Change::OneFewer { pod: removed_pod.key(), node: node.clone() }, decision)
            }
            ChangeCandidate::HigherPriority(level) => {
                let mut higher = (*self.pod).clone();
                higher.spec.priority = Some(level.checked_add(1)?);
                higher.spec.priority_class_name = Str::default();
                let decision = self.cluster.decide_in(&self.snapshot_ctx, &higher, None, &mut Silent)?;
                (Change::HigherPriority(Rc::new(higher)), decision)
            }
            ChangeCandidate::AnotherNode(template) => self.try_another_node(&template)?,
        };
        Some(ChangeProposal { change: Some(change), decision })
    }

    fn decision_after_slice(&self, slice: &api::devices::DeviceRecord) -> Option<TrialDecision> {
        let claims = self.cluster.objects.claims.as_ref()?;
        let claims = claims.with_object(claims.read_record(slice)?);
        self.decision_after(&self.fitting_pod, |snapshot_ctx| snapshot_ctx.objects.claims = Some(claims))
    }

    fn try_smaller_request(&self, shortage: NodeShortage) -> Option<(Change, TrialDecision)> {
        let NodeShortage { missing, resource, .. } = shortage;
        let mut smaller = (*self.pod).clone();
        let amount = |container: &api::Container| resource.amount_in(requests_of(container));
        let container = smaller.spec.containers.iter_mut().max_by_key(|container| amount(container))?;
        if amount(container) <= missing {
            return None;
        }
        add_amount(&mut container.resources.requests, &resource, -missing);
        let fitting_pod = Pod { spec: smaller.spec.clone(), ..self.fitting_pod.clone() };
        let fitting_pod = without_preemption(fitting_pod);
        let decision = self.decision_after(&fitting_pod, |_| {})?;
        Some((Change::SmallerRequest { pod: Rc::new(smaller), resource, by: missing }, decision))
    }

    fn try_another_node(&self, template: &Node) -> Option<(Change, TrialDecision)> {
        let node = Rc::new(copy_of_node(template));
        let decision = self.decision_after(&self.fitting_pod, |snapshot_ctx| {
            snapshot_ctx.snapshot.add_node(Rc::clone(&node));
            let nodes = self.cluster.nodes.iter().chain([&node]);
            snapshot_ctx.order = self.cluster.node_order(nodes, &snapshot_ctx.snapshot);
        })?;
        Some((Change::AnotherNode(node), decision))
    }
}

fn requests_of(container: &api::Container) -> &ResourceList {
    &container.resources.requests
}

fn without_preemption(mut pod: Pod) -> Pod {
    pod.spec.preemption_policy = Some(PreemptionPolicy::Never);
    pod
}

/// Whether a DaemonSet or the kubelet would recreate the pod on its node, so that deleting it gains nothing.
pub(super) fn belongs_to_node(pod: &Pod) -> bool {
    let owner = pod.metadata.controller();
    pod.is_mirror() || owner.is_some_and(|owner| owner.workload() == Some(WorkloadKind::DaemonSet))
}

/// A copy of a node with a new name, without taints and schedulable.
pub(super) fn copy_of_node(template: &Node) -> Node {
    let mut node = template.clone();
    node.metadata.name = format!("{}-copy", template.metadata.name).into();
    node.metadata.uid = Str::default();
    node.metadata.labels.insert("kubernetes.io/hostname".into(), node.metadata.name.clone());
    node.spec.unschedulable = false;
    node.spec.taints.retain(|taint| !taint.key.starts_with("node.kubernetes.io/"));
    node
}

/// The nodes that lack a single resource, the smallest shortage first.
fn single_shortages(attempt: &Attempt, node_index: &dyn Fn(usize) -> Option<usize>) -> Vec<NodeShortage> {
    let mut shortages: Vec<NodeShortage> = attempt
        .filter
        .iter()
        .filter_map(|record| match record.failed.first()?.1.reasons.as_slice() {
            [Reason::Insufficient { resource, requested, used, capacity }] => {
                let missing = requested - (capacity - used);
                let (rank, node) = (record.node, node_index(record.node)?);
                Some(NodeShortage { missing, resource: resource.clone(), rank, node })
            }
            _ => None,
        })
        .collect();
    shortages.sort();
    shortages
}

/// Computes what would help: tries changes, and follows the run with each one that helps.
pub(super) struct HelpTask {
    search: ChangeSearch,
    pod_key: NamespacedName,
    /// The virtual time at which a change is made.
    change_time: api::Millis,
    /// Changes that help, whose runs have not been followed yet.
    proposals: VecDeque<(ChangeKind, ChangeProposal)>,
    followed_run: Option<(ChangeKind, ChangeProposal, OutcomeRun)>,
    helpful: Vec<(ChangeKind, HelpfulChange)>,
}

impl HelpTask {
    pub(super) fn new(search: ChangeSearch, pod_key: NamespacedName, change_time: api::Millis) -> Self {
        Self { search, pod_key, change_time, proposals: VecDeque::new(), followed_run: None, helpful: Vec::new() }
    }

    /// Advances the followed run, or starts the next one.
    fn follow(&mut self, run: &ActiveRun) {
        if let Some((kind, proposal, mut outcome_run)) = self.followed_run.take() {
            match outcome_run.step() {
                Some(outcome) => {
                    let ChangeProposal { change, decision } = proposal;
                    self.helpful.push((kind, HelpfulChange { change, decision, outcome, group: None }));
                    self.helpful.sort_by_key(|(kind, _)| *kind);
                }
                None => self.followed_run = Some((kind, proposal, outcome_run)),
            }
        } else if let Some((kind, proposal)) = self.proposals.pop_front() {
            let claims = run.objects.claims.as_deref();
            let actions = actions_of_change(&self.pod_key, proposal.change.as_ref(), claims);
            let forked = run.replay.borrow().fork_at(self.change_time, actions);
            let outcome_run =
                OutcomeRun::new(forked, self.change_time, self.pod_key.clone(), proposal.decision.node().clone());
            self.followed_run = Some((kind, proposal, outcome_run));
        }
    }
}

impl AnswerTask for HelpTask {
    fn advance(&mut self, run: &ActiveRun) -> bool {
        if self.followed_run.is_some() || !self.proposals.is_empty() {
            self.follow(run);
        } else {
            self.proposals.extend(self.search.advance());
        }
        self.search.is_over() && self.followed_run.is_none() && self.proposals.is_empty()
    }

    fn progress(&self) -> AnswerProgress {
        let (done, remaining) = (self.search.try_count, self.search.remaining());
        AnswerProgress { done, total: (done + remaining).max(1) }
    }

    fn answer(&mut self) -> Option<Answer> {
        let changes = self.helpful.iter().map(|(_, helpful)| helpful.clone()).collect();
        Some(Answer::Help(Help { changes, undecided_count: 0 }))
    }
}

impl ChangeSearch {
    /// The smallest change of each kind that helps.
    #[cfg(test)]
    pub(super) fn find_changes(mut self) -> Vec<ChangeProposal> {
        let mut proposals = Vec::new();
        while !self.is_over() {
            proposals.extend(self.advance());
        }
        proposals.sort_by_key(|(kind, _)| *kind);
        proposals.into_iter().map(|(_, proposal)| proposal).collect()
    }
}
