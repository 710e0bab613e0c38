//! The result of loading a manifest: what it contains, and its problems.

use std::ops::Deref;

use api::Str;
use findings::{Finding, Place};
use manifest::{Caption, node_sizes::NodeOffer};
use releases::Release;
use serde::{Deserialize, Serialize};

use super::EncodedValue;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bilingual {
    pub en: String,
    /// Chinese; empty without a translation.
    pub zh: String,
}

impl Bilingual {
    /// Whether it is empty in both languages.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.en.is_empty() && self.zh.is_empty()
    }
}

/// The number of objects of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectCount {
    pub kind: Str,
    pub count: usize,
    /// The position of the first one in the manifest.
    pub place: Place,
}

/// What a manifest contains.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestSummary {
    /// The title of the scenario.
    pub title: Bilingual,
    /// What the scenario shows, in a sentence.
    pub description: Bilingual,
    /// The captions for this release.
    pub captions: Vec<Caption>,
    /// The release whose scheduler runs.
    pub release: Release,
    /// The wall-clock time of the start, in milliseconds.
    pub epoch: i64,
    /// The number of objects of each kind, in the order in which the kinds first occur.
    pub imported_counts: Vec<ObjectCount>,
    /// Whether the manifest is a dump of a cluster: objects have fields that only an API server sets.
    #[serde(rename = "dumped")]
    pub is_dump: bool,
    /// The number of nodes.
    pub nodes: usize,
    /// Suggested nodes with enough capacity for all pods; only for a manifest without nodes.
    pub offer: Option<NodeOffer>,
    /// The number of pods at the start.
    pub pods: usize,
    /// Whether there are objects of dynamic resource allocation.
    pub claims: bool,
    /// Whether the feature gates of pod groups are enabled; `None` if the manifest or the release has no pod groups.
    pub gangs: Option<bool>,
}

/// The result of loading a manifest. `N` is the type of its notices: encoded for the page, or plain. Dereferences to the summary.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoadResult<N = EncodedValue<Vec<Finding>>> {
    pub summary: ManifestSummary,
    /// Findings that don't keep the manifest from running.
    pub notices: N,
}

impl<N> Deref for LoadResult<N> {
    type Target = ManifestSummary;

    fn deref(&self) -> &ManifestSummary {
        &self.summary
    }
}

impl LoadResult<Vec<Finding>> {
    /// The result with encoded notices, as it is sent to the page.
    #[must_use]
    pub fn with_encoded_notices(self) -> LoadResult {
        LoadResult { notices: EncodedValue::new(&self.notices), summary: self.summary }
    }
}
