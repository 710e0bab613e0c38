//! What a kubelet makes of a pod that comes to its node.

use super::admission_failure::AdmissionFailure;

/// What a kubelet makes of a pod that it sees for the first time.
#[derive(Clone, Debug)]
pub(crate) enum Verdict {
    Admitted,
    Rejected(AdmissionFailure),
    /// A critical pod lacks nothing but room, so other pods have to go.
    NeedsRoom,
    /// The kubelet is busy making room for another pod, and comes to this one later.
    Waits,
}
