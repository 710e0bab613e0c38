//! What the kubelets of a run keep.

use api::{Millis, NamespacedName, Pod, Set, Str, Table};

use super::{critical_pod_preemption::CriticalPodPreemption, verdict::Verdict};
use crate::task::{KubeletTask, PodId};

/// A controller that makes pods for a node without room goes on for ever. So many of them show it.
const MOST_REJECTED: u32 = 500;

/// The kubelets of all nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kubelets {
    /// Nodes whose kubelet is silent.
    pub(super) silent: Set<Str>,
    /// What a kubelet would have done long since, if it could.
    pub(super) postponed: Set<KubeletTask>,
    /// Pods whose deletion their kubelet has not heard of.
    pub(super) unheard_deletions: Set<PodId>,
    /// Pods that name a node which is not there.
    pub(super) unseen: Set<NamespacedName>,
    /// Pods that do not start before their volumes and devices are there.
    pub(super) waiting_to_start: Set<PodId>,
    /// What the kubelets make of pods of the text that none has looked at before the run.
    pub(super) initial_verdicts: Table<NamespacedName, Verdict>,
    /// Pods on a node that its kubelet has not admitted: it rejects them, or comes to them later.
    pub(super) unadmitted: Set<NamespacedName>,
    /// Kubelets that make room for a critical pod, by node.
    pub(super) preemptions: Table<Str, CriticalPodPreemption>,
    /// Until when pods may run that may not run for ever.
    pub(super) deadlines: Table<PodId, Millis>,
    /// Static pods that their kubelets show again.
    pub(super) mirror_pods: Table<NamespacedName, Pod>,
    /// Volumes that a node still has that does not answer, and until when.
    pub(super) held_volumes: Table<Str, (Str, Millis)>,
    /// Pods that wait for other requests, in the order in which they asked for them.
    pub(super) pending_resizes: Vec<PodId>,
    /// How often the requests of a pod have changed.
    pub(super) resizes: Table<PodId, u32>,
    /// How many pods were not admitted.
    pub(super) rejected: u32,
    /// How many pods got an address.
    pub(super) addresses: u32,
    /// Jobs that were under way when the run began: their pods run on, unless they say how long.
    pub(super) running_jobs: Set<NamespacedName>,
}

impl Kubelets {
    /// Kubelets of a cluster in which these Jobs are under way.
    pub(crate) fn new(running_jobs: Set<NamespacedName>) -> Self {
        Self { running_jobs, ..Self::default() }
    }

    /// Counts rejected pods from here on.
    pub(crate) fn forget_rejections(&mut self) {
        self.rejected = 0;
    }

    /// Whether pods are refused again and again.
    pub(crate) fn rejects_without_end(&self) -> bool {
        self.rejected >= MOST_REJECTED
    }
}
