//! `callExtenders` (v1.16: `processPreemptionWithExtenders`): extenders may change the victims of each candidate.

use std::rc::Rc;

use crate::cluster::{PodInfo, Snapshot};
use crate::framework::{Extender, PodNames, Sacrifice, Unfit};
use api::Str;
use record::NodeIx;
use record::{CandidateRecord, ExtenderAnswer, ExtenderRecord, PreemptionRecord, Said, Silent};

use super::dry_run::Bench;
use super::ladder::{self, Costs};
use super::rules::{Asks, DefaultPreemption};

/// A candidate with its victims, in the order that counts.
pub(super) struct Candidate {
    pub node: NodeIx,
    pub victims: Vec<Rc<PodInfo>>,
    pub violations: i64,
}

impl Candidate {
    /// What it costs by the rules of the ladder.
    pub(super) fn costs(&self) -> Costs {
        ladder::costs(self.victims.iter().map(|victim| victim.sums()), usize::try_from(self.violations).unwrap_or(0))
    }

    fn record(&self) -> CandidateRecord {
        let victims = self.victims.iter().map(|victim| victim.pod.key().into()).collect();
        CandidateRecord { node: self.node, victims, violations: self.violations }
    }
}

/// Whether any extender is to be asked about candidates.
pub(super) fn any(unfit: &Unfit<'_, '_>, policy: &DefaultPreemption) -> bool {
    policy.asks != Asks::Never && unfit.extenders.iter().any(|extender| asks(unfit, extender))
}

fn asks(unfit: &Unfit<'_, '_>, extender: &Extender) -> bool {
    !extender.spec.preempt_verb.is_empty() && extender.spec.is_interested(&unfit.cycle.pod.pod)
}

/// What extenders leave of the candidates, each asked about what the one before left.
///
/// # Errors
/// Upstream's text, where an extender that must answer does not, or answers what will not do.
pub(super) fn call(
    unfit: &Unfit<'_, '_>,
    policy: &DefaultPreemption,
    candidates: &[(NodeIx, Costs)],
    bench: &mut Bench<'_, '_>,
    record: &mut PreemptionRecord,
) -> Result<Vec<Candidate>, Str> {
    let mut left: Vec<Candidate> = Vec::new();
    for &(node, costs) in candidates {
        bench.select_victims::<Silent>(node);
        left.push(Candidate { node, victims: bench.victims().map(Rc::clone).collect(), violations: costs[0] });
    }
    for extender in unfit.extenders.iter().filter(|extender| asks(unfit, extender)) {
        if left.is_empty() {
            break;
        }
        let spec = &extender.spec;
        unfit.waited.add(extender.takes());
        let answer = ask(unfit, policy, extender, &left);
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
    unfit: &Unfit<'_, '_>,
    policy: &DefaultPreemption,
    extender: &Extender,
    candidates: &[Candidate],
) -> Result<Vec<Candidate>, Str> {
    let (wording, spec, nodes) = (unfit.wording, &extender.spec, unfit.cycle.snapshot.nodes());
    let request: Vec<Sacrifice> = candidates
        .iter()
        .map(|candidate| Sacrifice {
            node: nodes[candidate.node].name().clone(),
            victims: candidate.victims.iter().map(|victim| victim.uid().clone()).collect(),
            violations: candidate.violations,
        })
        .collect();
    let answer = extender
        .ask(|responder| responder.preempt(unfit.cycle.pod, &request, &Bound(unfit.cycle.snapshot)))
        .map_err(|trouble| {
        let url = spec.url(&spec.preempt_verb);
        Said::ExtenderTrouble { verb: &spec.preempt_verb, url: &url, trouble: &trouble }.by(wording)
    })?;
    let mut left = Vec::new();
    for Sacrifice { node: name, victims, violations } in answer {
        let node = unfit.cycle.snapshot.index(&name);
        let pods = node.map_or(&[][..], |ix| nodes[ix].pods());
        let found = victims.iter().map(|uid| {
            let pod = pods.iter().find(|pod| pod.uid() == uid).map(Rc::clone);
            pod.ok_or_else(|| Said::ExtenderVictim { url: &spec.url_prefix, uid, node: &name }.by(wording))
        });
        let victims = found.collect::<Result<Vec<_>, _>>()?;
        let Some(node) = node else { continue };
        let violations = if policy.asks == Asks::ForgetsBudgets { 0 } else { violations };
        left.push(Candidate { node, victims, violations });
    }
    if policy.asks == Asks::Checked {
        let empty = left.iter().find(|candidate| candidate.victims.is_empty());
        if let (Some(empty), false) = (empty, spec.ignorable) {
            return Err(Said::NobodyToEvict { node: nodes[empty.node].name() }.by(wording));
        }
        left.retain(|candidate| !candidate.victims.is_empty());
    }
    Ok(left)
}
