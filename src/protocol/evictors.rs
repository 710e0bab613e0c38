//! What would make a pod leave its node. Each of these was tried.

use api::{Millis, NamespacedName, Str};
use serde::{Deserialize, Serialize};

use super::{EvictionError, StayReason};

/// What would evict a pod that is on a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evictors {
    /// Its node; empty where it has none, and nothing can evict it.
    pub node: Str,
    /// Whether it had come to its end before, so that a drain deletes it at once.
    pub finished: bool,
    /// Its priority.
    pub priority: i32,
    /// Preemption by a pod of each priority class, the highest first.
    pub classes: Vec<Preemptor>,
    /// How many more classes there are, lower than these, which were not tried.
    pub untried_classes: usize,
    /// A drain of its node.
    pub drain: DrainEffect,
    /// Its node's kubelet says nothing any more.
    pub silence: NodeLossEffect,
    /// Its node gets a `NoExecute` taint that nobody has named before.
    pub taint: NodeLossEffect,
}

/// A priority class, tried with a pod that has to go to the node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preemptor {
    /// The class.
    pub class: Str,
    /// Its value.
    pub value: i32,
    pub preempts: PreemptionEffect,
}

/// What a pod of a class does to the pod that is asked about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PreemptionEffect {
    /// The class is not higher than the pod.
    NotHigher,
    /// Its pods never preempt.
    Never,
    /// With this request, the smallest that was found, it evicts the pod.
    From {
        resource: Str,
        /// How much: thousandths of a CPU, or bytes.
        request: i64,
        /// All that it evicts, the pod among them.
        victims: Vec<NamespacedName>,
    },
    /// Whatever it requests of cpu and memory, the pod stays.
    Spares,
}

/// What a drain (`kubectl drain`, with all flags that it needs for the pod) does to the pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DrainEffect {
    /// It is evicted after so long.
    Goes {
        after: Millis,
        /// The flags that it needs.
        flags: Vec<Str>,
    },
    /// As long as the run lasts it is not evicted; these budgets cover it.
    Kept(Vec<Str>),
    /// The API server answers its eviction with an error, after which kubectl does not ask again.
    Fails(EvictionError),
    /// A drain leaves it.
    Left(StayReason),
}

impl Default for DrainEffect {
    fn default() -> Self {
        Self::Left(StayReason::NotReached)
    }
}

/// How long a pod is left on a node that is not well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NodeLossEffect {
    /// It is evicted after so long.
    Goes(Millis),
    /// As long as the run lasts it is left there.
    Stays(StayReason),
}

impl Default for NodeLossEffect {
    fn default() -> Self {
        Self::Stays(StayReason::NotReached)
    }
}
