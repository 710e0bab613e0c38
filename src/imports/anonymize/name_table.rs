//! The table of replaced names as a file, and restoring the names with it.

use serde::{Deserialize, Serialize};

/// The format name in such a file.
const FORMAT: &str = "names";
/// The start of such a file without white space.
const BEGIN: &str = "{\"schedscope\":\"names\"";

/// The names that the anonymizer replaced: the original of each replacement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameTable {
    schedscope: String,
    names: api::Table<String, String>,
}

/// Whether a text starts like a name table.
#[must_use]
pub fn is_name_table(text: &str) -> bool {
    let text_head: String = text.chars().filter(|c| !c.is_whitespace()).take(BEGIN.len()).collect();
    text_head == BEGIN
}

impl NameTable {
    pub(super) fn new(names: api::Table<String, String>) -> Self {
        Self { schedscope: FORMAT.to_owned(), names }
    }

    /// Parses a file; `None` if it is not a name table.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if !is_name_table(text) {
            return None;
        }
        serde_json::from_str::<Self>(text).ok().filter(|table| table.schedscope == FORMAT)
    }

    /// The table as a file.
    #[must_use]
    pub fn to_file(&self) -> String {
        // A map of strings to strings can always be serialized.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The replacement of an original name.
    #[must_use]
    pub fn replacement_of(&self, text: &str) -> Option<&str> {
        self.names.iter().find(|(_, item)| *item == text).map(|(name, _)| name.as_str())
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// The text with all replacements in it restored, and how many there were.
#[must_use]
pub fn restore_names(text: &str, table: &NameTable) -> (String, usize) {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-._/".contains(c);
    let (mut replaced_text, mut rest, mut count) = (String::with_capacity(text.len()), text, 0);
    while let Some(word_start) = rest.find(is_part) {
        let end = rest[word_start..].find(|c| !is_part(c)).map_or(rest.len(), |length| word_start + length);
        replaced_text += &rest[..word_start];
        let word = &rest[word_start..end];
        match table.restore_word(word) {
            Some(text) => {
                count += 1;
                // The word may be within quotes, so the original is escaped.
                let quoted = serde_json::to_string(&text).unwrap_or_default();
                replaced_text += quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or(&text);
            }
            None => replaced_text += word,
        }
        rest = &rest[end..];
    }
    (replaced_text + rest, count)
}

impl NameTable {
    /// The original of a word: a replacement, several joined by `/` or `.`, or one with a suffix after `-`.
    fn restore_word(&self, word: &str) -> Option<String> {
        if let Some(text) = self.names.get(word) {
            return Some(text.clone());
        }
        for (at, between) in word.match_indices(['/', '.']) {
            let (before, after) = (&word[..at], &word[at + 1..]);
            let (text, other) = (self.restore_word(before), self.restore_word(after));
            if text.is_some() || other.is_some() {
                let (text, other) = (text.unwrap_or_else(|| before.into()), other.unwrap_or_else(|| after.into()));
                return Some(format!("{text}{between}{other}"));
            }
        }
        // Names of pods that a controller generated from a replaced name.
        let mut dash_positions: Vec<usize> = word.match_indices('-').map(|(at, _)| at).collect();
        dash_positions.reverse();
        dash_positions.into_iter().find_map(|at| Some(format!("{}{}", self.names.get(&word[..at])?, &word[at..])))
    }
}
