//! What the Job controller keeps.

use api::{Millis, NamespacedName, Set, Table};

use crate::api_server::workloads::WorkloadId;

/// What has become of a Job so far.
#[derive(Clone, Debug, Default)]
pub(super) struct JobStatus {
    pub succeeded: i32,
    /// Indices that are done.
    pub completed_indexes: Set<i32>,
    pub failed: i32,
    pub failed_in_a_row: u32,
    /// No pod is created before.
    pub waits_until: Millis,
    /// It failed too often: it creates no pods any more.
    pub has_failed: bool,
    /// Its controller has looked after it, so that no group is made for it any more.
    pub has_begun: bool,
    /// It came to its end before the run began: its controller does nothing about it.
    pub is_over: bool,
    /// Its status, from before the run, counts its pods that have ended.
    pub counts_before: bool,
    /// What its events have reported.
    pub is_completed: bool,
    pub is_suspended: bool,
    /// Pods that others deleted, and that count once they are gone.
    pub deleted_by_others: Set<NamespacedName>,
}

/// The Job controller.
#[derive(Clone, Debug, Default)]
pub(crate) struct JobController {
    pub(super) jobs: Table<WorkloadId, JobStatus>,
}
