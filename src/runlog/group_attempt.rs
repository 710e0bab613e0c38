//! The record of a pod group's cycle: its members one after the other, its placements, and its preemption.

use std::rc::Rc;

use api::{NamespacedName, Str};
use serde::{Deserialize, Serialize};

use super::{Attempt, Code, DeviceName, RowId};

/// The record of a group's cycle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroupAttempt {
    pub group: NamespacedName,
    /// The member that was popped from the queue; its siblings were popped with it.
    pub popped: NamespacedName,
    /// Whether it was popped from `backoffQ` before its backoff ended.
    pub is_early: bool,
    /// The members in the order in which they are tried, including skipped ones.
    pub order: Vec<NamespacedName>,
    /// Sets of members whose relative order is random.
    pub order_ties: Vec<Vec<NamespacedName>>,
    /// The decisive run; for a group with placements, that of the chosen or reported placement.
    pub run: GroupRun,
    /// The record of the placements, if the group has any.
    pub placements: Option<PlacementRecord>,
    /// The record of preemption for the whole group, if it was tried.
    pub preemption: Option<GroupPreemptionRecord>,
    /// The final status of the group.
    pub status: GroupStatus,
    /// Whether the group waits for victims to terminate.
    pub is_waiting: bool,
}

/// All members of a group, tried one after the other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroupRun {
    pub members: Vec<MemberRecord>,
    pub status: GroupStatus,
    /// Whether enough members fit once the victims of some have terminated.
    pub is_waiting: bool,
}

/// A member of a group in a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MemberRecord {
    pub pod: NamespacedName,
    /// The record of its own cycle; a simulation records only the outcome.
    pub attempt: Rc<Attempt>,
    /// All nodes with the best total.
    pub ties: Vec<Str>,
    /// Whether its nominated node passed, so that no other node was evaluated.
    #[serde(rename = "is_shortcut")]
    pub is_nominated_node_taken: bool,
    /// The node on which it is assumed for the rest of the run.
    pub node: Option<Str>,
    /// Why the group is not schedulable; `None` if it is.
    pub failure: Option<(Code, Str)>,
    /// Whether victims have to terminate first.
    pub requires_preemption: bool,
    /// What `Reserve` reserved for it until the run ended, so that its siblings do not get it. `None` if it needs no
    /// devices and volumes.
    pub reservation: Option<Box<MemberReservation>>,
    /// The result of `Permit`, if it ran.
    pub permit: Option<PermitRecord>,
}

/// Devices and volumes that `Reserve` reserves for a member in the cycle of its group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberReservation {
    /// Claims with the devices that they are going to get, in the order of the pod.
    pub devices: Vec<ReservedDevices>,
    /// Claims that get an existing volume, each with the volume.
    pub volumes: Vec<(NamespacedName, Str)>,
    /// Claims for which a volume is going to be provisioned.
    pub provision: Vec<NamespacedName>,
}

impl MemberReservation {
    /// Returns its part of a line in the story of a run.
    pub(crate) fn story_text(&self) -> String {
        let devices = self.devices.iter().filter(|reserved| reserved.is_new).map(|reserved| {
            let devices: Vec<String> =
                reserved.devices.iter().map(|device| format!("{}/{}", device.pool, device.name)).collect();
            format!("{}={}", reserved.claim.name(), devices.join("+"))
        });
        let volumes = self.volumes.iter().map(|(claim, volume)| format!("{}={volume}", claim.name()));
        let provision = self.provision.iter().map(|claim| format!("{}=new", claim.name()));
        let parts: Vec<String> = devices.chain(volumes).chain(provision).collect();
        if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(" ")) }
    }
}

/// A claim of a member, with its devices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReservedDevices {
    pub claim: NamespacedName,
    pub devices: Vec<DeviceName>,
    /// Whether the allocation is new. Otherwise the claim was already allocated, and the pod is added to its users.
    pub is_new: bool,
    /// Whether a sibling allocated the claim earlier in the same run.
    pub is_shared: bool,
}

/// The result of `Permit` for a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PermitRecord {
    pub code: PermitCode,
    pub message: Str,
    /// For a gang: the number of members that had a node then, including this one, and the number required.
    pub quorum: Option<(usize, usize)>,
}

/// Whether `Permit` allows a member.
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
    /// Too few members fit, with upstream's message.
    Unschedulable(Str),
    /// An error, with upstream's message.
    Error(Str),
}

impl GroupStatus {
    /// Returns upstream's message; empty on success.
    #[must_use]
    pub fn message(&self) -> &str {
        match self {
            Self::Success => "",
            Self::Unschedulable(message) | Self::Error(message) => message,
        }
    }

    /// Returns the name of its code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Success => "Success",
            Self::Unschedulable(_) => "Unschedulable",
            Self::Error(_) => "Error",
        }
    }
}

/// The record of a group's placements.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlacementRecord {
    /// The error if placements could not be determined.
    pub status: GroupStatus,
    /// Names and nodes of the placements, in the order in which they are tried.
    pub placements: Vec<(Str, Vec<Str>)>,
    /// A run for each placement that was tried.
    pub runs: Vec<GroupRun>,
    /// Indices of the placements in which the group fits.
    pub successful: Vec<usize>,
    /// Scores of the placements, if the group fits in two or more.
    pub scores: Vec<PlacementScore>,
    /// Indices of the placements with the best score.
    pub ties: Vec<usize>,
    pub chosen: Option<usize>,
}

/// The score of a placement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacementScore {
    /// Index of the placement.
    pub placement: usize,
    /// Raw, normalized and weighted score by plugin.
    pub plugins: Vec<(RowId, [i64; 3])>,
    pub total: i64,
}

/// The record of preemption for a whole group.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroupPreemptionRecord {
    /// Why the group may not preempt, if it may not.
    pub ineligible: Option<Str>,
    /// The group's priority, if preemption got that far.
    pub priority: Option<i32>,
    /// Units with a lower priority, the most important first.
    pub potential: Vec<GroupUnit>,
    /// Sets of indices of units of equal importance, whose order is random.
    pub ties: Vec<Vec<usize>>,
    /// The run with all of them removed.
    pub without_any: Option<GroupRun>,
    /// Units that were put back, one after the other.
    pub reprieves: Vec<UnitReprieve>,
    /// Indices of the victims.
    pub victims: Vec<usize>,
    /// Number of victims that violate a PodDisruptionBudget.
    pub violations: usize,
    /// The status of preemption.
    pub status: GroupStatus,
    /// Whether preemption got as far as choosing victims.
    pub is_complete: bool,
}

/// A single pod, or pods that are evicted together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupUnit {
    pub pods: Vec<NamespacedName>,
    pub priority: i32,
    /// The group of the pods, if they have one.
    pub group: Option<NamespacedName>,
    /// Start time of the first of them, in milliseconds since the epoch.
    pub start: i64,
    /// Whether the eviction of one of them violates a PodDisruptionBudget.
    #[serde(rename = "violates")]
    pub is_violating: bool,
}

/// A unit that was put back to see whether the group still fits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UnitReprieve {
    /// Index of the unit.
    pub unit: usize,
    /// Whether the group still fits, so that the unit is not evicted.
    pub is_spared: bool,
    pub run: GroupRun,
}
