//! Requests about groups of pods, and about what they are made from.

use std::rc::Rc;

use api::{GangWorkload, Millis, NamespacedName, POD_GROUP_PROTECTION, PodGroup, PodGroupCondition, Time};
use runlog::EventKind;

use super::Client;

impl Client<'_> {
    /// Creates a group; one that is there stays as it is, since nothing of its spec can be changed.
    pub(crate) fn apply_pod_group(&mut self, mut group: PodGroup) {
        let key = group.key();
        if !self.settings().gates.generic_workload || self.pod_groups().contains_key(&key) {
            return;
        }
        group.metadata.uid = self.api_mut().assign_uid(&group.metadata);
        let group = Rc::new(group);
        self.api_mut().pod_groups_mut().insert(key, Rc::clone(&group));
        self.emit(EventKind::PodGroupUpdated(Rc::clone(&group)));
        self.deliver_pod_group_added(&group);
    }

    /// `kubectl delete podgroup`: it stays as long as pods need it.
    pub(crate) fn delete_pod_group(&mut self, key: &NamespacedName) {
        let Some(group) = self.pod_groups().get(key) else { return };
        let is_protected = group.metadata.finalizers.iter().any(|finalizer| *finalizer == *POD_GROUP_PROTECTION);
        if !is_protected || !self.has_running_members(key) {
            return self.remove_pod_group(key);
        }
        let stamp = Time(self.wall_clock());
        self.write_pod_group(key, |group| group.metadata.deletion_timestamp = Some(stamp));
    }

    /// A pod of the group has ended, or is gone: the last one lets a group go that is being deleted. Upstream:
    /// `podgroupprotection.Controller`.
    pub(crate) fn release_pod_group(&mut self, key: &NamespacedName) {
        let is_terminating =
            self.pod_groups().get(key).is_some_and(|group| group.metadata.deletion_timestamp.is_some());
        if is_terminating && !self.has_running_members(key) {
            self.remove_pod_group(key);
        }
    }

    fn has_running_members(&self, key: &NamespacedName) -> bool {
        self.pods().any(|(_, record)| !record.is_over() && record.pod().group_key().as_ref() == Some(key))
    }

    fn remove_pod_group(&mut self, key: &NamespacedName) {
        if self.api_mut().pod_groups_mut().remove(key).is_some() {
            self.emit(EventKind::PodGroupRemoved(key.clone()));
            self.deliver_pod_group_removed(key);
        }
    }

    /// The scheduler writes the condition `PodGroupScheduled`, if that changes anything.
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
        self.deliver_pod_group_written(&group);
    }

    /// Creates what groups are made from. Nobody but the API server reads it.
    pub(crate) fn apply_gang_workload(&mut self, mut workload: GangWorkload) {
        let key = NamespacedName::of(&workload.metadata);
        if !self.settings().gates.generic_workload || self.api_mut().gang_workloads_mut().contains_key(&key) {
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
