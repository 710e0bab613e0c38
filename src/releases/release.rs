//! The simulated releases.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An upstream release whose decisions the engine reproduces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Release {
    /// Has predicates and priorities.
    #[serde(rename = "v1.16")]
    V1_16,
    /// Has an early version of the scheduling framework.
    #[serde(rename = "v1.20")]
    V1_20,
    /// Has queueing hints and asynchronous preemption.
    #[serde(rename = "v1.34")]
    V1_34,
    /// The latest simulated release. Has pod groups behind feature gates.
    #[default]
    #[serde(rename = "v1.36")]
    V1_36,
}

impl Release {
    /// All releases, oldest first.
    pub const ALL: [Self; 4] = [Self::V1_16, Self::V1_20, Self::V1_34, Self::V1_36];

    /// Returns `v1.16`, `v1.20`, `v1.34` or `v1.36`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::V1_16 => "v1.16",
            Self::V1_20 => "v1.20",
            Self::V1_34 => "v1.34",
            Self::V1_36 => "v1.36",
        }
    }

    /// Returns the patch release whose decisions and messages are reproduced; messages can change between patch
    /// releases.
    #[must_use]
    pub fn patch(self) -> &'static str {
        match self {
            Self::V1_16 => "v1.16.6",
            Self::V1_20 => "v1.20.5",
            Self::V1_34 => "v1.34.1",
            Self::V1_36 => "v1.36.3",
        }
    }

    /// Returns the release that is nearest to a minor version; if two are equally near, the later one.
    #[must_use]
    pub fn nearest(minor: u32) -> Self {
        let minor_distance = |release: &Self| release.minor().abs_diff(minor);
        Self::ALL.into_iter().rev().min_by_key(minor_distance).unwrap_or_default()
    }

    /// Returns the minor version: 34 for `v1.34`.
    #[must_use]
    pub fn minor(self) -> u32 {
        match self {
            Self::V1_16 => 16,
            Self::V1_20 => 20,
            Self::V1_34 => 34,
            Self::V1_36 => 36,
        }
    }

    /// Whether its scheduler allocates devices for `ResourceClaim`s.
    #[must_use]
    pub fn has_claims(self) -> bool {
        self.minor() >= 34
    }

    /// Returns the release of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|release| release.name() == name)
    }
}

/// How the release of a manifest is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleaseChoice {
    /// The user's choice, which overrides the manifest.
    pub chosen: Option<Release>,
    /// The release if neither the user nor the manifest chooses one.
    pub fallback: Release,
}

impl ReleaseChoice {
    /// Returns the release, given the one that the manifest states, if any.
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
