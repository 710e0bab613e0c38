//! What the workload controllers share: creating and deleting pods, with events and retries.

use std::{cmp::Reverse, rc::Rc};

use api::{
    Forbidden, Millis, NamespacedName, OwnerReference, Pod, PodPhase, PodTemplate, Str, Table, Time, Workload,
    WorkloadKind, annotations::DELETION_COST,
};
use runlog::{Deletion, EventKind, Reconcile, ReconcileFunction, UpstreamMessage};

use crate::{
    api_server::{PodRecord, workloads::StoredWorkload},
    client::Client,
    ids::WorkloadId,
    task::WorkloadTask,
};

/// How many pods a workload needs, and how many active ones it has.
#[derive(Clone, Copy)]
pub(super) struct ReplicaCounts {
    pub desired: usize,
    pub existing: usize,
}

pub(super) fn owner_reference(kind: WorkloadKind, workload: &Workload) -> OwnerReference {
    OwnerReference {
        api_version: kind.api_version().into(),
        kind: kind.name().into(),
        name: workload.metadata.name.clone(),
        uid: workload.metadata.uid.clone(),
        controller: Some(true),
        block_owner_deletion: Some(true),
    }
}

/// Converts a count, with saturation.
pub(super) fn to_i32(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// The order in which pods are deleted when a workload is scaled down; the smallest rank first. Upstream: `ActivePodsWithRanks.Less`. Where upstream
/// compares random uids, the pod that became ready last is deleted first. Of pods with the same second upstream takes the first in its index
/// (`FilterPodsByOwner`), which is mostly the one created first. Tests: `pods_are_deleted_in_upstreams_order`,
/// `the_youngest_pod_is_deleted_and_of_equal_pods_the_first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DeletionRank {
    is_bound: bool,
    /// 0 for `Pending`, 1 for `Unknown`, 2 for `Running`.
    phase: u8,
    is_ready: bool,
    /// The annotation `pod-deletion-cost`.
    cost: i32,
    /// The number of pods of the same owner on the pod's node.
    rank: Reverse<usize>,
    /// For a ready pod: since when. Upstream compares orders of magnitude of the age (`logarithmicRankDiff`), and random uids within one.
    ready_since: Reverse<i64>,
    /// The creation time, compared in the same way.
    created: Reverse<i64>,
    creation_seq: u64,
}

fn deletion_rank(
    record: &PodRecord,
    is_ready: bool,
    related: &Table<Str, usize>,
    has_deletion_cost: bool,
) -> DeletionRank {
    let pod = record.pod();
    let cost = pod.metadata.annotations.get(DELETION_COST).filter(|_| has_deletion_cost);
    let since = |time: Option<Time>| Reverse(time.map_or(i64::MAX, |time| time.0));
    DeletionRank {
        is_bound: record.is_bound(),
        phase: match pod.status.phase {
            PodPhase::Running => 2,
            PodPhase::Unknown => 1,
            _ => 0,
        },
        is_ready,
        cost: cost.and_then(|cost| cost.parse().ok()).unwrap_or(0),
        rank: Reverse(record.node().and_then(|node| related.get(node)).copied().unwrap_or(0)),
        ready_since: if is_ready { since(pod.status.start_time) } else { Reverse(0) },
        created: since(pod.metadata.creation_timestamp),
        creation_seq: record.creation_seq,
    }
}

impl Client<'_> {
    /// Records what a controller decides to do with its pods.
    pub(super) fn record_decision(
        &mut self,
        id: WorkloadId,
        by: ReconcileFunction,
        counts: ReplicaCounts,
        creates: usize,
        deletes: &[NamespacedName],
    ) {
        let Some(stored) = self.workloads().get(id) else { return };
        let (spec, namespace) = (&stored.workload.spec, &stored.workload.metadata.namespace);
        let state = self.work_queue().retry_state(id);
        let failures = state.map_or(0, |state| state.failures);
        // A repeated attempt that is rejected again is not recorded.
        let refusal = || self.pod_spec_refusal(namespace, &spec.template.spec, &self.settings().flow);
        let is_in_vain = failures > 0 && deletes.is_empty() && refusal().is_some();
        if spec.has_refused_pods || is_in_vain || creates == 0 && deletes.is_empty() {
            return;
        }
        let workload = format!("{}/{}", stored.kind.name(), NamespacedName::of(&stored.workload.metadata)).into();
        let backoff = state.filter(|state| state.failures > 0 || state.is_job_backing_off).map(|state| state.backoff);
        let ready = usize::try_from(self.available_count(&stored.workload)).unwrap_or(0);
        let ReplicaCounts { desired: wanted, existing: has } = counts;
        let (makes, deletes, scales) = (creates, deletes.to_vec(), None);
        let decision = Reconcile { workload, by, wanted, has, ready, backoff, makes, deletes, scales };
        self.emit(EventKind::Reconciled(Rc::new(decision)));
    }

    /// Records the event about a pod, or a claim of a pod, that a controller created or deleted. Upstream: `RealPodControl.createPods`,
    /// `RealPodControl.DeletePod`, `StatefulPodControl.recordPodEvent`.
    fn record_pod_action(&mut self, id: WorkloadId, verb: &str, pod: &str, claim: Option<&Str>) {
        let Some(stored) = self.workloads().get(id) else { return };
        let name = &stored.workload.metadata.name;
        let stateful_set = (stored.kind == WorkloadKind::StatefulSet).then_some(name.as_str());
        let claim = claim.map(Str::as_str);
        let message = UpstreamMessage::ControllerAction { verb, pod, stateful_set, claim, error: None };
        let text = self.settings().wording.render(&message).into();
        let reason = if verb == "Create" { "SuccessfulCreate" } else { "SuccessfulDelete" };
        self.record_workload_message(id, false, reason, text);
    }

    /// Records the event about a StatefulSet's pod on a deleted node: the garbage collector marks it as failed, so its controller deletes it, too.
    /// Upstream: `PodGCController.markFailedAndDeletePod`.
    pub(crate) fn report_orphan_of_set(&mut self, pod: &NamespacedName) {
        let Some(record) = self.pod(pod).filter(|record| record.is_active() && self.settings().flow.marks_victims)
        else {
            return;
        };
        let id = record.owner.as_ref().and_then(|owner| self.workloads().id_of_uid(owner));
        let is_set =
            |id: &WorkloadId| self.workloads().get(*id).is_some_and(|stored| stored.kind == WorkloadKind::StatefulSet);
        if let Some(id) = id.filter(is_set) {
            self.record_pod_action(id, "Delete", pod.name(), None);
        }
    }

    /// Deletes a pod of the workload. Returns false if the step has reached its limit.
    pub(super) fn delete_owned_pod(&mut self, id: WorkloadId, pod: &NamespacedName, why: Deletion) -> bool {
        if !self.work_queue_mut().spend_one() {
            return false;
        }
        self.record_pod_action(id, "Delete", pod.name(), None);
        self.delete_pod(pod, why);
        true
    }

    /// Deletes pods until `desired` ones remain, those with the lowest rank first. Upstream: `getPodsToDelete`.
    pub(super) fn delete_surplus(
        &mut self,
        id: WorkloadId,
        by: ReconcileFunction,
        pods: Vec<NamespacedName>,
        desired: usize,
        related: &Table<Str, usize>,
    ) {
        let existing = pods.len();
        let has_cost = self.settings().flow.jobs_count_deletions;
        let ranked = pods.into_iter().filter_map(|key| {
            let record = self.pod(&key)?;
            let rank = deletion_rank(record, self.is_ready(record), related, has_cost);
            Some((rank, key))
        });
        let mut ranked: Vec<(DeletionRank, NamespacedName)> = ranked.collect();
        ranked.sort();
        let surplus = existing.saturating_sub(desired);
        let doomed: Vec<NamespacedName> = ranked.into_iter().take(surplus).map(|(_, key)| key).collect();
        self.record_decision(id, by, ReplicaCounts { desired, existing }, 0, &doomed);
        for key in doomed {
            if !self.delete_owned_pod(id, &key, Deletion::ScaledDown) {
                return;
            }
        }
    }

    /// The revision of a workload's current template.
    pub(super) fn current_revision(&self, id: WorkloadId) -> usize {
        self.workloads().get(id).map_or(0, |stored| stored.revision)
    }

    /// Whether a pod has its workload's current template.
    pub(super) fn is_pod_updated(&self, id: WorkloadId, pod: &NamespacedName) -> bool {
        self.workloads().get(id).is_none_or(|stored: &StoredWorkload| stored.is_updated(pod))
    }

    /// Creates a pod from the workload's current template, with a generated name. Returns false if no further pod can be created in this step.
    pub(super) fn create_owned_pod(&mut self, id: WorkloadId) -> bool {
        self.create_pod_of_revision(id, None, self.current_revision(id), |_| {})
    }

    /// Creates a pod from the template of a revision. Without a `name`, the name is generated; `finish` completes the pod before it is stored.
    /// Returns false if no further pod can be created in this step.
    pub(super) fn create_pod_of_revision(
        &mut self,
        id: WorkloadId,
        name: Option<String>,
        revision: usize,
        finish: impl FnOnce(&mut Pod),
    ) -> bool {
        let Some(stored) = self.workloads().get(id) else { return false };
        let (kind, workload) = (stored.kind, Rc::clone(&stored.workload));
        if workload.spec.has_refused_pods {
            return true;
        }
        // Controllers ignore the refusal (`NamespaceTerminatingCause`), and no event can be created there, either.
        if self.namespaces().is_terminating(&workload.metadata.namespace) {
            return false;
        }
        if !self.work_queue_mut().spend_one() {
            return false;
        }
        if let Some(why) = self.pod_refusal(id, &self.settings().flow) {
            self.report_refused_pod(id, &workload, name, &why);
            return false;
        }
        let Some(template) = self.template_at(id, revision) else { return false };
        let mut pod = self.pod_from_template(id, kind, &workload, &template, name);
        finish(&mut pod);
        let mut created = Vec::new();
        let refused = self.create_template_claims(&workload, &mut pod, &mut created);
        for claim in &created {
            self.record_pod_action(id, "Create", &pod.metadata.name, Some(claim));
        }
        if let Err((claim, why)) = refused {
            self.report_refused_claim(id, &pod.metadata.name, &claim, &why);
            return false;
        }
        let (name, key) = (pod.metadata.name.clone(), pod.key());
        self.create_pod(pod, format!("{}/{}", kind.name(), workload.metadata.name).into());
        if revision > 0 {
            self.set_pod_revision(id, key, revision);
        }
        self.record_pod_action(id, "Create", &name, None);
        self.record_refusal(id, None);
        true
    }

    fn pod_from_template(
        &mut self,
        id: WorkloadId,
        kind: WorkloadKind,
        workload: &Workload,
        template: &PodTemplate,
        name: Option<String>,
    ) -> Pod {
        let mut pod = Pod { metadata: template.metadata.clone(), spec: template.spec.clone(), ..Pod::default() };
        let (name, number) = self.generate_pod_name(id, workload, name);
        pod.metadata.uid = format!("uid-{}-{name}-{number}", workload.metadata.namespace).into();
        pod.metadata.name = name.into();
        pod.metadata.namespace = workload.metadata.namespace.clone();
        pod.metadata.owner_references = vec![owner_reference(kind, workload)];
        pod.metadata.creation_timestamp = Some(Time(self.wall_clock()));
        pod.status.phase = PodPhase::Pending;
        pod
    }

    // Rejections and retries.

    /// Records that admission rejected a pod, unless it did so for the same reason before, and schedules a retry.
    fn report_refused_pod(&mut self, id: WorkloadId, workload: &Workload, name: Option<String>, why: &Forbidden) {
        if self.record_refusal(id, Some(why)) {
            let name = match (name, why) {
                (Some(name), _) => name,
                // Admission checks classes before a name is generated, quotas after that.
                (None, Forbidden::PriorityClass(_) | Forbidden::SystemClass { .. }) => {
                    format!("{}-", workload.metadata.name)
                }
                (None, _) => self.generate_pod_name(id, workload, None).0,
            };
            let text = self.forbidden_message("pods", &name, why);
            self.report_failed_create(id, &name, None, &text);
        }
        self.schedule_retry(id);
    }

    /// Records that admission rejected the claim of a StatefulSet's pod, and schedules a retry.
    fn report_refused_claim(&mut self, id: WorkloadId, pod: &Str, claim: &Str, why: &Forbidden) {
        if self.record_refusal(id, Some(why)) {
            let text = self.forbidden_message("persistentvolumeclaims", claim, why);
            self.report_failed_create(id, pod, Some(claim), &text);
            let text = self.settings().wording.render(&UpstreamMessage::ClaimOfPodFailed { claim, error: &text });
            self.report_failed_create(id, pod, None, &text);
        }
        self.schedule_retry(id);
    }

    fn report_failed_create(&mut self, id: WorkloadId, pod: &str, claim: Option<&Str>, text: &str) {
        let Some(stored) = self.workloads().get(id) else { return };
        let name = &stored.workload.metadata.name;
        let stateful_set = (stored.kind == WorkloadKind::StatefulSet).then_some(name.as_str());
        let claim = claim.map(Str::as_str);
        let message = UpstreamMessage::ControllerAction { verb: "Create", pod, stateful_set, claim, error: Some(text) };
        let text = self.settings().wording.render(&message).into();
        self.record_workload_message(id, true, "FailedCreate", text);
    }

    /// Stores why a workload's pods are rejected, or that they are not. Returns whether the reason changed.
    fn record_refusal(&mut self, id: WorkloadId, why: Option<&Forbidden>) -> bool {
        if why.is_none() && self.work_queue().retry_state(id).is_none() {
            return false;
        }
        let state = self.work_queue_mut().retry_state_mut(id);
        let is_news = state.quota_refusal.as_ref() != why;
        state.quota_refusal = why.cloned();
        is_news
    }

    /// Schedules a retry after a wait that doubles with each failure; any change of the workload triggers an earlier sync, but freed quota does not.
    /// Upstream: `AddRateLimited` with `DefaultTypedControllerRateLimiter`; the Job controller has other limits (`DefaultJobApiBackOff`).
    fn schedule_retry(&mut self, id: WorkloadId) {
        let Some(kind) = self.workloads().get(id).map(|stored| stored.kind) else { return };
        let (first, longest) = match kind {
            WorkloadKind::Job => (Millis::from_seconds(1), Millis::from_seconds(60)),
            _ => (Millis::new(5), Millis::from_seconds(1000)),
        };
        let now = self.now();
        let state = self.work_queue_mut().retry_state_mut(id);
        let wait = (first * (1 << state.failures.min(20))).min(longest);
        // Each pod that starts running triggers two syncs that fail: one for the pod, one for the ready pods in the workload's status.
        state.failures = state.failures.saturating_add(std::mem::take(&mut state.started).saturating_mul(2).max(1));
        let (at, before) = (now + wait, state.retry_at);
        // An earlier retry stays scheduled.
        if before > now && before <= at {
            return;
        }
        (state.retry_at, state.backoff) = (at, wait);
        self.reschedule_workload(before, at, &WorkloadTask::Retry(id));
    }
}
