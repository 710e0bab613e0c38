//! A run as lines of text: one line per event, several for a decision.

use super::{Options, Refused, load_scenario};

/// A run as lines that people can read and programs can compare: the time, the event, and for a decision all verdicts and scores. The wording is
/// Kubernetes', in English, regardless of the language option.
///
/// # Errors
/// All problems of the manifest.
pub fn story(text: &str, options: &Options) -> Result<String, Refused> {
    load_scenario(text, options).map(|(_, scenario)| lessons::story::story_of(scenario))
}
