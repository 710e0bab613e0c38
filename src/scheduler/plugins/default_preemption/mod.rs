//! `DefaultPreemption`: decides whether a pod may evict others, on which nodes that would help, which pods are the
//! victims there, and which node is the cheapest.
//!
//! Upstream: `defaultpreemption.PostFilter`, `preemption.Evaluator.Preempt`; v1.16: `genericScheduler.Preempt`. The
//! plugin's fields, in `rules`, cover the differences between releases. `dry_run` selects the victims on a node,
//! `budgets` determines which evictions would violate a budget, `ladder` chooses among the nodes.

mod budgets;
mod dry_run;
mod ladder;
mod rules;

use std::rc::Rc;

use api::{ConditionStatus, ConditionType, PREEMPTION_BY_SCHEDULER, PreemptionPolicy, Str};
use dry_run::DryRunner;
use ladder::CandidateCosts;
pub use rules::DefaultPreemption;
use runlog::{
    Attempt, Code, Failure, FailureCount, Ineligible, NodeIx, PreemptionRecord, Purpose, QueueEvent, Reason, Recorder,
    Silent, UpstreamMessage,
};

use crate::{
    cluster::PodInfo,
    framework::{
        Chooser, ExtenderCalls, ExtenderCtx, MemberCtx, Nomination, PluginPostFilterResult, PostFilter, PostFilterCtx,
        PostStatus, PreemptionCandidate, PreemptionPlan,
    },
};

impl PostFilter for DefaultPreemption {
    fn run(
        &self,
        post_filter_ctx: &PostFilterCtx<'_, '_>,
        chooser: &mut dyn Chooser,
        is_recorded: bool,
    ) -> PluginPostFilterResult {
        if is_recorded {
            self.preempt::<Attempt>(post_filter_ctx, chooser)
        } else {
            self.preempt::<Silent>(post_filter_ctx, chooser)
        }
    }

    fn subscribes_to(&self, queue_event: QueueEvent) -> bool {
        queue_event == QueueEvent::AssignedPodDelete
    }
}

impl DefaultPreemption {
    fn preempt<R: Recorder>(
        &self,
        post_filter_ctx: &PostFilterCtx<'_, '_>,
        chooser: &mut dyn Chooser,
    ) -> PluginPostFilterResult {
        let PostFilterCtx { codes, wording, .. } = *post_filter_ctx;
        let mut record =
            PreemptionRecord { ineligible: self.find_ineligibility(post_filter_ctx), ..Default::default() };
        if let Some(why) = record.ineligible {
            let status = PostStatus::Unschedulable(wording.render(&UpstreamMessage::NotEligible(why)));
            return PluginPostFilterResult {
                status,
                nomination: Nomination::Keep,
                preemption_plan: None,
                record: Some(record),
                freed_claim: None,
            };
        }
        let resolvable = |ix: &NodeIx| codes[*ix].is_none_or(|code| code == Code::Unschedulable);
        let nodes = post_filter_ctx.cycle.snapshot.nodes();
        let order: Vec<NodeIx> = match post_filter_ctx.cycle.order.filter(|_| self.tries_in_cycle_order) {
            Some(order) => order.to_vec(),
            None => (0..codes.len()).collect(),
        };
        let potential: Vec<NodeIx> = order.into_iter().filter(resolvable).filter(|&ix| !nodes[ix].is_deleted).collect();
        let mut dry_runner = DryRunner::new(post_filter_ctx, self);
        let candidates = self.run_dry_runs::<R>(&mut dry_runner, &potential, post_filter_ctx, chooser, &mut record);
        record.potential = potential;
        let errors = dry_run_error_texts(post_filter_ctx, &record);
        let (status, nomination, preemption_plan) = if candidates.is_empty() && !errors.is_empty() {
            let text = errors.iter().map(Str::as_str).collect::<Vec<_>>().join(", ");
            record.error = Some(if errors.len() == 1 { text.into() } else { format!("[{text}]").into() });
            let text = record.error.as_deref().unwrap_or_default();
            let message = wording.render(&UpstreamMessage::PreemptionError { text });
            (PostStatus::Error(message), Nomination::Keep, None)
        } else if candidates.is_empty() {
            let text = no_candidate_message(post_filter_ctx, &record);
            record.clears_own = self.failure_clears_nomination || record.potential.is_empty();
            let nomination = if record.clears_own { Nomination::Clear } else { Nomination::Keep };
            (PostStatus::Unschedulable(text), nomination, None)
        } else if let Some(extender_ctx) = self.extender_ctx(post_filter_ctx) {
            self.choose_candidate_with_extenders::<R>(
                &extender_ctx,
                &candidates,
                &mut dry_runner,
                post_filter_ctx,
                chooser,
                &mut record,
            )
        } else {
            let preemption_plan =
                self.choose_candidate::<R>(&candidates, &mut dry_runner, post_filter_ctx, chooser, &mut record);
            (PostStatus::Success, Nomination::Set, Some(preemption_plan))
        };
        if !R::RECORDS {
            record.dry_runs.clear();
        }
        PluginPostFilterResult { status, nomination, preemption_plan, record: Some(record), freed_claim: None }
    }

    /// Chooses the cheapest node and returns what has to be done there. Upstream: `SelectCandidate` and
    /// `PrepareCandidate`.
    fn choose_candidate<R: Recorder>(
        &self,
        candidates: &[(NodeIx, CandidateCosts)],
        dry_runner: &mut DryRunner<'_, '_>,
        post_filter_ctx: &PostFilterCtx<'_, '_>,
        chooser: &mut dyn Chooser,
        preemption_record: &mut PreemptionRecord,
    ) -> PreemptionPlan {
        let node = self.select_cheapest::<R>(candidates, post_filter_ctx, chooser, preemption_record);
        // The winner's dry run is repeated: keeping the victims of thousands of candidates would cost more.
        let dry_run = dry_runner.select_victims::<Silent>(node);
        debug_assert!(
            candidates.contains(&(node, ladder::candidate_costs(dry_runner.victim_sums(), dry_run.violations))),
            "the winner's dry run comes out as it did before"
        );
        let victims: Vec<Rc<PodInfo>> = dry_runner.victims().map(Rc::clone).collect();
        self.prepare_candidate(node, victims, post_filter_ctx, preemption_record)
    }

    /// Returns the extenders if at least one of them is called with the candidates.
    fn extender_ctx<'u>(&self, post_filter_ctx: &PostFilterCtx<'u, '_>) -> Option<ExtenderCtx<'u>> {
        let calls_any_extender = |extender_ctx: &ExtenderCtx<'_>| {
            extender_ctx.extenders.list.iter().any(|extender| extender_ctx.wants_victims(extender))
        };
        post_filter_ctx
            .extender_ctx
            .filter(|extender_ctx| self.extender_calls != ExtenderCalls::Never && calls_any_extender(extender_ctx))
    }

    /// Like [`choose_candidate`](Self::choose_candidate), where extenders may drop candidates and change victims.
    fn choose_candidate_with_extenders<R: Recorder>(
        &self,
        extender_ctx: &ExtenderCtx<'_>,
        candidates: &[(NodeIx, CandidateCosts)],
        dry_runner: &mut DryRunner<'_, '_>,
        post_filter_ctx: &PostFilterCtx<'_, '_>,
        chooser: &mut dyn Chooser,
        preemption_record: &mut PreemptionRecord,
    ) -> (PostStatus, Nomination, Option<PreemptionPlan>) {
        let say = |upstream_message: &UpstreamMessage<'_>| post_filter_ctx.wording.render(upstream_message);
        let mut with_victims = Vec::new();
        for &(node, costs) in candidates {
            dry_runner.select_victims::<Silent>(node);
            let victims = dry_runner.victims().map(Rc::clone).collect();
            with_victims.push(PreemptionCandidate { node, victims, violations: costs[0] });
        }
        let extender_candidates = match extender_ctx.extenders.caller.preempt(
            extender_ctx,
            self.extender_calls,
            with_victims,
            preemption_record,
        ) {
            Ok(candidates) => candidates,
            Err(text) => {
                let message = say(&UpstreamMessage::PreemptionError { text: &text });
                return (PostStatus::Error(message), Nomination::Keep, None);
            }
        };
        if extender_candidates.is_empty() {
            return (PostStatus::Unschedulable(say(&UpstreamMessage::NoCandidateLeft)), Nomination::Keep, None);
        }
        let costs: Vec<(NodeIx, CandidateCosts)> =
            extender_candidates.iter().map(|candidate| (candidate.node, candidate_costs(candidate))).collect();
        let node = self.select_cheapest::<R>(&costs, post_filter_ctx, chooser, preemption_record);
        let victims =
            extender_candidates.into_iter().find(|candidate| candidate.node == node).map(|candidate| candidate.victims);
        let preemption_plan =
            self.prepare_candidate(node, victims.unwrap_or_default(), post_filter_ctx, preemption_record);
        (PostStatus::Success, Nomination::Set, Some(preemption_plan))
    }

    /// Chooses the cheapest node, at random if several are tied. Upstream: `SelectCandidate`.
    fn select_cheapest<R: Recorder>(
        &self,
        candidates: &[(NodeIx, CandidateCosts)],
        post_filter_ctx: &PostFilterCtx<'_, '_>,
        chooser: &mut dyn Chooser,
        preemption_record: &mut PreemptionRecord,
    ) -> NodeIx {
        let (ladder, ties) = ladder::apply_rules(candidates, self, R::RECORDS);
        let name = |at: usize| post_filter_ctx.cycle.snapshot.nodes()[ties[at]].name().clone();
        let node = ties[if ties.len() == 1 { 0 } else { chooser.choose(Purpose::VictimNode, ties.len(), &name) }];
        preemption_record.ladder = ladder;
        preemption_record.ties = ties;
        preemption_record.chosen = Some(node);
        node
    }

    /// Returns what has to be done on the node. In some releases nominations of lower priority are cleared only if a
    /// pod is evicted, because upstream returns early without one (`prepareCandidateAsync`). Upstream:
    /// `PrepareCandidate`.
    fn prepare_candidate(
        &self,
        node: NodeIx,
        victims: Vec<Rc<PodInfo>>,
        post_filter_ctx: &PostFilterCtx<'_, '_>,
        preemption_record: &mut PreemptionRecord,
    ) -> PreemptionPlan {
        let evicts = victims.iter().any(|victim| !victim.pod.is_terminating());
        let cleared = match evicts || self.clears_without_eviction {
            true => post_filter_ctx.nominator.nominated_below(
                post_filter_ctx.cycle.snapshot.nodes()[node].name(),
                post_filter_ctx.cycle.pod.priority(),
            ),
            false => Vec::new(),
        };
        debug_assert!(
            victims.iter().chain(&cleared).all(|pod| pod.priority() < post_filter_ctx.cycle.pod.priority()),
            "victims and cleared nominations have a lower priority than the preemptor"
        );
        preemption_record.cleared = cleared.iter().map(|pod| pod.pod.key()).collect();
        PreemptionPlan { node, victims, cleared_nominations: cleared }
    }

    /// Returns why the pod may not preempt: its policy is `Never`, it waits for earlier victims to terminate, or its
    /// group preempts as a whole. `None` if it may. Upstream: `PodEligibleToPreemptOthers`.
    fn find_ineligibility(&self, post_filter_ctx: &PostFilterCtx<'_, '_>) -> Option<Ineligible> {
        let pod = post_filter_ctx.cycle.pod;
        if let Some(why) = post_filter_ctx.member.and_then(|member| find_group_ineligibility(&member)) {
            return Some(why);
        }
        if self.honors_never && pod.pod.spec.preemption_policy == Some(PreemptionPolicy::Never) {
            return Some(Ineligible::PolicyNever);
        }
        let ix = post_filter_ctx.cycle.snapshot.index(post_filter_ctx.nominated_node?)?;
        let unresolvable = post_filter_ctx.codes[ix] == Some(Code::UnschedulableAndUnresolvable);
        if self.may_leave_unresolvable_node && unresolvable {
            return None;
        }
        let waits_for = |victim: &Rc<PodInfo>| {
            victim.priority() < pod.priority()
                && victim.pod.is_terminating()
                && (!self.waits_for_own_victims_only || is_own_victim(victim))
        };
        post_filter_ctx.cycle.snapshot.nodes()[ix].pods().iter().any(waits_for).then_some(Ineligible::WaitsForVictim)
    }

    /// Runs dry runs on the potential nodes, starting at a random one (`GetOffsetAndNumCandidates`), until there are
    /// enough candidates and at least one of them violates no budget. Upstream: `DryRunPreemption`.
    fn run_dry_runs<R: Recorder>(
        &self,
        dry_runner: &mut DryRunner<'_, '_>,
        potential: &[NodeIx],
        post_filter_ctx: &PostFilterCtx<'_, '_>,
        chooser: &mut dyn Chooser,
        preemption_record: &mut PreemptionRecord,
    ) -> Vec<(NodeIx, CandidateCosts)> {
        let n = potential.len();
        debug_assert!(
            potential.iter().all(|ix| post_filter_ctx.codes[*ix].is_none_or(|code| code == Code::Unschedulable)),
            "preemption is tried where it can help"
        );
        let share = n * usize::try_from(self.min_candidate_percentage).unwrap_or(0) / 100;
        let candidate_count = share.max(usize::try_from(self.min_candidate_absolute).unwrap_or(0)).min(n);
        // The offset matters only if not every node is tried.
        preemption_record.offset = if candidate_count < n {
            chooser.choose(Purpose::DryRunOffset, n, &|at| {
                post_filter_ctx.cycle.snapshot.nodes()[potential[at]].name().clone()
            })
        } else {
            0
        };
        debug_assert!(n == 0 || preemption_record.offset < n, "dry runs begin at a potential node");
        let (mut candidates, mut clean, mut violating) = (Vec::new(), false, 0);
        for step in 0..n {
            let ix = potential[(preemption_record.offset + step) % n];
            let dry_run = dry_runner.select_victims::<R>(ix);
            if dry_run.failure.is_none() {
                if candidate_count == 0 {
                    // Zero candidates are wanted: none is kept, and nothing ends the search early.
                    continue;
                }
                clean |= dry_run.violations == 0;
                violating += usize::from(dry_run.violations > 0);
                if dry_run.violations > 0 && violating > candidate_count {
                    // The list of candidates that violate budgets is full.
                    continue;
                }
                candidates.push((ix, ladder::candidate_costs(dry_runner.victim_sums(), dry_run.violations)));
            }
            if R::RECORDS || dry_run.failure.is_some() {
                preemption_record.dry_runs.push(dry_run);
            }
            if clean && candidates.len() >= candidate_count {
                break;
            }
        }
        candidates
    }
}

/// Returns why a member of a pod group may not preempt by itself.
fn find_group_ineligibility(member: &MemberCtx<'_>) -> Option<Ineligible> {
    if member.gates.topology_aware_workload_scheduling {
        match member.group {
            None => return Some(Ineligible::GroupNotFound),
            Some(group) if group.spec.scheduling_constraints.is_some() => return Some(Ineligible::GroupHasPlacements),
            Some(_) => {}
        }
    }
    member.gates.workload_aware_preemption.then_some(Ineligible::GroupPreempts)
}

/// Returns the candidate's costs under the rules of the ladder.
fn candidate_costs(candidate: &PreemptionCandidate) -> CandidateCosts {
    let violations = usize::try_from(candidate.violations).unwrap_or(0);
    ladder::candidate_costs(candidate.victims.iter().map(|victim| victim.sums()), violations)
}

/// Whether the pod has the condition `DisruptionTarget` with the reason that the scheduler's own preemption sets.
fn is_own_victim(victim: &PodInfo) -> bool {
    victim.pod.status.conditions.iter().any(|condition| {
        condition.r#type == ConditionType::DisruptionTarget
            && condition.status == ConditionStatus::True
            && condition.reason == PREEMPTION_BY_SCHEDULER
    })
}

/// Returns the messages of the dry runs that ended in an error: a filter that failed, with its plugin, or that there
/// was no victim. Each message appears once. Upstream: `utilerrors.Aggregate`.
fn dry_run_error_texts(post_filter_ctx: &PostFilterCtx<'_, '_>, preemption_record: &PreemptionRecord) -> Vec<Str> {
    let mut texts: Vec<Str> = Vec::new();
    for (row, failure) in preemption_record.dry_runs.iter().filter_map(|dry_run| dry_run.failure.as_ref()) {
        if failure.code != Code::Error {
            continue;
        }
        let reasons: Vec<Str> =
            failure.reasons.iter().map(|reason| post_filter_ctx.wording.render_reason(reason).into()).collect();
        let text: Str = match row {
            Some(row) => {
                let pod = post_filter_ctx.cycle.pod.pod.metadata.name.as_str();
                UpstreamMessage::FilterError { pod, plugin: row.as_str(), texts: &reasons }
                    .render_with(post_filter_ctx.wording)
            }
            None => reasons.into_iter().next().unwrap_or_default(),
        };
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

/// Returns upstream's message for preemption without a candidate. Nodes that were not tried count as those where
/// preemption is not helpful.
fn no_candidate_message(post_filter_ctx: &PostFilterCtx<'_, '_>, preemption_record: &PreemptionRecord) -> String {
    let not_helpful = Failure::unresolvable(Reason::PreemptionNotHelpful);
    let nodes = post_filter_ctx.codes.len();
    let failed_dry_runs = preemption_record.dry_runs.iter().filter_map(|dry_run| dry_run.failure.as_ref());
    let mut failures: Vec<FailureCount<'_>> = failed_dry_runs.map(|(_, failure)| failure.into()).collect();
    if let rest @ 1.. = nodes.saturating_sub(failures.len()) {
        failures.push(FailureCount { failure: &not_helpful, nodes: rest });
    }
    let upstream_message = UpstreamMessage::NoCandidate { nodes, failures: &failures };
    post_filter_ctx.wording.render(&upstream_message)
}
