//! The API server: storage, admission, and validation of updates.
//!
//! Its fields are private. Components read through [`ApiServer`]'s methods and write through the requests of a [`Client`](super::client::Client),
//! which record the events of a change and deliver it to the components that watch.

mod group_refusals;
mod names;
pub(crate) mod namespaces;
mod nodes;
mod pod_tallies;
mod pod_updates;
mod refusals;
mod stored_objects;
mod uids;
mod updates;
mod workload_updates;
pub(crate) mod workloads;

use std::rc::Rc;

use api::{
    Condition, ConditionStatus, Forbidden, GangWorkload, Millis, NamespacedName, Node, ObjectKey, Pod,
    PodDisruptionBudget, PodGroup, PodPhase, PodSpec, PriorityClass, Set, Str, Table, Time, Workload, WorkloadKind,
};
use manifest::{
    CustomResource,
    admission::{Limits, QuotaLedger, SYSTEM_CLASSES},
};
use scheduler::{
    FlowPolicy,
    cluster::{Objects, PodInfo},
};

use self::{
    names::NameGenerator,
    namespaces::Namespaces,
    nodes::Nodes,
    pod_tallies::{PodTallies, PodTally},
    uids::Uids,
    workloads::Workloads,
};
use super::ids::{PodId, WorkloadId};

/// Namespace and name of a `PersistentVolumeClaim`.
pub(crate) type VolumeClaimKey = (Str, Str);

/// A stored pod.
#[derive(Clone, Debug)]
pub(crate) struct PodRecord {
    /// The pod, with data that the scheduler precomputes from it.
    pub info: Rc<PodInfo>,
    /// The message of the condition `PodScheduled`.
    pub message: Str,
    /// The uid of the workload that manages it.
    pub owner: Option<Str>,
    /// Its number in the order of creation of all pods, from 1.
    pub creation_seq: u64,
    /// When it became ready, if that was during the run.
    pub ready_since: Option<Millis>,
}

impl PodRecord {
    pub(crate) fn pod(&self) -> &Rc<Pod> {
        &self.info.pod
    }

    pub(crate) fn is_bound(&self) -> bool {
        !self.info.pod.spec.node_name.is_empty()
    }

    /// The node that the pod is bound to.
    pub(crate) fn node(&self) -> Option<&Str> {
        Some(&self.info.pod.spec.node_name).filter(|node| !node.is_empty())
    }

    /// Whether the pod counts for its controller: neither finished nor terminating. Upstream: `IsPodActive`.
    pub(crate) fn is_active(&self) -> bool {
        !self.info.pod.is_terminating() && !self.is_over()
    }

    /// Whether the pod's phase is `Succeeded` or `Failed`.
    pub(crate) fn is_over(&self) -> bool {
        self.info.pod.status.phase.is_over()
    }
}

/// What the API server stores. Clones share what does not change.
#[derive(Clone)]
pub(crate) struct ApiServer {
    pods: Table<NamespacedName, PodRecord>,
    /// Bound pods, by node.
    pods_by_node: Set<(Str, NamespacedName)>,
    tallies: PodTallies,
    /// Uids of the pods whose condition `Ready` the node lifecycle controller set to false.
    marked_not_ready: Set<Str>,
    nodes: Nodes,
    /// What the scheduler's plugins list: services, budgets, storage, claims and so on.
    objects: Objects,
    classes: Vec<Rc<PriorityClass>>,
    /// Names of priority classes that existed and were deleted. A class that the manifest never had does not cause a rejection, because dumps often
    /// lack classes.
    deleted_classes: Set<Str>,
    pod_groups: Table<NamespacedName, Rc<PodGroup>>,
    /// The `Workload` objects (`scheduling.k8s.io`) from whose templates pod groups are made.
    gang_workloads: Table<NamespacedName, Rc<GangWorkload>>,
    /// Custom resources that may own pods.
    customs: Rc<[CustomResource]>,
    workloads: Workloads,
    quotas: QuotaLedger,
    limits: Limits,
    uids: Uids,
    names: NameGenerator,
    pods_created: u64,
    namespaces: Namespaces,
    /// Deleted objects that a finalizer keeps, and since when: those of kinds on whose deletion timestamp nothing depends.
    held_objects: Table<ObjectKey, Time>,
    /// Budgets whose `status.observedGeneration` is behind.
    unobserved_budgets: Set<NamespacedName>,
    /// Volume claims that the scheduler has assumed but not written yet. They are stored as if they were written; the volume controllers ignore them
    /// until then.
    assumed_claims: Set<VolumeClaimKey>,
}

impl ApiServer {
    pub(crate) fn new(seed: u64, customs: Vec<CustomResource>) -> Self {
        Self {
            pods: Table::new(),
            pods_by_node: Set::new(),
            tallies: PodTallies::default(),
            marked_not_ready: Set::new(),
            nodes: Nodes::default(),
            objects: Objects::default(),
            classes: Vec::new(),
            deleted_classes: Set::new(),
            pod_groups: Table::new(),
            gang_workloads: Table::new(),
            customs: customs.into(),
            workloads: Workloads::default(),
            quotas: QuotaLedger::default(),
            limits: Limits::default(),
            uids: Uids::default(),
            names: NameGenerator::new(seed),
            pods_created: 0,
            namespaces: Namespaces::default(),
            held_objects: Table::new(),
            unobserved_budgets: Set::new(),
            assumed_claims: Set::new(),
        }
    }

    // Pods.

    pub(crate) fn pod(&self, key: &str) -> Option<&PodRecord> {
        self.pods.get(key)
    }

    /// All pods, ordered by key.
    pub(crate) fn pods(&self) -> impl Iterator<Item = (&NamespacedName, &PodRecord)> + Clone {
        self.pods.iter()
    }

    pub(crate) fn pods_in(&self, namespace: &str) -> impl Iterator<Item = (&NamespacedName, &PodRecord)> {
        let first = NamespacedName::new(namespace, "");
        let prefix = first.clone();
        self.pods.range_from(&first).take_while(move |(key, _)| key.starts_with(prefix.as_str()))
    }

    pub(crate) fn pod_info(&self, key: &str) -> Option<Rc<PodInfo>> {
        self.pods.get(key).map(|record| Rc::clone(&record.info))
    }

    /// The identity (key and uid) of the pod that has this key now.
    pub(crate) fn pod_id(&self, key: &str) -> Option<PodId> {
        let (key, record) = self.pods.get_key_value(key)?;
        Some(PodId { key: key.clone(), uid: record.info.uid().clone() })
    }

    /// Whether the pod with this uid still exists; a successor of the same name does not count.
    pub(crate) fn has_pod(&self, id: &PodId) -> bool {
        self.pods.get(&id.key).is_some_and(|record| *record.info.uid() == id.uid)
    }

    /// The pods bound to a node, by name, including finished ones.
    pub(crate) fn pods_on(&self, node: &str) -> Vec<NamespacedName> {
        let first = (Str::from(node), NamespacedName::default());
        let bound = self.pods_by_node.range_from(&first).take_while(|(other, _)| *other == first.0);
        bound.map(|(_, pod)| pod.clone()).collect()
    }

    pub(crate) fn is_pod_ready(&self, key: &str) -> bool {
        self.pods.get(key).is_some_and(|record| self.is_ready(record))
    }

    /// Whether a pod is running and ready: neither its own conditions and container statuses nor the node lifecycle controller report otherwise. A
    /// node that is not ready does not by itself make its pods unready.
    pub(crate) fn is_ready(&self, record: &PodRecord) -> bool {
        let status = &record.info.pod.status;
        let is_reported_ready = match Condition::ready_condition(&status.conditions) {
            Some(condition) => condition.status == ConditionStatus::True,
            None => status.container_statuses.iter().all(|container| container.ready != Some(false)),
        };
        status.phase == PodPhase::Running && is_reported_ready && !self.marked_not_ready.contains(record.info.uid())
    }

    /// Sets the condition `Ready` of a pod on behalf of the node lifecycle controller. Returns whether it changed.
    pub(super) fn mark_pod_ready(&mut self, key: &NamespacedName, ready: bool) -> bool {
        self.change_pod(key, |api| {
            let Some(record) = api.pods.get(key) else { return false };
            let uid = record.info.uid();
            if ready { api.marked_not_ready.remove(uid) } else { api.marked_not_ready.insert(uid.clone()) }
        })
    }

    /// What a pod counts for at the workload that manages it.
    fn tally_of_pod(&self, key: &NamespacedName) -> Option<(Str, PodTally)> {
        let record = self.pods.get(key)?;
        let owner = record.owner.clone()?;
        let is_active = record.is_active();
        let is_ready = is_active && self.is_ready(record);
        Some((owner, PodTally { active: is_active.into(), ready: is_ready.into() }))
    }

    /// Makes a change that affects what a pod counts for.
    fn change_pod<T>(&mut self, key: &NamespacedName, change: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.tally_of_pod(key);
        let result = change(self);
        let after = self.tally_of_pod(key);
        self.tallies.move_pod(before, after);
        result
    }

    pub(crate) fn is_pod_active(&self, key: &str) -> bool {
        self.pods.get(key).is_some_and(PodRecord::is_active)
    }

    pub(super) fn insert_pod(&mut self, key: &NamespacedName, info: Rc<PodInfo>, owner: Option<Str>) {
        self.quotas.count_pod(&info.pod, 1);
        self.pods_created += 1;
        if !info.pod.spec.node_name.is_empty() {
            self.pods_by_node.insert((info.pod.spec.node_name.clone(), key.clone()));
        }
        let creation_seq = self.pods_created;
        let record = PodRecord { info, message: Str::default(), owner, creation_seq, ready_since: None };
        self.change_pod(key, |api| api.pods.insert(key.clone(), record));
    }

    /// Stores a changed pod, and returns the previous one.
    pub(super) fn replace_pod(&mut self, key: &NamespacedName, info: Rc<PodInfo>) -> Option<Rc<PodInfo>> {
        self.change_pod(key, |api| {
            let record = api.pods.get_mut(key)?;
            api.quotas.count_pod(&record.info.pod, -1);
            api.quotas.count_pod(&info.pod, 1);
            if record.info.pod.spec.node_name != info.pod.spec.node_name {
                api.pods_by_node.insert((info.pod.spec.node_name.clone(), key.clone()));
            }
            Some(std::mem::replace(&mut record.info, info))
        })
    }

    pub(super) fn remove_pod(&mut self, key: &NamespacedName) -> Option<PodRecord> {
        let record = self.change_pod(key, |api| api.pods.remove(key))?;
        self.quotas.count_pod(&record.info.pod, -1);
        self.pods_by_node.remove(&(record.info.pod.spec.node_name.clone(), key.clone()));
        self.marked_not_ready.remove(record.info.uid());
        if let Some(owner) = &record.owner {
            self.workloads.unindex_pod(owner, key);
        }
        Some(record)
    }

    /// Sets the workload that manages a pod, and returns the previous one.
    pub(super) fn set_pod_owner(&mut self, key: &NamespacedName, owner: Option<Str>) -> Option<Str> {
        self.change_pod(key, |api| std::mem::replace(&mut api.pods.get_mut(key)?.owner, owner))
    }

    /// Sets when a pod became ready, and returns the uid of the workload that manages it.
    pub(super) fn set_ready_since(&mut self, key: &NamespacedName, time: Millis) -> Option<Str> {
        let record = self.pods.get_mut(key)?;
        record.ready_since = Some(time);
        record.owner.clone()
    }

    /// Sets the message of a pod's condition `PodScheduled`. Returns whether it changed.
    pub(super) fn set_scheduled_message(&mut self, key: &NamespacedName, message: Str) -> bool {
        let Some(record) = self.pods.get_mut(key) else { return false };
        let is_new = record.message != message;
        record.message = message;
        is_new
    }

    // Nodes.

    pub(crate) fn node(&self, name: &str) -> Option<&Rc<Node>> {
        self.nodes.get(name)
    }

    /// All nodes, in the order of their creation.
    pub(crate) fn nodes(&self) -> &[Rc<Node>] {
        self.nodes.list()
    }

    pub(super) fn put_node(&mut self, node: Rc<Node>) -> Option<Rc<Node>> {
        self.nodes.put(node)
    }

    pub(super) fn remove_node(&mut self, name: &str) -> Option<Rc<Node>> {
        self.nodes.remove(name)
    }

    // Other objects.

    pub(crate) fn objects(&self) -> &Objects {
        &self.objects
    }

    pub(super) fn objects_mut(&mut self) -> &mut Objects {
        &mut self.objects
    }

    pub(crate) fn classes(&self) -> &[Rc<PriorityClass>] {
        &self.classes
    }

    pub(super) fn classes_mut(&mut self) -> &mut Vec<Rc<PriorityClass>> {
        &mut self.classes
    }

    pub(crate) fn namespaces(&self) -> &Namespaces {
        &self.namespaces
    }

    pub(super) fn namespaces_mut(&mut self) -> &mut Namespaces {
        &mut self.namespaces
    }

    pub(super) fn deleted_classes_mut(&mut self) -> &mut Set<Str> {
        &mut self.deleted_classes
    }

    pub(crate) fn pod_groups(&self) -> &Table<NamespacedName, Rc<PodGroup>> {
        &self.pod_groups
    }

    pub(super) fn pod_groups_mut(&mut self) -> &mut Table<NamespacedName, Rc<PodGroup>> {
        &mut self.pod_groups
    }

    pub(crate) fn gang_workloads(&self) -> impl Iterator<Item = &GangWorkload> {
        self.gang_workloads.values().map(AsRef::as_ref)
    }

    pub(crate) fn gang_workload(&self, key: &NamespacedName) -> Option<&GangWorkload> {
        self.gang_workloads.get(key).map(AsRef::as_ref)
    }

    pub(super) fn gang_workloads_mut(&mut self) -> &mut Table<NamespacedName, Rc<GangWorkload>> {
        &mut self.gang_workloads
    }

    pub(crate) fn custom_resources(&self) -> &[CustomResource] {
        &self.customs
    }

    pub(crate) fn quota(&self, namespace: &str, name: &str) -> Option<&api::ResourceQuota> {
        self.quotas.quota(namespace, name)
    }

    pub(crate) fn budget(&self, key: &NamespacedName) -> Option<&Rc<PodDisruptionBudget>> {
        self.objects.budgets.iter().find(|budget| NamespacedName::of(&budget.metadata) == *key)
    }

    /// The budgets whose selector matches a pod.
    pub(crate) fn budgets_of(&self, pod: &Pod) -> impl Iterator<Item = &Rc<PodDisruptionBudget>> {
        self.objects.budgets.iter().filter(|budget| budget_covers(budget, pod))
    }

    /// Whether a budget's `status.observedGeneration` is older than its spec.
    pub(crate) fn is_budget_unobserved(&self, key: &NamespacedName) -> bool {
        self.unobserved_budgets.contains(key)
    }

    pub(super) fn unobserved_budgets_mut(&mut self) -> &mut Set<NamespacedName> {
        &mut self.unobserved_budgets
    }

    /// Whether the scheduler has assumed a volume claim that is not written yet.
    pub(crate) fn is_claim_assumed(&self, claim: &VolumeClaimKey) -> bool {
        self.assumed_claims.contains(claim)
    }

    pub(super) fn assumed_claims_mut(&mut self) -> &mut Set<VolumeClaimKey> {
        &mut self.assumed_claims
    }

    // Workloads.

    pub(crate) fn workloads(&self) -> &Workloads {
        &self.workloads
    }

    pub(super) fn workloads_mut(&mut self) -> &mut Workloads {
        &mut self.workloads
    }

    pub(crate) fn workload(&self, id: WorkloadId) -> Option<Rc<Workload>> {
        self.workloads.get(id).map(|stored| Rc::clone(&stored.workload))
    }

    /// The number of active pods of a workload, and of those that are ready.
    pub(crate) fn pod_tally_of(&self, workload: &Workload) -> PodTally {
        let tally = self.tallies.get(&workload.metadata.uid);
        debug_assert_eq!(tally.active, self.active_pods_of(workload).len(), "{}", workload.metadata.name);
        debug_assert_eq!(
            tally.ready,
            self.active_pods_of(workload).iter().filter(|key| self.is_pod_ready(key)).count(),
            "{}",
            workload.metadata.name
        );
        tally
    }

    pub(crate) fn active_pods_of(&self, workload: &Workload) -> Vec<NamespacedName> {
        let mut pods = self.workloads.pods_of(&workload.metadata.uid);
        pods.retain(|key| self.is_pod_active(key));
        pods
    }

    // Admission.

    /// Sets the quotas, limit ranges and runtime classes that admission enforces, before any object is created.
    pub(super) fn set_admission(&mut self, quotas: &[api::ResourceQuota], limits: Limits) {
        (self.quotas, self.limits) = (QuotaLedger::new(quotas), limits);
    }

    /// Adds or replaces a quota, and charges existing pods and claims to it.
    pub(super) fn put_quota(&mut self, quota: api::ResourceQuota) {
        let pods = self.pods.values().map(|record| &**record.pod());
        let claims = self.objects.storage.claims.values().map(|claim| &**claim);
        self.quotas.put_quota(quota, pods, claims);
    }

    /// Removes all quotas.
    pub(super) fn remove_quotas(&mut self) {
        self.quotas = QuotaLedger::default();
    }

    pub(super) fn quotas_mut(&mut self) -> &mut QuotaLedger {
        &mut self.quotas
    }

    pub(super) fn limits_mut(&mut self) -> &mut Limits {
        &mut self.limits
    }

    /// Applies the current limit ranges and runtime classes to the pod templates, so that they need not be applied to each pod.
    pub(super) fn readmit_templates(&mut self, namespace: Option<&Str>) {
        let limits = &self.limits;
        self.workloads.update_all(namespace, |workload| {
            limits.readmit_workload(workload, &mut Vec::new());
        });
    }

    /// Checks a claim against limit ranges, then against quotas.
    ///
    /// # Errors
    /// The limit ranges that the claim violates, or the quota that it exceeds.
    pub(crate) fn check_claim_quota(&self, claim: &api::PersistentVolumeClaim) -> Result<(), Forbidden> {
        let breaches = self.limits.claim_violations(claim);
        if breaches.is_empty() {
            return self.quotas.check_claim(claim).map_err(Forbidden::Quota);
        }
        Err(Forbidden::Limits(breaches))
    }

    /// The error with which admission rejects the pods of a workload, if it does.
    pub(crate) fn pod_refusal(&self, id: WorkloadId, flow: &FlowPolicy) -> Option<Forbidden> {
        let workload = &self.workloads.get(id)?.workload;
        self.pod_spec_refusal(&workload.metadata.namespace, &workload.spec.template.spec, flow)
    }

    /// The error with which admission rejects a pod with this spec: a deleted or reserved priority class first, then an exceeded quota.
    pub(crate) fn pod_spec_refusal(&self, namespace: &Str, pod_spec: &PodSpec, flow: &FlowPolicy) -> Option<Forbidden> {
        let class = &pod_spec.priority_class_name;
        if self.deleted_classes.contains(class) {
            return Some(Forbidden::PriorityClass(class.clone()));
        }
        if flow.system_classes_in_kube_system
            && namespace != "kube-system"
            && SYSTEM_CLASSES.iter().any(|(name, _)| class == name)
        {
            return Some(Forbidden::SystemClass { class: class.clone(), namespace: namespace.clone() });
        }
        if self.quotas.is_empty() {
            return None;
        }
        self.quotas.check_pod(namespace, pod_spec).map_err(Forbidden::Quota).err()
    }

    /// Assigns the uid of a new object.
    pub(super) fn assign_uid(&mut self, meta: &api::ObjectMeta) -> Str {
        self.uids.assign(meta)
    }

    /// A suffix for a generated name, determined by the seed, `text` and `number`.
    pub(crate) fn name_suffix(&self, text: &str, number: u64, length: usize) -> String {
        self.names.suffix(text, number, length)
    }

    /// The `ReplicaSets` of a Deployment.
    pub(crate) fn replica_sets_of(&self, deployment: &Workload) -> Vec<(WorkloadId, Rc<Workload>)> {
        let ids = self.workloads.replica_sets_of(&deployment.metadata.uid);
        ids.into_iter().filter_map(|id| Some((id, self.workload(id)?))).collect()
    }

    pub(crate) fn has_workload(&self, kind: WorkloadKind, key: &NamespacedName) -> bool {
        self.workloads.find_by_name(kind, key).is_some()
    }
}

/// Whether a budget's selector matches a pod. A pod of its own, whose manifest has it as [standalone](Pod::is_standalone), is never covered.
pub(crate) fn budget_covers(budget: &PodDisruptionBudget, pod: &Pod) -> bool {
    budget.metadata.namespace == pod.metadata.namespace
        && !pod.is_standalone()
        && budget.spec.selector.as_ref().is_some_and(|selector| selector.matches(&pod.metadata.labels))
}

pub(crate) fn claim_key(claim: &api::PersistentVolumeClaim) -> VolumeClaimKey {
    (claim.metadata.namespace.clone(), claim.metadata.name.clone())
}
