//! Objects of all modeled kinds as one type.

use super::{
    GangWorkload, Kind, LimitRange, Namespace, Node, ObjectKey, ObjectMeta, Pod, PodDisruptionBudget, PodGroup,
    PodSpec, PriorityClass, ResourceQuota, RuntimeClass, Service, StorageObject, Str, Workload, WorkloadKind,
    devices::DeviceObject,
};

/// An object of a kind that affects scheduling.
#[derive(Clone, Debug, PartialEq)]
pub enum ApiObject {
    /// `v1.Node`.
    Node(Box<Node>),
    /// `v1.Pod`.
    Pod(Box<Pod>),
    /// `scheduling.k8s.io/v1.PriorityClass`.
    PriorityClass(Box<PriorityClass>),
    /// `scheduling.k8s.io/v1alpha2.Workload`.
    Workload(Box<GangWorkload>),
    /// `scheduling.k8s.io/v1alpha2.PodGroup`.
    PodGroup(Box<PodGroup>),
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
    /// `node.k8s.io/v1.RuntimeClass`.
    RuntimeClass(Box<RuntimeClass>),
    /// `v1.LimitRange`.
    LimitRange(Box<LimitRange>),
    /// `v1.ResourceQuota`.
    ResourceQuota(Box<ResourceQuota>),
    /// A volume, claim, storage class or another storage object.
    Storage(StorageObject),
    /// A device claim, slice, class or template.
    Device(DeviceObject),
}

/// A pattern for objects that create pods.
macro_rules! of_workload {
    ($workload:ident) => {
        ApiObject::Deployment($workload)
            | ApiObject::ReplicaSet($workload)
            | ApiObject::ReplicationController($workload)
            | ApiObject::StatefulSet($workload)
            | ApiObject::DaemonSet($workload)
            | ApiObject::Job($workload)
    };
}

impl ApiObject {
    #[must_use]
    pub fn metadata(&self) -> &ObjectMeta {
        match self {
            Self::Node(node) => &node.metadata,
            Self::Pod(pod) => &pod.metadata,
            Self::PriorityClass(class) => &class.metadata,
            Self::Workload(workload) => &workload.metadata,
            Self::PodGroup(group) => &group.metadata,
            Self::PodDisruptionBudget(budget) => &budget.metadata,
            of_workload!(workload) => &workload.metadata,
            Self::Service(service) => &service.metadata,
            Self::Namespace(namespace) => &namespace.metadata,
            Self::RuntimeClass(class) => &class.metadata,
            Self::LimitRange(range) => &range.metadata,
            Self::ResourceQuota(quota) => &quota.metadata,
            Self::Storage(object) => object.metadata(),
            Self::Device(object) => object.metadata(),
        }
    }

    /// The metadata for changes; `None` for a shared device object ([`DeviceObject::metadata_mut`]).
    #[must_use]
    pub fn metadata_mut(&mut self) -> Option<&mut ObjectMeta> {
        Some(match self {
            Self::Node(node) => &mut node.metadata,
            Self::Pod(pod) => &mut pod.metadata,
            Self::PriorityClass(class) => &mut class.metadata,
            Self::Workload(workload) => &mut workload.metadata,
            Self::PodGroup(group) => &mut group.metadata,
            Self::PodDisruptionBudget(budget) => &mut budget.metadata,
            of_workload!(workload) => &mut workload.metadata,
            Self::Service(service) => &mut service.metadata,
            Self::Namespace(namespace) => &mut namespace.metadata,
            Self::RuntimeClass(class) => &mut class.metadata,
            Self::LimitRange(range) => &mut range.metadata,
            Self::ResourceQuota(quota) => &mut quota.metadata,
            Self::Storage(object) => object.metadata_mut(),
            Self::Device(object) => return object.metadata_mut(),
        })
    }

    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Node(_) => Kind::Node,
            Self::Pod(_) => Kind::Pod,
            Self::PriorityClass(_) => Kind::PriorityClass,
            Self::Workload(_) => Kind::Workload,
            Self::PodGroup(_) => Kind::PodGroup,
            Self::PodDisruptionBudget(_) => Kind::PodDisruptionBudget,
            Self::Deployment(_) => Kind::Deployment,
            Self::ReplicaSet(_) => Kind::ReplicaSet,
            Self::ReplicationController(_) => Kind::ReplicationController,
            Self::StatefulSet(_) => Kind::StatefulSet,
            Self::DaemonSet(_) => Kind::DaemonSet,
            Self::Job(_) => Kind::Job,
            Self::Service(_) => Kind::Service,
            Self::Namespace(_) => Kind::Namespace,
            Self::RuntimeClass(_) => Kind::RuntimeClass,
            Self::LimitRange(_) => Kind::LimitRange,
            Self::ResourceQuota(_) => Kind::ResourceQuota,
            Self::Storage(object) => object.kind(),
            Self::Device(object) => object.kind().kind(),
        }
    }

    #[must_use]
    pub fn key(&self) -> ObjectKey {
        ObjectKey::of(self.kind(), self.metadata())
    }

    /// The spec of the pod, or of the pods that the object creates.
    #[must_use]
    pub fn pod_spec(&self) -> Option<&PodSpec> {
        match self {
            Self::Pod(pod) => Some(&pod.spec),
            other => other.workload().map(|workload| &workload.spec.template.spec),
        }
    }

    /// The object as a workload, if it creates pods.
    #[must_use]
    pub fn workload(&self) -> Option<&Workload> {
        match self {
            of_workload!(workload) => Some(workload),
            _ => None,
        }
    }

    /// The object as a workload for changes, if it creates pods.
    #[must_use]
    pub fn workload_mut(&mut self) -> Option<&mut Workload> {
        match self {
            of_workload!(workload) => Some(workload),
            _ => None,
        }
    }

    /// The object as a workload with its kind, if it creates pods.
    #[must_use]
    pub fn into_workload(self) -> Option<(WorkloadKind, Box<Workload>)> {
        let kind = self.kind().workload()?;
        match self {
            of_workload!(workload) => Some((kind, workload)),
            _ => None,
        }
    }

    #[must_use]
    pub fn name(&self) -> &Str {
        &self.metadata().name
    }
}
