//! What happens in the cluster, as the queue hears of it.

use crate::api::{Condition, Node, PodAffinityTerm};
use crate::cluster::PodInfo;

/// An event of the cluster.
#[derive(Clone, Copy, Debug)]
pub enum ClusterEvent<'e> {
    /// A pod was bound.
    AssignedPodAdd(&'e PodInfo),
    /// A bound pod changed: it runs, or its graceful deletion began.
    AssignedPodUpdate(&'e PodInfo),
    /// A person changed a bound pod: its labels or its requests.
    AssignedPodChanged {
        /// As it was.
        old: &'e PodInfo,
        /// As it is.
        new: &'e PodInfo,
    },
    /// A service came, changed or went.
    Service,
    /// A bound pod is gone, or a nomination ended, which frees room for pods up to that priority.
    AssignedPodDelete {
        /// The pod.
        pod: &'e PodInfo,
        /// Only pods of at most this priority are concerned.
        up_to: Option<i32>,
    },
    /// A node came.
    NodeAdd(&'e Node),
    /// A node changed.
    NodeUpdate {
        /// As it was.
        old: &'e Node,
        /// As it is.
        new: &'e Node,
    },
    /// A node went.
    NodeDelete(&'e Node),
}

/// What changed in a node, in upstream's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeChange {
    /// Unschedulable before, not now.
    Uncordoned,
    /// Room.
    Allocatable,
    /// Labels.
    Labels,
    /// Taints.
    Taints,
    /// A condition's status.
    Conditions,
}

impl NodeChange {
    /// All changes between two versions of a node.
    #[must_use]
    pub fn between(old: &Node, new: &Node) -> Vec<Self> {
        let status = |conditions: &[Condition]| -> Vec<_> {
            conditions.iter().map(|c| (c.r#type.clone(), c.status.clone())).collect()
        };
        let changes = [
            (Self::Uncordoned, old.spec.unschedulable && !new.spec.unschedulable),
            (Self::Allocatable, old.status.allocatable != new.status.allocatable),
            (Self::Labels, old.metadata.labels != new.metadata.labels),
            (Self::Taints, old.spec.taints != new.spec.taints),
            (Self::Conditions, status(&old.status.conditions) != status(&new.status.conditions)),
        ];
        changes.into_iter().filter(|(_, changed)| *changed).map(|(change, _)| change).collect()
    }
}

impl ClusterEvent<'_> {
    /// Early releases: whether the event moves `waiting`, and under which name. Most events move every pod.
    #[must_use]
    pub fn moves_all(&self, waiting: &PodInfo, names_node_changes: bool) -> Option<&'static str> {
        match self {
            Self::AssignedPodDelete { up_to: None, .. } => Some("AssignedPodDelete"),
            Self::AssignedPodAdd(pod) => wants(waiting, pod).then_some("AssignedPodAdd"),
            Self::AssignedPodUpdate(pod) | Self::AssignedPodChanged { new: pod, .. } => {
                wants(waiting, pod).then_some("AssignedPodUpdate")
            }
            Self::Service => Some("ServiceChange"),
            Self::NodeAdd(_) => Some("NodeAdd"),
            Self::NodeUpdate { old, new } => {
                let first = *NodeChange::between(old, new).first()?;
                Some(match first {
                    _ if !names_node_changes => "NodeUpdate",
                    NodeChange::Uncordoned => "NodeSpecUnschedulableChange",
                    NodeChange::Allocatable => "NodeAllocatableChange",
                    NodeChange::Labels => "NodeLabelChange",
                    NodeChange::Taints => "NodeTaintChange",
                    NodeChange::Conditions => "NodeConditionChange",
                })
            }
            Self::NodeDelete(_) | Self::AssignedPodDelete { .. } => None,
        }
    }
}

/// Whether one of the waiting pod's required affinity terms matches `pod`.
fn wants(waiting: &PodInfo, pod: &PodInfo) -> bool {
    waiting.required_affinity().iter().any(|term| selects(term, waiting, pod))
}

/// Whether a term of `owner` selects `pod`. Namespace selectors are left to the plugins' own matching; as a reason to try
/// again, a selector of any kind is enough.
pub(super) fn selects(term: &PodAffinityTerm, owner: &PodInfo, pod: &PodInfo) -> bool {
    let in_namespace = term.namespace_selector.is_some()
        || term.namespaces.contains(pod.namespace())
        || term.namespaces.is_empty() && owner.namespace() == pod.namespace();
    in_namespace && term.label_selector.as_ref().is_some_and(|selector| selector.matches(pod.labels()))
}
