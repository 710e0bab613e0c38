//! What the node lifecycle controller keeps.

use api::{Millis, Set, Str, Table};

use super::zone_state::ZoneTaintQueue;

/// The node lifecycle controller.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeLifecycleController {
    /// Nodes whose kubelet is silent, with the time of its last heartbeat.
    pub(super) silent_since: Table<Str, Millis>,
    /// Zones, by their keys.
    pub(super) zones: Table<Str, ZoneTaintQueue>,
    /// Nodes that came, or went, since the last pass.
    pub(super) newcomers: Set<Str>,
    pub(super) departed: Vec<Str>,
}
