//! The extension points between the decision and the binding: `Reserve`, `Permit`, `PreBind` and `Bind`.
//!
//! `Reserve` gives back an object that holds what the plugin set aside for this one cycle; upstream keeps that in a
//! string-keyed `CycleState`. Times are virtual, so a plugin says how long something takes instead of taking that long.

use std::{fmt, rc::Rc};

use api::{Millis, PodGroup, Str};
use runlog::QueueEvent;

use super::{ClusterEvent, CycleCtx, VolumePlan};
use crate::cluster::{ClaimPlan, NodeState, PodInfo};

/// The longest time that a plugin may let a pod wait in `Permit`. Upstream: `maxTimeout`.
pub const MAX_PERMIT_WAIT: Millis = Millis::from_seconds(15 * 60);

/// A pod and the node that it was given.
#[derive(Clone, Copy, Debug)]
pub struct Placement<'p> {
    pub pod: &'p PodInfo,
    pub node: &'p str,
    /// How often the pod has come this far, from 1.
    pub permit_attempt: u32,
    /// The node as the decision saw it, without the pod. Set for `Permit` only.
    pub state: Option<&'p NodeState>,
    /// The pod's group, where pods have groups. Set for `Permit` only.
    pub group: Option<GroupQuorum<'p>>,
}

/// How many of a pod's group have a node.
#[derive(Clone, Copy, Debug)]
pub struct GroupQuorum<'p> {
    /// The group; none if it is not there.
    pub group: Option<&'p PodGroup>,
    /// Members that are assumed or bound, the pod itself among them.
    pub scheduled: usize,
}

/// What a plugin sees at `Reserve`.
pub struct ReserveCtx<'r> {
    /// The pod and its node.
    pub placement: Placement<'r>,
    /// What the decision was made from.
    pub cycle: &'r CycleCtx<'r>,
    /// The node's state.
    pub node: &'r NodeState,
    /// Whether the plugin ran at `PreFilter`, where it notes what it needs later in the cycle.
    pub pre_filter_ran: bool,
    /// Of a member of a pod group that comes to `Reserve` again after its group's cycle: what the plugins set aside in the cycle.
    pub earlier: Option<&'r [Rc<dyn Reservation>]>,
}

/// `Reserve`: sets aside what the pod needs on the node.
pub trait Reserve {
    /// `Reserve`. What comes back is kept until the pod is bound; `None` where the pod needs nothing.
    ///
    /// # Errors
    /// The plugin's own words why it cannot.
    fn reserve(&self, reserve_ctx: &ReserveCtx<'_>) -> Result<Option<Rc<dyn Reservation>>, Str>;
}

/// What a plugin set aside for a pod.
pub trait Reservation: fmt::Debug {
    /// Volumes and claims. The simulation sets them aside, and gives them back.
    fn volumes(&self) -> Option<&VolumePlan> {
        None
    }

    /// Devices for claims. The simulation sets them aside, and gives them back.
    fn claims(&self) -> Option<&ClaimPlan> {
        None
    }

    /// `Unreserve`: gives it back, because the pod is not going to be bound after all.
    fn unreserve(&self) {}
}

/// What the API server says to an update of an object that somebody changed since it was read. Upstream: `apierrors.NewConflict`.
#[must_use]
pub fn conflict_text(resource: &str, name: &str) -> String {
    let advice = "please apply your changes to the latest version and try again";
    format!("Operation cannot be fulfilled on {resource} {name:?}: the object has been modified; {advice}")
}

/// `Permit`: allows the binding, refuses it or lets it wait.
pub trait Permit {
    /// `Permit`.
    fn permit(&self, placement: &Placement<'_>) -> PermitAnswer;

    /// `EventsToRegister` with its `QueueingHintFn`: whether the event may help a pod that the plugin rejected. `None` where the plugin
    /// does not say which events it wants, and so hears of all.
    fn queueing_hint(&self, pod: &PodInfo, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        let _ = (pod, cluster_event);
        None
    }

    /// Whether it hears of an event of this name at all, while a pod is on its way.
    fn subscribes_to(&self, queue_event: QueueEvent) -> bool {
        let _ = queue_event;
        true
    }
}

/// What a plugin says in `Permit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PermitAnswer {
    /// Go on.
    Allow,
    /// No, in the plugin's own words.
    Reject(Str),
    /// It cannot say, in the whole message of the step.
    Fail(Str),
    Wait(Wait),
}

/// How long a pod waits in `Permit`, and what the plugin says in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// After so long the pod is rejected.
    pub timeout: Millis,
    /// When the plugin decides, and how: `Allow`, or `Reject` with its own words. `None` if it never does.
    pub verdict: Option<(Millis, Result<(), Str>)>,
    /// Why the pod waits, in the plugin's own words, if it has any.
    pub reason: Str,
}

/// `PreBind`: prepares the node.
pub trait PreBind {
    /// `PreBind`: what it waits for.
    ///
    /// # Errors
    /// The plugin's own words why it cannot.
    fn pre_bind(&self, placement: &Placement<'_>) -> Result<PreBindAnswer, Str>;
}

/// What a plugin waits for in `PreBind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreBindAnswer {
    /// Nothing but time.
    Duration(Millis),
    /// The claims that were set aside for the pod are bound. After so long it fails.
    WaitForClaims(Millis),
}

/// `Bind`: tells the API server.
pub trait Bind {
    /// Whether this plugin binds the pod. One that does not (`Skip`) leaves it to the next.
    fn can_bind(&self, placement: &Placement<'_>) -> bool;
}
