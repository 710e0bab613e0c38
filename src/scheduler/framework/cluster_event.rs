//! Cluster events that the scheduling queue reacts to.
//!
//! A pod that a plugin rejected waits until something happens that may help it. From v1.34 on each plugin says
//! what that is ([`Filter::hint`](super::Filter::hint)); upstream: `EventsToRegister` and `QueueingHintFn`. In the early
//! ones nearly every event moves every pod ([`ClusterEvent::legacy_queue_event`]).

use std::rc::Rc;

use api::{Condition, Node, PodAffinityTerm, PodGroup};
use runlog::QueueEvent;

use super::StorageEvent;
use crate::cluster::{DeviceEvent, PodInfo};

/// An event of the cluster.
#[derive(Clone, Copy, Debug)]
pub enum ClusterEvent<'e> {
    /// A pod was bound.
    AssignedPodAdd(&'e PodInfo),
    /// A pod came that looks for a place. Only members of gangs care.
    PendingPodAdd(&'e PodInfo),
    /// A group of pods came.
    PodGroupAdd(&'e PodGroup),
    /// A pod changed: a bound one, or the waiting pod itself.
    PodUpdate { change: PodChange, old: &'e PodInfo, new: &'e PodInfo },
    /// A bound pod is gone, or a nomination ended, which frees room for pods up to that priority.
    AssignedPodDelete {
        pod: &'e PodInfo,
        /// Only pods of at most this priority are concerned.
        up_to: Option<i32>,
    },
    /// A service came, changed or went.
    Service,
    /// A node came.
    NodeAdd(&'e Rc<Node>),
    /// A node changed.
    NodeUpdate { change: NodeChange, old: &'e Rc<Node>, new: &'e Rc<Node> },
    /// A node went.
    NodeDelete(&'e Rc<Node>),
    /// A volume, a claim, a class or a driver came, changed or went.
    Storage(StorageEvent<'e>),
    /// A claim for devices, a slice or a class came, changed or went.
    Device(DeviceEvent<'e>),
}

/// What changed in a pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PodChange {
    Labels,
    /// It asks for less of something.
    ScaleDown,
    /// The last scheduling gate went.
    GatesRemoved,
    /// A claim was made for it from a template.
    ClaimGenerated,
    Tolerations,
    /// Something else: its status, its graceful deletion.
    Other,
}

/// What changed in a node, in upstream's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeChange {
    /// Unschedulable before, not now.
    Uncordoned,
    /// Room.
    Allocatable,
    Labels,
    Taints,
    /// A condition's status.
    Conditions,
    /// The list of declared features, also where only its order changes.
    DeclaredFeatures,
}

impl<'e> ClusterEvent<'e> {
    /// An event for each thing that changed in a pod. Upstream: `PodSchedulingPropertiesChange`.
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

    /// An event for each thing that changed in a node. Upstream: `NodeSchedulingPropertiesChange`.
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

    /// The event's name from v1.34 on. A nomination that ended passes for a pod that is gone.
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

    /// Early releases: whether the event moves `waiting`, and under which name. Most events move every pod.
    #[must_use]
    pub(crate) fn legacy_queue_event(&self, waiting: &PodInfo, names_node_changes: bool) -> Option<QueueEvent> {
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
                // Nobody declares features to these releases.
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

/// Early releases: whether one of the waiting pod's required affinity terms matches `pod`.
fn has_matching_affinity_term(waiting: &PodInfo, pod: &PodInfo) -> bool {
    let selects = |affinity_term: &PodAffinityTerm| {
        let is_same_namespace = affinity_term.namespaces.is_empty() && waiting.namespace() == pod.namespace();
        (is_same_namespace || affinity_term.namespaces.contains(pod.namespace()))
            && affinity_term.label_selector.as_ref().is_some_and(|selector| selector.matches(pod.labels()))
    };
    waiting.required_affinity().iter().any(selects)
}
