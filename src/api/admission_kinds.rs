//! Objects that change pods when they are made, and that nothing looks at afterwards.

use serde::{Deserialize, Serialize};

use super::{Labels, LimitType, ObjectMeta, Operator, QuotaScope, ResourceList, Str, Toleration};

/// `node.k8s.io/v1.RuntimeClass`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RuntimeClass {
    /// Its name.
    pub metadata: ObjectMeta,
    /// What the container runtime calls it.
    pub handler: Str,
    /// What a pod takes beyond its containers.
    pub overhead: Overhead,
    /// Which nodes have the runtime.
    pub scheduling: RuntimeScheduling,
}

/// `node.k8s.io/v1.Overhead`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Overhead {
    /// The same for every pod.
    pub pod_fixed: ResourceList,
}

/// `node.k8s.io/v1.Scheduling`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RuntimeScheduling {
    /// Labels of nodes that have it.
    pub node_selector: Labels,
    /// What its pods tolerate.
    pub tolerations: Vec<Toleration>,
}

/// `v1.LimitRange`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LimitRange {
    /// Name and namespace.
    pub metadata: ObjectMeta,
    pub spec: LimitRangeSpec,
}

/// `v1.LimitRangeSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LimitRangeSpec {
    /// One for each type.
    pub limits: Vec<LimitRangeItem>,
}

/// `v1.LimitRangeItem`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LimitRangeItem {
    /// What it limits.
    pub r#type: LimitType,
    /// The most.
    pub max: ResourceList,
    /// The least.
    pub min: ResourceList,
    /// Limits of containers that have none.
    pub default: ResourceList,
    /// Requests of containers that have none.
    pub default_request: ResourceList,
    /// How far a limit may be above its request.
    pub max_limit_request_ratio: ResourceList,
}

/// `v1.ResourceQuota`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ResourceQuota {
    /// Name and namespace.
    pub metadata: ObjectMeta,
    /// How much there may be of what.
    pub spec: ResourceQuotaSpec,
}

/// `v1.ResourceQuotaSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ResourceQuotaSpec {
    /// The most, by what is counted: `requests.cpu`, `pods`, `count/pods`, ….
    pub hard: ResourceList,
    /// Which pods count: those of every scope.
    pub scopes: Vec<QuotaScope>,
    /// The same with values.
    pub scope_selector: Option<ScopeSelector>,
}

/// `v1.ScopeSelector`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScopeSelector {
    /// All must hold.
    pub match_expressions: Vec<ScopedSelector>,
}

/// `v1.ScopedResourceSelectorRequirement`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScopedSelector {
    /// `PriorityClass`, `BestEffort`, `NotBestEffort`, `Terminating` or `NotTerminating`.
    pub scope_name: QuotaScope,
    /// What is demanded of it.
    pub operator: Operator,
    /// Of `PriorityClass`: names.
    pub values: Vec<Str>,
}
