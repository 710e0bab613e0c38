//! Actions of a user or a script on the cluster.

use api::{
    ApiObject, Condition, ConditionStatus, Kind, Millis, NamespacedName, Node, ObjectKey, Pod, ResourceList, Str,
    Taint, TaintEffect, WorkloadKind,
};
use manifest::{NullPaths, RejectedObject};

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
    /// `kubectl create`: refused if the object is there. A node registers.
    Create(ApiObject),
    /// `kubectl apply`, with what the text says `null` for. A node registers, or changes.
    Apply(ApiObject, NullPaths),
    /// `kubectl replace`: the object is stored as it is, with what controllers write in it. Recorded runs change objects that way; no script does.
    Replace(ApiObject),
    /// A node changes.
    UpdateNode(Box<Node>),
    /// `kubectl delete`. Of a workload with its pods.
    Delete(ObjectKey),
    /// `kubectl label` of a pod or a node.
    Label(ObjectKey, LabelChanges),
    /// `kubectl patch pod --subresource resize`: other requests for a container of a pod.
    ResizePod {
        /// The pod.
        pod: NamespacedName,
        /// The container's name; the first, if empty.
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
    /// `kubectl scale`.
    Scale(WorkloadKind, NamespacedName, i32),
    /// `kubectl cordon` and `uncordon`.
    Cordon(Str, bool),
    /// `kubectl taint`.
    Taint(Str, Taint),
    /// `kubectl taint` with a `-` at the end: every taint with this key goes, or the one with this effect.
    Untaint(Str, Str, TaintEffect),
    /// `kubectl create` or `apply` of an object that the API server refuses as it is written.
    Reject(Box<RejectedObject>),
}

impl Action {
    /// `kubectl create` of a pod.
    #[must_use]
    pub fn create_pod(pod: Pod) -> Self {
        Self::Create(ApiObject::Pod(Box::new(pod)))
    }

    /// A node registers, or changes if it is there.
    #[must_use]
    pub fn add_node(node: Node) -> Self {
        Self::Apply(ApiObject::Node(Box::new(node)), NullPaths::new())
    }

    /// `kubectl delete pod`.
    #[must_use]
    pub fn delete_pod(pod: &NamespacedName) -> Self {
        Self::Delete(ObjectKey::new(Kind::Pod, &pod.namespace().into(), &pod.name().into()))
    }

    /// `kubectl delete node`.
    #[must_use]
    pub fn delete_node(name: &Str) -> Self {
        Self::Delete(ObjectKey::new(Kind::Node, &Str::default(), name))
    }

    /// Whether it creates a pod or a node, and does nothing else.
    pub(super) fn creates_only(&self) -> bool {
        matches!(self, Self::Create(ApiObject::Pod(_) | ApiObject::Node(_)) | Self::Apply(ApiObject::Node(_), _))
    }

    /// Whether `kubectl` does it. Machines come, change and fail by themselves, and an eviction is a request to the API server.
    pub(super) fn is_by_kubectl(&self) -> bool {
        !matches!(
            self,
            Self::Create(ApiObject::Node(_))
                | Self::Apply(ApiObject::Node(_), _)
                | Self::UpdateNode(_)
                | Self::SetReadiness(..)
                | Self::Evict(_)
        )
    }

    /// The action as `kubectl` would say it.
    #[must_use]
    pub fn describe_command(&self) -> String {
        match self {
            Self::Create(object) => describe_put("create", object),
            Self::Apply(object, _) => describe_put("apply", object),
            Self::Replace(object) => describe_put("replace", object),
            Self::UpdateNode(node) => format!("update node {}", node.metadata.name),
            Self::Delete(key) => describe_delete(key),
            Self::Label(key, changes) => {
                format!("label {} {} {}", command_kind(key.kind), qualified_name(key), format_label_changes(changes))
            }
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
            Self::Scale(kind, key, replicas) => format!("scale {} {key} --replicas={replicas}", kind.name()),
            Self::Cordon(name, true) => format!("cordon {name}"),
            Self::Cordon(name, false) => format!("uncordon {name}"),
            Self::Taint(name, taint) => format!("taint node {name} {}={}:{}", taint.key, taint.value, taint.effect),
            Self::Untaint(name, key, effect) => format!("taint node {name} {}-", format_taint(key, effect)),
            Self::Reject(rejected) => {
                let RejectedObject { is_applied, kind, namespace, name, .. } = &**rejected;
                let key = ObjectKey::new(*kind, namespace, name);
                let name = if *kind == Kind::Pod { qualified_name(&key) } else { name.to_string() };
                format!("{} {} {name}", if *is_applied { "apply" } else { "create" }, command_kind(*kind))
            }
        }
    }
}

/// A kind in a command: workloads as in their manifests, others in lower case.
fn command_kind(kind: Kind) -> String {
    if kind.workload().is_some() { kind.name().to_owned() } else { kind.name().to_lowercase() }
}

/// What creates or applies an object, as `kubectl` would say it.
pub(super) fn describe_put(verb: &str, object: &ApiObject) -> String {
    let (kind, name) = (command_kind(object.kind()), object.name());
    match object {
        ApiObject::Node(_) => format!("add node {name}"),
        ApiObject::Pod(pod) => format!("{verb} pod {}", pod.key()),
        _ => format!("{verb} {kind} {name}"),
    }
}

fn describe_delete(key: &ObjectKey) -> String {
    let is_plain = key.kind.is_storage() || key.kind.device().is_some();
    let name = if is_plain { key.name.to_string() } else { qualified_name(key) };
    format!("delete {} {name}", command_kind(key.kind))
}

/// The name of an object, with its namespace if its kind has namespaces.
fn qualified_name(key: &ObjectKey) -> String {
    if key.kind.info().is_namespaced { format!("{}/{}", key.namespace, key.name) } else { key.name.to_string() }
}

/// A taint without its value, as `kubectl` names one that goes.
pub(super) fn format_taint(key: &Str, effect: &TaintEffect) -> String {
    if matches!(effect, TaintEffect::Unset) { key.to_string() } else { format!("{key}:{effect}") }
}

fn format_label_changes(changes: &LabelChanges) -> String {
    let arguments = changes.iter().map(|(name, value)| match value {
        Some(value) => format!("{name}={value}"),
        None => format!("{name}-"),
    });
    arguments.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_objects_of_workloads_and_pods_are_named_with_their_namespace_when_they_are_deleted() {
        for (kind, namespace, command) in [
            (Kind::Pod, "shop", "delete pod shop/x"),
            (Kind::Deployment, "shop", "delete Deployment shop/x"),
            (Kind::Node, "", "delete node x"),
            (Kind::PersistentVolumeClaim, "shop", "delete persistentvolumeclaim x"),
            (Kind::StorageClass, "", "delete storageclass x"),
            (Kind::ResourceClaim, "shop", "delete resourceclaim x"),
            (Kind::DeviceClass, "", "delete deviceclass x"),
        ] {
            let key = ObjectKey::new(kind, &namespace.into(), &"x".into());
            assert_eq!(Action::Delete(key).describe_command(), command);
        }
    }
}
