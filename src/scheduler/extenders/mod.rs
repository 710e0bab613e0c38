//! Calls extenders in a cycle: they filter the feasible nodes, score them, and change victims (`victims`).
//!
//! Upstream: `findNodesThatPassExtenders` and the end of `prioritizeNodes`.
//!
//! Extenders are not plugins: a profile lists them, and `Extender` has the configuration of each. A cycle calls them
//! through its profile ([`ExtenderCaller`]), after the filters and after the scores. An [`ExtenderResponder`] answers:
//! in a scenario, a document of kind `Extender` (`plugins::user_plugins`). The record of the attempt has request and
//! response (`runlog::ExtenderRecord`), and each is a step of its own, which the stage draws as an exchange
//! (`scene/exchange`).
//!
//! An extender that takes time delays the cycle: the decision is made from the snapshot at once, and takes effect when
//! the responses would have arrived (`simulation::kube_scheduler::cycle`, `SchedulerTask::FinishCycle`). No other pod
//! is popped until then, and the queue records events that may help the pod in the meantime.

use std::rc::Rc;

use api::{Millis, Node, Str, user_rules::ExtenderDoc};
use runlog::{
    Attempt, Code, Evidence, ExtenderAnswer, ExtenderRecord, Failure, NodeIx, PreemptionRecord, Reason, ScorePart,
    ScoreRecord, ScoreRowRecord, UpstreamMessage,
};

use crate::{
    cluster::NodeInfo,
    framework::{
        Extender, ExtenderCaller, ExtenderCalls, ExtenderCtx, ExtenderFilterAnswer, ExtenderFiltered,
        ExtenderResponder, Extenders, NodesWithoutPods, PreemptionCandidate, RejectedNode,
    },
    plugins::user_plugins::ScriptedExtender,
};

mod victims;

/// The implementation of [`ExtenderCaller`].
struct CycleExtenderCaller;

impl Extenders {
    /// Creates the extenders of a profile, in this order; `None` if the list is empty.
    #[must_use]
    pub fn from_list(list: Vec<Rc<Extender>>) -> Option<Self> {
        (!list.is_empty()).then_some(Self { list, caller: &CycleExtenderCaller })
    }
}

impl ExtenderCaller for CycleExtenderCaller {
    fn filter(
        &self,
        extender_ctx: &ExtenderCtx<'_>,
        feasible: Vec<NodeIx>,
        mut attempt: Option<&mut Attempt>,
    ) -> Result<ExtenderFiltered, Str> {
        let mut filtered = ExtenderFiltered { nodes: feasible, ..ExtenderFiltered::default() };
        for extender in &extender_ctx.extenders.list {
            let spec = &extender.spec;
            if filtered.nodes.is_empty() {
                break;
            }
            if spec.filter_verb.is_empty() || !spec.is_interested(&extender_ctx.pod.pod) {
                continue;
            }
            let requested_nodes = filtered.nodes.clone();
            extender_ctx.extender_wait.add(extender.wait_time());
            let answer = call_extender(extender_ctx, extender, &mut filtered);
            if let Some(attempt) = attempt.as_deref_mut() {
                let answer = match &answer {
                    Ok(answer) => answer.clone(),
                    Err(text) => ExtenderAnswer::Failed { text: text.clone(), is_ignored: spec.ignorable },
                };
                attempt.extenders.push(exchange_record(extender, &spec.filter_verb, requested_nodes, answer));
            }
            if let (Err(text), false) = (answer, spec.ignorable) {
                return Err(text);
            }
        }
        Ok(filtered)
    }

    fn prioritize(
        &self,
        extender_ctx: &ExtenderCtx<'_>,
        without_pods: &NodesWithoutPods,
        totals: &mut [i64],
        record: &mut ScoreRecord,
    ) {
        let nodes = extender_ctx.snapshot.nodes();
        let mut longest = Millis::ZERO;
        for extender in &extender_ctx.extenders.list {
            let spec = &extender.spec;
            if spec.prioritize_verb.is_empty() || !spec.is_interested(&extender_ctx.pod.pod) {
                continue;
            }
            longest = extender.wait_time().max(longest);
            let feasible = record.nodes.clone();
            let infos: Vec<&NodeInfo> = feasible.iter().map(|ix| without_pods.get(ix).unwrap_or(&nodes[*ix])).collect();
            let factor = spec.weight.saturating_mul(extender_ctx.policy.score_factor);
            let mut extender_scores: Vec<Option<i64>> = vec![None; feasible.len()];
            let answer = match extender.call(|responder| responder.prioritize(extender_ctx.pod, &infos)) {
                Ok(answer) => {
                    let mut scores = Vec::new();
                    for (name, score) in answer {
                        if let Some(at) = feasible.iter().position(|&ix| *nodes[ix].name() == name) {
                            totals[at] = totals[at].saturating_add(score.saturating_mul(factor));
                            extender_scores[at] = Some(extender_scores[at].unwrap_or(0).saturating_add(score));
                            scores.push((feasible[at], score));
                        }
                    }
                    ExtenderAnswer::Scored { scores, factor }
                }
                Err(error) => {
                    let url = spec.url(&spec.prioritize_verb);
                    let upstream_message =
                        UpstreamMessage::ExtenderRequestError { verb: &spec.prioritize_verb, url: &url, error: &error };
                    ExtenderAnswer::Failed {
                        text: upstream_message.render_with(extender_ctx.wording),
                        is_ignored: true,
                    }
                }
            };
            record.rows.push(score_row(spec.host(), &extender_scores, factor));
            record.extenders.push(self::exchange_record(extender, &spec.prioritize_verb, feasible, answer));
        }
        // All are called at the same time.
        extender_ctx.extender_wait.add(longest);
    }

    fn preempt(
        &self,
        extender_ctx: &ExtenderCtx<'_>,
        extender_calls: ExtenderCalls,
        candidates: Vec<PreemptionCandidate>,
        preemption_record: &mut PreemptionRecord,
    ) -> Result<Vec<PreemptionCandidate>, Str> {
        victims::call_extenders(extender_ctx, extender_calls, candidates, preemption_record)
    }

    fn scripted_responder(&self, document: &ExtenderDoc) -> Rc<dyn ExtenderResponder> {
        Rc::new(ScriptedExtender(document.clone()))
    }
}

fn exchange_record(
    extender: &Extender,
    verb: &str,
    requested_nodes: Vec<NodeIx>,
    answer: ExtenderAnswer,
) -> ExtenderRecord {
    let spec = &extender.spec;
    let (host, url) = (spec.host().into(), spec.url(verb).into());
    ExtenderRecord { extender: host, url, requested_nodes, took: extender.wait_time(), answer }
}

fn call_extender(
    extender_ctx: &ExtenderCtx<'_>,
    extender: &Extender,
    filtered: &mut ExtenderFiltered,
) -> Result<ExtenderAnswer, Str> {
    let ExtenderCtx { pod, snapshot, policy, wording, .. } = *extender_ctx;
    let (spec, nodes) = (&extender.spec, snapshot.nodes());
    let infos: Vec<&NodeInfo> =
        filtered.nodes.iter().map(|ix| filtered.without_pods.get(ix).unwrap_or(&nodes[*ix])).collect();
    let answer = extender.call(|responder| responder.filter(pod, &infos)).map_err(|error| {
        let url = spec.url(&spec.filter_verb);
        UpstreamMessage::ExtenderRequestError { verb: &spec.filter_verb, url: &url, error: &error }.render_with(wording)
    })?;
    let ExtenderFilterAnswer { feasible: names, failures: failed, unresolvable } = answer;
    let mut feasible_nodes = Vec::with_capacity(names.len());
    for name in &names {
        match filtered.nodes.iter().find(|&&ix| nodes[ix].name() == name) {
            Some(&ix) => feasible_nodes.push(ix),
            // Nodes that are returned as objects are accepted as they are; an unknown node gets no pods here.
            None if !spec.is_node_cache_capable => {}
            None => {
                return Err(
                    UpstreamMessage::ExtenderUnknownNode { url: &spec.url_prefix, node: name }.render_with(wording)
                );
            }
        }
    }
    let mut failed_nodes = Vec::new();
    for &ix in filtered.nodes.iter().filter(|ix| !feasible_nodes.contains(ix)) {
        let name = nodes[ix].name();
        let message = |list: &[RejectedNode]| {
            list.iter().find(|rejected| rejected.node == *name).map(|rejected| rejected.message.clone())
        };
        let for_good = message(&unresolvable).filter(|_| policy.supports_unresolvable);
        let (message, code) = match (for_good, message(&failed)) {
            (Some(text), _) => (Some(text), Code::UnschedulableAndUnresolvable),
            (None, Some(text)) => (Some(text), Code::Unschedulable),
            (None, None) if policy.dropped_nodes_unresolvable => (None, Code::UnschedulableAndUnresolvable),
            (None, None) => (None, Code::Unschedulable),
        };
        let reason = |message: &Str| Reason::Extender { extender: spec.host().into(), message: message.clone() };
        let failure = Failure { code, reasons: message.iter().map(reason).collect() };
        filtered.rejections.push((ix, (message.is_some() || policy.dropped_nodes_unresolvable).then_some(failure)));
        failed_nodes.push((ix, message, code));
    }
    let loses_pods = policy.returned_nodes_lose_pods && !spec.is_node_cache_capable;
    if loses_pods {
        filtered.without_pods.extend(feasible_nodes.iter().map(|&ix| (ix, without_pods(&nodes[ix].node))));
    }
    filtered.nodes.clone_from(&feasible_nodes);
    Ok(ExtenderAnswer::Filtered { feasible: feasible_nodes, failed: failed_nodes, is_bare: loses_pods })
}

/// Returns the node as an extender returns it: the object alone. Images are looked up in the scheduler's `NodeInfo`,
/// not in the object, so they are lost.
fn without_pods(node: &Rc<Node>) -> NodeInfo {
    let mut node = Node::clone(node);
    node.status.images.clear();
    NodeInfo::new(Rc::new(node))
}

/// Limit of scores and factors in a row. Upstream checks no bounds; beyond the limit, a row has the clamped products
/// instead, so that readers can multiply and add them safely.
const MAX_SCORE_PRODUCT: i64 = 1 << 40;

/// Converts an extender's response to a row of scores. A node that it does not name has none.
fn score_row(extender: &str, extender_scores: &[Option<i64>], factor: i64) -> ScoreRowRecord {
    let fits = |score: &Option<i64>| score.is_none_or(|score| score.saturating_mul(factor).abs() <= MAX_SCORE_PRODUCT);
    let (weight, scores): (i64, Vec<Option<i64>>) = if factor <= MAX_SCORE_PRODUCT && extender_scores.iter().all(fits) {
        (factor, extender_scores.to_vec())
    } else {
        let clamp_product = |score: i64| score.saturating_mul(factor).clamp(-MAX_SCORE_PRODUCT, MAX_SCORE_PRODUCT);
        (1, extender_scores.iter().map(|score| score.map(clamp_product)).collect())
    };
    let why =
        |score: &Option<i64>| score.iter().map(|value| ScorePart { what: extender.into(), value: *value }).collect();
    ScoreRowRecord {
        id: extender.into(),
        weight,
        evidence: scores.iter().map(|score| Evidence::Sum(why(score))).collect(),
        raw: scores.iter().map(|score| score.unwrap_or(0)).collect(),
        normalized: scores.iter().map(|score| score.unwrap_or(0)).collect(),
    }
}
