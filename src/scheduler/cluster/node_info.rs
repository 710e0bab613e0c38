//! A node with its pods and running sums: upstream's `NodeInfo`.

use std::{ops::Deref, rc::Rc};

use api::{Labels, Node, Pod, Str};

use super::{HostPorts, NonZeroRequest, PodInfo, PodSums, Resources};

/// A node, the pods on it, and sums that are kept up to date instead of recomputed. It is read as the [`NodeState`]
/// that it is, with a list of pods beside.
#[derive(Clone, Debug)]
pub struct NodeInfo {
    state: NodeState,
    pods: Vec<Rc<PodInfo>>,
    /// What dry runs ask of each of the pods, in the same order.
    sums: Vec<PodSums>,
}

/// A node and the sums over its pods, without the pods: all that a filter looks at. Dry runs of preemption copy it for
/// each of thousands of nodes, so it is small.
#[derive(Clone, Debug)]
// What filters and scores of resources read stands first and together: a search over thousands of nodes waits for each line of memory.
#[repr(C)]
pub struct NodeState {
    /// Whether it has taints. A search over thousands of nodes asks here, so that it does not touch their objects.
    pub tainted: bool,
    /// Whether it is cordoned: `spec.unschedulable`.
    pub cordoned: bool,
    /// The node was deleted; its pods are all that is left of it.
    pub deleted: bool,
    /// How many pods there are.
    pub(crate) pod_count: usize,
    /// Sum of what pods take for scores that fill in missing requests.
    pub(crate) non_zero_requested: NonZeroRequest,
    /// Sum of what the pods take.
    pub requested: Resources,
    /// What pods may have.
    pub allocatable: Resources,
    /// The object.
    pub node: Rc<Node>,
    /// How many of the pods have required anti-affinity terms.
    pub(crate) with_required_anti_affinity: usize,
    /// How many of the pods have any affinity or anti-affinity to pods.
    pub(crate) with_affinity: usize,
    /// Open host ports: a set, as in upstream's `HostPortInfo`. Of two pods with one port, either takes it along when it goes.
    pub(crate) used_ports: HostPorts,
    /// Those of the pods that have volumes which a plugin looks at.
    pub(crate) with_volumes: Vec<Rc<Pod>>,
}

impl Deref for NodeInfo {
    type Target = NodeState;
    fn deref(&self) -> &NodeState {
        &self.state
    }
}

impl NodeState {
    /// The node's name.
    #[must_use]
    pub fn name(&self) -> &Str {
        &self.node.metadata.name
    }

    /// The node's labels.
    #[must_use]
    pub fn labels(&self) -> &Labels {
        &self.node.metadata.labels
    }

    /// Counts a pod that comes.
    pub fn add_pod_sums(&mut self, pod: &PodInfo) {
        self.add_sums(pod.sums(), pod);
    }

    /// The same with the pod's sums at hand: a plain pod itself is not looked at.
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

    /// Counts what few pods have: named resources, ports of the node, affinity, volumes.
    fn add_special_sums(&mut self, pod: &PodInfo) {
        self.requested.add_scalars(&pod.bound_request);
        for port in &pod.host_ports {
            self.used_ports.open(port);
        }
        self.with_required_anti_affinity += usize::from(pod.has_required_anti_affinity());
        self.with_affinity += usize::from(pod.has_affinity());
        if pod.has_volumes() {
            self.with_volumes.push(Rc::clone(&pod.pod));
        }
        debug_assert!(self.with_required_anti_affinity <= self.with_affinity, "required anti-affinity is affinity");
        debug_assert!(self.with_volumes.len() <= self.pod_count, "a pod with volumes is counted once");
    }

    /// Counts a pod no more.
    pub fn subtract_pod_sums(&mut self, pod: &PodInfo) {
        self.subtract_sums(pod.sums(), pod);
    }

    /// The same with the pod's sums at hand: a plain pod itself is not looked at.
    #[inline]
    pub(crate) fn subtract_sums(&mut self, sums: &PodSums, pod: &PodInfo) {
        debug_assert!(self.pod_count > 0, "a pod that goes was counted when it came");
        self.pod_count -= 1;
        self.apply_sums(sums, i64::saturating_sub);
        if !sums.is_plain {
            self.subtract_special_sums(pod);
        }
    }

    fn subtract_special_sums(&mut self, pod: &PodInfo) {
        self.requested.sub_scalars(&pod.bound_request);
        for port in &pod.host_ports {
            self.used_ports.close(port);
        }
        self.with_required_anti_affinity -= usize::from(pod.has_required_anti_affinity());
        self.with_affinity -= usize::from(pod.has_affinity());
        if pod.has_volumes() {
            let before = self.with_volumes.len();
            self.with_volumes.retain(|other| !Rc::ptr_eq(other, &pod.pod));
            debug_assert!(
                self.with_volumes.len() + 1 == before,
                "a pod with volumes takes its entry along, and no other"
            );
        }
    }
}

impl NodeInfo {
    /// An empty node.
    #[must_use]
    pub fn new(node: Rc<Node>) -> Self {
        let state = NodeState {
            allocatable: Resources::from_list(&node.status.allocatable),
            tainted: !node.spec.taints.is_empty(),
            cordoned: node.spec.unschedulable,
            node,
            requested: Resources::default(),
            non_zero_requested: NonZeroRequest::default(),
            pod_count: 0,
            used_ports: HostPorts::new(),
            deleted: false,
            with_required_anti_affinity: 0,
            with_affinity: 0,
            with_volumes: Vec::new(),
        };
        Self { state, pods: Vec::new(), sums: Vec::new() }
    }

    /// Puts a changed object in the place of the old one; pods stay.
    pub fn set_node(&mut self, node: Rc<Node>) {
        debug_assert!(node.metadata.name == *self.name(), "a node keeps its name");
        self.state.allocatable = Resources::from_list(&node.status.allocatable);
        self.state.tainted = !node.spec.taints.is_empty();
        self.state.cordoned = node.spec.unschedulable;
        self.state.node = node;
    }

    /// The node was deleted, or came back.
    pub(crate) fn set_deleted(&mut self, deleted: bool) {
        self.state.deleted = deleted;
    }

    /// Pods in the order in which upstream lists them: added at the end; a removal moves the last one into the gap.
    #[must_use]
    pub fn pods(&self) -> &[Rc<PodInfo>] {
        &self.pods
    }

    /// What dry runs ask of the pods, in the order of [`pods`](Self::pods).
    #[must_use]
    pub fn sums(&self) -> &[PodSums] {
        &self.sums
    }

    /// Puts a pod on the node.
    pub fn add_pod(&mut self, pod: Rc<PodInfo>) {
        debug_assert!(!self.pods.iter().any(|other| other.uid() == pod.uid()), "a pod is on its node once");
        self.state.add_pod_sums(&pod);
        self.sums.push(*pod.sums());
        self.pods.push(pod);
        self.check_invariants();
    }

    /// Takes a pod off the node; the pod, if it was there.
    pub fn remove_pod(&mut self, uid: &Str) -> Option<Rc<PodInfo>> {
        let at = self.pods.iter().position(|pod| pod.uid() == uid)?;
        let pod = self.pods.swap_remove(at);
        self.sums.swap_remove(at);
        self.state.subtract_pod_sums(&pod);
        self.check_invariants();
        Some(pod)
    }

    /// What must hold whenever a pod has come or gone. Sums of many pods are added up only at some counts of pods.
    fn check_invariants(&self) {
        debug_assert!(self.pods.len() == self.pod_count, "a node counts its pods");
        debug_assert!(self.sums.len() == self.pods.len(), "each pod has its sums beside it");
        if cfg!(debug_assertions) && (self.pod_count < 8 || self.pod_count.is_power_of_two()) {
            debug_assert!(
                self.pods.iter().zip(&self.sums).all(|(pod, sums)| pod.sums() == sums),
                "the sums beside a pod are its own"
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
            "what a node has requested is the sum of its pods"
        );
        debug_assert!(
            recomputed.requested.scalars.iter().all(|(name, amount)| self.requested.scalar(name) == *amount),
            "a named resource that a node has requested is the sum of its pods"
        );
        debug_assert!(
            !in_bounds || recomputed.non_zero_requested == self.non_zero_requested,
            "what scores take for requested is the sum of the node's pods"
        );
        debug_assert!(
            (recomputed.with_affinity, recomputed.with_required_anti_affinity, recomputed.with_volumes.len())
                == (self.with_affinity, self.with_required_anti_affinity, self.with_volumes.len()),
            "pods with affinity and with volumes are counted when they come and go"
        );
        debug_assert!(
            recomputed.used_ports.contains_all(&self.used_ports),
            "an open port belongs to a pod of the node"
        );
    }
}
