//! Texts of the menu of a pod or a node: what it does to this one, where a form lets one choose which.

use crate::{languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// Fixed labels.
    pub struct StageMenuLabels {
        delete_pod: "Delete this pod", "删除这个 Pod";
        evict_pod: "Evict this pod (respects budgets)", "驱逐这个 Pod（遵守预算）";
        cordon_node: "Cordon this node", "将这个节点标记为不可调度";
        uncordon_node: "Uncordon this node", "将这个节点标记为可调度";
        drain_node: "Drain this node", "腾空这个节点";
        fail_node: "Make this node unreachable", "让这个节点失联";
        remove_node: "Delete this node", "删除这个节点";
    }
}

/// Sentences.
pub trait StageMenuSentences: Grammar {
    /// The fixed labels.
    fn stage_menu_labels(&self) -> &'static StageMenuLabels {
        StageMenuLabels::of(self)
    }
}

impl<T: Speaker> StageMenuSentences for T {}
