//! Errors that the API server returns for requests of users, as kubectl prints them.
//!
//! An action on an object that does not exist is an error and has no effect. A name is taken until its object is removed, and some fields are
//! immutable (`updates`, `pod_updates`, `workload_updates`). Upstream: `registry.Store.Create`.

use api::{ApiObject, Kind, NamespacedName, ObjectKey, Str, Taint, Workload, WorkloadKind, not_found_message};
use findings::FieldRule;
use manifest::RejectedObject;
use releases::field_error_message;
use scheduler::FlowPolicy;

use super::{
    super::action::ClusterAction,
    ApiServer, PodRecord,
    pod_updates::pod_errors,
    workload_updates::{JobProgress, workload_errors},
};

impl ApiServer {
    /// The error that kubectl prints for an action on an object that does not exist.
    pub(crate) fn not_found_error(&self, action: &ClusterAction) -> Option<String> {
        let pod_key = |pod: &NamespacedName| ObjectKey::new(Kind::Pod, &pod.namespace().into(), &pod.name().into());
        let node_key = |node: &Str| ObjectKey::new(Kind::Node, &Str::default(), node);
        let key = match action {
            // Deleting a device object that does not exist has no effect.
            ClusterAction::Delete(key) if key.kind.device().is_some() => return None,
            // Manifests may have pods in a namespace without the Namespace object.
            ClusterAction::Label(key, _) | ClusterAction::Delete(key)
                if key.kind == Kind::Namespace && !self.namespaces.is_deleted(&key.name) =>
            {
                return None;
            }
            ClusterAction::Delete(key) | ClusterAction::Label(key, _) => key.clone(),
            ClusterAction::UpdateNode(node) => node_key(&node.metadata.name),
            ClusterAction::Drain(drain) => node_key(&drain.node),
            ClusterAction::SetReadiness(node, _)
            | ClusterAction::Cordon(node, _)
            | ClusterAction::Taint(node, _)
            | ClusterAction::Untaint(node, ..) => node_key(node),
            ClusterAction::ResizePod { pod, .. } | ClusterAction::Ungate(pod, _) | ClusterAction::Evict(pod) => {
                pod_key(pod)
            }
            ClusterAction::Scale(kind, key, _) => {
                ObjectKey::new(kind.kind(), &key.namespace().into(), &key.name().into())
            }
            ClusterAction::Create(_)
            | ClusterAction::Apply(..)
            | ClusterAction::Replace(_)
            | ClusterAction::Reject(_) => return None,
        };
        (!self.has_object(&key)).then(|| not_found_message(&key.kind.resource_name(), &key.name))
    }

    /// The error that kubectl prints for an action that the API server rejects.
    pub(crate) fn invalid_action_error(&self, action: &ClusterAction, flow: &FlowPolicy) -> Option<String> {
        match action {
            ClusterAction::Reject(rejected) => Some(rejection_message(rejected)),
            ClusterAction::Create(object) => self
                .namespace_error(object)
                .or_else(|| self.already_exists_error(object))
                .or_else(|| self.missing_template_error(object)),
            ClusterAction::Apply(object, _) | ClusterAction::Replace(object)
                if self.namespace_error(object).is_some() =>
            {
                self.namespace_error(object)
            }
            ClusterAction::Apply(ApiObject::Pod(pod), _) => {
                let old = &self.pods.get(&pod.key())?.info.pod;
                invalid_error(Kind::Pod, &pod.metadata.name, &pod_errors(old, pod, flow))
            }
            ClusterAction::Apply(object @ (ApiObject::PodGroup(_) | ApiObject::Workload(_)), _) => {
                match self.group_change_errors(object) {
                    Some(errors) => invalid_error(object.kind(), &object.metadata().name, &errors),
                    None => self.missing_template_error(object),
                }
            }
            ClusterAction::Apply(object, _) => match (object.workload(), object.kind().workload()) {
                (Some(workload), Some(kind)) => self.invalid_workload_error(kind, workload, flow),
                _ => invalid_error(object.kind(), &object.metadata().name, &self.change_errors(object, flow)),
            },
            ClusterAction::Taint(node, taint) => self.taint_exists_error(node, taint),
            _ => None,
        }
    }

    fn invalid_workload_error(&self, kind: WorkloadKind, workload: &Workload, flow: &FlowPolicy) -> Option<String> {
        let key = NamespacedName::of(&workload.metadata);
        let stored = self.workloads.get(self.workloads.find_by_name(kind, &key)?)?;
        let old = &stored.workload;
        let is_active = |pod: &NamespacedName| self.pods.get(pod).is_some_and(PodRecord::is_active);
        let progress = JobProgress {
            has_started: stored.pods_created > 0,
            has_active_pods: self.workloads.pods_of(&old.metadata.uid).iter().any(is_active),
        };
        let errors = workload_errors(kind, old, workload, flow.updates, progress);
        invalid_error(kind.kind(), &workload.metadata.name, &errors)
            .or_else(|| (kind == WorkloadKind::Job).then(|| self.gang_size_error(old, workload)).flatten())
    }

    /// The error that kubectl prints for a taint that a node already has, whatever its value. Upstream: `checkIfTaintsAlreadyExists` of kubectl.
    fn taint_exists_error(&self, node: &Str, taint: &Taint) -> Option<String> {
        let taints = &self.nodes.get(node)?.spec.taints;
        let has_taint = taints.iter().any(|other| (&other.key, &other.effect) == (&taint.key, &taint.effect));
        let key = &taint.key;
        has_taint.then(|| {
            format!("error: node {node} already has {key} taint(s) with same effect(s) and --overwrite is false")
        })
    }

    /// The error for a new object in a namespace that is terminating or deleted. Upstream: the admission plugin `NamespaceLifecycle`.
    pub(crate) fn namespace_error(&self, object: &ApiObject) -> Option<String> {
        let ObjectKey { kind, namespace, name } = object.key();
        if self.namespaces.is_deleted(&namespace) {
            return Some(not_found_message("namespaces", &namespace));
        }
        if !self.namespaces.is_terminating(&namespace) || self.has_object(&object.key()) {
            return None;
        }
        let resource = kind.resource_name();
        Some(format!(
            "Error from server (Forbidden): {resource} {:?} is forbidden: unable to create new content in namespace {namespace} because it is \
             being terminated",
            name.as_str()
        ))
    }

    /// The error for creating an object that already exists.
    pub(crate) fn already_exists_error(&self, object: &ApiObject) -> Option<String> {
        let key = object.key();
        let is_terminating = self.metadata(&key)?.deletion_timestamp.is_some();
        let prefix = if is_terminating { "object is being deleted: " } else { "" };
        let resource = key.kind.resource_name();
        Some(format!("Error from server (AlreadyExists): {prefix}{resource} {:?} already exists", key.name.as_str()))
    }
}

/// The error that kubectl prints for an invalid object, or `None` if there are no errors.
fn invalid_error(kind: Kind, name: &Str, errors: &[String]) -> Option<String> {
    let all = match errors {
        [] => return None,
        [one] => one.clone(),
        many => format!("\n* {}", many.join("\n* ")),
    };
    Some(format!("The {kind} {name:?} is invalid: {all}"))
}

/// The error that kubectl prints for an object that fails validation as written.
fn rejection_message(rejected: &RejectedObject) -> String {
    let RejectedObject { kind, name, errors, .. } = rejected;
    // This one comes from an admission plugin, so its message has another form than those of field validation.
    if let Some((_, error)) = errors.iter().find(|(_, error)| error.rule == FieldRule::OverheadAlone) {
        let (resource, message) = (kind.resource_name(), field_error_message(error));
        return format!("Error from server (Forbidden): {resource} {name:?} is forbidden: {message}");
    }
    let lines: Vec<String> =
        errors.iter().map(|(path, error)| format!("{path}: {}", field_error_message(error))).collect();
    invalid_error(*kind, name, &lines).unwrap_or_default()
}
