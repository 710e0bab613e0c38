//! Priorities as the picture shows them: a step of a ramp of colors, and a short number.

use runlog::EventKind;
use trace::Trace;

/// All priorities that occur in a run, lowest first.
pub fn priority_levels(trace: &Trace) -> Vec<i32> {
    let mut levels: Vec<i32> = trace
        .events()
        .iter()
        .filter_map(|event| match &event.what {
            EventKind::PodCreated { pod, .. } => Some(pod.priority()),
            _ => None,
        })
        .collect();
    levels.sort_unstable();
    levels.dedup();
    levels
}

/// The class of a priority on the ramp: its rank among all that occur.
pub fn priority_class(levels: &[i32], priority: i32) -> String {
    let rank = levels.iter().position(|other| *other == priority).unwrap_or(0);
    let steps = levels.len().max(2) - 1;
    // Few priorities use the whole ramp, many share its steps.
    let step = (rank * 6 + steps / 2) / steps;
    format!("p{}", step.min(6))
}

/// A priority, short: `1M`, `2000`.
pub fn format_priority(value: i32) -> String {
    match value {
        0 => "0".into(),
        value if value % 1_000_000 == 0 => format!("{}M", value / 1_000_000),
        value => value.to_string(),
    }
}
