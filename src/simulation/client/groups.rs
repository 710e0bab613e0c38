//! Requests about pod groups, and about the `Workload`s that they are created from.

use std::rc::Rc;

use api::{
    DisruptionMode, GangWorkload, Kind, Millis, NamespacedName, ObjectKey, ObjectMeta, POD_GROUP_PROTECTION, PodGroup,
    PodGroupCondition, Str, Time,
};
use runlog::EventKind;

use super::{Client, watchers::Watchers};

impl Client<'_> {
    /// Creates a pod group, or sets the finalizers of an existing one, whose spec is immutable.
    pub(crate) fn apply_pod_group(&mut self, mut group: PodGroup) {
        let key = group.key();
        if !self.settings().gates.generic_workload {
            return;
        }
        if self.pod_groups().get(&key).is_some_and(|current| current.metadata.finalizers != group.metadata.finalizers) {
            return self.write_pod_group(&key, |current| current.metadata.finalizers = group.metadata.finalizers);
        }
        if self.pod_groups().contains_key(&key) {
            return;
        }
        group.metadata.uid = self.api_mut().assign_uid(&group.metadata);
        let group = Rc::new(group);
        self.api_mut().pod_groups_mut().insert(key, Rc::clone(&group));
        self.emit(EventKind::PodGroupUpdated(Rc::clone(&group)));
        self.cluster.deliver_pod_group_added(&group);
    }

    /// Admission of a pod group that a controller creates. Upstream: the admission plugins `Priority` and `PodGroupProtection`.
    pub(crate) fn admit_pod_group(&self, group: &mut PodGroup) {
        group.metadata.finalizers.push(POD_GROUP_PROTECTION.into());
        if !self.settings().gates.workload_aware_preemption {
            return;
        }
        let default = self.classes().iter().filter(|class| class.global_default).min_by_key(|class| class.value);
        let spec = &mut group.spec;
        spec.disruption_mode = DisruptionMode::Pod;
        spec.priority_class_name = default.map(|class| class.metadata.name.clone()).unwrap_or_default();
        spec.priority = Some(default.map_or(0, |class| class.value));
    }

    /// Deletes the pod groups and `Workload`s of an owner that was deleted.
    pub(crate) fn delete_groups_of(&mut self, owner: &Str) {
        let is_owned = |meta: &ObjectMeta| meta.controller().is_some_and(|controller| controller.uid == *owner);
        let workloads = self.gang_workloads().filter(|workload| is_owned(&workload.metadata));
        let workloads: Vec<NamespacedName> = workloads.map(|workload| NamespacedName::of(&workload.metadata)).collect();
        let groups = self.pod_groups().values().filter(|group| is_owned(&group.metadata));
        let groups: Vec<NamespacedName> = groups.map(|group| group.key()).collect();
        for workload in &workloads {
            self.delete_object(&ObjectKey::new(Kind::Workload, &workload.namespace().into(), &workload.name().into()));
        }
        for group in &groups {
            self.delete_pod_group(group);
        }
    }

    /// `kubectl delete podgroup`: a group that running pods still need, or that a finalizer of others keeps, is only marked
    /// for deletion.
    pub(crate) fn delete_pod_group(&mut self, key: &NamespacedName) {
        let Some(group) = self.pod_groups().get(key) else { return };
        let is_protected = group.metadata.finalizers.iter().any(|finalizer| *finalizer == *POD_GROUP_PROTECTION);
        let is_held = group.metadata.foreign_finalizer().is_some();
        if !is_held && (!is_protected || !self.has_running_members(key)) {
            return self.remove_pod_group(key);
        }
        let stamp = Time(self.wall_clock());
        self.write_pod_group(key, |group| {
            group.metadata.deletion_timestamp.get_or_insert(stamp);
        });
    }

    /// Called when a pod of the group completed or was deleted: removes a terminating group after its last pod. Upstream:
    /// `podgroupprotection.Controller`.
    pub(crate) fn release_pod_group(&mut self, key: &NamespacedName) {
        let is_terminating = |group: &Rc<PodGroup>| {
            group.metadata.deletion_timestamp.is_some() && group.metadata.foreign_finalizer().is_none()
        };
        if self.pod_groups().get(key).is_some_and(is_terminating) && !self.has_running_members(key) {
            self.remove_pod_group(key);
        }
    }

    fn has_running_members(&self, key: &NamespacedName) -> bool {
        self.pods().any(|(_, record)| !record.is_over() && record.pod().group_key().as_ref() == Some(key))
    }

    fn remove_pod_group(&mut self, key: &NamespacedName) {
        if self.api_mut().pod_groups_mut().remove(key).is_some() {
            self.emit(EventKind::PodGroupRemoved(key.clone()));
            self.cluster.deliver_pod_group_removed(key);
            self.continue_namespace_deletion(&key.namespace().into());
        }
    }

    /// Writes the scheduler's condition `PodGroupScheduled`, unless it is unchanged.
    pub(crate) fn write_pod_group_condition(&mut self, key: &NamespacedName, condition: &PodGroupCondition) {
        let Some(group) = self.pod_groups().get(key) else { return };
        if (**group).clone().set_scheduled_condition(condition) {
            self.write_pod_group(key, |group| {
                group.set_scheduled_condition(condition);
            });
        }
    }

    fn write_pod_group(&mut self, key: &NamespacedName, edit: impl FnOnce(&mut PodGroup)) {
        let Some(mut group) = self.pod_groups().get(key).cloned() else { return };
        edit(Rc::make_mut(&mut group));
        self.api_mut().pod_groups_mut().insert(key.clone(), Rc::clone(&group));
        self.emit(EventKind::PodGroupUpdated(Rc::clone(&group)));
        self.cluster.deliver_pod_group_written(&group);
    }

    /// Creates a `Workload`, or sets the finalizers of an existing one. Only the API server reads it.
    pub(crate) fn apply_gang_workload(&mut self, mut workload: GangWorkload) {
        let key = NamespacedName::of(&workload.metadata);
        if !self.settings().gates.generic_workload {
            return;
        }
        if let Some(current) = self.api_mut().gang_workloads_mut().get_mut(&key) {
            Rc::make_mut(current).metadata.finalizers = workload.metadata.finalizers;
            return;
        }
        workload.metadata.uid = self.api_mut().assign_uid(&workload.metadata);
        workload.metadata.creation_timestamp = Some(Time(self.settings().wall_clock(Millis::ZERO)));
        self.api_mut().gang_workloads_mut().insert(key, Rc::new(workload));
    }

    pub(crate) fn delete_gang_workload(&mut self, key: &NamespacedName) {
        self.api_mut().gang_workloads_mut().remove(key);
    }
}
