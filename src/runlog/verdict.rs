//! A filter's verdict on a node, as data. `releases` renders it in the release's wording.

use api::Str;
use serde::{Deserialize, Serialize};

use super::VolumeReason;

/// A filter's verdict on one node.
pub type Verdict = Result<(), Failure>;

/// Why a node is rejected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Whether taking pods away could help.
    pub code: Code,
    /// At least one, in upstream's order.
    pub reasons: Vec<Reason>,
}

/// Upstream's status codes of a rejection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Code {
    /// Preemption may help.
    Unschedulable,
    /// It cannot.
    UnschedulableAndUnresolvable,
    /// No rejection: the plugin failed, which ends the cycle.
    Error,
}

impl Failure {
    /// A failure that preemption may help.
    #[must_use]
    pub fn unschedulable(reason: Reason) -> Self {
        Self { code: Code::Unschedulable, reasons: vec![reason] }
    }

    /// A failure that preemption cannot help.
    #[must_use]
    pub fn unresolvable(reason: Reason) -> Self {
        Self { code: Code::UnschedulableAndUnresolvable, reasons: vec![reason] }
    }

    /// An error that ends the cycle.
    #[must_use]
    pub fn error(text: Str) -> Self {
        Self { code: Code::Error, reasons: vec![Reason::Text(text)] }
    }
}

/// A typed reason with its numbers. Wording differs between releases; meaning does not.
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
    /// `NodeAffinity`: node selector or required node affinity.
    NodeSelectorMismatch,
    /// `NodeAffinity`: affinity that the scheduler's configuration adds.
    AddedAffinityMismatch,
    /// `NodeAffinity`, before filtering: the terms name no node at all.
    AffinityTermsConflict,
    /// `NodePorts`: a host port is taken.
    PortTaken { port: i32 },
    /// `NodeResourcesFit`: the node takes no more pods.
    TooManyPods {
        /// Pods there.
        pods: i64,
        /// Pods allowed.
        allowed: i64,
    },
    /// `NodeResourcesFit`: not enough of one resource.
    Insufficient {
        /// Its name.
        resource: Str,
        /// What the pod asks for.
        requested: i64,
        /// What is taken.
        used: i64,
        /// What the node has.
        capacity: i64,
    },
    /// `PodTopologySpread`: a label is missing.
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
        /// The limit.
        max_skew: i64,
    },
    /// `InterPodAffinity`, early releases: precedes one of the next three.
    PodAffinityOrAntiAffinity,
    /// `InterPodAffinity`: the pod's own affinity.
    PodAffinity,
    /// `InterPodAffinity`: the pod's own anti-affinity.
    PodAntiAffinity,
    /// `InterPodAffinity`: anti-affinity of pods that are there.
    ExistingPodsAntiAffinity,
    /// `NodeDeclaredFeatures`: the node does not declare what the pod needs.
    UndeclaredFeatures {
        /// The features that are missing.
        missing: Vec<Str>,
    },
    /// Not in the node set that a pre-filter plugin named.
    OutsideNodeSet {
        /// The plugins that named it.
        plugins: Vec<Str>,
    },
    /// No node is in the node sets of all pre-filter plugins.
    EmptyNodeSet {
        /// The plugins that named them.
        plugins: Vec<Str>,
    },
    /// A volume, a claim or a disk stands in the way.
    Volume(VolumeReason),
    /// Preemption: no pod of lower priority on the node.
    NoVictims,
    /// Preemption: the node was not tried.
    PreemptionNotHelpful,
    /// No reason but an error: a plugin does not find what its `PreFilter` would have kept.
    StateMissing {
        /// Upstream's key for it.
        key: Str,
    },
    /// `NodeLabel`: a label is missing that must be there, or is there and must not.
    LabelPresence {
        label: Str,
        /// Whether it must be there.
        wanted: bool,
    },
    /// `ServiceAffinity`: the pods of the same service run on nodes with another value of the label.
    ServiceAffinity {
        label: Str,
        /// The value that a node must have.
        value: Str,
    },
    /// An extender will not have the node.
    Extender {
        /// The extender, by the host of its address.
        extender: Str,
        /// Its own words.
        message: Str,
    },
    /// Upstream's own words, where they depend on an object's name.
    Text(Str),
}

/// Adds a failure's reasons to what was found so far; the worse code counts.
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
