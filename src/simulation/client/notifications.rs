//! What a component causes in another one without a change of an object: notifications, and work of its own that is in code loaded on demand.

use api::{Millis, NamespacedName, Pod, Str};

use super::{Client, reservation_step::ReservationStep, watchers::Watchers};
use crate::{
    action::Readiness,
    ids::{PodId, WorkloadId},
};

/// Notifications: see [`Watchers`].
impl Client<'_> {
    pub(crate) fn wake_controllers(&mut self) {
        self.cluster.wake_controllers();
    }

    pub(crate) fn deliver_machine_state(&mut self, node: &Str, readiness: Readiness) {
        self.cluster.deliver_machine_state(node, readiness);
    }

    pub(crate) fn deliver_lease_expiring(&mut self, node: &Str, last_renewal: Millis) {
        self.cluster.deliver_lease_expiring(node, last_renewal);
    }

    pub(crate) fn deliver_lease_renewed(&mut self, node: &Str) {
        self.cluster.deliver_lease_renewed(node);
    }

    pub(crate) fn deliver_cycle_start(&mut self) {
        self.cluster.deliver_cycle_start();
    }

    pub(crate) fn count_initial_budgets(&mut self) {
        self.cluster.count_initial_budgets();
    }

    pub(crate) fn wake_volume_controllers(&mut self) {
        self.cluster.wake_volume_controllers();
    }

    pub(crate) fn deliver_claims_synced(&mut self) {
        self.cluster.deliver_claims_synced();
    }

    pub(crate) fn deliver_selected_node_removed(&mut self, namespace: &Str, name: &Str) {
        self.cluster.deliver_selected_node_removed(namespace, name);
    }

    pub(crate) fn deliver_replica_set_scaled(&mut self, id: WorkloadId) {
        self.cluster.deliver_replica_set_scaled(id);
    }
}

impl Client<'_> {
    /// Lets the kubelet admit or reject a pod's pending resize. `before` is the pod before the resize was requested.
    pub(crate) fn try_resize(&mut self, pod: &PodId, before: Option<&Pod>) {
        (self.cluster.expect_controllers().try_resize)(self.cluster, pod, before);
    }

    /// Executes a step of reserving volumes and devices for a pod. Returns whether the pod's binding has to wait.
    pub(crate) fn handle_reservation(
        &mut self,
        pod: &NamespacedName,
        profile: usize,
        step: ReservationStep<'_>,
    ) -> bool {
        (self.cluster.expect_controllers().handle_reservation)(self.cluster, pod, profile, step)
    }
}
