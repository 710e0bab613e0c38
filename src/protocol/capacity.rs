//! How many more pods like one fit: what a run shows that gets copies of it, one after another.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use api::{NamespacedName, Str};
use runlog::Attempt;

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
    /// So many were bound, and more were not tried.
    Most,
    /// The run ended, or was too long, before the next one was tried.
    #[default]
    NotSeen,
}

impl Capacity {
    /// How many copies were bound.
    #[must_use]
    pub fn count(&self) -> usize {
        self.nodes.iter().map(|(_, count)| count).sum()
    }
}
