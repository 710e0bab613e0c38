//! The ReplicaSet controller, which also manages `ReplicationControllers`.

use api::{Str, Table, Workload};
use runlog::ReconcileFunction;

use super::pod_control::ReplicaCounts;
use crate::{api_server::PodRecord, client::Component, ids::WorkloadId};

/// The ReplicaSet controller, which keeps no state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReplicaSetController;

impl Component<'_, ReplicaSetController> {
    /// Creates or deletes pods until the number of replicas is met. Upstream: `ReplicaSetController.manageReplicas`.
    pub(crate) fn sync(&mut self, id: WorkloadId) {
        let Some(workload) = self.workload(id) else { return };
        let existing = self.pod_tally_of(&workload).active;
        let desired = usize::try_from(workload.spec.replicas.unwrap_or(1)).unwrap_or(0);
        if existing > desired {
            let active = self.active_pods_of(&workload);
            let related = self.related_pod_counts(id, &workload);
            return self.delete_surplus(id, ReconcileFunction::ReplicaSet, active, desired, &related);
        }
        let counts = ReplicaCounts { desired, existing };
        self.record_decision(id, ReconcileFunction::ReplicaSet, counts, desired - existing, &[]);
        for _ in existing..desired {
            if !self.create_owned_pod(id) {
                return;
            }
        }
    }

    /// The number of active pods on each node that belong to `ReplicaSets` of the same owner. Empty if the set has no owner. Upstream:
    /// `getIndirectlyRelatedPods`.
    fn related_pod_counts(&self, id: WorkloadId, workload: &Workload) -> Table<Str, usize> {
        let mut counts = Table::new();
        if workload.metadata.controller().is_none() {
            return counts;
        }
        let owner = self.workloads().get(id).and_then(|stored| stored.owner.as_ref());
        let siblings = owner.map_or_else(|| vec![id], |owner| self.workloads().replica_sets_of(owner));
        for set in siblings.into_iter().filter_map(|sibling| self.workload(sibling)) {
            for key in self.active_pods_of(&set) {
                if let Some(node) = self.pod(&key).and_then(PodRecord::node) {
                    *counts.or_insert(node.clone(), 0) += 1;
                }
            }
        }
        counts
    }
}
