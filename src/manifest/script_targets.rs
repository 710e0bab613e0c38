//! What is there when an entry of a script is due, as far as a text alone tells: controllers make pods while a run goes on.

use api::{ApiObject, Kind, ObjectKey, Set, Str, Table, nearest_name, shorten};
use findings::Notice;

use super::{
    ManifestObject,
    scenario::{Drain, ScriptAction, Target},
};

/// Objects, by kind and name.
pub(super) struct ExistingObjects {
    names: Set<ObjectKey>,
    /// Those that a deletion does not take away for good.
    lasting: Set<ObjectKey>,
    /// Objects with a finalizer that nobody here removes.
    finalizers: Table<ObjectKey, Str>,
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

    /// Whether an object of this kind and name is there.
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
        if let Some(finalizer) = api_object.metadata().foreign_finalizer().filter(|_| can_be_held(api_object.kind())) {
            self.finalizers.insert(api_object.key(), finalizer.clone());
        }
    }

    /// Notices an action on what cannot be there by then, and goes on to what is there after it.
    pub(super) fn apply_action(&mut self, action: &ScriptAction) -> Option<Notice> {
        match action {
            ScriptAction::Create(kind) | ScriptAction::Apply(kind, _) => {
                self.add_object(kind);
                None
            }
            ScriptAction::Reject(_) => None,
            ScriptAction::Cordon(node)
            | ScriptAction::Uncordon(node)
            | ScriptAction::Taint(node, _)
            | ScriptAction::Untaint(node, ..)
            | ScriptAction::Drain(Drain { node, .. })
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
                if let Some(finalizer) = self.finalizers.get(&target_key) {
                    return Some(Notice::HeldByFinalizer { finalizer: shorten(finalizer) });
                }
                let is_namespace = kind == Kind::Namespace;
                self.names.retain(|key| *key != target_key && !(is_namespace && key.namespace == target.name));
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
        // Controllers make some while the run goes on.
        let is_made_here = match kind {
            Kind::Pod => self.has_pod_controllers,
            Kind::ReplicaSet => self.has_replica_set_controllers,
            _ => false,
        };
        let is_certain = kind.info().is_target_certain && !is_made_here;
        let target_key = ObjectKey::new(kind, namespace, name);
        // A script alone is about a cluster that comes with another text.
        if !is_certain || !self.has_nodes || self.names.contains(&target_key) {
            return None;
        }
        // Names of the same namespace.
        let is_alike = |key: &&ObjectKey| key.kind == kind && key.namespace == target_key.namespace;
        let alike = self.names.iter().filter(is_alike).map(|key| key.name.as_str());
        let nearest = nearest_name(name, alike).map(Str::from);
        Some(Notice::NotThere { resource: kind.resource_name(), name: shorten(name), near: nearest })
    }
}

/// Whether an object is there after it was deleted: a kubelet shows a static pod again.
fn outlasts_deletion(api_object: &ApiObject) -> bool {
    matches!(api_object, ApiObject::Pod(pod) if pod.is_mirror())
}

/// Whether finalizers hold objects of a kind here.
fn can_be_held(kind: Kind) -> bool {
    kind.workload().is_some()
        || matches!(kind, Kind::Node | Kind::Pod | Kind::PersistentVolume | Kind::PersistentVolumeClaim)
}
