//! Nodes, and the conditions that nodes and pods have.

use serde::{Deserialize, Serialize};

use super::{ConditionStatus, ConditionType, ObjectMeta, ResourceList, Str, TaintEffect, Time};

/// `v1.Node`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Node {
    pub metadata: ObjectMeta,
    pub spec: NodeSpec,
    pub status: NodeStatus,
}

/// `v1.NodeSpec`, with the fields that affect scheduling.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct NodeSpec {
    /// Set by `kubectl cordon`.
    pub unschedulable: bool,
    /// Taints repel pods that do not tolerate them.
    pub taints: Vec<Taint>,
}

/// `v1.Taint`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Taint {
    pub key: Str,
    pub value: Str,
    /// What happens to pods that do not tolerate the taint.
    pub effect: TaintEffect,
    pub time_added: Option<Time>,
}

/// `v1.NodeStatus`, with the fields that affect scheduling.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct NodeStatus {
    /// The machine's resources.
    pub capacity: ResourceList,
    /// The resources that are available to pods.
    pub allocatable: ResourceList,
    /// The images that are present on the node.
    pub images: Vec<ContainerImage>,
    /// `Ready`, `MemoryPressure` and others.
    pub conditions: Vec<Condition>,
    /// Features of the kubelet that pods may require, sorted by name.
    pub declared_features: Vec<Str>,
}

/// `v1.ContainerImage`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ContainerImage {
    /// All names of the image.
    pub names: Vec<Str>,
    pub size_bytes: i64,
}

/// The reason of the condition `DisruptionTarget` for a preemption victim (`v1.PodReasonPreemptionByScheduler`).
pub const PREEMPTION_BY_SCHEDULER: &str = "PreemptionByScheduler";
/// The reason for a pod that the Eviction API deletes.
pub const EVICTION_BY_API: &str = "EvictionByEvictionAPI";
/// The reason for a pod that the taint eviction controller deletes.
pub const DELETION_BY_TAINT: &str = "DeletionByTaintManager";

/// `v1.NodeCondition` and `v1.PodCondition`, with their common fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Condition {
    pub r#type: ConditionType,
    pub status: ConditionStatus,
    /// A CamelCase reason for programs.
    pub reason: Str,
    /// A message for people.
    pub message: Str,
}

impl Condition {
    /// The condition `Ready` of a pod or a node.
    #[must_use]
    pub fn ready_condition(conditions: &[Self]) -> Option<&Self> {
        conditions.iter().find(|condition| condition.r#type == ConditionType::Ready)
    }
}
