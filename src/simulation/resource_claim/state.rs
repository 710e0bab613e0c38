//! What the resource claim controller keeps.

use api::{Millis, Set, Str, Table};

/// The resource claim controller.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResourceClaimController {
    /// Pods, by uid, of which it has said that a claim of theirs cannot be created.
    pub(super) reported_pods: Set<Str>,
    /// Pods that go because of a taint of their devices, by uid, and since when that is so.
    pub(super) tainted_pods: Table<Str, Millis>,
}
