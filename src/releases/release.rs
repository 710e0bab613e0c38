//! Which releases there are.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An upstream release whose decisions the engine reproduces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Release {
    /// Predicates and priorities.
    #[serde(rename = "v1.16")]
    V1_16,
    /// The scheduling framework, young.
    #[serde(rename = "v1.20")]
    V1_20,
    /// Queueing hints, and preemption beside the next cycle.
    #[serde(rename = "v1.34")]
    V1_34,
    /// Pod groups behind feature gates: the latest release here.
    #[default]
    #[serde(rename = "v1.36")]
    V1_36,
}

impl Release {
    /// All of them, oldest first.
    pub const ALL: [Self; 4] = [Self::V1_16, Self::V1_20, Self::V1_34, Self::V1_36];

    /// `v1.16`, `v1.20`, `v1.34` or `v1.36`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::V1_16 => "v1.16",
            Self::V1_20 => "v1.20",
            Self::V1_34 => "v1.34",
            Self::V1_36 => "v1.36",
        }
    }

    /// The patch release whose decisions and words these are; words change between patch releases, too.
    #[must_use]
    pub fn patch(self) -> &'static str {
        match self {
            Self::V1_16 => "v1.16.6",
            Self::V1_20 => "v1.20.5",
            Self::V1_34 => "v1.34.1",
            Self::V1_36 => "v1.36.3",
        }
    }

    /// The release that is nearest to a minor version, the later one of two that are as near.
    #[must_use]
    pub fn nearest(minor: u32) -> Self {
        let minor_distance = |release: &Self| release.minor().abs_diff(minor);
        Self::ALL.into_iter().rev().min_by_key(minor_distance).unwrap_or_default()
    }

    /// Of `v1.34` the 34.
    #[must_use]
    pub fn minor(self) -> u32 {
        match self {
            Self::V1_16 => 16,
            Self::V1_20 => 20,
            Self::V1_34 => 34,
            Self::V1_36 => 36,
        }
    }

    /// Whether its scheduler allocates devices to the claims of pods.
    #[must_use]
    pub fn has_claims(self) -> bool {
        self.minor() >= 34
    }

    /// The release of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|release| release.name() == name)
    }
}

/// Under which release a manifest runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleaseChoice {
    /// Chosen by the user: what the manifest says does not count.
    pub chosen: Option<Release>,
    /// What applies if nothing in the manifest says which one.
    pub fallback: Release,
}

impl ReleaseChoice {
    /// The release, given the one that the manifest asks for, if it does.
    #[must_use]
    pub fn resolve(self, of_manifest: Option<Release>) -> Release {
        self.chosen.or(of_manifest).unwrap_or(self.fallback)
    }
}

impl From<Option<Release>> for ReleaseChoice {
    fn from(chosen: Option<Release>) -> Self {
        Self { chosen, ..Self::default() }
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
