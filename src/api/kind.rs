//! The kinds of objects that scheduling acts on.

use super::{
    Namespace, Node, ObjectMeta, Pod, PodDisruptionBudget, PodSpec, PriorityClass, Service, StorageObject, Str,
    Workload, devices::DeviceObject,
};

/// An object of a kind that scheduling acts on.
#[derive(Clone, Debug, PartialEq)]
pub enum ApiObject {
    /// `v1.Node`.
    Node(Box<Node>),
    /// `v1.Pod`.
    Pod(Box<Pod>),
    /// `scheduling.k8s.io/v1.PriorityClass`.
    PriorityClass(Box<PriorityClass>),
    /// `policy/v1.PodDisruptionBudget`.
    PodDisruptionBudget(Box<PodDisruptionBudget>),
    /// `apps/v1.Deployment`.
    Deployment(Box<Workload>),
    /// `apps/v1.ReplicaSet`.
    ReplicaSet(Box<Workload>),
    /// `v1.ReplicationController`.
    ReplicationController(Box<Workload>),
    /// `apps/v1.StatefulSet`.
    StatefulSet(Box<Workload>),
    /// `apps/v1.DaemonSet`.
    DaemonSet(Box<Workload>),
    /// `batch/v1.Job`.
    Job(Box<Workload>),
    /// `v1.Service`.
    Service(Box<Service>),
    /// `v1.Namespace`.
    Namespace(Box<Namespace>),
    /// A volume, a claim, a class, …
    Storage(StorageObject),
    /// A claim for devices, a slice, a class, …
    Device(Box<DeviceObject>),
}

impl ApiObject {
    /// The object's metadata.
    #[must_use]
    pub fn metadata(&self) -> &ObjectMeta {
        match self {
            Self::Node(node) => &node.metadata,
            Self::Pod(pod) => &pod.metadata,
            Self::PriorityClass(class) => &class.metadata,
            Self::PodDisruptionBudget(budget) => &budget.metadata,
            Self::Deployment(w)
            | Self::ReplicaSet(w)
            | Self::ReplicationController(w)
            | Self::StatefulSet(w)
            | Self::DaemonSet(w)
            | Self::Job(w) => &w.metadata,
            Self::Service(service) => &service.metadata,
            Self::Namespace(namespace) => &namespace.metadata,
            Self::Storage(object) => object.metadata(),
            Self::Device(object) => &object.metadata,
        }
    }

    /// The name of the kind.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Node(_) => "Node",
            Self::Pod(_) => "Pod",
            Self::PriorityClass(_) => "PriorityClass",
            Self::PodDisruptionBudget(_) => "PodDisruptionBudget",
            Self::Deployment(_) => "Deployment",
            Self::ReplicaSet(_) => "ReplicaSet",
            Self::ReplicationController(_) => "ReplicationController",
            Self::StatefulSet(_) => "StatefulSet",
            Self::DaemonSet(_) => "DaemonSet",
            Self::Job(_) => "Job",
            Self::Service(_) => "Service",
            Self::Namespace(_) => "Namespace",
            Self::Storage(object) => object.kind(),
            Self::Device(object) => object.kind.name(),
        }
    }

    /// The pod's own spec, or that of the pods which the object makes.
    #[must_use]
    pub fn pod_spec(&self) -> Option<&PodSpec> {
        match self {
            Self::Pod(pod) => Some(&pod.spec),
            other => other.workload().map(|workload| &workload.spec.template.spec),
        }
    }

    /// The object, if it makes pods.
    #[must_use]
    pub fn workload(&self) -> Option<&Workload> {
        match self {
            Self::Deployment(w)
            | Self::ReplicaSet(w)
            | Self::ReplicationController(w)
            | Self::StatefulSet(w)
            | Self::DaemonSet(w)
            | Self::Job(w) => Some(w),
            _ => None,
        }
    }

    /// The object's name.
    #[must_use]
    pub fn name(&self) -> &Str {
        &self.metadata().name
    }
}

/// What the API server calls the objects of a kind when it speaks of one: `nodes`, `deployments.apps`.
#[must_use]
pub fn resource_name(kind: &str) -> &'static str {
    match kind {
        "Node" => "nodes",
        "Pod" => "pods",
        "Service" => "services",
        "Namespace" => "namespaces",
        "LimitRange" => "limitranges",
        "ResourceQuota" => "resourcequotas",
        "ReplicationController" => "replicationcontrollers",
        "Deployment" => "deployments.apps",
        "ReplicaSet" => "replicasets.apps",
        "StatefulSet" => "statefulsets.apps",
        "DaemonSet" => "daemonsets.apps",
        "Job" => "jobs.batch",
        "PriorityClass" => "priorityclasses.scheduling.k8s.io",
        "PodDisruptionBudget" => "poddisruptionbudgets.policy",
        "RuntimeClass" => "runtimeclasses.node.k8s.io",
        "PersistentVolume" => "persistentvolumes",
        "PersistentVolumeClaim" => "persistentvolumeclaims",
        "StorageClass" => "storageclasses.storage.k8s.io",
        "CSINode" => "csinodes.storage.k8s.io",
        "CSIDriver" => "csidrivers.storage.k8s.io",
        "CSIStorageCapacity" => "csistoragecapacities.storage.k8s.io",
        "VolumeAttachment" => "volumeattachments.storage.k8s.io",
        _ => "objects",
    }
}

/// What kubectl says of an object that is not there.
#[must_use]
pub fn not_found_message(resource: &str, name: &str) -> String {
    format!("Error from server (NotFound): {resource} \"{name}\" not found")
}
