//! `ResourceClaim`s as the scheduler needs them. The implementation of [`Claims`], the crate `dra`, is loaded only by
//! runs with claims; the plugin `DynamicResources` calls it.

use std::{any::Any, fmt, rc::Rc};

use api::{
    Millis, NamespacedName, Pod, Str, Time,
    devices::{DeviceKind, DeviceObject, DeviceRecord, ResourceClaim},
};
use runlog::{DeviceSearch, NodeIx, QueueEvent, ScorePart, Verdict};

use super::{NodeState, PodInfo};

/// The fifth policy: the differences between releases in how claims are handled. The other four are `Accounting`,
/// `CyclePolicy`, `QueuePolicy` and `FlowPolicy`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClaimRules {
    /// Whether partitionable devices, device taints, consumable capacity, binding conditions, and extended resources of
    /// a class are supported.
    pub has_beta_features: bool,
    /// Whether devices are allocated only from complete pools (all slices of the pool exist, for whatever node), and
    /// inconsistent pools are ignored. Otherwise incomplete pools are used too, and the cycle fails when the search
    /// reaches an inconsistent pool.
    pub requires_complete_pools: bool,
    /// A bug of v1.34's allocator, in `allocator.Allocate`: for an alternative that requests all devices, it uses the
    /// selector results of the previous alternative.
    pub reuses_results_of_previous_alternative: bool,
    /// A bug of v1.34's allocator, in `allocator.allocateOne`: after it chose a device for an alternative that requests all
    /// devices, it continues with the first alternative.
    pub forgets_current_alternative: bool,
    /// A peculiarity of v1.34's allocator, in `allocator.allocateOne`: the search for each further device of a request
    /// restarts at the first device, so that every order of the same devices is tried.
    pub restarts_search_for_each_device: bool,
    /// Whether the configuration of a class appears once in an allocation, with the requests that it applies to.
    pub class_config_names_requests: bool,
    /// Whether a search that takes too long ends the cycle with an error; otherwise it rejects the node.
    pub timeout_is_error: bool,
    /// `bindingTimeout`: how long a pod waits for the binding conditions of its devices.
    pub binding_timeout: Millis,
}

/// The claims, claim templates, slices and device classes of a cluster at one moment.
pub trait Claims: fmt::Debug {
    /// Returns itself, for downcasting to the implementation.
    fn as_any(&self) -> &dyn Any;

    /// `PreEnqueue`: whether all claims of the pod exist and are its own.
    fn are_claims_ready(&self, pod: &Pod) -> bool;

    /// Returns upstream's message if the pod's claims keep it out of the queue, or `None` if they are ready.
    fn claim_problem(&self, pod: &Pod, rules: &ClaimRules) -> Option<Str>;

    /// `PreFilter`: prepares the search of devices for the pod's claims.
    fn pre_filter<'c>(&'c self, rules: &'c ClaimRules, pod: &'c PodInfo) -> ClaimSearch<'c>;

    /// `PostFilter`: returns which of the pod's claims is to be deallocated.
    fn claim_to_free(&self, pod: &PodInfo) -> FreedClaim;

    /// Whether a request of the pod's claims is a list of alternatives. Without any, every node scores 0.
    fn has_alternatives(&self, pod: &PodInfo) -> bool;

    /// `Score`: the sum over requests of how early in its list the alternative is that the node provides (8 for the
    /// first).
    fn score(&self, pod: &PodInfo, node_ix: NodeIx) -> i64;

    /// The parts of [`score`](Self::score), one for each request with alternatives.
    fn score_parts(&self, pod: &PodInfo, node_ix: NodeIx) -> Vec<ScorePart>;

    /// `Reserve`: returns the allocations of the pod's claims on a node, or `None` if the pod has none.
    ///
    /// # Errors
    /// Upstream's message.
    fn reserve_plan(&self, pod: &PodInfo, node: &str) -> Result<Option<ClaimPlan>, Str>;

    /// Whether an event of a claim or device object may help a rejected pod.
    fn queueing_hint(&self, pod: &PodInfo, event: &DeviceEvent<'_>) -> bool;

    /// Whether a `DeviceClass` provides an extended resource.
    fn is_backed_by_class(&self, resource: &str) -> bool;

    /// Returns for each claim in the last cycle the allocation that a node would give it, as JSON.
    fn node_offers(&self, node: &str) -> Option<Vec<(Str, Str)>>;

    /// Sets the current time, in milliseconds since the epoch, by which timeouts of binding conditions are measured.
    fn set_clock(&self, wall: i64);

    /// Parses a recorded object; `None` if that fails.
    fn read_record(&self, record: &DeviceRecord) -> Option<DeviceObject>;

    /// Converts an object to its record.
    fn to_record(&self, object: &DeviceObject) -> DeviceRecord;

    /// Returns another state with these objects alone. Records that cannot be parsed are skipped.
    fn with_records(&self, records: &mut dyn Iterator<Item = &DeviceRecord>) -> Rc<dyn Claims>;

    /// Returns the names of the claims or claim templates in a namespace.
    fn names_in(&self, kind: DeviceKind, namespace: &str) -> Vec<Str>;

    /// Returns the state with an object added or replaced.
    fn with_object(&self, object: DeviceObject) -> Rc<dyn Claims>;

    /// Returns the state without an object.
    fn without_object(&self, kind: DeviceKind, namespace: &Str, name: &Str) -> Rc<dyn Claims>;

    /// `Reserve`: returns the state with the allocations of a plan in flight. With `in_group_cycle`, later members of
    /// the pod group share them.
    fn with_in_flight(&self, claim_plan: &ClaimPlan, in_group_cycle: bool) -> Rc<dyn Claims>;

    /// Returns the state after a pod gave up its share of an in-flight allocation, which the last pod removes, or after
    /// the allocation was written (`is_written`).
    fn without_in_flight(&self, claim: &ResourceClaim, is_written: bool) -> Rc<dyn Claims>;

    /// Returns the state that a pod group's cycle sees once it changed a claim: the cache still has the old claim, but
    /// the next update of it fails with a conflict.
    fn with_unseen_change(&self, namespace: &Str, name: &Str) -> Rc<dyn Claims>;

    /// Returns all claims, by namespace and name.
    fn all_claims(&self) -> Vec<Rc<ResourceClaim>>;

    /// Returns the claims with an in-flight allocation, with that allocation, and the number of pods that share it.
    fn claims_in_flight(&self) -> Vec<(Rc<ResourceClaim>, u32)>;

    /// Returns an object as the API server stores it: with its name, uid and defaults.
    fn admit_object(&self, object: DeviceObject, name: Str, uid: Str) -> DeviceObject;

    /// Returns an existing object.
    fn get(&self, kind: DeviceKind, namespace: &Str, name: &Str) -> Option<DeviceObject>;

    /// `PreBind`: returns a claim of a plan as it is written.
    ///
    /// # Errors
    /// Upstream's message.
    fn bound_claim(&self, claim_plan: &ClaimPlan, planned: &PlannedClaim) -> Result<Rc<ResourceClaim>, Str>;

    /// `Unreserve`: returns the changes that revert what `PreBind` wrote.
    fn released_claims(&self, claim_plan: &ClaimPlan) -> Vec<ClaimWork>;

    /// Whether all binding conditions of a plan's devices are met.
    ///
    /// # Errors
    /// Upstream's message, if a device failed.
    fn are_devices_ready(&self, claim_plan: &ClaimPlan) -> Result<bool, Str>;

    /// Returns a claim without its allocation and users.
    fn deallocated_claim(&self, namespace: &Str, name: &Str) -> Option<Rc<ResourceClaim>>;

    /// Returns a deleted claim that stays, because pods use it or it is allocated, with its deletion timestamp; `None`
    /// if it can be removed at once.
    fn terminating_claim(&self, namespace: &Str, name: &Str, since: Time) -> Option<Rc<ResourceClaim>>;

    /// Returns the work of the controllers, given these pods.
    fn pending_work(&self, pods: &[&Pod]) -> Vec<ClaimWork>;
}

/// A change that a controller makes to a claim or because of one.
#[derive(Debug)]
pub enum ClaimWork {
    /// Creates a claim for a pod, which refers to it as `entry`. It has no name yet.
    Make {
        claim: Rc<ResourceClaim>,
        pod: NamespacedName,
        /// The name of the claim in the pod's `spec.resourceClaims`.
        entry: Str,
    },
    /// Records an event on a pod that its claim cannot be created.
    Fail { pod: NamespacedName, text: Str },
    /// Writes a changed claim.
    Write(Rc<ResourceClaim>),
    /// Adds a pod that already has a node to the users of a claim.
    Reserve(Rc<ResourceClaim>),
    /// Deletes a pod because of a taint of its devices, after its toleration has expired.
    Evict { pod: NamespacedName, after: Millis },
    /// Removes a claim, by namespace and name.
    Remove(Str, Str),
}

/// The result of `PreFilter`.
pub enum ClaimSearch<'c> {
    /// The pod has no claims.
    NoClaims,
    /// No node is feasible, with upstream's message.
    Rejected(Str),
    /// The cycle ends in an error, with upstream's message.
    Failed(Str),
    /// The judge decides for each node.
    Nodes(Box<dyn ClaimJudge + 'c>),
}

/// `Filter` for the claims of one pod.
pub trait ClaimJudge {
    /// Decides whether the pod's claims can be satisfied on a node.
    ///
    /// # Errors
    /// The reasons against it.
    fn judge(&self, node_ix: NodeIx, node: &NodeState) -> Verdict;

    /// Returns how devices are searched on a node. The node's index in the result is not set.
    fn search(&self, node_ix: NodeIx, node: &NodeState) -> DeviceSearch;
}

/// What `PostFilter` does with the pod's claims. Claims are identified by namespace and name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FreedClaim {
    /// The pod has no claims, or was rejected before they were evaluated.
    NoClaims,
    /// No claim can be deallocated.
    Nothing,
    /// The claim is deallocated.
    Deallocated(Str, Str),
    /// The claim is deleted: it was created for extended resources in an earlier cycle.
    Deleted(Str, Str),
    /// Another member has changed the claim of this name in the cycle of the pod's group, so the API server rejects the
    /// update.
    Conflict(Str),
}

/// The planned allocations of a pod's claims.
#[derive(Clone, Debug)]
pub struct ClaimPlan {
    pub pod: NamespacedName,
    /// The pod's uid.
    pub uid: Str,
    /// The claims that have to be written.
    pub claims: Vec<PlannedClaim>,
    /// The claims that are already allocated and reserved for the pod.
    pub held: Vec<Rc<ResourceClaim>>,
}

/// A claim as it is going to be written.
#[derive(Clone, Debug)]
pub struct PlannedClaim {
    /// The claim with its allocation.
    pub claim: Rc<ResourceClaim>,
    /// Whether the allocation is new.
    pub is_new: bool,
    /// Whether the claim itself has yet to be created, for extended resources.
    pub is_made: bool,
    /// Whether another member allocated the claim in the same cycle of their group.
    pub is_shared: bool,
}

/// A claim, template, slice or device class was added, updated or deleted.
#[derive(Clone, Copy, Debug)]
pub struct DeviceEvent<'e> {
    pub kind: DeviceKind,
    pub namespace: &'e Str,
    pub name: &'e Str,
    pub change: DeviceChange,
    /// The state before the change.
    pub claims_before: &'e dyn Claims,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceChange {
    Added,
    Updated,
    Deleted,
}

impl DeviceEvent<'_> {
    /// Returns the event's name from v1.34 on.
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
