//! The nodes that are not feasible in a cycle, with their failures.
//!
//! If nothing is recorded, thousands of nodes that fail in the same way share one failure, because the message only
//! counts them.

use api::{Set, Str};
use runlog::{Code, Failure, NodeIx, RowId, Wording};

use crate::framework::{FailedRows, FailureKind, merge_failures};

/// Why a node is not feasible.
struct NodeFailure {
    rows: FailedRows,
    /// The failure of a node on which no filter ran, or which an extender rejected.
    outside_node_set: Option<Failure>,
}

/// The nodes that are not feasible, in the order in which they were checked.
#[derive(Default)]
pub(crate) struct FailedNodes {
    /// Each node, with the index of its failure.
    nodes: Vec<(NodeIx, usize)>,
    failures: Vec<NodeFailure>,
    /// The indices of the failures that later nodes may share.
    kinds: Vec<(FailureKind, usize)>,
}

/// The failures of all nodes, each merged to one.
pub(crate) struct MergedFailures {
    /// The rows that rejected any node.
    pub rows: Set<RowId>,
    /// The code of each node's failure, in the order of the snapshot.
    pub codes: Vec<Option<Code>>,
    /// The distinct failures, each with its number of nodes.
    pub counts: Vec<(Failure, usize)>,
}

impl FailedNodes {
    /// Returns the number of checks that failed; v1.16 can check a node twice.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn contains(&self, node: NodeIx) -> bool {
        self.nodes.iter().any(|(failed_node, _)| *failed_node == node)
    }

    pub(crate) fn push(&mut self, node: NodeIx, rows: FailedRows, outside_node_set: Option<Failure>) {
        self.nodes.push((node, self.failures.len()));
        self.failures.push(NodeFailure { rows, outside_node_set });
    }

    /// Adds a node with a failure that later nodes of this kind may share.
    pub(crate) fn push_first_of_kind(&mut self, node: NodeIx, kind: FailureKind, rows: FailedRows) {
        self.kinds.push((kind, self.failures.len()));
        self.push(node, rows, None);
    }

    /// Adds a node if an earlier one has a failure of this kind. Returns whether one had.
    pub(crate) fn push_known_kind(&mut self, node: NodeIx, kind: FailureKind) -> bool {
        let Some((_, at)) = self.kinds.iter().find(|(known_kind, _)| *known_kind == kind) else { return false };
        self.nodes.push((node, *at));
        true
    }

    /// Whether the failure of the last node reads like this one. Used by an assertion only.
    pub(crate) fn last_reads_like(&self, rows: &FailedRows, wording: &dyn Wording) -> bool {
        let Some((_, at)) = self.nodes.last() else { return false };
        let read = |rows: &FailedRows| -> Vec<(RowId, Code, Vec<String>)> {
            let texts =
                |failure: &Failure| failure.reasons.iter().map(|reason| wording.render_reason(reason)).collect();
            rows.iter().map(|(row, failure)| (row.clone(), failure.code, texts(failure))).collect()
        };
        read(&self.failures[*at].rows) == read(rows)
    }

    /// Returns the rows that failed with an error, with the reasons as upstream words them.
    pub(crate) fn errors(&self, wording: &dyn Wording) -> Vec<(&RowId, Vec<Str>)> {
        // No node shares an error.
        let rows = self.failures.iter().flat_map(|failure| &failure.rows);
        let errors = rows.filter(|(_, failure)| failure.code == Code::Error);
        let texts =
            |failure: &Failure| failure.reasons.iter().map(|reason| wording.render_reason(reason).into()).collect();
        errors.map(|(row, failure)| (row, texts(failure))).collect()
    }

    /// Merges the failures of each node. v1.16 can check a node twice, but counts it once.
    pub(crate) fn merge(self, node_count: usize) -> MergedFailures {
        let mut rows = Set::new();
        let mut failure_of_node: Vec<Option<usize>> = vec![None; node_count];
        for (node, at) in self.nodes {
            failure_of_node[node] = Some(at);
        }
        let merge = |NodeFailure { rows: failed_rows, outside_node_set }: NodeFailure| {
            rows.extend(failed_rows.iter().map(|(row, _)| row.clone()));
            outside_node_set.or_else(|| merge_failures(failed_rows))
        };
        let merged: Vec<Option<Failure>> = self.failures.into_iter().map(merge).collect();
        let mut node_counts = vec![0; merged.len()];
        failure_of_node.iter().flatten().for_each(|at| node_counts[*at] += 1);
        let codes = failure_of_node.iter().map(|at| merged[(*at)?].as_ref().map(|failure| failure.code)).collect();
        let counts = merged.into_iter().zip(node_counts).filter_map(|(failure, nodes)| Some((failure?, nodes)));
        MergedFailures { rows, codes, counts: counts.filter(|(_, nodes)| *nodes > 0).collect() }
    }
}
