//! Schedules the members of a group one after the other, on one snapshot: a member that gets a node is assumed there
//! for those after it. All of it is reverted at the end.
//!
//! Upstream: `podGroupSchedulingDefaultAlgorithm`, `podGroupPodSchedulingAlgorithm`.

use std::rc::Rc;

use api::{NamespacedName, ObjectMeta, Pod, Str};
use runlog::{
    Attempt, AttemptOutcome, Code, GroupMessage, GroupRun, GroupStatus, MemberRecord, NodeIx, PermitCode, PermitRecord,
    Silent, UpstreamMessage,
};

use super::{
    registry::GroupRegistry,
    reservations::{CycleObjects, reservation_record},
    state::GroupState,
};
use crate::{
    binding::{self, PermitResult, Reservations},
    cluster::{Objects, PodInfo, Snapshot},
    context::{Context, RecordDepth},
    cycle::{ScheduleResult, SchedulingFailure, schedule_pod},
    framework::{
        Chooser, CycleCtx, ExtenderWait, GroupQuorum, MemberCtx, Nomination, Nominator, Placement, PreemptionPlan,
        Profile,
    },
};

/// The input of a group's cycle.
#[derive(Clone, Copy)]
pub struct GroupCtx<'c> {
    /// The group's name; the group need not exist.
    pub group: &'c NamespacedName,
    /// Its unscheduled members, in the order in which they are tried.
    pub members: &'c [Rc<PodInfo>],
    pub profile: &'c Profile,
    /// Index of the profile among those of the run.
    pub profile_index: usize,
    pub snapshot: &'c Snapshot,
    pub objects: &'c Objects,
    pub nominator: &'c Nominator,
    pub registry: &'c GroupRegistry,
    /// The nodes to evaluate, in this order.
    pub order: &'c [NodeIx],
    pub extender_wait: &'c ExtenderWait,
    /// How much of the members' own cycles is recorded; `None` in simulations.
    pub record_depth: Option<RecordDepth>,
}

impl GroupCtx<'_> {
    /// Renders a message in the release's wording.
    pub(super) fn render(&self, message: GroupMessage<'_>) -> Str {
        UpstreamMessage::Group(message).render_with(self.profile.wording)
    }
}

/// The outcome of a member in a run over all members.
pub(super) struct MemberResult {
    /// The node on which it was assumed in the run.
    pub node: Option<NodeIx>,
    /// Why the member cannot be scheduled, or not yet; `None` if it can be.
    pub failure: Option<SchedulingFailure>,
    /// What its own preemption has to do to make room.
    pub plan: Option<PreemptionPlan>,
    /// What plugins reserved for it until the run ended.
    pub reserved: Reservations,
    /// The result of `Permit`, if that allows the member or makes it wait.
    pub permit: Option<PermitRecord>,
}

impl MemberResult {
    fn failed(failure: SchedulingFailure) -> Self {
        Self { node: None, failure: Some(failure), plan: None, reserved: Reservations::new(), permit: None }
    }

    pub(super) fn requires_preemption(&self) -> bool {
        self.failure.is_some() && self.node.is_some()
    }
}

/// The result of a run over all members.
pub(super) struct RunResult {
    pub members: Vec<MemberResult>,
    /// The recorded outcomes of the members.
    pub record: GroupRun,
    /// The status of the group, which with placements depends on more than one run.
    pub status: GroupStatus,
    pub is_waiting: bool,
}

impl RunResult {
    /// Creates the result of a run in which no member was tried.
    pub(super) fn without_members(status: GroupStatus) -> Self {
        let record = GroupRun { members: Vec::new(), status: status.clone(), is_waiting: false };
        Self { members: Vec::new(), record, status, is_waiting: false }
    }

    /// Whether the group can start, now or after victims have terminated.
    pub(super) fn is_successful(&self) -> bool {
        self.status == GroupStatus::Success || self.is_waiting
    }
}

/// Whether `PostFilter` runs for members that are not schedulable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunMode {
    /// In the cycle itself: `PostFilter` runs, and everything is recorded.
    Real,
    /// Inside preemption for the whole group: `PostFilter` is skipped.
    Simulated,
}

/// The cluster with the changes of a group's cycle, which are discarded at its end.
pub(super) struct CycleState<'c> {
    pub ctx: GroupCtx<'c>,
    pub snapshot: Snapshot,
    nominator: Nominator,
    pub members: GroupState,
    pub objects: CycleObjects,
}

impl<'c> CycleState<'c> {
    pub(super) fn new(ctx: GroupCtx<'c>) -> Self {
        let mut snapshot = ctx.snapshot.clone();
        snapshot.freeze_affinity_lists();
        let members = ctx.registry.state(ctx.group).cloned().unwrap_or_default();
        let mut nominator = ctx.nominator.clone();
        ctx.members.iter().for_each(|pod| nominator.replace(&hollow_pod(pod, ctx.profile)));
        Self { ctx, snapshot, nominator, members, objects: CycleObjects::default() }
    }

    /// Tries all members on these nodes. A member that gets a node, even if it needs preemption, is assumed there until
    /// all members are tried; then everything is reverted.
    pub(super) fn run(
        &mut self,
        nodes: &[NodeIx],
        mode: RunMode,
        next_start: &mut usize,
        chooser: &mut dyn Chooser,
    ) -> RunResult {
        let ctx = self.ctx;
        let mut status = GroupStatus::Unschedulable(ctx.render(GroupMessage::Unschedulable));
        let (mut is_waiting, mut requires_preemption) = (false, false);
        let mut result = RunResult::without_members(GroupStatus::Success);
        let mut assumed: Vec<(NodeIx, &Rc<PodInfo>)> = Vec::new();
        self.objects.begin_run(ctx.objects);
        for pod in ctx.members {
            let (member, record) = self.try_member(pod, nodes, mode, next_start, chooser);
            result.record.members.push(record);
            if let Some(failure) = member.failure.as_ref().filter(|_| member.node.is_none()) {
                let error = (failure.code == Code::Error).then(|| failure.message.clone());
                result.members.push(member);
                if let Some(error) = error {
                    status = GroupStatus::Error(ctx.render(GroupMessage::MemberError { error: &error }));
                    is_waiting = false;
                    break;
                }
                continue;
            }
            assumed.extend(member.node.map(|node| (node, pod)));
            requires_preemption |= member.requires_preemption();
            if member.permit.as_ref().is_some_and(|permit| permit.code == PermitCode::Success) {
                is_waiting = requires_preemption;
                status = if requires_preemption {
                    GroupStatus::Unschedulable(ctx.render(GroupMessage::AwaitsPreemption))
                } else {
                    GroupStatus::Success
                };
            }
            result.members.push(member);
        }
        for (node, pod) in assumed.into_iter().rev() {
            self.forget(node, pod);
        }
        result.members.iter().rev().for_each(|member| binding::run_unreserve(&member.reserved));
        (result.record.status, result.record.is_waiting) = (status.clone(), is_waiting);
        RunResult { status, is_waiting, ..result }
    }

    /// Assumes a member on a node, and removes its nomination.
    fn assume(&mut self, node: NodeIx, pod: &Rc<PodInfo>) {
        let name = self.snapshot.nodes()[node].name().clone();
        self.nominator.remove(pod.uid());
        self.snapshot.add_pod(node, Rc::clone(pod));
        self.members.assume(pod.uid(), &name);
    }

    /// Reverts [`Self::assume`].
    fn forget(&mut self, node: NodeIx, pod: &Rc<PodInfo>) {
        self.snapshot.remove_pod(node, pod.uid());
        self.members.forget(pod.uid());
        let nominated = &pod.pod.status.nominated_node_name;
        if !nominated.is_empty() {
            self.nominator.add(hollow_pod(pod, self.ctx.profile), nominated);
        }
    }

    /// Tries one member, and assumes it if it gets a node. Upstream: `podGroupPodSchedulingAlgorithm`.
    fn try_member(
        &mut self,
        pod: &Rc<PodInfo>,
        nodes: &[NodeIx],
        mode: RunMode,
        next_start: &mut usize,
        chooser: &mut dyn Chooser,
    ) -> (MemberResult, MemberRecord) {
        let ctx = self.ctx;
        chooser.begin_member(&pod.pod.key());
        let nominated = pod.pod.status.nominated_node_name.as_str();
        let group = ctx.registry.group(ctx.group).map(|group| &**group);
        let record_depth = ctx.record_depth.filter(|_| mode == RunMode::Real);
        let context = Context {
            profile: ctx.profile,
            pod,
            nominated_node: (!nominated.is_empty()).then_some(nominated),
            snapshot: &self.snapshot,
            objects: self.objects.current(ctx.objects),
            nominator: &self.nominator,
            order: Some(nodes),
            extender_wait: ctx.extender_wait,
            record_depth: record_depth.unwrap_or(RecordDepth::Summary),
            member: Some(MemberCtx { group, gates: ctx.registry.gates, skips_post_filter: mode == RunMode::Simulated }),
            weights: &[],
        };
        let mut attempt = Attempt { profile: ctx.profile_index, ..Attempt::default() };
        let result = match record_depth {
            Some(_) => schedule_pod(&context, next_start, chooser, &mut attempt),
            None => schedule_pod(&context, next_start, chooser, &mut Silent),
        };
        let mut ties = Vec::new();
        let member = match result {
            ScheduleResult::Scheduled { node, ties: tied } => {
                if ctx.record_depth.is_some() {
                    ties = tied.iter().map(|ix| self.snapshot.nodes()[*ix].name().clone()).collect();
                }
                self.assume_and_permit(pod, node, None)
            }
            ScheduleResult::Failed(mut failure) => {
                if let Some(claim) = failure.freed_claim.take() {
                    self.objects.free_claim(ctx.objects, claim);
                }
                match failure.preemption_plan.take() {
                    Some(plan) if failure.nomination == Nomination::Set => {
                        self.assume_and_permit(pod, plan.node, Some((failure, plan)))
                    }
                    plan => MemberResult { plan, ..MemberResult::failed(failure) },
                }
            }
        };
        if record_depth.is_none() {
            attempt = Attempt { outcome: AttemptOutcome::Open, ..Attempt::default() };
        }
        let node_name = member.node.map(|ix| self.snapshot.nodes()[ix].name().clone());
        // Its nominated node is tried first, and chosen if it is feasible.
        let is_nominated_node_taken = member.failure.is_none()
            && ctx.profile.cycle.tries_nominated_node_first
            && node_name.as_deref().is_some_and(|node| node == nominated);
        let record = MemberRecord {
            pod: pod.pod.key(),
            attempt: Rc::new(attempt),
            ties,
            is_nominated_node_taken,
            node: node_name,
            failure: member.failure.as_ref().map(|failure| (failure.code, failure.message.as_str().into())),
            requires_preemption: member.requires_preemption(),
            reservation: reservation_record(&member.reserved),
            permit: member.permit.clone(),
        };
        (member, record)
    }

    /// Assumes the member on the node, then runs `Reserve` and `Permit`. A member that needs evictions is assumed too,
    /// while its victims are still there.
    fn assume_and_permit(
        &mut self,
        pod: &Rc<PodInfo>,
        node: NodeIx,
        needs: Option<(SchedulingFailure, PreemptionPlan)>,
    ) -> MemberResult {
        let ctx = self.ctx;
        self.assume(node, pod);
        let info = Rc::clone(&self.snapshot.nodes()[node]);
        let group = ctx.registry.group(ctx.group).map(|group| &**group);
        let quorum = GroupQuorum { group, scheduled: self.members.scheduled_count() };
        let placement =
            Placement { pod, node: info.name(), permit_attempt: 1, state: Some(&info), group: Some(quorum) };
        let objects = self.objects.current(ctx.objects);
        let cycle = CycleCtx { pod, snapshot: &self.snapshot, objects, order: Some(ctx.order) };
        let reserved = match binding::run_reserve(ctx.profile, placement, &cycle, &info, None) {
            Ok(reserved) => reserved,
            Err((plugin, text)) => {
                let name = &pod.pod.metadata.name;
                let message = UpstreamMessage::ReserveError { pod: name, plugin: plugin.as_str(), text: &text };
                let failure = SchedulingFailure::error(ctx.profile.wording.render(&message));
                return self.give_up(node, pod, failure, needs);
            }
        };
        let of_gang = group.and_then(|group| group.min_count()).filter(|_| !ctx.profile.permits.is_empty());
        let quorum = of_gang.map(|min_count| (quorum.scheduled, min_count));
        let permit = match binding::run_permit(ctx.profile, &placement) {
            PermitResult::Allowed => PermitRecord { code: PermitCode::Success, message: Str::default(), quorum },
            PermitResult::Wait(wait) => {
                PermitRecord { code: PermitCode::Wait, message: wait.message(ctx.profile.wording), quorum }
            }
            PermitResult::Failed(message) => {
                binding::run_unreserve(&reserved);
                return self.give_up(node, pod, SchedulingFailure::error(message.to_string()), needs);
            }
            PermitResult::Rejected((plugin, text)) => {
                binding::run_unreserve(&reserved);
                let name = &pod.pod.metadata.name;
                let message = UpstreamMessage::PermitRejection { pod: name, plugin: plugin.as_str(), text: &text };
                let text = ctx.profile.wording.render(&message);
                return self.give_up(node, pod, SchedulingFailure::rejection(text, plugin, Nomination::Clear), needs);
            }
        };
        let (failure, plan) = needs.unzip();
        self.objects.reserve(ctx.objects, &reserved, info.name());
        MemberResult { node: Some(node), failure, plan, reserved, permit: Some(permit) }
    }

    /// Reverts a member that a plugin rejected after its node was chosen. Evictions of its own preemption are still
    /// carried out.
    fn give_up(
        &mut self,
        node: NodeIx,
        pod: &Rc<PodInfo>,
        mut failure: SchedulingFailure,
        needs: Option<(SchedulingFailure, PreemptionPlan)>,
    ) -> MemberResult {
        self.forget(node, pod);
        failure.nomination = Nomination::Clear;
        MemberResult { plan: needs.map(|(_, plan)| plan), ..MemberResult::failed(failure) }
    }
}

/// Returns the nominator's replacement for a member that is being scheduled: a pod with its name that requests nothing
/// and has priority 0.
///
/// An upstream bug in `PriorityQueue.nominatedPodToInfo`: it looks up the pod in the queue, where no member of the
/// cycle is. So the resources for which members are nominated are not reserved from their siblings. Recorded cycles
/// show it.
fn hollow_pod(pod: &PodInfo, profile: &Profile) -> Rc<PodInfo> {
    let ObjectMeta { name, namespace, uid, .. } = &pod.pod.metadata;
    let metadata =
        ObjectMeta { name: name.clone(), namespace: namespace.clone(), uid: uid.clone(), ..ObjectMeta::default() };
    Rc::new(PodInfo::new(Rc::new(Pod { metadata, ..Pod::default() }), &profile.accounting))
}
