//! What extenders are asked in a cycle: which of the feasible nodes will do, and how good they are.
//!
//! Upstream: `findNodesThatPassExtenders` and the end of `prioritizeNodes`. What they are asked about victims stands with preemption.
//!
//! Extenders are no plugins: a profile lists them, `Extender` says how each is configured, and `scheduler::extenders`
//! asks them behind the filters and beside the scores, `default_preemption::extenders` about victims. Whoever answers
//! is a `Respond`: in a scenario a document of kind `Extender` (`plugins::scripted`). Request and answer are in the
//! record of the attempt (`framework::asked`), and each is a step of its own, which the stage draws as an exchange
//! (`page/stage/scene/exchange`). A plugin of one's own is played the same way (a document of kind `Plugin`,
//! `plugins::scripted::own`), but it is a plugin: `releases::config` gives it rows at the points that its document says
//! something about, which a profile enables by its name. It says nothing of events, so any of them may help. An
//! extender that takes its time holds the cycle: the decision is made from the snapshot at once, and carried out when
//! the answers would be there (`simulation::cycle`, `Task::Decided`). No other pod is taken until then, and the queue
//! notes what may help the pod meanwhile.

use std::rc::Rc;

use crate::cluster::NodeInfo;
use crate::framework::{Extender, Filtered};
use api::{Millis, Node, Str, Table};
use record::NodeIx;
use record::{
    Code, Evidence, ExtenderAnswer, ExtenderRecord, Failure, Part, Reason, Recorder, Said, ScoreRecord, ScoreRowRecord,
};

use super::context::Context;

/// Nodes that lost everything but their object on their way through an extender.
pub(super) type Bare = Table<NodeIx, NodeInfo>;

/// What extenders make of the feasible nodes.
#[derive(Default)]
pub(super) struct Remaining {
    /// The nodes that are left, in the order of the last answer.
    pub nodes: Vec<NodeIx>,
    /// Those of them that are bare.
    pub bare: Bare,
    /// Nodes that went, and why, where an extender or the release has something to say.
    pub rejected: Vec<(NodeIx, Option<Failure>)>,
}

/// `findNodesThatPassExtenders`: each is asked about what the one before left over.
///
/// # Errors
/// Upstream's text, where an extender that must answer does not.
pub(super) fn filter<R: Recorder>(
    context: &Context<'_>,
    feasible: Vec<NodeIx>,
    recorder: &mut R,
) -> Result<Remaining, Str> {
    let mut kept = Remaining { nodes: feasible, ..Remaining::default() };
    for extender in &context.profile.extenders {
        let spec = &extender.spec;
        if kept.nodes.is_empty() {
            break;
        }
        if spec.filter_verb.is_empty() || !spec.is_interested(&context.pod.pod) {
            continue;
        }
        let asked = kept.nodes.clone();
        context.waited.add(extender.takes());
        let answer = ask(context, extender, &mut kept);
        if let Some(attempt) = recorder.attempt() {
            let answer = match &answer {
                Ok(answer) => answer.clone(),
                Err(text) => ExtenderAnswer::Failed { text: text.clone(), ignored: spec.ignorable },
            };
            attempt.extenders.push(record(extender, &spec.filter_verb, asked, answer));
        }
        if let (Err(text), false) = (answer, spec.ignorable) {
            return Err(text);
        }
    }
    Ok(kept)
}

fn record(extender: &Extender, verb: &str, asked: Vec<NodeIx>, answer: ExtenderAnswer) -> ExtenderRecord {
    let spec = &extender.spec;
    let (host, url) = (spec.host().into(), spec.url(verb).into());
    ExtenderRecord { extender: host, url, asked, took: extender.takes(), answer }
}

fn ask(context: &Context<'_>, extender: &Extender, kept: &mut Remaining) -> Result<ExtenderAnswer, Str> {
    let (profile, policy, spec) = (context.profile, &context.profile.cycle.extenders, &extender.spec);
    let nodes = context.snapshot.nodes();
    let infos: Vec<&NodeInfo> = kept.nodes.iter().map(|ix| kept.bare.get(ix).unwrap_or(&nodes[*ix])).collect();
    let answer = extender.ask(|responder| responder.filter(context.pod, &infos)).map_err(|trouble| {
        let url = spec.url(&spec.filter_verb);
        Said::ExtenderTrouble { verb: &spec.filter_verb, url: &url, trouble: &trouble }.by(profile.wording)
    })?;
    let Filtered { kept: names, failed, unresolvable } = answer;
    let mut left = Vec::with_capacity(names.len());
    for name in &names {
        match kept.nodes.iter().find(|&&ix| nodes[ix].name() == name) {
            Some(&ix) => left.push(ix),
            // Nodes that come back whole are taken as they are; an unknown node gets no pods here.
            None if !spec.node_cache_capable => {}
            None => return Err(Said::ExtenderClaims { url: &spec.url_prefix, node: name }.by(profile.wording)),
        }
    }
    let mut told = Vec::new();
    for &ix in kept.nodes.iter().filter(|ix| !left.contains(ix)) {
        let name = nodes[ix].name();
        let message = |list: &[(Str, Str)]| list.iter().find(|(node, _)| node == name).map(|(_, text)| text.clone());
        let for_good = message(&unresolvable).filter(|_| policy.knows_unresolvable);
        let (message, code) = match (for_good, message(&failed)) {
            (Some(text), _) => (Some(text), Code::UnschedulableAndUnresolvable),
            (None, Some(text)) => (Some(text), Code::Unschedulable),
            (None, None) if policy.dropped_for_good => (None, Code::UnschedulableAndUnresolvable),
            (None, None) => (None, Code::Unschedulable),
        };
        let reason = |message: &Str| Reason::Extender { extender: spec.host().into(), message: message.clone() };
        let failure = Failure { code, reasons: message.iter().map(reason).collect() };
        kept.rejected.push((ix, (message.is_some() || policy.dropped_for_good).then_some(failure)));
        told.push((ix, message, code));
    }
    let bare = policy.bare_nodes && !spec.node_cache_capable;
    if bare {
        kept.bare.extend(left.iter().map(|&ix| (ix, strip(&nodes[ix].node))));
    }
    kept.nodes.clone_from(&left);
    Ok(ExtenderAnswer::Filtered { kept: left, failed: told, bare })
}

/// The node as it comes back: its object alone. Images are looked up in what the scheduler keeps of a node, not in the object.
fn strip(node: &Rc<Node>) -> NodeInfo {
    let mut node = Node::clone(node);
    node.status.images.clear();
    NodeInfo::new(Rc::new(node))
}

/// The end of `prioritizeNodes`: adds what extenders give. Errors are ignored.
pub(super) fn prioritize(context: &Context<'_>, bare: &Bare, totals: &mut [i64], record: &mut ScoreRecord) {
    let nodes = context.snapshot.nodes();
    let mut longest = Millis::ZERO;
    for extender in &context.profile.extenders {
        let spec = &extender.spec;
        if spec.prioritize_verb.is_empty() || !spec.is_interested(&context.pod.pod) {
            continue;
        }
        longest = extender.takes().max(longest);
        let feasible = record.nodes.clone();
        let infos: Vec<&NodeInfo> = feasible.iter().map(|ix| bare.get(ix).unwrap_or(&nodes[*ix])).collect();
        let factor = spec.weight.saturating_mul(context.profile.cycle.extenders.score_factor);
        let mut given: Vec<Option<i64>> = vec![None; feasible.len()];
        let answer = match extender.ask(|responder| responder.prioritize(context.pod, &infos)) {
            Ok(answer) => {
                let mut scores = Vec::new();
                for (name, score) in answer {
                    if let Some(at) = feasible.iter().position(|&ix| *nodes[ix].name() == name) {
                        totals[at] = totals[at].saturating_add(score.saturating_mul(factor));
                        given[at] = Some(given[at].unwrap_or(0).saturating_add(score));
                        scores.push((feasible[at], score));
                    }
                }
                ExtenderAnswer::Scored { scores, factor }
            }
            Err(trouble) => {
                let url = spec.url(&spec.prioritize_verb);
                let said = Said::ExtenderTrouble { verb: &spec.prioritize_verb, url: &url, trouble: &trouble };
                ExtenderAnswer::Failed { text: said.by(context.profile.wording), ignored: true }
            }
        };
        record.rows.push(row(spec.host(), &given, factor));
        record.extenders.push(self::record(extender, &spec.prioritize_verb, feasible, answer));
    }
    // All are asked at the same time.
    context.waited.add(longest);
}

/// Whoever shows scores multiplies and adds them. Upstream checks no bounds, so beyond these the row holds the products, cut.
const MOST_POINTS: i64 = 1 << 40;

/// An extender's answer as a row of scores. A node that it does not name has none.
fn row(extender: &str, given: &[Option<i64>], factor: i64) -> ScoreRowRecord {
    let fits = |score: &Option<i64>| score.is_none_or(|score| score.saturating_mul(factor).abs() <= MOST_POINTS);
    let (weight, scores): (i64, Vec<Option<i64>>) = if factor <= MOST_POINTS && given.iter().all(fits) {
        (factor, given.to_vec())
    } else {
        let cut = |score: i64| score.saturating_mul(factor).clamp(-MOST_POINTS, MOST_POINTS);
        (1, given.iter().map(|score| score.map(cut)).collect())
    };
    let why = |score: &Option<i64>| score.iter().map(|value| Part { what: extender.into(), value: *value }).collect();
    ScoreRowRecord {
        id: extender.into(),
        weight,
        evidence: scores.iter().map(|score| Evidence::Sum(why(score))).collect(),
        raw: scores.iter().map(|score| score.unwrap_or(0)).collect(),
        normalized: scores.iter().map(|score| score.unwrap_or(0)).collect(),
    }
}
