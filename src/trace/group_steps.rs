//! What there is to see in the cycle of a group, and in its preemption.

use runlog::{GroupAttemptSummary, GroupStatus};
use serde::{Deserialize, Serialize};

/// What is looked at in a group's cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroupStep {
    /// All members are tried on one snapshot.
    Snapshot,
    /// What became of a member once it was tried: an index into the members of the cycle.
    Member(usize),
    /// What became of a placement: an index.
    Placement(usize),
    /// The units that are less important than the group.
    Units,
    /// The group without all of them.
    WithoutUnits,
    /// A unit is put back: an index into the reprieves.
    Reprieve(usize),
    /// The units that have to go.
    Victims,
    /// The placement that preemption had in mind is not kept.
    Forget,
    /// What the cycle comes to.
    Verdict,
    /// Which message each member gets.
    Messages,
    /// The members that fit are bound.
    Bind,
    /// Members that do not fit stay behind.
    Stragglers,
}

/// The steps after all members were tried, in order.
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
