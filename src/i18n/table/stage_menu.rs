//! Texts of the menu of a pod or node on the stage.

use crate::{languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// Labels of the menu of a pod or node on the stage.
    pub struct StageMenuLabels from stage_menu;
}

/// Sentences about the menu of a pod or node on the stage.
pub trait StageMenuSentences: Grammar {
    fn stage_menu_labels(&self) -> &'static StageMenuLabels {
        StageMenuLabels::of(self)
    }
}

impl<T: Speaker> StageMenuSentences for T {}
