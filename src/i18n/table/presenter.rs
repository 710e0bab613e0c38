//! Texts of speaker notes.

use crate::{languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// Labels of speaker notes.
    pub struct PresenterLabels from presenter;
}

/// Sentences about speaker notes.
pub trait PresenterSentences: Grammar {
    /// The fixed labels.
    fn presenter_labels(&self) -> &'static PresenterLabels {
        PresenterLabels::of(self)
    }
}

impl<T: Speaker> PresenterSentences for T {}
