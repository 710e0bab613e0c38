//! Texts of lessons: questions, and why an answer is right or wrong.

use crate::{languages::Speaker, messages::lesson as messages, table::grammar::Grammar};

message_struct! {
    /// Labels of views about lessons and their questions.
    pub struct LessonLabels from lesson;
}

/// Sentences. Pods are named without the namespace `default`.
pub trait LessonSentences: Grammar {
    fn lesson_labels(&self) -> &'static LessonLabels {
        LessonLabels::of(self)
    }

    /// The number of the current step.
    fn step_number(&self, step: usize, total_count: usize) -> String {
        messages::StepNumber { step, total_count }.text(self.language())
    }

    /// The number of questions answered correctly at the first try.
    fn lesson_score(&self, right: usize, total_count: usize) -> String {
        messages::LessonScore { right, total_count }.text(self.language())
    }

    /// The number of decisions predicted correctly at the first try.
    fn prediction_score(&self, right: usize, total_count: usize) -> String {
        messages::PredictionScore { right, total_count }.text(self.language())
    }

    /// Which node does a pod get?
    fn which_node(&self, pod: &str) -> String {
        messages::WhichNode { pod }.text(self.language())
    }

    /// Why victims with the same priority are in this order.
    fn victims_alike(&self, names: &[&str], priority: i32, by_start: bool) -> String {
        let (all, first) = (self.list(names), names.first().copied().unwrap_or_default());
        match by_start {
            true => messages::VictimsAlikeByStart { all, priority, first }.text(self.language()),
            false => messages::VictimsAlikeNotByStart { all, priority }.text(self.language()),
        }
    }

    /// Which pods, with their number, are evicted from a node for a pod?
    fn which_victims(&self, pod: &str, node: &str, count: usize) -> String {
        match count {
            1 => messages::WhichVictimsOne { node, pod }.text(self.language()),
            _ => messages::WhichVictimsMany { count, node, pod }.text(self.language()),
        }
    }

    /// The filters reject a node, and why.
    fn node_rejected(&self, node: &str, reason: &str) -> String {
        messages::NodeRejected { node, reason }.text(self.language())
    }

    /// The filters let a node pass.
    fn node_passes(&self, node: &str) -> String {
        messages::NodePasses { node }.text(self.language())
    }

    /// Only this node is feasible.
    fn only_node(&self, node: &str) -> String {
        messages::OnlyNode { node }.text(self.language())
    }

    /// A node is feasible, but another one has a higher score.
    fn node_scores_less(&self, node: &str, total: i64, best: &str, most: i64) -> String {
        messages::NodeScoresLess { node, total, best, most }.text(self.language())
    }

    /// A node has a lower score, without naming the best one.
    fn node_scores_less_than_another(&self, node: &str, total: i64) -> String {
        messages::NodeScoresLessThanAnother { node, total }.text(self.language())
    }

    /// The plugin with the largest difference to the best node, with both scores.
    fn largest_gap(&self, plugin: &str, points: i64, best: i64) -> String {
        messages::LargestGap { plugin, points, best }.text(self.language())
    }

    /// The rule that drops a candidate, with its value and that of a candidate that is kept.
    fn rule_contrast(&self, text: &str, pair: (&str, &str), best: (&str, &str)) -> String {
        messages::RuleContrast { text, node: pair.0, value: pair.1, best_node: best.0, best_value: best.1 }
            .text(self.language())
    }

    /// Does a pod fit at its second attempt?
    fn does_pod_fit_now(&self, pod: &str) -> String {
        messages::DoesPodFitNow { pod }.text(self.language())
    }

    /// A pod is a victim; why the preemptor does not fit with it.
    fn pod_must_go_because(&self, pod: &str, reason: &str) -> String {
        messages::PodMustGoBecause { pod, reason }.text(self.language())
    }

    /// A node has the highest score.
    fn node_scores_most(&self, node: &str, total: i64) -> String {
        messages::NodeScoresMost { node, total }.text(self.language())
    }

    /// Preemption chooses a node.
    fn node_makes_room(&self, node: &str) -> String {
        messages::NodeMakesRoom { node }.text(self.language())
    }

    /// A rule drops a candidate.
    fn candidate_loses_at(&self, node: &str, rule: &str) -> String {
        messages::CandidateLosesAt { node, rule }.text(self.language())
    }

    /// Preemption can't help on a node; the reason may be empty.
    fn preemption_no_help(&self, node: &str, reason: &str) -> String {
        messages::PreemptionNoHelp { has_reason: !reason.is_empty(), node, reason }.text(self.language())
    }

    /// A pod can't be a victim because of its priority or its node.
    fn pod_not_lower(&self, pod: &str) -> String {
        messages::PodNotLower { pod }.text(self.language())
    }

    /// Preemption does not choose the node of a pod, and why not.
    fn preempts_on_other_node(&self, pod: &str, node: &str, reason: &str) -> String {
        messages::PreemptsOnOtherNode { pod, node, reason }.text(self.language())
    }

    /// A pod is a victim.
    fn pod_must_go(&self, pod: &str) -> String {
        messages::PodMustGo { pod }.text(self.language())
    }

    /// A pod is reprieved.
    fn pod_put_back(&self, pod: &str) -> String {
        messages::PodPutBack { pod }.text(self.language())
    }
}

impl<T: Speaker> LessonSentences for T {}
