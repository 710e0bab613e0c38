//! Who gets the room that the victims of a group leave: how its next cycle goes if nobody else comes, and if a more important pod does.

use api::{Millis, NamespacedName, Str};
use serde::{Deserialize, Serialize};

/// A way in which a run goes on from a moment at which a group waits for its victims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomBranch {
    /// The pod that comes; none where nobody does.
    pub rival: Option<Rival>,
    /// The first cycle of the group once its victims are gone; none where that was not seen.
    pub retry: Option<GroupRetry>,
}

/// A pod that is more important than the group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rival {
    pub pod: NamespacedName,
    pub priority: i32,
    /// Thousandths of a CPU that it asks for.
    pub milli_cpu: i64,
    /// Whether it comes in the run anyway.
    pub is_in_run: bool,
    /// The node that it went to, if it did before the group was tried.
    pub node: Option<Str>,
}

/// How the cycle of a group went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupRetry {
    pub at: Millis,
    /// Members that fitted, of those that were tried.
    pub placed: usize,
    pub members: usize,
    /// Members that were bound after it, each with its node.
    pub bound: Vec<(NamespacedName, Str)>,
    /// Pods that have to go for the group again.
    pub victims: Vec<NamespacedName>,
}
