//! What budgets count, and what the Eviction API answers.

use serde::{Deserialize, Serialize};

use api::{IntOrString, NamespacedName, Str};

/// What a budget asks for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Demand {
    /// Neither of the two: nothing.
    #[default]
    Nothing,
    /// `minAvailable`: so many healthy pods at least.
    MinAvailable(IntOrString),
    /// `maxUnavailable`: so many of those that controllers want may be away.
    MaxUnavailable(IntOrString),
}

impl Demand {
    /// Whether the scale of the pods' controllers matters: of a plain `minAvailable` it does not.
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
    /// Its eviction was allowed a moment ago.
    Disrupted,
    /// Its condition `Ready` is not `True`.
    NotReady,
}

/// How the disruption controller comes to a budget's status. Upstream: `DisruptionController.trySync`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BudgetCount {
    /// The budget.
    pub budget: NamespacedName,
    /// What it asks for.
    pub demand: Demand,
    /// Pods that its selector matches.
    pub pods: i32,
    /// The controllers of those pods (`Deployment/web`), each with its scale. Empty where the scale does not matter.
    pub scales: Vec<(Str, i32)>,
    /// How many pods have no controller, where that matters: nobody says how many of them there should be.
    pub unmanaged: i32,
    /// The first pods that do not count as healthy, by name.
    pub unhealthy: Vec<(Str, UnhealthyReason)>,
    /// How many pods there should be.
    pub expected: i32,
    /// How many of them have to be healthy.
    pub desired: i32,
    /// How many are.
    pub healthy: i32,
    /// How many may be evicted now.
    pub allowed: i32,
    /// Why the controller could not count; nothing may be evicted then, and the numbers are those from before.
    pub failed: Option<Str>,
}

/// The answer of the Eviction API. Upstream: `EvictionREST.Create`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Eviction {
    /// The pod.
    pub pod: NamespacedName,
    /// The budget that was asked.
    pub budget: Option<NamespacedName>,
    pub answer: EvictionAnswer,
}

/// What an eviction is answered, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EvictionAnswer {
    /// Yes: the pod is pending, done or going already, so no budget is asked. Upstream: `canIgnorePDB`.
    NotDisrupted,
    /// Yes: no budget selects the pod.
    Unprotected,
    /// Yes: the pod is not ready, and the budget says `AlwaysAllow`.
    AlwaysAllowed,
    /// Yes: the pod is not ready, and enough others are healthy.
    EnoughHealthy,
    /// Yes: one disruption is taken off the budget. Upstream: `checkAndDecrement`.
    Granted {
        /// How many it still allows.
        left: i32,
    },
    /// No.
    Refused {
        /// The status of HTTP: 429 if it may be tried again, else 403 or 500.
        code: u16,
        /// The API server's words.
        message: Str,
        /// What it says of the budget beside that.
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
