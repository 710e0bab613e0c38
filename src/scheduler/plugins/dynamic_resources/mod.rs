//! `DynamicResources`: a node is feasible if it can reach the devices of the pod's claims, or if devices can be
//! allocated for them there.
//!
//! A *claim* requests devices: a number of devices that match CEL selectors, all matching devices, or the first of
//! several alternatives. Drivers publish devices in *slices*; a *class* is a selection of devices that administrators
//! define. The scheduler allocates devices for a claim when it schedules the first pod that uses it. The allocation
//! stays with the claim, and further pods that use it must run where these devices can be reached.
//!
//! **`PreEnqueue` and `PreFilter`.** A claim that does not exist, is being deleted, has not been generated from its
//! template yet, or belongs to another pod keeps the pod out of the queue. In the cycle, the same conditions reject it
//! for all nodes, as do a missing class and a claim whose allocation is in progress.
//!
//! **Filter.** For each node, the allocator searches devices for all claims that have none. Without a solution the node
//! is infeasible. A selector that fails, or an inconsistent pool, ends the whole cycle with an error. Then the devices
//! of allocated claims must be reachable. None of this changes when pods are removed, so preemption never helps, and
//! victims keep their devices in dry runs.
//!
//! **`PostFilter`.** A claim whose devices were out of reach on some node, and which no other pod uses, is deallocated:
//! the next cycle may find devices elsewhere.
//!
//! **Score** (v1.36): the sum of 8 for each request that gets its first alternative, 7 for the second, and so on;
//! normalized = max × raw / largest raw, and 0 for all nodes if the largest is 0. A request without alternatives adds
//! nothing. Upstream's plugin has no `PreScore`, so it cannot skip its score.
//!
//! **Reserve, `PreBind`.** The devices that the filter found for the chosen node are reserved, then written to the
//! claims, and the pod is added to the claims' users.
//!
//! The trait [`Claims`] gives access to claims; without an implementation no pod has any. Upstream: `dynamicresources`.

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

#[derive(Clone, Copy, Debug)]
pub struct DynamicResources {
    /// How the release handles claims.
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

    // Allocations do not change when pods are added or removed. Upstream's plugin has no `AddPod` and `RemovePod`
    // either.
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
        // If another plugin rejected the pod for good, `PreFilter` ended before this plugin could store its state.
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

    fn constant_score(&self) -> Option<i64> {
        (!self.claims.has_alternatives(self.pod)).then_some(0)
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
            // `Filter` does not run again for a member of a group, so its earlier result is reused.
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
