//! The answer to what the cluster's own scheduler said about its pending pods.

use api::{NamespacedName, Str};
use serde::{Deserialize, Serialize};

/// What the scheduler of a cluster wrote about each pending pod, and what the engine says about it at the start of the run, before anything has
/// changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecondOpinion {
    /// The pods that a scheduler wrote about, sorted by name.
    pub opinions: Vec<PodOpinion>,
    /// Pending pods that no scheduler wrote about, sorted by name.
    pub silent_pods: Vec<NamespacedName>,
    /// The number of pods that were not decided, because there are too many.
    pub undecided_pods: usize,
}

/// Both opinions about a pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PodOpinion {
    pub pod: NamespacedName,
    /// The message of its scheduler.
    pub theirs: Str,
    pub ours: OwnOpinion,
    pub agreement: Agreement,
    /// The reasons of both that differ.
    pub differences: Vec<ReasonDifference>,
    /// What may explain the difference, the likeliest first.
    pub causes: Vec<DifferenceCause>,
}

/// What the engine says about a pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OwnOpinion {
    /// It fits on no node; upstream's message.
    Rejected(Str),
    /// It fits on this node.
    Fits(Str),
    /// It has scheduling gates.
    Gated,
    /// It is scheduled together with its group, so it is not decided by itself.
    OfGroup,
}

/// How far both opinions agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Agreement {
    /// The same reasons with the same numbers of nodes.
    SameReasons,
    Differs,
    /// One of them has no reasons that can be compared.
    NotCompared,
}

/// A reason for which both opinions state different numbers of nodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReasonDifference {
    /// The reason in the words of the cluster's scheduler, or in ours if only we have it.
    pub reason: Str,
    /// The number of nodes; `None` without this reason.
    pub theirs: Option<u64>,
    pub ours: Option<u64>,
}

/// What may explain that both opinions differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DifferenceCause {
    /// The pod belongs to another scheduler, which the run does not have.
    OtherScheduler(Str),
    /// The pod is nominated to this node: its victims were leaving.
    Nominated(Str),
    /// The cluster had another number of nodes.
    NodesChanged { theirs: u64, ours: u64 },
    /// No supported release has this reason: a plugin or an extender may have it that the run does not have.
    UnknownReason(Str),
    /// The message has the words of these releases only.
    OtherRelease(Vec<Str>),
    /// Nodes or pods changed after the scheduler had tried the pod.
    StateChanged,
}
