//! Records about `PodDisruptionBudget` objects: how each status was computed, and the responses of the Eviction API.

use api::{IntOrString, NamespacedName, Str};
use serde::{Deserialize, Serialize};

/// What a budget requires: `minAvailable` or `maxUnavailable`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Demand {
    /// Neither of them.
    #[default]
    Nothing,
    /// `minAvailable`: the minimum number (or percentage) of healthy pods.
    MinAvailable(IntOrString),
    /// `maxUnavailable`: the maximum number (or percentage) of expected pods that may be unhealthy.
    MaxUnavailable(IntOrString),
}

impl Demand {
    /// Whether the replica counts of the pods' controllers matter: they do not for a number as `minAvailable`.
    #[must_use]
    pub fn needs_scale(&self) -> bool {
        matches!(self, Self::MaxUnavailable(_) | Self::MinAvailable(IntOrString::String(_)))
    }
}

/// Why a pod that a budget selects is not healthy. Upstream: `countHealthyPods`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UnhealthyReason {
    /// It is being deleted.
    Terminating,
    /// Its eviction was allowed a moment ago (`disruptedPods`).
    Disrupted,
    /// Its condition `Ready` is not `True`.
    NotReady,
}

/// How the disruption controller computes a budget's status. Upstream: `DisruptionController.trySync`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BudgetCount {
    pub budget: NamespacedName,
    /// The budget's requirement.
    pub demand: Demand,
    /// Number of pods that its selector matches.
    pub pods: i32,
    /// The controllers of those pods (`Deployment/web`), each with its replica count. Empty if that does not matter.
    pub scales: Vec<(Str, i32)>,
    /// Number of pods without a controller, if that matters: they have no replica count.
    pub unmanaged: i32,
    /// The first unhealthy pods, by name.
    pub unhealthy: Vec<(Str, UnhealthyReason)>,
    /// Number of expected pods.
    pub expected: i32,
    /// Minimum number of healthy pods.
    pub desired: i32,
    /// Number of healthy pods.
    pub healthy: i32,
    /// Number of pods that may be evicted now.
    pub allowed: i32,
    /// The message if the computation failed; then nothing may be evicted, and the numbers are the previous ones.
    pub failed: Option<Str>,
}

/// A request to the Eviction API and its response. Upstream: `EvictionREST.Create`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Eviction {
    pub pod: NamespacedName,
    /// The budget that was checked.
    pub budget: Option<NamespacedName>,
    pub answer: EvictionAnswer,
}

/// The response to an eviction, with its reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EvictionAnswer {
    /// Allowed: the pod is pending, completed or terminating, so no budget is checked. Upstream: `canIgnorePDB`.
    NotDisrupted,
    /// Allowed: no budget selects the pod.
    Unprotected,
    /// Allowed: the pod is not ready, and the budget has `unhealthyPodEvictionPolicy: AlwaysAllow`.
    AlwaysAllowed,
    /// Allowed: the pod is not ready, and enough others are healthy.
    EnoughHealthy,
    /// Allowed: it uses one allowed disruption. Upstream: `checkAndDecrement`.
    Granted {
        /// Number of disruptions that are still allowed.
        left: i32,
    },
    /// Refused, with the API server's response.
    Refused {
        /// The HTTP status: 429 if it may be retried, else 403 or 500.
        code: u16,
        /// The API server's message.
        message: Str,
        /// The API server's cause, with details about the budget.
        cause: Str,
    },
}

impl EvictionAnswer {
    /// Whether the pod is evicted.
    #[must_use]
    pub fn is_allowed(&self) -> bool {
        !matches!(self, Self::Refused { .. })
    }
}
