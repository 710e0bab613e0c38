//! What the garbage collector keeps.

use api::{Set, Str};

/// The garbage collector.
#[derive(Clone, Debug, Default)]
pub(crate) struct GarbageCollector {
    /// Workloads that are gone while pods of theirs are still to be deleted, by uid.
    pub(super) deleted_owners: Set<Str>,
}
