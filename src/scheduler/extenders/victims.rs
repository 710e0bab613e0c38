//! `callExtenders` (v1.16: `processPreemptionWithExtenders`): extenders may change the victims of each candidate.

use std::rc::Rc;

use crate::cluster::Snapshot;
use crate::framework::{Asks, Candidate, Extender, Inquiry, PodNames, Sacrifice};
use api::Str;
use record::{ExtenderAnswer, ExtenderRecord, PreemptionRecord, Said};

/// What extenders leave of the candidates.
pub(super) fn call(
    inquiry: &Inquiry<'_>,
    asks: Asks,
    mut left: Vec<Candidate>,
    record: &mut PreemptionRecord,
) -> Result<Vec<Candidate>, Str> {
    for extender in inquiry.extenders.list.iter().filter(|extender| inquiry.wants_victims(extender)) {
        if left.is_empty() {
            break;
        }
        let spec = &extender.spec;
        inquiry.waited.add(extender.takes());
        let answer = ask(inquiry, asks, extender, &left);
        let (told, failed) = match &answer {
            Ok(new) => (ExtenderAnswer::Sacrificed { candidates: new.iter().map(Candidate::record).collect() }, None),
            Err(text) => {
                let ignored = spec.ignorable;
                (ExtenderAnswer::Failed { text: text.clone(), ignored }, (!ignored).then(|| text.clone()))
            }
        };
        record.extenders.push(ExtenderRecord {
            extender: spec.host().into(),
            url: spec.url(&spec.preempt_verb).into(),
            asked: left.iter().map(|candidate| candidate.node).collect(),
            took: extender.takes(),
            answer: told,
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
    record.left = Some(left.iter().map(Candidate::record).collect());
    Ok(left)
}

/// The pods on nodes.
struct Bound<'c>(&'c Snapshot);

impl PodNames for Bound<'_> {
    fn uid(&self, key: &str) -> Option<Str> {
        let mut pods = self.0.nodes().iter().flat_map(|node| node.pods());
        pods.find(|pod| pod.pod.key() == key).map(|pod| pod.uid().clone())
    }
}

/// One extender's answer, checked as the release does.
fn ask(
    inquiry: &Inquiry<'_>,
    asks: Asks,
    extender: &Extender,
    candidates: &[Candidate],
) -> Result<Vec<Candidate>, Str> {
    let Inquiry { pod, snapshot, wording, .. } = *inquiry;
    let (spec, nodes) = (&extender.spec, snapshot.nodes());
    let request: Vec<Sacrifice> = candidates
        .iter()
        .map(|candidate| Sacrifice {
            node: nodes[candidate.node].name().clone(),
            victims: candidate.victims.iter().map(|victim| victim.uid().clone()).collect(),
            violations: candidate.violations,
        })
        .collect();
    let answer = extender.ask(|responder| responder.preempt(pod, &request, &Bound(snapshot))).map_err(|trouble| {
        let url = spec.url(&spec.preempt_verb);
        Said::ExtenderTrouble { verb: &spec.preempt_verb, url: &url, trouble: &trouble }.by(wording)
    })?;
    let mut left = Vec::new();
    for Sacrifice { node: name, victims, violations } in answer {
        let node = snapshot.index(&name);
        let pods = node.map_or(&[][..], |ix| nodes[ix].pods());
        let found = victims.iter().map(|uid| {
            let pod = pods.iter().find(|pod| pod.uid() == uid).map(Rc::clone);
            pod.ok_or_else(|| Said::ExtenderVictim { url: &spec.url_prefix, uid, node: &name }.by(wording))
        });
        let victims = found.collect::<Result<Vec<_>, _>>()?;
        let Some(node) = node else { continue };
        let violations = if asks == Asks::ForgetsBudgets { 0 } else { violations };
        left.push(Candidate { node, victims, violations });
    }
    if asks == Asks::Checked {
        let empty = left.iter().find(|candidate| candidate.victims.is_empty());
        if let (Some(empty), false) = (empty, spec.ignorable) {
            return Err(Said::NobodyToEvict { node: nodes[empty.node].name() }.by(wording));
        }
        left.retain(|candidate| !candidate.victims.is_empty());
    }
    Ok(left)
}
