//! The extension points after the scheduling decision: `Reserve`, `Permit`, `PreBind` and `Bind`.
//!
//! `Reserve` returns an object that holds what the plugin reserved for this cycle; upstream keeps that in a
//! string-keyed `CycleState`. Time is virtual, so a plugin returns how long something takes instead of blocking.

use std::{fmt, rc::Rc};

use api::{Millis, PodGroup, Str};
use runlog::QueueEvent;

use super::{ClusterEvent, CycleCtx, VolumePlan};
use crate::cluster::{ClaimPlan, NodeState, PodInfo};

/// The longest time that a plugin can let a pod wait in `Permit`. Upstream: `maxTimeout`.
pub const MAX_PERMIT_WAIT: Millis = Millis::from_seconds(15 * 60);

/// A pod and the node that was chosen for it.
#[derive(Clone, Copy, Debug)]
pub struct Placement<'p> {
    pub pod: &'p PodInfo,
    pub node: &'p str,
    /// How many times the pod has reached `Permit`, starting at 1.
    pub permit_attempt: u32,
    /// The node's state at the decision, without the pod. Set for `Permit` only.
    pub state: Option<&'p NodeState>,
    /// The pod's group, if it belongs to one. Set for `Permit` only.
    pub group: Option<GroupQuorum<'p>>,
}

/// How many members of a pod's group have a node.
#[derive(Clone, Copy, Debug)]
pub struct GroupQuorum<'p> {
    /// The group; `None` if it does not exist.
    pub group: Option<&'p PodGroup>,
    /// Number of members that are assumed or bound, including the pod itself.
    pub scheduled: usize,
}

/// The input of `Reserve`.
pub struct ReserveCtx<'r> {
    pub placement: Placement<'r>,
    /// The pod and the cluster on which the decision was based.
    pub cycle: &'r CycleCtx<'r>,
    pub node: &'r NodeState,
    /// Whether the plugin's `PreFilter` ran, which stores state for later extension points.
    pub has_run_pre_filter: bool,
    /// For a member of a pod group that reaches `Reserve` again after its group's cycle: what the plugins reserved in
    /// that cycle.
    pub earlier: Option<&'r [Rc<dyn Reservation>]>,
}

/// `Reserve`: reserves what the pod needs on the node.
pub trait Reserve {
    /// Returns the reservation, which is kept until the pod is bound, or `None` if the pod needs nothing.
    ///
    /// # Errors
    /// The plugin's message, if the reservation fails.
    fn reserve(&self, reserve_ctx: &ReserveCtx<'_>) -> Result<Option<Rc<dyn Reservation>>, Str>;
}

/// What a plugin reserved for a pod.
pub trait Reservation: fmt::Debug {
    /// The volumes that the pod gets. The simulation assumes them, and releases them on `Unreserve`.
    fn volumes(&self) -> Option<&VolumePlan> {
        None
    }

    /// The devices that the pod's claims get. The simulation assumes them, and releases them on `Unreserve`.
    fn claims(&self) -> Option<&ClaimPlan> {
        None
    }

    /// `Unreserve`: releases the reservation, because the pod is not going to be bound.
    fn unreserve(&self) {}
}

/// Returns the API server's message for an update of an object that was modified after it was read. Upstream:
/// `apierrors.NewConflict`.
#[must_use]
pub fn conflict_text(resource: &str, name: &str) -> String {
    let advice = "please apply your changes to the latest version and try again";
    format!("Operation cannot be fulfilled on {resource} {name:?}: the object has been modified; {advice}")
}

/// `Permit`: allows, rejects or delays the binding.
pub trait Permit {
    fn permit(&self, placement: &Placement<'_>) -> PermitAnswer;

    /// Whether the event may help a pod that the plugin rejected; `None` if the plugin registers no events. Upstream:
    /// `EventsToRegister` with its `QueueingHintFn`.
    fn queueing_hint(&self, pod: &PodInfo, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        let _ = (pod, cluster_event);
        None
    }

    /// Whether the plugin is registered for events of this name, for pods that are being scheduled.
    fn subscribes_to(&self, queue_event: QueueEvent) -> bool {
        let _ = queue_event;
        true
    }
}

/// The result of a plugin's `Permit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PermitAnswer {
    Allow,
    /// Rejects the pod, with the plugin's message.
    Reject(Str),
    /// Fails, with the whole status message.
    Fail(Str),
    Wait(Wait),
}

/// How long a pod waits in `Permit`, and the plugin's decision at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// How long the pod waits before it is rejected.
    pub timeout: Millis,
    /// After how long the plugin decides, and how: it allows the pod, or rejects it with a message. `None` if it never
    /// does.
    pub verdict: Option<(Millis, Result<(), Str>)>,
    /// The plugin's message why the pod waits; may be empty.
    pub reason: Str,
}

/// `PreBind`: prepares the node, for example by binding volumes.
pub trait PreBind {
    /// Returns what the binding has to wait for.
    ///
    /// # Errors
    /// The plugin's message, if it fails.
    fn pre_bind(&self, placement: &Placement<'_>) -> Result<PreBindAnswer, Str>;
}

/// What a plugin waits for in `PreBind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreBindAnswer {
    /// A fixed time.
    Duration(Millis),
    /// The binding of the claims that were assumed for the pod. Fails after this timeout.
    WaitForClaims(Millis),
}

/// `Bind`: writes the pod's node to the API server.
pub trait Bind {
    /// Whether this plugin binds the pod. Otherwise (`Skip`) the next one is tried.
    fn can_bind(&self, placement: &Placement<'_>) -> bool;
}
