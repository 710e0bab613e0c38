//! What the API server refuses of what users request, in the words of kubectl.
//!
//! An action on an object that does not exist is an error, and nothing happens.
//! A name is taken until its object is gone; some fields of what is there cannot be changed. Upstream: `registry.Store.Create`, and
//! `ValidatePriorityClassUpdate`, `ValidatePodUpdate`, `ValidateDeploymentUpdate`, `ValidateReplicaSetUpdate`, `ValidateDaemonSetUpdate`,
//! `ValidateStatefulSetUpdate`, `ValidateJobSpecUpdate`.

use api::{
    ApiObject, CompletionMode, Kind, LabelSelector, NamespacedName, ObjectKey, ObjectMeta, Pod, PriorityClass, Str,
    Taint, Workload, WorkloadKind, WorkloadSpec, not_found_message,
};
use findings::FieldRule;
use manifest::{RejectedObject, admission::merge_label_keys};
use releases::field_error_message;

use super::{super::action::Action, ApiServer};

impl ApiServer {
    /// Whether an object is there.
    pub(crate) fn has_object(&self, key: &ObjectKey) -> bool {
        let ObjectKey { kind, namespace, name } = key;
        let namespaced = NamespacedName::new(namespace, name);
        let is_named = |meta: &ObjectMeta| NamespacedName::of(meta) == namespaced;
        match kind {
            Kind::Node => self.nodes.get(name).is_some(),
            Kind::Pod => self.pods.contains_key(&namespaced),
            Kind::PriorityClass => self.classes.iter().any(|class| class.metadata.name == *name),
            Kind::PodGroup => self.pod_groups.contains_key(&namespaced),
            Kind::Workload => self.gang_workloads.contains_key(&namespaced),
            Kind::PodDisruptionBudget => self.objects.budgets.iter().any(|budget| is_named(&budget.metadata)),
            Kind::Service => self.objects.services.iter().any(|service| is_named(&service.metadata)),
            Kind::Namespace => self.objects.namespaces.contains_key(name),
            Kind::RuntimeClass => self.limits.runtimes.contains(name),
            Kind::LimitRange => self.limits.contains(namespace, name),
            Kind::ResourceQuota => self.quotas.contains(namespace, name),
            kind => {
                if let Some(workload) = kind.workload() {
                    self.has_workload(workload, &namespaced)
                } else if let Some(device) = kind.device() {
                    let claims = self.objects.claims.as_ref();
                    claims.is_some_and(|claims| claims.get(device, namespace, name).is_some())
                } else {
                    self.objects.storage.contains(*kind, namespace, name)
                }
            }
        }
    }

    /// What kubectl says instead of an action, if its object is not there.
    pub(crate) fn not_found_error(&self, action: &Action) -> Option<String> {
        let pod_key = |pod: &NamespacedName| ObjectKey::new(Kind::Pod, &pod.namespace().into(), &pod.name().into());
        let node_key = |node: &Str| ObjectKey::new(Kind::Node, &Str::default(), node);
        let key = match action {
            // Deleting a device object that is not there does nothing.
            Action::Delete(key) if key.kind.device().is_some() => return None,
            // Texts have pods in namespaces that they do not have.
            Action::Label(key, _) | Action::Delete(key) if key.kind == Kind::Namespace => return None,
            Action::Delete(key) | Action::Label(key, _) => key.clone(),
            Action::UpdateNode(node) => node_key(&node.metadata.name),
            Action::Drain(drain) => node_key(&drain.node),
            Action::SetReadiness(node, _)
            | Action::Cordon(node, _)
            | Action::Taint(node, _)
            | Action::Untaint(node, ..) => node_key(node),
            Action::ResizePod { pod, .. } | Action::Ungate(pod, _) | Action::Evict(pod) => pod_key(pod),
            Action::Scale(kind, key, _) => ObjectKey::new(kind.kind(), &key.namespace().into(), &key.name().into()),
            Action::Create(_) | Action::Apply(..) | Action::Reject(_) => return None,
        };
        (!self.has_object(&key)).then(|| not_found_message(&key.kind.resource_name(), &key.name))
    }

    /// What kubectl says instead of a change that the API server refuses.
    pub(crate) fn invalid_action_error(&self, action: &Action, merges_label_keys: bool) -> Option<String> {
        match action {
            Action::Reject(rejected) => Some(rejection_message(rejected)),
            Action::Create(object) => self
                .namespace_error(object)
                .or_else(|| self.already_exists_error(object))
                .or_else(|| self.missing_template_error(object)),
            Action::Apply(object, _) if self.namespace_error(object).is_some() => self.namespace_error(object),
            Action::Apply(ApiObject::PriorityClass(class), _) => {
                let old = self.classes.iter().find(|other| other.metadata.name == class.metadata.name)?;
                invalid_error(Kind::PriorityClass, &class.metadata.name, &class_change_errors(old, class))
            }
            Action::Apply(ApiObject::Pod(pod), _) => {
                let old = &self.pods.get(&pod.key())?.info.pod;
                let errors = has_forbidden_pod_changes(old, pod, merges_label_keys).then(|| {
                    format!("spec: Forbidden: pod updates may not change fields other than {UPDATABLE_FIELDS}")
                });
                invalid_error(Kind::Pod, &pod.metadata.name, &Vec::from_iter(errors))
            }
            Action::Apply(object @ (ApiObject::PodGroup(_) | ApiObject::Workload(_)), _) => {
                match self.group_change_errors(object) {
                    Some(errors) => invalid_error(object.kind(), &object.metadata().name, &errors),
                    None => self.missing_template_error(object),
                }
            }
            Action::Apply(object, _) => {
                let (workload, kind) = (object.workload()?, object.kind().workload()?);
                let key = NamespacedName::of(&workload.metadata);
                let old = &self.workloads.get(self.workloads.find_by_name(kind, &key)?)?.workload;
                let errors = workload_change_errors(kind, old, workload);
                invalid_error(kind.kind(), &workload.metadata.name, &errors)
                    .or_else(|| (kind == WorkloadKind::Job).then(|| self.gang_size_error(old, workload)).flatten())
            }
            Action::Taint(node, taint) => self.taint_exists_error(node, taint),
            _ => None,
        }
    }

    /// What kubectl says of a taint that a node has already, whatever its value. Upstream: `checkIfTaintsAlreadyExists` of kubectl.
    fn taint_exists_error(&self, node: &Str, taint: &Taint) -> Option<String> {
        let taints = &self.nodes.get(node)?.spec.taints;
        let has_taint = taints.iter().any(|other| (&other.key, &other.effect) == (&taint.key, &taint.effect));
        let key = &taint.key;
        has_taint.then(|| {
            format!("error: node {node} already has {key} taint(s) with same effect(s) and --overwrite is false")
        })
    }

    /// What kubectl says of a new object in a namespace that is being deleted, or is gone. Upstream: the admission plugin `NamespaceLifecycle`.
    pub(crate) fn namespace_error(&self, object: &ApiObject) -> Option<String> {
        let ObjectKey { kind, namespace, name } = object.key();
        if !self.terminating_namespaces.contains(&namespace) || self.has_object(&object.key()) {
            return None;
        }
        if self.pods_in(&namespace).next().is_none() {
            return Some(not_found_message("namespaces", &namespace));
        }
        let resource = kind.resource_name();
        Some(format!(
            "Error from server (Forbidden): {resource} {:?} is forbidden: unable to create new content in namespace {namespace} because it is \
             being terminated",
            name.as_str()
        ))
    }

    /// What kubectl says of an object that is to be created, and that is there already.
    pub(crate) fn already_exists_error(&self, object: &ApiObject) -> Option<String> {
        let key = object.key();
        if !self.has_object(&key) {
            return None;
        }
        let pod = self.pods.get(&NamespacedName::of(object.metadata())).filter(|_| key.kind == Kind::Pod);
        let is_terminating = pod.is_some_and(|record| record.pod().is_terminating());
        let prefix = if is_terminating { "object is being deleted: " } else { "" };
        let resource = key.kind.resource_name();
        Some(format!("Error from server (AlreadyExists): {prefix}{resource} {:?} already exists", key.name.as_str()))
    }
}

/// What may change in the spec of a pod.
const UPDATABLE_FIELDS: &str = "`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only \
                         additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was \
                         previously negative)";

/// The line of kubectl for an object that is invalid, if anything is wrong with it.
fn invalid_error(kind: Kind, name: &Str, errors: &[String]) -> Option<String> {
    let all = match errors {
        [] => return None,
        [one] => one.clone(),
        many => format!("\n* {}", many.join("\n* ")),
    };
    Some(format!("The {kind} {name:?} is invalid: {all}"))
}

/// What kubectl says of an object that the API server refuses as it is written.
fn rejection_message(rejected: &RejectedObject) -> String {
    let RejectedObject { kind, name, errors, .. } = rejected;
    // Some is the word of an admission plugin, not of the validation of fields.
    if let Some((_, error)) = errors.iter().find(|(_, error)| error.rule == FieldRule::OverheadAlone) {
        let (resource, message) = (kind.resource_name(), field_error_message(error));
        return format!("Error from server (Forbidden): {resource} {name:?} is forbidden: {message}");
    }
    let lines: Vec<String> =
        errors.iter().map(|(path, error)| format!("{path}: {}", field_error_message(error))).collect();
    invalid_error(*kind, name, &lines).unwrap_or_default()
}

fn class_change_errors(old: &PriorityClass, new: &PriorityClass) -> Vec<String> {
    let policy =
        |class: &PriorityClass| class.preemption_policy.clone().unwrap_or(api::PreemptionPolicy::PreemptLowerPriority);
    let mut errors = Vec::new();
    if old.value != new.value {
        errors.push("value: Forbidden: may not be changed in an update.".to_owned());
    }
    if policy(old) != policy(new) {
        errors.push(format!("preemptionPolicy: Invalid value: {:?}: field is immutable", policy(new).as_str()));
    }
    errors
}

/// Whether a pod's spec changes in what has to stay. What the scheduler and the API server wrote is not missed in the new text.
fn has_forbidden_pod_changes(old: &Pod, new: &Pod, merges_label_keys: bool) -> bool {
    let mut comparable = new.spec.clone();
    if merges_label_keys {
        merge_label_keys(&mut comparable, &old.metadata.labels);
    }
    if comparable.node_name.is_empty() {
        comparable.node_name.clone_from(&old.spec.node_name);
    }
    let added = comparable.tolerations.len() >= old.spec.tolerations.len()
        && old.spec.tolerations.iter().all(|toleration| comparable.tolerations.contains(toleration));
    if added {
        comparable.tolerations.clone_from(&old.spec.tolerations);
    }
    for (containers, others) in [
        (&mut comparable.containers, &old.spec.containers),
        (&mut comparable.init_containers, &old.spec.init_containers),
    ] {
        for (container, other) in containers.iter_mut().zip(others) {
            container.image.clone_from(&other.image);
        }
    }
    // Gates may go, and none may come.
    if comparable.scheduling_gates.iter().all(|gate| old.spec.scheduling_gates.contains(gate)) {
        comparable.scheduling_gates.clone_from(&old.spec.scheduling_gates);
    }
    comparable.active_deadline_seconds.clone_from(&old.spec.active_deadline_seconds);
    comparable != old.spec
}

fn workload_change_errors(kind: WorkloadKind, old: &Workload, new: &Workload) -> Vec<String> {
    let (was, is) = (&old.spec, &new.spec);
    let selector = was.selector != is.selector;
    let immutable = |selector: &Option<LabelSelector>| {
        let text = serde_json::to_string(&selector.as_ref().map(selector_json)).unwrap_or_default();
        format!("spec.selector: Invalid value: {text}: field is immutable")
    };
    match kind {
        WorkloadKind::StatefulSet => {
            let changed = selector
                || was.volume_claim_templates != is.volume_claim_templates
                || was.pod_management_policy != is.pod_management_policy;
            let text = "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', \
                        'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are \
                        forbidden";
            Vec::from_iter(changed.then(|| text.to_owned()))
        }
        // Its selector may change.
        WorkloadKind::ReplicationController => Vec::new(),
        WorkloadKind::Job => job_change_errors(was, is),
        _ => Vec::from_iter(selector.then(|| immutable(&is.selector))),
    }
}

/// What may not change of a Job; its selector the API server makes itself. Of a template nothing is printed, since nobody here has all of it.
fn job_change_errors(was: &WorkloadSpec, is: &WorkloadSpec) -> Vec<String> {
    let mut errors = Vec::new();
    if let (Some(completions), true) = (is.completions, is.completions != was.completions) {
        let reason = match &was.completion_mode {
            // Both may change together.
            CompletionMode::Indexed if is.parallelism == is.completions => None,
            CompletionMode::Indexed => Some("can only be modified in tandem with spec.parallelism"),
            _ => Some("field is immutable"),
        };
        errors.extend(reason.map(|reason| format!("spec.completions: Invalid value: {completions}: {reason}")));
    }
    // Where its pods may run can be changed until it begins.
    if was.suspend != Some(true) && was.template.spec != is.template.spec {
        errors.push("spec.template: Invalid value: {…}: field is immutable".to_owned());
    }
    if !is.completion_mode.is_unset() && is.completion_mode != was.completion_mode {
        let mode = is.completion_mode.as_str();
        errors.push(format!("spec.completionMode: Invalid value: {mode:?}: field is immutable"));
    }
    errors
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
