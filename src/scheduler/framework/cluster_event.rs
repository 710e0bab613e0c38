//! Cluster events that the scheduling queue reacts to.
//!
//! A pod that a plugin rejected waits for an event that may help it. From v1.34 on each plugin decides which events do
//! ([`Filter::queueing_hint`](super::Filter::queueing_hint); upstream: `EventsToRegister` and `QueueingHintFn`). In
//! early releases nearly every event moves every pod ([`ClusterEvent::legacy_queue_event`]).

use std::rc::Rc;

use api::{Condition, Node, PodAffinityTerm, PodGroup};
use runlog::QueueEvent;

use super::StorageEvent;
use crate::cluster::{DeviceEvent, PodInfo};

/// A change of an object in the cluster.
#[derive(Clone, Copy, Debug)]
pub enum ClusterEvent<'e> {
    AssignedPodAdd(&'e PodInfo),
    /// A pending pod was added. Only members of gangs care.
    PendingPodAdd(&'e PodInfo),
    /// A pod group was added.
    PodGroupAdd(&'e PodGroup),
    /// A bound pod or the waiting pod itself was updated.
    PodUpdate {
        change: PodChange,
        old: &'e PodInfo,
        new: &'e PodInfo,
    },
    /// A bound pod was deleted, or a nomination was cleared, which frees resources for pods up to a priority.
    AssignedPodDelete {
        pod: &'e PodInfo,
        /// Set when a nomination was cleared: only pods of at most this priority may benefit.
        up_to: Option<i32>,
    },
    /// A service was added, updated or deleted.
    Service,
    NodeAdd(&'e Rc<Node>),
    NodeUpdate {
        change: NodeChange,
        old: &'e Rc<Node>,
        new: &'e Rc<Node>,
    },
    NodeDelete(&'e Rc<Node>),
    /// A storage object was added, updated or deleted.
    Storage(StorageEvent<'e>),
    /// A `ResourceClaim`, `ResourceSlice` or `DeviceClass` was added, updated or deleted.
    Device(DeviceEvent<'e>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PodChange {
    Labels,
    /// Its requests of at least one resource decreased.
    ScaleDown,
    /// Its last scheduling gate was removed.
    GatesRemoved,
    /// A `ResourceClaim` was generated for it from a template.
    ClaimGenerated,
    Tolerations,
    /// Anything else, such as its status or its deletion timestamp.
    Other,
}

/// What changed in a node, in upstream's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeChange {
    /// It was unschedulable and no longer is.
    Uncordoned,
    /// Its allocatable resources.
    Allocatable,
    Labels,
    Taints,
    /// The type or status of a condition.
    Conditions,
    /// Its declared features, including their order.
    DeclaredFeatures,
}

impl<'e> ClusterEvent<'e> {
    /// Returns an event for each property that changed in a pod. Upstream: `PodSchedulingPropertiesChange`.
    #[must_use]
    pub fn pod_updates(old: &'e PodInfo, new: &'e PodInfo) -> Vec<Self> {
        let ungated = !old.pod.spec.scheduling_gates.is_empty() && new.pod.spec.scheduling_gates.is_empty();
        let changes = [
            (PodChange::Labels, old.labels() != new.labels()),
            (PodChange::ScaleDown, !new.request.decreased_since(&old.request).is_empty()),
            (PodChange::GatesRemoved, ungated),
            (
                PodChange::ClaimGenerated,
                old.pod.status.resource_claim_statuses != new.pod.status.resource_claim_statuses,
            ),
            (PodChange::Tolerations, old.pod.spec.tolerations != new.pod.spec.tolerations),
        ];
        let event = |change| ClusterEvent::PodUpdate { change, old, new };
        let cluster_events: Vec<_> =
            changes.into_iter().filter(|(_, changed)| *changed).map(|(change, _)| event(change)).collect();
        if cluster_events.is_empty() { vec![event(PodChange::Other)] } else { cluster_events }
    }

    /// Returns an event for each property that changed in a node. Upstream: `NodeSchedulingPropertiesChange`.
    #[must_use]
    pub fn node_updates(old: &'e Rc<Node>, new: &'e Rc<Node>) -> Vec<Self> {
        let status = |conditions: &[Condition]| -> Vec<_> {
            conditions.iter().map(|c| (c.r#type.clone(), c.status.clone())).collect()
        };
        let changes = [
            (NodeChange::Uncordoned, old.spec.unschedulable && !new.spec.unschedulable),
            (NodeChange::Allocatable, old.status.allocatable != new.status.allocatable),
            (NodeChange::Labels, old.metadata.labels != new.metadata.labels),
            (NodeChange::Taints, old.spec.taints != new.spec.taints),
            (NodeChange::Conditions, status(&old.status.conditions) != status(&new.status.conditions)),
            (NodeChange::DeclaredFeatures, old.status.declared_features != new.status.declared_features),
        ];
        let event = |change| ClusterEvent::NodeUpdate { change, old, new };
        changes.into_iter().filter(|(_, changed)| *changed).map(|(change, _)| event(change)).collect()
    }

    /// Returns the event's name from v1.34 on. A cleared nomination has the name of a deleted pod.
    #[must_use]
    pub fn queue_event(&self) -> QueueEvent {
        match self {
            Self::AssignedPodAdd(_) => QueueEvent::AssignedPodAdd,
            Self::PendingPodAdd(_) => QueueEvent::UnschedulablePodAdd,
            Self::PodGroupAdd(_) => QueueEvent::PodGroupAdd,
            Self::AssignedPodDelete { .. } => QueueEvent::AssignedPodDelete,
            Self::PodUpdate { change, new, .. } => match (change, new.pod.spec.node_name.is_empty()) {
                (PodChange::Labels, false) => QueueEvent::AssignedPodUpdatePodLabel,
                (PodChange::ScaleDown, false) => QueueEvent::AssignedPodUpdatePodScaleDown,
                (PodChange::Tolerations, false) => QueueEvent::AssignedPodUpdatePodToleration,
                (PodChange::GatesRemoved | PodChange::Other, false) => QueueEvent::AssignedPodUpdate,
                (PodChange::ClaimGenerated, false) => QueueEvent::AssignedPodUpdatePodGeneratedResourceClaim,
                (PodChange::Labels, true) => QueueEvent::UnschedulablePodUpdatePodLabel,
                (PodChange::ScaleDown, true) => QueueEvent::UnschedulablePodUpdatePodScaleDown,
                (PodChange::Tolerations, true) => QueueEvent::UnschedulablePodUpdatePodToleration,
                (PodChange::GatesRemoved, true) => QueueEvent::UnschedulablePodUpdatePodSchedulingGatesEliminated,
                (PodChange::ClaimGenerated, true) => QueueEvent::UnschedulablePodUpdatePodGeneratedResourceClaim,
                (PodChange::Other, true) => QueueEvent::UnschedulablePodUpdate,
            },
            Self::Service => QueueEvent::ServiceUpdate,
            Self::NodeAdd(_) => QueueEvent::NodeAdd,
            Self::NodeUpdate { change, .. } => match change {
                NodeChange::Uncordoned | NodeChange::Taints => QueueEvent::NodeUpdateNodeTaint,
                NodeChange::Allocatable => QueueEvent::NodeUpdateNodeAllocatable,
                NodeChange::Labels => QueueEvent::NodeUpdateNodeLabel,
                NodeChange::Conditions => QueueEvent::NodeUpdateNodeCondition,
                NodeChange::DeclaredFeatures => QueueEvent::NodeUpdateNodeDeclaredFeature,
            },
            Self::NodeDelete(_) => QueueEvent::NodeDelete,
            Self::Storage(event) => event.queue_event(),
            Self::Device(event) => event.queue_event(),
        }
    }

    /// Returns the name under which the event moves `waiting` in early releases, or `None` if it does not move it. With
    /// `names_node_changes`, the name says what changed in a node.
    #[must_use]
    pub fn legacy_queue_event(&self, waiting: &PodInfo, names_node_changes: bool) -> Option<QueueEvent> {
        match self {
            Self::AssignedPodDelete { up_to: None, .. } => Some(QueueEvent::AssignedPodDelete),
            Self::AssignedPodAdd(pod) => has_matching_affinity_term(waiting, pod).then_some(QueueEvent::AssignedPodAdd),
            Self::PodUpdate { new, .. } => {
                has_matching_affinity_term(waiting, new).then_some(QueueEvent::AssignedPodUpdate)
            }
            Self::Service => Some(QueueEvent::ServiceChange),
            Self::Storage(event) => event.legacy_queue_event(),
            Self::NodeAdd(_) => Some(QueueEvent::NodeAdd),
            Self::NodeUpdate { change, .. } => Some(match change {
                // These releases have no declared features.
                NodeChange::DeclaredFeatures => return None,
                _ if !names_node_changes => QueueEvent::NodeUpdate,
                NodeChange::Uncordoned => QueueEvent::NodeSpecUnschedulableChange,
                NodeChange::Allocatable => QueueEvent::NodeAllocatableChange,
                NodeChange::Labels => QueueEvent::NodeLabelChange,
                NodeChange::Taints => QueueEvent::NodeTaintChange,
                NodeChange::Conditions => QueueEvent::NodeConditionChange,
            }),
            Self::NodeDelete(_)
            | Self::AssignedPodDelete { .. }
            | Self::Device(_)
            | Self::PendingPodAdd(_)
            | Self::PodGroupAdd(_) => None,
        }
    }
}

/// Whether one of the waiting pod's required affinity terms selects `pod`, as early releases determine it.
fn has_matching_affinity_term(waiting: &PodInfo, pod: &PodInfo) -> bool {
    let selects = |affinity_term: &PodAffinityTerm| {
        let is_same_namespace = affinity_term.namespaces.is_empty() && waiting.namespace() == pod.namespace();
        (is_same_namespace || affinity_term.namespaces.contains(pod.namespace()))
            && affinity_term.label_selector.as_ref().is_some_and(|selector| selector.matches(pod.labels()))
    };
    waiting.required_affinity().iter().any(selects)
}
