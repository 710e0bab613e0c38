//! Allocates devices for all claims of a pod on one node: searches devices, and checks that an allocation can be built
//! from the result. Upstream: `Allocator.Allocate`.

use std::{
    cell::{OnceCell, RefCell},
    rc::Rc,
};

use api::{Node, Table};
use runlog::NodeIx;
use scheduler::cluster::ClaimRules as Rules;

use crate::{
    allocation_result,
    cycle_requests::CycleRequests,
    node_choice::NodeChoice,
    search::{AllocationError, Search, SharedState},
    state::{ClaimState, DeviceHolder},
};

/// The allocator of a scheduling cycle.
pub(crate) struct Allocator<'s> {
    shared: SharedState<'s>,
    device_holders: OnceCell<Table<usize, DeviceHolder>>,
}

impl<'s> Allocator<'s> {
    pub(crate) fn new(rules: &'s Rules, claim_state: &'s ClaimState) -> Self {
        let shared = SharedState {
            rules,
            state: claim_state,
            allocated: claim_state.allocated_devices(rules),
            available_counters: RefCell::default(),
        };
        Self { shared, device_holders: OnceCell::new() }
    }

    pub(crate) fn shared_state(&self) -> &SharedState<'s> {
        &self.shared
    }

    /// Returns the claim that holds each device or a share of it. Computed on demand, for details only.
    pub(crate) fn device_holders(&self) -> &Table<usize, DeviceHolder> {
        self.device_holders.get_or_init(|| self.shared.state.device_holders())
    }

    /// Searches devices for all claims on a node; `None` if there is no solution.
    pub(crate) fn allocate(
        &self,
        node_ix: NodeIx,
        node: &Rc<Node>,
        cycle_requests: &CycleRequests<'_>,
    ) -> Result<Option<NodeChoice>, AllocationError> {
        let shared = &self.shared;
        let pools = shared.state.pools().of_node(node_ix, node, shared.rules);
        let mut search = Search::new(shared, node, cycle_requests, &pools);
        if !search.find_allocation()? {
            let invalid = shared.rules.requires_complete_pools && pools.iter().any(|pool| pool.invalid.is_some());
            return match invalid {
                true => Err(AllocationError::Node("invalid resource pools were encountered".into())),
                false => Ok(None),
            };
        }
        let (devices, alternatives) = (search.chosen_devices, search.chosen_alternatives);
        let choice = NodeChoice { node: Rc::clone(node), devices, alternatives };
        for (at, claim) in cycle_requests.claims.iter().enumerate() {
            allocation_result::node_reach(&choice, at, claim, shared.rules).map_err(AllocationError::Cycle)?;
        }
        Ok(Some(choice))
    }
}
