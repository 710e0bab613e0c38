//! The arithmetic behind a score: numbers that add up to it.

use api::Str;
use serde::{Deserialize, Serialize};

/// The arithmetic behind one raw score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Evidence {
    /// A score that is counted or summed from parts.
    Sum(Vec<ScorePart>),
    /// Share of the room that stays free (or is used), each resource by weight.
    Allocation {
        /// Which way it counts.
        strategy: Str,
        resources: Vec<AllocationPart>,
    },
    /// How far apart the used fractions of the resources are.
    Balance(Balance),
    /// Bytes of images that need no pull, scaled between two bounds.
    Images {
        /// Images of the pod that the node has, once for each container.
        images: Vec<ImagePart>,
        /// All nodes.
        nodes: i64,
        /// Fewer bytes score nothing.
        low: i64,
        /// More bytes do not score more.
        high: i64,
        /// Best score.
        max: i64,
    },
    /// Counts in topology domains, each weighed.
    Spread {
        /// Constraint by constraint; none for a node that lacks the topology label.
        domains: Vec<SpreadPart>,
        /// The sum is rounded, half away from zero, instead of cut down to an integer.
        rounds: bool,
    },
}

/// A number with its cause.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScorePart {
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
    /// What the node has.
    pub allocatable: i64,
    pub score: i64,
    pub weight: i64,
}

/// Fractions used, 0 to 1, and the formula that compares them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Balance {
    /// (1 − |first − second|) × max; 0 where a fraction is 1 or more.
    Difference {
        /// cpu, memory.
        fractions: Vec<f64>,
        /// Best score.
        max: i64,
    },
    /// (1 − standard deviation) × 100.
    Deviation {
        /// Resource by resource, in the order of the configuration.
        fractions: Vec<f64>,
    },
    /// 50 + (50 + with − without) / 2, where both are (1 − standard deviation) × 100: how much the pod evens out what is used.
    Improvement {
        /// With the pod, resource by resource.
        with: Vec<f64>,
        without: Vec<f64>,
    },
}

#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // small counts; upstream truncates too
impl Balance {
    /// Early releases' formula.
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

    /// How even the use is, 50 to 100.
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

    /// What a pod makes of a node's balance: 75 where nothing changes, less where it becomes worse.
    #[must_use]
    #[inline]
    pub fn improvement(with: &[f64], without: &[f64]) -> i64 {
        50 + (50 + Self::deviation(with) - Self::deviation(without)) / 2
    }
}

/// An image of the pod that a node has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImagePart {
    /// Its name, with tag.
    pub image: Str,
    /// Its size.
    pub bytes: i64,
    /// How many nodes have it.
    pub nodes: i64,
}

impl ImagePart {
    /// What it counts in a cluster of `all` nodes: its size times the share of nodes that have it.
    #[must_use]
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // upstream converts and truncates the same
    pub fn scaled_bytes(&self, max_bytes: i64) -> i64 {
        (self.bytes as f64 * (self.nodes as f64 / max_bytes as f64)) as i64
    }
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

/// The raw score of a node for `ImageLocality`, from the bytes of the pod's images that it has, each scaled by its spread.
#[must_use]
pub fn image_score(scaled_bytes: i64, low: i64, high: i64, max: i64) -> i64 {
    let bounded = if scaled_bytes < low { low } else { scaled_bytes.min(high) };
    max * (bounded - low) / (high - low)
}

/// The raw score of a node for `PodTopologySpread`: the sum over constraints, each with its count, weight and `maxSkew`, of
/// `count × weight + (maxSkew − 1)`.
#[must_use]
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // small counts; upstream truncates too
pub fn spread_score(parts: impl Iterator<Item = (i64, f64, i64)>, rounds: bool) -> i64 {
    let sum = parts.fold(0.0, |sum, (count, weight, max_skew)| sum + (count as f64 * weight + (max_skew - 1) as f64));
    if rounds { sum.round() as i64 } else { sum as i64 }
}

impl Evidence {
    /// The raw score that the evidence adds up to.
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
            Self::Spread { domains, rounds } => {
                spread_score(domains.iter().map(|part| (part.count, part.weight, part.max_skew)), *rounds)
            }
        }
    }
}
