//! Admission: what the API server makes of an object before it stores it, and what it refuses.
//!
//! Priority classes become priorities, defaults are filled in, and values that no API server would take are refused with
//! their field path. What a kubelet or a cloud would have set on a node is made up, and said.

use std::rc::Rc;

use super::problem::{Admission as Refusal, Notice};
use super::{
    Kind, LabelSelector, Node, ObjectMeta, Pod, PodAffinityTerm, PodSpec, PriorityClass, Quantity, Requirement,
    ResourceList, StorageObject, Str, Toleration, WAIT_FOR_FIRST_CONSUMER, Workload, is_label_value, nearest,
};

/// The largest value of a class that people make.
const HIGHEST_USER_PRIORITY: i32 = 1_000_000_000;
/// Classes that every cluster has.
pub const SYSTEM_CLASSES: [(&str, i32); 2] =
    [("system-cluster-critical", 2_000_000_000), ("system-node-critical", 2_000_001_000)];

/// How many pods a node takes that does not say.
const PODS: u32 = 110;

/// Why an object is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Path of the field, within the object.
    pub path: String,
    /// What is wrong with it.
    pub refusal: Refusal,
}

/// Admits objects, given the priority classes that are there.
pub struct Admission<'c> {
    classes: &'c [PriorityClass],
}

impl<'c> Admission<'c> {
    /// Admission with these classes and those of the system.
    #[must_use]
    pub fn new(classes: &'c [PriorityClass]) -> Self {
        Self { classes }
    }

    /// Fills in what is absent. `assumed` gets a notice for each thing that a real cluster would have said itself.
    ///
    /// # Errors
    /// Everything that an API server would refuse.
    pub fn admit(&self, kind: &mut Kind, assumed: &mut Vec<Notice>) -> Result<(), Vec<Fault>> {
        let mut faults = Vec::new();
        if kind.pod_spec().is_some_and(|spec| !spec.resource_claims.is_empty()) {
            assumed.push(Notice::ResourceClaims);
        }
        match kind {
            Kind::Node(node) => admit_node(node, assumed, &mut faults),
            Kind::Pod(pod) => self.admit_pod(pod, &mut faults),
            Kind::PriorityClass(class) => {
                admit_meta(&mut class.metadata, "", &mut faults);
                let builtin = SYSTEM_CLASSES.iter().any(|(name, _)| class.metadata.name == *name);
                if class.value > HIGHEST_USER_PRIORITY && !builtin {
                    let (value, highest) = (class.value, HIGHEST_USER_PRIORITY);
                    faults.push(fault("value", Refusal::ReservedPriority { value, highest }));
                }
            }
            Kind::PodDisruptionBudget(budget) => {
                admit_meta(&mut budget.metadata, "default", &mut faults);
                check_selector(budget.spec.selector.as_ref(), "spec.selector", &mut faults);
                if budget.spec.min_available.is_some() && budget.spec.max_unavailable.is_some() {
                    faults.push(fault("spec", Refusal::MinAndMax));
                }
            }
            Kind::Deployment(workload)
            | Kind::ReplicaSet(workload)
            | Kind::ReplicationController(workload)
            | Kind::StatefulSet(workload)
            | Kind::DaemonSet(workload)
            | Kind::Job(workload) => self.admit_workload(workload, &mut faults),
            Kind::Service(service) => admit_meta(&mut service.metadata, "default", &mut faults),
            Kind::Namespace(namespace) => {
                admit_meta(&mut namespace.metadata, "", &mut faults);
                let name = namespace.metadata.name.clone();
                namespace.metadata.labels.insert("kubernetes.io/metadata.name".into(), name);
            }
            Kind::Storage(object) => admit_storage(object, &mut faults),
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    fn admit_pod(&self, pod: &mut Pod, faults: &mut Vec<Fault>) {
        admit_meta(&mut pod.metadata, "default", faults);
        self.admit_spec(&mut pod.spec, "spec", faults);
        if pod.status.phase.is_empty() {
            pod.status.phase = "Pending".into();
        }
    }

    fn admit_workload(&self, workload: &mut Workload, faults: &mut Vec<Fault>) {
        admit_meta(&mut workload.metadata, "default", faults);
        check_selector(workload.spec.selector.as_ref(), "spec.selector", faults);
        self.admit_spec(&mut workload.spec.template.spec, "spec.template.spec", faults);
    }

    fn admit_spec(&self, spec: &mut PodSpec, base: &str, faults: &mut Vec<Fault>) {
        self.admit_priority(spec, base, faults);
        if spec.scheduler_name.is_empty() {
            spec.scheduler_name = "default-scheduler".into();
        }
        spec.termination_grace_period_seconds.get_or_insert(30);
        for key in ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"] {
            let covered =
                |t: &Toleration| (t.key.is_empty() || t.key == key) && (t.effect.is_empty() || t.effect == "NoExecute");
            if !spec.tolerations.iter().any(covered) {
                spec.tolerations.push(Toleration {
                    key: key.into(),
                    operator: "Exists".into(),
                    effect: "NoExecute".into(),
                    toleration_seconds: Some(300),
                    ..Toleration::default()
                });
            }
        }
        for (list, containers) in [("initContainers", &mut spec.init_containers), ("containers", &mut spec.containers)]
        {
            for (index, container) in containers.iter_mut().enumerate() {
                let resources = &mut container.resources;
                for (name, limit) in resources.limits.iter() {
                    resources.requests.insert_absent(name, limit);
                }
                check_amounts(&resources.requests, &format!("{base}.{list}[{index}].resources.requests"), faults);
                for port in container.ports.iter_mut().filter(|port| port.protocol.is_empty()) {
                    port.protocol = "TCP".into();
                }
                if spec.host_network {
                    for port in container.ports.iter_mut().filter(|port| port.host_port == 0) {
                        port.host_port = port.container_port;
                    }
                }
            }
        }
        for (index, toleration) in spec.tolerations.iter().enumerate() {
            let path = format!("{base}.tolerations[{index}]");
            check_word(&toleration.operator, &["", "Equal", "Exists"], &format!("{path}.operator"), faults);
            let effects = ["", "NoSchedule", "PreferNoSchedule", "NoExecute"];
            check_word(&toleration.effect, &effects, &format!("{path}.effect"), faults);
        }
        for (index, constraint) in spec.topology_spread_constraints.iter().enumerate() {
            let path = format!("{base}.topologySpreadConstraints[{index}]");
            let words = ["DoNotSchedule", "ScheduleAnyway"];
            check_word(&constraint.when_unsatisfiable, &words, &format!("{path}.whenUnsatisfiable"), faults);
            if constraint.max_skew <= 0 {
                faults.push(fault(format!("{path}.maxSkew"), Refusal::Skew { skew: constraint.max_skew }));
            }
            check_selector(constraint.label_selector.as_ref(), &format!("{path}.labelSelector"), faults);
        }
        check_affinity(spec, base, faults);
        if let Some(policy) = &spec.preemption_policy {
            check_word(policy, &["PreemptLowerPriority", "Never"], &format!("{base}.preemptionPolicy"), faults);
        }
    }

    /// `priorityClassName` becomes `priority`; a pod without a class gets the default class's, or 0.
    fn admit_priority(&self, spec: &mut PodSpec, base: &str, faults: &mut Vec<Fault>) {
        if spec.priority_class_name.is_empty() {
            if spec.priority.is_some() {
                // A dump of a cluster: admission has been here before.
                return;
            }
            let default = self.classes.iter().filter(|class| class.global_default).min_by_key(|class| class.value);
            if let Some(class) = default {
                spec.priority_class_name = class.metadata.name.clone();
                spec.preemption_policy = spec.preemption_policy.take().or_else(|| class.preemption_policy.clone());
            }
            spec.priority = Some(default.map_or(0, |class| class.value));
            return;
        }
        let name = &spec.priority_class_name;
        let own = self.classes.iter().find(|class| class.metadata.name == *name);
        let builtin = SYSTEM_CLASSES.iter().find(|(class, _)| name == class).map(|(_, value)| *value);
        match (own, builtin) {
            (Some(class), _) => {
                spec.priority = Some(class.value);
                spec.preemption_policy = spec.preemption_policy.take().or_else(|| class.preemption_policy.clone());
            }
            (None, Some(value)) => spec.priority = Some(value),
            (None, None) if spec.priority.is_some() => {}
            (None, None) => {
                let known = self.classes.iter().map(|class| class.metadata.name.as_str());
                let near = nearest(name, known.chain(SYSTEM_CLASSES.map(|(name, _)| name))).map(Str::from);
                let unknown = Refusal::UnknownClass { name: name.clone(), near };
                faults.push(fault(format!("{base}.priorityClassName"), unknown));
            }
        }
    }
}

fn fault(path: impl Into<String>, refusal: Refusal) -> Fault {
    Fault { path: path.into(), refusal }
}

fn check_affinity(spec: &PodSpec, base: &str, faults: &mut Vec<Fault>) {
    const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
    const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";
    let Some(affinity) = &spec.affinity else { return };
    let mut check_term = |term: &PodAffinityTerm, path: String| {
        check_selector(term.label_selector.as_ref(), &format!("{path}.labelSelector"), faults);
        if term.topology_key.is_empty() {
            faults.push(fault(format!("{path}.topologyKey"), Refusal::NoTopologyKey));
        }
    };
    for (name, pods) in [("podAffinity", &affinity.pod_affinity), ("podAntiAffinity", &affinity.pod_anti_affinity)] {
        let Some(pods) = pods else { continue };
        let path = format!("{base}.affinity.{name}");
        for (index, term) in pods.required.iter().enumerate() {
            check_term(term, format!("{path}.{REQUIRED}[{index}]"));
        }
        for (index, weighted) in pods.preferred.iter().enumerate() {
            check_term(&weighted.pod_affinity_term, format!("{path}.{PREFERRED}[{index}].podAffinityTerm"));
        }
    }
    let required = affinity.node_affinity.as_ref().and_then(|node| node.required.as_ref());
    for (index, term) in required.into_iter().flat_map(|selector| &selector.node_selector_terms).enumerate() {
        let path = format!("{base}.affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms[{index}]");
        for (index, requirement) in term.match_expressions.iter().enumerate() {
            let words = ["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"];
            check_word(&requirement.operator, &words, &format!("{path}.matchExpressions[{index}].operator"), faults);
        }
    }
}

/// Name, namespace and identity.
fn admit_meta(meta: &mut ObjectMeta, namespace: &str, faults: &mut Vec<Fault>) {
    if meta.name.is_empty() {
        if meta.generate_name.is_empty() {
            faults.push(fault("metadata.name", Refusal::NoName));
        }
        meta.name = format!("{}x", meta.generate_name).into();
    }
    if meta.namespace.is_empty() && !namespace.is_empty() {
        meta.namespace = namespace.into();
    }
    if meta.uid.is_empty() {
        meta.uid = format!("uid-{}-{}", meta.namespace, meta.name).into();
    }
    for (key, value) in meta.labels.iter() {
        if !is_label_value(value) {
            faults.push(fault(format!("metadata.labels.{key}"), Refusal::LabelValue { value: value.clone() }));
        }
    }
}

fn admit_node(node: &mut Node, assumed: &mut Vec<Notice>, faults: &mut Vec<Fault>) {
    admit_meta(&mut node.metadata, "", faults);
    node.metadata.namespace = Str::default();
    let name = node.metadata.name.clone();
    if !node.metadata.labels.contains("kubernetes.io/hostname") {
        node.metadata.labels.insert("kubernetes.io/hostname".into(), name.clone());
    }
    let status = &mut node.status;
    match (status.allocatable.is_empty(), status.capacity.is_empty()) {
        (true, false) => status.allocatable.clone_from(&status.capacity),
        (false, true) => status.capacity.clone_from(&status.allocatable),
        (true, true) => assumed.push(Notice::NoCapacity),
        (false, false) => {}
    }
    if !status.allocatable.contains("pods") {
        assumed.push(Notice::NoPodCount { assumed: PODS });
        if let Some(pods) = Quantity::parse(&PODS.to_string()) {
            let name = "pods".into();
            status.capacity.insert_absent(&name, &pods);
            status.allocatable.insert(name, pods);
        }
    }
    check_amounts(&status.allocatable, "status.allocatable", faults);
    for (index, taint) in node.spec.taints.iter().enumerate() {
        let effects = ["NoSchedule", "PreferNoSchedule", "NoExecute"];
        check_word(&taint.effect, &effects, &format!("spec.taints[{index}].effect"), faults);
    }
}

fn admit_storage(object: &mut StorageObject, faults: &mut Vec<Fault>) {
    let namespace = if object.is_namespaced() { "default" } else { "" };
    admit_meta(object.metadata_mut(), namespace, faults);
    match object {
        StorageObject::Volume(volume) => {
            let volume = Rc::make_mut(volume);
            check_amounts(&volume.spec.capacity, "spec.capacity", faults);
            if volume.status.phase.is_empty() {
                volume.status.phase = "Available".into();
            }
        }
        StorageObject::Claim(claim) => {
            let claim = Rc::make_mut(claim);
            check_amounts(&claim.spec.resources.requests, "spec.resources.requests", faults);
            check_selector(claim.spec.selector.as_ref(), "spec.selector", faults);
            if claim.status.phase.is_empty() {
                claim.status.phase = "Pending".into();
            }
        }
        StorageObject::Class(class) => {
            let class = Rc::make_mut(class);
            let mode = class.volume_binding_mode.get_or_insert_with(|| "Immediate".into());
            check_word(mode, &["Immediate", WAIT_FOR_FIRST_CONSUMER], "volumeBindingMode", faults);
            if class.reclaim_policy.is_empty() {
                class.reclaim_policy = "Delete".into();
            }
        }
        StorageObject::Capacity(room) => {
            check_selector(room.node_topology.as_ref(), "nodeTopology", faults);
        }
        StorageObject::CsiNode(_) | StorageObject::CsiDriver(_) | StorageObject::Attachment(_) => {}
    }
}

fn check_amounts(amounts: &ResourceList, path: &str, faults: &mut Vec<Fault>) {
    for (name, amount) in amounts.iter() {
        if amount.value() < 0 || amount.milli_value() < 0 {
            let amount = amount.as_str().into();
            faults.push(fault(format!("{path}.{name}"), Refusal::NegativeAmount { amount }));
        }
    }
}

fn check_word(word: &str, words: &[&str], path: &str, faults: &mut Vec<Fault>) {
    if !words.contains(&word) {
        let known: Vec<Str> = words.iter().filter(|word| !word.is_empty()).map(|word| Str::from(*word)).collect();
        let near = nearest(word, known.iter().map(Str::as_str)).map(Str::from);
        faults.push(fault(path, Refusal::UnknownWord { word: word.into(), known, near }));
    }
}

fn check_selector(selector: Option<&LabelSelector>, path: &str, faults: &mut Vec<Fault>) {
    let Some(selector) = selector else { return };
    for (index, requirement) in selector.match_expressions.iter().enumerate() {
        let path = format!("{path}.matchExpressions[{index}]");
        let words = ["In", "NotIn", "Exists", "DoesNotExist"];
        check_word(&requirement.operator, &words, &format!("{path}.operator"), faults);
        let Requirement { operator, values, .. } = requirement;
        let wants_values = operator == "In" || operator == "NotIn";
        if words.contains(&operator.as_str()) && values.is_empty() == wants_values {
            let operator = operator.clone();
            let refusal =
                if wants_values { Refusal::NoValues { operator } } else { Refusal::UnwantedValues { operator } };
            faults.push(fault(format!("{path}.values"), refusal));
        }
    }
}
