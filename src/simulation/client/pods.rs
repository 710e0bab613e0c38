//! Requests about pods.

use std::rc::Rc;

use api::{
    Condition, ConditionStatus, ConditionType, DELETION_BY_TAINT, EVICTION_BY_API, Kind, Millis, NamespacedName,
    OwnerReference, PREEMPTION_BY_SCHEDULER, Pod, PodPhase, Str, Time,
};
use manifest::admission::merge_label_keys;
use runlog::{Deletion, EventKind};
use scheduler::cluster::PodInfo;

use super::{
    Client,
    watchers::{PodUpdate, Watchers},
};
use crate::agenda::NEVER;

/// The condition `DisruptionTarget` of a deletion that counts as a disruption.
fn disruption_condition(why: &Deletion) -> Option<Condition> {
    let (reason, message) = match why {
        Deletion::Preempted { .. } | Deletion::PreemptedForGroup { .. } => (PREEMPTION_BY_SCHEDULER, ""),
        Deletion::Drained | Deletion::Evicted => (EVICTION_BY_API, "Eviction API: evicting"),
        Deletion::DeviceTainted => {
            ("DeletionByDeviceTaintManager", "Device Taint manager: deleting due to NoExecute taint")
        }
        Deletion::Tainted => (DELETION_BY_TAINT, "Taint manager: deleting due to NoExecute taint"),
        _ => return None,
    };
    Some(Condition {
        r#type: ConditionType::DisruptionTarget,
        status: ConditionStatus::True,
        reason: reason.into(),
        message: message.into(),
    })
}

impl Client<'_> {
    /// `kubectl create` of a pod. It is rejected if its priority class does not exist, or if a quota is exceeded.
    pub(crate) fn request_pod(&mut self, pod: Pod) {
        let class = &pod.spec.priority_class_name;
        let is_known = class.is_empty()
            || class.starts_with("system-")
            || self.classes().iter().any(|other| other.metadata.name == *class);
        if !is_known {
            let name = &pod.metadata.name;
            let text = format!("pods {name:?} is forbidden: no PriorityClass with name {class} was found");
            return self.print_line(true, format!("Error from server (Forbidden): {text}"));
        }
        let refusal = self.pod_spec_refusal(&pod.metadata.namespace, &pod.spec, &self.settings().flow);
        match refusal {
            Some(why) => self.print_forbidden("pods", &pod.metadata.name, &why),
            None => {
                // Only a scheduler sets a nomination.
                let mut pod = pod;
                pod.status.nominated_node_name = Str::default();
                self.create_pod(pod, Str::default());
            }
        }
    }

    /// Creates a pod. `by` is the controller as `Kind/name`, empty for pods of the manifest or of a user.
    pub(crate) fn create_pod(&mut self, mut pod: Pod, by: Str) {
        let key = pod.key();
        // Of pods being deleted that run nowhere, only those with a finalizer still exist.
        let is_deletable = pod.status.phase.is_over() || pod.spec.node_name.is_empty();
        let is_held = pod.metadata.foreign_finalizer().is_some();
        if self.pod(&key).is_some() || is_deletable && pod.is_terminating() && !is_held {
            return;
        }
        // A pod without a node cannot be running: the API server resets the status of new pods.
        if pod.spec.node_name.is_empty() && pod.status.phase == PodPhase::Running {
            pod.status.phase = PodPhase::Pending;
        }
        if self.settings().flow.merges_label_keys {
            merge_label_keys(&mut pod.spec, &pod.metadata.labels);
        }
        // The API server drops the field silently if the feature gate is off.
        let dropped_group = pod.group_key().filter(|_| !self.settings().gates.generic_workload);
        if dropped_group.is_some() {
            pod.spec.scheduling_group = None;
        }
        pod.metadata.uid = self.api_mut().assign_uid(&pod.metadata);
        let owner = self.index_pod(&pod, &key);
        if let Some(owner) = owner.as_ref().filter(|_| by.is_empty()) {
            self.api_mut().workloads_mut().set_revision_of_existing_pod(owner, &pod, &key);
        }
        let pod = Rc::new(pod);
        let info = Rc::new(PodInfo::new(Rc::clone(&pod), &self.settings().accounting));
        self.emit(EventKind::PodCreated { pod, by: by.clone(), dropped_group });
        self.api_mut().insert_pod(&key, Rc::clone(&info), owner);
        self.cluster.deliver_pod_added(&key, &info, &by);
    }

    /// Indexes a pod under the workload that manages it, and queues that workload.
    fn index_pod(&mut self, pod: &Pod, key: &NamespacedName) -> Option<Str> {
        let owner = self.api_mut().workloads_mut().index_pod(pod, key)?;
        self.queue_owner(&owner);
        Some(owner)
    }

    /// Repeats the search for the owner of a pod that has none so far.
    pub(crate) fn find_pod_owner(&mut self, key: &NamespacedName) {
        let Some(pod) = self.pod(key).filter(|record| record.owner.is_none()).map(|record| Rc::clone(record.pod()))
        else {
            return;
        };
        if let Some(owner) = self.index_pod(&pod, key) {
            self.api_mut().set_pod_owner(key, Some(owner));
            self.cluster.deliver_owner_change(key);
        }
    }

    /// Writes a change of a pod that does not affect the scheduling queue.
    pub(crate) fn write_pod(&mut self, key: &NamespacedName, edit: impl FnOnce(&mut Pod)) -> Option<PodUpdate> {
        let mut pod = (**self.pod(key)?.pod()).clone();
        edit(&mut pod);
        self.store_pod(key, pod)
    }

    // Separate from the generic function, so that it is compiled once.
    fn store_pod(&mut self, key: &NamespacedName, pod: Pod) -> Option<PodUpdate> {
        let after = Rc::new(PodInfo::new(Rc::new(pod), &self.settings().accounting));
        let before = self.api_mut().replace_pod(key, Rc::clone(&after))?;
        let update = PodUpdate { key: key.clone(), before, after };
        self.cluster.deliver_pod_written(&update);
        Some(update)
    }

    /// Patches the status of a pending pod, and records `event`.
    pub(crate) fn patch_pending_pod_status(
        &mut self,
        key: &NamespacedName,
        edit: impl FnOnce(&mut Pod),
        event: Option<EventKind>,
    ) {
        if let Some(update) = self.write_pod(key, edit) {
            if let Some(event) = event {
                self.emit(event);
            }
            self.cluster.deliver_pending_pod_status(&update);
        }
    }

    /// Stores the message of a pod's condition `PodScheduled`. Returns whether it changed.
    pub(crate) fn set_scheduled_message(&mut self, key: &NamespacedName, message: Str) -> bool {
        self.api_mut().set_scheduled_message(key, message)
    }

    /// Changes a pod on behalf of a user: labels, requests, gates and so on. An edit without a difference has no effect.
    pub(crate) fn edit_pod(&mut self, key: &NamespacedName, edit: impl FnOnce(&mut Pod)) {
        if let Some(update) = self.write_pod(key, edit) {
            self.record_edit(&update);
        }
    }

    fn record_edit(&mut self, update: &PodUpdate) {
        if update.after.pod != update.before.pod {
            self.emit(EventKind::PodUpdated(Rc::clone(&update.after.pod)));
            self.cluster.deliver_pod_edited(update);
        }
    }

    /// Sets a pod's controller, or removes the one that it has if `controller` is `None`.
    pub(crate) fn set_pod_controller(&mut self, key: &NamespacedName, controller: Option<OwnerReference>) {
        if controller.is_none()
            && let Some(owner) = self.api_mut().set_pod_owner(key, None)
        {
            self.queue_owner(&owner);
            self.api_mut().workloads_mut().unindex_pod(&owner, key);
        }
        let adopts = controller.is_some();
        let update = self.write_pod(key, |pod| match controller {
            Some(controller) => pod.metadata.owner_references.push(controller),
            None => pod.metadata.owner_references.retain(|owner| owner.controller != Some(true)),
        });
        let Some(update) = update else { return };
        if adopts {
            self.find_pod_owner(key);
        }
        self.emit(EventKind::PodUpdated(Rc::clone(&update.after.pod)));
    }

    /// Binds a pod to a node, and records the scheduler's event with `message`.
    pub(crate) fn bind_pod(&mut self, key: &NamespacedName, node: &Str, message: Str) {
        let update = self.write_pod(key, |pod| {
            pod.spec.node_name = node.clone();
            pod.status.nominated_node_name = Str::default();
        });
        let Some(update) = update else { return };
        self.emit(EventKind::Bound { pod: key.clone(), node: node.clone() });
        self.record_message(Kind::Pod, key, false, "Scheduled", message);
        self.cluster.deliver_pod_bound(&update);
    }

    /// Reports on behalf of the kubelet that a pod is running. `start` is a wall-clock time in milliseconds.
    pub(crate) fn report_running_pod(&mut self, key: &NamespacedName, start: i64, ip: Str) {
        self.await_availability(key);
        let update = self.write_pod(key, |pod| {
            pod.status.report_running();
            pod.status.start_time = Some(Time(start));
        });
        self.emit(EventKind::Running { pod: key.clone(), start, ip });
        if let Some(update) = update {
            self.cluster.deliver_pod_started(&update);
        }
    }

    /// Reports on behalf of the kubelet that a pod has succeeded. The object stays, but the scheduler treats it as deleted. Upstream: the scheduler's
    /// `NewInformerFactory`, whose field selector excludes finished pods.
    pub(crate) fn report_succeeded_pod(&mut self, key: &NamespacedName) {
        let Some(record) = self.pod(key) else { return };
        let is_terminating = record.pod().is_terminating();
        self.cluster.deliver_pod_succeeded(key);
        self.emit(EventKind::Succeeded(key.clone()));
        if is_terminating {
            return self.remove_pod(key);
        }
        if let Some(update) = self.write_pod(key, |pod| pod.status.phase = PodPhase::Succeeded) {
            self.cluster.deliver_pod_finished(&update);
        }
    }

    /// Reports on behalf of the kubelet that a pod has failed; only the object remains.
    pub(crate) fn report_failed_pod(&mut self, key: &NamespacedName, reason: &Str) {
        let Some(record) = self.pod(key).filter(|record| !record.is_over()) else { return };
        let is_terminating = record.pod().is_terminating();
        self.cluster.deliver_pod_failed(key);
        self.emit(EventKind::Failed { pod: key.clone(), reason: reason.clone() });
        let update = self.write_pod(key, |pod| {
            pod.status.phase = PodPhase::Failed;
            pod.status.reason = reason.clone();
        });
        if let Some(update) = update {
            self.cluster.deliver_pod_finished(&update);
        }
        // No container is left to stop.
        if is_terminating {
            self.remove_pod(key);
        }
    }

    /// Writes a pod's condition `Ready` on behalf of its node: false if the node is unreachable. Returns whether it changed.
    pub(crate) fn mark_pod_ready(&mut self, key: &NamespacedName, ready: bool) -> bool {
        let is_change = self.api_mut().mark_pod_ready(key, ready);
        if is_change {
            if ready {
                self.await_availability(key);
            }
            self.cluster.deliver_pod_readiness(key);
        }
        is_change
    }

    /// Deletes a pod: a bound one after its grace period, an unbound one at once.
    pub(crate) fn delete_pod(&mut self, key: &NamespacedName, why: Deletion) {
        self.delete_pod_with_grace(key, why, None);
    }

    /// Deletes a pod, with a grace period of `grace` seconds instead of the pod's own. With 0, a pod that is already terminating is also removed at
    /// once.
    pub(crate) fn delete_pod_with_grace(&mut self, key: &NamespacedName, why: Deletion, grace: Option<i64>) {
        let Some(record) = self.pod(key) else { return };
        let (is_bound, before) = (record.is_bound(), Rc::clone(&record.info));
        let condition = disruption_condition(&why).filter(|_| self.settings().flow.marks_victims);
        if before.pod.is_terminating() {
            if why == Deletion::Tainted
                && let Some(condition) = condition
            {
                self.write_pod(key, |pod| pod.status.conditions.push(condition));
            }
            if grace == Some(0) {
                self.remove_pod(key);
            }
            return;
        }
        self.cluster.deliver_deletion_request(key, &why);
        if !is_bound {
            return self.remove_pod(key);
        }
        let default_grace = before.pod.spec.termination_grace_period_seconds.unwrap_or(30);
        // A finished pod has nothing left to stop. Upstream: `podStrategy.CheckGracefulDelete`.
        let seconds = if before.pod.status.phase.is_over() { 0 } else { grace.unwrap_or(default_grace).max(0) };
        let until = self.now() + Millis::from_signed_seconds(seconds).min(NEVER);
        debug_assert!(until >= self.now(), "a pod's grace ends after it begins");
        let stamp = Time(self.settings().wall_clock(until));
        self.emit(EventKind::Terminating { pod: key.clone(), until, why });
        if seconds == 0 {
            return self.remove_pod(key);
        }
        let update = self.write_pod(key, |pod| {
            pod.status.conditions.extend(condition);
            pod.metadata.deletion_timestamp = Some(stamp);
            pod.metadata.deletion_grace_period_seconds = Some(seconds);
        });
        if let Some(update) = update {
            self.cluster.deliver_pod_terminating(&update, until);
        }
    }

    /// Removes a pod whose containers have stopped, unless a finalizer keeps it.
    pub(crate) fn remove_pod(&mut self, key: &NamespacedName) {
        let Some(record) = self.pod(key) else { return };
        if record.pod().metadata.foreign_finalizer().is_some() {
            return if record.is_bound() { self.hold_stopped_pod(key) } else { self.hold_pending_pod(key) };
        }
        self.drop_pod(key);
    }

    /// Marks an unbound pod with a finalizer as terminating; the scheduler skips it from now on. Upstream: `Scheduler.skipPodSchedule`.
    fn hold_pending_pod(&mut self, key: &NamespacedName) {
        let Some((id, record)) = self.pod_id(key).zip(self.pod(key).cloned()) else { return };
        if record.pod().is_terminating() {
            return;
        }
        self.cluster.deliver_pod_held(&id, &record);
        let (now, stamp) = (self.now(), Time(self.wall_clock()));
        self.write_pod(key, |pod| {
            pod.metadata.deletion_timestamp = Some(stamp);
            pod.metadata.deletion_grace_period_seconds = Some(0);
            pod.status.nominated_node_name = Str::default();
        });
        self.emit(EventKind::Terminating { pod: key.clone(), until: now, why: Deletion::Deleted });
        self.cluster.agenda.forget_pod(&id);
        self.wake_controllers();
    }

    /// Keeps a pod with a finalizer whose containers have stopped. Kubelets of later releases report it as failed, so that it no longer occupies
    /// resources; in earlier releases the scheduler continues to count it. Upstream: `Kubelet.SyncTerminatedPod`.
    fn hold_stopped_pod(&mut self, key: &NamespacedName) {
        let Some(record) = self.pod(key) else { return };
        let (is_over, is_terminating) = (record.is_over(), record.pod().is_terminating());
        let reports_end = !is_over && self.settings().flow.marks_victims;
        let stamp = Time(self.wall_clock());
        if reports_end {
            self.emit(EventKind::Failed { pod: key.clone(), reason: Str::default() });
        }
        if !reports_end && is_terminating {
            return;
        }
        let update = self.write_pod(key, |pod| {
            pod.metadata.deletion_timestamp.get_or_insert(stamp);
            if reports_end {
                pod.status.phase = PodPhase::Failed;
            }
        });
        if let Some(update) = update.filter(|_| reports_end) {
            self.cluster.deliver_pod_finished(&update);
        }
    }

    /// Removes a pod from the API server.
    fn drop_pod(&mut self, key: &NamespacedName) {
        let Some(id) = self.pod_id(key) else { return };
        self.cluster.deliver_pod_removing(key);
        let Some(record) = self.api_mut().remove_pod(key) else { return };
        if let Some(owner) = &record.owner {
            self.queue_owner(owner);
        }
        self.cluster.agenda.forget_pod(&id);
        self.cluster.deliver_pod_removed(&id, &record);
        self.continue_namespace_deletion(&record.pod().metadata.namespace);
    }
}

#[cfg(test)]
mod tests {
    use crate::test_run::run_until;

    #[test]
    fn a_pod_that_is_being_deleted_exists_if_it_runs_or_is_held() {
        for (spec, phase, finalizer, exists) in [
            ("nodeName: n,", "Running", "", true),
            ("nodeName: n,", "Succeeded", "", false),
            ("nodeName: n,", "Succeeded", "example.com/hold", true),
            ("", "Pending", "", false),
            ("", "Pending", "example.com/hold", true),
        ] {
            let text = format!(
                "{{kind: Node, metadata: {{name: n}}, status: {{allocatable: {{cpu: 4}}}}}}
---
{{kind: Pod, metadata: {{name: p, uid: u, deletionTimestamp: 2026-01-01T00:00:00Z, deletionGracePeriodSeconds: 300, finalizers: [{finalizer}]}}, spec: {{terminationGracePeriodSeconds: 300, {spec} containers: [{{name: c}}]}}, status: {{phase: {phase}}}}}
---
{{kind: Scenario}}"
            );
            let (simulation, _) = run_until(&text, 1);
            let is_there = simulation.cluster.api.pod("default/p").is_some();
            assert_eq!(is_there, exists, "{spec} {phase} {finalizer}");
        }
    }
}
