//! Pods grouped by what selectors and affinity terms can distinguish.
//!
//! Plugins that count pods by selector would have to match every pod of the cluster in every cycle. Nearly all pods
//! come from a few templates and match alike, so each group is matched once, and what remains is a sum over nodes.

use std::rc::Rc;

use api::{Str, Table};
use runlog::NodeIx;

use super::{NodeInfo, PodInfo};

/// Pods that no selector and no affinity term can distinguish: they have the same namespace, labels and pod affinity.
#[derive(Clone, Debug)]
pub(crate) struct EquivalentPods {
    example: Rc<PodInfo>,
    /// Counts by node, sorted by node; only nodes with such pods.
    by_node: Vec<NodePods>,
}

/// Number of equivalent pods on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodePods {
    pub node_ix: NodeIx,
    /// Number of pods that are not being deleted.
    pub active: u32,
    /// Number of pods that are being deleted.
    pub terminating: u32,
}

impl EquivalentPods {
    /// Returns one of the pods, which represents all in respect of namespace, labels and pod affinity.
    pub(crate) fn example(&self) -> &PodInfo {
        &self.example
    }

    /// Returns the number of these pods on each node that has any.
    pub(crate) fn by_node(&self) -> &[NodePods] {
        &self.by_node
    }

    fn includes(&self, pod: &PodInfo) -> bool {
        self.example.labels() == pod.labels() && self.example.has_same_affinity(pod)
    }
}

impl NodePods {
    /// Returns the number of pods, including those that are being deleted.
    pub(crate) fn total(&self) -> i64 {
        i64::from(self.active) + i64::from(self.terminating)
    }

    fn count_mut(&mut self, pod: &PodInfo) -> &mut u32 {
        if pod.pod.is_terminating() { &mut self.terminating } else { &mut self.active }
    }
}

/// The index of all pods of a snapshot. Clones share the parts that neither of them changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct PodIndex {
    /// Groups by namespace, sorted by labels.
    namespaces: Rc<Table<Str, Vec<Rc<EquivalentPods>>>>,
    /// Number of pods.
    len: usize,
}

impl PodIndex {
    /// Returns the groups of a namespace.
    pub(crate) fn in_namespace(&self, namespace: &Str) -> impl Iterator<Item = &EquivalentPods> {
        self.namespaces.get(namespace).into_iter().flatten().map(|pods| &**pods)
    }

    /// Returns all groups.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &EquivalentPods> {
        self.namespaces.values().flatten().map(|pods| &**pods)
    }

    /// Builds an index of the pods on these nodes. Used by assertions only.
    pub(super) fn from_nodes(nodes: &[Rc<NodeInfo>]) -> Self {
        let mut index = Self::default();
        for (node_ix, node) in nodes.iter().enumerate() {
            node.pods().iter().for_each(|pod| index.add_pod(node_ix, pod));
        }
        index
    }

    /// Returns the number of pods.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds a pod on a node.
    pub(super) fn add_pod(&mut self, node_ix: NodeIx, pod: &Rc<PodInfo>) {
        self.len += 1;
        let namespace = Rc::make_mut(&mut self.namespaces).or_default(pod.namespace().clone());
        let at = find(namespace, pod).unwrap_or_else(|at| {
            namespace.insert(at, Rc::new(EquivalentPods { example: Rc::clone(pod), by_node: Vec::new() }));
            at
        });
        let by_node = &mut Rc::make_mut(&mut namespace[at]).by_node;
        let place = by_node.binary_search_by_key(&node_ix, |pods| pods.node_ix).unwrap_or_else(|place| {
            by_node.insert(place, NodePods { node_ix, active: 0, terminating: 0 });
            place
        });
        *by_node[place].count_mut(pod) += 1;
    }

    /// Removes a pod from a node.
    pub(super) fn remove_pod(&mut self, node_ix: NodeIx, pod: &PodInfo) {
        let namespaces = Rc::make_mut(&mut self.namespaces);
        let Some(namespace) = namespaces.get_mut(pod.namespace()) else { return };
        let Ok(at) = find(namespace, pod) else { return };
        let by_node = &mut Rc::make_mut(&mut namespace[at]).by_node;
        if let Ok(place) = by_node.binary_search_by_key(&node_ix, |pods| pods.node_ix) {
            self.len -= 1;
            *by_node[place].count_mut(pod) -= 1;
            if by_node[place].total() == 0 {
                by_node.remove(place);
            }
        }
        if by_node.is_empty() {
            namespace.remove(at);
        }
        if namespace.is_empty() {
            namespaces.remove(pod.namespace());
        }
    }

    /// Removes a node with its `pod_count` pods; the indices of later nodes decrease by one.
    pub(super) fn remove_node(&mut self, node_ix: NodeIx, pod_count: usize) {
        self.len -= pod_count;
        let namespaces = Rc::make_mut(&mut self.namespaces);
        for (_, namespace) in namespaces.iter_mut() {
            for pods in namespace.iter_mut() {
                let by_node = &mut Rc::make_mut(pods).by_node;
                by_node.retain(|pods| pods.node_ix != node_ix);
                by_node.iter_mut().filter(|pods| pods.node_ix > node_ix).for_each(|pods| pods.node_ix -= 1);
            }
            namespace.retain(|pods| !pods.by_node.is_empty());
        }
        namespaces.retain(|_, namespace| !namespace.is_empty());
    }

    /// Whether both indexes have the same counts. Used by assertions only.
    pub(super) fn has_same_counts(&self, other: &Self) -> bool {
        let count = |index: &Self| index.iter().count();
        count(self) == count(other)
            && self.iter().all(|pods| {
                let mut others = other.in_namespace(pods.example.namespace());
                others.any(|other| other.includes(&pods.example) && other.by_node == pods.by_node)
            })
    }
}

/// Returns the position of the pod's group, or else where it has to be inserted.
fn find(namespace: &[Rc<EquivalentPods>], pod: &PodInfo) -> Result<usize, usize> {
    let start = namespace.partition_point(|pods| pods.example.labels() < pod.labels());
    let equal_labels = namespace[start..].iter().take_while(|pods| pods.example.labels() == pod.labels());
    let mut end = start;
    for pods in equal_labels {
        if pods.includes(pod) {
            return Ok(end);
        }
        end += 1;
    }
    Err(end)
}

#[cfg(test)]
mod tests {
    use api::Str;
    use proptest::prelude::*;

    use super::*;
    use crate::{
        cluster::{Snapshot, TopologyDomains},
        plugins::testing::{node, pod},
    };

    /// A change of the cluster; its numbers are taken modulo the numbers of pods and nodes.
    #[derive(Clone, Debug)]
    enum ClusterEdit {
        AddPod { node: usize, app: u8, namespace: u8, is_terminating: bool, has_affinity: bool },
        RemovePod(usize),
        AddNode { zone: u8 },
        MoveNode { node: usize, zone: u8 },
        RemoveNode(usize),
    }

    fn change() -> impl Strategy<Value = ClusterEdit> {
        prop_oneof![
            6 => (0_usize..9, 0_u8..3, 0_u8..2, any::<bool>(), any::<bool>()).prop_map(
                |(node, app, namespace, is_terminating, has_affinity)| {
                    ClusterEdit::AddPod { node, app, namespace, is_terminating, has_affinity }
                }
            ),
            3 => (0_usize..99).prop_map(ClusterEdit::RemovePod),
            2 => (0_u8..3).prop_map(|zone| ClusterEdit::AddNode { zone }),
            1 => (0_usize..9, 0_u8..3).prop_map(|(node, zone)| ClusterEdit::MoveNode { node, zone }),
            1 => (0_usize..9).prop_map(ClusterEdit::RemoveNode),
        ]
    }

    fn node_json(name: usize, zone: u8) -> String {
        format!(r#"{{"metadata":{{"name":"{name}","labels":{{"zone":"{zone}"}}}}}}"#)
    }

    fn pod_json(uid: usize, app: u8, namespace: u8, is_terminating: bool, has_affinity: bool) -> String {
        let deleted = if is_terminating { r#","deletionTimestamp":"2024-03-01T08:00:00Z""# } else { "" };
        let term = r#"{"labelSelector":{"matchLabels":{"app":"0"}},"topologyKey":"zone"}"#;
        let affinity = if has_affinity {
            format!(r#""podAntiAffinity":{{"requiredDuringSchedulingIgnoredDuringExecution":[{term}]}}"#)
        } else {
            String::new()
        };
        format!(
            r#"{{"metadata":{{"uid":"{uid}","namespace":"{namespace}","labels":{{"app":"{app}"}}{deleted}}},
                "spec":{{"affinity":{{{affinity}}}}}}}"#
        )
    }

    fn apply(snapshot: &mut Snapshot, change: &ClusterEdit, number: usize) {
        let count = snapshot.nodes().len();
        match *change {
            ClusterEdit::AddNode { zone } => {
                snapshot.add_node(Rc::clone(&node(&node_json(number, zone)).node));
            }
            _ if count == 0 => {}
            ClusterEdit::AddPod { node, app, namespace, is_terminating, has_affinity } => {
                snapshot.add_pod(node % count, pod(&pod_json(number, app, namespace, is_terminating, has_affinity)));
            }
            ClusterEdit::RemovePod(at) => {
                let pods = snapshot.nodes().iter().enumerate();
                let all: Vec<(NodeIx, Str)> =
                    pods.flat_map(|(ix, node)| node.pods().iter().map(move |pod| (ix, pod.uid().clone()))).collect();
                if let Some((ix, uid)) = all.get(at % all.len().max(1)) {
                    snapshot.remove_pod(*ix, uid);
                }
            }
            ClusterEdit::MoveNode { node: at, zone } => {
                let name = snapshot.nodes()[at % count].name().parse().unwrap();
                snapshot.update_node(Rc::clone(&node(&node_json(name, zone)).node));
            }
            ClusterEdit::RemoveNode(at) => {
                let name = snapshot.nodes()[at % count].name().clone();
                snapshot.remove_node(&name);
            }
        }
    }

    proptest! {
        /// Counts and domains that are updated incrementally equal freshly computed ones, and a clone has its own.
        #[test]
        fn what_is_kept_is_what_a_fresh_count_finds(changes in prop::collection::vec(change(), 1..60)) {
            let (mut snapshot, zone) = (Snapshot::default(), Str::from("zone"));
            let mut copies = Vec::new();
            for (number, change) in changes.iter().enumerate() {
                if number % 16 == 8 {
                    copies.push(snapshot.clone());
                }
                apply(&mut snapshot, change, number);
                for snapshot in copies.iter().chain([&snapshot]) {
                    let recounted = PodIndex::from_nodes(snapshot.nodes());
                    prop_assert!(recounted.has_same_counts(snapshot.pod_index()));
                    prop_assert_eq!(recounted.len(), snapshot.pod_index().len());
                    let nodes = || snapshot.nodes().iter().map(|node| &**node);
                    let (kept, fresh) = (snapshot.topology_domains(&zone), TopologyDomains::new(&zone, nodes()));
                    let same = |of: &TopologyDomains| -> Vec<_> { (0..nodes().count()).map(|ix| of.of_node(ix)).collect() };
                    prop_assert_eq!(same(&kept), same(&fresh));
                }
            }
        }
    }
}
