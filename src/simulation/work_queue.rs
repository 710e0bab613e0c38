//! The work queue of the controllers of workloads: which of them are to be synced, and how long a controller waits after a failure.

use api::{Forbidden, Millis, Set, Table};

use super::api_server::workloads::WorkloadId;

/// How many objects controllers create or delete in one step at most. The rest follows in the next step, at the
/// same time.
const MAX_PER_STEP: usize = 1000;

/// What a controller remembers of a workload that it could not sync.
#[derive(Clone, Debug, Default)]
pub(crate) struct RetryState {
    /// Why a quota refused its last pod.
    pub quota_refusal: Option<Forbidden>,
    /// How often in a row its controller could not create what it wanted.
    pub failures: u32,
    /// How long it waits after the last of them.
    pub backoff: Millis,
    /// When it tries again.
    pub retry_at: Millis,
    /// Pods that began to run since its last sync.
    pub started: u32,
    /// Whether pods of a Job fail, so that it backs off.
    pub is_job_backing_off: bool,
}

/// Workloads that are to be synced: the work queues of all their controllers, in the order of the workloads' creation.
#[derive(Clone, Debug)]
pub(crate) struct WorkQueue {
    queued: Set<WorkloadId>,
    retries: Table<WorkloadId, RetryState>,
    /// How many objects may still be created or deleted in this step, and whether that was too few.
    budget: usize,
    is_exhausted: bool,
}

impl Default for WorkQueue {
    fn default() -> Self {
        Self { queued: Set::new(), retries: Table::new(), budget: MAX_PER_STEP, is_exhausted: false }
    }
}

impl WorkQueue {
    /// A step begins.
    pub(crate) fn begin_step(&mut self) {
        self.budget = MAX_PER_STEP;
        self.is_exhausted = false;
    }

    /// Whether one more object may be created or deleted in this step.
    pub(crate) fn spend_one(&mut self) -> bool {
        self.is_exhausted |= self.budget == 0;
        self.budget = self.budget.saturating_sub(1);
        !self.is_exhausted
    }

    /// Whether the controllers have to go on in the next step.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    pub(crate) fn add(&mut self, id: WorkloadId) {
        self.queued.insert(id);
    }

    /// Takes the first one from an id on.
    pub(crate) fn take_from(&mut self, from: WorkloadId) -> Option<WorkloadId> {
        let id = *self.queued.range_from(&from).next()?;
        self.queued.remove(&id);
        Some(id)
    }

    /// What is remembered of a workload, if anything.
    pub(crate) fn retry_state(&self, id: WorkloadId) -> Option<&RetryState> {
        self.retries.get(&id)
    }

    pub(crate) fn retry_state_mut(&mut self, id: WorkloadId) -> &mut RetryState {
        self.retries.or_default(id)
    }

    /// Workloads some of whose pods a quota refused.
    pub(crate) fn refused_workloads(&self) -> impl Iterator<Item = WorkloadId> {
        self.retries.iter().filter(|(_, state)| state.quota_refusal.is_some()).map(|(id, _)| *id)
    }

    /// The workload is gone.
    pub(crate) fn forget(&mut self, id: WorkloadId) {
        self.queued.remove(&id);
        self.retries.remove(&id);
    }
}
