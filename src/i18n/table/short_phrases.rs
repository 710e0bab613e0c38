//! Short sentences of views with a number or a name.

use crate::{
    languages::Speaker,
    messages::short_phrases as messages,
    table::grammar::{CountedNoun, Grammar},
};

/// Sentences about numbers and names in views.
#[allow(clippy::too_many_arguments)] // as many as the sentence names
pub trait Phrases: Grammar {
    fn forks_at(&self, time: &str) -> String {
        messages::ForksAt { time }.text(self.language())
    }

    fn nodes_differ(&self, nodes: usize) -> String {
        messages::NodesDiffer { nodes }.text(self.language())
    }

    fn nodes_alike(&self, nodes: usize) -> String {
        self.count(nodes, CountedNoun::Node)
    }

    fn show_nodes(&self, nodes: usize) -> String {
        messages::ShowNodes { nodes }.text(self.language())
    }

    fn more_by_name(&self, hidden_count: usize) -> String {
        messages::MoreByName { hidden_count }.text(self.language())
    }

    fn partly_curable(&self, some: usize, rest: usize) -> String {
        messages::PartlyCurable { some, rest }.text(self.language())
    }

    fn feasible_of(&self, feasible: usize, checked: usize) -> String {
        messages::FeasibleOf { feasible, checked }.text(self.language())
    }

    fn points_of(&self, node: &str) -> String {
        messages::PointsOf { node }.text(self.language())
    }

    fn node_lacks_points(&self, node: &str, points: i64, winner: &str) -> String {
        messages::NodeLacksPoints { node, points, winner }.text(self.language())
    }

    fn loses_most(&self, plugin: &str, points: i64) -> String {
        messages::LosesMost { plugin, points }.text(self.language())
    }

    fn enough_alone(&self, plugins: &[&str]) -> String {
        messages::EnoughAlone { plugins: self.list(plugins) }.text(self.language())
    }

    fn equal_totals(&self, node: &str, winner: &str) -> String {
        messages::EqualTotals { node, winner }.text(self.language())
    }

    fn preemption_might_help(&self, some: usize, total_count: usize) -> String {
        messages::PreemptionMightHelp { some, total_count }.text(self.language())
    }

    /// The numbers of candidates and of dry runs, which are not the same: a dry run may find that a node is no candidate.
    fn candidates_of_dry_runs(&self, candidates: usize, dry_runs: usize, nodes: usize) -> String {
        messages::CandidatesOfDryRuns { candidates, dry_runs, nodes }.text(self.language())
    }

    fn earlier_candidates(&self, count: usize) -> String {
        messages::EarlierCandidates { count }.text(self.language())
    }

    fn running_for(&self, time: &str) -> String {
        messages::RunningFor { time }.text(self.language())
    }

    fn grace_period(&self, seconds: i64) -> String {
        messages::GracePeriod { seconds }.text(self.language())
    }

    fn would_violate_budgets(&self, budgets: &str) -> String {
        messages::WouldViolateBudgets { budgets }.text(self.language())
    }

    fn why_is_here(&self, pod: &str) -> String {
        messages::WhyIsHere { pod }.text(self.language())
    }

    fn why_is_not_here(&self, pod: &str) -> String {
        messages::WhyIsNotHere { pod }.text(self.language())
    }

    fn questions_about(&self, pod: &str) -> String {
        messages::QuestionsAbout { pod }.text(self.language())
    }

    fn open_node(&self, node: &str) -> String {
        messages::OpenNode { node }.text(self.language())
    }

    fn and_more(&self, hidden_count: usize) -> String {
        messages::AndMore { hidden_count }.text(self.language())
    }

    fn pods_pending(&self, pods: usize) -> String {
        messages::PodsPending { pods }.text(self.language())
    }

    /// How many pods wait for the same reason, and the reason.
    fn pods_wait(&self, pods: usize, reason: &str) -> String {
        let pods = self.count(pods, CountedNoun::Pod);
        messages::PodsWait { pods, reason }.text(self.language())
    }

    /// How many of all lines are shown.
    fn lines_found(&self, lines: usize, total_count: usize) -> String {
        messages::LinesFound { lines, total_count }.text(self.language())
    }

    /// The position of the playhead, by the number of the moment.
    fn step_of_run(&self, at: usize, last: usize) -> String {
        match last {
            ..1000 => messages::StepOfRunShort { at, last }.text(self.language()),
            // Long numbers leave no space for the word.
            _ => messages::StepOfRun { at, last }.text(self.language()),
        }
    }

    /// The number of the current caption, and of all captions.
    fn caption_of(&self, number: usize, total_count: usize) -> String {
        messages::CaptionOf { number, total_count }.text(self.language())
    }

    /// The weight with which the pod being scheduled prefers a node.
    fn preferred_with_weight(&self, weight: i64) -> String {
        messages::PreferredWithWeight { weight }.text(self.language())
    }

    fn moment_of(&self, time: &str, at: usize, last: usize) -> String {
        messages::MomentOf { time, at, last }.text(self.language())
    }

    fn may_be_away(&self, spare: usize) -> String {
        messages::MayBeAway { spare }.text(self.language())
    }

    fn budget_now(&self, allowed: i32, healthy: i32, desired: i32) -> String {
        messages::BudgetNow { allowed, healthy, desired }.text(self.language())
    }

    fn objects_selected(&self, count: usize) -> String {
        messages::ObjectsSelected { count }.text(self.language())
    }

    fn delete_named(&self, name: &str) -> String {
        messages::DeleteNamed { name }.text(self.language())
    }

    fn rename_named(&self, name: &str) -> String {
        messages::RenameNamed { name }.text(self.language())
    }

    fn deleted_named(&self, name: &str) -> String {
        messages::DeletedNamed { name }.text(self.language())
    }

    fn picture_size(&self, cpu: &str, memory: &str, node_cpu: &str, node_memory: &str) -> String {
        messages::PictureSize { cpu, memory, node_cpu, node_memory }.text(self.language())
    }

    fn more_to_search(&self, hidden_count: usize) -> String {
        messages::MoreToSearch { hidden_count }.text(self.language())
    }

    fn more_waiting(&self, hidden_count: usize) -> String {
        messages::MoreWaiting { hidden_count }.text(self.language())
    }

    fn nodes_found(&self, count: &str) -> String {
        messages::NodesFound { count }.text(self.language())
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
        messages::MapSummary { nodes, zones, pods, cpu, memory, cordoned, silent }.text(self.language())
    }

    fn map_step(&self, marks: &[&str]) -> String {
        messages::MapStep { marks: self.list(marks) }.text(self.language())
    }

    fn count_of(&self, what: &str, count: &str) -> String {
        messages::CountOf { what, count }.text(self.language())
    }

    /// What the pods on a node request and what is allocatable, each as such a pair: `3 / 4 cpu, 6Gi / 8Gi memory, 5 / 110 pods`.
    fn node_usage(&self, cpu: [&str; 2], memory: [&str; 2], pods: [i64; 2]) -> String {
        let ([cpu, all_cpu], [memory, all_memory], [pods, most]) = (cpu, memory, pods);
        messages::NodeUsage { cpu, all_cpu, memory, all_memory, pods, most }.text(self.language())
    }
}

impl<T: Speaker> Phrases for T {}
