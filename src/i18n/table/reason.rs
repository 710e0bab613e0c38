//! An explanation of each reason, shown with the upstream message.

use api::{Millis, Time};
use runlog::{Code, Failure, Ineligible, LadderRule, Reason};

use crate::{ShortageTexts, languages::Speaker, messages::reason as messages, table::volumes::VolumeSentences};

/// Sentences about why a plugin rejects a node, and about the rules that it applies.
pub trait ReasonSentences: VolumeSentences {
    /// Why a node is rejected, in a few words with the numbers.
    fn reason_text(&self, reason: &Reason) -> String {
        let list = |names: &[api::Str]| self.list(&names.iter().map(|name| name.as_str()).collect::<Vec<_>>());
        match reason {
            Reason::Cordoned => messages::reason_cordoned(self.language()).into(),
            Reason::OtherNodeNamed => messages::reason_other_node_named(self.language()).into(),
            Reason::UntoleratedTaint { key, value } => {
                messages::ReasonUntoleratedTaint { taint: format_taint(key, value) }.text(self.language())
            }
            Reason::NodeSelectorMismatch => messages::reason_node_selector_mismatch(self.language()).into(),
            Reason::AddedAffinityMismatch => messages::reason_added_affinity_mismatch(self.language()).into(),
            Reason::AffinityTermsConflict => messages::reason_affinity_terms_conflict(self.language()).into(),
            Reason::PortTaken { port } => messages::ReasonPortTaken { port }.text(self.language()),
            Reason::TooManyPods { pods, allowed } => {
                messages::ReasonTooManyPods { pods, allowed }.text(self.language())
            }
            Reason::Insufficient { resource, requested, used, capacity } => {
                let shortage = ShortageTexts::new(resource, *requested, *used, *capacity);
                let ShortageTexts { needs, capacity: all, used: taken, free, short, .. } = &shortage;
                // Nominated pods count too, so the sum of requests may exceed the capacity.
                if used <= capacity {
                    messages::ReasonInsufficientFree { needs, resource, free, all, short }.text(self.language())
                } else {
                    messages::ReasonInsufficientOtherwise { needs, resource, taken, all, short }.text(self.language())
                }
            }
            Reason::SpreadLabelMissing { key } => messages::ReasonSpreadLabelMissing { key }.text(self.language()),
            Reason::SpreadSkew { key, count, self_match: self_count, min, max_skew } => {
                messages::ReasonSpreadSkew { key, count, self_count, min, skew: count + self_count - min, max_skew }
                    .text(self.language())
            }
            Reason::PodAffinityOrAntiAffinity => messages::reason_pod_affinity_or_anti_affinity(self.language()).into(),
            Reason::PodAffinity => messages::reason_pod_affinity(self.language()).into(),
            Reason::PodAntiAffinity => messages::reason_pod_anti_affinity(self.language()).into(),
            Reason::ExistingPodsAntiAffinity => messages::reason_existing_pods_anti_affinity(self.language()).into(),
            Reason::UndeclaredFeatures { missing } => {
                messages::ReasonUndeclaredFeatures { missing: list(missing) }.text(self.language())
            }
            Reason::OutsideNodeSet { plugins } => {
                messages::ReasonOutsideNodeSet { plugins: list(plugins) }.text(self.language())
            }
            Reason::EmptyNodeSet { plugins } => {
                messages::ReasonEmptyNodeSet { plugins: list(plugins) }.text(self.language())
            }
            Reason::Volume(reason) => self.volume_reason(reason),
            Reason::NoVictims => messages::reason_no_victims(self.language()).into(),
            Reason::PreemptionNotHelpful => messages::reason_preemption_not_helpful(self.language()).into(),
            Reason::StateMissing { key } => messages::ReasonStateMissing { key }.text(self.language()),
            Reason::LabelPresence { label, is_required: true } => {
                messages::ReasonLabelPresence { label }.text(self.language())
            }
            Reason::LabelPresence { label, is_required: false } => {
                messages::ReasonLabelForbidden { label }.text(self.language())
            }
            Reason::ServiceAffinity { label, value } => {
                messages::ReasonServiceAffinity { label, value }.text(self.language())
            }
            Reason::Extender { extender, message } => match message.as_str() {
                "" => messages::ReasonExtender { extender }.text(self.language()),
                message => messages::ReasonExtenderMessage { extender, message }.text(self.language()),
            },
            Reason::Text(text) => text.to_string(),
        }
    }

    /// All reasons of a failure.
    fn failure_text(&self, failure: &Failure) -> String {
        self.join_sentences(&failure.reasons.iter().map(|reason| self.reason_text(reason)).collect::<Vec<_>>())
    }

    /// The meaning of a failure's code for preemption.
    fn code_text(&self, code: Code) -> &'static str {
        match code {
            Code::Unschedulable => messages::code_unschedulable(self.language()),
            Code::UnschedulableAndUnresolvable => messages::code_unschedulable_and_unresolvable(self.language()),
            Code::Error => messages::code_error(self.language()),
        }
    }

    /// Why a pod may not preempt.
    fn ineligible_text(&self, reason: Ineligible) -> String {
        match reason {
            Ineligible::PolicyNever => messages::ineligible_policy_never(self.language()).into(),
            Ineligible::WaitsForVictim => messages::ineligible_waits_for_victim(self.language()).into(),
            Ineligible::GroupNotFound => messages::ineligible_group_not_found(self.language()).into(),
            Ineligible::GroupHasPlacements => messages::ineligible_group_has_placements(self.language()).into(),
            Ineligible::GroupPreempts => messages::ineligible_group_preempts(self.language()).into(),
        }
    }

    /// The criterion of a ladder rule, and the name of its number.
    fn rule_text(&self, rule: LadderRule) -> (String, String) {
        let (name, unit) = match rule {
            LadderRule::NoVictims => (
                messages::rule_name_no_victims(self.language()),
                messages::rule_name_no_victims_remedy(self.language()),
            ),
            LadderRule::FewestViolations => (
                messages::rule_name_fewest_violations(self.language()),
                messages::rule_name_fewest_violations_remedy(self.language()),
            ),
            LadderRule::LowestFirstPriority => (
                messages::rule_name_lowest_first_priority(self.language()),
                messages::rule_name_lowest_first_priority_remedy(self.language()),
            ),
            LadderRule::SmallestPrioritySum => (
                messages::rule_name_smallest_priority_sum(self.language()),
                messages::rule_name_smallest_priority_sum_remedy(self.language()),
            ),
            LadderRule::FewestVictims => (
                messages::rule_name_fewest_victims(self.language()),
                messages::rule_name_fewest_victims_remedy(self.language()),
            ),
            LadderRule::LatestStart => (
                messages::rule_name_latest_start(self.language()),
                messages::rule_name_latest_start_remedy(self.language()),
            ),
        };
        (name.into(), unit.into())
    }

    /// The number that a rule compares, relative to the other candidates: start times are given relative to the earliest one. They are
    /// recorded as negative numbers, so the earliest is the largest.
    fn compared_value(&self, rule: LadderRule, value: i64, earliest: i64, victims: usize) -> String {
        match rule {
            LadderRule::LatestStart if value >= earliest => {
                messages::compared_value_latest_start(self.language()).to_owned()
            }
            LadderRule::LatestStart => self.later_by(Millis::new(earliest.abs_diff(value))),
            _ => format_rule_value(rule, value, victims).0,
        }
    }

    /// A short form for start times.
    fn short_start(&self, value: i64, earliest: i64) -> String {
        match earliest.abs_diff(value) {
            0 => messages::short_start_none(self.language()).to_owned(),
            later => format!("+{}", self.length_of(Millis::new(later))),
        }
    }

    /// How much later something started.
    fn later_by(&self, time: Millis) -> String {
        let length = self.length_of(time);
        messages::LaterBy { length }.text(self.language())
    }

    /// The start of a pod relative to the earliest one, both in milliseconds of the wall clock.
    fn start_text(&self, start: i64, earliest: i64) -> String {
        self.compared_value(LadderRule::LatestStart, start.saturating_neg(), earliest.saturating_neg(), 1)
    }
}

impl<T: Speaker> ReasonSentences for T {}

/// A taint in the notation of `kubectl`.
pub fn format_taint(key: &str, value: &str) -> String {
    if value.is_empty() { key.to_owned() } else { format!("{key}={value}") }
}

/// The value by which a rule of preemption ranks nodes, in short and in full. The smallest value wins, so start times are negated. A sum of
/// priorities has 2³¹ added for each victim, as upstream.
pub fn format_rule_value(rule: LadderRule, value: i64, victims: usize) -> (String, String) {
    match rule {
        LadderRule::LatestStart => {
            let full = Time(value.saturating_neg()).to_string();
            let clock = full.split_once('T').map_or(full.as_str(), |(_, clock)| clock.trim_end_matches('Z'));
            (clock.to_owned(), full.clone())
        }
        LadderRule::SmallestPrioritySum => {
            let raised = i64::try_from(victims).unwrap_or(0) << 31;
            (format!("{victims}·2³¹ + {}", value - raised).replace("+ -", "− "), value.to_string())
        }
        _ => (value.to_string(), value.to_string()),
    }
}

/// The sum of priorities that a rule compares, with all its terms: 2³¹ is added for each victim.
pub fn format_priority_sum(priorities: &[i32]) -> String {
    let count = i64::try_from(priorities.len()).unwrap_or(0);
    let sum = priorities.iter().map(|priority| i64::from(*priority)).sum::<i64>() + (count << 31);
    let terms: Vec<String> = priorities.iter().map(ToString::to_string).collect();
    format!("{} + {count} × 2³¹ = {sum}", terms.join(" + ")).replace("+ -", "− ").replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lang;

    #[test]
    fn a_priority_sum_has_all_its_terms() {
        assert_eq!(format_priority_sum(&[10, 10, 10]), "10 + 10 + 10 + 3 × 2³¹ = 6442450974");
        assert_eq!(format_priority_sum(&[-40, 5, -1]), "−40 + 5 − 1 + 3 × 2³¹ = 6442450908");
        // The terms give the number that the rule compares.
        let (_, full) = format_rule_value(LadderRule::SmallestPrioritySum, (3 << 31) + 30, 3);
        assert!(format_priority_sum(&[10, 10, 10]).ends_with(&full));
    }

    #[test]
    fn numbers_of_rules_read_well() {
        for (rule, number, victims, expected_text) in [
            (LadderRule::LatestStart, -1_767_226_800_000, 1, "00:20:00"),
            (LadderRule::SmallestPrioritySum, (2 << 31) + 20, 2, "2·2³¹ + 20"),
            (LadderRule::SmallestPrioritySum, (1 << 31) - 5, 1, "1·2³¹ − 5"),
            (LadderRule::FewestVictims, 3, 3, "3"),
        ] {
            assert_eq!(format_rule_value(rule, number, victims).0, expected_text);
        }
    }

    #[test]
    fn starts_are_read_against_the_earliest_one() {
        let (earliest, later) = (-1_767_225_600_000, -1_767_226_800_000);
        let text = |value| Lang::En.compared_value(LadderRule::LatestStart, value, earliest, 1);
        assert_eq!((text(earliest).as_str(), text(later).as_str()), ("earliest", "20 min later"));
        assert_eq!(Lang::Zh.compared_value(LadderRule::LatestStart, later, earliest, 1), "晚 20 分钟");
        assert_eq!(
            (Lang::En.short_start(later, earliest).as_str(), Lang::Zh.short_start(0, 0).as_str()),
            ("+20 min", "最早")
        );
        assert_eq!(Lang::En.compared_value(LadderRule::FewestVictims, 2, 3, 2), "2");
        for (seconds, expected_text) in
            [(0, "0 s"), (59, "59 s"), (90, "1 min 30 s"), (3600, "1 h"), (90_061, "1 d 1 h"), (86_400, "1 d")]
        {
            assert_eq!(Lang::En.length_of(Millis::from_seconds(seconds)), expected_text);
        }
    }
}
