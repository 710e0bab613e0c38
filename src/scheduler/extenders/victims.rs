//! `callExtenders` (v1.16: `processPreemptionWithExtenders`): extenders may change the victims of each candidate.

use std::rc::Rc;

use crate::{
    cluster::Snapshot,
    framework::{Extender, ExtenderCalls, ExtenderCtx, NodeVictims, PodNames, PreemptionCandidate},
};
use api::{NamespacedName, Str};
use runlog::{ExtenderAnswer, ExtenderRecord, PreemptionRecord, UpstreamMessage};

/// What extenders leave of the candidates.
pub(super) fn call_extenders(
    inquiry: &ExtenderCtx<'_>,
    asks: ExtenderCalls,
    mut left: Vec<PreemptionCandidate>,
    record: &mut PreemptionRecord,
) -> Result<Vec<PreemptionCandidate>, Str> {
    for extender in inquiry.extenders.list.iter().filter(|extender| inquiry.wants_victims(extender)) {
        if left.is_empty() {
            break;
        }
        let spec = &extender.spec;
        inquiry.extender_wait.add(extender.wait_time());
        let answer = call_extender(inquiry, asks, extender, &left);
        let (extender_answer, failed) = match &answer {
            Ok(new) => (
                ExtenderAnswer::Sacrificed {
                    candidates: new.iter().map(PreemptionCandidate::candidate_record).collect(),
                },
                None,
            ),
            Err(text) => {
                let ignored = spec.ignorable;
                (ExtenderAnswer::Failed { text: text.clone(), ignored }, (!ignored).then(|| text.clone()))
            }
        };
        record.extenders.push(ExtenderRecord {
            extender: spec.host().into(),
            url: spec.url(&spec.preempt_verb).into(),
            asked: left.iter().map(|candidate| candidate.node).collect(),
            took: extender.wait_time(),
            answer: extender_answer,
        });
        if let Some(text) = failed {
            record.error = Some(text.clone());
            record.left = Some(Vec::new());
            return Err(text);
        }
        if let Ok(new) = answer {
            left = new;
        }
    }
    record.left = Some(left.iter().map(PreemptionCandidate::candidate_record).collect());
    Ok(left)
}

/// The pods on nodes.
struct AssignedPods<'c>(&'c Snapshot);

impl PodNames for AssignedPods<'_> {
    fn uid(&self, key: &NamespacedName) -> Option<Str> {
        let mut pods = self.0.nodes().iter().flat_map(|node| node.pods());
        pods.find(|pod| pod.pod.key() == *key).map(|pod| pod.uid().clone())
    }
}

/// One extender's answer, checked as the release does.
fn call_extender(
    inquiry: &ExtenderCtx<'_>,
    asks: ExtenderCalls,
    extender: &Extender,
    candidates: &[PreemptionCandidate],
) -> Result<Vec<PreemptionCandidate>, Str> {
    let ExtenderCtx { pod, snapshot, wording, .. } = *inquiry;
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
        extender.call(|responder| responder.preempt(pod, &request, &AssignedPods(snapshot))).map_err(|trouble| {
            let url = spec.url(&spec.preempt_verb);
            UpstreamMessage::ExtenderRequestError { verb: &spec.preempt_verb, url: &url, error: &trouble }
                .render_with(wording)
        })?;
    let mut left = Vec::new();
    for NodeVictims { node: name, victims, violations } in answer {
        let node = snapshot.index(&name);
        let pods = node.map_or(&[][..], |ix| nodes[ix].pods());
        let table = victims.iter().map(|uid| {
            let pod = pods.iter().find(|pod| pod.uid() == uid).map(Rc::clone);
            pod.ok_or_else(|| {
                UpstreamMessage::ExtenderUnknownVictim { url: &spec.url_prefix, uid, node: &name }.render_with(wording)
            })
        });
        let victims = table.collect::<Result<Vec<_>, _>>()?;
        let Some(node) = node else { continue };
        let violations = if asks == ExtenderCalls::Lenient { 0 } else { violations };
        left.push(PreemptionCandidate { node, victims, violations });
    }
    if asks == ExtenderCalls::Strict {
        let empty = left.iter().find(|candidate| candidate.victims.is_empty());
        if let (Some(empty), false) = (empty, spec.ignorable) {
            return Err(UpstreamMessage::NoVictims { node: nodes[empty.node].name() }.render_with(wording));
        }
        left.retain(|candidate| !candidate.victims.is_empty());
    }
    Ok(left)
}
