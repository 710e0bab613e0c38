//! 中文的差异说明。

use super::Zh;
use crate::catalogue::compare::Sentences;
use crate::catalogue::grammar::Grammar as _;
use crate::catalogue::reason;
use crate::catalogue::reason::Sentences as _;
use crate::short;
use api::Str;
use record::Failure;
use trace::compare::{Delta, End};

impl Sentences for Zh {
    fn delta(&self, delta: &Delta) -> [String; 3] {
        match delta {
            Delta::Verdict { node, here, there } => {
                let told = |it: &Option<Result<(), Failure>>| match it {
                    None => "未检查".into(),
                    Some(Ok(())) => "✓ 可行".into(),
                    Some(Err(failure)) => format!("✗ {}（{}）", self.failure(failure), self.code(failure.code)),
                };
                [format!("{node} 的判定"), told(here), told(there)]
            }
            Delta::Rank { node, here, there } => {
                let told = |(rank, total): &(usize, i64)| format!("第 {rank} 名，{total} 分");
                [format!("{node} 的名次"), told(here), told(there)]
            }
            Delta::Victims { node, here, there } => {
                let told = |it: &Option<Vec<Str>>| match it {
                    None => "不是候选".into(),
                    Some(pods) if pods.is_empty() => "无".into(),
                    Some(pods) => self.pods(pods),
                };
                [format!("{node} 上的牺牲者"), told(here), told(there)]
            }
            Delta::Rung { rule, node, here, there } => {
                // 牺牲者数量可能不同，因此比较完整的和。
                let told = |value: &i64| reason::rule_value(*rule, *value, 0).1;
                [format!("{} · {node}", self.rule(*rule).0), told(here), told(there)]
            }
            Delta::End { here, there } => ["此次尝试".into(), self.end(here), self.end(there)],
        }
    }

    fn end(&self, end: &End) -> String {
        match end {
            End::Never => "—".into(),
            End::Placed(node) => format!("放到 {node}"),
            End::Preempts(node, pods) if pods.is_empty() => format!("被提名到 {node}"),
            End::Preempts(node, pods) => format!("在 {node} 上抢占 {}", self.pods(pods)),
            End::Waits => "继续等待".into(),
        }
    }

    fn nth_attempt(&self, pod: &str, number: usize) -> String {
        format!("{pod}，第 {number} 次尝试")
    }
}

impl Zh {
    pub(super) fn pods(&self, keys: &[Str]) -> String {
        self.list(&keys.iter().map(|key| short(key)).collect::<Vec<_>>())
    }
}
