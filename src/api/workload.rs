//! Objects that make pods or select them.

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
    /// Digests of the fields that nothing here acts on, by their paths: a change of one is a new revision as well.
    #[serde(skip)]
    pub other_fields: Table<Str, u64>,
}

/// `apps/v1.Deployment`, `apps/v1.ReplicaSet`, `apps/v1.StatefulSet`, `apps/v1.DaemonSet`,
/// `v1.ReplicationController` and `batch/v1.Job`: they share the shape that matters here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Workload {
    /// Name and namespace.
    pub metadata: ObjectMeta,
    /// What to make, and how many.
    pub spec: WorkloadSpec,
    /// How far its controller is, where the object comes from a cluster.
    pub status: WorkloadStatus,
}

/// The part of the workloads' status that their controllers go on from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct WorkloadStatus {
    /// Of a Job: pods that have succeeded and are counted.
    pub succeeded: i32,
    /// Of a Job: pods that have failed and are counted.
    pub failed: i32,
    /// Of a Job with numbered pods: those that are done, as `0,2-4`.
    pub completed_indexes: Str,
    /// `Complete`, `Failed` and others.
    pub conditions: Vec<Condition>,
    /// Of a StatefulSet: the revision that its rollout began with.
    pub current_revision: Str,
    /// Of a StatefulSet: the revision of its template.
    pub update_revision: Str,
}

impl WorkloadStatus {
    /// Whether a condition of this type is true.
    #[must_use]
    pub fn has_condition(&self, r#type: &ConditionType) -> bool {
        self.conditions.iter().any(|condition| condition.r#type == *r#type && condition.status == ConditionStatus::True)
    }
}

/// The common part of the workloads' specs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct WorkloadSpec {
    /// Pods wanted; absent counts as 1.
    pub replicas: Option<i32>,
    /// Pods that belong to it.
    pub selector: Option<LabelSelector>,
    /// What its pods look like.
    pub template: PodTemplate,
    /// Of a Job: pods that run at once.
    pub parallelism: Option<i32>,
    /// Of a Job: pods that have to succeed.
    pub completions: Option<i32>,
    /// Of a Job: whether its pods are numbered.
    pub completion_mode: CompletionMode,
    /// Of a Job: no pods for now.
    pub suspend: Option<bool>,
    /// Of a Job: failures before it gives up (`backoffLimit`); absent counts as 6.
    pub backoff_limit: Option<i32>,
    /// How long a pod has to be ready before it is available, in seconds; absent counts as 0.
    pub min_ready_seconds: Option<i32>,
    /// Of a Deployment: it makes no other `ReplicaSets` for now.
    pub paused: Option<bool>,
    /// Of a StatefulSet: the number of its first pod.
    pub ordinals: StatefulSetOrdinals,
    /// Of a Deployment: how long a rollout may go without progress, in seconds; absent counts as 600.
    pub progress_deadline_seconds: Option<i32>,
    /// Of a Deployment: how its pods are replaced.
    pub strategy: DeploymentStrategy,
    /// Of a StatefulSet: a claim of each for every pod, named `<template>-<pod>`.
    pub volume_claim_templates: Vec<ClaimTemplate>,
    /// Of a StatefulSet: whether its pods wait for each other.
    pub pod_management_policy: PodManagement,
    /// Of a StatefulSet or a DaemonSet: how pods of an older template are replaced.
    pub update_strategy: UpdateStrategy,
    /// Of a Job: what a failed pod means.
    pub pod_failure_policy: Option<PodFailurePolicy>,
    /// Of a Job: when a pod that terminates is replaced.
    pub pod_replacement_policy: PodReplacementPolicy,
    /// Of a DaemonSet that is not in the text: nodes on which it has no pod, perhaps because of an affinity that its pods do not tell.
    #[serde(skip)]
    pub excluded_nodes: Set<Str>,
    /// Whether the API server would refuse its pods; admission says so.
    #[serde(skip)]
    pub has_refused_pods: bool,
    /// The pods' spec before limit ranges and runtime classes, where they change it; admission keeps it.
    #[serde(skip)]
    pub original_pod_spec: Option<Box<PodSpec>>,
}

impl WorkloadSpec {
    /// Whether it has no field that Deployments do not have.
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
    /// The first rule that matches decides.
    pub rules: Vec<PodFailurePolicyRule>,
}

/// `batch/v1.PodFailurePolicyRule`. Containers do not fail here, so that rules about exit codes never match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PodFailurePolicyRule {
    /// `Ignore`, `FailJob`, `FailIndex` or `Count`.
    pub action: Str,
    /// Any of these conditions.
    pub on_pod_conditions: Vec<PodConditionPattern>,
}

/// `batch/v1.PodFailurePolicyOnPodConditionsPattern`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PodConditionPattern {
    pub r#type: ConditionType,
    /// Absent counts as `True`.
    pub status: Option<ConditionStatus>,
}

/// `apps/v1.StatefulSetOrdinals`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StatefulSetOrdinals {
    /// Absent counts as 0.
    pub start: Option<i32>,
}

/// `apps/v1.StatefulSetUpdateStrategy` and `apps/v1.DaemonSetUpdateStrategy`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct UpdateStrategy {
    /// Whether anything but a deletion replaces a pod; absent is `RollingUpdate`.
    pub r#type: UpdateStrategyType,
    pub rolling_update: RollingPods,
}

/// `apps/v1.RollingUpdateStatefulSetStrategy` and `apps/v1.RollingUpdateDaemonSet`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RollingPods {
    /// Of a StatefulSet: pods with a smaller number keep the older template; absent counts as 0.
    pub partition: Option<i32>,
    /// Of a DaemonSet: nodes that may lack an available pod; absent is 1. A StatefulSet has it behind a feature gate that is off.
    pub max_unavailable: Option<IntOrString>,
    /// Of a DaemonSet: nodes that may have a second pod meanwhile; absent is 0.
    pub max_surge: Option<IntOrString>,
}

/// `apps/v1.DeploymentStrategy`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DeploymentStrategy {
    /// Whether the old pods go first.
    pub r#type: DeploymentStrategyType,
    /// How many at a time.
    pub rolling_update: RollingUpdate,
}

/// `apps/v1.RollingUpdateDeployment`; what is absent counts as 25 %.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RollingUpdate {
    /// Pods beyond the number wanted, a percentage rounded up.
    pub max_surge: Option<IntOrString>,
    /// Pods that may be missing, a percentage rounded down.
    pub max_unavailable: Option<IntOrString>,
}

/// `v1.Service`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Service {
    /// Name and namespace.
    pub metadata: ObjectMeta,
    /// Which pods.
    pub spec: ServiceSpec,
}

/// `v1.ServiceSpec`, as far as scheduling looks at it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ServiceSpec {
    /// Labels of its pods; absent selects none.
    pub selector: Option<Labels>,
}

/// `v1.Namespace`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Namespace {
    /// Name and labels.
    pub metadata: ObjectMeta,
}
