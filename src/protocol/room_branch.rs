//! Who gets the room that the victims of a group leave: the outcome of its next cycle if no other pod comes, and if a more important one does.

use api::{Millis, NamespacedName, Str};
use serde::{Deserialize, Serialize};

use super::Extent;

/// One continuation of a run from a moment at which a group waits for its victims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomBranch {
    /// The pod that comes, if one does.
    pub rival: Option<Rival>,
    /// The first cycle of the group after its victims are gone, if there is one.
    pub retry: Option<GroupRetry>,
    /// How far the run was followed, where it shows no such cycle.
    pub extent: Extent,
}

/// A pod that is more important than the group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rival {
    pub pod: NamespacedName,
    pub priority: i32,
    /// Its CPU request, in millicores.
    pub milli_cpu: i64,
    /// Whether the run has it anyway.
    pub is_in_run: bool,
    /// The node that it was bound to before the group was tried, if it was.
    pub node: Option<Str>,
}

/// The outcome of a cycle of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupRetry {
    pub at: Millis,
    /// Members that fit, of those that were tried.
    pub placed: usize,
    pub members: usize,
    /// Members that were bound afterwards, each with its node.
    pub bound: Vec<(NamespacedName, Str)>,
    /// Pods that the group evicts again.
    pub victims: Vec<NamespacedName>,
}
