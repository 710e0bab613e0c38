//! One scheduling cycle: `PreFilter`, `Filter`, then `Score` and a host, or `PostFilter`.
//!
//! Upstream: `ScheduleOne` with `schedulePod`; v1.16: `genericScheduler.Schedule`.

use crate::cluster::{Freed, NodeInfo};
use crate::framework::{
    Bare, Chooser, ExtenderSpec, Failed, Filters, Fork, Nomination, PostStatus, Preempted, Profile, Remaining,
    TwoPasses, Unfit, Unscored, merged,
};
use api::{Set, Str};
use record::NodeIx;
use record::{
    Code, Failure, HostChoice, NodeRecord, Outcome, PostFilterRecord, PreemptionRecord, Purpose, Recorder, RowId, Said,
    ScoreRecord, ScoreRowRecord,
};

use super::context::Context;

/// What a cycle decides.
#[derive(Debug)]
pub enum Decision {
    /// The pod goes to a node.
    Scheduled {
        node: NodeIx,
        /// All nodes that share the best total.
        ties: Vec<NodeIx>,
    },
    /// It goes nowhere for now.
    Failed(Unscheduled),
}

/// Why a pod goes nowhere, and what `PostFilter` makes of it.
#[derive(Clone, Debug)]
pub struct Unscheduled {
    /// Upstream's message, with what `PostFilter` adds.
    pub message: String,
    /// Whether plugins rejected the pod (`FitError`), rather than an error.
    pub fit_error: bool,
    /// The plugins that did.
    pub rejecting: Vec<RowId>,
    /// What becomes of the pod's own nomination.
    pub nomination: Nomination,
    /// The room that preemption makes.
    pub room: Option<Preempted>,
    /// What becomes of a claim for devices.
    pub freed: Option<Freed>,
}

impl Unscheduled {
    /// A failure by an error, not by a plugin.
    #[must_use]
    pub fn error(message: String) -> Self {
        Self { message, fit_error: false, rejecting: Vec::new(), nomination: Nomination::Keep, room: None, freed: None }
    }

    /// A failure by a plugin that is asked once the pod has a node.
    #[must_use]
    pub fn rejected(message: String, by: RowId, nomination: Nomination) -> Self {
        Self { message, fit_error: true, rejecting: vec![by], nomination, room: None, freed: None }
    }
}

/// Decides one pod. `start` is where the search for feasible nodes begins; it moves on.
pub fn schedule<R: Recorder>(
    context: &Context<'_>,
    start: &mut usize,
    chooser: &mut dyn Chooser,
    recorder: &mut R,
) -> Decision {
    let Context { profile, pod, snapshot, .. } = *context;
    let cycle = context.cycle();
    if let Some(attempt) = recorder.attempt() {
        attempt.pod = pod.pod.key().into();
        attempt.host = profile.host();
        attempt.nodes = snapshot.nodes().iter().map(|node| node.name().clone()).collect();
    }
    let searched = context.order.map_or(snapshot.nodes().len(), <[_]>::len);
    if searched == 0 {
        return error(profile.wording.say(&Said::NoNodes).into(), recorder);
    }
    let filters = match profile.prepare(&cycle) {
        Ok(filters) => filters,
        Err(text) => return error(text, recorder),
    };
    if let Some(attempt) = recorder.attempt() {
        attempt.pre_filter = filters.record.clone();
    }
    let tried = nominated_node(context, &filters);
    let mut found = if filters.record.rejected.is_some() {
        Found::default()
    } else if let Some(node) = tried.as_ref().filter(|tried| tried.fits()).map(|tried| tried.node)
        && let Some(found) = shortcut(context, &filters, node, recorder)
    {
        found
    } else {
        let tried = tried.filter(|tried| !tried.fits());
        find_feasible(context, &filters, tried, start, recorder)
    };
    if let Some(text) = failed_filters(context, &found.failed) {
        return error(text, recorder);
    }
    if let Some(inquiry) = context.inquiry().filter(|_| !found.feasible.is_empty() && !found.extended) {
        match inquiry.extenders.how.filter(&inquiry, std::mem::take(&mut found.feasible), recorder.attempt()) {
            Ok(kept) => found.take(kept, recorder),
            Err(text) => return error(text, recorder),
        }
    }
    match found.feasible.as_slice() {
        [] => fail(context, &filters, found, chooser, recorder),
        [only] => scheduled(*only, vec![*only], recorder),
        feasible => match prioritize(context, feasible, &found.bare, recorder) {
            Err(text) => error(text, recorder),
            Ok(totals) => {
                debug_assert!(totals.len() == feasible.len(), "each feasible node has a total");
                let best = totals.iter().copied().max().unwrap_or(0);
                let mut ties: Vec<NodeIx> =
                    feasible.iter().zip(&totals).filter(|(_, total)| **total == best).map(|(ix, _)| *ix).collect();
                // A node that the order names twice is still one node.
                ties.sort_unstable();
                ties.dedup();
                let name = |at: usize| snapshot.nodes()[ties[at]].name().clone();
                let node = match profile.host() {
                    _ if ties.len() == 1 => ties[0],
                    HostChoice::Drawn => ties[chooser.choose(Purpose::Host, ties.len(), &name)],
                    HostChoice::TopOfHeap => feasible[top_of_heap(&totals)],
                };
                scheduled(node, ties, recorder)
            }
        },
    }
}

/// An accident of upstream's, in `selectHost` from v1.35 on: it puts the nodes on a heap, so which of those with the best total comes out
/// follows from the order of the list, and nobody draws.
///
/// What Go's `heap.Init` puts on top of these totals: from the last parent to the first, each changes places with the better of its
/// children (the left one, where both are equal) only if that one is better than itself. Tests: `equals_do_not_change_places`,
/// `the_top_is_that_of_a_heap`.
fn top_of_heap(totals: &[i64]) -> usize {
    let mut top: Vec<usize> = (0..totals.len()).collect();
    for parent in (0..totals.len() / 2).rev() {
        let mut best = top[parent];
        for child in [2 * parent + 1, 2 * parent + 2] {
            if let Some(&below) = top.get(child)
                && totals[below] > totals[best]
            {
                best = below;
            }
        }
        top[parent] = best;
    }
    let first = top.first().copied().unwrap_or(0);
    debug_assert!(
        totals.iter().all(|total| totals.get(first).is_some_and(|best| best >= total)),
        "the top of a heap is the best"
    );
    first
}

#[derive(Default)]
struct Found {
    feasible: Vec<NodeIx>,
    failed: Vec<(NodeIx, Failed, Option<Failure>)>,
    /// Extenders were asked; these nodes came back bare.
    extended: bool,
    bare: Bare,
    /// An extender rejected a node.
    refused: bool,
}

impl Found {
    /// Takes over what extenders left.
    fn take<R: Recorder>(&mut self, kept: Remaining, recorder: &mut R) {
        let Remaining { nodes, bare, rejected } = kept;
        self.refused |= !rejected.is_empty();
        if let Some(attempt) = recorder.attempt() {
            for (ix, failure) in &rejected {
                let silent = || Failure { code: Code::Unschedulable, reasons: Vec::new() };
                if let Some(record) = attempt.filter.iter_mut().find(|record| record.node == *ix) {
                    record.refused = Some(failure.clone().unwrap_or_else(silent));
                }
            }
        }
        (self.feasible, self.bare, self.extended) = (nodes, bare, true);
        self.failed.extend(rejected.into_iter().map(|(ix, failure)| (ix, Failed::new(), failure)));
    }
}

/// The pod's own nominated node, which passed the filters: nothing else is looked at, unless an extender will not have it. An error
/// of an extender is only logged.
fn shortcut<R: Recorder>(
    context: &Context<'_>,
    filters: &Filters<'_>,
    node: NodeIx,
    recorder: &mut R,
) -> Option<Found> {
    let mut found = Found { feasible: vec![node], ..Found::default() };
    if let Some(inquiry) = context.inquiry() {
        let kept = inquiry.extenders.how.filter(&inquiry, vec![node], recorder.attempt());
        let kept = kept.ok().filter(|kept| !kept.nodes.is_empty())?;
        (found.bare, found.extended) = (kept.bare, true);
    }
    if let Some(attempt) = recorder.attempt() {
        attempt.nominated_shortcut = true;
        let info = &context.snapshot.nodes()[node];
        let passes = filters.judge_with_nominated(context.pod, info, &Fork::default(), context.nominator);
        attempt.filter.push(passes.record(node));
    }
    Some(found)
}

/// Upstream's text if a filter failed, rather than rejected a node: one such node ends the cycle.
fn failed_filters(context: &Context<'_>, failed: &[(NodeIx, Failed, Option<Failure>)]) -> Option<Str> {
    let errors = || failed.iter().flat_map(|(_, failed, _)| failed).filter(|(_, failure)| failure.code == Code::Error);
    let (row, _) = errors().next()?;
    let texts =
        errors().flat_map(|(_, failure)| &failure.reasons).map(|reason| context.profile.wording.reason(reason).into());
    let texts: Vec<Str> = texts.collect();
    let pod = context.pod.pod.metadata.name.as_str();
    Some(context.profile.wording.say(&Said::FilterError { pod, plugin: row.as_str(), texts: &texts }).into())
}

/// `evaluateNominatedNode`: what the filters say of the pod's own nominated node, if the release tries it alone first.
fn nominated_node(context: &Context<'_>, filters: &Filters<'_>) -> Option<NodeRecord> {
    if !context.profile.cycle.nominated_node_first || filters.record.rejected.is_some() {
        return None;
    }
    let ix = context.snapshot.index(context.nominated_node?)?;
    let node = &context.snapshot.nodes()[ix];
    let passes = filters.judge_with_nominated(context.pod, node, &Fork::default(), context.nominator);
    Some(passes.record(ix))
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

/// `findNodesThatPassFilters`: goes on behind the last feasible node that is wanted until it comes upon one more. The next search
/// begins where this one ended.
///
/// Two accidents of upstream's move that place. In v1.16 the node that ends the search was taken from the tree already
/// (`genericScheduler.findNodesThatFit`, see [`surplus_node_counts`](crate::framework::CyclePolicy)). And `evaluateNominatedNode` leaves
/// the failure of the pod's own nominated node, `tried`, in the same diagnosis, so `findNodesThatFitPod` counts it as processed
/// although the search may not have come to it. The recorded cycles hold both: `decisions_agree_with_upstream`,
/// `runs_agree_with_upstream`.
fn find_feasible<R: Recorder>(
    context: &Context<'_>,
    filters: &Filters<'_>,
    tried: Option<NodeRecord>,
    start: &mut usize,
    recorder: &mut R,
) -> Found {
    let nodes = context.snapshot.nodes();
    let mut found = Found::default();
    let length = context.order.map_or(nodes.len(), <[_]>::len);
    let cycle = &context.profile.cycle;
    let extenders = || context.profile.extenders.iter().flat_map(|extenders| &extenders.list);
    let nobody = |verb: fn(&ExtenderSpec) -> &Str| extenders().all(|extender| verb(&extender.spec).is_empty());
    let unscored = cycle.one_without_scores
        && context.profile.scores.is_empty()
        && nobody(|spec| &spec.filter_verb)
        && nobody(|spec| &spec.prioritize_verb);
    let wanted = if unscored { 1 } else { wanted(length, cycle.percentage_of_nodes_to_score) };
    let shared = Fork::default();
    let mut processed = 0;
    let mut counted = 0;
    let node_at = |at: usize| context.order.map_or(at % length, |order| order[at % length]);
    while processed < length {
        let ix = node_at(*start + processed);
        let node = &nodes[ix];
        let outside = filters.outside(node);
        let passes = if outside.is_some() {
            TwoPasses::default()
        } else {
            filters.judge_with_nominated(context.pod, node, &shared, context.nominator)
        };
        let fits = outside.is_none() && passes.failed.is_empty();
        if fits && found.feasible.len() == wanted {
            counted += usize::from(cycle.surplus_node_counts);
            break;
        }
        processed += 1;
        if let Some(attempt) = recorder.attempt() {
            attempt.filter.push(NodeRecord { outside: outside.clone(), ..passes.record(ix) });
            if context.closely && outside.is_none() {
                attempt.searches.extend(filters.searched(node, ix, &passes.failed));
            }
        }
        if fits {
            found.feasible.push(ix);
        } else {
            found.failed.push((ix, passes.failed, outside));
        }
    }
    counted += usize::from(tried.as_ref().is_some_and(|tried| !found.failed.iter().any(|(ix, ..)| *ix == tried.node)));
    debug_assert!(found.feasible.len() <= wanted, "the search ends at as many feasible nodes as are wanted");
    debug_assert!(
        found.feasible.len() + found.failed.len() == processed,
        "a node that was looked at is feasible or failed"
    );
    debug_assert!(
        processed == length || found.feasible.len() == wanted,
        "the search ends early only when it has enough"
    );
    *start = (*start + processed + counted) % length;
    if let Some(attempt) = recorder.attempt() {
        attempt.next = Some(node_at(*start));
        attempt.tried = tried;
    }
    found
}

/// `prioritizeNodes`: the weighted sum of each feasible node.
fn prioritize<R: Recorder>(
    context: &Context<'_>,
    feasible: &[NodeIx],
    bare: &Bare,
    recorder: &mut R,
) -> Result<Vec<i64>, Str> {
    let Context { profile, snapshot, .. } = *context;
    let cycle = context.cycle();
    let nodes = snapshot.nodes();
    let node_at =
        |ix: NodeIx| -> &NodeInfo { if bare.is_empty() { &nodes[ix] } else { bare.get(&ix).unwrap_or(&nodes[ix]) } };
    // Without score plugins every node counts the same.
    let nobody = profile.scores.is_empty() && profile.extenders.is_none();
    let mut totals = vec![i64::from(nobody); feasible.len()];
    let mut record = ScoreRecord { nodes: feasible.to_vec(), ..ScoreRecord::default() };
    let mut scorers = Vec::with_capacity(profile.scores.len());
    for score in &profile.scores {
        let plugin = score.id.as_str();
        let prepared = if score.prepares {
            score
                .score
                .prepare(&cycle, feasible)
                .map_err(|text| Said::ScoreError { plugin, text: &text }.by(profile.wording))
        } else {
            score.score.unprepared(&cycle, feasible).map_err(|unscored| match unscored {
                Unscored::Missing(key) => Said::ScoreStateMissing { plugin, key }.by(profile.wording),
                Unscored::Error(text) => Said::ScoreError { plugin, text: &text }.by(profile.wording),
            })
        };
        if let Some(scorer) = prepared? {
            scorers.push((score, scorer, Vec::with_capacity(feasible.len())));
        }
    }
    // Node by node, since a node that is looked at once is in the processor's cache for the next plugin.
    for &ix in feasible {
        let node = node_at(ix);
        for (_, scorer, scores) in &mut scorers {
            scores.push(scorer.score(ix, node));
        }
    }
    for (score, scorer, mut scores) in scorers {
        let raw = if R::ON { scores.clone() } else { Vec::new() };
        scorer.normalize(&mut scores);
        debug_assert!(scores.len() == feasible.len(), "each feasible node has a score");
        debug_assert!(
            scores.iter().all(|score| (0..=profile.best_score).contains(score)),
            "a normalized score is between 0 and the best"
        );
        for (total, score_of_node) in totals.iter_mut().zip(&scores) {
            *total += score_of_node * score.weight;
        }
        if R::ON {
            let evidence: Vec<_> = feasible.iter().map(|&ix| scorer.explain(ix, node_at(ix))).collect();
            debug_assert!(
                evidence.iter().zip(&raw).all(|(evidence, raw)| evidence.total() == *raw),
                "a score is the sum of its evidence"
            );
            let (id, normalized) = (score.id.clone(), scores);
            record.rows.push(ScoreRowRecord { id, weight: score.weight, raw, normalized, evidence });
        }
    }
    if let Some(inquiry) = context.inquiry() {
        inquiry.extenders.how.prioritize(&inquiry, bare, &mut totals, &mut record);
    }
    if let Some(attempt) = recorder.attempt() {
        record.totals.clone_from(&totals);
        attempt.scores = record;
    }
    Ok(totals)
}

fn scheduled<R: Recorder>(node: NodeIx, ties: Vec<NodeIx>, recorder: &mut R) -> Decision {
    debug_assert!(ties.contains(&node), "the node that is taken is one of the best");
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

/// No node is feasible: the message, and `PostFilter`.
fn fail<R: Recorder>(
    context: &Context<'_>,
    filters: &Filters<'_>,
    found: Found,
    chooser: &mut dyn Chooser,
    recorder: &mut R,
) -> Decision {
    let Context { profile, snapshot, .. } = *context;
    let count = snapshot.nodes().len();
    let mut failing: Set<RowId> = Set::new();
    let mut statuses: Vec<Option<Failure>> = vec![None; count];
    if let Some((row, failure)) = &filters.record.rejected {
        failing.insert(row.clone());
        statuses.fill(Some(failure.clone()));
    }
    for (ix, failed, outside) in found.failed {
        failing.extend(failed.iter().map(|(row, _)| row.clone()));
        statuses[ix] = outside.or_else(|| merged(failed));
    }
    debug_assert!(
        failing.iter().all(|row| profile.filters.iter().any(|filter| filter.id == *row)),
        "a row that rejects a pod is one of its profile"
    );
    let rows = profile.filters.iter().map(|row| &row.id).filter(|id| failing.contains(id)).cloned();
    let mut rows: Vec<RowId> = rows.collect();
    rows.extend(profile.cycle.extenders.rejects_as.filter(|_| found.refused).map(RowId::from));
    let unfit = Unfit {
        cycle: &context.cycle(),
        nominated_node: context.nominated_node,
        nominator: context.nominator,
        extenders: context.inquiry(),
        wording: profile.wording,
        filters,
        statuses: &statuses,
    };
    let after = post_filter(profile, &unfit, chooser, R::ON);
    let failures: Vec<&Failure> = statuses.iter().flatten().collect();
    let text = profile.wording.say(&Said::Unfit {
        nodes: context.order.map_or(count, <[_]>::len),
        rejected: filters.record.rejected.as_ref().map(|(_, failure)| failure),
        failures: &failures,
        post_filter: &after.said.message,
    });
    if let Some(attempt) = recorder.attempt() {
        attempt.outcome = Outcome::Failed { message: text.as_str().into(), fit_error: true, rows: rows.clone() };
        attempt.post_filter = (!profile.post_filters.is_empty()).then_some(after.said);
        attempt.preemption = after.record;
    }
    let Helped { nomination, room, freed, .. } = after;
    Decision::Failed(Unscheduled { message: text, fit_error: true, rejecting: rows, nomination, room, freed })
}

/// What the `PostFilter` plugins come to.
struct Helped {
    said: PostFilterRecord,
    nomination: Nomination,
    room: Option<Preempted>,
    record: Option<PreemptionRecord>,
    freed: Option<Freed>,
}

/// `RunPostFilterPlugins`: one after the other, until one makes room or fails.
fn post_filter(profile: &Profile, unfit: &Unfit<'_, '_>, chooser: &mut dyn Chooser, records: bool) -> Helped {
    let mut helped = Helped {
        said: PostFilterRecord::default(),
        nomination: Nomination::Keep,
        room: None,
        record: None,
        freed: None,
    };
    let mut reasons: Vec<Str> = Vec::new();
    for row in &profile.post_filters {
        let answer = row.run.run(unfit, chooser, records);
        helped.record = answer.record.or(helped.record);
        helped.freed = answer.freed.or(helped.freed);
        if answer.nomination != Nomination::Keep {
            helped.nomination = answer.nomination;
        }
        let (text, ends): (Str, bool) = match answer.status {
            PostStatus::Success => (Str::default(), true),
            PostStatus::Unschedulable(text) => (text.into(), false),
            PostStatus::Error(text) => (text.into(), true),
        };
        helped.said.rows.push((row.id.clone(), text.clone()));
        if ends {
            helped.said.message = text;
            helped.room = answer.room;
            return helped;
        }
        reasons.push(text);
    }
    if profile.post_filters.is_empty() && profile.cycle.no_post_filter_clears {
        helped.nomination = Nomination::Clear;
    }
    reasons.retain(|text| !text.is_empty());
    helped.said.message = reasons.join(", ").into();
    helped
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `heap.Init` as Go has it, which exchanges whole elements.
    fn heap_init(totals: &[i64]) -> usize {
        let mut heap: Vec<usize> = (0..totals.len()).collect();
        let better = |heap: &[usize], a: usize, b: usize| totals[heap[a]] > totals[heap[b]];
        for start in (0..totals.len() / 2).rev() {
            let mut at = start;
            loop {
                let mut child = 2 * at + 1;
                if child >= heap.len() {
                    break;
                }
                if child + 1 < heap.len() && better(&heap, child + 1, child) {
                    child += 1;
                }
                if !better(&heap, child, at) {
                    break;
                }
                heap.swap(at, child);
                at = child;
            }
        }
        heap[0]
    }

    proptest::proptest! {
        #[test]
        fn the_top_is_that_of_a_heap(totals in proptest::collection::vec(0_i64..4, 1..20)) {
            proptest::prop_assert_eq!(top_of_heap(&totals), heap_init(&totals));
        }
    }

    #[test]
    fn equals_do_not_change_places() {
        for (totals, expected) in [(&[7, 7, 7][..], 0), (&[5, 7, 7], 1), (&[5, 6, 7, 7, 6], 3), (&[5, 6, 7, 6, 6], 2)] {
            assert_eq!(top_of_heap(totals), expected, "{totals:?}");
        }
    }
}
