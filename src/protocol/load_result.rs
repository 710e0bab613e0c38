//! The result of loading a text: what it contains, and what is wrong with it.

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

/// Objects of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectCount {
    pub kind: Str,
    /// How many there are.
    pub count: usize,
    /// Where the first of them stands.
    pub place: Place,
}

/// What the worker found in a text, with its notices as `N`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoadResult<N = EncodedValue<Vec<Finding>>> {
    /// Title of the scenario.
    pub title: Bilingual,
    /// What the text shows, in a sentence.
    pub description: Bilingual,
    /// What it says at which moments, under this release.
    pub captions: Vec<Caption>,
    /// Whose decisions are replayed.
    pub release: Release,
    /// Wall time of the start, in milliseconds.
    pub epoch: i64,
    /// Remarks that stop nothing.
    pub notices: N,
    /// What was taken of the text, by kind, in the order in which the kinds come.
    pub imported_counts: Vec<ObjectCount>,
    /// Whether a cluster gave the text out: its objects have what only an API server gives them.
    pub dumped: bool,
    /// How many nodes there are.
    pub nodes: usize,
    /// Nodes that would do for what the pods ask for; only for a text without any.
    pub offer: Option<NodeOffer>,
    /// How many pods there are at the start.
    pub pods: usize,
    /// Whether there are claims for devices, or what belongs to them.
    pub claims: bool,
    /// Whether the feature gates of pod groups are on; nothing where the text or the release has no pod groups.
    pub gangs: Option<bool>,
}

impl LoadResult<Vec<Finding>> {
    /// The same, as it is sent.
    #[must_use]
    pub fn with_encoded_notices(self) -> LoadResult {
        let Self {
            title,
            description,
            captions,
            release,
            epoch,
            notices,
            imported_counts,
            dumped,
            nodes,
            offer,
            pods,
            claims,
            gangs,
        } = self;
        let notices = EncodedValue::new(&notices);
        LoadResult {
            title,
            description,
            captions,
            release,
            epoch,
            notices,
            imported_counts,
            dumped,
            nodes,
            offer,
            pods,
            claims,
            gangs,
        }
    }
}
