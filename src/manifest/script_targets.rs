//! Tracks which objects exist when an entry of a script is due, as far as the text alone determines it: controllers create more during the run.

use api::{ApiObject, Kind, ObjectKey, Set, Str, Table, nearest_name, shorten};
use findings::Notice;

use super::{
    loaded_manifest::ManifestObject,
    scenario::{DrainDoc, ScriptAction, Target},
};

/// The objects that exist, by kind and name.
pub(super) struct ExistingObjects {
    names: Set<ObjectKey>,
    /// Objects that exist again after a deletion.
    lasting: Set<ObjectKey>,
    /// Objects with a finalizer that is not removed in the simulation.
    finalizers: Table<ObjectKey, Str>,
    /// Whether there are nodes, and so a cluster, at all.
    has_nodes: bool,
    /// Whether a controller creates pods.
    has_pod_controllers: bool,
    /// Whether a controller creates `ReplicaSets`.
    has_replica_set_controllers: bool,
}

impl ExistingObjects {
    /// The objects at the start.
    pub(super) fn new(objects: &[ManifestObject]) -> Self {
        let mut existing_objects = Self {
            names: Set::new(),
            lasting: Set::new(),
            finalizers: Table::new(),
            has_nodes: false,
            has_pod_controllers: false,
            has_replica_set_controllers: false,
        };
        for object in objects {
            existing_objects.add_object(&object.kind);
        }
        existing_objects
    }

    /// Whether an object exists.
    pub(super) fn contains(&self, key: &ObjectKey) -> bool {
        self.names.contains(key)
    }

    fn add_object(&mut self, api_object: &ApiObject) {
        self.has_nodes |= matches!(api_object, ApiObject::Node(_));
        self.has_pod_controllers |= api_object.workload().is_some();
        self.has_replica_set_controllers |= matches!(api_object, ApiObject::Deployment(_));
        self.names.insert(api_object.key());
        if outlasts_deletion(api_object) {
            self.lasting.insert(api_object.key());
        }
        if let Some(finalizer) = api_object.metadata().foreign_finalizer() {
            self.finalizers.insert(api_object.key(), finalizer.clone());
        }
    }

    /// Returns a notice if the target of an action cannot exist by then, and applies the action.
    pub(super) fn apply_action(&mut self, action: &ScriptAction) -> Option<Notice> {
        match action {
            ScriptAction::Create(kind) => {
                self.add_object(kind);
                None
            }
            ScriptAction::Apply(kind, nulls) => {
                if nulls.iter().any(|path| path.iter().map(Str::as_str).eq(["metadata", "finalizers"])) {
                    self.finalizers.remove(&kind.key());
                }
                self.add_object(kind);
                None
            }
            ScriptAction::Reject(_) => None,
            ScriptAction::Cordon(node)
            | ScriptAction::Uncordon(node)
            | ScriptAction::Taint(node, _)
            | ScriptAction::Untaint(node, ..)
            | ScriptAction::Drain(DrainDoc { node, .. })
            | ScriptAction::NotReady(node)
            | ScriptAction::Unreachable(node)
            | ScriptAction::Ready(node) => self.missing_notice(Kind::Node, &Str::default(), node),
            ScriptAction::UpdateNode(node) => self.missing_notice(Kind::Node, &Str::default(), &node.metadata.name),
            ScriptAction::Delete(target) => {
                let kind = Kind::from_name(&target.kind)?;
                let notice = self.check_target(target, kind);
                let target_key = ObjectKey::new(kind, &target.namespace, &target.name);
                if self.lasting.contains(&target_key) {
                    return notice;
                }
                let is_namespace = kind == Kind::Namespace;
                let goes = |key: &ObjectKey| *key == target_key || is_namespace && key.namespace == target.name;
                if let Some((_, finalizer)) = self.finalizers.iter().find(|(key, _)| goes(key)) {
                    return Some(Notice::HeldByFinalizer { finalizer: shorten(finalizer) });
                }
                self.names.retain(|key| !goes(key));
                notice
            }
            ScriptAction::Scale(target, _) => self.check_target(target, Kind::from_name(&target.kind)?),
            ScriptAction::Label(target, _) => self.check_target(target, target.labeled_kind()),
            ScriptAction::Resize(target, ..) | ScriptAction::Ungate(target, _) | ScriptAction::Evict(target) => {
                self.check_target(target, Kind::Pod)
            }
        }
    }

    fn check_target(&self, target: &Target, kind: Kind) -> Option<Notice> {
        self.missing_notice(kind, &target.namespace, &target.name)
    }

    fn missing_notice(&self, kind: Kind, namespace: &Str, name: &Str) -> Option<Notice> {
        // Controllers create some of them during the run.
        let is_made_here = match kind {
            Kind::Pod => self.has_pod_controllers,
            Kind::ReplicaSet => self.has_replica_set_controllers,
            _ => false,
        };
        let is_certain = kind.info().is_target_certain && !is_made_here;
        let target_key = ObjectKey::new(kind, namespace, name);
        // A text with only a script is for a cluster from another text.
        if !is_certain || !self.has_nodes || self.names.contains(&target_key) {
            return None;
        }
        // Objects of the same kind and namespace.
        let is_alike = |key: &&ObjectKey| key.kind == kind && key.namespace == target_key.namespace;
        let alike = self.names.iter().filter(is_alike).map(|key| key.name.as_str());
        let nearest = nearest_name(name, alike).map(Str::from);
        Some(Notice::NotThere { resource: kind.resource_name(), name: shorten(name), near: nearest })
    }
}

/// Whether an object exists again after a deletion: the kubelet recreates the mirror pod of a static pod.
fn outlasts_deletion(api_object: &ApiObject) -> bool {
    matches!(api_object, ApiObject::Pod(pod) if pod.is_mirror())
}
