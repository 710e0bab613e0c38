//! In-flight allocations: those between `Reserve` and `PreBind`. Upstream: `claimTracker.inFlightAllocations`.

use std::rc::Rc;

use api::{Set, Str, Table, devices::ResourceClaim};

use crate::claim_table::ClaimTable;

/// In-flight allocations by the uid of the claim. Copies share what does not change.
#[derive(Clone, Debug, Default)]
pub(crate) struct InFlightTable {
    /// Each claim with its future allocation.
    claims: ClaimTable,
    /// Number of further pods that share an allocation, if any: members of one group.
    more_sharers: Rc<Table<Str, u32>>,
    /// Uids of claims that were allocated in the current cycle of a pod group. Its members can share them. Upstream:
    /// `podGroupStateData.pendingAllocations`.
    of_group_cycle: Rc<Set<Str>>,
}

fn key_of(uid: &Str) -> (Str, Str) {
    (uid.clone(), Str::default())
}

impl InFlightTable {
    pub(crate) fn get(&self, uid: &Str) -> Option<&Rc<ResourceClaim>> {
        self.claims.get(&key_of(uid))
    }

    /// Returns the claim, if it was allocated in the current cycle of the pod group. Upstream: `GetPendingAllocation`.
    pub(crate) fn shared_in_cycle(&self, uid: &Str) -> Option<&Rc<ResourceClaim>> {
        if self.of_group_cycle.contains(uid) { self.get(uid) } else { None }
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &Rc<ResourceClaim>> {
        self.claims.values()
    }

    /// Returns the number of pods that share the allocation of a claim.
    pub(crate) fn sharers(&self, uid: &Str) -> u32 {
        self.get(uid).map_or(0, |_| 1 + self.more_sharers.get(uid).copied().unwrap_or(0))
    }

    /// Adds a pod that shares the allocation of a claim. If it is already in flight, the allocation of the first pod
    /// stays. Returns whether it is new. Upstream: `SignalClaimPendingAllocation`.
    pub(crate) fn share(&mut self, claim: &Rc<ResourceClaim>, in_group_cycle: bool) -> bool {
        let uid = &claim.metadata.uid;
        if in_group_cycle && !self.of_group_cycle.contains(uid) {
            Rc::make_mut(&mut self.of_group_cycle).insert(uid.clone());
        }
        if self.get(uid).is_some() {
            *Rc::make_mut(&mut self.more_sharers).or_default(uid.clone()) += 1;
            return false;
        }
        self.claims.set(key_of(uid), Some(Rc::clone(claim)));
        true
    }

    /// Removes a pod's share; the last one removes the allocation. With `is_written`, the allocation is removed even
    /// if others share it. Returns the removed allocation. Upstream: `MaybeRemoveClaimPendingAllocation`.
    pub(crate) fn remove(&mut self, uid: &Str, is_written: bool) -> Option<Rc<ResourceClaim>> {
        let others = self.more_sharers.get(uid).copied().unwrap_or(0);
        if others > 0 {
            let more_sharers = Rc::make_mut(&mut self.more_sharers);
            if is_written || others == 1 {
                more_sharers.remove(uid);
            } else {
                more_sharers.insert(uid.clone(), others - 1);
            }
            if !is_written {
                return None;
            }
        }
        self.claims.set(key_of(uid), None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allocation_stays_in_flight_until_its_last_sharer_gives_it_up_or_it_is_written() {
        let claim = |uid: &str, name: &str| {
            let mut claim = ResourceClaim::default();
            (claim.metadata.uid, claim.metadata.name) = (uid.into(), name.into());
            Rc::new(claim)
        };
        let uid: Str = "u".into();
        let mut table = InFlightTable::default();
        assert!(table.share(&claim("u", "first"), true) && !table.share(&claim("u", "second"), true));
        assert!(!table.share(&claim("u", "third"), true));
        let copy = table.clone();
        // The allocation of the first pod stays in place for those that share it.
        assert_eq!(table.shared_in_cycle(&uid).map(|claim| claim.metadata.name.as_str()), Some("first"));
        assert_eq!(table.sharers(&uid), 3);
        assert!(table.remove(&uid, false).is_none() && table.remove(&uid, false).is_none());
        assert_eq!(table.sharers(&uid), 1);
        assert!(table.remove(&uid, false).is_some());
        assert!(table.remove(&uid, false).is_none());
        assert_eq!((table.sharers(&uid), table.values().count()), (0, 0));
        // A written allocation is removed at once.
        let mut table = copy;
        assert!(table.remove(&uid, true).is_some());
        assert_eq!((table.sharers(&uid), table.values().count()), (0, 0));
        // Outside of a group's cycle, allocations are not shared.
        table = InFlightTable::default();
        table.share(&claim("u", "first"), false);
        assert!(table.get(&uid).is_some() && table.shared_in_cycle(&uid).is_none());
    }
}
