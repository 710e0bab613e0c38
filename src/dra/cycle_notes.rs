//! What a cycle stores between its extension points. Upstream: `stateData`, which it keeps in `CycleState`.

use std::rc::Rc;

use api::{
    Str, Table,
    devices::{Allocation, DeviceClass, ResourceClaim},
};
use runlog::NodeIx;
use scheduler::cluster::ClaimRules as Rules;

use crate::{
    allocation_result::claim_allocation,
    node_choice::NodeChoice,
    request::{PendingClaims, claims_to_allocate},
};

/// What a cycle notes.
#[derive(Debug, Default)]
pub(crate) struct CycleNotes {
    /// The identity of the pod; empty where nothing was noted.
    pub pod: Str,
    /// Its claims, in order; the one for extended resources comes last.
    pub claims: Vec<Rc<ResourceClaim>>,
    /// Which of them a member of the same group allocated in the same cycle, each with the allocation that is in flight.
    pub pending: PendingClaims,
    /// Whether the last one is for extended resources.
    pub extended: bool,
    /// Whether a request of theirs is a list of alternatives.
    pub has_alternatives: bool,
    /// Which of them were not available on some node.
    pub unavailable: Vec<usize>,
    /// What each node would give.
    pub nodes: Table<NodeIx, NodeNotes>,
    pub rules: Rules,
    /// The classes as they are in this cycle.
    pub classes: Rc<Table<Str, Rc<DeviceClass>>>,
}

impl CycleNotes {
    /// What a node would give, by its name.
    pub(crate) fn node(&self, name: &str) -> Option<&NodeNotes> {
        self.nodes.values().find(|of_node| *of_node.choice.node.metadata.name == *name)
    }

    /// What a node would give: for each claim that the search has to allocate, in order.
    ///
    /// # Errors
    /// Upstream's text. The node would have been rejected with it.
    pub(crate) fn new_allocations(&self, of_node: &NodeNotes) -> Result<Vec<Allocation>, Str> {
        let claims = claims_to_allocate(&self.claims, &self.pending, of_node.extended_resource_claim.as_ref());
        let allocation = |(at, claim)| claim_allocation(&of_node.choice, at, claim, &self.classes, &self.rules);
        claims.into_iter().enumerate().map(allocation).collect()
    }

    /// The results of `Filter` on a node, which later points take as those of the claims that have no devices yet, in the pod's order.
    ///
    /// An upstream bug: they are listed with the allocations that siblings have in flight behind the new ones. So where a claim that is
    /// shared stands before one that is not, each gets what the other one should have. Recorded cycles show it.
    ///
    /// # Errors
    /// As of [`Self::new_allocations`].
    pub(crate) fn filter_results(&self, of_node: &NodeNotes) -> Result<Vec<Allocation>, Str> {
        let mut results = self.new_allocations(of_node)?;
        results.extend(self.pending.iter().filter_map(|(_, claim)| claim.status.allocation.clone()));
        Ok(results)
    }

    /// Whether the claim at a place is allocated by a sibling.
    pub(crate) fn is_pending(&self, at: usize) -> bool {
        self.pending.iter().any(|(claim, _)| *claim == at)
    }
}

/// What a node would give.
#[derive(Clone, Debug)]
pub(crate) struct NodeNotes {
    /// For the claims that have no devices yet.
    pub choice: NodeChoice,
    /// The claim for extended resources, as the node needs it.
    pub extended_resource_claim: Option<Rc<ResourceClaim>>,
    pub mappings: Vec<Mapping>,
}

/// Which request gives a container its devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mapping {
    pub container: Str,
    pub resource: Str,
    pub request: Str,
}
