//! What a person or a script does to a cluster.

use api::{
    Condition, ConditionStatus, LimitRange, Millis, Namespace, NamespacedName, Node, Pod, PodDisruptionBudget,
    PriorityClass, ResourceList, ResourceQuota, RuntimeClass, Service, StorageObject, Str, Taint, Workload,
};

use api::{
    WorkloadKind,
    devices::{DeviceKind, DeviceObject},
    manifest::NullPaths,
};

/// Labels to set, or to take away where there is no value.
pub type LabelChanges = Vec<(Str, Option<Str>)>;

/// `kubectl drain`, with its flags.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools)]
pub struct Drain {
    pub node: Str,
    /// `--force`: pods without a controller go too.
    pub force: bool,
    /// `--ignore-daemonsets`: pods of a DaemonSet stay, and do not stop the drain.
    pub ignore_daemon_sets: bool,
    /// `--delete-emptydir-data`: pods with an `emptyDir` go too.
    pub delete_empty_dirs: bool,
    /// `--disable-eviction`: pods are deleted, and no budget is asked.
    pub disable_eviction: bool,
    /// `--grace-period`: seconds instead of each pod's own.
    pub grace: Option<i64>,
    /// `--timeout`: when it gives up; never, if absent.
    pub timeout: Option<Millis>,
}

impl Default for Drain {
    fn default() -> Self {
        Self {
            node: Str::default(),
            force: false,
            ignore_daemon_sets: true,
            delete_empty_dirs: true,
            disable_eviction: false,
            grace: None,
            timeout: None,
        }
    }
}

impl Drain {
    /// The command without `kubectl`.
    fn describe(&self) -> String {
        let flags = [
            (self.ignore_daemon_sets, " --ignore-daemonsets"),
            (self.delete_empty_dirs, " --delete-emptydir-data"),
            (self.force, " --force"),
            (self.disable_eviction, " --disable-eviction"),
        ];
        let mut text = format!("drain {}", self.node);
        text.extend(flags.into_iter().filter(|(on, _)| *on).map(|(_, flag)| flag));
        text.extend(self.grace.map(|grace| format!(" --grace-period={grace}")));
        text.extend(self.timeout.map(|timeout| format!(" --timeout={}s", timeout.seconds())));
        text
    }
}

/// How a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Readiness {
    /// All is well.
    Ready,
    /// Its kubelet says that it is not ready.
    NotReady,
    /// Its kubelet says nothing.
    Unreachable,
}

impl Readiness {
    /// The status of its condition `Ready`.
    pub(super) fn condition(self) -> ConditionStatus {
        match self {
            Self::Ready => ConditionStatus::True,
            Self::NotReady => ConditionStatus::False,
            Self::Unreachable => ConditionStatus::Unknown,
        }
    }

    /// What a node's condition says; without one it is ready.
    pub(super) fn of_node(node: &Node) -> Self {
        let ready = Condition::ready_condition(&node.status.conditions);
        match ready.map(|condition| &condition.status) {
            Some(ConditionStatus::False) => Self::NotReady,
            Some(ConditionStatus::Unknown) => Self::Unreachable,
            _ => Self::Ready,
        }
    }
}

/// Something that a person or a script does.
#[derive(Clone, Debug)]
pub enum Action {
    /// `kubectl create` of what the other action would make or change: refused if the object is there.
    CreateOnly(Box<Action>),
    /// `kubectl create` of a pod.
    CreatePod(Box<Pod>),
    /// `kubectl apply` of a pod, with what it says `null` for.
    ApplyPod(Box<Pod>, NullPaths),
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
    /// `kubectl apply` of a claim for devices, a slice, a class, …
    ApplyDevice(Box<DeviceObject>),
    /// `kubectl delete` of one: kind, namespace, name.
    DeleteDevice(DeviceKind, Str, Str),
    /// `kubectl apply` of a workload: one of that name gets the new spec.
    ApplyWorkload(WorkloadKind, Box<Workload>),
    /// `kubectl delete pdb`.
    DeleteBudget(NamespacedName),
    /// `kubectl delete priorityclass`.
    DeleteClass(Str),
    /// `kubectl delete service`.
    DeleteService(NamespacedName),
    /// `kubectl label pod`.
    LabelPod(NamespacedName, LabelChanges),
    /// `kubectl label node`.
    LabelNode(Str, LabelChanges),
    /// Other requests for a container of a pod (the first, if none is named).
    ResizePod {
        /// The pod.
        pod: NamespacedName,
        /// The container's name, or nothing.
        container: Str,
        /// What it asks for from now on.
        requests: ResourceList,
    },
    /// Scheduling gates of a pod go: those named, or all.
    Ungate(NamespacedName, Vec<Str>),
    /// An eviction of a pod.
    Evict(NamespacedName),
    /// `kubectl drain`.
    Drain(Drain),
    /// A node fails, or is well again.
    SetReadiness(Str, Readiness),
    /// `kubectl delete pod`.
    DeletePod(NamespacedName),
    /// `kubectl delete` of a workload, with its pods.
    DeleteWorkload(WorkloadKind, NamespacedName),
    /// `kubectl scale`.
    Scale(WorkloadKind, NamespacedName, i32),
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
    /// Whether it makes a pod or a node, and nothing else.
    pub(super) fn creates_only(&self) -> bool {
        match self {
            Self::CreateOnly(inner) => inner.creates_only(),
            Self::CreatePod(_) | Self::AddNode(_) => true,
            _ => false,
        }
    }

    /// Whether `kubectl` does it. Machines come, change and fail by themselves, and an eviction is a request to the API server.
    pub(super) fn is_by_kubectl(&self) -> bool {
        match self {
            Self::CreateOnly(inner) => inner.is_by_kubectl(),
            Self::AddNode(_) | Self::UpdateNode(_) | Self::SetReadiness(..) | Self::Evict(_) => false,
            _ => true,
        }
    }

    /// The action as `kubectl` would say it.
    #[must_use]
    pub fn describe_command(&self) -> String {
        match self {
            Self::CreateOnly(inner) => inner.describe_command().replacen("apply ", "create ", 1),
            Self::CreatePod(pod) => format!("create pod {}", pod.key()),
            Self::ApplyPod(pod, _) => format!("apply pod {}", pod.key()),
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
            Self::ApplyDevice(object) => {
                format!("apply {} {}", object.kind.name().to_lowercase(), object.metadata.name)
            }
            Self::DeleteDevice(kind, _, name) => format!("delete {} {name}", kind.name().to_lowercase()),
            Self::ApplyWorkload(kind, workload) => format!("apply {} {}", kind.name(), workload.metadata.name),
            Self::DeleteBudget(key) => format!("delete poddisruptionbudget {key}"),
            Self::DeleteClass(name) => format!("delete priorityclass {name}"),
            Self::DeleteService(key) => format!("delete service {key}"),
            Self::LabelPod(key, changes) => format!("label pod {key} {}", format_label_changes(changes)),
            Self::LabelNode(name, changes) => format!("label node {name} {}", format_label_changes(changes)),
            Self::ResizePod { pod, requests, .. } => {
                let amounts: Vec<String> = requests.iter().map(|(name, amount)| format!("{name}={amount}")).collect();
                format!("patch pod {pod} --subresource resize {}", amounts.join(" "))
            }
            Self::Ungate(key, _) => format!("patch pod {key}: scheduling gates removed"),
            Self::Evict(key) => format!("evict pod {key}"),
            Self::Drain(drain) => drain.describe(),
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

fn format_label_changes(changes: &LabelChanges) -> String {
    let table = changes.iter().map(|(name, value)| match value {
        Some(value) => format!("{name}={value}"),
        None => format!("{name}-"),
    });
    table.collect::<Vec<_>>().join(" ")
}
