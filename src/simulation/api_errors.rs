//! What the API server refuses of what people create and change.
//!
//! A name is taken until its object is gone; some fields of what is there cannot be changed. Upstream: `registry.Store.Create`, and
//! `ValidatePriorityClassUpdate`, `ValidatePodUpdate`, `ValidateDeploymentUpdate`, `ValidateReplicaSetUpdate`, `ValidateDaemonSetUpdate`,
//! `ValidateStatefulSetUpdate`, `ValidateJobSpecUpdate`.

use api::{
    LabelSelector, NamespacedName, Pod, PriorityClass, Str, Taint, Workload, WorkloadKind, admission::merge_label_keys,
    resource_name,
};

use super::{action::Action, state::Simulation};

impl Simulation {
    /// What kubectl says instead of a change that the API server refuses.
    pub(super) fn api_error(&self, action: &Action) -> Option<String> {
        match action {
            Action::CreateOnly(inner) => self.already_exists_error(inner),
            Action::CreateClass(class) => {
                let old = self.classes.iter().find(|other| other.metadata.name == class.metadata.name)?;
                invalid_error("PriorityClass", &class.metadata.name, &class_change_errors(old, class))
            }
            Action::ApplyPod(pod, _) => {
                let old = &self.pods.get(&pod.key())?.info.pod;
                let wrong = has_forbidden_pod_changes(old, pod, self.flow.merges_label_keys).then(|| {
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
        let taints = &self.snapshot.node(node)?.node.spec.taints;
        let flag = taints.iter().any(|other| (&other.key, &other.effect) == (&taint.key, &taint.effect));
        let key = &taint.key;
        flag.then(|| {
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
                let flag = self.workloads.find_by_name(*kind, &NamespacedName::of(&workload.metadata)).is_some();
                (kind.name(), &workload.metadata.name, flag)
            }
            Action::CreateClass(class) => {
                let flag = self.classes.iter().any(|other| other.metadata.name == class.metadata.name);
                ("PriorityClass", &class.metadata.name, flag)
            }
            Action::ApplyBudget(budget) => {
                let key = NamespacedName::of(&budget.metadata);
                let flag = self.objects.budgets.iter().any(|other| NamespacedName::of(&other.metadata) == key);
                ("PodDisruptionBudget", &budget.metadata.name, flag)
            }
            Action::ApplyService(service) => {
                let key = NamespacedName::of(&service.metadata);
                let flag = self.objects.services.iter().any(|other| NamespacedName::of(&other.metadata) == key);
                ("Service", &service.metadata.name, flag)
            }
            Action::AddNode(node) => {
                let flag = self.snapshot.node(&node.metadata.name).is_some_and(|info| !info.deleted);
                ("Node", &node.metadata.name, flag)
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
    let mut item = serde_json::to_value(selector).unwrap_or_default();
    if let Some(fields) = item.as_object_mut() {
        fields.retain(|_, value| match value {
            serde_json::Value::Array(list) => !list.is_empty(),
            serde_json::Value::Object(map) => !map.is_empty(),
            _ => true,
        });
    }
    item
}
