//! Objects that only affect the admission of pods and claims: runtime classes, limit ranges and quotas.

use serde::{Deserialize, Serialize};

use super::{Labels, LimitType, ObjectMeta, Operator, QuotaScope, ResourceList, Str, Toleration};

/// `node.k8s.io/v1.RuntimeClass`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RuntimeClass {
    pub metadata: ObjectMeta,
    /// The name of the handler in the container runtime's configuration.
    pub handler: Str,
    /// Resources that a pod of this class uses beyond those of its containers.
    pub overhead: Overhead,
    /// The nodes that support the runtime.
    pub scheduling: RuntimeScheduling,
}

/// `node.k8s.io/v1.Overhead`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Overhead {
    /// Added to the requests of every pod.
    pub pod_fixed: ResourceList,
}

/// `node.k8s.io/v1.Scheduling`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RuntimeScheduling {
    /// Merged into the pod's node selector.
    pub node_selector: Labels,
    /// Added to the pod's tolerations.
    pub tolerations: Vec<Toleration>,
}

/// `v1.LimitRange`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LimitRange {
    pub metadata: ObjectMeta,
    pub spec: LimitRangeSpec,
}

/// `v1.LimitRangeSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LimitRangeSpec {
    /// At most one item for each type.
    pub limits: Vec<LimitRangeItem>,
}

/// `v1.LimitRangeItem`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LimitRangeItem {
    /// The kind of object that the item limits.
    pub r#type: LimitType,
    /// Upper bounds, by resource.
    pub max: ResourceList,
    /// Lower bounds, by resource.
    pub min: ResourceList,
    /// Limits that containers without limits get.
    pub default: ResourceList,
    /// Requests that containers without requests get.
    pub default_request: ResourceList,
    /// The highest ratio of a limit to its request.
    pub max_limit_request_ratio: ResourceList,
}

/// `v1.ResourceQuota`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ResourceQuota {
    pub metadata: ObjectMeta,
    pub spec: ResourceQuotaSpec,
}

/// `v1.ResourceQuotaSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ResourceQuotaSpec {
    /// Upper bounds by counted resource: `requests.cpu`, `pods`, `count/pods` and so on.
    pub hard: ResourceList,
    /// A pod is counted if all of these scopes apply to it.
    pub scopes: Vec<QuotaScope>,
    /// Scopes with operators and values, which also have to apply.
    pub scope_selector: Option<ScopeSelector>,
}

/// `v1.ScopeSelector`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScopeSelector {
    /// All of these have to apply.
    pub match_expressions: Vec<ScopedSelector>,
}

/// `v1.ScopedResourceSelectorRequirement`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScopedSelector {
    /// `PriorityClass`, `BestEffort`, `NotBestEffort`, `Terminating` or `NotTerminating`.
    pub scope_name: QuotaScope,
    pub operator: Operator,
    /// For the scope `PriorityClass`: names of classes.
    pub values: Vec<Str>,
}
