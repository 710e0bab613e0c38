//! What the story says at a moment.

use super::table::grammar::TitleAndText;

/// The title and the text of one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MomentText {
    /// What happened.
    pub title: String,
    /// Why, with the numbers.
    pub text: String,
    /// Upstream's own words, where there are any.
    pub quote: String,
}

impl From<TitleAndText> for MomentText {
    fn from((title, text): TitleAndText) -> Self {
        Self { title, text, quote: String::new() }
    }
}
