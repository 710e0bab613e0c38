//! The search index of the site: a file for each language, which the page fetches for its search.

use serde::{Deserialize, Serialize};

/// A kind of page of the site, in the order in which a search lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SitePart {
    Scenario,
    Lesson,
    Glossary,
    Behavior,
    Essay,
    Manual,
}

/// A page of the site, or a section of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchEntry {
    pub part: SitePart,
    pub title: String,
    /// The path below the folder of the language, which may end in the anchor of a section. For a scenario or a lesson, its name.
    pub path: String,
    /// A description or definition; for a section of the manual the code in it.
    pub text: String,
    /// Other names for the same: words for a term, kinds and fields of the API, synonyms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

/// The file with the index for a language, relative to the site.
#[must_use]
pub fn search_index_file(language_code: &str) -> String {
    format!("search-{language_code}.json")
}
