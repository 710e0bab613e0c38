//! The score: preferred affinity and anti-affinity, in both directions.
//!
//! Every pod on a node contributes to the node's topology domain:
//!
//! - the weight of each preferred term of the incoming pod that selects it: positive for affinity, negative for
//!   anti-affinity;
//! - the weight of each of its own preferred terms that selects the incoming pod, with the same signs;
//! - `hardPodAffinityWeight` for each of its own *required* affinity terms that selects the incoming pod.
//!
//! raw = sum over the domains that the node belongs to; normalized = max × (raw − smallest) / (largest − smallest),
//! truncated to an integer, or 0 if all are equal. Pods on infeasible nodes count as well; nominated pods do not. In
//! v1.16 and v1.20 the smallest is at most 0 and the largest at least 0.

use api::{PodAffinity, Str, WeightedPodAffinityTerm};
use runlog::{Evidence, NodeIx, ScorePart};

use super::{NamespaceRule, TermMatcher, counts::DomainSums};
use crate::{
    cluster::{NodeInfo, PodInfo, Snapshot},
    framework::{CycleCtx, Score, ScoreError, Scorer},
};

#[derive(Clone, Copy, Debug)]
pub struct InterPodAffinityScore {
    /// Best normalized score: 100, or 10 in v1.16.
    pub max: i64,
    /// `hardPodAffinityWeight` (v1.16: `hardPodAffinitySymmetricWeight`): the weight of an existing pod's required
    /// affinity term.
    pub hard_weight: i64,
    /// `ignorePreferredTermsOfExistingPods`: a pod without preferred terms skips the score.
    pub ignores_existing_preferences: bool,
    /// In which namespaces a term looks for pods.
    pub namespaces: NamespaceRule,
    /// Whether the largest and smallest raw scores are initialized with 0 instead of the first node's score.
    pub normalizes_from_zero: bool,
    /// Whether the score is skipped if no pod contributes to any domain.
    pub can_skip: bool,
}

struct AffinityScorer<'c> {
    plugin: &'c InterPodAffinityScore,
    incoming: &'c PodInfo,
    snapshot: &'c Snapshot,
    term_matcher: TermMatcher<'c>,
    sums: DomainSums,
}

impl Score for InterPodAffinityScore {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>, _: &'c [NodeIx]) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        let term_matcher = TermMatcher { namespaces: self.namespaces, labels: &cycle.objects.namespaces };
        let mut preferences = AffinityScorer {
            plugin: self,
            incoming: cycle.pod,
            snapshot: cycle.snapshot,
            term_matcher,
            sums: DomainSums::default(),
        };
        let prefers = preferences.has_preferred_terms();
        if self.ignores_existing_preferences && !prefers {
            return Ok(None);
        }
        if prefers || cycle.snapshot.has_affinity() {
            let mut sums = DomainSums::default();
            for pods in cycle.snapshot.equivalent_pods() {
                preferences.visit_contributions(pods.example(), |key, weight| {
                    let is_listed = |node_ix| prefers || cycle.snapshot.lists_affinity(node_ix);
                    sums.add_pods_where(cycle.snapshot, key, pods, weight, is_listed);
                });
            }
            preferences.sums = sums;
        }
        if self.can_skip && preferences.sums.is_empty() { Ok(None) } else { Ok(Some(Box::new(preferences))) }
    }

    fn prepare_without_pre_score<'c>(
        &'c self,
        _: &CycleCtx<'c>,
        _: &'c [NodeIx],
    ) -> Result<Option<Box<dyn Scorer + 'c>>, ScoreError> {
        Err(ScoreError::Missing("PreScoreInterPodAffinity"))
    }
}

/// Returns the preferred terms of a pod, each with the sign of its weight.
fn signed_preferred_terms(pod: &PodInfo) -> impl Iterator<Item = (i64, &WeightedPodAffinityTerm)> {
    let affinity = pod.pod.spec.affinity.as_ref();
    let pod_affinity = affinity.and_then(|affinity| affinity.pod_affinity.as_ref());
    let away = affinity.and_then(|affinity| affinity.pod_anti_affinity.as_ref());
    preferred_terms(pod_affinity)
        .iter()
        .map(|term| (1, term))
        .chain(preferred_terms(away).iter().map(|term| (-1, term)))
}

fn preferred_terms(affinity: Option<&PodAffinity>) -> &[WeightedPodAffinityTerm] {
    affinity.map_or(&[], |affinity| &affinity.preferred)
}

impl AffinityScorer<'_> {
    fn has_preferred_terms(&self) -> bool {
        signed_preferred_terms(self.incoming).next().is_some()
    }

    /// Calls `visit` with the topology key and signed weight of each contribution that a pod makes to its node's
    /// domains.
    fn visit_contributions(&self, pod: &PodInfo, mut visit: impl FnMut(&Str, i64)) {
        let (incoming, namespace) = (self.incoming, self.incoming.namespace());
        for (sign, weighted) in signed_preferred_terms(incoming) {
            let term = &weighted.pod_affinity_term;
            if self.term_matcher.incoming_term_selects(term, namespace, pod) {
                visit(&term.topology_key, sign * i64::from(weighted.weight));
            }
        }
        if !pod.has_affinity() {
            return;
        }
        if self.plugin.hard_weight > 0 {
            for term in pod.required_affinity() {
                if self.term_matcher.existing_term_selects(term, pod, incoming) {
                    visit(&term.topology_key, self.plugin.hard_weight);
                }
            }
        }
        for (sign, weighted) in signed_preferred_terms(pod) {
            let term = &weighted.pod_affinity_term;
            if self.term_matcher.existing_term_selects(term, pod, incoming) {
                visit(&term.topology_key, sign * i64::from(weighted.weight));
            }
        }
    }
}

impl Scorer for AffinityScorer<'_> {
    fn score(&self, node_ix: NodeIx, _: &NodeInfo) -> i64 {
        self.sums.total(node_ix)
    }

    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // upstream converts and truncates the same
    fn normalize(&self, scores: &mut [i64]) {
        let (mut min_score, mut max_score) =
            if self.plugin.normalizes_from_zero { (0, 0) } else { (i64::MAX, i64::MIN) };
        for &score in &*scores {
            (min_score, max_score) = (min_score.min(score), max_score.max(score));
        }
        for score in scores {
            *score = if max_score > min_score {
                (self.plugin.max as f64 * ((*score - min_score) as f64 / (max_score - min_score) as f64)) as i64
            } else {
                0
            };
        }
    }

    fn explain(&self, _: NodeIx, node: &NodeInfo) -> Evidence {
        let mut parts = Vec::new();
        if !self.sums.is_empty() {
            let prefers = self.has_preferred_terms();
            for (node_ix, other) in self.snapshot.nodes().iter().enumerate() {
                if !prefers && (other.with_affinity == 0 || !self.snapshot.lists_affinity(node_ix)) {
                    continue;
                }
                for pod in other.pods() {
                    self.visit_contributions(pod, |key, value| {
                        let domain = node.labels().get(key);
                        if let Some(domain) = domain.filter(|domain| other.labels().get(key) == Some(domain)) {
                            parts.push(ScorePart { what: format!("{}: {key}={domain}", pod.pod.key()).into(), value });
                        }
                    });
                }
            }
        }
        Evidence::Sum(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cluster::Objects,
        plugins::testing::{pod, score_all, snapshot},
    };

    const EARLY: InterPodAffinityScore = InterPodAffinityScore {
        max: 10,
        hard_weight: 1,
        ignores_existing_preferences: false,
        namespaces: NamespaceRule::Listed,
        normalizes_from_zero: true,
        can_skip: false,
    };

    const LATEST: InterPodAffinityScore = InterPodAffinityScore {
        max: 100,
        hard_weight: 1,
        ignores_existing_preferences: false,
        namespaces: NamespaceRule::SelectedOrEmpty,
        normalizes_from_zero: false,
        can_skip: true,
    };

    fn weighted_pod(app: &str, key: &str, weight: i64) -> String {
        format!(
            r#"{{"weight":{weight},"podAffinityTerm":{{"labelSelector":{{"matchLabels":{{"app":"{app}"}}}},"topologyKey":"{key}"}}}}"#
        )
    }

    fn with(app: &str, near: &str, away: &str, required: &str) -> String {
        const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";
        const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
        format!(
            r#"{{"metadata":{{"namespace":"x","name":"{app}","labels":{{"app":"{app}"}}}},"spec":{{"affinity":{{
                "podAffinity":{{"{PREFERRED}":[{near}],"{REQUIRED}":[{required}]}},
                "podAntiAffinity":{{"{PREFERRED}":[{away}]}}}}}}}}"#
        )
    }

    #[test]
    fn liking_is_mutual() {
        let plain = with("web", "", "", "");
        let db = with("db", "", "", "");
        let term = r#"{"labelSelector":{"matchLabels":{"app":"web"}},"topologyKey":"zone"}"#;
        // Nodes `a` and `b` share a zone, `c` is in another one; the existing pod is on `a`.
        for (incoming, other, early, latest) in [
            (&plain, &db, Some(vec![(0, 0); 3]), None),
            (
                &with("web", &weighted_pod("db", "zone", 4), "", ""),
                &db,
                Some(vec![(4, 10), (4, 10), (0, 0)]),
                Some(vec![(4, 100), (4, 100), (0, 0)]),
            ),
            (
                &with("web", "", &weighted_pod("db", "host", 4), ""),
                &db,
                Some(vec![(-4, 0), (0, 10), (0, 10)]),
                Some(vec![(-4, 0), (0, 100), (0, 100)]),
            ),
            (
                &with("web", &weighted_pod("db", "zone", 3), &weighted_pod("db", "host", 4), ""),
                &with("db", &weighted_pod("web", "host", 8), "", ""),
                Some(vec![(7, 10), (3, 4), (0, 0)]),
                Some(vec![(7, 100), (3, 42), (0, 0)]),
            ),
            (
                &plain,
                &with("db", "", &weighted_pod("web", "zone", 5), term),
                Some(vec![(-4, 0), (-4, 0), (0, 10)]),
                Some(vec![(-4, 0), (-4, 0), (0, 100)]),
            ),
        ] {
            let node = |name: &str, zone: &str| {
                format!(r#"{{"metadata":{{"name":"{name}","labels":{{"host":"{name}","zone":"{zone}"}}}}}}"#)
            };
            let (a, b, c) = (node("a", "1"), node("b", "1"), node("c", "2"));
            let snapshot = snapshot(&[(&a, &[other]), (&b, &[]), (&c, &[])]);
            for (plugin, expected) in [(&EARLY, early), (&LATEST, latest)] {
                let scores = score_all(plugin, &pod(incoming), &snapshot, &Objects::default());
                assert_eq!(scores, expected, "{incoming} {other}");
            }
        }
    }

    #[test]
    fn where_zero_lies_outside_the_scores() {
        let node = |name: &str| format!(r#"{{"metadata":{{"name":"{name}","labels":{{"host":"{name}"}}}}}}"#);
        let (a, b) = (node("a"), node("b"));
        let db = with("db", "", "", "");
        let incoming = pod(&with("web", &weighted_pod("db", "host", 10), "", ""));
        let snapshot = snapshot(&[(&a, &[&db, &db]), (&b, &[&db])]);
        let scores = score_all(&EARLY, &incoming, &snapshot, &Objects::default());
        assert_eq!(scores, Some(vec![(20, 10), (10, 5)]));
        let scores = score_all(&LATEST, &incoming, &snapshot, &Objects::default());
        assert_eq!(scores, Some(vec![(20, 100), (10, 0)]));
        let ignoring = InterPodAffinityScore { ignores_existing_preferences: true, ..LATEST };
        let liked = with("db", &weighted_pod("web", "host", 10), "", "");
        let snapshot = self::snapshot(&[(&a, &[&liked]), (&b, &[])]);
        assert_eq!(score_all(&ignoring, &pod(&with("web", "", "", "")), &snapshot, &Objects::default()), None);
    }
}
