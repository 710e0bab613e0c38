//! Texts for the steps of an attempt.

use api::Millis;
use runlog::HostChoice;

use crate::{
    languages::Speaker,
    table::grammar::{CountedNoun, Grammar, TitleAndText, title_and_text},
};

/// The steps of an attempt. Names of pods come without the namespace `default`.
pub trait AttemptSentences: Grammar {
    fn may_preempt(&self, pod: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                "Can it preempt?",
                format!(
                    "Yes. {pod} fits on no node, and it isn’t waiting for victims on a nominated node. Next, preemption looks for lower-priority pods to evict."
                ),
            ),
            title_and_text(
                "可以抢占吗？",
                format!("可以。没有节点能容纳 {pod}，它也没有在提名节点上等待牺牲者。它将寻找可以驱逐的低优先级 Pod。"),
            )
        )
    }

    fn may_not_preempt(&self, reason: String) -> TitleAndText {
        translate!(self, title_and_text("It can’t preempt", reason), title_and_text("不能抢占", reason))
    }

    fn potential_nodes(&self, some: usize, total_count: usize, names: &[&str]) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                format!("On which nodes could eviction help? {some} of {total_count}"),
                if some == 0 {
                    "None: removing pods wouldn’t change why the filters fail.".into()
                } else {
                    format!("Removing pods might make room on: {}.", self.list(names))
                },
            ),
            title_and_text(
                format!("驱逐可能对哪些节点有用？{some}/{total_count}"),
                if some == 0 {
                    "没有：移走 Pod 不会改变过滤失败的原因。".into()
                } else {
                    format!("移走 Pod 后可能腾出空间的节点：{}。", self.list(names))
                },
            )
        )
    }

    fn dry_run_start(&self, node: &str, pod: &str, removed: &[&str]) -> TitleAndText {
        translate!(
            self,
            {
                let names = self.list(removed);
                title_and_text(
                    format!("Dry run on {node}: remove lower-priority pods"),
                    match removed.len() {
                        1 => format!("Removes the only pod with a lower priority than {pod}: {names}."),
                        count => format!("Removes all {count} pods with a lower priority than {pod}: {names}."),
                    },
                )
            },
            title_and_text(
                format!("在 {node} 上试运行：移走低优先级 Pod"),
                format!("移走全部 {} 个优先级低于 {pod} 的 Pod：{}。", removed.len(), self.list(removed)),
            )
        )
    }

    fn does_not_fit_alone(&self, pod: &str) -> String {
        translate!(self, format!("{pod} still doesn’t fit"), format!("{pod} 仍然放不下"))
    }

    fn fits_alone(&self, pod: &str, node: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                format!("{pod} fits without them"),
                format!(
                    "{node} is a candidate. Next: try to put each pod back, first those whose eviction would violate a budget, then by priority."
                ),
            ),
            title_and_text(
                format!("移走它们后 {pod} 放得下"),
                format!("{node} 是候选。接着逐个尝试放回 Pod：先是驱逐会违反干扰预算的，再按优先级从高到低。"),
            )
        )
    }

    fn pod_reprieved(&self, victim: &str, node: &str, pod: &str, budgets: &[&str]) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                format!("{victim} can stay"),
                format!("With {victim} back on {node}, {pod} still fits: reprieved.{}", would_violate(self, budgets)),
            ),
            title_and_text(
                format!("{victim} 可以保留"),
                format!("将 {victim} 放回 {node} 后，{pod} 仍放得下：免于驱逐。{}", would_violate(self, budgets)),
            )
        )
    }

    fn pod_is_victim(&self, victim: &str, node: &str, pod: &str, reason: &str, budgets: &[&str]) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                format!("{victim} is a victim"),
                format!("With {victim} back on {node}, {pod} no longer fits. {reason}{}", would_violate(self, budgets)),
            ),
            title_and_text(
                format!("{victim} 是牺牲者"),
                format!("将 {victim} 放回 {node} 后，{pod} 放不下。{reason}{}", would_violate(self, budgets)),
            )
        )
    }

    fn node_is_no_candidate(&self, node: &str) -> String {
        translate!(self, format!("{node} is not a candidate"), format!("{node} 不是候选"))
    }

    fn node_is_candidate(&self, node: &str, victims: &[&str], violations: usize) -> TitleAndText {
        translate!(
            self,
            {
                let text = match (victims, violations) {
                    ([], _) => "No pod has to be evicted.".into(),
                    (_, 0) => format!("Victims: {}. No eviction violates a budget.", self.list(victims)),
                    (_, 1) => format!("Victims: {}. 1 eviction violates a budget.", self.list(victims)),
                    _ => format!("Victims: {}. {violations} evictions violate a budget.", self.list(victims)),
                };
                title_and_text(format!("{node} is a candidate"), text)
            },
            {
                let text = match (victims, violations) {
                    ([], _) => "无需驱逐任何 Pod。".into(),
                    (_, 0) => format!("牺牲者：{}。不违反任何干扰预算。", self.list(victims)),
                    _ => format!("牺牲者：{}。其中 {violations} 个的驱逐违反干扰预算。", self.list(victims)),
                };
                title_and_text(format!("{node} 是候选"), text)
            }
        )
    }

    fn all_equal(&self, of: usize) -> String {
        translate!(
            self,
            {
                let all = if of == 2 { "Both".to_owned() } else { format!("All {of}") };
                format!("{all} candidates tie on this rule.")
            },
            format!("按此规则 {of} 个候选相同。")
        )
    }

    fn nodes_remain(&self, of: usize, names: &[&str]) -> String {
        translate!(
            self,
            format!("{} of {} remain: {}.", names.len(), self.count(of, CountedNoun::Candidate), self.list(names)),
            format!("{of} 个候选中留下 {} 个：{}。", names.len(), self.list(names))
        )
    }

    /// How much later the victim that a rule compares started than that of the next candidate.
    fn latest_start(&self, later: Millis) -> String {
        let length = self.length_of(later);
        translate!(
            self,
            format!(" The victim compared there started {length} later than on the next candidate."),
            format!("那里参与比较的牺牲者比下一个候选节点上的晚启动 {length}。")
        )
    }

    fn node_chosen(&self, node: &str, victims: &[&str], ties: usize) -> TitleAndText {
        translate!(
            self,
            {
                let text = match victims {
                    [] => "No pod has to be evicted.".into(),
                    _ => format!("Victims: {}.", self.list(victims)),
                };
                let tie = match ties {
                    0 | 1 => String::new(),
                    count => format!(" {count} nodes tie on every rule; one of them is chosen at random."),
                };
                title_and_text(format!("{node} is chosen"), text + &tie)
            },
            {
                let text = match victims {
                    [] => "无需驱逐任何 Pod。".into(),
                    _ => format!("牺牲者：{}。", self.list(victims)),
                };
                let tie = match ties {
                    0 | 1 => String::new(),
                    count => format!("按所有规则 {count} 个节点都相同，随机选择其一。"),
                };
                title_and_text(format!("选中 {node}"), text + &tie)
            }
        )
    }

    fn pod_not_scheduled(&self, pod: &str, making_room_on: Option<&str>) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                "Not scheduled yet",
                match making_room_on {
                    Some(node) => format!("{pod} doesn’t fit on any node yet. Preemption is making room on {node}."),
                    None => format!("{pod} stays Pending."),
                },
            ),
            title_and_text(
                "尚未调度",
                match making_room_on {
                    Some(node) => format!("现在没有节点能容纳 {pod}。抢占正在 {node} 上腾出空间。"),
                    None => format!("{pod} 保持 Pending。"),
                },
            )
        )
    }

    fn rejected_everywhere(&self) -> String {
        translate!(self, "Rejected before any node was checked".into(), "检查节点之前即被拒绝".into())
    }

    fn pre_filter_result(&self, possible: Option<usize>, skipped: &[&str]) -> TitleAndText {
        translate!(
            self,
            {
                let only =
                    possible.map(|nodes| format!("Only {} could fit the pod.", self.count(nodes, CountedNoun::Node)));
                let skip = (!skipped.is_empty())
                    .then(|| format!("Skipped, because the pod doesn’t use them: {}.", self.list(skipped)));
                title_and_text(
                    "Each plugin looks at the pod",
                    [only, skip].into_iter().flatten().collect::<Vec<_>>().join(" "),
                )
            },
            {
                let only = possible.map(|nodes| format!("只有 {nodes} 个节点可能合适。"));
                let skip = (!skipped.is_empty())
                    .then(|| format!("以下插件跳过，因为该 Pod 未使用它们：{}。", self.list(skipped)));
                title_and_text("各插件先检查 Pod", [only, skip].into_iter().flatten().collect::<String>())
            }
        )
    }

    fn pod_fits(&self, pod: &str, node: &str) -> String {
        translate!(self, format!("{pod} fits on {node}"), format!("{pod} 可放到 {node} 上"))
    }

    fn does_not_fit(&self, pod: &str, node: &str) -> String {
        translate!(self, format!("{pod} doesn’t fit on {node}"), format!("{pod} 不能放到 {node} 上"))
    }

    fn every_filter_passes(&self, pod: &str, node: &str) -> String {
        translate!(
            self,
            format!("Every filter passes: {pod} fits on {node}."),
            format!("所有过滤都通过：{pod} 可放到 {node} 上。")
        )
    }

    fn rejected_because(&self, plugin: &str, reason: &str) -> String {
        translate!(self, format!("{plugin}: {reason}"), format!("{plugin}：{reason}"))
    }

    fn with_nominated(&self, pods: &[&str], pass: u8) -> String {
        let pods = self.list(pods);
        match pass {
            1 => translate!(
                self,
                format!(" This is pass 1: nominated pods count as if they were running ({pods}). Pass 2 isn’t needed."),
                format!("这是第一遍：已提名的 Pod 视为已在运行（{pods}）。无需第二遍。")
            ),
            _ => translate!(
                self,
                format!(" This is pass 2, without the nominated pods ({pods}): they may never start here."),
                format!("这是第二遍，不计已提名的 Pod（{pods}）：它们可能永远不会在这里启动。")
            ),
        }
    }

    fn first_pass_result(&self, pod: &str, node: &str, nominated: &[&str]) -> TitleAndText {
        translate!(
            self,
            (
                format!("{node}, pass 1 of 2: with nominated pods"),
                format!(
                    "{pod} passes every filter on {node} with {} counted as running there. The filters run again without {}.",
                    self.list(nominated),
                    if nominated.len() == 1 { "it" } else { "them" }
                ),
            ),
            (
                format!("{node}，第一遍（共两遍）：计入已提名的 Pod"),
                format!(
                    "将 {} 视为已在 {node} 上运行时，{pod} 通过了所有过滤插件。接着不计它们，再过滤一遍。",
                    self.list(nominated)
                ),
            )
        )
    }

    fn all_nodes_score(&self, points: i64, weight: i64) -> String {
        translate!(
            self,
            format!("All nodes score {points} (weight {weight}): no difference here."),
            format!("所有节点均为 {points} 分（权重 {weight}），没有区别。")
        )
    }

    fn best_score(&self, nodes: &[&str], points: i64, weight: i64) -> String {
        translate!(
            self,
            format!("Best: {} with {points} (weight {weight}).", self.list(nodes)),
            format!("最高：{}，{points} 分（权重 {weight}）。", self.list(nodes))
        )
    }

    fn pod_goes_to(&self, pod: &str, node: &str) -> String {
        translate!(self, format!("{pod} goes to {node}"), format!("{pod} 放到 {node}"))
    }

    fn only_feasible(&self, node: &str) -> String {
        translate!(
            self,
            format!("Only {node} is feasible, so there is nothing to score."),
            format!("只有 {node} 可行，无需打分。")
        )
    }

    fn best_total(&self, node: &str, total: i64, ties: usize, host: HostChoice) -> String {
        match ties {
            0 | 1 => {
                translate!(self, format!("{node} has the best total, {total}."), format!("{node} 总分最高：{total}。"))
            }
            count if host == HostChoice::TopOfHeap => translate!(
                self,
                format!(
                    "{count} nodes share the best total, {total}. Their order decides: {node} is on top of the heap. Nothing is \
                     random."
                ),
                format!("{count} 个节点同为最高总分 {total}，由它们的顺序选出堆顶的 {node}，并未随机选择。")
            ),
            count => translate!(
                self,
                format!("{count} nodes share the best total, {total}. {node} is chosen from them at random."),
                format!("{count} 个节点同为最高总分 {total}，从中随机选出 {node}。")
            ),
        }
    }
}

impl<T: Speaker> AttemptSentences for T {}

fn would_violate(lang: &(impl Grammar + ?Sized), budgets: &[&str]) -> String {
    translate!(
        lang,
        if budgets.is_empty() { String::new() } else { format!(" Its eviction would violate {}.", lang.list(budgets)) },
        if budgets.is_empty() {
            String::new()
        } else {
            format!("驱逐它会违反干扰预算 {}。", lang.list(budgets))
        }
    )
}
