//! The score: constraints with `ScheduleAnyway`, and the system's defaults.
//!
//! raw = sum over the constraints whose key the node has of `count × ln(domains + 2) + (maxSkew − 1)`, where *count* is
//! the number of matching pods in the node's domain (of host names: on the node) and *domains* is the number of domains
//! among the feasible nodes: the more domains, the more one pod more or less weighs. Nodes that lack a key are left out:
//! they score 0. Of the others, normalized = 100 × (largest + smallest − raw) / largest, or 100 if the largest is 0.

use api::{RequiredNodeAffinity, Str, Table};
use runlog::{Evidence, NodeIx, SpreadPart};

use super::{
    PodTopologySpread,
    constraint::{HOSTNAME, SOFT, SpreadConstraint, has_all_keys},
    defaults::DefaultConstraints,
    ln::ln,
};
use crate::{
    cluster::NodeInfo,
    framework::{CycleCtx, Score, ScoreError, Scorer},
};

const MAX: i64 = 100;

struct SpreadScorer<'c> {
    namespace: &'c Str,
    constraints: Vec<SpreadConstraint<'c>>,
    /// For each constraint: the weight of a pod, and the pods by domain (none for host names).
    domains: Vec<(f64, Table<Str, i64>)>,
    /// A node that lacks a key is left out.
    requires_all_keys: bool,
    /// Which of the feasible nodes are.
    left_out: Vec<bool>,
    rounds: bool,
}

impl Score for PodTopologySpread {
    fn prepare<'c>(
        &'c self,
        cycle: &CycleCtx<'c>,
        feasible: &'c [NodeIx],
    ) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        let constraints = self.constraints(cycle, &SOFT);
        if self.can_skip && constraints.is_empty() {
            return Ok(None);
        }
        let nodes = cycle.snapshot.nodes();
        let has_constraints = !cycle.pod.pod.spec.topology_spread_constraints.is_empty();
        let strict = has_constraints || !self.lenient_defaults || self.defaults != DefaultConstraints::System;
        let is_left_out = |node: &NodeInfo| strict && !has_all_keys(node, &constraints);
        let left_out: Vec<bool> = feasible.iter().map(|&ix| is_left_out(&nodes[ix])).collect();
        let taking_part = || feasible.iter().zip(&left_out).filter(|(_, is_out)| !**is_out).map(|(&ix, _)| &nodes[ix]);
        let mut domains: Vec<(f64, Table<Str, i64>)> = Vec::new();
        for constraint in &constraints {
            let mut counts = Table::new();
            let size = if constraint.key == HOSTNAME {
                taking_part().count()
            } else {
                counts.extend(taking_part().map(|node| (domain_value(node, constraint), 0)));
                counts.len()
            };
            domains.push((ln(size + 2), counts));
        }
        if domains.iter().any(|(_, counts)| !counts.is_empty()) {
            let affinity = RequiredNodeAffinity::from_spec(&cycle.pod.pod.spec);
            for node in nodes.iter().filter(|node| !is_left_out(node)) {
                for (constraint, (_, counts)) in constraints.iter().zip(&mut domains) {
                    if let Some(count) = counts.get_mut(&domain_value(node, constraint))
                        && constraint.is_node_included(&cycle.pod.pod, &affinity, node)
                    {
                        *count += constraint.count_pods(cycle.pod.namespace(), node);
                    }
                }
            }
        }
        let namespace = cycle.pod.namespace();
        Ok(Some(Box::new(SpreadScorer {
            namespace,
            constraints,
            domains,
            requires_all_keys: strict,
            left_out,
            rounds: self.rounds,
        })))
    }

    fn prepare_without_pre_score<'c>(
        &'c self,
        _: &CycleCtx<'c>,
        _: &'c [NodeIx],
    ) -> Result<Option<Box<dyn Scorer + 'c>>, ScoreError> {
        Err(ScoreError::Missing("PreScorePodTopologySpread"))
    }
}

/// The node's domain; a missing label reads as an empty value.
fn domain_value(node: &NodeInfo, constraint: &SpreadConstraint) -> Str {
    node.labels().get(&constraint.key).cloned().unwrap_or_default()
}

impl Scorer for SpreadScorer<'_> {
    fn score(&self, node_ix: NodeIx, node: &NodeInfo) -> i64 {
        if self.constraints.is_empty() { 0 } else { self.explain(node_ix, node).total() }
    }

    fn normalize(&self, scores: &mut [i64]) {
        let (mut min_score, mut max_score) = (i64::MAX, i64::MIN);
        for (&score, _) in scores.iter().zip(&self.left_out).filter(|(_, is_out)| !**is_out) {
            (min_score, max_score) = (min_score.min(score), max_score.max(score));
        }
        for (score, is_out) in scores.iter_mut().zip(&self.left_out) {
            *score = match max_score {
                _ if *is_out => 0,
                0 => MAX,
                _ => MAX * (max_score + min_score - *score) / max_score,
            };
        }
    }

    fn explain(&self, _: NodeIx, node: &NodeInfo) -> Evidence {
        let mut parts = Vec::new();
        if !self.requires_all_keys || has_all_keys(node, &self.constraints) {
            for (constraint, (weight, counts)) in self.constraints.iter().zip(&self.domains) {
                let Some(value) = node.labels().get(&constraint.key) else { continue };
                let count = if constraint.key == HOSTNAME {
                    constraint.count_pods(self.namespace, node)
                } else {
                    counts.get(value).copied().unwrap_or(0)
                };
                let (key, max_skew) = (constraint.key.clone(), constraint.max_skew);
                parts.push(SpreadPart { key, count, weight: *weight, max_skew });
            }
        }
        Evidence::Spread { domains: parts, rounds: self.rounds }
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use api::TopologySpreadConstraint;

    use super::{
        super::{EARLY, LATEST, constraint::ZONE},
        *,
    };
    use crate::{
        cluster::{Objects, Snapshot},
        plugins::testing::{pod, score_all, snapshot},
    };

    const WEB: &str = r#"{"metadata":{"labels":{"app":"web"}}}"#;

    fn cluster() -> Snapshot {
        let node = |name: &str, zone: &str| {
            let zone = if zone.is_empty() { String::new() } else { format!(r#","{ZONE}":"{zone}""#) };
            format!(r#"{{"metadata":{{"name":"{name}","labels":{{"{HOSTNAME}":"{name}"{zone}}}}}}}"#)
        };
        let (a, b, c, d) = (node("a", "1"), node("b", "1"), node("c", "2"), node("d", ""));
        snapshot(&[(&a, &[WEB, WEB]), (&b, &[]), (&c, &[WEB]), (&d, &[WEB])])
    }

    fn with_service() -> Objects {
        let service = r#"{"spec":{"selector":{"app":"web"}}}"#;
        Objects { services: vec![Rc::new(serde_json::from_str(service).unwrap())], ..Objects::default() }
    }

    #[test]
    fn own_constraints() {
        let pod = pod(&format!(
            r#"{{"metadata":{{"labels":{{"app":"web"}}}},"spec":{{"topologySpreadConstraints":[
                {{"maxSkew":1,"topologyKey":"{ZONE}","whenUnsatisfiable":"ScheduleAnyway","labelSelector":{{"matchLabels":{{"app":"web"}}}}}}]}}}}"#
        ));
        // Two zones: ln 4 = 1.386…; zone 1 has 2 pods, zone 2 one; d is left out.
        let scores = score_all(&EARLY, &pod, &cluster(), &Objects::default());
        assert_eq!(scores, Some(vec![(2, 50), (2, 50), (1, 100), (0, 0)]));
        let scores = score_all(&LATEST, &pod, &cluster(), &Objects::default());
        assert_eq!(scores, Some(vec![(3, 33), (3, 33), (1, 100), (0, 0)]));
    }

    #[test]
    fn defaults_of_the_system() {
        // Early: three hosts and two zones, ln 5 = 1.609…, ln 4 = 1.386…; the constants add 2 and 4.
        let scores = score_all(&EARLY, &pod(WEB), &cluster(), &with_service());
        assert_eq!(scores, Some(vec![(11, 72), (8, 100), (8, 100), (0, 0)]));
        // Latest: d takes part, by its host name: ln 6 = 1.791…, ln 5 (the missing zone is one).
        let scores = score_all(&LATEST, &pod(WEB), &cluster(), &with_service());
        assert_eq!(scores, Some(vec![(13, 30), (9, 61), (9, 61), (4, 100)]));
    }

    #[test]
    fn defaults_of_the_configuration() {
        let list = vec![TopologySpreadConstraint {
            max_skew: 1,
            topology_key: HOSTNAME.into(),
            when_unsatisfiable: SOFT,
            ..TopologySpreadConstraint::default()
        }];
        let plugin = PodTopologySpread { defaults: DefaultConstraints::List(list), ..LATEST };
        let scores = score_all(&plugin, &pod(WEB), &cluster(), &with_service());
        assert_eq!(scores, Some(vec![(4, 0), (0, 100), (2, 50), (2, 50)]));
    }

    #[test]
    fn without_constraints() {
        let nobody = Objects::default();
        assert_eq!(score_all(&EARLY, &pod(WEB), &cluster(), &nobody), Some(vec![(0, 100); 4]));
        assert_eq!(score_all(&LATEST, &pod(WEB), &cluster(), &nobody), None);
    }
}
