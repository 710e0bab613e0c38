//! A node with its pods and running sums. Upstream: `NodeInfo`.

use std::{ops::Deref, rc::Rc};

use api::{Labels, Node, Pod, Str};
use runlog::Balance;

use super::{HostPorts, Importance, NonZeroRequest, PodInfo, PodSums, Resources};

/// A node, its pods, and sums that are updated instead of recomputed. Dereferences to [`NodeState`].
#[derive(Clone, Debug)]
// In the order in which a search over thousands of nodes reads them.
#[repr(C)]
pub struct NodeInfo {
    /// Requests and priority of each pod, in order of importance.
    ranked_pods: Vec<RankedPod>,
    /// How evenly cpu and memory are requested: (1 − standard deviation) × 100. Without meaning if the node lacks one of
    /// them.
    cpu_memory_balance: i64,
    state: NodeState,
    pods: Vec<Rc<PodInfo>>,
}

/// What dry runs of preemption need of a pod on its node. A node stores it contiguously and sorted, because a dry run
/// reads it of all pods on thousands of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RankedPod {
    pub(crate) sums: PodSums,
    /// Its index among the pods of the node.
    pub(crate) at: usize,
}

impl RankedPod {
    /// Of equally important pods, the first one on the node comes first.
    fn rank(&self) -> (Importance, usize) {
        (self.sums.importance(), self.at)
    }
}

/// A node and the sums over its pods, without the pods: all that filters need. Dry runs of preemption copy it for each
/// of thousands of nodes, so it is small.
#[derive(Clone, Debug)]
// The fields that resource plugins read come first, next to each other: a search over thousands of nodes waits for
// every cache line.
#[repr(C)]
pub struct NodeState {
    /// Whether the node has taints. Duplicated here so that a search over thousands of nodes need not access their
    /// objects.
    pub is_tainted: bool,
    /// Whether the node is cordoned (`spec.unschedulable`).
    pub is_cordoned: bool,
    /// Whether the node was deleted while it still had pods.
    pub is_deleted: bool,
    /// Number of pods.
    pub(crate) pod_count: usize,
    /// Sum of the pods' requests, with defaults for missing ones (see [`NonZeroRequest`]).
    pub(crate) non_zero_requested: NonZeroRequest,
    /// Sum of the pods' requests.
    pub requested: Resources,
    /// What the pods can request in total.
    pub allocatable: Resources,
    pub node: Rc<Node>,
    /// Number of pods with required anti-affinity terms.
    pub(crate) with_required_anti_affinity: usize,
    /// Number of pods with pod affinity or anti-affinity.
    pub(crate) with_affinity: usize,
    /// Host ports in use: a set, as in upstream's `HostPortInfo`, so that if two pods use the same port, removing
    /// either one frees it.
    pub(crate) used_ports: HostPorts,
    /// The pods with volumes that affect scheduling.
    pub(crate) with_volumes: Vec<Rc<Pod>>,
}

/// Returns the requested share of a capacity.
#[must_use]
#[allow(clippy::cast_precision_loss)] // upstream divides the same two integers as float64
pub(crate) fn requested_share(requested: i64, capacity: i64) -> f64 {
    requested as f64 / capacity as f64
}

impl Deref for NodeInfo {
    type Target = NodeState;
    fn deref(&self) -> &NodeState {
        &self.state
    }
}

impl NodeState {
    #[must_use]
    pub fn name(&self) -> &Str {
        &self.node.metadata.name
    }

    #[must_use]
    pub fn labels(&self) -> &Labels {
        &self.node.metadata.labels
    }

    /// Adds a pod to the sums.
    pub fn add_pod_sums(&mut self, pod: &PodInfo) {
        self.add_sums(pod.sums(), pod);
    }

    /// Like [`add_pod_sums`](Self::add_pod_sums), with the pod's sums. The pod itself is accessed only if it is not plain.
    #[inline]
    pub(crate) fn add_sums(&mut self, sums: &PodSums, pod: &PodInfo) {
        self.pod_count += 1;
        self.apply_sums(sums, i64::saturating_add);
        if !sums.is_plain {
            self.add_special_sums(pod);
        }
        debug_assert!(self.with_affinity <= self.pod_count, "pods with affinity are pods of the node");
    }

    #[inline]
    fn apply_sums(&mut self, sums: &PodSums, op: impl Fn(i64, i64) -> i64) {
        let node_requested = &mut self.requested;
        node_requested.milli_cpu = op(node_requested.milli_cpu, sums.milli_cpu);
        node_requested.memory = op(node_requested.memory, sums.memory);
        node_requested.ephemeral_storage = op(node_requested.ephemeral_storage, sums.ephemeral_storage);
        let node_non_zero = &mut self.non_zero_requested;
        node_non_zero.milli_cpu = op(node_non_zero.milli_cpu, sums.non_zero.milli_cpu);
        node_non_zero.memory = op(node_non_zero.memory, sums.non_zero.memory);
    }

    /// Adds what few pods have: extended resources, host ports, pod affinity, volumes.
    fn add_special_sums(&mut self, pod: &PodInfo) {
        self.requested.add_scalars(&pod.bound_request);
        for port in &pod.host_ports {
            self.used_ports.add(port);
        }
        self.with_required_anti_affinity += usize::from(pod.has_required_anti_affinity());
        self.with_affinity += usize::from(pod.has_affinity());
        if pod.has_volumes() {
            self.with_volumes.push(Rc::clone(&pod.pod));
        }
        debug_assert!(self.with_required_anti_affinity <= self.with_affinity, "required anti-affinity is affinity");
        debug_assert!(self.with_volumes.len() <= self.pod_count, "a pod with volumes is counted once");
    }

    /// Subtracts a pod from the sums.
    pub fn subtract_pod_sums(&mut self, pod: &PodInfo) {
        self.subtract_sums(pod.sums(), pod);
    }

    /// Like [`subtract_pod_sums`](Self::subtract_pod_sums), with the pod's sums. The pod itself is accessed only if it is
    /// not plain.
    #[inline]
    pub(crate) fn subtract_sums(&mut self, sums: &PodSums, pod: &PodInfo) {
        debug_assert!(self.pod_count > 0, "a pod that is removed was counted");
        self.pod_count -= 1;
        self.apply_sums(sums, i64::saturating_sub);
        if !sums.is_plain {
            self.subtract_special_sums(pod);
        }
    }

    fn subtract_special_sums(&mut self, pod: &PodInfo) {
        self.requested.sub_scalars(&pod.bound_request);
        for port in &pod.host_ports {
            self.used_ports.remove(port);
        }
        self.with_required_anti_affinity -= usize::from(pod.has_required_anti_affinity());
        self.with_affinity -= usize::from(pod.has_affinity());
        if pod.has_volumes() {
            let before = self.with_volumes.len();
            self.with_volumes.retain(|other| !Rc::ptr_eq(other, &pod.pod));
            debug_assert!(
                self.with_volumes.len() + 1 == before,
                "removing a pod with volumes removes its own entry only"
            );
        }
    }
}

impl NodeInfo {
    /// Creates a node without pods.
    #[must_use]
    pub fn new(node: Rc<Node>) -> Self {
        let state = NodeState {
            allocatable: Resources::from_list(&node.status.allocatable),
            is_tainted: !node.spec.taints.is_empty(),
            is_cordoned: node.spec.unschedulable,
            node,
            requested: Resources::default(),
            non_zero_requested: NonZeroRequest::default(),
            pod_count: 0,
            used_ports: HostPorts::new(),
            is_deleted: false,
            with_required_anti_affinity: 0,
            with_affinity: 0,
            with_volumes: Vec::new(),
        };
        let mut node = Self { cpu_memory_balance: 0, state, pods: Vec::new(), ranked_pods: Vec::new() };
        node.update_balance();
        node
    }

    /// Replaces the node object; the pods stay.
    pub fn set_node(&mut self, node: Rc<Node>) {
        debug_assert!(node.metadata.name == *self.name(), "a node keeps its name");
        self.state.allocatable = Resources::from_list(&node.status.allocatable);
        self.state.is_tainted = !node.spec.taints.is_empty();
        self.state.is_cordoned = node.spec.unschedulable;
        self.state.node = node;
        self.update_balance();
    }

    fn update_balance(&mut self) {
        let share = |used: i64, capacity: i64| requested_share(used, capacity).min(1.0);
        let (used, capacity) = (&self.state.requested, &self.state.allocatable);
        let shares = [share(used.milli_cpu, capacity.milli_cpu), share(used.memory, capacity.memory)];
        self.cpu_memory_balance = Balance::deviation(&shares);
    }

    /// Returns how evenly cpu and memory are requested, 50 to 100; `None` if the node lacks one of them.
    pub(crate) fn cpu_memory_balance(&self) -> Option<i64> {
        let capacity = &self.state.allocatable;
        (capacity.milli_cpu != 0 && capacity.memory != 0).then_some(self.cpu_memory_balance)
    }

    /// Marks the node as deleted or as existing.
    pub(crate) fn set_deleted(&mut self, is_deleted: bool) {
        self.state.is_deleted = is_deleted;
    }

    /// Returns the pods in upstream's order: new pods are appended, a removal moves the last one into the gap.
    #[must_use]
    pub fn pods(&self) -> &[Rc<PodInfo>] {
        &self.pods
    }

    /// Returns requests and priority of the [`pods`](Self::pods) with a lower priority, the most important one first.
    #[must_use]
    pub(crate) fn pods_below(&self, priority: i32) -> &[RankedPod] {
        // A binary search would wait for memory at each step.
        let first = self.ranked_pods.iter().position(|pod| pod.sums.priority < priority);
        first.map_or(&[], |first| &self.ranked_pods[first..])
    }

    fn insert_rank(&mut self, pod: RankedPod) {
        let place = self.ranked_pods.partition_point(|other| other.rank() < pod.rank());
        self.ranked_pods.insert(place, pod);
    }

    fn remove_rank(&mut self, at: usize) -> Option<RankedPod> {
        let place = self.ranked_pods.iter().position(|pod| pod.at == at)?;
        Some(self.ranked_pods.remove(place))
    }

    pub fn add_pod(&mut self, pod: Rc<PodInfo>) {
        debug_assert!(!self.pods.iter().any(|other| other.uid() == pod.uid()), "a pod is on its node once");
        self.state.add_pod_sums(&pod);
        self.insert_rank(RankedPod { sums: *pod.sums(), at: self.pods.len() });
        self.pods.push(pod);
        self.update_balance();
        self.check_invariants();
    }

    /// Removes a pod from the node and returns it, if it was there.
    pub fn remove_pod(&mut self, uid: &Str) -> Option<Rc<PodInfo>> {
        let at = self.pods.iter().position(|pod| pod.uid() == uid)?;
        let pod = self.pods.swap_remove(at);
        self.remove_rank(at);
        if let Some(moved_pod) = self.remove_rank(self.pods.len()) {
            self.insert_rank(RankedPod { at, ..moved_pod });
        }
        self.state.subtract_pod_sums(&pod);
        self.update_balance();
        self.check_invariants();
        Some(pod)
    }

    /// Checks what must hold whenever a pod was added or removed. The sums are recomputed only at some numbers of pods.
    fn check_invariants(&self) {
        debug_assert!(self.pods.len() == self.pod_count, "a node counts its pods");
        debug_assert!(self.ranked_pods.len() == self.pods.len(), "each pod has a rank");
        if cfg!(debug_assertions) && (self.pod_count < 8 || self.pod_count.is_power_of_two()) {
            debug_assert!(
                self.ranked_pods.iter().all(|ranked| *self.pods[ranked.at].sums() == ranked.sums),
                "each rank belongs to the pod at its index"
            );
            debug_assert!(
                self.ranked_pods.is_sorted_by(|one, next| one.rank() < next.rank()),
                "the most important pod comes first"
            );
            self.check_sums();
        }
    }

    fn check_sums(&self) {
        let mut recomputed = Self::new(Rc::clone(&self.node)).state;
        self.pods.iter().for_each(|pod| recomputed.add_pod_sums(pod));
        let cpu_memory_storage =
            |resources: &Resources| [resources.milli_cpu, resources.memory, resources.ephemeral_storage];
        let in_bounds = !cpu_memory_storage(&recomputed.requested).contains(&i64::MAX)
            && !cpu_memory_storage(&self.requested).contains(&i64::MAX);
        debug_assert!(
            !in_bounds || cpu_memory_storage(&recomputed.requested) == cpu_memory_storage(&self.requested),
            "a node's requested resources are the sum of its pods' requests"
        );
        debug_assert!(
            recomputed.requested.scalars.iter().all(|(name, amount)| self.requested.scalar(name) == *amount),
            "a node's requested extended resources are the sum of its pods' requests"
        );
        debug_assert!(
            !in_bounds || recomputed.non_zero_requested == self.non_zero_requested,
            "a node's requests with defaults are the sum of its pods' requests"
        );
        debug_assert!(
            (recomputed.with_affinity, recomputed.with_required_anti_affinity, recomputed.with_volumes.len())
                == (self.with_affinity, self.with_required_anti_affinity, self.with_volumes.len()),
            "pods with affinity and with volumes are counted when they are added and removed"
        );
        debug_assert!(
            recomputed.used_ports.contains_all(&self.used_ports),
            "a port in use belongs to a pod of the node"
        );
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::plugins::testing::{node, pod};

    proptest! {
        /// Each pod is added at the end of the list or removed from it, and the pods of lower priority are in order of
        /// importance.
        #[test]
        fn pods_are_ranked_by_importance(
            edits in prop::collection::vec((0_i32..4, 0_u32..3, prop::option::weighted(0.3, 0_usize..20)), 1..30),
        ) {
            let mut node = node(r#"{"metadata":{"name":"n"}}"#);
            for (number, (priority, second, removed)) in edits.into_iter().enumerate() {
                match removed {
                    Some(at) => {
                        let uid = node.pods().get(at).map(|pod| pod.uid().clone());
                        uid.map(|uid| node.remove_pod(&uid));
                    }
                    None => {
                        let status = format!(r#"{{"startTime":"2024-03-01T08:00:0{second}Z"}}"#);
                        node.add_pod(pod(&format!(
                            r#"{{"metadata":{{"uid":"{number}"}},"spec":{{"priority":{priority}}},"status":{status}}}"#
                        )));
                    }
                }
                for limit in 0..5 {
                    let mut expected: Vec<usize> = (0..node.pods().len()).collect();
                    expected.retain(|at| node.pods()[*at].priority() < limit);
                    expected.sort_by_key(|at| node.pods()[*at].sums().importance());
                    let ranked: Vec<usize> = node.pods_below(limit).iter().map(|pod| pod.at).collect();
                    prop_assert_eq!(ranked, expected);
                }
            }
        }
    }
}
