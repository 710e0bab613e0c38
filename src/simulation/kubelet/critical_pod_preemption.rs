//! How far a kubelet is with making room for a critical pod.

use crate::task::PodId;

/// A kubelet that makes room for a critical pod.
#[derive(Clone, Debug)]
pub(crate) struct CriticalPodPreemption {
    pub preemptor: PodId,
    /// The pods that are still to be stopped; the last one comes first. Empty before they are chosen.
    pub victims: Vec<PodId>,
    /// The pod that is being stopped.
    pub stopping: Option<PodId>,
    /// Pods that came to the node meanwhile.
    pub waiting: Vec<PodId>,
}

impl CriticalPodPreemption {
    pub(super) fn new(preemptor: PodId) -> Self {
        Self { preemptor, victims: Vec::new(), stopping: None, waiting: Vec::new() }
    }
}
