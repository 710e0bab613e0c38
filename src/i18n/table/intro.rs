//! The texts of the loop of a first visit.

use crate::{languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// A title and an explanation of each moment of the loop.
    pub struct IntroLabels from intro;
}

/// The texts of the loop of a first visit.
pub trait IntroSentences: Grammar {
    /// The fixed labels.
    fn intro_labels(&self) -> &'static IntroLabels {
        IntroLabels::of(self)
    }
}

impl<T: Speaker> IntroSentences for T {}
