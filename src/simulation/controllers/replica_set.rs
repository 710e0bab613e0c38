//! The ReplicaSet controller, which looks after `ReplicationControllers` as well.

use api::{Str, Table, Workload};
use runlog::ReconcileFunction;

use super::{pod_control::ReplicaCounts, stateless::ReplicaSetController};
use crate::{
    api_server::{PodRecord, workloads::WorkloadId},
    client::Component,
};

impl Component<'_, ReplicaSetController> {
    /// Upstream: `ReplicaSetController.manageReplicas`.
    pub(crate) fn sync(&mut self, id: WorkloadId) {
        let Some(workload) = self.workload(id) else { return };
        let active = self.active_pods_of(&workload);
        let existing = active.len();
        let desired = usize::try_from(workload.spec.replicas.unwrap_or(1)).unwrap_or(0);
        if existing > desired {
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

    /// How many active pods of the replica sets of one owner each node has. Upstream: `getIndirectlyRelatedPods`; a set
    /// that nobody owns has none.
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
