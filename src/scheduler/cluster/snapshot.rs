//! The snapshot of the cluster that one scheduling cycle uses.

use std::{cell::RefCell, rc::Rc};

use api::{Labels, Node, PodDisruptionBudget, Service, Str, Table, Workload, WorkloadKind};
use runlog::NodeIx;

use super::{
    AnswersOfNodes, ImageTable, NodeAmounts, NodeInfo, PlainRequest, PlainRoom, PodInfo, Storage, WeightedScores,
    claims::Claims,
    node_blocks::NodeBlocks,
    pod_index::{EquivalentPods, PodIndex},
    topology_domains::TopologyDomains,
};

/// Nodes with their pods, in the order in which a cycle visits them. Clones share every node that neither of them
/// changes.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    nodes: Vec<Rc<NodeInfo>>,
    /// Amounts of the nodes, in the same order.
    blocks: NodeBlocks,
    by_name: Rc<Table<Str, NodeIx>>,
    /// Sizes of images, and how many nodes have them.
    pub images: ImageTable,
    /// Number of pods with required anti-affinity on all nodes; if it is 0, a cycle skips the search for them.
    with_required_anti_affinity: usize,
    with_affinity: usize,
    /// Number of nodes with taints.
    tainted_nodes: usize,
    /// Number of cordoned nodes.
    cordoned_nodes: usize,
    /// The pods of all nodes, grouped by what selectors can distinguish.
    pods: PodIndex,
    /// Cached domains by topology key. Cleared when nodes or their labels change.
    domains: Rc<RefCell<Table<Str, Rc<TopologyDomains>>>>,
    /// Set in the cycle of a pod group: see [`Snapshot::freeze_affinity_lists`].
    frozen_lists: Option<Rc<AffinityLists>>,
}

/// By node index: whether the node had pods with affinity terms when a group's cycle began. A list is empty if no node had any.
#[derive(Debug)]
struct AffinityLists {
    with_affinity: Vec<bool>,
    with_required_anti_affinity: Vec<bool>,
}

/// Objects other than nodes and pods that plugins look up.
#[derive(Clone, Debug, Default)]
pub struct Objects {
    /// Services, in the order of their creation.
    pub services: Vec<Rc<Service>>,
    pub replication_controllers: Vec<Rc<Workload>>,
    pub replica_sets: Vec<Rc<Workload>>,
    pub stateful_sets: Vec<Rc<Workload>>,
    /// Labels by namespace.
    pub namespaces: Table<Str, Labels>,
    /// `PodDisruptionBudget` objects with their last known status.
    pub budgets: Vec<Rc<PodDisruptionBudget>>,
    /// Volumes, claims, storage classes and drivers.
    pub storage: Rc<Storage>,
    /// `ResourceClaim`s and devices; `None` if the run has none, or their implementation is not loaded.
    pub claims: Option<Rc<dyn Claims>>,
}

impl Objects {
    /// Returns the workloads of a kind; `None` if plugins do not look up that kind.
    pub fn workloads_mut(&mut self, kind: WorkloadKind) -> Option<&mut Vec<Rc<Workload>>> {
        match kind {
            WorkloadKind::ReplicaSet => Some(&mut self.replica_sets),
            WorkloadKind::StatefulSet => Some(&mut self.stateful_sets),
            WorkloadKind::ReplicationController => Some(&mut self.replication_controllers),
            _ => None,
        }
    }
}

impl Snapshot {
    /// Adds a node at the end of the order. Returns its index.
    pub fn add_node(&mut self, node: Rc<Node>) -> NodeIx {
        debug_assert!(self.index(&node.metadata.name).is_none(), "a node is in a snapshot once");
        self.images.add_node(&node);
        Rc::make_mut(&mut self.by_name).insert(node.metadata.name.clone(), self.nodes.len());
        let info = NodeInfo::new(node);
        self.tainted_nodes += usize::from(info.is_tainted);
        self.cordoned_nodes += usize::from(info.is_cordoned);
        self.blocks.push(NodeAmounts::of_node(&info));
        self.nodes.push(Rc::new(info));
        self.domains = Rc::default();
        self.nodes.len() - 1
    }

    /// Replaces a node object; returns false if there is no node of that name.
    pub fn update_node(&mut self, node: Rc<Node>) -> bool {
        let Some(ix) = self.index(&node.metadata.name) else { return false };
        self.images.remove_node(&self.nodes[ix].node);
        self.images.add_node(&node);
        if node.metadata.labels != *self.nodes[ix].labels() {
            self.domains = Rc::default();
        }
        let info = Rc::make_mut(&mut self.nodes[ix]);
        self.tainted_nodes -= usize::from(info.is_tainted);
        self.cordoned_nodes -= usize::from(info.is_cordoned);
        info.set_node(node);
        self.tainted_nodes += usize::from(info.is_tainted);
        self.cordoned_nodes += usize::from(info.is_cordoned);
        self.blocks.set(ix, NodeAmounts::of_node(info));
        true
    }

    /// Removes a node with its pods and returns it.
    pub fn remove_node(&mut self, name: &str) -> Option<NodeInfo> {
        let ix = self.index(name)?;
        let info = Rc::unwrap_or_clone(self.nodes.remove(ix));
        self.images.remove_node(&info.node);
        self.with_required_anti_affinity -= info.with_required_anti_affinity;
        self.with_affinity -= info.with_affinity;
        self.tainted_nodes -= usize::from(info.is_tainted);
        self.cordoned_nodes -= usize::from(info.is_cordoned);
        self.pods.remove_node(ix, info.pod_count);
        self.domains = Rc::default();
        let places = self.nodes.iter().enumerate().map(|(ix, info)| (info.name().clone(), ix));
        self.by_name = Rc::new(places.collect());
        self.blocks = self.nodes.iter().map(|info| NodeAmounts::of_node(info)).collect();
        debug_assert!(self.by_name.len() == self.nodes.len(), "names of nodes are unique");
        debug_assert!(
            self.nodes.iter().map(|info| info.with_affinity).sum::<usize>() == self.with_affinity,
            "pods with affinity are those of all nodes"
        );
        self.check_pod_index();
        Some(info)
    }

    /// Adds a pod to a node.
    pub fn add_pod(&mut self, node_ix: NodeIx, pod: Rc<PodInfo>) {
        self.with_required_anti_affinity += usize::from(pod.has_required_anti_affinity());
        self.with_affinity += usize::from(pod.has_affinity());
        self.pods.add_pod(node_ix, &pod);
        let node = Rc::make_mut(&mut self.nodes[node_ix]);
        node.add_pod(pod);
        self.blocks.set(node_ix, NodeAmounts::of_node(node));
        debug_assert!(self.with_affinity >= self.nodes[node_ix].with_affinity, "a node's pods are among all pods");
        self.check_pod_index();
    }

    /// Removes a pod from a node and returns it.
    pub fn remove_pod(&mut self, node_ix: NodeIx, uid: &Str) -> Option<Rc<PodInfo>> {
        let node = Rc::make_mut(&mut self.nodes[node_ix]);
        let pod = node.remove_pod(uid)?;
        self.blocks.set(node_ix, NodeAmounts::of_node(node));
        debug_assert!(self.with_affinity >= usize::from(pod.has_affinity()), "a pod that goes was counted");
        self.with_required_anti_affinity -= usize::from(pod.has_required_anti_affinity());
        self.with_affinity -= usize::from(pod.has_affinity());
        self.pods.remove_pod(node_ix, &pod);
        self.check_pod_index();
        Some(pod)
    }

    /// Replaces a pod with the same uid; it moves to the end of the node's list.
    pub fn replace_pod(&mut self, node_ix: NodeIx, pod: Rc<PodInfo>) {
        let old = self.remove_pod(node_ix, pod.uid());
        debug_assert!(old.is_some(), "a pod that changes on a node is there");
        self.add_pod(node_ix, pod);
    }

    /// Marks a node as deleted while it still has pods.
    pub fn mark_deleted(&mut self, name: &str) {
        if let Some(ix) = self.index(name) {
            Rc::make_mut(&mut self.nodes[ix]).set_deleted(true);
        }
    }

    /// Restores and updates a node that was marked as deleted; returns false if there is none of that name.
    pub fn restore_deleted(&mut self, node: &Rc<Node>) -> bool {
        let Some(ix) = self.index(&node.metadata.name) else { return false };
        Rc::make_mut(&mut self.nodes[ix]).set_deleted(false);
        self.update_node(Rc::clone(node))
    }

    /// Freezes the lists of nodes that have pods with affinity, even if pods are added later.
    ///
    /// An upstream bug in `Snapshot.AssumePod`: when a member of a group is assumed in the snapshot, its node is not
    /// added to these lists, so that members without terms of their own ignore the terms of members placed before them.
    /// Recorded cycles show it.
    pub(crate) fn freeze_affinity_lists(&mut self) {
        let list = |count: usize, has_pods: fn(&NodeInfo) -> bool| {
            if count == 0 { Vec::new() } else { self.nodes.iter().map(|node| has_pods(node)).collect() }
        };
        let lists = AffinityLists {
            with_affinity: list(self.with_affinity, |node| node.with_affinity > 0),
            with_required_anti_affinity: list(self.with_required_anti_affinity, |node| {
                node.with_required_anti_affinity > 0
            }),
        };
        self.frozen_lists = Some(Rc::new(lists));
    }

    /// Whether the required anti-affinity of the node's pods is considered.
    #[must_use]
    pub(crate) fn lists_required_anti_affinity(&self, node_ix: NodeIx) -> bool {
        self.frozen_lists.as_ref().is_none_or(|lists| lists.with_required_anti_affinity.get(node_ix) == Some(&true))
    }

    /// Whether the affinity of the node's pods is considered for a pod that has none itself.
    #[must_use]
    pub(crate) fn lists_affinity(&self, node_ix: NodeIx) -> bool {
        self.frozen_lists.as_ref().is_none_or(|lists| lists.with_affinity.get(node_ix) == Some(&true))
    }

    /// Returns all nodes in order.
    #[must_use]
    pub fn nodes(&self) -> &[Rc<NodeInfo>] {
        &self.nodes
    }

    /// Returns the room of a node.
    pub(crate) fn room_of(&self, node_ix: NodeIx) -> PlainRoom {
        self.blocks.room_of(node_ix)
    }

    /// Returns what each node lacks for a request, as flags; 0 if it has room.
    pub(crate) fn shortages_for(&self, request: PlainRequest) -> AnswersOfNodes<'_, PlainRequest> {
        self.blocks.ask(request)
    }

    /// Returns the sum of plain scores of each node, each multiplied by its weight.
    pub(crate) fn scores_by(&self, weighted_scores: WeightedScores) -> AnswersOfNodes<'_, WeightedScores> {
        self.blocks.ask(weighted_scores)
    }

    /// Returns the index of the node of this name.
    #[must_use]
    pub fn index(&self, name: &str) -> Option<NodeIx> {
        let ix = self.by_name.get(name).copied();
        debug_assert!(ix.is_none_or(|ix| self.nodes[ix].name() == name), "the index of a name is that of its node");
        ix
    }

    /// Returns the node of this name.
    #[must_use]
    pub fn node(&self, name: &str) -> Option<&NodeInfo> {
        self.index(name).map(|ix| &*self.nodes[ix])
    }

    /// Whether any pod on any node has required anti-affinity.
    #[must_use]
    pub(crate) fn has_required_anti_affinity(&self) -> bool {
        self.with_required_anti_affinity > 0
    }

    /// Whether any pod on any node has affinity or anti-affinity to pods.
    #[must_use]
    pub(crate) fn has_affinity(&self) -> bool {
        self.with_affinity > 0
    }

    /// Whether any node has taints.
    pub(crate) fn has_taints(&self) -> bool {
        debug_assert!(
            self.tainted_nodes == self.nodes.iter().filter(|node| node.is_tainted).count(),
            "nodes with taints are counted when they are added, updated and removed"
        );
        self.tainted_nodes > 0
    }

    /// Whether any node is cordoned.
    pub(crate) fn has_cordons(&self) -> bool {
        debug_assert!(
            self.cordoned_nodes == self.nodes.iter().filter(|node| node.is_cordoned).count(),
            "cordoned nodes are counted when they are added, updated and removed"
        );
        self.cordoned_nodes > 0
    }

    /// Returns the pods of a namespace, in groups that selectors and affinity terms cannot distinguish.
    pub(crate) fn pods_in_namespace(&self, namespace: &Str) -> impl Iterator<Item = &EquivalentPods> {
        self.pods.in_namespace(namespace)
    }

    /// Returns the pods of all namespaces, in groups that selectors and affinity terms cannot distinguish.
    pub(crate) fn equivalent_pods(&self) -> impl Iterator<Item = &EquivalentPods> {
        self.pods.iter()
    }

    /// Returns the index of all pods.
    #[cfg(test)]
    pub(super) fn pod_index(&self) -> &PodIndex {
        &self.pods
    }

    /// Returns the domains of a topology key.
    pub(crate) fn topology_domains(&self, key: &Str) -> Rc<TopologyDomains> {
        let mut domains = self.domains.borrow_mut();
        let new = || Rc::new(TopologyDomains::new(key, self.nodes.iter().map(|node| &**node)));
        Rc::clone(domains.or_insert_with(key.clone(), new))
    }

    /// Checks the index whenever a pod was added or removed. It is rebuilt only at some numbers of pods.
    fn check_pod_index(&self) {
        if cfg!(debug_assertions) && (self.pods.len() < 8 || self.pods.len().is_power_of_two()) {
            assert!(
                PodIndex::from_nodes(&self.nodes).has_same_counts(&self.pods),
                "the index has the counts of the nodes' pods"
            );
            assert!(self.blocks.belong_to(&self.nodes), "the blocks have the amounts of the nodes");
        }
    }
}
