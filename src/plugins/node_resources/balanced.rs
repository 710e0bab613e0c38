//! `NodeResourcesBalancedAllocation`: prefers nodes whose cpu and memory would be used to the same degree.
//!
//! With f = requested / allocatable of each resource:
//!
//! - latest: real requests, f at most 1; score = (1 − standard deviation of the f) × 100; left out for a pod that asks for
//!   none of the resources (`noderesources.balancedResourceScorer`)
//! - early: requests with 100m and 200Mi filled in; score = (1 − |f cpu − f memory|) × max, 0 where an f is 1 or more
//!   (v1.16: `BalancedResourceAllocation`, max 10)

use crate::api::Str;
use crate::cluster::{NodeInfo, NodeIx, PodInfo, Resource};
use crate::framework::{Balance, Cycle, Evidence, Score, Scorer};

/// The plugin.
#[derive(Clone, Debug)]
pub enum Balanced {
    /// cpu and memory, filled in; best score.
    Early(i64),
    /// Real requests of these resources.
    Latest(Vec<Resource>),
}

struct Balancer<'c> {
    plugin: &'c Balanced,
    pod: &'c PodInfo,
}

impl Score for Balanced {
    fn prepare<'c>(&'c self, cycle: &Cycle<'c>, _: &'c [NodeIx]) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        if let Self::Latest(resources) = self
            && resources.iter().all(|resource| cycle.pod.request.get(resource) == 0)
        {
            return Ok(None);
        }
        Ok(Some(Box::new(Balancer { plugin: self, pod: cycle.pod })))
    }
}

#[allow(clippy::cast_precision_loss)] // upstream divides the same two integers as float64
fn fraction(requested: i64, capacity: i64) -> f64 {
    requested as f64 / capacity as f64
}

impl Balancer<'_> {
    fn fractions(&self, node: &NodeInfo) -> ([f64; 2], Vec<f64>, usize) {
        // Two resources are all but every configuration; they need no list.
        let mut two = [0.0; 2];
        let mut more = Vec::new();
        let mut found = 0;
        let mut push = |f: f64| {
            match two.get_mut(found) {
                Some(slot) => *slot = f,
                None => more.push(f),
            }
            found += 1;
        };
        match self.plugin {
            Balanced::Early(_) => {
                let (there, own) = (node.non_zero_requested, self.pod.non_zero_request);
                let of = |requested, capacity| if capacity == 0 { 1.0 } else { fraction(requested, capacity) };
                push(of(there.milli_cpu + own.milli_cpu, node.allocatable.milli_cpu));
                push(of(there.memory + own.memory, node.allocatable.memory));
            }
            Balanced::Latest(resources) => {
                for resource in resources {
                    let capacity = node.allocatable.get(resource);
                    let scalar = matches!(resource, Resource::Scalar(_));
                    if capacity != 0 && !(scalar && self.pod.request.get(resource) == 0) {
                        let requested = node.requested.get(resource) + self.pod.request.get(resource);
                        push(fraction(requested, capacity).min(1.0));
                    }
                }
            }
        }
        (two, more, found)
    }

    fn balance(&self, node: &NodeInfo) -> Balance {
        let (two, more, found) = self.fractions(node);
        let fractions: Vec<f64> = two.into_iter().take(found).chain(more).collect();
        match self.plugin {
            Balanced::Early(max) => Balance::Difference { fractions, max: *max },
            Balanced::Latest(_) => Balance::Deviation { fractions },
        }
    }
}

impl Scorer for Balancer<'_> {
    fn score(&self, _: NodeIx, node: &NodeInfo) -> i64 {
        let (two, more, found) = self.fractions(node);
        match self.plugin {
            Balanced::Early(max) => Balance::difference(&two, *max),
            Balanced::Latest(_) if more.is_empty() => Balance::deviation(&two[..found]),
            Balanced::Latest(_) => Balance::deviation(&two.into_iter().chain(more).collect::<Vec<_>>()),
        }
    }

    fn explain(&self, _: NodeIx, node: &NodeInfo) -> Evidence {
        Evidence::Balance(self.balance(node))
    }
}

#[cfg(test)]
mod tests {
    use crate::cluster::Objects;
    use crate::plugins::testing::{pod, scores, snapshot};

    use super::*;

    #[test]
    fn even_use_scores_higher() {
        let pod = pod(r#"{"spec":{"containers":[{"resources":{"requests":{"cpu":"1","memory":"1Gi"}}}]}}"#);
        let snapshot = snapshot(&[
            (r#"{"metadata":{"name":"a"},"status":{"allocatable":{"cpu":"4","memory":"4Gi"}}}"#, &[]),
            (r#"{"metadata":{"name":"b"},"status":{"allocatable":{"cpu":"2","memory":"4Gi"}}}"#, &[]),
            (r#"{"metadata":{"name":"c"},"status":{"allocatable":{"cpu":"1","memory":"4Gi"}}}"#, &[]),
        ]);
        let latest = Balanced::Latest(vec![Resource::Cpu, Resource::Memory]);
        for (plugin, expected) in [(latest, [100, 87, 62]), (Balanced::Early(10), [10, 7, 0])] {
            let found = scores(&plugin, &pod, &snapshot, &Objects::default());
            assert_eq!(found, Some(expected.map(|score| (score, score)).to_vec()), "{plugin:?}");
        }
    }
}
