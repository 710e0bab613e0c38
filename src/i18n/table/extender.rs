//! Texts about requests to extenders and their answers.

use api::Millis;

use crate::{languages::Speaker, messages::extender as messages, table::grammar::Grammar};

message_struct! {
    /// Labels beside a request and its answer.
    pub struct ExchangeLabels from extender;
}

/// Requests to extenders and their answers.
pub trait ExtenderSentences: Grammar {
    fn exchange_labels(&self) -> &'static ExchangeLabels {
        ExchangeLabels::of(self)
    }

    /// The scheduler calls an extender.
    fn extender_request(&self, extender: &str) -> String {
        messages::ExtenderRequest { extender }.text(self.language())
    }

    /// The victims of a candidate, and the number of PodDisruptionBudget violations.
    fn candidate_victims(&self, victims: &[&str], violations: i64) -> String {
        let victims = match victims {
            [] => self.exchange_labels().no_victims.to_owned(),
            _ => messages::CandidateVictims { victims: self.list(victims) }.text(self.language()),
        };
        match usize::try_from(violations).unwrap_or(0) {
            0 => victims,
            violations => messages::CandidateVictimsViolate { victims, violations }.text(self.language()),
        }
    }

    /// The scheduler waits this long for the answer.
    fn extender_delay(&self, wait: Millis) -> String {
        messages::ExtenderDelay { wait }.text(self.language())
    }

    /// A summary of a filter call: how many of the nodes it kept.
    fn extender_kept_nodes(&self, extender: &str, kept_count: usize, asked_count: usize) -> String {
        messages::ExtenderKeptNodes { extender, kept_count, asked_count }.text(self.language())
    }

    /// A summary of a prioritize call.
    fn extender_gave_points(&self, extender: &str) -> String {
        messages::ExtenderGavePoints { extender }.text(self.language())
    }

    /// A summary of a preemption call: how many of the candidates it kept.
    fn extender_left_candidates(&self, extender: &str, kept_count: usize, candidate_count: usize) -> String {
        messages::ExtenderLeftCandidates { extender, kept_count, candidate_count }.text(self.language())
    }

    /// The request failed.
    fn extender_failure(&self, extender: &str, ignored: bool) -> String {
        messages::ExtenderFailure { ignored, extender }.text(self.language())
    }

    /// The extender removes a candidate from preemption.
    fn extender_withdrew_candidate(&self, extender: &str, node: &str) -> String {
        messages::ExtenderWithdrewCandidate { extender, node }.text(self.language())
    }

    /// The answer to a filter call; `is_bare` if the scheduler ignores the pods of returned nodes.
    fn extender_filter_answer(&self, extender: &str, node_count: usize, texts: &[&str], is_bare: bool) -> String {
        messages::ExtenderFilterAnswer {
            extender,
            node_count,
            has_texts: !texts.is_empty(),
            texts: self.list(texts),
            is_bare,
        }
        .text(self.language())
    }

    /// The scores of a prioritize call, and the factor they are multiplied by.
    fn extender_score_answer(&self, extender: &str, scores: &[(&str, i64)], factor: i64) -> String {
        if scores.is_empty() {
            return messages::ExtenderScoreAnswerNoScores { extender }.text(self.language());
        }
        let scores: Vec<String> = scores.iter().map(|(node, score)| format!("{node} {score} × {factor}")).collect();
        let scores = self.list(&scores.iter().map(String::as_str).collect::<Vec<_>>());
        messages::ExtenderScoreAnswer { extender, scores }.text(self.language())
    }

    /// The answer to a preemption call: which of the candidates it kept.
    fn extender_preempt_answer(&self, extender: &str, candidate_count: usize, kept_nodes: &[&str]) -> String {
        messages::ExtenderPreemptAnswer {
            extender,
            candidate_count,
            has_kept_nodes: !kept_nodes.is_empty(),
            kept_nodes: self.list(kept_nodes),
        }
        .text(self.language())
    }
}

impl<T: Speaker> ExtenderSentences for T {}
