//! What extenders were asked in an attempt, and what they answered.

use serde::{Deserialize, Serialize};

use crate::api::{Millis, Str};
use crate::cluster::NodeIx;

use super::{Attempt, Code, Failure, PreemptionRecord, Reason, ScoreRecord};

/// A request to an extender, and its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExtenderRecord {
    /// The extender, by the host of its address.
    pub extender: Str,
    /// Where it was asked.
    pub url: Str,
    /// Nodes that it was asked about.
    pub asked: Vec<NodeIx>,
    /// How long the scheduler waited for the answer, in virtual milliseconds.
    pub took: Millis,
    /// What it answered.
    pub answer: ExtenderAnswer,
}

/// What an extender answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ExtenderAnswer {
    /// To `filter`.
    Filtered {
        /// Nodes that stay.
        kept: Vec<NodeIx>,
        /// Nodes that go, each with its message and whether preemption may help; no message where the node was just left out.
        failed: Vec<(NodeIx, Option<Str>, Code)>,
        /// The nodes that stay are bare from now on: without pods, what these use, and images.
        bare: bool,
    },
    /// To `prioritize`.
    Scored {
        /// Scores as given, of the feasible nodes among them.
        scores: Vec<(NodeIx, i64)>,
        /// What each is multiplied with before it is added to the total.
        factor: i64,
    },
    /// To `preempt`.
    Sacrificed {
        /// Candidates that are left.
        candidates: Vec<CandidateRecord>,
    },
    /// The request failed, or the answer will not do.
    Failed {
        /// Upstream's words.
        text: Str,
        /// It is as if the extender had not been asked; else the error counts.
        ignored: bool,
    },
}

/// A candidate of preemption.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CandidateRecord {
    /// The node.
    pub node: NodeIx,
    /// The victims, in order.
    pub victims: Vec<Str>,
    /// How many of them violate a budget.
    pub violations: i64,
}

impl Attempt {
    /// Which request took a node away, and why; of the first `told` requests, the last one about the node counts.
    #[must_use]
    pub fn refused(&self, node: NodeIx, told: usize) -> Option<(usize, Failure)> {
        let requests = self.extenders.iter().enumerate().take(told).rev();
        let (at, extender, failed) =
            requests.filter(|(_, request)| request.asked.contains(&node)).find_map(|(at, request)| {
                match &request.answer {
                    ExtenderAnswer::Filtered { failed, .. } => Some((at, &request.extender, failed)),
                    _ => None,
                }
            })?;
        let (_, message, code) = failed.iter().find(|(ix, ..)| *ix == node)?;
        let message = message.clone().unwrap_or_default();
        let reasons = vec![Reason::Extender { extender: extender.clone(), message }];
        Some((at, Failure { code: *code, reasons }))
    }
}

impl ScoreRecord {
    /// What an extender was asked, if the row is one's.
    #[must_use]
    pub fn asked(&self, row: usize) -> Option<&ExtenderRecord> {
        let own = self.rows.len().checked_sub(self.extenders.len())?;
        self.extenders.get(row.checked_sub(own)?)
    }
}

impl PreemptionRecord {
    /// The candidates that a request was about: those of the dry runs, or what the extender before left of them.
    #[must_use]
    pub fn offered(&self, request: usize) -> Vec<CandidateRecord> {
        let before = self.extenders.iter().take(request).rev().find_map(|before| match &before.answer {
            ExtenderAnswer::Sacrificed { candidates } => Some(candidates.clone()),
            _ => None,
        });
        before.unwrap_or_else(|| {
            let runs = self.dry_runs.iter().filter(|run| run.failure.is_none());
            runs.map(|run| CandidateRecord {
                node: run.node,
                victims: run.victims.iter().filter_map(|at| run.removed.get(*at)).map(|it| it.pod.clone()).collect(),
                violations: i64::try_from(run.violations).unwrap_or(i64::MAX),
            })
            .collect()
        })
    }

    /// Which request took a candidate away.
    #[must_use]
    pub fn withdrawn(&self, node: NodeIx) -> Option<usize> {
        self.extenders.iter().position(|request| match &request.answer {
            ExtenderAnswer::Sacrificed { candidates } => {
                request.asked.contains(&node) && candidates.iter().all(|candidate| candidate.node != node)
            }
            _ => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::ScoreRowRecord;

    fn asked(extender: &str, asked: &[NodeIx], answer: ExtenderAnswer) -> ExtenderRecord {
        ExtenderRecord { extender: extender.into(), url: Str::default(), asked: asked.to_vec(), took: 0, answer }
    }

    #[test]
    fn the_last_request_about_a_node_counts() {
        let failed = |ix, message: Option<&str>| (ix, message.map(Str::from), Code::Unschedulable);
        let filtered =
            |kept: &[NodeIx], failed: Vec<_>| ExtenderAnswer::Filtered { kept: kept.to_vec(), failed, bare: false };
        let trouble = ExtenderAnswer::Failed { text: "500".into(), ignored: true };
        let attempt = Attempt {
            extenders: vec![
                asked("a", &[0], filtered(&[], vec![failed(0, Some("busy"))])),
                asked("a", &[0, 1, 2], filtered(&[0, 2], vec![failed(1, None)])),
                asked("b", &[0, 2], trouble),
                asked("c", &[0, 2], filtered(&[0], vec![failed(2, Some("old"))])),
            ],
            ..Attempt::default()
        };
        let why = |node, told| {
            let (at, failure) = attempt.refused(node, told)?;
            let Reason::Extender { extender, message } = failure.reasons[0].clone() else {
                panic!("an extender's words")
            };
            Some((at, extender.to_string(), message.to_string()))
        };
        assert_eq!(why(0, 1), Some((0, "a".into(), "busy".into())));
        assert_eq!((why(0, 4), why(2, 3)), (None, None));
        assert_eq!(why(1, 4), Some((1, "a".into(), String::new())));
        assert_eq!(why(2, 4), Some((3, "c".into(), "old".into())));
    }

    #[test]
    fn the_last_rows_of_scores_are_those_of_extenders() {
        let row = |id: &str| ScoreRowRecord {
            id: id.into(),
            weight: 1,
            raw: Vec::new(),
            normalized: Vec::new(),
            evidence: Vec::new(),
        };
        let scored = ExtenderAnswer::Scored { scores: Vec::new(), factor: 1 };
        let scores = ScoreRecord {
            rows: vec![row("Plugin"), row("a"), row("b")],
            extenders: vec![asked("a", &[], scored.clone()), asked("b", &[], scored)],
            ..ScoreRecord::default()
        };
        let of = |row| scores.asked(row).map(|request| request.extender.as_str());
        assert_eq!([of(0), of(1), of(2), of(3)], [None, Some("a"), Some("b"), None]);
    }
}
