//! How components refer to a pod or a workload, in a way that does not mean a successor of the same name.

use api::{NamespacedName, Str};

/// A particular pod: a successor of the same name has another uid.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PodId {
    pub key: NamespacedName,
    pub uid: Str,
}

/// A workload's number in the order of creation. A successor of the same name has another number.
pub(crate) type WorkloadId = u64;
