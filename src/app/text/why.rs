//! Findings about a pod in words.

use crate::answers::why::Fact;
use crate::api::Str;
use crate::app::state::Lang;
use crate::framework::PluginId;
use crate::releases::{Release, queue_policy};
use crate::simulation::Deletion;

use super::{clock, pick, reason, short, story};

/// A finding as a sentence; release by release where the queue's ways differ.
#[allow(clippy::too_many_lines)] // one arm for each kind of finding
pub fn tell(lang: Lang, release: Release, now: u64, fact: &Fact) -> String {
    let names = |keys: &[Str]| {
        let names: Vec<&str> = keys.iter().map(|key| short(key)).collect();
        names.join(if lang == Lang::Zh { "、" } else { ", " })
    };
    let (en, zh) = match fact {
        Fact::CameBound(node) => (
            format!("It came with spec.nodeName {node}; no scheduler was asked."),
            format!("它创建时 spec.nodeName 就是 {node}，没有经过调度器。"),
        ),
        Fact::NeverTried => ("It has not been tried yet.".into(), "还没有尝试过调度它。".into()),
        Fact::Feasible(some, looked, all) => (
            format!("{some} of {looked} nodes passed every filter (the cluster has {all})."),
            format!("检查的 {looked} 个节点中有 {some} 个通过所有过滤（集群共 {all} 个）。"),
        ),
        Fact::NominatedFirst(node) => (
            format!("{node} was nominated for it and passed, so no other node was looked at."),
            format!("它已提名到 {node} 且该节点通过，因此未检查其他节点。"),
        ),
        Fact::OnlyNode(node) => {
            (format!("Only {node} was feasible: nothing to score."), format!("只有 {node} 可行，无需打分。"))
        }
        Fact::Best(node, total, None) => {
            (format!("{node} had the best total, {total}."), format!("{node} 总分最高：{total}。"))
        }
        Fact::Best(node, total, Some((second, points))) => (
            format!("{node} had the best total, {total}; the next was {second} with {points}."),
            format!("{node} 总分最高：{total}；其次是 {second}：{points}。"),
        ),
        Fact::Drawn(nodes) => (
            format!("{} were level; one was drawn.", names(nodes)),
            format!("{} 不分高下，随机抽取其一。", names(nodes)),
        ),
        Fact::MadeBy(plugin, points) => (
            format!("Most of the difference is {plugin}'s: {points} points."),
            format!("差距主要来自 {plugin}：{points} 分。"),
        ),
        Fact::RoomMade(node, victims) => (
            format!("Room had been made for it on {node} by evicting {}.", names(victims)),
            format!("先前为它在 {node} 上驱逐了 {}，腾出了位置。", names(victims)),
        ),
        Fact::IsThere(node) => (format!("It is on {node}."), format!("它就在 {node} 上。")),
        Fact::NoSuchNode(node) => (
            format!("{node} was not part of the cluster when it was tried."),
            format!("尝试调度时 {node} 不在集群中。"),
        ),
        Fact::NotLooked(node) => (
            format!("{node} was not looked at: enough feasible nodes had been found before."),
            format!("未检查 {node}：在它之前已找到足够的可行节点。"),
        ),
        Fact::RejectedEverywhere(plugin, failure) => {
            let why = reason::failure(lang, failure);
            (format!("{plugin} rejected every node beforehand. {why}"), format!("{plugin} 事先拒绝了所有节点。{why}"))
        }
        Fact::Rejected(node, plugin, failure) => {
            let (why, code) = (reason::failure(lang, failure), reason::code(lang, failure.code));
            let by = if plugin.is_empty() { String::new() } else { format!("{plugin}: ") };
            (format!("{node} did not pass. {by}{why} ({code})"), format!("{node} 未通过。{by}{why}（{code}）"))
        }
        Fact::Outscored(node, total, winner, best) => (
            format!("{node} was feasible, but had {total} points; {winner} had {best}."),
            format!("{node} 可行，但只有 {total} 分；{winner} 有 {best} 分。"),
        ),
        Fact::LostBy(plugin, points) => {
            (format!("It lost most by {plugin}: {points} points."), format!("失分最多的是 {plugin}：{points} 分。"))
        }
        Fact::NotPotential(node) => {
            (format!("Taking pods away would not have helped on {node}."), format!("在 {node} 上移走 Pod 也无济于事。"))
        }
        Fact::NotTried(node) => (
            format!("Preemption had enough candidates before it came to {node}."),
            format!("轮到 {node} 之前，抢占已找到足够的候选。"),
        ),
        Fact::NoCandidate(node, failure) => {
            let why = reason::failure(lang, failure);
            (format!("{node} was no candidate for preemption. {why}"), format!("{node} 不是抢占候选。{why}"))
        }
        Fact::Dropped(node, rule, (own, pods), (best, others)) => {
            let (name, _) = reason::rule(lang, *rule);
            let (own, best) = (reason::rule_value(*rule, *own, *pods).0, reason::rule_value(*rule, *best, *others).0);
            (
                format!("{node} was a candidate, but out at the rule “{name}”: {own} against {best}."),
                format!("{node} 是候选，但在规则“{name}”出局：{own} 对 {best}。"),
            )
        }
        Fact::EqualNode(node, chosen) => (
            format!("{node} and {chosen} were equal by every rule; {chosen} was drawn."),
            format!("按所有规则 {node} 与 {chosen} 都相同；抽中了 {chosen}。"),
        ),
        Fact::ChosenNode(node, victims) => (
            format!("{node} is where preemption makes room; victims: {victims}."),
            format!("抢占正在 {node} 上腾出位置；牺牲者：{victims} 个。"),
        ),
        Fact::OnlyCandidate(node) => (format!("{node} was the only candidate."), format!("{node} 是唯一的候选。")),
        Fact::DecidedBy(node, rule, of) => {
            let (name, _) = reason::rule(lang, *rule);
            (
                format!("Among the candidates {node} was left over by the rule “{name}” ({of} were still in)."),
                format!("候选中由规则“{name}”决定了 {node}（当时还剩 {of} 个）。"),
            )
        }
        Fact::Gated => ("Scheduling gates hold it back.".into(), "调度门控阻挡着它。".into()),
        Fact::InCycle => ("It is being scheduled at this moment.".into(), "此刻正在调度它。".into()),
        Fact::Message(message) => {
            (format!("Its last attempt failed: {message}"), format!("最近一次尝试失败：{message}"))
        }
        Fact::WaitsFor(node, victims) => waits_for(lang, now, node, victims),
        Fact::Waits(queue, until) => {
            let queue = story::queue_name(lang, *queue);
            match until.filter(|until| *until > now) {
                Some(until) => (
                    format!("It waits in the queue “{queue}”, for {} at least.", clock(until - now)),
                    format!("它在“{queue}”中，至少还要等 {}。", clock(until - now)),
                ),
                None => (format!("It waits in the queue “{queue}”."), format!("它在“{queue}”中等待。")),
            }
        }
        Fact::RejectedBy(plugins) => return wakes(lang, release, plugins),
        Fact::MovedBy(by, queue, at) => {
            let (queue, at) = (story::queue_name(lang, *queue), clock(*at));
            (
                format!("In this run {by} moves it at {at}, to the queue “{queue}”."),
                format!("在本次运行中，{by} 于 {at} 将它移入“{queue}”。"),
            )
        }
        Fact::TriedAgain(at) => {
            (format!("It is tried next at {}.", clock(*at)), format!("下一次尝试在 {}。", clock(*at)))
        }
        Fact::NeverMoved => (
            "In this run nothing happens any more that lets it try again.".into(),
            "在本次运行中，之后再没有让它重试的变化。".into(),
        ),
        Fact::PreemptedBy(by, node) => {
            (format!("{} preempted it on {node}.", short(by)), format!("{} 在 {node} 上抢占了它。", short(by)))
        }
        Fact::NoReprieve(by, plugin, failure, violates) => {
            let (by, why) = (short(by), reason::failure(lang, failure));
            let (budget, budget_zh) = if violates.is_empty() {
                (String::new(), String::new())
            } else {
                (
                    format!(" Its eviction violates {}: best effort only.", names(violates)),
                    format!("驱逐它违反 {}：仅尽力而为。", names(violates)),
                )
            };
            (
                format!("With it put back, {by} did not fit. {plugin}: {why}{budget}"),
                format!("放回它之后 {by} 放不下。{plugin}：{why}{budget_zh}"),
            )
        }
        Fact::Gone(why) => gone(why),
        Fact::Spared(by, node) => (
            format!("It was put back on {node}, and {} still fitted beside it: reprieved.", short(by)),
            format!("将它放回 {node} 后 {} 仍放得下：得以保留。", short(by)),
        ),
        Fact::NotLower(own, by, other) => (
            format!("Its priority {own} is not lower than {}'s {other}: it is never lifted off.", short(by)),
            format!("它的优先级 {own} 不低于 {} 的 {other}：不会被移开。", short(by)),
        ),
        Fact::OtherNode(node, chosen) => {
            (format!("It is on {node}; room was made on {chosen}."), format!("它在 {node} 上；腾位置的是 {chosen}。"))
        }
    };
    pick(lang, en, zh)
}

fn waits_for(lang: Lang, now: u64, node: &str, victims: &[(Str, Option<u64>)]) -> (String, String) {
    let who: Vec<String> = victims
        .iter()
        .map(|(key, until)| match until {
            Some(until) if lang == Lang::Zh => format!("{}（{}）", short(key), clock(until.saturating_sub(now))),
            Some(until) => format!("{} ({})", short(key), clock(until.saturating_sub(now))),
            None => short(key).to_owned(),
        })
        .collect();
    if who.is_empty() {
        return (
            format!("It is nominated to {node}: room is kept for it there."),
            format!("它已提名到 {node}：那里为它保留了位置。"),
        );
    }
    (
        format!("It is nominated to {node} and waits for its victims to go: {}.", who.join(", ")),
        format!("它已提名到 {node}，等待牺牲者离开：{}。", who.join("、")),
    )
}

fn gone(why: &Deletion) -> (String, String) {
    let (en, zh) = match why {
        Deletion::Preempted { by } => {
            return (format!("{} preempted it.", short(by)), format!("{} 抢占了它。", short(by)));
        }
        Deletion::Deleted => ("Somebody deleted it; the scheduler had no part in it.", "有人删除了它，与调度器无关。"),
        Deletion::ScaledDown => {
            ("Its controller had one too many; the scheduler had no part in it.", "控制器多出一个副本，与调度器无关。")
        }
        Deletion::Drained => ("A drain of its node evicted it, within the budgets.", "排空节点时在预算之内驱逐了它。"),
        Deletion::Orphaned => ("Its node is gone.", "它的节点已不存在。"),
        Deletion::Tainted => {
            ("A NoExecute taint that it does not tolerate evicted it.", "它不容忍的 NoExecute 污点驱逐了它。")
        }
    };
    (en.into(), zh.into())
}

/// What lets a pod that these plugins rejected try again.
fn wakes(lang: Lang, release: Release, plugins: &[PluginId]) -> String {
    let policy = queue_policy(release);
    let latest = clock(policy.leftover_after);
    if !policy.hints {
        return pick(
            lang,
            format!(
                "It may try again as soon as a pod goes, or a node comes or changes, whatever that is; and after {latest} in any case."
            ),
            format!("任何 Pod 离开、节点加入或变化都会让它重试；最迟 {latest} 后重试。"),
        );
    }
    let events: Vec<&str> = plugins.iter().filter_map(|plugin| event(lang, *plugin)).collect();
    if events.is_empty() {
        return pick(lang, format!("It is tried again after {latest}."), format!("{latest} 后重试。"));
    }
    pick(
        lang,
        format!("What lets it try again: {}; or {latest} of waiting.", events.join("; ")),
        format!("能让它重试的变化：{}；或等待 {latest}。", events.join("；")),
    )
}

/// What a plugin listens for, roughly; the exact conditions are its hint's.
fn event(lang: Lang, plugin: PluginId) -> Option<&'static str> {
    let (en, zh) = match plugin {
        PluginId::NodeResourcesFit | PluginId::GeneralPredicates => {
            ("a pod goes or asks for less, a node comes or has more room", "Pod 离开或减少请求、节点加入或容量增加")
        }
        PluginId::NodeUnschedulable => ("a node is uncordoned or comes", "节点解除封锁或加入"),
        PluginId::NodeName => ("the named node comes", "所指定的节点加入"),
        PluginId::TaintToleration => (
            "a taint goes, a node without it comes, or the pod tolerates it",
            "污点消失、无此污点的节点加入或 Pod 容忍它",
        ),
        PluginId::NodeAffinity => {
            ("a node with the right labels comes, or gets them", "带有所需标签的节点加入，或节点获得该标签")
        }
        PluginId::NodePorts => {
            ("a pod with that host port goes, or a node comes", "占用该主机端口的 Pod 离开，或节点加入")
        }
        PluginId::InterPodAffinity => {
            ("a pod that its affinity is about comes, goes or is labelled", "其亲和性所涉及的 Pod 到来、离开或更改标签")
        }
        PluginId::PodTopologySpread => (
            "a pod that it spreads with comes or goes, or a node with the topology key",
            "与其一同分布的 Pod 到来或离开，或带有该拓扑键的节点变化",
        ),
        _ => return None,
    };
    Some(if lang == Lang::En { en } else { zh })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::why::{Finding, Past};
    use crate::app::load;
    use crate::simulation::Simulation;
    use crate::trace::{Trace, steps};

    #[derive(Clone, Copy, Debug)]
    enum Ask {
        Here(&'static str),
        Not(&'static str, &'static str),
        Pending(&'static str),
        Gone(&'static str),
        Spared(&'static str),
    }

    macro_rules! scenario {
        ($name:literal) => {
            include_str!(concat!("../../../www/scenarios/", $name, ".yaml"))
        };
    }

    /// Each question at a second of a scenario, with the sentences of the answer.
    const ASKED: &[(&str, u64, Ask, &[&str])] = &[
        (
            scenario!("ladder"),
            8,
            Ask::Gone("default/e-batch-1"),
            &[
                "preemptor preempted it on node-e.",
                "With it put back, preemptor did not fit. NodeResourcesFit: The pod asks for 2 cpu; 1 of 2 are free: 1 too few.",
                "Among the candidates node-e was left over by the rule “Latest start of the longest-running top victim” (2 were still in).",
            ],
        ),
        (
            scenario!("ladder"),
            8,
            Ask::Pending("default/preemptor"),
            &[
                "Its last attempt failed: 0/5 nodes are available: 5 Insufficient cpu.",
                "It is nominated to node-e and waits for its victims to go: e-batch-1 (27 s), e-batch-2 (27 s).",
                "It waits in the queue “Unschedulable”.",
                "What lets it try again: a pod goes or asks for less, a node comes or has more room; or 5 m 00 s of waiting.",
                "In this run AssignedPodDelete moves it at 35 s, to the queue “Active”.",
            ],
        ),
        (
            scenario!("ladder"),
            8,
            Ask::Not("default/preemptor", "node-c"),
            &[
                "node-c did not pass. NodeResourcesFit: The pod asks for 2 cpu; 0 of 2 are free: 2 too few. (preemption may help)",
                "node-c was a candidate, but out at the rule “Smallest sum of priorities (each + 2³¹)”: 3·2³¹ + 30 against 2·2³¹ + 20.",
            ],
        ),
        (
            scenario!("ladder"),
            8,
            Ask::Spared("default/d-batch-1"),
            &[
                "It is on node-d; room was made on node-e.",
                "node-d was a candidate, but out at the rule “Latest start of the longest-running top victim”: 00:00:00 against 00:20:00.",
            ],
        ),
        (
            scenario!("ladder"),
            8,
            Ask::Spared("default/a-database"),
            &[
                "It is on node-a; room was made on node-e.",
                "node-a was a candidate, but out at the rule “Fewest violated budgets”: 1 against 0.",
            ],
        ),
        (
            scenario!("ladder"),
            8,
            Ask::Here("default/a-database"),
            &["It came with spec.nodeName node-a; no scheduler was asked."],
        ),
        (
            scenario!("ladder"),
            60,
            Ask::Here("default/preemptor"),
            &[
                "Room had been made for it on node-e by evicting e-batch-1, e-batch-2.",
                "node-e was nominated for it and passed, so no other node was looked at.",
            ],
        ),
        (
            scenario!("reprieve"),
            8,
            Ask::Spared("default/db"),
            &["It was put back on node-a, and urgent still fitted beside it: reprieved."],
        ),
        (
            scenario!("reprieve"),
            8,
            Ask::Gone("default/web"),
            &[
                "urgent preempted it on node-a.",
                "With it put back, urgent did not fit. NodeResourcesFit: The pod asks for 3 cpu; 1 of 4 are free: 2 too few.",
                "node-a was the only candidate.",
            ],
        ),
        (
            scenario!("tie"),
            4,
            Ask::Here("default/first"),
            &[
                "3 of 3 nodes passed every filter (the cluster has 3).",
                "node-c had the best total, 474.",
                "node-a, node-b, node-c were level; one was drawn.",
            ],
        ),
        (scenario!("tie"), 8, Ask::Not("default/second", "node-a"), &["node-a, node-b were level; one was drawn."]),
        (scenario!("tie"), 8, Ask::Not("default/second", "node-b"), &["It is on node-b."]),
        (
            scenario!("tie"),
            8,
            Ask::Not("default/second", "node-c"),
            &[
                "node-c was feasible, but had 449 points; node-b had 474.",
                "It lost most by NodeResourcesFit: 14 points.",
            ],
        ),
        (
            scenario!("tie"),
            20,
            Ask::Here("default/third"),
            &[
                "3 of 3 nodes passed every filter (the cluster has 3).",
                "node-a had the best total, 474; the next was node-b with 449.",
                "Most of the difference is NodeResourcesFit's: 14 points.",
            ],
        ),
        (
            scenario!("unresolvable"),
            8,
            Ask::Not("default/model", "node-a"),
            &[
                "node-a did not pass. NodeAffinity: The node's labels do not match the pod's node selector or affinity. (preemption cannot help)",
                "Taking pods away would not have helped on node-a.",
            ],
        ),
        (
            scenario!("unresolvable"),
            8,
            Ask::Not("default/model", "node-b"),
            &[
                "node-b did not pass. TaintToleration: The pod does not tolerate the taint maintenance. (preemption cannot help)",
                "Taking pods away would not have helped on node-b.",
            ],
        ),
        (
            scenario!("unresolvable"),
            8,
            Ask::Spared("default/idle"),
            &["It is on node-a; room was made on node-d.", "Taking pods away would not have helped on node-a."],
        ),
        (
            scenario!("gates"),
            5,
            Ask::Pending("default/gated"),
            &[
                "Scheduling gates hold it back.",
                "In this run UnschedulablePodUpdatePodSchedulingGatesEliminated moves it at 12 s, to the queue “Active”.",
            ],
        ),
        (
            scenario!("never"),
            7,
            Ask::Pending("default/patient"),
            &[
                "Its last attempt failed: 0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: not eligible due to preemptionPolicy=Never.",
                "It waits in the queue “Unschedulable”.",
                "What lets it try again: a pod goes or asks for less, a node comes or has more room; or 5 m 00 s of waiting.",
                "In this run AssignedPodDelete moves it at 25 s, to the queue “Active”.",
            ],
        ),
        (
            scenario!("backoff"),
            7,
            Ask::Pending("default/big"),
            &[
                "Its last attempt failed: 0/3 nodes are available: 1 Insufficient cpu, 2 node(s) had taint {reserved: }, that the pod didn't tolerate.",
                "It waits in the queue “Unschedulable”, for 4 s at least.",
                "It may try again as soon as a pod goes, or a node comes or changes, whatever that is; and after 1 m 00 s in any case.",
                "In this run NodeAdd moves it at 8 s, to the queue “Backoff”.",
            ],
        ),
        (
            scenario!("nomination"),
            7,
            Ask::Not("default/boss", "node-a"),
            &[
                "node-a did not pass. NodeResourcesFit: The pod asks for 3.5 cpu; 1 of 4 are free: 2.5 too few. (preemption may help)",
                "node-a is where preemption makes room; victims: 1.",
            ],
        ),
        (
            scenario!("nomination"),
            7,
            Ask::Not("default/boss", "node-x"),
            &["node-x was not part of the cluster when it was tried."],
        ),
        (
            scenario!("first-pod"),
            3,
            Ask::Here("default/web"),
            &[
                "2 of 3 nodes passed every filter (the cluster has 3).",
                "node-c had the best total, 449; the next was node-b with 399.",
                "Most of the difference is NodeResourcesFit's: 26 points.",
            ],
        ),
        (
            scenario!("rung-tie"),
            8,
            Ask::Pending("default/urgent"),
            &[
                "Its last attempt failed: 0/2 nodes are available: 2 Insufficient cpu.",
                "It is nominated to node-b and waits for its victims to go: right (27 s).",
                "It waits in the queue “Unschedulable”.",
                "What lets it try again: a pod goes or asks for less, a node comes or has more room; or 5 m 00 s of waiting.",
                "In this run AssignedPodDelete moves it at 35 s, to the queue “Active”.",
            ],
        ),
        (
            scenario!("rung-tie"),
            8,
            Ask::Not("default/urgent", "node-a"),
            &[
                "node-a did not pass. NodeResourcesFit: The pod asks for 4 cpu; 0 of 4 are free: 4 too few. (preemption may help)",
                "node-a and node-b were equal by every rule; node-b was drawn.",
            ],
        ),
        (
            scenario!("rung-tie"),
            8,
            Ask::Not("default/urgent", "node-b"),
            &[
                "node-b did not pass. NodeResourcesFit: The pod asks for 4 cpu; 0 of 4 are free: 4 too few. (preemption may help)",
                "node-b is where preemption makes room; victims: 1.",
            ],
        ),
    ];

    #[test]
    fn questions_are_answered_from_the_run() {
        let mut wrong = Vec::new();
        for (text, second, ask, wanted) in ASKED {
            let (loaded, scenario) = load::scenario(text, None, 0).expect("a scenario");
            let trace = Trace::new(Simulation::new(scenario).run().1);
            let moments = steps::moments(trace.events());
            let now = trace.events().partition_point(|event| event.at <= second * 1000);
            let past = Past::new(&trace, now);
            let found = match *ask {
                Ask::Here(pod) => past.why_here(pod),
                Ask::Not(pod, node) => past.why_not(pod, node),
                Ask::Pending(pod) => past.why_pending(pod),
                Ask::Gone(pod) => past.why_gone(pod),
                Ask::Spared(pod) => past.why_spared(pod),
            };
            let tell = |finding: &Finding| tell(Lang::En, loaded.release, second * 1000, &finding.fact);
            let told: Vec<String> = found.iter().map(tell).collect();
            if told != *wanted {
                wrong.push(format!("{} at {second} s, {ask:?}:\n  {}", loaded.title.en, told.join("\n  ")));
            }
            for finding in &found {
                let Some((events, step)) = finding.place else { continue };
                // Before the first attempt there is one moment for everything.
                let there =
                    moments.iter().any(|it| it.events == events && it.step == step) || events < moments[0].events;
                assert!(there, "{ask:?}: no moment {events} {step:?} for {}", tell(finding));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
