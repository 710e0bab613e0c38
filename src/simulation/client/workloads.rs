//! Requests about workloads.

use std::rc::Rc;

use api::{Millis, NamespacedName, OwnerReference, PodTemplate, Str, Time, Workload, WorkloadKind, WorkloadStatus};

use super::{Client, watchers::Watchers};
use crate::{
    api_server::{
        PodRecord,
        workloads::{DeploymentSize, StoredWorkload},
    },
    ids::WorkloadId,
    task::WorkloadTask,
};

impl Client<'_> {
    /// Creates a workload, or updates the spec of the one of this kind and name.
    pub(crate) fn create_workload(&mut self, kind: WorkloadKind, mut workload: Workload) {
        if self.has_workload(kind, &NamespacedName::of(&workload.metadata)) {
            return self.apply_workload(kind, workload);
        }
        workload.metadata.uid = self.api_mut().assign_uid(&workload.metadata);
        // Workloads that are created during the run have no status yet.
        if !self.now().is_zero() {
            workload.status = WorkloadStatus::default();
        }
        let workload = Rc::new(workload);
        self.list_for_plugins(kind, Rc::clone(&workload));
        self.insert_workload(kind, Rc::clone(&workload));
        self.find_existing_pods(kind, &workload);
        // Workloads of the manifest are synced at once, those that are created later after the controllers' delay.
        if self.now().is_zero() {
            let delay = self.settings().timings.controller;
            self.cluster.agenda.cancel(delay, WorkloadTask::Sync.into());
            self.put_on_agenda(Millis::ZERO, WorkloadTask::Sync.into());
        } else {
            self.wake_controllers();
        }
    }

    fn insert_workload(&mut self, kind: WorkloadKind, workload: Rc<Workload>) -> WorkloadId {
        let id = self.api_mut().workloads_mut().insert(kind, workload);
        self.cluster.deliver_workload_added(id, kind);
        id
    }

    /// Creates a ReplicaSet for a Deployment.
    pub(crate) fn create_replica_set(&mut self, mut replica_set: Workload) -> (WorkloadId, Rc<Workload>) {
        replica_set.metadata.uid = self.api_mut().assign_uid(&replica_set.metadata);
        let replica_set = Rc::new(replica_set);
        self.list_for_plugins(WorkloadKind::ReplicaSet, Rc::clone(&replica_set));
        (self.insert_workload(WorkloadKind::ReplicaSet, Rc::clone(&replica_set)), replica_set)
    }

    /// Indexes existing pods whose owner reference names the new workload. Filtering by kind and name only saves time: `find_pod_owner` compares
    /// kind, name and uid.
    fn find_existing_pods(&mut self, kind: WorkloadKind, workload: &Workload) {
        let is_named = |owner: &OwnerReference| owner.kind == kind.name() && owner.name == workload.metadata.name;
        let named = self
            .pods()
            .filter(|(_, record)| record.owner.is_none() && record.pod().metadata.controller().is_some_and(is_named));
        for key in named.map(|(key, _)| key.clone()).collect::<Vec<_>>() {
            self.find_pod_owner(&key);
        }
    }

    /// Adds a workload to the lists that the scheduler's plugins read.
    pub(crate) fn list_for_plugins(&mut self, kind: WorkloadKind, workload: Rc<Workload>) {
        if let Some(list) = self.api_mut().objects_mut().workloads_mut(kind) {
            list.push(workload);
        }
    }

    /// `kubectl apply` of a workload: updates its spec, or creates it.
    pub(crate) fn apply_workload(&mut self, kind: WorkloadKind, workload: Workload) {
        let Some(id) = self.workloads().find_by_name(kind, &NamespacedName::of(&workload.metadata)) else {
            return self.create_workload(kind, workload);
        };
        let finalizers = workload.metadata.finalizers;
        let Some(changed) = self.api_mut().workloads_mut().update(id, workload.spec, finalizers) else { return };
        self.queue_workload(id);
        let is_same = |other: &&mut Rc<Workload>| other.metadata.uid == changed.metadata.uid;
        let objects = self.api_mut().objects_mut();
        if let Some(other) = objects.workloads_mut(kind).and_then(|list| list.iter_mut().find(is_same)) {
            *other = Rc::clone(&changed);
        }
        self.wake_controllers();
    }

    /// `kubectl scale`.
    pub(crate) fn scale_workload(&mut self, kind: WorkloadKind, key: &NamespacedName, replicas: i32) {
        if let Some(id) = self.workloads().find_by_name(kind, key) {
            self.edit_workload(id, |stored| Rc::make_mut(&mut stored.workload).spec.replicas = Some(replicas));
            self.queue_workload(id);
        }
        self.wake_controllers();
    }

    /// Writes the size of a ReplicaSet with the annotations of its Deployment. The caller delivers the change
    /// ([`Client::deliver_replica_set_scaled`]) after recording its own events.
    pub(crate) fn write_replica_set_size(&mut self, id: WorkloadId, replicas: i32, scaled_for: DeploymentSize) {
        self.edit_workload(id, |stored| {
            stored.scaled_for = Some(scaled_for);
            if stored.workload.spec.replicas != Some(replicas) {
                Rc::make_mut(&mut stored.workload).spec.replicas = Some(replicas);
            }
        });
    }

    /// Whether a pod of a workload is available: active, and ready for at least `minReadySeconds`. Upstream: `IsPodAvailable`.
    pub(crate) fn is_pod_available(&self, workload: &Workload, key: &NamespacedName) -> bool {
        let wait = Millis::from_signed_seconds(workload.spec.min_ready_seconds.unwrap_or(0).into());
        self.pod(key).is_some_and(|record: &PodRecord| {
            record.is_active()
                && self.is_ready(record)
                && record.ready_since.is_none_or(|since| since + wait <= self.now())
        })
    }

    /// The number of available pods of a workload.
    pub(crate) fn available_count(&self, workload: &Workload) -> i32 {
        let count = match workload.spec.min_ready_seconds {
            None | Some(0) => self.pod_tally_of(workload).ready,
            Some(_) => {
                let pods = self.workloads().pods_of(&workload.metadata.uid);
                pods.iter().filter(|key| self.is_pod_available(workload, key)).count()
            }
        };
        i32::try_from(count).unwrap_or(i32::MAX)
    }

    /// Records that a pod became ready, and syncs its workload when the pod becomes available.
    pub(crate) fn await_availability(&mut self, key: &NamespacedName) {
        let now = self.now();
        let owner = self.api_mut().set_ready_since(key, now);
        let Some(id) = owner.and_then(|owner| self.workloads().id_of_uid(&owner)) else { return };
        let wait = self.workload(id).and_then(|workload| workload.spec.min_ready_seconds).unwrap_or(0);
        if wait > 0 {
            self.put_on_agenda(now + Millis::from_signed_seconds(wait.into()), WorkloadTask::Resync(id).into());
        }
    }

    /// A number for the current template of a Deployment. The same template always gets the same number, also in a Deployment that was deleted and
    /// created again. A new one gets a number of at least `least`. Upstream uses a hash of the template (`ComputeHash`).
    pub(crate) fn number_template(&mut self, deployment: &Workload, least: u64) -> u64 {
        let key = NamespacedName::of(&deployment.metadata);
        self.api_mut().workloads_mut().number_template(key, &deployment.spec.template, least)
    }

    /// Records that a StatefulSet's rollout is complete: its last revision is the current one.
    pub(crate) fn finish_rollout(&mut self, id: WorkloadId) {
        self.edit_workload(id, |stored| stored.last_revision = stored.revision);
    }

    fn edit_workload(&mut self, id: WorkloadId, edit: impl FnOnce(&mut StoredWorkload)) {
        if let Some(stored) = self.api_mut().workloads_mut().get_mut(id) {
            edit(stored);
        }
    }

    /// The template of a workload at an index of its revisions.
    pub(crate) fn template_at(&self, id: WorkloadId, revision: usize) -> Option<Rc<PodTemplate>> {
        self.workloads().get(id)?.templates.get(revision).map(Rc::clone)
    }

    /// Records that a pod has another template than the workload's first one.
    pub(crate) fn set_pod_revision(&mut self, id: WorkloadId, pod: NamespacedName, revision: usize) {
        self.api_mut().workloads_mut().set_pod_revision(id, pod, revision);
    }

    /// `kubectl delete` of a workload, its `ReplicaSets` and its pods.
    pub(crate) fn delete_workload(&mut self, kind: WorkloadKind, key: &NamespacedName) {
        if let Some(id) = self.workloads().find_by_name(kind, key) {
            let stamp = Time(self.wall_clock());
            if self.api_mut().workloads_mut().mark_held_deletion(id, stamp) {
                return;
            }
            self.remove_workload(id);
            self.cluster.deliver_deletion_cascade();
        }
    }

    fn remove_workload(&mut self, id: WorkloadId) {
        let Some(stored) = self.api_mut().workloads_mut().remove(id) else { return };
        let uid: &Str = &stored.workload.metadata.uid;
        if let Some(list) = self.api_mut().objects_mut().workloads_mut(stored.kind) {
            list.retain(|other| other.metadata.uid != *uid);
        }
        for child in self.workloads().replica_sets_of(uid) {
            self.remove_workload(child);
        }
        if stored.kind == WorkloadKind::Job {
            self.delete_groups_of(uid);
        }
        self.cluster.deliver_workload_removed(id, uid);
    }

    /// A free pod name, and the number of the pod among those of its workload. A name that ends in `-` gets a random suffix; another one is used as
    /// it is.
    pub(crate) fn generate_pod_name(
        &mut self,
        id: WorkloadId,
        workload: &Workload,
        name: Option<String>,
    ) -> (String, u64) {
        let prefix = name.unwrap_or_else(|| format!("{}-", workload.metadata.name));
        let text = NamespacedName::of(&workload.metadata);
        loop {
            let Some(stored) = self.api_mut().workloads_mut().get_mut(id) else { return (prefix, 0) };
            stored.pods_created += 1;
            let number = stored.pods_created;
            if !prefix.ends_with('-') {
                return (prefix, number);
            }
            let name = format!("{prefix}{}", self.name_suffix(&text, number, 5));
            // A pod of a deleted workload of the same name may still have this name.
            if self.pod(&NamespacedName::new(&workload.metadata.namespace, &name)).is_none() {
                return (name, number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::test_run::run_until;

    #[test]
    fn a_workload_gets_the_existing_pods_that_name_it() {
        for (kind, name, is_owner) in [
            ("ReplicaSet", "web", true),
            ("ReplicaSet", "other", false),
            ("StatefulSet", "web", false),
            ("ReplicationController", "other", false),
        ] {
            let created = format!(
                "{{apiVersion: {}, kind: {kind}, metadata: {{name: {name}}}, spec: {{replicas: 1, selector: {}, template: {{metadata: {{labels: {{app: web}}}}, spec: {{containers: [{{name: c}}]}}}}}}}}",
                if kind == "ReplicationController" { "v1" } else { "apps/v1" },
                if kind == "ReplicationController" { "{app: web}" } else { "{matchLabels: {app: web}}" },
            );
            let text = format!(
                "{{kind: Node, metadata: {{name: n}}, status: {{allocatable: {{cpu: 4}}}}}}
---
{{kind: Pod, metadata: {{name: p, labels: {{app: web}}, ownerReferences: [{{apiVersion: apps/v1, kind: ReplicaSet, name: web, controller: true}}]}}, spec: {{nodeName: n, containers: [{{name: c}}]}}}}
---
{{kind: Scenario, assumeOwners: false, script: [{{at: 1s, create: {created}}}]}}"
            );
            let (simulation, _) = run_until(&text, 2);
            let record = simulation.cluster.api.pod("default/p").expect("a pod");
            assert_eq!(record.owner.is_some(), is_owner, "{kind} {name}");
            // The owner has the pod that it needs; any other workload creates one.
            assert_eq!(simulation.pods().count(), if is_owner { 1 } else { 2 }, "{kind} {name}");
        }
    }

    #[test]
    fn the_schedulers_plugins_see_the_workloads_that_exist() {
        let workload = |kind: &str, name: &str| {
            format!(
                "---\n{{apiVersion: apps/v1, kind: {kind}, metadata: {{name: {name}}}, spec: {{selector: {{matchLabels: {{app: {name}}}}}, template: {{metadata: {{labels: {{app: {name}}}}}, spec: {{containers: [{{name: c}}]}}}}}}}}\n"
            )
        };
        let texts = [
            workload("ReplicaSet", "a"),
            workload("ReplicaSet", "b"),
            workload("StatefulSet", "c"),
            workload("Deployment", "d"),
        ];
        for (script, replica_sets, stateful_sets) in [
            ("", 3, 1),
            ("{at: 1s, delete: {kind: ReplicaSet, name: a}}", 2, 1),
            ("{at: 1s, delete: {kind: StatefulSet, name: c}}", 3, 0),
            // The garbage collector deletes its ReplicaSet.
            ("{at: 1s, delete: {kind: Deployment, name: d}}", 2, 1),
        ] {
            let text = format!("{}---\n{{kind: Scenario, script: [{script}]}}", texts.concat());
            let (simulation, _) = run_until(&text, 2);
            let objects = simulation.cluster.api.objects();
            let numbers = (objects.replica_sets.len(), objects.stateful_sets.len());
            assert_eq!(numbers, (replica_sets, stateful_sets), "{script}");
        }
    }
}
