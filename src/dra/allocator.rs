//! Devices for all claims of a pod on one node: the search, and what each claim gets by it. Upstream: `Allocator.Allocate`.

use std::cell::RefCell;

use api::{
    Node,
    devices::{Allocation, ResourceClaim},
};
use scheduler::cluster::ClaimRules as Rules;

use crate::{
    allocation_result,
    pools::gather_pools,
    search::{AllocationError, Search, SharedState},
    state::ClaimState,
};

/// The allocator of a cycle.
pub(crate) struct Allocator<'s>(SharedState<'s>);

impl<'s> Allocator<'s> {
    pub(crate) fn new(rules: &'s Rules, claim_state: &'s ClaimState) -> Self {
        Self(SharedState {
            rules,
            state: claim_state,
            allocated: claim_state.allocated_devices(rules),
            available_counters: RefCell::default(),
        })
    }

    pub(crate) fn shared_state(&self) -> &SharedState<'s> {
        &self.0
    }

    /// Devices for all claims on a node; nothing where there is no solution.
    pub(crate) fn allocate(
        &self,
        node: &Node,
        claims: &[&ResourceClaim],
    ) -> Result<Option<Vec<Allocation>>, AllocationError> {
        let Self(shared) = self;
        let pools = gather_pools(shared.state.slices(), node, shared.rules);
        let mut search = Search::new(shared, node, claims, &pools);
        if !search.find_allocation()? {
            let invalid = shared.rules.complete_pools_only && pools.iter().any(|pool| pool.invalid.is_some());
            return match invalid {
                true => Err(AllocationError::Node("invalid resource pools were encountered".into())),
                false => Ok(None),
            };
        }
        let of_claim = |(at, claim): (usize, &&ResourceClaim)| allocation_result::claim_allocation(&search, at, claim);
        claims.iter().enumerate().map(of_claim).collect::<Result<Vec<_>, _>>().map(Some)
    }
}
