//! Texts about the arithmetic of PodDisruptionBudgets, and the answers of the Eviction API.

use runlog::{BudgetCount, Demand, Eviction, EvictionAnswer, UnhealthyReason};

use crate::{
    languages::Speaker,
    messages::disruption as messages,
    table::grammar::{CountedNoun, Grammar, TitleAndText, title_and_text},
};

/// Pods are given by name, owners as `Deployment/web`.
pub trait DisruptionSentences: Grammar {
    /// The arithmetic of a budget as a step.
    fn budget_counted(&self, count: &BudgetCount) -> TitleAndText {
        let name = count.budget.name();
        let sentences = self.budget_arithmetic(count);
        title_and_text(messages::BudgetCounted { name }.text(self.language()), self.join_sentences(&sentences))
    }

    /// The arithmetic in sentences: the expected pods and why, the desired, healthy and unhealthy ones, and the allowed disruptions.
    fn budget_arithmetic(&self, count: &BudgetCount) -> Vec<String> {
        let mut sentences = vec![self.expected_pods_reason(count)];
        if let Some(reason) = &count.failed {
            sentences.push(messages::BudgetArithmeticWithReason { reason }.text(self.language()));
            return sentences;
        }
        let (expected, desired, healthy) = (count.expected, count.desired, count.healthy);
        let allowed = usize::try_from(count.allowed).unwrap_or(0);
        sentences.push(match &count.demand {
            Demand::MaxUnavailable(value) => {
                messages::BudgetArithmeticMaxUnavailable { value, desired }.text(self.language())
            }
            Demand::MinAvailable(value) => {
                messages::BudgetArithmeticMinAvailable { value, desired }.text(self.language())
            }
            Demand::Nothing => messages::budget_arithmetic_nothing(self.language()).to_owned(),
        });
        sentences.push(messages::BudgetArithmetic { healthy }.text(self.language()));
        if !count.unhealthy.is_empty() {
            let names: Vec<String> = count
                .unhealthy
                .iter()
                .map(|(pod, reason)| format!("{pod} ({})", self.unhealthy_reason(*reason)))
                .collect();
            sentences.push(messages::NotCountedAsHealthy { pods: self.list_texts(&names) }.text(self.language()));
        }
        sentences.push(if expected <= 0 {
            messages::budget_arithmetic_nothing_expected(self.language()).to_owned()
        } else {
            messages::BudgetArithmeticOtherwise { healthy, desired, allowed }.text(self.language())
        });
        sentences
    }

    /// The number of expected pods, and where it comes from.
    fn expected_pods_reason(&self, count: &BudgetCount) -> String {
        let expected = count.expected;
        let pods = self.count(usize::try_from(count.pods).unwrap_or(0), CountedNoun::Pod);
        if !count.demand.needs_scale() {
            return messages::ExpectedPodsReasonNotNeedsScale { pods, expected }.text(self.language());
        }
        let scales: Vec<String> = count.scales.iter().map(|(owner, scale)| format!("{owner}: {scale}")).collect();
        let unmanaged = count.unmanaged;
        let mut text = match (scales.is_empty(), count.failed.is_some()) {
            (true, true) => messages::ExpectedPodsReasonFailed { pods }.text(self.language()),
            (true, false) => messages::ExpectedPodsReasonWithoutController { pods, expected }.text(self.language()),
            (false, _) => {
                messages::ScaleOfControllersCounts { pods: &pods, scales: self.list_texts(&scales), expected }
                    .text(self.language())
            }
        };
        if unmanaged > 0 {
            text += &messages::ExpectedPodsReasonAboveNone { unmanaged }.text(self.language());
        }
        text
    }

    fn unhealthy_reason(&self, reason: UnhealthyReason) -> &'static str {
        match reason {
            UnhealthyReason::Terminating => messages::unhealthy_reason_terminating(self.language()),
            UnhealthyReason::Disrupted => messages::unhealthy_reason_disrupted(self.language()),
            UnhealthyReason::NotReady => messages::unhealthy_reason_not_ready(self.language()),
        }
    }

    /// The answer of the Eviction API.
    fn eviction_answered(&self, eviction: &Eviction) -> TitleAndText {
        let pod = eviction.pod.strip_prefix("default/").unwrap_or(&eviction.pod);
        let budget = eviction.budget.as_ref().map_or("", |budget| budget.name());
        let title = match &eviction.answer {
            EvictionAnswer::Refused { code, .. } => {
                messages::EvictionAnsweredTitleRefused { pod, code }.text(self.language())
            }
            _ => messages::EvictionAnsweredTitle { pod }.text(self.language()),
        };
        let text = match &eviction.answer {
            EvictionAnswer::NotDisrupted => messages::eviction_answered_text_not_disrupted(self.language()).to_owned(),
            EvictionAnswer::Unprotected => messages::eviction_answered_text_unprotected(self.language()).to_owned(),
            EvictionAnswer::AlwaysAllowed => {
                messages::EvictionAnsweredTextAlwaysAllowed { budget }.text(self.language())
            }
            EvictionAnswer::EnoughHealthy => {
                messages::EvictionAnsweredTextEnoughHealthy { budget }.text(self.language())
            }
            EvictionAnswer::Granted { left } => {
                messages::EvictionAnsweredTextGranted { budget, left }.text(self.language())
            }
            EvictionAnswer::Refused { message, cause, .. } => {
                messages::EvictionRefused { message, cause }.text(self.language()).trim_end().to_owned()
            }
        };
        title_and_text(title, text)
    }
}

impl<T: Speaker> DisruptionSentences for T {}
