//! Forms: for each kind the fields that it shows, and the way from what is typed to what is written.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use crate::builder::attributes;
use crate::builder::labels::selects;
use crate::builder::outline::{Group, OutlineItem, at, plain};
use crate::builder::palette::free_name;
use api::{PreemptionPolicy, Quantity, TaintEffect, TolerationOperator, UnsatisfiableAction, is_label_value};
use words::table::form::Form;

pub use api::admission::SYSTEM_CLASSES;

/// A field of a form.
pub struct Field {
    /// Where it stands in the object.
    pub path: &'static str,
    /// What it is called.
    pub label: Form,
    /// What to write.
    pub help: Form,
    /// How it is typed.
    pub input: Input,
}

/// How a field is typed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// The name of the object.
    Name,
    /// The name of a namespace, or nothing.
    Space,
    /// A moment of the script: `10s`, `1m30s`.
    Time,
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
    Named(&'static str),
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
    Part,
    /// How many parts there are, at most so many: more are copies of the last one.
    Copies(usize),
    /// Attributes of a device: `model=l4, cores=16`.
    Attributes,
    /// Amounts by name: `memory=24Gi`.
    Amounts,
    /// Claims and templates of the text, each to be claimed or not.
    Claims,
}

/// What goes before the path of a field: a pod's template, an entry of the script, one of several devices.
pub type Prefix = Cow<'static, str>;

const fn field(path: &'static str, label: Form, help: Form, input: Input) -> Field {
    Field { path, label, help, input }
}

const NAME: Field = field("metadata.name", Form::Name, Form::LowerCaseDigitsAndDashes, Input::Name);
const NAMESPACE: Field = field("metadata.namespace", Form::Namespace, Form::EmptyMeansDefault, Input::Space);
const LABELS: Field = field("metadata.labels", Form::Labels, Form::SuchAsAppWebTier, Input::Labels);

static NODE: [Field; 7] = [
    NAME,
    field("status.capacity.cpu", Form::Cpu, Form::CoresSuchAs4Or, Input::Amount),
    field("status.capacity.memory", Form::Memory, Form::SuchAs16Gi, Input::Amount),
    field("status.capacity.pods", Form::MostPods, Form::Usually110, Input::Amount),
    LABELS,
    field("spec.taints", Form::Taints, Form::KeyValueNoScheduleAlsoPreferNoSchedule, Input::Taints),
    field("spec.unschedulable", Form::Cordoned, Form::NewPodsStayAway, Input::Flag),
];

static NAMED: [Field; 1] = [NAME];
static PLACED: [Field; 2] = [LABELS, NAMESPACE];

static REPLICAS: [Field; 1] = [field("spec.replicas", Form::Replicas, Form::HowManyPods, Input::Number(0))];
static PARALLELISM: [Field; 2] = [
    field("spec.parallelism", Form::AtOnce, Form::PodsThatRunAtOnce, Input::Number(0)),
    field("spec.completions", Form::InAll, Form::PodsThatHaveToSucceed, Input::Number(1)),
];
static POD_LABELS: [Field; 1] =
    [field("metadata.labels", Form::LabelsOfItsPods, Form::ItsSelectorMustMatchThem, Input::Labels)];

static POD: [Field; 13] = [
    field("spec.containers.0.resources.requests.cpu", Form::CpuRequested, Form::SuchAs500mOr2, Input::Amount),
    field("spec.containers.0.resources.requests.memory", Form::MemoryRequested, Form::SuchAs512Mi, Input::Amount),
    field("spec.priorityClassName", Form::PriorityClass, Form::WhoGoesFirstAndWho, Input::Named("PriorityClass")),
    field(
        "spec.preemptionPolicy",
        Form::Preemption,
        Form::NeverWaitsInsteadOfPushing,
        Input::Choice(PreemptionPolicy::WORDS),
    ),
    field("spec.nodeName", Form::RunsOn, Form::SetItIsOnThat, Input::Named("Node")),
    field("spec.nodeSelector", Form::NodeLabelsWanted, Form::OnlyNodesWithTheseLabels, Input::Labels),
    field("spec.tolerations", Form::Tolerations, Form::KeyValueNoScheduleKeyAlone, Input::Tolerations),
    field("spec.affinity", Form::Company, Form::RelativeToPodsWithThe, Input::Affinity),
    field("spec.topologySpreadConstraints", Form::Spread, Form::EvenlyAmongPodsWithThe, Input::Spread),
    field("spec.terminationGracePeriodSeconds", Form::GracePeriod, Form::SecondsToEndUsually30, Input::Number(0)),
    field("spec.schedulingGates", Form::Gates, Form::HeldBackWhileThereAre, Input::Gates),
    field("spec.resourceClaims", Form::DeviceClaims, Form::EachClickClaimsOrNot, Input::Claims),
    field("spec.priority", Form::Priority, Form::UsuallyLeftToTheClass, Input::Number(i64::MIN)),
];

static CLASS: [Field; 4] = [
    NAME,
    field("value", Form::Value, Form::HigherGoesFirstAtMost, Input::Number(i64::MIN)),
    field("globalDefault", Form::ForPodsWithoutAClass, Form::AtMostOneClass, Input::Flag),
    field("preemptionPolicy", Form::Preemption, Form::NeverItsPodsWait, Input::Choice(PreemptionPolicy::WORDS)),
];

static BUDGET: [Field; 5] = [
    NAME,
    NAMESPACE,
    field("spec.selector.matchLabels", Form::ProtectsPodsWith, Form::SuchAsAppWeb, Input::Labels),
    field("spec.minAvailable", Form::MustStay, Form::ANumberOr50, Input::Count),
    field("spec.maxUnavailable", Form::MayBeAway, Form::InsteadOfMustStay, Input::Count),
];

static SERVICE: [Field; 3] =
    [NAME, NAMESPACE, field("spec.selector", Form::PodsWith, Form::SuchAsAppWeb, Input::Labels)];
static SLICE: [Field; 5] = [
    NAME,
    field("spec.nodeName", Form::Node, Form::ItsDevicesAreThere, Input::Named("Node")),
    field("spec.driver", Form::Driver, Form::SuchAsGpuExampleCom, Input::Text),
    field("spec.pool.name", Form::Pool, Form::UsuallyTheNodesName, Input::Text),
    field("spec.devices", Form::DeviceCount, Form::MoreAreLikeTheLast, Input::Copies(128)),
];
static ALL_DEVICES: [Field; 2] = [
    field("spec.devices.*.attributes", Form::AttributesOfAll, Form::SuchAsModelL4, Input::Attributes),
    field("spec.devices.*.capacity", Form::CapacityOfAll, Form::SuchAsMemory24Gi, Input::Amounts),
];
static DEVICE: [Field; 4] = [
    field("name", Form::Name, Form::LowerCaseDigitsAndDashes, Input::Part),
    field("attributes", Form::Attributes, Form::SuchAsModelL4, Input::Attributes),
    field("capacity", Form::Capacity, Form::SuchAsMemory24Gi, Input::Amounts),
    field("taints", Form::Taints, Form::KeyValueNoScheduleOrNoExecute, Input::Taints),
];
static CONSUMES: [Field; 2] = [
    field("consumesCounters.0.counterSet", Form::CounterSet, Form::WhoseCountersItTakes, Input::Part),
    field("consumesCounters.0.counters", Form::TakesOfIt, Form::SuchAsMemory20Gi, Input::Amounts),
];
static COUNTERS: [Field; 2] = [
    field("name", Form::CounterSet, Form::LowerCaseDigitsAndDashes, Input::Part),
    field("counters", Form::Counters, Form::PartsShareThem, Input::Amounts),
];
static DEVICE_CLASS: [Field; 3] = [
    NAME,
    field("spec.selectors.0.cel.expression", Form::Expression, Form::MustBeTrueOfADevice, Input::Text),
    field("spec.extendedResourceName", Form::ExtendedResource, Form::PodsMayRequestIt, Input::Text),
];
static CLAIM: [Field; 2] = [NAME, NAMESPACE];
static REQUESTS: [Field; 2] = [
    field("spec.devices.requests", Form::Requests, Form::EachForDevices, Input::Copies(32)),
    field("spec.devices.constraints.0.matchAttribute", Form::AlikeIn, Form::AllHaveTheSameValue, Input::Text),
];
static PART: [Field; 1] = [field("name", Form::Request, Form::LowerCaseDigitsAndDashes, Input::Part)];
static REQUEST: [Field; 5] = [
    field("deviceClassName", Form::DeviceClass, Form::WhatKindOfDevice, Input::Named("DeviceClass")),
    field("allocationMode", Form::Amount, Form::AllIsEveryDevice, Input::Choice(&["ExactCount", "All"])),
    field("count", Form::Count, Form::HowManyDevices, Input::Number(1)),
    field("selectors.0.cel.expression", Form::Expression, Form::MustBeTrueOfADevice, Input::Text),
    field("tolerations", Form::Tolerations, Form::KeyValueNoScheduleKeyAlone, Input::Tolerations),
];
static PLAIN: [Field; 2] = [NAME, LABELS];
static WHEN: [Field; 1] = [field("at", Form::When, Form::SuchAs10sOr1m30s, Input::Time)];
static CORDON: [Field; 1] = [field("cordon", Form::Node, Form::NewPodsStayAwayFrom, Input::Named("Node"))];
static UNCORDON: [Field; 1] = [field("uncordon", Form::Node, Form::NewPodsMayComeAgain, Input::Named("Node"))];
static DRAIN: [Field; 1] = [field("drain", Form::Node, Form::ItsPodsAreEvictedAs, Input::Named("Node"))];
static NOT_READY: [Field; 1] = [field("notReady", Form::Node, Form::ItsKubeletSaysThatIt, Input::Named("Node"))];
static UNREACHABLE: [Field; 1] =
    [field("unreachable", Form::Node, Form::ItsKubeletSaysNothingAny, Input::Named("Node"))];
static READY: [Field; 1] = [field("ready", Form::Node, Form::ItIsWellAgain, Input::Named("Node"))];
static TAINT: [Field; 4] = [
    field("taint.node", Form::Node, Form::ItGetsTheTaint, Input::Named("Node")),
    field("taint.key", Form::Key, Form::SuchAsMaintenance, Input::Text),
    field("taint.value", Form::Value2, Form::MayBeEmpty, Input::Text),
    field("taint.effect", Form::Effect, Form::NoExecuteEndsPodsThatRun, Input::Choice(TaintEffect::WORDS)),
];
static DELETE: [Field; 2] = [
    field("delete.kind", Form::Kind, Form::SuchAsPod, Input::Text),
    field("delete.name", Form::Name, Form::WhichOne, Input::Text),
];
static SCALE: [Field; 3] = [
    field("scale.kind", Form::Kind, Form::WhatIsScaled, Input::Choice(&["Deployment", "ReplicaSet", "StatefulSet"])),
    field("scale.name", Form::Name, Form::WhichOne, Input::Text),
    field("scale.replicas", Form::Replicas, Form::HowManyPodsFromThen, Input::Number(0)),
];

/// The parts of an object's form: what goes before each path, and the fields.
pub fn parts(entry: &OutlineItem) -> Vec<(Prefix, &'static [Field])> {
    let parts: Vec<(&'static str, &'static [Field])> = match (entry.group, entry.kind.as_str()) {
        (Group::Nodes, _) => vec![("", &NODE)],
        (Group::Pods, _) => vec![("", &NAMED), ("", &POD), ("", &PLACED)],
        (Group::Workloads, kind) => {
            let mut parts: Vec<(&'static str, &'static [Field])> = vec![("", &NAMED)];
            match kind {
                "DaemonSet" => {}
                "Job" => parts.push(("", &PARALLELISM)),
                _ => parts.push(("", &REPLICAS)),
            }
            parts.extend([("spec.template", &POD[..]), ("spec.template", &POD_LABELS), ("", &PLACED)]);
            parts
        }
        (Group::Classes, _) => vec![("", &CLASS)],
        (Group::Budgets, _) => vec![("", &BUDGET)],
        (Group::Services, _) => vec![("", &SERVICE)],
        (Group::Namespaces, _) => vec![("", &PLAIN)],
        (Group::Devices, "ResourceSlice") => return slice(entry),
        (Group::Devices, "DeviceClass") => vec![("", &DEVICE_CLASS)],
        (Group::Devices, "ResourceClaim") => return claim(entry, ""),
        (Group::Devices, _) => return claim(entry, "spec"),
        (Group::Script, "create") => match entry.value["create"]["kind"].as_str() {
            Some("Pod") => vec![("", &WHEN), ("create", &NAMED), ("create", &POD), ("create", &PLACED)],
            Some("Node") => vec![("", &WHEN), ("create", &NODE)],
            _ => vec![("", &WHEN)],
        },
        (Group::Script, "cordon") => vec![("", &WHEN), ("", &CORDON)],
        (Group::Script, "uncordon") => vec![("", &WHEN), ("", &UNCORDON)],
        (Group::Script, "drain") => vec![("", &WHEN), ("", &DRAIN)],
        (Group::Script, "notReady") => vec![("", &WHEN), ("", &NOT_READY)],
        (Group::Script, "unreachable") => vec![("", &WHEN), ("", &UNREACHABLE)],
        (Group::Script, "ready") => vec![("", &WHEN), ("", &READY)],
        (Group::Script, "taint") => vec![("", &WHEN), ("", &TAINT)],
        (Group::Script, "delete") => vec![("", &WHEN), ("", &DELETE)],
        (Group::Script, "scale") => vec![("", &WHEN), ("", &SCALE)],
        (Group::Script, _) => vec![("", &WHEN)],
        (Group::Scheduler | Group::Other, _) => Vec::new(),
    };
    parts.into_iter().map(|(prefix, fields)| (prefix.into(), fields)).collect()
}

/// Devices, requests and counter sets that have fields of their own; the text has the others.
const PARTS: usize = 16;

/// Prefixes of the items of a list.
fn items(entry: &OutlineItem, list: &str) -> Vec<String> {
    let length = at(&entry.value, list).as_array().map_or(0, Vec::len);
    (0..length.min(PARTS)).map(|at| join(list, &at.to_string())).collect()
}

fn slice(entry: &OutlineItem) -> Vec<(Prefix, &'static [Field])> {
    let mut parts: Vec<(Prefix, &'static [Field])> = vec![("".into(), &SLICE)];
    for set in items(entry, "spec.sharedCounters") {
        parts.push((set.into(), &COUNTERS));
    }
    let devices = items(entry, "spec.devices");
    if devices.len() > 1 {
        parts.push(("".into(), &ALL_DEVICES));
    }
    for device in devices {
        let takes = !at(&entry.value, &join(&device, "consumesCounters")).is_null();
        parts.push((device.clone().into(), &DEVICE));
        if takes {
            parts.push((device.into(), &CONSUMES));
        }
    }
    parts
}

/// A claim, or a template, whose claims' spec stands below `base`.
fn claim(entry: &OutlineItem, base: &'static str) -> Vec<(Prefix, &'static [Field])> {
    let mut parts: Vec<(Prefix, &'static [Field])> = vec![("".into(), &CLAIM), (base.into(), &REQUESTS)];
    for request in items(entry, &join(base, "spec.devices.requests")) {
        parts.push((request.clone().into(), &PART));
        let alternatives = items(entry, &join(&request, "firstAvailable"));
        if alternatives.is_empty() {
            parts.push((join(&request, "exactly").into(), &REQUEST));
        }
        for alternative in alternatives {
            parts.push((alternative.clone().into(), &PART));
            parts.push((alternative.into(), &REQUEST));
        }
    }
    parts
}

/// All fields of objects.
pub fn all() -> impl Iterator<Item = &'static Field> {
    [&NODE[..], &NAMED, &PLACED, &POD, &REPLICAS, &PARALLELISM, &CLASS, &BUDGET, &SERVICE].into_iter().flatten()
}

/// Where a field stands: a node's amounts stand in `capacity`, `allocatable` or both, and `*` is each item of a list. A change is one of all
/// that are there.
pub fn places(entry: &OutlineItem, path: &str) -> Vec<String> {
    if let Some((list, field)) = path.split_once(".*.") {
        let length = at(&entry.value, list).as_array().map_or(0, Vec::len);
        return (0..length).map(|at| format!("{list}.{at}.{field}")).collect();
    }
    let both = match path.strip_prefix("status.capacity.") {
        // The scheduler counts what is allocatable.
        Some(resource) => vec![format!("status.allocatable.{resource}"), path.to_owned()],
        None => return vec![path.to_owned()],
    };
    let there: Vec<String> = both.into_iter().filter(|it| !at(&entry.value, it).is_null()).collect();
    if there.is_empty() { vec![path.to_owned()] } else { there }
}

/// What an object says at a path: the first of its places.
pub fn value<'e>(entry: &'e OutlineItem, path: &str) -> &'e Value {
    places(entry, path).first().map_or(&Value::Null, |place| at(&entry.value, place))
}

/// Whether items of a list differ in what a field says of all of them.
pub fn differs(entry: &OutlineItem, path: &str) -> bool {
    path.contains(".*.") && places(entry, path).iter().any(|place| at(&entry.value, place) != value(entry, path))
}

/// A path below a prefix.
pub fn join(prefix: &str, path: &str) -> String {
    if prefix.is_empty() { path.to_owned() } else { format!("{prefix}.{path}") }
}

/// What a field shows; nothing where the text says more than the field can.
pub fn show(input: Input, value: &Value, labels: &Value) -> Option<String> {
    if value.is_null() {
        return Some(String::new());
    }
    let list = |one: fn(&Value) -> Option<String>| {
        value.as_array()?.iter().map(one).collect::<Option<Vec<_>>>().map(|it| it.join(", "))
    };
    match input {
        Input::Labels => {
            let pairs = value.as_object()?.iter();
            pairs
                .map(|(key, it)| it.as_str().map(|it| format!("{key}={it}")))
                .collect::<Option<Vec<_>>>()
                .map(|it| it.join(", "))
        }
        Input::Taints => list(|taint| token(taint, &["key", "value", "effect"])),
        Input::Tolerations => list(|it| token(it, &["key", "value", "effect", "operator"])),
        Input::Gates => list(|gate| gate["name"].as_str().map(ToOwned::to_owned)),
        Input::Affinity => AFFINITIES
            .iter()
            .map(|(name, _)| *name)
            .find(|name| affinity(name, labels).as_ref() == Some(value))
            .map(Into::into),
        Input::Spread => SPREADS
            .iter()
            .map(|(name, _)| *name)
            .find(|name| spread(name, labels).as_ref() == Some(value))
            .map(Into::into),
        Input::Copies(_) => value.as_array().map(|items| items.len().to_string()),
        Input::Attributes => attributes::shown(value),
        Input::Amounts => attributes::amounts_shown(value),
        Input::Claims => list(|it| it["name"].as_str().map(ToOwned::to_owned)),
        _ => (!value.is_object() && !value.is_array()).then(|| plain(value)),
    }
}

/// A taint or toleration as `kubectl` writes it.
fn token(value: &Value, known: &[&str]) -> Option<String> {
    let pairs = value.as_object()?;
    if pairs.keys().any(|key| !known.contains(&key.as_str())) {
        return None;
    }
    let of = |key: &str| plain(&value[key]);
    let (key, said, effect) = (of("key"), of("value"), of("effect"));
    let exists = of("operator") == TolerationOperator::Exists.as_str();
    let head = if key.is_empty() && exists { "*".to_owned() } else { key };
    let said = if exists || said.is_empty() { String::new() } else { format!("={said}") };
    Some(if effect.is_empty() { head + &said } else { format!("{head}{said}:{effect}") })
}

/// Ready-made affinities and what they are called.
pub(crate) const AFFINITIES: [(&str, Form); 4] = [
    ("apart", Form::NeverOnTheSameNode),
    ("rather-apart", Form::RatherNotOnTheSame),
    ("together", Form::OnTheSameNode),
    ("same-zone", Form::InTheSameZone),
];

/// Ready-made ways to spread and what they are called.
pub(crate) const SPREADS: [(&str, Form); 4] = [
    ("nodes", Form::OverNodesStrictly),
    ("zones", Form::OverZonesStrictly),
    ("rather-nodes", Form::OverNodesIfPossible),
    ("rather-zones", Form::OverZonesIfPossible),
];

const HOST: &str = "kubernetes.io/hostname";
const ZONE: &str = "topology.kubernetes.io/zone";

fn affinity(name: &str, labels: &Value) -> Option<Value> {
    let term = |key: &str| json!({"topologyKey": key, "labelSelector": {"matchLabels": labels}});
    let required = "requiredDuringSchedulingIgnoredDuringExecution";
    Some(match name {
        "apart" => json!({"podAntiAffinity": {required: [term(HOST)]}}),
        "rather-apart" => {
            let preferred = json!([{"weight": 100, "podAffinityTerm": term(HOST)}]);
            json!({"podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": preferred}})
        }
        "together" => json!({"podAffinity": {required: [term(HOST)]}}),
        "same-zone" => json!({"podAffinity": {required: [term(ZONE)]}}),
        _ => return None,
    })
}

fn spread(name: &str, labels: &Value) -> Option<Value> {
    let (key, when) = match name {
        "nodes" => (HOST, UnsatisfiableAction::DoNotSchedule),
        "zones" => (ZONE, UnsatisfiableAction::DoNotSchedule),
        "rather-nodes" => (HOST, UnsatisfiableAction::ScheduleAnyway),
        "rather-zones" => (ZONE, UnsatisfiableAction::ScheduleAnyway),
        _ => return None,
    };
    let selector = json!({"matchLabels": labels});
    Some(json!([{"maxSkew": 1, "topologyKey": key, "whenUnsatisfiable": when, "labelSelector": selector}]))
}

/// What to write for what was typed: a value, or nothing at all.
pub fn parse(input: Input, typed: &str, labels: &Value) -> Result<Option<Value>, Form> {
    let typed = typed.trim();
    if typed.is_empty() {
        return match input {
            Input::Name | Input::Part => Err(Form::AnObjectNeedsAName),
            Input::Copies(_) => Err(Form::WriteAWholeNumber),
            Input::Time => Err(Form::SayWhen),
            _ => Ok(None),
        };
    }
    let text = || Value::String(typed.to_owned());
    let items = || typed.split([',', '\n']).map(str::trim).filter(|item| !item.is_empty());
    Ok(Some(match input {
        Input::Name | Input::Space | Input::Part if !is_name(typed) => {
            return Err(Form::UseLowerCaseLettersDigits);
        }
        Input::Time if api::manifest::millis(typed).is_none() => {
            return Err(Form::WriteATimeSuchAs);
        }
        Input::Name
        | Input::Space
        | Input::Part
        | Input::Time
        | Input::Text
        | Input::Choice(_)
        | Input::Named(_)
        | Input::Claims => text(),
        Input::Amount => match Quantity::parse(typed) {
            Some(amount) if amount.milli_value() >= 0 => text(),
            _ => return Err(Form::WriteAnAmountSuchAs),
        },
        Input::Number(least) => match typed.parse::<i64>() {
            Ok(number) if number >= least => number.into(),
            _ => return Err(Form::WriteAWholeNumber),
        },
        Input::Count => match (typed.parse::<i64>(), typed.strip_suffix('%').map(str::parse::<u32>)) {
            (Ok(number), _) if number >= 0 => number.into(),
            (_, Some(Ok(_))) => text(),
            _ => return Err(Form::WriteANumberOrA),
        },
        Input::Copies(most) => match typed.parse::<usize>() {
            Ok(number) if (1..=most).contains(&number) => number.into(),
            Ok(number) if number > most => return Err(Form::TheApiServerTakesNoMore),
            _ => return Err(Form::WriteAWholeNumber),
        },
        Input::Attributes => attributes::parse(typed).ok_or(Form::WriteNameValueWithCommas)?,
        Input::Amounts => attributes::parse_amounts(typed).ok_or(Form::WriteNameAmountWithCommas)?,
        Input::Flag => (typed == "true").into(),
        Input::Labels => {
            let mut pairs = Map::new();
            for item in items() {
                let (key, value) = item.split_once('=').unwrap_or((item, ""));
                let name = key.rsplit_once('/').map_or(key, |(_, name)| name);
                if name.is_empty() || !is_label_value(name) || !is_label_value(value) {
                    return Err(Form::WriteKeyValueWithCommas);
                }
                pairs.insert(key.to_owned(), value.into());
            }
            Value::Object(pairs)
        }
        Input::Taints => items()
            .map(taint)
            .collect::<Option<_>>()
            .map(Value::Array)
            .ok_or(Form::WriteKeyValueNoSchedulePreferNoSchedule)?,
        Input::Tolerations => {
            items().map(toleration).collect::<Option<_>>().map(Value::Array).ok_or(Form::WriteKeyValueNoScheduleKey)?
        }
        Input::Gates => Value::Array(items().map(|name| json!({"name": name})).collect()),
        Input::Affinity | Input::Spread => {
            if labels.as_object().is_none_or(Map::is_empty) {
                return Err(Form::GiveThePodALabel);
            }
            let made = if input == Input::Spread { spread(typed, labels) } else { affinity(typed, labels) };
            made.ok_or(Form::ChooseOneOfTheList)?
        }
    }))
}

/// Whether the API server takes a name.
pub fn is_name(text: &str) -> bool {
    let edge = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    text.len() <= 253
        && edge(text.bytes().next())
        && edge(text.bytes().next_back())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'.'))
}

fn taint(item: &str) -> Option<Value> {
    let (head, effect) = item.rsplit_once(':')?;
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

fn toleration(item: &str) -> Option<Value> {
    let (head, effect) = item.rsplit_once(':').unwrap_or((item, ""));
    let mut pairs = Map::new();
    match head.split_once('=') {
        Some((key, value)) => {
            pairs.insert("key".into(), key.into());
            pairs.insert("value".into(), value.into());
        }
        None => {
            pairs.insert("operator".into(), TolerationOperator::Exists.as_str().into());
            if head != "*" {
                pairs.insert("key".into(), head.into());
            }
        }
    }
    if !effect.is_empty() {
        pairs.insert("effect".into(), effect.into());
    }
    (!head.is_empty() && (effect.is_empty() || TaintEffect::WORDS.contains(&effect))).then_some(Value::Object(pairs))
}

/// Whether a field holds the labels of a workload's pods.
pub(crate) fn is_template_labels(prefix: &str, path: &str) -> bool {
    prefix == "spec.template" && path == "metadata.labels"
}

/// What speaks against a value that is well written but does not fit the rest of its object.
pub fn check(entry: &OutlineItem, path: &str, value: Option<&Value>) -> Option<Form> {
    let number = value.and_then(Value::as_i64);
    let there = |path: &str| !at(&entry.value, path).is_null();
    match (entry.group, path) {
        (Group::Classes, "value") => {
            let system = SYSTEM_CLASSES.iter().any(|(name, _)| *name == entry.name);
            let fits = number.is_none_or(|it| i32::try_from(it).is_ok() && (it <= 1_000_000_000 || system));
            (!fits).then_some(Form::AtMost1000000000MoreIs)
        }
        (_, path) if path.ends_with("spec.priority") => {
            let fits = number.is_none_or(|it| i32::try_from(it).is_ok());
            (!fits).then_some(Form::ThisIsTooLargeA)
        }
        (Group::Budgets, "spec.minAvailable") if value.is_some() && there("spec.maxUnavailable") => {
            Some(Form::OnlyOneOfTheTwo)
        }
        (Group::Budgets, "spec.maxUnavailable") if value.is_some() && there("spec.minAvailable") => {
            Some(Form::OnlyOneOfTheTwo2)
        }
        (Group::Workloads, "spec.template.metadata.labels") => {
            let selector = at(&entry.value, "spec.selector");
            let follows = selector["matchLabels"] == *at(&entry.value, path);
            let fits = selector.is_null() || follows || selects(selector, value.unwrap_or(&Value::Null));
            (!fits).then_some(Form::ItsSelectorWantsOtherLabels)
        }
        (Group::Devices, path) => device(entry, path, value),
        _ => None,
    }
}

/// What speaks against a value in an object about devices.
fn device(entry: &OutlineItem, path: &str, value: Option<&Value>) -> Option<Form> {
    let (parent, field) = path.rsplit_once('.')?;
    let beside = |field: &str| at(&entry.value, &join(parent, field));
    match field {
        "allocationMode" if value.is_some_and(|it| it == "All") && !beside("count").is_null() => {
            Some(Form::AllHasNoCount)
        }
        "count" if value.is_some() && beside("allocationMode") == "All" => Some(Form::AllHasNoCount),
        "taints" => {
            let soft = value?.as_array()?.iter().any(|taint| taint["effect"] == "PreferNoSchedule");
            soft.then_some(Form::DevicesHaveNoPreferNoSchedule)
        }
        // Names of devices, requests and alternatives are unique in their list.
        "name" => {
            let (list, own) = parent.rsplit_once('.')?;
            let mut others = at(&entry.value, list).as_array()?.iter().enumerate();
            let taken = others.any(|(at, it)| at.to_string() != own && Some(&it["name"]) == value);
            taken.then_some(Form::ThisNameIsTaken)
        }
        _ => None,
    }
}

/// What goes with a value that goes: the item of a list that holds nothing else, such as a selector.
pub fn emptied<'p>(entry: &OutlineItem, place: &'p str) -> &'p str {
    let (mut here, mut gone) = (place, place);
    while let Some((parent, _)) = here.rsplit_once('.') {
        match at(&entry.value, parent) {
            Value::Object(pairs) if pairs.len() == 1 => {}
            // Others stay in the list.
            Value::Array(items) if items.len() > 1 => return here,
            Value::Array(_) => gone = here,
            _ => break,
        }
        here = parent;
    }
    gone
}

/// A list made shorter or longer: more items are copies of the last one under free names.
pub fn copies(list: &Value, count: usize) -> Value {
    let mut items = list.as_array().cloned().unwrap_or_default();
    items.truncate(count);
    while items.len() < count {
        let mut next = items.last().cloned().unwrap_or_else(|| json!({"name": "device-0"}));
        let taken: Vec<&str> = items.iter().filter_map(|it| it["name"].as_str()).collect();
        next["name"] = free_name(&plain(&next["name"]), taken.into_iter()).into();
        items.push(next);
    }
    Value::Array(items)
}

/// The labels that an affinity of this form would speak of.
pub fn labels<'e>(entry: &'e OutlineItem, prefix: &str) -> &'e Value {
    at(&entry.value, &join(prefix, "metadata.labels"))
}

/// Whether the object says things that its form does not show.
pub fn says_more(entry: &OutlineItem) -> bool {
    let parts = parts(entry);
    let mut shown: Vec<String> =
        vec!["apiVersion".into(), "kind".into(), "create.apiVersion".into(), "create.kind".into()];
    for (prefix, fields) in parts {
        let fits = |field: &&Field| {
            !matches!(field.input, Input::Copies(_))
                && show(field.input, at(&entry.value, &join(&prefix, field.path)), labels(entry, &prefix)).is_some()
        };
        shown.extend(fields.iter().filter(fits).map(|field| join(&prefix, field.path)));
        if fields.iter().any(|field| field.input == Input::Claims) {
            shown.push(join(&prefix, "spec.containers.0.resources.claims"));
        }
    }
    // A selector of a workload follows its labels; a container needs a name and an image; a pool is as it must be.
    shown.extend(["spec.selector.matchLabels", "spec.pool.generation", "spec.pool.resourceSliceCount"].map(Into::into));
    hides(&entry.value, "", &shown)
}

fn hides(value: &Value, path: &str, shown: &[String]) -> bool {
    if shown.iter().any(|it| it == path) || path.ends_with("containers.0.name") || path.ends_with("containers.0.image")
    {
        return false;
    }
    match value {
        Value::Object(pairs) => pairs.iter().any(|(key, it)| hides(it, &join(path, key), shown)),
        Value::Array(items) => items.iter().enumerate().any(|(at, it)| hides(it, &join(path, &at.to_string()), shown)),
        _ => true,
    }
}
