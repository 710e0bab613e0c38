//! The components that watch the API server, as the client sees them.

use std::rc::Rc;

use api::{Millis, NamespacedName, Node, PodGroup, StorageObject, Str, WorkloadKind};
use runlog::Deletion;
use scheduler::cluster::{DeviceEvent, PodInfo};

use crate::{
    action::Readiness,
    api_server::PodRecord,
    ids::{PodId, WorkloadId},
};

/// A pod before and after a change.
pub(crate) struct PodUpdate {
    pub key: NamespacedName,
    pub before: Rc<PodInfo>,
    pub after: Rc<PodInfo>,
}

/// Delivers each change to the components that watch it. The client is below all components and knows none of them: `components` implements this for
/// the [`Cluster`](super::cluster::Cluster), and says which component is notified of what, and in which order.
///
/// Each change is a method, not a variant of an enum, so that a program which loads the controllers on demand starts with the code for the changes
/// that can happen before.
pub(crate) trait Watchers {
    /// The states of all components.
    type States: Clone;

    /// Schedules a sync of the workload, claim and disruption controllers after their delay.
    fn wake_controllers(&mut self);

    // Nodes.

    /// Called after a node was created.
    fn deliver_node_added(&mut self, node: &Rc<Node>);

    /// Called after a node was changed.
    fn deliver_node_updated(&mut self, before: &Rc<Node>, after: &Rc<Node>);

    /// Called after a node was removed.
    fn deliver_node_deleted(&mut self, node: &Rc<Node>);

    /// Called when a node was cordoned or uncordoned.
    fn deliver_cordon(&mut self, node: &Str);

    /// A machine fails or recovers. The API server itself does not learn about it.
    fn deliver_machine_state(&mut self, node: &Str, readiness: Readiness);

    /// The kubelet of a node has stopped renewing its lease; `last_renewal` is when it did so last.
    fn deliver_lease_expiring(&mut self, node: &Str, last_renewal: Millis);

    /// The kubelet of a node renews its lease again.
    fn deliver_lease_renewed(&mut self, node: &Str);

    // Pods.

    /// Called after a pod was created; `by` names its creator, and is empty for a pod of the manifest.
    fn deliver_pod_added(&mut self, key: &NamespacedName, info: &Rc<PodInfo>, by: &Str);

    /// Updates indexes and counts after a pod was written.
    fn deliver_pod_written(&mut self, update: &PodUpdate);

    /// Called when the status of an unbound pod was written.
    fn deliver_pending_pod_status(&mut self, update: &PodUpdate);

    /// Called when metadata or spec of a pod was changed.
    fn deliver_pod_edited(&mut self, update: &PodUpdate);

    /// Called when a pod was bound to its node.
    fn deliver_pod_bound(&mut self, update: &PodUpdate);

    /// Called when the containers of a pod run.
    fn deliver_pod_started(&mut self, update: &PodUpdate);

    /// Called when the deletion of a pod is requested.
    fn deliver_deletion_request(&mut self, key: &NamespacedName, why: &Deletion);

    /// Called when the grace period of a deleted pod begins; it ends at `until`.
    fn deliver_pod_terminating(&mut self, update: &PodUpdate, until: Millis);

    /// Called when a pod is about to be `Succeeded`.
    fn deliver_pod_succeeded(&mut self, key: &NamespacedName);

    /// Called when a pod is about to be `Failed`.
    fn deliver_pod_failed(&mut self, key: &NamespacedName);

    /// Called when a pod's phase became `Succeeded` or `Failed`.
    fn deliver_pod_finished(&mut self, update: &PodUpdate);

    /// Called when an unbound pod is terminating but kept by a finalizer: the scheduler drops it.
    fn deliver_pod_held(&mut self, id: &PodId, record: &PodRecord);

    /// Called before a pod is removed.
    fn deliver_pod_removing(&mut self, key: &NamespacedName);

    /// Called after a pod was removed.
    fn deliver_pod_removed(&mut self, id: &PodId, record: &PodRecord);

    /// Called when the node lifecycle controller or a kubelet has written a pod's condition `Ready`.
    fn deliver_pod_readiness(&mut self, key: &NamespacedName);

    // The scheduler.

    /// Called when a scheduling cycle begins. In scenarios without a delay of the disruption controller, as in recorded runs, budgets are counted in
    /// each cycle.
    fn deliver_cycle_start(&mut self);

    /// Counts budgets as they were before the run: before its first cycle, and before a DaemonSet creates its first pods.
    fn count_initial_budgets(&mut self);

    // Groups of pods.

    fn deliver_pod_group_added(&mut self, group: &Rc<PodGroup>);

    fn deliver_pod_group_written(&mut self, group: &Rc<PodGroup>);

    fn deliver_pod_group_removed(&mut self, key: &NamespacedName);

    // Budgets.

    fn deliver_budget_applied(&mut self, key: &NamespacedName, is_new: bool);

    fn deliver_budget_status(&mut self, key: &NamespacedName);

    fn deliver_budget_deleted(&mut self, key: &NamespacedName);

    // Storage and devices.

    fn deliver_storage_change(&mut self, before: Option<&StorageObject>, after: Option<&StorageObject>);

    /// Called when storage objects changed other than by the volume controllers.
    fn wake_volume_controllers(&mut self);

    /// Called when the volume controllers have synced all claims: bindings that waited for bound claims continue. Upstream's scheduler checks once a
    /// second.
    fn deliver_claims_synced(&mut self);

    /// Called when a provisioner failed and the selected node of a claim was removed.
    fn deliver_selected_node_removed(&mut self, namespace: &Str, name: &Str);

    fn deliver_device_change(&mut self, event: DeviceEvent<'_>);

    fn wake_claim_controller(&mut self);

    fn deliver_service_change(&mut self);

    // Workloads.

    fn deliver_workload_added(&mut self, id: WorkloadId, kind: WorkloadKind);

    fn deliver_workload_removed(&mut self, id: WorkloadId, uid: &Str);

    /// Called when a workload with its dependents is deleted: the garbage collector starts with the pods.
    fn deliver_deletion_cascade(&mut self);

    /// Called when a Deployment has scaled a ReplicaSet, whose controller syncs it at once.
    fn deliver_replica_set_scaled(&mut self, id: WorkloadId);

    /// Called when a pod got a controller.
    fn deliver_owner_change(&mut self, key: &NamespacedName);
}
