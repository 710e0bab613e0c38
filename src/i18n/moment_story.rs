//! The story text of a moment.

use super::table::grammar::TitleAndText;

/// The text of a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MomentText {
    /// What happened.
    pub title: String,
    /// Why it happened, with the numbers.
    pub text: String,
    /// The upstream message, if there is one.
    pub quote: String,
}

impl From<TitleAndText> for MomentText {
    fn from((title, text): TitleAndText) -> Self {
        Self { title, text, quote: String::new() }
    }
}
