//! The parts of a scheduler's message such as `0/12 nodes are available: 3 Insufficient cpu, …`.

use api::Str;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// A part of a scheduler's message that a user pasted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum Message {
    /// The numbers of nodes.
    Nodes {
        /// Nodes that passed the filters.
        left: u64,
        /// All nodes.
        all: u64,
        /// The supported releases that use the wording of all parts; empty if no single release does.
        releases: Vec<Str>,
    },
    /// Nodes that were rejected.
    Rejected {
        /// The number of nodes; all of them if the message has no number.
        nodes: u64,
        /// The text of the part.
        text: Str,
        /// The meaning of the text.
        why: RejectionCause,
    },
    /// The result of preemption for some nodes.
    Preempting {
        /// The number of nodes.
        nodes: u64,
        /// The text of the part.
        text: Str,
        /// The meaning of the text.
        why: RejectionCause,
    },
}

/// Why a node is rejected, as far as a message shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RejectionCause {
    /// The node has too little of a resource left.
    Insufficient {
        resource: Str,
    },
    /// The node has its largest number of pods.
    TooManyPods,
    Cordoned,
    /// A taint is not tolerated.
    Taint {
        /// The taint's key, if the message contains it.
        key: Option<Str>,
    },
    /// The node does not match `nodeSelector` or required node affinity.
    NodeAffinity,
    /// `spec.nodeName` is another node.
    OtherNodeNamed,
    /// A host port is in use.
    PortTaken,
    /// The skew of a spread constraint would be exceeded.
    Spread,
    /// The node lacks the topology label of a spread constraint.
    SpreadLabel,
    /// The pod's required pod affinity is not satisfied.
    PodAffinity,
    /// The pod's required pod anti-affinity is violated.
    PodAntiAffinity,
    /// The required anti-affinity of an existing pod is violated.
    OthersAntiAffinity,
    /// The general part of a message about pod affinity; the part after it is specific.
    AnyPodAffinity,
    /// A claim with immediate binding is not bound.
    UnboundClaim,
    NoClaim,
    /// No volume is available for the claim on this node.
    NoVolume,
    /// The volume is accessible from other nodes or another zone only.
    VolumeElsewhere,
    /// The node has as many volumes attached as the driver supports.
    TooManyVolumes,
    /// The claim or disk is used by another pod.
    VolumeInUse,
    /// The node has no pods with a lower priority.
    NoVictims,
    /// Removing pods would not help.
    NotHelped,
    /// No supported release uses this text.
    Unknown,
}
