//! `NodeLabel`: labels that a node must have, or must not have, whatever their values.
//!
//! **Filter.** Rejects a node that lacks a required label or has a forbidden one. Preemption cannot help. Upstream:
//! `nodelabel.Filter`; v1.16: `CheckNodeLabelPresence`, whose argument lists either required or forbidden labels.
//!
//! **Score.** raw = max × (labels that are as preferred) / (all preferred labels), truncated to an integer. Upstream:
//! `nodelabel.Score`; v1.16: `CalculateNodeLabelPriorityMap`, a separate priority for each label, out of 10.
//!
//! No release enables it by default, and later ones dropped it.

use api::Str;
use runlog::{Evidence, Failure, NodeIx, Reason, ScorePart, Verdict};

use crate::{
    cluster::{NodeInfo, NodeState},
    framework::{ClusterEvent, CycleCtx, Filter, Judge, PreFilterOutcome, Score, Scorer},
};

/// Labels that should be present, and labels that should be absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelPresence {
    pub present: Vec<Str>,
    pub absent: Vec<Str>,
}

impl LabelPresence {
    /// Returns each label, and whether it should be present.
    fn labels_with_presence(&self) -> impl Iterator<Item = (&Str, bool)> {
        let present = self.present.iter().map(|label| (label, true));
        present.chain(self.absent.iter().map(|label| (label, false)))
    }

    /// Returns a label that is in both lists: upstream refuses such a configuration.
    #[must_use]
    pub fn contradictory_label(&self) -> Option<&Str> {
        self.present.iter().find(|label| self.absent.contains(label))
    }
}

/// The filter, with the labels that it requires and forbids.
#[derive(Clone, Debug, Default)]
pub struct NodeLabel(pub LabelPresence);

impl Filter for NodeLabel {
    fn prepare<'c>(&'c self, _: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        PreFilterOutcome::Judge(Box::new(LabelJudge(&self.0)))
    }

    fn queueing_hint(&self, _: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        matches!(cluster_event, ClusterEvent::NodeAdd(_) | ClusterEvent::NodeUpdate { .. }).then_some(true)
    }
}

struct LabelJudge<'c>(&'c LabelPresence);

impl Judge<'_> for LabelJudge<'_> {
    fn judge(&self, _: NodeIx, node: &NodeState) -> Verdict {
        match self
            .0
            .labels_with_presence()
            .find(|(label, required_presence)| node.labels().contains(label) != *required_presence)
        {
            None => Ok(()),
            Some((label, is_required)) => {
                Err(Failure::unresolvable(Reason::LabelPresence { label: label.clone(), is_required }))
            }
        }
    }

    fn is_node_only(&self) -> bool {
        true
    }
}

/// The score, with the labels that it prefers.
#[derive(Clone, Debug)]
pub struct NodeLabelScore {
    pub labels: LabelPresence,
    /// Best score: 100, or 10 in v1.16.
    pub max: i64,
}

impl Score for NodeLabelScore {
    fn prepare<'c>(&'c self, _: &CycleCtx<'c>, _: &'c [NodeIx]) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        if self.labels == LabelPresence::default() {
            // Upstream divides by the number of labels, and crashes.
            return Err("runtime error: integer divide by zero".into());
        }
        Ok(Some(Box::new(LabelScorer(self))))
    }
}

struct LabelScorer<'c>(&'c NodeLabelScore);

impl Scorer for LabelScorer<'_> {
    fn score(&self, node_ix: NodeIx, node: &NodeInfo) -> i64 {
        self.explain(node_ix, node).total()
    }

    /// What each label adds: an equal share of the best score, rounded so that the shares add up to it.
    fn explain(&self, _: NodeIx, node: &NodeInfo) -> Evidence {
        let NodeLabelScore { labels, max } = self.0;
        let label_count = count(labels.labels_with_presence().count()).max(1);
        let met = labels
            .labels_with_presence()
            .filter(|(label, preferred_presence)| node.labels().contains(label) == *preferred_presence);
        let part = |(at, (label, is_preferred)): (usize, (&Str, bool))| ScorePart {
            what: if is_preferred { label.clone() } else { format!("!{label}").into() },
            value: max * count(at + 1) / label_count - max * count(at) / label_count,
        };
        Evidence::Sum(met.enumerate().map(part).collect())
    }
}

fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cluster::Objects,
        plugins::testing::{judge_all, pod, score_all, snapshot},
    };

    fn labels(present: &[&str], absent: &[&str]) -> LabelPresence {
        let list = |names: &[&str]| names.iter().map(|name| Str::from(*name)).collect();
        LabelPresence { present: list(present), absent: list(absent) }
    }

    const NODES: [(&str, &[&str]); 3] = [
        (r#"{"metadata":{"name":"a","labels":{"disk":"ssd","zone":"1"}}}"#, &[]),
        (r#"{"metadata":{"name":"b","labels":{"disk":""}}}"#, &[]),
        (r#"{"metadata":{"name":"c"}}"#, &[]),
    ];

    #[test]
    fn labels_must_be_there_or_not() {
        let rejects = |label: &str, is_required| {
            Err(Failure::unresolvable(Reason::LabelPresence { label: label.into(), is_required }))
        };
        for (plugin, expected) in [
            (labels(&["disk"], &[]), [Ok(()), Ok(()), rejects("disk", true)]),
            (labels(&["disk", "zone"], &[]), [Ok(()), rejects("zone", true), rejects("disk", true)]),
            (labels(&["disk"], &["zone"]), [rejects("zone", false), Ok(()), rejects("disk", true)]),
            (labels(&[], &[]), [Ok(()), Ok(()), Ok(())]),
        ] {
            assert_eq!(judge_all(&NodeLabel(plugin), &pod("{}"), &snapshot(&NODES)), expected);
        }
    }

    #[test]
    fn the_share_of_labels_that_are_as_preferred() {
        for (labels, max, expected) in
            [(labels(&["disk"], &[]), 10, [10, 10, 0]), (labels(&["disk", "zone"], &["new"]), 100, [100, 66, 33])]
        {
            let scores = score_all(&NodeLabelScore { labels, max }, &pod("{}"), &snapshot(&NODES), &Objects::default());
            assert_eq!(scores, Some(expected.map(|score| (score, score)).to_vec()));
        }
    }

    #[test]
    fn a_label_in_both_lists_is_a_contradiction() {
        assert_eq!(labels(&["a", "b"], &["b"]).contradictory_label().map(Str::as_str), Some("b"));
        assert_eq!(labels(&["a"], &["b"]).contradictory_label(), None);
    }
}
