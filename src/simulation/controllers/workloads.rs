//! All workloads, found by number, name and owner, with what their controllers remember of them.

use std::rc::Rc;

use api::{Millis, NamespacedName, Pod, PodTemplate, Set, Str, Table, Workload, WorkloadSpec, problem::Forbidden};
use scheduler::framework::SeededChooser;

use api::WorkloadKind;

/// So many objects are made or deleted by controllers in one step at most. The rest follows in the next step, at the
/// same time.
const MAX_PER_STEP: usize = 1000;

/// The letters that Kubernetes makes names of: no vowels, so no words.
const NAME_LETTERS: &[u8] = b"bcdfghjklmnpqrstvwxz2456789";

/// A workload's number, in the order of their coming. A successor of the same name has another one.
pub(in super::super) type WorkloadId = u64;

/// Key and value.
type Label = (Str, Str);

/// A workload that would have a pod.
pub(super) type Claimant = (WorkloadId, WorkloadKind, Rc<Workload>);

/// What has become of a Job so far.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct JobStatus {
    pub succeeded: i32,
    /// Indices that are done.
    pub completed_indexes: Set<i32>,
    pub failed: i32,
    pub(crate) failed_in_a_row: u32,
    /// No pod is made before.
    pub(crate) waits_until: Millis,
    /// It failed too often: it makes no pods any more.
    pub(crate) has_failed: bool,
    /// What was told of it.
    pub completed: bool,
    pub suspended: bool,
    /// Pods that others deleted, and that count once they are gone.
    pub deleted_by_others: Set<NamespacedName>,
}

/// A workload.
#[derive(Clone, Debug)]
pub(in super::super) struct ManagedWorkload {
    pub kind: WorkloadKind,
    pub workload: Rc<Workload>,
    /// The uid of the deployment that manages it.
    pub owner: Option<Str>,
    /// Pods made so far, so that names differ.
    pub pods_made: u64,
    pub job: JobStatus,
    /// Why a quota refused its last pod.
    pub quota_refusal: Option<Forbidden>,
    /// How often in a row its controller could not make what it wanted.
    pub failures: u32,
    /// How long it waits after the last of them.
    pub backoff: Millis,
    /// When it tries again.
    pub(crate) retry_at: Millis,
    /// Pods that began to run since its controller looked last.
    pub started: u32,
    /// Every template that it had; pods that are there from the start are of the first one.
    pub templates: Vec<Rc<PodTemplate>>,
    /// The place of the template that it has now, and of the one that its last finished roll-over ended with.
    pub revision: usize,
    pub last_revision: usize,
    /// The template that each pod is of, where that is not the first one.
    pub(crate) pod_revisions: Table<NamespacedName, usize>,
    /// Of a ReplicaSet: the size of its Deployment when it was scaled last, and the most pods that the Deployment could have then.
    /// Upstream: the annotations `desired-replicas` and `max-replicas`.
    pub scaled_for: Option<(i32, i32)>,
}

impl ManagedWorkload {
    fn new(kind: WorkloadKind, workload: Rc<Workload>, owner: Option<Str>) -> Self {
        let template = Rc::new(workload.spec.template.clone());
        Self {
            kind,
            workload,
            owner,
            pods_made: 0,
            job: JobStatus::default(),
            quota_refusal: None,
            failures: 0,
            backoff: Millis::ZERO,
            retry_at: Millis::ZERO,
            started: 0,
            templates: vec![template],
            revision: 0,
            last_revision: 0,
            pod_revisions: Table::new(),
            scaled_for: None,
        }
    }

    /// The template may be another one now.
    fn update_template(&mut self) {
        let now = &self.workload.spec.template;
        let n = self.templates.iter().position(|template| **template == *now);
        self.revision = n.unwrap_or_else(|| {
            self.templates.push(Rc::new(now.clone()));
            self.templates.len() - 1
        });
    }

    /// Whether a pod is of the template of now.
    pub(super) fn is_updated(&self, key: &NamespacedName) -> bool {
        self.pod_revisions.get(key).copied().unwrap_or(0) == self.revision
    }
}

/// All workloads. What stands here about one of them goes when it goes.
#[derive(Clone, Debug)]
pub(in super::super) struct Workloads {
    by_id: Table<WorkloadId, ManagedWorkload>,
    by_name: Table<(WorkloadKind, NamespacedName), WorkloadId>,
    by_uid: Table<Str, WorkloadId>,
    /// Workloads that make pods, by namespace and the first label that their selector wants; by none where it wants no single label.
    claimants: Table<(Str, Option<Label>), Set<WorkloadId>>,
    /// Replica sets by the uid of their deployment.
    children: Table<Str, Set<WorkloadId>>,
    /// Names of pods by the uid of the workload that manages them.
    pods: Table<Str, Set<NamespacedName>>,
    /// Workloads that are gone while pods of theirs are still to be deleted, by uid.
    pub(super) collected: Set<Str>,
    /// Workloads that their controllers are to look at: upstream's work queues.
    queued: Set<WorkloadId>,
    daemon_sets: Set<WorkloadId>,
    /// Pods that no controller looked at yet to see whose they are, and all that nobody controls.
    unclaimed: Set<NamespacedName>,
    orphans: Set<NamespacedName>,
    next_id: WorkloadId,
    seed: u64,
    /// What may still be done in this step, and whether that was too little.
    budget: usize,
    pub(super) unfinished: bool,
}

/// Where a workload stands among those that would have pods.
fn claimant_key(workload: &Workload) -> (Str, Option<Label>) {
    let labels = workload.spec.selector.as_ref().map(|selector| &selector.match_labels);
    let first = labels.and_then(|labels| labels.iter().next());
    (workload.metadata.namespace.clone(), first.map(|(key, value)| (key.clone(), value.clone())))
}

impl Workloads {
    pub(in super::super) fn new(seed: u64) -> Self {
        Self {
            by_id: Table::new(),
            by_name: Table::new(),
            by_uid: Table::new(),
            claimants: Table::new(),
            children: Table::new(),
            pods: Table::new(),
            collected: Set::new(),
            queued: Set::new(),
            daemon_sets: Set::new(),
            unclaimed: Set::new(),
            orphans: Set::new(),
            next_id: 0,
            seed,
            budget: MAX_PER_STEP,
            unfinished: false,
        }
    }

    pub(in super::super) fn is_empty(&self) -> bool {
        self.by_id.is_empty() && self.collected.is_empty()
    }

    /// Changes all in a namespace, or all, in a way that makes no new template.
    pub(in super::super) fn update_all(&mut self, namespace: Option<&Str>, mut change: impl FnMut(&mut Workload)) {
        for entry in self.by_id.values_mut() {
            if namespace.is_none_or(|namespace| entry.workload.metadata.namespace == *namespace) {
                change(Rc::make_mut(&mut entry.workload));
                entry.templates[entry.revision] = Rc::new(entry.workload.spec.template.clone());
            }
        }
    }

    /// A step begins.
    pub(in super::super) fn begin_step(&mut self) {
        self.budget = MAX_PER_STEP;
        self.unfinished = false;
    }

    /// Whether one more object may be made or deleted in this step.
    pub(super) fn spend_one(&mut self) -> bool {
        self.unfinished |= self.budget == 0;
        self.budget = self.budget.saturating_sub(1);
        !self.unfinished
    }

    pub(super) fn add(&mut self, kind: WorkloadKind, workload: Rc<Workload>) -> WorkloadId {
        let owner = workload.metadata.controller().filter(|owner| owner.kind == WorkloadKind::Deployment.name());
        let owner = owner.and_then(|owner| self.find_owner_uid(&workload.metadata.namespace, owner));
        self.next_id += 1;
        let number = self.next_id;
        if let Some(owner) = &owner {
            self.children.or_default(owner.clone()).insert(number);
        }
        self.by_name.insert((kind, NamespacedName::of(&workload.metadata)), number);
        self.by_uid.insert(workload.metadata.uid.clone(), number);
        if kind == WorkloadKind::Deployment {
            self.adopt_replica_sets(&workload);
        }
        if kind == WorkloadKind::DaemonSet {
            self.daemon_sets.insert(number);
        }
        let makes_pods = kind != WorkloadKind::Deployment;
        if makes_pods {
            self.claimants.or_default(claimant_key(&workload)).insert(number);
        }
        self.by_id.insert(number, ManagedWorkload::new(kind, workload, owner));
        self.queue_workload(number);
        for pod in self.orphans.iter().filter(|_| makes_pods) {
            self.unclaimed.insert(pod.clone());
        }
        number
    }

    /// A workload gets another spec. A template that is another one is the one of now.
    pub(super) fn update_spec(&mut self, number: WorkloadId, spec: WorkloadSpec) -> Option<Rc<Workload>> {
        let entry = self.by_id.get_mut(&number)?;
        let before = claimant_key(&entry.workload);
        Rc::make_mut(&mut entry.workload).spec = spec;
        entry.update_template();
        let workload = Rc::clone(&entry.workload);
        if self.claimants.get_mut(&before).is_some_and(|numbers| numbers.remove(&number)) {
            self.claimants.or_default(claimant_key(&workload)).insert(number);
        }
        self.queue_workload(number);
        Some(workload)
    }

    /// A pod that is new, or that has other labels: controllers look whose it is.
    pub(in super::super) fn add_unclaimed(&mut self, pod: NamespacedName) {
        if !self.by_id.is_empty() {
            self.unclaimed.insert(pod);
        }
    }

    /// A pod that nobody controls.
    pub(in super::super) fn add_orphan(&mut self, pod: NamespacedName) {
        self.orphans.insert(pod.clone());
        self.add_unclaimed(pod);
    }

    pub(super) fn take_unclaimed(&mut self) -> Set<NamespacedName> {
        std::mem::take(&mut self.unclaimed)
    }

    /// The first workload that would have a pod. Those that want a label which it lacks are not asked.
    pub(super) fn find_claimant(&self, pod: &Pod, wants: impl Fn(WorkloadKind, &Workload) -> bool) -> Option<Claimant> {
        let labels = pod.metadata.labels.iter().map(|(key, value)| Some((key.clone(), value.clone())));
        let places = labels.chain([None]).map(|label| (pod.metadata.namespace.clone(), label));
        let numbers = places.filter_map(|place| self.claimants.get(&place)).flatten();
        let entries = numbers.filter_map(|number| Some((number, self.by_id.get(number)?)));
        let wanting = entries.filter(|(_, entry)| wants(entry.kind, &entry.workload));
        let (number, entry) = wanting.min_by_key(|(number, _)| **number)?;
        Some((*number, entry.kind, Rc::clone(&entry.workload)))
    }

    /// Something about a workload, or about one of its pods, changed: its controller looks at it, and so does that of its
    /// deployment.
    pub(in super::super) fn queue_workload(&mut self, number: WorkloadId) {
        let Some(entry) = self.by_id.get(&number) else { return };
        self.queued.insert(number);
        if let Some(parent) = entry.owner.as_ref().and_then(|owner| self.by_uid.get(owner)) {
            self.queued.insert(*parent);
        }
    }

    /// The same of the workload with this uid.
    pub(in super::super) fn queue_owner(&mut self, uid: &Str) {
        if let Some(number) = self.by_uid.get(uid) {
            self.queue_workload(*number);
        }
    }

    /// The daemon set with this uid.
    pub(super) fn daemon_set(&self, uid: &Str) -> Option<WorkloadId> {
        self.by_uid.get(uid).copied().filter(|number| self.daemon_sets.contains(number))
    }

    /// Nodes changed, which daemon sets look at.
    pub(in super::super) fn queue_daemon_sets(&mut self) {
        for number in &self.daemon_sets {
            self.queued.insert(*number);
        }
    }

    /// Every controller looks at everything.
    pub(in super::super) fn queue_all(&mut self) {
        for number in self.by_id.keys() {
            self.queued.insert(*number);
        }
    }

    /// Replica sets that name a deployment may stand before it.
    fn adopt_replica_sets(&mut self, deployment: &Workload) {
        for (number, entry) in self.by_id.iter_mut().filter(|(_, entry)| entry.owner.is_none()) {
            let named = entry.workload.metadata.controller().filter(|owner| {
                owner.kind == WorkloadKind::Deployment.name()
                    && owner.name == deployment.metadata.name
                    && entry.workload.metadata.namespace == deployment.metadata.namespace
            });
            if named.is_some_and(|named| refers_to(&named.uid, &deployment.metadata.uid)) {
                entry.owner = Some(deployment.metadata.uid.clone());
                self.children.or_default(deployment.metadata.uid.clone()).insert(*number);
            }
        }
    }

    /// The workload that a reference means.
    pub(in super::super) fn find_owner(&self, namespace: &str, owner: &api::OwnerReference) -> Option<WorkloadId> {
        let kind = owner.workload()?;
        let number = self.find_by_name(kind, &NamespacedName::new(namespace, &owner.name))?;
        refers_to(&owner.uid, &self.by_id.get(&number)?.workload.metadata.uid).then_some(number)
    }

    /// The same, by uid.
    fn find_owner_uid(&self, namespace: &str, owner: &api::OwnerReference) -> Option<Str> {
        let number = self.find_owner(namespace, owner)?;
        self.by_id.get(&number).map(|entry| entry.workload.metadata.uid.clone())
    }

    /// The workload that manages a pod, by uid; the pod is its own from now on.
    pub(in super::super) fn claim_pod(&mut self, pod: &Pod, key: &NamespacedName) -> Option<Str> {
        let owner = self.find_owner_uid(&pod.metadata.namespace, pod.metadata.controller()?)?;
        self.pods.or_default(owner.clone()).insert(key.clone());
        self.orphans.remove(key);
        self.queue_owner(&owner);
        Some(owner)
    }

    /// A pod is gone.
    pub(in super::super) fn forget_orphan(&mut self, key: &NamespacedName) {
        self.orphans.remove(key);
        self.unclaimed.remove(key);
    }

    /// A pod is gone, or is not the workload's any more.
    pub(in super::super) fn release_pod(&mut self, owner: &Str, key: &NamespacedName) {
        self.queue_owner(owner);
        if let Some(entry) = self.by_uid_mut(owner) {
            entry.pod_revisions.remove(key);
        }
        if let Some(pods) = self.pods.get_mut(owner) {
            pods.remove(key);
            if pods.is_empty() {
                self.pods.remove(owner);
            }
        }
    }

    pub(in super::super) fn get(&self, number: WorkloadId) -> Option<&ManagedWorkload> {
        self.by_id.get(&number)
    }

    pub(in super::super) fn get_mut(&mut self, number: WorkloadId) -> Option<&mut ManagedWorkload> {
        self.by_id.get_mut(&number)
    }

    pub(crate) fn find_by_name(&self, kind: WorkloadKind, key: &NamespacedName) -> Option<WorkloadId> {
        self.by_name.get(&(kind, key.clone())).copied()
    }

    /// All that are there.
    pub(in super::super) fn entries(&self) -> impl Iterator<Item = &ManagedWorkload> {
        self.by_id.values()
    }

    /// The workload with this uid.
    pub(in super::super) fn by_uid(&self, uid: &Str) -> Option<&ManagedWorkload> {
        self.by_id.get(self.by_uid.get(uid)?)
    }

    pub(super) fn by_uid_mut(&mut self, uid: &Str) -> Option<&mut ManagedWorkload> {
        self.by_id.get_mut(self.by_uid.get(uid)?)
    }

    /// Takes the first one from a number on that a controller is to look at.
    pub(super) fn take_queued(&mut self, from: WorkloadId) -> Option<(WorkloadId, WorkloadKind)> {
        loop {
            let number = *self.queued.range_from(&from).next()?;
            self.queued.remove(&number);
            if let Some(entry) = self.by_id.get(&number) {
                return Some((number, entry.kind));
            }
        }
    }

    pub(super) fn remove(&mut self, number: WorkloadId) -> Option<ManagedWorkload> {
        let entry = self.by_id.remove(&number)?;
        self.by_name.remove(&(entry.kind, NamespacedName::of(&entry.workload.metadata)));
        self.by_uid.remove(&entry.workload.metadata.uid);
        if let Some(numbers) = self.claimants.get_mut(&claimant_key(&entry.workload)) {
            numbers.remove(&number);
        }
        self.queued.remove(&number);
        self.daemon_sets.remove(&number);
        if let Some(siblings) = entry.owner.as_ref().and_then(|owner| self.children.get_mut(owner)) {
            siblings.remove(&number);
        }
        Some(entry)
    }

    /// The replica sets of a deployment, in the order of their coming.
    pub(super) fn children(&self, uid: &Str) -> Vec<WorkloadId> {
        self.children.get(uid).into_iter().flatten().copied().collect()
    }

    /// Names of the pods that a workload manages, sorted.
    pub(super) fn pods(&self, uid: &Str) -> Vec<NamespacedName> {
        self.pods.get(uid).into_iter().flatten().cloned().collect()
    }

    /// A suffix for names: the same for the same seed, text and number.
    pub(crate) fn name_suffix(&self, text: &str, number: u64, length: usize) -> String {
        let mut seed = self.seed ^ 0xcbf2_9ce4_8422_2325 ^ number.wrapping_mul(0x9e37_79b9);
        for byte in text.bytes() {
            seed = (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        let mut dice = SeededChooser::new(seed);
        (0..length).map(|_| char::from(NAME_LETTERS[dice.draw_below(NAME_LETTERS.len())])).collect()
    }
}

/// Whether a reference with this uid means the object with that one. People write references without uids, and objects
/// without uids beside references that have one: then the name decides.
fn refers_to(reference: &Str, uid: &Str) -> bool {
    reference.is_empty() || reference == uid || uid.starts_with("uid-")
}
