//! What a document says at a field, or what stands there by default.

use releases::DEFAULT_SCHEDULER;
use serde_json::Value;

/// A duration as Go writes it, in milliseconds.
pub(super) fn parse_duration(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let has_unit = digits == "0" || digits.ends_with(|c: char| c.is_ascii_alphabetic());
    let millis = api::parse_duration(digits).filter(|_| has_unit)?;
    i64::try_from(millis.to_millis()).ok().map(|millis| sign * millis)
}

pub(super) fn items_of(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The number at a field, or what stands there by default.
pub(super) fn number_or(value: &Value, default: i64) -> i64 {
    value.as_i64().unwrap_or(default)
}

/// The `schedulerName` of each profile: the only one has a default.
pub(super) fn scheduler_names(profiles: &[Value]) -> Vec<&str> {
    let default = if profiles.len() == 1 { DEFAULT_SCHEDULER } else { "" };
    profiles.iter().map(|profile| profile["schedulerName"].as_str().unwrap_or(default)).collect()
}
