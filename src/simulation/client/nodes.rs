//! Requests about nodes.

use std::rc::Rc;

use api::{Node, Str, Taint, TaintEffect, Time};
use runlog::EventKind;

use super::{Client, watchers::Watchers};
use crate::{action::Readiness, node_conditions::add_missing_condition_taints};

const NOT_READY: &str = "node.kubernetes.io/not-ready";

impl Client<'_> {
    /// Registers a node, or updates the one of this name.
    pub(crate) fn create_node(&mut self, mut node: Node) {
        if self.node(&node.metadata.name).is_some() {
            return self.update_node(node);
        }
        if self.settings().has_node_lifecycle {
            self.admit_node(&mut node);
        }
        let node = Rc::new(node);
        self.api_mut().put_node(Rc::clone(&node));
        self.emit(EventKind::NodeAdded(Rc::clone(&node)));
        self.cluster.deliver_node_added(&node);
    }

    /// A node that registers during the run is not ready until its kubelet reports otherwise. A node of the manifest only gets the taints that follow
    /// from its conditions. Upstream: the admission plugin `TaintNodesByCondition`.
    fn admit_node(&self, node: &mut Node) {
        add_missing_condition_taints(node);
        let is_not_ready = |taint: &Taint| taint.key == *NOT_READY && taint.effect == TaintEffect::NoSchedule;
        if !self.now().is_zero() && !node.spec.taints.iter().any(is_not_ready) {
            let taint = Taint { key: NOT_READY.into(), effect: TaintEffect::NoSchedule, ..Taint::default() };
            node.spec.taints.push(taint);
        }
    }

    pub(crate) fn update_node(&mut self, node: Node) {
        if self.node(&node.metadata.name).is_none() {
            return;
        }
        let node = Rc::new(node);
        let Some(before) = self.api_mut().put_node(Rc::clone(&node)) else { return };
        self.emit(EventKind::NodeUpdated(Rc::clone(&node)));
        self.cluster.deliver_node_updated(&before, &node);
    }

    pub(crate) fn edit_node(&mut self, name: &str, edit: impl FnOnce(&mut Node)) {
        if let Some(node) = self.node(name) {
            let mut node = (**node).clone();
            edit(&mut node);
            self.update_node(node);
        }
    }

    /// `kubectl cordon` and `uncordon`.
    pub(crate) fn cordon_node(&mut self, name: &Str, is_cordoned: bool) {
        self.edit_node(name, |node| node.spec.unschedulable = is_cordoned);
        self.cluster.deliver_cordon(name);
    }

    /// Deletes a node. Its pods stay bound until they are deleted. A node with a finalizer is only marked for deletion.
    pub(crate) fn delete_node(&mut self, name: &Str) {
        if self.node(name).is_some_and(|node| node.metadata.foreign_finalizer().is_some()) {
            let stamp = Time(self.wall_clock());
            return self.edit_node(name, |node| {
                node.metadata.deletion_timestamp = node.metadata.deletion_timestamp.or(Some(stamp));
            });
        }
        let Some(node) = self.api_mut().remove_node(name) else { return };
        self.emit(EventKind::NodeRemoved(name.clone()));
        self.cluster.deliver_node_deleted(&node);
    }

    /// Marks the pods of unreachable nodes as not ready at the start of a run, as the node lifecycle controller has done before.
    pub(crate) fn mark_pods_of_lost_nodes(&mut self) {
        let is_lost = |node: &&Rc<Node>| Readiness::of_node(node) == Readiness::Unreachable;
        let lost: Vec<Str> = self.nodes().iter().filter(is_lost).map(|node| node.metadata.name.clone()).collect();
        for key in lost.iter().flat_map(|name| self.pods_on(name)).collect::<Vec<_>>() {
            self.mark_pod_ready(&key, false);
        }
    }

    /// The readiness of a node; `None` if it does not exist.
    pub(crate) fn node_readiness(&self, name: &str) -> Option<Readiness> {
        self.node(name).map(|node| Readiness::of_node(node))
    }
}
