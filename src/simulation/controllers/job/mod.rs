//! The Job controller: pods that run to completion.

mod gang;
pub(crate) mod state;

use std::rc::Rc;

use api::{
    CompletionMode, Condition, ConditionStatus, ConditionType, Millis, NamespacedName, OwnerReference, Pod,
    PodFailurePolicy, PodPhase, PodReplacementPolicy, PodSchedulingGroup, Set, Str, Table, Workload, WorkloadKind,
    WorkloadStatus, annotations::JOB_INDEX,
};
use runlog::{Deletion, ReconcileFunction};

use self::state::{JobController, JobStatus};
use super::pod_control::{ReplicaCounts, to_i32};
use crate::{api_server::PodRecord, client::Component, ids::WorkloadId, task::WorkloadTask};

/// How long a Job waits after a failure: it doubles with each further one, up to the maximum.
const FIRST_BACKOFF: Millis = Millis::from_seconds(10);
const MAX_BACKOFF: Millis = Millis::from_seconds(600);
/// The default of `backoffLimit`.
const BACKOFF_LIMIT: i32 = 6;

/// The finalizer that keeps a finished pod until its Job has counted it.
const TRACKING_FINALIZER: &str = "batch.kubernetes.io/job-tracking";

/// The most indexes that are read from a status, which may contain large ranges in few characters. Upstream: `maxParallelismForIndexedJob`.
const MOST_INDEXES: usize = 100_000;

/// The completion indexes of a text such as `0,2-4` that are below `completions`. Upstream: `parseIndexesFromString`.
fn parse_indexes(text: &str, completions: i32) -> impl Iterator<Item = i32> {
    let range = move |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (first.trim().parse::<i32>().ok()?, last.trim().parse::<i32>().ok()?);
        Some(first.max(0)..last.saturating_add(1).min(completions))
    };
    text.split(',').filter_map(range).flatten().take(MOST_INDEXES)
}

fn completion_index(pod: &Pod) -> Option<i32> {
    pod.metadata.annotations.get(JOB_INDEX)?.parse().ok()
}

impl Component<'_, JobController> {
    /// Creates or deletes pods until the Job has as many active ones as it needs. Upstream: `Controller.syncJob`, `manageJob`.
    pub(crate) fn sync(&mut self, id: WorkloadId) {
        let Some(workload) = self.workload(id) else { return };
        let job = self.state_mut().jobs.or_default(id).clone();
        if job.is_over {
            return;
        }
        let group = self.ensure_pod_group(id, &workload);
        self.state_mut().jobs.or_default(id).has_begun = true;
        let spec = &workload.spec;
        let is_suspended = spec.suspend == Some(true);
        let active_count = to_i32(self.pod_tally_of(&workload).active);
        let parallelism = spec.parallelism.unwrap_or(1).max(0);
        let completions = spec.completions.or_else(|| spec.parallelism.is_none().then_some(1));
        let desired = match completions {
            _ if is_suspended || job.has_failed => 0,
            Some(completions) => parallelism.min(completions.saturating_sub(job.succeeded).max(0)),
            // Without `completions`, one success is enough: running pods may finish, and no new ones are created.
            None if job.succeeded > 0 => active_count,
            None => parallelism,
        };
        let has_enough = completions.map_or(job.succeeded > 0, |completions| job.succeeded >= completions);
        self.report_status(id, is_suspended, has_enough && active_count == 0);
        if active_count > desired {
            let desired = usize::try_from(desired).unwrap_or(0);
            let active = self.active_pods_of(&workload);
            return self.delete_surplus(id, ReconcileFunction::Job, active, desired, &Table::new());
        }
        if active_count < desired && job.waits_until > self.now() {
            return self.schedule(job.waits_until, WorkloadTask::Resync(id));
        }
        // With `podReplacementPolicy: Failed` a terminating pod is only replaced after its removal.
        let mut pods = self.workloads().pods_of(&workload.metadata.uid);
        let counts_terminating = Self::replaces_only_failed(&workload);
        let keeps_place = |record: &PodRecord| record.is_active() || counts_terminating && !record.is_over();
        pods.retain(|key| self.pod(key).map_or(counts_terminating, keeps_place));
        let existing = pods.len();
        let missing = usize::try_from(desired.saturating_sub(to_i32(existing))).unwrap_or(0);
        let counts = ReplicaCounts { desired: existing + missing, existing };
        self.record_decision(id, ReconcileFunction::Job, counts, missing, &[]);
        let is_indexed = spec.completion_mode == CompletionMode::Indexed;
        let Some(completions) = spec.completions.filter(|_| is_indexed) else {
            for _ in 0..missing {
                if !self.create_owned_pod(id) {
                    return;
                }
            }
            return;
        };
        let used_indexes: Set<i32> =
            pods.iter().filter_map(|key| completion_index(self.pod(key)?.pod())).chain(job.completed_indexes).collect();
        let free = (0..completions).filter(|index| !used_indexes.contains(index));
        for index in free.take(missing) {
            if !self.create_indexed_pod(id, &workload, index, group.as_ref()) {
                return;
            }
        }
    }

    /// Whether only failed pods are replaced, not terminating ones. Upstream: `onlyReplaceFailedPods`.
    fn replaces_only_failed(workload: &Workload) -> bool {
        workload.spec.pod_replacement_policy == PodReplacementPolicy::Failed
            || workload.spec.pod_failure_policy.is_some()
    }

    fn report_status(&mut self, id: WorkloadId, is_suspended: bool, is_completed: bool) {
        let job = self.state_mut().jobs.or_default(id);
        let completes = is_completed && !is_suspended && !job.has_failed && !job.is_completed;
        let turns = is_suspended != job.is_suspended;
        job.is_suspended = is_suspended;
        job.is_completed |= completes;
        if turns {
            let (reason, text) = if is_suspended { ("Suspended", "Job suspended") } else { ("Resumed", "Job resumed") };
            self.record_workload_message(id, false, reason, text.into());
        }
        if completes {
            self.record_workload_message(id, false, "Completed", "Job completed".into());
        }
    }

    fn create_indexed_pod(
        &mut self,
        id: WorkloadId,
        workload: &Workload,
        index: i32,
        group: Option<&OwnerReference>,
    ) -> bool {
        let name = format!("{}-{index}-", workload.metadata.name);
        let text: Str = index.to_string().into();
        let revision = self.current_revision(id);
        self.create_pod_of_revision(id, Some(name), revision, |pod| {
            pod.metadata.annotations.insert(JOB_INDEX.into(), text.clone());
            pod.metadata.labels.insert(JOB_INDEX.into(), text);
            if let Some(group) = group {
                pod.spec.scheduling_group = Some(PodSchedulingGroup { pod_group_name: group.name.clone() });
                pod.metadata.owner_references.push(group.clone());
            }
        })
    }

    /// Takes over the progress of a Job whose manifest has a status.
    pub(crate) fn handle_job_added(&mut self, id: WorkloadId) {
        let Some(workload) = self.workload(id) else { return };
        let status = &workload.status;
        if *status == WorkloadStatus::default() {
            return;
        }
        let is_complete = status.has_condition(&ConditionType::Complete);
        let has_failed = status.has_condition(&ConditionType::Failed);
        let completions = workload.spec.completions.unwrap_or(0);
        let job = self.state_mut().jobs.or_default(id);
        job.succeeded = status.succeeded.max(0);
        job.failed = status.failed.max(0);
        job.completed_indexes.extend(parse_indexes(&status.completed_indexes, completions));
        job.is_over = is_complete || has_failed;
        (job.is_completed, job.has_failed) = (is_complete, has_failed);
        (job.has_counted_before, job.has_begun) = (true, true);
    }

    /// Counts a pod that finished before the run began, unless the Job's status has counted it: then the pod no longer has the controller's
    /// finalizer. Upstream: `trackJobStatusAndRemoveFinalizers`.
    pub(crate) fn handle_finished_pod_added(&mut self, key: &NamespacedName) {
        let Some(record) = self.pod(key) else { return };
        let pod = Rc::clone(record.pod());
        let has_succeeded = pod.status.phase == PodPhase::Succeeded;
        let is_tracked = pod.metadata.finalizers.iter().any(|finalizer| *finalizer == TRACKING_FINALIZER);
        let Some((_, job)) = self.job_of_pod(key) else { return };
        if has_succeeded {
            job.completed_indexes.extend(completion_index(&pod));
        }
        if job.has_counted_before && !is_tracked {
            return;
        }
        let count = if has_succeeded { &mut job.succeeded } else { &mut job.failed };
        *count = count.saturating_add(1);
    }

    /// The Job that manages a pod, with its progress.
    fn job_of_pod(&mut self, key: &NamespacedName) -> Option<(WorkloadId, &mut JobStatus)> {
        let owner = self.pod(key)?.owner.as_ref()?;
        let id = self.workloads().id_of_uid(owner)?;
        let is_job = self.workloads().get(id).is_some_and(|stored| stored.kind == WorkloadKind::Job);
        is_job.then(|| (id, self.state_mut().jobs.or_default(id)))
    }

    /// Counts a success. A pod that was deleted meanwhile was counted as a failure, except where only failed pods are replaced. Upstream:
    /// `trackJobStatusAndRemoveFinalizers`, `isPodFailed`.
    pub(crate) fn handle_pod_succeeded(&mut self, key: &NamespacedName) {
        let Some(record) = self.pod(key) else { return };
        let (index, is_terminating) = (completion_index(record.pod()), record.pod().is_terminating());
        let Some((id, job)) = self.job_of_pod(key) else { return };
        if job.deleted_by_others.remove(key) || !is_terminating {
            job.succeeded = job.succeeded.saturating_add(1);
            job.completed_indexes.extend(index);
            job.failed_in_a_row = 0;
            self.work_queue_mut().retry_state_mut(id).is_job_backing_off = false;
        }
    }

    /// Counts a failure. A pod that was deleted meanwhile has been counted, except where only failed pods are replaced.
    pub(crate) fn handle_pod_failed(&mut self, key: &NamespacedName) {
        let Some(record) = self.pod(key) else { return };
        let is_terminating = record.pod().is_terminating();
        if let Some((id, job)) = self.job_of_pod(key)
            && (job.deleted_by_others.remove(key) || !is_terminating)
        {
            self.count_failure(id);
        }
    }

    /// Counts the failure of a deleted pod where only failed pods are replaced: at its removal.
    pub(crate) fn handle_pod_removing(&mut self, key: &NamespacedName) {
        let Some(pod) = self.pod(key).map(|record| Rc::clone(record.pod())) else { return };
        if let Some((id, job)) = self.job_of_pod(key)
            && job.deleted_by_others.remove(key)
        {
            self.count_failed_pod(id, &pod);
        }
    }

    /// Counts a failure when anyone but the controller deletes an unfinished pod of a Job; where only failed pods are replaced, this happens at its
    /// removal.
    pub(crate) fn handle_deletion_request(&mut self, key: &NamespacedName, why: &Deletion) {
        if !self.settings().flow.jobs_count_deletions || *why == Deletion::ScaledDown {
            return;
        }
        let Some(record) = self.pod(key).filter(|record| !record.is_over()) else { return };
        let is_bound = record.is_bound();
        let Some((id, _)) = self.job_of_pod(key) else { return };
        let Some(workload) = self.workload(id) else { return };
        if Self::replaces_only_failed(&workload) && is_bound {
            self.state_mut().jobs.or_default(id).deleted_by_others.insert(key.clone());
            return;
        }
        self.count_failure(id);
    }

    pub(crate) fn handle_workload_removed(&mut self, id: WorkloadId) {
        self.state_mut().jobs.remove(&id);
    }

    /// Counts a failed pod according to the Job's policy. Upstream: `matchPodFailurePolicy`.
    fn count_failed_pod(&mut self, id: WorkloadId, pod: &Pod) {
        let Some(workload) = self.workload(id) else { return };
        let policy = workload.spec.pod_failure_policy.as_ref();
        let matching = policy.and_then(|policy| find_rule(policy, pod));
        match matching {
            Some((_, "Ignore", _)) => self.back_off(id),
            Some((index, "FailJob", condition)) => {
                self.back_off(id);
                let job = self.state_mut().jobs.or_default(id);
                job.failed = job.failed.saturating_add(1);
                if !std::mem::replace(&mut job.has_failed, true) {
                    let (key, condition) = (pod.key(), condition.as_str());
                    let text = format!("Pod {key} has condition {condition} matching FailJob rule at index {index}");
                    self.record_workload_message(id, true, "PodFailurePolicy", text.into());
                }
            }
            _ => self.count_failure(id),
        }
    }

    fn count_failure(&mut self, id: WorkloadId) {
        let Some(workload) = self.workload(id) else { return };
        let limit = workload.spec.backoff_limit.unwrap_or(BACKOFF_LIMIT);
        let job = self.state_mut().jobs.or_default(id);
        job.failed = job.failed.saturating_add(1);
        let fails = job.failed > limit && !job.has_failed;
        job.has_failed |= fails;
        self.back_off(id);
        if fails {
            let text = "Job has reached the specified backoff limit".into();
            self.record_workload_message(id, true, "BackoffLimitExceeded", text);
        }
    }

    /// Delays the next pod, after each failure in a row twice as long.
    fn back_off(&mut self, id: WorkloadId) {
        let now = self.now();
        let job = self.state_mut().jobs.or_default(id);
        let wait = (FIRST_BACKOFF * (1 << job.failed_in_a_row.min(10))).min(MAX_BACKOFF);
        job.failed_in_a_row += 1;
        job.waits_until = now + wait;
        let state = self.work_queue_mut().retry_state_mut(id);
        state.backoff = wait;
        state.is_job_backing_off = true;
    }
}

/// The first rule that matches a condition of the pod: its index, its action, and the type of the condition.
fn find_rule<'p>(policy: &'p PodFailurePolicy, pod: &Pod) -> Option<(usize, &'p str, ConditionType)> {
    policy.rules.iter().enumerate().find_map(|(index, rule)| {
        let matches = |condition: &&Condition| {
            rule.on_pod_conditions.iter().any(|pattern| {
                let status = pattern.status.as_ref().unwrap_or(&ConditionStatus::True);
                condition.r#type == pattern.r#type && condition.status == *status
            })
        };
        let condition = pod.status.conditions.iter().find(matches)?;
        Some((index, rule.action.as_str(), condition.r#type.clone()))
    })
}

#[cfg(test)]
mod tests {
    use api::Millis;
    use runlog::{Event, EventKind};

    use crate::test_run::{run_until, times_of};

    fn cluster_with_job(spec: &str, script: &str) -> String {
        format!(
            "{{kind: Node, metadata: {{name: n}}, status: {{allocatable: {{cpu: 4}}}}}}
---
{{kind: Job, metadata: {{name: j}}, spec: {{{spec} template: {{spec: {{restartPolicy: Never, terminationGracePeriodSeconds: 60, containers: [{{name: c, resources: {{requests: {{cpu: 2}}}}}}]}}}}}}}}
---
{{kind: Scenario, timings: {{bindMillis: 0, containerStartMillis: 1000}}, script: [{script}]}}"
        )
    }

    #[test]
    fn a_job_is_complete_when_no_pod_runs() {
        // Two pods fit at a time, and each takes eleven seconds.
        for (spec, earliest) in [
            ("parallelism: 2,", 11),
            ("parallelism: 3,", 22),
            ("completions: 2, parallelism: 1,", 22),
            ("completions: 2, parallelism: 2,", 11),
            ("completions: 3, parallelism: 3,", 22),
        ] {
            let (_, events) = run_until(&cluster_with_job(spec, ""), 60);
            let times = times_of(&events, "Completed");
            let earliest = Millis::from_seconds(earliest);
            let [at] = times[..] else { panic!("{spec} {times:?}") };
            assert!(at >= earliest && at < earliest + Millis::from_seconds(1), "{spec} {at:?}");
        }
    }

    #[test]
    fn a_terminating_pod_keeps_its_place_where_only_failed_pods_are_replaced() {
        let policy = "podFailurePolicy: {rules: [{action: Ignore, onPodConditions: [{type: DisruptionTarget}]}]},";
        for (spec, created) in [
            ("", 2),
            ("podReplacementPolicy: TerminatingOrFailed,", 2),
            ("podReplacementPolicy: Failed,", 1),
            (policy, 1),
        ] {
            // The taint evicts the pod, which succeeds within its grace period. By default it is replaced after the backoff.
            let evicted = "{at: 2s, taint: {node: n, key: k, effect: NoExecute}}";
            let (_, events) = run_until(&cluster_with_job(spec, evicted), 30);
            let is_creation = |event: &&Event| matches!(event.what, EventKind::PodCreated { .. });
            assert_eq!(events.iter().filter(is_creation).count(), created, "{spec}");
        }
    }
}
