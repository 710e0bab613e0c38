//! Which pods the controllers have not looked at yet.

use api::{NamespacedName, Set};

/// Who finds the controllers of pods.
#[derive(Clone, Debug, Default)]
pub(crate) struct PodOwnership {
    /// Pods that no controller looked at yet to see whose they are.
    pub(super) unclaimed: Set<NamespacedName>,
    /// All pods that nothing controls.
    pub(super) orphans: Set<NamespacedName>,
}
