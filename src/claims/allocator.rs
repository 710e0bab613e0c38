//! Devices for all claims of a pod on one node: the search, and what each claim gets by it. Upstream: `Allocator.Allocate`.

use std::cell::RefCell;

use api::Node;
use api::devices::{Allocation, ResourceClaim};
use scheduler::cluster::ClaimRules as Rules;

use crate::outcome;
use crate::pools::gather;
use crate::search::{Search, Shared, Trouble};
use crate::state::State;

/// The allocator of a cycle.
pub(crate) struct Allocator<'s>(Shared<'s>);

impl<'s> Allocator<'s> {
    pub(crate) fn new(rules: &'s Rules, state: &'s State) -> Self {
        Self(Shared { rules, state, taken: state.taken(rules), left: RefCell::default() })
    }

    pub(crate) fn shared(&self) -> &Shared<'s> {
        &self.0
    }

    /// Devices for all claims on a node; nothing where there is no solution.
    pub(crate) fn allocate(&self, node: &Node, claims: &[&ResourceClaim]) -> Result<Option<Vec<Allocation>>, Trouble> {
        let Self(shared) = self;
        let pools = gather(shared.state.slices(), node, shared.rules);
        let mut search = Search::new(shared, node, claims, &pools);
        if !search.run()? {
            let invalid = shared.rules.whole_pools && pools.iter().any(|pool| pool.invalid.is_some());
            return match invalid {
                true => Err(Trouble::Node("invalid resource pools were encountered".into())),
                false => Ok(None),
            };
        }
        let of_claim = |(at, claim): (usize, &&ResourceClaim)| outcome::allocation(&search, at, claim);
        claims.iter().enumerate().map(of_claim).collect::<Result<Vec<_>, _>>().map(Some)
    }
}
