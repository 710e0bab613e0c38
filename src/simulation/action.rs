//! Actions that a user or a script performs on the cluster.

use api::{
    ApiObject, Condition, ConditionStatus, Kind, Millis, NamespacedName, Node, ObjectKey, Pod, ResourceList, Str,
    Taint, TaintEffect, WorkloadKind,
};
use manifest::{NullPaths, RejectedObject};

/// Label keys with their new values; `None` removes the label.
pub type LabelChanges = Vec<(Str, Option<Str>)>;

/// `kubectl drain` with its flags.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools)]
pub struct Drain {
    pub node: Str,
    /// `--force`: also removes pods without a controller.
    pub force: bool,
    /// `--ignore-daemonsets`: leaves pods of a DaemonSet running instead of failing because of them.
    pub ignore_daemon_sets: bool,
    /// `--delete-emptydir-data`: also removes pods with an `emptyDir` volume.
    pub delete_empty_dirs: bool,
    /// `--disable-eviction`: deletes pods without checking `PodDisruptionBudgets`.
    pub disable_eviction: bool,
    /// `--grace-period` in seconds, instead of each pod's own.
    pub grace: Option<i64>,
    /// `--timeout`: how long after its start the drain gives up; `None` means never.
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
    /// The command line without `kubectl`.
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

/// What a node's condition `Ready` reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Readiness {
    /// `Ready` is `True`.
    Ready,
    /// `Ready` is `False`: the kubelet reports the node as not ready.
    NotReady,
    /// `Ready` is `Unknown`: the kubelet stopped posting its status.
    Unreachable,
}

impl Readiness {
    /// The status of the node's condition `Ready`.
    pub(super) fn condition(self) -> ConditionStatus {
        match self {
            Self::Ready => ConditionStatus::True,
            Self::NotReady => ConditionStatus::False,
            Self::Unreachable => ConditionStatus::Unknown,
        }
    }

    /// The readiness that a node's conditions report; a node without the condition `Ready` counts as ready.
    pub(super) fn of_node(node: &Node) -> Self {
        let ready = Condition::ready_condition(&node.status.conditions);
        match ready.map(|condition| &condition.status) {
            Some(ConditionStatus::False) => Self::NotReady,
            Some(ConditionStatus::Unknown) => Self::Unreachable,
            _ => Self::Ready,
        }
    }
}

/// A change to the cluster by a user, a script or a machine.
#[derive(Clone, Debug)]
pub enum ClusterAction {
    /// `kubectl create`: an error if the object exists. For a node: it registers.
    Create(ApiObject),
    /// `kubectl apply`, with the paths that the manifest sets to `null`. For a node: it registers, or is updated.
    Apply(ApiObject, NullPaths),
    /// `kubectl replace`: stores the object as given, including the fields that controllers write. Only recorded runs use it, never a script.
    Replace(ApiObject),
    /// Replaces a node's spec, labels and status.
    UpdateNode(Box<Node>),
    /// `kubectl delete`. Deleting a workload also deletes its pods.
    Delete(ObjectKey),
    /// `kubectl label` of a pod or a node.
    Label(ObjectKey, LabelChanges),
    /// `kubectl patch pod --subresource resize`: sets other requests for a container of a pod.
    ResizePod {
        pod: NamespacedName,
        /// The container's name; the pod's first container if empty.
        container: Str,
        /// Its new requests.
        requests: ResourceList,
    },
    /// Removes the named scheduling gates of a pod, or all of them if the list is empty.
    Ungate(NamespacedName, Vec<Str>),
    /// An eviction request (`policy/v1` `Eviction`) for a pod.
    Evict(NamespacedName),
    /// `kubectl drain`.
    Drain(Drain),
    /// A node fails or recovers.
    SetReadiness(Str, Readiness),
    /// `kubectl scale`.
    Scale(WorkloadKind, NamespacedName, i32),
    /// `kubectl cordon` (`true`) or `uncordon` (`false`) of a node.
    Cordon(Str, bool),
    /// `kubectl taint`.
    Taint(Str, Taint),
    /// `kubectl taint` with a trailing `-`: removes the node's taints with this key and effect, or with this key if the effect is unset.
    Untaint(Str, Str, TaintEffect),
    /// `kubectl create` or `apply` of an object that fails the API server's validation.
    Reject(Box<RejectedObject>),
}

impl ClusterAction {
    /// `kubectl create` of a pod.
    #[must_use]
    pub fn create_pod(pod: Pod) -> Self {
        Self::Create(ApiObject::Pod(Box::new(pod)))
    }

    /// A node registers, or is updated if it exists.
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

    /// Whether the action only creates a pod or a node.
    pub(super) fn creates_only(&self) -> bool {
        matches!(self, Self::Create(ApiObject::Pod(_) | ApiObject::Node(_)) | Self::Apply(ApiObject::Node(_), _))
    }

    /// Whether `kubectl` performs the action. Machines register, change and fail on their own, and an eviction is a request to the API server.
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

    /// The action as a command line, without `kubectl`.
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

/// The name of a kind in a command: workloads as in manifests, others in lower case.
fn command_kind(kind: Kind) -> String {
    if kind.workload().is_some() { kind.name().to_owned() } else { kind.name().to_lowercase() }
}

/// The command that creates or applies an object, without `kubectl`.
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

/// The name of an object, prefixed with its namespace if its kind is namespaced.
fn qualified_name(key: &ObjectKey) -> String {
    if key.kind.info().is_namespaced { format!("{}/{}", key.namespace, key.name) } else { key.name.to_string() }
}

/// A taint without its value, as `kubectl taint` takes one to remove.
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
            assert_eq!(ClusterAction::Delete(key).describe_command(), command);
        }
    }
}
