//! The steps of an attempt, in Chinese.

use super::Zh;
use crate::catalogue::opened::{Opened, Sentences};
use record::Rule;

static WORDS: Opened = Opened {
    steps: "此次尝试的步骤",
    eligible: "能否抢占？",
    potential: "哪些节点？",
    remove: "移走 Pod",
    try_without: "移走后放得下？",
    candidate: "候选节点",
    no_candidate: "不是候选节点",
    ladder: "选择哪个候选节点？",
    failed: "未调度",
    binding: "绑定",
    with_nominated: "计入已提名的 Pod",
};

impl Sentences for Zh {
    fn opened(&self) -> &'static Opened {
        &WORDS
    }

    fn dry_run_on(&self, node: &str) -> String {
        format!("试运行：{node}")
    }

    fn nth_node(&self, number: usize) -> String {
        format!("节点 {number}")
    }

    fn nth_pod(&self, number: usize) -> String {
        format!("Pod {number}")
    }

    fn rule_in_short(&self, rule: Rule) -> String {
        match rule {
            Rule::NoVictims => "无需牺牲者",
            Rule::FewestViolations => "违反干扰预算最少",
            Rule::LowestFirstPriority => "最高优先级最低",
            Rule::SmallestPrioritySum => "优先级之和最小",
            Rule::FewestVictims => "牺牲者最少",
            Rule::LatestStart => "启动时间最晚",
        }
        .into()
    }
}
