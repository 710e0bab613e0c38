//! The state of the node lifecycle controller.

use api::{Millis, Set, Str, Table};

use super::zone_state::ZoneTaintQueue;

#[derive(Clone, Debug, Default)]
pub(crate) struct NodeLifecycleController {
    /// Nodes whose kubelet is silent, with the time of its last heartbeat.
    pub(super) silent_since: Table<Str, Millis>,
    pub(super) zones: Table<Str, ZoneTaintQueue>,
    /// Nodes that were created since the last pass.
    pub(super) newcomers: Set<Str>,
    /// Nodes that were deleted since the last pass.
    pub(super) departed: Vec<Str>,
}
