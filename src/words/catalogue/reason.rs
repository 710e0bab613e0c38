//! A learner's sentence for each reason, beside upstream's own words.

use api::Time;
use record::{Code, Failure, Ineligible, Reason, Rule};

sentences! {
    /// Reasons and rules.
    pub trait Sentences {
        /// Why a node is rejected, in a few words with the numbers.
        fn reason(reason: &Reason) -> String;
        /// All reasons of a failure.
        fn failure(failure: &Failure) -> String;
        /// What the code of a failure means for preemption.
        fn code(code: Code) -> &'static str;
        /// Why a pod may not preempt.
        fn ineligible(why: Ineligible) -> String;
        /// What a rule of the ladder asks for, and what its number is.
        fn rule(rule: Rule) -> (String, String);
    }
}

/// What is missing of a resource. Nominated pods count too, so more may be requested than there is.
pub struct Lack {
    pub requested: String,
    /// What is free, or requested already where nothing is free.
    pub free: Result<String, String>,
    pub capacity: String,
    pub short: String,
}

impl Lack {
    /// Numbers that add up.
    pub fn new(resource: &str, requested: i64, used: i64, capacity: i64) -> Self {
        let of = |value: i64| crate::amount(resource, value);
        Self {
            requested: of(requested),
            free: if used <= capacity { Ok(of(capacity - used)) } else { Err(of(used)) },
            capacity: of(capacity),
            short: of(requested - (capacity - used)),
        }
    }
}

/// A taint as `kubectl` writes it.
pub fn taint(key: &str, value: &str) -> String {
    if value.is_empty() { key.to_owned() } else { format!("{key}={value}") }
}

/// The number that a rule compares, short and in full. Rules take the least, so the latest start is noted below zero; a sum of
/// priorities has 2³¹ for each victim.
pub fn rule_value(rule: Rule, value: i64, victims: usize) -> (String, String) {
    match rule {
        Rule::LatestStart => {
            let full = Time(value.saturating_neg()).to_string();
            let clock = full.split_once('T').map_or(full.as_str(), |(_, clock)| clock.trim_end_matches('Z'));
            (clock.to_owned(), full.clone())
        }
        Rule::SmallestPrioritySum => {
            let raised = i64::try_from(victims).unwrap_or(0) << 31;
            (format!("{victims}·2³¹ + {}", value - raised).replace("+ -", "− "), value.to_string())
        }
        _ => (value.to_string(), value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_rules_read_well() {
        for (rule, number, victims, wanted) in [
            (Rule::LatestStart, -1_767_226_800_000, 1, "00:20:00"),
            (Rule::SmallestPrioritySum, (2 << 31) + 20, 2, "2·2³¹ + 20"),
            (Rule::SmallestPrioritySum, (1 << 31) - 5, 1, "1·2³¹ − 5"),
            (Rule::FewestVictims, 3, 3, "3"),
        ] {
            assert_eq!(rule_value(rule, number, victims).0, wanted);
        }
    }
}
