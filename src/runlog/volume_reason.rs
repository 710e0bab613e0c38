//! Why volumes make a node, or all nodes, infeasible for a pod.

use api::{NamespacedName, Str};
use serde::{Deserialize, Serialize};

/// A reason with the claim, volume, zone or limit that it is about. Claims are in the pod's namespace unless they
/// include one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum VolumeReason {
    /// `VolumeRestrictions`: a pod on the node uses the same disk, and at least one of the two writes.
    DiskConflict {
        /// The volume of the incoming pod.
        volume: Str,
        disk: Str,
        /// The pod that uses it.
        pod: NamespacedName,
    },
    /// `VolumeRestrictions`: the `ReadWriteOncePod` claim is in use by another pod.
    ClaimInUse { claim: Str },
    /// `NodeVolumeLimits` and the like: the node cannot attach more volumes of this kind.
    TooManyVolumes {
        /// The CSI driver, or the in-tree plugin.
        driver: Str,
        /// Number of volumes in use on the node.
        used: i64,
        /// Number of additional volumes of the pod.
        new: i64,
        /// Maximum number of volumes.
        limit: i64,
    },
    /// `VolumeBinding`: the volume cannot be reached from the node.
    AffinityMismatch { claim: Str, volume: Str },
    /// `VolumeBinding`: no volume matches the claim, and none can be provisioned.
    NothingToBind {
        claim: Str,
        /// The claim's storage class; may be empty.
        class: Str,
        /// Why none can be provisioned.
        why: Unbindable,
    },
    /// `VolumeBinding`: the driver has too little capacity for the node.
    NotEnoughStorage {
        claim: Str,
        class: Str,
        /// The requested bytes.
        requested: i64,
    },
    /// `VolumeBinding`: the claim's volume does not exist.
    VolumeGone {
        claim: Str,
        /// The volume that it names.
        volume: Str,
    },
    /// `VolumeZone`: the volume is in another zone or region.
    OtherZone {
        volume: Str,
        /// The compared label.
        key: Str,
        /// The value of the volume's label: one zone, or several.
        zones: Str,
    },
    /// `PreFilter`: the claim does not exist.
    ClaimNotFound { claim: Str },
    /// `PreFilter`: the claim is being deleted.
    ClaimTerminating { claim: Str },
    /// `PreFilter`: the claim has lost its volume.
    ClaimLost {
        claim: Str,
        /// The lost volume.
        volume: Str,
    },
    /// `PreFilter`: the claim of an ephemeral volume has not been created yet.
    ClaimAwaited { claim: Str },
    /// `PreFilter`: the claim of an ephemeral volume has another owner.
    ClaimOfOther { claim: NamespacedName, pod: NamespacedName },
    /// `PreFilter`: a claim with immediate binding is not bound yet.
    UnboundImmediate {
        /// The first such claim.
        claim: Str,
    },
    /// `PreFilter`: the volume does not exist.
    VolumeNotFound { volume: Str },
}

/// Why no volume can be provisioned for a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unbindable {
    /// Its class has no provisioner.
    NoProvisioner,
    /// Its class does not allow the node's topology.
    Topology,
    /// It is being provisioned for another node.
    OtherNode,
}
