//! Messages of the scheduler and the controllers, as data. Each release has its own wording, which `releases` renders.

use api::{Millis, Str};

use super::{ExtenderError, Failure, GroupMessage, Ineligible, LogEntry, Reason};

/// A failure, and the number of nodes that have it.
#[derive(Clone, Copy, Debug)]
pub struct FailureCount<'s> {
    pub failure: &'s Failure,
    pub nodes: usize,
}

impl<'s> From<&'s Failure> for FailureCount<'s> {
    fn from(failure: &'s Failure) -> Self {
        Self { failure, nodes: 1 }
    }
}

/// A message in an event, a condition or an error. Pods are `namespace/name`.
#[derive(Clone, Copy, Debug)]
pub enum UpstreamMessage<'s> {
    /// The cluster has no nodes.
    NoNodes,
    /// `FitError`: no node is feasible for the pod.
    FitError {
        /// Number of nodes in the cluster.
        nodes: usize,
        /// The failure with which `PreFilter` rejected the pod, if it did.
        pre_filter_failure: Option<&'s Failure>,
        /// The failures of the nodes.
        failures: &'s [FailureCount<'s>],
        /// The message of the `PostFilter` plugins.
        post_filter: &'s str,
    },
    /// `PreScore` of a plugin failed.
    ScoreError {
        plugin: &'s str,
        /// The plugin's message.
        text: &'s str,
    },
    /// A request to an extender failed.
    ExtenderRequestError {
        /// The verb of the request, as configured.
        verb: &'s str,
        /// The URL of the request.
        url: &'s str,
        error: &'s ExtenderError,
    },
    /// An extender returned a node that was not in the request.
    ExtenderUnknownNode {
        /// The extender's URL, as configured.
        url: &'s str,
        node: &'s str,
    },
    /// An extender returned a victim that does not exist.
    ExtenderUnknownVictim {
        /// The extender's URL, as configured.
        url: &'s str,
        /// The pod's uid.
        uid: &'s str,
        node: &'s str,
    },
    /// Preemption found no victims on a node.
    NoVictims { node: &'s str },
    /// Extenders left no candidate.
    NoCandidateLeft,
    /// Preemption ended with an error.
    PreemptionError {
        /// The error.
        text: &'s str,
    },
    /// A score plugin does not find the state that its `PreScore` stores.
    ScoreStateMissing {
        plugin: &'s str,
        /// Upstream's key of the state.
        key: &'s str,
    },
    /// A filter failed with an error on some nodes.
    FilterError {
        /// Name of the pod, without namespace.
        pod: &'s str,
        plugin: &'s str,
        /// The plugin's message for each node.
        texts: &'s [Str],
    },
    /// `DynamicResources` in `PostFilter`: the pod has no claim that could be deallocated.
    NoClaims,
    /// A `PostFilter` plugin does not find the state that its `PreFilter` stores.
    NoState,
    /// The pod may not preempt.
    NotEligible(Ineligible),
    /// Preemption cannot help on any node.
    NoCandidate {
        /// Number of nodes in the cluster.
        nodes: usize,
        /// The failures of the nodes.
        failures: &'s [FailureCount<'s>],
    },
    /// The event on a bound pod.
    Scheduled { pod: &'s str, node: &'s str },
    /// The event on a victim.
    Preempted {
        /// The preemptor.
        preemptor: &'s str,
        uid: &'s str,
        node: &'s str,
        /// Whether the victim was being bound, and is not deleted.
        is_binding: bool,
    },
    /// A pod that waits in `Permit` fails with an error.
    WaitingPodError {
        /// The error.
        text: &'s str,
    },
    /// A plugin failed in `Reserve`.
    ReserveError {
        /// Name of the pod, without namespace.
        pod: &'s str,
        plugin: &'s str,
        /// The plugin's message.
        text: &'s str,
    },
    /// A plugin rejected the pod in `Permit`.
    PermitRejection {
        /// Name of the pod, without namespace.
        pod: &'s str,
        plugin: &'s str,
        /// The plugin's message.
        text: &'s str,
    },
    /// A pod that waited in `Permit` was rejected: by a plugin, by preemption, or because it was deleted.
    WaitingPodRejection {
        /// Name of the pod, without namespace.
        pod: &'s str,
        /// The message of the plugin that rejected it.
        text: &'s str,
    },
    /// A pod waited in `Permit` for too long.
    PermitTimeout {
        /// Name of the pod, without namespace.
        pod: &'s str,
        /// The plugin that did not decide.
        plugin: &'s str,
        /// The timeout.
        after: Millis,
    },
    /// Claims of the pod are not bound in `PreBind`.
    ClaimsUnbound { plugin: &'s str, reason: ClaimsUnboundReason<'s> },
    /// A plugin failed in `PreBind`.
    PreBindError {
        /// Name of the pod, without namespace.
        pod: &'s str,
        plugin: &'s str,
        /// The plugin's message.
        text: &'s str,
    },
    /// A quota or limit range rejected an object.
    Forbidden {
        /// Name of the resource in an API path: `pods`.
        resource: &'s str,
        /// The object's name.
        name: &'s str,
        reason: &'s api::Forbidden,
    },
    /// The event of a controller that created or deleted a pod, or a claim for one, or failed to.
    ControllerAction {
        /// `Create` or `Delete`.
        verb: &'s str,
        /// Name of the pod, without namespace.
        pod: &'s str,
        /// The StatefulSet of the pod, if it belongs to one.
        stateful_set: Option<&'s str>,
        /// The claim, if the event is about one.
        claim: Option<&'s str>,
        /// The error, if it failed.
        error: Option<&'s str>,
    },
    /// A StatefulSet cannot create a pod, because a claim of it was rejected.
    ClaimOfPodFailed { claim: &'s str, error: &'s str },
    /// The event of a Deployment that scaled a ReplicaSet.
    ReplicaSetScaled { set: &'s str, from: i32, to: i32 },
    /// A message about a pod group.
    Group(GroupMessage<'s>),
    /// The API server rejected the binding.
    BindError {
        plugin: &'s str,
        /// Name of the pod, without namespace.
        pod: &'s str,
    },
}

/// Why claims of a pod are not bound in `PreBind`.
#[derive(Clone, Copy, Debug)]
pub enum ClaimsUnboundReason<'s> {
    /// No volume could be provisioned for one of them, so its selected node was cleared.
    NotProvisioned {
        /// The claim's name.
        claim: &'s str,
        /// The node that was chosen.
        node: &'s str,
    },
    /// The binding timed out.
    Timeout,
}

impl UpstreamMessage<'_> {
    /// Renders the message in the wording of a release.
    #[must_use]
    pub fn render_with(&self, wording: &dyn Wording) -> Str {
        wording.render(self).into()
    }
}

impl Failure {
    /// Renders its reasons in the wording of a release, separated by commas.
    #[must_use]
    pub fn render_reasons(&self, wording: &dyn Wording) -> String {
        self.reasons.iter().map(|reason| wording.render_reason(reason)).collect::<Vec<_>>().join(", ")
    }
}

/// Renders messages in the wording of a release.
pub trait Wording {
    /// Renders a reason as it appears in messages.
    fn render_reason(&self, reason: &Reason) -> String;
    /// Whether two reasons certainly have the same text, without rendering them.
    fn has_same_text(&self, a: &Reason, b: &Reason) -> bool {
        match (a, b) {
            (Reason::Insufficient { resource: a, .. }, Reason::Insufficient { resource: b, .. }) => a == b,
            _ => a == b,
        }
    }
    /// Renders an event's note, a condition's message or an error.
    fn render(&self, upstream_message: &UpstreamMessage<'_>) -> String;
    /// Renders a line of the scheduler's log, without the logger's prefix; `None` if the release has no such line.
    fn render_log_line(&self, entry: &LogEntry<'_>) -> Option<String>;
}
