//! The one document of our own: kind `Scenario`, with title, release, timings and a script.

use api::{ApiObject, Kind, Millis, Node, ResourceList, Str, Table, Taint, TaintEffect, Time};
use findings::{FieldError, Place};
use serde::Deserialize;

use super::caption::{Caption, Translation};

/// What a `Scenario` document says.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScenarioDoc {
    /// For people.
    pub title: Str,
    /// For people: what there is to see.
    pub description: Str,
    /// Title and description in 中文.
    pub zh: Translation,
    /// What to say at which moment.
    pub captions: Vec<Caption>,
    /// Name of the release; if absent, the page chooses.
    pub release: Option<Str>,
    /// Where that stands: which names there are is known further up.
    #[serde(skip)]
    pub release_place: Place,
    /// Feature gates of the cluster that are turned on or off.
    pub feature_gates: Table<Str, bool>,
    /// Where they stand.
    #[serde(skip)]
    pub gates_place: Place,
    /// Seed of every draw.
    pub seed: u64,
    /// Wall time of the start.
    pub epoch: Option<Time>,
    /// Seconds after which the run ends at the latest.
    pub duration_seconds: Option<u64>,
    /// How long things take.
    pub timings: Timings,
    /// Pods that wait in `Permit`, or are rejected there.
    pub permit: Vec<PermitDoc>,
    /// Bindings that the API server refuses.
    pub bind_failures: Vec<BindFailure>,
    /// Claims whose volume cannot be made at first.
    pub provision_failures: Vec<BindFailure>,
    /// Whether controllers keep the pods of workloads that pods name and the text does not have.
    pub assume_owners: bool,
    /// What happens, and when.
    #[serde(skip)]
    pub script: Vec<TimedAction>,
    /// Read by hand, as its entries hold objects of any kind.
    #[serde(rename = "script")]
    raw_script: Option<serde::de::IgnoredAny>,
    api_version: Str,
    kind: Str,
    metadata: Option<serde::de::IgnoredAny>,
}

impl Default for ScenarioDoc {
    fn default() -> Self {
        Self {
            title: Str::default(),
            description: Str::default(),
            zh: Translation::default(),
            captions: Vec::new(),
            release: None,
            release_place: Place::default(),
            feature_gates: Table::new(),
            gates_place: Place::default(),
            seed: 1,
            epoch: None,
            duration_seconds: None,
            timings: Timings::default(),
            permit: Vec::new(),
            bind_failures: Vec::new(),
            provision_failures: Vec::new(),
            assume_owners: true,
            script: Vec::new(),
            raw_script: None,
            api_version: Str::default(),
            kind: Str::default(),
            metadata: None,
        }
    }
}

/// How long things take, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Timings {
    /// How long each pod waits in `Permit`.
    pub permit_millis: Millis,
    /// How long `PreBind` takes for each pod.
    pub pre_bind_millis: Millis,
    /// From a decision (and `Permit`, and `PreBind`) to the binding.
    pub bind_millis: Millis,
    /// From a binding to running containers.
    pub container_start_millis: Millis,
    /// From a change to what a controller does about it.
    pub controller_millis: Millis,
    /// From a claim to the volume that is made for it.
    pub provision_millis: Millis,
    /// From a change to the new status of a disruption budget.
    pub disruption_millis: Millis,
}

impl Default for Timings {
    fn default() -> Self {
        Self {
            permit_millis: Millis::ZERO,
            pre_bind_millis: Millis::ZERO,
            bind_millis: Millis::new(50),
            container_start_millis: Millis::new(2000),
            controller_millis: Millis::new(100),
            provision_millis: Millis::new(3000),
            disruption_millis: Millis::new(100),
        }
    }
}

/// What happens to a pod in `Permit`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PermitDoc {
    /// The pod's name.
    pub name: Str,
    pub namespace: Str,
    /// The plugin that decides, as messages name it.
    pub plugin: Str,
    /// How long the pod waits; absent if it is answered at once.
    pub wait_millis: Option<Millis>,
    /// After how long it is rejected if it was not answered; 15 minutes, if absent.
    pub timeout_millis: Option<Millis>,
    /// Why it is rejected; absent if it is allowed.
    pub reject: Option<Str>,
    /// How often; the pod is allowed after that.
    pub times: u32,
}

impl Default for PermitDoc {
    fn default() -> Self {
        Self {
            name: Str::default(),
            namespace: "default".into(),
            plugin: "Scripted".into(),
            wait_millis: None,
            timeout_millis: None,
            reject: None,
            times: 1,
        }
    }
}

/// A pod whose binding fails, or a claim whose volume cannot be made.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BindFailure {
    pub name: Str,
    pub namespace: Str,
    /// How often.
    pub times: u32,
}

impl Default for BindFailure {
    fn default() -> Self {
        Self { name: Str::default(), namespace: "default".into(), times: 1 }
    }
}

/// An entry of the script.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedAction {
    /// When, since the start.
    pub at: Millis,
    /// What is done.
    pub action: ScriptAction,
    /// Line of the entry, from 1.
    pub line: usize,
}

/// Something that a person does to the cluster.
#[derive(Clone, Debug, PartialEq)]
pub enum ScriptAction {
    /// `kubectl create`.
    Create(ApiObject),
    /// `kubectl delete`.
    Delete(Target),
    /// `kubectl scale`.
    Scale(Target, i32),
    /// `kubectl cordon`.
    Cordon(Str),
    /// `kubectl uncordon`.
    Uncordon(Str),
    /// `kubectl taint`.
    Taint(Str, Taint),
    /// `kubectl taint … key-`, or `key:effect-`.
    Untaint(Str, Str, TaintEffect),
    /// A node changes.
    UpdateNode(Box<Node>),
    /// An object is applied: it is made, or changed.
    Apply(ApiObject, NullPaths),
    /// `kubectl label`: values to set, or nothing to take the label away.
    Label(Target, Vec<(Str, Option<Str>)>),
    /// Other requests for a container of a pod; the first, if none is named.
    Resize(Target, Str, ResourceList),
    /// Scheduling gates of a pod go: those named, or all.
    Ungate(Target, Vec<Str>),
    /// An eviction of a pod, which honors disruption budgets.
    Evict(Target),
    /// `kubectl drain`.
    Drain(Drain),
    /// The node's kubelet says that it is not ready.
    NotReady(Str),
    /// The node's kubelet says nothing any more.
    Unreachable(Str),
    /// The node is well again.
    Ready(Str),
    /// An object that the API server refuses as it is written: `kubectl` says so, and nothing else happens.
    Reject(Box<RejectedObject>),
}

/// An object that the API server refuses as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct RejectedObject {
    /// Whether it was to be applied, not created.
    pub is_applied: bool,
    pub kind: Kind,
    pub namespace: Str,
    pub name: Str,
    /// What is wrong, by the path of the field.
    pub errors: Vec<(String, FieldError)>,
}

impl ScriptAction {
    /// The object that it makes, or changes by applying it.
    #[must_use]
    pub fn created_object(&self) -> Option<&ApiObject> {
        match self {
            Self::Create(kind) | Self::Apply(kind, _) => Some(kind),
            _ => None,
        }
    }
}

impl ScenarioDoc {
    /// The objects that the script makes.
    pub fn created_objects(&self) -> impl Iterator<Item = &ApiObject> + Clone {
        self.script.iter().filter_map(|timed| timed.action.created_object())
    }
}

/// Fields for which a text says `null`, by their ways from the object: an update takes them away. Lists are not looked into.
pub type NullPaths = Vec<Vec<Str>>;

/// An object by kind and name, and what is to become of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default)]
pub struct Target {
    pub kind: Str,
    pub namespace: Str,
    pub name: Str,
    /// Of `scale`: pods wanted.
    pub replicas: Option<i32>,
    /// Of `label`: labels to set, or to take away where there is no value.
    pub labels: Table<Str, Option<Str>>,
    /// Of `resize`: the container; the first, if none is named.
    pub container: Str,
    /// Of `resize`: what it asks for from now on.
    pub requests: ResourceList,
    /// Of `ungate`: the gates that go; all, if none is named.
    pub gates: Vec<Str>,
}

impl Default for Target {
    fn default() -> Self {
        Self {
            kind: "Pod".into(),
            namespace: "default".into(),
            name: Str::default(),
            replicas: None,
            labels: Table::new(),
            container: Str::default(),
            requests: ResourceList::default(),
            gates: Vec::new(),
        }
    }
}

impl Target {
    /// What `label` is about: a pod, unless it says that it is a node.
    #[must_use]
    pub fn labeled_kind(&self) -> Kind {
        [Kind::Node, Kind::Namespace].into_iter().find(|kind| self.kind == *kind.name()).unwrap_or(Kind::Pod)
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct TaintAction {
    pub node: Str,
    pub key: Str,
    pub value: Str,
    pub effect: TaintEffect,
}

/// `kubectl drain`, with the flags that matter. The two without which hardly any node can be drained are set unless a text says otherwise.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[expect(clippy::struct_excessive_bools)]
pub struct Drain {
    pub node: Str,
    /// `--force`: pods without a controller go too.
    pub force: bool,
    /// `--ignore-daemonsets`: pods of a DaemonSet stay, and do not stop the drain.
    pub ignore_daemonsets: bool,
    /// `--delete-emptydir-data`: pods with an `emptyDir` go too.
    pub delete_emptydir_data: bool,
    /// `--disable-eviction`: pods are deleted, and no budget is asked.
    pub disable_eviction: bool,
    /// `--grace-period`: seconds instead of each pod's own; a negative number means the pod's own.
    pub grace_period_seconds: Option<i64>,
    /// `--timeout`: seconds after which it gives up; never, if absent or 0.
    pub timeout_seconds: Option<u64>,
}

impl Default for Drain {
    fn default() -> Self {
        Self {
            node: Str::default(),
            force: false,
            ignore_daemonsets: true,
            delete_emptydir_data: true,
            disable_eviction: false,
            grace_period_seconds: None,
            timeout_seconds: None,
        }
    }
}

/// What a script can do.
pub const ACTIONS: [&str; 17] = [
    "create",
    "delete",
    "scale",
    "cordon",
    "uncordon",
    "taint",
    "untaint",
    "updateNode",
    "apply",
    "label",
    "resize",
    "ungate",
    "evict",
    "drain",
    "notReady",
    "unreachable",
    "ready",
];
