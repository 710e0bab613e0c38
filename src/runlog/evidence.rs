//! The evidence of a score: numbers that add up to it.

use api::{Str, resources::Resource};
use serde::{Deserialize, Serialize};

/// The numbers from which one raw score is computed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Evidence {
    /// A sum of parts.
    Sum(Vec<ScorePart>),
    /// The weighted mean of resources' scores by their requested share.
    Allocation {
        /// `LeastAllocated`, `MostAllocated` or `RequestedToCapacityRatio`.
        strategy: Str,
        resources: Vec<AllocationPart>,
    },
    /// The balance of the requested fractions of resources.
    Balance(Balance),
    /// Bytes of images that need not be pulled, scaled between two bounds.
    Images {
        /// Images of the pod that the node has, once for each container.
        images: Vec<ImagePart>,
        /// Number of nodes in the cluster.
        nodes: i64,
        /// Lower bound in bytes, below which the score is 0.
        low: i64,
        /// Upper bound in bytes, above which the score is `max`.
        high: i64,
        /// Best score.
        max: i64,
    },
    /// Weighted counts of pods in topology domains.
    Spread {
        /// The part of each constraint; empty for a node that lacks a topology label.
        domains: Vec<SpreadPart>,
        /// Whether the sum is rounded, half away from zero, instead of truncated.
        #[serde(rename = "rounds")]
        is_rounded: bool,
    },
}

/// A number that is added to a score, and where it comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScorePart {
    /// The source, such as a taint, a term or a pod.
    pub what: Str,
    /// The added number.
    pub value: i64,
}

/// The part of one resource in an allocation score. Amounts are in milli-cores, bytes or counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AllocationPart {
    pub resource: Resource,
    /// Requests of the node's pods and the incoming pod.
    pub requested: i64,
    /// The node's allocatable amount.
    pub allocatable: i64,
    pub score: i64,
    pub weight: i64,
}

/// Requested fractions of resources, 0 to 1, and the formula that compares them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Balance {
    /// (1 − |first − second|) × max; 0 where a fraction is 1 or more.
    Difference {
        /// The fractions of cpu and memory.
        fractions: Vec<f64>,
        /// Best score.
        max: i64,
    },
    /// (1 − standard deviation) × 100.
    Deviation {
        /// The fraction of each resource, in the order of the configuration.
        fractions: Vec<f64>,
    },
    /// 50 + (50 + with − without) / 2, where both are (1 − standard deviation) × 100: how much the pod improves the
    /// balance.
    Improvement {
        /// The fraction of each resource with the pod.
        with: Vec<f64>,
        without: Vec<f64>,
    },
}

#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // small counts; upstream truncates too
impl Balance {
    /// The score of early releases: (1 − |difference|) × max, or 0 if a fraction is 1 or more.
    #[must_use]
    pub fn difference(fractions: &[f64], max: i64) -> i64 {
        match fractions {
            [a, b] if *a < 1.0 && *b < 1.0 => {
                let difference = if a > b { a - b } else { b - a };
                ((1.0 - difference) * max as f64) as i64
            }
            _ => 0,
        }
    }

    /// (1 − standard deviation) × 100, truncated: 50 to 100.
    #[must_use]
    #[inline]
    pub fn deviation(fractions: &[f64]) -> i64 {
        let deviation = match fractions {
            [] | [_] => 0.0,
            [a, b] => (if a > b { a - b } else { b - a }) / 2.0,
            many => {
                let mean = many.iter().fold(0.0, |sum, f| sum + f) / many.len() as f64;
                let squares = many.iter().fold(0.0, |sum, f| sum + (f - mean) * (f - mean));
                (squares / many.len() as f64).sqrt()
            }
        };
        ((1.0 - deviation) * 100.0) as i64
    }

    /// How a pod changes a node's balance: 75 if not at all, less if it gets worse.
    #[must_use]
    #[inline]
    pub fn improvement(with: &[f64], without: &[f64]) -> i64 {
        Self::improvement_over(with, Self::deviation(without))
    }

    /// [`improvement`](Self::improvement) for a node of which the [`deviation`](Self::deviation) without the pod is known.
    #[must_use]
    #[inline]
    pub fn improvement_over(with: &[f64], deviation_without: i64) -> i64 {
        50 + (50 + Self::deviation(with) - deviation_without) / 2
    }
}

/// An image of the pod that a node has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImagePart {
    /// Name of the image, with tag.
    pub image: Str,
    /// Size in bytes.
    pub bytes: i64,
    /// Number of nodes that have the image.
    pub nodes: i64,
}

impl ImagePart {
    /// Returns the bytes that count in a cluster of `node_count` nodes: the size times the share of nodes that have the
    /// image.
    #[must_use]
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // upstream converts and truncates the same
    pub fn scaled_bytes(&self, node_count: i64) -> i64 {
        (self.bytes as f64 * (self.nodes as f64 / node_count as f64)) as i64
    }
}

/// The part of one constraint in a spread score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpreadPart {
    pub key: Str,
    /// Number of matching pods in this node's domain.
    pub count: i64,
    /// Weight of the constraint: ln(domains + 2).
    pub weight: f64,
    /// Its `maxSkew`.
    pub max_skew: i64,
}

/// Returns the raw score of a node for `ImageLocality`, from the sum of its images'
/// [`scaled_bytes`](ImagePart::scaled_bytes), clamped to `low` and `high`.
#[must_use]
pub fn image_score(scaled_bytes: i64, low: i64, high: i64, max: i64) -> i64 {
    let bounded = if scaled_bytes < low { low } else { scaled_bytes.min(high) };
    max * (bounded - low) / (high - low)
}

/// Returns the raw score of a node for `PodTopologySpread`: the sum of `count × weight + (maxSkew − 1)` over
/// constraints, given as `(count, weight, maxSkew)`. It is rounded if `is_rounded`, else truncated.
#[must_use]
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // small counts; upstream truncates too
pub fn spread_score(parts: impl Iterator<Item = (i64, f64, i64)>, is_rounded: bool) -> i64 {
    let sum = parts.fold(0.0, |sum, (count, weight, max_skew)| sum + (count as f64 * weight + (max_skew - 1) as f64));
    if is_rounded { sum.round() as i64 } else { sum as i64 }
}

impl Evidence {
    /// Returns the raw score that the evidence adds up to.
    #[must_use]
    pub fn total(&self) -> i64 {
        match self {
            Self::Sum(parts) => parts.iter().map(|part| part.value).sum(),
            Self::Allocation { strategy, resources } => {
                let ratio = strategy == "RequestedToCapacityRatio";
                let weighted_resources = resources.iter().filter(|part| !ratio || part.score > 0);
                let (sum, weights) = weighted_resources
                    .fold((0, 0), |(sum, weights), part| (sum + part.score * part.weight, weights + part.weight));
                match weights {
                    0 => 0,
                    _ if ratio => (2 * sum + weights) / (2 * weights),
                    _ => sum / weights,
                }
            }
            Self::Balance(Balance::Difference { fractions, max }) => Balance::difference(fractions, *max),
            Self::Balance(Balance::Deviation { fractions }) => Balance::deviation(fractions),
            Self::Balance(Balance::Improvement { with, without }) => Balance::improvement(with, without),
            Self::Images { images, nodes, low, high, max } => {
                image_score(images.iter().map(|image| image.scaled_bytes(*nodes)).sum(), *low, *high, *max)
            }
            Self::Spread { domains, is_rounded } => {
                spread_score(domains.iter().map(|part| (part.count, part.weight, part.max_skew)), *is_rounded)
            }
        }
    }
}
