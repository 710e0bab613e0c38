//! Short names of the steps of an attempt.

use runlog::LadderRule;

use crate::{languages::Speaker, messages::step_names as messages, table::grammar::Grammar};

message_struct! {
    /// Short names of steps.
    pub struct StepLabels from step_names;
}

/// Short names of steps, with the names of nodes and pods in them.
pub trait OpenedSentences: Grammar {
    fn step_labels(&self) -> &'static StepLabels {
        StepLabels::of(self)
    }

    fn dry_run_on(&self, node: &str) -> String {
        messages::DryRunOn { node }.text(self.language())
    }

    /// The node with this number, from 1.
    fn nth_node(&self, number: usize) -> String {
        messages::NthNode { number }.text(self.language())
    }

    /// The pod with this number that is reprieved, from 1.
    fn nth_pod(&self, number: usize) -> String {
        messages::NthPod { number }.text(self.language())
    }

    /// A rule of the ladder, in two or three words.
    fn short_rule_name(&self, rule: LadderRule) -> String {
        match rule {
            LadderRule::NoVictims => messages::short_rule_name_no_victims(self.language()),
            LadderRule::FewestViolations => messages::short_rule_name_fewest_violations(self.language()),
            LadderRule::LowestFirstPriority => messages::short_rule_name_lowest_first_priority(self.language()),
            LadderRule::SmallestPrioritySum => messages::short_rule_name_smallest_priority_sum(self.language()),
            LadderRule::FewestVictims => messages::short_rule_name_fewest_victims(self.language()),
            LadderRule::LatestStart => messages::short_rule_name_latest_start(self.language()),
        }
        .into()
    }
}

impl<T: Speaker> OpenedSentences for T {}
