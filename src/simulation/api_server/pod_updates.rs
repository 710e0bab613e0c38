//! Validation of pod updates. Upstream: `ValidatePodUpdate`.

use api::{NodeSelectorTerm, Pod, PodSpec, Toleration};
use manifest::admission::merge_label_keys;
use scheduler::{FlowPolicy, UpdateRules};

use super::updates::changed_unused_fields;

/// The updatable fields of a pod's spec, as the API server lists them in its error.
const UPDATABLE_FIELDS: &str = "`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only \
                         additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was \
                         previously negative)";
const EARLY_UPDATABLE_FIELDS: &str = "`spec.containers[*].image`, `spec.initContainers[*].image`, `spec.activeDeadlineSeconds` or `spec.tolerations` \
                         (only additions to existing tolerations)";

/// The errors of an update of a pod. A node name and label keys that the scheduler or the API server set need not be repeated in `new`.
pub(super) fn pod_errors(old: &Pod, new: &Pod, flow: &FlowPolicy) -> Vec<String> {
    let (was, mut is) = (&old.spec, new.spec.clone());
    if flow.merges_label_keys {
        merge_label_keys(&mut is, &old.metadata.labels);
    }
    let mut errors = Vec::new();
    if is.containers.len() != was.containers.len() {
        errors.push("spec.containers: Forbidden: pod updates may not add or remove containers".to_owned());
        return errors;
    }
    if is.init_containers.len() != was.init_containers.len() {
        errors.push("spec.initContainers: Forbidden: pod updates may not add or remove containers".to_owned());
        return errors;
    }
    if is.node_name.is_empty() {
        is.node_name.clone_from(&was.node_name);
    }
    match (was.active_deadline_seconds.0, is.active_deadline_seconds.0) {
        (Some(_), None) => errors.push(
            "spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive integer to nil value"
                .to_owned(),
        ),
        (Some(before), Some(after)) if after > before => {
            errors.push(format!(
                "spec.activeDeadlineSeconds: Invalid value: {after}: must be less than or equal to previous value"
            ));
            return errors;
        }
        _ => {}
    }
    // Tolerations can be added and their seconds changed, but none can be removed.
    let is_there = |toleration: &Toleration| {
        let is_same = |other: &&Toleration| {
            Toleration { toleration_seconds: other.toleration_seconds, ..toleration.clone() } == **other
        };
        is.tolerations.iter().any(|other| is_same(&other))
    };
    if !was.tolerations.iter().all(is_there) {
        errors.push(
            "spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds"
                .to_owned(),
        );
    }
    is.tolerations.clone_from(&was.tolerations);
    // Gates can be removed, but not added.
    for (index, gate) in is.scheduling_gates.iter().enumerate().filter(|(_, gate)| !was.scheduling_gates.contains(gate))
    {
        let name = &gate.name;
        errors.push(format!(
            "spec.schedulingGates[{index}].name: Forbidden: only deletion is allowed, but found new scheduling gate '{name}'"
        ));
    }
    is.scheduling_gates.clone_from(&was.scheduling_gates);
    for (containers, others) in [(&mut is.containers, &was.containers), (&mut is.init_containers, &was.init_containers)]
    {
        for (container, other) in containers.iter_mut().zip(others) {
            container.image.clone_from(&other.image);
        }
    }
    is.active_deadline_seconds.clone_from(&was.active_deadline_seconds);
    if flow.updates >= UpdateRules::SchedulingDirectives && !was.scheduling_gates.is_empty() {
        check_gated_pod(was, &mut is, &mut errors);
    }
    let has_other_field = changed_unused_fields(&old.metadata, &new.metadata).any(|path| path.starts_with("spec."));
    if is != *was || has_other_field {
        let fields = if flow.updates == UpdateRules::Early { EARLY_UPDATABLE_FIELDS } else { UPDATABLE_FIELDS };
        errors.push(format!("spec: Forbidden: pod updates may not change fields other than {fields}"));
    }
    errors
}

/// The node selector and the node affinity of a gated pod may only become stricter. Allowed changes in `is` are reset to the values of `was`, so that
/// the caller compares only the other fields. Upstream: `validateNodeSelectorMutation`, `validateNodeAffinityMutation`.
fn check_gated_pod(was: &PodSpec, is: &mut PodSpec, errors: &mut Vec<String>) {
    if was.node_selector.iter().any(|(key, value)| is.node_selector.get(key) != Some(value)) {
        let selector = serde_json::to_string(&is.node_selector).unwrap_or_default();
        errors.push(format!(
            "spec.nodeSelector: Invalid value: {selector}: only additions to spec.nodeSelector are allowed (no mutations or deletions)"
        ));
    }
    is.node_selector.clone_from(&was.node_selector);
    let node_affinity = |spec: &PodSpec| spec.affinity.as_ref().and_then(|affinity| affinity.node_affinity.clone());
    let (old, new) = (node_affinity(was), node_affinity(is));
    if old == new {
        return;
    }
    let terms = |affinity: &Option<api::NodeAffinity>| -> Vec<NodeSelectorTerm> {
        let required = affinity.as_ref().and_then(|affinity| affinity.required.as_ref());
        required.map_or_else(Vec::new, |selector| selector.node_selector_terms.clone())
    };
    let path = "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms";
    let (old_terms, new_terms) = (terms(&old), terms(&new));
    if !old_terms.is_empty() && old_terms.len() != new_terms.len() {
        errors.push(format!(
            "{path}: Invalid value: {{…}}: no additions/deletions to non-empty NodeSelectorTerms list are allowed"
        ));
    } else {
        for (index, (old_term, new_term)) in old_terms.iter().zip(&new_terms).enumerate() {
            if !has_only_additions(old_term, new_term) {
                errors.push(format!(
                    "{path}[{index}]: Invalid value: {{…}}: only additions are allowed (no mutations or deletions)"
                ));
            }
        }
    }
    match &mut is.affinity {
        Some(affinity)
            if was.affinity.is_none() && affinity.pod_affinity.is_none() && affinity.pod_anti_affinity.is_none() =>
        {
            is.affinity = None;
        }
        Some(affinity) => affinity.node_affinity = old,
        None => is.affinity.clone_from(&was.affinity),
    }
}

fn has_only_additions(old: &NodeSelectorTerm, new: &NodeSelectorTerm) -> bool {
    let was_empty = old.match_expressions.is_empty() && old.match_fields.is_empty();
    let is_empty = new.match_expressions.is_empty() && new.match_fields.is_empty();
    (!was_empty || is_empty)
        && new.match_expressions.starts_with(&old.match_expressions)
        && new.match_fields.starts_with(&old.match_fields)
}
