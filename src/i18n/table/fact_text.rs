//! Texts for the facts of an explanation.

use api::Millis;
use protocol::{Change, Effect, Fact, GroupOutcome, HelpfulChange, PodConstraint, RunOutcome};
use runlog::{Deletion, PluginId};

use crate::{
    format_amount, format_clock,
    languages::{En, Speaker, Zh},
    short_pod_name,
    table::{
        compare::pod_names,
        extender::ExtenderSentences as _,
        grammar::{CountedNoun, Grammar},
        group_facts::{GroupFactSentences, victims_leaving},
        labels::PageLabels,
        reason::{ReasonSentences as _, format_rule_value},
        rollout::RolloutSentences,
    },
};

/// Findings.
pub trait WhySentences: GroupFactSentences + RolloutSentences {
    /// A finding; `wakes` says what lets the pod try again.
    fn fact_text(&self, fact: &Fact, now: Millis, wakes: &str) -> String {
        match fact {
            Fact::CameBound(node) => translate!(
                self,
                format!("It was created with spec.nodeName {node}, so it skipped the scheduler."),
                format!("它创建时 spec.nodeName 就是 {node}，因此没有经过调度器。")
            ),
            Fact::NeverTried => {
                translate!(self, "The scheduler hasn’t tried it yet.".into(), "还没有尝试过调度它。".into())
            }
            Fact::Feasible(some, looked, all) => translate!(
                self,
                format!("{some} of {looked} checked nodes passed every filter (the cluster has {all})."),
                format!("检查了 {looked} 个节点，其中 {some} 个通过所有过滤（集群共 {all} 个）。")
            ),
            Fact::NominatedFirst(node) => translate!(
                self,
                format!("{node} was its nominated node and passed, so no other node was checked."),
                format!("{node} 是它的提名节点且通过了过滤，因此未检查其他节点。")
            ),
            Fact::OnlyNode(node) => translate!(
                self,
                format!("Only {node} was feasible, so there was nothing to score."),
                format!("只有 {node} 可行，无需打分。")
            ),
            Fact::Best(node, total, None) => {
                translate!(self, format!("{node} had the best total, {total}."), format!("{node} 总分最高：{total}。"))
            }
            Fact::Best(node, total, Some((second, points))) => translate!(
                self,
                format!("{node} had the best total, {total}; next was {second} with {points}."),
                format!("{node} 总分最高：{total}；其次是 {second}：{points}。")
            ),
            Fact::Drawn(nodes) => translate!(
                self,
                format!("{} had the same total; one was chosen at random.", pod_names(self, nodes)),
                format!("{} 总分相同，随机选择其一。", pod_names(self, nodes))
            ),
            Fact::TopOfHeap(nodes) => translate!(
                self,
                format!("{} had the same total; their order decided, not chance.", pod_names(self, nodes)),
                format!("{} 总分相同；由它们的顺序决定，并未随机选择。", pod_names(self, nodes))
            ),
            Fact::MadeBy(plugin, points) => translate!(
                self,
                format!("Most of the difference comes from {plugin}: {points} points."),
                format!("差距主要来自 {plugin}：{points} 分。")
            ),
            Fact::RoomMade(node, victims) => translate!(
                self,
                format!("Preemption had made room for it on {node} by evicting {}.", pod_names(self, victims)),
                format!("抢占先前在 {node} 上驱逐了 {}，为它腾出空间。", pod_names(self, victims))
            ),
            Fact::IsThere(node) => translate!(self, format!("It is on {node}."), format!("它就在 {node} 上。")),
            Fact::NoSuchNode(node) => translate!(
                self,
                format!("{node} was not in the cluster when the pod was tried."),
                format!("尝试调度时 {node} 不在集群中。")
            ),
            Fact::NotLooked(node) => translate!(
                self,
                format!("{node} was not checked: enough feasible nodes had already been found."),
                format!("未检查 {node}：在它之前已找到足够的可行节点。")
            ),
            Fact::RejectedEverywhere(plugin, failure) => translate!(
                self,
                format!("{plugin} rejected the pod for every node. {}", En.failure_text(failure)),
                format!("{plugin} 对所有节点都拒绝了该 Pod。{}", Zh.failure_text(failure))
            ),
            Fact::Rejected(node, plugin, failure) => translate!(
                self,
                {
                    let plugin_prefix = if plugin.is_empty() { String::new() } else { format!("{plugin}: ") };
                    format!(
                        "{node} did not pass. {plugin_prefix}{} ({})",
                        En.failure_text(failure),
                        En.code_text(failure.code)
                    )
                },
                {
                    let plugin_prefix = if plugin.is_empty() { String::new() } else { format!("{plugin}：") };
                    format!(
                        "{node} 未通过。{plugin_prefix}{}（{}）",
                        Zh.failure_text(failure),
                        Zh.code_text(failure.code)
                    )
                }
            ),
            Fact::Outscored(node, total, winner, best) => translate!(
                self,
                format!("{node} was feasible but had {total} points; {winner} had {best}."),
                format!("{node} 可行，但只有 {total} 分；{winner} 有 {best} 分。")
            ),
            Fact::LostBy(plugin, points) => translate!(
                self,
                format!("It lost the most points on {plugin}: {points}."),
                format!("失分最多的是 {plugin}：{points} 分。")
            ),
            Fact::NotPotential(node) => translate!(
                self,
                format!("Removing pods would not have helped on {node}."),
                format!("移走 Pod 对 {node} 没有帮助。")
            ),
            Fact::Withdrawn(extender, node) => {
                translate!(
                    self,
                    En.extender_withdrew_candidate(extender, node),
                    Zh.extender_withdrew_candidate(extender, node)
                )
            }
            Fact::NotTried(node) => translate!(
                self,
                format!("Preemption had enough candidates before it got to {node}."),
                format!("轮到 {node} 之前，抢占已找到足够的候选。")
            ),
            Fact::NoCandidate(node, failure) => translate!(
                self,
                format!("{node} was not a candidate for preemption. {}", En.failure_text(failure)),
                format!("{node} 不是抢占候选。{}", Zh.failure_text(failure))
            ),
            Fact::Dropped(node, rule, (value, pods), (best, others)) => {
                let (text, best) =
                    (format_rule_value(*rule, *value, *pods).0, format_rule_value(*rule, *best, *others).0);
                translate!(
                    self,
                    format!(
                        "{node} was a candidate but lost on the rule “{}”: {text} against {best}.",
                        En.rule_text(*rule).0
                    ),
                    format!("{node} 是候选，但在规则“{}”落选：{text} 对 {best}。", Zh.rule_text(*rule).0)
                )
            }
            Fact::EqualNode(node, chosen) => translate!(
                self,
                format!("{node} and {chosen} tied on every rule; {chosen} was chosen at random."),
                format!("按所有规则 {node} 与 {chosen} 都相同；随机选中 {chosen}。")
            ),
            Fact::ChosenNode(node, victims) => translate!(
                self,
                format!("Preemption is making room on {node}: {}.", self.count(*victims, CountedNoun::Victim)),
                format!("抢占正在 {node} 上腾出空间：{victims} 个牺牲者。")
            ),
            Fact::OnlyCandidate(node) => {
                translate!(self, format!("{node} was the only candidate."), format!("{node} 是唯一的候选。"))
            }
            Fact::DecidedBy(node, rule, of) => translate!(
                self,
                {
                    let candidates = self.count(*of, CountedNoun::Candidate);
                    format!("The rule “{}” chose {node} from the last {candidates}.", En.rule_text(*rule).0)
                },
                format!("规则“{}”从最后 {of} 个候选中选出 {node}。", Zh.rule_text(*rule).0)
            ),
            Fact::Gated => translate!(self, "Scheduling gates hold it back.".into(), "调度门控阻止它被调度。".into()),
            Fact::InCycle => {
                translate!(self, "It is being scheduled at this moment.".into(), "此刻正在调度它。".into())
            }
            Fact::AttemptFailed => translate!(
                self,
                "Its attempt has just failed; it is about to go back into a queue.".into(),
                "它的尝试刚刚失败，即将回到队列。".into()
            ),
            Fact::RejectedFor { words, nodes } => {
                let names = pod_names(self, nodes);
                translate!(self, format!("{words}: {names}."), format!("{words}：{names}。"))
            }
            Fact::Message(message) => {
                translate!(self, format!("Its last attempt failed: {message}"), format!("最近一次尝试失败：{message}"))
            }
            Fact::WaitsFor(node, victims) if victims.is_empty() => translate!(
                self,
                format!("Its nominated node is {node}: resources are held for it there."),
                format!("它的提名节点是 {node}：那里为它保留了资源。")
            ),
            Fact::WaitsFor(node, victims) => translate!(
                self,
                format!(
                    "Its nominated node is {node}, where it waits for its victims to terminate: {}.",
                    victims_leaving(self, victims, now)
                ),
                format!("它的提名节点是 {node}，正在等待那里的牺牲者离开：{}。", victims_leaving(self, victims, now))
            ),
            Fact::Waits(queue, until) => {
                let queue = PageLabels::of(self).queue_name(*queue);
                match until.filter(|until| *until > now) {
                    Some(until) => translate!(
                        self,
                        format!(
                            "It waits in the queue “{queue}”; its backoff ends in {}.",
                            format_clock(until.saturating_since(now))
                        ),
                        format!("它在“{queue}”中等待，退避将在 {} 后结束。", format_clock(until.saturating_since(now)))
                    ),
                    None => {
                        translate!(self, format!("It waits in the queue “{queue}”."), format!("它在“{queue}”中等待。"))
                    }
                }
            }
            Fact::RejectedBy { .. } => wakes.to_owned(),
            Fact::MovedBy(by, queue, at) => translate!(
                self,
                {
                    let (queue, at) = (PageLabels::of(self).queue_name(*queue), format_clock(*at));
                    format!("In this run, {by} moves it to the queue “{queue}” at {at}.")
                },
                format!(
                    "在本次运行中，{by} 于 {} 将它移入“{}”。",
                    format_clock(*at),
                    PageLabels::of(self).queue_name(*queue)
                )
            ),
            Fact::TriedAgain(at) => {
                translate!(
                    self,
                    format!("The next attempt is at {}.", format_clock(*at)),
                    format!("下一次尝试在 {}。", format_clock(*at))
                )
            }
            Fact::NeverMoved => translate!(
                self,
                "Nothing in this run triggers another attempt.".into(),
                "在本次运行中，之后没有任何变化让它重试。".into()
            ),
            Fact::NotMovedUntil(at) => translate!(
                self,
                format!(
                    "Nothing triggers another attempt before the run was stopped, at {}. What happens later isn’t known.",
                    format_clock(*at)
                ),
                format!("在运行于 {} 被停止之前，没有任何变化让它重试。之后会发生什么并不确定。", format_clock(*at))
            ),
            Fact::RolloutWaits(rollout) => self.rollout(rollout, now),
            Fact::GroupWaits(group, wait) => self.group_wait(short_pod_name(group), wait, now),
            Fact::NoUnitReprieve(group, others, violates) => {
                self.unit_not_spared(short_pod_name(group), others, *violates)
            }
            Fact::PreemptedBy(by, node) => translate!(
                self,
                format!("{} preempted it on {node}.", short_pod_name(by)),
                format!("{} 在 {node} 上抢占了它。", short_pod_name(by))
            ),
            Fact::NoReprieve(by, plugin, failure, violates) => translate!(
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
                    let (preemptor, reason) = (short_pod_name(by), En.failure_text(failure));
                    format!("With it put back, {preemptor} didn’t fit. {plugin}: {reason}{budgets}")
                },
                {
                    let budgets = if violates.is_empty() {
                        String::new()
                    } else {
                        format!("驱逐它违反干扰预算 {}：抢占只是尽力遵守干扰预算。", pod_names(self, violates))
                    };
                    let (preemptor, reason) = (short_pod_name(by), Zh.failure_text(failure));
                    format!("将它放回后 {preemptor} 放不下。{plugin}：{reason}{budgets}")
                }
            ),
            Fact::Gone(reason) => deletion_text(self, reason),
            Fact::GoneUnbound => translate!(
                self,
                "It was deleted before it was bound to a node.".into(),
                "它在绑定到节点之前就被删除了。".into()
            ),
            Fact::Spared(by, node) => translate!(
                self,
                format!("It was put back on {node} and {} still fit: reprieved.", short_pod_name(by)),
                format!("将它放回 {node} 后 {} 仍放得下：免于驱逐。", short_pod_name(by))
            ),
            Fact::NotLower(priority, by, other) => translate!(
                self,
                format!(
                    "Its priority {priority} is not lower than {other}, the priority of {}: it can’t be a victim.",
                    short_pod_name(by)
                ),
                format!("它的优先级 {priority} 不低于 {} 的优先级 {other}：不会成为牺牲者。", short_pod_name(by))
            ),
            Fact::OtherNode(node, chosen) => translate!(
                self,
                format!("It is on {node}; preemption made room on {chosen}."),
                format!("它在 {node} 上；抢占在 {chosen} 上腾出空间。")
            ),
        }
    }

    /// A change that would help, and what comes of it.
    fn helpful_change(&self, answer: &HelpfulChange) -> String {
        let effect = match &answer.effect {
            Effect::Fits(node) => translate!(self, format!("it goes to {node}"), format!("它会放到 {node}")),
            Effect::Preempts { node, victims } => translate!(
                self,
                format!("it preempts {} on {node}", pod_names(self, victims)),
                format!("它会在 {node} 上抢占 {}", pod_names(self, victims))
            ),
        };
        let change = match &answer.change {
            None => translate!(self, "Without any change".into(), "无需更改".into()),
            Some(Change::MoreRoom { node, resource, by }) => translate!(
                self,
                format!("With {} more {resource} on {}", format_amount(resource, *by), node.metadata.name),
                format!("若 {} 多 {} {resource}", node.metadata.name, format_amount(resource, *by))
            ),
            Some(Change::SmallerRequest { resource, by, .. }) => translate!(
                self,
                format!("If it requested {} less {resource}", format_amount(resource, *by)),
                format!("若它少请求 {} {resource}", format_amount(resource, *by))
            ),
            Some(Change::NoTaint { node, key }) => {
                translate!(self, format!("Without the taint {key} on {node}"), format!("若 {node} 没有污点 {key}"))
            }
            Some(Change::Uncordon(node)) => {
                translate!(self, format!("If {node} were uncordoned"), format!("若 {node} 恢复可调度"))
            }
            Some(Change::NodeLabels { node, edits }) => {
                let edits: Vec<String> = edits.iter().map(ToString::to_string).collect();
                let (node, edits) = (&node.metadata.name, edits.join(" "));
                translate!(
                    self,
                    format!("After kubectl label node {node} {edits}"),
                    format!("执行 kubectl label node {node} {edits} 之后")
                )
            }
            Some(Change::WithoutConstraint { constraint, .. }) => self.given_up_constraint(constraint),
            Some(Change::OneFewer { pod, node }) => {
                translate!(
                    self,
                    format!("Without {} on {node}", short_pod_name(pod)),
                    format!("若 {node} 上没有 {}", short_pod_name(pod))
                )
            }
            Some(Change::HigherPriority(pod)) => {
                translate!(self, format!("With priority {}", pod.priority()), format!("若优先级为 {}", pod.priority()))
            }
            Some(Change::MoreDevices { slice, like, count }) => translate!(
                self,
                format!("With {count} more devices like {like} in {}", slice.metadata.name),
                format!("若 {} 再有 {count} 个与 {like} 相同的设备", slice.metadata.name)
            ),
            Some(Change::NoDeviceTaint { slice, device, key }) => translate!(
                self,
                format!("Without the taint {key} on the device {device} of {}", slice.metadata.name),
                format!("若 {} 的设备 {device} 没有污点 {key}", slice.metadata.name)
            ),
            Some(Change::AnotherNode(node)) => translate!(
                self,
                format!("With one more node like {}", node.metadata.name.trim_end_matches("-copy")),
                format!("若再有一个与 {} 相同的节点", node.metadata.name.trim_end_matches("-copy"))
            ),
            Some(Change::LowerMinimum { group, min_count }) => translate!(
                self,
                format!("If minCount of {} were {min_count}", short_pod_name(group)),
                format!("若 {} 的 minCount 为 {min_count}", short_pod_name(group))
            ),
            Some(Change::HigherClass { group, class, value }) => translate!(
                self,
                format!("If {} had the priority class {class} ({value})", short_pod_name(group)),
                format!("若 {} 的优先级类为 {class}（{value}）", short_pod_name(group))
            ),
            Some(Change::GatesOff) => translate!(
                self,
                "With the feature gates of groups off".to_owned(),
                "若 Pod 组的特性门控关闭".to_owned()
            ),
        };
        if let (Some(group), RunOutcome::Bound { node, after }) = (answer.group, &answer.outcome) {
            return self.group_change(&change, group, node, *after);
        }
        translate!(
            self,
            {
                let after = |wait: Millis| {
                    if wait.seconds() == 0 {
                        String::new()
                    } else {
                        format!(" after {}", format_clock(wait.round_down_to(Millis::new(100))))
                    }
                };
                match &answer.outcome {
                    RunOutcome::Bound { node, after: waits } if node == answer.effect.node() => {
                        format!("{change}, {effect}{}.", after(*waits))
                    }
                    RunOutcome::Bound { node, after: waited } => {
                        format!(
                            "{change}, it would fit on {}, but it goes to {node}{}.",
                            answer.effect.node(),
                            after(*waited)
                        )
                    }
                    RunOutcome::Pending { first: Some(first), .. } => {
                        format!(
                            "{change}, it would fit on {}, but {} goes there first, and it stays pending.",
                            answer.effect.node(),
                            short_pod_name(first)
                        )
                    }
                    RunOutcome::Pending { first: None, is_tried: true } => {
                        format!(
                            "{change}, it would fit on {}, but it is tried in vain later, and stays pending.",
                            answer.effect.node()
                        )
                    }
                    RunOutcome::Pending { first: None, is_tried: false } => {
                        format!(
                            "{change}, it would fit on {}, but it isn’t tried again before the run ends.",
                            answer.effect.node()
                        )
                    }
                    RunOutcome::NotSeen(time) => format!(
                        "{change}, it would fit on {}, but it isn’t bound within {}, as far as the run was followed.",
                        answer.effect.node(),
                        format_clock(*time)
                    ),
                }
            },
            {
                let after = |wait: Millis| {
                    if wait.seconds() == 0 {
                        String::new()
                    } else {
                        format!("{} 后", format_clock(wait.round_down_to(Millis::new(100))))
                    }
                };
                match &answer.outcome {
                    RunOutcome::Bound { node, after: waits } if node == answer.effect.node() => {
                        format!("{change}，{}{effect}。", after(*waits))
                    }
                    RunOutcome::Bound { node, after: waited } => {
                        format!("{change}，{} 可以容纳它，但它{}会放到 {node}。", answer.effect.node(), after(*waited))
                    }
                    RunOutcome::Pending { first: Some(first), .. } => {
                        format!(
                            "{change}，{} 可以容纳它，但 {} 会先放到那里，它仍处于 Pending。",
                            answer.effect.node(),
                            short_pod_name(first)
                        )
                    }
                    RunOutcome::Pending { first: None, is_tried: true } => {
                        format!(
                            "{change}，{} 可以容纳它，但之后的尝试仍然失败，它仍处于 Pending。",
                            answer.effect.node()
                        )
                    }
                    RunOutcome::Pending { first: None, is_tried: false } => {
                        format!("{change}，{} 可以容纳它，但在运行结束之前调度器不会再次尝试它。", answer.effect.node())
                    }
                    RunOutcome::NotSeen(time) => format!(
                        "{change}，{} 可以容纳它，但跟踪运行 {} 后它仍未绑定。",
                        answer.effect.node(),
                        format_clock(*time)
                    ),
                }
            }
        )
    }

    /// What a pod is to do without.
    fn given_up_constraint(&self, constraint: &PodConstraint) -> String {
        match constraint {
            PodConstraint::NodeSelector(key) => {
                translate!(
                    self,
                    format!("Without {key} in its nodeSelector"),
                    format!("若它的 nodeSelector 没有 {key}")
                )
            }
            PodConstraint::NodeAffinity => {
                translate!(self, "Without its required node affinity".into(), "若它没有必需的节点亲和性".into())
            }
            PodConstraint::PodAffinity(key) => translate!(
                self,
                format!("Without its required pod affinity ({key})"),
                format!("若它没有必需的 Pod 亲和性（{key}）")
            ),
            PodConstraint::PodAntiAffinity(key) => translate!(
                self,
                format!("Without its required pod anti-affinity ({key})"),
                format!("若它没有必需的 Pod 反亲和性（{key}）")
            ),
            PodConstraint::TopologySpread(key) => translate!(
                self,
                format!("Without its topology spread constraint ({key})"),
                format!("若它没有拓扑分布约束（{key}）")
            ),
            PodConstraint::Label(key) => {
                translate!(self, format!("Without its label {key}"), format!("若它没有标签 {key}"))
            }
        }
    }

    /// The effect of a change on a pod and its group.
    fn group_change(&self, change: &str, group: GroupOutcome, node: &str, after: Millis) -> String {
        let GroupOutcome { bound, members, is_from_start } = group;
        let clock = format_clock(after.round_down_to(Millis::new(100)));
        translate!(
            self,
            {
                let when = match (is_from_start, after.seconds()) {
                    (true, _) => format!(" at {clock} of a run from the start"),
                    (false, 0) => String::new(),
                    (false, _) => format!(" after {clock}"),
                };
                format!(
                    "{change}, it would be bound to {node}{when}, with {bound} of {members} pods of its group bound."
                )
            },
            {
                let when = match (is_from_start, after.seconds()) {
                    (true, _) => format!("从头运行到 {clock} 时"),
                    (false, 0) => String::new(),
                    (false, _) => format!("{clock} 后"),
                };
                format!("{change}，{when}它会绑定到 {node}，同组 {members} 个 Pod 中有 {bound} 个绑定。")
            }
        )
    }

    fn wakes_on_any_change(&self, latest: &str) -> String {
        translate!(
            self,
            format!(
                "It can be retried as soon as any pod is deleted, or any node is added or changes; at the latest after {latest}."
            ),
            format!("任何 Pod 被删除、任何节点加入或变化，都会让它重试；最迟 {latest} 后重试。")
        )
    }

    fn wakes_after(&self, latest: &str) -> String {
        translate!(self, format!("It is retried after {latest}."), format!("{latest} 后重试。"))
    }

    fn wakes_on(&self, changes: &[&str], latest: &str) -> String {
        translate!(
            self,
            format!("It is retried when: {}; at the latest after waiting {latest}.", changes.join("; ")),
            format!("能让它重试的变化：{}；最迟等待 {latest}。", changes.join("；"))
        )
    }

    /// What a plugin listens for, roughly; the exact conditions are its hint's.
    fn plugin_wake_event(&self, plugin: PluginId) -> Option<&'static str> {
        let change = match plugin {
            PluginId::NodeResourcesFit | PluginId::GeneralPredicates => translate!(
                self,
                "a pod is deleted or requests less, a node is added or gets more resources",
                "Pod 被删除或减少请求、节点加入或资源增加"
            ),
            PluginId::NodeUnschedulable => translate!(self, "a node is uncordoned or added", "节点恢复可调度或加入"),
            PluginId::NodeName => translate!(self, "the named node is added", "所指定的节点加入"),
            PluginId::TaintToleration => translate!(
                self,
                "a taint is removed, a node without it is added, or the pod tolerates it",
                "污点被移除、无此污点的节点加入，或 Pod 容忍它"
            ),
            PluginId::NodeAffinity => translate!(
                self,
                "a node with the right labels is added, or a node gets them",
                "带有所需标签的节点加入，或节点获得该标签"
            ),
            PluginId::NodePorts => translate!(
                self,
                "a pod with that host port is deleted, or a node is added",
                "占用该主机端口的 Pod 被删除，或节点加入"
            ),
            PluginId::InterPodAffinity => translate!(
                self,
                "a pod that its affinity selects is added, deleted or relabeled",
                "其亲和性所选的 Pod 被创建、删除或更改标签"
            ),
            PluginId::PodTopologySpread => translate!(
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

fn deletion_text(lang: &(impl Grammar + ?Sized), reason: &Deletion) -> String {
    match reason {
        Deletion::Preempted { by } => {
            translate!(
                lang,
                format!("{} preempted it.", short_pod_name(by)),
                format!("{} 抢占了它。", short_pod_name(by))
            )
        }
        Deletion::PreemptedForGroup { group } => {
            translate!(
                lang,
                format!("The group {} preempted it as a whole.", short_pod_name(group)),
                format!("PodGroup {} 以整组的名义抢占了它。", short_pod_name(group))
            )
        }
        Deletion::Deleted => translate!(
            lang,
            "A person or the script deleted it; the scheduler was not involved.".into(),
            "人或脚本删除了它，与调度器无关。".into()
        ),
        Deletion::ScaledDown => translate!(
            lang,
            "Its controller had more replicas than it needs; the scheduler was not involved.".into(),
            "控制器多出一个副本，与调度器无关。".into()
        ),
        Deletion::Updated => translate!(
            lang,
            "It was of an older template, so its controller replaced it; the scheduler was not involved.".into(),
            "它属于旧的模板，控制器将其替换，与调度器无关。".into()
        ),
        Deletion::Ended => translate!(
            lang,
            "It had ended, so its controller replaced it; the scheduler was not involved.".into(),
            "它已结束，控制器将其替换，与调度器无关。".into()
        ),
        Deletion::Unwanted => translate!(
            lang,
            "Its DaemonSet didn’t want it on its node; the scheduler was not involved.".into(),
            "它的 DaemonSet 不需要它运行在该节点上，与调度器无关。".into()
        ),
        Deletion::Drained => translate!(
            lang,
            "It was evicted when its node was drained, within the budgets.".into(),
            "腾空节点时在干扰预算之内驱逐了它。".into()
        ),
        Deletion::Evicted => translate!(
            lang,
            "It was evicted through the Eviction API, within the budgets.".into(),
            "它在干扰预算之内被 Eviction API 驱逐。".into()
        ),
        Deletion::Collected => translate!(
            lang,
            "The workload that owned it was deleted; the garbage collector deleted it.".into(),
            "拥有它的工作负载已被删除，垃圾收集器删除了它。".into()
        ),
        Deletion::NamespaceDeleted => translate!(
            lang,
            "Its namespace was deleted; the scheduler was not involved.".into(),
            "它的名字空间已被删除，与调度器无关。".into()
        ),
        Deletion::DeviceTainted => translate!(
            lang,
            "A NoExecute taint of one of its devices evicted it.".into(),
            "其设备上的 NoExecute 污点驱逐了它。".into()
        ),
        Deletion::Orphaned => translate!(lang, "Its node no longer exists.".into(), "它的节点已不存在。".into()),
        Deletion::Tainted => translate!(
            lang,
            "A NoExecute taint that it doesn’t tolerate evicted it.".into(),
            "它不容忍的 NoExecute 污点驱逐了它。".into()
        ),
    }
}
