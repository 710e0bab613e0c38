//! Requests about namespaces: deleting a namespace deletes its objects. Upstream: `namespacedResourcesDeleter`, and the admission plugin
//! `NamespaceLifecycle`.

use api::{KINDS, Kind, Namespace, NamespacedName, ObjectKey, Str, Time};
use runlog::Deletion;

use super::{super::task::NamespaceTask, Client};

/// Namespaces that cannot be deleted. Upstream: `immortalNamespaces`.
const PERMANENT_NAMESPACES: [&str; 3] = ["default", "kube-public", "kube-system"];

/// The kinds whose objects a deleted namespace takes along, besides pods.
fn kinds_besides_pods() -> impl Iterator<Item = Kind> {
    KINDS.iter().filter(|info| info.is_namespaced && info.kind != Kind::Pod).map(|info| info.kind)
}

impl Client<'_> {
    /// `kubectl apply` of a namespace; its labels are matched by namespace selectors.
    pub(crate) fn apply_namespace(&mut self, namespace: Namespace) {
        self.api_mut().namespaces_mut().put(&namespace);
        if namespace.metadata.deletion_timestamp.is_some() {
            // It was being deleted before the run; its objects are not created yet.
            self.continue_namespace_deletion(&namespace.metadata.name);
        }
        let Namespace { metadata, .. } = namespace;
        self.api_mut().objects_mut().namespaces.insert(metadata.name, metadata.labels);
    }

    /// `kubectl delete namespace`. No new object is admitted from now on. The namespace is removed once it is empty.
    pub(crate) fn delete_namespace(&mut self, name: &Str) {
        if PERMANENT_NAMESPACES.contains(&name.as_str()) {
            let text = format!("namespaces {name:?} is forbidden: this namespace may not be deleted");
            return self.print_line(true, format!("Error from server (Forbidden): {text}"));
        }
        let since = Time(self.wall_clock());
        if self.api_mut().namespaces_mut().begin_deletion(name, since) {
            self.empty_namespace(name);
        }
    }

    /// Deletes the objects of a terminating namespace, and removes the namespace if it is empty and no finalizer keeps it.
    pub(crate) fn empty_namespace(&mut self, name: &Str) {
        for pod in self.names_in(Kind::Pod, name) {
            self.delete_pod(&NamespacedName::new(name, &pod), Deletion::NamespaceDeleted);
        }
        if self.settings().flow.deletes_pods_of_namespace_first && self.pods_in(name).next().is_some() {
            return;
        }
        for kind in kinds_besides_pods() {
            for object in self.names_in(kind, name) {
                let key = ObjectKey::new(kind, name, &object);
                if self.metadata(&key).is_some_and(|metadata| metadata.deletion_timestamp.is_none()) {
                    self.delete_object(&key);
                }
            }
        }
        let key = ObjectKey::new(Kind::Namespace, &Str::default(), name);
        let is_held = self.metadata(&key).is_some_and(|metadata| metadata.foreign_finalizer().is_some());
        let is_empty = |kind| self.names_in(kind, name).is_empty();
        if !is_held && is_empty(Kind::Pod) && kinds_besides_pods().all(is_empty) {
            self.api_mut().objects_mut().namespaces.remove(name);
            self.api_mut().namespaces_mut().remove(name);
        }
    }

    /// Called when an object of a namespace was removed. If that was the last pod, or no pod was left, the deletion of the namespace continues.
    pub(crate) fn continue_namespace_deletion(&mut self, name: &Str) {
        if self.namespaces().is_terminating(name) && self.pods_in(name).next().is_none() {
            let now = self.now();
            self.put_on_agenda(now, NamespaceTask::Empty(name.clone()).into());
        }
    }
}
