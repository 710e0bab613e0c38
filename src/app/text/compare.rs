//! How two runs differ, in words.

use crate::app::state::Lang;
use crate::framework::Failure;
use crate::trace::compare::{Delta, End};

use super::{pick, reason, short};

/// What a difference is about, and how it is here and there.
pub fn delta(lang: Lang, delta: &Delta) -> [String; 3] {
    match delta {
        Delta::Verdict { node, here, there } => {
            let told = |it: &Option<Result<(), Failure>>| match it {
                None => pick(lang, "not looked at", "未检查"),
                Some(Ok(())) => pick(lang, "✓ fits", "✓ 可行"),
                Some(Err(failure)) => {
                    format!("✗ {} ({})", reason::failure(lang, failure), reason::code(lang, failure.code))
                }
            };
            [pick(lang, format!("Verdict on {node}"), format!("{node} 的判定")), told(here), told(there)]
        }
        Delta::Rank { node, here, there } => {
            let told = |(rank, total): &(usize, i64)| {
                pick(lang, format!("no. {rank}, {total} points"), format!("第 {rank} 名，{total} 分"))
            };
            [pick(lang, format!("Rank of {node}"), format!("{node} 的名次")), told(here), told(there)]
        }
        Delta::Victims { node, here, there } => {
            let told = |it: &Option<Vec<_>>| match it {
                None => pick(lang, "no candidate", "非候选"),
                Some(pods) if pods.is_empty() => pick(lang, "nobody", "无"),
                Some(pods) => names(pods),
            };
            [pick(lang, format!("Victims on {node}"), format!("{node} 上的牺牲者")), told(here), told(there)]
        }
        Delta::Rung { rule, node, here, there } => {
            // Sums are compared whole, as the numbers of victims may differ.
            let told = |value: &i64| reason::rule_value(*rule, *value, 0).1;
            [format!("{} · {node}", reason::rule(lang, *rule).0), told(here), told(there)]
        }
        Delta::End { here, there } => [pick(lang, "This attempt", "此次尝试"), end(lang, here), end(lang, there)],
    }
}

fn names(pods: &[crate::api::Str]) -> String {
    pods.iter().map(|pod| short(pod)).collect::<Vec<_>>().join(", ")
}

/// How an attempt ends.
pub fn end(lang: Lang, end: &End) -> String {
    match end {
        End::Never => "—".to_owned(),
        End::Placed(node) => pick(lang, format!("goes to {node}"), format!("调度到 {node}")),
        End::Preempts(node, pods) if pods.is_empty() => {
            pick(lang, format!("is nominated to {node}"), format!("被提名到 {node}"))
        }
        End::Preempts(node, pods) => {
            pick(lang, format!("preempts {} on {node}", names(pods)), format!("在 {node} 上抢占 {}", names(pods)))
        }
        End::Waits => pick(lang, "waits on", "继续等待"),
    }
}

/// The second attempt for a pod: `web-1, attempt 2`.
pub fn attempt(lang: Lang, pod: &str, number: usize) -> String {
    pick(lang, format!("{}, attempt {number}", short(pod)), format!("{}，第 {number} 次尝试", short(pod)))
}
