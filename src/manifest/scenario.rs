//! The `Scenario` document, with title, release, timings and a script.

use api::{ApiObject, Kind, Millis, Node, ResourceList, Str, Table, Taint, TaintEffect, Time};
use findings::{FieldError, Place};
use serde::Deserialize;

use super::caption::{Caption, Translation};

/// A `Scenario` document.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScenarioDoc {
    pub title: Str,
    /// A description of what there is to see.
    pub description: Str,
    /// Title and description in Chinese (中文).
    pub zh: Translation,
    /// Captions that are shown during the run.
    pub captions: Vec<Caption>,
    /// The name of the release; if absent, the page chooses one.
    pub release: Option<Str>,
    /// The place of the release, for errors: its name is checked by another crate.
    #[serde(skip)]
    pub release_place: Place,
    /// Feature gates of the cluster, on or off.
    pub feature_gates: Table<Str, bool>,
    /// The place of the feature gates.
    #[serde(skip)]
    pub gates_place: Place,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Wall-clock time at the start.
    pub epoch: Option<Time>,
    /// The maximum duration of the run in seconds.
    pub duration_seconds: Option<u64>,
    /// Delays of components.
    pub timings: TimingsDoc,
    /// Pods that wait in `Permit`, or are rejected there.
    pub permit: Vec<PermitDoc>,
    /// Bindings that the API server rejects.
    pub bind_failures: Vec<BindFailure>,
    /// Claims whose provisioning fails at first.
    pub provision_failures: Vec<BindFailure>,
    /// Whether owners that pods name, and that the text lacks, are assumed to exist and to replace their pods.
    pub assume_owners: bool,
    /// The actions of the script, in order of time.
    #[serde(skip)]
    pub script: Vec<TimedAction>,
    /// Decoded separately, as the entries contain objects of any kind.
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
            timings: TimingsDoc::default(),
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

/// Delays of components, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TimingsDoc {
    /// How long each pod waits in `Permit`.
    pub permit_millis: Millis,
    /// How long `PreBind` takes for each pod.
    pub pre_bind_millis: Millis,
    /// From the scheduling decision (and `Permit`, and `PreBind`) to the binding.
    pub bind_millis: Millis,
    /// From the binding to running containers.
    pub container_start_millis: Millis,
    /// From a change to the reaction of a controller.
    pub controller_millis: Millis,
    /// From a claim to its provisioned volume.
    pub provision_millis: Millis,
    /// From a change to the new status of a disruption budget.
    pub disruption_millis: Millis,
}

impl Default for TimingsDoc {
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

/// The answer of a `Permit` plugin for a pod.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PermitDoc {
    pub name: Str,
    pub namespace: Str,
    /// The name of the plugin, as messages show it.
    pub plugin: Str,
    /// How long the pod waits; if absent, it is answered at once.
    pub wait_millis: Option<Millis>,
    /// The timeout after which it is rejected without an answer; 15 minutes if absent.
    pub timeout_millis: Option<Millis>,
    /// The reason for rejecting it; if absent, it is allowed.
    pub reject: Option<Str>,
    /// How many times; the pod is allowed after that.
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

/// A pod whose binding fails, or a claim whose provisioning fails.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BindFailure {
    pub name: Str,
    pub namespace: Str,
    /// How many times.
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
    /// Time since the start.
    pub at: Millis,
    pub action: ScriptAction,
    /// Line of the entry, counted from 1.
    pub line: usize,
}

/// An action that a person takes on the cluster.
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
    /// An update of a node.
    UpdateNode(Box<Node>),
    /// `kubectl apply`: the object is created or changed.
    Apply(ApiObject, NullPaths),
    /// `kubectl label`: `Some` sets a label, `None` removes it.
    Label(Target, Vec<(Str, Option<Str>)>),
    /// Resizes a container of a pod in place; the first container if the name is empty.
    Resize(Target, Str, ResourceList),
    /// Removes scheduling gates of a pod: those named, or all if empty.
    Ungate(Target, Vec<Str>),
    /// Evicts a pod, subject to disruption budgets.
    Evict(Target),
    /// `kubectl drain`.
    Drain(DrainDoc),
    /// The node's kubelet reports that the node is not ready.
    NotReady(Str),
    /// The node's kubelet stops reporting.
    Unreachable(Str),
    /// The node is ready again.
    Ready(Str),
    /// An object that the API server rejects by itself: `kubectl` prints the errors, and nothing else happens.
    Reject(Box<RejectedObject>),
}

/// An object that the API server rejects by itself, without looking at other objects.
#[derive(Clone, Debug, PartialEq)]
pub struct RejectedObject {
    /// Whether it is applied, not created.
    pub is_applied: bool,
    pub kind: Kind,
    pub namespace: Str,
    pub name: Str,
    /// The errors, each with the path of its field.
    pub errors: Vec<(String, FieldError)>,
}

impl ScriptAction {
    /// The object that the action creates or applies.
    #[must_use]
    pub fn created_object(&self) -> Option<&ApiObject> {
        match self {
            Self::Create(kind) | Self::Apply(kind, _) => Some(kind),
            _ => None,
        }
    }
}

impl ScenarioDoc {
    /// The objects that the script creates or applies.
    pub fn created_objects(&self) -> impl Iterator<Item = &ApiObject> + Clone {
        self.script.iter().filter_map(|timed| timed.action.created_object())
    }
}

/// Paths of fields with the value `null`, which an update removes. Lists are not searched.
pub type NullPaths = Vec<Vec<Str>>;

/// An object by kind and name, with the arguments of the action.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default)]
pub struct Target {
    pub kind: Str,
    pub namespace: Str,
    pub name: Str,
    /// For `scale`: the desired number of pods.
    pub replicas: Option<i32>,
    /// For `label`: labels to set, or to remove if `None`.
    pub labels: Table<Str, Option<Str>>,
    /// For `resize`: the container; the first one if empty.
    pub container: Str,
    /// For `resize`: the new requests.
    pub requests: ResourceList,
    /// For `ungate`: the gates to remove; all if empty.
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
    /// The kind of the target of `label`: a pod, unless `kind` is a node or namespace.
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

/// `kubectl drain`, with the flags that matter. `--ignore-daemonsets` and `--delete-emptydir-data`, without which hardly any node can be drained, are
/// set by default.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[expect(clippy::struct_excessive_bools)]
pub struct DrainDoc {
    pub node: Str,
    /// `--force`: also evicts pods without a controller.
    pub force: bool,
    /// `--ignore-daemonsets`: pods of a DaemonSet stay, and do not stop the drain.
    pub ignore_daemonsets: bool,
    /// `--delete-emptydir-data`: also evicts pods with an `emptyDir`.
    pub delete_emptydir_data: bool,
    /// `--disable-eviction`: deletes pods without regard to disruption budgets.
    pub disable_eviction: bool,
    /// `--grace-period` in seconds; if negative or absent, each pod's own.
    pub grace_period_seconds: Option<i64>,
    /// `--timeout` in seconds; none if absent or 0.
    pub timeout_seconds: Option<u64>,
}

impl Default for DrainDoc {
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

/// The actions of a script.
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
