//! Texts of the static pages: manual, handbook and essay.

use crate::{languages::Speaker, messages::site as messages, table::grammar::Grammar};

message_struct! {
    /// Fixed labels.
    pub struct SiteLabels from site;
}

/// Sentences.
pub trait SiteSentences: Grammar {
    /// The fixed labels.
    fn site_labels(&self) -> &'static SiteLabels {
        SiteLabels::of(self)
    }

    /// The accessible name of a number that can be dragged, in the text about a figure with this title.
    fn drag_label(&self, label: &str, title: &str) -> String {
        messages::Drag { label, title }.text(self.language())
    }
}

impl<T: Speaker> SiteSentences for T {}
