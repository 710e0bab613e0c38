//! The releases, as data: which plugins in which order with which weights and arguments, and in which words.
//!
//! This is the only place that knows one release from another. Everything below is told what to do by constructor
//! arguments and policies.

pub mod config;
mod log;
mod v1_16;
mod v1_20;
mod v1_34;

use std::fmt;

use serde::{Deserialize, Serialize};

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
    /// Today.
    #[default]
    #[serde(rename = "v1.34")]
    V1_34,
}

impl Release {
    /// All of them, oldest first.
    pub const ALL: [Self; 3] = [Self::V1_16, Self::V1_20, Self::V1_34];

    /// `v1.16`, `v1.20` or `v1.34`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::V1_16 => "v1.16",
            Self::V1_20 => "v1.20",
            Self::V1_34 => "v1.34",
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
    let args = config::Args::default();
    match release {
        Release::V1_16 => v1_16::profile(&args),
        Release::V1_20 => v1_20::profile(&args),
        Release::V1_34 => v1_34::profile(&args),
    }
}

/// The words of a release.
#[must_use]
pub fn wording(release: Release) -> &'static dyn Wording {
    match release {
        Release::V1_16 => v1_16::WORDING,
        Release::V1_20 => v1_20::WORDING,
        Release::V1_34 => v1_34::WORDING,
    }
}

/// How a release's queue works.
#[must_use]
pub fn queue_policy(release: Release) -> QueuePolicy {
    match release {
        Release::V1_16 => v1_16::QUEUE,
        Release::V1_20 => v1_20::QUEUE,
        Release::V1_34 => v1_34::QUEUE,
    }
}

/// How a release's decisions reach the cluster and come back.
#[must_use]
pub fn flow_policy(release: Release) -> FlowPolicy {
    match release {
        Release::V1_16 => v1_16::FLOW,
        Release::V1_20 => v1_20::FLOW,
        Release::V1_34 => v1_34::FLOW,
    }
}
