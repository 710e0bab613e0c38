//! How many more pods like one fit.

use api::NamespacedName;
use protocol::CapacityLimit;

use crate::{
    format_clock,
    languages::Speaker,
    short_pod_name,
    table::grammar::{CountedNoun, Grammar},
};

/// Pods that are named at most.
const MAX_PODS: usize = 8;

message_struct! {
    /// Fixed words of it.
    pub struct CapacityLabels {
        more: "How many more pods like this would fit?", "还能放下多少个同样的 Pod？";
        more_preempting: "…and with preemption?", "允许抢占时呢？";
        full: "The next one doesn’t fit anywhere:", "再多一个就放不下了：";
        how:
            "Tried in a copy of this run: copies of the pod are created at this moment, one after another, without owner references and \
                scheduling gates. Pods that are already waiting may take the room first.",
            "在这次运行的副本中试出：从当前时刻起逐个创建该 Pod 的副本，不带属主引用和调度门控。已在等待的 Pod 可能先占用资源。";
        rebalance: "Rebalancing", "重新平衡";
        rebalance_ask: "Which pods would land on a different node now?", "现在哪些 Pod 会换节点？";
        rebalance_how:
            "Each pod is taken off its node and rescheduled on its own, while all others stay put. So they can’t all \
                move at once, and each move changes the result for the rest. Nodes with equal scores count as the same; DaemonSet pods stay. \
                In clusters of 100 or more nodes, the scheduler checks only some of them.",
            "逐个把 Pod 从节点上拿下并重新决定，其余 Pod 保持原位。因此它们不能同时移动，移动一个就会影响其余的。得分相同的节点视为一样；DaemonSet Pod 不动。节点达到 100 个时，调度器只查看其中一部分。";
        rebalance_none: "All pods would stay on their nodes.", "所有 Pod 都会留在现在的节点上。";
        rebalance_from: "Node", "节点";
        rebalance_to: "Would land on", "会换到";
        rebalance_nowhere: "no node", "无处可放";
        amend: "Change a number from the start", "从头换一个数值";
        amend_what: "Which number", "哪个数值";
        amend_of: "Of which object", "对象";
        amend_to: "New number", "新数值";
        amend_class: "Value of a priority class", "优先级类的值";
        amend_budget: "Value of a disruption budget", "干扰预算的要求";
        amend_weight: "Weight of a score", "评分的权重";
        amend_class_how:
            "An API server refuses to change the value of a PriorityClass, and pods keep the priority with which they were created: in a \
                cluster, create another class, and new pods with it.",
            "API 服务器拒绝修改 PriorityClass 的值，Pod 也保留创建时的优先级：在集群中需另建优先级类，并用它创建新的 Pod。";
        amend_how:
            "The whole scenario runs again, next to this run. Pods that carry the priority of the class get its new value.",
            "整个场景会从头再运行一次，与本次运行并列。带有该类优先级的 Pod 会得到新的值。";
    }
}

/// Sentences of it.
pub trait CapacitySentences: Grammar {
    /// The fixed words.
    fn capacity_labels(&self) -> &'static CapacityLabels {
        CapacityLabels::of(self)
    }

    /// How many pods would go elsewhere, of all that were decided, and how many were not decided.
    fn rebalance_result(&self, moves: usize, tried_pods: usize, untried_pods: usize) -> String {
        translate!(
            self,
            {
                let rest =
                    if untried_pods > 0 { format!(" {untried_pods} more were not tried.") } else { String::new() };
                format!("{moves} of {} would land on a different node.{rest}", self.count(tried_pods, CountedNoun::Pod))
            },
            {
                let rest =
                    if untried_pods > 0 { format!("另有 {untried_pods} 个没有试。") } else { String::new() };
                format!("{tried_pods} 个 Pod 中有 {moves} 个会换节点。{rest}")
            }
        )
    }

    /// How many pods belong to their nodes.
    fn fixed_pods(&self, count: usize) -> String {
        translate!(
            self,
            format!(
                "Not asked: {}, as DaemonSet pods, mirror pods and finished pods don’t move.",
                self.count(count, CountedNoun::Pod)
            ),
            format!("未询问 {count} 个 Pod：DaemonSet Pod、镜像 Pod 和已结束的 Pod 不会移动。")
        )
    }

    /// How many fit; by preemption, if that was asked.
    fn copies_fit(&self, count: usize, preempting: bool) -> String {
        translate!(
            self,
            match count {
                0 if preempting => "No more would fit, even with preemption.".into(),
                0 => "No more would fit.".into(),
                1 => "1 more would fit.".into(),
                count => format!("{count} more would fit."),
            },
            if count == 0 {
                if preempting { "即使抢占也一个都放不下。".into() } else { "一个也放不下。".into() }
            } else {
                format!("还能放下 {count} 个。")
            }
        )
    }

    /// How many of them are on a node.
    fn copies_on_node(&self, node: &str, count: usize) -> String {
        translate!(self, format!("{node}: {count}"), format!("{node}：{count}"))
    }

    /// Pods that they preempt; there are some.
    fn copies_preempt(&self, victims: &[NamespacedName]) -> String {
        let names: Vec<&str> = victims.iter().take(MAX_PODS).map(|pod| short_pod_name(pod)).collect();
        translate!(
            self,
            {
                let more_text = if victims.len() > MAX_PODS { ", …" } else { "" };
                format!(
                    "They preempt {}: {}{more_text}.",
                    self.count(victims.len(), CountedNoun::Pod),
                    self.list(&names)
                )
            },
            {
                let more_text = if victims.len() > MAX_PODS { "……" } else { "" };
                format!("它们会抢占 {} 个 Pod：{}{more_text}。", victims.len(), self.list(&names))
            }
        )
    }

    /// Why no more were tried; nothing where the next one fits nowhere.
    fn capacity_limit(&self, end: &CapacityLimit) -> String {
        match end {
            CapacityLimit::Full(_) => String::new(),
            CapacityLimit::Most => translate!(
                self,
                "No more were tried: there may be room for others.".into(),
                "没有再往下试：可能还有空间。".into()
            ),
            CapacityLimit::RunEnded => translate!(
                self,
                "The run ended before the next one was tried. Pods of a scheduler that isn’t running are never tried."
                    .into(),
                "在试下一个之前运行已经结束。没有运行的调度器不会处理它的 Pod。".into()
            ),
            CapacityLimit::NotSeen(time) => translate!(
                self,
                format!(
                    "The run was followed for {}, and the next one was not tried by then: there may be room for others.",
                    format_clock(*time)
                ),
                format!("跟踪运行 {} 后，下一个仍未被尝试：可能还有空间。", format_clock(*time))
            ),
        }
    }
}

impl<T: Speaker> CapacitySentences for T {}
