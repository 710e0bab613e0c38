//! Forms: for each kind the fields that it shows, and the way from what is typed to what is written.

use std::borrow::Cow;

use api::{PreemptionPolicy, Quantity, TaintEffect, TolerationOperator, is_label_value};
use i18n::table::form_labels::FormLabel;
pub use manifest::admission::SYSTEM_CLASSES;
use serde_json::{Map, Value, json};

use crate::builder::{
    attributes,
    form_presets::{AFFINITY_PRESETS, SPREAD_PRESETS, affinity_preset, spread_preset},
    outline::{ObjectGroup, OutlineItem, plain_scalar, value_at},
};

/// A field of a form.
pub struct ObjectField {
    /// Where it stands in the object.
    pub path: &'static str,
    /// What it is called.
    pub label: FormLabel,
    /// What to write.
    pub help: FormLabel,
    /// How it is typed.
    pub input: FieldInput,
}

/// How a field is typed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FieldInput {
    /// The name of the object.
    Name,
    /// The name of a namespace, or nothing.
    Namespace,
    /// A moment of the script: `10s`, `1m30s`.
    ScriptTime,
    /// Any text.
    Text,
    /// An amount such as `500m` or `2Gi`.
    Amount,
    /// A whole number from this one on.
    Number(i64),
    /// A number or a percentage.
    Count,
    /// Yes or no.
    Flag,
    /// One of these, or nothing.
    Choice(&'static [&'static str]),
    /// The name of an object of a kind, or nothing.
    ObjectName(&'static str),
    /// Labels: `app=web, tier=db`.
    Labels,
    /// Taints: `key=value:Effect`.
    Taints,
    /// Tolerations: `key=value:Effect`, `key`, `*`.
    Tolerations,
    /// Names of gates.
    Gates,
    /// Ready-made affinities.
    Affinity,
    /// Ready-made spreading.
    Spread,
    /// The name of a part of the object, such as a device.
    PartName,
    /// How many parts there are, at most so many: more are copies of the last one.
    PartCount(usize),
    /// Attributes of a device: `model=l4, cores=16`.
    Attributes,
    /// Amounts by name: `memory=24Gi`.
    Amounts,
    /// Claims and templates of the text, each to be claimed or not.
    Claims,
    /// Whether a group of pods starts together.
    GroupPolicy,
}

/// The ways in which a group of pods starts.
pub const GROUP_POLICIES: [&str; 2] = ["basic", "gang"];

/// Where a pod names its group.
pub const MEMBERSHIP_PATH: &str = "spec.schedulingGroup.podGroupName";

/// Where a gang has its minimum.
pub const MIN_COUNT_PATH: &str = "spec.schedulingPolicy.gang.minCount";

/// What goes before the path of a field: a pod's template, an entry of the script, one of several devices.
pub type PathPrefix = Cow<'static, str>;

const fn object_field(path: &'static str, label: FormLabel, help: FormLabel, input: FieldInput) -> ObjectField {
    ObjectField { path, label, help, input }
}

const NAME: ObjectField = object_field("metadata.name", FormLabel::Name, FormLabel::NameHint, FieldInput::Name);
const NAMESPACE: ObjectField =
    object_field("metadata.namespace", FormLabel::Namespace, FormLabel::NamespaceHint, FieldInput::Namespace);
const LABELS: ObjectField =
    object_field("metadata.labels", FormLabel::Labels, FormLabel::LabelsExample, FieldInput::Labels);

static NODE_FIELDS: [ObjectField; 7] = [
    NAME,
    object_field("status.capacity.cpu", FormLabel::Cpu, FormLabel::NodeCpuHint, FieldInput::Amount),
    object_field("status.capacity.memory", FormLabel::Memory, FormLabel::NodeMemoryExample, FieldInput::Amount),
    object_field("status.capacity.pods", FormLabel::MaxPods, FormLabel::MaxPodsHint, FieldInput::Amount),
    LABELS,
    object_field("spec.taints", FormLabel::Taints, FormLabel::TaintsHint, FieldInput::Taints),
    object_field("spec.unschedulable", FormLabel::Cordoned, FormLabel::CordonedHint, FieldInput::Flag),
];

static NAME_FIELDS: [ObjectField; 1] = [NAME];
static WORKLOAD_META_FIELDS: [ObjectField; 2] = [LABELS, NAMESPACE];

static REPLICA_FIELDS: [ObjectField; 1] =
    [object_field("spec.replicas", FormLabel::Replicas, FormLabel::ReplicasHint, FieldInput::Number(0))];
static JOB_FIELDS: [ObjectField; 3] = [
    object_field("spec.parallelism", FormLabel::Parallelism, FormLabel::ParallelismHint, FieldInput::Number(0)),
    object_field("spec.completions", FormLabel::Completions, FormLabel::CompletionsHint, FieldInput::Number(1)),
    object_field(
        "spec.completionMode",
        FormLabel::CompletionMode,
        FormLabel::CompletionModeHint,
        FieldInput::Choice(&["NonIndexed", "Indexed"]),
    ),
];
static POD_LABEL_FIELDS: [ObjectField; 1] =
    [object_field("metadata.labels", FormLabel::PodLabels, FormLabel::PodLabelsHint, FieldInput::Labels)];

static POD_FIELDS: [ObjectField; 14] = [
    object_field(
        "spec.containers.0.resources.requests.cpu",
        FormLabel::CpuRequest,
        FormLabel::CpuRequestExample,
        FieldInput::Amount,
    ),
    object_field(
        "spec.containers.0.resources.requests.memory",
        FormLabel::MemoryRequest,
        FormLabel::MemoryRequestExample,
        FieldInput::Amount,
    ),
    object_field(
        "spec.priorityClassName",
        FormLabel::PriorityClass,
        FormLabel::PriorityClassHint,
        FieldInput::ObjectName("PriorityClass"),
    ),
    object_field(
        "spec.preemptionPolicy",
        FormLabel::Preemption,
        FormLabel::PreemptionPolicyHint,
        FieldInput::Choice(PreemptionPolicy::WORDS),
    ),
    object_field("spec.nodeName", FormLabel::NodeName, FormLabel::NodeNameHint, FieldInput::ObjectName("Node")),
    object_field("spec.nodeSelector", FormLabel::NodeSelector, FormLabel::NodeSelectorHint, FieldInput::Labels),
    object_field("spec.tolerations", FormLabel::Tolerations, FormLabel::TolerationsHint, FieldInput::Tolerations),
    object_field("spec.affinity", FormLabel::PodAffinity, FormLabel::PodAffinityHint, FieldInput::Affinity),
    object_field(
        "spec.topologySpreadConstraints",
        FormLabel::TopologySpread,
        FormLabel::TopologySpreadHint,
        FieldInput::Spread,
    ),
    object_field(
        "spec.terminationGracePeriodSeconds",
        FormLabel::GracePeriod,
        FormLabel::GracePeriodHint,
        FieldInput::Number(0),
    ),
    object_field("spec.schedulingGates", FormLabel::SchedulingGates, FormLabel::SchedulingGatesHint, FieldInput::Gates),
    object_field("spec.resourceClaims", FormLabel::DeviceClaims, FormLabel::DeviceClaimsHint, FieldInput::Claims),
    object_field("spec.priority", FormLabel::Priority, FormLabel::PriorityHint, FieldInput::Number(i64::MIN)),
    object_field(MEMBERSHIP_PATH, FormLabel::PodGroup, FormLabel::PodGroupHint, FieldInput::ObjectName("PodGroup")),
];

static GROUP_FIELDS: [ObjectField; 2] = [
    NAME,
    object_field("spec.schedulingPolicy", FormLabel::GroupPolicy, FormLabel::GroupPolicyHint, FieldInput::GroupPolicy),
];
static MIN_COUNT_FIELDS: [ObjectField; 1] =
    [object_field(MIN_COUNT_PATH, FormLabel::MinCount, FormLabel::MinCountHint, FieldInput::Number(1))];
static GROUP_PREEMPTION_FIELDS: [ObjectField; 3] = [
    object_field(
        "spec.disruptionMode",
        FormLabel::DisruptionMode,
        FormLabel::DisruptionModeHint,
        FieldInput::Choice(&["Pod", "PodGroup"]),
    ),
    object_field(
        "spec.priorityClassName",
        FormLabel::PriorityClass,
        FormLabel::GroupPriorityClassHint,
        FieldInput::ObjectName("PriorityClass"),
    ),
    object_field("spec.priority", FormLabel::Priority, FormLabel::GroupPriorityHint, FieldInput::Number(i64::MIN)),
];
static GROUP_TOPOLOGY_FIELDS: [ObjectField; 1] = [object_field(
    "spec.schedulingConstraints.topology.0.key",
    FormLabel::GroupTopology,
    FormLabel::GroupTopologyHint,
    FieldInput::Text,
)];

static PRIORITY_CLASS_FIELDS: [ObjectField; 4] = [
    NAME,
    object_field("value", FormLabel::Value, FormLabel::PriorityValueHint, FieldInput::Number(i64::MIN)),
    object_field("globalDefault", FormLabel::GlobalDefault, FormLabel::GlobalDefaultHint, FieldInput::Flag),
    object_field(
        "preemptionPolicy",
        FormLabel::Preemption,
        FormLabel::ClassPreemptionPolicyHint,
        FieldInput::Choice(PreemptionPolicy::WORDS),
    ),
];

static BUDGET_FIELDS: [ObjectField; 5] = [
    NAME,
    NAMESPACE,
    object_field("spec.selector.matchLabels", FormLabel::ProtectedPods, FormLabel::SelectorExample, FieldInput::Labels),
    object_field("spec.minAvailable", FormLabel::MinAvailable, FormLabel::NumberOrPercentageHint, FieldInput::Count),
    object_field("spec.maxUnavailable", FormLabel::MaxUnavailable, FormLabel::MaxUnavailableHint, FieldInput::Count),
];

static SERVICE_FIELDS: [ObjectField; 3] = [
    NAME,
    NAMESPACE,
    object_field("spec.selector", FormLabel::PodSelector, FormLabel::SelectorExample, FieldInput::Labels),
];
static SLICE_FIELDS: [ObjectField; 5] = [
    NAME,
    object_field("spec.nodeName", FormLabel::Node, FormLabel::DeviceNodeHint, FieldInput::ObjectName("Node")),
    object_field("spec.driver", FormLabel::Driver, FormLabel::DriverExample, FieldInput::Text),
    object_field("spec.pool.name", FormLabel::Pool, FormLabel::PoolHint, FieldInput::Text),
    object_field("spec.devices", FormLabel::DeviceCount, FormLabel::DevicesHint, FieldInput::PartCount(128)),
];
static ALL_DEVICES_FIELDS: [ObjectField; 2] = [
    object_field(
        "spec.devices.*.attributes",
        FormLabel::AttributesOfAll,
        FormLabel::AttributesExample,
        FieldInput::Attributes,
    ),
    object_field("spec.devices.*.capacity", FormLabel::CapacityOfAll, FormLabel::CapacityExample, FieldInput::Amounts),
];
static DEVICE_FIELDS: [ObjectField; 4] = [
    object_field("name", FormLabel::Name, FormLabel::NameHint, FieldInput::PartName),
    object_field("attributes", FormLabel::Attributes, FormLabel::AttributesExample, FieldInput::Attributes),
    object_field("capacity", FormLabel::Capacity, FormLabel::CapacityExample, FieldInput::Amounts),
    object_field("taints", FormLabel::Taints, FormLabel::DeviceTaintsHint, FieldInput::Taints),
];
static CONSUMED_COUNTER_FIELDS: [ObjectField; 2] = [
    object_field(
        "consumesCounters.0.counterSet",
        FormLabel::CounterSet,
        FormLabel::CounterSetHint,
        FieldInput::PartName,
    ),
    object_field(
        "consumesCounters.0.counters",
        FormLabel::CounterConsumption,
        FormLabel::CounterConsumptionExample,
        FieldInput::Amounts,
    ),
];
static COUNTER_FIELDS: [ObjectField; 2] = [
    object_field("name", FormLabel::CounterSet, FormLabel::NameHint, FieldInput::PartName),
    object_field("counters", FormLabel::Counters, FormLabel::CountersHint, FieldInput::Amounts),
];
static DEVICE_CLASS_FIELDS: [ObjectField; 3] = [
    NAME,
    object_field("spec.selectors.0.cel.expression", FormLabel::Expression, FormLabel::ExpressionHint, FieldInput::Text),
    object_field(
        "spec.extendedResourceName",
        FormLabel::ExtendedResource,
        FormLabel::ExtendedResourceHint,
        FieldInput::Text,
    ),
];
static CLAIM_FIELDS: [ObjectField; 2] = [NAME, NAMESPACE];
static REQUEST_COUNT_FIELDS: [ObjectField; 2] = [
    object_field("spec.devices.requests", FormLabel::Requests, FormLabel::RequestsHint, FieldInput::PartCount(32)),
    object_field(
        "spec.devices.constraints.0.matchAttribute",
        FormLabel::SameAttribute,
        FormLabel::SameAttributeHint,
        FieldInput::Text,
    ),
];
static REQUEST_NAME_FIELDS: [ObjectField; 1] =
    [object_field("name", FormLabel::Request, FormLabel::NameHint, FieldInput::PartName)];
static REQUEST_FIELDS: [ObjectField; 5] = [
    object_field(
        "deviceClassName",
        FormLabel::DeviceClass,
        FormLabel::DeviceClassHint,
        FieldInput::ObjectName("DeviceClass"),
    ),
    object_field(
        "allocationMode",
        FormLabel::AllocationMode,
        FormLabel::AllocationModeHint,
        FieldInput::Choice(&["ExactCount", "All"]),
    ),
    object_field("count", FormLabel::Count, FormLabel::DeviceCountHint, FieldInput::Number(1)),
    object_field("selectors.0.cel.expression", FormLabel::Expression, FormLabel::ExpressionHint, FieldInput::Text),
    object_field("tolerations", FormLabel::Tolerations, FormLabel::TolerationsHint, FieldInput::Tolerations),
];
static PLAIN_FIELDS: [ObjectField; 2] = [NAME, LABELS];
static SCRIPT_TIME_FIELDS: [ObjectField; 1] =
    [object_field("at", FormLabel::When, FormLabel::TimeExample, FieldInput::ScriptTime)];
static CORDON_FIELDS: [ObjectField; 1] =
    [object_field("cordon", FormLabel::Node, FormLabel::CordonActionHint, FieldInput::ObjectName("Node"))];
static UNCORDON_FIELDS: [ObjectField; 1] =
    [object_field("uncordon", FormLabel::Node, FormLabel::UncordonActionHint, FieldInput::ObjectName("Node"))];
static DRAIN_FIELDS: [ObjectField; 1] =
    [object_field("drain", FormLabel::Node, FormLabel::DrainActionHint, FieldInput::ObjectName("Node"))];
static NOT_READY_FIELDS: [ObjectField; 1] =
    [object_field("notReady", FormLabel::Node, FormLabel::NotReadyActionHint, FieldInput::ObjectName("Node"))];
static UNREACHABLE_FIELDS: [ObjectField; 1] =
    [object_field("unreachable", FormLabel::Node, FormLabel::UnreachableActionHint, FieldInput::ObjectName("Node"))];
static READY_FIELDS: [ObjectField; 1] =
    [object_field("ready", FormLabel::Node, FormLabel::ReadyActionHint, FieldInput::ObjectName("Node"))];
static TAINT_FIELDS: [ObjectField; 4] = [
    object_field("taint.node", FormLabel::Node, FormLabel::TaintNodeHint, FieldInput::ObjectName("Node")),
    object_field("taint.key", FormLabel::Key, FormLabel::TaintKeyExample, FieldInput::Text),
    object_field("taint.value", FormLabel::TaintValue, FormLabel::TaintValueHint, FieldInput::Text),
    object_field("taint.effect", FormLabel::Effect, FormLabel::TaintEffectHint, FieldInput::Choice(TaintEffect::WORDS)),
];
static DELETE_FIELDS: [ObjectField; 2] = [
    object_field("delete.kind", FormLabel::Kind, FormLabel::KindExample, FieldInput::Text),
    object_field("delete.name", FormLabel::Name, FormLabel::ObjectNameHint, FieldInput::Text),
];
static SCALE_FIELDS: [ObjectField; 3] = [
    object_field(
        "scale.kind",
        FormLabel::Kind,
        FormLabel::ScaledKindHint,
        FieldInput::Choice(&["Deployment", "ReplicaSet", "StatefulSet"]),
    ),
    object_field("scale.name", FormLabel::Name, FormLabel::ObjectNameHint, FieldInput::Text),
    object_field("scale.replicas", FormLabel::Replicas, FormLabel::ScaledReplicasHint, FieldInput::Number(0)),
];

/// The parts of an object's form: what goes before each path, and the fields.
pub fn form_parts(outline_item: &OutlineItem) -> Vec<(PathPrefix, &'static [ObjectField])> {
    let form_sections: Vec<(&'static str, &'static [ObjectField])> =
        match (outline_item.group, outline_item.kind.as_str()) {
            (ObjectGroup::Nodes, _) => vec![("", &NODE_FIELDS)],
            (ObjectGroup::Pods, _) => vec![("", &NAME_FIELDS), ("", &POD_FIELDS), ("", &WORKLOAD_META_FIELDS)],
            (ObjectGroup::Workloads, kind) => {
                let mut form_sections: Vec<(&'static str, &'static [ObjectField])> = vec![("", &NAME_FIELDS)];
                match kind {
                    "DaemonSet" => {}
                    "Job" => form_sections.push(("", &JOB_FIELDS)),
                    _ => form_sections.push(("", &REPLICA_FIELDS)),
                }
                form_sections.extend([
                    ("spec.template", &POD_FIELDS[..]),
                    ("spec.template", &POD_LABEL_FIELDS),
                    ("", &WORKLOAD_META_FIELDS),
                ]);
                form_sections
            }
            (ObjectGroup::PodGroups, "PodGroup") => {
                let is_gang = !value_at(&outline_item.value, "spec.schedulingPolicy.gang").is_null();
                let mut form_sections: Vec<(&'static str, &'static [ObjectField])> = vec![("", &GROUP_FIELDS)];
                form_sections.extend(is_gang.then_some(("", &MIN_COUNT_FIELDS[..])));
                form_sections.extend([
                    ("", &GROUP_PREEMPTION_FIELDS[..]),
                    ("", &GROUP_TOPOLOGY_FIELDS),
                    ("", &WORKLOAD_META_FIELDS),
                ]);
                form_sections
            }
            (ObjectGroup::PodGroups, _) => vec![("", &NAME_FIELDS), ("", &WORKLOAD_META_FIELDS)],
            (ObjectGroup::Classes, _) => vec![("", &PRIORITY_CLASS_FIELDS)],
            (ObjectGroup::Budgets, _) => vec![("", &BUDGET_FIELDS)],
            (ObjectGroup::Services, _) => vec![("", &SERVICE_FIELDS)],
            (ObjectGroup::Namespaces, _) => vec![("", &PLAIN_FIELDS)],
            (ObjectGroup::Devices, "ResourceSlice") => return slice_parts(outline_item),
            (ObjectGroup::Devices, "DeviceClass") => vec![("", &DEVICE_CLASS_FIELDS)],
            (ObjectGroup::Devices, "ResourceClaim") => return claim_parts(outline_item, ""),
            (ObjectGroup::Devices, _) => return claim_parts(outline_item, "spec"),
            (ObjectGroup::Script, "create") => match outline_item.value["create"]["kind"].as_str() {
                Some("Pod") => vec![
                    ("", &SCRIPT_TIME_FIELDS),
                    ("create", &NAME_FIELDS),
                    ("create", &POD_FIELDS),
                    ("create", &WORKLOAD_META_FIELDS),
                ],
                Some("Node") => vec![("", &SCRIPT_TIME_FIELDS), ("create", &NODE_FIELDS)],
                _ => vec![("", &SCRIPT_TIME_FIELDS)],
            },
            (ObjectGroup::Script, "cordon") => vec![("", &SCRIPT_TIME_FIELDS), ("", &CORDON_FIELDS)],
            (ObjectGroup::Script, "uncordon") => vec![("", &SCRIPT_TIME_FIELDS), ("", &UNCORDON_FIELDS)],
            (ObjectGroup::Script, "drain") => vec![("", &SCRIPT_TIME_FIELDS), ("", &DRAIN_FIELDS)],
            (ObjectGroup::Script, "notReady") => vec![("", &SCRIPT_TIME_FIELDS), ("", &NOT_READY_FIELDS)],
            (ObjectGroup::Script, "unreachable") => vec![("", &SCRIPT_TIME_FIELDS), ("", &UNREACHABLE_FIELDS)],
            (ObjectGroup::Script, "ready") => vec![("", &SCRIPT_TIME_FIELDS), ("", &READY_FIELDS)],
            (ObjectGroup::Script, "taint") => vec![("", &SCRIPT_TIME_FIELDS), ("", &TAINT_FIELDS)],
            (ObjectGroup::Script, "delete") => vec![("", &SCRIPT_TIME_FIELDS), ("", &DELETE_FIELDS)],
            (ObjectGroup::Script, "scale") => vec![("", &SCRIPT_TIME_FIELDS), ("", &SCALE_FIELDS)],
            (ObjectGroup::Script, _) => vec![("", &SCRIPT_TIME_FIELDS)],
            (ObjectGroup::Scheduler | ObjectGroup::Other, _) => Vec::new(),
        };
    form_sections.into_iter().map(|(prefix, fields)| (prefix.into(), fields)).collect()
}

/// Devices, requests and counter sets that have fields of their own; the text has the others.
const MAX_PARTS: usize = 16;

/// Prefixes of the items of a list.
fn item_prefixes(outline_item: &OutlineItem, list: &str) -> Vec<String> {
    let length = value_at(&outline_item.value, list).as_array().map_or(0, Vec::len);
    (0..length.min(MAX_PARTS)).map(|at| join_path(list, &at.to_string())).collect()
}

fn slice_parts(outline_item: &OutlineItem) -> Vec<(PathPrefix, &'static [ObjectField])> {
    let mut form_sections: Vec<(PathPrefix, &'static [ObjectField])> = vec![("".into(), &SLICE_FIELDS)];
    for set in item_prefixes(outline_item, "spec.sharedCounters") {
        form_sections.push((set.into(), &COUNTER_FIELDS));
    }
    let devices = item_prefixes(outline_item, "spec.devices");
    if devices.len() > 1 {
        form_sections.push(("".into(), &ALL_DEVICES_FIELDS));
    }
    for device in devices {
        let takes = !value_at(&outline_item.value, &join_path(&device, "consumesCounters")).is_null();
        form_sections.push((device.clone().into(), &DEVICE_FIELDS));
        if takes {
            form_sections.push((device.into(), &CONSUMED_COUNTER_FIELDS));
        }
    }
    form_sections
}

/// A claim, or a template, whose claims' spec stands below `base`.
fn claim_parts(outline_item: &OutlineItem, base: &'static str) -> Vec<(PathPrefix, &'static [ObjectField])> {
    let mut form_sections: Vec<(PathPrefix, &'static [ObjectField])> =
        vec![("".into(), &CLAIM_FIELDS), (base.into(), &REQUEST_COUNT_FIELDS)];
    for request in item_prefixes(outline_item, &join_path(base, "spec.devices.requests")) {
        form_sections.push((request.clone().into(), &REQUEST_NAME_FIELDS));
        let alternatives = item_prefixes(outline_item, &join_path(&request, "firstAvailable"));
        if alternatives.is_empty() {
            form_sections.push((join_path(&request, "exactly").into(), &REQUEST_FIELDS));
        }
        for alternative in alternatives {
            form_sections.push((alternative.clone().into(), &REQUEST_NAME_FIELDS));
            form_sections.push((alternative.into(), &REQUEST_FIELDS));
        }
    }
    form_sections
}

/// All fields of objects.
pub fn all_fields() -> impl Iterator<Item = &'static ObjectField> {
    [
        &NODE_FIELDS[..],
        &NAME_FIELDS,
        &WORKLOAD_META_FIELDS,
        &POD_FIELDS,
        &REPLICA_FIELDS,
        &JOB_FIELDS,
        &PRIORITY_CLASS_FIELDS,
        &BUDGET_FIELDS,
        &SERVICE_FIELDS,
        &GROUP_FIELDS,
        &MIN_COUNT_FIELDS,
        &GROUP_TOPOLOGY_FIELDS,
        &GROUP_PREEMPTION_FIELDS[..1],
    ]
    .into_iter()
    .flatten()
}

/// Where a field stands: a node's amounts stand in `capacity`, `allocatable` or both, and `*` is each item of a list. A change is one of all
/// that are there.
pub fn field_places(outline_item: &OutlineItem, path: &str) -> Vec<String> {
    if let Some((list, field)) = path.split_once(".*.") {
        let length = value_at(&outline_item.value, list).as_array().map_or(0, Vec::len);
        return (0..length).map(|at| format!("{list}.{at}.{field}")).collect();
    }
    let both = match path.strip_prefix("status.capacity.") {
        // The scheduler counts what is allocatable.
        Some(resource) => vec![format!("status.allocatable.{resource}"), path.to_owned()],
        None => return vec![path.to_owned()],
    };
    let texts: Vec<String> = both.into_iter().filter(|both| !value_at(&outline_item.value, both).is_null()).collect();
    if texts.is_empty() { vec![path.to_owned()] } else { texts }
}

/// What an object says at a path: the first of its places.
pub fn field_value<'e>(outline_item: &'e OutlineItem, path: &str) -> &'e Value {
    field_places(outline_item, path).first().map_or(&Value::Null, |place| value_at(&outline_item.value, place))
}

/// Whether items of a list differ in what a field says of all of them.
pub fn has_mixed_values(outline_item: &OutlineItem, path: &str) -> bool {
    path.contains(".*.")
        && field_places(outline_item, path)
            .iter()
            .any(|place| value_at(&outline_item.value, place) != field_value(outline_item, path))
}

/// A path below a prefix.
pub fn join_path(prefix: &str, path: &str) -> String {
    if prefix.is_empty() { path.to_owned() } else { format!("{prefix}.{path}") }
}

/// What a field shows; nothing where the text says more than the field can.
pub fn format_value(input: FieldInput, value: &Value, labels: &Value) -> Option<String> {
    if value.is_null() {
        return Some(String::new());
    }
    let list = |format_item: fn(&Value) -> Option<String>| {
        value.as_array()?.iter().map(format_item).collect::<Option<Vec<_>>>().map(|texts| texts.join(", "))
    };
    match input {
        FieldInput::Labels => {
            let pairs = value.as_object()?.iter();
            pairs
                .map(|(key, value)| value.as_str().map(|text| format!("{key}={text}")))
                .collect::<Option<Vec<_>>>()
                .map(|texts| texts.join(", "))
        }
        FieldInput::Taints => list(|taint| format_token(taint, &["key", "value", "effect"])),
        FieldInput::Tolerations => list(|value| format_token(value, &["key", "value", "effect", "operator"])),
        FieldInput::Gates => list(|gate| gate["name"].as_str().map(ToOwned::to_owned)),
        FieldInput::Affinity => AFFINITY_PRESETS
            .iter()
            .map(|(name, _)| *name)
            .find(|name| affinity_preset(name, labels).as_ref() == Some(value))
            .map(Into::into),
        FieldInput::Spread => SPREAD_PRESETS
            .iter()
            .map(|(name, _)| *name)
            .find(|name| spread_preset(name, labels).as_ref() == Some(value))
            .map(Into::into),
        FieldInput::PartCount(_) => value.as_array().map(|items| items.len().to_string()),
        FieldInput::Attributes => attributes::format_attributes(value),
        FieldInput::Amounts => attributes::format_amounts(value),
        FieldInput::Claims => list(|value| value["name"].as_str().map(ToOwned::to_owned)),
        FieldInput::GroupPolicy => {
            let names: Vec<&str> = GROUP_POLICIES.into_iter().filter(|name| value.get(name).is_some()).collect();
            if let [name] = names[..] { Some(name.to_owned()) } else { None }
        }
        _ => (!value.is_object() && !value.is_array()).then(|| plain_scalar(value)),
    }
}

/// A taint or toleration as `kubectl` writes it.
fn format_token(value: &Value, known_keys: &[&str]) -> Option<String> {
    let json_map = value.as_object()?;
    if json_map.keys().any(|key| !known_keys.contains(&key.as_str())) {
        return None;
    }
    let of = |key: &str| plain_scalar(&value[key]);
    let (key, text, effect) = (of("key"), of("value"), of("effect"));
    let exists = of("operator") == TolerationOperator::Exists.as_str();
    let head = if key.is_empty() && exists { "*".to_owned() } else { key };
    let text = if exists || text.is_empty() { String::new() } else { format!("={text}") };
    Some(if effect.is_empty() { head + &text } else { format!("{head}{text}:{effect}") })
}

/// What to write for what was typed: a value, or nothing at all.
pub fn parse_input(input: FieldInput, typed_text: &str, labels: &Value) -> Result<Option<Value>, FormLabel> {
    let typed_text = typed_text.trim();
    if typed_text.is_empty() {
        return match input {
            FieldInput::Name | FieldInput::PartName => Err(FormLabel::NameRequired),
            FieldInput::PartCount(_) => Err(FormLabel::WriteAWholeNumber),
            FieldInput::ScriptTime => Err(FormLabel::TimeRequired),
            FieldInput::GroupPolicy => Err(FormLabel::InvalidChoice),
            _ => Ok(None),
        };
    }
    let text = || Value::String(typed_text.to_owned());
    let items = || typed_text.split([',', '\n']).map(str::trim).filter(|item| !item.is_empty());
    Ok(Some(match input {
        FieldInput::Name | FieldInput::Namespace | FieldInput::PartName if !is_valid_name(typed_text) => {
            return Err(FormLabel::InvalidName);
        }
        FieldInput::ScriptTime if api::parse_duration(typed_text).is_none() => {
            return Err(FormLabel::InvalidTime);
        }
        FieldInput::Name
        | FieldInput::Namespace
        | FieldInput::PartName
        | FieldInput::ScriptTime
        | FieldInput::Text
        | FieldInput::Choice(_)
        | FieldInput::ObjectName(_)
        | FieldInput::Claims => text(),
        FieldInput::Amount => match Quantity::parse(typed_text) {
            Some(amount) if amount.milli_value() >= 0 => text(),
            _ => return Err(FormLabel::InvalidAmount),
        },
        FieldInput::Number(least) => match typed_text.parse::<i64>() {
            Ok(number) if number >= least => number.into(),
            _ => return Err(FormLabel::WriteAWholeNumber),
        },
        FieldInput::Count => match (typed_text.parse::<i64>(), typed_text.strip_suffix('%').map(str::parse::<u32>)) {
            (Ok(number), _) if number >= 0 => number.into(),
            (_, Some(Ok(_))) => text(),
            _ => return Err(FormLabel::InvalidNumberOrPercentage),
        },
        FieldInput::PartCount(most) => match typed_text.parse::<usize>() {
            Ok(number) if (1..=most).contains(&number) => number.into(),
            Ok(number) if number > most => return Err(FormLabel::AboveApiServerLimit),
            _ => return Err(FormLabel::WriteAWholeNumber),
        },
        FieldInput::Attributes => attributes::parse_attributes(typed_text).ok_or(FormLabel::InvalidAttributes)?,
        FieldInput::Amounts => attributes::parse_amounts(typed_text).ok_or(FormLabel::InvalidCapacity)?,
        FieldInput::Flag => (typed_text == "true").into(),
        FieldInput::GroupPolicy => match typed_text {
            "basic" => json!({"basic": {}}),
            // How many pods that takes says the text.
            "gang" => json!({"gang": {"minCount": 1}}),
            _ => return Err(FormLabel::InvalidChoice),
        },
        FieldInput::Labels => {
            let mut json_map = Map::new();
            for item in items() {
                let (key, value) = item.split_once('=').unwrap_or((item, ""));
                let name = key.rsplit_once('/').map_or(key, |(_, name)| name);
                if name.is_empty() || !is_label_value(name) || !is_label_value(value) {
                    return Err(FormLabel::InvalidLabels);
                }
                json_map.insert(key.to_owned(), value.into());
            }
            Value::Object(json_map)
        }
        FieldInput::Taints => {
            items().map(parse_taint).collect::<Option<_>>().map(Value::Array).ok_or(FormLabel::InvalidTaints)?
        }
        FieldInput::Tolerations => items()
            .map(parse_toleration)
            .collect::<Option<_>>()
            .map(Value::Array)
            .ok_or(FormLabel::InvalidTolerations)?,
        FieldInput::Gates => Value::Array(items().map(|name| json!({"name": name})).collect()),
        FieldInput::Affinity | FieldInput::Spread => {
            if labels.as_object().is_none_or(Map::is_empty) {
                return Err(FormLabel::PodLabelRequired);
            }
            let preset = if input == FieldInput::Spread {
                spread_preset(typed_text, labels)
            } else {
                affinity_preset(typed_text, labels)
            };
            preset.ok_or(FormLabel::InvalidChoice)?
        }
    }))
}

/// Whether the API server takes a name.
pub fn is_valid_name(text: &str) -> bool {
    let edge = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    text.len() <= 253
        && edge(text.bytes().next())
        && edge(text.bytes().next_back())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'.'))
}

fn parse_taint(text: &str) -> Option<Value> {
    let (head, effect) = text.rsplit_once(':')?;
    let (key, value) = head.split_once('=').unwrap_or((head, ""));
    if key.is_empty() || !TaintEffect::WORDS.contains(&effect) {
        return None;
    }
    Some(if value.is_empty() {
        json!({"key": key, "effect": effect})
    } else {
        json!({"key": key, "value": value, "effect": effect})
    })
}

fn parse_toleration(text: &str) -> Option<Value> {
    let (head, effect) = text.rsplit_once(':').unwrap_or((text, ""));
    let mut json_map = Map::new();
    match head.split_once('=') {
        Some((key, value)) => {
            json_map.insert("key".into(), key.into());
            json_map.insert("value".into(), value.into());
        }
        None => {
            json_map.insert("operator".into(), TolerationOperator::Exists.as_str().into());
            if head != "*" {
                json_map.insert("key".into(), head.into());
            }
        }
    }
    if !effect.is_empty() {
        json_map.insert("effect".into(), effect.into());
    }
    (!head.is_empty() && (effect.is_empty() || TaintEffect::WORDS.contains(&effect))).then_some(Value::Object(json_map))
}
