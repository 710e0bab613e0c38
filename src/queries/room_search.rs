//! Who gets the room that the victims of a pod group free? Two runs answer that: one without the actions that the script performs from this moment
//! on, and one with a rival of higher priority, either from the script or one that requests all that becomes free on a node.

use std::{collections::VecDeque, rc::Rc};

use api::{ApiObject, Millis, NamespacedName, Pod, PreemptionPolicy, PriorityClass, Set, Str, resources::Resource};
use protocol::{Answer, AnswerProgress, Extent, GroupRetry, Rival, RoomBranch, copy_pod};
use runlog::{Deletion, EventKind, GroupAttemptSummary, GroupStatus, Preemptor};
use simulation::{ClusterAction, Simulation};
use trace::{Frame, PodView};

use super::{
    active_runs::ActiveRun,
    add_amount,
    answer_task::AnswerTask,
    followed_run::{FollowedRun, FollowedStep},
    group_help::source_scenario,
};

/// The largest number of events of a run that are followed.
const MAX_EVENTS: usize = 20_000;
/// Members that are bound within this time after the group's cycle count as bound by it.
const SETTLES_AFTER: Millis = Millis::new(1000);

/// Computes who gets the room.
pub(super) struct RoomSearch {
    group: NamespacedName,
    pending: VecDeque<BranchRun>,
    branch_count: usize,
    branches: Vec<RoomBranch>,
}

/// A run that is followed until the group has been tried again.
struct BranchRun {
    run: FollowedRun,
    branch: RoomBranch,
    members: Set<NamespacedName>,
    /// Victims that still exist.
    victims: Set<NamespacedName>,
    /// The victims of members' attempts in the current cycle.
    attempt_victims: Vec<NamespacedName>,
}

impl RoomSearch {
    /// `None` if the group waits for no victim.
    pub(super) fn new(run: &ActiveRun, frame: &Frame, group: &NamespacedName, from: Millis) -> Option<Self> {
        let victims: Set<NamespacedName> = frame
            .pods
            .iter()
            .filter(|(_, view)| is_evicted_for(frame, view, group))
            .map(|(key, _)| key.clone())
            .collect();
        if victims.is_empty() {
            return None;
        }
        let mut scenario = source_scenario(run)?;
        let member_keys: Set<NamespacedName> = frame
            .pods
            .iter()
            .filter(|(_, view)| view.pod.group_key().as_ref() == Some(group))
            .map(|(key, _)| key.clone())
            .collect();
        let is_member = |view: &&Rc<PodView>| !view.phase.is_over() && view.pod.group_key().as_ref() == Some(group);
        let members: Vec<&Rc<PodView>> = frame.pods.values().filter(is_member).collect();
        let group_priority = frame.pod_groups.get(group).map_or(0, |pod_group| pod_group.priority());
        let highest = members.iter().map(|view| view.pod.priority()).max()?.max(group_priority);
        let later_rival = scenario.script.iter().filter(|(at, _)| *at >= from).find_map(|(_, action)| match action {
            ClusterAction::Create(ApiObject::Pod(pod)) if pod.priority() > highest => Some((**pod).clone()),
            _ => None,
        });
        // A run from the start, because a fork does not keep the summaries of earlier group cycles.
        let mut rivalled = source_scenario(run)?;
        let rival = if let Some(pod) = later_rival {
            Some(build_rival(&pod, true))
        } else {
            let waiting = members.iter().find(|view| view.node.is_none()).map(|view| &view.pod);
            waiting.and_then(|pod| invent_rival(frame, pod, highest, &victims)).map(|pod| {
                let rival = build_rival(&pod, false);
                rivalled.script.push((from, ClusterAction::create_pod(pod)));
                rival
            })
        };
        scenario.script.retain(|(at, action)| *at < from || !creates_pods(action));
        let mut runs = vec![(None, Simulation::new(scenario))];
        runs.extend(rival.map(|rival| (Some(rival), Simulation::new(rivalled))));
        let branch_run = |(rival, run): (Option<Rival>, Simulation)| BranchRun {
            run: FollowedRun::new(run, from, MAX_EVENTS),
            branch: RoomBranch { rival, retry: None, extent: Extent::default() },
            members: member_keys.clone(),
            victims: victims.clone(),
            attempt_victims: Vec::new(),
        };
        let pending: VecDeque<BranchRun> = runs.into_iter().map(branch_run).collect();
        let branch_count = pending.len();
        Some(Self { group: group.clone(), pending, branch_count, branches: Vec::new() })
    }
}

/// Whether a pod is evicted for a group or for one of its members.
fn is_evicted_for(frame: &Frame, view: &PodView, group: &NamespacedName) -> bool {
    match view.deletion.as_ref().and_then(Deletion::preemptor) {
        Some(Preemptor::Group(other)) => other == group,
        Some(Preemptor::Pod(pod)) => frame.pods.get(pod).and_then(|view| view.pod.group_key()).as_ref() == Some(group),
        None => false,
    }
}

/// Whether an action creates pods, or workloads that create them.
fn creates_pods(action: &ClusterAction) -> bool {
    match action {
        ClusterAction::Create(object) | ClusterAction::Apply(object, _) => {
            matches!(object, ApiObject::Pod(_)) || object.workload().is_some()
        }
        ClusterAction::Scale(..) => true,
        _ => false,
    }
}

fn build_rival(pod: &Pod, is_in_run: bool) -> Rival {
    let requests = pod.spec.containers.iter().map(|container| Resource::Cpu.amount_in(&container.resources.requests));
    Rival {
        pod: pod.key(),
        priority: pod.priority(),
        milli_cpu: requests.fold(0, i64::saturating_add),
        is_in_run,
        node: None,
    }
}

/// A pod of the lowest class above the group and its members. It requests all CPU that is free on the best node once the victims are gone, and
/// preempts nothing. `None` if there is no such class.
fn invent_rival(frame: &Frame, like: &Pod, highest: i32, victims: &Set<NamespacedName>) -> Option<Pod> {
    let class: &PriorityClass =
        frame.classes.values().filter(|class| class.value > highest).min_by_key(|class| class.value)?;
    let free_cpu = |name: &Str| {
        let node = frame.nodes.get(name)?;
        let remaining = node.pods().filter(|pod| !victims.contains(*pod)).filter_map(|pod| frame.pods.get(pod));
        let used = remaining.map(|view| view.amount_of(&Resource::Cpu)).fold(0, i64::saturating_add);
        Some(Resource::Cpu.amount_in(&node.node.status.allocatable).saturating_sub(used))
    };
    let nodes = victims.iter().filter_map(|pod| frame.pods.get(pod)?.node.as_ref());
    let free = nodes.filter_map(free_cpu).max().filter(|free| *free > 0)?;
    let mut pod = copy_pod(like, Some(class), |key| frame.pods.contains_key(key));
    pod.metadata.owner_references.clear();
    pod.spec.scheduling_group = None;
    pod.spec.preemption_policy = Some(PreemptionPolicy::Never);
    pod.spec.containers.truncate(1);
    let requests = &mut pod.spec.containers.first_mut()?.resources.requests;
    let surplus = free.saturating_sub(Resource::Cpu.amount_in(requests));
    add_amount(requests, &Resource::Cpu, surplus);
    Some(pod)
}

impl BranchRun {
    /// Advances by a step; returns whether the outcome is known.
    fn step(&mut self, group: &NamespacedName) -> bool {
        let events = match self.run.step() {
            FollowedStep::Events(events) => events,
            FollowedStep::Stopped(extent) => {
                self.branch.extent = extent;
                return true;
            }
        };
        for event in events {
            if let Some(retry) = &self.branch.retry
                && event.at > retry.at + SETTLES_AFTER
            {
                return true;
            }
            match event.what {
                EventKind::PodRemoved(pod) => drop(self.victims.remove(&pod)),
                EventKind::Assumed { pod, node } => self.note_rival(&pod, node),
                EventKind::Bound { pod, node } => self.note_binding(pod, node),
                EventKind::GroupPopped { .. } => self.attempt_victims.clear(),
                EventKind::Attempted(attempt) => {
                    self.attempt_victims.extend(attempt.room().iter().flat_map(|room| room.victims.iter().cloned()));
                }
                EventKind::GroupAttempted(summary)
                    if summary.group == *group && self.victims.is_empty() && self.branch.retry.is_none() =>
                {
                    let retry = self.build_retry(&summary, event.at);
                    let is_over = summary.status != GroupStatus::Success;
                    self.branch.retry = Some(retry);
                    if is_over {
                        return true;
                    }
                }
                _ => {}
            }
        }
        let has_settled = |retry: &GroupRetry| retry.bound.len() >= retry.placed;
        self.branch.retry.as_ref().is_some_and(has_settled)
    }

    fn build_retry(&self, summary: &GroupAttemptSummary, at: Millis) -> GroupRetry {
        let units = summary
            .preemption
            .iter()
            .flat_map(|preemption| preemption.victims.iter().filter_map(|unit| preemption.potential.get(*unit)));
        let mut victims: Vec<NamespacedName> = units.flat_map(|unit| unit.pods.iter().cloned()).collect();
        victims.extend(self.attempt_victims.iter().cloned());
        let placed = summary.members.iter().filter(|member| member.node.is_some()).count();
        GroupRetry { at, placed, members: summary.members.len(), bound: Vec::new(), victims }
    }

    /// Records the rival's node if it is assumed there before the group is tried. Its binding may take longer.
    fn note_rival(&mut self, pod: &NamespacedName, node: Str) {
        let rival = self.branch.rival.as_mut().filter(|rival| rival.pod == *pod);
        if let Some(rival) = rival.filter(|_| self.branch.retry.is_none()) {
            rival.node = Some(node);
        }
    }

    /// Records a member that is bound after the cycle.
    fn note_binding(&mut self, pod: NamespacedName, node: Str) {
        if let Some(retry) = self.branch.retry.as_mut().filter(|_| self.members.contains(&pod)) {
            retry.bound.push((pod, node));
        }
    }
}

impl AnswerTask for RoomSearch {
    fn advance(&mut self, _: &ActiveRun) -> bool {
        if let Some(branch_run) = self.pending.front_mut()
            && branch_run.step(&self.group)
            && let Some(branch_run) = self.pending.pop_front()
        {
            self.branches.push(branch_run.branch);
        }
        self.pending.is_empty()
    }

    fn progress(&self) -> AnswerProgress {
        AnswerProgress { done: self.branches.len(), total: self.branch_count.max(1) }
    }

    fn answer(&mut self) -> Option<Answer> {
        self.pending.is_empty().then(|| Answer::Room(self.branches.clone()))
    }
}
