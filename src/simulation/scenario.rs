//! What a run starts from.

use std::collections::BTreeMap;

use crate::api::admission::Limits;
use crate::api::{
    LimitRange, Millis, Namespace, Node, Pod, PodDisruptionBudget, PriorityClass, ResourceList, ResourceQuota,
    RuntimeClass, Service, StorageObject, Str, Taint, Time, Workload,
};
use crate::framework::{PluginId, Profile, Row};
use crate::plugins::scripted::{PermitRule, ScriptedPermit, ScriptedPreBind};
use crate::releases::Release;
use crate::releases::config::Configuration;

use super::{Drain, LabelChanges, Readiness};

/// A cluster at the start of a run, and what will be done to it. Everything in it has been through admission.
#[derive(Default)]
pub struct Scenario {
    /// For people.
    pub title: Str,
    /// Whose decisions are replayed.
    pub release: Release,
    /// How the scheduler is to run, where it is configured.
    pub configuration: Option<Configuration>,
    /// Seed of every draw.
    pub seed: u64,
    /// Wall time of the start.
    pub epoch: Time,
    /// When the run ends at the latest.
    pub until: Option<Millis>,
    /// How long things take.
    pub timings: Timings,
    /// Whether nodes are watched: `NoExecute` taints evict, and pods of deleted nodes are collected.
    pub node_life: bool,
    /// What happens to pods in `Permit`, with the name of the plugin that does it.
    pub permits: Vec<(Str, PermitRule)>,
    /// How often the binding of a pod (by `namespace/name`) fails.
    pub bind_failures: BTreeMap<Str, u32>,
    /// How often making a volume for a claim (by `namespace/name`) fails.
    pub provision_failures: BTreeMap<Str, u32>,
    /// Nodes, in the order in which the scheduler meets them.
    pub nodes: Vec<Node>,
    /// Pods, bound or pending.
    pub pods: Vec<Pod>,
    /// Priority classes.
    pub classes: Vec<PriorityClass>,
    /// Disruption budgets.
    pub budgets: Vec<PodDisruptionBudget>,
    /// Services.
    pub services: Vec<Service>,
    /// Namespaces.
    pub namespaces: Vec<Namespace>,
    /// Volumes, claims, classes, …
    pub storage: Vec<StorageObject>,
    /// Quotas: what comes beyond them is refused.
    pub quotas: Vec<ResourceQuota>,
    /// Limit ranges and runtime classes, which the pods of workloads have been through.
    pub limits: Limits,
    /// Workloads by kind.
    pub workloads: Vec<(WorkloadKind, Workload)>,
    /// Workloads that only say which pods belong together; no pods are made for them.
    pub selectors: Vec<(WorkloadKind, Workload)>,
    /// What happens, in order of time.
    pub script: Vec<(Millis, Action)>,
}

/// The plugin that does what a scenario says, if the scenario does not name one.
const SCRIPTED: &str = "Scripted";

impl Scenario {
    /// Adds to a profile the plugins that do what the scenario says at `Permit` and `PreBind`.
    pub(super) fn script_plugins(&self, profile: &mut Profile) {
        let mut names: Vec<&str> = self.permits.iter().map(|(name, _)| name.as_str()).collect();
        if self.timings.permit > 0 && !names.contains(&SCRIPTED) {
            names.push(SCRIPTED);
        }
        names.sort_unstable();
        names.dedup();
        for name in names {
            let rules = self.permits.iter().filter(|(plugin, _)| *plugin == *name).map(|(_, rule)| rule.clone());
            let wait = if name == SCRIPTED { self.timings.permit } else { 0 };
            let permit = Box::new(ScriptedPermit { wait, rules: rules.collect() });
            profile.permits.push(Row::new(PluginId::Scripted, name, permit));
        }
        if self.timings.pre_bind > 0 {
            let pre_bind = Box::new(ScriptedPreBind { takes: self.timings.pre_bind });
            profile.pre_binds.push(Row::new(PluginId::Scripted, SCRIPTED, pre_bind));
        }
    }
}

/// The workloads that have a controller here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WorkloadKind {
    /// Makes a replica set.
    Deployment,
    /// Keeps a number of pods.
    ReplicaSet,
    /// The same under an older name.
    ReplicationController,
    /// Keeps numbered pods, one after the other.
    StatefulSet,
    /// Keeps a pod on each node.
    DaemonSet,
    /// Runs pods to their end.
    Job,
}

impl WorkloadKind {
    /// The kind of this name in manifests.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        use WorkloadKind as Kind;
        [Kind::Deployment, Kind::ReplicaSet, Kind::ReplicationController, Kind::StatefulSet, Kind::DaemonSet, Kind::Job]
            .into_iter()
            .find(|kind| kind.name() == name)
    }

    /// The kind's name in manifests.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Deployment => "Deployment",
            Self::ReplicaSet => "ReplicaSet",
            Self::ReplicationController => "ReplicationController",
            Self::StatefulSet => "StatefulSet",
            Self::DaemonSet => "DaemonSet",
            Self::Job => "Job",
        }
    }
}

/// How long things take, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timings {
    /// How long pods wait in `Permit` that no rule names.
    pub permit: Millis,
    /// How long `PreBind` takes.
    pub pre_bind: Millis,
    /// From the decision (and `Permit`, and `PreBind`) to the binding.
    pub bind: Millis,
    /// From the binding to running containers.
    pub start: Millis,
    /// From a change to what a controller does about it.
    pub controller: Millis,
    /// From a claim to the volume that is made for it.
    pub provision: Millis,
    /// From a change to the new status of a budget; `None`: budgets keep the status that they have.
    pub disruption: Option<Millis>,
}

impl Default for Timings {
    fn default() -> Self {
        Self { permit: 0, pre_bind: 0, bind: 50, start: 2000, controller: 100, provision: 3000, disruption: Some(100) }
    }
}

/// Something that a person or a script does.
#[derive(Clone, Debug)]
pub enum Action {
    /// `kubectl create` of a pod.
    CreatePod(Box<Pod>),
    /// `kubectl create` of a workload.
    CreateWorkload(WorkloadKind, Box<Workload>),
    /// `kubectl apply` of a budget.
    ApplyBudget(Box<PodDisruptionBudget>),
    /// `kubectl create` of a priority class.
    CreateClass(Box<PriorityClass>),
    /// `kubectl apply` of a quota.
    ApplyQuota(Box<ResourceQuota>),
    /// `kubectl apply` of a limit range.
    ApplyLimits(Box<LimitRange>),
    /// `kubectl apply` of a runtime class.
    ApplyRuntime(Box<RuntimeClass>),
    /// `kubectl delete runtimeclass`.
    DeleteRuntime(Str),
    /// `kubectl delete resourcequota`: namespace, name.
    DeleteQuota(Str, Str),
    /// `kubectl delete limitrange`: namespace, name.
    DeleteLimits(Str, Str),
    /// `kubectl apply` of a service.
    ApplyService(Box<Service>),
    /// `kubectl apply` of a namespace.
    ApplyNamespace(Box<Namespace>),
    /// `kubectl apply` of a volume, a claim, a class, …
    ApplyStorage(StorageObject),
    /// `kubectl delete` of one: kind, namespace, name.
    DeleteStorage(Str, Str, Str),
    /// `kubectl apply` of a workload: one of that name gets the new spec.
    ApplyWorkload(WorkloadKind, Box<Workload>),
    /// `kubectl delete pdb`, by `namespace/name`.
    DeleteBudget(Str),
    /// `kubectl delete priorityclass`.
    DeleteClass(Str),
    /// `kubectl delete service`, by `namespace/name`.
    DeleteService(Str),
    /// `kubectl label pod`, by `namespace/name`.
    LabelPod(Str, LabelChanges),
    /// `kubectl label node`.
    LabelNode(Str, LabelChanges),
    /// Other requests for a container of a pod (the first, if none is named).
    ResizePod {
        /// The pod, by `namespace/name`.
        pod: Str,
        /// The container's name, or nothing.
        container: Str,
        /// What it asks for from now on.
        requests: ResourceList,
    },
    /// Scheduling gates of a pod go: those named, or all.
    Ungate(Str, Vec<Str>),
    /// An eviction of a pod, by `namespace/name`.
    Evict(Str),
    /// `kubectl drain`.
    Drain(Drain),
    /// A node fails, or is well again.
    SetReadiness(Str, Readiness),
    /// `kubectl delete pod`, by `namespace/name`.
    DeletePod(Str),
    /// `kubectl delete` of a workload, with its pods.
    DeleteWorkload(WorkloadKind, Str),
    /// `kubectl scale`.
    Scale(WorkloadKind, Str, i32),
    /// A node comes.
    AddNode(Box<Node>),
    /// A node changes.
    UpdateNode(Box<Node>),
    /// A node goes.
    RemoveNode(Str),
    /// `kubectl cordon` and `uncordon`.
    Cordon(Str, bool),
    /// `kubectl taint`.
    Taint(Str, Taint),
    /// `kubectl taint` with a `-` at the end: every taint with this key goes.
    Untaint(Str, Str),
}

impl Action {
    /// The action as `kubectl` would say it.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Self::CreatePod(pod) => format!("create pod {}", pod.key()),
            Self::CreateWorkload(kind, workload) => format!("create {} {}", kind.name(), workload.metadata.name),
            Self::ApplyBudget(budget) => format!("apply poddisruptionbudget {}", budget.metadata.name),
            Self::CreateClass(class) => format!("create priorityclass {}", class.metadata.name),
            Self::ApplyQuota(quota) => format!("apply resourcequota {}", quota.metadata.name),
            Self::ApplyLimits(range) => format!("apply limitrange {}", range.metadata.name),
            Self::ApplyRuntime(class) => format!("apply runtimeclass {}", class.metadata.name),
            Self::DeleteRuntime(name) => format!("delete runtimeclass {name}"),
            Self::DeleteQuota(namespace, name) => format!("delete resourcequota {namespace}/{name}"),
            Self::DeleteLimits(namespace, name) => format!("delete limitrange {namespace}/{name}"),
            Self::ApplyService(service) => format!("apply service {}", service.metadata.name),
            Self::ApplyNamespace(namespace) => format!("apply namespace {}", namespace.metadata.name),
            Self::ApplyStorage(object) => {
                format!("apply {} {}", object.kind().to_lowercase(), object.metadata().name)
            }
            Self::DeleteStorage(kind, _, name) => format!("delete {} {name}", kind.to_lowercase()),
            Self::ApplyWorkload(kind, workload) => format!("apply {} {}", kind.name(), workload.metadata.name),
            Self::DeleteBudget(key) => format!("delete poddisruptionbudget {key}"),
            Self::DeleteClass(name) => format!("delete priorityclass {name}"),
            Self::DeleteService(key) => format!("delete service {key}"),
            Self::LabelPod(key, changes) => format!("label pod {key} {}", labels(changes)),
            Self::LabelNode(name, changes) => format!("label node {name} {}", labels(changes)),
            Self::ResizePod { pod, requests, .. } => {
                let amounts: Vec<String> = requests.iter().map(|(name, amount)| format!("{name}={amount}")).collect();
                format!("patch pod {pod} --subresource resize {}", amounts.join(" "))
            }
            Self::Ungate(key, _) => format!("patch pod {key}: scheduling gates removed"),
            Self::Evict(key) => format!("evict pod {key}"),
            Self::Drain(drain) => format!("drain {}{}", drain.node, if drain.force { " --force" } else { "" }),
            Self::SetReadiness(name, Readiness::Ready) => format!("node {name} is ready"),
            Self::SetReadiness(name, Readiness::NotReady) => format!("node {name} is not ready"),
            Self::SetReadiness(name, Readiness::Unreachable) => format!("node {name} does not answer"),
            Self::DeletePod(key) => format!("delete pod {key}"),
            Self::DeleteWorkload(kind, key) => format!("delete {} {key}", kind.name()),
            Self::Scale(kind, key, replicas) => format!("scale {} {key} --replicas={replicas}", kind.name()),
            Self::AddNode(node) => format!("add node {}", node.metadata.name),
            Self::UpdateNode(node) => format!("update node {}", node.metadata.name),
            Self::RemoveNode(name) => format!("delete node {name}"),
            Self::Cordon(name, true) => format!("cordon {name}"),
            Self::Cordon(name, false) => format!("uncordon {name}"),
            Self::Taint(name, taint) => format!("taint node {name} {}={}:{}", taint.key, taint.value, taint.effect),
            Self::Untaint(name, key) => format!("taint node {name} {key}-"),
        }
    }
}

fn labels(changes: &LabelChanges) -> String {
    let told = changes.iter().map(|(name, value)| match value {
        Some(value) => format!("{name}={value}"),
        None => format!("{name}-"),
    });
    told.collect::<Vec<_>>().join(" ")
}
