//! What the kubelets of a run keep.

use api::{Set, Str};

use crate::task::{KubeletTask, PodId};

/// The kubelets of all nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kubelets {
    /// Nodes whose kubelet is silent.
    pub(super) silent: Set<Str>,
    /// What a kubelet would have done long since, if it could.
    pub(super) postponed: Set<KubeletTask>,
    /// Pods whose deletion their kubelet has not heard of.
    pub(super) unheard_deletions: Set<PodId>,
    /// How many pods got an address.
    pub(super) addresses: u32,
}
