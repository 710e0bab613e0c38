//! The state of the DaemonSet controller.

use api::Set;

use crate::ids::WorkloadId;

#[derive(Clone, Debug, Default)]
pub(crate) struct DaemonSetController {
    pub(super) daemon_sets: Set<WorkloadId>,
}
