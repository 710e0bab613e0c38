//! Controllers: they compare what a workload wants with what there is, and create or delete pods.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::api::{
    Affinity, IntOrString, NodeAffinity, NodeSelector, NodeSelectorTerm, ObjectMeta, OwnerReference, Pod,
    RequiredNodeAffinity, Requirement, Str, Toleration, Workload, untolerated,
};
use crate::framework::Dice;

use super::Simulation;
use super::agenda::Task;
use super::event::{Deletion, What};
use super::scenario::WorkloadKind;

/// Seconds that a Job's pod runs, unless its template says otherwise.
const JOB_SECONDS: u64 = 10;
/// The annotation of a Job's template that says otherwise.
const RUN_SECONDS: &str = "schedscope.dev/run-seconds";

/// The label that tells the pods of one template from those of another.
const HASH: &str = "pod-template-hash";

/// The letters that Kubernetes makes names of: no vowels, so no words.
const LETTERS: &[u8] = b"bcdfghjklmnpqrstvwxz2456789";

/// All workloads.
pub(super) struct Workloads {
    all: Vec<(WorkloadKind, Rc<Workload>)>,
    seed: u64,
    /// Pods made so far by each workload, so that names differ.
    made: BTreeMap<Str, u64>,
    succeeded: BTreeMap<Str, i32>,
}

impl Workloads {
    pub(super) fn new(seed: u64) -> Self {
        Self { all: Vec::new(), seed, made: BTreeMap::new(), succeeded: BTreeMap::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// A suffix for names: the same for the same seed, text and number.
    fn suffix(&self, text: &str, number: u64, length: usize) -> String {
        let mut seed = self.seed ^ 0xcbf2_9ce4_8422_2325 ^ number.wrapping_mul(0x9e37_79b9);
        for byte in text.bytes() {
            seed = (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        let mut dice = Dice::new(seed);
        (0..length).map(|_| char::from(LETTERS[dice.below(LETTERS.len())])).collect()
    }
}

fn key(meta: &ObjectMeta) -> Str {
    format!("{}/{}", meta.namespace, meta.name).into()
}

fn owner(kind: WorkloadKind, workload: &Workload) -> OwnerReference {
    let api_version = match kind {
        WorkloadKind::ReplicationController => "v1",
        WorkloadKind::Job => "batch/v1",
        _ => "apps/v1",
    };
    OwnerReference {
        api_version: api_version.into(),
        kind: kind.name().into(),
        name: workload.metadata.name.clone(),
        uid: workload.metadata.uid.clone(),
        controller: Some(true),
        block_owner_deletion: Some(true),
    }
}

impl Simulation {
    pub(super) fn add_workload(&mut self, kind: WorkloadKind, workload: Workload) {
        let workload = Rc::new(workload);
        self.add_selector(kind, Rc::clone(&workload));
        self.workloads.all.push((kind, workload));
        // What a manifest brings is there from the start; what is created later waits for its controller.
        if self.now == 0 {
            self.agenda.cancel(&Task::Controllers);
            self.agenda.add(0, Task::Controllers);
        } else {
            self.touch();
        }
    }

    /// Lets plugins look the workload up.
    pub(super) fn add_selector(&mut self, kind: WorkloadKind, workload: Rc<Workload>) {
        match kind {
            WorkloadKind::ReplicaSet => self.objects.replica_sets.push(workload),
            WorkloadKind::StatefulSet => self.objects.stateful_sets.push(workload),
            WorkloadKind::ReplicationController => self.objects.replication_controllers.push(workload),
            _ => {}
        }
    }

    pub(super) fn scale(&mut self, kind: WorkloadKind, wanted: &Str, replicas: i32) {
        self.edit_workloads(|of, workload| {
            if of == kind && key(&workload.metadata) == *wanted {
                workload.spec.replicas = Some(replicas);
            }
        });
        self.touch();
    }

    fn edit_workloads(&mut self, mut edit: impl FnMut(WorkloadKind, &mut Workload)) {
        for (kind, workload) in &mut self.workloads.all {
            edit(*kind, Rc::make_mut(workload));
        }
    }

    pub(super) fn delete_workload(&mut self, kind: WorkloadKind, wanted: &Str) {
        let is_it = |of: WorkloadKind, workload: &Workload| of == kind && key(&workload.metadata) == *wanted;
        let gone: Vec<_> = self.workloads.all.iter().filter(|(of, w)| is_it(*of, w)).cloned().collect();
        self.workloads.all.retain(|(of, workload)| !is_it(*of, workload));
        for (kind, workload) in gone {
            for (child, child_key) in self.children(kind, &workload) {
                self.delete_workload(child, &child_key);
            }
            for pod in self.pods_of(kind, &workload) {
                self.delete_pod(&pod, Deletion::Deleted);
            }
        }
    }

    fn children(&self, kind: WorkloadKind, parent: &Workload) -> Vec<(WorkloadKind, Str)> {
        let owned = |w: &Workload| {
            w.metadata.namespace == parent.metadata.namespace
                && w.metadata.controller().is_some_and(|o| o.kind == kind.name() && o.name == parent.metadata.name)
        };
        let of_parent = self.workloads.all.iter().filter(|(_, workload)| owned(workload));
        of_parent.map(|(kind, workload)| (*kind, key(&workload.metadata))).collect()
    }

    /// Names of the pods that a workload manages, sorted.
    fn pods_of(&self, kind: WorkloadKind, workload: &Workload) -> Vec<Str> {
        let owned = |pod: &Pod| {
            pod.metadata.namespace == workload.metadata.namespace
                && pod.metadata.controller().is_some_and(|o| o.kind == kind.name() && o.name == workload.metadata.name)
        };
        self.pods.iter().filter(|(_, state)| owned(&state.info.pod)).map(|(key, _)| key.clone()).collect()
    }

    /// Every controller looks once at each of its workloads.
    pub(super) fn run_controllers(&mut self) {
        let mut at = 0;
        // By index: a deployment makes replica sets, and changes those that stand after it.
        while let Some((kind, workload)) =
            self.workloads.all.get(at).map(|(kind, workload)| (*kind, Rc::clone(workload)))
        {
            at += 1;
            match kind {
                WorkloadKind::Deployment => self.reconcile_deployment(&workload),
                WorkloadKind::ReplicaSet | WorkloadKind::ReplicationController => {
                    self.reconcile_replicas(kind, &workload);
                }
                WorkloadKind::StatefulSet => self.reconcile_stateful_set(&workload),
                WorkloadKind::DaemonSet => self.reconcile_daemon_set(&workload),
                WorkloadKind::Job => self.reconcile_job(&workload),
            }
        }
    }

    /// `kubectl apply`: a workload of that name gets the new spec, or there is a new workload.
    pub(super) fn apply_workload(&mut self, kind: WorkloadKind, workload: Workload) {
        let name = key(&workload.metadata);
        let is_it = |(of, other): &&mut (WorkloadKind, Rc<Workload>)| *of == kind && key(&other.metadata) == name;
        match self.workloads.all.iter_mut().find(is_it) {
            Some((_, there)) => {
                Rc::make_mut(there).spec = workload.spec;
                self.touch();
            }
            None => self.add_workload(kind, workload),
        }
    }

    /// Upstream: `DeploymentController.rolloutRolling` and `rolloutRecreate`. A pod counts as available as soon as it runs.
    fn reconcile_deployment(&mut self, deployment: &Workload) {
        let kind = WorkloadKind::ReplicaSet;
        let wanted = deployment.spec.replicas.unwrap_or(1).max(0);
        let children = self.children(WorkloadKind::Deployment, deployment);
        let sets: Vec<Rc<Workload>> = children.iter().filter_map(|(_, child)| self.workload(kind, child)).collect();
        let is_current = |set: &&Rc<Workload>| {
            let mut template = set.spec.template.clone();
            template.metadata.labels.remove(HASH);
            template == deployment.spec.template
        };
        let current = sets.iter().rev().find(is_current).cloned();
        let current = current.unwrap_or_else(|| self.make_replica_set(deployment, sets.len()));
        let old: Vec<_> = sets.iter().filter(|set| set.metadata.name != current.metadata.name).collect();
        let count = |set: &Workload| set.spec.replicas.unwrap_or(0);
        let old_count: i32 = old.iter().map(|set| count(set)).sum();
        let strategy = &deployment.spec.strategy;
        if strategy.r#type == "Recreate" {
            for set in &old {
                self.set_replicas(set, 0);
            }
            let left = old.iter().any(|set| !self.pods_of(kind, set).is_empty());
            return self.set_replicas(&current, if left { 0 } else { wanted });
        }
        if old_count == 0 {
            return self.set_replicas(&current, wanted);
        }
        let quarter = IntOrString::String("25%".into());
        let surge = strategy.rolling_update.max_surge.as_ref().unwrap_or(&quarter).of_up(wanted);
        let missing = strategy.rolling_update.max_unavailable.as_ref().unwrap_or(&quarter).of_down(wanted);
        let missing = if surge == 0 && missing == 0 { 1 } else { missing };
        let new_count = count(&current).min(wanted);
        let grown = (new_count + (wanted + surge - old_count - new_count).max(0)).min(wanted);
        let needed = wanted - missing;
        let available = |set: &Workload| self.available(kind, set);
        let mut spare = old_count + grown - needed - (grown - available(&current));
        let mut healthy = available(&current) + old.iter().map(|set| available(set)).sum::<i32>() - needed;
        let mut cuts = Vec::new();
        for set in &old {
            // First those that do not run anyway, then as many as can be spared.
            let idle = (count(set) - available(set)).min(spare).max(0);
            let running = healthy.min(count(set) - idle).max(0);
            spare -= idle;
            healthy -= running;
            cuts.push((Rc::clone(set), count(set) - idle - running));
        }
        self.set_replicas(&current, grown);
        for (set, replicas) in cuts {
            self.set_replicas(&set, replicas);
        }
    }

    fn workload(&self, kind: WorkloadKind, name: &str) -> Option<Rc<Workload>> {
        let mut all = self.workloads.all.iter();
        all.find(|(of, workload)| *of == kind && *key(&workload.metadata) == *name)
            .map(|(_, workload)| Rc::clone(workload))
    }

    fn available(&self, kind: WorkloadKind, workload: &Workload) -> i32 {
        let runs = |key: &Str| {
            let state = self.pods.get(key);
            state.is_some_and(|state| state.info.pod.status.phase == "Running" && !state.info.pod.is_terminating())
        };
        i32::try_from(self.pods_of(kind, workload).iter().filter(|key| runs(key)).count()).unwrap_or(i32::MAX)
    }

    /// Makes or deletes pods at once, where the number is a new one.
    fn set_replicas(&mut self, set: &Workload, replicas: i32) {
        let name = key(&set.metadata);
        let mut changed = None;
        self.edit_workloads(|kind, workload| {
            if kind == WorkloadKind::ReplicaSet
                && key(&workload.metadata) == name
                && workload.spec.replicas != Some(replicas)
            {
                workload.spec.replicas = Some(replicas);
                changed = Some(workload.clone());
            }
        });
        if let Some(set) = changed {
            self.reconcile_replicas(WorkloadKind::ReplicaSet, &set);
        }
    }

    /// A replica set for the template of a deployment, without pods yet.
    fn make_replica_set(&mut self, deployment: &Workload, generation: usize) -> Rc<Workload> {
        let hash = self.workloads.suffix(&key(&deployment.metadata), generation as u64, 10);
        let mut replica_set = deployment.clone();
        replica_set.metadata.name = format!("{}-{hash}", deployment.metadata.name).into();
        replica_set.metadata.uid = format!("{}-{hash}", deployment.metadata.uid).into();
        replica_set.metadata.owner_references = vec![owner(WorkloadKind::Deployment, deployment)];
        replica_set.spec.replicas = Some(0);
        replica_set.spec.template.metadata.labels.insert(HASH.into(), hash.as_str().into());
        if let Some(selector) = &mut replica_set.spec.selector {
            selector.match_labels.insert(HASH.into(), hash.into());
        }
        let made = Rc::new(replica_set);
        self.objects.replica_sets.push(Rc::clone(&made));
        self.workloads.all.push((WorkloadKind::ReplicaSet, Rc::clone(&made)));
        made
    }

    fn reconcile_replicas(&mut self, kind: WorkloadKind, workload: &Workload) {
        let mut active: Vec<Str> = self.pods_of(kind, workload);
        active.retain(|key| self.is_active(key));
        let wanted = usize::try_from(workload.spec.replicas.unwrap_or(1)).unwrap_or(0);
        for _ in active.len()..wanted {
            self.make_pod(kind, workload, None);
        }
        // Of too many, those go first that are not placed yet, then the ones that came last.
        active.sort_by_key(|key| (self.pods.get(key).is_some_and(|state| state.bound), key.clone()));
        for key in active.iter().take(active.len().saturating_sub(wanted)) {
            self.delete_pod(key, Deletion::ScaledDown);
        }
    }

    fn is_active(&self, key: &str) -> bool {
        self.pods.get(key).is_some_and(|state| {
            let pod = &state.info.pod;
            !pod.is_terminating() && pod.status.phase != "Succeeded" && pod.status.phase != "Failed"
        })
    }

    fn reconcile_stateful_set(&mut self, workload: &Workload) {
        let wanted = workload.spec.replicas.unwrap_or(1).max(0);
        let parallel = workload.spec.pod_management_policy == "Parallel";
        for ordinal in 0..wanted {
            let name = format!("{}-{ordinal}", workload.metadata.name);
            let pod = format!("{}/{name}", workload.metadata.namespace);
            match self.pods.get(pod.as_str()) {
                None => {
                    self.make_pod(WorkloadKind::StatefulSet, workload, Some(name));
                    if !parallel {
                        return;
                    }
                }
                // The next one waits until this one runs; one of the same name waits until this one is gone.
                Some(state)
                    if !parallel && (state.info.pod.status.phase != "Running" || state.info.pod.is_terminating()) =>
                {
                    return;
                }
                Some(_) => {}
            }
        }
        let surplus = self.pods_of(WorkloadKind::StatefulSet, workload).into_iter().filter_map(|pod| {
            let ordinal: i32 = pod.rsplit_once('-')?.1.parse().ok()?;
            (ordinal >= wanted).then_some((ordinal, pod))
        });
        // From the highest number down, one at a time.
        if let Some((_, pod)) = surplus.max() {
            self.delete_pod(&pod, Deletion::ScaledDown);
        }
    }

    fn reconcile_daemon_set(&mut self, workload: &Workload) {
        let kind = WorkloadKind::DaemonSet;
        let mut covered: BTreeSet<Str> = BTreeSet::new();
        for pod in self.pods_of(kind, workload) {
            if let Some(node) = self.pods.get(&pod).and_then(|state| target(&state.info.pod)) {
                covered.insert(node);
            }
        }
        let nodes: Vec<Str> = self
            .snapshot
            .nodes()
            .iter()
            .filter(|info| !info.deleted && wants_daemon(workload, info))
            .map(|info| info.name().clone())
            .collect();
        for node in nodes.into_iter().filter(|node| !covered.contains(node)) {
            let mut pod = self.template(kind, workload, None);
            pin(&mut pod, &node);
            self.create_pod(pod, format!("{}/{}", kind.name(), workload.metadata.name).into());
        }
    }

    fn reconcile_job(&mut self, workload: &Workload) {
        let done = self.workloads.succeeded.get(&key(&workload.metadata)).copied().unwrap_or(0);
        let left = workload.spec.completions.unwrap_or(1) - done;
        let mut active = self.pods_of(WorkloadKind::Job, workload);
        active.retain(|key| self.is_active(key));
        let wanted = workload.spec.parallelism.unwrap_or(1).min(left);
        for _ in i32::try_from(active.len()).unwrap_or(i32::MAX)..wanted {
            self.make_pod(WorkloadKind::Job, workload, None);
        }
    }

    fn make_pod(&mut self, kind: WorkloadKind, workload: &Workload, name: Option<String>) {
        let pod = self.template(kind, workload, name);
        self.create_pod(pod, format!("{}/{}", kind.name(), workload.metadata.name).into());
    }

    fn template(&mut self, kind: WorkloadKind, workload: &Workload, name: Option<String>) -> Pod {
        let template = &workload.spec.template;
        let mut pod = Pod { metadata: template.metadata.clone(), spec: template.spec.clone(), ..Pod::default() };
        let owner_key = key(&workload.metadata);
        let made = self.workloads.made.entry(owner_key.clone()).or_insert(0);
        *made += 1;
        let number = *made;
        let name = name
            .unwrap_or_else(|| format!("{}-{}", workload.metadata.name, self.workloads.suffix(&owner_key, number, 5)));
        pod.metadata.uid = format!("uid-{}-{name}-{number}", workload.metadata.namespace).into();
        pod.metadata.name = name.into();
        pod.metadata.namespace = workload.metadata.namespace.clone();
        pod.metadata.owner_references = vec![owner(kind, workload)];
        let created = self.epoch + i64::try_from(self.now).unwrap_or(0);
        pod.metadata.creation_timestamp = Some(crate::api::Time(created));
        pod.status.phase = "Pending".into();
        pod
    }

    /// A Job's pod comes to its end some time after it began to run.
    pub(super) fn run_time_of(&mut self, key: &Str) {
        let Some(state) = self.pods.get(key) else { return };
        let pod = &state.info.pod;
        if pod.metadata.controller().is_some_and(|owner| owner.kind == "Job") {
            let seconds = pod.metadata.annotations.get(RUN_SECONDS).and_then(|text| text.parse().ok());
            let end = self.now + seconds.unwrap_or(JOB_SECONDS) * 1000;
            self.agenda.add(end, Task::Succeed(key.clone()));
        }
    }

    /// A Job's pod is done: it stays as an object, but takes no room any more.
    pub(super) fn succeed(&mut self, key: &Str) {
        let Some(state) = self.pods.get(key) else { return };
        let pod = Rc::clone(&state.info.pod);
        if let Some(owner) = pod.metadata.controller() {
            let job: Str = format!("{}/{}", pod.metadata.namespace, owner.name).into();
            *self.workloads.succeeded.entry(job).or_insert(0) += 1;
        }
        self.emit(What::Succeeded(key.clone()));
        self.remove_pod(key);
    }
}

/// The node that a daemon's pod is meant for.
fn target(pod: &Pod) -> Option<Str> {
    if !pod.spec.node_name.is_empty() {
        return Some(pod.spec.node_name.clone());
    }
    let fields = pod.spec.required_node_affinity()?.node_selector_terms.iter().flat_map(|term| &term.match_fields);
    fields.filter(|field| field.key == "metadata.name").find_map(|field| field.values.first().cloned())
}

/// Whether a daemon belongs on a node: selector and affinity of its template, and taints beyond those that every daemon
/// tolerates.
fn wants_daemon(workload: &Workload, info: &crate::cluster::NodeInfo) -> bool {
    let spec = &workload.spec.template.spec;
    let tolerations: Vec<Toleration> = spec.tolerations.iter().cloned().chain(daemon_tolerations()).collect();
    RequiredNodeAffinity::of(spec).allows(&info.node) && untolerated(&info.node.spec.taints, &tolerations).is_none()
}

fn daemon_tolerations() -> impl Iterator<Item = Toleration> {
    let keys = ["not-ready", "unreachable", "disk-pressure", "memory-pressure", "pid-pressure", "unschedulable"];
    keys.into_iter().map(|key| Toleration {
        key: format!("node.kubernetes.io/{key}").into(),
        operator: "Exists".into(),
        ..Toleration::default()
    })
}

/// Ties a daemon's pod to its node, as the DaemonSet controller does: by node affinity.
fn pin(pod: &mut Pod, node: &Str) {
    let field = Requirement { key: "metadata.name".into(), operator: "In".into(), values: vec![node.clone()] };
    let affinity = pod.spec.affinity.get_or_insert_with(Affinity::default);
    let node_affinity = affinity.node_affinity.get_or_insert_with(NodeAffinity::default);
    let required = node_affinity
        .required
        .get_or_insert_with(|| NodeSelector { node_selector_terms: vec![NodeSelectorTerm::default()] });
    for term in &mut required.node_selector_terms {
        term.match_fields = vec![field.clone()];
    }
    pod.spec.tolerations.extend(daemon_tolerations());
}
