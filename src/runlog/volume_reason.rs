//! Why volumes keep a pod off a node, or off all of them.

use serde::{Deserialize, Serialize};

use api::{NamespacedName, Str};

/// A typed reason with the claim, the volume, the zone or the limit that it is about. Claims are named as the pod's
/// namespace knows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum VolumeReason {
    /// `VolumeRestrictions`: a pod there uses the disk, and one of the two writes.
    DiskConflict {
        /// The volume of the incoming pod.
        volume: Str,
        disk: Str,
        /// The pod that uses it.
        pod: NamespacedName,
    },
    /// `VolumeRestrictions`: only one pod may use the claim, and one does.
    ClaimInUse { claim: Str },
    /// The limits: the node attaches no more volumes of this kind.
    TooManyVolumes {
        /// The driver, or the plugin of a cloud.
        driver: Str,
        /// Volumes that pods there use.
        used: i64,
        /// Volumes that would come.
        new: i64,
        /// How many it attaches.
        limit: i64,
    },
    /// `VolumeBinding`: the volume cannot be reached from the node.
    AffinityMismatch { claim: Str, volume: Str },
    /// `VolumeBinding`: no volume for the claim, and none can be made.
    NothingToBind {
        claim: Str,
        /// Its class; may be empty.
        class: Str,
        /// Why none can be made.
        why: Unbindable,
    },
    /// `VolumeBinding`: the driver has too little room there.
    NotEnoughStorage {
        claim: Str,
        class: Str,
        /// What it asks for, in bytes.
        requested: i64,
    },
    /// `VolumeBinding`: the claim's volume is not there.
    VolumeGone {
        claim: Str,
        /// The volume that it names.
        volume: Str,
    },
    /// `VolumeZone`: the volume is in another zone or region.
    OtherZone {
        volume: Str,
        /// The label that is compared.
        key: Str,
        /// What the volume's label says: one value, or several.
        zones: Str,
    },
    /// Before filtering: there is no such claim.
    ClaimNotFound { claim: Str },
    /// Before filtering: the claim is being deleted.
    ClaimTerminating { claim: Str },
    /// Before filtering: the claim has lost its volume.
    ClaimLost {
        claim: Str,
        /// The volume that it had.
        volume: Str,
    },
    /// Before filtering: the claim of an ephemeral volume is not made yet.
    ClaimAwaited { claim: Str },
    /// Before filtering: the claim of an ephemeral volume belongs to another owner.
    ClaimOfOther { claim: NamespacedName, pod: NamespacedName },
    /// Before filtering: a claim that is to be bound at once is not bound yet.
    UnboundImmediate {
        /// The first of them.
        claim: Str,
    },
    /// Before filtering: there is no such volume.
    VolumeNotFound { volume: Str },
}

/// Why no volume can be made for a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unbindable {
    /// Its class makes none.
    NoProvisioner,
    /// Its class makes none there.
    Topology,
    /// It is being made for another node.
    OtherNode,
}
