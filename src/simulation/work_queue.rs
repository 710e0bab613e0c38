//! The work queue of the workload controllers: which workloads are to be synced, and when failed ones are retried.

use api::{Forbidden, Millis, Set, Table};

use super::ids::WorkloadId;

/// The most objects that controllers create or delete in one step. The rest follows in the next step, at the same virtual time.
const MAX_PER_STEP: usize = 1000;

/// The retries of a workload that could not be synced.
#[derive(Clone, Debug, Default)]
pub(crate) struct RetryState {
    /// Why admission rejected its last pod.
    pub quota_refusal: Option<Forbidden>,
    /// Failed syncs in a row.
    pub failures: u32,
    /// How long the controller waits after the last failure.
    pub backoff: Millis,
    pub retry_at: Millis,
    /// Pods that started running since the last sync.
    pub started: u32,
    /// Whether the backoff is due to failed pods of a Job.
    pub is_job_backing_off: bool,
}

/// The queued workloads, in the order of their creation.
#[derive(Clone, Debug)]
pub(crate) struct WorkQueue {
    queued: Set<WorkloadId>,
    retries: Table<WorkloadId, RetryState>,
    /// How many objects may still be created or deleted in this step.
    budget: usize,
    /// Whether more objects were requested in this step than allowed.
    is_exhausted: bool,
}

impl Default for WorkQueue {
    fn default() -> Self {
        Self { queued: Set::new(), retries: Table::new(), budget: MAX_PER_STEP, is_exhausted: false }
    }
}

impl WorkQueue {
    pub(crate) fn begin_step(&mut self) {
        self.budget = MAX_PER_STEP;
        self.is_exhausted = false;
    }

    /// Counts an object to be created or deleted. Returns false if the step has reached its limit.
    pub(crate) fn spend_one(&mut self) -> bool {
        self.is_exhausted |= self.budget == 0;
        self.budget = self.budget.saturating_sub(1);
        !self.is_exhausted
    }

    /// Whether the step has reached its limit, so that controllers continue in the next step.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    pub(crate) fn add(&mut self, id: WorkloadId) {
        self.queued.insert(id);
    }

    /// Removes and returns the first queued workload with at least this id.
    pub(crate) fn take_from(&mut self, from: WorkloadId) -> Option<WorkloadId> {
        let id = *self.queued.range_from(&from).next()?;
        self.queued.remove(&id);
        Some(id)
    }

    pub(crate) fn retry_state(&self, id: WorkloadId) -> Option<&RetryState> {
        self.retries.get(&id)
    }

    pub(crate) fn retry_state_mut(&mut self, id: WorkloadId) -> &mut RetryState {
        self.retries.or_default(id)
    }

    /// Workloads with a rejected pod.
    pub(crate) fn refused_workloads(&self) -> impl Iterator<Item = WorkloadId> {
        self.retries.iter().filter(|(_, state)| state.quota_refusal.is_some()).map(|(id, _)| *id)
    }

    pub(crate) fn forget(&mut self, id: WorkloadId) {
        self.queued.remove(&id);
        self.retries.remove(&id);
    }
}
