//! The Job controller: pods that run to their end.

use api::{
    CompletionMode, Millis, NamespacedName, Pod, PodReplacementPolicy, Set, Str, Table, Workload,
    annotations::{JOB_INDEX, RUN_SECONDS},
};

use super::{
    super::{agenda::Task, state::Simulation},
    to_i32 as count_of,
    workloads::WorkloadId,
};
use api::WorkloadKind;
use runlog::{Deletion, EventKind, ReconcileFunction};

/// How long a Job's pod runs, unless its template says otherwise.
const DEFAULT_RUN_TIME: Millis = Millis::from_seconds(10);

/// After its first failure a Job waits so long; then twice as long, and so on.
const FIRST_BACKOFF: Millis = Millis::from_seconds(10);
const MAX_BACKOFF: Millis = Millis::from_seconds(600);
/// The default of `backoffLimit`.
const BACKOFF_LIMIT: i32 = 6;

fn completion_index(pod: &Pod) -> Option<i32> {
    pod.metadata.annotations.get(JOB_INDEX)?.parse().ok()
}

impl Simulation {
    /// Upstream: `Controller.syncJob`, `manageJob`.
    pub(super) fn reconcile_job(&mut self, number: WorkloadId) {
        let Some(entry) = self.workloads.get(number) else { return };
        let (workload, job) = (entry.workload.clone(), entry.job.clone());
        let spec = &workload.spec;
        let active = self.active_pods(&workload);
        let suspended = self.flow.job_suspend_and_index && spec.suspend == Some(true);
        let running = count_of(active.len());
        let parallelism = spec.parallelism.unwrap_or(1).max(0);
        let wanted = match spec.completions.or_else(|| spec.parallelism.is_none().then_some(1)) {
            _ if suspended || job.has_failed => 0,
            Some(completions) => parallelism.min(completions.saturating_sub(job.succeeded).max(0)),
            // Nobody says how many have to succeed: once one has, the others come to their end, and no new ones begin.
            None if job.succeeded > 0 => running,
            None => parallelism,
        };
        self.report_job(number, suspended, wanted == 0 && running == 0 && job.succeeded > 0);
        if running > wanted {
            let wanted = usize::try_from(wanted).unwrap_or(0);
            return self.delete_surplus(number, ReconcileFunction::Job, active, wanted, &Table::new());
        }
        if running < wanted && job.waits_until > self.now {
            return self.agenda.add(job.waits_until, Task::Resync(number));
        }
        // Under `podReplacementPolicy: Failed` a pod that terminates keeps its place until it is gone.
        let mut texts = self.workloads.pods(&workload.metadata.uid);
        let waits = self.replaces_only_failed(&workload);
        texts.retain(|key| self.is_active(key) || waits && !self.is_finished(key));
        let running = count_of(texts.len());
        let missing = usize::try_from(wanted.saturating_sub(running)).unwrap_or(0);
        let has = texts.len();
        self.record_decision(number, ReconcileFunction::Job, (has + missing, has), missing, &[]);
        let indexed = self.flow.job_suspend_and_index && spec.completion_mode == CompletionMode::Indexed;
        let Some(completions) = spec.completions.filter(|_| indexed) else {
            for _ in 0..missing {
                if !self.create_pod_of(number) {
                    return;
                }
            }
            return;
        };
        let taken: Set<i32> = texts
            .iter()
            .filter_map(|key| completion_index(&self.pods.get(key)?.info.pod))
            .chain(job.completed_indexes)
            .collect();
        let free = (0..completions).filter(|index| !taken.contains(index));
        for index in free.take(missing) {
            if !self.create_indexed_pod(number, &workload, index) {
                return;
            }
        }
    }

    /// Upstream: `onlyReplaceFailedPods`.
    fn replaces_only_failed(&self, workload: &Workload) -> bool {
        self.flow.job_suspend_and_index && workload.spec.pod_replacement_policy == PodReplacementPolicy::Failed
    }

    fn report_job(&mut self, number: WorkloadId, suspended: bool, completed: bool) {
        let Some(entry) = self.workloads.get_mut(number) else { return };
        let job = &mut entry.job;
        let completes = completed && !suspended && !job.has_failed && !job.completed;
        let turns = suspended != job.suspended;
        job.suspended = suspended;
        job.completed |= completes;
        if turns {
            let (reason, text) = if suspended { ("Suspended", "Job suspended") } else { ("Resumed", "Job resumed") };
            self.record_workload_event(number, false, reason, text.into());
        }
        if completes {
            self.record_workload_event(number, false, "Completed", "Job completed".into());
        }
    }

    fn create_indexed_pod(&mut self, number: WorkloadId, workload: &Workload, index: i32) -> bool {
        let name = format!("{}-{index}-", workload.metadata.name);
        let text: Str = index.to_string().into();
        self.create_pod_of_revision(number, Some(name), self.current_revision(number), |pod| {
            pod.metadata.annotations.insert(JOB_INDEX.into(), text.clone());
            pod.metadata.labels.insert(JOB_INDEX.into(), text);
        })
    }

    /// A Job's pod comes to its end some time after it began to run.
    pub(in super::super) fn schedule_job_completion(&mut self, key: &NamespacedName) {
        let (Some(state), Some(id)) = (self.pods.get(key), self.pod_id(key)) else { return };
        let pod = &state.info.pod;
        if pod.metadata.controller().is_some_and(|owner| owner.workload() == Some(WorkloadKind::Job)) {
            let seconds = pod.metadata.annotations.get(RUN_SECONDS).and_then(|text| text.parse().ok());
            let runs = seconds.map_or(DEFAULT_RUN_TIME, Millis::from_seconds);
            self.agenda.add(self.now + runs, Task::FinishJobPod(id));
        }
    }

    /// A Job's pod is done. One that was deleted before is gone then, and counted as a failure already, and counts only once, unless its Job replaces failed pods alone. Upstream: `trackJobStatusAndRemoveFinalizers`,
    /// `isPodFailed`.
    pub(in super::super) fn finish_job_pod(&mut self, key: &NamespacedName) {
        let Some(state) = self.pods.get(key) else { return };
        let (index, owner, leaves) =
            (completion_index(&state.info.pod), state.owner.clone(), state.info.pod.is_terminating());
        if let Some(entry) = owner.and_then(|owner| self.workloads.by_uid_mut(&owner)) {
            let job = &mut entry.job;
            if job.deleted_by_others.remove(key) || !leaves {
                job.succeeded = job.succeeded.saturating_add(1);
                job.completed_indexes.extend(index);
                job.failed_in_a_row = 0;
            }
        }
        self.emit(EventKind::Succeeded(key.clone()));
        if leaves { self.remove_pod(key) } else { self.finish_pod(key) }
    }

    /// The kubelet is done with a pod that was deleted: a Job that replaces failed pods alone counts it now.
    pub(in super::super) fn finish_deleted_pod(&mut self, key: &NamespacedName) {
        let owner = self.pods.get(key).and_then(|state| state.owner.clone());
        if let Some(owner) = owner
            && self.workloads.by_uid_mut(&owner).is_some_and(|entry| entry.job.deleted_by_others.remove(key))
        {
            self.count_job_failure(&owner);
        }
        self.remove_pod(key);
    }

    /// Somebody else than its controller deletes a pod. If it is a Job's, that counts as a failure.
    pub(in super::super) fn count_pod_failure(&mut self, key: &NamespacedName, why: &Deletion) {
        if !self.flow.job_suspend_and_index || *why == Deletion::ScaledDown {
            return;
        }
        let Some(state) = self.pods.get(key).filter(|state| !state.info.pod.status.phase.is_over()) else { return };
        let (Some(owner), is_bound) = (state.owner.clone(), state.bound) else { return };
        let Some(entry) = self.workloads.by_uid_mut(&owner).filter(|entry| entry.kind == WorkloadKind::Job) else {
            return;
        };
        if entry.workload.spec.pod_replacement_policy == PodReplacementPolicy::Failed && is_bound {
            entry.job.deleted_by_others.insert(key.clone());
            return;
        }
        self.count_job_failure(&owner);
    }

    fn count_job_failure(&mut self, owner: &Str) {
        let now = self.now;
        let Some(entry) = self.workloads.by_uid_mut(owner) else { return };
        let limit = entry.workload.spec.backoff_limit.unwrap_or(BACKOFF_LIMIT);
        let name = NamespacedName::of(&entry.workload.metadata);
        let job = &mut entry.job;
        job.failed = job.failed.saturating_add(1);
        let wait = FIRST_BACKOFF * (1 << job.failed_in_a_row.min(10));
        job.failed_in_a_row += 1;
        job.waits_until = now + wait.min(MAX_BACKOFF);
        entry.backoff = wait.min(MAX_BACKOFF);
        if job.failed > limit && !job.has_failed {
            job.has_failed = true;
            let text = "Job has reached the specified backoff limit".into();
            self.record_message("Job", &name, true, "BackoffLimitExceeded", text);
        }
    }
}
