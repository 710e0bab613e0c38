//! Which version of a scheduler configuration a release reads.

use serde_json::Value;

use super::policy_names::known_policy_names;
use crate::Release;

/// The version of `KubeSchedulerConfiguration` that a release reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentVersion {
    /// `v1alpha1`: without profiles, with a separate policy.
    Alpha,
    /// `v1beta1`: profiles, with plugins listed for each extension point.
    Beta,
    /// `v1`: with `multiPoint`; a default plugin that is enabled again keeps its position.
    Stable,
}

impl DocumentVersion {
    /// All versions, oldest first.
    pub const ALL: [Self; 3] = [Self::Alpha, Self::Beta, Self::Stable];

    /// Returns the `apiVersion` of such a document.
    #[must_use]
    pub fn api_version(self) -> &'static str {
        match self {
            Self::Alpha => "kubescheduler.config.k8s.io/v1alpha1",
            Self::Beta => "kubescheduler.config.k8s.io/v1beta1",
            Self::Stable => "kubescheduler.config.k8s.io/v1",
        }
    }

    /// Returns the releases that read this version.
    pub fn releases(self) -> impl Iterator<Item = Release> {
        Release::ALL.into_iter().filter(move |release| config_version(*release) == self)
    }
}

/// Returns the version that a release reads.
#[must_use]
pub fn config_version(release: Release) -> DocumentVersion {
    match release {
        Release::V1_16 => DocumentVersion::Alpha,
        Release::V1_20 => DocumentVersion::Beta,
        Release::V1_34 | Release::V1_36 => DocumentVersion::Stable,
    }
}

/// Returns the release that a document is for: `preferred` if it reads the document, otherwise the first that does; for
/// a `Policy` the first release that has all its names. `None` if no release reads it.
#[must_use]
pub fn stated_release(document: &Value, preferred: Release) -> Option<Release> {
    if document.get("kind")?.as_str()? == "Policy" {
        let is_known = |release: Release, list: &str| {
            let known = known_policy_names(release, list);
            // An entry with an argument has a user-defined name.
            let is_known = |entry: &Value| {
                entry.get("argument").is_some()
                    || entry.get("name").and_then(Value::as_str).is_some_and(|name| known.contains(&name))
            };
            document.get(list).and_then(Value::as_array).is_none_or(|entries| entries.iter().all(is_known))
        };
        let fits = |release: &Release| ["predicates", "priorities"].into_iter().all(|list| is_known(*release, list));
        return [Release::V1_16, Release::V1_20].into_iter().find(fits).or(Some(Release::V1_16));
    }
    let api_version = document.get("apiVersion")?.as_str()?;
    let version = DocumentVersion::ALL.into_iter().find(|version| version.api_version() == api_version)?;
    version.releases().find(|release| *release == preferred).or_else(|| version.releases().next())
}

/// Returns the release that reads a document; if several do, the one that runs, or the nearest to it.
#[must_use]
pub fn reading_release(kind: &str, api_version: &str, runs: Release) -> Option<Release> {
    if kind == "Policy" {
        return Some(runs.min(Release::V1_20));
    }
    let version = DocumentVersion::ALL.into_iter().find(|version| version.api_version() == api_version)?;
    version.releases().min_by_key(|release| release.minor().abs_diff(runs.minor()))
}
