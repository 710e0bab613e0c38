//! The answer to what would evict a pod from its node. Each of these was tried.

use api::{Millis, NamespacedName, Str, resources::Resource};
use serde::{Deserialize, Serialize};

use super::{EvictionError, StayReason};

/// What would remove a pod from its node: preemption by each priority class, a drain, a silent kubelet, a `NoExecute` taint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evictors {
    /// Its node; empty if it has none, so that nothing can evict it.
    pub node: Str,
    /// Whether it had already ended, so that a drain deletes it at once.
    #[serde(rename = "finished")]
    pub is_finished: bool,
    pub priority: i32,
    /// Preemption by a pod of each priority class, the highest class first.
    pub classes: Vec<PreemptingClass>,
    /// The number of further, lower classes that were not tried.
    pub untried_classes: usize,
    /// The effect of draining its node.
    pub drain: DrainEffect,
    /// The effect of the node's kubelet no longer reporting.
    pub silence: NodeLossEffect,
    /// The effect of a `NoExecute` taint that no pod tolerates by its key.
    pub taint: NodeLossEffect,
}

/// A priority class, tried with a pod that must run on the node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreemptingClass {
    /// The name of the class.
    pub class: Str,
    /// The value of the class.
    pub value: i32,
    pub preempts: PreemptionEffect,
}

/// What a pod of a priority class does to the pod in question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PreemptionEffect {
    /// The class is not higher than the pod's priority.
    NotHigher,
    /// Pods of the class never preempt.
    Never,
    /// It evicts the pod with this request, the smallest one that was found.
    From {
        resource: Resource,
        /// The amount: thousandths of a CPU, or bytes.
        request: i64,
        /// All pods that it evicts, including the one in question.
        victims: Vec<NamespacedName>,
    },
    /// No request for CPU or memory makes it evict the pod.
    Spares,
}

/// What `kubectl drain`, with all flags that it needs for the pod, does to the pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DrainEffect {
    /// The pod is evicted after this time.
    Goes {
        after: Millis,
        /// The flags that the drain needs.
        flags: Vec<Str>,
    },
    /// The pod isn't evicted during the run; these budgets select it.
    Kept(Vec<Str>),
    /// The API server answers the eviction with an error that kubectl does not retry.
    Fails(EvictionError),
    /// The drain leaves the pod on the node.
    Left(StayReason),
}

impl Default for DrainEffect {
    fn default() -> Self {
        Self::Left(StayReason::NotReached)
    }
}

/// What happens to a pod on a node that is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NodeLossEffect {
    /// The pod is evicted after this time.
    Goes(Millis),
    /// The pod isn't evicted during the run.
    Stays(StayReason),
}

impl Default for NodeLossEffect {
    fn default() -> Self {
        Self::Stays(StayReason::NotReached)
    }
}
