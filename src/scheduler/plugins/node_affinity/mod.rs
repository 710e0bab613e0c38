//! `NodeAffinity`: node selector, required and preferred node affinity.
//!
//! **Filter.** Every pair in `spec.nodeSelector` must be a label of the node, and one of the required terms must match.
//! All requirements of a term have to match; a term that is empty or has an invalid requirement matches nothing.
//! Preemption cannot help. Upstream: `nodeaffinity.Filter`; v1.16: `PodMatchNodeSelector`. If every required term names
//! nodes by `metadata.name`, releases from v1.34 on evaluate only those nodes (`PreFilterResult`).
//!
//! **Score.** raw = sum of the weights of the preferred terms that match; normalized = max × raw / largest raw (0 if no
//! node has any). Upstream: `nodeaffinity.Score`; v1.16: `CalculateNodeAffinityPriorityMap`, out of 10, which evaluates
//! only label expressions and fails the cycle if one is invalid.

use api::{
    InvalidRequirement, Node, NodeSelector, NodeSelectorTerms, Operator, PreferredSchedulingTerm, RequiredNodeAffinity,
    Requirement, Set, Str,
};
use runlog::{Evidence, Failure, NodeIx, Reason, ScorePart, Verdict};

use crate::{
    cluster::{NodeInfo, NodeState, PodInfo},
    framework::{ClusterEvent, CycleCtx, Filter, Judge, NodeChange, PreFilterOutcome, Score, ScoreError, Scorer},
};

#[derive(Default)]
pub struct NodeAffinityPlugin {
    /// Best normalized score: 100, or 10 in v1.16.
    pub max: i64,
    /// Whether terms that name nodes restrict the cycle to these, and a pod without requirements skips the filter.
    pub returns_node_set: bool,
    /// Whether the score evaluates `matchFields` too.
    pub scores_match_fields: bool,
    /// Whether a pod without preferred terms skips the score.
    pub can_skip_score: bool,
    /// `addedAffinity`: required affinity that the scheduler's configuration adds to every pod's.
    pub added: Option<NodeSelector>,
    /// `addedAffinity`: preferred terms that the scheduler's configuration adds to every pod's.
    pub added_preferred: Vec<PreferredSchedulingTerm>,
}

struct NodeAffinityJudge<'c> {
    /// The pod's node selector and required affinity.
    pod_affinity: RequiredNodeAffinity<'c>,
    /// The required affinity from the configuration.
    added_affinity: Option<NodeSelectorTerms<'c>>,
}

impl Filter for NodeAffinityPlugin {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        let spec = &cycle.pod.pod.spec;
        let required = spec.required_node_affinity();
        if self.returns_node_set && self.added.is_none() && spec.node_selector.is_empty() && required.is_none() {
            return PreFilterOutcome::Skip;
        }
        let node_affinity_judge = Box::new(self.judge_for_pod(cycle.pod));
        match required.and_then(named_nodes).filter(|_| self.returns_node_set) {
            Some(names) if names.is_empty() => {
                PreFilterOutcome::Reject(Failure::unresolvable(Reason::AffinityTermsConflict))
            }
            Some(names) => PreFilterOutcome::JudgeWithin(names.into_iter().collect(), node_affinity_judge),
            None => PreFilterOutcome::Judge(node_affinity_judge),
        }
    }

    /// Without `PreFilter` it can neither restrict the nodes nor skip itself.
    fn prepare_without_pre_filter<'c>(&'c self, cycle: &CycleCtx<'c>) -> Option<Box<dyn Judge<'c> + 'c>> {
        Some(Box::new(self.judge_for_pod(cycle.pod)))
    }

    fn queueing_hint(&self, cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        let matches = |node: &Node| {
            let node_affinity_judge = self.judge_for_pod(cycle.pod);
            node_affinity_judge.allows_node(node) && node_affinity_judge.pod_affinity.matches(node)
        };
        match cluster_event {
            ClusterEvent::NodeAdd(node) => Some(matches(node)),
            ClusterEvent::NodeUpdate { change: NodeChange::Labels, old, new } => Some(!matches(old) && matches(new)),
            _ => None,
        }
    }
}

impl NodeAffinityPlugin {
    fn judge_for_pod<'c>(&'c self, pod: &'c PodInfo) -> NodeAffinityJudge<'c> {
        NodeAffinityJudge {
            pod_affinity: RequiredNodeAffinity::from_spec(&pod.pod.spec),
            added_affinity: self.added.as_ref().map(NodeSelectorTerms::from_selector),
        }
    }
}

/// Returns the names of the only nodes that can match, if every term has a requirement `metadata.name In`.
fn named_nodes(required: &NodeSelector) -> Option<Set<Str>> {
    let mut names = Set::new();
    for term in &required.node_selector_terms {
        let mut of_term: Option<Set<Str>> = None;
        for field in
            term.match_fields.iter().filter(|field| field.key == "metadata.name" && field.operator == Operator::In)
        {
            let values: Set<Str> = field.values.iter().cloned().collect();
            match &mut of_term {
                None => of_term = Some(values),
                Some(names) => names.retain(|name| values.contains(name)),
            }
        }
        names.extend(of_term?);
    }
    (!required.node_selector_terms.is_empty()).then_some(names)
}

impl NodeAffinityJudge<'_> {
    /// Whether the node matches the required affinity from the configuration.
    fn allows_node(&self, node: &Node) -> bool {
        self.added_affinity.as_ref().is_none_or(|terms| terms.match_node(node))
    }
}

impl Judge<'_> for NodeAffinityJudge<'_> {
    fn judge(&self, _: NodeIx, node: &NodeState) -> Verdict {
        if !self.allows_node(&node.node) {
            Err(Failure::unresolvable(Reason::AddedAffinityMismatch))
        } else if self.pod_affinity.matches(&node.node) {
            Ok(())
        } else {
            Err(Failure::unresolvable(Reason::NodeSelectorMismatch))
        }
    }

    fn is_node_only(&self) -> bool {
        true
    }
}

struct NodeAffinityScorer<'c> {
    terms: Vec<(i64, &'c [Requirement], &'c [Requirement])>,
    max: i64,
}

impl Score for NodeAffinityPlugin {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>, _: &'c [NodeIx]) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        if self.can_skip_score
            && self.added_preferred.is_empty()
            && cycle.pod.pod.spec.preferred_node_affinity().is_empty()
        {
            return Ok(None);
        }
        Ok(Some(Box::new(self.scorer_for_pod(cycle.pod)?)))
    }

    fn prepare_without_pre_score<'c>(
        &'c self,
        cycle: &CycleCtx<'c>,
        _: &'c [NodeIx],
    ) -> Result<Option<Box<dyn Scorer + 'c>>, ScoreError> {
        Ok(Some(Box::new(self.scorer_for_pod(cycle.pod).map_err(ScoreError::Error)?)))
    }
}

impl NodeAffinityPlugin {
    fn scorer_for_pod<'c>(&'c self, pod: &'c PodInfo) -> Result<NodeAffinityScorer<'c>, Str> {
        let mut terms = Vec::new();
        for term in
            self.added_preferred.iter().chain(pod.pod.spec.preferred_node_affinity()).filter(|term| term.weight != 0)
        {
            let fields: &[Requirement] = if self.scores_match_fields { &term.preference.match_fields } else { &[] };
            let expressions = &term.preference.match_expressions;
            if let Some(invalid) = expressions.iter().find_map(|requirement| requirement.validate().err()) {
                return Err(requirement_error(&invalid).into());
            }
            if !(expressions.is_empty() && fields.is_empty()) {
                terms.push((i64::from(term.weight), &expressions[..], fields));
            }
        }
        Ok(NodeAffinityScorer { terms, max: self.max })
    }
}

fn requirement_error(invalid: &InvalidRequirement) -> String {
    match invalid {
        InvalidRequirement::Shape => "invalid requirement".to_owned(),
        InvalidRequirement::Value { key, value } => format!(
            "invalid label value: \"{value}\": at key: \"{key}\": a valid label must be an empty string or consist of \
             alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. \
             'MyValue',  or 'my_value',  or '12345', regex used for validation is \
             '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
        ),
    }
}

impl NodeAffinityScorer<'_> {
    fn matching_weights<'n>(&'n self, node: &'n NodeInfo) -> impl Iterator<Item = i64> + 'n {
        let matches_term = |(_, expressions, fields): &&(i64, &[Requirement], &[Requirement])| {
            expressions.iter().all(|r| r.matches(node.labels())) && fields.iter().all(|r| r.matches_name(node.name()))
        };
        self.terms.iter().filter(matches_term).map(|(weight, ..)| *weight)
    }
}

impl Scorer for NodeAffinityScorer<'_> {
    fn score(&self, _: NodeIx, node: &NodeInfo) -> i64 {
        self.matching_weights(node).sum()
    }

    fn normalize(&self, scores: &mut [i64]) {
        let best = scores.iter().copied().max().unwrap_or(0);
        if best > 0 {
            for score in scores.iter_mut() {
                *score = self.max * *score / best;
            }
        }
    }

    fn explain(&self, _: NodeIx, node: &NodeInfo) -> Evidence {
        Evidence::Sum(
            self.matching_weights(node).map(|value| ScorePart { what: "preferred term".into(), value }).collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cluster::Objects,
        plugins::testing::{judge_all, node_hints, pod, score_all, snapshot},
    };

    fn plugin() -> NodeAffinityPlugin {
        NodeAffinityPlugin {
            max: 100,
            returns_node_set: true,
            scores_match_fields: true,
            can_skip_score: true,
            ..NodeAffinityPlugin::default()
        }
    }

    const NODES: [(&str, &[&str]); 3] = [
        (r#"{"metadata":{"name":"a","labels":{"disk":"ssd","gen":"7"}}}"#, &[]),
        (r#"{"metadata":{"name":"b","labels":{"disk":"hdd","gen":"x"}}}"#, &[]),
        (r#"{"metadata":{"name":"c"}}"#, &[]),
    ];

    #[test]
    fn required_terms() {
        for (terms, expected) in [
            ("", [false; 3]),
            ("{}", [false; 3]),
            (r#"{"matchExpressions":[{"key":"disk","operator":"In","values":["ssd","nvme"]}]}"#, [true, false, false]),
            (r#"{"matchExpressions":[{"key":"disk","operator":"NotIn","values":["ssd"]}]}"#, [false, true, true]),
            (r#"{"matchExpressions":[{"key":"gen","operator":"Gt","values":["6"]}]}"#, [true, false, false]),
            (r#"{"matchExpressions":[{"key":"gen","operator":"Gt","values":["-4"]}]}"#, [false; 3]),
            (r#"{"matchExpressions":[{"key":"disk","operator":"DoesNotExist"}]}"#, [false, false, true]),
            (r#"{"matchFields":[{"key":"metadata.name","operator":"In","values":["b"]}]}"#, [false, true, false]),
            (r#"{"matchFields":[{"key":"metadata.name","operator":"NotIn","values":["b"]}]}"#, [true, false, true]),
            (r#"{"matchExpressions":[{"key":"disk","operator":"Exists"}]},{}"#, [true, true, false]),
        ] {
            let pod = pod(&format!(
                r#"{{"spec":{{"affinity":{{"nodeAffinity":{{"requiredDuringSchedulingIgnoredDuringExecution":
                   {{"nodeSelectorTerms":[{terms}]}}}}}}}}}}"#
            ));
            let verdicts: Vec<bool> =
                judge_all(&plugin(), &pod, &snapshot(&NODES)).iter().map(Verdict::is_ok).collect();
            assert_eq!(verdicts, expected, "{terms}");
        }
    }

    #[test]
    fn preferred_terms_add_up() {
        let pod = pod(r#"{"spec":{"affinity":{"nodeAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[
               {"weight":10,"preference":{"matchExpressions":[{"key":"disk","operator":"Exists"}]}},
               {"weight":30,"preference":{"matchExpressions":[{"key":"disk","operator":"In","values":["ssd"]}]}},
               {"weight":50,"preference":{}}]}}}}"#);
        let scores = score_all(&plugin(), &pod, &snapshot(&NODES), &Objects::default());
        assert_eq!(scores, Some(vec![(40, 100), (10, 25), (0, 0)]));
    }

    #[test]
    fn a_node_that_begins_to_match_may_help() {
        let labelled = |value: &str| format!(r#"{{"metadata":{{"name":"a","labels":{{"disk":"{value}"}}}}}}"#);
        let waiting = pod(r#"{"spec":{"nodeSelector":{"disk":"ssd"}}}"#);
        for (old, new, expected) in [("hdd", "ssd", true), ("ssd", "hdd", false), ("hdd", "tape", false)] {
            let hints = node_hints(&plugin(), &waiting, &labelled(old), &labelled(new));
            assert_eq!(hints, [Some(expected)], "{old} {new}");
        }
    }
}
