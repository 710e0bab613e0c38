//! Texts of rulings of budgets, zones and controllers, by line: a name, a value, and its source.

use runlog::{Demand, ZoneState};

use crate::{
    languages::Speaker,
    messages::ruling as messages,
    table::grammar::{CountedNoun, Grammar},
};

message_struct! {
    /// The labels of lines, and other fixed labels.
    pub struct RulingLabels from ruling;
}

/// Sentences. Owners are given as `Deployment/web`, pods without the namespace `default`, times formatted.
pub trait RulingSentences: Grammar {
    fn ruling_labels(&self) -> &'static RulingLabels {
        RulingLabels::of(self)
    }

    fn budget_title(&self, name: &str, demand: &Demand) -> String {
        let demand = match demand {
            Demand::Nothing => String::new(),
            Demand::MinAvailable(value) => format!(" · minAvailable: {value}"),
            Demand::MaxUnavailable(value) => format!(" · maxUnavailable: {value}"),
        };
        messages::BudgetTitle { name, demand }.text(self.language())
    }

    fn eviction_title(&self, pod: &str, budget: Option<&str>) -> String {
        match budget {
            None => messages::EvictionTitleNone { pod }.text(self.language()),
            Some(budget) => messages::EvictionTitleBudget { pod, budget }.text(self.language()),
        }
    }

    fn zone_title(&self, name: &str) -> String {
        match name {
            "" => messages::zone_title(self.language()).to_owned(),
            _ => messages::ZoneTitleNamed { name }.text(self.language()),
        }
    }

    /// The controllers whose scale counts.
    fn scale_source(&self, scales: &[(&str, i32)]) -> String {
        let each: Vec<String> = scales
            .iter()
            .map(|(owner, scale)| messages::ScaleSourceEach { owner, scale }.text(self.language()))
            .collect();
        let each: Vec<&str> = each.iter().map(String::as_str).collect();
        self.list(&each)
    }

    fn no_controller(&self) -> &'static str {
        messages::no_controller_text(self.language())
    }

    fn unmanaged_pods(&self, unmanaged: i32) -> String {
        messages::UnmanagedPods { unmanaged }.text(self.language())
    }

    fn pods_selected(&self, pods: i32) -> String {
        let pods = self.count(usize::try_from(pods).unwrap_or(0), CountedNoun::Pod);
        messages::PodsSelected { pods }.text(self.language())
    }

    /// How the desired number is computed from the expected one.
    fn desired_formula(&self, demand: &Demand, expected: i32, away: i32) -> String {
        match demand {
            Demand::Nothing => messages::desired_formula_nothing(self.language()).to_owned(),
            Demand::MinAvailable(value) if demand.needs_scale() => {
                messages::DesiredFormulaMinAvailable { value, expected }.text(self.language())
            }
            Demand::MinAvailable(value) => format!("minAvailable: {value}"),
            Demand::MaxUnavailable(value) => {
                messages::DesiredFormulaMaxUnavailable { expected, away, value }.text(self.language())
            }
        }
    }

    fn healthy_formula(&self, pods: i32, away: &[String]) -> String {
        let pods = self.count(usize::try_from(pods).unwrap_or(0), CountedNoun::Pod);
        let away: Vec<&str> = away.iter().map(String::as_str).collect();
        match away.is_empty() {
            true => messages::HealthyFormulaNoAway { pods }.text(self.language()),
            false => messages::HealthyFormulaSomeAway { pods, away: self.list(&away) }.text(self.language()),
        }
    }

    /// A pod or node with a note.
    fn name_with_note(&self, name: &str, note: &str) -> String {
        messages::NameWithNote { name, note }.text(self.language())
    }

    fn more_pods(&self, hidden_count: usize) -> String {
        messages::MorePods { hidden_count }.text(self.language())
    }

    fn count_time(&self, when: &str) -> String {
        messages::CountTime { when }.text(self.language())
    }

    fn evictions_since(&self, spent: i32) -> String {
        messages::EvictionsSince { spent }.text(self.language())
    }

    fn healthy_enough(&self, healthy: i32, desired: i32) -> String {
        messages::HealthyEnough { healthy, desired }.text(self.language())
    }

    fn one_disruption_spent(&self, before: i32, remaining_disruptions: i32) -> String {
        messages::OneDisruptionSpent { before, remaining_disruptions }.text(self.language())
    }

    fn not_ready_share(&self, not_ready: usize, nodes: usize, percent: usize) -> String {
        messages::NotReadyShare { not_ready, nodes, percent }.text(self.language())
    }

    fn state_since(&self, when: &str, so_long: &str) -> String {
        messages::StateSince { when, so_long }.text(self.language())
    }

    /// The rate at which nodes are tainted, per 100 seconds, and the reason.
    fn taint_rate(&self, per_100_s: u32, state: ZoneState, nodes: usize) -> (String, String) {
        let value = match per_100_s {
            0 => "0".to_owned(),
            rate => {
                let (integer_part, rest) = (rate / 100, rate % 100);
                let number = format!("{integer_part}.{rest:02}");
                let number = number.trim_end_matches('0').to_owned();
                messages::TaintRateValueMany { number }.text(self.language())
            }
        };
        let reason = match (per_100_s, state) {
            (0, ZoneState::Full) => messages::taint_rate_reason_none_full(self.language()).to_owned(),
            (0, _) => messages::TaintRateReasonNone { nodes }.text(self.language()),
            (rate, _) => {
                let seconds = 100 / rate.max(1);
                messages::TaintRateReason { seconds }.text(self.language())
            }
        };
        (value, reason)
    }

    fn creates_of_missing(&self, makes: usize, missing: usize) -> String {
        match makes == missing {
            true => String::new(),
            false => messages::CreatesOfMissingOneAtATime { missing }.text(self.language()),
        }
    }
}

impl<T: Speaker> RulingSentences for T {}
