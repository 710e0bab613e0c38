//! Adapts objects for a real cluster: drops fields that the cluster sets itself, adds those that it requires.

use api::{
    AccessMode, ApiObject, ConditionStatus, ConditionType, FEATURE_GATES, FeatureGates, Kind, Labels, NO_PROVISIONER,
    NamespacedName, PodPhase, PreemptionPolicy, RestartPolicy, Set, Str, Table, WorkloadKind, shorten,
};
use findings::{Notice, Problem};
use manifest::{Manifest, admission::SYSTEM_CLASSES, document_kinds, is_custom_version};
use protocol::ExportNote;
use releases::Release;
use serde_json::{Map, Value, json};

/// Metadata fields that the API server sets itself.
const SERVER_SET_FIELDS: [&str; 9] = [
    "uid",
    "resourceVersion",
    "creationTimestamp",
    "managedFields",
    "generation",
    "selfLink",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "ownerReferences",
];
/// Annotations that controllers set themselves; with those of volumes, a claim would count as bound too early.
const ANNOTATIONS: [&str; 4] = [
    "kubectl.kubernetes.io/last-applied-configuration",
    "deployment.kubernetes.io/revision",
    "pv.kubernetes.io/bind-completed",
    "pv.kubernetes.io/bound-by-controller",
];
/// Labels that the Job controller sets on its pods.
const JOB_LABELS: [&str; 4] =
    ["controller-uid", "job-name", "batch.kubernetes.io/controller-uid", "batch.kubernetes.io/job-name"];
/// The fields of a node's status that are exported.
const NODE_STATUS_FIELDS: [&str; 4] = ["capacity", "allocatable", "images", "declaredFeatures"];
/// Namespaces that every cluster has.
const NAMESPACES: [&str; 4] = ["default", "kube-system", "kube-public", "kube-node-lease"];
/// The largest value of a priority class that users may create. Upstream: `HighestUserDefinablePriority`.
const HIGHEST_USER_PRIORITY: i32 = 1_000_000_000;
/// The annotation, key and value, that makes KWOK simulate a node.
const KWOK: (&str, &str) = ("kwok.x-k8s.io/node", "fake");
/// The image of containers without one. It does nothing.
const PAUSE: &str = "registry.k8s.io/pause:3.10";

/// The API version of pod groups, which the cluster must serve.
pub(super) const GROUP_API: &str = "scheduling.k8s.io/v1alpha2";

/// What a priority class sets in its pods.
#[derive(Clone, Default, PartialEq, Eq)]
struct ClassValues {
    value: i32,
    policy: Option<PreemptionPolicy>,
}

/// Adapts objects of a manifest for a real cluster, and notes what it changes.
pub(super) struct ObjectAdapter<'m> {
    minor: u32,
    /// The labels of each node after admission, which adds those that a kubelet sets.
    nodes: Table<&'m Str, &'m Labels>,
    classes: Table<Str, ClassValues>,
    default_class: ClassValues,
    /// Priority classes that had to be created, by name.
    made_classes: Table<Str, Value>,
    generated_names: usize,
    /// Whether KWOK simulates the kubelets.
    pub(crate) is_kwok: bool,
    /// Feature gates that the cluster enables.
    pub(crate) gates: FeatureGates,
    /// The changes, with the number of times each was made.
    pub notes: Table<ExportNote, usize>,
    /// The workloads of the manifest.
    owners: Set<(WorkloadKind, NamespacedName)>,
}

impl<'m> ObjectAdapter<'m> {
    /// Adapts objects for a cluster of this release.
    pub(super) fn new(manifest: &'m Manifest, release: Release) -> Self {
        let minor = release.minor();
        let kinds = || manifest.objects.iter().map(|object| &object.kind);
        let created = manifest.scenario.created_objects();
        let nodes = kinds().chain(created.clone()).filter_map(|kind| match kind {
            ApiObject::Node(node) => Some((&node.metadata.name, &node.metadata.labels)),
            _ => None,
        });
        let class_entries: Vec<_> = kinds().chain(created.clone()).filter_map(class_of_kind).collect();
        let owners = kinds().chain(created).filter_map(|kind| {
            let meta = &kind.workload()?.metadata;
            Some((kind.kind().workload()?, NamespacedName::of(meta)))
        });
        let builtin =
            SYSTEM_CLASSES.iter().map(|(name, value)| (Str::from(*name), ClassValues { value: *value, policy: None }));
        let classes =
            builtin.chain(class_entries.iter().map(|entry| (entry.name.clone(), entry.values.clone()))).collect();
        let default = class_entries.iter().filter(|entry| entry.is_default).min_by_key(|entry| entry.values.value);
        Self {
            minor,
            nodes: nodes.collect(),
            classes,
            default_class: default.map(|entry| entry.values.clone()).unwrap_or_default(),
            made_classes: Table::new(),
            generated_names: 0,
            is_kwok: false,
            gates: manifest.gates,
            notes: Table::new(),
            owners: owners.collect(),
        }
    }

    /// The enabled feature gates as the value of a command-line flag, with a note about them; `None` if there are none.
    pub(super) fn gate_flags(&mut self) -> Option<String> {
        let mut gates = self.gates;
        let is_on = |name: &&str| gates.gate_mut(name).is_some_and(|gate| *gate);
        let names: Vec<&str> = FEATURE_GATES.iter().map(|(name, _)| *name).filter(is_on).collect();
        let flags: Vec<String> = names.iter().map(|name| format!("{name}=true")).collect();
        let flags = (!flags.is_empty()).then(|| flags.join(","))?;
        self.add_note(ExportNote::FeatureGates { gates: flags.as_str().into(), api: GROUP_API.into() });
        Some(flags)
    }

    pub(super) fn add_note(&mut self, note: ExportNote) {
        *self.notes.or_default(note) += 1;
    }

    /// The object as the cluster accepts it; `None` if it can't be created there.
    pub(super) fn adapt_object(&mut self, mut object: Value) -> Option<Value> {
        let kind = text_at(&object, "/kind").to_owned();
        // A cluster that KWOK creates has no custom resource definitions.
        if is_custom_version(text_at(&object, "/apiVersion")) {
            if self.is_kwok {
                self.add_note(ExportNote::Custom { kind: shorten(&kind) });
                return None;
            }
            self.adapt_metadata(&mut object);
            return Some(object);
        }
        let known_kind = Kind::from_name(&kind);
        if matches!(known_kind, Some(Kind::PodGroup | Kind::Workload)) && !self.gates.generic_workload {
            self.add_note(ExportNote::NoGroups { what: kind.as_str().into() });
            return None;
        }
        match self.version_of(&kind) {
            Some(version) => object["apiVersion"] = version.into(),
            None if text_at(&object, "/apiVersion").is_empty() => {
                self.add_note(ExportNote::NoVersion { kind: kind.as_str().into() });
                return None;
            }
            None => {}
        }
        let terminates = object.pointer("/metadata/deletionTimestamp").is_some();
        self.adapt_metadata(&mut object);
        match known_kind {
            Some(Kind::Node) => self.adapt_node(&mut object),
            Some(Kind::Pod) => {
                if PodPhase::from(Str::from(text_at(&object, "/status/phase"))).is_over() {
                    self.add_note(ExportNote::Ended);
                    return None;
                }
                if terminates {
                    self.add_note(ExportNote::Terminating);
                }
                let node = text_at(&object, "/spec/nodeName");
                if !node.is_empty() && !self.nodes.is_empty() && !self.nodes.contains_key(&Str::from(node)) {
                    self.add_note(ExportNote::NoSuchNode);
                    return None;
                }
                // The script for KWOK sets the status itself.
                if !self.is_kwok {
                    if !node.is_empty() && !is_ready(&object) {
                        self.add_note(ExportNote::PodsNotReady);
                    }
                    let name = text_at(&object, "/metadata/name").into();
                    if node.is_empty() && !text_at(&object, "/status/nominatedNodeName").is_empty() {
                        self.add_note(ExportNote::Nominated { name });
                    }
                }
                self.adapt_pod_spec(&mut object, "/spec");
            }
            Some(Kind::PodGroup) => {
                // The API server sets its own finalizer.
                fields_at(&mut object, "/metadata").remove("finalizers");
            }
            Some(Kind::PodDisruptionBudget) => self.note_budget_status(&object),
            Some(Kind::StorageClass) => {
                let provisioner = text_at(&object, "/provisioner");
                if !["", NO_PROVISIONER].contains(&provisioner) {
                    self.add_note(ExportNote::Provisioner { name: provisioner.into() });
                }
            }
            Some(Kind::PriorityClass) => {
                let name = Str::from(text_at(&object, "/metadata/name"));
                if SYSTEM_CLASSES.iter().any(|(builtin, _)| name == *builtin) {
                    self.add_note(ExportNote::SystemClass { name });
                    return None;
                }
            }
            Some(Kind::Service) => {
                let portless =
                    object.pointer("/spec/ports").is_none_or(|ports| ports.as_array().is_none_or(Vec::is_empty));
                if portless {
                    fields_at(&mut object, "/spec").insert("clusterIP".to_owned(), "None".into());
                }
            }
            Some(Kind::PersistentVolume) => self.adapt_volume(&mut object),
            Some(Kind::PersistentVolumeClaim) => {
                let spec = fields_at(&mut object, "/spec");
                let mut filled = set_if_absent(spec, "accessModes", json!([AccessMode::ReadWriteOnce]));
                filled |= set_if_absent(spec, "resources", json!({"requests": {"storage": "1Gi"}}));
                if filled {
                    self.add_note(ExportNote::Filled);
                }
            }
            Some(Kind::ResourceClaim) if object.pointer("/status/allocation").is_some() => {
                let name = text_at(&object, "/metadata/name").into();
                self.add_note(ExportNote::Unallocated { name });
            }
            Some(Kind::ResourceSlice) => self.add_note(ExportNote::NoDriver),
            Some(kind) => {
                if let Some(workload) = kind.workload() {
                    self.adapt_workload(&mut object, workload);
                }
            }
            None => {}
        }
        if let (Value::Object(fields), true) = (&mut object, known_kind != Some(Kind::Node)) {
            fields.remove("status");
        }
        Some(object)
    }

    /// Notes that the status of a budget is not exported.
    fn note_budget_status(&mut self, budget: &Value) {
        let has_status_field =
            |field: &str| budget.pointer(&format!("/status/{field}")).is_some_and(|value| !value.is_null());
        if ["disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods", "disruptedPods"]
            .into_iter()
            .any(has_status_field)
        {
            self.add_note(ExportNote::BudgetStatus { name: text_at(budget, "/metadata/name").into() });
        }
    }

    /// The API version in which the cluster serves a kind; `None` if the manifest reader doesn't know the kind.
    fn version_of(&self, kind: &str) -> Option<&'static str> {
        let introduced = Kind::from_name(kind).and_then(|kind| kind.info().introduced);
        let older = introduced.filter(|(minor, _)| self.minor < *minor).map(|(_, before)| before);
        older.or_else(|| document_kinds().find(|(name, _)| *name == kind).map(|(_, version)| version))
    }

    /// Objects that others refer to and the manifest lacks, and priority classes that had to be created. Notices about the manifest name the same
    /// objects.
    pub(super) fn missing_objects(&mut self, manifest: &Manifest, objects: &[Value]) -> Vec<Value> {
        let mut missing_objects = Vec::new();
        let mut names: Vec<String> =
            objects.iter().map(|object| text_at(object, "/metadata/namespace").to_owned()).collect();
        let has_namespace = |name: &str| {
            objects.iter().any(|object| {
                text_at(object, "/kind") == Kind::Namespace.name() && text_at(object, "/metadata/name") == name
            })
        };
        names.retain(|name| !name.is_empty() && !NAMESPACES.contains(&name.as_str()) && !has_namespace(name));
        names.sort();
        names.dedup();
        for name in names {
            missing_objects
                .push(json!({"apiVersion": "v1", "kind": Kind::Namespace.name(), "metadata": {"name": name}}));
            self.add_note(ExportNote::Added { kind: Kind::Namespace.name().into(), name: name.as_str().into() });
        }
        for finding in &manifest.notices {
            let Problem::Notice(Notice::Missing(missing)) = &finding.problem else { continue };
            let (kind, name) = missing.kind_and_name();
            if kind == Kind::Namespace {
                continue;
            }
            // With the values that admission assumed for them.
            let documents = manifest::edit::read_documents(&missing.to_document(0)).unwrap_or_default();
            for document in documents {
                self.add_note(ExportNote::Added { kind: kind.name().into(), name: name.clone() });
                missing_objects.extend(self.adapt_object(document));
            }
        }
        missing_objects.extend(self.made_classes.values().cloned());
        missing_objects
    }

    fn adapt_metadata(&mut self, object: &mut Value) {
        let namespace = namespace_or_default(text_at(object, "/metadata/namespace"));
        let references = object.pointer("/metadata/ownerReferences").and_then(Value::as_array);
        let owner = references.into_iter().flatten().find(|owner| owner["controller"] == Value::Bool(true));
        let is_missing_owner = owner.is_some_and(|owner| {
            let kind = WorkloadKind::from_name(text_at(owner, "/kind"));
            kind.is_some_and(|kind| {
                !self.owners.contains(&(kind, NamespacedName::new(namespace, text_at(owner, "/name"))))
            })
        });
        if self.is_kwok && is_missing_owner {
            self.add_note(ExportNote::Unowned);
        }
        let metadata = fields_at(object, "/metadata");
        let owned = metadata.contains_key("ownerReferences");
        for field in SERVER_SET_FIELDS {
            metadata.remove(field);
        }
        if let Some(Value::Object(annotations)) = metadata.get_mut("annotations") {
            annotations.retain(|name, _| !ANNOTATIONS.contains(&name.as_str()));
            if annotations.is_empty() {
                metadata.remove("annotations");
            }
        }
        let generated = metadata.remove("generateName").filter(|_| !metadata.contains_key("name"));
        if let Some(base) = generated {
            self.generated_names += 1;
            let name = format!("{}{}", base.as_str().unwrap_or_default(), self.generated_names);
            metadata.insert("name".to_owned(), name.into());
            self.add_note(ExportNote::Named);
        }
        if owned {
            self.add_note(ExportNote::Owners);
        }
    }

    fn adapt_node(&mut self, object: &mut Value) {
        let name = Str::from(text_at(object, "/metadata/name"));
        if let Some(labels) = self.nodes.get(&name) {
            let labels: Map<String, Value> =
                labels.iter().map(|(name, value)| (name.to_string(), value.as_str().into())).collect();
            fields_at(object, "/metadata").insert("labels".to_owned(), labels.into());
        }
        if self.is_kwok {
            add_annotation(object, KWOK.0, KWOK.1.into());
        }
        // The script for KWOK can make a kubelet report that it isn't ready, but not stop it from reporting.
        let silent =
            status_conditions(object).any(|condition| condition["status"] == *ConditionStatus::Unknown.as_str());
        let changes = if self.is_kwok { silent } else { !is_ready(object) };
        if changes {
            self.add_note(ExportNote::NotReady);
        }
        let status = fields_at(object, "/status");
        status.retain(|field, _| NODE_STATUS_FIELDS.contains(&field.as_str()));
        // A scheduler counts missing amounts as zero, including the number of pods.
        for field in ["capacity", "allocatable"] {
            let other = if field == "capacity" { "allocatable" } else { "capacity" };
            if !status.contains_key(field) {
                let amounts = status.get(other).cloned().unwrap_or_else(|| json!({"cpu": "0", "memory": "0"}));
                status.insert(field.to_owned(), amounts);
            }
            if let Some(Value::Object(amounts)) = status.get_mut(field) {
                set_if_absent(amounts, "pods", "110".into());
            }
        }
    }

    fn adapt_volume(&mut self, object: &mut Value) {
        const PLAIN: [&str; 9] = [
            "capacity",
            "accessModes",
            "claimRef",
            "persistentVolumeReclaimPolicy",
            "storageClassName",
            "mountOptions",
            "volumeMode",
            "nodeAffinity",
            "volumeAttributesClassName",
        ];
        let name = text_at(object, "/metadata/name").to_owned();
        let spec = fields_at(object, "/spec");
        if let Some(Value::Object(claim)) = spec.get_mut("claimRef") {
            claim.retain(|field, _| ["kind", "apiVersion", "namespace", "name"].contains(&field.as_str()));
        }
        let mut filled = set_if_absent(spec, "accessModes", json!([AccessMode::ReadWriteOnce]));
        filled |= set_if_absent(spec, "capacity", json!({"storage": "1Gi"}));
        if spec.keys().all(|field| PLAIN.contains(&field.as_str())) {
            spec.insert("hostPath".to_owned(), json!({"path": format!("/tmp/{name}")}));
            filled = true;
        }
        if filled {
            self.add_note(ExportNote::Filled);
        }
    }

    fn adapt_workload(&mut self, object: &mut Value, kind: WorkloadKind) {
        let name = text_at(object, "/metadata/name").to_owned();
        let plain = kind == WorkloadKind::ReplicationController;
        let job = kind == WorkloadKind::Job;
        let by_hand = object.pointer("/spec/manualSelector") == Some(&Value::Bool(true));
        let selector = if plain { "/spec/selector" } else { "/spec/selector/matchLabels" };
        let selected = object.pointer(selector).cloned();
        if let Some(Value::Object(template)) = object.pointer_mut("/spec/template/metadata") {
            for field in SERVER_SET_FIELDS {
                template.remove(field);
            }
        }
        let labels = fields_at(nested_fields(object, "/spec/template"), "/metadata");
        if job && !by_hand {
            if let Some(Value::Object(labels)) = labels.get_mut("labels") {
                for label in JOB_LABELS {
                    labels.remove(label);
                }
            }
            fields_at(object, "/spec").remove("selector");
        } else {
            let filled = set_if_absent(labels, "labels", selected.unwrap_or_else(|| json!({"app": name})));
            let labels = labels.get("labels").cloned().unwrap_or_default();
            let selector = if plain { labels } else { json!({"matchLabels": labels}) };
            if set_if_absent(fields_at(object, "/spec"), "selector", selector) | filled {
                self.add_note(ExportNote::Filled);
            }
        }
        self.adapt_pod_spec(object, "/spec/template/spec");
        if job
            && set_if_absent(
                fields_at(object, "/spec/template/spec"),
                "restartPolicy",
                RestartPolicy::Never.as_str().into(),
            )
        {
            self.add_note(ExportNote::Filled);
        }
    }

    fn adapt_pod_spec(&mut self, object: &mut Value, at: &str) {
        let has_groups = self.gates.generic_workload;
        let spec = fields_at(object, at);
        // A cluster without the field rejects the pod.
        if !has_groups && spec.remove("schedulingGroup").is_some() {
            self.add_note(ExportNote::NoGroups { what: "schedulingGroup".into() });
        }
        let spec = fields_at(object, at);
        spec.remove("ephemeralContainers");
        let accounts = [spec.remove("serviceAccountName"), spec.remove("serviceAccount")];
        if spec.get("nodeName").is_some_and(|node| node.as_str().is_none_or(str::is_empty)) {
            spec.remove("nodeName");
        }
        let mut filled = false;
        if spec.get("containers").is_none_or(|containers| containers.as_array().is_none_or(Vec::is_empty)) {
            spec.insert("containers".to_owned(), json!([{}]));
        }
        for list in ["initContainers", "containers"] {
            let Some(Value::Array(containers)) = spec.get_mut(list) else { continue };
            for (index, container) in containers.iter_mut().enumerate() {
                let Value::Object(container) = container else { continue };
                let letter = if list == "containers" { 'c' } else { 'i' };
                filled |= set_if_absent(container, "name", format!("{letter}{index}").into());
                filled |= set_if_absent(container, "image", PAUSE.into());
            }
        }
        self.adapt_priority(spec);
        if filled {
            self.add_note(ExportNote::Filled);
        }
        if accounts.iter().flatten().any(|account| *account != "default") {
            self.add_note(ExportNote::Accounts);
        }
    }

    /// A pod may only have the priority and preemption policy of its class.
    fn adapt_priority(&mut self, spec: &mut Map<String, Value>) {
        let own_priority = spec
            .remove("priority")
            .and_then(|priority| priority.as_i64())
            .and_then(|priority| i32::try_from(priority).ok());
        let policy =
            spec.remove("preemptionPolicy").and_then(|policy| policy.as_str().map(|text| Str::from(text).into()));
        let name = spec.get("priorityClassName").and_then(Value::as_str).filter(|name| !name.is_empty());
        let class = match name {
            Some(name) => self.classes.get(&Str::from(name)),
            None => Some(&self.default_class),
        };
        let plain = |policy: &Option<PreemptionPolicy>| {
            policy.clone().filter(|policy| *policy != PreemptionPolicy::PreemptLowerPriority)
        };
        let required_class = match class {
            Some(class) => {
                let value = own_priority.unwrap_or(class.value);
                let required_class = ClassValues { value, policy: plain(&policy.or_else(|| class.policy.clone())) };
                if required_class == (ClassValues { value: self.class_value(name), policy: plain(&class.policy) }) {
                    return;
                }
                required_class
            }
            // The class does not exist: one with its name and this value is created.
            None if own_priority.is_none_or(|priority| priority == 0) && policy.is_none() => return,
            None => ClassValues { value: own_priority.unwrap_or(0), policy: plain(&policy) },
        };
        let class = self.class_with_value(required_class);
        spec.insert("priorityClassName".to_owned(), class.as_str().into());
    }

    fn class_value(&self, name: Option<&str>) -> i32 {
        let class = name.map_or(Some(&self.default_class), |name| self.classes.get(&Str::from(name)));
        class.map_or(0, |class| class.value)
    }

    /// The name of a class with this value and policy, which is created if necessary.
    fn class_with_value(&mut self, class_values: ClassValues) -> Str {
        let ClassValues { value, policy } = class_values;
        if value > HIGHEST_USER_PRIORITY {
            let builtin = SYSTEM_CLASSES.iter().rev().find(|(_, least)| value >= *least);
            if let (Some((name, _)), None) = (builtin, &policy) {
                return (*name).into();
            }
            self.add_note(ExportNote::TooHigh { value });
        }
        let value = value.min(HIGHEST_USER_PRIORITY);
        let number = if value < 0 { format!("minus-{}", value.unsigned_abs()) } else { value.to_string() };
        let name = format!("priority-{number}{}", if policy.is_some() { "-never" } else { "" });
        // The manifest may have a class with this name and another value.
        let has_name_clash = self
            .classes
            .get(&Str::from(name.as_str()))
            .is_some_and(|class| *class != ClassValues { value, policy: policy.clone() });
        let name = Str::from(if has_name_clash { name + "-made" } else { name });
        if !self.made_classes.contains_key(&name) {
            let mut class = json!({
                "apiVersion": "scheduling.k8s.io/v1",
                "kind": "PriorityClass",
                "metadata": {"name": name.as_str()},
                "value": value,
            });
            if let Some(policy) = &policy {
                class["preemptionPolicy"] = policy.as_str().into();
            }
            self.made_classes.insert(name.clone(), class);
        }
        self.add_note(ExportNote::ClassMade { name: name.clone(), value });
        name
    }
}

struct ClassEntry {
    name: Str,
    values: ClassValues,
    is_default: bool,
}

fn class_of_kind(kind: &ApiObject) -> Option<ClassEntry> {
    match kind {
        ApiObject::PriorityClass(class) => Some(ClassEntry {
            name: class.metadata.name.clone(),
            values: ClassValues { value: class.value, policy: class.preemption_policy.clone() },
            is_default: class.global_default,
        }),
        _ => None,
    }
}

/// The namespace, or the default one if it is empty.
pub(super) fn namespace_or_default(namespace: &str) -> &str {
    if namespace.is_empty() { "default" } else { namespace }
}

pub(super) fn add_annotation(object: &mut Value, name: &str, value: Value) {
    fields_at(object, "/metadata/annotations").insert(name.to_owned(), value);
}

fn status_conditions(object: &Value) -> impl Iterator<Item = &Value> {
    let conditions = object.pointer("/status/conditions").and_then(Value::as_array).into_iter().flatten();
    conditions.filter(|value| value["type"] == *ConditionType::Ready.as_str())
}

/// Whether no `Ready` condition says that the object is not ready.
fn is_ready(object: &Value) -> bool {
    status_conditions(object).all(|condition| condition["status"] == *ConditionStatus::True.as_str())
}

/// The string at a JSON pointer; empty if there is none.
pub(super) fn text_at<'v>(value: &'v Value, at: &str) -> &'v str {
    value.pointer(at).and_then(Value::as_str).unwrap_or_default()
}

/// The object at a JSON pointer of at least one step; created if missing.
fn fields_at<'v>(value: &'v mut Value, at: &str) -> &'v mut Map<String, Value> {
    as_mapping(nested_fields(value, at))
}

fn nested_fields<'v>(value: &'v mut Value, at: &str) -> &'v mut Value {
    at.split('/').skip(1).fold(value, |value, step| as_mapping(value).entry(step).or_insert_with(|| json!({})))
}

fn as_mapping(value: &mut Value) -> &mut Map<String, Value> {
    if !value.is_object() {
        *value = json!({});
    }
    match value {
        Value::Object(fields) => fields,
        _ => unreachable!("it was made one"),
    }
}

/// Sets a field that is missing or null; returns whether it did.
fn set_if_absent(fields: &mut Map<String, Value>, field: &str, value: Value) -> bool {
    let is_null_field = fields.get(field).is_none_or(Value::is_null);
    if is_null_field {
        fields.insert(field.to_owned(), value);
    }
    is_null_field
}
