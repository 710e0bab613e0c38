//! The record of a group's cycle: its members one after the other, its placements, and its preemption.

use std::rc::Rc;

use api::{NamespacedName, Str};
use serde::{Deserialize, Serialize};

use super::{Attempt, Code, RowId};

/// What a group's cycle found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroupAttempt {
    pub group: NamespacedName,
    /// The member that was taken out of the queue, and brought the others along.
    pub popped: NamespacedName,
    /// Whether it came out of `backoffQ` before its time.
    pub is_early: bool,
    /// The members in the order in which they are tried, also those that are skipped.
    pub order: Vec<NamespacedName>,
    /// Members of the order whose place among each other is a matter of chance.
    pub order_ties: Vec<Vec<NamespacedName>>,
    /// The run that counts; of a group with placements that of the placement that is taken or reported.
    pub run: GroupRun,
    /// What came of the placements, where the cluster knows any.
    pub placements: Option<PlacementRecord>,
    /// What came of preemption for the group as a whole, if it was tried.
    pub preemption: Option<GroupPreemptionRecord>,
    /// What the group's status is in the end.
    pub status: GroupStatus,
    /// Whether the group waits for victims to go.
    pub is_waiting: bool,
}

/// All members of a group, tried one after the other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroupRun {
    pub members: Vec<MemberRecord>,
    pub status: GroupStatus,
    /// Whether enough members fit once the victims of some are gone.
    pub is_waiting: bool,
}

/// A member of a group in a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MemberRecord {
    pub pod: NamespacedName,
    /// All that its own cycle found. Of simulations only the outcome is kept.
    pub attempt: Rc<Attempt>,
    /// All nodes that shared the best total.
    pub ties: Vec<Str>,
    /// Whether its own nominated node passed, so that no other node was looked at.
    pub is_shortcut: bool,
    /// The node that it counts on in the rest of the run.
    pub node: Option<Str>,
    /// Nothing if it fits.
    pub failure: Option<(Code, Str)>,
    /// Whether it needs victims to go.
    pub requires_preemption: bool,
    /// What `Permit` said, if it was asked.
    pub permit: Option<PermitRecord>,
}

/// What `Permit` said of a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PermitRecord {
    pub code: PermitCode,
    pub message: Str,
    /// How many members had a node then, this one included, and how many are wanted; only of a gang.
    pub quorum: Option<(usize, usize)>,
}

/// Whether `Permit` lets a member through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PermitCode {
    Success,
    Wait,
}

/// The status of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroupStatus {
    /// Enough members fit.
    #[default]
    Success,
    /// Too few do, in upstream's words.
    Unschedulable(Str),
    /// An error, in upstream's words.
    Error(Str),
}

impl GroupStatus {
    /// Upstream's words; empty of success.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Self::Success => "",
            Self::Unschedulable(message) | Self::Error(message) => message,
        }
    }

    /// The name of its code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Success => "Success",
            Self::Unschedulable(_) => "Unschedulable",
            Self::Error(_) => "Error",
        }
    }
}

/// What came of a group's placements.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlacementRecord {
    /// Why there are none, if so.
    pub status: GroupStatus,
    /// Names and nodes, in the order in which they are tried.
    pub placements: Vec<(Str, Vec<Str>)>,
    /// A run for each that was tried.
    pub runs: Vec<GroupRun>,
    /// Places of those that will do.
    pub successful: Vec<usize>,
    /// Scores, where two or more will do.
    pub scores: Vec<PlacementScore>,
    /// Places with the best score.
    pub ties: Vec<usize>,
    pub chosen: Option<usize>,
}

/// The score of a placement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacementScore {
    /// Its place.
    pub placement: usize,
    /// By plugin: raw, normalized and weighted.
    pub plugins: Vec<(RowId, [i64; 3])>,
    pub total: i64,
}

/// What came of preemption for a group as a whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroupPreemptionRecord {
    /// Why the group may not preempt, if so.
    pub ineligible: Option<Str>,
    /// The group's priority, where it came to that.
    pub priority: Option<i32>,
    /// Units that are less important, from the most important on.
    pub potential: Vec<GroupUnit>,
    /// Places of equally important ones, whose order is a matter of chance.
    pub ties: Vec<Vec<usize>>,
    /// The group without all of them.
    pub without_any: Option<GroupRun>,
    /// Units that were put back, one after the other.
    pub reprieves: Vec<UnitReprieve>,
    /// Places of the victims.
    pub victims: Vec<usize>,
    /// How many of them violate a budget.
    pub violations: usize,
    /// How it ended: nothing is said of success.
    pub status: GroupStatus,
    /// Whether it came to the choice of victims, and not to an end before.
    pub is_complete: bool,
}

/// Pods that are evicted together, or one by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupUnit {
    pub pods: Vec<NamespacedName>,
    pub priority: i32,
    /// Their group, if they have one.
    pub group: Option<NamespacedName>,
    /// When the first of them started, in milliseconds of the wall clock.
    pub start: i64,
    /// Whether one of them violates a budget.
    pub violates: bool,
}

/// A unit that was put back to see whether the group still fits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UnitReprieve {
    /// Its place.
    pub unit: usize,
    /// Whether it can stay.
    pub is_spared: bool,
    pub run: GroupRun,
}
