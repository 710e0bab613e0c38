//! The answer to which pods would be placed elsewhere if they were scheduled now.

use api::{NamespacedName, Str};
use serde::{Deserialize, Serialize};

/// The pods that would be placed elsewhere if they were scheduled now. Each was tried by itself: removed from its node and scheduled again, with all
/// others where they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rebalance {
    /// Pods that would be placed elsewhere, sorted by name.
    pub moves: Vec<Move>,
    /// The number of pods that were decided.
    pub decided_pods: usize,
    /// The number of pods that are tied to their nodes: pods of a DaemonSet, mirror pods, and pods that have ended.
    pub fixed_pods: usize,
    /// The number of pods that were not decided, because there are too many.
    pub undecided_pods: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Move {
    pub pod: NamespacedName,
    pub from: Str,
    /// The node where it would be placed; `None` if it would fit nowhere.
    pub to: Option<Str>,
}
