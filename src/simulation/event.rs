//! The event vocabulary: the contract between the engine and whoever shows a run.
//!
//! A run is the list of its events. Folding a prefix of it gives the state of the cluster at that moment (see
//! `trace`), so an event says everything that changed, and nothing else changes between events. Times are virtual
//! milliseconds since the start of the run. Pods are named `namespace/name`, which is unique at any moment.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::api::{Node, Pod, PodDisruptionBudget, PriorityClass, Str};
use crate::framework::{Attempt, Purpose, Sheet};

/// Virtual milliseconds since the start of the run.
pub type Millis = u64;

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
    /// A node went. Its pods stay bound until somebody deletes them.
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
    /// A scheduling attempt, with everything that it looked at.
    Attempted(Rc<Attempt>),
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
    /// A nomination ended without a binding.
    NominationCleared {
        /// The pod.
        pod: Str,
        /// The more important pod that took the node, if that is why.
        by: Option<Str>,
    },
    /// The scheduler counts the pod on the node from now on (`Assume`, `Reserve`, `Permit`).
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
    /// The API server refused the binding: the scheduler counts the pod on the node no more (`Unreserve`).
    BindFailed {
        /// The pod.
        pod: Str,
        /// The node.
        node: Str,
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
    /// A line that `kubectl` prints to whoever runs the script.
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
