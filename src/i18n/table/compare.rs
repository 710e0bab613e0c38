//! Texts about the differences between two runs.

use api::NamespacedName;
use runlog::Failure;
use trace::compare::{AttemptResult, Delta, NodeRank};

use crate::{
    languages::Speaker,
    messages::compare as messages,
    short_pod_name,
    table::{
        grammar::Grammar,
        reason::{self, ReasonSentences},
    },
};

/// Differences between two runs.
pub trait CompareSentences: ReasonSentences {
    /// The cells of a difference: its subject, this run, the other run.
    fn delta_cells(&self, delta: &Delta) -> [String; 3] {
        match delta {
            Delta::Verdict { node, here, there: result } => {
                let verdict = |verdict: &Option<Result<(), Failure>>| match verdict {
                    None => messages::verdict_not_checked(self.language()).to_owned(),
                    Some(Ok(())) => messages::verdict_fits(self.language()).to_owned(),
                    Some(Err(failure)) => messages::VerdictRejected {
                        reason: self.failure_text(failure),
                        code: self.code_text(failure.code),
                    }
                    .text(self.language()),
                };
                [messages::VerdictOn { node }.text(self.language()), verdict(here), verdict(result)]
            }
            Delta::Rank { node, here, there: other_rank } => {
                let rank_text =
                    |NodeRank { place, total }: &NodeRank| messages::RankText { place, total }.text(self.language());
                [messages::RankOf { node }.text(self.language()), rank_text(here), rank_text(other_rank)]
            }
            Delta::Points { plugin, node, here, there: other_points } => [
                messages::DeltaCellsPoints { plugin, node }.text(self.language()),
                here.to_string(),
                other_points.to_string(),
            ],
            Delta::Victims { node, here, there: texts } => {
                let victims = |victims: &Option<Vec<NamespacedName>>| match victims {
                    None => messages::victims_not_a_candidate(self.language()).to_owned(),
                    Some(pods) if pods.is_empty() => messages::no_victims(self.language()).to_owned(),
                    Some(pods) => pod_names(self, pods),
                };
                [messages::VictimsOn { node }.text(self.language()), victims(here), victims(texts)]
            }
            Delta::Rung { rule, node, here, there: other_value } => {
                let compared = |value: &i64| reason::format_rule_value(*rule, *value, 0).1;
                [
                    messages::DeltaCellsRung { rule: self.rule_text(*rule).0, node }.text(self.language()),
                    compared(here),
                    compared(other_value),
                ]
            }
            Delta::End { here, there: attempt_result } => [
                messages::delta_cells_end(self.language()).into(),
                self.attempt_result(here),
                self.attempt_result(attempt_result),
            ],
        }
    }

    /// The outcome of an attempt.
    fn attempt_result(&self, end: &AttemptResult) -> String {
        match end {
            AttemptResult::Never => "—".into(),
            AttemptResult::Placed(node) => messages::AttemptResultPlaced { node }.text(self.language()),
            AttemptResult::Preempts(node, pods) if pods.is_empty() => {
                messages::AttemptResultPreemptsNoPods { node }.text(self.language())
            }
            AttemptResult::Preempts(node, pods) => {
                messages::AttemptResultPreempts { pods: pod_names(self, pods), node }.text(self.language())
            }
            AttemptResult::Waits => messages::attempt_result_waits(self.language()).into(),
        }
    }

    /// `web-1, attempt 2`.
    fn nth_attempt(&self, pod: &str, number: usize) -> String {
        messages::NthAttempt { pod, number }.text(self.language())
    }
}

impl<T: Speaker> CompareSentences for T {}

pub(super) fn pod_names(lang: &(impl Grammar + ?Sized), keys: &[impl AsRef<str>]) -> String {
    lang.list(&keys.iter().map(|key| short_pod_name(key.as_ref())).collect::<Vec<_>>())
}
