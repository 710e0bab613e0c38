//! Who gets the room that the victims of a group free: the outcome of the group's next cycle without other pods, and with a rival of higher
//! priority.

use api::{Millis, NamespacedName, Str};
use serde::{Deserialize, Serialize};

use super::Extent;

/// One continuation of a run from a moment at which a group waits for its victims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomBranch {
    /// The rival, if there is one.
    pub rival: Option<Rival>,
    /// The first cycle of the group after its victims are gone, if there is one.
    pub retry: Option<GroupRetry>,
    /// How far the run was followed without such a cycle.
    pub extent: Extent,
}

/// A pod with a higher priority than the group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rival {
    pub pod: NamespacedName,
    pub priority: i32,
    /// Its CPU request, in thousandths of a CPU.
    pub milli_cpu: i64,
    /// Whether the original run has this pod, too.
    pub is_in_run: bool,
    /// The node on which it was placed before the group was retried, if it was.
    pub node: Option<Str>,
}

/// The outcome of a cycle of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupRetry {
    pub at: Millis,
    /// The number of members that fit; `members` is the number that was tried.
    pub placed: usize,
    pub members: usize,
    /// Members that were bound afterwards, each with its node.
    pub bound: Vec<(NamespacedName, Str)>,
    /// Pods that the group evicts in this cycle.
    pub victims: Vec<NamespacedName>,
}
