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

use crate::cluster::PodInfo;
use crate::framework::{
    Asks, Candidate, Chooser, Inquiry, Nomination, PostFilter, PostFiltered, PostStatus, Preempted, Unfit,
};
use api::{ConditionStatus, ConditionType, PREEMPTION_BY_SCHEDULER, PreemptionPolicy, Str};
use record::NodeIx;
use record::{
    Attempt, Code, Failure, Ineligible, PreemptionRecord, Purpose, QueueEvent, Reason, Recorder, Said, Silent,
};

use dry_run::Bench;
use ladder::Costs;
pub use rules::DefaultPreemption;

impl PostFilter for DefaultPreemption {
    fn run(&self, unfit: &Unfit<'_, '_>, chooser: &mut dyn Chooser, records: bool) -> PostFiltered {
        if records { self.preempt::<Attempt>(unfit, chooser) } else { self.preempt::<Silent>(unfit, chooser) }
    }

    fn hears(&self, event: QueueEvent) -> bool {
        event == QueueEvent::AssignedPodDelete
    }
}

impl DefaultPreemption {
    fn preempt<R: Recorder>(&self, unfit: &Unfit<'_, '_>, chooser: &mut dyn Chooser) -> PostFiltered {
        let Unfit { statuses, wording, .. } = *unfit;
        let mut record = PreemptionRecord { ineligible: self.ineligible(unfit, statuses), ..Default::default() };
        if let Some(why) = record.ineligible {
            let status = PostStatus::Unschedulable(wording.say(&Said::NotEligible(why)));
            return PostFiltered {
                status,
                nomination: Nomination::Keep,
                room: None,
                record: Some(record),
                freed: None,
            };
        }
        let resolvable = |ix: &NodeIx| statuses[*ix].as_ref().is_none_or(|status| status.code == Code::Unschedulable);
        let nodes = unfit.cycle.snapshot.nodes();
        let order: Vec<NodeIx> = match unfit.cycle.order.filter(|_| self.walks_in_order) {
            Some(order) => order.to_vec(),
            None => (0..statuses.len()).collect(),
        };
        let potential: Vec<NodeIx> = order.into_iter().filter(resolvable).filter(|&ix| !nodes[ix].deleted).collect();
        let mut bench = Bench::new(unfit, self);
        let candidates = self.dry_runs::<R>(&mut bench, &potential, unfit, chooser, &mut record);
        record.potential = potential;
        let errors = dry_run_errors(unfit, &record);
        let (status, nomination, room) = if candidates.is_empty() && !errors.is_empty() {
            let text = errors.iter().map(Str::as_str).collect::<Vec<_>>().join(", ");
            record.error = Some(if errors.len() == 1 { text.into() } else { format!("[{text}]").into() });
            let text = record.error.as_deref().unwrap_or_default();
            let said = wording.say(&Said::PreemptionError { text });
            (PostStatus::Error(said), Nomination::Keep, None)
        } else if candidates.is_empty() {
            let said = no_candidate(unfit, &record);
            record.clears_own = self.failure_clears_nomination || record.potential.is_empty();
            let nomination = if record.clears_own { Nomination::Clear } else { Nomination::Keep };
            (PostStatus::Unschedulable(said), nomination, None)
        } else if let Some(inquiry) = self.inquiry(unfit) {
            self.choose_with_extenders(&inquiry, &candidates, &mut bench, unfit, chooser, &mut record)
        } else {
            let room = self.choose(&candidates, &mut bench, unfit, chooser, &mut record);
            (PostStatus::Success, Nomination::Set, Some(room))
        };
        if !R::ON {
            record.dry_runs.clear();
        }
        PostFiltered { status, nomination, room, record: Some(record), freed: None }
    }

    /// `SelectCandidate` and `PrepareCandidate`: the cheapest node, and what has to be done there.
    fn choose(
        &self,
        candidates: &[(NodeIx, Costs)],
        bench: &mut Bench<'_, '_>,
        unfit: &Unfit<'_, '_>,
        chooser: &mut dyn Chooser,
        record: &mut PreemptionRecord,
    ) -> Preempted {
        let node = self.cheapest(candidates, unfit, chooser, record);
        // Once more for the winner: keeping the victims of thousands of candidates costs more.
        let run = bench.select_victims::<Silent>(node);
        debug_assert!(
            candidates.contains(&(node, ladder::costs(bench.victim_sums(), run.violations))),
            "the winner's dry run comes out as it did before"
        );
        let victims: Vec<Rc<PodInfo>> = bench.victims().map(Rc::clone).collect();
        self.prepare(node, victims, unfit, record)
    }

    /// The extenders, if any of them is to be asked about candidates.
    fn inquiry<'u>(&self, unfit: &Unfit<'u, '_>) -> Option<Inquiry<'u>> {
        let asks = |it: &Inquiry<'_>| it.extenders.list.iter().any(|extender| it.wants_victims(extender));
        unfit.extenders.filter(|it| self.asks != Asks::Never && asks(it))
    }

    /// The same where extenders may change the victims.
    fn choose_with_extenders(
        &self,
        inquiry: &Inquiry<'_>,
        candidates: &[(NodeIx, Costs)],
        bench: &mut Bench<'_, '_>,
        unfit: &Unfit<'_, '_>,
        chooser: &mut dyn Chooser,
        record: &mut PreemptionRecord,
    ) -> (PostStatus, Nomination, Option<Preempted>) {
        let say = |said: &Said<'_>| unfit.wording.say(said);
        let mut with_victims = Vec::new();
        for &(node, costs) in candidates {
            bench.select_victims::<Silent>(node);
            let victims = bench.victims().map(Rc::clone).collect();
            with_victims.push(Candidate { node, victims, violations: costs[0] });
        }
        let left = match inquiry.extenders.how.preempt(inquiry, self.asks, with_victims, record) {
            Ok(left) => left,
            Err(text) => {
                let said = say(&Said::PreemptionError { text: &text });
                return (PostStatus::Error(said), Nomination::Keep, None);
            }
        };
        if left.is_empty() {
            return (PostStatus::Unschedulable(say(&Said::NoCandidateLeft)), Nomination::Keep, None);
        }
        let costs: Vec<(NodeIx, Costs)> = left.iter().map(|candidate| (candidate.node, costs(candidate))).collect();
        let node = self.cheapest(&costs, unfit, chooser, record);
        let victims = left.into_iter().find(|candidate| candidate.node == node).map(|candidate| candidate.victims);
        let room = self.prepare(node, victims.unwrap_or_default(), unfit, record);
        (PostStatus::Success, Nomination::Set, Some(room))
    }

    /// `SelectCandidate`: the node that costs least, or any of those that do.
    fn cheapest(
        &self,
        candidates: &[(NodeIx, Costs)],
        unfit: &Unfit<'_, '_>,
        chooser: &mut dyn Chooser,
        record: &mut PreemptionRecord,
    ) -> NodeIx {
        let (ladder, ties) = ladder::climb(candidates, self);
        let name = |at: usize| unfit.cycle.snapshot.nodes()[ties[at]].name().clone();
        let node = ties[if ties.len() == 1 { 0 } else { chooser.choose(Purpose::VictimNode, ties.len(), &name) }];
        record.ladder = ladder;
        record.ties = ties;
        record.chosen = Some(node);
        node
    }

    /// `PrepareCandidate`: what has to be done on the node. A release may clear nominations below only if somebody is evicted, since
    /// upstream returns early where there is nobody (`prepareCandidateAsync`); the recorded runs hold it.
    fn prepare(
        &self,
        node: NodeIx,
        victims: Vec<Rc<PodInfo>>,
        unfit: &Unfit<'_, '_>,
        record: &mut PreemptionRecord,
    ) -> Preempted {
        let evicts = victims.iter().any(|victim| !victim.pod.is_terminating());
        let cleared = match evicts || self.clears_without_eviction {
            true => unfit.nominator.below(unfit.cycle.snapshot.nodes()[node].name(), unfit.cycle.pod.priority()),
            false => Vec::new(),
        };
        debug_assert!(
            victims.iter().chain(&cleared).all(|pod| pod.priority() < unfit.cycle.pod.priority()),
            "who makes room is less important than who gets it"
        );
        record.cleared = cleared.iter().map(|pod| pod.pod.key().into()).collect();
        Preempted { node, victims, cleared }
    }

    /// `PodEligibleToPreemptOthers`: a pod that never preempts, or that already waits for victims to go, may not.
    fn ineligible(&self, unfit: &Unfit<'_, '_>, statuses: &[Option<Failure>]) -> Option<Ineligible> {
        let pod = unfit.cycle.pod;
        if self.honours_never && pod.pod.spec.preemption_policy == Some(PreemptionPolicy::Never) {
            return Some(Ineligible::PolicyNever);
        }
        let ix = unfit.cycle.snapshot.index(unfit.nominated_node?)?;
        let unresolvable =
            statuses[ix].as_ref().is_some_and(|status| status.code == Code::UnschedulableAndUnresolvable);
        if self.unresolvable_nomination_frees && unresolvable {
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
    fn dry_runs<R: Recorder>(
        &self,
        bench: &mut Bench<'_, '_>,
        potential: &[NodeIx],
        unfit: &Unfit<'_, '_>,
        chooser: &mut dyn Chooser,
        record: &mut PreemptionRecord,
    ) -> Vec<(NodeIx, Costs)> {
        let n = potential.len();
        debug_assert!(
            potential.iter().all(|ix| unfit.statuses[*ix].as_ref().is_none_or(|it| it.code == Code::Unschedulable)),
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
                candidates.push((ix, ladder::costs(bench.victim_sums(), run.violations)));
            }
            if R::ON || run.failure.is_some() {
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
fn costs(candidate: &Candidate) -> Costs {
    let violations = usize::try_from(candidate.violations).unwrap_or(0);
    ladder::costs(candidate.victims.iter().map(|victim| victim.sums()), violations)
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
fn dry_run_errors(unfit: &Unfit<'_, '_>, record: &PreemptionRecord) -> Vec<Str> {
    let mut texts: Vec<Str> = Vec::new();
    for (row, failure) in record.dry_runs.iter().filter_map(|run| run.failure.as_ref()) {
        if failure.code != Code::Error {
            continue;
        }
        let reasons: Vec<Str> = failure.reasons.iter().map(|reason| unfit.wording.reason(reason).into()).collect();
        let text: Str = match row {
            Some(row) => {
                let pod = unfit.cycle.pod.pod.metadata.name.as_str();
                Said::FilterError { pod, plugin: row.as_str(), texts: &reasons }.by(unfit.wording)
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
fn no_candidate(unfit: &Unfit<'_, '_>, record: &PreemptionRecord) -> String {
    let not_helpful = Failure::unresolvable(Reason::PreemptionNotHelpful);
    let mut failures = vec![&not_helpful; unfit.statuses.len()];
    for run in &record.dry_runs {
        if let Some((_, failure)) = &run.failure {
            failures[run.node] = failure;
        }
    }
    let said = Said::NoCandidate { nodes: unfit.statuses.len(), failures: &failures };
    unfit.wording.say(&said)
}
