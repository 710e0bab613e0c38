//! The kubelets: they admit pods, start and stop their containers, and report the conditions of their nodes.

mod admission;
mod claim_waits;
mod critical_pod_preemption;
mod critical_pods;
mod resizes;
pub(crate) mod state;
mod verdict;
mod volume_waits;

use std::rc::Rc;

use api::{
    ConditionType, DELETION_BY_TAINT, EVICTION_BY_API, Kind, Millis, NamespacedName, Pod, PodPhase, Str, Time,
    WorkloadKind, annotations::RUN_SECONDS,
};
use runlog::{Deletion, EventKind};

use self::{critical_pod_preemption::CriticalPodPreemption, state::Kubelets, verdict::KubeletVerdict};
use super::{
    action::Readiness,
    admission_failure::AdmissionFailure,
    api_server::PodRecord,
    client::Component,
    ids::PodId,
    node_conditions::{report_conditions, set_condition_taints},
    task::KubeletTask,
};

/// `status.reason` of a pod that exceeded its `activeDeadlineSeconds`.
const DEADLINE_EXCEEDED: &str = "DeadlineExceeded";

const LEASE_INTERVAL: Millis = Millis::from_seconds(10);

/// How long a Job's pod runs if the Job started during the run and the pod has no annotation `RUN_SECONDS`.
const DEFAULT_RUN_TIME: Millis = Millis::from_seconds(10);

impl Component<'_, Kubelets> {
    pub(crate) fn run_task(&mut self, task: KubeletTask) {
        match task {
            KubeletTask::FinishDeletion(ref pod)
            | KubeletTask::StartPod(ref pod)
            | KubeletTask::RejectPod(ref pod, _)
            | KubeletTask::MakeRoom(ref pod)
            | KubeletTask::ReachDeadline(ref pod)
            | KubeletTask::FailAtDeadline(ref pod)
            | KubeletTask::FinishPreemption(ref pod)
                if !self.is_kubelet_responsive(&pod.key) =>
            {
                self.state_mut().postponed.insert(task);
            }
            KubeletTask::FinishDeletion(pod) => self.remove_pod(&pod.key),
            KubeletTask::StartPod(pod) => self.start_pod(&pod.key),
            KubeletTask::RejectPod(pod, failure) => self.reject_pod(&pod.key, &failure),
            KubeletTask::RestoreMirrorPod(key) => self.restore_mirror_pod(&key),
            KubeletTask::ReachDeadline(pod) => self.stop_at_deadline(&pod),
            KubeletTask::FailAtDeadline(pod) => self.report_failed_pod(&pod.key, &DEADLINE_EXCEEDED.into()),
            KubeletTask::MakeRoom(pod) => self.make_room(&pod),
            KubeletTask::FinishPreemption(pod) => self.finish_stopped_victim(&pod),
            KubeletTask::DetachVolume(volume) => self.detach_volume(&volume),
            KubeletTask::CompletePod(pod) => self.report_succeeded_pod(&pod.key),
        }
    }

    /// Whether the kubelet of the pod's node can act; true if the pod has no node, or one that does not exist.
    fn is_kubelet_responsive(&self, key: &NamespacedName) -> bool {
        let node = self.pod(key).and_then(|record| record.node());
        let Some(node) = node.and_then(|node| self.node(node)) else { return true };
        !self.state().silent.contains(&node.metadata.name) && Readiness::of_node(node) != Readiness::Unreachable
    }

    /// Called when a pod was created on a node: its containers may be running, starting or stopping.
    pub(crate) fn handle_pod_added(&mut self, key: &NamespacedName, is_new: bool) {
        let Some(pod) = self.pod(key).map(|record| Rc::clone(record.pod())) else { return };
        if is_new && self.settings().has_node_lifecycle && !is_running_mirror(&pod) {
            if self.node(&pod.spec.node_name).is_none() {
                // The pod waits until its node exists.
                self.state_mut().unseen.insert(key.clone());
                self.state_mut().unadmitted.insert(key.clone());
                return;
            }
            return self.handle_pod_bound(key);
        }
        if let Some(verdict) = self.state_mut().initial_verdicts.remove(key) {
            return self.act_on_verdict(key, verdict);
        }
        if let Some(deletion) = pod.metadata.deletion_timestamp {
            return self.continue_deletion(key, &pod, deletion);
        }
        if let Some(start) = pod.status.start_time.filter(|_| !pod.status.phase.is_over()) {
            let passed = self.settings().epoch.saturating_sub(start.0).max(0);
            self.schedule_deadline(key, Millis::from_signed_seconds(passed / 1000));
        }
        match pod.status.phase {
            PodPhase::Unset | PodPhase::Pending if !pod.status.is_blocked() => self.create_containers(key),
            PodPhase::Running if pod.metadata.annotations.contains(RUN_SECONDS) => self.schedule_completion(key),
            _ => {}
        }
    }

    /// Ends a pod that was terminating before the run after the rest of its grace period.
    fn continue_deletion(&mut self, key: &NamespacedName, pod: &Pod, deletion: Time) {
        let grace = pod.metadata.deletion_grace_period_seconds.or(pod.spec.termination_grace_period_seconds);
        let left = deletion.0.saturating_sub(self.settings().epoch).div_euclid(1000);
        let until = self.now() + Millis::from_signed_seconds(left.clamp(0, grace.unwrap_or(30).max(0)));
        let condition =
            pod.status.conditions.iter().find(|condition| condition.r#type == ConditionType::DisruptionTarget);
        let why = match condition.map(|condition| condition.reason.as_str()) {
            Some(EVICTION_BY_API) => Deletion::Drained,
            Some(DELETION_BY_TAINT) => Deletion::Tainted,
            _ => Deletion::Deleted,
        };
        self.emit(EventKind::Terminating { pod: key.clone(), until, why });
        if let Some(id) = self.pod_id(key) {
            self.schedule(until, KubeletTask::FinishDeletion(id));
        }
    }

    /// Called when a node was created: its kubelet handles the pods bound to it, in the order of their creation.
    pub(crate) fn handle_node_added(&mut self, node: &Str) {
        let names_node = |key: &&NamespacedName| self.pod(key).is_some_and(|record| record.node() == Some(node));
        let mut pods: Vec<NamespacedName> = self.state().unseen.iter().filter(names_node).cloned().collect();
        pods.sort_by_key(|key| self.pod(key).map(|record| record.creation_seq));
        for key in pods {
            self.state_mut().unseen.remove(&key);
            self.handle_pod_bound(&key);
        }
    }

    /// Called when a pod was bound. If the kubelet admits the pod, it creates the containers.
    pub(crate) fn handle_pod_bound(&mut self, key: &NamespacedName) {
        self.state_mut().unadmitted.remove(key);
        let verdict = if self.settings().has_node_lifecycle { self.judge_pod(key) } else { KubeletVerdict::Admitted };
        self.act_on_verdict(key, verdict);
    }

    fn act_on_verdict(&mut self, key: &NamespacedName, verdict: KubeletVerdict) {
        let Some(id) = self.pod_id(key) else { return };
        let Some(node) = self.pod(key).and_then(|record| record.node()).cloned() else { return };
        let now = self.now();
        match verdict {
            KubeletVerdict::Admitted => self.create_containers(key),
            KubeletVerdict::Rejected(failure) => {
                self.state_mut().unadmitted.insert(key.clone());
                self.schedule(now, KubeletTask::RejectPod(id, failure));
            }
            KubeletVerdict::NeedsRoom => {
                self.state_mut().preemptions.insert(node, CriticalPodPreemption::new(id.clone()));
                self.schedule(now, KubeletTask::MakeRoom(id));
            }
            KubeletVerdict::Waits => {
                self.state_mut().unadmitted.insert(key.clone());
                if let Some(preemption) = self.state_mut().preemptions.get_mut(&node) {
                    preemption.waiting.push(id);
                }
            }
        }
    }

    /// Fails a pod that was not admitted. Upstream: `Kubelet.rejectPod`.
    fn reject_pod(&mut self, key: &NamespacedName, failure: &AdmissionFailure) {
        let state = self.state_mut();
        state.rejected += 1;
        state.unadmitted.remove(key);
        self.record_message(Kind::Pod, key, true, &failure.reason, failure.message.clone());
        self.report_failed_pod(key, &failure.reason);
    }

    fn create_containers(&mut self, key: &NamespacedName) {
        self.schedule_deadline(key, Millis::ZERO);
        let delay = self.settings().timings.start;
        if delay.is_zero() {
            return self.start_pod(key);
        }
        self.emit(EventKind::Creating(key.clone()));
        if let Some(id) = self.pod_id(key) {
            let at = self.now() + delay;
            self.schedule(at, KubeletTask::StartPod(id));
        }
    }

    /// Schedules the end of a pod's `activeDeadlineSeconds`, of which `passed` are over. Upstream: `activeDeadlineHandler`.
    fn schedule_deadline(&mut self, key: &NamespacedName, passed: Millis) {
        let Some(seconds) = self.pod(key).and_then(|record| record.pod().spec.active_deadline_seconds.0) else {
            return;
        };
        if let Some(id) = self.pod_id(key) {
            let at = self.now() + Millis::from_signed_seconds(seconds).saturating_since(passed);
            self.state_mut().deadlines.insert(id.clone(), at);
            self.schedule(at, KubeletTask::ReachDeadline(id));
        }
    }

    /// Stops a pod that has exceeded its `activeDeadlineSeconds`.
    fn stop_at_deadline(&mut self, pod: &PodId) {
        self.state_mut().deadlines.remove(pod);
        let Some(record) = self.pod(&pod.key).filter(|record| record.is_active()) else { return };
        let grace = stopping_time(record);
        let text = "Pod was active on the node longer than the specified deadline";
        self.record_message(Kind::Pod, &pod.key, false, DEADLINE_EXCEEDED, text.into());
        if self.settings().flow.kubelet.fails_stopped_pods_early {
            return self.report_failed_pod(&pod.key, &DEADLINE_EXCEEDED.into());
        }
        let at = self.now() + grace;
        self.schedule(at, KubeletTask::FailAtDeadline(pod.clone()));
    }

    /// Cancels the deadline of a finished pod.
    pub(super) fn cancel_deadline(&mut self, pod: &PodId) {
        if let Some(at) = self.state_mut().deadlines.remove(pod) {
            self.cancel(at, KubeletTask::ReachDeadline(pod.clone()));
        }
    }

    /// Reports a pod as running once all containers have been started.
    fn start_pod(&mut self, key: &NamespacedName) {
        let Some(record) = self.pod(key) else { return };
        if record.pod().is_terminating() || self.waits_to_start(key) {
            return;
        }
        // `startTime` is when the kubelet saw the pod, in whole seconds like all times of the API.
        let seen_at = self.now().saturating_since(self.settings().timings.start);
        let start = self.settings().wall_clock(seen_at).div_euclid(1000) * 1000;
        let state = self.state_mut();
        state.addresses += 1;
        let ip = format!("10.244.{}.{}", state.addresses / 250, state.addresses % 250 + 2).into();
        self.report_running_pod(key, start, ip);
        self.schedule_completion(key);
    }

    /// Schedules the completion of a Job's pod, after the time in its annotation. Without one, pods of a Job that had active pods before the run do
    /// not complete, because the manifest does not say when, and those of any other Job complete after a default time.
    fn schedule_completion(&mut self, key: &NamespacedName) {
        let (Some(record), Some(id)) = (self.pod(key), self.pod_id(key)) else { return };
        let pod = record.pod();
        let Some(job) = pod.metadata.controller().filter(|owner| owner.workload() == Some(WorkloadKind::Job)) else {
            return;
        };
        let seconds = pod.metadata.annotations.get(RUN_SECONDS).and_then(|text| text.parse().ok());
        let is_of_running_job =
            || self.state().running_jobs.contains(&NamespacedName::new(&pod.metadata.namespace, &job.name));
        let run_time = match seconds {
            Some(seconds) => Millis::from_seconds(seconds),
            None if is_of_running_job() => return,
            None => DEFAULT_RUN_TIME,
        };
        let at = self.now() + run_time;
        self.schedule(at, KubeletTask::CompletePod(id));
    }

    /// Stops the containers of a terminating pod until `until`. A silent kubelet learns about the deletion when it is back, and the grace period
    /// starts then.
    pub(crate) fn handle_pod_terminating(&mut self, key: &NamespacedName, until: Millis) {
        if !self.is_kubelet_responsive(key) {
            if let Some(id) = self.pod_id(key) {
                self.state_mut().unheard_deletions.insert(id);
            }
            return;
        }
        if self.pod(key).is_some_and(|record| record.pod().is_mirror()) {
            // The static pod itself continues; the kubelet only replaces its mirror pod.
            return self.remove_pod(key);
        }
        self.record_message(Kind::Pod, key, false, "Killing", "Stopping container".into());
        if let Some(id) = self.pod_id(key) {
            self.schedule(until, KubeletTask::FinishDeletion(id));
        }
    }

    pub(crate) fn handle_node_deleted(&mut self, node: &Str) {
        let state = self.state_mut();
        state.silent.remove(node);
        // Tasks of the node's kubelet are dropped.
        for pod in state.preemptions.remove(node).into_iter().flat_map(|preemption| preemption.waiting) {
            self.state_mut().unseen.insert(pod.key);
        }
    }

    pub(crate) fn handle_pod_removed(&mut self, pod: &PodId, record: &PodRecord) {
        let state = self.state_mut();
        state.unheard_deletions.remove(pod);
        state.unseen.remove(&pod.key);
        state.unadmitted.remove(&pod.key);
        state.waiting_to_start.remove(pod);
        state.deadlines.remove(pod);
        self.hold_volumes(record);
        self.retry_waiting_pods();
        self.forget_preemption(pod);
        self.keep_mirror_pod(record.pod());
        self.forget_resize(pod, &record.pod().spec.node_name);
        let postponed = &mut self.state_mut().postponed;
        postponed.retain(|task| match task {
            KubeletTask::FinishDeletion(other)
            | KubeletTask::StartPod(other)
            | KubeletTask::RejectPod(other, _)
            | KubeletTask::MakeRoom(other)
            | KubeletTask::ReachDeadline(other)
            | KubeletTask::FailAtDeadline(other)
            | KubeletTask::FinishPreemption(other)
            | KubeletTask::CompletePod(other) => other != pod,
            KubeletTask::DetachVolume(_) | KubeletTask::RestoreMirrorPod(_) => true,
        });
    }

    /// Creates a deleted mirror pod again, since the kubelet runs the static pod from a file. Upstream: `Kubelet.tryReconcileMirrorPods`.
    fn keep_mirror_pod(&mut self, pod: &Pod) {
        let node = &pod.spec.node_name;
        let has_kubelet = self.node(node).is_some() && !self.state().silent.contains(node);
        if pod.is_mirror() && !pod.status.phase.is_over() && has_kubelet {
            let mut pod = pod.clone();
            pod.metadata.uid = Str::default();
            pod.metadata.deletion_timestamp = None;
            pod.metadata.deletion_grace_period_seconds = None;
            pod.metadata.creation_timestamp = Some(Time(self.wall_clock()));
            pod.status.conditions.retain(|condition| condition.r#type != ConditionType::DisruptionTarget);
            let key = pod.key();
            self.state_mut().mirror_pods.insert(key.clone(), pod);
            let now = self.now();
            self.schedule(now, KubeletTask::RestoreMirrorPod(key));
        }
    }

    fn restore_mirror_pod(&mut self, key: &NamespacedName) {
        let Some(pod) = self.state_mut().mirror_pods.remove(key) else { return };
        if self.node(&pod.spec.node_name).is_some() {
            self.create_pod(pod, Str::default());
        }
    }

    /// Called when a machine fails or recovers: its kubelet reports the node as ready or not ready, or stops reporting.
    ///
    /// A report takes effect at once: the condition changes, and with it the `NoSchedule` taint. Pods stay ready, since their kubelet still runs
    /// them. Silence is noticed later, by the node lifecycle controller.
    pub(crate) fn handle_machine_state(&mut self, node: &Str, readiness: Readiness) {
        let now = self.now();
        if readiness == Readiness::Unreachable {
            self.state_mut().silent.insert(node.clone());
            // The last renewal of the lease was before this moment.
            let last_renewal = now.saturating_since(Millis::new(1)).round_down_to(LEASE_INTERVAL);
            return self.deliver_lease_expiring(node, last_renewal);
        }
        let was_silent = self.state_mut().silent.remove(node);
        self.detach_volumes_of(node);
        self.deliver_lease_renewed(node);
        let before = self.node_readiness(node);
        if before != Some(readiness) {
            self.edit_node(node, |node| {
                report_conditions(node, readiness);
                set_condition_taints(node);
            });
            let reason = if readiness == Readiness::Ready { "NodeReady" } else { "NodeNotReady" };
            self.record_message(Kind::Node, node, false, reason, format!("Node {node} status is now: {reason}").into());
        }
        if was_silent || before == Some(Readiness::Unreachable) {
            for key in self.pods_on(node) {
                self.mark_pod_ready(&key, true);
            }
            self.wake_controllers();
            for task in std::mem::take(&mut self.state_mut().postponed) {
                self.schedule(now, task);
            }
            for pod in std::mem::take(&mut self.state_mut().unheard_deletions) {
                let Some(record) = self.pod(&pod.key) else { continue };
                let grace = record.pod().metadata.deletion_grace_period_seconds.unwrap_or(0);
                // A kubelet of another node may still be silent; its pods are postponed again.
                self.handle_pod_terminating(&pod.key, now + Millis::from_signed_seconds(grace));
            }
            self.retry_resizes(node);
        }
    }
}

/// Whether a pod is the mirror pod of a static pod that is running.
fn is_running_mirror(pod: &Pod) -> bool {
    pod.is_mirror() && pod.status.phase == PodPhase::Running
}

/// Whether no kubelet has seen a pod of the manifest yet: it names a node and has no status.
pub(crate) fn is_unseen(pod: &Pod) -> bool {
    let status = &pod.status;
    !pod.spec.node_name.is_empty()
        && !pod.is_terminating()
        && status.start_time.is_none()
        && status.container_statuses.is_empty()
        && !status.phase.is_over()
        && status.phase != PodPhase::Running
}

/// How long the containers of a pod take to stop: the grace period, or 0 if they are not running.
fn stopping_time(record: &PodRecord) -> Millis {
    let pod = record.pod();
    let is_running = pod.status.phase == PodPhase::Running;
    let grace = pod.spec.termination_grace_period_seconds.unwrap_or(30).max(0);
    Millis::from_signed_seconds(if is_running { grace } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_pod_with_a_node_and_no_status_is_unseen() {
        for (metadata, spec, status, expected) in [
            ("", r#""nodeName":"a""#, "", true),
            ("", r#""nodeName":"a""#, r#""phase":"Pending""#, true),
            ("", "", "", false),
            (r#""deletionTimestamp":"2026-01-02T10:00:00Z""#, r#""nodeName":"a""#, "", false),
            ("", r#""nodeName":"a""#, r#""startTime":"2026-01-02T10:00:00Z""#, false),
            ("", r#""nodeName":"a""#, r#""containerStatuses":[{"name":"c"}]"#, false),
            ("", r#""nodeName":"a""#, r#""phase":"Running""#, false),
            ("", r#""nodeName":"a""#, r#""phase":"Failed""#, false),
        ] {
            let json = format!(r#"{{"metadata":{{{metadata}}},"spec":{{{spec}}},"status":{{{status}}}}}"#);
            let pod: Pod = serde_json::from_str(&json).expect("a pod");
            assert_eq!(is_unseen(&pod), expected, "{json}");
        }
    }
}
