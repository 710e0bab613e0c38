//! The ReplicaSet controller, and the ReplicationController under its older name: a number of pods, and who goes first when
//! there are too many.

use std::cmp::Reverse;

use api::{NamespacedName, PodPhase, Str, Table, Workload, annotations::DELETION_COST};

use super::{
    super::state::{PodState, Simulation},
    workloads::WorkloadId,
};
use runlog::ReconcileFunction;

/// A pod's turn to go; the smallest goes first. Upstream: `ActivePodsWithRanks.Less`. Where upstream compares random
/// uids, the pod that is ready for the shortest time goes first. Of pods of the same second upstream takes the first one of its index
/// (`FilterPodsByOwner`), which is mostly the one that came first. Tests: `pods_go_in_the_order_of_upstream`,
/// `the_youngest_goes_and_of_pods_that_are_alike_the_first_one`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DeletionRank {
    assigned: bool,
    /// `PendingPods`, `Unknown`, `RunMsg`.
    phase: u8,
    ready: bool,
    cost: i32,
    /// Pods of the same owner on the node.
    rank: Reverse<usize>,
    /// Of ready pods: since when. Upstream compares orders of magnitude of the age (`logarithmicRankDiff`), and random uids within one.
    ready_since: Reverse<i64>,
    /// Like `ready_since`.
    created: Reverse<i64>,
    creation_seq: u64,
}

impl Simulation {
    /// Upstream: `ReplicaSetController.manageReplicas`.
    pub(super) fn reconcile_replica_set(&mut self, number: WorkloadId) {
        let Some(workload) = self.workload(number) else { return };
        let active = self.active_pods(&workload);
        let has = active.len();
        let wanted = usize::try_from(workload.spec.replicas.unwrap_or(1)).unwrap_or(0);
        if has > wanted {
            let related = self.related_pod_counts(number, &workload);
            return self.delete_surplus(number, ReconcileFunction::ReplicaSet, active, wanted, &related);
        }
        self.record_decision(number, ReconcileFunction::ReplicaSet, (wanted, has), wanted - has, &[]);
        for _ in has..wanted {
            if !self.create_pod_of(number) {
                return;
            }
        }
    }

    /// Deletes all but so many pods; of those that go, the ones that matter least go first. Upstream: `getPodsToDelete`.
    pub(super) fn delete_surplus(
        &mut self,
        number: WorkloadId,
        by: ReconcileFunction,
        pods: Vec<NamespacedName>,
        keep: usize,
        related: &Table<Str, usize>,
    ) {
        let has = pods.len();
        let mut turns: Vec<(DeletionRank, NamespacedName)> = pods
            .into_iter()
            .filter_map(|key| self.pods.get(&key).map(|state| (self.deletion_rank(&key, state, related), key.clone())))
            .collect();
        turns.sort();
        let go: Vec<NamespacedName> = turns.into_iter().take(has.saturating_sub(keep)).map(|(_, key)| key).collect();
        self.record_decision(number, by, (keep, has), 0, &go);
        for key in go {
            if !self.delete_owned_pod(number, &key) {
                return;
            }
        }
    }

    /// How many active pods of the replica sets of one owner each node has. Upstream: `getIndirectlyRelatedPods`; a set
    /// that nobody owns has none.
    fn related_pod_counts(&self, number: WorkloadId, workload: &Workload) -> Table<Str, usize> {
        let mut counts = Table::new();
        if workload.metadata.controller().is_none() {
            return counts;
        }
        let owner = self.workloads.get(number).and_then(|entry| entry.owner.as_ref());
        let siblings = owner.map_or_else(|| vec![number], |owner| self.workloads.children(owner));
        for set in siblings.into_iter().filter_map(|number| self.workload(number)) {
            for key in self.active_pods(&set) {
                if let Some(node) = self.pods.get(&key).filter(|state| state.bound).and_then(|state| state.node.clone())
                {
                    *counts.or_insert(node, 0) += 1;
                }
            }
        }
        counts
    }

    fn deletion_rank(&self, key: &NamespacedName, state: &PodState, related: &Table<Str, usize>) -> DeletionRank {
        let pod = &state.info.pod;
        let ready = self.is_ready(key);
        let cost = pod.metadata.annotations.get(DELETION_COST).filter(|_| self.flow.job_suspend_and_index);
        let since = |time: Option<api::Time>| Reverse(time.map_or(i64::MAX, |time| time.0));
        DeletionRank {
            assigned: state.bound,
            phase: match pod.status.phase {
                PodPhase::Running => 2,
                PodPhase::Unknown => 1,
                _ => 0,
            },
            ready,
            cost: cost.and_then(|cost| cost.parse().ok()).unwrap_or(0),
            rank: Reverse(state.node.as_ref().and_then(|node| related.get(node)).copied().unwrap_or(0)),
            ready_since: if ready { since(pod.status.start_time) } else { Reverse(0) },
            created: since(pod.metadata.creation_timestamp),
            creation_seq: state.creation_seq,
        }
    }
}
