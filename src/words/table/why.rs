//! What a finding is told with.

use crate::languages::{En, Speaker, Zh};
use crate::table::compare::pod_names;
use crate::table::extender::ExtenderSentences as _;
use crate::table::grammar::{Grammar, Noun};
use crate::table::labels::Words;
use crate::table::reason::ReasonSentences as _;
use crate::table::reason::rule_value;
use crate::{amount, clock, short};
use api::{Millis, Str};
use record::{Deletion, PluginId};
use wire::{Answer, Change, Effect, Fact, Outcome};

/// Findings.
pub trait WhySentences: Grammar {
    /// A finding; `wakes` says what lets the pod try again.
    fn fact(&self, fact: &Fact, now: Millis, wakes: &str) -> String {
        match fact {
            Fact::CameBound(node) => say!(
                self,
                format!("It was created with spec.nodeName {node}, so it skipped the scheduler."),
                format!("它创建时 spec.nodeName 就是 {node}，因此没有经过调度器。")
            ),
            Fact::NeverTried => say!(self, "The scheduler hasn’t tried it yet.".into(), "还没有尝试过调度它。".into()),
            Fact::Feasible(some, looked, all) => say!(
                self,
                format!("{some} of {looked} checked nodes passed every filter (the cluster has {all})."),
                format!("检查了 {looked} 个节点，其中 {some} 个通过所有过滤（集群共 {all} 个）。")
            ),
            Fact::NominatedFirst(node) => say!(
                self,
                format!("{node} was its nominated node and passed, so no other node was checked."),
                format!("{node} 是它的提名节点且通过了过滤，因此未检查其他节点。")
            ),
            Fact::OnlyNode(node) => say!(
                self,
                format!("Only {node} was feasible, so there was nothing to score."),
                format!("只有 {node} 可行，无需打分。")
            ),
            Fact::Best(node, total, None) => {
                say!(self, format!("{node} had the best total, {total}."), format!("{node} 总分最高：{total}。"))
            }
            Fact::Best(node, total, Some((second, points))) => say!(
                self,
                format!("{node} had the best total, {total}; next was {second} with {points}."),
                format!("{node} 总分最高：{total}；其次是 {second}：{points}。")
            ),
            Fact::Drawn(nodes) => say!(
                self,
                format!("{} had the same total; one was chosen at random.", pod_names(self, nodes)),
                format!("{} 总分相同，随机选择其一。", pod_names(self, nodes))
            ),
            Fact::TopOfHeap(nodes) => say!(
                self,
                format!("{} had the same total; their order decided, not chance.", pod_names(self, nodes)),
                format!("{} 总分相同；由它们的顺序决定，并未随机选择。", pod_names(self, nodes))
            ),
            Fact::MadeBy(plugin, points) => say!(
                self,
                format!("Most of the difference comes from {plugin}: {points} points."),
                format!("差距主要来自 {plugin}：{points} 分。")
            ),
            Fact::RoomMade(node, victims) => say!(
                self,
                format!("Preemption had made room for it on {node} by evicting {}.", pod_names(self, victims)),
                format!("抢占先前在 {node} 上驱逐了 {}，为它腾出空间。", pod_names(self, victims))
            ),
            Fact::IsThere(node) => say!(self, format!("It is on {node}."), format!("它就在 {node} 上。")),
            Fact::NoSuchNode(node) => say!(
                self,
                format!("{node} was not in the cluster when the pod was tried."),
                format!("尝试调度时 {node} 不在集群中。")
            ),
            Fact::NotLooked(node) => say!(
                self,
                format!("{node} was not checked: enough feasible nodes had already been found."),
                format!("未检查 {node}：在它之前已找到足够的可行节点。")
            ),
            Fact::RejectedEverywhere(plugin, failure) => say!(
                self,
                format!("{plugin} rejected the pod for every node. {}", En.failure(failure)),
                format!("{plugin} 对所有节点都拒绝了该 Pod。{}", Zh.failure(failure))
            ),
            Fact::Rejected(node, plugin, failure) => say!(
                self,
                {
                    let by = if plugin.is_empty() { String::new() } else { format!("{plugin}: ") };
                    format!("{node} did not pass. {by}{} ({})", En.failure(failure), En.code(failure.code))
                },
                {
                    let by = if plugin.is_empty() { String::new() } else { format!("{plugin}：") };
                    format!("{node} 未通过。{by}{}（{}）", Zh.failure(failure), Zh.code(failure.code))
                }
            ),
            Fact::Outscored(node, total, winner, best) => say!(
                self,
                format!("{node} was feasible but had {total} points; {winner} had {best}."),
                format!("{node} 可行，但只有 {total} 分；{winner} 有 {best} 分。")
            ),
            Fact::LostBy(plugin, points) => say!(
                self,
                format!("It lost the most points on {plugin}: {points}."),
                format!("失分最多的是 {plugin}：{points} 分。")
            ),
            Fact::NotPotential(node) => say!(
                self,
                format!("Removing pods would not have helped on {node}."),
                format!("移走 Pod 对 {node} 没有帮助。")
            ),
            Fact::Withdrawn(extender, node) => {
                say!(self, En.extender_withdrew(extender, node), Zh.extender_withdrew(extender, node))
            }
            Fact::NotTried(node) => say!(
                self,
                format!("Preemption had enough candidates before it got to {node}."),
                format!("轮到 {node} 之前，抢占已找到足够的候选。")
            ),
            Fact::NoCandidate(node, failure) => say!(
                self,
                format!("{node} was not a candidate for preemption. {}", En.failure(failure)),
                format!("{node} 不是抢占候选。{}", Zh.failure(failure))
            ),
            Fact::Dropped(node, rule, (own, pods), (best, others)) => {
                let (own, best) = (rule_value(*rule, *own, *pods).0, rule_value(*rule, *best, *others).0);
                say!(
                    self,
                    format!(
                        "{node} was a candidate but lost on the rule “{}”: {own} against {best}.",
                        En.rule(*rule).0
                    ),
                    format!("{node} 是候选，但在规则“{}”落选：{own} 对 {best}。", Zh.rule(*rule).0)
                )
            }
            Fact::EqualNode(node, chosen) => say!(
                self,
                format!("{node} and {chosen} tied on every rule; {chosen} was chosen at random."),
                format!("按所有规则 {node} 与 {chosen} 都相同；随机选中 {chosen}。")
            ),
            Fact::ChosenNode(node, victims) => say!(
                self,
                format!("Preemption is making room on {node}: {}.", self.count(*victims, Noun::Victim)),
                format!("抢占正在 {node} 上腾出空间：{victims} 个牺牲者。")
            ),
            Fact::OnlyCandidate(node) => {
                say!(self, format!("{node} was the only candidate."), format!("{node} 是唯一的候选。"))
            }
            Fact::DecidedBy(node, rule, of) => say!(
                self,
                {
                    let candidates = self.count(*of, Noun::Candidate);
                    format!("The rule “{}” chose {node} from the last {candidates}.", En.rule(*rule).0)
                },
                format!("规则“{}”从最后 {of} 个候选中选出 {node}。", Zh.rule(*rule).0)
            ),
            Fact::Gated => say!(self, "Scheduling gates hold it back.".into(), "调度门控阻止它被调度。".into()),
            Fact::InCycle => say!(self, "It is being scheduled at this moment.".into(), "此刻正在调度它。".into()),
            Fact::RejectedFor { words, nodes } => {
                let names = pod_names(self, nodes);
                say!(self, format!("{words}: {names}."), format!("{words}：{names}。"))
            }
            Fact::Message(message) => {
                say!(self, format!("Its last attempt failed: {message}"), format!("最近一次尝试失败：{message}"))
            }
            Fact::WaitsFor(node, victims) if victims.is_empty() => say!(
                self,
                format!("Its nominated node is {node}: resources are held for it there."),
                format!("它的提名节点是 {node}：那里为它保留了资源。")
            ),
            Fact::WaitsFor(node, victims) => say!(
                self,
                format!(
                    "Its nominated node is {node}, where it waits for its victims to terminate: {}.",
                    leaving(self, victims, now)
                ),
                format!("它的提名节点是 {node}，正在等待那里的牺牲者离开：{}。", leaving(self, victims, now))
            ),
            Fact::Waits(queue, until) => {
                let queue = Words::of(self).queue(*queue);
                match until.filter(|until| *until > now) {
                    Some(until) => say!(
                        self,
                        format!("It waits in the queue “{queue}”; its backoff ends in {}.", clock(until.since(now))),
                        format!("它在“{queue}”中等待，退避将在 {} 后结束。", clock(until.since(now)))
                    ),
                    None => say!(self, format!("It waits in the queue “{queue}”."), format!("它在“{queue}”中等待。")),
                }
            }
            Fact::RejectedBy { .. } => wakes.to_owned(),
            Fact::MovedBy(by, queue, at) => say!(
                self,
                {
                    let (queue, at) = (Words::of(self).queue(*queue), clock(*at));
                    format!("In this run, {by} moves it to the queue “{queue}” at {at}.")
                },
                format!("在本次运行中，{by} 于 {} 将它移入“{}”。", clock(*at), Words::of(self).queue(*queue))
            ),
            Fact::TriedAgain(at) => {
                say!(self, format!("The next attempt is at {}.", clock(*at)), format!("下一次尝试在 {}。", clock(*at)))
            }
            Fact::NeverMoved => say!(
                self,
                "Nothing in this run triggers another attempt.".into(),
                "在本次运行中，之后没有任何变化让它重试。".into()
            ),
            Fact::PreemptedBy(by, node) => say!(
                self,
                format!("{} preempted it on {node}.", short(by)),
                format!("{} 在 {node} 上抢占了它。", short(by))
            ),
            Fact::NoReprieve(by, plugin, failure, violates) => say!(
                self,
                {
                    let budgets = if violates.is_empty() {
                        String::new()
                    } else {
                        format!(
                            " Its eviction violates {}: preemption respects budgets only as far as it can.",
                            pod_names(self, violates)
                        )
                    };
                    let (by, why) = (short(by), En.failure(failure));
                    format!("With it put back, {by} didn’t fit. {plugin}: {why}{budgets}")
                },
                {
                    let budgets = if violates.is_empty() {
                        String::new()
                    } else {
                        format!("驱逐它违反干扰预算 {}：抢占只是尽力遵守干扰预算。", pod_names(self, violates))
                    };
                    let (by, why) = (short(by), Zh.failure(failure));
                    format!("将它放回后 {by} 放不下。{plugin}：{why}{budgets}")
                }
            ),
            Fact::Gone(why) => gone(self, why),
            Fact::GoneUnbound => say!(
                self,
                "It was deleted before it was bound to a node.".into(),
                "它在绑定到节点之前就被删除了。".into()
            ),
            Fact::Spared(by, node) => say!(
                self,
                format!("It was put back on {node} and {} still fit: reprieved.", short(by)),
                format!("将它放回 {node} 后 {} 仍放得下：免于驱逐。", short(by))
            ),
            Fact::NotLower(own, by, other) => say!(
                self,
                format!(
                    "Its priority {own} is not lower than {other}, the priority of {}: it can’t be a victim.",
                    short(by)
                ),
                format!("它的优先级 {own} 不低于 {} 的优先级 {other}：不会成为牺牲者。", short(by))
            ),
            Fact::OtherNode(node, chosen) => say!(
                self,
                format!("It is on {node}; preemption made room on {chosen}."),
                format!("它在 {node} 上；抢占在 {chosen} 上腾出空间。")
            ),
        }
    }

    /// A change that would help, and what comes of it.
    fn answer(&self, answer: &Answer) -> String {
        let effect = match &answer.effect {
            Effect::Fits(node) => say!(self, format!("it goes to {node}"), format!("它会放到 {node}")),
            Effect::Preempts { node, victims } => say!(
                self,
                format!("it preempts {} on {node}", pod_names(self, victims)),
                format!("它会在 {node} 上抢占 {}", pod_names(self, victims))
            ),
        };
        let change = match &answer.change {
            None => say!(self, "Without any change".into(), "无需更改".into()),
            Some(Change::MoreRoom { node, resource, by }) => say!(
                self,
                format!("With {} more {resource} on {}", amount(resource, *by), node.metadata.name),
                format!("若 {} 多 {} {resource}", node.metadata.name, amount(resource, *by))
            ),
            Some(Change::SmallerRequest { resource, by, .. }) => say!(
                self,
                format!("If it requested {} less {resource}", amount(resource, *by)),
                format!("若它少请求 {} {resource}", amount(resource, *by))
            ),
            Some(Change::NoTaint { node, key }) => {
                say!(self, format!("Without the taint {key} on {node}"), format!("若 {node} 没有污点 {key}"))
            }
            Some(Change::Uncordon(node)) => {
                say!(self, format!("If {node} were uncordoned"), format!("若 {node} 恢复可调度"))
            }
            Some(Change::OneFewer { pod, node }) => {
                say!(self, format!("Without {} on {node}", short(pod)), format!("若 {node} 上没有 {}", short(pod)))
            }
            Some(Change::HigherPriority(pod)) => {
                say!(self, format!("With priority {}", pod.priority()), format!("若优先级为 {}", pod.priority()))
            }
            Some(Change::MoreDevices { slice, like, count }) => say!(
                self,
                format!("With {count} more devices like {like} in {}", slice.metadata.name),
                format!("若 {} 再有 {count} 个与 {like} 相同的设备", slice.metadata.name)
            ),
            Some(Change::NoDeviceTaint { slice, device, key }) => say!(
                self,
                format!("Without the taint {key} on the device {device} of {}", slice.metadata.name),
                format!("若 {} 的设备 {device} 没有污点 {key}", slice.metadata.name)
            ),
            Some(Change::AnotherNode(node)) => say!(
                self,
                format!("With one more node like {}", node.metadata.name.trim_end_matches("-copy")),
                format!("若再有一个与 {} 相同的节点", node.metadata.name.trim_end_matches("-copy"))
            ),
        };
        say!(
            self,
            {
                let after = |wait: Millis| {
                    if wait.seconds() == 0 {
                        String::new()
                    } else {
                        format!(" after {}", clock(wait.down_to(Millis::new(100))))
                    }
                };
                match &answer.outcome {
                    Outcome::Bound { node, after: waits } if node == answer.effect.node() => {
                        format!("{change}, {effect}{}.", after(*waits))
                    }
                    Outcome::Bound { node, after: waits } => {
                        format!(
                            "{change}, it would fit on {}, but it goes to {node}{}.",
                            answer.effect.node(),
                            after(*waits)
                        )
                    }
                    Outcome::Pending { first: Some(first) } => {
                        format!(
                            "{change}, it would fit on {}, but {} goes there first, and it stays pending.",
                            answer.effect.node(),
                            short(first)
                        )
                    }
                    Outcome::Pending { first: None } => {
                        format!(
                            "{change}, it would fit on {}, but it isn’t tried again before the run ends.",
                            answer.effect.node()
                        )
                    }
                    Outcome::NotSeen => format!("{change}, it would fit on {}.", answer.effect.node()),
                }
            },
            {
                let after = |wait: Millis| {
                    if wait.seconds() == 0 {
                        String::new()
                    } else {
                        format!("{} 后", clock(wait.down_to(Millis::new(100))))
                    }
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
        )
    }

    fn wakes_on_any_change(&self, latest: &str) -> String {
        say!(
            self,
            format!(
                "It can be retried as soon as any pod is deleted, or any node is added or changes; at the latest after {latest}."
            ),
            format!("任何 Pod 被删除、任何节点加入或变化，都会让它重试；最迟 {latest} 后重试。")
        )
    }

    fn wakes_after(&self, latest: &str) -> String {
        say!(self, format!("It is retried after {latest}."), format!("{latest} 后重试。"))
    }

    fn wakes_on(&self, changes: &[&str], latest: &str) -> String {
        say!(
            self,
            format!("It is retried when: {}; at the latest after waiting {latest}.", changes.join("; ")),
            format!("能让它重试的变化：{}；最迟等待 {latest}。", changes.join("；"))
        )
    }

    /// What a plugin listens for, roughly; the exact conditions are its hint's.
    fn change(&self, plugin: PluginId) -> Option<&'static str> {
        let change = match plugin {
            PluginId::NodeResourcesFit | PluginId::GeneralPredicates => say!(
                self,
                "a pod is deleted or requests less, a node is added or gets more resources",
                "Pod 被删除或减少请求、节点加入或资源增加"
            ),
            PluginId::NodeUnschedulable => say!(self, "a node is uncordoned or added", "节点恢复可调度或加入"),
            PluginId::NodeName => say!(self, "the named node is added", "所指定的节点加入"),
            PluginId::TaintToleration => say!(
                self,
                "a taint is removed, a node without it is added, or the pod tolerates it",
                "污点被移除、无此污点的节点加入，或 Pod 容忍它"
            ),
            PluginId::NodeAffinity => say!(
                self,
                "a node with the right labels is added, or a node gets them",
                "带有所需标签的节点加入，或节点获得该标签"
            ),
            PluginId::NodePorts => say!(
                self,
                "a pod with that host port is deleted, or a node is added",
                "占用该主机端口的 Pod 被删除，或节点加入"
            ),
            PluginId::InterPodAffinity => say!(
                self,
                "a pod that its affinity selects is added, deleted or relabeled",
                "其亲和性所选的 Pod 被创建、删除或更改标签"
            ),
            PluginId::PodTopologySpread => say!(
                self,
                "a pod that it spreads with is added or deleted, or a node with the topology key changes",
                "与其一同分布的 Pod 被创建或删除，或带有该拓扑键的节点变化"
            ),
            _ => return None,
        };
        Some(change)
    }
}

impl<T: Speaker> WhySentences for T {}

fn leaving(lang: &(impl Grammar + ?Sized), victims: &[(Str, Option<Millis>)], now: Millis) -> String {
    say!(
        lang,
        {
            let one = |(key, until): &(Str, Option<Millis>)| match until {
                Some(until) => format!("{} ({})", short(key), clock(until.since(now))),
                None => short(key).to_owned(),
            };
            let all: Vec<String> = victims.iter().map(one).collect();
            lang.list(&all.iter().map(String::as_str).collect::<Vec<_>>())
        },
        {
            let one = |(key, until): &(Str, Option<Millis>)| match until {
                Some(until) => format!("{}（{}）", short(key), clock(until.since(now))),
                None => short(key).to_owned(),
            };
            let all: Vec<String> = victims.iter().map(one).collect();
            lang.list(&all.iter().map(String::as_str).collect::<Vec<_>>())
        }
    )
}

fn gone(lang: &(impl Grammar + ?Sized), why: &Deletion) -> String {
    match why {
        Deletion::Preempted { by } => {
            say!(lang, format!("{} preempted it.", short(by)), format!("{} 抢占了它。", short(by)))
        }
        Deletion::Deleted => say!(
            lang,
            "A person or the script deleted it; the scheduler was not involved.".into(),
            "人或脚本删除了它，与调度器无关。".into()
        ),
        Deletion::ScaledDown => say!(
            lang,
            "Its controller had more replicas than it needs; the scheduler was not involved.".into(),
            "控制器多出一个副本，与调度器无关。".into()
        ),
        Deletion::Drained => say!(
            lang,
            "It was evicted when its node was drained, within the budgets.".into(),
            "腾空节点时在干扰预算之内驱逐了它。".into()
        ),
        Deletion::Collected => say!(
            lang,
            "The workload that owned it was deleted; the garbage collector deleted it.".into(),
            "拥有它的工作负载已被删除，垃圾收集器删除了它。".into()
        ),
        Deletion::Orphaned => say!(lang, "Its node no longer exists.".into(), "它的节点已不存在。".into()),
        Deletion::Tainted => say!(
            lang,
            "A NoExecute taint that it doesn’t tolerate evicted it.".into(),
            "它不容忍的 NoExecute 污点驱逐了它。".into()
        ),
    }
}
