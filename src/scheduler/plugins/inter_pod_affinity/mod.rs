//! `InterPodAffinity`: places pods near some pods and away from others.
//!
//! A term selects pods (by label, in some namespaces) and names a *topology key*: nodes with the same value of that label
//! are one place. Affinity wants the incoming pod in a place of selected pods, anti-affinity wants it elsewhere. Terms of
//! pods that are there already count as well: their required anti-affinity keeps the incoming pod away, and their
//! preferences (and required affinity) add to the score, as if liking were mutual.
//!
//! [`InterPodAffinityFilter`] is upstream's `interpodaffinity.Filter` (v1.16: the predicate `MatchInterPodAffinity`),
//! [`InterPodAffinityScore`] its `Score` (v1.16: `InterPodAffinityPriority`).
//!
//! `matchLabelKeys` and `mismatchLabelKeys` play no role here: the API server writes them into the label selector when a
//! pod is created.

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
    /// In those it lists, or in its pod's own if it lists none.
    Listed,
    /// Also in those that its `namespaceSelector` selects; with a selector, its pod's own no longer counts by itself.
    Selected,
    /// The same with a bug of v1.34, in `InterPodAffinity.mergeAffinityTermNamespacesIfNotEmpty`: the selector of an *incoming* pod's term
    /// is first turned into a list of names and then, instead of being dropped, tried once more on a namespace without labels. One made
    /// of `NotIn` and `DoesNotExist` only therefore selects every namespace. Test: `namespaces_of_a_term`.
    SelectedOrEmpty,
}

/// Tells which pods a term selects.
#[derive(Clone, Copy)]
struct TermMatcher<'c> {
    namespaces: NamespaceRule,
    /// Labels of each namespace.
    labels: &'c Table<Str, Labels>,
}

impl TermMatcher<'_> {
    /// Whether a term of the incoming pod, which is in namespace `own`, selects `other`.
    fn incoming_term_selects(&self, affinity_term: &PodAffinityTerm, text: &Str, other: &PodInfo) -> bool {
        selects_labels(affinity_term, other)
            && self.includes_namespace(affinity_term, text, other.namespace(), |selector| {
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

    fn includes_namespace(
        &self,
        affinity_term: &PodAffinityTerm,
        text: &Str,
        namespace: &Str,
        selected: impl Fn(&api::LabelSelector) -> bool,
    ) -> bool {
        let selector = affinity_term.namespace_selector.as_ref().filter(|_| self.namespaces != NamespaceRule::Listed);
        if affinity_term.namespaces.is_empty() && selector.is_none() {
            return namespace == text;
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
        // Whether the term reaches a pod in a, b and the unknown c; once as an incoming pod's, once as another's, from b.
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
