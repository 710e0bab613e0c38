//! What is there when an entry of a script is due, as far as a text alone tells: controllers make pods while a run goes on.

use super::{
    ManifestObject,
    scenario::{Drain, ScriptAction, Target},
};
use crate::{ApiObject, Set, Str, nearest_name, problem::Notice, resource_name, shorten};

/// Names of objects, by kind.
pub(super) struct ExistingObjects {
    names: Set<(&'static str, Str)>,
    /// Whether there are nodes, and so a cluster, at all.
    has_nodes: bool,
    /// Whether a controller makes pods.
    has_pod_controllers: bool,
    /// Whether a controller makes replica sets.
    has_replica_set_controllers: bool,
}

impl ExistingObjects {
    /// What is there at the start.
    pub(super) fn new(objects: &[ManifestObject]) -> Self {
        let mut existing_objects = Self {
            names: Set::new(),
            has_nodes: false,
            has_pod_controllers: false,
            has_replica_set_controllers: false,
        };
        for object in objects {
            existing_objects.add_object(&object.kind);
        }
        existing_objects
    }

    fn add_object(&mut self, api_object: &ApiObject) {
        self.has_nodes |= matches!(api_object, ApiObject::Node(_));
        self.has_pod_controllers |= api_object.workload().is_some();
        self.has_replica_set_controllers |= matches!(api_object, ApiObject::Deployment(_));
        let meta = api_object.metadata();
        let kind = api_object.kind().name();
        self.names.insert((kind, object_key(kind, &meta.namespace, &meta.name)));
    }

    /// Notices an action on what cannot be there by then, and goes on to what is there after it.
    pub(super) fn apply_action(&mut self, action: &ScriptAction) -> Option<Notice> {
        match action {
            ScriptAction::Create(kind) | ScriptAction::Apply(kind, _) => {
                self.add_object(kind);
                None
            }
            ScriptAction::Cordon(node)
            | ScriptAction::Uncordon(node)
            | ScriptAction::Taint(node, _)
            | ScriptAction::Untaint(node, _)
            | ScriptAction::Drain(Drain { node, .. })
            | ScriptAction::NotReady(node)
            | ScriptAction::Unreachable(node)
            | ScriptAction::Ready(node) => self.missing_notice("Node", "", node),
            ScriptAction::UpdateNode(node) => self.missing_notice("Node", "", &node.metadata.name),
            ScriptAction::Delete(target) => {
                let notice = self.check_target(target, &target.kind);
                let key = object_key(&target.kind, &target.namespace, &target.name);
                self.names.retain(|(kind, name)| (*kind, name) != (&target.kind, &key));
                notice
            }
            ScriptAction::Scale(target, _) => self.check_target(target, &target.kind),
            ScriptAction::Label(target, _) => {
                self.check_target(target, if target.kind == "Node" { "Node" } else { "Pod" })
            }
            ScriptAction::Resize(target, ..) | ScriptAction::Ungate(target, _) | ScriptAction::Evict(target) => {
                self.check_target(target, "Pod")
            }
        }
    }

    fn check_target(&self, target: &Target, kind: &str) -> Option<Notice> {
        self.missing_notice(kind, &target.namespace, &target.name)
    }

    fn missing_notice(&self, kind: &str, namespace: &str, name: &Str) -> Option<Notice> {
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
            "Pod" => !self.has_pod_controllers,
            "ReplicaSet" => !self.has_replica_set_controllers,
            _ => false,
        };
        let target_key = object_key(kind, namespace, name);
        // A script alone is about a cluster that comes with another text.
        if !is_certain || !self.has_nodes || self.names.iter().any(|(text, key)| *text == kind && *key == target_key) {
            return None;
        }
        // Names of the same namespace.
        let before = target_key.strip_suffix(name.as_str()).unwrap_or_default();
        let alike = self.names.iter().filter(|(text, _)| *text == kind).filter_map(|(_, key)| key.strip_prefix(before));
        let nearest = nearest_name(name, alike).map(Str::from);
        Some(Notice::NotThere { resource: resource_name(kind), name: shorten(name), near: nearest })
    }
}

/// Namespace and name, or the name alone of what is in no namespace.
fn object_key(kind: &str, namespace: &str, name: &Str) -> Str {
    if matches!(kind, "Node" | "PriorityClass") { name.clone() } else { format!("{namespace}/{name}").into() }
}
