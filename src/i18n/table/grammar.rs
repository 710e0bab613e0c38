//! Plurals and lists of a language.

use api::Millis;

use crate::{languages::Speaker, messages::grammar as messages};

/// A title and one or two sentences.
pub type TitleAndText = (String, String);

pub fn title_and_text(title: impl Into<String>, text: impl Into<String>) -> TitleAndText {
    (title.into(), text.into())
}

/// A noun with a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedNoun {
    Node,
    Pod,
    Victim,
}

/// Plurals and lists.
pub trait Grammar: Speaker {
    /// `1 node`, `2 nodes`.
    fn count(&self, count: usize, of: CountedNoun) -> String {
        match of {
            CountedNoun::Node => messages::Nodes { count }.text(self.language()),
            CountedNoun::Pod => messages::Pods { count }.text(self.language()),
            CountedNoun::Victim => messages::Victims { count }.text(self.language()),
        }
    }

    /// `a, b, c`.
    fn list(&self, items: &[&str]) -> String {
        items.join(self.language().punctuation().list)
    }

    /// `a, b, c`.
    fn list_texts(&self, items: &[String]) -> String {
        items.join(self.language().punctuation().list)
    }

    /// Joins sentences.
    fn join_sentences(&self, sentences: &[String]) -> String {
        let sentences: Vec<&str> =
            sentences.iter().map(String::as_str).filter(|sentence| !sentence.is_empty()).collect();
        sentences.join(self.language().punctuation().sentence)
    }

    /// Joins parts of a sentence that contain commas.
    fn join_clauses(&self, clauses: &[String]) -> String {
        clauses.join(self.language().punctuation().clause)
    }

    /// A duration in its two largest units.
    fn length_of(&self, time: Millis) -> String {
        let seconds = time.to_millis() / 1000;
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
        let units = [
            messages::length_in_days(self.language()),
            messages::length_in_hours(self.language()),
            messages::length_in_minutes(self.language()),
            messages::length_in_seconds(self.language()),
        ];
        let parts = [days, hours, minutes, seconds % 60];
        let first = parts.iter().position(|part| *part > 0).unwrap_or(3);
        let largest_parts = parts.iter().zip(units).skip(first).take(2).filter(|(part, _)| **part > 0);
        let texts: Vec<String> = largest_parts.map(|(part, unit)| format!("{part}{unit}")).collect();
        if texts.is_empty() { format!("0{}", units[3]) } else { texts.join(" ") }
    }
}

impl<T: Speaker> Grammar for T {}
