//! A learner's sentence for each reason, beside upstream's own words.

use crate::api::Time;
use crate::app::state::Lang;
use crate::framework::{Code, Failure, Ineligible, Reason, Rule};

use super::{amount, pick};

/// Why a node will not do, in a few words with the numbers.
pub fn reason(lang: Lang, reason: &Reason) -> String {
    match reason {
        Reason::Cordoned => pick(lang, "The node is cordoned: it takes no new pods.", "节点已封锁，不接受新的 Pod。"),
        Reason::OtherNodeNamed => pick(lang, "The pod names another node.", "Pod 指定了另一个节点。"),
        Reason::UntoleratedTaint { key, value } => {
            let taint = if value.is_empty() { key.to_string() } else { format!("{key}={value}") };
            pick(lang, format!("The pod does not tolerate the taint {taint}."), format!("Pod 不容忍污点 {taint}。"))
        }
        Reason::NodeSelectorMismatch => pick(
            lang,
            "The node's labels do not match the pod's node selector or affinity.",
            "节点标签不符合 Pod 的节点选择器或亲和性。",
        ),
        Reason::AddedAffinityMismatch => pick(
            lang,
            "The node does not match the affinity in the scheduler's configuration.",
            "节点不符合调度器配置中的亲和性。",
        ),
        Reason::AffinityTermsConflict => pick(
            lang,
            "The pod's affinity terms contradict each other: no node can match.",
            "Pod 的亲和性条件互相矛盾，没有节点能满足。",
        ),
        Reason::PortTaken { port } => {
            pick(lang, format!("Host port {port} is taken on this node."), format!("主机端口 {port} 已被占用。"))
        }
        Reason::TooManyPods { pods, allowed } => pick(
            lang,
            format!("{pods} pods are here and {allowed} are allowed."),
            format!("已有 {pods} 个 Pod，上限为 {allowed}。"),
        ),
        Reason::Insufficient { resource, requested, used, capacity } => {
            let of = |value: i64| amount(resource, value);
            let (free, short) = (of((capacity - used).max(0)), of(requested - (capacity - used)));
            pick(
                lang,
                format!(
                    "The pod asks for {} {resource}; {free} of {} are free: {short} too few.",
                    of(*requested),
                    of(*capacity)
                ),
                format!("Pod 请求 {} {resource}；总量 {} 中空闲 {free}，差 {short}。", of(*requested), of(*capacity)),
            )
        }
        Reason::SpreadLabelMissing { key } => pick(
            lang,
            format!("The node has no label {key} to spread over."),
            format!("节点没有用于分布的标签 {key}。"),
        ),
        Reason::SpreadSkew { key, count, own, min, max_skew } => pick(
            lang,
            format!(
                "In this {key}: {count} + {own} pods, {min} in the emptiest; the skew {} exceeds {max_skew}.",
                count + own - min
            ),
            format!(
                "此 {key} 内有 {count} + {own} 个 Pod，最少处为 {min}；偏差 {} 超过 {max_skew}。",
                count + own - min
            ),
        ),
        Reason::PodAffinityOrAntiAffinity => pick(lang, "Affinity between pods is not met.", "不满足 Pod 间亲和性。"),
        Reason::PodAffinity => pick(lang, "No pod that it wants to be near is here.", "附近没有它想靠近的 Pod。"),
        Reason::PodAntiAffinity => pick(lang, "A pod that it wants to avoid is here.", "附近有它要避开的 Pod。"),
        Reason::ExistingPodsAntiAffinity => {
            pick(lang, "A pod that is here wants to avoid it.", "已有的 Pod 要避开它。")
        }
        Reason::OutsideNodeSet { plugins } => {
            let names = names(plugins);
            pick(lang, format!("{names} had ruled the node out beforehand."), format!("{names} 事先已排除此节点。"))
        }
        Reason::EmptyNodeSet { plugins } => {
            let names = names(plugins);
            pick(lang, format!("{names} leave no node at all."), format!("{names} 没有留下任何节点。"))
        }
        Reason::NoVictims => pick(lang, "No pod of lower priority is here.", "此处没有优先级更低的 Pod。"),
        Reason::PreemptionNotHelpful => pick(lang, "Taking pods away would not help here.", "移走 Pod 也无济于事。"),
        Reason::Text(text) => text.to_string(),
    }
}

fn names(plugins: &[crate::api::Str]) -> String {
    plugins.iter().map(crate::api::Str::as_str).collect::<Vec<_>>().join(", ")
}

/// All reasons of a failure.
pub fn failure(lang: Lang, failure: &Failure) -> String {
    failure.reasons.iter().map(|one| reason(lang, one)).collect::<Vec<_>>().join(" ")
}

/// What the code of a failure means for preemption.
pub fn code(lang: Lang, code: Code) -> String {
    match code {
        Code::Unschedulable => pick(lang, "preemption may help", "抢占可能有用"),
        Code::UnschedulableAndUnresolvable => pick(lang, "preemption cannot help", "抢占无用"),
    }
}

/// Why a pod may not preempt.
pub fn ineligible(lang: Lang, why: Ineligible) -> String {
    match why {
        Ineligible::PolicyNever => pick(lang, "Its preemptionPolicy is Never.", "它的 preemptionPolicy 是 Never。"),
        Ineligible::WaitsForVictim => pick(
            lang,
            "A victim of an earlier preemption is still terminating on its nominated node; it waits for that.",
            "先前抢占的牺牲者仍在其提名节点上终止中，需等待。",
        ),
    }
}

/// What a rule of the ladder asks for, and what its number is.
pub fn rule(lang: Lang, rule: Rule) -> (String, String) {
    let (en, zh) = match rule {
        Rule::NoVictims => (("A node without victims", "victims"), ("无需牺牲者的节点", "牺牲者")),
        Rule::FewestViolations => (("Fewest violated budgets", "violations"), ("违反预算最少", "违反数")),
        Rule::LowestFirstPriority => {
            (("Lowest priority of the first victim", "priority"), ("首个牺牲者优先级最低", "优先级"))
        }
        Rule::SmallestPrioritySum => {
            (("Smallest sum of priorities (each + 2³¹)", "sum"), ("优先级之和最小（每个加 2³¹）", "和"))
        }
        Rule::FewestVictims => (("Fewest victims", "victims"), ("牺牲者最少", "牺牲者")),
        Rule::LatestStart => {
            (("Latest start of the longest-running top victim", "start"), ("最高优先级牺牲者启动最晚", "启动时间"))
        }
    };
    let (name, unit) = if lang == Lang::En { en } else { zh };
    (name.into(), unit.into())
}

/// The number that a rule compares, short and in full. Rules take the least, so the latest start is noted below zero; a sum of
/// priorities has 2³¹ for each victim.
pub fn rule_value(rule: Rule, value: i64, victims: usize) -> (String, String) {
    match rule {
        Rule::LatestStart => {
            let full = Time(value.saturating_neg()).to_string();
            let clock = full.split_once('T').map_or(full.as_str(), |(_, clock)| clock.trim_end_matches('Z'));
            (clock.to_owned(), full.clone())
        }
        Rule::SmallestPrioritySum => {
            let raised = i64::try_from(victims).unwrap_or(0) << 31;
            (format!("{victims}·2³¹ + {}", value - raised).replace("+ -", "− "), value.to_string())
        }
        _ => (value.to_string(), value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_rules_read_well() {
        for (rule, number, victims, wanted) in [
            (Rule::LatestStart, -1_767_226_800_000, 1, "00:20:00"),
            (Rule::SmallestPrioritySum, (2 << 31) + 20, 2, "2·2³¹ + 20"),
            (Rule::SmallestPrioritySum, (1 << 31) - 5, 1, "1·2³¹ − 5"),
            (Rule::FewestVictims, 3, 3, "3"),
        ] {
            assert_eq!(rule_value(rule, number, victims).0, wanted);
        }
    }
}
