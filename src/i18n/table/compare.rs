//! How two runs differ, in words.

use api::NamespacedName;
use runlog::Failure;
use trace::compare::{AttemptResult, Delta, NodeRank};

use crate::{
    languages::{En, Speaker, Zh},
    short_pod_name,
    table::{
        grammar::Grammar,
        reason::{self, ReasonSentences as _},
    },
};

/// Differences between two runs.
pub trait CompareSentences: Grammar {
    /// What a difference is about, and how it is here and there.
    fn delta_cells(&self, delta: &Delta) -> [String; 3] {
        match delta {
            Delta::Verdict { node, here, there: result } => translate!(
                self,
                {
                    let verdict = |verdict: &Option<Result<(), Failure>>| match verdict {
                        None => "not checked".into(),
                        Some(Ok(())) => "✓ fits".into(),
                        Some(Err(failure)) => {
                            format!("✗ {} ({})", En.failure_text(failure), En.code_text(failure.code))
                        }
                    };
                    [format!("Verdict on {node}"), verdict(here), verdict(result)]
                },
                {
                    let verdict = |verdict: &Option<Result<(), Failure>>| match verdict {
                        None => "未检查".into(),
                        Some(Ok(())) => "✓ 可行".into(),
                        Some(Err(failure)) => {
                            format!("✗ {}（{}）", Zh.failure_text(failure), Zh.code_text(failure.code))
                        }
                    };
                    [format!("{node} 的判定"), verdict(here), verdict(result)]
                }
            ),
            Delta::Rank { node, here, there: other_rank } => translate!(
                self,
                {
                    let rank_text = |NodeRank { place, total }: &NodeRank| format!("rank {place}, {total} points");
                    [format!("Rank of {node}"), rank_text(here), rank_text(other_rank)]
                },
                {
                    let rank_text = |NodeRank { place, total }: &NodeRank| format!("第 {place} 名，{total} 分");
                    [format!("{node} 的名次"), rank_text(here), rank_text(other_rank)]
                }
            ),
            Delta::Victims { node, here, there: texts } => translate!(
                self,
                {
                    let victims = |victims: &Option<Vec<NamespacedName>>| match victims {
                        None => "not a candidate".into(),
                        Some(pods) if pods.is_empty() => "none".into(),
                        Some(pods) => pod_names(self, pods),
                    };
                    [format!("Victims on {node}"), victims(here), victims(texts)]
                },
                {
                    let victims = |victims: &Option<Vec<NamespacedName>>| match victims {
                        None => "不是候选".into(),
                        Some(pods) if pods.is_empty() => "无".into(),
                        Some(pods) => pod_names(self, pods),
                    };
                    [format!("{node} 上的牺牲者"), victims(here), victims(texts)]
                }
            ),
            Delta::Rung { rule, node, here, there: other_value } => translate!(
                self,
                {
                    // Sums are compared whole, as the numbers of victims may differ.
                    let compared = |value: &i64| reason::format_rule_value(*rule, *value, 0).1;
                    [format!("{} · {node}", En.rule_text(*rule).0), compared(here), compared(other_value)]
                },
                {
                    // 牺牲者数量可能不同，因此比较完整的和。
                    let compared = |value: &i64| reason::format_rule_value(*rule, *value, 0).1;
                    [format!("{} · {node}", Zh.rule_text(*rule).0), compared(here), compared(other_value)]
                }
            ),
            Delta::End { here, there: attempt_result } => translate!(
                self,
                ["This attempt".into(), self.attempt_result(here), self.attempt_result(attempt_result)],
                ["此次尝试".into(), self.attempt_result(here), self.attempt_result(attempt_result)]
            ),
        }
    }

    /// How an attempt ends.
    fn attempt_result(&self, end: &AttemptResult) -> String {
        match end {
            AttemptResult::Never => "—".into(),
            AttemptResult::Placed(node) => translate!(self, format!("goes to {node}"), format!("放到 {node}")),
            AttemptResult::Preempts(node, pods) if pods.is_empty() => {
                translate!(self, format!("is nominated to {node}"), format!("被提名到 {node}"))
            }
            AttemptResult::Preempts(node, pods) => translate!(
                self,
                format!("preempts {} on {node}", pod_names(self, pods)),
                format!("在 {node} 上抢占 {}", pod_names(self, pods))
            ),
            AttemptResult::Waits => translate!(self, "keeps waiting".into(), "继续等待".into()),
        }
    }

    /// `web-1, attempt 2`.
    fn nth_attempt(&self, pod: &str, number: usize) -> String {
        translate!(self, format!("{pod}, attempt {number}"), format!("{pod}，第 {number} 次尝试"))
    }
}

impl<T: Speaker> CompareSentences for T {}

pub(super) fn pod_names(lang: &(impl Grammar + ?Sized), keys: &[impl AsRef<str>]) -> String {
    lang.list(&keys.iter().map(|key| short_pod_name(key.as_ref())).collect::<Vec<_>>())
}
