//! All workloads, found by number, name and owner, with what their controllers remember of them.

use std::rc::Rc;

use api::problem::Forbidden;
use api::{Millis, ObjectMeta, Pod, Set, Str, Table, Workload};
use scheduler::framework::Dice;

use api::WorkloadKind;

/// So many objects are made or deleted by controllers in one step at most. The rest follows in the next step, at the
/// same time.
const IN_A_STEP: usize = 1000;

/// The letters that Kubernetes makes names of: no vowels, so no words.
const LETTERS: &[u8] = b"bcdfghjklmnpqrstvwxz2456789";

/// A workload's number, in the order of their coming. A successor of the same name has another one.
pub(in super::super) type Number = u64;

/// What has become of a Job so far.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct JobStatus {
    pub succeeded: i32,
    /// Indices that are done.
    pub done: Set<i32>,
    pub failed: i32,
    pub failed_in_a_row: u32,
    /// No pod is made before.
    pub waits_until: Millis,
    /// It failed too often: it makes no pods any more.
    pub given_up: bool,
}

/// A workload.
#[derive(Clone, Debug)]
pub(in super::super) struct Managed {
    pub kind: WorkloadKind,
    pub workload: Rc<Workload>,
    /// The uid of the deployment that manages it.
    pub owner: Option<Str>,
    /// Pods made so far, so that names differ.
    pub made: u64,
    pub job: JobStatus,
    /// Why a quota refused its last pod.
    pub refused: Option<Forbidden>,
}

/// All workloads. What stands here about one of them goes when it goes.
#[derive(Clone, Debug)]
pub(in super::super) struct Workloads {
    all: Table<Number, Managed>,
    by_name: Table<(WorkloadKind, Str), Number>,
    by_uid: Table<Str, Number>,
    /// Replica sets by the uid of their deployment.
    children: Table<Str, Set<Number>>,
    /// Names of pods by the uid of the workload that manages them.
    pods: Table<Str, Set<Str>>,
    /// Workloads that are gone while pods of theirs are still to be deleted, by uid.
    pub(super) collected: Set<Str>,
    coming: Number,
    seed: u64,
    /// What may still be done in this step, and whether that was too little.
    left: usize,
    pub(super) unfinished: bool,
}

/// `namespace/name`.
pub(super) fn key(meta: &ObjectMeta) -> Str {
    format!("{}/{}", meta.namespace, meta.name).into()
}

impl Workloads {
    pub(in super::super) fn new(seed: u64) -> Self {
        Self {
            all: Table::new(),
            by_name: Table::new(),
            by_uid: Table::new(),
            children: Table::new(),
            pods: Table::new(),
            collected: Set::new(),
            coming: 0,
            seed,
            left: IN_A_STEP,
            unfinished: false,
        }
    }

    pub(in super::super) fn is_empty(&self) -> bool {
        self.all.is_empty() && self.collected.is_empty()
    }

    /// All in a namespace, or all.
    pub(in super::super) fn within(&mut self, namespace: Option<&Str>) -> impl Iterator<Item = &mut Rc<Workload>> {
        let all = self.all.values_mut().map(|entry| &mut entry.workload);
        all.filter(move |workload| namespace.is_none_or(|it| workload.metadata.namespace == *it))
    }

    /// A step begins.
    pub(in super::super) fn begin_step(&mut self) {
        self.left = IN_A_STEP;
        self.unfinished = false;
    }

    /// Whether one more object may be made or deleted in this step.
    pub(super) fn takes_one(&mut self) -> bool {
        self.unfinished |= self.left == 0;
        self.left = self.left.saturating_sub(1);
        !self.unfinished
    }

    pub(super) fn add(&mut self, kind: WorkloadKind, workload: Rc<Workload>) -> Number {
        let owner = workload.metadata.controller().filter(|owner| owner.kind == WorkloadKind::Deployment.name());
        let owner = owner.and_then(|owner| self.owner_named(&workload.metadata.namespace, owner));
        self.coming += 1;
        let number = self.coming;
        if let Some(owner) = &owner {
            self.children.or_default(owner.clone()).insert(number);
        }
        self.by_name.insert((kind, key(&workload.metadata)), number);
        self.by_uid.insert(workload.metadata.uid.clone(), number);
        if kind == WorkloadKind::Deployment {
            self.adopt_sets(&workload);
        }
        self.all.insert(number, Managed { kind, workload, owner, made: 0, job: JobStatus::default(), refused: None });
        number
    }

    /// Replica sets that name a deployment may stand before it.
    fn adopt_sets(&mut self, deployment: &Workload) {
        for (number, entry) in self.all.iter_mut().filter(|(_, entry)| entry.owner.is_none()) {
            let named = entry.workload.metadata.controller().filter(|owner| {
                owner.kind == WorkloadKind::Deployment.name()
                    && owner.name == deployment.metadata.name
                    && entry.workload.metadata.namespace == deployment.metadata.namespace
            });
            if named.is_some_and(|named| means(&named.uid, &deployment.metadata.uid)) {
                entry.owner = Some(deployment.metadata.uid.clone());
                self.children.or_default(deployment.metadata.uid.clone()).insert(*number);
            }
        }
    }

    /// The uid of the workload that a reference means.
    fn owner_named(&self, namespace: &str, owner: &api::OwnerReference) -> Option<Str> {
        let kind = owner.workload()?;
        let number = self.find(kind, &format!("{namespace}/{}", owner.name))?;
        let uid = &self.all.get(&number)?.workload.metadata.uid;
        means(&owner.uid, uid).then(|| uid.clone())
    }

    /// The workload that manages a pod, by uid; the pod is its own from now on.
    pub(in super::super) fn own(&mut self, pod: &Pod, key: &Str) -> Option<Str> {
        let owner = self.owner_named(&pod.metadata.namespace, pod.metadata.controller()?)?;
        self.pods.or_default(owner.clone()).insert(key.clone());
        Some(owner)
    }

    /// A pod is gone.
    pub(in super::super) fn disown(&mut self, owner: &Str, key: &Str) {
        if let Some(pods) = self.pods.get_mut(owner) {
            pods.remove(key);
            if pods.is_empty() {
                self.pods.remove(owner);
            }
        }
    }

    pub(in super::super) fn get(&self, number: Number) -> Option<&Managed> {
        self.all.get(&number)
    }

    pub(in super::super) fn get_mut(&mut self, number: Number) -> Option<&mut Managed> {
        self.all.get_mut(&number)
    }

    pub(crate) fn find(&self, kind: WorkloadKind, key: &str) -> Option<Number> {
        self.by_name.get(&(kind, key.into())).copied()
    }

    pub(super) fn with_uid(&mut self, uid: &Str) -> Option<&mut Managed> {
        self.all.get_mut(self.by_uid.get(uid)?)
    }

    /// The first one from a number on.
    pub(super) fn next(&self, from: Number) -> Option<(Number, WorkloadKind)> {
        self.all.range_from(&from).next().map(|(number, entry)| (*number, entry.kind))
    }

    pub(super) fn remove(&mut self, number: Number) -> Option<Managed> {
        let entry = self.all.remove(&number)?;
        self.by_name.remove(&(entry.kind, key(&entry.workload.metadata)));
        self.by_uid.remove(&entry.workload.metadata.uid);
        if let Some(siblings) = entry.owner.as_ref().and_then(|owner| self.children.get_mut(owner)) {
            siblings.remove(&number);
        }
        Some(entry)
    }

    /// The replica sets of a deployment, in the order of their coming.
    pub(super) fn children(&self, uid: &Str) -> Vec<Number> {
        self.children.get(uid).into_iter().flatten().copied().collect()
    }

    /// Names of the pods that a workload manages, sorted.
    pub(super) fn pods(&self, uid: &Str) -> Vec<Str> {
        self.pods.get(uid).into_iter().flatten().cloned().collect()
    }

    /// A suffix for names: the same for the same seed, text and number.
    pub(crate) fn suffix(&self, text: &str, number: u64, length: usize) -> String {
        let mut seed = self.seed ^ 0xcbf2_9ce4_8422_2325 ^ number.wrapping_mul(0x9e37_79b9);
        for byte in text.bytes() {
            seed = (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        let mut dice = Dice::new(seed);
        (0..length).map(|_| char::from(LETTERS[dice.below(LETTERS.len())])).collect()
    }
}

/// Whether a reference with this uid means the object with that one. People write references without uids, and objects
/// without uids beside references that have one: then the name decides.
fn means(reference: &Str, uid: &Str) -> bool {
    reference.is_empty() || reference == uid || uid.starts_with("uid-")
}
