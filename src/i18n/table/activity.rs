//! What goes on between the steps of attempts.

use crate::{
    languages::Speaker,
    table::grammar::{CountedNoun, Grammar},
};

message_struct! {
    /// Fixed words of it.
    pub struct ActivityLabels {
        going_on: "Going on now", "正在进行";
        nothing: "No pod is being scheduled, bound or terminated.", "当前没有 Pod 在调度、绑定或终止。";
    }
}

/// Sentences of it. Pods come without the namespace `default`, times as clocks.
pub trait GoingSentences: Grammar {
    /// The fixed words.
    fn activity_labels(&self) -> &'static ActivityLabels {
        ActivityLabels::of(self)
    }

    /// At a point of its scheduling cycle, or (`bind`) of its binding cycle.
    fn pod_at_point(&self, pod: &str, node: &str, point: &str, bind: bool) -> String {
        translate!(
            self,
            {
                let cycle = if bind { "binding" } else { "scheduling" };
                format!("{pod} is at {point} in its {cycle} cycle, for {node}.")
            },
            {
                let cycle = if bind { "绑定" } else { "调度" };
                format!("{pod} 处于{cycle}周期的 {point}，目标节点为 {node}。")
            }
        )
    }

    fn pod_in_cycle(&self, pod: &str) -> String {
        translate!(self, format!("{pod} is in its scheduling cycle."), format!("{pod} 处于调度周期。"))
    }

    fn pod_in_permit(&self, pod: &str, node: &str, remaining_time: &str) -> String {
        translate!(
            self,
            format!("{pod} is waiting in Permit, for at most {remaining_time}. Its resources are held on {node}."),
            format!("{pod} 在 Permit 等待，最多还有 {remaining_time}。{node} 为它预留资源。")
        )
    }

    fn pod_in_pre_bind(&self, pod: &str, node: &str, remaining_time: &str, claims: &[&str]) -> String {
        match claims {
            [] => translate!(
                self,
                format!("PreBind is preparing {node} for {pod}: {remaining_time} left. {pod} isn’t bound yet."),
                format!("PreBind 正在为 {pod} 准备 {node}：还剩 {remaining_time}。{pod} 尚未绑定。")
            ),
            _ => translate!(
                self,
                format!(
                    "PreBind is waiting until {} bound before {pod} can be bound to {node}: at most {remaining_time}.",
                    if let [only] = claims { format!("{only} is") } else { format!("{} are", self.list(claims)) }
                ),
                format!(
                    "PreBind 等待 {} 完成绑定，之后 {pod} 才能到 {node}：最多 {remaining_time}。",
                    self.list(claims)
                )
            ),
        }
    }

    fn pod_in_binding(&self, pod: &str, node: &str) -> String {
        translate!(
            self,
            format!("{pod} is in its binding cycle, for {node}. The scheduler doesn’t wait for it."),
            format!("{pod} 处于绑定周期，目标节点为 {node}。调度器不会等它。")
        )
    }

    fn pod_starts(&self, pod: &str, node: &str) -> String {
        translate!(
            self,
            format!("{pod} is bound to {node}. Its containers are starting."),
            format!("{pod} 已绑定到 {node}，容器正在启动。")
        )
    }

    fn pod_shuts_down(&self, pod: &str, remaining_time: &str, preemptor: Option<&str>) -> String {
        translate!(
            self,
            {
                let eviction_note = preemptor.map_or_else(String::new, |by| format!(" It was evicted for {by}."));
                format!("{pod} is terminating: {remaining_time} left.{eviction_note}")
            },
            {
                let eviction_note = preemptor.map_or_else(String::new, |by| format!("它因 {by} 被驱逐。"));
                format!("{pod} 正在终止：还剩 {remaining_time}。{eviction_note}")
            }
        )
    }

    fn pod_waits_for_victims(&self, pod: &str, node: &str) -> String {
        translate!(
            self,
            format!("{pod} is nominated to {node} and isn’t scheduled yet."),
            format!("{pod} 的提名节点是 {node}，尚未调度。")
        )
    }

    /// The next cycle is this pod's, the first of so many in activeQ.
    fn next_cycle_active(&self, pod: &str, priority: i32, of: usize) -> String {
        match of {
            1 => translate!(
                self,
                format!("Next cycle: {pod} (priority {priority}), the only pod in activeQ."),
                format!("下一个周期：{pod}（优先级 {priority}），activeQ 中只有它。")
            ),
            _ => translate!(
                self,
                format!("Next cycle: {pod} (priority {priority}), the first of {of} pods in activeQ."),
                format!("下一个周期：{pod}（优先级 {priority}），activeQ 中 {of} 个 Pod 的第一个。")
            ),
        }
    }

    fn next_cycle_backoff(&self, pod: &str, remaining_time: &str) -> String {
        translate!(
            self,
            format!("activeQ is empty. The backoff of {pod} ends first, in {remaining_time}."),
            format!("activeQ 为空。{pod} 的退避最先结束，还有 {remaining_time}。")
        )
    }

    fn next_cycle_event(&self, waiting: usize) -> String {
        translate!(
            self,
            {
                let verb = if waiting == 1 { "waits" } else { "wait" };
                format!(
                    "No scheduling cycle is due: {} {verb} for an event that may help.",
                    self.count(waiting, CountedNoun::Pod)
                )
            },
            format!("没有下一个周期：{waiting} 个 Pod 在等待可能有帮助的事件。")
        )
    }

    fn no_next_cycle(&self) -> String {
        translate!(
            self,
            "No scheduling cycle is due: no pod is waiting for a node.".into(),
            "没有下一个周期：没有 Pod 在等待节点。".into()
        )
    }
}

impl<T: Speaker> GoingSentences for T {}
