//! The steps of a group's cycle and of its preemption.

use runlog::{GroupAttemptSummary, GroupStatus};
use serde::{Deserialize, Serialize};

/// A step of a group's cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroupStep {
    /// The snapshot on which all members are tried.
    Snapshot,
    /// The outcome of a member: an index into the members of the cycle.
    Member(usize),
    /// The outcome of a placement, as an index.
    Placement(usize),
    /// The units with a lower priority than the group.
    Units,
    /// The group with all of these units removed.
    WithoutUnits,
    /// A unit is reprieved if the group still fits: an index into the reprieves.
    Reprieve(usize),
    Victims,
    /// The placement that preemption found is discarded.
    Forget,
    Verdict,
    /// The message to each member.
    Messages,
    /// The feasible members are bound.
    Bind,
    /// Infeasible members remain pending.
    Stragglers,
}

/// The steps after all members have been tried, in order.
pub(crate) fn steps_after_members(summary: &GroupAttemptSummary) -> Vec<GroupStep> {
    let mut steps = Vec::new();
    if let Some(placements) = &summary.placements {
        steps.extend((0..placements.placements.len()).map(GroupStep::Placement));
    }
    if let Some(preemption) = &summary.preemption {
        steps.push(GroupStep::Units);
        if preemption.fits_without_any.is_some() {
            steps.push(GroupStep::WithoutUnits);
        }
        steps.extend((0..preemption.reprieves.len()).map(GroupStep::Reprieve));
        if !preemption.victims.is_empty() {
            steps.extend([GroupStep::Victims, GroupStep::Forget]);
        }
    }
    steps.push(GroupStep::Verdict);
    let has_straggler = summary.members.iter().any(|member| member.node.is_none());
    match summary.status {
        GroupStatus::Success => {
            steps.push(GroupStep::Bind);
            steps.extend(has_straggler.then_some(GroupStep::Stragglers));
        }
        GroupStatus::Unschedulable(_) => {
            let has_fitting = summary.members.iter().any(|member| member.node.is_some());
            steps.extend((has_straggler && has_fitting).then_some(GroupStep::Messages));
        }
        GroupStatus::Error(_) => {}
    }
    steps
}
