//! Reads fields of a document, with defaults.

use releases::DEFAULT_SCHEDULER;
use serde_json::Value;

/// Parses a duration as Go formats it, in milliseconds; may be negative. `None` if it is invalid; a number other than 0
/// needs a unit.
pub(super) fn parse_duration(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let has_unit = digits == "0" || digits.ends_with(|c: char| c.is_ascii_alphabetic());
    let millis = api::parse_duration(digits).filter(|_| has_unit)?;
    i64::try_from(millis.to_millis()).ok().map(|millis| sign * millis)
}

pub(super) fn items_of(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns the integer value of a field, or its default.
pub(super) fn number_or(value: &Value, default: i64) -> i64 {
    value.as_i64().unwrap_or(default)
}

/// Returns the `schedulerName` of each profile, which has a default only if there is one profile.
pub(super) fn scheduler_names(profiles: &[Value]) -> Vec<&str> {
    let default = if profiles.len() == 1 { DEFAULT_SCHEDULER } else { "" };
    profiles.iter().map(|profile| profile["schedulerName"].as_str().unwrap_or(default)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_has_a_unit_unless_it_is_zero() {
        for (text, millis) in [
            ("0", Some(0)),
            ("-0", Some(0)),
            ("1s", Some(1000)),
            ("-1s", Some(-1000)),
            ("1m30s", Some(90_000)),
            ("1.5h", Some(5_400_000)),
            ("250ms", Some(250)),
            ("", None),
            ("-", None),
            ("5", None),
            ("-5", None),
            ("00", None),
            ("1s5", None),
            ("--1s", None),
            ("1x", None),
        ] {
            assert_eq!(parse_duration(text), millis, "{text:?}");
        }
    }
}
