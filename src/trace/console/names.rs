//! Names of nodes and pods in log lines.

use api::Str;
use runlog::Attempt;

/// The largest number of names that are printed of a list.
pub(super) const MAX_NAMES: usize = 20;

pub(super) fn node_name(attempt: &Attempt, node: usize) -> &str {
    attempt.nodes.get(node).map_or("", Str::as_str)
}

/// Names separated by commas, at most `MAX_NAMES` of them.
pub(super) fn join_names<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    let count = names.len();
    let first = names.take(MAX_NAMES).collect::<Vec<_>>().join(", ");
    if count > MAX_NAMES { format!("{first} and {} more", count - MAX_NAMES) } else { first }
}
