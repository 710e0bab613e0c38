//! How a score came about, as numbers that add up to it.

use serde::{Deserialize, Serialize};

use crate::api::Str;

/// The arithmetic behind one raw score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Evidence {
    /// A score that is counted or summed from parts.
    Sum(Vec<Part>),
    /// Share of the room that stays free (or is used), each resource by weight.
    Allocation {
        /// Which way it counts.
        strategy: Str,
        /// Resource by resource.
        resources: Vec<AllocationPart>,
        /// The score.
        score: i64,
    },
    /// How far apart the used fractions of the resources are.
    Balance {
        /// Resource and fraction used, 0 to 1.
        fractions: Vec<(Str, f64)>,
        /// The score.
        score: i64,
    },
    /// Bytes of images that need no pull, between two bounds.
    Images {
        /// Image, its bytes, nodes that have it.
        images: Vec<(Str, i64, i64)>,
        /// All nodes.
        nodes: i64,
        /// Sum of the scaled bytes.
        sum: i64,
        /// The score.
        score: i64,
    },
    /// Counts in topology domains, each weighed.
    Spread {
        /// Constraint by constraint.
        domains: Vec<SpreadPart>,
        /// The score.
        score: i64,
    },
}

/// A number with its cause.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// Taint, term, pod, …
    pub what: Str,
    /// What it adds.
    pub value: i64,
}

/// One resource's part in an allocation score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AllocationPart {
    /// Name.
    pub resource: Str,
    /// With the incoming pod.
    pub requested: i64,
    /// What there is.
    pub allocatable: i64,
    /// Its score.
    pub score: i64,
    /// Its weight.
    pub weight: i64,
}

/// One constraint's part in a spread score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpreadPart {
    /// Topology key.
    pub key: Str,
    /// Pods counted in this node's domain.
    pub count: i64,
    /// Weight of the constraint: ln(domains + 2).
    pub weight: f64,
    /// Its `maxSkew`.
    pub max_skew: i64,
}

impl Evidence {
    /// The raw score that the evidence adds up to.
    #[must_use]
    pub fn total(&self) -> i64 {
        match self {
            Self::Sum(parts) => parts.iter().map(|part| part.value).sum(),
            Self::Allocation { score, .. }
            | Self::Balance { score, .. }
            | Self::Images { score, .. }
            | Self::Spread { score, .. } => *score,
        }
    }
}
