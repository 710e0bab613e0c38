//! Texts of the sharing dialog and of embedded pages.

use crate::{languages::Speaker, messages::share as messages, table::grammar::Grammar};

message_struct! {
    /// Labels of the sharing dialog and embedded pages.
    pub struct ShareLabels from share;
}

/// Sentences about the sharing dialog and embedded pages.
pub trait ShareSentences: Grammar {
    fn share_labels(&self) -> &'static ShareLabels {
        ShareLabels::of(self)
    }

    /// The length of a link.
    fn characters(&self, count: usize) -> String {
        messages::Characters { count }.text(self.language())
    }
}

impl<T: Speaker> ShareSentences for T {}
