//! The Job controller: pods that run to their end.

use api::annotations::{JOB_INDEX, RUN_SECONDS};
use api::{CompletionMode, Millis, Pod, PodReplacementPolicy, Set, Str, Table, Workload};

use super::super::agenda::Task;
use super::super::state::Simulation;
use super::number as count_of;
use super::workloads::{Number, key as workload_key};
use api::WorkloadKind;
use record::{Controller, Deletion, What};

/// How long a Job's pod runs, unless its template says otherwise.
const RUNS: Millis = Millis::of_seconds(10);

/// After its first failure a Job waits so long; then twice as long, and so on.
const FIRST_WAIT: Millis = Millis::of_seconds(10);
const LONGEST_WAIT: Millis = Millis::of_seconds(600);
/// The default of `backoffLimit`.
const BACKOFF_LIMIT: i32 = 6;

fn index_of(pod: &Pod) -> Option<i32> {
    pod.metadata.annotations.get(JOB_INDEX)?.parse().ok()
}

impl Simulation {
    /// Upstream: `Controller.syncJob`, `manageJob`.
    pub(super) fn reconcile_job(&mut self, number: Number) {
        let Some(entry) = self.workloads.get(number) else { return };
        let (workload, job) = (entry.workload.clone(), entry.job.clone());
        let spec = &workload.spec;
        let active = self.active_pods(&workload);
        let suspended = self.flow.later_workloads && spec.suspend == Some(true);
        let running = count_of(active.len());
        let parallelism = spec.parallelism.unwrap_or(1).max(0);
        let wanted = match spec.completions.or_else(|| spec.parallelism.is_none().then_some(1)) {
            _ if suspended || job.given_up => 0,
            Some(completions) => parallelism.min(completions.saturating_sub(job.succeeded).max(0)),
            // Nobody says how many have to succeed: once one has, the others come to their end, and no new ones begin.
            None if job.succeeded > 0 => running,
            None => parallelism,
        };
        self.tell_job(number, suspended, wanted == 0 && running == 0 && job.succeeded > 0);
        if running > wanted {
            let wanted = usize::try_from(wanted).unwrap_or(0);
            return self.delete_surplus(number, Controller::Job, active, wanted, &Table::new());
        }
        if running < wanted && job.waits_until > self.now {
            return self.agenda.add(job.waits_until, Task::Resync(number));
        }
        // Under `podReplacementPolicy: Failed` a pod that terminates keeps its place until it is gone.
        let mut kept = self.workloads.pods(&workload.metadata.uid);
        let waits = self.replaces_only_failed(&workload);
        kept.retain(|key| self.is_active(key) || waits && !self.is_done(key));
        let running = count_of(kept.len());
        let missing = usize::try_from(wanted.saturating_sub(running)).unwrap_or(0);
        let has = kept.len();
        self.decide(number, Controller::Job, (has + missing, has), missing, &[]);
        let indexed = self.flow.later_workloads && spec.completion_mode == CompletionMode::Indexed;
        let Some(completions) = spec.completions.filter(|_| indexed) else {
            for _ in 0..missing {
                if !self.make_pod(number) {
                    return;
                }
            }
            return;
        };
        let taken: Set<i32> =
            kept.iter().filter_map(|key| index_of(&self.pods.get(key)?.info.pod)).chain(job.done).collect();
        let free = (0..completions).filter(|index| !taken.contains(index));
        for index in free.take(missing) {
            if !self.make_indexed(number, &workload, index) {
                return;
            }
        }
    }

    /// Upstream: `onlyReplaceFailedPods`.
    fn replaces_only_failed(&self, workload: &Workload) -> bool {
        self.flow.later_workloads && workload.spec.pod_replacement_policy == PodReplacementPolicy::Failed
    }

    fn tell_job(&mut self, number: Number, suspended: bool, completed: bool) {
        let Some(entry) = self.workloads.get_mut(number) else { return };
        let job = &mut entry.job;
        let completes = completed && !suspended && !job.given_up && !job.completed;
        let turns = suspended != job.suspended;
        job.suspended = suspended;
        job.completed |= completes;
        if turns {
            let (reason, text) = if suspended { ("Suspended", "Job suspended") } else { ("Resumed", "Job resumed") };
            self.tell_of(number, false, reason, text.into());
        }
        if completes {
            self.tell_of(number, false, "Completed", "Job completed".into());
        }
    }

    fn make_indexed(&mut self, number: Number, workload: &Workload, index: i32) -> bool {
        let name = format!("{}-{index}-", workload.metadata.name);
        let text: Str = index.to_string().into();
        self.make_pod_of(number, Some(name), self.revision_of(number), |pod| {
            pod.metadata.annotations.insert(JOB_INDEX.into(), text.clone());
            pod.metadata.labels.insert(JOB_INDEX.into(), text);
        })
    }

    /// A Job's pod comes to its end some time after it began to run.
    pub(in super::super) fn run_time_of(&mut self, key: &Str) {
        let (Some(state), Some(id)) = (self.pods.get(key), self.id(key)) else { return };
        let pod = &state.info.pod;
        if pod.metadata.controller().is_some_and(|owner| owner.workload() == Some(WorkloadKind::Job)) {
            let seconds = pod.metadata.annotations.get(RUN_SECONDS).and_then(|text| text.parse().ok());
            let runs = seconds.map_or(RUNS, Millis::of_seconds);
            self.agenda.add(self.now + runs, Task::Succeed(id));
        }
    }

    /// A Job's pod is done. One that was deleted before is gone then, and counted as a failure already, and counts only once, unless its Job replaces failed pods alone. Upstream: `trackJobStatusAndRemoveFinalizers`,
    /// `isPodFailed`.
    pub(in super::super) fn succeed(&mut self, key: &Str) {
        let Some(state) = self.pods.get(key) else { return };
        let (index, owner, leaves) = (index_of(&state.info.pod), state.owner.clone(), state.info.pod.is_terminating());
        if let Some(entry) = owner.and_then(|owner| self.workloads.with_uid(&owner)) {
            let job = &mut entry.job;
            if job.leaving.remove(key) || !leaves {
                job.succeeded = job.succeeded.saturating_add(1);
                job.done.extend(index);
                job.failed_in_a_row = 0;
            }
        }
        self.emit(What::Succeeded(key.clone()));
        if leaves { self.remove_pod(key) } else { self.finish_pod(key) }
    }

    /// The kubelet is done with a pod that was deleted: a Job that replaces failed pods alone counts it now.
    pub(in super::super) fn end_pod(&mut self, key: &Str) {
        let owner = self.pods.get(key).and_then(|state| state.owner.clone());
        if let Some(owner) = owner
            && self.workloads.with_uid(&owner).is_some_and(|entry| entry.job.leaving.remove(key))
        {
            self.count_failure_of(&owner);
        }
        self.remove_pod(key);
    }

    /// Somebody else than its controller deletes a pod. If it is a Job's, that counts as a failure.
    pub(in super::super) fn count_failure(&mut self, key: &Str, why: &Deletion) {
        if !self.flow.later_workloads || *why == Deletion::ScaledDown {
            return;
        }
        let Some(state) = self.pods.get(key).filter(|state| !state.info.pod.status.phase.is_over()) else { return };
        let (Some(owner), is_bound) = (state.owner.clone(), state.bound) else { return };
        let Some(entry) = self.workloads.with_uid(&owner).filter(|entry| entry.kind == WorkloadKind::Job) else {
            return;
        };
        if entry.workload.spec.pod_replacement_policy == PodReplacementPolicy::Failed && is_bound {
            entry.job.leaving.insert(key.clone());
            return;
        }
        self.count_failure_of(&owner);
    }

    fn count_failure_of(&mut self, owner: &Str) {
        let now = self.now;
        let Some(entry) = self.workloads.with_uid(owner) else { return };
        let limit = entry.workload.spec.backoff_limit.unwrap_or(BACKOFF_LIMIT);
        let name = workload_key(&entry.workload.metadata);
        let job = &mut entry.job;
        job.failed = job.failed.saturating_add(1);
        let wait = FIRST_WAIT * (1 << job.failed_in_a_row.min(10));
        job.failed_in_a_row += 1;
        job.waits_until = now + wait.min(LONGEST_WAIT);
        entry.waited = wait.min(LONGEST_WAIT);
        if job.failed > limit && !job.given_up {
            job.given_up = true;
            let text = "Job has reached the specified backoff limit".into();
            self.message("Job", &name, true, "BackoffLimitExceeded", text);
        }
    }
}
