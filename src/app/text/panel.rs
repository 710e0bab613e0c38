//! The words of the inspector's tables and pages.

use crate::app::state::Lang;

words! {
    find_node: "Find a node", "查找节点";
    sort: "Order", "顺序";
    sort_upstream: "as the scheduler looked", "调度器检查顺序";
    sort_name: "by name", "按名称";
    sort_verdict: "by verdict", "按结果";
    hide_passed: "hide what passed", "隐藏通过的";
    group_equal: "group equal nodes", "合并相同节点";
    nodes_alike: "{} nodes", "{} 个节点";
    show_nodes: "Show these {} nodes", "展开这 {} 个节点";
    more: "{} more: narrow the list by name.", "还有 {} 个：请按名称缩小范围。";
    none_found: "No node here has such a name.", "没有这样的节点。";
    reasons: "Reasons, counted as in the message", "原因（按消息中的计数）";
    partly: "preemption may help on {} of them, and cannot on {}", "其中 {} 个抢占可能有用，{} 个无用";
    every_node: "every node", "每个节点";
    passed_of: "{} of {} nodes are feasible", "{1} 个节点中 {0} 个可行";
    sort_total: "by total", "按总分";
    tied: "tie", "平局";
    weight: "weight", "权重";
    points: "points", "得分";
    arithmetic: "The points of {}", "{} 的得分";
    lacks: "{} would need {} more points to win against {}.", "{0} 还需多 {1} 分才能胜过 {2}。";
    loses_most: "It loses most by {}: {} points.", "失分最多的是 {}：{} 分。";
    alone: "Enough to make that up alone: {}.", "单独就足以追回的插件：{}。";
    none_alone: "No single plugin could make that up.", "没有任何单个插件足以追回。";
    equal_totals: "{} and {} have the same total; one of those that share it is drawn.", "{} 与 {} 总分相同，从同分者中抽取一个。";
    candidates: "Candidates", "候选";
    potential: "Taking pods away might help on {} of {} nodes; none has been tried yet.", "{1} 个节点中有 {0} 个移走 Pod 后可能有用；尚未尝试。";
    earlier: "{} earlier candidates are not shown.", "较早的 {} 个候选未显示。";
    taken: "taken", "选中";
    spared: "stays: the pod still fits beside it", "保留：该 Pod 仍放得下";
    runs_for: "runs for {}", "已运行 {}";
    grace: "{} s of grace", "宽限期 {} 秒";
    violates: "its eviction would violate {}", "驱逐它会违反 {}";
    terminating: "terminating already", "已在终止";
    rule_none: "no victims", "无牺牲者";
    rule_budgets: "budgets", "预算";
    rule_first: "first victim", "首个牺牲者";
    rule_sum: "sum", "总和";
    rule_victims: "victims", "牺牲者";
    rule_start: "start", "启动";
    steps: "Steps before and after", "前后步骤";
    why_here: "Why here?", "为什么在这里？";
    why_pending: "Why pending?", "为什么 Pending？";
    why_gone: "Why did it have to go?", "为什么必须离开？";
    why_spared: "Why not this victim?", "为什么没有牺牲它？";
    why_not_there: "Why not there?", "为什么不在那里？";
    why_pod_here: "Why is {} here?", "为什么 {} 在这里？";
    why_pod_not_here: "Why is {} not here?", "为什么 {} 不在这里？";
    questions: "Questions about {}", "关于 {} 的问题";
    which_node: "Which node?", "哪个节点？";
    see_moment: "Show the moment", "查看那一刻";
    back_to_question: "Back to where you asked", "回到提问之处";
    no_answer: "This run has no answer to that.", "本次运行中没有答案。";
    no_node: "Choose a node here, or by its name on the stage and in the tables.", "在此选择节点，或点击舞台和表格中的节点名称。";
    node_gone: "This node is not part of the cluster at this moment.", "此刻集群中没有这个节点。";
    used: "used", "已用";
    allocatable: "allocatable", "可分配";
    free: "free", "空闲";
    share: "share", "占比";
    taints: "taints", "污点";
    labels: "labels", "标签";
    open_node: "Node {}: show its page", "节点 {}：查看详情";
    and_more: "and {} more", "等 {} 个";
}

/// The words of a language.
pub fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::En => &EN,
        Lang::Zh => &ZH,
    }
}

/// Puts values in place of `{}`, one after the other, or of `{0}`, `{1}`, …
pub fn fill(pattern: &str, values: &[&dyn std::fmt::Display]) -> String {
    let mut text = pattern.to_owned();
    for (at, value) in values.iter().enumerate() {
        let numbered = format!("{{{at}}}");
        text = if text.contains(&numbered) {
            text.replace(&numbered, &value.to_string())
        } else {
            text.replacen("{}", &value.to_string(), 1)
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_filled_in_either_order() {
        for (lang, wanted) in [(Lang::En, "3 of 9 nodes are feasible"), (Lang::Zh, "9 个节点中 3 个可行")] {
            assert_eq!(fill(words(lang).passed_of, &[&3, &9]), wanted);
        }
    }
}
