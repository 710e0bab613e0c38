//! Forms: for each kind the fields that it shows, and the way from what is typed to what is written.

use serde_json::{Map, Value, json};

use super::outline::{Entry, Group, at, plain};
use super::related::selects;
pub use crate::api::admission::SYSTEM_CLASSES;
use crate::api::{Quantity, is_label_value};

/// A text in English and 中文.
pub type Both = (&'static str, &'static str);

/// A field of a form.
pub struct Field {
    /// Where it stands in the object.
    pub path: &'static str,
    /// What it is called.
    pub label: Both,
    /// What to write.
    pub help: Both,
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
}

const fn field(path: &'static str, label: Both, help: Both, input: Input) -> Field {
    Field { path, label, help, input }
}

const NAME: Field =
    field("metadata.name", ("Name", "名称"), ("Lower case, digits and dashes", "小写字母、数字和连字符"), Input::Name);
const NAMESPACE: Field =
    field("metadata.namespace", ("Namespace", "命名空间"), ("Empty means default", "留空为 default"), Input::Space);
const LABELS: Field = field(
    "metadata.labels",
    ("Labels", "标签"),
    ("Such as app=web, tier=front", "例如 app=web, tier=front"),
    Input::Labels,
);

static NODE: [Field; 7] = [
    NAME,
    field("status.capacity.cpu", ("Cpu", "CPU"), ("Cores, such as 4 or 500m", "核数，例如 4 或 500m"), Input::Amount),
    field("status.capacity.memory", ("Memory", "内存"), ("Such as 16Gi", "例如 16Gi"), Input::Amount),
    field("status.capacity.pods", ("Most pods", "最多 Pod 数"), ("Usually 110", "通常为 110"), Input::Amount),
    LABELS,
    field(
        "spec.taints",
        ("Taints", "污点"),
        (
            "key=value:NoSchedule, also PreferNoSchedule, NoExecute",
            "key=value:NoSchedule，或 PreferNoSchedule、NoExecute",
        ),
        Input::Taints,
    ),
    field("spec.unschedulable", ("Cordoned", "已封锁"), ("New pods stay away", "新 Pod 不会调度到此"), Input::Flag),
];

static NAMED: [Field; 1] = [NAME];
static PLACED: [Field; 2] = [LABELS, NAMESPACE];

static REPLICAS: [Field; 1] =
    [field("spec.replicas", ("Replicas", "副本数"), ("How many pods", "Pod 数量"), Input::Number(0))];
static PARALLELISM: [Field; 2] = [
    field("spec.parallelism", ("At once", "并行数"), ("Pods that run at once", "同时运行的 Pod 数"), Input::Number(0)),
    field("spec.completions", ("In all", "完成数"), ("Pods that have to succeed", "需成功的 Pod 数"), Input::Number(1)),
];
static POD_LABELS: [Field; 1] = [field(
    "metadata.labels",
    ("Labels of its pods", "Pod 标签"),
    ("Its selector must match them", "须与其选择器匹配"),
    Input::Labels,
)];

static POD: [Field; 12] = [
    field(
        "spec.containers.0.resources.requests.cpu",
        ("Cpu requested", "CPU 请求"),
        ("Such as 500m or 2", "例如 500m 或 2"),
        Input::Amount,
    ),
    field(
        "spec.containers.0.resources.requests.memory",
        ("Memory requested", "内存请求"),
        ("Such as 512Mi", "例如 512Mi"),
        Input::Amount,
    ),
    field(
        "spec.priorityClassName",
        ("Priority class", "优先级类"),
        ("Who goes first, and who may push others out", "谁先调度、谁可抢占他人"),
        Input::Named("PriorityClass"),
    ),
    field(
        "spec.preemptionPolicy",
        ("Preemption", "抢占"),
        ("Never: waits instead of pushing others out", "Never：等待而不抢占"),
        Input::Choice(&["PreemptLowerPriority", "Never"]),
    ),
    field(
        "spec.nodeName",
        ("Runs on", "运行于"),
        ("Set: it is on that node from the start", "指定后从一开始就在该节点"),
        Input::Named("Node"),
    ),
    field(
        "spec.nodeSelector",
        ("Node labels wanted", "节点选择"),
        ("Only nodes with these labels", "仅限带这些标签的节点"),
        Input::Labels,
    ),
    field(
        "spec.tolerations",
        ("Tolerations", "容忍"),
        ("key=value:NoSchedule, key alone, or * for all", "key=value:NoSchedule、仅 key，或 * 表示全部"),
        Input::Tolerations,
    ),
    field(
        "spec.affinity",
        ("Company", "亲和"),
        ("Relative to pods with the same labels", "相对于标签相同的 Pod"),
        Input::Affinity,
    ),
    field(
        "spec.topologySpreadConstraints",
        ("Spread", "分散"),
        ("Evenly, among pods with the same labels", "标签相同的 Pod 均匀分布"),
        Input::Spread,
    ),
    field(
        "spec.terminationGracePeriodSeconds",
        ("Grace period", "宽限期"),
        ("Seconds to end, usually 30", "结束所需秒数，通常 30"),
        Input::Number(0),
    ),
    field(
        "spec.schedulingGates",
        ("Gates", "调度门控"),
        ("Held back while there are any", "存在时不参与调度"),
        Input::Gates,
    ),
    field(
        "spec.priority",
        ("Priority", "优先级数值"),
        ("Usually left to the class", "通常由优先级类决定"),
        Input::Number(i64::MIN),
    ),
];

static CLASS: [Field; 4] = [
    NAME,
    field(
        "value",
        ("Value", "数值"),
        ("Higher goes first; at most 1000000000", "越大越先；至多 1000000000"),
        Input::Number(i64::MIN),
    ),
    field("globalDefault", ("For pods without a class", "作为默认"), ("At most one class", "至多一个"), Input::Flag),
    field(
        "preemptionPolicy",
        ("Preemption", "抢占"),
        ("Never: its pods wait", "Never：其 Pod 只等待"),
        Input::Choice(&["PreemptLowerPriority", "Never"]),
    ),
];

static BUDGET: [Field; 5] = [
    NAME,
    NAMESPACE,
    field(
        "spec.selector.matchLabels",
        ("Protects pods with", "保护带标签的 Pod"),
        ("Such as app=web", "例如 app=web"),
        Input::Labels,
    ),
    field("spec.minAvailable", ("Must stay", "至少保留"), ("A number or 50%", "数量或 50%"), Input::Count),
    field(
        "spec.maxUnavailable",
        ("May be away", "至多中断"),
        ("Instead of Must stay", "与“至少保留”二选一"),
        Input::Count,
    ),
];

static SERVICE: [Field; 3] = [
    NAME,
    NAMESPACE,
    field("spec.selector", ("Pods with", "选择带标签的 Pod"), ("Such as app=web", "例如 app=web"), Input::Labels),
];
static PLAIN: [Field; 2] = [NAME, LABELS];
static WHEN: [Field; 1] = [field("at", ("When", "时间"), ("Such as 10s or 1m30s", "例如 10s 或 1m30s"), Input::Time)];
static CORDON: [Field; 1] =
    [field("cordon", ("Node", "节点"), ("New pods stay away from it", "新 Pod 不再调度到此"), Input::Named("Node"))];
static UNCORDON: [Field; 1] =
    [field("uncordon", ("Node", "节点"), ("New pods may come again", "恢复调度新 Pod"), Input::Named("Node"))];
static DRAIN: [Field; 1] = [field(
    "drain",
    ("Node", "节点"),
    ("Its pods are evicted, as budgets allow", "在预算允许下驱逐其上的 Pod"),
    Input::Named("Node"),
)];
static NOT_READY: [Field; 1] = [field(
    "notReady",
    ("Node", "节点"),
    ("Its kubelet says that it is not ready", "其 kubelet 报告未就绪"),
    Input::Named("Node"),
)];
static UNREACHABLE: [Field; 1] = [field(
    "unreachable",
    ("Node", "节点"),
    ("Its kubelet says nothing any more", "其 kubelet 不再应答"),
    Input::Named("Node"),
)];
static READY: [Field; 1] = [field("ready", ("Node", "节点"), ("It is well again", "恢复正常"), Input::Named("Node"))];
static TAINT: [Field; 4] = [
    field("taint.node", ("Node", "节点"), ("It gets the taint", "为其添加污点"), Input::Named("Node")),
    field("taint.key", ("Key", "键"), ("Such as maintenance", "例如 maintenance"), Input::Text),
    field("taint.value", ("Value", "值"), ("May be empty", "可为空"), Input::Text),
    field(
        "taint.effect",
        ("Effect", "效果"),
        ("NoExecute ends pods that run there", "NoExecute 会终止其上的 Pod"),
        Input::Choice(&EFFECTS),
    ),
];
static DELETE: [Field; 2] = [
    field("delete.kind", ("Kind", "类型"), ("Such as Pod", "例如 Pod"), Input::Text),
    field("delete.name", ("Name", "名称"), ("Which one", "哪一个"), Input::Text),
];
static SCALE: [Field; 3] = [
    field(
        "scale.kind",
        ("Kind", "类型"),
        ("What is scaled", "扩缩的对象类型"),
        Input::Choice(&["Deployment", "ReplicaSet", "StatefulSet"]),
    ),
    field("scale.name", ("Name", "名称"), ("Which one", "哪一个"), Input::Text),
    field(
        "scale.replicas",
        ("Replicas", "副本数"),
        ("How many pods from then on", "此后的 Pod 数量"),
        Input::Number(0),
    ),
];

const EFFECTS: [&str; 3] = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

/// The parts of an object's form: what goes before each path, and the fields.
pub fn parts(entry: &Entry) -> Vec<(&'static str, &'static [Field])> {
    match (entry.group, entry.kind.as_str()) {
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
        (Group::Other, _) => Vec::new(),
    }
}

/// All fields of objects.
pub fn all() -> impl Iterator<Item = &'static Field> {
    [&NODE[..], &NAMED, &PLACED, &POD, &REPLICAS, &PARALLELISM, &CLASS, &BUDGET, &SERVICE].into_iter().flatten()
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
    let exists = of("operator") == "Exists";
    let head = if key.is_empty() && exists { "*".to_owned() } else { key };
    let said = if exists || said.is_empty() { String::new() } else { format!("={said}") };
    Some(if effect.is_empty() { head + &said } else { format!("{head}{said}:{effect}") })
}

/// Ready-made affinities and what they are called.
pub const AFFINITIES: [(&str, Both); 4] = [
    ("apart", ("never on the same node", "绝不同节点")),
    ("rather-apart", ("rather not on the same node", "尽量不同节点")),
    ("together", ("on the same node", "同一节点")),
    ("same-zone", ("in the same zone", "同一可用区")),
];

/// Ready-made ways to spread and what they are called.
pub const SPREADS: [(&str, Both); 4] = [
    ("nodes", ("over nodes, strictly", "严格分散到节点")),
    ("zones", ("over zones, strictly", "严格分散到可用区")),
    ("rather-nodes", ("over nodes, if possible", "尽量分散到节点")),
    ("rather-zones", ("over zones, if possible", "尽量分散到可用区")),
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
        "nodes" => (HOST, "DoNotSchedule"),
        "zones" => (ZONE, "DoNotSchedule"),
        "rather-nodes" => (HOST, "ScheduleAnyway"),
        "rather-zones" => (ZONE, "ScheduleAnyway"),
        _ => return None,
    };
    let selector = json!({"matchLabels": labels});
    Some(json!([{"maxSkew": 1, "topologyKey": key, "whenUnsatisfiable": when, "labelSelector": selector}]))
}

/// What to write for what was typed: a value, or nothing at all.
pub fn parse(input: Input, typed: &str, labels: &Value) -> Result<Option<Value>, Both> {
    let typed = typed.trim();
    if typed.is_empty() {
        return match input {
            Input::Name => Err(("An object needs a name", "对象必须有名称")),
            Input::Time => Err(("Say when", "请填写时间")),
            _ => Ok(None),
        };
    }
    let text = || Value::String(typed.to_owned());
    let items = || typed.split([',', '\n']).map(str::trim).filter(|item| !item.is_empty());
    Ok(Some(match input {
        Input::Name | Input::Space if !is_name(typed) => {
            return Err(("Use lower-case letters, digits, - and .", "请使用小写字母、数字、- 和 ."));
        }
        Input::Time if crate::api::manifest::millis(typed).is_none() => {
            return Err(("Write a time such as 10s, 1m30s or 500ms", "请填写时间，例如 10s、1m30s 或 500ms"));
        }
        Input::Name | Input::Space | Input::Time | Input::Text | Input::Choice(_) | Input::Named(_) => text(),
        Input::Amount => match Quantity::parse(typed) {
            Ok(amount) if amount.milli_value() >= 0 => text(),
            _ => return Err(("Write an amount such as 500m, 2 or 4Gi", "请填写数量，例如 500m、2 或 4Gi")),
        },
        Input::Number(least) => match typed.parse::<i64>() {
            Ok(number) if number >= least => number.into(),
            _ => return Err(("Write a whole number", "请填写整数")),
        },
        Input::Count => match (typed.parse::<i64>(), typed.strip_suffix('%').map(str::parse::<u32>)) {
            (Ok(number), _) if number >= 0 => number.into(),
            (_, Some(Ok(_))) => text(),
            _ => return Err(("Write a number or a percentage", "请填写数量或百分比")),
        },
        Input::Flag => (typed == "true").into(),
        Input::Labels => {
            let mut pairs = Map::new();
            for item in items() {
                let (key, value) = item.split_once('=').unwrap_or((item, ""));
                let name = key.rsplit_once('/').map_or(key, |(_, name)| name);
                if name.is_empty() || !is_label_value(name) || !is_label_value(value) {
                    return Err(("Write key=value, with commas between", "请写 key=value，以逗号分隔"));
                }
                pairs.insert(key.to_owned(), value.into());
            }
            Value::Object(pairs)
        }
        Input::Taints => items().map(taint).collect::<Option<_>>().map(Value::Array).ok_or((
            "Write key=value:NoSchedule, PreferNoSchedule or NoExecute",
            "请写 key=value:NoSchedule、PreferNoSchedule 或 NoExecute",
        ))?,
        Input::Tolerations => items()
            .map(toleration)
            .collect::<Option<_>>()
            .map(Value::Array)
            .ok_or(("Write key=value:NoSchedule, key, or *", "请写 key=value:NoSchedule、key 或 *"))?,
        Input::Gates => Value::Array(items().map(|name| json!({"name": name})).collect()),
        Input::Affinity | Input::Spread => {
            if labels.as_object().is_none_or(Map::is_empty) {
                return Err(("Give the pod a label first", "请先为 Pod 添加标签"));
            }
            let made = if input == Input::Spread { spread(typed, labels) } else { affinity(typed, labels) };
            made.ok_or(("Choose one of the list", "请从列表中选择"))?
        }
    }))
}

fn is_name(text: &str) -> bool {
    let edge = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    text.len() <= 253
        && edge(text.bytes().next())
        && edge(text.bytes().next_back())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'.'))
}

fn taint(item: &str) -> Option<Value> {
    let (head, effect) = item.rsplit_once(':')?;
    let (key, value) = head.split_once('=').unwrap_or((head, ""));
    if key.is_empty() || !EFFECTS.contains(&effect) {
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
            pairs.insert("operator".into(), "Exists".into());
            if head != "*" {
                pairs.insert("key".into(), head.into());
            }
        }
    }
    if !effect.is_empty() {
        pairs.insert("effect".into(), effect.into());
    }
    (!head.is_empty() && (effect.is_empty() || EFFECTS.contains(&effect))).then_some(Value::Object(pairs))
}

/// Whether a field holds the labels of a workload's pods.
pub fn is_template_labels(prefix: &str, path: &str) -> bool {
    prefix == "spec.template" && path == "metadata.labels"
}

/// What speaks against a value that is well written but does not fit the rest of its object.
pub fn check(entry: &Entry, path: &str, value: Option<&Value>) -> Option<Both> {
    let number = value.and_then(Value::as_i64);
    let there = |path: &str| !at(&entry.value, path).is_null();
    match (entry.group, path) {
        (Group::Classes, "value") => {
            let system = SYSTEM_CLASSES.iter().any(|(name, _)| *name == entry.name);
            let fits = number.is_none_or(|it| i32::try_from(it).is_ok() && (it <= 1_000_000_000 || system));
            (!fits).then_some(("At most 1000000000: more is for the system", "至多 1000000000，更大的值留给系统"))
        }
        (_, path) if path.ends_with("spec.priority") => {
            let fits = number.is_none_or(|it| i32::try_from(it).is_ok());
            (!fits).then_some(("This is too large a number", "数值超出范围"))
        }
        (Group::Budgets, "spec.minAvailable") if value.is_some() && there("spec.maxUnavailable") => {
            Some(("Only one of the two: empty May be away first", "两项只能填一项：请先清空“至多中断”"))
        }
        (Group::Budgets, "spec.maxUnavailable") if value.is_some() && there("spec.minAvailable") => {
            Some(("Only one of the two: empty Must stay first", "两项只能填一项：请先清空“至少保留”"))
        }
        (Group::Workloads, "spec.template.metadata.labels") => {
            let selector = at(&entry.value, "spec.selector");
            let follows = selector["matchLabels"] == *at(&entry.value, path);
            let fits = selector.is_null() || follows || selects(selector, value.unwrap_or(&Value::Null));
            (!fits).then_some(("Its selector wants other labels: see YAML", "与其选择器不符：见 YAML"))
        }
        _ => None,
    }
}

/// The labels that an affinity of this form would speak of.
pub fn labels<'e>(entry: &'e Entry, prefix: &str) -> &'e Value {
    at(&entry.value, &join(prefix, "metadata.labels"))
}

/// Whether the object says things that its form does not show.
pub fn says_more(entry: &Entry) -> bool {
    let parts = parts(entry);
    let mut shown: Vec<String> =
        vec!["apiVersion".into(), "kind".into(), "create.apiVersion".into(), "create.kind".into()];
    for (prefix, fields) in parts {
        let fits = |field: &&Field| {
            show(field.input, at(&entry.value, &join(prefix, field.path)), labels(entry, prefix)).is_some()
        };
        shown.extend(fields.iter().filter(fits).map(|field| join(prefix, field.path)));
    }
    // A selector of a workload follows its labels; a container needs a name and an image.
    shown.extend(["spec.selector.matchLabels".into()]);
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
