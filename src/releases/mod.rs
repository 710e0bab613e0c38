//! The releases, as data: which plugins in which order with which weights and arguments, and in which words.
//!
//! This is the only place that knows one release from another. Everything below is told what to do by constructor
//! arguments and policies.

pub mod config;
mod log;
pub mod message;
pub mod minors;
mod said;
pub mod source;
mod v1_16;
mod v1_20;
mod v1_34;
mod v1_36;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use said::overdrawn;
pub use source::Source;

use crate::framework::{Point, Profile, Wording};
use crate::scheduler::FlowPolicy;
use crate::scheduler::queue::QueuePolicy;

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
    #[default]
    #[serde(rename = "v1.34")]
    V1_34,
    /// Today.
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
        let far = |release: &Self| release.minor().abs_diff(minor);
        Self::ALL.into_iter().rev().min_by_key(far).unwrap_or_default()
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

    /// The release of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|release| release.name() == name)
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The `schedulerName` of pods that choose none.
pub const DEFAULT_SCHEDULER: &str = "default-scheduler";

/// The points of the scheduling framework.
const FRAMEWORK_POINTS: &[(Point, &str)] = &[
    (Point::QueueSort, "QueueSort"),
    (Point::PreFilter, "PreFilter"),
    (Point::Filter, "Filter"),
    (Point::PostFilter, "PostFilter"),
    (Point::PreScore, "PreScore"),
    (Point::Score, "Score"),
    (Point::NormalizeScore, "NormalizeScore"),
    (Point::Reserve, "Reserve"),
    (Point::Permit, "Permit"),
    (Point::PreBind, "PreBind"),
    (Point::Bind, "Bind"),
    (Point::PostBind, "PostBind"),
];

/// The default profile of a release.
#[must_use]
pub fn profile(release: Release) -> Profile {
    profile_with(release, &config::Args::default())
}

/// The default profile, but no node is left out, neither by the search for feasible ones nor by preemption. Recorded cases
/// were decided so.
#[must_use]
pub fn exhaustive_profile(release: Release) -> Profile {
    let mut profile = profile_with(release, &config::Args::exhaustive());
    profile.cycle.percentage_of_nodes_to_score = 100;
    profile
}

fn profile_with(release: Release, args: &config::Args) -> Profile {
    match release {
        Release::V1_16 => v1_16::profile(args),
        Release::V1_20 => v1_20::profile(args),
        Release::V1_34 => v1_34::profile(args),
        Release::V1_36 => v1_36::profile(args),
    }
}

/// The words of a release.
#[must_use]
pub fn wording(release: Release) -> &'static dyn Wording {
    match release {
        Release::V1_16 => v1_16::WORDING,
        Release::V1_20 => v1_20::WORDING,
        Release::V1_34 => v1_34::WORDING,
        Release::V1_36 => v1_36::WORDING,
    }
}

/// The scheduler's functions, and which of them does what a run shows.
#[must_use]
pub fn source(release: Release) -> &'static Source {
    match release {
        Release::V1_16 => source::V1_16,
        Release::V1_20 => source::V1_20,
        Release::V1_34 => source::V1_34,
        Release::V1_36 => source::V1_36,
    }
}

/// How a release's queue works.
#[must_use]
pub fn queue_policy(release: Release) -> QueuePolicy {
    match release {
        Release::V1_16 => v1_16::QUEUE,
        Release::V1_20 => v1_20::QUEUE,
        Release::V1_34 => v1_34::QUEUE,
        Release::V1_36 => v1_36::QUEUE,
    }
}

/// How a release's decisions reach the cluster and come back.
#[must_use]
pub fn flow_policy(release: Release) -> FlowPolicy {
    match release {
        Release::V1_16 => v1_16::FLOW,
        Release::V1_20 => v1_20::FLOW,
        Release::V1_34 => v1_34::FLOW,
        Release::V1_36 => v1_36::FLOW,
    }
}
