//! Changes that would let a member of a pod group start. Each change is tried in a run of its own, in which the whole group is scheduled. Only
//! outcomes of such runs are reported.
//!
//! A group can't be changed once it exists, and neither can the feature gates of a running cluster, so such a change is tried in a run from the
//! start. Other changes are made at the moment of the question.

use std::{cmp::Reverse, collections::VecDeque, rc::Rc};

use api::{ApiObject, FeatureGates, Kind, Millis, NamespacedName, Node, PodGroup, Set, Str, resources::Resource};
use protocol::{Answer, AnswerProgress, Change, Extent, GroupOutcome, Help, HelpfulChange, RunOutcome, TrialDecision};
use runlog::EventKind;
use simulation::{ClusterAction, Scenario, Simulation};
use trace::{Frame, PodView};

use super::{
    active_runs::ActiveRun,
    add_amount,
    answer_task::AnswerTask,
    followed_run::{FollowedRun, FollowedStep},
    help_search::{belongs_to_node, copy_of_node},
    load,
    outcome::actions_of_change,
};

/// The largest number of tries for a kind of change.
const MAX_TRIES: usize = 24;
/// The largest number of events of a run that are followed.
const MAX_EVENTS: usize = 20_000;
/// Members that are bound within this time after the pod count as bound together with it.
const SETTLES_AFTER: Millis = Millis::new(1000);

/// Kinds of changes, in the order in which they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum GroupChangeKind {
    Nothing,
    MoreRoom,
    LowerMinimum,
    OneFewer,
    HigherClass,
    AnotherNode,
    GatesOff,
}

/// Changes of one kind, the smallest first; `None` is no change.
type Candidates = VecDeque<Option<Change>>;

/// Computes what would help a member of a group.
pub(super) struct GroupHelpTask {
    pod: NamespacedName,
    members: Set<NamespacedName>,
    /// Members that already had a node.
    bound_members: Set<NamespacedName>,
    /// The virtual time at which a change is made.
    change_time: Millis,
    /// When the pod is bound if nothing is changed.
    bound_anyway: Option<Millis>,
    candidates: VecDeque<(GroupChangeKind, Candidates)>,
    trial: Option<PendingTrial>,
    try_count: usize,
    /// The number of changes whose runs were given up.
    undecided_count: usize,
    helpful: Vec<(GroupChangeKind, HelpfulChange)>,
}

/// A change that is being tried, and the ones to try if it does not help.
struct PendingTrial {
    kind: GroupChangeKind,
    change: Option<Change>,
    others: Candidates,
    run: GroupTrial,
}

/// A run in which a change was made.
struct GroupTrial {
    run: FollowedRun,
    /// The time of the change; 0 in a run from the start.
    from: Millis,
    bound_members: Set<NamespacedName>,
    /// The node and the time at which the pod was bound.
    bound_pod: Option<(Str, Millis)>,
    now: Millis,
    is_undecided: bool,
}

impl GroupHelpTask {
    pub(super) fn new(frame: &Frame, pod: &NamespacedName, group: &NamespacedName, change_time: Millis) -> Self {
        let views = frame.pods.iter().filter(|(_, view)| !view.phase.is_over());
        let members = views.filter(|(_, view)| view.pod.group_key().as_ref() == Some(group));
        let with_node = members.clone().filter(|(_, view)| view.node.is_some());
        Self {
            pod: pod.clone(),
            members: members.clone().map(|(key, _)| key.clone()).collect(),
            bound_members: with_node.map(|(key, _)| key.clone()).collect(),
            change_time,
            bound_anyway: None,
            candidates: list_candidates(frame, group),
            trial: None,
            try_count: 0,
            undecided_count: 0,
            helpful: Vec::new(),
        }
    }

    /// Starts to try the next change. A change that doesn't apply to the run is skipped.
    fn begin_trial(&mut self, run: &ActiveRun) {
        let Some((kind, mut others)) = self.candidates.pop_front() else { return };
        let Some(change) = others.pop_front() else { return };
        let trial = match &change {
            Some(Change::LowerMinimum { .. } | Change::HigherClass { .. } | Change::GatesOff) => {
                let scenario = change.as_ref().and_then(|change| changed_scenario(run, change));
                scenario.map(|scenario| (Simulation::new(scenario), Millis::ZERO, Set::new()))
            }
            change => {
                let actions = actions_of_change(&self.pod, change.as_ref(), run.objects.claims.as_deref());
                let forked = run.replay.borrow().fork_at(self.change_time, actions);
                Some((forked, self.change_time, self.bound_members.clone()))
            }
        };
        self.try_count += 1;
        self.trial = trial.map(|(run, from, bound_members)| {
            let run = FollowedRun::new(run, from, MAX_EVENTS);
            let run = GroupTrial { run, from, bound_members, bound_pod: None, now: Millis::ZERO, is_undecided: false };
            PendingTrial { kind, change, others, run }
        });
    }

    fn end_trial(&mut self, trial: PendingTrial) {
        let PendingTrial { kind, change, others, run } = trial;
        let helps = |at: Millis| self.bound_anyway.is_none_or(|anyway| at < anyway);
        let Some((node, at)) = run.bound_pod.filter(|(_, at)| helps(*at)) else {
            self.undecided_count += usize::from(run.is_undecided);
            if !others.is_empty() {
                self.candidates.push_back((kind, others));
            }
            return;
        };
        if change.is_none() {
            self.bound_anyway = Some(at);
        }
        let is_from_start = run.from.is_zero();
        let group = GroupOutcome { bound: run.bound_members.len(), members: self.members.len(), is_from_start };
        let outcome = RunOutcome::Bound { node: node.clone(), after: at - run.from };
        self.helpful
            .push((kind, HelpfulChange { change, decision: TrialDecision::Fits(node), outcome, group: Some(group) }));
        self.helpful.sort_by_key(|(kind, _)| *kind);
    }
}

impl GroupTrial {
    /// Advances the run by a step; returns whether the outcome is known.
    fn step(&mut self, pod: &NamespacedName, members: &Set<NamespacedName>) -> bool {
        let events = match self.run.step() {
            FollowedStep::Events(events) => events,
            FollowedStep::Stopped(extent) => {
                self.is_undecided = extent != Extent::ToEnd && self.bound_pod.is_none();
                return true;
            }
        };
        for event in events {
            self.now = event.at;
            if let EventKind::Bound { pod: bound_pod, node } = event.what
                && members.contains(&bound_pod)
            {
                if bound_pod == *pod && self.bound_pod.is_none() {
                    self.bound_pod = Some((node, event.at));
                }
                self.bound_members.insert(bound_pod);
            }
        }
        let has_settled =
            |(_, at): &(Str, Millis)| self.bound_members.len() == members.len() || self.now > *at + SETTLES_AFTER;
        self.bound_pod.as_ref().is_some_and(has_settled)
    }
}

impl AnswerTask for GroupHelpTask {
    fn advance(&mut self, run: &ActiveRun) -> bool {
        match self.trial.take() {
            Some(mut trial) => match trial.run.step(&self.pod, &self.members) {
                true => self.end_trial(trial),
                false => self.trial = Some(trial),
            },
            None => self.begin_trial(run),
        }
        self.trial.is_none() && self.candidates.is_empty()
    }

    fn progress(&self) -> AnswerProgress {
        let pending = self.trial.as_ref().map_or(0, |trial| trial.others.len());
        let remaining = pending + self.candidates.iter().map(|(_, others)| others.len()).sum::<usize>();
        AnswerProgress { done: self.try_count, total: (self.try_count + remaining).max(1) }
    }

    fn answer(&mut self) -> Option<Answer> {
        let changes = self.helpful.iter().map(|(_, helpful)| helpful.clone()).collect();
        Some(Answer::Help(Help { changes, undecided_count: self.undecided_count }))
    }
}

/// Changes that may help. No change is tried first: a change helps only if the pod is bound earlier than without one.
fn list_candidates(frame: &Frame, group: &NamespacedName) -> VecDeque<(GroupChangeKind, Candidates)> {
    let pod_group = frame.pod_groups.get(group);
    let minimum = pod_group.and_then(|pod_group| pod_group.min_count()).unwrap_or(0);
    let lower = (1..minimum).rev().map(|min_count| Change::LowerMinimum { group: group.clone(), min_count });
    let mut others: Vec<_> = frame
        .pods
        .iter()
        .filter(|(_, view)| !view.phase.is_over() && view.pod.group_key().as_ref() != Some(group))
        .filter(|(_, view)| !belongs_to_node(&view.pod))
        .filter_map(|(key, view)| {
            Some((view.pod.priority(), Change::OneFewer { pod: key.clone(), node: view.node.clone()? }))
        })
        .collect();
    others.sort_by_key(|(priority, _)| *priority);
    let group_priority = pod_group.map_or(0, |pod_group| pod_group.priority());
    let mut classes: Vec<(i32, Str)> = frame
        .classes
        .values()
        .filter(|class| class.value > group_priority && pod_group.is_some())
        .map(|class| (class.value, class.metadata.name.clone()))
        .collect();
    classes.sort();
    let classes = classes.into_iter().map(|(value, class)| Change::HigherClass { group: group.clone(), class, value });
    let mut templates: Vec<&Rc<Node>> =
        frame.node_order.iter().filter_map(|name| frame.nodes.get(name)).map(|view| &view.node).collect();
    templates
        .dedup_by_key(|node| (node.status.allocatable.clone(), node.metadata.labels.len(), node.spec.taints.clone()));
    let nodes = templates.into_iter().map(|node| Change::AnotherNode(Rc::new(copy_of_node(node))));
    let some = |changes: &mut dyn Iterator<Item = Change>| changes.take(MAX_TRIES).map(Some).collect::<Candidates>();
    let kinds = [
        (GroupChangeKind::Nothing, Candidates::from([None])),
        (GroupChangeKind::MoreRoom, some(&mut list_rooms(frame, group, minimum).into_iter())),
        (GroupChangeKind::LowerMinimum, some(&mut { lower })),
        (GroupChangeKind::OneFewer, some(&mut others.into_iter().map(|(_, change)| change))),
        (GroupChangeKind::HigherClass, some(&mut { classes })),
        (GroupChangeKind::AnotherNode, some(&mut { nodes })),
        (GroupChangeKind::GatesOff, Candidates::from([Some(Change::GatesOff)])),
    ];
    kinds.into_iter().filter(|(_, candidates)| !candidates.is_empty()).collect()
}

/// Additional allocatable resources on single nodes: what the smallest waiting members lack there, for at most as many members as the minimum
/// requires. The smallest first.
fn list_rooms(frame: &Frame, group: &NamespacedName, minimum: usize) -> Vec<Change> {
    let is_member = |view: &&Rc<PodView>| !view.phase.is_over() && view.pod.group_key().as_ref() == Some(group);
    let (bound, waiting): (Vec<_>, Vec<_>) =
        frame.pods.values().filter(is_member).partition(|view| view.node.is_some());
    let lacking = minimum.saturating_sub(bound.len()).clamp(1, waiting.len().max(1));
    let mut rooms = Vec::new();
    for (rank, node) in frame.node_order.iter().filter_map(|name| frame.nodes.get(name)).enumerate() {
        for resource in [&Resource::Cpu, &Resource::Memory] {
            let mut requests: Vec<i64> = waiting.iter().map(|view| view.amount_of(resource)).collect();
            requests.sort_unstable_by_key(|amount| Reverse(*amount));
            let standing = node.pods().filter_map(|pod| frame.pods.get(pod));
            let sum = |amounts: &mut dyn Iterator<Item = i64>| amounts.fold(0, i64::saturating_add);
            let used = sum(&mut standing.map(|view| view.amount_of(resource)));
            let free = resource.amount_in(&node.node.status.allocatable).saturating_sub(used);
            let missing = (1..=lacking)
                .map(|count| sum(&mut requests.iter().take(count).copied()).saturating_sub(free))
                .filter(|missing| *missing > 0);
            rooms.extend(missing.map(|missing| (missing, resource, rank, &node.node)));
        }
    }
    rooms.sort_unstable_by_key(|(missing, resource, rank, _)| (*missing, *resource, *rank));
    rooms.dedup_by_key(|(missing, resource, rank, _)| (*missing, *resource, *rank));
    let change = |(missing, resource, _, node): (i64, &Resource, usize, &Rc<Node>)| {
        let mut node = Node::clone(node);
        add_amount(&mut node.status.allocatable, resource, missing);
        Change::MoreRoom { node: Rc::new(node), resource: resource.clone(), by: missing }
    };
    rooms.into_iter().map(change).collect()
}

/// The scenario of a run with groups, parsed again from its manifest.
pub(super) fn source_scenario(run: &ActiveRun) -> Option<Scenario> {
    let source = run.group_source.as_ref()?;
    let manifest = load::load_manifest(&source.text, source.release).ok()?;
    let claims = run.objects.claims.clone();
    let (_, scenario) = load::from_manifest(manifest, source.release.chosen.is_some(), claims).ok()?;
    Some(scenario)
}

/// The scenario with a change; `None` if the change doesn't apply to it.
fn changed_scenario(run: &ActiveRun, change: &Change) -> Option<Scenario> {
    let mut scenario = source_scenario(run)?;
    let is_changed = match change {
        Change::LowerMinimum { group, min_count } => {
            let min_count = i32::try_from(*min_count).ok()?;
            change_group(&mut scenario, group, |pod_group| match &mut pod_group.spec.scheduling_policy.gang {
                Some(gang) => {
                    gang.min_count = min_count;
                    true
                }
                None => false,
            })
        }
        Change::HigherClass { group, class, value } if scenario.gates.workload_aware_preemption => {
            change_group(&mut scenario, group, |pod_group| {
                pod_group.spec.priority_class_name = class.clone();
                pod_group.spec.priority = Some(*value);
                true
            })
        }
        Change::GatesOff => {
            turn_off_gates(&mut scenario);
            true
        }
        _ => false,
    };
    is_changed.then_some(scenario)
}

/// Changes a group that exists at the start or that the script creates; returns whether there is one.
fn change_group(
    scenario: &mut Scenario,
    group: &NamespacedName,
    mut change: impl FnMut(&mut PodGroup) -> bool,
) -> bool {
    let created = scenario.script.iter_mut().filter_map(|(_, action)| match action {
        ClusterAction::Create(ApiObject::PodGroup(pod_group))
        | ClusterAction::Apply(ApiObject::PodGroup(pod_group), _) => Some(&mut **pod_group),
        _ => None,
    });
    let groups = scenario.pod_groups.iter_mut().chain(created).filter(|pod_group| pod_group.key() == *group);
    let mut is_changed = false;
    for pod_group in groups {
        is_changed |= change(pod_group);
    }
    is_changed
}

/// Turns off the feature gates of groups: the groups and the fields that refer to them are dropped.
fn turn_off_gates(scenario: &mut Scenario) {
    scenario.gates = FeatureGates::default();
    scenario.pod_groups.clear();
    scenario.gang_workloads.clear();
    for pod in &mut scenario.pods {
        pod.spec.scheduling_group = None;
    }
    for (_, workload) in &mut scenario.workloads {
        workload.spec.template.spec.scheduling_group = None;
    }
    scenario.script.retain_mut(|(_, action)| match action {
        ClusterAction::Create(object) | ClusterAction::Apply(object, _) => {
            if let ApiObject::Pod(pod) = object {
                pod.spec.scheduling_group = None;
            }
            !matches!(object, ApiObject::PodGroup(_) | ApiObject::Workload(_))
        }
        ClusterAction::Delete(key) => !matches!(key.kind, Kind::PodGroup | Kind::Workload),
        _ => true,
    });
}
