//! A run as lines: an event a line, several for a decision.

use super::{Options, Refused, load_scenario};

/// A run as lines that a person can read and a program can compare: when, what happened, and of a decision every verdict and score. They are
/// Kubernetes' words in English, whatever language is chosen.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn story(text: &str, options: &Options) -> Result<String, Refused> {
    load_scenario(text, options).map(|(_, scenario)| lessons::story::story_of(scenario))
}
