//! What the kubelets of a run keep.

use api::{NamespacedName, Set, Str};

use crate::task::KubeletTask;

/// The kubelets of all nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kubelets {
    /// Nodes whose kubelet is silent.
    pub(super) silent: Set<Str>,
    /// What a kubelet would have done long since, if it could.
    pub(super) postponed: Set<KubeletTask>,
    /// Pods that name a node which is not there.
    pub(super) unseen: Set<NamespacedName>,
    /// How many pods got an address.
    pub(super) addresses: u32,
}
