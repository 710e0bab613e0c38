//! The cycle of a group as a whole, and the outcome of each member.
//!
//! Upstream: `podGroupCycle`, `submitPodGroupAlgorithmResult`. A member that does not fit is skipped as long as enough
//! others fit, so a basic group succeeds as soon as one member fits. But one member that needs preemption delays all:
//! if enough members fit and one more fits only with evictions, the group waits, and no member is bound. Recorded
//! cycles show both.

use std::rc::Rc;

use api::{ConditionStatus, PodGroupCondition, Str};
use runlog::{Code, GroupAttempt, GroupMessage, GroupStatus};

use super::{
    cycle::{CycleState, GroupCtx, MemberResult, RunMode, RunResult},
    placement::run_placements,
    preemption::{GroupVictims, preempt_for_group},
};
use crate::{
    binding::Reservations,
    cluster::{FreedClaim, PodInfo},
    cycle::SchedulingFailure,
    framework::{Chooser, Nomination, PreemptionPlan},
};

/// The decision of a group's cycle.
#[derive(Debug)]
pub struct GroupDecision {
    /// The members in the order in which they were tried, with their outcomes.
    pub members: Vec<MemberDecision>,
    /// The victims of members' own preemption, in order. They are evicted at once, whatever the outcome of the group.
    pub pod_victims: Vec<PodVictims>,
    /// Claims that `PostFilter` deallocated for members without a feasible node, at once, whatever the outcome of the
    /// group.
    pub freed_claims: Vec<FreedClaim>,
    /// The victims of preemption for the whole group.
    pub group_victims: Option<GroupVictims>,
    /// The condition to write to the group, if it exists.
    pub condition: PodGroupCondition,
    /// The record of the cycle.
    pub record: GroupAttempt,
}

/// A member of a group with its outcome.
#[derive(Debug)]
pub struct MemberDecision {
    pub pod: Rc<PodInfo>,
    pub outcome: MemberOutcome,
}

/// The outcome of a member.
#[derive(Debug)]
pub enum MemberOutcome {
    /// The member proceeds to binding.
    Bind {
        node: Str,
        /// What plugins reserved for it in the cycle, to be reserved again.
        reserved: Reservations,
    },
    /// The member returns to the queue.
    Fail {
        failure: SchedulingFailure,
        /// The node to which it is nominated, if any.
        node: Option<Str>,
    },
}

/// The victims of a member's own preemption.
#[derive(Debug)]
pub struct PodVictims {
    pub preemptor: Rc<PodInfo>,
    pub node: Str,
    pub plan: PreemptionPlan,
}

/// Runs the cycle of a group. `next_start` is the position in the node order at which the search for feasible nodes
/// begins; it is advanced by each member, also in simulations.
pub fn schedule_group(ctx: GroupCtx<'_>, next_start: &mut usize, chooser: &mut dyn Chooser) -> GroupDecision {
    let mut state = CycleState::new(ctx);
    let mut record = GroupAttempt { group: ctx.group.clone(), ..GroupAttempt::default() };
    let places = ctx.registry.gates.topology_aware_workload_scheduling;
    let mut run = if places {
        let (run, placements) = run_placements(&mut state, RunMode::Real, next_start, chooser);
        record.placements = Some(placements);
        run
    } else {
        state.run(ctx.order, RunMode::Real, next_start, chooser)
    };
    let mut group_victims = None;
    if ctx.registry.gates.workload_aware_preemption && matches!(run.status, GroupStatus::Unschedulable(_)) {
        let (status, preemption, victims) = preempt_for_group(&state, next_start, chooser);
        match status {
            // The message does not change.
            GroupStatus::Success => run.is_waiting = true,
            GroupStatus::Error(_) => run.status = status,
            GroupStatus::Unschedulable(why) => {
                let message = format!("{}, {why}", run.status.message());
                run.status = GroupStatus::Unschedulable(message.into());
            }
        }
        (record.preemption, group_victims) = (preemption, victims);
    }
    (record.status, record.is_waiting) = (run.status.clone(), run.is_waiting);
    let condition = condition_of(&run.status);
    let (members, pod_victims) = decide_members(&state, &mut run);
    record.run = run.record;
    let freed_claims = state.objects.take_freed_claims();
    GroupDecision { members, pod_victims, freed_claims, group_victims, condition, record }
}

/// Returns the condition `PodGroupScheduled`.
fn condition_of(status: &GroupStatus) -> PodGroupCondition {
    let (condition, reason) = match status {
        GroupStatus::Success => (ConditionStatus::True, "Scheduled"),
        GroupStatus::Unschedulable(_) => (ConditionStatus::False, "Unschedulable"),
        GroupStatus::Error(_) => (ConditionStatus::False, "SchedulerError"),
    };
    PodGroupCondition { status: condition, reason: reason.into(), message: status.message().into() }
}

fn decide_members(state: &CycleState<'_>, run: &mut RunResult) -> (Vec<MemberDecision>, Vec<PodVictims>) {
    let name = |node: usize| state.snapshot.nodes()[node].name().clone();
    let mut results: Vec<Option<MemberResult>> = run.members.drain(..).map(Some).collect();
    results.resize_with(state.ctx.members.len(), || None);
    let (mut members, mut pod_victims) = (Vec::new(), Vec::new());
    for (pod, mut result) in state.ctx.members.iter().zip(results) {
        if let Some(plan) = result.as_mut().and_then(|result| result.plan.take()) {
            let node = name(plan.node);
            pod_victims.push(PodVictims { preemptor: Rc::clone(pod), node, plan });
        }
        let outcome = match (&run.status, result) {
            (GroupStatus::Error(message), result) => {
                let own_error = result.and_then(|result| result.failure).filter(|failure| failure.code == Code::Error);
                let failure = own_error.unwrap_or_else(|| SchedulingFailure::error(message.to_string()));
                fail(SchedulingFailure { nomination: Nomination::Clear, ..failure }, None)
            }
            // The run ended before this member.
            (status, None) => fail(reject(status.message(), Nomination::Keep), None),
            (status, Some(result)) => decide_member(state, status, run.is_waiting, result, &name),
        };
        members.push(MemberDecision { pod: Rc::clone(pod), outcome });
    }
    (members, pod_victims)
}

/// Decides a member that was tried, in a group that did not end in an error.
fn decide_member(
    state: &CycleState<'_>,
    status: &GroupStatus,
    is_waiting: bool,
    result: MemberResult,
    name: &dyn Fn(usize) -> Str,
) -> MemberOutcome {
    let requires_preemption = result.requires_preemption();
    let node = result.node.map(name);
    let permit = result.permit.as_ref().map_or("", |permit| permit.message.as_str());
    let unschedulable = || {
        let message = state.ctx.render(GroupMessage::MemberUnschedulable { permit });
        fail(reject(&message, Nomination::Clear), None)
    };
    match (result.failure, node) {
        (None, Some(node)) if *status == GroupStatus::Success => {
            MemberOutcome::Bind { node, reserved: result.reserved }
        }
        (None, node) if is_waiting => fail(reject(status.message(), Nomination::Set), node),
        (None, _) => unschedulable(),
        // Its victims are evicted nevertheless.
        (Some(_), _) if requires_preemption && !is_waiting => unschedulable(),
        (Some(failure), node) => fail(failure, node),
    }
}

fn fail(failure: SchedulingFailure, node: Option<Str>) -> MemberOutcome {
    MemberOutcome::Fail { failure, node }
}

/// Returns a failure that is neither a plugin's rejection nor an error.
fn reject(message: &str, nomination: Nomination) -> SchedulingFailure {
    SchedulingFailure { code: Code::Unschedulable, nomination, ..SchedulingFailure::error(message.to_owned()) }
}
