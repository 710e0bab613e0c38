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
