//! 还能放下多少个同样的 Pod。

use super::Zh;
use crate::catalogue::capacity::{Capacity, Sentences};
use crate::catalogue::grammar::Grammar as _;
use crate::short;
use api::Str;
use wire::Enough;

/// 最多列出的 Pod 数。
const NAMED: usize = 8;

static CAPACITY: Capacity = Capacity {
    more: "还能放下多少个同样的 Pod？",
    more_preempting: "允许抢占时呢？",
    full: "再多一个就放不下了：",
    how: "在这次运行的副本中试出：从当前时刻起逐个创建该 Pod 的副本，不带属主引用和调度门控。已在等待的 Pod 可能先占用资源。",
    rebalance: "重新平衡",
    rebalance_ask: "现在哪些 Pod 会换节点？",
    rebalance_how: "逐个把 Pod 从节点上拿下并重新决定，其余 Pod 保持原位。因此它们不能同时移动，移动一个就会影响其余的。得分相同的节点视为一样；DaemonSet Pod 不动。节点达到 100 个时，调度器只查看其中一部分。",
    rebalance_none: "所有 Pod 都会留在现在的节点上。",
    rebalance_from: "节点",
    rebalance_to: "会换到",
    rebalance_nowhere: "无处可放",
    amend: "从头换一个数值",
    amend_what: "哪个数值",
    amend_of: "对象",
    amend_to: "新数值",
    amend_class: "优先级类的值",
    amend_budget: "干扰预算的要求",
    amend_weight: "评分的权重",
    amend_how: "整个场景会从头再运行一次，与本次运行并列。带有该类优先级的 Pod 会得到新的值。",
};

impl Sentences for Zh {
    fn capacity(&self) -> &'static Capacity {
        &CAPACITY
    }

    fn rebalanced(&self, moves: usize, tried: usize, left: usize) -> String {
        let rest = if left > 0 { format!("另有 {left} 个没有试。") } else { String::new() };
        format!("{tried} 个 Pod 中有 {moves} 个会换节点。{rest}")
    }

    fn more_fit(&self, count: usize) -> String {
        if count == 0 { "一个也放不下。".into() } else { format!("还能放下 {count} 个。") }
    }

    fn more_on(&self, node: &str, count: usize) -> String {
        format!("{node}：{count}")
    }

    fn more_preempt(&self, victims: &[Str]) -> String {
        let names: Vec<&str> = victims.iter().take(NAMED).map(|pod| short(pod)).collect();
        let more = if victims.len() > NAMED { "……" } else { "" };
        format!("它们会抢占 {} 个 Pod：{}{more}。", victims.len(), self.list(&names))
    }

    fn more_end(&self, end: &Enough) -> String {
        match end {
            Enough::Full(_) => String::new(),
            Enough::Most => "没有再往下试：可能还有空间。".into(),
            Enough::NotSeen => "在试下一个之前，运行已经结束或过长。没有运行的调度器不会处理它的 Pod。".into(),
        }
    }
}
