//! `DefaultPreemption`: may the pod evict others, where would that help, which pods are the victims, and which node is the
//! cheapest?
//!
//! Upstream: `defaultpreemption.PostFilter`, `preemption.Evaluator.Preempt`; v1.16: `genericScheduler.Preempt`. What
//! differs between releases stands in `rules`, the plugin's fields. `dry_run` finds the victims of a node, `budgets` says which evictions
//! would violate a budget, `ladder` chooses among the nodes.

mod budgets;
mod dry_run;
mod ladder;
mod rules;

use std::rc::Rc;

use crate::{
    cluster::PodInfo,
    framework::{
        Chooser, ExtenderCalls, ExtenderCtx, Nomination, PluginPostFilterResult, PostFilter, PostFilterCtx, PostStatus,
        PreemptionCandidate, PreemptionPlan,
    },
};
use api::{ConditionStatus, ConditionType, PREEMPTION_BY_SCHEDULER, PreemptionPolicy, Str};
use runlog::{
    Attempt, Code, Failure, Ineligible, NodeIx, PreemptionRecord, Purpose, QueueEvent, Reason, Recorder, Silent,
    UpstreamMessage,
};

use dry_run::DryRunner;
use ladder::CandidateCosts;
pub use rules::DefaultPreemption;

impl PostFilter for DefaultPreemption {
    fn run(&self, unfit: &PostFilterCtx<'_, '_>, chooser: &mut dyn Chooser, records: bool) -> PluginPostFilterResult {
        if records { self.preempt::<Attempt>(unfit, chooser) } else { self.preempt::<Silent>(unfit, chooser) }
    }

    fn subscribes_to(&self, event: QueueEvent) -> bool {
        event == QueueEvent::AssignedPodDelete
    }
}

impl DefaultPreemption {
    fn preempt<R: Recorder>(&self, unfit: &PostFilterCtx<'_, '_>, chooser: &mut dyn Chooser) -> PluginPostFilterResult {
        let PostFilterCtx { statuses, wording, .. } = *unfit;
        let mut record = PreemptionRecord { ineligible: self.ineligibility(unfit, statuses), ..Default::default() };
        if let Some(why) = record.ineligible {
            let status = PostStatus::Unschedulable(wording.render(&UpstreamMessage::NotEligible(why)));
            return PluginPostFilterResult {
                status,
                nomination: Nomination::Keep,
                room: None,
                record: Some(record),
                freed_claim: None,
            };
        }
        let resolvable = |ix: &NodeIx| statuses[*ix].as_ref().is_none_or(|status| status.code == Code::Unschedulable);
        let nodes = unfit.cycle.snapshot.nodes();
        let order: Vec<NodeIx> = match unfit.cycle.order.filter(|_| self.tries_in_cycle_order) {
            Some(order) => order.to_vec(),
            None => (0..statuses.len()).collect(),
        };
        let potential: Vec<NodeIx> = order.into_iter().filter(resolvable).filter(|&ix| !nodes[ix].deleted).collect();
        let mut bench = DryRunner::new(unfit, self);
        let candidates = self.run_dry_runs::<R>(&mut bench, &potential, unfit, chooser, &mut record);
        record.potential = potential;
        let errors = dry_run_error_texts(unfit, &record);
        let (status, nomination, room) = if candidates.is_empty() && !errors.is_empty() {
            let text = errors.iter().map(Str::as_str).collect::<Vec<_>>().join(", ");
            record.error = Some(if errors.len() == 1 { text.into() } else { format!("[{text}]").into() });
            let text = record.error.as_deref().unwrap_or_default();
            let item = wording.render(&UpstreamMessage::PreemptionError { text });
            (PostStatus::Error(item), Nomination::Keep, None)
        } else if candidates.is_empty() {
            let text = no_candidate_message(unfit, &record);
            record.clears_own = self.failure_clears_nomination || record.potential.is_empty();
            let nomination = if record.clears_own { Nomination::Clear } else { Nomination::Keep };
            (PostStatus::Unschedulable(text), nomination, None)
        } else if let Some(inquiry) = self.extender_ctx(unfit) {
            self.choose_candidate_with_extenders(&inquiry, &candidates, &mut bench, unfit, chooser, &mut record)
        } else {
            let room = self.choose_candidate(&candidates, &mut bench, unfit, chooser, &mut record);
            (PostStatus::Success, Nomination::Set, Some(room))
        };
        if !R::RECORDS {
            record.dry_runs.clear();
        }
        PluginPostFilterResult { status, nomination, room, record: Some(record), freed_claim: None }
    }

    /// `SelectCandidate` and `PrepareCandidate`: the cheapest node, and what has to be done there.
    fn choose_candidate(
        &self,
        candidates: &[(NodeIx, CandidateCosts)],
        bench: &mut DryRunner<'_, '_>,
        unfit: &PostFilterCtx<'_, '_>,
        chooser: &mut dyn Chooser,
        record: &mut PreemptionRecord,
    ) -> PreemptionPlan {
        let node = self.select_cheapest(candidates, unfit, chooser, record);
        // Once more for the winner: keeping the victims of thousands of candidates costs more.
        let run = bench.select_victims::<Silent>(node);
        debug_assert!(
            candidates.contains(&(node, ladder::candidate_costs(bench.victim_sums(), run.violations))),
            "the winner's dry run comes out as it did before"
        );
        let victims: Vec<Rc<PodInfo>> = bench.victims().map(Rc::clone).collect();
        self.prepare_candidate(node, victims, unfit, record)
    }

    /// The extenders, if any of them is to be asked about candidates.
    fn extender_ctx<'u>(&self, unfit: &PostFilterCtx<'u, '_>) -> Option<ExtenderCtx<'u>> {
        let asks = |extender_ctx: &ExtenderCtx<'_>| {
            extender_ctx.extenders.list.iter().any(|extender| extender_ctx.wants_victims(extender))
        };
        unfit.extender_ctx.filter(|extender_ctx| self.extender_calls != ExtenderCalls::Never && asks(extender_ctx))
    }

    /// The same where extenders may change the victims.
    fn choose_candidate_with_extenders(
        &self,
        inquiry: &ExtenderCtx<'_>,
        candidates: &[(NodeIx, CandidateCosts)],
        bench: &mut DryRunner<'_, '_>,
        unfit: &PostFilterCtx<'_, '_>,
        chooser: &mut dyn Chooser,
        record: &mut PreemptionRecord,
    ) -> (PostStatus, Nomination, Option<PreemptionPlan>) {
        let say = |upstream_message: &UpstreamMessage<'_>| unfit.wording.render(upstream_message);
        let mut with_victims = Vec::new();
        for &(node, costs) in candidates {
            bench.select_victims::<Silent>(node);
            let victims = bench.victims().map(Rc::clone).collect();
            with_victims.push(PreemptionCandidate { node, victims, violations: costs[0] });
        }
        let left = match inquiry.extenders.caller.preempt(inquiry, self.extender_calls, with_victims, record) {
            Ok(left) => left,
            Err(text) => {
                let item = say(&UpstreamMessage::PreemptionError { text: &text });
                return (PostStatus::Error(item), Nomination::Keep, None);
            }
        };
        if left.is_empty() {
            return (PostStatus::Unschedulable(say(&UpstreamMessage::NoCandidateLeft)), Nomination::Keep, None);
        }
        let costs: Vec<(NodeIx, CandidateCosts)> =
            left.iter().map(|candidate| (candidate.node, costs(candidate))).collect();
        let node = self.select_cheapest(&costs, unfit, chooser, record);
        let victims = left.into_iter().find(|candidate| candidate.node == node).map(|candidate| candidate.victims);
        let room = self.prepare_candidate(node, victims.unwrap_or_default(), unfit, record);
        (PostStatus::Success, Nomination::Set, Some(room))
    }

    /// `SelectCandidate`: the node that costs least, or any of those that do.
    fn select_cheapest(
        &self,
        candidates: &[(NodeIx, CandidateCosts)],
        unfit: &PostFilterCtx<'_, '_>,
        chooser: &mut dyn Chooser,
        record: &mut PreemptionRecord,
    ) -> NodeIx {
        let (ladder, ties) = ladder::apply_rules(candidates, self);
        let name = |at: usize| unfit.cycle.snapshot.nodes()[ties[at]].name().clone();
        let node = ties[if ties.len() == 1 { 0 } else { chooser.choose(Purpose::VictimNode, ties.len(), &name) }];
        record.ladder = ladder;
        record.ties = ties;
        record.chosen = Some(node);
        node
    }

    /// `PrepareCandidate`: what has to be done on the node. A release may clear nominations below only if somebody is evicted, since
    /// upstream returns early where there is nobody (`prepareCandidateAsync`); the recorded runs hold it.
    fn prepare_candidate(
        &self,
        node: NodeIx,
        victims: Vec<Rc<PodInfo>>,
        unfit: &PostFilterCtx<'_, '_>,
        record: &mut PreemptionRecord,
    ) -> PreemptionPlan {
        let evicts = victims.iter().any(|victim| !victim.pod.is_terminating());
        let cleared = match evicts || self.clears_without_eviction {
            true => {
                unfit.nominator.nominated_below(unfit.cycle.snapshot.nodes()[node].name(), unfit.cycle.pod.priority())
            }
            false => Vec::new(),
        };
        debug_assert!(
            victims.iter().chain(&cleared).all(|pod| pod.priority() < unfit.cycle.pod.priority()),
            "who makes room is less important than who gets it"
        );
        record.cleared = cleared.iter().map(|pod| pod.pod.key()).collect();
        PreemptionPlan { node, victims, cleared_nominations: cleared }
    }

    /// `PodEligibleToPreemptOthers`: a pod that never preempts, or that already waits for victims to go, may not.
    fn ineligibility(&self, unfit: &PostFilterCtx<'_, '_>, statuses: &[Option<Failure>]) -> Option<Ineligible> {
        let pod = unfit.cycle.pod;
        if self.honours_never && pod.pod.spec.preemption_policy == Some(PreemptionPolicy::Never) {
            return Some(Ineligible::PolicyNever);
        }
        let ix = unfit.cycle.snapshot.index(unfit.nominated_node?)?;
        let unresolvable =
            statuses[ix].as_ref().is_some_and(|status| status.code == Code::UnschedulableAndUnresolvable);
        if self.may_leave_unresolvable_node && unresolvable {
            return None;
        }
        let waits_for = |victim: &Rc<PodInfo>| {
            victim.priority() < pod.priority()
                && victim.pod.is_terminating()
                && (!self.waits_for_own_victims_only || is_own_victim(victim))
        };
        unfit.cycle.snapshot.nodes()[ix].pods().iter().any(waits_for).then_some(Ineligible::WaitsForVictim)
    }

    /// `DryRunPreemption`: tries potential nodes one after the other, from a random one on (`GetOffsetAndNumCandidates`), until there are
    /// candidates enough and one of them violates no budget.
    fn run_dry_runs<R: Recorder>(
        &self,
        bench: &mut DryRunner<'_, '_>,
        potential: &[NodeIx],
        unfit: &PostFilterCtx<'_, '_>,
        chooser: &mut dyn Chooser,
        record: &mut PreemptionRecord,
    ) -> Vec<(NodeIx, CandidateCosts)> {
        let n = potential.len();
        debug_assert!(
            potential
                .iter()
                .all(|ix| unfit.statuses[*ix].as_ref().is_none_or(|failure| failure.code == Code::Unschedulable)),
            "preemption is tried where it can help"
        );
        let share = n * usize::try_from(self.min_candidate_percentage).unwrap_or(0) / 100;
        let wanted = share.max(usize::try_from(self.min_candidate_absolute).unwrap_or(0)).min(n);
        // The offset only matters where not every node is tried.
        record.offset = if wanted < n {
            chooser.choose(Purpose::DryRunOffset, n, &|at| unfit.cycle.snapshot.nodes()[potential[at]].name().clone())
        } else {
            0
        };
        debug_assert!(n == 0 || record.offset < n, "dry runs begin at a potential node");
        let (mut candidates, mut clean, mut violating) = (Vec::new(), false, 0);
        for step in 0..n {
            let ix = potential[(record.offset + step) % n];
            let run = bench.select_victims::<R>(ix);
            if run.failure.is_none() {
                if wanted == 0 {
                    // A list for no candidates takes none, and nothing ends the search.
                    continue;
                }
                clean |= run.violations == 0;
                violating += usize::from(run.violations > 0);
                if run.violations > 0 && violating > wanted {
                    // The list of candidates that violate budgets is full.
                    continue;
                }
                candidates.push((ix, ladder::candidate_costs(bench.victim_sums(), run.violations)));
            }
            if R::RECORDS || run.failure.is_some() {
                record.dry_runs.push(run);
            }
            if clean && candidates.len() >= wanted {
                break;
            }
        }
        candidates
    }
}

/// What a candidate costs by the rules of the ladder.
fn costs(candidate: &PreemptionCandidate) -> CandidateCosts {
    let violations = usize::try_from(candidate.violations).unwrap_or(0);
    ladder::candidate_costs(candidate.victims.iter().map(|victim| victim.sums()), violations)
}

/// Whether the pod's conditions say that the scheduler evicts it.
fn is_own_victim(victim: &PodInfo) -> bool {
    victim.pod.status.conditions.iter().any(|condition| {
        condition.r#type == ConditionType::DisruptionTarget
            && condition.status == ConditionStatus::True
            && condition.reason == PREEMPTION_BY_SCHEDULER
    })
}

/// Dry runs that failed by an error, in upstream's words: a filter that failed, with its plugin, or that no victim was found. The same
/// text is told once. Upstream: `utilerrors.Aggregate`.
fn dry_run_error_texts(unfit: &PostFilterCtx<'_, '_>, record: &PreemptionRecord) -> Vec<Str> {
    let mut texts: Vec<Str> = Vec::new();
    for (row, failure) in record.dry_runs.iter().filter_map(|run| run.failure.as_ref()) {
        if failure.code != Code::Error {
            continue;
        }
        let reasons: Vec<Str> =
            failure.reasons.iter().map(|reason| unfit.wording.render_reason(reason).into()).collect();
        let text: Str = match row {
            Some(row) => {
                let pod = unfit.cycle.pod.pod.metadata.name.as_str();
                UpstreamMessage::FilterError { pod, plugin: row.as_str(), texts: &reasons }.render_with(unfit.wording)
            }
            None => reasons.into_iter().next().unwrap_or_default(),
        };
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

/// Why preemption helps nowhere. A node that was not tried could not be helped.
fn no_candidate_message(unfit: &PostFilterCtx<'_, '_>, record: &PreemptionRecord) -> String {
    let not_helpful = Failure::unresolvable(Reason::PreemptionNotHelpful);
    let mut failures = vec![&not_helpful; unfit.statuses.len()];
    for run in &record.dry_runs {
        if let Some((_, failure)) = &run.failure {
            failures[run.node] = failure;
        }
    }
    let upstream_message = UpstreamMessage::NoCandidate { nodes: unfit.statuses.len(), failures: &failures };
    unfit.wording.render(&upstream_message)
}
