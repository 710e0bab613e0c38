//! The score: constraints with `ScheduleAnyway`, including the system's defaults.
//!
//! raw = sum over the constraints whose key the node has of `count × ln(domains + 2) + (maxSkew − 1)`, where *count* is
//! the number of matching pods in the node's domain (for host names: on the node) and *domains* is the number of
//! domains among the feasible nodes: the more domains there are, the more a single pod weighs. Nodes that lack a key
//! are ignored and score 0. For the others, normalized = 100 × (largest + smallest − raw) / largest, or 100 if the
//! largest is 0.

use std::rc::Rc;

use api::{RequiredNodeAffinity, Str};
use runlog::{Evidence, NodeIx, SpreadPart, spread_score};

use super::{
    PodTopologySpread,
    constraint::{ConstraintDomains, HOSTNAME, SOFT, SpreadConstraint},
    defaults::DefaultConstraints,
    ln::ln,
};
use crate::{
    cluster::{DomainIx, NodeInfo, TopologyDomains},
    framework::{CycleCtx, Score, ScoreError, Scorer},
};

const MAX: i64 = 100;

struct SpreadScorer<'c> {
    constraints: Vec<WeightedConstraint<'c>>,
    /// Whether a node that lacks a key is ignored.
    requires_all_keys: bool,
    /// Whether each feasible node is ignored.
    is_ignored: Vec<bool>,
    is_rounded: bool,
}

/// A constraint with its weight and the pods that it counts.
struct WeightedConstraint<'c> {
    constraint: SpreadConstraint<'c>,
    /// Whether its key is `kubernetes.io/hostname`.
    is_host: bool,
    domains: Rc<TopologyDomains>,
    /// The weight of each matching pod, ln(domains + 2).
    weight: f64,
    /// Matching pods by domain; for host names, by node.
    counts: Vec<i64>,
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
        let has_constraints = !cycle.pod.pod.spec.topology_spread_constraints.is_empty();
        let strict =
            has_constraints || !self.scores_nodes_without_default_keys || self.defaults != DefaultConstraints::System;
        let domains = ConstraintDomains::new(cycle.snapshot, &constraints);
        let ignores_node = |node_ix: NodeIx| strict && !domains.has_all_keys(node_ix);
        let is_ignored: Vec<bool> = feasible.iter().map(|&ix| ignores_node(ix)).collect();
        let taking_part = || feasible.iter().zip(&is_ignored).filter(|(_, is_out)| !**is_out).map(|(&ix, _)| ix);
        let affinity = RequiredNodeAffinity::from_spec(&cycle.pod.pod.spec);
        let count = |(constraint, domains): (SpreadConstraint<'c>, &Rc<TopologyDomains>)| {
            let is_host = constraint.key == HOSTNAME;
            let (size, counts) = if is_host {
                (taking_part().count(), count_by_node(&constraint, cycle))
            } else {
                let domain_of = |node_ix: NodeIx| domain_or_empty(domains, node_ix);
                let mut counts = vec![None; domains.len() + 1];
                taking_part().for_each(|node_ix| counts[domain_of(node_ix)] = Some(0));
                let size = counts.iter().flatten().count();
                let excludes_nodes = constraint.excludes_nodes(&affinity);
                constraint.visit_counts(cycle.snapshot, cycle.pod.namespace(), |node_ix, pods| {
                    let is_included = || {
                        let node = &cycle.snapshot.nodes()[node_ix];
                        !excludes_nodes || constraint.is_node_included(&cycle.pod.pod, &affinity, node)
                    };
                    if let Some(count) = &mut counts[domain_of(node_ix)]
                        && !ignores_node(node_ix)
                        && is_included()
                    {
                        *count += pods;
                    }
                });
                (size, counts.into_iter().map(Option::unwrap_or_default).collect())
            };
            WeightedConstraint { constraint, is_host, domains: Rc::clone(domains), weight: ln(size + 2), counts }
        };
        let constraints = constraints.into_iter().zip(&domains.0).map(count).collect();
        let (requires_all_keys, is_rounded) = (strict, self.rounds_score);
        Ok(Some(Box::new(SpreadScorer { constraints, requires_all_keys, is_ignored, is_rounded })))
    }

    fn prepare_without_pre_score<'c>(
        &'c self,
        _: &CycleCtx<'c>,
        _: &'c [NodeIx],
    ) -> Result<Option<Box<dyn Scorer + 'c>>, ScoreError> {
        Err(ScoreError::Missing("PreScorePodTopologySpread"))
    }
}

/// Returns the node's domain. A missing label is read as an empty value; if no node has that value, the domain after
/// the last.
#[allow(clippy::inline_always)] // as of `of_node`
#[inline(always)]
fn domain_or_empty(domains: &TopologyDomains, node_ix: NodeIx) -> DomainIx {
    domains.of_node(node_ix).or_else(|| domains.of_value("")).unwrap_or(domains.len())
}

fn count_by_node(constraint: &SpreadConstraint<'_>, cycle: &CycleCtx<'_>) -> Vec<i64> {
    let mut counts = vec![0; cycle.snapshot.nodes().len()];
    let count_of = counts.as_mut_slice();
    constraint.visit_counts(cycle.snapshot, cycle.pod.namespace(), |node_ix, pods| count_of[node_ix] += pods);
    counts
}

impl WeightedConstraint<'_> {
    /// Returns the number of matching pods in the node's domain, if it has one. On a node without pods it is 0 for host
    /// names, because an extender may have removed the pods.
    #[inline]
    fn count(&self, node_ix: NodeIx, node: &NodeInfo) -> Option<i64> {
        let domain = self.domains.of_node(node_ix)?;
        Some(match self.is_host {
            true if node.pods().is_empty() => 0,
            true => self.counts[node_ix],
            false => self.counts[domain],
        })
    }
}

impl SpreadScorer<'_> {
    /// Returns the constraints that apply to a node, with their counts.
    fn counted_constraints(
        &self,
        node_ix: NodeIx,
        node: &NodeInfo,
    ) -> impl Iterator<Item = (&WeightedConstraint<'_>, i64)> {
        let counts = move |constraint: &'_ WeightedConstraint<'_>| constraint.count(node_ix, node);
        let takes_part =
            !self.requires_all_keys || self.constraints.iter().all(|c| c.domains.of_node(node_ix).is_some());
        let constraints = if takes_part { &self.constraints[..] } else { &[] };
        constraints.iter().filter_map(move |constraint| Some((constraint, counts(constraint)?)))
    }
}

impl Scorer for SpreadScorer<'_> {
    fn score(&self, node_ix: NodeIx, node: &NodeInfo) -> i64 {
        let parts = self.counted_constraints(node_ix, node);
        spread_score(parts.map(|(of, count)| (count, of.weight, of.constraint.max_skew)), self.is_rounded)
    }

    fn normalize(&self, scores: &mut [i64]) {
        let (mut min_score, mut max_score) = (i64::MAX, i64::MIN);
        for (&score, _) in scores.iter().zip(&self.is_ignored).filter(|(_, is_out)| !**is_out) {
            (min_score, max_score) = (min_score.min(score), max_score.max(score));
        }
        for (score, is_out) in scores.iter_mut().zip(&self.is_ignored) {
            *score = match max_score {
                _ if *is_out => 0,
                0 => MAX,
                _ => MAX * (max_score + min_score - *score) / max_score,
            };
        }
    }

    fn explain(&self, node_ix: NodeIx, node: &NodeInfo) -> Evidence {
        let parts = self.counted_constraints(node_ix, node);
        let parts = parts.map(|(WeightedConstraint { constraint, weight, .. }, count)| SpreadPart {
            key: constraint.key.clone(),
            count,
            weight: *weight,
            max_skew: constraint.max_skew,
        });
        Evidence::Spread { domains: parts.collect(), is_rounded: self.is_rounded }
    }
}

#[cfg(test)]
mod tests {
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
    fn score_uses_the_pods_constraints() {
        let pod = pod(&format!(
            r#"{{"metadata":{{"labels":{{"app":"web"}}}},"spec":{{"topologySpreadConstraints":[
                {{"maxSkew":1,"topologyKey":"{ZONE}","whenUnsatisfiable":"ScheduleAnyway","labelSelector":{{"matchLabels":{{"app":"web"}}}}}}]}}}}"#
        ));
        // Two zones: ln 4 = 1.386…; zone 1 has 2 pods, zone 2 has one; `d` is ignored.
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
        // Latest: `d` counts with its host name: ln 6 = 1.791…, ln 5 (the missing zone is a domain).
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
