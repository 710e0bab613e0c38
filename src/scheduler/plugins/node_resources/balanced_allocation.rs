//! `NodeResourcesBalancedAllocation`: prefers nodes whose cpu and memory would be used to the same degree.
//!
//! With f = requested / allocatable of each resource:
//!
//! - improvement: how much the pod improves the balance. With the balance b = (1 − standard deviation of the f) × 100,
//!   truncated, from actual requests and f at most 1: score = 50 + (50 + b with the pod − b without it) / 2. So a pod
//!   that changes nothing scores 75, whatever the balance was; on an empty node b without the pod is 100
//!   (`noderesources.balancedResourceScorer`)
//! - deviation: score = b with the pod
//! - early: requests with the defaults of 100m and 200Mi; score = (1 − |f cpu − f memory|) × max, 0 if an f is 1 or
//!   more (v1.16: `BalancedResourceAllocation`, max 10)

use std::borrow::Cow;

use api::Str;
use runlog::{Balance, Evidence, NodeIx};

use crate::{
    cluster::{NodeAmounts, NodeInfo, PlainScore, PodInfo, Resource, Resources, requested_share},
    framework::{CycleCtx, Score, ScoreError, Scorer, ZeroScorer},
};

/// How the plugin scores. All variants but `Early` skip a pod that requests none of the resources.
#[derive(Clone, Debug)]
pub enum BalancedAllocation {
    /// The difference between cpu and memory, with default requests. The field is the best score.
    Early(i64),
    /// How evenly these resources would be used.
    Deviation(Vec<Resource>),
    /// How much more evenly these resources would be used with the pod.
    Improvement(Vec<Resource>),
}

impl BalancedAllocation {
    /// Whether the plugin skips the pod because it requests none of the resources.
    fn can_skip_pod(&self, pod: &PodInfo) -> bool {
        match self {
            Self::Early(_) => false,
            Self::Deviation(resources) | Self::Improvement(resources) => {
                resources.iter().all(|resource| pod.bound_request.get(resource) == 0)
            }
        }
    }
}

struct BalanceScorer<'c> {
    plugin: &'c BalancedAllocation,
    pod: &'c PodInfo,
    /// Whether it scores how much the pod improves the balance of cpu and memory, as nearly all configurations do.
    is_plain: bool,
}

impl<'c> BalanceScorer<'c> {
    fn new(plugin: &'c BalancedAllocation, pod: &'c PodInfo) -> Self {
        let is_plain = matches!(plugin, BalancedAllocation::Improvement(resources)
            if *resources == [Resource::Cpu, Resource::Memory]);
        Self { plugin, pod, is_plain }
    }
}

impl Score for BalancedAllocation {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>, _: &'c [NodeIx]) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        if self.can_skip_pod(cycle.pod) {
            return Ok(None);
        }
        Ok(Some(Box::new(BalanceScorer::new(self, cycle.pod))))
    }

    /// Without `PreScore` it still computes its scores, but cannot skip a pod: every node then scores 0.
    fn prepare_without_pre_score<'c>(
        &'c self,
        cycle: &CycleCtx<'c>,
        _: &'c [NodeIx],
    ) -> Result<Option<Box<dyn Scorer + 'c>>, ScoreError> {
        if self.can_skip_pod(cycle.pod) {
            return Ok(Some(Box::new(ZeroScorer)));
        }
        Ok(Some(Box::new(BalanceScorer::new(self, cycle.pod))))
    }
}

/// Fractions of resources. The first two, enough for nearly all configurations, need no allocation.
#[derive(Default)]
struct Fractions {
    first_two: [f64; 2],
    count: usize,
    rest: Vec<f64>,
}

impl Fractions {
    fn push_fraction(&mut self, fraction: f64) {
        match self.first_two.get_mut(self.count) {
            Some(slot) => *slot = fraction,
            None => self.rest.push(fraction),
        }
        self.count += 1;
    }

    fn all_fractions(&self) -> Cow<'_, [f64]> {
        match self.first_two.get(..self.count) {
            Some(fractions) => Cow::Borrowed(fractions),
            None => Cow::Owned(self.first_two.iter().chain(&self.rest).copied().collect()),
        }
    }
}

impl BalanceScorer<'_> {
    /// Returns the requested fractions of cpu and memory with the pod, with default requests.
    fn non_zero_fractions(&self, node: &NodeInfo) -> Fractions {
        let mut fractions = Fractions::default();
        let (requested, pod) = (node.non_zero_requested, self.pod.non_zero_request);
        let requested_fraction =
            |requested, capacity| if capacity == 0 { 1.0 } else { requested_share(requested, capacity) };
        fractions.push_fraction(requested_fraction(requested.milli_cpu + pod.milli_cpu, node.allocatable.milli_cpu));
        fractions.push_fraction(requested_fraction(requested.memory + pod.memory, node.allocatable.memory));
        fractions
    }

    /// Returns the requested fractions with (`with_pod`) or without the pod. Resources that the node does not have, and
    /// extended ones that the pod does not request, drop out.
    fn requested_fractions(&self, resources: &[Resource], node: &NodeInfo, with_pod: bool) -> Fractions {
        let mut fractions = Fractions::default();
        for resource in resources {
            let (capacity, pod_request) = (node.allocatable.get(resource), self.pod.bound_request.get(resource));
            if capacity != 0 && !(matches!(resource, Resource::Scalar(_)) && pod_request == 0) {
                let requested = node.requested.get(resource) + if with_pod { pod_request } else { 0 };
                fractions.push_fraction(requested_share(requested, capacity).min(1.0));
            }
        }
        fractions
    }
}

impl Scorer for BalanceScorer<'_> {
    fn score(&self, _: NodeIx, node: &NodeInfo) -> i64 {
        match self.plugin {
            BalancedAllocation::Early(max) => Balance::difference(&self.non_zero_fractions(node).all_fractions(), *max),
            BalancedAllocation::Deviation(resources) => {
                Balance::deviation(&self.requested_fractions(resources, node, true).all_fractions())
            }
            BalancedAllocation::Improvement(resources) => {
                let general = || {
                    let fractions = |with_pod| self.requested_fractions(resources, node, with_pod);
                    Balance::improvement(&fractions(true).all_fractions(), &fractions(false).all_fractions())
                };
                let Some(plain) = self.plain_score() else { return general() };
                let improvement = plain.score(&NodeAmounts::of_node(node));
                debug_assert!(improvement == general(), "the kept balance is that of the node's pods");
                improvement
            }
        }
    }

    fn plain_score(&self) -> Option<PlainScore> {
        let Resources { milli_cpu, memory, .. } = self.pod.bound_request;
        self.is_plain.then_some(PlainScore::Balance { milli_cpu, memory })
    }

    fn explain(&self, _: NodeIx, node: &NodeInfo) -> Evidence {
        let list = |fractions: Fractions| fractions.all_fractions().into_owned();
        Evidence::Balance(match self.plugin {
            BalancedAllocation::Early(max) => {
                Balance::Difference { fractions: list(self.non_zero_fractions(node)), max: *max }
            }
            BalancedAllocation::Deviation(resources) => {
                Balance::Deviation { fractions: list(self.requested_fractions(resources, node, true)) }
            }
            BalancedAllocation::Improvement(resources) => {
                let fraction_list = |with_pod| list(self.requested_fractions(resources, node, with_pod));
                Balance::Improvement { with: fraction_list(true), without: fraction_list(false) }
            }
        })
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
    fn even_use_scores_higher() {
        let pod = pod(r#"{"spec":{"containers":[{"resources":{"requests":{"cpu":"1","memory":"1Gi"}}}]}}"#);
        let snapshot = snapshot(&[
            (r#"{"metadata":{"name":"a"},"status":{"allocatable":{"cpu":"4","memory":"4Gi"}}}"#, &[]),
            (r#"{"metadata":{"name":"b"},"status":{"allocatable":{"cpu":"2","memory":"4Gi"}}}"#, &[]),
            (r#"{"metadata":{"name":"c"},"status":{"allocatable":{"cpu":"1","memory":"4Gi"}}}"#, &[]),
        ]);
        let both = vec![Resource::Cpu, Resource::Memory];
        for (plugin, expected) in [
            (BalancedAllocation::Improvement(both.clone()), [75, 68, 56]),
            (BalancedAllocation::Deviation(both), [100, 87, 62]),
            (BalancedAllocation::Early(10), [10, 7, 0]),
        ] {
            let scores = score_all(&plugin, &pod, &snapshot, &Objects::default());
            assert_eq!(scores, Some(expected.map(|score| (score, score)).to_vec()), "{plugin:?}");
        }
    }

    #[test]
    fn a_pod_that_evens_out_what_is_used_scores_higher_than_on_an_empty_node() {
        let asks = |cpu: &str, memory: &str| {
            format!(
                r#"{{"spec":{{"containers":[{{"resources":{{"requests":{{"cpu":"{cpu}","memory":"{memory}"}}}}}}]}}}}"#
            )
        };
        let (cpu, both) = (asks("2", "0"), asks("1", "1Gi"));
        let node = |name: &str| {
            format!(r#"{{"metadata":{{"name":"{name}"}},"status":{{"allocatable":{{"cpu":"4","memory":"4Gi"}}}}}}"#)
        };
        let (a, b, c) = (node("a"), node("b"), node("c"));
        // Half of the CPU of `b` is used and none of its memory; the usage of `c` is balanced.
        let snapshot = snapshot(&[(&a, &[]), (&b, &[&cpu]), (&c, &[&both])]);
        let plugin = |names: &[&str]| {
            BalancedAllocation::Improvement(names.iter().map(|name| Resource::from_name(name)).collect())
        };
        for (pod_json, names, expected) in [
            // Node `b` with the pod: 1 − |0.5 − 0.5| / 2; without it: 1 − |0.5 − 0| / 2.
            (asks("0", "2Gi"), &["cpu", "memory"][..], [62, 87, 62]),
            (asks("1", "1Gi"), &["cpu", "memory"], [75, 75, 75]),
            // A single resource is always balanced; for three, the score uses the standard deviation. Resources that
            // the pod does not request are ignored.
            (asks("1", "0"), &["cpu"], [75, 75, 75]),
            (asks("1", "1Gi"), &["cpu", "memory", "x.io/gpu"], [75, 75, 75]),
        ] {
            let scores = score_all(&plugin(names), &pod(&pod_json), &snapshot, &Objects::default());
            assert_eq!(scores, Some(expected.map(|score| (score, score)).to_vec()), "{pod_json}");
        }
        let idle = pod(r#"{"spec":{"containers":[{}]}}"#);
        let cycle = CycleCtx { pod: &idle, snapshot: &snapshot, objects: &Objects::default(), order: None };
        for of in [BalancedAllocation::Improvement, BalancedAllocation::Deviation] {
            let plugin = of(vec![Resource::Cpu, Resource::Memory]);
            let scorer = plugin.prepare_without_pre_score(&cycle, &[]).expect("no error").expect("a scorer");
            assert_eq!([0, 1, 2].map(|ix| scorer.score(ix, &snapshot.nodes()[ix])), [0; 3], "{plugin:?}");
        }
        assert_eq!(score_all(&plugin(&["cpu", "memory"]), &idle, &snapshot, &Objects::default()), None);
    }
}
