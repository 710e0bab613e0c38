//! The input of one scheduling cycle.

use runlog::{NodeIx, RowId};

use crate::{
    cluster::{Objects, PodInfo, Snapshot},
    framework::{CycleCtx, ExtenderCtx, ExtenderWait, MemberCtx, Nominator, Profile, ScoreRow},
};

/// How much of a cycle is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RecordDepth {
    /// Everything that a [summary](runlog::AttemptSummary) of the attempt needs: all but the evidence of scores.
    Summary,
    /// In addition the evidence of scores.
    Evidence,
    /// In addition details that take long to compute, such as device searches, for inspecting a single cycle.
    Details,
}

/// Everything that a scheduling cycle reads.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    /// Plugins and policies.
    pub profile: &'c Profile,
    /// The pod that is being scheduled.
    pub pod: &'c PodInfo,
    /// The pod's `status.nominatedNodeName`, if set.
    pub nominated_node: Option<&'c str>,
    /// The nodes with their pods.
    pub snapshot: &'c Snapshot,
    /// Other objects, such as services, budgets and namespaces.
    pub objects: &'c Objects,
    /// All nominations, including the pod's own.
    pub nominator: &'c Nominator,
    /// The nodes to evaluate, in this order; `None` for all nodes in the snapshot's order.
    pub order: Option<&'c [NodeIx]>,
    /// How long the cycle has waited for extenders so far.
    pub extender_wait: &'c ExtenderWait,
    /// How much is recorded.
    pub record_depth: RecordDepth,
    /// Set for a member of a pod group in the cycle of its group.
    pub member: Option<MemberCtx<'c>>,
    /// Weights of score plugins that replace those of the profile, in a decision about "what if".
    pub weights: &'c [(RowId, i64)],
}

impl<'c> Context<'c> {
    /// Returns the part that plugins can access.
    #[must_use]
    pub fn cycle_ctx(&self) -> CycleCtx<'c> {
        CycleCtx { pod: self.pod, snapshot: self.snapshot, objects: self.objects, order: self.order }
    }

    /// Returns the factor by which a plugin's normalized score is multiplied.
    #[must_use]
    pub fn weight_of(&self, row: &ScoreRow) -> i64 {
        self.weights.iter().find(|(id, _)| *id == row.id).map_or(row.weight, |(_, weight)| *weight)
    }

    /// Returns the part that extenders need, if the profile has any.
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
