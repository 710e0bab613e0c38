//! One scheduling cycle: `PreFilter`, `Filter`, then `Score` and a host, or `PostFilter`.
//!
//! Upstream: `ScheduleOne` with `schedulePod`; v1.16: `genericScheduler.Schedule` and `Preempt`.

use std::rc::Rc;

use crate::api::Str;
use crate::cluster::{NodeIx, Objects, PodInfo, Snapshot};
use crate::framework::{
    Chooser, Code, Cycle, Failure, Ineligible, NodeRecord, Outcome, PluginId, Profile, Purpose, Recorder, ScoreRecord,
    ScoreRowRecord,
};

use super::filters::{Failed, Filters, Fork, TwoPasses, merged};
use super::preemption::{self, Preemption};
use super::{Nominator, message};

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
}

/// What a cycle decides.
#[derive(Debug)]
pub enum Decision {
    /// The pod goes to a node.
    Scheduled {
        /// The node.
        node: NodeIx,
        /// All nodes that share the best total.
        ties: Vec<NodeIx>,
    },
    /// It goes nowhere for now.
    Failed(Unscheduled),
}

/// Why a pod goes nowhere, and what preemption makes of it.
#[derive(Debug)]
pub struct Unscheduled {
    /// Upstream's message, with what `PostFilter` adds.
    pub message: String,
    /// Whether plugins rejected the pod (`FitError`), rather than an error.
    pub fit_error: bool,
    /// The plugins that did.
    pub rejecting: Vec<PluginId>,
    /// What becomes of the pod's own nomination.
    pub nomination: Nomination,
    /// Why the pod may not preempt, if it may not.
    pub ineligible: Option<Ineligible>,
    /// Whether there was any node on which taking pods away might help.
    pub had_potential: bool,
    /// The room that preemption makes.
    pub preempted: Option<Preempted>,
}

impl Unscheduled {
    /// A failure by an error, not by a plugin.
    #[must_use]
    pub fn error(message: String) -> Self {
        Self {
            message,
            fit_error: false,
            rejecting: Vec::new(),
            nomination: Nomination::Keep,
            ineligible: None,
            had_potential: false,
            preempted: None,
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
    /// It is now the node of [`Preempted`].
    Set,
}

/// The room that preemption makes.
#[derive(Debug)]
pub struct Preempted {
    /// The node.
    pub node: NodeIx,
    /// Who has to go, in upstream's order.
    pub victims: Vec<Rc<PodInfo>>,
    /// Less important pods that lose their nomination to the node, in the order in which they got it.
    pub cleared: Vec<Rc<PodInfo>>,
    /// All nodes that the ladder left over.
    pub ties: Vec<NodeIx>,
}

/// Decides one pod. `start` is where the search for feasible nodes begins; it moves on.
pub fn schedule<R: Recorder>(
    context: &Context<'_>,
    start: &mut usize,
    chooser: &mut dyn Chooser,
    recorder: &mut R,
) -> Decision {
    let Context { profile, pod, snapshot, objects, .. } = *context;
    let cycle = Cycle { pod, snapshot, objects };
    if let Some(attempt) = recorder.attempt() {
        attempt.pod = pod.pod.key().into();
        attempt.nodes = snapshot.nodes().iter().map(|node| node.name().clone()).collect();
    }
    let searched = context.order.map_or(snapshot.nodes().len(), <[_]>::len);
    if searched == 0 {
        return error("no nodes available to schedule pods".into(), recorder);
    }
    let filters = match Filters::prepare(profile, &cycle) {
        Ok(filters) => filters,
        Err(text) => return error(text, recorder),
    };
    if let Some(attempt) = recorder.attempt() {
        attempt.pre_filter = filters.record.clone();
    }
    let found = if filters.record.rejected.is_some() {
        Found::default()
    } else if let Some(node) = nominated_node_fits(context, &filters) {
        if let Some(attempt) = recorder.attempt() {
            attempt.nominated_shortcut = true;
            let info = &snapshot.nodes()[node];
            let passes = filters.judge_with_nominated(pod, info, &Fork::default(), context.nominator);
            attempt.filter.push(passes.record(node));
        }
        Found { feasible: vec![node], failed: Vec::new() }
    } else {
        find_feasible(context, &filters, start, recorder)
    };
    match found.feasible.as_slice() {
        [] => fail(context, &filters, found.failed, chooser, recorder),
        [only] => scheduled(*only, vec![*only], recorder),
        feasible => match prioritize(context, feasible, recorder) {
            Err(text) => error(text, recorder),
            Ok(totals) => {
                let best = totals.iter().copied().max().unwrap_or(0);
                let mut ties: Vec<NodeIx> =
                    feasible.iter().zip(&totals).filter(|(_, total)| **total == best).map(|(ix, _)| *ix).collect();
                // A node that the order names twice is still one node.
                ties.sort_unstable();
                ties.dedup();
                let name = |at: usize| snapshot.nodes()[ties[at]].name().clone();
                let node = ties[if ties.len() == 1 { 0 } else { chooser.choose(Purpose::Host, ties.len(), &name) }];
                scheduled(node, ties, recorder)
            }
        },
    }
}

#[derive(Default)]
struct Found {
    feasible: Vec<NodeIx>,
    failed: Vec<(NodeIx, Failed, Option<Failure>)>,
}

/// `evaluateNominatedNode`: the pod's own nominated node, if the release tries it alone first and it does.
fn nominated_node_fits(context: &Context<'_>, filters: &Filters<'_>) -> Option<NodeIx> {
    if !context.profile.cycle.nominated_node_first {
        return None;
    }
    let ix = context.snapshot.index(context.nominated_node?)?;
    let node = &context.snapshot.nodes()[ix];
    let passes = filters.judge_with_nominated(context.pod, node, &Fork::default(), context.nominator);
    passes.failed.is_empty().then_some(ix)
}

/// `numFeasibleNodesToFind`: after how many feasible nodes the search stops.
fn wanted(nodes: usize, percentage: i64) -> usize {
    let n = i64::try_from(nodes).unwrap_or(i64::MAX);
    if n < 100 || percentage >= 100 {
        return nodes;
    }
    let percentage = if percentage > 0 { percentage } else { (50 - n / 125).max(5) };
    usize::try_from((n * percentage / 100).max(100)).unwrap_or(nodes)
}

/// `findNodesThatPassFilters`.
fn find_feasible<R: Recorder>(
    context: &Context<'_>,
    filters: &Filters<'_>,
    start: &mut usize,
    recorder: &mut R,
) -> Found {
    let nodes = context.snapshot.nodes();
    let mut found = Found::default();
    let length = context.order.map_or(nodes.len(), <[_]>::len);
    let wanted = wanted(length, context.profile.cycle.percentage_of_nodes_to_score);
    let shared = Fork::default();
    let mut processed = 0;
    while processed < length && found.feasible.len() < wanted {
        let at = (*start + processed) % length;
        let ix = context.order.map_or(at, |order| order[at]);
        let node = &nodes[ix];
        processed += 1;
        let outside = filters.outside(node);
        let passes = if outside.is_some() {
            TwoPasses::default()
        } else {
            filters.judge_with_nominated(context.pod, node, &shared, context.nominator)
        };
        if let Some(attempt) = recorder.attempt() {
            attempt.filter.push(NodeRecord { outside: outside.clone(), ..passes.record(ix) });
        }
        if outside.is_none() && passes.failed.is_empty() {
            found.feasible.push(ix);
        } else {
            found.failed.push((ix, passes.failed, outside));
        }
    }
    *start = (*start + processed) % length;
    found
}

/// `prioritizeNodes`: the weighted sum of each feasible node.
fn prioritize<R: Recorder>(context: &Context<'_>, feasible: &[NodeIx], recorder: &mut R) -> Result<Vec<i64>, Str> {
    let Context { profile, pod, snapshot, objects, .. } = *context;
    let cycle = Cycle { pod, snapshot, objects };
    let nodes = snapshot.nodes();
    let mut totals = vec![0; feasible.len()];
    let mut record = ScoreRecord { nodes: feasible.to_vec(), ..ScoreRecord::default() };
    let mut scores = Vec::with_capacity(feasible.len());
    for (row, score) in profile.scores.iter().enumerate() {
        let prepared = score.score.prepare(&cycle, feasible);
        let prepared = prepared.map_err(|text| Str::from(profile.wording.score_error(score.name, &text)))?;
        let Some(scorer) = prepared else { continue };
        scores.clear();
        scores.extend(feasible.iter().map(|&ix| scorer.score(ix, &nodes[ix])));
        let raw = if R::ON { scores.clone() } else { Vec::new() };
        scorer.normalize(&mut scores);
        for (total, score_of_node) in totals.iter_mut().zip(&scores) {
            *total += score_of_node * score.weight;
        }
        if R::ON {
            let evidence = feasible.iter().map(|&ix| scorer.explain(ix, &nodes[ix])).collect();
            record.rows.push(ScoreRowRecord { row, weight: score.weight, raw, normalized: scores.clone(), evidence });
        }
    }
    if let Some(attempt) = recorder.attempt() {
        record.totals.clone_from(&totals);
        attempt.scores = record;
    }
    Ok(totals)
}

fn scheduled<R: Recorder>(node: NodeIx, ties: Vec<NodeIx>, recorder: &mut R) -> Decision {
    if let Some(attempt) = recorder.attempt() {
        attempt.outcome = Outcome::Scheduled { node, ties: ties.clone() };
    }
    Decision::Scheduled { node, ties }
}

fn error<R: Recorder>(message: Str, recorder: &mut R) -> Decision {
    if let Some(attempt) = recorder.attempt() {
        attempt.outcome = Outcome::Failed { message: message.clone(), fit_error: false, rows: Vec::new() };
    }
    Decision::Failed(Unscheduled::error(message.to_string()))
}

/// No node is feasible: the message, and preemption.
fn fail<R: Recorder>(
    context: &Context<'_>,
    filters: &Filters<'_>,
    failed: Vec<(NodeIx, Failed, Option<Failure>)>,
    chooser: &mut dyn Chooser,
    recorder: &mut R,
) -> Decision {
    let Context { profile, snapshot, .. } = *context;
    let count = snapshot.nodes().len();
    let mut rows: Vec<usize> = Vec::new();
    let mut statuses: Vec<Option<Failure>> = vec![None; count];
    if let Some((row, failure)) = &filters.record.rejected {
        rows.push(*row);
        statuses.fill(Some(failure.clone()));
    }
    for (ix, failed, outside) in failed {
        rows.extend(failed.iter().map(|(row, _)| *row));
        statuses[ix] = outside.or_else(|| merged(failed));
    }
    rows.sort_unstable();
    rows.dedup();
    let nodes = context.order.map_or(count, <[_]>::len);
    let mut text = match &filters.record.rejected {
        Some((_, failure)) if profile.cycle.post_filter_message => message::rejected(nodes, failure, profile.wording),
        _ => message::unavailable(nodes, statuses.iter().flatten(), profile.wording),
    };
    let rejecting = rows.iter().map(|&row| profile.filters[row].plugin).collect();
    let mut result = Preemption { nomination: Nomination::Keep, ..Preemption::default() };
    if profile.cycle.rejection_blocks_preemption
        && matches!(&filters.record.rejected, Some((_, f)) if f.code == Code::UnschedulableAndUnresolvable)
    {
        // A plugin of PostFilter looks for its PreFilter state, which was never made, and ends PostFilter in an error.
        result.record.message = "not found".into();
        result.nomination = Nomination::Clear;
    } else if let Some(policy) = &profile.preemption {
        result = preemption::preempt::<R>(context, filters, &statuses, policy, chooser);
    }
    if profile.cycle.post_filter_message && !result.record.message.is_empty() {
        text = format!("{text} {}", result.record.message);
    }
    if let Some(attempt) = recorder.attempt() {
        attempt.outcome = Outcome::Failed { message: text.as_str().into(), fit_error: true, rows };
        attempt.preemption = Some(result.record.clone());
    }
    Decision::Failed(Unscheduled {
        message: text,
        fit_error: true,
        rejecting,
        nomination: result.nomination,
        ineligible: result.record.ineligible,
        had_potential: result.had_potential,
        preempted: result.preempted,
    })
}
