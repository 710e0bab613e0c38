//! What is there when an entry of a script is due, as far as a text alone tells: controllers make pods while a run goes on.

use super::Object;
use super::scenario::{Action, Drain, Target};
use crate::problem::Notice;
use crate::{Kind, Set, Str, nearest, resource, shortened};

/// Names of objects, by kind.
pub(super) struct There {
    names: Set<(&'static str, Str)>,
    /// Whether there are nodes, and so a cluster, at all.
    has_nodes: bool,
    /// Whether a controller makes pods.
    pods_are_made: bool,
    /// Whether a controller makes replica sets.
    sets_are_made: bool,
}

impl There {
    /// What is there at the start.
    pub(super) fn new(objects: &[Object]) -> Self {
        let mut there = Self { names: Set::new(), has_nodes: false, pods_are_made: false, sets_are_made: false };
        for object in objects {
            there.add(&object.kind);
        }
        there
    }

    fn add(&mut self, kind: &Kind) {
        self.has_nodes |= matches!(kind, Kind::Node(_));
        self.pods_are_made |= kind.workload().is_some();
        self.sets_are_made |= matches!(kind, Kind::Deployment(_));
        let meta = kind.metadata();
        self.names.insert((kind.kind(), key(kind.kind(), &meta.namespace, &meta.name)));
    }

    /// Notices an action on what cannot be there by then, and goes on to what is there after it.
    pub(super) fn follow(&mut self, action: &Action) -> Option<Notice> {
        match action {
            Action::Create(kind) | Action::Apply(kind, _) => {
                self.add(kind);
                None
            }
            Action::Cordon(node)
            | Action::Uncordon(node)
            | Action::Taint(node, _)
            | Action::Untaint(node, _)
            | Action::Drain(Drain { node, .. })
            | Action::NotReady(node)
            | Action::Unreachable(node)
            | Action::Ready(node) => self.absent("Node", "", node),
            Action::UpdateNode(node) => self.absent("Node", "", &node.metadata.name),
            Action::Delete(target) => {
                let notice = self.target(target, &target.kind);
                let key = key(&target.kind, &target.namespace, &target.name);
                self.names.retain(|(kind, name)| (*kind, name) != (&target.kind, &key));
                notice
            }
            Action::Scale(target, _) => self.target(target, &target.kind),
            Action::Label(target, _) => self.target(target, if target.kind == "Node" { "Node" } else { "Pod" }),
            Action::Resize(target, ..) | Action::Ungate(target, _) | Action::Evict(target) => {
                self.target(target, "Pod")
            }
            Action::Quota(_) | Action::Limits(_) | Action::Runtime(_) => None,
        }
    }

    fn target(&self, target: &Target, kind: &str) -> Option<Notice> {
        self.absent(kind, &target.namespace, &target.name)
    }

    fn absent(&self, kind: &str, namespace: &str, name: &Str) -> Option<Notice> {
        let is_certain = match kind {
            "Node"
            | "Service"
            | "PodDisruptionBudget"
            | "PriorityClass"
            | "Deployment"
            | "StatefulSet"
            | "DaemonSet"
            | "Job"
            | "ReplicationController" => true,
            "Pod" => !self.pods_are_made,
            "ReplicaSet" => !self.sets_are_made,
            _ => false,
        };
        let wanted = key(kind, namespace, name);
        // A script alone is about a cluster that comes with another text.
        if !is_certain || !self.has_nodes || self.names.iter().any(|(it, key)| *it == kind && *key == wanted) {
            return None;
        }
        // Names of the same namespace.
        let before = wanted.strip_suffix(name.as_str()).unwrap_or_default();
        let alike = self.names.iter().filter(|(it, _)| *it == kind).filter_map(|(_, key)| key.strip_prefix(before));
        let near = nearest(name, alike).map(Str::from);
        Some(Notice::NotThere { resource: resource(kind).into(), name: shortened(name), near })
    }
}

/// Namespace and name, or the name alone of what is in no namespace.
fn key(kind: &str, namespace: &str, name: &Str) -> Str {
    if matches!(kind, "Node" | "PriorityClass") { name.clone() } else { format!("{namespace}/{name}").into() }
}
