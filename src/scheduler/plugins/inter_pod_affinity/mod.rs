//! `InterPodAffinity`: places pods near some pods and away from others.
//!
//! A term selects pods (by labels, in some namespaces) and names a *topology key*: nodes with the same value of that
//! label form one domain. Affinity requires or prefers a domain with selected pods for the incoming pod, anti-affinity
//! a domain without. Terms of existing pods count as well: their required anti-affinity keeps the incoming pod away,
//! and their preferences (and required affinity) contribute to the score.
//!
//! [`InterPodAffinityFilter`] is upstream's `interpodaffinity.Filter` (v1.16: the predicate `MatchInterPodAffinity`),
//! [`InterPodAffinityScore`] its `Score` (v1.16: `InterPodAffinityPriority`).
//!
//! `matchLabelKeys` and `mismatchLabelKeys` are not evaluated here: the API server merges them into the label selector
//! when a pod is created.

mod counts;
mod filter;
mod score;

use api::{Labels, PodAffinityTerm, Str, Table};
pub use filter::{Bookkeeping, CheckOrder, HintScope, InterPodAffinityFilter};
pub use score::InterPodAffinityScore;

use crate::cluster::PodInfo;

/// In which namespaces a term looks for pods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamespaceRule {
    /// In the listed ones, or in its pod's own if none is listed.
    Listed,
    /// Also in those that its `namespaceSelector` selects. If it has one, its pod's own namespace is no longer implied.
    Selected,
    /// Like `Selected`, with a bug of v1.34 in `InterPodAffinity.mergeAffinityTermNamespacesIfNotEmpty`: the selector
    /// of an *incoming* pod's term is resolved to a list of names and then, instead of being dropped, evaluated again
    /// on a namespace without labels. A selector that consists only of `NotIn` and `DoesNotExist` therefore selects
    /// every namespace. Test: `namespaces_of_a_term`.
    SelectedOrEmpty,
}

/// Determines which pods a term selects.
#[derive(Clone, Copy)]
struct TermMatcher<'c> {
    namespaces: NamespaceRule,
    /// Labels by namespace.
    labels: &'c Table<Str, Labels>,
}

impl TermMatcher<'_> {
    /// Whether a term of the incoming pod, which is in `incoming_namespace`, selects `other`.
    fn incoming_term_selects(
        &self,
        affinity_term: &PodAffinityTerm,
        incoming_namespace: &Str,
        other: &PodInfo,
    ) -> bool {
        selects_labels(affinity_term, other)
            && self.includes_namespace(affinity_term, incoming_namespace, other.namespace(), |selector| {
                selector.is_empty()
                    || self.labels.get(other.namespace()).is_some_and(|labels| selector.matches(labels))
                    || self.namespaces == NamespaceRule::SelectedOrEmpty && selector.matches(&Labels::default())
            })
    }

    /// Whether a term of `owner`, which is on a node, selects the incoming pod.
    fn existing_term_selects(&self, affinity_term: &PodAffinityTerm, owner: &PodInfo, incoming: &PodInfo) -> bool {
        selects_labels(affinity_term, incoming)
            && self.includes_namespace(affinity_term, owner.namespace(), incoming.namespace(), |selector| {
                selector.matches(self.labels.get(incoming.namespace()).unwrap_or(&Labels::default()))
            })
    }

    /// Whether a term of a pod in `owner_namespace` looks for pods in `namespace`; `selected` evaluates its namespace
    /// selector.
    fn includes_namespace(
        &self,
        affinity_term: &PodAffinityTerm,
        owner_namespace: &Str,
        namespace: &Str,
        selected: impl Fn(&api::LabelSelector) -> bool,
    ) -> bool {
        let selector = affinity_term.namespace_selector.as_ref().filter(|_| self.namespaces != NamespaceRule::Listed);
        if affinity_term.namespaces.is_empty() && selector.is_none() {
            return namespace == owner_namespace;
        }
        affinity_term.namespaces.contains(namespace) || selector.is_some_and(selected)
    }
}

fn selects_labels(affinity_term: &PodAffinityTerm, pod: &PodInfo) -> bool {
    affinity_term.label_selector.as_ref().is_some_and(|selector| selector.matches(pod.labels()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugins::testing::pod;

    #[test]
    fn namespaces_of_a_term() {
        let labels: Table<Str, Labels> = [("a", "x"), ("b", "y")]
            .map(|(name, team)| (name.into(), [("team".into(), team.into())].into_iter().collect()))
            .into_iter()
            .collect();
        let not_x = r#"{"matchExpressions":[{"key":"team","operator":"NotIn","values":["x"]}]}"#;
        // Whether the term selects a pod in namespace `a`, `b` and an unknown one `c`: as a term of an incoming pod,
        // and as a term of an existing pod in `b`.
        for (more, namespaces, incoming, existing) in [
            ("", NamespaceRule::Selected, [false, true, false], [false, true, false]),
            (r#","namespaces":["a"]"#, NamespaceRule::Listed, [true, false, false], [true, false, false]),
            (r#","namespaceSelector":{}"#, NamespaceRule::Listed, [false, true, false], [false, true, false]),
            (r#","namespaceSelector":{}"#, NamespaceRule::Selected, [true, true, true], [true, true, true]),
            (
                r#","namespaces":["c"],"namespaceSelector":{"matchLabels":{"team":"x"}}"#,
                NamespaceRule::SelectedOrEmpty,
                [true, false, true],
                [true, false, true],
            ),
            (
                &format!(r#","namespaceSelector":{not_x}"#),
                NamespaceRule::Selected,
                [false, true, false],
                [false, true, true],
            ),
            (
                &format!(r#","namespaceSelector":{not_x}"#),
                NamespaceRule::SelectedOrEmpty,
                [true, true, true],
                [false, true, true],
            ),
        ] {
            let json = format!(r#"{{"labelSelector":{{}}{more}}}"#);
            let term: PodAffinityTerm = serde_json::from_str(&json).unwrap();
            let reach = TermMatcher { namespaces, labels: &labels };
            let at = |namespace: &str| pod(&format!(r#"{{"metadata":{{"namespace":"{namespace}"}}}}"#));
            let verdicts =
                ["a", "b", "c"].map(|namespace| reach.incoming_term_selects(&term, &"b".into(), &at(namespace)));
            assert_eq!(verdicts, incoming, "{json}, incoming");
            let verdicts =
                ["a", "b", "c"].map(|namespace| reach.existing_term_selects(&term, &at("b"), &at(namespace)));
            assert_eq!(verdicts, existing, "{json}, existing");
        }
    }
}
