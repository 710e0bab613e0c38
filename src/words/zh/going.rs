//! What goes on, in Chinese.

use super::Zh;
use crate::catalogue::going::{Fixed, Sentences};
use crate::catalogue::grammar::Grammar;

static WORDS: Fixed = Fixed { going_on: "正在进行", nothing: "当前没有 Pod 在调度、绑定或终止。" };

impl Sentences for Zh {
    fn going(&self) -> &'static Fixed {
        &WORDS
    }

    fn at_point(&self, pod: &str, node: &str, point: &str, bind: bool) -> String {
        let cycle = if bind { "绑定" } else { "调度" };
        format!("{pod} 处于{cycle}周期的 {point}，目标节点为 {node}。")
    }

    fn in_cycle(&self, pod: &str) -> String {
        format!("{pod} 处于调度周期。")
    }

    fn in_permit(&self, pod: &str, node: &str, left: &str) -> String {
        format!("{pod} 在 Permit 等待，最多还有 {left}。{node} 为它预留资源。")
    }

    fn in_pre_bind(&self, pod: &str, node: &str, left: &str, claims: &[&str]) -> String {
        match claims {
            [] => format!("PreBind 正在为 {pod} 准备 {node}：还剩 {left}。{pod} 尚未绑定。"),
            _ => format!("PreBind 等待 {} 完成绑定，之后 {pod} 才能到 {node}：最多 {left}。", self.list(claims)),
        }
    }

    fn in_binding(&self, pod: &str, node: &str) -> String {
        format!("{pod} 处于绑定周期，目标节点为 {node}。调度器不会等它。")
    }

    fn starts(&self, pod: &str, node: &str) -> String {
        format!("{pod} 已绑定到 {node}，容器正在启动。")
    }

    fn shuts_down(&self, pod: &str, left: &str, by: Option<&str>) -> String {
        let by = by.map_or_else(String::new, |by| format!("它因 {by} 被驱逐。"));
        format!("{pod} 正在终止：还剩 {left}。{by}")
    }

    fn waits_for_victims(&self, pod: &str, node: &str) -> String {
        format!("{pod} 的提名节点是 {node}，尚未调度。")
    }

    fn next_active(&self, pod: &str, priority: i32, of: usize) -> String {
        match of {
            1 => format!("下一个周期：{pod}（优先级 {priority}），activeQ 中只有它。"),
            _ => format!("下一个周期：{pod}（优先级 {priority}），activeQ 中 {of} 个 Pod 的第一个。"),
        }
    }

    fn next_backoff(&self, pod: &str, left: &str) -> String {
        format!("activeQ 为空。{pod} 的退避最先结束，还有 {left}。")
    }

    fn next_event(&self, waiting: usize) -> String {
        format!("没有下一个周期：{waiting} 个 Pod 在等待可能有帮助的事件。")
    }

    fn next_nobody(&self) -> String {
        "没有下一个周期：没有 Pod 在等待节点。".into()
    }
}
