//! `PostFilter`: plugins that run when no node is feasible for a pod.

use std::{fmt, rc::Rc};

use api::{FeatureGates, PodGroup};
use runlog::{Code, NodeIx, PreemptionRecord, QueueEvent, Wording};

use super::{Chooser, CycleCtx, ExtenderCtx, Filters, Nominator};
use crate::cluster::{FreedClaim, PodInfo};

/// A pod for which no node is feasible, with what a plugin needs to help it.
#[derive(Clone, Copy)]
pub struct PostFilterCtx<'u, 'c> {
    pub cycle: &'u CycleCtx<'u>,
    /// The pod's `status.nominatedNodeName`, if set.
    pub nominated_node: Option<&'u str>,
    /// All nominations, including the pod's own.
    pub nominator: &'u Nominator,
    /// The extenders of the profile, if it has any.
    pub extender_ctx: Option<ExtenderCtx<'u>>,
    /// How the release words its messages.
    pub wording: &'static dyn Wording,
    /// The prepared filters of the cycle, for dry runs.
    pub filters: &'u Filters<'c>,
    /// The code of each node's failure; `None` for a node that was not evaluated.
    pub codes: &'u [Option<Code>],
    /// Set for a member of a pod group in the cycle of its group.
    pub member: Option<MemberCtx<'u>>,
}

/// A member of a pod group in the cycle of its group.
#[derive(Clone, Copy, Debug)]
pub struct MemberCtx<'u> {
    /// The member's group, if it exists.
    pub group: Option<&'u PodGroup>,
    pub gates: FeatureGates,
    /// Whether the cycle is only a simulation, which does not preempt.
    pub skips_post_filter: bool,
}

/// `PostFilter`. Plugins run one after the other until one of them succeeds.
pub trait PostFilter: fmt::Debug {
    /// Tries to make the pod schedulable. If `is_recorded`, the result has a record of what was evaluated.
    fn run(
        &self,
        post_filter_ctx: &PostFilterCtx<'_, '_>,
        chooser: &mut dyn Chooser,
        is_recorded: bool,
    ) -> PluginPostFilterResult;

    /// Whether an event of this name may help a pod that this plugin removed from `Permit`. Upstream:
    /// `EventsToRegister`.
    fn subscribes_to(&self, queue_event: QueueEvent) -> bool {
        let _ = queue_event;
        false
    }
}

/// The result of one `PostFilter` plugin.
#[derive(Debug)]
pub struct PluginPostFilterResult {
    pub status: PostStatus,
    /// What happens to the pod's own nomination.
    pub nomination: Nomination,
    /// What has to be done to make room, if preemption succeeded.
    pub preemption_plan: Option<PreemptionPlan>,
    /// The record of preemption.
    pub record: Option<PreemptionRecord>,
    /// What happened to a claim whose devices were out of reach.
    pub freed_claim: Option<FreedClaim>,
}

/// The status of a `PostFilter` plugin. Messages are upstream's, rendered by
/// [`Wording::render`](runlog::Wording::render).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PostStatus {
    /// It made room; the remaining plugins do not run.
    Success,
    /// It could not help, with its message.
    Unschedulable(String),
    /// An error, which ends `PostFilter` and discards the messages of earlier plugins.
    Error(String),
}

impl PluginPostFilterResult {
    /// Creates a result without success that keeps the pod's nomination.
    #[must_use]
    pub fn unschedulable(why: String) -> Self {
        Self {
            status: PostStatus::Unschedulable(why),
            nomination: Nomination::Keep,
            preemption_plan: None,
            record: None,
            freed_claim: None,
        }
    }

    /// Creates an error that clears the pod's nomination.
    #[must_use]
    pub fn error(text: String) -> Self {
        Self {
            status: PostStatus::Error(text),
            nomination: Nomination::Clear,
            preemption_plan: None,
            record: None,
            freed_claim: None,
        }
    }
}

/// What happens to a pod's own nomination after a failed attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nomination {
    Keep,
    /// It is cleared.
    Clear,
    /// It is set to the node of the [`PreemptionPlan`].
    Set,
    /// It stays, although errors clear nominations: it was written at the same moment for the failed binding, and the
    /// scheduler, which clears only nominations in its cache, does not see it yet.
    Unseen,
}

/// What preemption has to do to make room for a pod.
#[derive(Clone, Debug)]
pub struct PreemptionPlan {
    pub node: NodeIx,
    /// The pods to evict, in upstream's order; some may already be terminating.
    pub victims: Vec<Rc<PodInfo>>,
    /// Pods of lower priority whose nomination to the node is cleared, in the order of their nomination.
    pub cleared_nominations: Vec<Rc<PodInfo>>,
}
