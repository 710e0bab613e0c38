//! Priorities in the picture: a color of the ramp, and a short number.

use runlog::EventKind;
use trace::Trace;

/// All priorities of pods in a run, ascending.
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

/// The CSS class of a priority on the ramp (p0 to p6), by its rank among `levels`.
pub fn priority_class(levels: &[i32], priority: i32) -> String {
    let rank = levels.iter().position(|other| *other == priority).unwrap_or(0);
    let steps = levels.len().max(2) - 1;
    // Few priorities are spread over the whole ramp; many share colors.
    let step = (rank * 6 + steps / 2) / steps;
    format!("p{}", step.min(6))
}

/// A priority in short form: `1M`, `2000`.
pub fn format_priority(value: i32) -> String {
    match value {
        0 => "0".into(),
        value if value % 1_000_000 == 0 => format!("{}M", value / 1_000_000),
        value => value.to_string(),
    }
}
