//! Forms: the fields of each kind of object, and their paths.

use api::{PreemptionPolicy, TaintEffect};
use i18n::table::form_labels::FormLabel;
pub use manifest::admission::SYSTEM_CLASSES;
use serde_json::Value;

use crate::{
    actions::builder::PathPrefix,
    builder::{
        field_input::FieldInput,
        outline::{ObjectGroup, OutlineItem, value_at},
    },
};

/// A field of a form.
pub struct ObjectField {
    /// The path in the object, below the prefix of its part.
    pub path: &'static str,
    pub label: FormLabel,
    /// The help text.
    pub help: FormLabel,
    /// The type of input.
    pub input: FieldInput,
}

/// The path of a pod's group.
pub const MEMBERSHIP_PATH: &str = "spec.schedulingGroup.podGroupName";

/// The path of a gang's minimum.
pub const MIN_COUNT_PATH: &str = "spec.schedulingPolicy.gang.minCount";

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

/// The parts of an object's form, as (prefix of the paths, fields).
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

/// The limit of devices, requests and counter sets with their own fields; further ones can be edited only in the YAML.
const MAX_PARTS: usize = 16;

/// The path prefixes of a list's items.
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

/// The parts of a claim's form, or of a template's, whose claim spec is below `base`.
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

/// The fields of all objects that bulk edits support.
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

/// The paths that a field's value is written to. A node's amounts may be in `capacity`, `allocatable` or both, and `*` stands for each
/// item of a list.
pub fn field_places(outline_item: &OutlineItem, path: &str) -> Vec<String> {
    if let Some((list, field)) = path.split_once(".*.") {
        let length = value_at(&outline_item.value, list).as_array().map_or(0, Vec::len);
        return (0..length).map(|at| format!("{list}.{at}.{field}")).collect();
    }
    let both = match path.strip_prefix("status.capacity.") {
        // `allocatable` comes first, because the scheduler uses it.
        Some(resource) => vec![format!("status.allocatable.{resource}"), path.to_owned()],
        None => return vec![path.to_owned()],
    };
    let texts: Vec<String> = both.into_iter().filter(|field| !value_at(&outline_item.value, field).is_null()).collect();
    if texts.is_empty() { vec![path.to_owned()] } else { texts }
}

/// The value of a field: that of its first path.
pub fn field_value<'e>(outline_item: &'e OutlineItem, path: &str) -> &'e Value {
    field_places(outline_item, path).first().map_or(&Value::Null, |place| value_at(&outline_item.value, place))
}

/// Whether a field for all items of a list has different values in them.
pub fn has_mixed_values(outline_item: &OutlineItem, path: &str) -> bool {
    path.contains(".*.")
        && field_places(outline_item, path)
            .iter()
            .any(|place| value_at(&outline_item.value, place) != field_value(outline_item, path))
}

pub fn join_path(prefix: &str, path: &str) -> String {
    if prefix.is_empty() { path.to_owned() } else { format!("{prefix}.{path}") }
}
