//! The steps in which volumes and devices are reserved for a pod, written and released.

use api::Str;
use scheduler::{binding::Reservations, cluster::FreedClaim};

/// A step of a reservation. Few pods have any, so the code for it is loaded with the controllers.
pub(crate) enum ReservationStep<'s> {
    /// Stores what `Reserve` has reserved on this node.
    Reserve { node: &'s Str, reserved: &'s Reservations },
    /// `PreBind` writes the volumes. The step returns whether the pod has to wait for its claims.
    WriteVolumes,
    /// `PreBind` writes the devices. The step returns whether the pod has to wait for them, or has failed.
    WriteDevices,
    /// `Unreserve` releases volumes and devices.
    Unreserve,
    /// `PostFilter` releases a claim.
    Release(FreedClaim),
}
