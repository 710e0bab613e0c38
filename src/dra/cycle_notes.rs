//! The state that a cycle keeps between its extension points. Upstream: `stateData`, in `CycleState`.

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

/// The state of a cycle.
#[derive(Debug, Default)]
pub(crate) struct CycleNotes {
    /// Uid of the pod; empty if no cycle has run.
    pub pod: Str,
    /// Its claims, in order; the one for extended resources is the last.
    pub claims: Vec<Rc<ResourceClaim>>,
    /// Claims that another member of the same group allocated in the same cycle, each with the in-flight allocation.
    pub pending: PendingClaims,
    /// Whether the last claim is for extended resources.
    pub has_extended_claim: bool,
    /// Whether a request is a list of alternatives.
    pub has_alternatives: bool,
    /// Indices of the claims that were not available on some node.
    pub unavailable: Vec<usize>,
    /// The search result of each feasible node.
    pub nodes: Table<NodeIx, NodeNotes>,
    /// How the release allocates devices.
    pub rules: Rules,
    /// The device classes in this cycle.
    pub classes: Rc<Table<Str, Rc<DeviceClass>>>,
}

impl CycleNotes {
    /// Returns the search result of a node, by its name.
    pub(crate) fn node(&self, name: &str) -> Option<&NodeNotes> {
        self.nodes.values().find(|of_node| *of_node.choice.node.metadata.name == *name)
    }

    /// Returns the allocation of each claim that the search has to allocate, in order.
    ///
    /// # Errors
    /// Upstream's message. The node would have been rejected with it.
    pub(crate) fn new_allocations(&self, of_node: &NodeNotes) -> Result<Vec<Allocation>, Str> {
        let claims = claims_to_allocate(&self.claims, &self.pending, of_node.extended_resource_claim.as_ref());
        let allocation = |(at, claim)| claim_allocation(&of_node.choice, at, claim, &self.classes, &self.rules);
        claims.into_iter().enumerate().map(allocation).collect()
    }

    /// Returns the results of `Filter` on a node, which later extension points assign to the unallocated claims in the
    /// pod's order.
    ///
    /// An upstream bug: in-flight allocations of other group members are appended after the new ones. If a shared claim
    /// comes before one that is not shared, each gets the allocation of the other. Recorded cycles show it.
    ///
    /// # Errors
    /// See [`Self::new_allocations`].
    pub(crate) fn filter_results(&self, of_node: &NodeNotes) -> Result<Vec<Allocation>, Str> {
        let mut results = self.new_allocations(of_node)?;
        results.extend(self.pending.iter().filter_map(|(_, claim)| claim.status.allocation.clone()));
        Ok(results)
    }

    /// Whether another member of the group allocated the claim at this index.
    pub(crate) fn is_pending(&self, at: usize) -> bool {
        self.pending.iter().any(|(claim, _)| *claim == at)
    }
}

/// The search result of a node.
#[derive(Clone, Debug)]
pub(crate) struct NodeNotes {
    /// The choice for the unallocated claims.
    pub choice: NodeChoice,
    /// The claim for extended resources, with the requests that this node needs.
    pub extended_resource_claim: Option<Rc<ResourceClaim>>,
    /// Which request of that claim each container uses.
    pub mappings: Vec<Mapping>,
}

/// The request from which a container gets its devices for an extended resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mapping {
    pub container: Str,
    pub resource: Str,
    pub request: Str,
}
