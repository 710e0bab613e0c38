//! How many more pods like a given one fit: a copy of the run gets copies of the pod, one after another.

use std::rc::Rc;

use api::{Millis, NamespacedName, Str};
use runlog::Attempt;
use serde::{Deserialize, Serialize};

/// How many copies were bound, and what stopped the next one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Capacity {
    /// Nodes with the number of copies that each of them got, by name.
    pub nodes: Vec<(Str, usize)>,
    /// Pods that copies preempted, in order.
    pub victims: Vec<NamespacedName>,
    /// Why there are no more.
    pub end: CapacityLimit,
}

/// Why no more copies were made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum CapacityLimit {
    /// The next one fits nowhere: all that its attempt found.
    Full(Rc<Attempt>),
    /// How many were bound; the limit of copies was reached, so no more were tried.
    Most,
    /// The run ended before the next one was tried.
    #[default]
    RunEnded,
    /// The copy of the run was followed for so long, and the next one was not tried by then.
    NotSeen(Millis),
}

impl Capacity {
    /// How many copies were bound.
    #[must_use]
    pub fn count(&self) -> usize {
        self.nodes.iter().map(|(_, count)| count).sum()
    }
}
