//! Changes of labels and constraints, for the search for changes that make a pod fit: labels that the pod's node selector and node affinity
//! require, and a pod without one of its constraints, or without a label that the anti-affinity of other pods selects.

use api::{Affinity, Node, Operator, Pod, PodAffinity, PodSpec, Requirement, Str, UnsatisfiableAction};
use protocol::{LabelEdit, PodConstraint};

/// The fewest label edits after which the pod's node selector and required node affinity match the node. `None` if there is nothing to edit, or if
/// editing labels is not enough.
pub(super) fn label_edits(spec: &PodSpec, node: &Node) -> Option<Vec<LabelEdit>> {
    let labels = &node.metadata.labels;
    let missing = spec.node_selector.iter().filter(|(key, value)| labels.get(key) != Some(value));
    let mut edits: Vec<LabelEdit> =
        missing.map(|(key, value)| LabelEdit { key: key.clone(), value: Some(value.clone()) }).collect();
    if let Some(selector) = spec.required_node_affinity() {
        let terms = selector.node_selector_terms.iter();
        let holding_terms =
            terms.filter(|term| term.match_fields.iter().all(|field| field.matches_name(&node.metadata.name)));
        let edits_of_terms = holding_terms.filter_map(|term| {
            let unmet = term.match_expressions.iter().filter(|requirement| !requirement.matches(labels));
            unmet.map(label_edit).collect::<Option<Vec<LabelEdit>>>()
        });
        edits.extend(edits_of_terms.min_by_key(Vec::len)?);
    }
    let is_changeable = |edit: &LabelEdit| !says_what_node_is(&edit.key);
    (!edits.is_empty() && edits.iter().all(is_changeable)).then_some(edits)
}

/// The label edit that satisfies a requirement; `None` if no label does.
fn label_edit(requirement: &Requirement) -> Option<LabelEdit> {
    let bound = || requirement.values.first().and_then(|value| value.parse::<i64>().ok());
    let value = match requirement.operator {
        Operator::In => Some(requirement.values.first()?.clone()),
        Operator::Exists => Some(Str::from("true")),
        Operator::Gt => Some(bound()?.checked_add(1)?.to_string().into()),
        Operator::Lt => Some(bound()?.checked_sub(1)?.to_string().into()),
        Operator::NotIn | Operator::DoesNotExist => None,
        Operator::Unset | Operator::Other(_) => return None,
    };
    Some(LabelEdit { key: requirement.key.clone(), value })
}

/// Whether a label is set by the kubelet or a cloud provider only (host name, zone, instance type, operating system).
fn says_what_node_is(key: &str) -> bool {
    let domain = key.split_once('/').map_or("", |(domain, _)| domain);
    let is_for_people = ["node-role.kubernetes.io", "node-restriction.kubernetes.io"];
    (domain == "kubernetes.io" || domain.ends_with(".kubernetes.io")) && !is_for_people.contains(&domain)
}

/// Applies label edits to a node.
pub(super) fn relabeled_node(node: &mut Node, edits: &[LabelEdit]) {
    for edit in edits {
        match &edit.value {
            Some(value) => node.metadata.labels.insert(edit.key.clone(), value.clone()),
            None => node.metadata.labels.remove(&edit.key),
        }
    }
}

/// The scheduling constraints of a pod that could be dropped, then its labels, in the order in which they are tried.
pub(super) fn constraints_of(pod: &Pod) -> Vec<PodConstraint> {
    let spec = &pod.spec;
    let selectors = spec.node_selector.iter().map(|(key, _)| PodConstraint::NodeSelector(key.clone()));
    let node_affinity = spec.required_node_affinity().map(|_| PodConstraint::NodeAffinity);
    let terms = |affinity: Option<&PodAffinity>, constraint: fn(Str) -> PodConstraint| {
        let required = affinity.map_or(&[][..], |affinity| &affinity.required);
        required.iter().map(|term| constraint(term.topology_key.clone())).collect::<Vec<_>>()
    };
    let affinity = spec.affinity.as_ref();
    let pod_affinity = terms(affinity.and_then(|affinity| affinity.pod_affinity.as_ref()), PodConstraint::PodAffinity);
    let anti_affinity =
        terms(affinity.and_then(|affinity| affinity.pod_anti_affinity.as_ref()), PodConstraint::PodAntiAffinity);
    let is_filter = |constraint: &&api::TopologySpreadConstraint| {
        constraint.when_unsatisfiable != UnsatisfiableAction::ScheduleAnyway
    };
    let spread = spec.topology_spread_constraints.iter().filter(is_filter);
    let spread = spread.map(|constraint| PodConstraint::TopologySpread(constraint.topology_key.clone()));
    let labels = pod.metadata.labels.iter().map(|(key, _)| PodConstraint::Label(key.clone()));
    let mut constraints: Vec<PodConstraint> =
        selectors.chain(node_affinity).chain(pod_affinity).chain(anti_affinity).chain(spread).chain(labels).collect();
    constraints.dedup();
    constraints
}

/// The pod without a constraint. All affinity terms or spread constraints of the same kind and topology key are dropped together.
pub(super) fn without_constraint(pod: &Pod, constraint: &PodConstraint) -> Pod {
    let mut pod = pod.clone();
    let affinity = pod.spec.affinity.get_or_insert_with(Affinity::default);
    let remove_terms = |affinity: Option<&mut PodAffinity>, key: &Str| {
        if let Some(affinity) = affinity {
            affinity.required.retain(|term| term.topology_key != *key);
        }
    };
    match constraint {
        PodConstraint::NodeSelector(key) => pod.spec.node_selector.remove(key),
        PodConstraint::NodeAffinity => {
            if let Some(node_affinity) = &mut affinity.node_affinity {
                node_affinity.required = None;
            }
        }
        PodConstraint::PodAffinity(key) => remove_terms(affinity.pod_affinity.as_mut(), key),
        PodConstraint::PodAntiAffinity(key) => remove_terms(affinity.pod_anti_affinity.as_mut(), key),
        PodConstraint::TopologySpread(key) => {
            let is_scoring = |constraint: &api::TopologySpreadConstraint| {
                constraint.when_unsatisfiable == UnsatisfiableAction::ScheduleAnyway
            };
            pod.spec
                .topology_spread_constraints
                .retain(|constraint| constraint.topology_key != *key || is_scoring(constraint));
        }
        PodConstraint::Label(key) => pod.metadata.labels.remove(key),
    }
    if pod.spec.affinity == Some(Affinity::default()) {
        pod.spec.affinity = None;
    }
    pod
}

#[cfg(test)]
mod tests {
    use protocol::{Answer, Change, Question, RunOutcome};

    use super::*;
    use crate::test_support::answer_to;

    #[test]
    fn a_node_gets_the_fewest_labels_that_are_selected() {
        let node: Node = serde_json::from_str(
            r#"{"metadata":{"name":"n","labels":{"disk":"hdd","old":"1","topology.kubernetes.io/zone":"a"}}}"#,
        )
        .expect("a node");
        let term = |expressions: &str| format!(r#"{{"matchExpressions":[{expressions}]}}"#);
        let spec = |labels: &str, terms: &str| {
            let affinity = format!(
                r#","affinity":{{"nodeAffinity":{{"requiredDuringSchedulingIgnoredDuringExecution":{{"nodeSelectorTerms":[{terms}]}}}}}}"#
            );
            format!(r#"{{"nodeSelector":{{{labels}}}{}}}"#, if terms.is_empty() { "" } else { &affinity })
        };
        let ssd = r#"{"key":"disk","operator":"In","values":["ssd","nvme"]}"#;
        let no_old = r#"{"key":"old","operator":"DoesNotExist"}"#;
        let zone = r#"{"key":"topology.kubernetes.io/zone","operator":"In","values":["b"]}"#;
        let fast = r#"{"key":"speed","operator":"Gt","values":["7"]}"#;
        let named = r#"{"matchFields":[{"key":"metadata.name","operator":"In","values":["other"]}]}"#;
        for (spec, expected) in [
            (spec("", ""), None),
            (spec(r#""disk":"ssd""#, ""), Some("disk=ssd")),
            (spec(r#""disk":"hdd""#, ""), None),
            (spec(r#""topology.kubernetes.io/zone":"b""#, ""), None),
            (spec("", &term(ssd)), Some("disk=ssd")),
            (spec("", &term(&format!("{ssd},{no_old}"))), Some("disk=ssd old-")),
            (spec("", &format!("{},{}", term(&format!("{ssd},{no_old}")), term(no_old))), Some("old-")),
            (spec("", &term(fast)), Some("speed=8")),
            (spec("", &term(zone)), None),
            (spec("", named), None),
            (spec(r#""role":"db""#, &term(ssd)), Some("role=db disk=ssd")),
        ] {
            let pod: Pod = serde_json::from_str(&format!(r#"{{"spec":{spec}}}"#)).expect("a pod");
            let edits = label_edits(&pod.spec, &node);
            let texts = edits.map(|edits| edits.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
            assert_eq!(texts.as_deref(), expected, "{spec}");
        }
    }

    /// The changes of labels and constraints that get `default/p` bound, in a cluster of two nodes with a pod on the first.
    fn helpful_constraints(nodes: &str, spec: &str, other: &str) -> Vec<String> {
        let text = format!(
            "kind: Node\nmetadata: {{name: a, labels: {{kubernetes.io/hostname: a, zone: x}}}}\n{nodes}status: {{allocatable: {{cpu: 4, \
             memory: 8Gi, pods: 9}}}}\n---\nkind: Pod\nmetadata: {{name: there, labels: {{app: p}}}}\nspec: {{nodeName: a, {other}containers: \
             [{{name: c}}]}}\nstatus: {{phase: Running}}\n---\nkind: Pod\nmetadata: {{name: p, labels: {{app: p}}}}\nspec: \
             {{{spec}containers: [{{name: c}}]}}\n"
        );
        let answer = answer_to(&text, None, None, Question::Help("default/p".into()));
        let Answer::Help(help) = answer else { panic!("{answer:?}") };
        let text_of = |change: protocol::HelpfulChange| {
            let is_bound = matches!(change.outcome, RunOutcome::Bound { .. });
            match change.change.filter(|_| is_bound)? {
                Change::NodeLabels { node, edits } => Some(format!("{} {}", node.metadata.name, edits[0])),
                Change::WithoutConstraint { constraint, .. } => Some(format!("{constraint:?}")),
                _ => None,
            }
        };
        help.changes.into_iter().filter_map(text_of).collect()
    }

    #[test]
    fn constraints_are_given_up_one_at_a_time() {
        let terms = "requiredDuringSchedulingIgnoredDuringExecution";
        let anti = format!(
            "affinity: {{podAntiAffinity: {{{terms}: [{{topologyKey: zone, labelSelector: {{matchLabels: {{app: p}}}}}}]}}}}, "
        );
        for (spec, other, expected) in [
            ("nodeSelector: {disk: ssd}, ".to_owned(), "", &["a disk=ssd", "NodeSelector(\"disk\")"][..]),
            ("nodeSelector: {disk: ssd, gpu: 'yes'}, ".to_owned(), "", &["a disk=ssd"]),
            ("nodeSelector: {kubernetes.io/hostname: z}, ".to_owned(), "", &["NodeSelector(\"kubernetes.io/hostname\")"]),
            (
                format!(
                    "affinity: {{nodeAffinity: {{{terms}: {{nodeSelectorTerms: [{{matchExpressions: [{{key: disk, operator: Exists}}]}}]}}}}}}, "
                ),
                "",
                &["a disk=true", "NodeAffinity"],
            ),
            (
                format!(
                    "affinity: {{podAffinity: {{{terms}: [{{topologyKey: zone, labelSelector: {{matchLabels: {{app: q}}}}}}]}}}}, "
                ),
                "",
                &["PodAffinity(\"zone\")"],
            ),
            (anti.clone(), "", &["PodAntiAffinity(\"zone\")"]),
            (String::new(), &anti, &["Label(\"app\")"]),
            (
                "topologySpreadConstraints: [{maxSkew: 1, topologyKey: rack, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: \
                 {app: p}}}], "
                    .to_owned(),
                "",
                &["TopologySpread(\"rack\")"],
            ),
        ] {
            assert_eq!(helpful_constraints("", &spec, other), expected, "{spec} {other}");
        }
    }
}
