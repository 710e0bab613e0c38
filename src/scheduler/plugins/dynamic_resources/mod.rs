//! `DynamicResources`: the pod's claims for devices have devices that the node can reach, or can get them there.
//!
//! A *claim* asks for devices: so many that satisfy expressions, all of them, or the first of several alternatives. Drivers publish what
//! devices there are in *slices*; a *class* is what administrators have said of a kind of devices. The scheduler finds devices for a claim
//! that has none yet, for the node that the first pod goes to; from then on the claim has them, and other pods that name it go where they can
//! be reached.
//!
//! **Before nodes.** A claim that is not there, is being deleted, was not made yet from its template or belongs to another pod holds the pod
//! back before it is queued. In the cycle the same rejects it for every node, as does a class that is not there, and a claim for which
//! devices are on their way.
//!
//! **Filter**, node by node: the allocator looks for devices for all claims that have none. If there is no solution, the node will not do. An
//! expression that fails, or a pool that contradicts itself, ends the whole cycle. Then claims that have devices must be within reach.
//! Nothing of this changes when pods go, so preemption never helps, and victims keep their devices in dry runs.
//!
//! **`PostFilter`.** A claim that was out of reach on some node, and that nobody uses but this pod, loses its devices: the next cycle may
//! find others elsewhere.
//!
//! **Score** (v1.36): 8 for the first alternative of a list, 7 for the second, …, in sum; normalized = max × raw / largest raw, and 0 for all
//! where that is 0. A request without alternatives counts nothing, and upstream's plugin has no `PreScore` by which it could leave itself out.
//!
//! **Reserve, `PreBind`.** The devices that the filter found for the node are set aside, then written to the claims, and the pod is noted as
//! their user.
//!
//! Who knows claims stands behind [`Claims`]; where nobody does, no pod has any. Upstream: `dynamicresources`.

mod hint;

use std::rc::Rc;

use api::{Millis, Str};
use runlog::{Code, DeviceSearch, Evidence, Failure, NodeIx, Reason, UpstreamMessage, Verdict};

use crate::{
    cluster::{ClaimJudge, ClaimPlan, ClaimRules, ClaimSearch, Claims, FreedClaim, NodeInfo, NodeState, PodInfo},
    framework::{
        Chooser, ClusterEvent, CycleCtx, Filter, Judge, Placement, PluginPostFilterResult, PostFilter, PostFilterCtx,
        PreBind, PreBindAnswer, PreFilterOutcome, Reservation, Reserve, ReserveCtx, Score, Scorer, ZeroScorer,
        conflict_text,
    },
};

/// The plugin.
#[derive(Clone, Copy, Debug)]
pub struct DynamicResources {
    /// What the release does with claims.
    pub rules: ClaimRules,
}

struct ClaimsJudge<'c>(Box<dyn ClaimJudge + 'c>);

impl<'c> Judge<'c> for ClaimsJudge<'c> {
    fn judge(&self, node_ix: NodeIx, node: &NodeState) -> Verdict {
        self.0.judge(node_ix, node)
    }

    fn search(&self, node_ix: NodeIx, node: &NodeState) -> Option<DeviceSearch> {
        Some(self.0.search(node_ix, node))
    }

    // What claims have does not change when pods come and go. Upstream has no `AddPod` and `RemovePod` here.
    fn is_node_only(&self) -> bool {
        true
    }
}

impl Filter for DynamicResources {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        let Some(claims) = &cycle.objects.claims else { return PreFilterOutcome::Skip };
        match claims.pre_filter(&self.rules, cycle.pod) {
            ClaimSearch::NoClaims => PreFilterOutcome::Skip,
            ClaimSearch::Rejected(text) => PreFilterOutcome::Reject(Failure::unresolvable(Reason::Text(text))),
            ClaimSearch::Failed(text) => PreFilterOutcome::Error(text),
            ClaimSearch::Nodes(nodes) => PreFilterOutcome::Judge(Box::new(ClaimsJudge(nodes))),
        }
    }

    fn queueing_hint(&self, cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        hint::queueing_hint(cycle, cluster_event)
    }
}

impl PostFilter for DynamicResources {
    fn run(&self, post_filter_ctx: &PostFilterCtx<'_, '_>, _: &mut dyn Chooser, _: bool) -> PluginPostFilterResult {
        let say = |upstream_message: &UpstreamMessage<'_>| post_filter_ctx.wording.render(upstream_message);
        // A plugin that rejected the pod for good ended `PreFilter` before this one left its state.
        let rejected = post_filter_ctx.filters.record.rejected.as_ref();
        let by_other = rejected.filter(|(row, _)| row.name() != "DynamicResources");
        if by_other.is_some_and(|(_, failure)| failure.code == Code::UnschedulableAndUnresolvable) {
            return PluginPostFilterResult::error(say(&UpstreamMessage::NoState));
        }
        let claims = post_filter_ctx.cycle.objects.claims.as_ref().filter(|_| rejected.is_none());
        let freed = claims.map_or(FreedClaim::NoClaims, |claims| claims.claim_to_free(post_filter_ctx.cycle.pod));
        let text = match &freed {
            FreedClaim::NoClaims => say(&UpstreamMessage::NoClaims),
            FreedClaim::Nothing => "still not schedulable".into(),
            FreedClaim::Deallocated(..) => "deallocation of ResourceClaim completed".into(),
            FreedClaim::Deleted(..) => "deletion of ResourceClaim completed".into(),
            FreedClaim::Conflict(name) => {
                return PluginPostFilterResult::error(conflict_text("resourceclaims.resource.k8s.io", name));
            }
        };
        PluginPostFilterResult { freed_claim: Some(freed), ..PluginPostFilterResult::unschedulable(text) }
    }
}

struct AlternativeScorer<'c> {
    claims: &'c dyn Claims,
    pod: &'c PodInfo,
}

impl Score for DynamicResources {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>, _: &'c [NodeIx]) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        Ok(Some(match &cycle.objects.claims {
            Some(claims) => Box::new(AlternativeScorer { claims: &**claims, pod: cycle.pod }),
            None => Box::new(ZeroScorer),
        }))
    }
}

impl Scorer for AlternativeScorer<'_> {
    fn score(&self, node_ix: NodeIx, _: &NodeInfo) -> i64 {
        self.claims.score(self.pod, node_ix)
    }

    fn normalize(&self, scores: &mut [i64]) {
        let best = scores.iter().copied().max().unwrap_or(0);
        if best > 0 {
            for score in scores {
                *score = 100 * *score / best;
            }
        }
    }

    fn explain(&self, node_ix: NodeIx, _: &NodeInfo) -> Evidence {
        Evidence::Sum(self.claims.score_parts(self.pod, node_ix))
    }
}

impl Reserve for DynamicResources {
    fn reserve(&self, reserve_ctx: &ReserveCtx<'_>) -> Result<Option<Rc<dyn Reservation>>, Str> {
        let Some(claims) = &reserve_ctx.cycle.objects.claims else { return Ok(None) };
        let earlier_plan =
            reserve_ctx.earlier.map(|earlier| earlier.iter().find_map(|reservation| reservation.claims()));
        let plan = match earlier_plan {
            // `Filter` does not run again for a member of a group, so what it found is handed out again.
            Some(earlier_plan) => earlier_plan.cloned(),
            None => claims.reserve_plan(reserve_ctx.placement.pod, reserve_ctx.placement.node)?,
        };
        Ok(plan.map(|plan| Rc::new(plan) as Rc<dyn Reservation>))
    }
}

impl Reservation for ClaimPlan {
    fn claims(&self) -> Option<&ClaimPlan> {
        Some(self)
    }
}

impl PreBind for DynamicResources {
    fn pre_bind(&self, _: &Placement<'_>) -> Result<PreBindAnswer, Str> {
        Ok(PreBindAnswer::Duration(Millis::ZERO))
    }
}
