//! Requests about objects of any kind: create, change and delete.

use api::{ApiObject, Kind, NamespacedName, ObjectKey, Time};
use runlog::Deletion;

use super::Client;

impl Client<'_> {
    /// Creates or changes an object.
    pub(crate) fn put_object(&mut self, object: ApiObject) {
        match object {
            ApiObject::Node(node) => self.create_node(*node),
            ApiObject::Pod(pod) => self.request_pod(*pod),
            ApiObject::PriorityClass(class) => self.apply_class(*class),
            ApiObject::PodGroup(group) => self.apply_pod_group(*group),
            ApiObject::Workload(workload) => self.apply_gang_workload(*workload),
            ApiObject::PodDisruptionBudget(budget) => self.apply_budget(*budget),
            ApiObject::Service(service) => self.apply_service(*service),
            ApiObject::Namespace(namespace) => self.apply_namespace(*namespace),
            ApiObject::RuntimeClass(class) => self.apply_runtime_class(*class),
            ApiObject::LimitRange(range) => self.apply_limit_range(*range),
            ApiObject::ResourceQuota(quota) => self.apply_quota(*quota),
            ApiObject::Storage(object) => self.request_storage(object),
            ApiObject::Device(object) => self.apply_device(object),
            ApiObject::Deployment(_)
            | ApiObject::ReplicaSet(_)
            | ApiObject::ReplicationController(_)
            | ApiObject::StatefulSet(_)
            | ApiObject::DaemonSet(_)
            | ApiObject::Job(_) => {
                if let Some((kind, workload)) = object.into_workload() {
                    self.apply_workload(kind, *workload);
                }
            }
        }
    }

    /// `kubectl delete` of an object of any kind. One with a finalizer that nothing here removes stays, and is being deleted.
    pub(crate) fn delete_object(&mut self, key: &ObjectKey) {
        if !has_own_deletion(key.kind) && self.metadata(key).is_some_and(|meta| meta.foreign_finalizer().is_some()) {
            let since = Time(self.wall_clock());
            return self.api_mut().hold_object(key, since);
        }
        let ObjectKey { kind, namespace, name } = key;
        let namespaced = NamespacedName::new(namespace, name);
        match kind {
            Kind::Node => self.delete_node(name),
            Kind::Pod => self.delete_pod(&namespaced, Deletion::Deleted),
            Kind::PriorityClass => self.delete_class(name),
            Kind::PodGroup => self.delete_pod_group(&namespaced),
            Kind::Workload => self.delete_gang_workload(&namespaced),
            Kind::PodDisruptionBudget => self.delete_budget(&namespaced),
            Kind::Service => self.delete_service(&namespaced),
            Kind::Namespace => self.delete_namespace(name),
            Kind::RuntimeClass => self.delete_runtime_class(name),
            Kind::LimitRange => self.delete_limit_range(namespace, name),
            Kind::ResourceQuota => self.delete_quota(namespace, name),
            kind => {
                if let Some(workload) = kind.workload() {
                    self.delete_workload(workload, &namespaced);
                } else if let Some(device) = kind.device() {
                    self.delete_device(device, namespace, name);
                } else {
                    self.delete_storage(*kind, namespace, name);
                }
            }
        }
        self.api_mut().release_object(key);
    }

    /// Removes an object that is being deleted, if its last finalizer was removed just now and nothing else keeps it. Upstream:
    /// `deletionFinalizersForGarbageCollection` and `ShouldDeleteDuringUpdate` of the registry's store.
    pub(crate) fn finish_deletion(&mut self, key: &ObjectKey) {
        // The containers of a pod may need until the timestamp.
        let can_go = self.metadata(key).is_some_and(|metadata| {
            metadata.deletion_timestamp.is_some_and(|at| at.0 <= self.wall_clock())
                && metadata.foreign_finalizer().is_none()
        });
        match key.kind {
            _ if !can_go => {}
            Kind::Pod => self.remove_pod(&NamespacedName::new(&key.namespace, &key.name)),
            Kind::Namespace => self.continue_namespace_deletion(&key.name),
            _ => {
                self.delete_object(key);
                self.continue_namespace_deletion(&key.namespace);
            }
        }
    }
}

/// Whether the request to delete an object of the kind itself respects finalizers, because the deletion timestamp has effects, or because more than
/// a finalizer delays the removal.
fn has_own_deletion(kind: Kind) -> bool {
    let kinds = [
        Kind::Node,
        Kind::Pod,
        Kind::PodGroup,
        Kind::Namespace,
        Kind::PersistentVolume,
        Kind::PersistentVolumeClaim,
        Kind::ResourceClaim,
    ];
    kind.workload().is_some() || kinds.contains(&kind)
}
