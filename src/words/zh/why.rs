//! 中文的结论说明。

use super::Zh;
use crate::catalogue::extender::Sentences as _;
use crate::catalogue::grammar::Grammar as _;
use crate::catalogue::labels::Labels as _;
use crate::catalogue::reason::{Sentences as _, rule_value};
use crate::catalogue::why::Sentences;
use crate::{amount, clock, short};
use api::{Millis, Str};
use record::Deletion;
use record::PluginId;
use wire::{Answer, Change, Effect, Fact, Outcome};

impl Sentences for Zh {
    #[allow(clippy::too_many_lines)] // one arm for each kind of finding
    fn fact(&self, fact: &Fact, now: Millis, wakes: &str) -> String {
        match fact {
            Fact::CameBound(node) => format!("它创建时 spec.nodeName 就是 {node}，因此没有经过调度器。"),
            Fact::NeverTried => "还没有尝试过调度它。".into(),
            Fact::Feasible(some, looked, all) => {
                format!("检查了 {looked} 个节点，其中 {some} 个通过所有过滤（集群共 {all} 个）。")
            }
            Fact::NominatedFirst(node) => format!("{node} 是它的提名节点且通过了过滤，因此未检查其他节点。"),
            Fact::OnlyNode(node) => format!("只有 {node} 可行，无需打分。"),
            Fact::Best(node, total, None) => format!("{node} 总分最高：{total}。"),
            Fact::Best(node, total, Some((second, points))) => {
                format!("{node} 总分最高：{total}；其次是 {second}：{points}。")
            }
            Fact::Drawn(nodes) => format!("{} 总分相同，随机选择其一。", self.pods(nodes)),
            Fact::TopOfHeap(nodes) => format!("{} 总分相同；由它们的顺序决定，并未随机选择。", self.pods(nodes)),
            Fact::MadeBy(plugin, points) => format!("差距主要来自 {plugin}：{points} 分。"),
            Fact::RoomMade(node, victims) => {
                format!("抢占先前在 {node} 上驱逐了 {}，为它腾出空间。", self.pods(victims))
            }
            Fact::IsThere(node) => format!("它就在 {node} 上。"),
            Fact::NoSuchNode(node) => format!("尝试调度时 {node} 不在集群中。"),
            Fact::NotLooked(node) => format!("未检查 {node}：在它之前已找到足够的可行节点。"),
            Fact::RejectedEverywhere(plugin, failure) => {
                format!("{plugin} 对所有节点都拒绝了该 Pod。{}", self.failure(failure))
            }
            Fact::Rejected(node, plugin, failure) => {
                let by = if plugin.is_empty() { String::new() } else { format!("{plugin}：") };
                format!("{node} 未通过。{by}{}（{}）", self.failure(failure), self.code(failure.code))
            }
            Fact::Outscored(node, total, winner, best) => {
                format!("{node} 可行，但只有 {total} 分；{winner} 有 {best} 分。")
            }
            Fact::LostBy(plugin, points) => format!("失分最多的是 {plugin}：{points} 分。"),
            Fact::NotPotential(node) => format!("移走 Pod 对 {node} 没有帮助。"),
            Fact::Withdrawn(extender, node) => self.extender_withdrew(extender, node),
            Fact::NotTried(node) => format!("轮到 {node} 之前，抢占已找到足够的候选。"),
            Fact::NoCandidate(node, failure) => format!("{node} 不是抢占候选。{}", self.failure(failure)),
            Fact::Dropped(node, rule, (own, pods), (best, others)) => {
                let (own, best) = (rule_value(*rule, *own, *pods).0, rule_value(*rule, *best, *others).0);
                format!("{node} 是候选，但在规则“{}”落选：{own} 对 {best}。", self.rule(*rule).0)
            }
            Fact::EqualNode(node, chosen) => {
                format!("按所有规则 {node} 与 {chosen} 都相同；随机选中 {chosen}。")
            }
            Fact::ChosenNode(node, victims) => format!("抢占正在 {node} 上腾出空间：{victims} 个牺牲者。"),
            Fact::OnlyCandidate(node) => format!("{node} 是唯一的候选。"),
            Fact::DecidedBy(node, rule, of) => {
                format!("规则“{}”从最后 {of} 个候选中选出 {node}。", self.rule(*rule).0)
            }
            Fact::Gated => "调度门控阻止它被调度。".into(),
            Fact::InCycle => "此刻正在调度它。".into(),
            Fact::Message(message) => format!("最近一次尝试失败：{message}"),
            Fact::WaitsFor(node, victims) if victims.is_empty() => {
                format!("它的提名节点是 {node}：那里为它保留了资源。")
            }
            Fact::WaitsFor(node, victims) => {
                format!("它的提名节点是 {node}，正在等待那里的牺牲者离开：{}。", self.leaving(victims, now))
            }
            Fact::Waits(queue, until) => {
                let queue = self.words().queue(*queue);
                match until.filter(|until| *until > now) {
                    Some(until) => format!("它在“{queue}”中等待，退避将在 {} 后结束。", clock(until.since(now))),
                    None => format!("它在“{queue}”中等待。"),
                }
            }
            Fact::RejectedBy { .. } => wakes.to_owned(),
            Fact::MovedBy(by, queue, at) => {
                format!("在本次运行中，{by} 于 {} 将它移入“{}”。", clock(*at), self.words().queue(*queue))
            }
            Fact::TriedAgain(at) => format!("下一次尝试在 {}。", clock(*at)),
            Fact::NeverMoved => "在本次运行中，之后没有任何变化让它重试。".into(),
            Fact::PreemptedBy(by, node) => format!("{} 在 {node} 上抢占了它。", short(by)),
            Fact::NoReprieve(by, plugin, failure, violates) => {
                let budgets = if violates.is_empty() {
                    String::new()
                } else {
                    format!("驱逐它违反干扰预算 {}：抢占只是尽力遵守干扰预算。", self.pods(violates))
                };
                let (by, why) = (short(by), self.failure(failure));
                format!("将它放回后 {by} 放不下。{plugin}：{why}{budgets}")
            }
            Fact::Gone(why) => gone(why),
            Fact::GoneUnbound => "它在绑定到节点之前就被删除了。".into(),
            Fact::Spared(by, node) => format!("将它放回 {node} 后 {} 仍放得下：免于驱逐。", short(by)),
            Fact::NotLower(own, by, other) => {
                format!("它的优先级 {own} 不低于 {} 的优先级 {other}：不会成为牺牲者。", short(by))
            }
            Fact::OtherNode(node, chosen) => format!("它在 {node} 上；抢占在 {chosen} 上腾出空间。"),
        }
    }

    fn answer(&self, answer: &Answer) -> String {
        let effect = match &answer.effect {
            Effect::Fits(node) => format!("它会放到 {node}"),
            Effect::Preempts { node, victims } => format!("它会在 {node} 上抢占 {}", self.pods(victims)),
        };
        let change = match &answer.change {
            None => "无需更改".into(),
            Some(Change::MoreRoom { node, resource, by }) => {
                format!("若 {} 多 {} {resource}", node.metadata.name, amount(resource, *by))
            }
            Some(Change::SmallerRequest { resource, by, .. }) => {
                format!("若它少请求 {} {resource}", amount(resource, *by))
            }
            Some(Change::NoTaint { node, key }) => format!("若 {node} 没有污点 {key}"),
            Some(Change::Uncordon(node)) => format!("若 {node} 恢复可调度"),
            Some(Change::OneFewer { pod, node }) => format!("若 {node} 上没有 {}", short(pod)),
            Some(Change::HigherPriority(pod)) => format!("若优先级为 {}", pod.priority()),
            Some(Change::AnotherNode(node)) => {
                format!("若再有一个与 {} 相同的节点", node.metadata.name.trim_end_matches("-copy"))
            }
        };
        let after = |wait: Millis| {
            if wait.seconds() == 0 { String::new() } else { format!("{} 后", clock(wait.down_to(Millis::new(100)))) }
        };
        match &answer.outcome {
            Outcome::Bound { node, after: waits } if node == answer.effect.node() => {
                format!("{change}，{}{effect}。", after(*waits))
            }
            Outcome::Bound { node, after: waits } => {
                format!("{change}，{} 可以容纳它，但它{}会放到 {node}。", answer.effect.node(), after(*waits))
            }
            Outcome::Pending { first: Some(first) } => {
                format!(
                    "{change}，{} 可以容纳它，但 {} 会先放到那里，它仍处于 Pending。",
                    answer.effect.node(),
                    short(first)
                )
            }
            Outcome::Pending { first: None } => {
                format!("{change}，{} 可以容纳它，但在运行结束之前调度器不会再次尝试它。", answer.effect.node())
            }
            Outcome::NotSeen => format!("{change}，{} 可以容纳它。", answer.effect.node()),
        }
    }

    fn wakes_on_any_change(&self, latest: &str) -> String {
        format!("任何 Pod 被删除、任何节点加入或变化，都会让它重试；最迟 {latest} 后重试。")
    }

    fn wakes_after(&self, latest: &str) -> String {
        format!("{latest} 后重试。")
    }

    fn wakes_on(&self, changes: &[&str], latest: &str) -> String {
        format!("能让它重试的变化：{}；最迟等待 {latest}。", changes.join("；"))
    }

    fn change(&self, plugin: PluginId) -> Option<&'static str> {
        Some(match plugin {
            PluginId::NodeResourcesFit | PluginId::GeneralPredicates => "Pod 被删除或减少请求、节点加入或资源增加",
            PluginId::NodeUnschedulable => "节点恢复可调度或加入",
            PluginId::NodeName => "所指定的节点加入",
            PluginId::TaintToleration => "污点被移除、无此污点的节点加入，或 Pod 容忍它",
            PluginId::NodeAffinity => "带有所需标签的节点加入，或节点获得该标签",
            PluginId::NodePorts => "占用该主机端口的 Pod 被删除，或节点加入",
            PluginId::InterPodAffinity => "其亲和性所选的 Pod 被创建、删除或更改标签",
            PluginId::PodTopologySpread => "与其一同分布的 Pod 被创建或删除，或带有该拓扑键的节点变化",
            _ => return None,
        })
    }
}

impl Zh {
    fn leaving(&self, victims: &[(Str, Option<Millis>)], now: Millis) -> String {
        let one = |(key, until): &(Str, Option<Millis>)| match until {
            Some(until) => format!("{}（{}）", short(key), clock(until.since(now))),
            None => short(key).to_owned(),
        };
        let all: Vec<String> = victims.iter().map(one).collect();
        self.list(&all.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

fn gone(why: &Deletion) -> String {
    match why {
        Deletion::Preempted { by } => format!("{} 抢占了它。", short(by)),
        Deletion::Deleted => "人或脚本删除了它，与调度器无关。".into(),
        Deletion::ScaledDown => "控制器多出一个副本，与调度器无关。".into(),
        Deletion::Drained => "腾空节点时在干扰预算之内驱逐了它。".into(),
        Deletion::Orphaned => "它的节点已不存在。".into(),
        Deletion::Tainted => "它不容忍的 NoExecute 污点驱逐了它。".into(),
    }
}
