//! What plugins compare of a node if only amounts of cpu, memory and storage count.

use super::{NodeInfo, NonZeroRequest, PlainRoom};

/// The amounts of a node without its pods and its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeAmounts {
    pub(super) room: PlainRoom,
    pub(super) non_zero_requested: NonZeroRequest,
    /// See [`NodeInfo::cpu_memory_balance`].
    pub(super) cpu_memory_balance: Option<i64>,
}

impl NodeAmounts {
    #[inline]
    pub(crate) fn of_node(node: &NodeInfo) -> Self {
        Self {
            room: PlainRoom::of_node(node),
            non_zero_requested: node.non_zero_requested,
            cpu_memory_balance: node.cpu_memory_balance(),
        }
    }
}
