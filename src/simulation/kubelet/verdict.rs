//! A kubelet's decision about a pod that is bound to its node.

use crate::admission_failure::AdmissionFailure;

/// A kubelet's decision about a pod that it sees for the first time.
#[derive(Clone, Debug)]
pub(crate) enum KubeletVerdict {
    Admitted,
    Rejected(AdmissionFailure),
    /// A critical pod does not fit, so other pods have to be stopped.
    NeedsRoom,
    /// The kubelet is making room for another pod, and will handle this one later.
    Waits,
}
