//! Which pods would go elsewhere if they were scheduled now.

use api::{NamespacedName, Str};
use serde::{Deserialize, Serialize};

/// Each pod alone was taken off its node in thought and decided, with all others where they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rebalance {
    /// Pods that would go elsewhere, in the order of their names.
    pub moves: Vec<Move>,
    /// How many pods were decided.
    pub decided_pods: usize,
    /// How many belong to their nodes: pods of a `DaemonSet`, mirror pods, and pods that came to their end.
    pub fixed_pods: usize,
    /// How many pods were not, as there are too many.
    pub undecided_pods: usize,
}

/// A pod that would go elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Move {
    pub pod: NamespacedName,
    /// Its node.
    pub from: Str,
    /// Where it would go; nowhere, if it fits on no node any more.
    pub to: Option<Str>,
}
