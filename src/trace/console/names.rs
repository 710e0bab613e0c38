//! Names of nodes and pods in a line.

use api::Str;
use record::Attempt;

/// So many names are told of many.
pub(super) const NODES: usize = 20;

/// The name of a node.
pub(super) fn name(attempt: &Attempt, node: usize) -> &str {
    attempt.nodes.get(node).map_or("", Str::as_str)
}

/// Names in a row; of many only the first.
pub(super) fn listed<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    let count = names.len();
    let first = names.take(NODES).collect::<Vec<_>>().join(", ");
    if count > NODES { format!("{first} and {} more", count - NODES) } else { first }
}
