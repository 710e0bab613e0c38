//! What becomes of volumes and devices that are set aside for a pod, between a decision and the binding.

use api::Str;
use scheduler::{binding::Reservations, cluster::FreedClaim};

/// A step of that. Few pods have any, so the steps come with the controllers.
pub(crate) enum ReservationStep<'s> {
    /// `Reserve` on this node has set aside what is here.
    Reserve { node: &'s Str, reserved: &'s Reservations },
    /// `PreBind` writes down which volumes. Whether the pod waits for its claims.
    WriteVolumes,
    /// `PreBind` writes down which devices. Whether the pod waits for them, or fails.
    WriteDevices,
    /// `Unreserve`.
    Unreserve,
    /// `PostFilter` gives a claim back.
    Release(FreedClaim),
}
