//! Controllers: they compare what a workload wants with what there is, and create or delete pods.
//!
//! A file for each controller; [`workloads`] knows whose pod is whose.

mod daemon_set;
mod deployment;
mod job;
mod replica_set;
mod stateful_set;
pub(crate) mod workloads;

use std::rc::Rc;

use api::{Millis, OwnerReference, Pod, PodPhase, Str, Time, Workload};

use super::agenda::Task;
use super::state::Simulation;
use api::WorkloadKind;
use record::Deletion;

use workloads::key;

pub use daemon_set::runs_daemons;
pub(super) use workloads::{Number, Workloads};

fn owner(kind: WorkloadKind, workload: &Workload) -> OwnerReference {
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
        if self.workloads.find(kind, &key(&workload.metadata)).is_some() {
            return self.apply_workload(kind, workload);
        }
        workload.metadata.uid = self.uids.give(&workload.metadata);
        let workload = Rc::new(workload);
        self.add_selector(kind, Rc::clone(&workload));
        self.workloads.add(kind, Rc::clone(&workload));
        self.adopt_pods(kind, &workload);
        // What a manifest brings is there from the start; what is created later waits for its controller.
        if self.now.is_zero() {
            self.agenda.cancel(self.timings.controller, &Task::Controllers);
            self.agenda.add(Millis::ZERO, Task::Controllers);
        } else {
            self.touch();
        }
    }

    /// Pods that name a workload may be there before it.
    fn adopt_pods(&mut self, kind: WorkloadKind, workload: &Workload) {
        for (key, state) in self.pods.iter_mut() {
            let pod = &state.info.pod;
            let named = |owner: &OwnerReference| owner.kind == kind.name() && owner.name == workload.metadata.name;
            if state.owner.is_none() && pod.metadata.controller().is_some_and(named) {
                state.owner = self.workloads.own(pod, key);
            }
        }
    }

    /// Lets plugins look the workload up.
    pub(super) fn add_selector(&mut self, kind: WorkloadKind, workload: Rc<Workload>) {
        if let Some(list) = self.objects.workloads_mut(kind) {
            list.push(workload);
        }
    }

    pub(super) fn scale(&mut self, kind: WorkloadKind, wanted: &Str, replicas: i32) {
        if let Some(entry) = self.workloads.find(kind, wanted).and_then(|number| self.workloads.get_mut(number)) {
            Rc::make_mut(&mut entry.workload).spec.replicas = Some(replicas);
        }
        self.touch();
    }

    pub(super) fn delete_workload(&mut self, kind: WorkloadKind, wanted: &Str) {
        if let Some(number) = self.workloads.find(kind, wanted) {
            self.remove_workload(number);
            self.collect_pods();
        }
    }

    fn remove_workload(&mut self, number: Number) {
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
    fn collect_pods(&mut self) {
        while let Some(uid) = self.workloads.collected.first().cloned() {
            for pod in self.workloads.pods(&uid) {
                if self.pods.get(&pod).is_some_and(|state| state.info.pod.is_terminating()) {
                    continue;
                }
                if !self.workloads.takes_one() {
                    return self.agenda.add(self.now, Task::Controllers);
                }
                self.delete_pod(&pod, Deletion::Deleted);
            }
            self.workloads.collected.remove(&uid);
        }
    }

    /// Every controller looks once at each of its workloads.
    pub(super) fn run_controllers(&mut self) {
        self.collect_pods();
        let mut at = 0;
        // By number: a deployment makes replica sets, which come last, and changes those that are there.
        while let Some((number, kind)) = self.workloads.next(at) {
            at = number + 1;
            match kind {
                WorkloadKind::Deployment => self.reconcile_deployment(number),
                WorkloadKind::ReplicaSet | WorkloadKind::ReplicationController => self.reconcile_replicas(number),
                WorkloadKind::StatefulSet => self.reconcile_stateful_set(number),
                WorkloadKind::DaemonSet => self.reconcile_daemon_set(number),
                WorkloadKind::Job => self.reconcile_job(number),
            }
            if self.workloads.unfinished {
                return self.agenda.add(self.now, Task::Controllers);
            }
        }
    }

    /// `kubectl apply`: a workload of that name gets the new spec, or there is a new workload.
    pub(super) fn apply_workload(&mut self, kind: WorkloadKind, workload: Workload) {
        let there = self.workloads.find(kind, &key(&workload.metadata));
        let Some(entry) = there.and_then(|number| self.workloads.get_mut(number)) else {
            return self.add_workload(kind, workload);
        };
        Rc::make_mut(&mut entry.workload).spec = workload.spec;
        let changed = Rc::clone(&entry.workload);
        let same = |other: &&mut Rc<Workload>| other.metadata.uid == changed.metadata.uid;
        if let Some(other) = self.objects.workloads_mut(kind).and_then(|list| list.iter_mut().find(same)) {
            *other = Rc::clone(&changed);
        }
        self.touch();
    }

    fn workload(&self, number: Number) -> Option<Rc<Workload>> {
        self.workloads.get(number).map(|entry| Rc::clone(&entry.workload))
    }

    /// Whether a pod counts for its controller: it is neither done nor on its way out.
    fn is_active(&self, key: &str) -> bool {
        self.pods.get(key).is_some_and(|state| {
            let pod = &state.info.pod;
            !pod.is_terminating() && !pod.status.phase.is_over()
        })
    }

    fn active_pods(&self, workload: &Workload) -> Vec<Str> {
        let mut pods = self.workloads.pods(&workload.metadata.uid);
        pods.retain(|key| self.is_active(key));
        pods
    }

    /// Pods that run, are ready and stay.
    fn available(&self, workload: &Workload) -> i32 {
        let pods = self.workloads.pods(&workload.metadata.uid);
        number(pods.iter().filter(|key| self.is_active(key) && self.is_ready(key)).count())
    }

    /// Makes a pod, under a name of the caller's or one with a suffix. False if this step has done enough.
    fn make_pod(&mut self, number: Number, name: Option<String>) -> bool {
        self.make_pod_with(number, name, |_| {})
    }

    fn make_pod_with(&mut self, number: Number, name: Option<String>, finish: impl FnOnce(&mut Pod)) -> bool {
        let Some(entry) = self.workloads.get(number) else { return false };
        if entry.workload.spec.makes_none {
            return true;
        }
        if !self.workloads.takes_one() {
            return false;
        }
        if self.refuses_pod(number, name.as_ref()) {
            return false;
        }
        let Some(entry) = self.workloads.get(number) else { return false };
        let (kind, workload) = (entry.kind, Rc::clone(&entry.workload));
        let mut pod = self.template(number, kind, &workload, name);
        finish(&mut pod);
        if let Err((claim, why)) = self.claims_of_templates(&workload, &mut pod) {
            self.claim_refused(number, &pod.metadata.name, &claim, &why);
            return false;
        }
        self.create_pod(pod, format!("{}/{}", kind.name(), workload.metadata.name).into());
        self.told_of(number, None);
        true
    }

    fn template(&mut self, number: Number, kind: WorkloadKind, workload: &Workload, name: Option<String>) -> Pod {
        let template = &workload.spec.template;
        let mut pod = Pod { metadata: template.metadata.clone(), spec: template.spec.clone(), ..Pod::default() };
        let (name, made) = self.name_for(number, workload, name);
        pod.metadata.uid = format!("uid-{}-{name}-{made}", workload.metadata.namespace).into();
        pod.metadata.name = name.into();
        pod.metadata.namespace = workload.metadata.namespace.clone();
        pod.metadata.owner_references = vec![owner(kind, workload)];
        pod.metadata.creation_timestamp = Some(Time(self.wall_clock(self.now)));
        pod.status.phase = PodPhase::Pending;
        pod
    }

    /// The name that the next pod of a workload gets.
    pub(super) fn name_of_next(&mut self, number: Number, name: Option<String>) -> String {
        let workload = self.workload(number).unwrap_or_default();
        self.name_for(number, &workload, name).0
    }

    /// A name that is free, and which pod of its workload bears it. A fixed name gets no suffix, one that ends in `-` does.
    fn name_for(&mut self, number: Number, workload: &Workload, name: Option<String>) -> (String, u64) {
        let prefix = name.unwrap_or_else(|| format!("{}-", workload.metadata.name));
        let text = key(&workload.metadata);
        loop {
            let Some(entry) = self.workloads.get_mut(number) else { return (prefix, 0) };
            entry.made += 1;
            let made = entry.made;
            if !prefix.ends_with('-') {
                return (prefix, made);
            }
            let name = format!("{prefix}{}", self.workloads.suffix(&text, made, 5));
            // A pod of a predecessor may still bear it.
            if !self.pods.contains_key(format!("{}/{name}", workload.metadata.namespace).as_str()) {
                return (name, made);
            }
        }
    }
}

/// As many as there are, in the type that specs count in.
fn number(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
