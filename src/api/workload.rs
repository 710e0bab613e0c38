//! Objects that create or select pods.

use serde::{Deserialize, Serialize};

use super::{
    ClaimTemplate, CompletionMode, Condition, ConditionStatus, ConditionType, DeploymentStrategyType, IntOrString,
    LabelSelector, Labels, ObjectMeta, PodManagement, PodReplacementPolicy, PodSpec, Set, Str, Table,
    UpdateStrategyType,
};

/// `v1.PodTemplateSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PodTemplate {
    /// Labels and annotations of the pods.
    pub metadata: ObjectMeta,
    pub spec: PodSpec,
    /// Digests of fields without an effect here, by path: a change of one of them also makes a new revision.
    #[serde(skip)]
    pub other_fields: Table<Str, u64>,
}

/// `apps/v1.Deployment`, `apps/v1.ReplicaSet`, `apps/v1.StatefulSet`, `apps/v1.DaemonSet`, `v1.ReplicationController` or `batch/v1.Job`, with the
/// fields that have an effect.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Workload {
    pub metadata: ObjectMeta,
    pub spec: WorkloadSpec,
    /// The status, if the object was exported from a cluster.
    pub status: WorkloadStatus,
}

/// The part of a workload's status from which its controller continues.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct WorkloadStatus {
    /// For a Job: counted pods that have succeeded.
    pub succeeded: i32,
    /// For a Job: counted pods that have failed.
    pub failed: i32,
    /// For an Indexed Job: the completed indexes, as `0,2-4`.
    pub completed_indexes: Str,
    /// `Complete`, `Failed` and others.
    pub conditions: Vec<Condition>,
    /// For a StatefulSet: the revision with which its rollout began.
    pub current_revision: Str,
    /// For a StatefulSet: the revision of its current template.
    pub update_revision: Str,
}

impl WorkloadStatus {
    #[must_use]
    pub fn has_condition(&self, r#type: &ConditionType) -> bool {
        self.conditions.iter().any(|condition| condition.r#type == *r#type && condition.status == ConditionStatus::True)
    }
}

/// The fields of all workloads' specs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct WorkloadSpec {
    /// The desired number of pods; 1 if absent.
    pub replicas: Option<i32>,
    /// The pods that belong to the workload.
    pub selector: Option<LabelSelector>,
    pub template: PodTemplate,
    /// For a Job: how many pods run at a time.
    pub parallelism: Option<i32>,
    /// For a Job: how many pods have to succeed.
    pub completions: Option<i32>,
    /// For a Job: whether its pods have indexes.
    pub completion_mode: CompletionMode,
    /// For a Job: whether it has no pods for now.
    pub suspend: Option<bool>,
    /// For a Job: the number of failures after which it fails; 6 if absent.
    pub backoff_limit: Option<i32>,
    /// How many seconds a pod has to be ready before it is available; 0 if absent.
    pub min_ready_seconds: Option<i32>,
    /// For a Deployment: whether rollouts are stopped.
    pub paused: Option<bool>,
    /// For a StatefulSet: the range of its pods' ordinals.
    pub ordinals: StatefulSetOrdinals,
    /// For a Deployment: how many seconds a rollout may take without progress; 600 if absent.
    pub progress_deadline_seconds: Option<i32>,
    /// For a Deployment: how pods with an older template are replaced.
    pub strategy: DeploymentStrategy,
    /// For a StatefulSet: templates of each pod's claims, which are named `<template>-<pod>`.
    pub volume_claim_templates: Vec<ClaimTemplate>,
    /// For a StatefulSet: whether pods are created one after the other.
    pub pod_management_policy: PodManagement,
    /// For a StatefulSet or a DaemonSet: how pods with an older template are replaced.
    pub update_strategy: UpdateStrategy,
    /// For a Job: how failed pods are counted.
    pub pod_failure_policy: Option<PodFailurePolicy>,
    /// For a Job: when a terminating pod is replaced.
    pub pod_replacement_policy: PodReplacementPolicy,
    /// For a DaemonSet that was inferred from its pods: nodes without a pod, perhaps because of an affinity that the pods do not show.
    #[serde(skip)]
    pub excluded_nodes: Set<Str>,
    /// Whether admission rejects the workload's pods; set by admission.
    #[serde(skip)]
    pub has_refused_pods: bool,
    /// The pods' spec before limit ranges and runtime classes changed it; set by admission.
    #[serde(skip)]
    pub original_pod_spec: Option<Box<PodSpec>>,
}

impl WorkloadSpec {
    /// Whether it has no field that Deployments lack.
    #[must_use]
    pub fn is_of_deployment(&self) -> bool {
        let of_others = [
            self.parallelism.is_some(),
            self.completions.is_some(),
            !self.completion_mode.is_unset(),
            self.suspend.is_some(),
            self.backoff_limit.is_some(),
            self.ordinals.start.is_some(),
            !self.volume_claim_templates.is_empty(),
            !self.pod_management_policy.is_unset(),
            self.update_strategy != UpdateStrategy::default(),
            self.pod_failure_policy.is_some(),
            !self.pod_replacement_policy.is_unset(),
        ];
        !of_others.contains(&true)
    }
}

/// `batch/v1.PodFailurePolicy`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PodFailurePolicy {
    /// The first matching rule applies.
    pub rules: Vec<PodFailurePolicyRule>,
}

/// `batch/v1.PodFailurePolicyRule`. Containers do not fail here, so rules about exit codes never match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodFailurePolicyRule {
    /// `Ignore`, `FailJob`, `FailIndex` or `Count`.
    pub action: Str,
    /// The rule matches a pod with any of these conditions.
    pub on_pod_conditions: Vec<PodConditionPattern>,
}

/// `batch/v1.PodFailurePolicyOnPodConditionsPattern`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PodConditionPattern {
    pub r#type: ConditionType,
    /// `True` if absent.
    pub status: Option<ConditionStatus>,
}

/// `apps/v1.StatefulSetOrdinals`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StatefulSetOrdinals {
    /// The first ordinal; 0 if absent.
    pub start: Option<i32>,
}

/// `apps/v1.StatefulSetUpdateStrategy` and `apps/v1.DaemonSetUpdateStrategy`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct UpdateStrategy {
    /// `RollingUpdate` if unset.
    pub r#type: UpdateStrategyType,
    pub rolling_update: RollingPods,
}

/// `apps/v1.RollingUpdateStatefulSetStrategy` and `apps/v1.RollingUpdateDaemonSet`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RollingPods {
    /// For a StatefulSet: pods with smaller ordinals keep the older template; 0 if absent.
    pub partition: Option<i32>,
    /// For a DaemonSet: how many nodes may lack an available pod; 1 if absent. For a StatefulSet it is behind a feature gate that is off by default.
    pub max_unavailable: Option<IntOrString>,
    /// For a DaemonSet: how many nodes may have a second pod meanwhile; 0 if absent.
    pub max_surge: Option<IntOrString>,
}

/// `apps/v1.DeploymentStrategy`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DeploymentStrategy {
    pub r#type: DeploymentStrategyType,
    pub rolling_update: RollingUpdate,
}

/// `apps/v1.RollingUpdateDeployment`; absent fields mean 25 %.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RollingUpdate {
    /// How many pods may exist beyond the desired number; percentages are rounded up.
    pub max_surge: Option<IntOrString>,
    /// How many pods may be unavailable; percentages are rounded down.
    pub max_unavailable: Option<IntOrString>,
}

/// `v1.Service`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Service {
    pub metadata: ObjectMeta,
    pub spec: ServiceSpec,
}

/// `v1.ServiceSpec`, with the fields that affect scheduling.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ServiceSpec {
    /// Labels of the service's pods; selects none if absent.
    pub selector: Option<Labels>,
}

/// `v1.Namespace`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Namespace {
    pub metadata: ObjectMeta,
}
