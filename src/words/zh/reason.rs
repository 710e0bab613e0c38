//! 中文的原因说明。

use super::Zh;
use crate::catalogue::grammar::Grammar as _;
use crate::catalogue::reason::{Lack, Sentences, taint};
use crate::catalogue::volumes::Sentences as _;
use record::{Code, Failure, Ineligible, Reason, Rule};

impl Sentences for Zh {
    fn reason(&self, reason: &Reason) -> String {
        let list = |names: &[api::Str]| self.list(&names.iter().map(|name| name.as_str()).collect::<Vec<_>>());
        match reason {
            Reason::Cordoned => "节点已标记为不可调度，不会调度新的 Pod。".into(),
            Reason::OtherNodeNamed => "Pod 指定了另一个节点。".into(),
            Reason::UntoleratedTaint { key, value } => format!("Pod 不容忍污点 {}。", taint(key, value)),
            Reason::NodeSelectorMismatch => "节点标签不符合 Pod 的节点选择算符或节点亲和性。".into(),
            Reason::AddedAffinityMismatch => "节点不符合调度器配置中的亲和性。".into(),
            Reason::AffinityTermsConflict => "Pod 的节点亲和性条件互相矛盾，没有节点能满足。".into(),
            Reason::PortTaken { port } => format!("主机端口 {port} 在此节点上已被占用。"),
            Reason::TooManyPods { pods, allowed } => format!("节点上已有 {pods} 个 Pod，上限为 {allowed}。"),
            Reason::Insufficient { resource, requested, used, capacity } => {
                let Lack { requested, free, capacity, short } = Lack::new(resource, *requested, *used, *capacity);
                match free {
                    Ok(free) => format!("Pod 请求 {requested} {resource}；总量 {capacity} 中空闲 {free}，差 {short}。"),
                    Err(used) => {
                        format!("Pod 请求 {requested} {resource}；总量 {capacity} 中已请求 {used}，差 {short}。")
                    }
                }
            }
            Reason::SpreadLabelMissing { key } => format!("节点没有拓扑分布所需的标签 {key}。"),
            Reason::SpreadSkew { key, count, own, min, max_skew } => format!(
                "此 {key} 内有 {count} + {own} 个 Pod，最少处为 {min}；偏差 {} 超过 {max_skew}。",
                count + own - min
            ),
            Reason::PodAffinityOrAntiAffinity => "不满足 Pod 间亲和性或反亲和性。".into(),
            Reason::PodAffinity => "此处没有符合其 Pod 亲和性的 Pod。".into(),
            Reason::PodAntiAffinity => "此处有符合其 Pod 反亲和性的 Pod。".into(),
            Reason::ExistingPodsAntiAffinity => "它符合此处某个 Pod 的反亲和性。".into(),
            Reason::UndeclaredFeatures { missing } => format!("节点的 kubelet 未声明该 Pod 需要的 {}。", list(missing)),
            Reason::OutsideNodeSet { plugins } => format!("{} 在过滤之前已排除此节点。", list(plugins)),
            Reason::EmptyNodeSet { plugins } => format!("{} 没有留下可检查的节点。", list(plugins)),
            Reason::Volume(reason) => self.volume_reason(reason),
            Reason::NoVictims => "此处没有优先级更低的 Pod。".into(),
            Reason::PreemptionNotHelpful => "移走 Pod 对此节点没有帮助。".into(),
            Reason::StateMissing { key } => {
                format!("配置关闭了本应保存 {key} 的步骤，缺少它，插件无法工作。")
            }
            Reason::LabelPresence { label, wanted: true } => format!("节点没有配置要求的标签 {label}。"),
            Reason::LabelPresence { label, wanted: false } => format!("节点带有配置禁止的标签 {label}。"),
            Reason::ServiceAffinity { label, value } => {
                format!("同一 Service 的 Pod 运行在 {label}={value} 的节点上，此节点不同。")
            }
            Reason::Extender { extender, message } => match message.as_str() {
                "" => format!("扩展程序 {extender} 排除此节点，没有给出消息。"),
                message => format!("扩展程序 {extender} 拒绝此节点：{message}"),
            },
            Reason::Text(text) => text.to_string(),
        }
    }

    fn failure(&self, failure: &Failure) -> String {
        failure.reasons.iter().map(|reason| self.reason(reason)).collect()
    }

    fn code(&self, code: Code) -> &'static str {
        match code {
            Code::Unschedulable => "抢占可能有用",
            Code::UnschedulableAndUnresolvable => "抢占无用",
            Code::Error => "错误，本次尝试结束",
        }
    }

    fn ineligible(&self, why: Ineligible) -> String {
        match why {
            Ineligible::PolicyNever => "它的 preemptionPolicy 是 Never。".into(),
            Ineligible::WaitsForVictim => "它已有提名节点，那里的牺牲者仍在终止，需等待其结束。".into(),
        }
    }

    fn rule(&self, rule: Rule) -> (String, String) {
        let (name, unit) = match rule {
            Rule::NoVictims => ("无需牺牲者", "牺牲者"),
            Rule::FewestViolations => ("驱逐会违反干扰预算的牺牲者最少", "违反数"),
            Rule::LowestFirstPriority => ("最重要的牺牲者优先级最低", "优先级"),
            Rule::SmallestPrioritySum => ("牺牲者优先级之和最小（每个加 2³¹）", "和"),
            Rule::FewestVictims => ("牺牲者最少", "牺牲者"),
            Rule::LatestStart => ("最高优先级牺牲者中运行最久者启动最晚", "启动时间"),
        };
        (name.into(), unit.into())
    }
}
