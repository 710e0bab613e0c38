//! Claims for devices, as the scheduler needs them. What knows them is a part of the engine that a run without claims does without: it
//! stands behind [`Claims`], and the plugin `DynamicResources` asks it.

use std::{any::Any, fmt, rc::Rc};

use api::{
    Millis, NamespacedName, Pod, Str, Time,
    devices::{DeviceKind, DeviceObject, DeviceRecord, ResourceClaim},
};
use runlog::{DeviceSearch, NodeIx, QueueEvent, ScorePart, Verdict};

use super::{NodeState, PodInfo};

/// What differs between releases in what becomes of claims.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClaimRules {
    /// Partitions of devices, taints of devices, shares of devices, conditions before binding, and extended resources by a class.
    pub beta_features: bool,
    /// Devices come from whole pools only, and a pool is whole if all its slices are there, for whatever node; a pool that contradicts
    /// itself is left out. Otherwise any pool will do until the search comes to one that contradicts itself, which ends the cycle.
    pub complete_pools_only: bool,
    /// Three bugs of v1.34's allocator, which v1.36 no longer has: two of alternatives that want all devices, and one by which the search
    /// for each further device of a request begins anew. They stand in `search` of the crate `dra`.
    pub v1_34_alternative_bugs: bool,
    /// What a class tells drivers stands in the result once, with the requests that it is for.
    pub class_config_names_requests: bool,
    /// A search that takes too long ends the cycle in an error; otherwise it rejects the node.
    pub timeout_is_error: bool,
    /// How long a pod waits for the conditions of its devices.
    pub binding_timeout: Millis,
}

/// Claims, templates, slices and classes of a cluster, at one moment.
pub trait Claims: fmt::Debug {
    /// Itself, for those who know what it is.
    fn as_any(&self) -> &dyn Any;

    /// Whether the pod may be queued: `PreEnqueue`.
    fn are_claims_ready(&self, pod: &Pod) -> bool;

    /// What keeps the pod from being queued, in upstream's words; nothing if its claims are ready.
    fn claim_problem(&self, pod: &Pod, rules: &ClaimRules) -> Option<Str>;

    /// `PreFilter`
    fn pre_filter<'c>(&'c self, rules: &'c ClaimRules, pod: &'c PodInfo) -> ClaimSearch<'c>;

    /// `PostFilter`: which claim is to be given back.
    fn claim_to_free(&self, pod: &PodInfo) -> FreedClaim;

    /// `Score`: how early the alternatives are that the node gives.
    fn score(&self, pod: &PodInfo, node_ix: NodeIx) -> i64;

    /// The same, alternative by alternative.
    fn score_parts(&self, pod: &PodInfo, node_ix: NodeIx) -> Vec<ScorePart>;

    /// `Reserve`: what the pod's claims are going to have on a node.
    ///
    /// # Errors
    /// Upstream's text.
    fn reserve_plan(&self, pod: &PodInfo, node: &str) -> Result<Option<ClaimPlan>, Str>;

    /// Whether an event of claims or devices may help a pod.
    fn queueing_hint(&self, pod: &PodInfo, event: &DeviceEvent<'_>) -> bool;

    /// Whether a class stands for an extended resource.
    fn is_backed_by_class(&self, resource: &str) -> bool;

    /// What a node would give in the cycle that was last: for each claim its allocation, as JSON.
    fn node_offers(&self, node: &str) -> Option<Vec<(Str, Str)>>;

    /// The time of day, in milliseconds: conditions of devices may take too long.
    fn set_clock(&self, wall: i64);

    /// An object as a record has it; nothing where it cannot be read.
    fn read_record(&self, record: &DeviceRecord) -> Option<DeviceObject>;

    /// An object as it is recorded.
    fn to_record(&self, object: &DeviceObject) -> DeviceRecord;

    /// Another cluster, with these objects alone. One that cannot be read is left out.
    fn with_records(&self, records: &mut dyn Iterator<Item = &DeviceRecord>) -> Rc<dyn Claims>;

    /// The cluster with an object put in.
    fn with_object(&self, object: DeviceObject) -> Rc<dyn Claims>;

    /// The cluster without an object.
    fn without_object(&self, kind: DeviceKind, namespace: &Str, name: &Str) -> Rc<dyn Claims>;

    /// `Reserve`: the cluster with the allocations of a plan in flight. In the cycle of a pod group the members that come later share them.
    fn with_in_flight(&self, claim_plan: &ClaimPlan, in_group_cycle: bool) -> Rc<dyn Claims>;

    /// The cluster after a pod gave up its share of an allocation in flight, which the last pod removes; or after it was written.
    fn without_in_flight(&self, claim: &ResourceClaim, is_written: bool) -> Rc<dyn Claims>;

    /// The cluster as a pod group's cycle sees it once a claim was changed in it: the claim is still what it was, but the next change of it is
    /// refused.
    fn with_unseen_change(&self, namespace: &Str, name: &Str) -> Rc<dyn Claims>;

    /// All claims, by namespace and name.
    fn all_claims(&self) -> Vec<Rc<ResourceClaim>>;

    /// The claims whose allocation is in flight, with that allocation, and the number of pods that wait for it.
    fn claims_in_flight(&self) -> Vec<(Rc<ResourceClaim>, u32)>;

    /// An object as the API server stores it: with the name and the identity that it gets there, and its defaults.
    fn admit_object(&self, object: DeviceObject, name: Str, uid: Str) -> DeviceObject;

    /// An object that is there.
    fn get(&self, kind: DeviceKind, namespace: &Str, name: &Str) -> Option<DeviceObject>;

    /// `PreBind`: a claim of a plan as it is written.
    ///
    /// # Errors
    /// Upstream's text.
    fn bound_claim(&self, claim_plan: &ClaimPlan, planned: &PlannedClaim) -> Result<Rc<ResourceClaim>, Str>;

    /// `Unreserve`: what is taken back of what `PreBind` wrote.
    fn released_claims(&self, claim_plan: &ClaimPlan) -> Vec<ClaimWork>;

    /// Whether all devices of a plan are ready for the pod.
    ///
    /// # Errors
    /// Upstream's text, where one has failed.
    fn are_devices_ready(&self, claim_plan: &ClaimPlan) -> Result<bool, Str>;

    /// A claim without devices and users.
    fn deallocated_claim(&self, namespace: &Str, name: &Str) -> Option<Rc<ResourceClaim>>;

    /// A claim that is deleted, but stays, since pods use it or it has devices; nothing where it can go at once.
    fn terminating_claim(&self, namespace: &Str, name: &Str, since: Time) -> Option<Rc<ResourceClaim>>;

    /// What the controllers have to do, with these pods.
    fn pending_work(&self, pods: &[&Pod]) -> Vec<ClaimWork>;
}

/// What a controller does about claims.
#[derive(Debug)]
pub enum ClaimWork {
    /// Makes a claim for a pod, which calls it `entry`. It has no name yet.
    Make {
        claim: Rc<ResourceClaim>,
        /// The pod.
        pod: NamespacedName,
        /// The pod's name for it.
        entry: Str,
    },
    /// Tells a pod why a claim of it cannot be made.
    Fail {
        /// The pod.
        pod: NamespacedName,
        /// Why.
        text: Str,
    },
    /// Writes a change.
    Write(Rc<ResourceClaim>),
    /// Makes a pod that names its node a user of a claim.
    Reserve(Rc<ResourceClaim>),
    /// Deletes a pod whose devices have a taint, after it was tolerated for so long.
    Evict {
        /// The pod.
        pod: NamespacedName,
        after: Millis,
    },
    /// Takes a claim away, by namespace and name.
    Remove(Str, Str),
}

/// What comes out of `PreFilter`.
pub enum ClaimSearch<'c> {
    /// The pod has no claims.
    NoClaims,
    /// No node will do, in upstream's words.
    Rejected(Str),
    /// The cycle ends in an error, with upstream's text.
    Failed(Str),
    /// Ask about each node.
    Nodes(Box<dyn ClaimJudge + 'c>),
}

/// `Filter`
pub trait ClaimJudge {
    /// Whether the pod's claims can be satisfied on a node.
    ///
    /// # Errors
    /// Why not.
    fn judge(&self, node_ix: NodeIx, node: &NodeState) -> Verdict;

    /// How devices are looked for on a node. The search does not name the node's index.
    fn search(&self, node_ix: NodeIx, node: &NodeState) -> DeviceSearch;
}

/// What becomes of claims in `PostFilter`. Claims go by namespace and name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FreedClaim {
    /// The pod has no claims, or was rejected before they were looked at.
    NoClaims,
    /// There is nothing to give back.
    Nothing,
    /// The claim loses its devices.
    Deallocated(Str, Str),
    /// The claim goes: it was made for extended resources in a cycle before.
    Deleted(Str, Str),
    /// A sibling in the cycle of the pod's group has changed the claim of this name, so the API server refuses the change.
    Conflict(Str),
}

/// What a pod's claims are going to have.
#[derive(Clone, Debug)]
pub struct ClaimPlan {
    /// The pod.
    pub pod: NamespacedName,
    /// Its identity.
    pub uid: Str,
    /// The claims that have to be written.
    pub claims: Vec<PlannedClaim>,
    /// The claims that the pod has for itself already.
    pub held: Vec<Rc<ResourceClaim>>,
}

/// A claim as it is to be written.
#[derive(Clone, Debug)]
pub struct PlannedClaim {
    /// The claim with its devices.
    pub claim: Rc<ResourceClaim>,
    /// Whether the devices are new.
    pub is_new: bool,
    /// Whether the claim itself has yet to be made, for extended resources.
    pub is_made: bool,
    /// Whether a sibling allocated the claim in the same cycle of their group.
    pub is_shared: bool,
}

/// An object about devices came, changed or went.
#[derive(Clone, Copy, Debug)]
pub struct DeviceEvent<'e> {
    /// What it is.
    pub kind: DeviceKind,
    /// Its namespace.
    pub namespace: &'e Str,
    /// Its name.
    pub name: &'e Str,
    /// What happened.
    pub change: DeviceChange,
    /// The cluster as it was.
    pub claims_before: &'e dyn Claims,
}

/// What happened to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceChange {
    /// It came.
    Added,
    /// It changed.
    Updated,
    /// It went.
    Deleted,
}

impl DeviceEvent<'_> {
    /// The event's name from v1.34 on.
    #[must_use]
    pub fn queue_event(&self) -> QueueEvent {
        use DeviceChange as Change;
        match (self.kind, self.change) {
            (DeviceKind::Claim, Change::Added) => QueueEvent::ResourceClaimAdd,
            (DeviceKind::Claim, Change::Updated) => QueueEvent::ResourceClaimUpdate,
            (DeviceKind::Claim, Change::Deleted) => QueueEvent::ResourceClaimDelete,
            (DeviceKind::Slice, Change::Added) => QueueEvent::ResourceSliceAdd,
            (DeviceKind::Slice, Change::Updated) => QueueEvent::ResourceSliceUpdate,
            (DeviceKind::Slice, Change::Deleted) => QueueEvent::ResourceSliceDelete,
            (DeviceKind::Class, Change::Added) => QueueEvent::DeviceClassAdd,
            (DeviceKind::Class, Change::Updated) => QueueEvent::DeviceClassUpdate,
            (DeviceKind::Class, Change::Deleted) => QueueEvent::DeviceClassDelete,
            (DeviceKind::Template, _) => QueueEvent::ResourceClaimTemplateChange,
        }
    }
}
