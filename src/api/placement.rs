//! Rules for pods and nodes that both plugins and controllers use.

use super::{
    Affinity, Labels, Node, NodeSelector, NodeSelectorTerm, PodSpec, PreferredSchedulingTerm, Str, Taint, TaintEffect,
    Toleration, TolerationOperator,
};

/// The valid terms of a node selector, which are determined once instead of for each node.
pub struct NodeSelectorTerms<'p>(Vec<&'p NodeSelectorTerm>);

impl<'p> NodeSelectorTerms<'p> {
    #[must_use]
    pub fn from_selector(selector: &'p NodeSelector) -> Self {
        Self(selector.node_selector_terms.iter().filter(|term| term.is_valid()).collect())
    }

    /// Whether a term matches the node.
    #[must_use]
    pub fn match_node(&self, node: &Node) -> bool {
        self.match_labels(&node.metadata.name, &node.metadata.labels)
    }

    /// Whether a term matches a node with this name and these labels.
    #[must_use]
    pub fn match_labels(&self, name: &Str, labels: &Labels) -> bool {
        self.0.iter().any(|term| term.holds(name, labels))
    }
}

/// A pod's requirements for its node: all labels of `nodeSelector`, and one term of the required node affinity. Upstream:
/// `nodeaffinity.RequiredNodeAffinity`.
pub struct RequiredNodeAffinity<'p> {
    labels: &'p Labels,
    terms: Option<NodeSelectorTerms<'p>>,
}

impl<'p> RequiredNodeAffinity<'p> {
    #[must_use]
    pub fn from_spec(pod_spec: &'p PodSpec) -> Self {
        Self {
            labels: &pod_spec.node_selector,
            terms: pod_spec.required_node_affinity().map(NodeSelectorTerms::from_selector),
        }
    }

    /// Whether every node matches.
    #[must_use]
    pub fn is_unrestricted(&self) -> bool {
        self.labels.is_empty() && self.terms.is_none()
    }

    /// Whether the node matches.
    #[must_use]
    pub fn matches(&self, node: &Node) -> bool {
        let labels = &node.metadata.labels;
        labels.contains_all(self.labels) && self.terms.as_ref().is_none_or(|terms| terms.match_node(node))
    }
}

impl PodSpec {
    /// `affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution`.
    #[must_use]
    pub fn required_node_affinity(&self) -> Option<&NodeSelector> {
        self.affinity.as_ref()?.node_affinity.as_ref()?.required.as_ref()
    }

    /// `affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution`.
    #[must_use]
    pub fn preferred_node_affinity(&self) -> &[PreferredSchedulingTerm] {
        let node_affinity = self.affinity.as_ref().and_then(|affinity| affinity.node_affinity.as_ref());
        node_affinity.map_or(&[], |node_affinity| &node_affinity.preferred)
    }

    /// The sum of the weights of the preferred node affinity terms that match the node. Upstream: `PreferredSchedulingTerms.Score`.
    #[must_use]
    pub fn preferred_weight(&self, node: &Node) -> i64 {
        let terms = self.preferred_node_affinity().iter();
        let (name, labels) = (&node.metadata.name, &node.metadata.labels);
        let matching = terms.filter(|term| term.preference.is_valid() && term.preference.holds(name, labels));
        matching.map(|term| i64::from(term.weight)).sum()
    }

    /// Whether the pod only requests resources of a node: no volume that affects scheduling, no device claim, no pod affinity and no spread
    /// constraint; nor any field that only some of the latest releases have.
    #[must_use]
    pub fn is_simple(&self) -> bool {
        let has_affinity =
            |affinity: &Affinity| affinity.pod_affinity.is_some() || affinity.pod_anti_affinity.is_some();
        !self.affinity.as_ref().is_some_and(has_affinity)
            && self.topology_spread_constraints.is_empty()
            && self.resource_claims.is_empty()
            && !self.volumes.iter().any(|volume| volume.affects_scheduling() || volume.image.is_some())
            && self.scheduling_group.is_none()
            && self
                .init_containers
                .iter()
                .chain(&self.containers)
                .all(|container| container.restart_policy_rules.is_empty())
    }
}

/// The first taint with the effect `NoSchedule` or `NoExecute` that no toleration matches. Upstream: `v1helper.FindMatchingUntoleratedTaint` with
/// `DoNotScheduleTaintsFilterFunc`.
#[must_use]
pub fn find_untolerated_taint<'n>(taints: &'n [Taint], tolerations: &[Toleration]) -> Option<&'n Taint> {
    let tolerated = |taint: &Taint| tolerations.iter().any(|toleration| toleration.tolerates(taint));
    taints
        .iter()
        .find(|taint| matches!(taint.effect, TaintEffect::NoSchedule | TaintEffect::NoExecute) && !tolerated(taint))
}

impl Toleration {
    /// Whether the toleration matches a taint. Upstream: `Toleration.ToleratesTaint`.
    #[must_use]
    pub fn tolerates(&self, taint: &Taint) -> bool {
        if !self.effect.is_unset() && self.effect != taint.effect || !self.key.is_empty() && self.key != taint.key {
            return false;
        }
        match self.operator {
            TolerationOperator::Unset | TolerationOperator::Equal => self.value == taint.value,
            TolerationOperator::Exists => true,
            TolerationOperator::Other(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pod;

    #[test]
    fn a_node_must_have_every_label_and_one_term() {
        let node: Node =
            serde_json::from_str(r#"{"metadata":{"name":"n","labels":{"disk":"ssd","zone":"a"}}}"#).expect("a node");
        let term =
            |values: &str| format!(r#"{{"matchExpressions":[{{"key":"zone","operator":"In","values":{values}}}]}}"#);
        let spec = |labels: &str, terms: &str| {
            format!(
                r#"{{"nodeSelector":{labels},"affinity":{{"nodeAffinity":{{"requiredDuringSchedulingIgnoredDuringExecution":{{"nodeSelectorTerms":[{terms}]}}}}}}}}"#
            )
        };
        let (a, b, nothing, invalid) = (term(r#"["a"]"#), term(r#"["b"]"#), "{}", term("[]"));
        for (spec, allows) in [
            ("{}".to_owned(), true),
            (r#"{"nodeSelector":{"disk":"ssd","zone":"a"}}"#.to_owned(), true),
            (r#"{"nodeSelector":{"disk":"ssd","zone":"b"}}"#.to_owned(), false),
            (spec("{}", &a), true),
            (spec("{}", &b), false),
            (spec("{}", &format!("{b},{a}")), true),
            (spec(r#"{"disk":"hdd"}"#, &a), false),
            (spec("{}", ""), false),
            (spec("{}", nothing), false),
            (spec("{}", &format!("{invalid},{a}")), true),
        ] {
            let pod: Pod = serde_json::from_str(&format!(r#"{{"spec":{spec}}}"#)).expect("a pod");
            assert_eq!(RequiredNodeAffinity::from_spec(&pod.spec).matches(&node), allows, "{spec}");
        }
    }

    #[test]
    fn weights_of_matching_preferences_add_up() {
        let node: Node = serde_json::from_str(r#"{"metadata":{"name":"n","labels":{"disk":"ssd"}}}"#).expect("a node");
        let pod: Pod = serde_json::from_str(
            r#"{"spec":{"affinity":{"nodeAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[
               {"weight":10,"preference":{"matchExpressions":[{"key":"disk","operator":"Exists"}]}},
               {"weight":30,"preference":{"matchFields":[{"key":"metadata.name","operator":"In","values":["n"]}]}},
               {"weight":20,"preference":{"matchExpressions":[{"key":"disk","operator":"In","values":["hdd"]}]}},
               {"weight":50,"preference":{}}]}}}}"#,
        )
        .expect("a pod");
        assert_eq!((pod.spec.preferred_weight(&node), Pod::default().spec.preferred_weight(&node)), (40, 0));
    }
}
