//! A message of a scheduler, part by part: `0/12 nodes are available: 3 Insufficient cpu, …`.

use api::Str;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// What a part of a message says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum Message {
    /// How many nodes there are, and how many are left.
    Nodes {
        /// Left after the filters.
        left: u64,
        /// All that were looked at.
        all: u64,
        /// Releases here whose words all parts are; none where some are another release's.
        releases: Vec<Str>,
    },
    /// Why some nodes were rejected.
    Rejected {
        /// How many; all where the message names no number.
        nodes: u64,
        /// The words.
        text: Str,
        /// What they mean.
        why: RejectionCause,
    },
    /// What preemption made of some nodes.
    Preempting {
        /// How many.
        nodes: u64,
        /// The words.
        text: Str,
        /// What they mean.
        why: RejectionCause,
    },
}

/// Why a node is rejected, as far as a message tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RejectionCause {
    /// Too little of a resource is left of what can be requested.
    Insufficient { resource: Str },
    /// The node runs as many pods as it may.
    TooManyPods,
    /// The node is cordoned.
    Cordoned,
    /// A taint is not tolerated.
    Taint {
        /// The taint's key, where the message has it.
        key: Option<Str>,
    },
    /// `nodeSelector` or required node affinity.
    NodeAffinity,
    /// The pod names another node.
    OtherNodeNamed,
    /// A host port is taken.
    PortTaken,
    /// The skew would be too large.
    Spread,
    /// The node lacks the label of the topology key.
    SpreadLabel,
    /// Required pod affinity.
    PodAffinity,
    /// Required pod anti-affinity of the pod.
    PodAntiAffinity,
    /// Required pod anti-affinity of pods that are there.
    OthersAntiAffinity,
    /// One of the three, which follow by themselves.
    AnyPodAffinity,
    /// A claim that is not bound yet, of a class with immediate binding.
    UnboundClaim,
    /// A claim that does not exist.
    NoClaim,
    /// No volume fits the claim here.
    NoVolume,
    /// The volume belongs to other nodes or another zone.
    VolumeElsewhere,
    /// As many volumes as the driver attaches.
    TooManyVolumes,
    /// The claim or disk is in use.
    VolumeInUse,
    /// No pod of lower priority is there.
    NoVictims,
    /// Removing pods would not make room.
    NotHelped,
    /// Words that none of the releases here says.
    Unknown,
}
