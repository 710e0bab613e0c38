//! The steps of an attempt, side by side.

use runlog::LadderRule;

use crate::{languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// Short names of steps.
    pub struct StepLabels {
        steps: "Steps of this attempt", "此次尝试的步骤";
        eligible: "Can it preempt?", "能否抢占？";
        potential: "Which nodes?", "哪些节点？";
        remove: "Remove pods", "移走 Pod";
        try_without: "Fits without?", "移走后放得下？";
        candidate: "Candidate", "候选节点";
        no_candidate: "Not a candidate", "不是候选节点";
        ladder: "Which candidate?", "选择哪个候选节点？";
        failed: "Not scheduled", "未调度";
        binding: "Binding", "绑定";
        with_nominated: "with nominated pods", "计入已提名的 Pod";
    }
}

/// Names of steps that have a name in them.
pub trait OpenedSentences: Grammar {
    /// The fixed words.
    fn step_labels(&self) -> &'static StepLabels {
        StepLabels::of(self)
    }

    fn dry_run_on(&self, node: &str) -> String {
        translate!(self, format!("Dry run: {node}"), format!("试运行：{node}"))
    }

    /// The node of this number, from 1.
    fn nth_node(&self, number: usize) -> String {
        translate!(self, format!("node {number}"), format!("节点 {number}"))
    }

    /// The pod of this number that is put back, from 1.
    fn nth_pod(&self, number: usize) -> String {
        translate!(self, format!("pod {number}"), format!("Pod {number}"))
    }

    /// A rule of the ladder, in two or three words.
    fn short_rule_name(&self, rule: LadderRule) -> String {
        match rule {
            LadderRule::NoVictims => translate!(self, "No victims", "无需牺牲者"),
            LadderRule::FewestViolations => translate!(self, "Fewest violations", "违反干扰预算最少"),
            LadderRule::LowestFirstPriority => translate!(self, "Lowest top priority", "最高优先级最低"),
            LadderRule::SmallestPrioritySum => translate!(self, "Smallest sum", "优先级之和最小"),
            LadderRule::FewestVictims => translate!(self, "Fewest victims", "牺牲者最少"),
            LadderRule::LatestStart => translate!(self, "Latest start", "启动时间最晚"),
        }
        .into()
    }
}

impl<T: Speaker> OpenedSentences for T {}
