//! What the API server refuses of what users request, in the words of kubectl.
//!
//! An action on an object that does not exist is an error, and nothing happens.
//! A name is taken until its object is gone; some fields of what is there cannot be changed. Upstream: `registry.Store.Create`, and
//! `ValidatePriorityClassUpdate`, `ValidatePodUpdate`, `ValidateDeploymentUpdate`, `ValidateReplicaSetUpdate`, `ValidateDaemonSetUpdate`,
//! `ValidateStatefulSetUpdate`, `ValidateJobSpecUpdate`.

use api::{
    LabelSelector, NamespacedName, Pod, PriorityClass, Str, Taint, Workload, WorkloadKind, admission::merge_label_keys,
    not_found_message, resource_name,
};

use super::{super::action::Action, ApiServer};

impl ApiServer {
    /// What kubectl says instead of an action, if its object is not there.
    pub(crate) fn not_found_error(&self, action: &Action) -> Option<String> {
        let has_node = |name: &Str| self.nodes.get(name).is_some();
        let is_named = |meta: &api::ObjectMeta, key: &NamespacedName| NamespacedName::of(meta) == *key;
        let (kind, name, is_there): (_, &str, _) = match action {
            Action::UpdateNode(node) => ("Node", &node.metadata.name, has_node(&node.metadata.name)),
            Action::Drain(drain) => ("Node", &drain.node, has_node(&drain.node)),
            Action::LabelNode(name, _)
            | Action::SetReadiness(name, _)
            | Action::Cordon(name, _)
            | Action::Taint(name, _)
            | Action::Untaint(name, _)
            | Action::RemoveNode(name) => ("Node", name, has_node(name)),
            Action::LabelPod(pod, _)
            | Action::ResizePod { pod, .. }
            | Action::Ungate(pod, _)
            | Action::Evict(pod)
            | Action::DeletePod(pod) => ("Pod", pod.name(), self.pods.contains_key(pod)),
            Action::DeleteWorkload(kind, key) | Action::Scale(kind, key, _) => {
                (kind.name(), key.name(), self.workloads.find_by_name(*kind, key).is_some())
            }
            Action::DeleteService(key) => {
                ("Service", key.name(), self.objects.services.iter().any(|service| is_named(&service.metadata, key)))
            }
            Action::DeleteBudget(key) => (
                "PodDisruptionBudget",
                key.name(),
                self.objects.budgets.iter().any(|budget| is_named(&budget.metadata, key)),
            ),
            Action::DeleteClass(name) => {
                ("PriorityClass", name, self.classes.iter().any(|class| class.metadata.name == *name))
            }
            Action::DeleteRuntime(name) => ("RuntimeClass", name, self.limits.runtimes.contains(name)),
            Action::DeleteLimits(namespace, name) => ("LimitRange", name, self.limits.contains(namespace, name)),
            Action::DeleteQuota(namespace, name) => ("ResourceQuota", name, self.quotas.contains(namespace, name)),
            Action::DeleteStorage(kind, namespace, name) => {
                (kind.as_str(), name, self.objects.storage.contains(kind, namespace, name))
            }
            _ => return None,
        };
        (!is_there).then(|| not_found_message(resource_name(kind), name))
    }

    /// What kubectl says instead of a change that the API server refuses.
    pub(crate) fn invalid_action_error(&self, action: &Action, merges_label_keys: bool) -> Option<String> {
        match action {
            Action::CreateOnly(inner) => self.already_exists_error(inner),
            Action::CreateClass(class) => {
                let old = self.classes.iter().find(|other| other.metadata.name == class.metadata.name)?;
                invalid_error("PriorityClass", &class.metadata.name, &class_change_errors(old, class))
            }
            Action::ApplyPod(pod, _) => {
                let old = &self.pods.get(&pod.key())?.info.pod;
                let wrong = has_forbidden_pod_changes(old, pod, merges_label_keys).then(|| {
                    format!("spec: Forbidden: pod updates may not change fields other than {UPDATABLE_FIELDS}")
                });
                invalid_error("Pod", &pod.metadata.name, &Vec::from_iter(wrong))
            }
            Action::ApplyWorkload(kind, workload) => {
                let key = NamespacedName::of(&workload.metadata);
                let old = &self.workloads.get(self.workloads.find_by_name(*kind, &key)?)?.workload;
                invalid_error(kind.name(), &workload.metadata.name, &workload_change_errors(*kind, old, workload))
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

    /// What kubectl says of an object that is to be made, and that there is already.
    fn already_exists_error(&self, action: &Action) -> Option<String> {
        let mut going = false;
        let (kind, name, is_there) = match action {
            Action::CreatePod(pod) => {
                let pod_state = self.pods.get(&pod.key());
                going = pod_state.is_some_and(|state| state.info.pod.is_terminating());
                ("Pod", &pod.metadata.name, pod_state.is_some())
            }
            Action::CreateWorkload(kind, workload) => {
                let exists = self.workloads.find_by_name(*kind, &NamespacedName::of(&workload.metadata)).is_some();
                (kind.name(), &workload.metadata.name, exists)
            }
            Action::CreateClass(class) => {
                let exists = self.classes.iter().any(|other| other.metadata.name == class.metadata.name);
                ("PriorityClass", &class.metadata.name, exists)
            }
            Action::ApplyBudget(budget) => {
                let key = NamespacedName::of(&budget.metadata);
                let exists = self.objects.budgets.iter().any(|other| NamespacedName::of(&other.metadata) == key);
                ("PodDisruptionBudget", &budget.metadata.name, exists)
            }
            Action::ApplyService(service) => {
                let key = NamespacedName::of(&service.metadata);
                let exists = self.objects.services.iter().any(|other| NamespacedName::of(&other.metadata) == key);
                ("Service", &service.metadata.name, exists)
            }
            Action::AddNode(node) => {
                let exists = self.nodes.get(&node.metadata.name).is_some();
                ("Node", &node.metadata.name, exists)
            }
            Action::ApplyStorage(object) => {
                let meta = object.metadata();
                (object.kind(), &meta.name, self.objects.storage.contains(object.kind(), &meta.namespace, &meta.name))
            }
            _ => return None,
        };
        let going = if going { "object is being deleted: " } else { "" };
        is_there.then(|| {
            let resource = resource_name(kind);
            format!("Error from server (AlreadyExists): {going}{resource} {name:?} already exists")
        })
    }
}

/// What may change in the spec of a pod.
const UPDATABLE_FIELDS: &str = "`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only \
                         additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was \
                         previously negative)";

/// The line of kubectl for an object that is invalid, if anything is wrong with it.
fn invalid_error(kind: &str, name: &Str, wrong: &[String]) -> Option<String> {
    let all = match wrong {
        [] => return None,
        [one] => one.clone(),
        many => format!("\n* {}", many.join("\n* ")),
    };
    Some(format!("The {kind} {name:?} is invalid: {all}"))
}

fn class_change_errors(old: &PriorityClass, new: &PriorityClass) -> Vec<String> {
    let policy =
        |class: &PriorityClass| class.preemption_policy.clone().unwrap_or(api::PreemptionPolicy::PreemptLowerPriority);
    let mut wrong = Vec::new();
    if old.value != new.value {
        wrong.push("value: Forbidden: may not be changed in an update.".to_owned());
    }
    if policy(old) != policy(new) {
        wrong.push(format!("preemptionPolicy: Invalid value: {:?}: field is immutable", policy(new).as_str()));
    }
    wrong
}

/// Whether a pod's spec changes in what has to stay. What the scheduler and the API server wrote is not missed in the new text.
fn has_forbidden_pod_changes(old: &Pod, new: &Pod, merges_label_keys: bool) -> bool {
    let mut wanted = new.spec.clone();
    if merges_label_keys {
        merge_label_keys(&mut wanted, &old.metadata.labels);
    }
    if wanted.node_name.is_empty() {
        wanted.node_name.clone_from(&old.spec.node_name);
    }
    let added = wanted.tolerations.len() >= old.spec.tolerations.len()
        && old.spec.tolerations.iter().all(|toleration| wanted.tolerations.contains(toleration));
    if added {
        wanted.tolerations.clone_from(&old.spec.tolerations);
    }
    for (containers, others) in
        [(&mut wanted.containers, &old.spec.containers), (&mut wanted.init_containers, &old.spec.init_containers)]
    {
        for (container, other) in containers.iter_mut().zip(others) {
            container.image.clone_from(&other.image);
        }
    }
    // Gates may go, and none may come.
    if wanted.scheduling_gates.iter().all(|gate| old.spec.scheduling_gates.contains(gate)) {
        wanted.scheduling_gates.clone_from(&old.spec.scheduling_gates);
    }
    wanted.active_deadline_seconds.clone_from(&old.spec.active_deadline_seconds);
    wanted != old.spec
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
        // The selector of the one may change, and that of the other the API server makes itself.
        WorkloadKind::ReplicationController | WorkloadKind::Job => Vec::new(),
        _ => Vec::from_iter(selector.then(|| immutable(&is.selector))),
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
