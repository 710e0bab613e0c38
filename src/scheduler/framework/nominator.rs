//! Which pods are nominated to which node: upstream's `PodNominator`.

use std::rc::Rc;

use api::{Str, Table};

use crate::cluster::PodInfo;

/// Nominations, in the order in which they were made.
#[derive(Clone, Debug, Default)]
pub struct Nominator {
    by_node: Table<Str, Vec<Rc<PodInfo>>>,
    node_of: Table<Str, Str>,
}

impl Nominator {
    /// Nominates `pod` to `node`, ending an older nomination of the same pod.
    pub fn add(&mut self, pod: Rc<PodInfo>, node: &Str) {
        self.remove(pod.uid());
        self.node_of.insert(pod.uid().clone(), node.clone());
        self.by_node.or_default(node.clone()).push(pod);
        self.check_invariants();
    }

    /// Ends the nomination of the pod with this uid; the node that it was nominated to.
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

    /// Puts another record of a nominated pod in the place of the one that stands there.
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
            "a nominated pod stands at one node"
        );
    }

    /// All nominations: nodes with their pods.
    pub fn nominations(&self) -> impl Iterator<Item = (&Str, &Rc<PodInfo>)> {
        self.by_node.iter().flat_map(|(node, pods)| pods.iter().map(move |pod| (node, pod)))
    }

    /// Pods nominated to a node.
    #[must_use]
    pub fn nominated_to(&self, node: &str) -> &[Rc<PodInfo>] {
        self.by_node.get(node).map_or(&[], Vec::as_slice)
    }

    /// The node that the pod with this uid is nominated to.
    #[must_use]
    pub fn node_of(&self, uid: &Str) -> Option<&Str> {
        self.node_of.get(uid)
    }

    /// Pods nominated to `node` that are at least as important as `pod`, without the pod itself: those that a cycle
    /// assumes to be there.
    #[must_use]
    pub(crate) fn nominated_at_least(&self, node: &str, pod: &PodInfo) -> Vec<Rc<PodInfo>> {
        if self.is_empty() {
            return Vec::new();
        }
        debug_assert!(
            self.nominated_to(node)
                .iter()
                .all(|other| self.node_of(other.uid()).is_some_and(|nominated_node| nominated_node == node)),
            "a pod that stands at a node is nominated to it"
        );
        let counts = |other: &&Rc<PodInfo>| other.priority() >= pod.priority() && other.uid() != pod.uid();
        self.nominated_to(node).iter().filter(counts).cloned().collect()
    }

    /// Pods nominated to `node` that are less important than `priority`: those that lose the nomination when a more
    /// important pod preempts there.
    #[must_use]
    pub fn nominated_below(&self, node: &str, priority: i32) -> Vec<Rc<PodInfo>> {
        self.nominated_to(node).iter().filter(|pod| pod.priority() < priority).cloned().collect()
    }

    /// Whether there is no nomination at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.node_of.is_empty()
    }
}
