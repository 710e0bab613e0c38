//! A filter's verdict on a node, as data. `releases` renders it in the release's wording.

use api::{Str, resources::Resource};
use serde::{Deserialize, Serialize};

use super::VolumeReason;

/// A filter's verdict on one node.
pub type Verdict = Result<(), Failure>;

/// Why a node is rejected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Whether preemption could help.
    pub code: Code,
    /// The reasons in upstream's order.
    pub reasons: Vec<Reason>,
}

/// Upstream's status codes of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Code {
    /// Preemption may help.
    Unschedulable,
    /// Preemption cannot help.
    UnschedulableAndUnresolvable,
    /// The plugin failed with an error, which ends the cycle.
    Error,
}

impl Failure {
    /// Creates a failure that preemption may resolve.
    #[must_use]
    pub fn unschedulable(reason: Reason) -> Self {
        Self { code: Code::Unschedulable, reasons: vec![reason] }
    }

    /// Creates a failure that preemption cannot resolve.
    #[must_use]
    pub fn unresolvable(reason: Reason) -> Self {
        Self { code: Code::UnschedulableAndUnresolvable, reasons: vec![reason] }
    }

    /// Creates an error, which ends the cycle.
    #[must_use]
    pub fn error(text: Str) -> Self {
        Self { code: Code::Error, reasons: vec![Reason::Text(text)] }
    }
}

/// Why a node is not feasible for a pod, with the numbers. Its wording differs between releases, its meaning does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// `NodeUnschedulable`: the node is cordoned.
    Cordoned,
    /// `NodeName`: the pod names another node.
    OtherNodeNamed,
    /// `TaintToleration`: the first taint that the pod does not tolerate.
    UntoleratedTaint {
        /// Key of the taint.
        key: Str,
        /// Value of the taint, may be empty.
        value: Str,
    },
    /// `NodeAffinity`: the pod's node selector or required node affinity does not match.
    NodeSelectorMismatch,
    /// `NodeAffinity`: the `addedAffinity` of the scheduler's configuration does not match.
    AddedAffinityMismatch,
    /// `NodeAffinity` in `PreFilter`: no node can match the terms.
    AffinityTermsConflict,
    /// `NodePorts`: a host port is in use.
    PortTaken { port: i32 },
    /// `NodeResourcesFit`: the node has its maximum number of pods.
    TooManyPods {
        /// Number of pods on the node.
        pods: i64,
        /// Maximum number of pods of the node.
        allowed: i64,
    },
    /// `NodeResourcesFit`: too little of a resource. Amounts are in milli-cores, bytes or counts.
    Insufficient {
        resource: Resource,
        /// The pod's request.
        requested: i64,
        /// Requests of the node's pods.
        used: i64,
        /// The node's allocatable amount.
        capacity: i64,
    },
    /// `PodTopologySpread`: the node lacks the topology label.
    SpreadLabelMissing {
        /// The topology key.
        key: Str,
    },
    /// `PodTopologySpread`: the skew would be too large.
    SpreadSkew {
        /// The topology key.
        key: Str,
        /// Matching pods in this node's domain, without the incoming one.
        count: i64,
        /// 1 if the incoming pod matches its own selector.
        #[serde(rename = "own")]
        self_match: i64,
        /// The smallest count of any domain.
        min: i64,
        /// The constraint's `maxSkew`.
        max_skew: i64,
    },
    /// `InterPodAffinity`, early releases: a generic reason before one of the next three.
    PodAffinityOrAntiAffinity,
    /// `InterPodAffinity`: the pod's required affinity is not satisfied.
    PodAffinity,
    /// `InterPodAffinity`: the pod's required anti-affinity is not satisfied.
    PodAntiAffinity,
    /// `InterPodAffinity`: required anti-affinity of existing pods is not satisfied.
    ExistingPodsAntiAffinity,
    /// `NodeDeclaredFeatures`: the node lacks features that the pod needs.
    UndeclaredFeatures {
        /// The missing features.
        missing: Vec<Str>,
    },
    /// The node is outside the node set to which `PreFilter` plugins restricted the filters.
    OutsideNodeSet {
        /// The plugins that restricted the nodes.
        plugins: Vec<Str>,
    },
    /// No node is in the node sets of all `PreFilter` plugins.
    EmptyNodeSet {
        /// The plugins that restricted the nodes.
        plugins: Vec<Str>,
    },
    /// A reason about a volume, a claim or a disk.
    Volume(VolumeReason),
    /// Preemption: there is no pod of lower priority on the node.
    NoVictims,
    /// Preemption: the node was not tried.
    PreemptionNotHelpful,
    /// An error: a plugin does not find the state that its `PreFilter` stores.
    StateMissing {
        /// Upstream's key of the state.
        key: Str,
    },
    /// `NodeLabel`: a required label is missing, or a forbidden one is present.
    LabelPresence {
        label: Str,
        /// Whether the label is required; otherwise it is forbidden.
        #[serde(rename = "wanted")]
        is_required: bool,
    },
    /// `ServiceAffinity`: the pods of the same service run on nodes with another value of the label.
    ServiceAffinity {
        label: Str,
        /// The value that a node must have.
        value: Str,
    },
    /// An extender rejected the node.
    Extender {
        /// The host in the extender's URL, which identifies it.
        extender: Str,
        /// The extender's message.
        message: Str,
    },
    /// Upstream's message, where it depends on an object's name.
    Text(Str),
}

/// Merges `verdict` into `result`: reasons are appended, and the more severe code wins.
pub fn add_failure(result: &mut Verdict, verdict: Verdict) {
    if let Err(failure) = verdict {
        match result {
            Ok(()) => *result = Err(failure),
            Err(so_far) => {
                so_far.code = so_far.code.max(failure.code);
                so_far.reasons.extend(failure.reasons);
            }
        }
    }
}
