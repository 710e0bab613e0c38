//! The context of one scheduling cycle.

use runlog::NodeIx;

use crate::{
    cluster::{Objects, PodInfo, Snapshot},
    framework::{CycleCtx, ExtenderCtx, ExtenderWait, MemberCtx, Nominator, Profile},
};

/// How much of a cycle a recorder gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RecordDepth {
    /// What a [summary](runlog::AttemptSummary) of the attempt is made from: all but the arithmetic behind scores.
    Summary,
    /// The arithmetic, too.
    Evidence,
    /// Also what takes long to gather, for somebody who looks at this very cycle.
    Details,
}

/// Everything that a cycle looks at.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    /// Plugins and policies.
    pub profile: &'c Profile,
    /// The pod that looks for a place.
    pub pod: &'c PodInfo,
    /// The pod's own `status.nominatedNodeName`, if it has one.
    pub nominated_node: Option<&'c str>,
    /// Nodes and pods on them.
    pub snapshot: &'c Snapshot,
    /// Services, budgets, namespaces.
    pub objects: &'c Objects,
    /// Nominations of this and other pods.
    pub nominator: &'c Nominator,
    /// The nodes to look at, in this order, instead of all in the snapshot's.
    pub order: Option<&'c [NodeIx]>,
    /// How long the cycle has waited for extenders so far.
    pub extender_wait: &'c ExtenderWait,
    /// How much a recorder gets.
    pub record_depth: RecordDepth,
    /// Of a member in the cycle of its group.
    pub member: Option<MemberCtx<'c>>,
}

impl<'c> Context<'c> {
    /// What plugins see of it.
    #[must_use]
    pub fn cycle_ctx(&self) -> CycleCtx<'c> {
        CycleCtx { pod: self.pod, snapshot: self.snapshot, objects: self.objects, order: self.order }
    }

    /// What extenders see of it, where there are any.
    #[must_use]
    pub fn extender_ctx(&self) -> Option<ExtenderCtx<'c>> {
        let Self { profile, pod, snapshot, extender_wait: waited, .. } = *self;
        let policy = &profile.cycle.extenders;
        let extender_ctx = |extenders| ExtenderCtx {
            extenders,
            pod,
            snapshot,
            policy,
            extender_wait: waited,
            wording: profile.wording,
        };
        profile.extenders.as_ref().map(extender_ctx)
    }
}
