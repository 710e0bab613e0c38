//! Tasks, and terms of the glossary.

use crate::{languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// Fixed words of it.
    pub struct GoalLabels {
        watch_it: "Watch it happen", "查看这一刻";
        a_lesson: "Lesson", "课程";
        reached: "Done: the engine confirms it.", "完成：引擎确认已达到目标。";
        solved: "Solved. A different run is shown now.", "已完成。现在显示的是另一次运行。";
        not_reached: "Not reached yet in this run.", "这次运行尚未达到目标。";
        change_it: "Change the scenario", "修改场景";
        wanted: "What the engine checks", "引擎检查的内容";
    }
}

/// Sentences of it. Pods come without the namespace `default`, and may end with `*`.
pub trait TeachSentences: Grammar {
    /// The fixed words.
    fn goal_labels(&self) -> &'static GoalLabels {
        GoalLabels::of(self)
    }

    /// The pods have a node.
    fn wants_bound(&self, pods: &str) -> String {
        translate!(self, format!("{pods} has a node"), format!("{pods} 得到节点"))
    }

    /// The pods are on this node.
    fn wants_on(&self, pods: &str, node: &str) -> String {
        translate!(self, format!("{pods} is on {node}"), format!("{pods} 在 {node} 上"))
    }

    /// Preemption evicts the pods.
    fn wants_evicted(&self, pods: &str) -> String {
        translate!(self, format!("preemption evicts {pods}"), format!("抢占驱逐 {pods}"))
    }

    /// The pods are gone.
    fn wants_gone(&self, pods: &str) -> String {
        translate!(self, format!("{pods} is gone at the end"), format!("结束时 {pods} 已不在"))
    }

    /// At most so many changes lead there.
    fn most_changes(&self, most: usize) -> String {
        translate!(
            self,
            {
                let most = if most == 1 { "one change".to_owned() } else { format!("{most} changes") };
                format!("at most {most} to the scenario")
            },
            format!("对场景最多修改 {most} 处")
        )
    }

    /// The same, and so many were made; which, if not too many.
    fn wants_changes(&self, most: usize, change_count: usize) -> String {
        let most = self.most_changes(most);
        translate!(self, format!("{most} ({change_count} so far)"), format!("{most}（目前 {change_count} 处）"))
    }

    /// An object that is new, or no longer there.
    fn whole_object(&self, object: &str) -> String {
        translate!(self, format!("{object}: the whole object"), format!("{object}：整个对象"))
    }
}

impl<T: Speaker> TeachSentences for T {}
