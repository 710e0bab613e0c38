//! `SelectorSpread`: spreads the pods of a service, replica set, replication controller or stateful set over nodes and
//! zones. v1.16's `SelectorSpreadPriority`; later releases use `PodTopologySpread` by default.
//!
//! raw = pods on the node in the pod's namespace, not terminating, that match *all* selectors that select the incoming
//! pod. Fewer is better: `node = max × (most − raw) / most`, where `most` is the largest raw score among the feasible
//! nodes (`max` if that is 0). If nodes have zones, two thirds of the score come from the zone, computed the same way
//! from the sums over each zone's feasible nodes: `score = node × (1 − ⅔) + zone × ⅔`, truncated.
//!
//! v1.16 identifies zones only by the labels `failure-domain.beta.kubernetes.io/region` and `…/zone`. Upstream:
//! `CalculateSpreadPriorityMap`, `CalculateSpreadPriorityReduce`; v1.20: `selectorspread`, which a configuration can
//! still enable, and which ignores pods with topology spread constraints: they score 0 everywhere.

use api::{LabelSelector, Labels, Str, Table, Workload};
use runlog::{Evidence, NodeIx, ScorePart};

use crate::{
    cluster::{NodeInfo, PodInfo},
    framework::{CycleCtx, Score, ScoreError, Scorer},
};

const ZONE_WEIGHT: f64 = 2.0 / 3.0;

pub struct SelectorSpread {
    /// Best score: 100, or 10 in v1.16.
    pub max: i64,
    /// Prefixes of the labels `region` and `zone`; the first one that a node has counts.
    pub zone_prefixes: &'static [&'static str],
    /// Whether pods with topology spread constraints score 0 everywhere.
    pub ignores_constrained_pods: bool,
}

/// The selectors that select the incoming pod, with the pods that they all match.
struct SelectorScorer<'c> {
    namespace: &'c Str,
    services: Vec<&'c Labels>,
    workloads: Vec<&'c LabelSelector>,
    /// Matching pods by node; empty if no selector selects the incoming pod.
    counts: Vec<i64>,
    /// Region and zone of each feasible node; empty if no selector selects the incoming pod.
    zones: Vec<Option<(&'c str, &'c str)>>,
    /// Whether the plugin ignores the pod, so that every node scores 0.
    is_ignored: bool,
    max: i64,
}

impl Score for SelectorSpread {
    fn prepare<'c>(
        &'c self,
        cycle: &CycleCtx<'c>,
        feasible: &'c [NodeIx],
    ) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        let (namespace, labels, objects) = (cycle.pod.namespace(), cycle.pod.labels(), cycle.objects);
        let services = objects.services.iter().filter(|service| service.metadata.namespace == *namespace);
        let workload = |workload: &'c Workload| {
            let selector = workload.spec.selector.as_ref().filter(|_| workload.metadata.namespace == *namespace)?;
            (!labels.is_empty() && !selector.is_empty() && selector.matches(labels)).then_some(selector)
        };
        let nodes = cycle.snapshot.nodes();
        let mut selectors = SelectorScorer {
            namespace,
            services: services
                .filter_map(|service| service.spec.selector.as_ref())
                .filter(|selector| labels.contains_all(selector))
                .collect(),
            workloads: [&objects.replication_controllers, &objects.replica_sets, &objects.stateful_sets]
                .into_iter()
                .flatten()
                .filter_map(|object| workload(object))
                .collect(),
            counts: Vec::new(),
            zones: Vec::new(),
            is_ignored: self.is_ignored(cycle),
            max: self.max,
        };
        if selectors.is_ignored {
            (selectors.services, selectors.workloads) = (Vec::new(), Vec::new());
        } else if !selectors.is_empty() {
            let keys = |name: &str| self.zone_prefixes.iter().map(|prefix| format!("{prefix}/{name}")).collect();
            let (region_keys, zone_keys): (Vec<String>, Vec<String>) = (keys("region"), keys("zone"));
            selectors.zones = feasible.iter().map(|&ix| node_zone(&nodes[ix], &region_keys, &zone_keys)).collect();
            let mut counts = vec![0; nodes.len()];
            for pods in cycle.snapshot.pods_in_namespace(namespace).filter(|pods| selectors.select(pods.example())) {
                pods.by_node().iter().for_each(|on_node| counts[on_node.node_ix] += i64::from(on_node.active));
            }
            selectors.counts = counts;
        }
        Ok(Some(Box::new(selectors)))
    }

    fn prepare_without_pre_score<'c>(
        &'c self,
        cycle: &CycleCtx<'c>,
        feasible: &'c [NodeIx],
    ) -> Result<Option<Box<dyn Scorer + 'c>>, ScoreError> {
        match self.is_ignored(cycle) {
            true => self.prepare(cycle, feasible).map_err(ScoreError::Error),
            false => Err(ScoreError::Missing("PreScoreSelectorSpread")),
        }
    }
}

impl SelectorSpread {
    fn is_ignored(&self, cycle: &CycleCtx<'_>) -> bool {
        self.ignores_constrained_pods && !cycle.pod.pod.spec.topology_spread_constraints.is_empty()
    }
}

fn node_zone<'n>(node: &'n NodeInfo, region_keys: &[String], zone_keys: &[String]) -> Option<(&'n str, &'n str)> {
    let label = |keys: &[String]| keys.iter().find_map(|key| node.labels().get(key)).map_or("", Str::as_str);
    let (region, zone) = (label(region_keys), label(zone_keys));
    (!region.is_empty() || !zone.is_empty()).then_some((region, zone))
}

impl SelectorScorer<'_> {
    fn is_empty(&self) -> bool {
        self.services.is_empty() && self.workloads.is_empty()
    }

    /// Whether all selectors select a pod of the namespace.
    fn select(&self, pod: &PodInfo) -> bool {
        self.services.iter().all(|selector| pod.labels().contains_all(selector))
            && self.workloads.iter().all(|selector| selector.matches(pod.labels()))
    }

    fn counted_pods<'n>(&'n self, node: &'n NodeInfo) -> impl Iterator<Item = &'n PodInfo> {
        let pods = if self.is_empty() { &[] } else { node.pods() };
        pods.iter()
            .map(|pod| &**pod)
            .filter(|pod| pod.namespace() == self.namespace && !pod.pod.is_terminating() && self.select(pod))
    }
}

#[allow(clippy::cast_precision_loss)] // counts of pods; upstream converts the same integers
fn node_share(max: i64, max_count: i64, count: i64) -> f64 {
    if max_count > 0 { max as f64 * ((max_count - count) as f64 / max_count as f64) } else { max as f64 }
}

impl Scorer for SelectorScorer<'_> {
    fn score(&self, node_ix: NodeIx, node: &NodeInfo) -> i64 {
        // An extender may have removed the node's pods.
        if node.pods().is_empty() { 0 } else { self.counts.get(node_ix).copied().unwrap_or(0) }
    }

    #[allow(clippy::cast_possible_truncation)] // between 0 and max; upstream truncates too
    fn normalize(&self, scores: &mut [i64]) {
        if self.is_ignored {
            return;
        }
        if self.is_empty() {
            scores.fill(self.max);
            return;
        }
        let mut by_zone: Table<_, i64> = Table::new();
        for (zone, score) in self.zones.iter().zip(&*scores) {
            if let Some(zone) = zone {
                *by_zone.or_default(zone) += score;
            }
        }
        let max_score = scores.iter().copied().max().unwrap_or(0);
        let most_in_zone = by_zone.values().copied().max().unwrap_or(0);
        for (zone, score) in self.zones.iter().zip(scores) {
            let mut spread = node_share(self.max, max_score, *score);
            if let Some(zone) = zone {
                let of_zone = node_share(self.max, most_in_zone, by_zone[zone]);
                spread = spread * (1.0 - ZONE_WEIGHT) + ZONE_WEIGHT * of_zone;
            }
            *score = spread as i64;
        }
    }

    fn explain(&self, _: NodeIx, node: &NodeInfo) -> Evidence {
        Evidence::Sum(self.counted_pods(node).map(|pod| ScorePart { what: pod.pod.key().into(), value: 1 }).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::{
        cluster::Objects,
        plugins::testing::{pod, score_all, snapshot},
    };

    const EARLY: SelectorSpread = SelectorSpread {
        max: 10,
        zone_prefixes: &["failure-domain.beta.kubernetes.io"],
        ignores_constrained_pods: false,
    };

    const WEB: &str = r#"{"metadata":{"namespace":"x","labels":{"app":"web"}}}"#;
    const GOING: &str =
        r#"{"metadata":{"namespace":"x","labels":{"app":"web"},"deletionTimestamp":"2024-03-01T08:00:00Z"}}"#;
    const ELSEWHERE: &str = r#"{"metadata":{"namespace":"y","labels":{"app":"web"}}}"#;

    fn node(name: &str, zone: &str) -> String {
        let labels = if zone.is_empty() {
            String::new()
        } else {
            format!(r#","labels":{{"failure-domain.beta.kubernetes.io/zone":"{zone}"}}"#)
        };
        format!(r#"{{"metadata":{{"name":"{name}"{labels}}}}}"#)
    }

    fn objects(service: &str) -> Objects {
        let json = format!(r#"{{"metadata":{{"namespace":"x"}},"spec":{{"selector":{service}}}}}"#);
        Objects { services: vec![Rc::new(serde_json::from_str(&json).unwrap())], ..Objects::default() }
    }

    #[test]
    fn nodes_and_zones() {
        let (web, other) = (r#"{"app":"web"}"#, r#"{"app":"db"}"#);
        for (service, zones, expected) in [
            // Without zones: 10 × (2 − count) / 2.
            (web, ["", "", ""], vec![(2, 0), (1, 5), (0, 10)]),
            // Node `b` is in the zone of `a`, which has all three pods: the zone part is 0 for `a` and `b`, and the
            // maximum for `c`.
            (web, ["z1", "z1", "z2"], vec![(2, 0), (1, 1), (0, 10)]),
            // A node without a zone has only its node score.
            (web, ["z1", "", "z2"], vec![(2, 0), (1, 5), (0, 10)]),
            (other, ["z1", "z1", "z2"], vec![(0, 10), (0, 10), (0, 10)]),
            ("null", ["z1", "z1", "z2"], vec![(0, 10), (0, 10), (0, 10)]),
        ] {
            let (a, b, c) = (node("a", zones[0]), node("b", zones[1]), node("c", zones[2]));
            let snapshot = snapshot(&[(&a, &[WEB, WEB]), (&b, &[WEB, GOING, ELSEWHERE]), (&c, &[GOING])]);
            let scores = score_all(&EARLY, &pod(WEB), &snapshot, &objects(service));
            assert_eq!(scores, Some(expected), "{service} {zones:?}");
        }
    }

    #[test]
    fn pods_with_constraints_may_be_left_alone() {
        let later = SelectorSpread { max: 100, ignores_constrained_pods: true, ..EARLY };
        let pod = pod(
            r#"{"metadata":{"namespace":"x","labels":{"app":"web"}},"spec":{"topologySpreadConstraints":[{"topologyKey":"k"}]}}"#,
        );
        let snapshot = snapshot(&[(&node("a", ""), &[WEB]), (&node("b", ""), &[])]);
        let objects = objects(r#"{"app":"web"}"#);
        assert_eq!(score_all(&later, &pod, &snapshot, &objects), Some(vec![(0, 0), (0, 0)]));
        assert_eq!(score_all(&EARLY, &pod, &snapshot, &objects), Some(vec![(1, 0), (0, 10)]));
    }
}
