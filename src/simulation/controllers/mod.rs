//! Controllers: they compare what a workload wants with what there is, and create or delete pods.
//!
//! A file for each controller; [`workloads`] knows whose pod is whose.

mod daemon_set;
mod deployment;
mod job;
mod ownership;
mod replica_set;
mod stateful_set;
pub(crate) mod workloads;

use std::rc::Rc;

use api::{Millis, NamespacedName, OwnerReference, Pod, PodPhase, PodSpec, PodTemplate, Str, Time, Workload};

use super::{agenda::Task, state::Simulation};
use api::WorkloadKind;
use runlog::{Deletion, EventKind, Reconcile, ReconcileFunction, UpstreamMessage};

pub use daemon_set::should_run_daemon;
pub(super) use workloads::{WorkloadId, Workloads};

fn owner_reference(kind: WorkloadKind, workload: &Workload) -> OwnerReference {
    OwnerReference {
        api_version: kind.api_version().into(),
        kind: kind.name().into(),
        name: workload.metadata.name.clone(),
        uid: workload.metadata.uid.clone(),
        controller: Some(true),
        block_owner_deletion: Some(true),
    }
}

impl Simulation {
    /// A workload comes. One of its kind and name that is there already gets the new spec.
    pub(super) fn add_workload(&mut self, kind: WorkloadKind, mut workload: Workload) {
        if self.workloads.find_by_name(kind, &NamespacedName::of(&workload.metadata)).is_some() {
            return self.apply_workload(kind, workload);
        }
        workload.metadata.uid = self.uids.assign(&workload.metadata);
        let workload = Rc::new(workload);
        self.add_selector(kind, Rc::clone(&workload));
        self.workloads.add(kind, Rc::clone(&workload));
        self.adopt_existing_pods(kind, &workload);
        // What a manifest brings is there from the start; what is created later waits for its controller.
        if self.now.is_zero() {
            self.agenda.cancel(self.timings.controller, &Task::RunControllers);
            self.agenda.add(Millis::ZERO, Task::RunControllers);
        } else {
            self.touch_controllers();
        }
    }

    /// Pods that name a workload may be there before it.
    fn adopt_existing_pods(&mut self, kind: WorkloadKind, workload: &Workload) {
        for (key, state) in self.pods.iter_mut() {
            let pod = &state.info.pod;
            let named = |owner: &OwnerReference| owner.kind == kind.name() && owner.name == workload.metadata.name;
            if state.owner.is_none() && pod.metadata.controller().is_some_and(named) {
                state.owner = self.workloads.claim_pod(pod, key);
            }
        }
    }

    /// Lets plugins look the workload up.
    pub(super) fn add_selector(&mut self, kind: WorkloadKind, workload: Rc<Workload>) {
        if let Some(list) = self.objects.workloads_mut(kind) {
            list.push(workload);
        }
    }

    pub(super) fn scale_workload(&mut self, kind: WorkloadKind, wanted: &NamespacedName, replicas: i32) {
        if let Some(entry) = self.workloads.find_by_name(kind, wanted).and_then(|number| self.workloads.get_mut(number))
        {
            Rc::make_mut(&mut entry.workload).spec.replicas = Some(replicas);
        }
        if let Some(number) = self.workloads.find_by_name(kind, wanted) {
            self.workloads.queue_workload(number);
        }
        self.touch_controllers();
    }

    pub(super) fn delete_workload(&mut self, kind: WorkloadKind, wanted: &NamespacedName) {
        if let Some(number) = self.workloads.find_by_name(kind, wanted) {
            self.remove_workload(number);
            self.collect_orphaned_pods();
        }
    }

    fn remove_workload(&mut self, number: WorkloadId) {
        let Some(entry) = self.workloads.remove(number) else { return };
        let uid = &entry.workload.metadata.uid;
        if let Some(list) = self.objects.workloads_mut(entry.kind) {
            list.retain(|other| other.metadata.uid != *uid);
        }
        for child in self.workloads.children(uid) {
            self.remove_workload(child);
        }
        self.workloads.collected.insert(uid.clone());
    }

    /// The garbage collector deletes pods whose workload is gone.
    fn collect_orphaned_pods(&mut self) {
        while let Some(uid) = self.workloads.collected.first().cloned() {
            for pod in self.workloads.pods(&uid) {
                if self.pods.get(&pod).is_some_and(|state| state.info.pod.is_terminating()) {
                    continue;
                }
                if !self.workloads.spend_one() {
                    return self.agenda.add(self.now, Task::RunControllers);
                }
                self.delete_pod(&pod, Deletion::Collected);
            }
            self.workloads.collected.remove(&uid);
        }
    }

    /// Something about a pod changed that the controller of its workload wants to know.
    pub(super) fn queue_pod_owner(&mut self, key: &NamespacedName) {
        if let Some(owner) = self.pods.get(key).and_then(|state| state.owner.as_ref()) {
            self.workloads.queue_owner(owner);
        }
    }

    /// A pod of a workload begins to run.
    pub(super) fn count_started_pod(&mut self, key: &NamespacedName) {
        let owner = self.pods.get(key).and_then(|state| state.owner.as_ref());
        if let Some(entry) = owner.and_then(|owner| self.workloads.by_uid_mut(owner)) {
            entry.started = entry.started.saturating_add(1);
        }
    }

    /// A controller comes back to a workload by itself.
    pub(super) fn resync_workload(&mut self, number: WorkloadId) {
        self.workloads.queue_workload(number);
        self.run_controllers();
    }

    /// Every controller looks once at each of its workloads about which anything changed.
    pub(super) fn run_controllers(&mut self) {
        self.collect_orphaned_pods();
        self.claim_pods();
        let mut at = 0;
        // By number: a deployment makes replica sets, which come last, and changes those that are there.
        while let Some((number, kind)) = self.workloads.take_queued(at) {
            at = number + 1;
            let failures = self.workloads.get(number).map_or(0, |entry| entry.failures);
            match kind {
                WorkloadKind::Deployment => self.reconcile_deployment(number),
                WorkloadKind::ReplicaSet | WorkloadKind::ReplicationController => self.reconcile_replica_set(number),
                WorkloadKind::StatefulSet => self.reconcile_stateful_set(number),
                WorkloadKind::DaemonSet => self.reconcile_daemon_set(number),
                WorkloadKind::Job => self.reconcile_job(number),
            }
            if let Some(entry) = self.workloads.get_mut(number).filter(|entry| entry.failures == failures) {
                entry.failures = 0;
                entry.started = 0;
            }
            if self.workloads.unfinished {
                self.workloads.queue_workload(number);
                return self.agenda.add(self.now, Task::RunControllers);
            }
        }
    }

    /// `kubectl apply`: a workload of that name gets the new spec, or there is a new workload.
    pub(super) fn apply_workload(&mut self, kind: WorkloadKind, workload: Workload) {
        let Some(number) = self.workloads.find_by_name(kind, &NamespacedName::of(&workload.metadata)) else {
            return self.add_workload(kind, workload);
        };
        let Some(changed) = self.workloads.update_spec(number, workload.spec) else { return };
        let same = |other: &&mut Rc<Workload>| other.metadata.uid == changed.metadata.uid;
        if let Some(other) = self.objects.workloads_mut(kind).and_then(|list| list.iter_mut().find(same)) {
            *other = Rc::clone(&changed);
        }
        self.touch_controllers();
    }

    fn workload(&self, number: WorkloadId) -> Option<Rc<Workload>> {
        self.workloads.get(number).map(|entry| Rc::clone(&entry.workload))
    }

    /// Whether a pod counts for its controller: it is neither done nor on its way out.
    fn is_active(&self, key: &NamespacedName) -> bool {
        self.pods.get(key).is_some_and(|state| {
            let pod = &state.info.pod;
            !pod.is_terminating() && !pod.status.phase.is_over()
        })
    }

    /// Whether a pod came to its end, and is only an object now.
    fn is_finished(&self, key: &NamespacedName) -> bool {
        self.pods.get(key).is_some_and(|state| state.info.pod.status.phase.is_over())
    }

    fn active_pods(&self, workload: &Workload) -> Vec<NamespacedName> {
        let mut pods = self.workloads.pods(&workload.metadata.uid);
        pods.retain(|key| self.is_active(key));
        pods
    }

    /// Pods that run, are ready and stay.
    fn available_count(&self, workload: &Workload) -> i32 {
        let pods = self.workloads.pods(&workload.metadata.uid);
        to_i32(pods.iter().filter(|key| self.is_active(key) && self.is_ready(key)).count())
    }

    /// What a controller decides to do with its pods, as a step of its own.
    fn record_decision(
        &mut self,
        number: WorkloadId,
        by: ReconcileFunction,
        (wanted, has): (usize, usize),
        makes: usize,
        deletes: &[NamespacedName],
    ) {
        let Some(entry) = self.workloads.get(number) else { return };
        let is_refused = |spec: &PodSpec, namespace: &Str| self.quotas.check_pod(namespace, spec).is_err();
        let (spec, namespace) = (&entry.workload.spec, &entry.workload.metadata.namespace);
        // What it tried before in vain is no news.
        let in_vain = entry.failures > 0 && deletes.is_empty() && is_refused(&spec.template.spec, namespace);
        if spec.has_refused_pods || in_vain || makes == 0 && deletes.is_empty() {
            return;
        }
        let workload = format!("{}/{}", entry.kind.name(), NamespacedName::of(&entry.workload.metadata)).into();
        let backoff = (entry.failures > 0 || entry.job.failed_in_a_row > 0).then_some(entry.backoff);
        let ready = usize::try_from(self.available_count(&entry.workload)).unwrap_or(0);
        let (deletes, scales) = (deletes.to_vec(), None);
        let decision = Reconcile { workload, by, wanted, has, ready, backoff, makes, deletes, scales };
        self.emit(EventKind::Reconciled(Rc::new(decision)));
    }

    /// An event on a workload.
    fn record_workload_event(&mut self, number: WorkloadId, warning: bool, reason: &str, text: Str) {
        let Some(entry) = self.workloads.get(number) else { return };
        let (kind, name) = (entry.kind, NamespacedName::of(&entry.workload.metadata));
        self.record_message(kind.name(), &name, warning, reason, text);
    }

    /// The event that a controller records when it made a pod, or deleted one. Upstream: `RealPodControl.createPods`,
    /// `RealPodControl.DeletePod`, `StatefulPodControl.recordPodEvent`.
    fn record_managed_event(&mut self, number: WorkloadId, verb: &str, pod: &str) {
        let Some(entry) = self.workloads.get(number) else { return };
        let name = entry.workload.metadata.name.clone();
        let stateful_set = (entry.kind == WorkloadKind::StatefulSet).then_some(name.as_str());
        let upstream_message = UpstreamMessage::ControllerAction { verb, pod, stateful_set, claim: None, error: None };
        let text = self.profiles[0].wording.render(&upstream_message).into();
        self.record_workload_event(
            number,
            false,
            if verb == "Create" { "SuccessfulCreate" } else { "SuccessfulDelete" },
            text,
        );
    }

    /// A controller deletes a pod of its own. False if this step has done enough.
    fn delete_owned_pod(&mut self, number: WorkloadId, pod: &NamespacedName) -> bool {
        if !self.workloads.spend_one() {
            return false;
        }
        self.record_managed_event(number, "Delete", pod.name());
        self.delete_pod(pod, Deletion::ScaledDown);
        true
    }

    /// The place of a workload's template.
    fn current_revision(&self, number: WorkloadId) -> usize {
        self.workloads.get(number).map_or(0, |entry| entry.revision)
    }

    /// Makes a pod of the workload's template, under a name with a suffix. False if this step has done enough.
    fn create_pod_of(&mut self, number: WorkloadId) -> bool {
        self.create_pod_of_revision(number, None, self.current_revision(number), |_| {})
    }

    /// Makes a pod of one of the templates that the workload had, under a name of the caller's or one with a suffix.
    fn create_pod_of_revision(
        &mut self,
        number: WorkloadId,
        name: Option<String>,
        revision: usize,
        finish: impl FnOnce(&mut Pod),
    ) -> bool {
        let Some(entry) = self.workloads.get(number) else { return false };
        if entry.workload.spec.has_refused_pods {
            return true;
        }
        if !self.workloads.spend_one() {
            return false;
        }
        if self.is_pod_refused(number, name.as_ref()) {
            return false;
        }
        let Some(entry) = self.workloads.get(number) else { return false };
        let (kind, workload) = (entry.kind, Rc::clone(&entry.workload));
        let Some(template) = entry.templates.get(revision).map(Rc::clone) else { return false };
        let mut pod = self.template(number, kind, &workload, &template, name);
        finish(&mut pod);
        if let Err((claim, why)) = self.create_template_claims(&workload, &mut pod) {
            self.report_claim_refused(number, &pod.metadata.name, &claim, &why);
            return false;
        }
        let (name, pod_key) = (pod.metadata.name.clone(), pod.key());
        self.create_pod(pod, format!("{}/{}", kind.name(), workload.metadata.name).into());
        if let Some(entry) = self.workloads.get_mut(number).filter(|_| revision > 0) {
            entry.pod_revisions.insert(pod_key, revision);
        }
        self.record_managed_event(number, "Create", &name);
        self.record_refusal(number, None);
        true
    }

    fn template(
        &mut self,
        number: WorkloadId,
        kind: WorkloadKind,
        workload: &Workload,
        template: &PodTemplate,
        name: Option<String>,
    ) -> Pod {
        let mut pod = Pod { metadata: template.metadata.clone(), spec: template.spec.clone(), ..Pod::default() };
        let (name, made) = self.pod_name(number, workload, name);
        pod.metadata.uid = format!("uid-{}-{name}-{made}", workload.metadata.namespace).into();
        pod.metadata.name = name.into();
        pod.metadata.namespace = workload.metadata.namespace.clone();
        pod.metadata.owner_references = vec![owner_reference(kind, workload)];
        pod.metadata.creation_timestamp = Some(Time(self.wall_clock(self.now)));
        pod.status.phase = PodPhase::Pending;
        pod
    }

    /// The name that the next pod of a workload gets.
    pub(super) fn next_pod_name(&mut self, number: WorkloadId, name: Option<String>) -> String {
        let workload = self.workload(number).unwrap_or_default();
        self.pod_name(number, &workload, name).0
    }

    /// A name that is free, and which pod of its workload bears it. A fixed name gets no suffix, one that ends in `-` does.
    fn pod_name(&mut self, number: WorkloadId, workload: &Workload, name: Option<String>) -> (String, u64) {
        let prefix = name.unwrap_or_else(|| format!("{}-", workload.metadata.name));
        let text = NamespacedName::of(&workload.metadata);
        loop {
            let Some(entry) = self.workloads.get_mut(number) else { return (prefix, 0) };
            entry.pods_made += 1;
            let made = entry.pods_made;
            if !prefix.ends_with('-') {
                return (prefix, made);
            }
            let name = format!("{prefix}{}", self.workloads.name_suffix(&text, made, 5));
            // A pod of a predecessor may still bear it.
            if !self.pods.contains_key(&NamespacedName::new(&workload.metadata.namespace, &name)) {
                return (name, made);
            }
        }
    }
}

/// As many as there are, in the type that specs count in.
fn to_i32(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
