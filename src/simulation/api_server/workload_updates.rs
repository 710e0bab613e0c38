//! What may change in a workload that is there. Upstream: `ValidateDeploymentUpdate`, `ValidateReplicaSetUpdate`, `ValidateDaemonSetUpdate`,
//! `ValidateStatefulSetUpdate`, `ValidateJobSpecUpdate`.

use api::{CompletionMode, LabelSelector, PodManagement, PodTemplate, WorkloadKind, WorkloadSpec};
use scheduler::UpdateRules;

use super::updates::immutable_error;

/// What the API server knows of a Job when its template changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct JobProgress {
    pub has_started: bool,
    pub has_active_pods: bool,
}

/// What is wrong with an update of a workload.
pub(super) fn workload_errors(
    kind: WorkloadKind,
    was: &WorkloadSpec,
    is: &WorkloadSpec,
    rules: UpdateRules,
    progress: JobProgress,
) -> Vec<String> {
    let selector = was.selector != is.selector;
    let immutable = |selector: &Option<LabelSelector>| {
        let text = serde_json::to_string(&selector.as_ref().map(selector_json)).unwrap_or_default();
        immutable_error("spec.selector", &text)
    };
    let manages_in_order = |spec: &WorkloadSpec| spec.pod_management_policy != PodManagement::Parallel;
    match kind {
        WorkloadKind::StatefulSet => {
            let changed = selector
                || was.volume_claim_templates != is.volume_claim_templates
                || manages_in_order(was) != manages_in_order(is);
            let fields = match rules {
                UpdateRules::Early => "'replicas', 'template', and 'updateStrategy'",
                _ => {
                    "'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', \
                     'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds'"
                }
            };
            let text =
                || format!("spec: Forbidden: updates to statefulset spec for fields other than {fields} are forbidden");
            Vec::from_iter(changed.then(text))
        }
        // Its selector may change.
        WorkloadKind::ReplicationController => Vec::new(),
        WorkloadKind::Job => job_errors(was, is, rules, progress),
        _ => Vec::from_iter(selector.then(|| immutable(&is.selector))),
    }
}

/// What may not change of a Job; its selector the API server makes itself. Of a template nothing is printed, since nobody here has all of it.
fn job_errors(was: &WorkloadSpec, is: &WorkloadSpec, rules: UpdateRules, progress: JobProgress) -> Vec<String> {
    let mut errors = Vec::new();
    if let (Some(completions), true) = (is.completions, is.completions != was.completions) {
        let is_elastic = rules > UpdateRules::Early;
        let reason = match &was.completion_mode {
            // Both may change together.
            CompletionMode::Indexed if is_elastic && is.parallelism == is.completions => None,
            CompletionMode::Indexed if is_elastic => Some("can only be modified in tandem with spec.parallelism"),
            _ => Some("field is immutable"),
        };
        errors.extend(reason.map(|reason| format!("spec.completions: Invalid value: {completions}: {reason}")));
    }
    errors.extend(template_error(was, is, rules, progress));
    let is_indexed = |spec: &WorkloadSpec| spec.completion_mode == CompletionMode::Indexed;
    if is_indexed(was) != is_indexed(is) {
        let mode = if is_indexed(is) { "Indexed" } else { "NonIndexed" };
        errors.push(immutable_error("spec.completionMode", &format!("{mode:?}")));
    }
    if was.pod_failure_policy != is.pod_failure_policy {
        let value = if is.pod_failure_policy.is_some() { "{…}" } else { "null" };
        errors.push(immutable_error("spec.podFailurePolicy", value));
    }
    errors
}

/// Where the pods of a Job may run can be changed before it starts, and later while it is suspended and has no pods; since then also what they
/// ask for. Upstream: `validatePodTemplateUpdate`, `shouldAllowMutablePodTemplate`.
fn template_error(was: &WorkloadSpec, is: &WorkloadSpec, rules: UpdateRules, progress: JobProgress) -> Option<String> {
    let is_suspended = was.suspend == Some(true);
    let (are_directives_free, are_requests_free) = match rules {
        UpdateRules::Early => (false, false),
        UpdateRules::SchedulingDirectives => (is_suspended && !progress.has_started, false),
        UpdateRules::SuspendedJobs => {
            let is_free = is_suspended && !progress.has_active_pods;
            (is_free, is_free)
        }
    };
    let mut old = was.template.clone();
    if are_directives_free {
        take_directives(&mut old, &is.template);
    }
    if are_requests_free {
        let (old, new) = (&mut old.spec, &is.template.spec);
        for (containers, others) in
            [(&mut old.containers, &new.containers), (&mut old.init_containers, &new.init_containers)]
        {
            for (container, other) in containers.iter_mut().zip(others).filter(|(a, b)| a.name == b.name) {
                container.resources.clone_from(&other.resources);
            }
        }
    }
    let path = if are_requests_free { "spec.template.spec" } else { "spec.template" };
    (old != is.template).then(|| immutable_error(path, "{…}"))
}

/// Takes over what a template says of where its pods may run.
fn take_directives(old: &mut PodTemplate, new: &PodTemplate) {
    old.metadata.labels.clone_from(&new.metadata.labels);
    old.metadata.annotations.clone_from(&new.metadata.annotations);
    let (old, new) = (&mut old.spec, &new.spec);
    old.node_selector.clone_from(&new.node_selector);
    old.tolerations.clone_from(&new.tolerations);
    old.scheduling_gates.clone_from(&new.scheduling_gates);
    let node_affinity = new.affinity.as_ref().and_then(|affinity| affinity.node_affinity.clone());
    match (&mut old.affinity, &new.affinity) {
        (Some(affinity), None) => {
            affinity.node_affinity = None;
            if affinity.pod_affinity.is_none() && affinity.pod_anti_affinity.is_none() {
                old.affinity = None;
            }
        }
        (Some(affinity), Some(_)) => affinity.node_affinity = node_affinity,
        (None, Some(_)) => old.affinity = Some(api::Affinity { node_affinity, ..api::Affinity::default() }),
        (None, None) => {}
    }
}

/// A selector as the API server prints it: what is empty is left out.
fn selector_json(selector: &LabelSelector) -> serde_json::Value {
    let mut json = serde_json::to_value(selector).unwrap_or_default();
    if let Some(fields) = json.as_object_mut() {
        fields.retain(|_, value| match value {
            serde_json::Value::Array(list) => !list.is_empty(),
            serde_json::Value::Object(map) => !map.is_empty(),
            _ => true,
        });
    }
    json
}
