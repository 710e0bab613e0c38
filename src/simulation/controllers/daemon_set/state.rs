//! What the DaemonSet controller keeps.

use api::Set;

use crate::api_server::workloads::WorkloadId;

/// The DaemonSet controller.
#[derive(Clone, Debug, Default)]
pub(crate) struct DaemonSetController {
    pub(super) daemon_sets: Set<WorkloadId>,
}
