//! The snapshot of the cluster that one scheduling cycle uses.

use std::{cell::RefCell, rc::Rc};

use api::{Labels, Node, PodDisruptionBudget, Service, Str, Table, Workload, WorkloadKind};
use runlog::NodeIx;

use super::{
    ImageTable, NodeInfo, PodInfo, Storage,
    claims::Claims,
    pod_index::{EquivalentPods, PodIndex},
    topology_domains::TopologyDomains,
};

/// Nodes with their pods, in the order in which a cycle looks at them. Clones share every node that neither of them changes.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    nodes: Vec<Rc<NodeInfo>>,
    by_name: Rc<Table<Str, NodeIx>>,
    /// Sizes and spread of images.
    pub images: ImageTable,
    /// Pods with required anti-affinity, over all nodes; 0 lets a cycle skip the search for them.
    with_required_anti_affinity: usize,
    with_affinity: usize,
    /// Nodes with taints.
    tainted: usize,
    /// Cordoned nodes.
    cordoned: usize,
    /// The pods of all nodes, by what selectors see of them.
    pods: PodIndex,
    /// Domains by topology key, of the keys that were asked about. A change of the nodes begins a new table.
    domains: Rc<RefCell<Table<Str, Rc<TopologyDomains>>>>,
    /// In the cycle of a group: see [`Snapshot::freeze_affinity_lists`].
    frozen_lists: Option<Rc<AffinityLists>>,
}

/// The nodes that had pods with affinity when a group's cycle began, by index.
#[derive(Debug)]
struct AffinityLists {
    with_affinity: Vec<bool>,
    with_required_anti_affinity: Vec<bool>,
}

/// Objects other than nodes and pods that plugins look up.
#[derive(Clone, Debug, Default)]
pub struct Objects {
    /// Services, in the order of their coming.
    pub services: Vec<Rc<Service>>,
    pub replication_controllers: Vec<Rc<Workload>>,
    pub replica_sets: Vec<Rc<Workload>>,
    pub stateful_sets: Vec<Rc<Workload>>,
    /// Labels of each namespace.
    pub namespaces: Table<Str, Labels>,
    /// Disruption budgets with their last known status.
    pub budgets: Vec<Rc<PodDisruptionBudget>>,
    /// Volumes, claims, classes and drivers.
    pub storage: Rc<Storage>,
    /// Claims for devices, where the text has any and the part that knows them is there.
    pub claims: Option<Rc<dyn Claims>>,
}

impl Objects {
    /// The workloads of a kind that plugins look up.
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
    /// Adds a node at the end of the order.
    pub fn add_node(&mut self, node: Rc<Node>) -> NodeIx {
        debug_assert!(self.index(&node.metadata.name).is_none(), "a node stands in a snapshot once");
        self.images.add_node(&node);
        Rc::make_mut(&mut self.by_name).insert(node.metadata.name.clone(), self.nodes.len());
        let info = NodeInfo::new(node);
        self.tainted += usize::from(info.tainted);
        self.cordoned += usize::from(info.cordoned);
        self.nodes.push(Rc::new(info));
        self.domains = Rc::default();
        self.nodes.len() - 1
    }

    /// Puts a changed node in the place of the old one of that name; false if there is none.
    pub fn update_node(&mut self, node: Rc<Node>) -> bool {
        let Some(ix) = self.index(&node.metadata.name) else { return false };
        self.images.remove_node(&self.nodes[ix].node);
        self.images.add_node(&node);
        if node.metadata.labels != *self.nodes[ix].labels() {
            self.domains = Rc::default();
        }
        let info = Rc::make_mut(&mut self.nodes[ix]);
        self.tainted -= usize::from(info.tainted);
        self.cordoned -= usize::from(info.cordoned);
        info.set_node(node);
        self.tainted += usize::from(info.tainted);
        self.cordoned += usize::from(info.cordoned);
        true
    }

    /// Takes a node out, with its pods.
    pub fn remove_node(&mut self, name: &str) -> Option<NodeInfo> {
        let ix = self.index(name)?;
        let info = Rc::unwrap_or_clone(self.nodes.remove(ix));
        self.images.remove_node(&info.node);
        self.with_required_anti_affinity -= info.with_required_anti_affinity;
        self.with_affinity -= info.with_affinity;
        self.tainted -= usize::from(info.tainted);
        self.cordoned -= usize::from(info.cordoned);
        self.pods.remove_node(ix, info.pod_count);
        self.domains = Rc::default();
        let places = self.nodes.iter().enumerate().map(|(ix, info)| (info.name().clone(), ix));
        self.by_name = Rc::new(places.collect());
        debug_assert!(self.by_name.len() == self.nodes.len(), "each node has a name of its own");
        debug_assert!(
            self.nodes.iter().map(|info| info.with_affinity).sum::<usize>() == self.with_affinity,
            "pods with affinity are those of all nodes"
        );
        self.check_pod_index();
        Some(info)
    }

    /// Puts a pod on a node.
    pub fn add_pod(&mut self, node_ix: NodeIx, pod: Rc<PodInfo>) {
        self.with_required_anti_affinity += usize::from(pod.has_required_anti_affinity());
        self.with_affinity += usize::from(pod.has_affinity());
        self.pods.add_pod(node_ix, &pod);
        Rc::make_mut(&mut self.nodes[node_ix]).add_pod(pod);
        debug_assert!(self.with_affinity >= self.nodes[node_ix].with_affinity, "a node's pods are among all pods");
        self.check_pod_index();
    }

    /// Takes a pod off a node.
    pub fn remove_pod(&mut self, node_ix: NodeIx, uid: &Str) -> Option<Rc<PodInfo>> {
        let pod = Rc::make_mut(&mut self.nodes[node_ix]).remove_pod(uid)?;
        debug_assert!(self.with_affinity >= usize::from(pod.has_affinity()), "a pod that goes was counted");
        self.with_required_anti_affinity -= usize::from(pod.has_required_anti_affinity());
        self.with_affinity -= usize::from(pod.has_affinity());
        self.pods.remove_pod(node_ix, &pod);
        self.check_pod_index();
        Some(pod)
    }

    /// Puts a changed pod in the place of the old one with its uid; it moves to the end of the node's list.
    pub fn replace_pod(&mut self, node_ix: NodeIx, pod: Rc<PodInfo>) {
        let old = self.remove_pod(node_ix, pod.uid());
        debug_assert!(old.is_some(), "a pod that changes on a node is there");
        self.add_pod(node_ix, pod);
    }

    /// The node was deleted, but its pods are still there.
    pub fn mark_deleted(&mut self, name: &str) {
        if let Some(ix) = self.index(name) {
            Rc::make_mut(&mut self.nodes[ix]).set_deleted(true);
        }
    }

    /// A node that was marked as deleted comes back; false if there is none of that name.
    pub fn restore_deleted(&mut self, node: &Rc<Node>) -> bool {
        let Some(ix) = self.index(&node.metadata.name) else { return false };
        Rc::make_mut(&mut self.nodes[ix]).set_deleted(false);
        self.update_node(Rc::clone(node))
    }

    /// Keeps the lists of nodes that have pods with affinity as they are now, whatever pods come.
    ///
    /// A bug of upstream's, in `Snapshot.AssumePod`: where a member of a group is assumed in the snapshot, its node does not come on these
    /// lists, so that members without terms of their own do not see the terms of those placed before them. Recorded cycles hold it.
    pub(crate) fn freeze_affinity_lists(&mut self) {
        let lists = AffinityLists {
            with_affinity: self.nodes.iter().map(|node| node.with_affinity > 0).collect(),
            with_required_anti_affinity: self.nodes.iter().map(|node| node.with_required_anti_affinity > 0).collect(),
        };
        self.frozen_lists = Some(Rc::new(lists));
    }

    /// Whether the required anti-affinity of the node's pods is looked at.
    #[must_use]
    pub(crate) fn lists_required_anti_affinity(&self, node_ix: NodeIx) -> bool {
        self.frozen_lists.as_ref().is_none_or(|lists| lists.with_required_anti_affinity[node_ix])
    }

    /// Whether the affinity of the node's pods is looked at for a pod that has none itself.
    #[must_use]
    pub(crate) fn lists_affinity(&self, node_ix: NodeIx) -> bool {
        self.frozen_lists.as_ref().is_none_or(|lists| lists.with_affinity[node_ix])
    }

    /// All nodes, in order.
    #[must_use]
    pub fn nodes(&self) -> &[Rc<NodeInfo>] {
        &self.nodes
    }

    /// Where the node of this name stands.
    #[must_use]
    pub fn index(&self, name: &str) -> Option<NodeIx> {
        let ix = self.by_name.get(name).copied();
        debug_assert!(ix.is_none_or(|ix| self.nodes[ix].name() == name), "a name leads to its node");
        ix
    }

    /// The node of this name.
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
            self.tainted == self.nodes.iter().filter(|node| node.tainted).count(),
            "nodes with taints are counted when they come, change and go"
        );
        self.tainted > 0
    }

    /// Whether any node is cordoned.
    pub(crate) fn has_cordons(&self) -> bool {
        debug_assert!(
            self.cordoned == self.nodes.iter().filter(|node| node.cordoned).count(),
            "cordoned nodes are counted when they come, change and go"
        );
        self.cordoned > 0
    }

    /// The pods of a namespace, in groups of which selectors and affinity terms say the same.
    pub(crate) fn pods_in_namespace(&self, namespace: &Str) -> impl Iterator<Item = &EquivalentPods> {
        self.pods.in_namespace(namespace)
    }

    /// The pods of all namespaces, likewise.
    pub(crate) fn equivalent_pods(&self) -> impl Iterator<Item = &EquivalentPods> {
        self.pods.iter()
    }

    /// The pods of all nodes.
    #[cfg(test)]
    pub(super) fn pod_index(&self) -> &PodIndex {
        &self.pods
    }

    /// The domains of a topology key.
    pub(crate) fn topology_domains(&self, key: &Str) -> Rc<TopologyDomains> {
        let mut domains = self.domains.borrow_mut();
        let new = || Rc::new(TopologyDomains::new(key, self.nodes.iter().map(|node| &**node)));
        Rc::clone(domains.or_insert_with(key.clone(), new))
    }

    /// What must hold whenever a pod has come or gone. All pods are counted anew only at some numbers of them.
    fn check_pod_index(&self) {
        if cfg!(debug_assertions) && (self.pods.len() < 8 || self.pods.len().is_power_of_two()) {
            debug_assert!(
                PodIndex::from_nodes(&self.nodes).has_same_counts(&self.pods),
                "the index counts the pods of the nodes"
            );
        }
    }
}
