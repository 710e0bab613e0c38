//! Checks of new specs only. These rules became stricter over the years, and what was accepted before stays: they do not apply to a pod that is bound
//! or has a `uid`, nor to a workload that has one.
//!
//! Upstream: `ValidateNodeSelector`, `validateTopologySpreadConstraints`, `ValidateMatchLabelKeysAndMismatchLabelKeys` and
//! `validateSchedulingGates` of v1.36.

use api::{
    LabelSelector, NodeSelectorTerm, Operator, PodAffinityTerm, PodSpec, Requirement, Set, Str, UnsatisfiableAction,
    shorten,
};
use findings::{AdmissionProblem as Refusal, NameForm, Notice};

use super::fault::{Faults, check_form, check_word, new_fault};

const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";
/// The only field of a node that `matchFields` supports.
const NAME_FIELD: &str = "metadata.name";

/// Checks a new spec. Adds notices to `assumed` for what the API server accepts, but is unlikely to be intended.
pub(super) fn check_create_only(pod_spec: &PodSpec, base: &str, assumed: &mut Vec<Notice>, faults: &mut Faults) {
    let mut gates = Set::new();
    for (index, gate) in pod_spec.scheduling_gates.iter().enumerate() {
        let path = format!("{base}.schedulingGates[{index}]");
        check_form(&gate.name, NameForm::Key, path.as_str(), faults);
        if !gates.insert(&gate.name) {
            faults.push(new_fault(path, Refusal::RepeatedGate { name: shorten(&gate.name) }));
        }
    }
    for (index, constraint) in pod_spec.topology_spread_constraints.iter().enumerate() {
        let path = format!("{base}.topologySpreadConstraints[{index}]");
        if constraint.min_domains.is_some() && constraint.when_unsatisfiable == UnsatisfiableAction::ScheduleAnyway {
            faults.push(new_fault(format!("{path}.minDomains"), Refusal::MinDomainsAnyway));
        }
        check_label_keys(&path, &constraint.match_label_keys, &[], constraint.label_selector.as_ref(), faults);
    }
    let Some(affinity) = &pod_spec.affinity else { return };
    for (name, pods) in [("podAffinity", &affinity.pod_affinity), ("podAntiAffinity", &affinity.pod_anti_affinity)] {
        let Some(pods) = pods else { continue };
        let path = format!("{base}.affinity.{name}");
        for (index, term) in pods.required.iter().enumerate() {
            check_term(term, &format!("{path}.{REQUIRED}[{index}]"), faults);
        }
        for (index, weighted) in pods.preferred.iter().enumerate() {
            check_term(&weighted.pod_affinity_term, &format!("{path}.{PREFERRED}[{index}].podAffinityTerm"), faults);
        }
    }
    let Some(nodes) = &affinity.node_affinity else { return };
    let path = format!("{base}.affinity.nodeAffinity");
    if let Some(required) = &nodes.required {
        let path = format!("{path}.{REQUIRED}.nodeSelectorTerms");
        if required.node_selector_terms.is_empty() {
            faults.push(new_fault(path.as_str(), Refusal::NoNodeTerms));
        }
        for (index, term) in required.node_selector_terms.iter().enumerate() {
            check_node_term(term, &format!("{path}[{index}]"), assumed, faults);
        }
    }
    for (index, preferred) in nodes.preferred.iter().enumerate() {
        check_node_term(&preferred.preference, &format!("{path}.{PREFERRED}[{index}].preference"), assumed, faults);
    }
}

fn check_term(affinity_term: &PodAffinityTerm, path: &str, faults: &mut Faults) {
    let PodAffinityTerm { match_label_keys, mismatch_label_keys, label_selector, .. } = affinity_term;
    check_label_keys(path, match_label_keys, mismatch_label_keys, label_selector.as_ref(), faults);
}

/// Checks label keys whose values in the incoming pod are added to a selector.
fn check_label_keys(
    path: &str,
    matching: &[Str],
    mismatching: &[Str],
    selector: Option<&LabelSelector>,
    faults: &mut Faults,
) {
    for (list, keys) in [("matchLabelKeys", matching), ("mismatchLabelKeys", mismatching)] {
        let path = format!("{path}.{list}");
        if !keys.is_empty() && selector.is_none() {
            faults.push(new_fault(path, Refusal::KeysWithoutSelector));
            continue;
        }
        for (index, key) in keys.iter().enumerate() {
            check_form(key, NameForm::Key, format!("{path}[{index}]"), faults);
        }
    }
    let in_selector = |key: &Str| {
        selector.is_some_and(|selector| {
            selector.match_labels.contains(key)
                || selector.match_expressions.iter().any(|requirement| requirement.key == *key)
        })
    };
    for (index, key) in matching.iter().enumerate() {
        let other = match key {
            key if in_selector(key) => "labelSelector",
            key if mismatching.contains(key) => "mismatchLabelKeys",
            _ => continue,
        };
        let repeated = Refusal::RepeatedLabelKey { key: shorten(key), other: other.into() };
        faults.push(new_fault(format!("{path}.matchLabelKeys[{index}]"), repeated));
    }
}

fn check_node_term(selector_term: &NodeSelectorTerm, path: &str, assumed: &mut Vec<Notice>, faults: &mut Faults) {
    for (index, Requirement { operator, values, .. }) in selector_term.match_expressions.iter().enumerate() {
        let path = format!("{path}.matchExpressions[{index}].values");
        let name = || Str::from(operator.as_str());
        match operator {
            Operator::In | Operator::NotIn if values.is_empty() => {
                faults.push(new_fault(path, Refusal::NoValues { operator: name() }));
            }
            Operator::Exists | Operator::DoesNotExist if !values.is_empty() => {
                faults.push(new_fault(path, Refusal::UnwantedValues { operator: name() }));
            }
            Operator::Gt | Operator::Lt => match &values[..] {
                [value] if value.parse::<i64>().is_err() => {
                    assumed.push(Notice::NeverMatches { operator: name(), value: shorten(value) });
                }
                [_] => {}
                _ => faults.push(new_fault(path, Refusal::NotOneValue { operator: name() })),
            },
            _ => {}
        }
    }
    for (index, Requirement { key, operator, values }) in selector_term.match_fields.iter().enumerate() {
        let path = format!("{path}.matchFields[{index}]");
        if key != NAME_FIELD {
            faults.push(new_fault(
                format!("{path}.key"),
                Refusal::NoSuchField { key: shorten(key), known: NAME_FIELD.into() },
            ));
        }
        check_word(operator.as_str(), &["In", "NotIn"], &format!("{path}.operator"), faults);
        if matches!(operator, Operator::In | Operator::NotIn) && values.len() != 1 {
            let operator = operator.as_str().into();
            faults.push(new_fault(format!("{path}.values"), Refusal::NotOneValue { operator }));
        }
    }
}
