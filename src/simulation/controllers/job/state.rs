//! The state of the Job controller.

use api::{Millis, NamespacedName, Set, Table};

use crate::ids::WorkloadId;

/// The progress of a Job.
#[derive(Clone, Debug, Default)]
pub(super) struct JobStatus {
    pub succeeded: i32,
    /// Indexes that have succeeded.
    pub completed_indexes: Set<i32>,
    pub failed: i32,
    /// Failures since the last success.
    pub failed_in_a_row: u32,
    /// Until when no pod is created.
    pub waits_until: Millis,
    /// Whether the Job has failed, so that no more pods are created.
    pub has_failed: bool,
    /// Whether the controller has synced it, so that no `PodGroup` is created for it any more.
    pub has_begun: bool,
    /// Whether it finished before the run began, so that the controller ignores it.
    pub is_over: bool,
    /// Whether its status, from before the run, has counted finished pods.
    pub has_counted_before: bool,
    /// Whether the event about its completion was recorded.
    pub is_completed: bool,
    /// Whether the last event about suspension was `Suspended`.
    pub is_suspended: bool,
    /// Deleted pods that are counted as failed when they are removed.
    pub deleted_by_others: Set<NamespacedName>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct JobController {
    pub(super) jobs: Table<WorkloadId, JobStatus>,
}
