//! The pods that controllers may adopt or release.

use api::{NamespacedName, Set};

#[derive(Clone, Debug, Default)]
pub(crate) struct PodOwnership {
    /// Pods that are new or have new labels, to be adopted or released at the next sync.
    pub(super) unclaimed: Set<NamespacedName>,
    /// Pods without a controller.
    pub(super) orphans: Set<NamespacedName>,
}
