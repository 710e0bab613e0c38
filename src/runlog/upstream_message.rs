//! Messages of the scheduler and the controllers, as data. Each release has its own wording, which `releases` renders.

use api::{Millis, Str};

use super::{ExtenderError, Failure, GroupMessage, Ineligible, LogEntry, Reason};

/// A message in an event, a condition or an error. Pods are `namespace/name`.
#[derive(Clone, Copy, Debug)]
pub enum UpstreamMessage<'s> {
    /// There is no node at all.
    NoNodes,
    /// `FitError`: the pod fits nowhere.
    FitError {
        /// How many nodes there are.
        nodes: usize,
        /// Why `PreFilter` rejected the pod, if it did.
        pre_filter_failure: Option<&'s Failure>,
        /// Why, node by node.
        failures: &'s [&'s Failure],
        /// What `PostFilter` plugins say.
        post_filter: &'s str,
    },
    /// A score cannot be prepared.
    ScoreError {
        plugin: &'s str,
        /// Its own words.
        text: &'s str,
    },
    /// A request to an extender fails.
    ExtenderRequestError {
        /// What it was asked for: the verb of the configuration.
        verb: &'s str,
        /// Where.
        url: &'s str,
        error: &'s ExtenderError,
    },
    /// An extender keeps a node that it was not asked about.
    ExtenderUnknownNode {
        /// Its address, as configured.
        url: &'s str,
        node: &'s str,
    },
    /// An extender would evict a pod that is not there.
    ExtenderUnknownVictim {
        /// Its address, as configured.
        url: &'s str,
        /// The pod's uid.
        uid: &'s str,
        node: &'s str,
    },
    /// Preemption would evict no pod.
    NoVictims { node: &'s str },
    /// Extenders left no candidate over.
    NoCandidateLeft,
    /// Preemption ends in an error.
    PreemptionError {
        /// What went wrong.
        text: &'s str,
    },
    /// A score does not find what its `PreScore` would have kept.
    ScoreStateMissing {
        plugin: &'s str,
        /// Upstream's key for it.
        key: &'s str,
    },
    /// A filter fails on nodes.
    FilterError {
        /// The pod's name.
        pod: &'s str,
        plugin: &'s str,
        /// Its own words, node by node.
        texts: &'s [Str],
    },
    /// `DynamicResources` in `PostFilter`: the pod holds no claim that could be given up.
    NoClaims,
    /// A plugin of `PostFilter` does not find what its `PreFilter` would have left.
    NoState,
    /// The pod may not preempt.
    NotEligible(Ineligible),
    /// Preemption helps on no node.
    NoCandidate {
        /// How many nodes there are.
        nodes: usize,
        /// Why, node by node.
        failures: &'s [&'s Failure],
    },
    /// Event: the pod is bound.
    Scheduled { pod: &'s str, node: &'s str },
    /// Event on a victim.
    Preempted {
        /// The preemptor.
        preemptor: &'s str,
        uid: &'s str,
        node: &'s str,
        /// The victim was on its way to its binding, and is not deleted.
        is_binding: bool,
    },
    /// A pod that waits in `Permit` fails with an error.
    WaitingPodError {
        /// The error.
        text: &'s str,
    },
    /// A plugin fails in `Reserve`.
    ReserveError {
        /// The pod's name.
        pod: &'s str,
        plugin: &'s str,
        /// Its own words.
        text: &'s str,
    },
    /// A plugin refuses in `Permit`.
    PermitRejection {
        /// The pod's name.
        pod: &'s str,
        plugin: &'s str,
        /// Its own words.
        text: &'s str,
    },
    /// A pod that waited in `Permit` was rejected: by a plugin, by preemption, or because it is gone.
    WaitingPodRejection {
        /// The pod's name.
        pod: &'s str,
        /// Why, in the words of the plugin that rejected it.
        text: &'s str,
    },
    /// A pod waited in `Permit` for too long.
    PermitTimeout {
        /// The pod's name.
        pod: &'s str,
        /// The plugin that did not answer.
        plugin: &'s str,
        /// How long it was waited for.
        after: Millis,
    },
    /// Claims of the pod are not bound in `PreBind`.
    ClaimsUnbound { plugin: &'s str, reason: ClaimsUnboundReason<'s> },
    /// A plugin fails in `PreBind`.
    PreBindError {
        /// The pod's name.
        pod: &'s str,
        plugin: &'s str,
        /// Its own words.
        text: &'s str,
    },
    /// A quota or a limit range refuses an object.
    Forbidden {
        /// As in a path of the API: `pods`.
        resource: &'s str,
        /// The object's name.
        name: &'s str,
        reason: &'s api::Forbidden,
    },
    /// Event: a controller made or deleted a pod, or a claim for one; or could not.
    ControllerAction {
        /// `Create` or `Delete`.
        verb: &'s str,
        /// The pod's name.
        pod: &'s str,
        /// The StatefulSet that it is of, if it is of one.
        stateful_set: Option<&'s str>,
        /// The claim, if it is about one.
        claim: Option<&'s str>,
        /// Why it failed.
        error: Option<&'s str>,
    },
    /// Why a StatefulSet cannot create a pod: a claim of it was refused.
    ClaimOfPodFailed { claim: &'s str, error: &'s str },
    /// Event: a Deployment gave a ReplicaSet another size.
    ReplicaSetScaled { set: &'s str, from: i32, to: i32 },
    /// About a group of pods.
    Group(GroupMessage<'s>),
    /// The API server refuses the binding.
    BindError {
        plugin: &'s str,
        /// The pod's name.
        pod: &'s str,
    },
}

/// Why claims of a pod are not bound in `PreBind`.
#[derive(Clone, Copy, Debug)]
pub enum ClaimsUnboundReason<'s> {
    /// No volume could be made for one of them, so that the node is no longer chosen for it.
    NotProvisioned {
        /// The claim's name.
        claim: &'s str,
        /// The node that was chosen.
        node: &'s str,
    },
    /// It took too long.
    Timeout,
}

impl UpstreamMessage<'_> {
    /// In the words of a release.
    #[must_use]
    pub fn render_with(&self, wording: &dyn Wording) -> Str {
        wording.render(self).into()
    }
}

/// The wording of a release.
pub trait Wording {
    /// A reason as it stands in messages.
    fn render_reason(&self, reason: &Reason) -> String;
    /// Whether two reasons certainly have the same text, decided without rendering it.
    fn has_same_text(&self, a: &Reason, b: &Reason) -> bool {
        match (a, b) {
            (Reason::Insufficient { resource: a, .. }, Reason::Insufficient { resource: b, .. }) => a == b,
            _ => a == b,
        }
    }
    /// An event's note, a condition's message or an error.
    fn render(&self, upstream_message: &UpstreamMessage<'_>) -> String;
    /// The line that the scheduler's log has for this, without the head that the logger puts before every line; `None`
    /// where the release has none.
    fn render_log_line(&self, entry: &LogEntry<'_>) -> Option<String>;
}
