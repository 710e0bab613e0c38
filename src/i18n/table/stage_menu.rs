//! Texts of the menu of a pod or a node: what it does to this one, where a form lets one choose which.

use crate::{languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// Fixed labels.
    pub struct StageMenuLabels from stage_menu {
        delete_pod,
        evict_pod,
        cordon_node,
        uncordon_node,
        drain_node,
        fail_node,
        remove_node,
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
