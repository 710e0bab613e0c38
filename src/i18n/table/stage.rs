//! Texts on the stage.

use api::resources::Resource;
use runlog::Reason;
use trace::{
    budget_guard::{BudgetState, GuardingBudgets},
    pod_ends::PodEnd,
};

use crate::{
    ShortageTexts,
    languages::Speaker,
    messages::stage as messages,
    short_pod_name,
    table::reason::{ReasonSentences, format_taint},
};

/// The limit of pod names in a question.
const COVERED: usize = 8;

message_struct! {
    /// The labels of the stage.
    pub struct StageLabels from stage_labels;
}

message_struct! {
    /// The labels of edits on the stage.
    pub struct StageEditLabels from stage_edit_labels;
}

/// Short sentences on the stage. Amounts are given with their unit, pods without the namespace `default`.
pub trait StageSentences: ReasonSentences {
    fn pod_needs(&self, pod: &str, amount: &str) -> String {
        messages::PodNeeds { pod, amount }.text(self.language())
    }

    fn needs_nothing(&self, pod: &str) -> String {
        messages::NeedsNothing { pod }.text(self.language())
    }

    fn zone_now(&self, not_ready: usize, nodes: usize) -> String {
        messages::ZoneNow { not_ready, nodes }.text(self.language())
    }

    fn too_few(&self, amount: &str) -> String {
        messages::TooFew { amount }.text(self.language())
    }

    fn resource_shortage(
        &self,
        needs: &str,
        used: &str,
        capacity: &str,
        nominated: Option<(&str, &[&str])>,
        short: &str,
    ) -> String {
        match nominated {
            None => messages::ResourceShortage { needs, used, capacity, short }.text(self.language()),
            Some((amount, pods)) => {
                messages::ResourceShortageWithNominated { needs, used, capacity, amount, pods: self.list(pods), short }
                    .text(self.language())
            }
        }
    }

    fn requested_of(&self, used: &str, capacity: &str, trial: bool) -> String {
        messages::RequestedOf { used, capacity, trial }.text(self.language())
    }

    fn other_of(&self, resource: &Resource, used: &str, capacity: &str) -> String {
        messages::OtherOf { resource, used, capacity, is_memory: *resource == Resource::Memory }.text(self.language())
    }

    fn pods_of(&self, pods: usize, most: i64) -> String {
        messages::PodsOf { has_limit: most > 0, pods, most }.text(self.language())
    }

    fn counted_for(&self, pod: &str, amount: &str) -> String {
        messages::CountedFor { amount, pod }.text(self.language())
    }

    /// A nominated pod that doesn't count against the pod being tried.
    fn uncounted_for(&self, pod: &str, amount: &str) -> String {
        messages::UncountedFor { amount, pod }.text(self.language())
    }

    fn candidate_with(&self, victims: usize, violations: usize) -> String {
        messages::CandidateWith { violations, victims }.text(self.language())
    }

    fn put_back_next(&self, pod: &str) -> String {
        messages::PutBackNext { pod }.text(self.language())
    }

    fn pod_terminating_for(&self, remaining_time: &str) -> String {
        messages::PodTerminatingFor { remaining_time }.text(self.language())
    }

    /// A folded stretch of the timeline: its duration, and the number of equal cycles.
    fn folded_stretch(&self, long: &str, cycles: usize) -> String {
        match cycles {
            0 => messages::FoldedStretchNone { long }.text(self.language()),
            _ => messages::FoldedStretchMany { long, cycles }.text(self.language()),
        }
    }

    /// A preemptor and its victim, and when the victim starts to terminate.
    fn preemption_arrow(&self, preemptor: &str, victim: &str, at: &str) -> String {
        messages::PreemptionArrow { preemptor, victim, at }.text(self.language())
    }

    /// The outcome of the run for a pod.
    fn pod_end(&self, end: &PodEnd) -> String {
        match end {
            PodEnd::Pending => messages::pod_end_pending(self.language()).into(),
            PodEnd::On(node) => format!("→ {node}"),
            PodEnd::Preempted(by) => {
                let preemptor = short_pod_name(by);
                messages::PodEndPreempted { preemptor }.text(self.language())
            }
            PodEnd::Gone => messages::pod_end_gone(self.language()).into(),
        }
    }

    fn pass_of(&self, pass: u8) -> String {
        match pass {
            1 => messages::pass_of_one(self.language()).into(),
            _ => messages::pass_of_many(self.language()).into(),
        }
    }

    fn skipped_checks(&self, count: usize) -> String {
        messages::SkippedChecks { count }.text(self.language())
    }

    fn more_alike(&self, hidden_count: usize) -> String {
        messages::MoreAlike { hidden_count }.text(self.language())
    }

    fn drawn_from(&self, of: usize) -> String {
        messages::DrawnFrom { of }.text(self.language())
    }

    /// The lead of the winner over the next node.
    fn score_lead(&self, winner: &str, total: i64, second: &str, lead: i64) -> String {
        let (total, lead) = (self.total_points(total), self.total_points(lead));
        messages::ScoreLead { winner, total, lead, second }.text(self.language())
    }

    /// The question that the filters are going to answer.
    fn fit_question(&self, pod: &str, needs: &str, free: &str) -> String {
        messages::FitQuestion { pod, needs, free }.text(self.language())
    }

    fn score_tie(&self, count: usize, total: i64) -> String {
        let total = self.total_points(total);
        messages::ScoreTie { count, total }.text(self.language())
    }

    fn total_points(&self, total: i64) -> String {
        messages::TotalPoints { is_one: total == 1, total }.text(self.language())
    }

    /// The nodes that aren't drawn: how many have the same total as the lowest bar, and how many have less.
    fn more_nodes(&self, equal: usize, fewer: usize, points: i64) -> String {
        let total = self.total_points(points);
        match (equal, fewer) {
            (0, fewer) => messages::MoreNodesWithFewer { fewer }.text(self.language()),
            (equal, 0) => messages::MoreNodesAsGood { equal, total }.text(self.language()),
            (equal, fewer) => messages::MoreNodes { equal, total, fewer }.text(self.language()),
        }
    }

    fn scheduled_by(&self, scheduler: &str) -> String {
        messages::ScheduledBy { scheduler }.text(self.language())
    }

    fn gated_by(&self, gates: &[&str]) -> String {
        messages::GatedBy { gates: self.list(gates) }.text(self.language())
    }

    fn waits_for(&self, node: &str) -> String {
        messages::WaitsFor { node }.text(self.language())
    }

    fn at_this_moment(&self, clock: &str) -> String {
        messages::AtThisMoment { clock }.text(self.language())
    }

    fn made_by(&self, pod: &str, workload: &str) -> String {
        messages::MadeBy { pod, workload }.text(self.language())
    }

    /// The pods that a budget would cover, before it is created: more than the clicked one. A pod without a workload can get its own
    /// label.
    fn budget_covers(&self, pod: &str, is_alone: bool, others: &[&str]) -> String {
        let (named, hidden_count) = (&others[..others.len().min(COVERED)], others.len().saturating_sub(COVERED));
        let names = self.list(named);
        messages::BudgetCovers { pod, names, hidden_count, is_alone, other_count: others.len() }.text(self.language())
    }

    fn arrives_at(&self, name: &str, at: &str) -> String {
        messages::ArrivesAt { name, at }.text(self.language())
    }

    /// Why a node is rejected, in two or three words.
    fn brief_reason(&self, reason: &Reason) -> String {
        match reason {
            Reason::Cordoned => messages::brief_reason_cordoned(self.language()).into(),
            Reason::OtherNodeNamed => messages::brief_reason_other_node_named(self.language()).into(),
            Reason::UntoleratedTaint { key, value } => {
                messages::BriefReasonUntoleratedTaint { taint: format_taint(key, value) }.text(self.language())
            }
            Reason::NodeSelectorMismatch | Reason::AddedAffinityMismatch => {
                messages::brief_reason_node_selector_mismatch(self.language()).into()
            }
            Reason::PortTaken { port } => messages::BriefReasonPortTaken { port }.text(self.language()),
            Reason::TooManyPods { pods, allowed } => {
                messages::BriefReasonTooManyPods { pods, allowed }.text(self.language())
            }
            Reason::Insufficient { resource, requested, used, capacity } => {
                let short = ShortageTexts::new(resource, *requested, *used, *capacity).short;
                messages::BriefReasonInsufficient { short, resource, is_memory: *resource == Resource::Memory }
                    .text(self.language())
            }
            Reason::SpreadLabelMissing { key } => messages::BriefReasonSpreadLabelMissing { key }.text(self.language()),
            Reason::SpreadSkew { count, self_match: self_count, min, max_skew, .. } => {
                messages::BriefReasonSpreadSkew { skew: count + self_count - min, max_skew }.text(self.language())
            }
            Reason::PodAffinity => messages::brief_reason_pod_affinity(self.language()).into(),
            Reason::PodAntiAffinity | Reason::ExistingPodsAntiAffinity => {
                messages::brief_reason_pod_anti_affinity(self.language()).into()
            }
            Reason::OutsideNodeSet { .. } => messages::brief_reason_outside_node_set(self.language()).into(),
            Reason::NoVictims => messages::brief_reason_no_victims(self.language()).into(),
            Reason::Volume(_) => messages::brief_reason_volume(self.language()).into(),
            other => self.reason_text(other).trim_end_matches(self.language().punctuation().full_stop).to_owned(),
        }
    }

    /// The PodDisruptionBudgets that protect a pod, and their allowed disruptions. A pod with several budgets can't be evicted at all.
    fn pod_budgets_text(&self, guards: &GuardingBudgets) -> String {
        let names: Vec<&str> = guards.0.iter().map(|budget| budget.metadata.name.as_str()).collect();
        if names.len() < 2 {
            return self.protecting_budgets_text(guards);
        }
        let names = self.list(&names);
        messages::PodBudgets { names }.text(self.language())
    }

    /// The PodDisruptionBudgets that protect one or more pods, and their allowed disruptions.
    fn protecting_budgets_text(&self, guards: &GuardingBudgets) -> String {
        let each = guards.0.iter().map(|budget| {
            let (name, status) = (&budget.metadata.name, &budget.status);
            let (allowed, healthy, desired) =
                (status.disruptions_allowed, status.current_healthy, status.desired_healthy);
            match BudgetState::from_budget(budget) {
                BudgetState::Uncounted => messages::ProtectingBudgetsEachUncounted { name }.text(self.language()),
                BudgetState::Open => messages::ProtectingBudgetsEachOpen { name, allowed }.text(self.language()),
                BudgetState::Closed => {
                    messages::ProtectingBudgetsEachClosed { name, healthy, desired }.text(self.language())
                }
                BudgetState::Short => {
                    messages::ProtectingBudgetsEachShort { name, healthy, desired }.text(self.language())
                }
            }
        });
        let each: Vec<String> = each.collect();
        self.join_clauses(&each)
    }

    /// The accessible name of a pod's tile. `amount` is its request, `fate` what happens to it at this moment; both may be empty.
    fn pod_description(&self, pod: &str, priority: i32, amount: &str, fate: &str) -> String {
        messages::PodDescription {
            pod,
            priority,
            has_amount: !amount.is_empty(),
            amount,
            has_fate: !fate.is_empty(),
            fate,
        }
        .text(self.language())
    }
}

impl<T: Speaker> StageSentences for T {}
