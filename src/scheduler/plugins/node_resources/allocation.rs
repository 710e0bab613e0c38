//! Scores by how much of a node's allocatable resources would be requested.
//!
//! For each resource, with `requested` = the requests of the node's pods and this pod (a container without a cpu or
//! memory request counts as 100m and 200Mi), out of `max` (100; 10 in v1.16):
//!
//! - least allocated: (allocatable − requested) × max / allocatable
//! - most allocated: requested × max / allocatable
//! - requested to capacity ratio: a piecewise linear function of the utilization in percent
//!
//! and 0 if requested > allocatable (the ratio counts 100 % there, and so does most allocated from v1.34 on). The score
//! is the weighted mean. Divisions truncate, but the mean of the ratio is rounded, and resources that score 0 drop out
//! of it.
//!
//! Upstream: `NodeResourcesFit` with its scoring strategies; v1.20: `NodeResourcesLeastAllocated` and the like; v1.16:
//! `LeastResourceAllocation`. From v1.34 on, resources that the node does not have drop out; earlier releases count
//! them as 0, and the ratio as fully used.

use api::Str;
use runlog::{AllocationPart, Evidence, NodeIx};

use crate::{
    cluster::{NodeAmounts, NodeInfo, PlainScore, PodInfo, Resource, divide, scale_without_overflow},
    framework::{CycleCtx, Score, Scorer},
};

#[derive(Clone, Debug)]
pub struct AllocationScore {
    pub strategy: Strategy,
    /// Resources with their weights.
    pub resources: Vec<(Resource, i64)>,
    /// Best score: 100, or 10 in v1.16.
    pub max: i64,
    /// The behavior from v1.34 on: a resource that the node does not have drops out of the mean, and so does an
    /// extended one that the pod does not request; an overcommitted node counts as full under most allocated; and the
    /// utilization is truncated instead of rounded up.
    pub skips_missing_resources: bool,
}

/// How the requested share of a resource becomes a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// `LeastAllocated`: emptier is better.
    Least,
    /// `MostAllocated`: fuller is better.
    Most,
    /// `RequestedToCapacityRatio`: a piecewise linear function of the utilization; its points are sorted by
    /// utilization.
    Ratio(Vec<ShapePoint>),
}

/// A point of the function of [`Strategy::Ratio`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapePoint {
    /// Utilization in percent, 0 to 100.
    pub utilization: i64,
    /// Score at that utilization, on the plugin's scale.
    pub score: i64,
}

impl AllocationScore {
    /// Creates a plugin that scores cpu and memory with equal weights.
    #[must_use]
    pub fn for_cpu_and_memory(strategy: Strategy, max: i64, skips_missing_resources: bool) -> Self {
        Self { strategy, resources: vec![(Resource::Cpu, 1), (Resource::Memory, 1)], max, skips_missing_resources }
    }

    #[allow(clippy::inline_always)] // thousands of nodes are scored, and the compiler stops at two calls
    #[inline(always)]
    fn strategy_score(&self, requested: i64, capacity: i64) -> i64 {
        match &self.strategy {
            Strategy::Ratio(shape) => interpolate_shape(shape, self.utilization_percent(requested, capacity)),
            _ if capacity == 0 => 0,
            Strategy::Most if self.skips_missing_resources => {
                scale_without_overflow(requested.min(capacity), self.max, capacity)
            }
            _ if requested > capacity => 0,
            Strategy::Least => scale_without_overflow(capacity - requested, self.max, capacity),
            Strategy::Most => scale_without_overflow(requested, self.max, capacity),
        }
    }

    /// Returns the utilization in percent.
    fn utilization_percent(&self, requested: i64, capacity: i64) -> i64 {
        match capacity {
            _ if capacity == 0 || requested > capacity => 100,
            _ if self.skips_missing_resources => scale_without_overflow(requested, 100, capacity),
            _ => 100 - scale_without_overflow(capacity - requested, 100, capacity),
        }
    }
}

fn interpolate_shape(shape: &[ShapePoint], utilization: i64) -> i64 {
    let Some(above) = shape.iter().position(|point| utilization <= point.utilization) else {
        return shape.last().map_or(0, |point| point.score);
    };
    let right = shape[above];
    match above.checked_sub(1).map(|left_index| shape[left_index]) {
        None => right.score,
        Some(left_point) => {
            left_point.score
                + (right.score - left_point.score) * (utilization - left_point.utilization)
                    / (right.utilization - left_point.utilization)
        }
    }
}

struct AllocationScorer<'c> {
    plugin: &'c AllocationScore,
    pod: &'c PodInfo,
}

impl Score for AllocationScore {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>, _: &'c [NodeIx]) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        let scorer = AllocationScorer { plugin: self, pod: cycle.pod };
        let is_plain = self.strategy == Strategy::Least
            && matches!(self.resources[..], [(Resource::Cpu, cpu), (Resource::Memory, memory)] if cpu == memory && cpu > 0);
        Ok(Some(if is_plain { Box::new(LeastScorer(scorer)) } else { Box::new(scorer) }))
    }
}

/// Requested and allocatable amount of one resource of a node.
struct UsageWithPod {
    requested: i64,
    allocatable: i64,
}

impl AllocationScorer<'_> {
    /// Returns the usage of a resource including the pod, or `None` if the resource drops out of the mean.
    fn usage_with_pod(&self, resource: &Resource, node: &NodeInfo) -> Option<UsageWithPod> {
        let (pod, allocatable) = (self.pod, node.allocatable.get(resource));
        let requested = match resource {
            Resource::Cpu => node.non_zero_requested.milli_cpu + pod.non_zero_request.milli_cpu,
            Resource::Memory => node.non_zero_requested.memory + pod.non_zero_request.memory,
            Resource::Scalar(_) if self.plugin.skips_missing_resources && pod.request.get(resource) == 0 => {
                return None;
            }
            _ => node.requested.get(resource) + pod.request.get(resource),
        };
        (allocatable != 0 || !self.plugin.skips_missing_resources).then_some(UsageWithPod { requested, allocatable })
    }

    /// Returns the weighted mean of the resources' scores.
    #[inline]
    fn mean_score(&self, usages: impl Iterator<Item = (UsageWithPod, i64)>) -> i64 {
        let (mut sum, mut weights) = (0, 0);
        for (UsageWithPod { requested, allocatable }, weight) in usages {
            let score = self.plugin.strategy_score(requested, allocatable);
            // An upstream bug in `buildRequestedToCapacityRatioScorerFunction`: a score of 0 drops out of the mean
            // together with its weight, so a worse resource can raise the mean. Test:
            // `a_ratio_of_0_drops_out_of_the_mean`.
            if score > 0 || !matches!(self.plugin.strategy, Strategy::Ratio(_)) {
                sum += score * weight;
                weights += weight;
            }
        }
        weighted_mean(sum, weights, &self.plugin.strategy)
    }
}

impl Scorer for AllocationScorer<'_> {
    fn score(&self, _: NodeIx, node: &NodeInfo) -> i64 {
        let usages = self.plugin.resources.iter();
        self.mean_score(usages.filter_map(|(resource, weight)| Some((self.usage_with_pod(resource, node)?, *weight))))
    }

    fn explain(&self, _: NodeIx, node: &NodeInfo) -> Evidence {
        let part = |(resource, weight): &(Resource, i64)| {
            let UsageWithPod { requested, allocatable } = self.usage_with_pod(resource, node)?;
            Some(AllocationPart {
                resource: resource.clone(),
                requested,
                allocatable,
                score: self.plugin.strategy_score(requested, allocatable),
                weight: *weight,
            })
        };
        Evidence::Allocation {
            strategy: match &self.plugin.strategy {
                Strategy::Least => "LeastAllocated",
                Strategy::Most => "MostAllocated",
                Strategy::Ratio(_) => "RequestedToCapacityRatio",
            }
            .into(),
            resources: self.plugin.resources.iter().filter_map(part).collect(),
        }
    }
}

/// The scorer for [`Strategy::Least`] with cpu and memory of equal weight, which nearly all configurations have.
struct LeastScorer<'c>(AllocationScorer<'c>);

impl LeastScorer<'_> {
    fn as_plain(&self) -> PlainScore {
        let AllocationScore { max, skips_missing_resources, .. } = *self.0.plugin;
        PlainScore::Least { pod: self.0.pod.non_zero_request, max, skips_missing_resources }
    }
}

impl Scorer for LeastScorer<'_> {
    fn score(&self, node_ix: NodeIx, node: &NodeInfo) -> i64 {
        let score = self.as_plain().score(&NodeAmounts::of_node(node));
        debug_assert!(score == self.0.score(node_ix, node), "equal weights do not change the mean");
        score
    }

    fn plain_score(&self) -> Option<PlainScore> {
        Some(self.as_plain())
    }

    fn explain(&self, node_ix: NodeIx, node: &NodeInfo) -> Evidence {
        self.0.explain(node_ix, node)
    }
}

/// Returns the weighted mean: rounded for the ratio, truncated for the others.
#[inline]
fn weighted_mean(sum: i64, weights: i64, strategy: &Strategy) -> i64 {
    match strategy {
        _ if weights == 0 => 0,
        Strategy::Ratio(_) => (2 * sum + weights) / (2 * weights),
        _ => divide(sum, weights),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cluster::Objects,
        plugins::testing::{pod, score_all, snapshot},
    };

    #[test]
    fn each_strategy() {
        let half = r#"{"spec":{"containers":[{"resources":{"requests":{"cpu":"1","memory":"1Gi"}}}]}}"#;
        let snapshot = snapshot(&[
            (r#"{"metadata":{"name":"a"},"status":{"allocatable":{"cpu":"4","memory":"4Gi"}}}"#, &[half]),
            (r#"{"metadata":{"name":"b"},"status":{"allocatable":{"cpu":"2","memory":"8Gi"}}}"#, &[half]),
            (r#"{"metadata":{"name":"c"},"status":{"allocatable":{"memory":"2Gi"}}}"#, &[]),
        ]);
        let ratio =
            Strategy::Ratio(vec![ShapePoint { utilization: 0, score: 0 }, ShapePoint { utilization: 100, score: 100 }]);
        for (strategy, skips_missing_resources, expected) in [
            (Strategy::Least, true, [50, 37, 50]),
            (Strategy::Least, false, [50, 37, 25]),
            (Strategy::Most, true, [50, 62, 50]),
            (ratio.clone(), true, [50, 63, 50]),
            // Node `c` has no CPU, which counts as fully used.
            (ratio, false, [50, 63, 75]),
        ] {
            let plugin = AllocationScore::for_cpu_and_memory(strategy.clone(), 100, skips_missing_resources);
            let scores = score_all(&plugin, &pod(half), &snapshot, &Objects::default());
            assert_eq!(scores, Some(expected.map(|score| (score, score)).to_vec()), "{strategy:?}");
        }
    }

    #[test]
    fn a_ratio_of_0_drops_out_of_the_mean() {
        // The score decreases with usage: all memory of `a` is used, and half of the memory of `b`.
        let pod = pod(r#"{"spec":{"containers":[{"resources":{"requests":{"cpu":"1","memory":"1Gi"}}}]}}"#);
        let snapshot = snapshot(&[
            (r#"{"metadata":{"name":"a"},"status":{"allocatable":{"cpu":"4","memory":"1Gi"}}}"#, &[]),
            (r#"{"metadata":{"name":"b"},"status":{"allocatable":{"cpu":"4","memory":"2Gi"}}}"#, &[]),
        ]);
        let falling = vec![ShapePoint { utilization: 0, score: 100 }, ShapePoint { utilization: 100, score: 0 }];
        for (strategy, expected) in [(Strategy::Ratio(falling), [75, 63]), (Strategy::Least, [37, 62])] {
            let plugin = AllocationScore::for_cpu_and_memory(strategy.clone(), 100, true);
            let scores = score_all(&plugin, &pod, &snapshot, &Objects::default());
            assert_eq!(scores, Some(expected.map(|score| (score, score)).to_vec()), "{strategy:?}");
        }
    }
}
