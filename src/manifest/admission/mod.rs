//! Admission: how the API server changes an object before it stores it, and what it rejects.
//!
//! Priority classes are resolved, defaults are filled in, and invalid values are rejected with their field path. Values that a kubelet or a cloud
//! provider would have set on a node are assumed, with a notice.

mod create_only;
mod fault;
mod groups;
mod kubelet;
mod label_keys;
mod limits;
mod quota;
mod rare_kinds;
mod rules;
mod runtimes;
mod spec;
mod workloads;

use api::{
    ApiObject, Kind, Node, ObjectMeta, Pod, PodPhase, PodSpec, PreemptionPolicy, PriorityClass, Quantity, Str,
    TaintEffect, Toleration, TolerationOperator, nearest_name, shorten,
};
pub use fault::Fault;
pub(crate) use fault::has_form;
use fault::{
    check_amounts, check_form, check_int_or_percent, check_label_value, check_labels, check_number, check_selector,
    check_wholes, check_word, new_fault,
};
use findings::{AdmissionProblem as Refusal, FieldError, FieldRule, Leniency, MissingObject, NameForm, Notice};
pub use kubelet::wanted_labels;
pub use label_keys::{merge_label_keys, remove_merged_label_keys};
pub use limits::Limits;
pub use quota::{QuotaLedger, is_counted};
pub use rare_kinds::{RARE_ADMISSION, RareAdmission};
pub use rules::AdmissionRules;
use runtimes::note_missing_runtime_class;

/// The largest value of a user-defined priority class. Upstream: `HighestUserDefinablePriority`.
const HIGHEST_USER_PRIORITY: i32 = 1_000_000_000;
/// Priority classes that exist in every cluster.
pub const SYSTEM_CLASSES: [(&str, i32); 2] =
    [("system-cluster-critical", 2_000_000_000), ("system-node-critical", 2_000_001_000)];

/// Pods per node, if the node does not state a number.
const DEFAULT_MAX_PODS: u32 = 110;

/// The maximum number of pods in a text, which is the scalability limit of Kubernetes.
/// <https://kubernetes.io/docs/setup/best-practices/cluster-large/>
pub const MOST_PODS: u64 = 150_000;

/// The number of pods that an object creates.
pub struct RequestedPods {
    pub count: u64,
    /// The field that states the number.
    pub path: &'static str,
}

/// Admits objects, given the existing priority classes.
pub struct Admitter<'c> {
    classes: &'c [PriorityClass],
    rules: &'c AdmissionRules,
}

impl<'c> Admitter<'c> {
    /// Admission with these priority classes, those of the system, and the rules of the text.
    #[must_use]
    pub fn new(classes: &'c [PriorityClass], rules: &'c AdmissionRules) -> Self {
        Self { classes, rules }
    }

    /// Fills in defaults. Adds a notice to `assumed` for each value that a real cluster would have set itself.
    ///
    /// # Errors
    /// Everything that an API server would reject.
    pub fn admit_object(&self, api_object: &mut ApiObject, assumed: &mut Vec<Notice>) -> Result<(), Vec<Fault>> {
        let mut faults = Vec::new();
        match api_object {
            ApiObject::Node(node) => {
                admit_node(node, assumed, &mut faults);
                let labels = kubelet::add_wanted_labels(node, &self.rules.labels);
                if !labels.is_empty() {
                    assumed.push(Notice::KubeletLabels { labels });
                }
            }
            ApiObject::Pod(pod) => self.admit_pod(pod, assumed, &mut faults),
            ApiObject::Deployment(workload) => {
                self.admit_workload(Kind::Deployment, workload, assumed, &mut faults);
            }
            ApiObject::PriorityClass(class) => {
                let is_new = class.metadata.uid.is_empty();
                admit_meta(&mut class.metadata, NameForm::Subdomain, "", &mut faults);
                let default = self.classes.iter().find(|class| class.global_default).map(|class| &class.metadata.name);
                if let Some(first) =
                    default.filter(|name| class.global_default && is_new && **name != class.metadata.name)
                {
                    faults.push(new_fault("globalDefault", Refusal::SecondDefault { first: shorten(first) }));
                }
                let builtin = SYSTEM_CLASSES.iter().any(|(name, _)| class.metadata.name == *name);
                if class.value > HIGHEST_USER_PRIORITY && !builtin {
                    let (value, highest) = (class.value, HIGHEST_USER_PRIORITY);
                    faults.push(new_fault("value", Refusal::ReservedPriority { value, highest }));
                }
            }
            ApiObject::PodDisruptionBudget(budget) => {
                admit_meta(&mut budget.metadata, NameForm::Subdomain, "default", &mut faults);
                check_selector(budget.spec.selector.as_ref(), "spec.selector", &mut faults);
                if budget.spec.min_available.is_some() && budget.spec.max_unavailable.is_some() {
                    faults.push(new_fault("spec", Refusal::MinAndMax));
                }
                check_int_or_percent(budget.spec.min_available.as_ref(), Some(100), "spec.minAvailable", &mut faults);
                check_int_or_percent(
                    budget.spec.max_unavailable.as_ref(),
                    Some(100),
                    "spec.maxUnavailable",
                    &mut faults,
                );
            }
            other => {
                if let Some(rare) = self.rules.rare_admission {
                    (rare.admit_object)(self, other, assumed, &mut faults);
                }
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// The number of pods that an object creates.
    #[must_use]
    pub fn requested_pods(api_object: &ApiObject) -> RequestedPods {
        let count = |count: Option<i32>| u64::try_from(count.unwrap_or(1)).unwrap_or(0);
        match api_object {
            ApiObject::Pod(_) => RequestedPods { count: 1, path: "spec" },
            ApiObject::Deployment(workload)
            | ApiObject::ReplicaSet(workload)
            | ApiObject::ReplicationController(workload)
            | ApiObject::StatefulSet(workload) => {
                RequestedPods { count: count(workload.spec.replicas), path: "spec.replicas" }
            }
            ApiObject::Job(job) => RequestedPods { count: count(job.spec.parallelism), path: "spec.parallelism" },
            // A DaemonSet creates one per node, which is known only during a run.
            _ => RequestedPods { count: 0, path: "" },
        }
    }

    fn admit_pod(&self, pod: &mut Pod, assumed: &mut Vec<Notice>, faults: &mut Vec<Fault>) {
        // An object from a cluster was already admitted, possibly under other limit ranges.
        let is_new = pod.metadata.uid.is_empty() && pod.spec.node_name.is_empty();
        let was_in_cluster = !pod.metadata.uid.is_empty();
        let first_fault = faults.len();
        admit_meta(&mut pod.metadata, NameForm::Subdomain, "default", faults);
        let namespace = &pod.metadata.namespace;
        if is_new {
            self.note_own_priority(&pod.spec, Kind::Pod, "spec", assumed);
        }
        let own_priority = pod.spec.priority;
        self.admit_spec(&mut pod.spec, Some(namespace).filter(|_| is_new), "spec", assumed, faults);
        if was_in_cluster {
            // The class may have had another value when the pod was created.
            pod.spec.priority = own_priority.or(pod.spec.priority);
            tolerate_faults(first_fault, faults, assumed);
        }
        if is_new {
            if let Some(rare) = self.rules.rare_admission {
                (rare.check_limits)(&self.rules.limits, &pod.spec, namespace, "spec", faults);
            }
            create_only::check_create_only(&pod.spec, "spec", assumed, faults);
        }
        if pod.status.phase.is_unset() {
            pod.status.phase = PodPhase::Pending;
        }
    }

    fn admit_spec(
        &self,
        pod_spec: &mut PodSpec,
        limits_of: Option<&Str>,
        base: &str,
        assumed: &mut Vec<Notice>,
        faults: &mut Vec<Fault>,
    ) {
        self.admit_priority(pod_spec, base, assumed, faults);
        match self.rules.rare_admission {
            Some(rare) => (rare.apply_runtime_class)(&self.rules.limits.runtimes, pod_spec, base, assumed, faults),
            None => note_missing_runtime_class(pod_spec, assumed),
        }
        if pod_spec.scheduler_name.is_empty() {
            pod_spec.scheduler_name = "default-scheduler".into();
        }
        // The API server replaces negative values by 1.
        let grace = pod_spec.termination_grace_period_seconds.get_or_insert(30);
        if *grace < 0 {
            *grace = 1;
        }
        for key in ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"] {
            let covered = |t: &Toleration| {
                (t.key.is_empty() || t.key == key) && matches!(t.effect, TaintEffect::Unset | TaintEffect::NoExecute)
            };
            if !pod_spec.tolerations.iter().any(covered) {
                pod_spec.tolerations.push(Toleration {
                    key: key.into(),
                    operator: TolerationOperator::Exists,
                    effect: TaintEffect::NoExecute,
                    toleration_seconds: Some(300),
                    ..Toleration::default()
                });
            }
        }
        for (list, containers) in
            [("initContainers", &mut pod_spec.init_containers), ("containers", &mut pod_spec.containers)]
        {
            for (index, container) in containers.iter_mut().enumerate() {
                let resources = &mut container.resources;
                for (name, limit) in resources.limits.iter() {
                    resources.requests.insert_if_absent(name, limit);
                }
                check_amounts(&resources.requests, &format!("{base}.{list}[{index}].resources.requests"), faults);
                check_wholes(&resources.requests, &format!("{base}.{list}[{index}].resources.requests"), faults);
                for port in container.ports.iter_mut().filter(|port| port.protocol.is_empty()) {
                    port.protocol = "TCP".into();
                }
                if pod_spec.host_network {
                    for port in container.ports.iter_mut().filter(|port| port.host_port == 0) {
                        port.host_port = port.container_port;
                    }
                }
            }
        }
        if let (Some(namespace), Some(rare)) = (limits_of, self.rules.rare_admission) {
            (rare.apply_limit_defaults)(&self.rules.limits, pod_spec, namespace, assumed);
        }
        limits::fill_pod_level(pod_spec);
        spec::check_spec(pod_spec, base, faults);
    }

    /// Adds a notice about a new pod's explicit priority, which the API server rejects if it differs from that of its class. It is accepted here,
    /// since manifests here and elsewhere use numbers to set a priority without a class.
    fn note_own_priority(&self, pod_spec: &PodSpec, kind: Kind, base: &str, assumed: &mut Vec<Notice>) {
        self.note_own_policy(pod_spec, kind, base, assumed);
        let Some(own_priority) = pod_spec.priority.filter(|_| pod_spec.priority_class_name.is_empty()) else { return };
        let class_value = self.default_class().map_or(0, |class| class.value);
        if own_priority != class_value {
            assumed.push(Notice::OwnPriority { given: own_priority, computed: class_value });
        }
    }

    /// Adds a notice about a new pod's explicit preemption policy, if it differs from that of its class.
    fn note_own_policy(&self, pod_spec: &PodSpec, kind: Kind, base: &str, assumed: &mut Vec<Notice>) {
        let Some(own_policy) = &pod_spec.preemption_policy else { return };
        let name = &pod_spec.priority_class_name;
        let named_class = self.classes.iter().find(|class| class.metadata.name == *name);
        let class = if name.is_empty() { self.default_class() } else { named_class };
        let class_policy = class.and_then(|class| class.preemption_policy.as_ref());
        let computed = class_policy.unwrap_or(&PreemptionPolicy::PreemptLowerPriority);
        if own_policy != computed && PreemptionPolicy::WORDS.contains(&own_policy.as_str()) {
            let values = vec![own_policy.as_str().into(), computed.as_str().into()];
            let error = FieldError { rule: FieldRule::OwnPreemptionPolicy, values };
            let (kind, path) = (kind.name().into(), format!("{base}.preemptionPolicy").into());
            let reason = Leniency::Meant;
            assumed.push(Notice::FieldInvalid { kind, path, error: error.into(), reason });
        }
    }

    /// The default class; if there are several, the one with the lowest value. Upstream: `getDefaultPriority`.
    fn default_class(&self) -> Option<&PriorityClass> {
        self.classes.iter().filter(|class| class.global_default).min_by_key(|class| class.value)
    }

    /// Resolves `priorityClassName` to `priority`. A pod without a class gets the priority of the default class, or 0. A pod whose class does not
    /// exist would be rejected; here it gets 0 and a notice.
    fn admit_priority(&self, pod_spec: &mut PodSpec, base: &str, assumed: &mut Vec<Notice>, faults: &mut Vec<Fault>) {
        if pod_spec.priority_class_name.is_empty() {
            if pod_spec.priority.is_some() {
                // An object from a cluster was already admitted.
                return;
            }
            let default = self.default_class();
            if let Some(class) = default {
                pod_spec.priority_class_name = class.metadata.name.clone();
                pod_spec.preemption_policy =
                    pod_spec.preemption_policy.take().or_else(|| class.preemption_policy.clone());
            }
            pod_spec.priority = Some(default.map_or(0, |class| class.value));
            return;
        }
        let name = &pod_spec.priority_class_name;
        let defined_class = self.classes.iter().find(|class| class.metadata.name == *name);
        let builtin = SYSTEM_CLASSES.iter().find(|(class, _)| name == class).map(|(_, value)| *value);
        match (defined_class, builtin) {
            (Some(class), _) => {
                check_priority(pod_spec, class.value, base, faults);
                pod_spec.priority = Some(class.value);
                pod_spec.preemption_policy =
                    pod_spec.preemption_policy.take().or_else(|| class.preemption_policy.clone());
            }
            (None, Some(value)) => {
                check_priority(pod_spec, value, base, faults);
                pod_spec.priority = Some(value);
            }
            (None, None) if pod_spec.priority.is_some() => {}
            (None, None) => {
                let class_names = self.classes.iter().map(|class| class.metadata.name.as_str());
                let near = nearest_name(name, class_names.chain(SYSTEM_CLASSES.map(|(name, _)| name))).map(Str::from);
                if name.len() > NameForm::Subdomain.max_length() {
                    check_form(name, NameForm::Subdomain, format!("{base}.priorityClassName"), faults);
                }
                assumed.push(Notice::Missing(MissingObject::PriorityClass { name: shorten(name), near }));
                pod_spec.priority = Some(0);
            }
        }
    }
}

/// Turns errors into notices where a cluster of another version accepted the value.
fn tolerate_faults(first: usize, faults: &mut Vec<Fault>, assumed: &mut Vec<Notice>) {
    for fault in faults.split_off(first) {
        match &fault.refusal {
            Refusal::ClassPriority { .. } => {}
            Refusal::UnknownWord { word, known, .. } => {
                let known_words =
                    known.iter().map(|word| format!("{:?}", word.as_str())).collect::<Vec<_>>().join(", ");
                let values = vec![format!("{:?}", word.as_str()).into(), known_words.into()];
                let error = FieldError { rule: FieldRule::UnknownWord, values };
                let (kind, path) = (Kind::Pod.name().into(), shorten(&fault.path));
                assumed.push(Notice::FieldInvalid { kind, path, error: error.into(), reason: Leniency::FromCluster });
            }
            _ => faults.push(fault),
        }
    }
}

/// Whether an object was not yet admitted, unlike objects from a cluster.
#[must_use]
pub fn is_new(api_object: &ApiObject) -> bool {
    let is_placed = matches!(api_object, ApiObject::Pod(pod) if !pod.spec.node_name.is_empty());
    api_object.metadata().uid.is_empty() && !is_placed
}

/// Checks that an explicit priority equals that of the class.
fn check_priority(pod_spec: &PodSpec, value: i32, base: &str, faults: &mut Vec<Fault>) {
    if let Some(own_priority) = pod_spec.priority.filter(|priority| *priority != value) {
        let class = pod_spec.priority_class_name.clone();
        faults
            .push(new_fault(format!("{base}.priority"), Refusal::ClassPriority { given: own_priority, class, value }));
    }
}

/// Checks name and namespace, and fills in the namespace and the `uid`.
fn admit_meta(meta: &mut ObjectMeta, form: NameForm, namespace: &str, faults: &mut Vec<Fault>) {
    if meta.name.is_empty() {
        if !meta.generate_name.is_empty() {
            // A suffix is added to it, so that it may end in a hyphen.
            check_form(meta.generate_name.trim_end_matches('-'), form, "metadata.generateName", faults);
        }
        if meta.generate_name.is_empty() {
            faults.push(new_fault("metadata.name", Refusal::NoName));
        }
        meta.name = format!("{}x", meta.generate_name).into();
    } else {
        check_form(&meta.name, form, "metadata.name", faults);
    }
    if !meta.namespace.is_empty() {
        check_form(&meta.namespace, NameForm::Label, "metadata.namespace", faults);
    }
    if meta.namespace.is_empty() && !namespace.is_empty() {
        meta.namespace = namespace.into();
    }
    if meta.uid.is_empty() {
        meta.uid = generate_uid(meta);
    }
    check_labels(&meta.labels, "metadata.labels", faults);
    if let Some(seconds) = meta.deletion_grace_period_seconds {
        check_number(seconds, 0, i64::MAX, "metadata.deletionGracePeriodSeconds", faults);
    }
}

/// The `uid` that is generated for an object without one.
fn generate_uid(meta: &ObjectMeta) -> Str {
    format!("uid-{}-{}", meta.namespace, meta.name).into()
}

/// Whether an admitted object came with a `uid`, which only an API server assigns.
#[must_use]
pub fn has_own_uid(meta: &ObjectMeta) -> bool {
    !meta.uid.is_empty() && meta.uid != generate_uid(meta)
}

fn admit_node(node: &mut Node, assumed: &mut Vec<Notice>, faults: &mut Vec<Fault>) {
    admit_meta(&mut node.metadata, NameForm::Subdomain, "", faults);
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
        assumed.push(Notice::NoPodCount { assumed: DEFAULT_MAX_PODS });
        if let Some(pods) = Quantity::parse(&DEFAULT_MAX_PODS.to_string()) {
            let name = "pods".into();
            status.capacity.insert_if_absent(&name, &pods);
            status.allocatable.insert(name, pods);
        }
    }
    check_amounts(&status.allocatable, "status.allocatable", faults);
    for (index, taint) in node.spec.taints.iter().enumerate() {
        check_word(taint.effect.as_str(), TaintEffect::WORDS, &format!("spec.taints[{index}].effect"), faults);
        check_form(&taint.key, NameForm::Key, format!("spec.taints[{index}].key"), faults);
        check_label_value(&taint.value, format!("spec.taints[{index}].value"), faults);
    }
}
