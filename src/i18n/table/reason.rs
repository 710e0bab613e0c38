//! A learner's sentence for each reason, beside upstream's own words.

use api::{Millis, Time};
use runlog::{Code, Failure, Ineligible, LadderRule, Reason};

use crate::{
    Shortage,
    languages::{En, Speaker, Zh},
    table::{grammar::Grammar, volumes::VolumeSentences as _},
};

/// Reasons and rules.
pub trait ReasonSentences: Grammar {
    /// Why a node is rejected, in a few words with the numbers.
    fn reason_text(&self, reason: &Reason) -> String {
        let list = |names: &[api::Str]| self.list(&names.iter().map(|name| name.as_str()).collect::<Vec<_>>());
        match reason {
            Reason::Cordoned => translate!(
                self,
                "The node is cordoned: no new pods are scheduled there.".into(),
                "节点已标记为不可调度，不会调度新的 Pod。".into()
            ),
            Reason::OtherNodeNamed => {
                translate!(self, "The pod names another node.".into(), "Pod 指定了另一个节点。".into())
            }
            Reason::UntoleratedTaint { key, value } => translate!(
                self,
                format!("The pod doesn’t tolerate the taint {}.", format_taint(key, value)),
                format!("Pod 不容忍污点 {}。", format_taint(key, value))
            ),
            Reason::NodeSelectorMismatch => translate!(
                self,
                "The node’s labels don’t match the pod’s node selector or node affinity.".into(),
                "节点标签不符合 Pod 的节点选择算符或节点亲和性。".into()
            ),
            Reason::AddedAffinityMismatch => translate!(
                self,
                "The node doesn’t match the affinity in the scheduler’s configuration.".into(),
                "节点不符合调度器配置中的亲和性。".into()
            ),
            Reason::AffinityTermsConflict => translate!(
                self,
                "The pod’s node affinity terms contradict each other: no node can match.".into(),
                "Pod 的节点亲和性条件互相矛盾，没有节点能满足。".into()
            ),
            Reason::PortTaken { port } => translate!(
                self,
                format!("Host port {port} is in use on this node."),
                format!("主机端口 {port} 在此节点上已被占用。")
            ),
            Reason::TooManyPods { pods, allowed } => translate!(
                self,
                format!("The node has {pods} pods and allows {allowed}."),
                format!("节点上已有 {pods} 个 Pod，上限为 {allowed}。")
            ),
            Reason::Insufficient { resource, requested, used, capacity } => {
                let shortage = Shortage::new(resource, *requested, *used, *capacity);
                let Shortage { needs, capacity: all, used: taken, free, short, .. } = &shortage;
                // Nominated pods count too, so more may be requested than there is.
                if used <= capacity {
                    translate!(
                        self,
                        format!("The pod requests {needs} {resource}; {free} of {all} free: {short} short."),
                        format!("Pod 请求 {needs} {resource}；总量 {all} 中空闲 {free}，差 {short}。")
                    )
                } else {
                    translate!(
                        self,
                        format!(
                            "The pod requests {needs} {resource}; {taken} of {all} already requested: {short} short."
                        ),
                        format!("Pod 请求 {needs} {resource}；总量 {all} 中已请求 {taken}，差 {short}。")
                    )
                }
            }
            Reason::SpreadLabelMissing { key } => translate!(
                self,
                format!("The node lacks the label {key}, which the pod spreads over."),
                format!("节点没有拓扑分布所需的标签 {key}。")
            ),
            Reason::SpreadSkew { key, count, self_match: self_count, min, max_skew } => translate!(
                self,
                format!(
                    "Pods in this {key}: {count} + {self_count}; fewest in another: {min}. The skew {} is more than {max_skew}.",
                    count + self_count - min
                ),
                format!(
                    "此 {key} 内有 {count} + {self_count} 个 Pod，最少处为 {min}；偏差 {} 超过 {max_skew}。",
                    count + self_count - min
                )
            ),
            Reason::PodAffinityOrAntiAffinity => {
                translate!(
                    self,
                    "Pod affinity or anti-affinity isn’t met.".into(),
                    "不满足 Pod 间亲和性或反亲和性。".into()
                )
            }
            Reason::PodAffinity => {
                translate!(
                    self,
                    "No pod here matches the pod’s affinity.".into(),
                    "此处没有符合其 Pod 亲和性的 Pod。".into()
                )
            }
            Reason::PodAntiAffinity => translate!(
                self,
                "A pod here matches the pod’s anti-affinity.".into(),
                "此处有符合其 Pod 反亲和性的 Pod。".into()
            ),
            Reason::ExistingPodsAntiAffinity => translate!(
                self,
                "The pod matches the anti-affinity of a pod here.".into(),
                "它符合此处某个 Pod 的反亲和性。".into()
            ),
            Reason::UndeclaredFeatures { missing } => translate!(
                self,
                format!("The node’s kubelet doesn’t declare {}, which the pod needs.", list(missing)),
                format!("节点的 kubelet 未声明该 Pod 需要的 {}。", list(missing))
            ),
            Reason::OutsideNodeSet { plugins } => translate!(
                self,
                format!("{} ruled this node out before filtering.", list(plugins)),
                format!("{} 在过滤之前已排除此节点。", list(plugins))
            ),
            Reason::EmptyNodeSet { plugins } => translate!(
                self,
                format!("{} left no node to check.", list(plugins)),
                format!("{} 没有留下可检查的节点。", list(plugins))
            ),
            Reason::Volume(reason) => translate!(self, En.volume_reason(reason), Zh.volume_reason(reason)),
            Reason::NoVictims => {
                translate!(self, "No pod here has a lower priority.".into(), "此处没有优先级更低的 Pod。".into())
            }
            Reason::PreemptionNotHelpful => {
                translate!(self, "Removing pods would not help here.".into(), "移走 Pod 对此节点没有帮助。".into())
            }
            Reason::StateMissing { key } => translate!(
                self,
                format!(
                    "The configuration disables the step that would have stored {key}. Without it the plugin fails."
                ),
                format!("配置关闭了本应保存 {key} 的步骤，缺少它，插件无法工作。")
            ),
            Reason::LabelPresence { label, wanted: true } => translate!(
                self,
                format!("The node lacks the label {label}, which the configuration requires."),
                format!("节点没有配置要求的标签 {label}。")
            ),
            Reason::LabelPresence { label, wanted: false } => translate!(
                self,
                format!("The node has the label {label}, which the configuration forbids."),
                format!("节点带有配置禁止的标签 {label}。")
            ),
            Reason::ServiceAffinity { label, value } => translate!(
                self,
                format!("Pods of the same Service run on nodes with {label}={value}; this node’s label doesn’t match."),
                format!("同一 Service 的 Pod 运行在 {label}={value} 的节点上，此节点不同。")
            ),
            Reason::Extender { extender, message } => match message.as_str() {
                "" => translate!(
                    self,
                    format!("The extender {extender} rejects the node without a message."),
                    format!("扩展程序 {extender} 排除此节点，没有给出消息。")
                ),
                message => translate!(
                    self,
                    format!("The extender {extender} rejects the node: {message}"),
                    format!("扩展程序 {extender} 拒绝此节点：{message}")
                ),
            },
            Reason::Text(text) => text.to_string(),
        }
    }

    /// All reasons of a failure.
    fn failure_text(&self, failure: &Failure) -> String {
        translate!(
            self,
            failure.reasons.iter().map(|reason| self.reason_text(reason)).collect::<Vec<_>>().join(" "),
            failure.reasons.iter().map(|reason| self.reason_text(reason)).collect()
        )
    }

    /// What the code of a failure means for preemption.
    fn code_text(&self, code: Code) -> &'static str {
        match code {
            Code::Unschedulable => translate!(self, "preemption might help", "抢占可能有用"),
            Code::UnschedulableAndUnresolvable => translate!(self, "preemption can’t help", "抢占无用"),
            Code::Error => translate!(self, "an error ends the attempt", "错误，本次尝试结束"),
        }
    }

    /// Why a pod may not preempt.
    fn ineligible_text(&self, reason: Ineligible) -> String {
        match reason {
            Ineligible::PolicyNever => {
                translate!(self, "Its preemptionPolicy is Never.".into(), "它的 preemptionPolicy 是 Never。".into())
            }
            Ineligible::WaitsForVictim => translate!(
                self,
                "It already has a nominated node, where a victim is still terminating. It waits for that victim."
                    .into(),
                "它已有提名节点，那里的牺牲者仍在终止，需等待其结束。".into()
            ),
            Ineligible::GroupNotFound => {
                translate!(self, "Its PodGroup doesn’t exist.".into(), "它的 PodGroup 不存在。".into())
            }
            Ineligible::GroupHasPlacements => translate!(
                self,
                "Its PodGroup has scheduling constraints, so its pods don’t preempt one by one.".into(),
                "它的 PodGroup 有调度约束，其 Pod 不会各自抢占。".into()
            ),
            Ineligible::GroupPreempts => translate!(
                self,
                "Room is made for its PodGroup as a whole, so its pods don’t preempt one by one.".into(),
                "由整个 PodGroup 统一抢占，其 Pod 不会各自抢占。".into()
            ),
        }
    }

    /// What a rule of the ladder asks for, and what its number is.
    fn rule_text(&self, rule: LadderRule) -> (String, String) {
        let (name, unit) = match rule {
            LadderRule::NoVictims => translate!(self, ("No victims needed", "victims"), ("无需牺牲者", "牺牲者")),
            LadderRule::FewestViolations => translate!(
                self,
                ("Fewest victims whose eviction violates a budget", "violations"),
                ("驱逐会违反干扰预算的牺牲者最少", "违反数")
            ),
            LadderRule::LowestFirstPriority => translate!(
                self,
                ("Lowest priority of the most important victim", "priority"),
                ("最重要的牺牲者优先级最低", "优先级")
            ),
            LadderRule::SmallestPrioritySum => translate!(
                self,
                ("Smallest sum of victim priorities (each + 2³¹)", "sum"),
                ("牺牲者优先级之和最小（每个加 2³¹）", "和")
            ),
            LadderRule::FewestVictims => translate!(self, ("Fewest victims", "victims"), ("牺牲者最少", "牺牲者")),
            LadderRule::LatestStart => translate!(
                self,
                ("Latest start of the longest-running top-priority victim", "start"),
                ("最高优先级牺牲者中运行最久者启动最晚", "启动时间")
            ),
        };
        (name.into(), unit.into())
    }

    /// The number that a rule compares, next to those of the other candidates. For start times it says which one was the
    /// earliest, and how much later the others were. Start times are recorded as negative numbers, so the earliest is the largest.
    fn compared_value(&self, rule: LadderRule, value: i64, earliest: i64, victims: usize) -> String {
        match rule {
            LadderRule::LatestStart if value >= earliest => translate!(self, "started first", "最早启动").to_owned(),
            LadderRule::LatestStart => self.later_by(Millis::new(earliest.abs_diff(value))),
            _ => format_rule_value(rule, value, victims).0,
        }
    }

    /// A short form for start times.
    fn short_start(&self, value: i64, earliest: i64) -> String {
        match earliest.abs_diff(value) {
            0 => translate!(self, "first", "最早").to_owned(),
            later => format!("+{}", self.length_of(Millis::new(later))),
        }
    }

    /// How much later something started than another one.
    fn later_by(&self, time: Millis) -> String {
        let length = self.length_of(time);
        translate!(self, format!("{length} later"), format!("晚 {length}"))
    }

    /// The start of a pod relative to the earliest one, in milliseconds of the wall clock.
    fn start_text(&self, start: i64, earliest: i64) -> String {
        self.compared_value(LadderRule::LatestStart, start.saturating_neg(), earliest.saturating_neg(), 1)
    }
}

impl<T: Speaker> ReasonSentences for T {}

/// A taint as `kubectl` writes it.
pub fn format_taint(key: &str, value: &str) -> String {
    if value.is_empty() { key.to_owned() } else { format!("{key}={value}") }
}

/// The number that a rule compares, short and in full. Rules take the least, so the latest start is noted below zero; a sum of
/// priorities has 2³¹ for each victim.
pub fn format_rule_value(rule: LadderRule, value: i64, victims: usize) -> (String, String) {
    match rule {
        LadderRule::LatestStart => {
            let full = Time(value.saturating_neg()).to_string();
            let clock = full.split_once('T').map_or(full.as_str(), |(_, clock)| clock.trim_end_matches('Z'));
            (clock.to_owned(), full.clone())
        }
        LadderRule::SmallestPrioritySum => {
            let raised = i64::try_from(victims).unwrap_or(0) << 31;
            (format!("{victims}·2³¹ + {}", value - raised).replace("+ -", "− "), value.to_string())
        }
        _ => (value.to_string(), value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lang;

    #[test]
    fn numbers_of_rules_read_well() {
        for (rule, number, victims, expected_text) in [
            (LadderRule::LatestStart, -1_767_226_800_000, 1, "00:20:00"),
            (LadderRule::SmallestPrioritySum, (2 << 31) + 20, 2, "2·2³¹ + 20"),
            (LadderRule::SmallestPrioritySum, (1 << 31) - 5, 1, "1·2³¹ − 5"),
            (LadderRule::FewestVictims, 3, 3, "3"),
        ] {
            assert_eq!(format_rule_value(rule, number, victims).0, expected_text);
        }
    }

    #[test]
    fn starts_are_read_against_the_earliest_one() {
        let (earliest, later) = (-1_767_225_600_000, -1_767_226_800_000);
        let text = |value| Lang::En.compared_value(LadderRule::LatestStart, value, earliest, 1);
        assert_eq!((text(earliest).as_str(), text(later).as_str()), ("started first", "20 min later"));
        assert_eq!(Lang::Zh.compared_value(LadderRule::LatestStart, later, earliest, 1), "晚 20 分钟");
        assert_eq!(
            (Lang::En.short_start(later, earliest).as_str(), Lang::Zh.short_start(0, 0).as_str()),
            ("+20 min", "最早")
        );
        assert_eq!(Lang::En.compared_value(LadderRule::FewestVictims, 2, 3, 2), "2");
        for (seconds, expected_text) in
            [(0, "0 s"), (59, "59 s"), (90, "1 min 30 s"), (3600, "1 h"), (90_061, "1 d 1 h"), (86_400, "1 d")]
        {
            assert_eq!(Lang::En.length_of(Millis::from_seconds(seconds)), expected_text);
        }
    }
}
