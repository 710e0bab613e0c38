//! The result of loading a text: what it contains, and what is wrong with it.

use std::ops::Deref;

use api::Str;
use findings::{Finding, Place};
use manifest::{Caption, node_sizes::NodeOffer};
use releases::Release;
use serde::{Deserialize, Serialize};

use super::EncodedValue;

/// A text in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bilingual {
    /// English.
    pub en: String,
    /// 中文; empty where there is no translation.
    pub zh: String,
}

impl Bilingual {
    /// Whether it has no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.en.is_empty() && self.zh.is_empty()
    }
}

/// Objects of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectCount {
    pub kind: Str,
    /// How many there are.
    pub count: usize,
    /// Where the first of them stands.
    pub place: Place,
}

/// What a text contains.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestSummary {
    /// Title of the scenario.
    pub title: Bilingual,
    /// What the scenario shows, in a sentence.
    pub description: Bilingual,
    /// Its captions under this release.
    pub captions: Vec<Caption>,
    /// The release whose scheduler runs.
    pub release: Release,
    /// Wall time of the start, in milliseconds.
    pub epoch: i64,
    /// How many objects of each kind are used, in the order in which the kinds first occur.
    pub imported_counts: Vec<ObjectCount>,
    /// Whether a cluster gave the text out: its objects have what only an API server gives them.
    pub dumped: bool,
    /// How many nodes there are.
    pub nodes: usize,
    /// Nodes that would be enough for what the pods request; only for a text without any.
    pub offer: Option<NodeOffer>,
    /// How many pods there are at the start.
    pub pods: usize,
    /// Whether there are device claims, or objects that belong to them.
    pub claims: bool,
    /// Whether the feature gates of pod groups are on; nothing where the text or the release has no pod groups.
    pub gangs: Option<bool>,
}

/// The result of loading a text, with its notices as `N`: encoded for the page, or as they are. Its other fields are those of the summary.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoadResult<N = EncodedValue<Vec<Finding>>> {
    pub summary: ManifestSummary,
    /// Remarks that don't keep it from running.
    pub notices: N,
}

impl<N> Deref for LoadResult<N> {
    type Target = ManifestSummary;

    fn deref(&self) -> &ManifestSummary {
        &self.summary
    }
}

impl LoadResult<Vec<Finding>> {
    /// The result as it is sent.
    #[must_use]
    pub fn with_encoded_notices(self) -> LoadResult {
        LoadResult { notices: EncodedValue::new(&self.notices), summary: self.summary }
    }
}
