//! `PostFilter`: the plugins that run when a pod fits on no node.

use std::{fmt, rc::Rc};

use api::{FeatureGates, PodGroup};
use runlog::{Failure, NodeIx, PreemptionRecord, QueueEvent, Wording};

use super::{Chooser, CycleCtx, ExtenderCtx, Filters, Nominator};
use crate::cluster::{FreedClaim, PodInfo};

/// A pod that fits nowhere.
#[derive(Clone, Copy)]
pub struct PostFilterCtx<'u, 'c> {
    pub cycle: &'u CycleCtx<'u>,
    /// The pod's own `status.nominatedNodeName`, if it has one.
    pub nominated_node: Option<&'u str>,
    /// Nominations of this and other pods.
    pub nominator: &'u Nominator,
    /// The extenders of the profile, if it has any.
    pub extender_ctx: Option<ExtenderCtx<'u>>,
    /// How reasons and messages read.
    pub wording: &'static dyn Wording,
    /// The filters of the cycle, for dry runs.
    pub filters: &'u Filters<'c>,
    /// Why, node by node; a node that was not looked at has none.
    pub statuses: &'u [Option<Failure>],
    /// Of a member in the cycle of its group.
    pub member: Option<MemberCtx<'u>>,
}

/// A pod in the cycle of its group.
#[derive(Clone, Copy, Debug)]
pub struct MemberCtx<'u> {
    /// Its group, if that is there.
    pub group: Option<&'u PodGroup>,
    pub gates: FeatureGates,
    /// The cycle is a simulation, which makes no room.
    pub skips_post_filter: bool,
}

/// `PostFilter`. Plugins run one after the other until one of them makes room.
pub trait PostFilter: fmt::Debug {
    /// Tries to help the pod. With `records` the answer holds what was looked at.
    fn run(
        &self,
        post_filter_ctx: &PostFilterCtx<'_, '_>,
        chooser: &mut dyn Chooser,
        records: bool,
    ) -> PluginPostFilterResult;

    /// Whether an event of this name may help a pod that this plugin took out of `Permit`. Upstream: `EventsToRegister`.
    fn subscribes_to(&self, queue_event: QueueEvent) -> bool {
        let _ = queue_event;
        false
    }
}

/// What a `PostFilter` plugin answers.
#[derive(Debug)]
pub struct PluginPostFilterResult {
    /// How it went.
    pub status: PostStatus,
    /// What becomes of the pod's own nomination.
    pub nomination: Nomination,
    /// The room that is made.
    pub preemption_plan: Option<PreemptionPlan>,
    /// What preemption looked at.
    pub record: Option<PreemptionRecord>,
    /// What becomes of a claim for devices.
    pub freed_claim: Option<FreedClaim>,
}

/// How a `PostFilter` plugin fared. Texts are upstream's, made by [`Wording::render`](runlog::Wording::render).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PostStatus {
    /// It made room; the plugins after it are not asked.
    Success,
    /// It could not help, and this is why.
    Unschedulable(String),
    /// An error ends `PostFilter`, and what plugins said before is lost.
    Error(String),
}

impl PluginPostFilterResult {
    /// No help, and the pod's nomination stays as it is.
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

    /// An error, which ends the pod's nomination.
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

/// What becomes of a pod's own nomination after a failed attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nomination {
    /// It stays as it is.
    Keep,
    /// It ends.
    Clear,
    /// It is now the node of the [`PreemptionPlan`].
    Set,
    /// It stays, although an error ends nominations: it was written at the same moment for the binding that failed, and the scheduler, which
    /// clears only what it sees, does not see it yet.
    Unseen,
}

/// The room that preemption makes.
#[derive(Clone, Debug)]
pub struct PreemptionPlan {
    pub node: NodeIx,
    /// The pods to evict, in upstream's order; some may be terminating already.
    pub victims: Vec<Rc<PodInfo>>,
    /// Less important pods that lose their nomination to the node, in the order in which they got it.
    pub cleared_nominations: Vec<Rc<PodInfo>>,
}
