//! Names of nodes and pods in a line.

use api::Str;
use runlog::Attempt;

/// How many names are printed of a long list.
pub(super) const MAX_NAMES: usize = 20;

/// The name of a node.
pub(super) fn node_name(attempt: &Attempt, node: usize) -> &str {
    attempt.nodes.get(node).map_or("", Str::as_str)
}

/// Names in a row; of many only the first.
pub(super) fn join_names<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    let count = names.len();
    let first = names.take(MAX_NAMES).collect::<Vec<_>>().join(", ");
    if count > MAX_NAMES { format!("{first} and {} more", count - MAX_NAMES) } else { first }
}
