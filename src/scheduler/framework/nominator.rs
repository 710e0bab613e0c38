//! Which pods are nominated to which node. Upstream: `PodNominator`.

use std::rc::Rc;

use api::{Str, Table};

use crate::cluster::PodInfo;

/// The nominations by node, each node's in the order in which they were made.
#[derive(Clone, Debug, Default)]
pub struct Nominator {
    by_node: Table<Str, Vec<Rc<PodInfo>>>,
    node_of: Table<Str, Str>,
}

impl Nominator {
    /// Nominates `pod` to `node`, replacing an earlier nomination of the same pod.
    pub fn add(&mut self, pod: Rc<PodInfo>, node: &Str) {
        self.remove(pod.uid());
        self.node_of.insert(pod.uid().clone(), node.clone());
        self.by_node.or_default(node.clone()).push(pod);
        self.check_invariants();
    }

    /// Clears the nomination of the pod with this uid. Returns the node that it was nominated to.
    pub fn remove(&mut self, uid: &Str) -> Option<Str> {
        let node = self.node_of.remove(uid)?;
        if let Some(pods) = self.by_node.get_mut(&node) {
            pods.retain(|pod| pod.uid() != uid);
            if pods.is_empty() {
                self.by_node.remove(&node);
            }
        }
        self.check_invariants();
        Some(node)
    }

    /// Replaces the stored object of a nominated pod by a newer one; does nothing if the pod is not nominated.
    pub(crate) fn replace(&mut self, pod: &Rc<PodInfo>) {
        let node = self.node_of.get(pod.uid());
        let pods = node.and_then(|node| self.by_node.get_mut(node)).into_iter().flatten();
        pods.filter(|old| old.uid() == pod.uid()).for_each(|old| *old = Rc::clone(pod));
        self.check_invariants();
    }

    fn check_invariants(&self) {
        debug_assert!(self.by_node.values().all(|pods| !pods.is_empty()), "a node without nominations has no list");
        debug_assert!(
            self.by_node.values().map(Vec::len).sum::<usize>() == self.node_of.len(),
            "a pod is nominated to one node at most"
        );
    }

    /// Returns all nominations as pairs of node and pod.
    pub fn nominations(&self) -> impl Iterator<Item = (&Str, &Rc<PodInfo>)> {
        self.by_node.iter().flat_map(|(node, pods)| pods.iter().map(move |pod| (node, pod)))
    }

    /// Returns the pods that are nominated to a node.
    #[must_use]
    pub fn nominated_to(&self, node: &str) -> &[Rc<PodInfo>] {
        self.by_node.get(node).map_or(&[], Vec::as_slice)
    }

    /// Returns the node that the pod with this uid is nominated to.
    #[must_use]
    pub fn node_of(&self, uid: &Str) -> Option<&Str> {
        self.node_of.get(uid)
    }

    /// Returns the pods nominated to `node` with a priority of at least `pod`'s, except the pod itself: those that its
    /// filters have to take into account.
    #[must_use]
    pub(crate) fn nominated_at_least(&self, node: &str, pod: &PodInfo) -> Vec<Rc<PodInfo>> {
        if self.is_empty() {
            return Vec::new();
        }
        debug_assert!(
            self.nominated_to(node)
                .iter()
                .all(|other| self.node_of(other.uid()).is_some_and(|nominated_node| nominated_node == node)),
            "both tables agree on a pod's nominated node"
        );
        let counts = |other: &&Rc<PodInfo>| other.priority() >= pod.priority() && other.uid() != pod.uid();
        self.nominated_to(node).iter().filter(counts).cloned().collect()
    }

    /// Returns the pods nominated to `node` with a priority below `priority`: those whose nomination preemption clears.
    #[must_use]
    pub fn nominated_below(&self, node: &str, priority: i32) -> Vec<Rc<PodInfo>> {
        self.nominated_to(node).iter().filter(|pod| pod.priority() < priority).cloned().collect()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.node_of.is_empty()
    }
}
