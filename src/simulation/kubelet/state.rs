//! The state of the kubelets.

use api::{Millis, NamespacedName, Pod, Set, Str, Table};

use super::{critical_pod_preemption::CriticalPodPreemption, verdict::KubeletVerdict};
use crate::{ids::PodId, task::KubeletTask};

/// After so many rejections a run counts as endless: a controller goes on creating pods for a node without room.
const MOST_REJECTED: u32 = 500;

/// The kubelets of all nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kubelets {
    /// Nodes whose kubelet has stopped reporting.
    pub(super) silent: Set<Str>,
    /// Tasks that were due while their kubelet was silent.
    pub(super) postponed: Set<KubeletTask>,
    /// Terminating pods whose kubelet does not know about it, because it is silent.
    pub(super) unheard_deletions: Set<PodId>,
    /// Pods bound to a node that does not exist.
    pub(super) unseen: Set<NamespacedName>,
    /// Pods that wait for their volumes and devices before they start.
    pub(super) waiting_to_start: Set<PodId>,
    /// The verdicts about pods of the manifest that no kubelet had seen before the run.
    pub(super) initial_verdicts: Table<NamespacedName, KubeletVerdict>,
    /// Pods that their node's kubelet has not admitted: it will reject them, or has not handled them yet.
    pub(super) unadmitted: Set<NamespacedName>,
    /// Kubelets that make room for a critical pod, by node.
    pub(super) preemptions: Table<Str, CriticalPodPreemption>,
    /// When the `activeDeadlineSeconds` of a pod end.
    pub(super) deadlines: Table<PodId, Millis>,
    /// Mirror pods that their kubelets will create again.
    pub(super) mirror_pods: Table<NamespacedName, Pod>,
    /// Volumes that stay attached to an unreachable node: the node, and until when.
    pub(super) held_volumes: Table<Str, (Str, Millis)>,
    /// Pods with a pending resize, in the order of their requests.
    pub(super) pending_resizes: Vec<PodId>,
    /// The number of resizes of each pod.
    pub(super) resizes: Table<PodId, u32>,
    /// The number of rejected pods.
    pub(super) rejected: u32,
    /// The number of pods that got an IP address.
    pub(super) addresses: u32,
    /// Jobs that had active pods when the run began: their pods do not complete unless an annotation says when.
    pub(super) running_jobs: Set<NamespacedName>,
}

impl Kubelets {
    /// The kubelets of a cluster in which these Jobs have active pods.
    pub(crate) fn new(running_jobs: Set<NamespacedName>) -> Self {
        Self { running_jobs, ..Self::default() }
    }

    /// Resets the count of rejected pods.
    pub(crate) fn forget_rejections(&mut self) {
        self.rejected = 0;
    }

    /// Whether pods are rejected again and again.
    pub(crate) fn rejects_without_end(&self) -> bool {
        self.rejected >= MOST_REJECTED
    }
}
