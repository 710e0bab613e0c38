//! What the resource claim controller keeps.

use api::{Set, Str};

/// The resource claim controller.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResourceClaimController {
    /// Pods, by uid, of which it has said that a claim of theirs cannot be created.
    pub(super) reported_pods: Set<Str>,
}
