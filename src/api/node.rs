//! Nodes: what has room.

use serde::{Deserialize, Serialize};

use super::{ConditionStatus, ConditionType, ObjectMeta, ResourceList, Str, TaintEffect, Time};

/// `v1.Node`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Node {
    /// Name and labels.
    pub metadata: ObjectMeta,
    /// Taints and the cordon.
    pub spec: NodeSpec,
    /// Room, images, conditions.
    pub status: NodeStatus,
}

/// `v1.NodeSpec`, as far as scheduling looks at it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct NodeSpec {
    /// `kubectl cordon` sets it.
    pub unschedulable: bool,
    /// What keeps pods away that do not tolerate it.
    pub taints: Vec<Taint>,
}

/// `v1.Taint`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Taint {
    /// Name of the taint.
    pub key: Str,
    /// May be empty.
    pub value: Str,
    /// What it does to pods that do not tolerate it.
    pub effect: TaintEffect,
    /// When it was added.
    pub time_added: Option<Time>,
}

/// `v1.NodeStatus`, as far as scheduling looks at it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct NodeStatus {
    /// What the machine has.
    pub capacity: ResourceList,
    /// What pods may have of it.
    pub allocatable: ResourceList,
    /// Images that need no pull.
    pub images: Vec<ContainerImage>,
    /// `Ready`, `MemoryPressure`, …
    pub conditions: Vec<Condition>,
    /// Features of the kubelet that pods may need, sorted by name.
    pub declared_features: Vec<Str>,
}

/// `v1.ContainerImage`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ContainerImage {
    /// Every name of the image.
    pub names: Vec<Str>,
    pub size_bytes: i64,
}

/// Why a victim of preemption is a disruption target (`v1.PodReasonPreemptionByScheduler`).
pub const PREEMPTION_BY_SCHEDULER: &str = "PreemptionByScheduler";
/// Of one whose eviction the API server allowed.
pub const EVICTION_BY_API: &str = "EvictionByEvictionAPI";
/// And that of a pod that the taint eviction controller deletes.
pub const DELETION_BY_TAINT: &str = "DeletionByTaintManager";

/// `v1.NodeCondition` and `v1.PodCondition`, as far as they are alike.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Condition {
    /// Which condition.
    pub r#type: ConditionType,
    /// Whether it holds.
    pub status: ConditionStatus,
    /// One word for programs.
    pub reason: Str,
    /// A sentence for people.
    pub message: Str,
}

impl Condition {
    /// Among all, the one that says whether a pod or a node is ready.
    #[must_use]
    pub fn ready_condition(conditions: &[Self]) -> Option<&Self> {
        conditions.iter().find(|condition| condition.r#type == ConditionType::Ready)
    }
}
