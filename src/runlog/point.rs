//! The extension points of the scheduling framework.

use serde::{Deserialize, Serialize};

/// The extension points of the scheduling framework, by their current names and in running order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Point {
    /// The order of `activeQ`.
    QueueSort,
    /// Evaluates pod and cluster once per cycle.
    PreFilter,
    /// Decides for each node whether it is feasible.
    Filter,
    /// Runs if no node is feasible; preemption.
    PostFilter,
    /// Evaluates pod and feasible nodes once per cycle.
    PreScore,
    /// Rates the feasible nodes.
    Score,
    /// Converts the scores to a common scale.
    NormalizeScore,
    /// Reserves what the pod needs on its assumed node.
    Reserve,
    /// Allows, rejects or delays the binding.
    Permit,
    /// Prepares the node, concurrently with the next cycle.
    PreBind,
    /// Writes the binding to the API server.
    Bind,
    /// Runs after the binding.
    PostBind,
}
