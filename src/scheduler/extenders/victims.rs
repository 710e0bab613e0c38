//! Calls extenders with the candidates of preemption: they can change the victims of each. Upstream: `callExtenders`
//! (v1.16: `processPreemptionWithExtenders`).

use std::rc::Rc;

use api::{NamespacedName, Str};
use runlog::{ExtenderAnswer, ExtenderRecord, PreemptionRecord, UpstreamMessage};

use crate::{
    cluster::Snapshot,
    framework::{Extender, ExtenderCalls, ExtenderCtx, NodeVictims, PodNames, PreemptionCandidate},
};

/// Returns the candidates that the extenders leave, each called with those that the previous one left.
pub(super) fn call_extenders(
    extender_ctx: &ExtenderCtx<'_>,
    extender_calls: ExtenderCalls,
    mut candidates: Vec<PreemptionCandidate>,
    preemption_record: &mut PreemptionRecord,
) -> Result<Vec<PreemptionCandidate>, Str> {
    for extender in extender_ctx.extenders.list.iter().filter(|extender| extender_ctx.wants_victims(extender)) {
        if candidates.is_empty() {
            break;
        }
        let spec = &extender.spec;
        extender_ctx.extender_wait.add(extender.wait_time());
        let answer = call_extender(extender_ctx, extender_calls, extender, &candidates);
        let (extender_answer, fatal_error) = match &answer {
            Ok(new_candidates) => (
                ExtenderAnswer::Sacrificed {
                    candidates: new_candidates.iter().map(PreemptionCandidate::candidate_record).collect(),
                },
                None,
            ),
            Err(text) => {
                let is_ignored = spec.ignorable;
                (ExtenderAnswer::Failed { text: text.clone(), is_ignored }, (!is_ignored).then(|| text.clone()))
            }
        };
        preemption_record.extenders.push(ExtenderRecord {
            extender: spec.host().into(),
            url: spec.url(&spec.preempt_verb).into(),
            requested_nodes: candidates.iter().map(|candidate| candidate.node).collect(),
            took: extender.wait_time(),
            answer: extender_answer,
        });
        if let Some(text) = fatal_error {
            preemption_record.error = Some(text.clone());
            preemption_record.extender_candidates = Some(Vec::new());
            return Err(text);
        }
        if let Ok(new_candidates) = answer {
            candidates = new_candidates;
        }
    }
    preemption_record.extender_candidates =
        Some(candidates.iter().map(PreemptionCandidate::candidate_record).collect());
    Ok(candidates)
}

/// Looks up pods on the nodes of a snapshot.
struct AssignedPods<'c>(&'c Snapshot);

impl PodNames for AssignedPods<'_> {
    fn uid(&self, key: &NamespacedName) -> Option<Str> {
        let mut pods = self.0.nodes().iter().flat_map(|node| node.pods());
        pods.find(|pod| pod.pod.key() == *key).map(|pod| pod.uid().clone())
    }
}

/// Calls one extender and validates its response by the rules of the release.
fn call_extender(
    extender_ctx: &ExtenderCtx<'_>,
    extender_calls: ExtenderCalls,
    extender: &Extender,
    candidates: &[PreemptionCandidate],
) -> Result<Vec<PreemptionCandidate>, Str> {
    let ExtenderCtx { pod, snapshot, wording, .. } = *extender_ctx;
    let (spec, nodes) = (&extender.spec, snapshot.nodes());
    let request: Vec<NodeVictims> = candidates
        .iter()
        .map(|candidate| NodeVictims {
            node: nodes[candidate.node].name().clone(),
            victims: candidate.victims.iter().map(|victim| victim.uid().clone()).collect(),
            violations: candidate.violations,
        })
        .collect();
    let answer =
        extender.call(|responder| responder.preempt(pod, &request, &AssignedPods(snapshot))).map_err(|error| {
            let url = spec.url(&spec.preempt_verb);
            UpstreamMessage::ExtenderRequestError { verb: &spec.preempt_verb, url: &url, error: &error }
                .render_with(wording)
        })?;
    let mut remaining_candidates = Vec::new();
    for NodeVictims { node: name, victims, violations } in answer {
        let node = snapshot.index(&name);
        let pods = node.map_or(&[][..], |ix| nodes[ix].pods());
        let victim_pods = victims.iter().map(|uid| {
            let pod = pods.iter().find(|pod| pod.uid() == uid).map(Rc::clone);
            pod.ok_or_else(|| {
                UpstreamMessage::ExtenderUnknownVictim { url: &spec.url_prefix, uid, node: &name }.render_with(wording)
            })
        });
        let victims = victim_pods.collect::<Result<Vec<_>, _>>()?;
        let Some(node) = node else { continue };
        let violations = if extender_calls == ExtenderCalls::Lenient { 0 } else { violations };
        remaining_candidates.push(PreemptionCandidate { node, victims, violations });
    }
    if extender_calls == ExtenderCalls::Strict {
        let empty = remaining_candidates.iter().find(|candidate| candidate.victims.is_empty());
        if let (Some(empty), false) = (empty, spec.ignorable) {
            return Err(UpstreamMessage::NoVictims { node: nodes[empty.node].name() }.render_with(wording));
        }
        remaining_candidates.retain(|candidate| !candidate.victims.is_empty());
    }
    Ok(remaining_candidates)
}
