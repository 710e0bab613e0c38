//! Texts for the steps of an attempt.

use api::Millis;
use runlog::HostChoice;

use crate::{
    languages::Speaker,
    messages::attempt as messages,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

/// The steps of an attempt. Pods are named without the namespace `default`.
pub trait AttemptSentences: Grammar {
    fn may_preempt(&self, pod: &str) -> TitleAndText {
        title_and_text(messages::may_preempt_title(self.language()), messages::MayPreempt { pod }.text(self.language()))
    }

    fn may_not_preempt(&self, reason: String) -> TitleAndText {
        title_and_text(messages::may_not_preempt_title(self.language()), reason)
    }

    fn potential_nodes(&self, some: usize, total_count: usize, names: &[&str]) -> TitleAndText {
        title_and_text(
            messages::PotentialNodesTitle { some, total_count }.text(self.language()),
            messages::PotentialNodes { some, names: self.list(names) }.text(self.language()),
        )
    }

    fn dry_run_start(&self, node: &str, pod: &str, removed: &[&str]) -> TitleAndText {
        title_and_text(
            messages::DryRunStartTitle { node }.text(self.language()),
            messages::DryRunStart { pod, names: self.list(removed), pod_count: removed.len() }.text(self.language()),
        )
    }

    fn does_not_fit_alone(&self, pod: &str) -> String {
        messages::DoesNotFitAlone { pod }.text(self.language())
    }

    fn fits_alone(&self, pod: &str, node: &str) -> TitleAndText {
        title_and_text(
            messages::FitsAloneTitle { pod }.text(self.language()),
            messages::FitsAlone { node }.text(self.language()),
        )
    }

    fn pod_reprieved(&self, victim: &str, node: &str, pod: &str, budgets: &[&str]) -> TitleAndText {
        title_and_text(
            messages::PodReprievedTitle { victim }.text(self.language()),
            messages::PodReprieved { victim, node, pod, would_violate: would_violate(self, budgets) }
                .text(self.language()),
        )
    }

    fn pod_is_victim(&self, victim: &str, node: &str, pod: &str, reason: &str, budgets: &[&str]) -> TitleAndText {
        title_and_text(
            messages::PodIsVictimTitle { victim }.text(self.language()),
            messages::PodIsVictim { victim, node, pod, reason, would_violate: would_violate(self, budgets) }
                .text(self.language()),
        )
    }

    fn node_is_no_candidate(&self, node: &str) -> String {
        messages::NodeIsNoCandidate { node }.text(self.language())
    }

    fn node_is_candidate(&self, node: &str, victims: &[&str], violations: usize) -> TitleAndText {
        title_and_text(
            messages::NodeIsCandidateTitle { node }.text(self.language()),
            match victims {
                [] => messages::no_victims_needed(self.language()).to_owned(),
                _ => messages::NodeIsCandidate { victims: self.list(victims), violations }.text(self.language()),
            },
        )
    }

    fn all_equal(&self, of: usize) -> String {
        messages::AllEqual { of }.text(self.language())
    }

    fn nodes_remain(&self, of: usize, names: &[&str]) -> String {
        messages::NodesRemain { name_count: names.len(), of, names: self.list(names) }.text(self.language())
    }

    /// How much later the chosen candidate's victim started than that of the next one.
    fn latest_start(&self, later: Millis) -> String {
        let length = self.length_of(later);
        messages::LatestStart { length }.text(self.language())
    }

    fn node_chosen(&self, node: &str, victims: &[&str], ties: usize) -> TitleAndText {
        let mut sentences = vec![match victims {
            [] => messages::no_victims_needed(self.language()).to_owned(),
            _ => messages::NodeChosen { victims: self.list(victims) }.text(self.language()),
        }];
        if ties > 1 {
            sentences.push(messages::NodeChosenAtRandom { ties }.text(self.language()));
        }
        title_and_text(messages::NodeChosenTitle { node }.text(self.language()), self.join_sentences(&sentences))
    }

    fn pod_not_scheduled(&self, pod: &str, making_room_on: Option<&str>) -> TitleAndText {
        title_and_text(
            messages::pod_not_scheduled_title(self.language()),
            match making_room_on {
                Some(node) => messages::PodNotScheduledNode { pod, node }.text(self.language()),
                None => messages::PodNotScheduledNone { pod }.text(self.language()),
            },
        )
    }

    fn rejected_everywhere(&self) -> String {
        messages::rejected_everywhere(self.language()).into()
    }

    fn pre_filter_result(&self, possible: Option<usize>, skipped: &[&str]) -> TitleAndText {
        let nodes = possible.map(|nodes| messages::PreFilterPossibleNodes { nodes }.text(self.language()));
        let plugins = (!skipped.is_empty())
            .then(|| messages::PreFilterSkipped { plugins: self.list(skipped) }.text(self.language()));
        let sentences: Vec<String> = nodes.into_iter().chain(plugins).collect();
        title_and_text(messages::pre_filter_result_title(self.language()), self.join_sentences(&sentences))
    }

    fn pod_fits(&self, pod: &str, node: &str) -> String {
        messages::PodFits { pod, node }.text(self.language())
    }

    fn does_not_fit(&self, pod: &str, node: &str) -> String {
        messages::DoesNotFit { pod, node }.text(self.language())
    }

    fn every_filter_passes(&self, pod: &str, node: &str) -> String {
        messages::EveryFilterPasses { pod, node }.text(self.language())
    }

    /// The pod's own nominated node fits, so no other one is checked.
    fn nominated_node_is_tried_alone(&self, node: &str) -> String {
        messages::NominatedNodeIsTriedAlone { node }.text(self.language())
    }

    /// No other node was checked, so there is nothing to score.
    fn nominated_node_is_selected(&self, node: &str) -> String {
        messages::NominatedNodeIsSelected { node }.text(self.language())
    }

    fn rejected_because(&self, plugin: &str, reason: &str) -> String {
        messages::RejectedBecause { plugin, reason }.text(self.language())
    }

    fn with_nominated(&self, pods: &[&str], pass: u8) -> String {
        let pods = self.list(pods);
        match pass {
            1 => messages::WithNominatedOne { pods }.text(self.language()),
            _ => messages::WithNominatedMany { pods }.text(self.language()),
        }
    }

    fn first_pass_result(&self, pod: &str, node: &str, nominated: &[&str]) -> TitleAndText {
        (
            messages::FirstPassResultTitle { node }.text(self.language()),
            messages::FirstPassResult { pod, node, nominated: self.list(nominated), nominated_count: nominated.len() }
                .text(self.language()),
        )
    }

    fn all_nodes_score(&self, count: usize, points: i64, weight: i64) -> String {
        messages::AllNodesScore { count, points, weight }.text(self.language())
    }

    fn best_score(&self, nodes: &[&str], points: i64, weight: i64) -> String {
        messages::BestScore { nodes: self.list(nodes), points, weight }.text(self.language())
    }

    fn pod_goes_to(&self, pod: &str, node: &str) -> String {
        messages::PodGoesTo { pod, node }.text(self.language())
    }

    fn only_feasible(&self, node: &str) -> String {
        messages::OnlyFeasible { node }.text(self.language())
    }

    /// The node with the best total score. `ties` is the number of nodes with that score, `host` how the release chooses among them.
    fn best_total(&self, node: &str, total: i64, ties: usize, host: HostChoice) -> String {
        match ties {
            0 | 1 => messages::BestTotalNone { node, total }.text(self.language()),
            count if host == HostChoice::TopOfHeap => {
                messages::BestTotalTopOfHeap { count, total, node }.text(self.language())
            }
            count => messages::BestTotal { count, total, node }.text(self.language()),
        }
    }
}

impl<T: Speaker> AttemptSentences for T {}

fn would_violate(lang: &(impl Grammar + ?Sized), budgets: &[&str]) -> String {
    messages::WouldViolate { has_budgets: !budgets.is_empty(), budgets: lang.list(budgets) }.text(lang.language())
}
