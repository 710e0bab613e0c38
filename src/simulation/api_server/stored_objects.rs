//! Stored objects of any kind, by their key.

use std::borrow::Cow;

use api::{Kind, NamespacedName, ObjectKey, ObjectMeta, Str, Time};

use super::ApiServer;

impl ApiServer {
    /// The metadata of a stored object; `None` if it does not exist.
    pub(crate) fn metadata(&self, key: &ObjectKey) -> Option<Cow<'_, ObjectMeta>> {
        let mut metadata = self.stored_metadata(key)?;
        if let Some(since) = self.held_objects.get(key) {
            metadata.to_mut().deletion_timestamp.get_or_insert(*since);
        }
        Some(metadata)
    }

    fn stored_metadata(&self, key: &ObjectKey) -> Option<Cow<'_, ObjectMeta>> {
        let ObjectKey { kind, namespace, name } = key;
        let namespaced = NamespacedName::new(namespace, name);
        let is_named = |meta: &ObjectMeta| NamespacedName::of(meta) == namespaced;
        let metadata = match kind {
            Kind::Node => &self.nodes.get(name)?.metadata,
            Kind::Pod => &self.pods.get(&namespaced)?.pod().metadata,
            Kind::PriorityClass => &self.classes.iter().find(|class| class.metadata.name == *name)?.metadata,
            Kind::PodGroup => &self.pod_groups.get(&namespaced)?.metadata,
            Kind::Workload => &self.gang_workloads.get(&namespaced)?.metadata,
            Kind::PodDisruptionBudget => &self.budget(&namespaced)?.metadata,
            Kind::Service => &self.objects.services.iter().find(|service| is_named(&service.metadata))?.metadata,
            Kind::Namespace => {
                let exists = self.objects.namespaces.contains_key(name) || self.namespaces.is_terminating(name);
                return exists.then(|| Cow::Owned(self.namespaces.metadata(name)));
            }
            Kind::RuntimeClass => &self.limits.runtimes.class(name)?.metadata,
            Kind::LimitRange => &self.limits.range(namespace, name)?.metadata,
            Kind::ResourceQuota => &self.quotas.quota(namespace, name)?.metadata,
            kind => {
                if let Some(kind) = kind.workload() {
                    &self.workloads.get(self.workloads.find_by_name(kind, &namespaced)?)?.workload.metadata
                } else if let Some(kind) = kind.device() {
                    let object = self.objects.claims.as_ref()?.get(kind, namespace, name)?;
                    return Some(Cow::Owned(object.metadata().clone()));
                } else {
                    self.objects.storage.metadata(*kind, namespace, name)?
                }
            }
        };
        Some(Cow::Borrowed(metadata))
    }

    pub(crate) fn has_object(&self, key: &ObjectKey) -> bool {
        self.stored_metadata(key).is_some()
    }

    /// The names of the objects of a kind in a namespace.
    pub(crate) fn names_in(&self, kind: Kind, namespace: &Str) -> Vec<Str> {
        let name = |meta: &ObjectMeta| (meta.namespace == *namespace).then(|| meta.name.clone());
        let scoped = |(other, name): &(Str, Str)| (other == namespace).then(|| name.clone());
        let objects = &self.objects;
        match kind {
            Kind::Pod => self.pods_in(namespace).map(|(key, _)| key.name().into()).collect(),
            Kind::PodGroup => self.pod_groups.values().filter_map(|group| name(&group.metadata)).collect(),
            Kind::Workload => self.gang_workloads.values().filter_map(|workload| name(&workload.metadata)).collect(),
            Kind::PodDisruptionBudget => objects.budgets.iter().filter_map(|budget| name(&budget.metadata)).collect(),
            Kind::Service => objects.services.iter().filter_map(|service| name(&service.metadata)).collect(),
            Kind::LimitRange => self.limits.ranges().filter_map(|range| name(&range.metadata)).collect(),
            Kind::ResourceQuota => self.quotas.quotas().filter_map(|quota| name(&quota.metadata)).collect(),
            Kind::PersistentVolumeClaim => objects.storage.claims.keys().filter_map(scoped).collect(),
            Kind::CSIStorageCapacity => objects.storage.capacities.keys().filter_map(scoped).collect(),
            kind => {
                if let Some(kind) = kind.workload() {
                    let stored = self.workloads.ids().filter_map(|id| self.workloads.get(id));
                    let of_kind = stored.filter(|stored| stored.kind == kind);
                    of_kind.filter_map(|stored| name(&stored.workload.metadata)).collect()
                } else if let (Some(kind), Some(claims)) = (kind.device(), &objects.claims) {
                    claims.names_in(kind, namespace)
                } else {
                    Vec::new()
                }
            }
        }
    }

    /// Marks an object as deleted but kept by a finalizer. Only for kinds on whose deletion timestamp nothing depends.
    pub(crate) fn hold_object(&mut self, key: &ObjectKey, since: Time) {
        if !self.held_objects.contains_key(key) {
            self.held_objects.insert(key.clone(), since);
        }
    }

    pub(crate) fn release_object(&mut self, key: &ObjectKey) {
        self.held_objects.remove(key);
    }
}
