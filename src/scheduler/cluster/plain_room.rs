//! The room of a node as a few integers, for pods that need nothing else. Searches compare it on thousands of nodes, and
//! dry runs of preemption remove and reprieve thousands of pods, one at a time.

use super::{NodeState, PodSums};

/// What a pod needs of a node if only these amounts are compared, and the number of pods: CPU in milli-cores, memory and
/// ephemeral storage in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainRequest(pub [i64; 3]);

impl PlainRequest {
    /// The amount of a resource that is not compared, however little of it is free.
    pub const NOT_COMPARED: i64 = i64::MIN;
}

/// The sums of a node that a [`PlainRequest`] is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlainRoom {
    pub(super) allocatable: [i64; 3],
    pub(super) requested: [i64; 3],
    pods: i64,
    allowed_pods: i64,
}

impl PlainRoom {
    pub(crate) fn of_node(node: &NodeState) -> Self {
        let (allocatable, requested) = (&node.allocatable, &node.requested);
        Self {
            allocatable: [allocatable.milli_cpu, allocatable.memory, allocatable.ephemeral_storage],
            requested: [requested.milli_cpu, requested.memory, requested.ephemeral_storage],
            pods: i64::try_from(node.pod_count).unwrap_or(i64::MAX),
            allowed_pods: allocatable.pods,
        }
    }

    /// Adds a plain pod, as [`NodeState::add_pod_sums`] does.
    pub(crate) fn add(&mut self, pod: &PodSums) {
        self.pods += 1;
        self.apply(pod, i64::saturating_add);
    }

    /// Subtracts a plain pod, as [`NodeState::subtract_pod_sums`] does.
    pub(crate) fn subtract(&mut self, pod: &PodSums) {
        self.pods -= 1;
        self.apply(pod, i64::saturating_sub);
    }

    fn apply(&mut self, pod: &PodSums, op: impl Fn(i64, i64) -> i64) {
        debug_assert!(pod.is_plain, "the sums of a pod that is not plain leave something out");
        let amounts = [pod.milli_cpu, pod.memory, pod.ephemeral_storage];
        self.requested.iter_mut().zip(amounts).for_each(|(sum, amount)| *sum = op(*sum, amount));
    }

    /// Returns a bit for each amount of which too little is free, among them the number of pods, and for each that is more
    /// than the node could ever have. 0 if the pod fits.
    pub(crate) fn shortages(&self, request: &PlainRequest) -> u8 {
        let mut shortages = u8::from(self.pods >= self.allowed_pods);
        for (at, amount) in request.0.iter().enumerate() {
            let is_short = *amount > self.allocatable[at] - self.requested[at];
            shortages |=
                u8::from(is_short) << (1 + at) | u8::from(is_short && *amount > self.allocatable[at]) << (4 + at);
        }
        debug_assert!((shortages == 0) == self.fits(request), "a pod that fits is short of nothing");
        shortages
    }

    /// Whether a pod with this request fits, too.
    pub(crate) fn fits(&self, request: &PlainRequest) -> bool {
        let free = self.allocatable.iter().zip(&self.requested).map(|(allocatable, used)| allocatable - used);
        self.pods < self.allowed_pods && request.0.iter().zip(free).all(|(amount, free)| *amount <= free)
    }
}
