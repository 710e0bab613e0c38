//! The state of the garbage collector.

use api::{Set, Str};

#[derive(Clone, Debug, Default)]
pub(crate) struct GarbageCollector {
    /// Uids of deleted workloads whose pods are not all deleted yet.
    pub(super) deleted_owners: Set<Str>,
}
