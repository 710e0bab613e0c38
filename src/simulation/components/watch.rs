//! Delivers each change to the components that watch it, in a fixed order.
//!
//! Upstream's components watch the API server through informers, which deliver a change after some delay and in no particular order between
//! components. Here a change is delivered at once, in the order in which these functions call the components, so that equal scenarios produce equal
//! events.

use std::rc::Rc;

use api::{Millis, NamespacedName, Node, PodGroup, StorageObject, Str, Taint, TaintEffect, WorkloadKind};
use runlog::{Deletion, EventKind};
use scheduler::{
    cluster::{DeviceEvent, PodInfo},
    framework::{ClusterEvent, StorageEvent},
};

use super::Components;
use crate::{
    action::Readiness,
    api_server::PodRecord,
    client::{Client, Cluster, PodUpdate, Watchers},
    controllers::{
        daemon_set::state::DaemonSetController, garbage_collector::state::GarbageCollector, job::state::JobController,
        ownership::state::PodOwnership, replica_set::ReplicaSetController,
    },
    disruption::state::DisruptionController,
    ids::{PodId, WorkloadId},
    kube_scheduler::state::KubeScheduler,
    kubectl::state::Kubectl,
    kubelet::{is_unseen, state::Kubelets},
    node_conditions::is_out_of_service,
    node_lifecycle::state::NodeLifecycleController,
    pod_gc::PodGcController,
    resource_claim::state::ResourceClaimController,
    taint_eviction::state::TaintEvictionController,
    task::{TaskClass, WorkloadTask},
    volumes::state::VolumeControllers,
};

/// The `NoExecute` taints of a node.
fn no_execute_taints(node: &Node) -> impl Iterator<Item = &Taint> {
    node.spec.taints.iter().filter(|taint| taint.effect == TaintEffect::NoExecute)
}

impl Watchers for Cluster {
    type States = Components;

    fn wake_controllers(&mut self) {
        let has_work = !self.api.workloads().is_empty() || self.component::<GarbageCollector>().has_work();
        if has_work && !self.agenda.has(TaskClass::WorkloadSync) {
            let at = self.now + self.settings.timings.controller;
            self.agenda.add(at, WorkloadTask::Sync.into());
        }
        self.component::<ResourceClaimController>().schedule_sync();
        self.component::<DisruptionController>().schedule_sync();
    }

    // Nodes.

    fn deliver_node_added(&mut self, node: &Rc<Node>) {
        self.component::<NodeLifecycleController>().handle_node_added(node);
        self.component::<KubeScheduler>().handle_node_added(node);
        self.component::<Kubelets>().handle_node_added(&node.metadata.name);
        self.component::<DaemonSetController>().handle_node_change();
        self.wake_controllers();
    }

    fn deliver_node_updated(&mut self, before: &Rc<Node>, after: &Rc<Node>) {
        self.component::<KubeScheduler>().handle_node_updated(before, after);
        if is_out_of_service(after) {
            self.component::<Kubelets>().detach_volumes_of(&after.metadata.name);
            self.component::<PodGcController>().handle_out_of_service(&after.metadata.name);
        }
        if !no_execute_taints(before).eq(no_execute_taints(after)) {
            // A DaemonSet controller deletes a pod with one request, the taint eviction controller with two, so it comes second.
            self.component::<DaemonSetController>().evict_untolerating_pods(after);
            self.component::<TaintEvictionController>().handle_node_taints(&after.metadata.name);
        }
        if before.status.allocatable != after.status.allocatable {
            self.component::<Kubelets>().retry_resizes(&after.metadata.name);
        }
        self.component::<DaemonSetController>().handle_node_change();
        self.wake_controllers();
    }

    fn deliver_node_deleted(&mut self, node: &Rc<Node>) {
        self.component::<KubeScheduler>().handle_node_deleted(node);
        self.component::<PodGcController>().handle_missing_node(&node.metadata.name);
        self.component::<NodeLifecycleController>().handle_node_deleted(node);
        self.component::<Kubelets>().handle_node_deleted(&node.metadata.name);
        self.component::<DaemonSetController>().handle_node_change();
        self.wake_controllers();
    }

    fn deliver_cordon(&mut self, node: &Str) {
        self.component::<NodeLifecycleController>().handle_cordon(node);
    }

    fn deliver_machine_state(&mut self, node: &Str, readiness: Readiness) {
        self.component::<NodeLifecycleController>().schedule_monitor();
        self.component::<Kubelets>().handle_machine_state(node, readiness);
    }

    fn deliver_lease_expiring(&mut self, node: &Str, last_renewal: Millis) {
        self.component::<NodeLifecycleController>().handle_silence(node, last_renewal);
    }

    fn deliver_lease_renewed(&mut self, node: &Str) {
        self.component::<NodeLifecycleController>().handle_lease_renewed(node);
    }

    // Pods.

    fn deliver_pod_added(&mut self, key: &NamespacedName, info: &Rc<PodInfo>, by: &Str) {
        self.component::<PodOwnership>().handle_pod_added(key, &info.pod, by);
        self.component::<DisruptionController>().handle_pod_change(&info.pod);
        self.component::<VolumeControllers>().handle_pod_change(info);
        if info.pod.status.phase.is_over() {
            // Neither the scheduler nor a kubelet handles a finished pod.
            self.component::<JobController>().handle_finished_pod_added(key);
        } else if info.pod.spec.node_name.is_empty() {
            if !info.pod.is_terminating() {
                self.component::<KubeScheduler>().handle_pod_added(key, info);
            }
        } else {
            self.component::<KubeScheduler>().cache_pod(&info.pod.spec.node_name, Rc::clone(info));
            let is_lost = is_unseen(&info.pod) && self.api.node(&info.pod.spec.node_name).is_none();
            let is_new = !self.now.is_zero() || !by.is_empty() || is_lost;
            self.component::<Kubelets>().handle_pod_added(key, is_new);
            if is_new && self.api.node(&info.pod.spec.node_name).is_none() {
                self.component::<PodGcController>().handle_missing_node(&info.pod.spec.node_name);
            }
            self.component::<KubeScheduler>().handle_assigned_pod_added(info);
            self.component::<TaintEvictionController>().handle_pod(key);
        }
        self.wake_controllers();
    }

    fn deliver_pod_written(&mut self, update: &PodUpdate) {
        if let Some(owner) = self.api.pod(&update.key).and_then(|record| record.owner.clone()) {
            Client::new(self).queue_owner(&owner);
        }
        self.component::<DisruptionController>().handle_pod_change(&update.after.pod);
        self.component::<KubeScheduler>().cache_pod_update(update);
    }

    fn deliver_pending_pod_status(&mut self, update: &PodUpdate) {
        self.component::<KubeScheduler>().handle_pending_pod_status(update);
    }

    fn deliver_pod_edited(&mut self, update: &PodUpdate) {
        self.component::<PodOwnership>().handle_pod_edited(&update.key);
        self.component::<KubeScheduler>().handle_pod_updated(update);
        self.component::<Kubelets>().handle_pod_edited(update);
        self.wake_controllers();
    }

    fn deliver_pod_bound(&mut self, update: &PodUpdate) {
        self.component::<KubeScheduler>().handle_pod_bound(update);
        self.component::<Kubelets>().handle_pod_bound(&update.key);
        self.component::<TaintEvictionController>().handle_pod(&update.key);
        self.wake_controllers();
    }

    fn deliver_pod_started(&mut self, update: &PodUpdate) {
        self.component::<KubeScheduler>().handle_pod_updated(update);
        let owner = self.api.pod(&update.key).and_then(|record| record.owner.as_ref());
        if let Some(id) = owner.and_then(|owner| self.api.workloads().id_of_uid(owner)) {
            let state = self.work_queue.retry_state_mut(id);
            state.started = state.started.saturating_add(1);
        }
        self.wake_controllers();
    }

    fn deliver_deletion_request(&mut self, key: &NamespacedName, why: &Deletion) {
        self.component::<JobController>().handle_deletion_request(key, why);
    }

    fn deliver_pod_terminating(&mut self, update: &PodUpdate, until: Millis) {
        self.component::<Kubelets>().handle_pod_terminating(&update.key, until);
        if let Some(node) =
            self.api.node(&update.after.pod.spec.node_name).filter(|node| is_out_of_service(node)).cloned()
        {
            self.component::<PodGcController>().handle_out_of_service(&node.metadata.name);
        }
        self.component::<KubeScheduler>().handle_pod_updated(update);
        self.wake_controllers();
    }

    fn deliver_pod_succeeded(&mut self, key: &NamespacedName) {
        self.component::<JobController>().handle_pod_succeeded(key);
    }

    fn deliver_pod_failed(&mut self, key: &NamespacedName) {
        self.component::<JobController>().handle_pod_failed(key);
    }

    fn deliver_pod_finished(&mut self, update: &PodUpdate) {
        self.component::<Kubelets>().retry_waiting_pods();
        self.component::<VolumeControllers>().handle_pod_change(&update.after);
        self.component::<KubeScheduler>().handle_pod_finished(update);
        self.component::<Kubelets>().handle_pod_finished(update);
        if let Some(group) = update.after.pod.group_key() {
            Client::new(self).release_pod_group(&group);
        }
        self.wake_controllers();
    }

    fn deliver_pod_held(&mut self, id: &PodId, record: &PodRecord) {
        let removed = self.component::<KubeScheduler>().forget_pod(id, record);
        self.component::<KubeScheduler>().handle_pod_removed(&record.info, &removed);
    }

    fn deliver_pod_removing(&mut self, key: &NamespacedName) {
        self.component::<JobController>().handle_pod_removing(key);
    }

    fn deliver_pod_removed(&mut self, id: &PodId, record: &PodRecord) {
        // The scheduler releases what it holds for an unbound pod before other components are notified of the removal.
        let removed = self.component::<KubeScheduler>().forget_pod(id, record);
        Client::new(self).emit(EventKind::PodRemoved(id.key.clone()));
        self.component::<TaintEvictionController>().handle_pod_removed(id);
        self.component::<DisruptionController>().handle_pod_removed(&id.key, &record.info.pod);
        self.component::<Kubectl>().handle_pod_removed(id);
        self.component::<PodOwnership>().handle_pod_removed(&id.key);
        self.component::<Kubelets>().handle_pod_removed(id, record);
        self.component::<VolumeControllers>().handle_pod_change(&record.info);
        self.component::<KubeScheduler>().handle_pod_removed(&record.info, &removed);
        if let Some(group) = record.pod().group_key() {
            Client::new(self).release_pod_group(&group);
        }
        self.wake_controllers();
    }

    fn deliver_pod_readiness(&mut self, key: &NamespacedName) {
        let Some(record) = self.api.pod(key) else { return };
        let (pod, owner) = (Rc::clone(record.pod()), record.owner.clone());
        self.component::<DisruptionController>().handle_pod_change(&pod);
        if let Some(owner) = owner {
            Client::new(self).queue_owner(&owner);
        }
    }

    // The scheduler.

    fn deliver_cycle_start(&mut self) {
        self.component::<DisruptionController>().handle_cycle_start();
    }

    fn count_initial_budgets(&mut self) {
        self.component::<DisruptionController>().count_initial_budgets();
    }

    // Groups of pods.

    fn deliver_pod_group_added(&mut self, group: &Rc<PodGroup>) {
        self.component::<KubeScheduler>().handle_pod_group_added(group);
    }

    fn deliver_pod_group_written(&mut self, group: &Rc<PodGroup>) {
        self.component::<KubeScheduler>().handle_pod_group_written(group);
    }

    fn deliver_pod_group_removed(&mut self, key: &NamespacedName) {
        self.component::<KubeScheduler>().handle_pod_group_removed(key);
    }

    // Budgets.

    fn deliver_budget_applied(&mut self, key: &NamespacedName, is_new: bool) {
        self.component::<DisruptionController>().handle_budget_applied(key, is_new);
        self.wake_controllers();
    }

    fn deliver_budget_status(&mut self, key: &NamespacedName) {
        self.component::<DisruptionController>().handle_budget_status(key);
    }

    fn deliver_budget_deleted(&mut self, key: &NamespacedName) {
        self.component::<DisruptionController>().handle_budget_deleted(key);
    }

    // Storage and devices.

    fn deliver_storage_change(&mut self, before: Option<&StorageObject>, after: Option<&StorageObject>) {
        self.component::<Kubelets>().retry_waiting_pods();
        if let Some(event) = StorageEvent::from_change(before, after) {
            self.component::<KubeScheduler>().handle_cluster_event(&ClusterEvent::Storage(event));
        }
    }

    fn wake_volume_controllers(&mut self) {
        self.component::<VolumeControllers>().schedule_sync();
    }

    fn deliver_claims_synced(&mut self) {
        self.component::<KubeScheduler>().resume_bindings();
    }

    fn deliver_selected_node_removed(&mut self, namespace: &Str, name: &Str) {
        self.component::<KubeScheduler>().handle_selected_node_removed(namespace, name);
    }

    fn deliver_device_change(&mut self, event: DeviceEvent<'_>) {
        self.component::<Kubelets>().retry_waiting_pods();
        if event.kind == api::devices::DeviceKind::Claim {
            self.component::<KubeScheduler>().share_claims_with_groups();
        }
        if event.kind != api::devices::DeviceKind::Template {
            self.component::<KubeScheduler>().handle_cluster_event(&ClusterEvent::Device(event));
        }
        self.wake_claim_controller();
    }

    fn wake_claim_controller(&mut self) {
        self.component::<ResourceClaimController>().schedule_sync();
    }

    fn deliver_service_change(&mut self) {
        self.component::<KubeScheduler>().handle_cluster_event(&ClusterEvent::Service);
    }

    // Workloads.

    fn deliver_workload_added(&mut self, id: WorkloadId, kind: WorkloadKind) {
        match kind {
            WorkloadKind::DaemonSet => self.component::<DaemonSetController>().handle_daemon_set_added(id),
            WorkloadKind::Job => self.component::<JobController>().handle_job_added(id),
            _ => {}
        }
        Client::new(self).queue_workload(id);
        if kind != WorkloadKind::Deployment {
            self.component::<PodOwnership>().handle_workload_added();
        }
    }

    fn deliver_workload_removed(&mut self, id: WorkloadId, uid: &Str) {
        self.work_queue.forget(id);
        self.component::<DaemonSetController>().handle_workload_removed(id);
        self.component::<JobController>().handle_workload_removed(id);
        self.component::<GarbageCollector>().handle_workload_removed(uid);
    }

    fn deliver_deletion_cascade(&mut self) {
        self.component::<GarbageCollector>().collect();
    }

    fn deliver_replica_set_scaled(&mut self, id: WorkloadId) {
        Client::new(self).queue_workload(id);
        self.component::<ReplicaSetController>().sync(id);
    }

    fn deliver_owner_change(&mut self, key: &NamespacedName) {
        self.component::<PodOwnership>().handle_owner_change(key);
    }
}
