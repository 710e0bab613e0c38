//! What one scheduling cycle looks at.

use crate::api::Millis;
use std::cell::Cell;

use crate::cluster::{NodeIx, Objects, PodInfo, Snapshot};

use super::{Nominator, Profile};

/// Everything that a cycle looks at.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    /// Plugins and policies.
    pub profile: &'c Profile,
    /// The pod that looks for a place.
    pub pod: &'c PodInfo,
    /// The pod's own `status.nominatedNodeName`, if it has one.
    pub nominated_node: Option<&'c str>,
    /// Nodes and pods on them.
    pub snapshot: &'c Snapshot,
    /// Services, budgets, namespaces.
    pub objects: &'c Objects,
    /// Nominations of this and other pods.
    pub nominator: &'c Nominator,
    /// The nodes to look at, in this order, instead of all in the snapshot's.
    pub order: Option<&'c [NodeIx]>,
    /// How long the cycle has waited for extenders so far, in virtual milliseconds.
    pub waited: &'c Cell<Millis>,
}

impl Context<'_> {
    /// The cycle stands still for so long.
    pub fn wait(&self, millis: Millis) {
        self.waited.set(self.waited.get().saturating_add(millis));
    }
}
