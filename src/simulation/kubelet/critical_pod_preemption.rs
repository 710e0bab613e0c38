//! The state of a kubelet that makes room for a critical pod.

use crate::ids::PodId;

/// A kubelet that makes room for a critical pod.
#[derive(Clone, Debug)]
pub(crate) struct CriticalPodPreemption {
    pub preemptor: PodId,
    /// Pods still to be stopped, in reverse order. Empty until they are chosen.
    pub victims: Vec<PodId>,
    /// The pod whose containers are stopping.
    pub stopping: Option<PodId>,
    /// Pods that were bound to the node meanwhile.
    pub waiting: Vec<PodId>,
}

impl CriticalPodPreemption {
    pub(super) fn new(preemptor: PodId) -> Self {
        Self { preemptor, victims: Vec::new(), stopping: None, waiting: Vec::new() }
    }
}
