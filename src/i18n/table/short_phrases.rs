//! Sentences of the views that hold a number or a name.

use crate::{
    languages::Speaker,
    table::grammar::{CountedNoun, Grammar},
};

/// Short sentences with values.
#[allow(clippy::too_many_arguments)] // as many as the sentence names
pub trait Phrases: Grammar {
    fn forks_at(&self, time: &str) -> String {
        translate!(
            self,
            format!("Fork the run at {time}: everything up to this point stays the same, then this happens."),
            format!("在 {time} 处建立分支：此前一切不变，之后发生此操作。")
        )
    }

    fn nodes_differ(&self, nodes: usize) -> String {
        translate!(
            self,
            format!("The attempt is the same. Different pods (≠) on: {}.", self.count(nodes, CountedNoun::Node)),
            format!("此次尝试相同；{nodes} 个节点上的 Pod 不同（≠）。")
        )
    }

    fn nodes_alike(&self, nodes: usize) -> String {
        self.count(nodes, CountedNoun::Node)
    }

    fn show_nodes(&self, nodes: usize) -> String {
        translate!(self, format!("Show these {nodes} nodes"), format!("展开这 {nodes} 个节点"))
    }

    fn more_by_name(&self, hidden_count: usize) -> String {
        translate!(
            self,
            format!("{hidden_count} more. Narrow the list by name."),
            format!("还有 {hidden_count} 个：请按名称缩小范围。")
        )
    }

    fn partly_curable(&self, some: usize, rest: usize) -> String {
        translate!(
            self,
            format!("preemption might help on {some} of them, but not on {rest}"),
            format!("其中 {some} 个节点抢占可能有用，{rest} 个无用")
        )
    }

    fn feasible_of(&self, feasible: usize, checked: usize) -> String {
        translate!(
            self,
            format!("{feasible} of {checked} nodes are feasible"),
            format!("可行节点：{feasible}/{checked}")
        )
    }

    fn points_of(&self, node: &str) -> String {
        translate!(self, format!("Points of {node}"), format!("{node} 的得分"))
    }

    fn node_lacks_points(&self, node: &str, points: i64, winner: &str) -> String {
        translate!(
            self,
            format!("{node} needs {points} more points to beat {winner}."),
            format!("{node} 还需多 {points} 分才能胜过 {winner}。")
        )
    }

    fn loses_most(&self, plugin: &str, points: i64) -> String {
        translate!(
            self,
            format!("It loses the most points on {plugin}: {points}."),
            format!("失分最多的是 {plugin}：{points} 分。")
        )
    }

    fn enough_alone(&self, plugins: &[&str]) -> String {
        translate!(
            self,
            format!("Enough to win on its own: {}.", self.list(plugins)),
            format!("单独就足以追回的插件：{}。", self.list(plugins))
        )
    }

    fn equal_totals(&self, node: &str, winner: &str) -> String {
        translate!(
            self,
            format!("{node} and {winner} have the same total. One of the nodes with that total is chosen at random."),
            format!("{node} 与 {winner} 总分相同，从同分节点中随机选择一个。")
        )
    }

    fn preemption_might_help(&self, some: usize, total_count: usize) -> String {
        translate!(
            self,
            format!("Nodes on which removing pods might make room: {some} of {total_count}. None has been tried yet."),
            format!("移走 Pod 后可能腾出空间的节点：{some}/{total_count}；尚未尝试。")
        )
    }

    fn earlier_candidates(&self, count: usize) -> String {
        translate!(self, format!("{count} earlier candidates are not shown."), format!("较早的 {count} 个候选未显示。"))
    }

    fn running_for(&self, time: &str) -> String {
        translate!(self, format!("running for {time}"), format!("已运行 {time}"))
    }

    fn grace_period(&self, seconds: i64) -> String {
        translate!(self, format!("{seconds} s grace period"), format!("宽限期 {seconds} 秒"))
    }

    fn would_violate_budgets(&self, budgets: &str) -> String {
        translate!(self, format!("its eviction would violate {budgets}"), format!("驱逐它会违反干扰预算 {budgets}"))
    }

    fn why_is_here(&self, pod: &str) -> String {
        translate!(self, format!("Why is {pod} here?"), format!("为什么 {pod} 在这里？"))
    }

    fn why_is_not_here(&self, pod: &str) -> String {
        translate!(self, format!("Why is {pod} not here?"), format!("为什么 {pod} 不在这里？"))
    }

    fn questions_about(&self, pod: &str) -> String {
        translate!(self, format!("Questions about {pod}"), format!("关于 {pod} 的问题"))
    }

    fn open_node(&self, node: &str) -> String {
        translate!(self, format!("Node {node}: show its details"), format!("节点 {node}：查看详情"))
    }

    fn and_more(&self, hidden_count: usize) -> String {
        translate!(self, format!("and {hidden_count} more"), format!("另有 {hidden_count} 个"))
    }

    fn pods_pending(&self, pods: usize) -> String {
        translate!(
            self,
            {
                match pods {
                    0 => "No pod stays Pending".to_owned(),
                    1 => "1 pod stays Pending at the end: why?".to_owned(),
                    pods => format!("{} stay Pending at the end: why?", self.count(pods, CountedNoun::Pod)),
                }
            },
            if pods == 0 {
                "没有 Pod 停留在 Pending".to_owned()
            } else {
                format!("结束时 {pods} 个 Pod 仍为 Pending：为什么？")
            }
        )
    }

    /// How many pods wait for the same thing, and for what.
    fn pods_wait(&self, pods: usize, reason: &str) -> String {
        let pods = self.count(pods, CountedNoun::Pod);
        translate!(self, format!("{pods}: {reason}"), format!("{pods}：{reason}"))
    }

    /// How many of all lines are shown.
    fn lines_found(&self, lines: usize, total_count: usize) -> String {
        translate!(self, format!("{lines} of {total_count} lines"), format!("{lines} / {total_count} 行"))
    }

    /// Where the playhead stands, by the number of the moment.
    fn step_of_run(&self, at: usize, last: usize) -> String {
        match last {
            ..1000 => translate!(self, format!("step {at} of {last}"), format!("第 {at}/{last} 步")),
            // Long numbers stand where the word does.
            _ => translate!(self, format!("{at} of {last}"), format!("{at}/{last} 步")),
        }
    }

    /// The number of the current caption, and how many there are.
    fn caption_of(&self, number: usize, total_count: usize) -> String {
        translate!(self, format!("caption {number} of {total_count}"), format!("解说 {number}/{total_count}"))
    }

    fn moment_of(&self, time: &str, at: usize, last: usize) -> String {
        translate!(self, format!("{time}, moment {at} of {last}"), format!("{time}，第 {at} 个时刻，共 {last} 个"))
    }

    fn may_be_away(&self, spare: usize) -> String {
        translate!(
            self,
            format!("With all of them healthy, {spare} may be unavailable."),
            format!("全部健康时，还可中断 {spare} 个。")
        )
    }

    fn budget_now(&self, allowed: i32, healthy: i32, desired: i32) -> String {
        translate!(
            self,
            format!("Now: {allowed} allowed, {healthy} healthy, {desired} required."),
            format!("此刻：还可中断 {allowed} 个，健康 {healthy} 个，至少需要 {desired} 个。")
        )
    }

    fn objects_selected(&self, count: usize) -> String {
        translate!(self, format!("{count} selected"), format!("已选择 {count} 个"))
    }

    fn delete_named(&self, name: &str) -> String {
        translate!(self, format!("Delete {name}"), format!("删除 {name}"))
    }

    fn rename_named(&self, name: &str) -> String {
        translate!(self, format!("Rename {name}"), format!("重命名 {name}"))
    }

    fn deleted_named(&self, name: &str) -> String {
        translate!(self, format!("Deleted {name}."), format!("已删除 {name}。"))
    }

    fn picture_size(&self, cpu: &str, memory: &str, node_cpu: &str, node_memory: &str) -> String {
        translate!(
            self,
            format!("{cpu} cpu × {memory} · outline: the largest node, {node_cpu} × {node_memory}. Drag the edges."),
            format!("{cpu} cpu × {memory} · 外框：最大的节点 {node_cpu} × {node_memory}。可拖动边缘。")
        )
    }

    fn more_to_search(&self, hidden_count: usize) -> String {
        translate!(self, format!("and {hidden_count} more: search for them"), format!("还有 {hidden_count} 个，请搜索"))
    }

    fn more_waiting(&self, hidden_count: usize) -> String {
        translate!(self, format!("+ {hidden_count} more"), format!("另有 {hidden_count} 个"))
    }

    fn nodes_found(&self, count: &str) -> String {
        translate!(self, format!("{count} found"), format!("找到 {count} 个"))
    }

    fn map_summary(
        &self,
        nodes: &str,
        zones: usize,
        pods: &str,
        cpu: i64,
        memory: i64,
        cordoned: usize,
        silent: usize,
    ) -> String {
        translate!(
            self,
            {
                let zones = self.count(zones, CountedNoun::Zone);
                format!(
                    "Nodes: {nodes} in {zones}. Pods: {pods}. Requested: {cpu}% of cpu, {memory}% of memory. Cordoned: {cordoned}, not ready: {silent}."
                )
            },
            format!(
                "{zones} 个可用区中的 {nodes} 个节点，{pods} 个 Pod：已请求 {cpu}% cpu、{memory}% 内存；{cordoned} 个已标记为不可调度，{silent} 个未就绪。"
            )
        )
    }

    fn map_step(&self, marks: &[&str]) -> String {
        translate!(self, format!(" At this step: {}.", self.list(marks)), format!("此步骤：{}。", self.list(marks)))
    }

    fn count_of(&self, what: &str, count: &str) -> String {
        translate!(self, format!("{what}: {count}"), format!("{what}：{count}"))
    }

    fn node_usage(&self, cpu: [&str; 2], memory: [&str; 2], pods: [i64; 2]) -> String {
        {
            let ([cpu, all_cpu], [memory, all_memory], [pods, most]) = (cpu, memory, pods);
            translate!(
                self,
                format!("{cpu} / {all_cpu} cpu, {memory} / {all_memory} memory, {pods} / {most} pods"),
                format!("cpu {cpu} / {all_cpu}，内存 {memory} / {all_memory}，Pod {pods} / {most}")
            )
        }
    }
}

impl<T: Speaker> Phrases for T {}
