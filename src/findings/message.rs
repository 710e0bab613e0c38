//! The parts of a scheduler's message, such as `0/12 nodes are available: 3 Insufficient cpu, …`.

use api::Str;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// One part of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum Message {
    /// The numbers of feasible nodes and of all nodes.
    Nodes {
        /// Number of nodes that passed the filters.
        left: u64,
        /// Number of all evaluated nodes.
        all: u64,
        /// Supported releases whose wording matches all parts of the message.
        releases: Vec<Str>,
    },
    /// A reason for which nodes were rejected.
    Rejected {
        /// Number of nodes; all of them if the message has no number.
        nodes: u64,
        /// The reason as the message has it.
        text: Str,
        /// The meaning of the reason.
        why: RejectionCause,
    },
    /// A reason for which preemption does not help on some nodes.
    Preempting {
        /// Number of nodes.
        nodes: u64,
        /// The reason as the message has it.
        text: Str,
        /// The meaning of the reason.
        why: RejectionCause,
    },
}

/// Why a node was rejected, as far as a message reveals it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RejectionCause {
    /// Too little of a resource is unrequested.
    Insufficient { resource: Str },
    /// The node has its maximum number of pods.
    TooManyPods,
    /// The node is cordoned.
    Cordoned,
    /// The pod does not tolerate a taint.
    Taint {
        /// The taint's key, if the message has it.
        key: Option<Str>,
    },
    /// `nodeSelector` or required node affinity does not match.
    NodeAffinity,
    /// The pod's `nodeName` is another node.
    OtherNodeNamed,
    /// A host port is in use.
    PortTaken,
    /// The skew of a topology spread constraint would be too large.
    Spread,
    /// The node lacks a label that is the topology key of a spread constraint.
    SpreadLabel,
    /// The pod's required pod affinity is not satisfied.
    PodAffinity,
    /// The pod's required anti-affinity is violated.
    PodAntiAffinity,
    /// The required anti-affinity of existing pods is violated.
    OthersAntiAffinity,
    /// One of the three above; the message lists it separately.
    AnyPodAffinity,
    /// A `PersistentVolumeClaim` with immediate binding is not bound yet.
    UnboundClaim,
    /// A `PersistentVolumeClaim` does not exist.
    NoClaim,
    /// No available volume matches a claim on this node.
    NoVolume,
    /// A volume cannot be used on this node or in its zone.
    VolumeElsewhere,
    /// The driver's maximum number of attached volumes is reached.
    TooManyVolumes,
    /// A claim or disk is in use by another pod.
    VolumeInUse,
    /// The node has no pods with lower priority.
    NoVictims,
    /// Removing pods with lower priority would not help.
    NotHelped,
    /// A reason that no supported release has.
    Unknown,
}
