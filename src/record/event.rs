//! The event vocabulary: the contract between the engine and a front end. How events travel, their units and their order
//! stand in `wire`.
//!
//! A run is the list of its events. Folding a prefix of it gives the state of the cluster at that moment (see
//! `trace`), so an event says everything that changed, and nothing else changes between events. Times are virtual
//! milliseconds since the start of the run. Pods are named `namespace/name`, which is unique at any moment.
//!
//! A cycle of the scheduler is `Popped`, then a `Drawn` for each draw of chance, then `Attempted`. What follows from it comes next: `Assumed`
//! (and, when the API server hears of it, `Bound` or `BindFailed`), or the `Message` of the failure, `Queued`, and what preemption does
//! (`Nominated`, `NominationCleared`, `Terminating`), in the order in which the release does it. Between `Popped` and `Attempted` budgets may be
//! brought up to date.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::{Point, RowId, Sheet, Tried};
use api::{Millis, Node, Pod, PodDisruptionBudget, PriorityClass, StorageObject, Str};

/// After so many events a run is cut.
pub const EVENT_LIMIT: usize = 200_000;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// When.
    pub at: Millis,
    /// What.
    pub what: What,
}

/// The kinds of events.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum What {
    /// How the scheduler is set up: a sheet for each profile. The first event of every run.
    Profiles(Vec<Rc<Sheet>>),
    /// A node came, or came back.
    NodeAdded(Rc<Node>),
    /// A node changed: labels, taints, cordon, room.
    NodeUpdated(Rc<Node>),
    /// A node went. Its pods stay bound until they are deleted.
    NodeRemoved(Str),
    /// A priority class is there from now on.
    PriorityClassAdded(Rc<PriorityClass>),
    /// A priority class is there no more. Pods keep their priority.
    PriorityClassRemoved(Str),
    /// A budget is there no more, by `namespace/name`.
    BudgetRemoved(Str),
    /// A budget came, or its status was recomputed.
    BudgetUpdated(Rc<PodDisruptionBudget>),
    /// A pod was created, by a person, a script or a controller; admission is done.
    PodCreated {
        /// The pod.
        pod: Rc<Pod>,
        /// Who made it: `Deployment/nginx`, or empty.
        by: Str,
    },
    /// A pod's spec or labels were edited.
    PodUpdated(Rc<Pod>),
    /// A pod went into a queue, or from one queue to another.
    Queued {
        /// The pod.
        pod: Str,
        /// Where it is now.
        queue: Queue,
        /// What moved it: a cluster event's name such as `AssignedPodDelete`, `BackoffComplete`, `PodAdd`, …
        by: Str,
        /// When its backoff ends, if it is backing off.
        until: Option<Millis>,
    },
    /// A pod was taken out of its queue, to be scheduled now.
    Popped {
        /// The pod.
        pod: Str,
        /// The number of this attempt, from 1.
        attempt: u32,
    },
    /// A scheduling attempt in short. All that it found is asked for by its number.
    Attempted(Rc<Tried>),
    /// Chance was asked.
    Drawn {
        /// For what.
        purpose: Purpose,
        /// Out of how many.
        of: usize,
        /// The answer.
        drew: usize,
    },
    /// Preemption made room for a pod: `status.nominatedNodeName` is set.
    Nominated {
        /// The pod.
        pod: Str,
        /// The node.
        node: Str,
    },
    /// Binding the pod is going to take time, so the scheduler writes where it will be: `status.nominatedNodeName` is set. Nothing is
    /// kept free by that, since the pod already counts on the node.
    Expected {
        /// The pod.
        pod: Str,
        /// The node.
        node: Str,
    },
    /// A nomination ended without a binding.
    NominationCleared {
        /// The pod.
        pod: Str,
        /// The more important pod that took the node, if that is why.
        by: Option<Str>,
    },
    /// The scheduler counts the pod on the node from now on (`Assume`, `Reserve`; then `Permit` is asked).
    Assumed {
        /// The pod.
        pod: Str,
        /// The node.
        node: Str,
    },
    /// `Bind` is done: `spec.nodeName` is set.
    Bound {
        /// The pod.
        pod: Str,
        /// The node.
        node: Str,
    },
    /// Plugins let the pod wait in `Permit`.
    Waits {
        /// The pod.
        pod: Str,
        /// Its node.
        node: Str,
        /// The plugins that it waits for.
        plugins: Vec<RowId>,
        /// When it is rejected if they do not answer.
        until: Millis,
    },
    /// The pod waited in `Permit` and may go on now.
    Allowed {
        /// The pod.
        pod: Str,
        /// Its node.
        node: Str,
    },
    /// Plugins prepare the node in `PreBind`.
    PreBinding {
        /// The pod.
        pod: Str,
        /// The node.
        node: Str,
        /// The claims that have to be bound, `namespace/name`; none where plugins just take their time.
        claims: Vec<Str>,
        /// When they are done; where claims have to be bound, when the plugin gives up.
        until: Millis,
    },
    /// A plugin, or the API server, said no: the scheduler counts the pod on the node no more (`Unreserve`).
    Unreserved {
        /// The pod.
        pod: Str,
        /// The node.
        node: Str,
        /// The point at which it failed.
        at: Point,
    },
    /// An object of storage came, or changed.
    StorageApplied(StorageObject),
    /// An object of storage is there no more: `PersistentVolumeClaim/default/data`.
    StorageRemoved(Str),
    /// `Reserve`: what a pod needs on its node is set aside. Its binding waits until all of it is bound. Claims are named
    /// `namespace/name`.
    VolumesReserved {
        /// The pod.
        pod: Str,
        /// The node.
        node: Str,
        /// Claims, each with the volume that it gets.
        bind: Vec<(Str, Str)>,
        /// Claims for which a volume is to be made for this node.
        provision: Vec<Str>,
    },
    /// A provisioner begins to make a volume for a claim.
    Provisioning {
        /// The claim.
        claim: Str,
        /// Its class.
        class: Str,
        /// When it will be done.
        until: Millis,
    },
    /// The volume is made.
    Provisioned {
        /// The claim.
        claim: Str,
        /// The volume.
        volume: Str,
    },
    /// It could not be made.
    ProvisioningFailed {
        /// The claim.
        claim: Str,
    },
    /// Claim and volume belong together from now on.
    ClaimBound {
        /// The claim.
        claim: Str,
        /// The volume.
        volume: Str,
    },
    /// The kubelet began to create the containers.
    Creating(Str),
    /// All containers run.
    Running {
        /// The pod.
        pod: Str,
        /// Its `status.startTime`, in milliseconds of the wall clock.
        start: i64,
        /// Its IP address.
        ip: Str,
    },
    /// All containers ended well (of a Job).
    Succeeded(Str),
    /// A graceful deletion began.
    Terminating {
        /// The pod.
        pod: Str,
        /// When the kubelet will be done with it.
        until: Millis,
        /// Why.
        why: Deletion,
    },
    /// A pod is gone.
    PodRemoved(Str),
    /// A line for `kubectl get events`.
    Message {
        /// `Pod/default/nginx` and the like.
        about: Str,
        /// Whether it is a warning.
        warning: bool,
        /// One word: `Scheduled`, `FailedScheduling`, `Preempted`, `Killing`, …
        reason: Str,
        /// Upstream's own words.
        text: Str,
    },
    /// A line that `kubectl` prints for the script.
    Printed {
        /// Whether it is a warning or an error.
        warning: bool,
        /// kubectl's own words.
        text: Str,
    },
    /// An action of the scenario's script begins.
    Script {
        /// Its number, from 0.
        index: usize,
        /// What it does, as `kubectl` would say it.
        text: Str,
    },
    /// The run is over.
    End(Ending),
}

/// Where a pod waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Queue {
    /// `activeQ`: to be scheduled next.
    Active,
    /// `backoffQ`: waits for its backoff.
    Backoff,
    /// The unschedulable pool: waits for an event.
    Unschedulable,
    /// Held back by scheduling gates.
    Gated,
}

/// Why a pod is deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deletion {
    /// It is a victim of preemption.
    Preempted {
        /// The preemptor.
        by: Str,
    },
    /// A person or the script deleted it.
    Deleted,
    /// Its controller has one too many.
    ScaledDown,
    /// A drain evicted it.
    Drained,
    /// A `NoExecute` taint evicted it.
    Tainted,
    /// Its node is gone.
    Orphaned,
}

/// Why a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// Nothing is left to happen.
    Quiet,
    /// The scenario's duration is over.
    Duration,
    /// Too many events: the run would never end.
    Limit,
}

/// What is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// `selectHost`: one of the nodes with the best total.
    Host,
    /// `pickOneNodeForPreemption`: one of the nodes that the ladder left over.
    VictimNode,
    /// Where the dry runs begin.
    DryRunOffset,
}
