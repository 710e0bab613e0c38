//! The answer to how many more pods like a given one fit: a copy of the run creates copies of the pod, one after another.

use std::rc::Rc;

use api::{Millis, NamespacedName, Str};
use runlog::Attempt;
use serde::{Deserialize, Serialize};

/// How many copies were bound, and why no more were.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Capacity {
    /// The number of copies that were bound to each node, sorted by node.
    pub nodes: Vec<(Str, usize)>,
    /// Pods that copies preempted, in order.
    pub victims: Vec<NamespacedName>,
    /// Why no more copies were bound.
    pub end: CapacityLimit,
}

/// Why no more copies were bound.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum CapacityLimit {
    /// The next copy is unschedulable; with the full record of its attempt.
    Full(Rc<Attempt>),
    /// The limit of copies was reached.
    Most,
    /// The run ended before the next copy was tried.
    #[default]
    RunEnded,
    /// The copy of the run was followed for this long, and the next copy was not tried by then.
    NotSeen(Millis),
}

impl Capacity {
    /// The number of copies that were bound.
    #[must_use]
    pub fn count(&self) -> usize {
        self.nodes.iter().map(|(_, count)| count).sum()
    }
}
