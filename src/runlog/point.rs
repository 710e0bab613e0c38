//! The points at which plugins extend a cycle.

use serde::{Deserialize, Serialize};

/// The points at which plugins extend a cycle, by their names of today and in running order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Point {
    /// The order of `activeQ`.
    QueueSort,
    /// Pod and cluster are looked at once.
    PreFilter,
    /// Node after node is judged.
    Filter,
    /// No node is feasible: preemption.
    PostFilter,
    /// Pod and feasible nodes are looked at once.
    PreScore,
    /// Feasible nodes get points.
    Score,
    /// Points are brought onto one scale.
    NormalizeScore,
    /// The scheduler counts the pod on its node, and plugins set aside what it needs.
    Reserve,
    /// Plugins may hold the binding back.
    Permit,
    /// The last chance to prepare the node, beside the next cycle.
    PreBind,
    /// The API server is sent the binding.
    Bind,
    /// The binding is done.
    PostBind,
}
