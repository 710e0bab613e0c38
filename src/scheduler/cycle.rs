//! One scheduling cycle: `PreFilter`, `Filter`, then `Score` and the choice of a node, or `PostFilter`.

use api::Str;
use runlog::{
    AttemptOutcome, Code, Failure, FailureCount, GroupMessage, HostChoice, NodeIx, NodeRecord, PostFilterRecord,
    PreemptionRecord, Purpose, Recorder, RowId, ScoreRecord, ScoreRowRecord, UpstreamMessage,
};

use super::{
    context::{Context, RecordDepth},
    failed_nodes::{FailedNodes, MergedFailures},
};
use crate::{
    cluster::{FreedClaim, NodeInfo, PlainScore, WeightedScores},
    framework::{
        Chooser, ExtenderFiltered, ExtenderSpec, FailedRows, Filters, JudgeFork, NodesWithoutPods, Nomination,
        PostFilterCtx, PostStatus, PreemptionPlan, Profile, QuickVerdict, ScoreError, ScoreRow, Scorer, TwoPasses,
    },
    host_choice::{heap_top, sort_ties},
};

/// The result of a scheduling cycle.
#[derive(Debug)]
pub enum ScheduleResult {
    /// A node was chosen for the pod.
    Scheduled {
        node: NodeIx,
        /// All nodes with the best total.
        ties: Vec<NodeIx>,
    },
    /// No node was chosen.
    Failed(SchedulingFailure),
}

/// Why no node was chosen, and the result of `PostFilter`.
#[derive(Clone, Debug)]
pub struct SchedulingFailure {
    /// Upstream's message, including that of `PostFilter`.
    pub message: String,
    /// Whether plugins rejected the pod (`FitError`); otherwise it failed by an error.
    pub is_fit_error: bool,
    /// The code of upstream's status.
    pub code: Code,
    /// The plugins that rejected the pod.
    pub rejecting: Vec<RowId>,
    /// What happens to the pod's own nomination.
    pub nomination: Nomination,
    /// What preemption has to do to make room, if it succeeded.
    pub preemption_plan: Option<PreemptionPlan>,
    /// What `PostFilter` does with the pod's claims.
    pub freed_claim: Option<FreedClaim>,
}

impl SchedulingFailure {
    /// Creates a failure by an error.
    #[must_use]
    pub fn error(message: String) -> Self {
        Self {
            message,
            is_fit_error: false,
            code: Code::Error,
            rejecting: Vec::new(),
            nomination: Nomination::Keep,
            preemption_plan: None,
            freed_claim: None,
        }
    }

    /// Creates a rejection by a plugin that runs after the decision.
    #[must_use]
    pub fn rejection(message: String, plugin_row: RowId, nomination: Nomination) -> Self {
        Self {
            message,
            is_fit_error: true,
            code: Code::Unschedulable,
            rejecting: vec![plugin_row],
            nomination,
            preemption_plan: None,
            freed_claim: None,
        }
    }
}

/// Runs the scheduling cycle of one pod. `next_start_node` is the position in the node order at which the search for
/// feasible nodes begins; it is advanced. Upstream: `schedulePod`.
pub fn schedule_pod<R: Recorder>(
    context: &Context<'_>,
    next_start_node: &mut usize,
    chooser: &mut dyn Chooser,
    recorder: &mut R,
) -> ScheduleResult {
    let Context { profile, pod, snapshot, .. } = *context;
    let cycle = context.cycle_ctx();
    if let Some(attempt) = recorder.attempt() {
        attempt.pod = pod.pod.key();
        attempt.host = profile.host_choice();
        attempt.nodes = snapshot.nodes().iter().map(|node| node.name().clone()).collect();
    }
    let searched = context.order.map_or(snapshot.nodes().len(), <[_]>::len);
    if searched == 0 {
        let result = record_error(profile.wording.render(&UpstreamMessage::NoNodes).into(), recorder);
        let ScheduleResult::Failed(failure) = result else { return result };
        return ScheduleResult::Failed(SchedulingFailure { code: Code::UnschedulableAndUnresolvable, ..failure });
    }
    let filters = match profile.prepare(&cycle) {
        Ok(filters) => filters,
        Err(text) => return record_error(text, recorder),
    };
    if let Some(attempt) = recorder.attempt() {
        attempt.pre_filter = filters.record.clone();
    }
    let nominated_record = evaluate_nominated_node(context, &filters);
    let mut filter_result = if filters.record.rejected.is_some() {
        FilterResult::default()
    } else if let Some(node) = nominated_record.as_ref().filter(|record| record.is_feasible()).map(|record| record.node)
        && let Some(filter_result) = schedule_nominated(context, &filters, node, recorder)
    {
        filter_result
    } else {
        let nominated_record = nominated_record.filter(|record| !record.is_feasible());
        find_feasible(context, &filters, nominated_record, next_start_node, recorder)
    };
    if let Some(text) = filter_error_text(context, &filter_result.failures) {
        return record_error(text, recorder);
    }
    if let Some(extender_ctx) =
        context.extender_ctx().filter(|_| !filter_result.feasible.is_empty() && !filter_result.has_extender_answers)
    {
        match extender_ctx.extenders.caller.filter(
            &extender_ctx,
            std::mem::take(&mut filter_result.feasible),
            recorder.attempt(),
        ) {
            Ok(filtered) => filter_result.take_extender_result(filtered, recorder),
            Err(text) => return record_error(text, recorder),
        }
    }
    match filter_result.feasible.as_slice() {
        [] => fail_unschedulable(context, &filters, filter_result, chooser, recorder),
        [only] => record_scheduled(*only, vec![*only], recorder),
        feasible => match prioritize_nodes(context, feasible, &filter_result.without_pods, recorder) {
            Err(text) => record_error(text, recorder),
            Ok(totals) => {
                debug_assert!(totals.len() == feasible.len(), "each feasible node has a total");
                let best = totals.iter().copied().max().unwrap_or(0);
                let best_places: Vec<usize> = (0..feasible.len()).filter(|at| totals[*at] == best).collect();
                let mut ties: Vec<NodeIx> = best_places.iter().map(|at| feasible[*at]).collect();
                sort_ties(&mut ties);
                let name = |at: usize| snapshot.nodes()[ties[at]].name().clone();
                let node = match profile.host_choice() {
                    _ if ties.len() == 1 => ties[0],
                    HostChoice::Drawn => ties[chooser.choose(Purpose::Host, ties.len(), &name)],
                    HostChoice::TopOfHeap => feasible[heap_top(&best_places)],
                };
                record_scheduled(node, ties, recorder)
            }
        },
    }
}

#[derive(Default)]
struct FilterResult {
    feasible: Vec<NodeIx>,
    failures: FailedNodes,
    /// Whether extenders were called.
    has_extender_answers: bool,
    without_pods: NodesWithoutPods,
    /// Whether an extender rejected a node.
    has_extender_rejection: bool,
}

impl FilterResult {
    /// Keeps the nodes that extenders left, and records the ones that they rejected.
    fn take_extender_result<R: Recorder>(&mut self, filtered: ExtenderFiltered, recorder: &mut R) {
        let ExtenderFiltered { nodes, without_pods: returned_nodes, rejections } = filtered;
        self.has_extender_rejection |= !rejections.is_empty();
        if let Some(attempt) = recorder.attempt() {
            for (ix, failure) in &rejections {
                let silent = || Failure { code: Code::Unschedulable, reasons: Vec::new() };
                if let Some(record) = attempt.filter.iter_mut().find(|record| record.node == *ix) {
                    record.extender_rejection = Some(failure.clone().unwrap_or_else(silent));
                }
            }
        }
        (self.feasible, self.without_pods, self.has_extender_answers) = (nodes, returned_nodes, true);
        for (node, rejection) in rejections {
            self.failures.push(node, FailedRows::new(), rejection);
        }
    }
}

/// Chooses the pod's own nominated node, which passed the filters, without evaluating other nodes. `None` if an
/// extender rejects it or fails; upstream only logs such an error.
fn schedule_nominated<R: Recorder>(
    context: &Context<'_>,
    filters: &Filters<'_>,
    node: NodeIx,
    recorder: &mut R,
) -> Option<FilterResult> {
    let mut filter_result = FilterResult { feasible: vec![node], ..FilterResult::default() };
    if let Some(extender_ctx) = context.extender_ctx() {
        let result = extender_ctx.extenders.caller.filter(&extender_ctx, vec![node], recorder.attempt());
        let filtered = result.ok().filter(|filtered| !filtered.nodes.is_empty())?;
        (filter_result.without_pods, filter_result.has_extender_answers) = (filtered.without_pods, true);
    }
    if let Some(attempt) = recorder.attempt() {
        attempt.is_nominated_node_taken = true;
        let info = &context.snapshot.nodes()[node];
        let passes = filters.judge_with_nominated(context.pod, node, info, &JudgeFork::default(), context.nominator);
        attempt.filter.push(passes.record(node));
    }
    Some(filter_result)
}

/// Returns upstream's message if a filter failed with an error on any node, which ends the cycle.
fn filter_error_text(context: &Context<'_>, failed_nodes: &FailedNodes) -> Option<Str> {
    let errors = failed_nodes.errors(context.profile.wording);
    let row = errors.first()?.0;
    let texts: Vec<Str> = errors.iter().flat_map(|(_, texts)| texts).cloned().collect();
    let pod = context.pod.pod.metadata.name.as_str();
    Some(
        context
            .profile
            .wording
            .render(&UpstreamMessage::FilterError { pod, plugin: row.as_str(), texts: &texts })
            .into(),
    )
}

/// Runs the filters on the pod's own nominated node, in releases that try it first. Upstream: `evaluateNominatedNode`.
fn evaluate_nominated_node(context: &Context<'_>, filters: &Filters<'_>) -> Option<NodeRecord> {
    if !context.profile.cycle.tries_nominated_node_first || filters.record.rejected.is_some() {
        return None;
    }
    let ix = context.snapshot.index(context.nominated_node?)?;
    if context.member.is_some() && context.order.is_some_and(|order| !order.contains(&ix)) {
        // The node is outside the placement that is being tried.
        return None;
    }
    let node = &context.snapshot.nodes()[ix];
    let passes = filters.judge_with_nominated(context.pod, ix, node, &JudgeFork::default(), context.nominator);
    Some(passes.record(ix))
}

/// Returns the number of feasible nodes that ends the search. Upstream: `numFeasibleNodesToFind`.
fn feasible_nodes_to_find(nodes: usize, percentage: i64) -> usize {
    let n = i64::try_from(nodes).unwrap_or(i64::MAX);
    if n < 100 || percentage >= 100 {
        return nodes;
    }
    let percentage = if percentage > 0 { percentage } else { (50 - n / 125).max(5) };
    usize::try_from((n * percentage / 100).max(100)).unwrap_or(nodes)
}

/// Searches feasible nodes. After the last wanted one, the search continues until it reaches one more. The next search
/// begins where this one ended. Upstream: `findNodesThatPassFilters`.
///
/// Two peculiarities of upstream affect that position. In v1.16 the node that ends the search was already taken from
/// the tree (`genericScheduler.findNodesThatFit`, see [`counts_surplus_node`](crate::framework::CyclePolicy)). And
/// `evaluateNominatedNode` leaves the failure of the pod's own nominated node, `nominated_record`, in the same
/// diagnosis, so `findNodesThatFitPod` counts it as processed even if the search did not reach it. The recorded cycles
/// hold both: `decisions_agree_with_upstream`, `runs_agree_with_upstream`.
fn find_feasible<R: Recorder>(
    context: &Context<'_>,
    filters: &Filters<'_>,
    nominated_record: Option<NodeRecord>,
    start_node: &mut usize,
    recorder: &mut R,
) -> FilterResult {
    let nodes = context.snapshot.nodes();
    let length = context.order.map_or(nodes.len(), <[_]>::len);
    let cycle = &context.profile.cycle;
    let extenders = || context.profile.extenders.iter().flat_map(|extenders| &extenders.list);
    let no_extender_has = |verb: fn(&ExtenderSpec) -> &Str| extenders().all(|extender| verb(&extender.spec).is_empty());
    let unscored = cycle.takes_first_feasible_without_scores
        && context.profile.scores.is_empty()
        && no_extender_has(|spec| &spec.filter_verb)
        && no_extender_has(|spec| &spec.prioritize_verb);
    let feasible_limit = if unscored { 1 } else { feasible_nodes_to_find(length, cycle.percentage_of_nodes_to_score) };
    let feasible = Vec::with_capacity(feasible_limit.min(length));
    let mut filter_result = FilterResult { feasible, ..FilterResult::default() };
    let judge_fork = JudgeFork::default();
    let mut processed = 0;
    let mut extra_nodes = 0;
    let node_at = |position: usize| context.order.map_or(position, |order| order[position]);
    // `evaluateNominatedNode` adds the plugin that rejects the nominated node to the plugins that restricted the nodes.
    let refusing_row = nominated_record.as_ref().and_then(|record| record.refusing_row());
    let needs_no_reasons = !R::RECORDS && context.nominator.is_empty() && !filters.has_node_set();
    let mut quick_search = needs_no_reasons.then(|| filters.search_quickly(context.snapshot));
    let mut position = *start_node % length;
    while processed < length {
        let ix = node_at(position);
        let node = &nodes[ix];
        let quick_verdict = quick_search.as_mut().map(|search| search.verdict(ix));
        let is_admitted = matches!(quick_verdict, Some(QuickVerdict::Admitted));
        if is_admitted && filter_result.feasible.len() < feasible_limit {
            processed += 1;
            position = if position + 1 == length { 0 } else { position + 1 };
            filter_result.feasible.push(ix);
            continue;
        }
        let failure_kind = match quick_verdict {
            Some(QuickVerdict::Rejected(kind)) => kind,
            _ => None,
        };
        let is_known_failure = failure_kind.is_some_and(|kind| filter_result.failures.push_known_kind(ix, kind));
        debug_assert!(
            !is_known_failure
                || filter_result
                    .failures
                    .last_reads_like(&filters.judge_node(ix, node, &judge_fork), context.profile.wording),
            "failures of the same kind have the same code and the same text"
        );
        let judged = if is_known_failure || is_admitted {
            None
        } else {
            Some(match filters.outside_node_set(node, refusing_row) {
                None => (filters.judge_with_nominated(context.pod, ix, node, &judge_fork, context.nominator), None),
                failure => (TwoPasses::default(), failure),
            })
        };
        let fits = !is_known_failure
            && judged.as_ref().is_none_or(|(passes, failure)| failure.is_none() && passes.failed_rows.is_empty());
        if fits && filter_result.feasible.len() == feasible_limit {
            extra_nodes += usize::from(cycle.counts_surplus_node);
            break;
        }
        processed += 1;
        position = if position + 1 == length { 0 } else { position + 1 };
        if let (Some(attempt), Some((passes, node_set_failure))) = (recorder.attempt(), &judged) {
            attempt.filter.push(NodeRecord { outside_node_set: node_set_failure.clone(), ..passes.record(ix) });
            if context.record_depth == RecordDepth::Details && node_set_failure.is_none() {
                attempt.searches.extend(filters.device_search(ix, node, &passes.failed_rows));
            }
        }
        match judged {
            _ if is_known_failure => {}
            Some((passes, outside_node_set)) if !fits => match failure_kind {
                Some(kind) => filter_result.failures.push_first_of_kind(ix, kind, passes.failed_rows),
                None => filter_result.failures.push(ix, passes.failed_rows, outside_node_set),
            },
            _ => filter_result.feasible.push(ix),
        }
    }
    extra_nodes +=
        usize::from(nominated_record.as_ref().is_some_and(|record| !filter_result.failures.contains(record.node)));
    debug_assert!(
        filter_result.feasible.len() <= feasible_limit,
        "the search finds no more feasible nodes than wanted"
    );
    debug_assert!(
        filter_result.feasible.len() + filter_result.failures.len() == processed,
        "each processed node is feasible or failed"
    );
    debug_assert!(
        processed == length || filter_result.feasible.len() == feasible_limit,
        "the search ends early only when it has enough"
    );
    *start_node = (*start_node + processed + extra_nodes) % length;
    if let Some(attempt) = recorder.attempt() {
        attempt.next = Some(node_at(*start_node));
        attempt.nominated_record = nominated_record;
    }
    filter_result
}

/// A prepared score plugin with its scores of the feasible nodes.
struct PreparedScore<'c> {
    row: &'c ScoreRow,
    scorer: Box<dyn Scorer + 'c>,
    /// The score of every node, if all have the same; then the plugin is not called for each node.
    constant: Option<i64>,
    /// What decides its scores, if these are amounts alone; then it is not called either, unless somebody records.
    plain: Option<PlainScore>,
    /// Otherwise the score of each feasible node.
    scores: Vec<i64>,
}

/// Runs `PreScore` of all score plugins.
fn prepare_scores<'c>(
    context: &Context<'c>,
    feasible: &'c [NodeIx],
    allows_plain: bool,
) -> Result<Vec<PreparedScore<'c>>, Str> {
    let profile = context.profile;
    let cycle = context.cycle_ctx();
    let mut prepared = Vec::with_capacity(profile.scores.len());
    for row in &profile.scores {
        let plugin = row.id.as_str();
        let scorer = if row.runs_pre_score {
            row.score
                .prepare(&cycle, feasible)
                .map_err(|text| UpstreamMessage::ScoreError { plugin, text: &text }.render_with(profile.wording))
        } else {
            row.score.prepare_without_pre_score(&cycle, feasible).map_err(|unscored| match unscored {
                ScoreError::Missing(key) => {
                    UpstreamMessage::ScoreStateMissing { plugin, key }.render_with(profile.wording)
                }
                ScoreError::Error(text) => {
                    UpstreamMessage::ScoreError { plugin, text: &text }.render_with(profile.wording)
                }
            })
        };
        if let Some(scorer) = scorer? {
            let constant = scorer.constant_score();
            let plain = scorer.plain_score().filter(|_| allows_plain && constant.is_none());
            let is_called = constant.is_none() && plain.is_none();
            let scores = Vec::with_capacity(if is_called { feasible.len() } else { 0 });
            prepared.push(PreparedScore { row, scorer, constant, plain, scores });
        }
    }
    Ok(prepared)
}

/// Returns the weighted sum of the scores of each feasible node. Upstream: `prioritizeNodes`.
fn prioritize_nodes<R: Recorder>(
    context: &Context<'_>,
    feasible: &[NodeIx],
    without_pods: &NodesWithoutPods,
    recorder: &mut R,
) -> Result<Vec<i64>, Str> {
    let Context { profile, snapshot, .. } = *context;
    let nodes = snapshot.nodes();
    let node_at = |node_ix: NodeIx| -> &NodeInfo {
        if without_pods.is_empty() { &nodes[node_ix] } else { without_pods.get(&node_ix).unwrap_or(&nodes[node_ix]) }
    };
    // Without score plugins every node counts the same.
    let has_no_scores = profile.scores.is_empty() && profile.extenders.is_none();
    let mut totals = vec![i64::from(has_no_scores); feasible.len()];
    let mut record = ScoreRecord::default();
    if R::RECORDS || profile.extenders.is_some() {
        record.nodes = feasible.to_vec();
    }
    let mut prepared = prepare_scores(context, feasible, !R::RECORDS && without_pods.is_empty())?;
    add_plain_scores(context, feasible, &prepared, &mut totals);
    // Scores node by node, because a node that one plugin has read is in the processor's cache for the next one.
    let mut varying: Vec<&mut PreparedScore<'_>> =
        prepared.iter_mut().filter(|score| score.constant.is_none() && score.plain.is_none()).collect();
    for &ix in if varying.is_empty() { &[] } else { feasible } {
        let node = node_at(ix);
        for score in &mut varying {
            score.scores.push(score.scorer.score(ix, node));
        }
    }
    for PreparedScore { row, scorer, constant, mut scores, .. } in
        prepared.into_iter().filter(|score| score.plain.is_none())
    {
        if R::RECORDS {
            scores.resize(feasible.len(), constant.unwrap_or_default());
        } else {
            // If all nodes have the same score, one entry is enough.
            scores.extend(constant);
        }
        let weight = context.weight_of(row);
        let raw = if R::RECORDS { scores.clone() } else { Vec::new() };
        scorer.normalize(&mut scores);
        debug_assert!(
            scores.iter().all(|score| (0..=profile.best_score).contains(score)),
            "a normalized score is between 0 and the best"
        );
        if let (Some(_), Some(same)) = (constant, scores.first()) {
            debug_assert!(scores.iter().all(|score| score == same), "nodes with the same score keep the same");
            let weighted = same * weight;
            for total in &mut totals {
                *total += weighted;
            }
        } else {
            debug_assert!(scores.len() == feasible.len(), "each feasible node has a score");
            for (total, score_of_node) in totals.iter_mut().zip(&scores) {
                *total += score_of_node * weight;
            }
        }
        if R::RECORDS {
            let explained = if context.record_depth >= RecordDepth::Evidence { feasible } else { &[] };
            let evidence: Vec<_> = explained.iter().map(|&ix| scorer.explain(ix, node_at(ix))).collect();
            debug_assert!(
                evidence.iter().zip(&raw).all(|(evidence, raw)| evidence.total() == *raw),
                "a score is the sum of its evidence"
            );
            let (id, normalized) = (row.id.clone(), scores);
            record.rows.push(ScoreRowRecord { id, weight, raw, normalized, evidence });
        }
    }
    if let Some(extender_ctx) = context.extender_ctx() {
        extender_ctx.extenders.caller.prioritize(&extender_ctx, without_pods, &mut totals, &mut record);
    }
    if let Some(attempt) = recorder.attempt() {
        record.totals.clone_from(&totals);
        attempt.scores = record;
    }
    Ok(totals)
}

/// Adds the scores that amounts alone decide.
fn add_plain_scores(context: &Context<'_>, feasible: &[NodeIx], prepared: &[PreparedScore<'_>], totals: &mut [i64]) {
    let plain = prepared.iter().filter_map(|score| Some((score.plain?, context.weight_of(score.row))));
    let plain: Vec<(PlainScore, i64)> = plain.collect();
    if plain.is_empty() {
        return;
    }
    let mut sums = context.snapshot.scores_by(WeightedScores(plain));
    for (ix, total) in feasible.iter().zip(totals) {
        let sum = sums.of_node(*ix);
        debug_assert!(
            sum == prepared
                .iter()
                .filter(|score| score.plain.is_some())
                .map(|score| score.scorer.score(*ix, &context.snapshot.nodes()[*ix]) * context.weight_of(score.row))
                .sum::<i64>(),
            "amounts alone decide a plain score"
        );
        *total += sum;
    }
}

fn record_scheduled<R: Recorder>(node: NodeIx, ties: Vec<NodeIx>, recorder: &mut R) -> ScheduleResult {
    debug_assert!(ties.contains(&node), "the node that is taken is one of the best");
    if let Some(attempt) = recorder.attempt() {
        attempt.outcome = AttemptOutcome::Scheduled { node, ties: ties.clone() };
    }
    ScheduleResult::Scheduled { node, ties }
}

fn record_error<R: Recorder>(message: Str, recorder: &mut R) -> ScheduleResult {
    if let Some(attempt) = recorder.attempt() {
        attempt.outcome = AttemptOutcome::Failed { message: message.clone(), is_fit_error: false, rows: Vec::new() };
    }
    ScheduleResult::Failed(SchedulingFailure::error(message.to_string()))
}

/// Fails because no node is feasible: collects the failures and runs `PostFilter`.
fn fail_unschedulable<R: Recorder>(
    context: &Context<'_>,
    filters: &Filters<'_>,
    filter_result: FilterResult,
    chooser: &mut dyn Chooser,
    recorder: &mut R,
) -> ScheduleResult {
    let profile = context.profile;
    let count = context.snapshot.nodes().len();
    let MergedFailures { rows: mut failing_rows, mut codes, counts } = filter_result.failures.merge(count);
    let mut failures: Vec<FailureCount<'_>> =
        counts.iter().map(|(failure, nodes)| FailureCount { failure, nodes: *nodes }).collect();
    if let Some((row, failure)) = &filters.record.rejected {
        failing_rows.insert(row.clone());
        codes.fill(Some(failure.code));
        failures = vec![FailureCount { failure, nodes: count }];
    }
    debug_assert!(
        failing_rows.iter().all(|row| profile.filters.iter().any(|filter| filter.id == *row)),
        "a row that rejects a pod is one of its profile"
    );
    let rows = profile.filters.iter().map(|row| &row.id).filter(|id| failing_rows.contains(id)).cloned();
    let mut rows: Vec<RowId> = rows.collect();
    rows.extend(
        profile.cycle.extenders.rejection_plugin_name.filter(|_| filter_result.has_extender_rejection).map(RowId::from),
    );
    fail_with_codes(context, filters, &codes, &failures, rows, chooser, recorder)
}

/// Runs `PostFilter` and builds the message of a pod for which no node is feasible. `codes` are those of the nodes'
/// failures, `failures` what the message counts, and `rows` the rows that reject the pod.
pub(crate) fn fail_with_codes<R: Recorder>(
    context: &Context<'_>,
    filters: &Filters<'_>,
    codes: &[Option<Code>],
    failures: &[FailureCount<'_>],
    rows: Vec<RowId>,
    chooser: &mut dyn Chooser,
    recorder: &mut R,
) -> ScheduleResult {
    let profile = context.profile;
    let post_filter_ctx = PostFilterCtx {
        cycle: &context.cycle_ctx(),
        nominated_node: context.nominated_node,
        nominator: context.nominator,
        extender_ctx: context.extender_ctx(),
        wording: profile.wording,
        filters,
        codes,
        member: context.member,
    };
    let post_filter_result = if context.member.is_some_and(|member| member.skips_post_filter) {
        PostFilterResult::skipped(profile)
    } else {
        run_post_filter(profile, &post_filter_ctx, chooser, R::RECORDS)
    };
    let text = profile.wording.render(&UpstreamMessage::FitError {
        nodes: context.order.map_or(codes.len(), <[_]>::len),
        pre_filter_failure: filters.record.rejected.as_ref().map(|(_, failure)| failure),
        failures,
        post_filter: &post_filter_result.post_filter_record.message,
    });
    if let Some(attempt) = recorder.attempt() {
        attempt.outcome =
            AttemptOutcome::Failed { message: text.as_str().into(), is_fit_error: true, rows: rows.clone() };
        attempt.post_filter = (!profile.post_filters.is_empty()).then_some(post_filter_result.post_filter_record);
        attempt.preemption = post_filter_result.preemption_record;
    }
    let PostFilterResult { nomination, preemption_plan, freed_claim, .. } = post_filter_result;
    ScheduleResult::Failed(SchedulingFailure {
        message: text,
        is_fit_error: true,
        code: Code::Unschedulable,
        rejecting: rows,
        nomination,
        preemption_plan,
        freed_claim,
    })
}

/// The result of all `PostFilter` plugins.
struct PostFilterResult {
    post_filter_record: PostFilterRecord,
    nomination: Nomination,
    preemption_plan: Option<PreemptionPlan>,
    preemption_record: Option<PreemptionRecord>,
    freed_claim: Option<FreedClaim>,
}

impl PostFilterResult {
    /// Returns the result for a member whose `PostFilter` plugins the cycle of its group skips.
    fn skipped(profile: &Profile) -> Self {
        let message = UpstreamMessage::Group(GroupMessage::PostFilterSkipped).render_with(profile.wording);
        Self {
            post_filter_record: PostFilterRecord { rows: Vec::new(), message },
            nomination: Nomination::Keep,
            preemption_plan: None,
            preemption_record: None,
            freed_claim: None,
        }
    }
}

/// Runs the `PostFilter` plugins until one succeeds or fails with an error. Upstream: `RunPostFilterPlugins`.
fn run_post_filter(
    profile: &Profile,
    post_filter_ctx: &PostFilterCtx<'_, '_>,
    chooser: &mut dyn Chooser,
    is_recorded: bool,
) -> PostFilterResult {
    let mut post_filter_result = PostFilterResult {
        post_filter_record: PostFilterRecord::default(),
        nomination: Nomination::Keep,
        preemption_plan: None,
        preemption_record: None,
        freed_claim: None,
    };
    let mut reasons: Vec<Str> = Vec::new();
    for row in &profile.post_filters {
        let answer = row.implementation.run(post_filter_ctx, chooser, is_recorded);
        post_filter_result.preemption_record = answer.record.or(post_filter_result.preemption_record);
        post_filter_result.freed_claim = answer.freed_claim.or(post_filter_result.freed_claim);
        if answer.nomination != Nomination::Keep {
            post_filter_result.nomination = answer.nomination;
        }
        let (text, ends_post_filter): (Str, bool) = match answer.status {
            PostStatus::Success => (Str::default(), true),
            PostStatus::Unschedulable(text) => (text.into(), false),
            PostStatus::Error(text) => (text.into(), true),
        };
        post_filter_result.post_filter_record.rows.push((row.id.clone(), text.clone()));
        if ends_post_filter {
            post_filter_result.post_filter_record.message = text;
            post_filter_result.preemption_plan = answer.preemption_plan;
            return post_filter_result;
        }
        reasons.push(text);
    }
    if profile.post_filters.is_empty() && profile.cycle.clears_nomination_without_post_filter {
        post_filter_result.nomination = Nomination::Clear;
    }
    reasons.retain(|text| !text.is_empty());
    post_filter_result.post_filter_record.message = reasons.join(", ").into();
    post_filter_result
}
