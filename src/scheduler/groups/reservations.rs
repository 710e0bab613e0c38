//! What `Reserve` reserves for members in the cycle of their group, so that later members do not get it.
//!
//! Upstream: `assumeAndReserve` and, at the end of the algorithm, `unreserveAndForget`. Until then devices are in
//! flight (`claimTracker.inFlightAllocations`), and volumes and claims are assumed in the caches of the volume binder.

use std::rc::Rc;

use api::{NamespacedName, SELECTED_NODE, StorageObject, Str};
use runlog::{DeviceName, MemberReservation, ReservedDevices};

use crate::{
    binding::Reservations,
    cluster::{ClaimPlan, FreedClaim, Objects},
    framework::VolumePlan,
};

/// The objects that plugins look up, as changed by the cycle of a group. They are copied only when something is
/// reserved.
#[derive(Default)]
pub(super) struct CycleObjects {
    changed: Option<Objects>,
    /// Claims that `PostFilter` deallocated in this cycle, in order.
    freed: Vec<FreedClaim>,
}

impl CycleObjects {
    pub(super) fn current<'o>(&'o self, base: &'o Objects) -> &'o Objects {
        self.changed.as_ref().unwrap_or(base)
    }

    /// Begins a run without reservations. Claims that `PostFilter` deallocated in earlier runs stay so, but no run sees
    /// it: upstream's caches are updated after the cycle.
    pub(super) fn begin_run(&mut self, base: &Objects) {
        self.changed = None;
        for claim in self.freed.clone() {
            self.hide_change(base, &claim);
        }
    }

    /// Applies what plugins reserved for a member on its node.
    pub(super) fn reserve(&mut self, base: &Objects, reserved: &Reservations, node: &Str) {
        for reservation in reserved {
            if let Some(plan) = reservation.claims().filter(|plan| plan.claims.iter().any(|planned| planned.is_new)) {
                let objects = self.changed.get_or_insert_with(|| base.clone());
                objects.claims = objects.claims.as_ref().map(|claims| claims.with_in_flight(plan, true));
            }
            if let Some(plan) = reservation.volumes() {
                self.assume_volumes(base, plan, node);
            }
        }
    }

    /// Assumes the volumes of a plan. Upstream: `AssumePodVolumes`.
    fn assume_volumes(&mut self, base: &Objects, plan: &VolumePlan, node: &Str) {
        let objects = self.changed.get_or_insert_with(|| base.clone());
        let storage = Rc::make_mut(&mut objects.storage);
        for (claim, volume) in &plan.bind {
            let mut volume = (**volume).clone();
            volume.spec.claim_ref = Some(claim.as_reference());
            storage.insert(StorageObject::Volume(Rc::new(volume)));
        }
        for claim in &plan.provision {
            let mut claim = (**claim).clone();
            claim.metadata.annotations.insert(SELECTED_NODE.into(), node.clone());
            storage.insert(StorageObject::Claim(Rc::new(claim)));
        }
    }

    /// Records that `PostFilter` deallocated a claim, at once and whatever the outcome of the group.
    pub(super) fn free_claim(&mut self, base: &Objects, claim: FreedClaim) {
        if matches!(claim, FreedClaim::Deallocated(..) | FreedClaim::Deleted(..)) {
            self.hide_change(base, &claim);
            self.freed.push(claim);
        }
    }

    fn hide_change(&mut self, base: &Objects, claim: &FreedClaim) {
        if let FreedClaim::Deallocated(namespace, name) = claim {
            let objects = self.changed.get_or_insert_with(|| base.clone());
            objects.claims = objects.claims.as_ref().map(|claims| claims.with_unseen_change(namespace, name));
        }
    }

    /// Returns the claims that `PostFilter` deallocated, in order.
    pub(super) fn take_freed_claims(&mut self) -> Vec<FreedClaim> {
        std::mem::take(&mut self.freed)
    }
}

/// Returns the record of what plugins reserved for a member, if anything.
pub(super) fn reservation_record(reserved: &Reservations) -> Option<Box<MemberReservation>> {
    let mut record = MemberReservation::default();
    for reservation in reserved {
        if let Some(ClaimPlan { claims, .. }) = reservation.claims() {
            record.devices.extend(claims.iter().map(|planned| {
                let allocation = planned.claim.status.allocation.iter();
                let results = allocation.flat_map(|allocation| &allocation.devices.results);
                let devices = results.map(|result| DeviceName {
                    driver: result.driver.clone(),
                    pool: result.pool.clone(),
                    name: result.device.clone(),
                });
                ReservedDevices {
                    claim: NamespacedName::of(&planned.claim.metadata),
                    devices: devices.collect(),
                    is_new: planned.is_new,
                    is_shared: planned.is_shared,
                }
            }));
        }
        if let Some(plan) = reservation.volumes() {
            record.volumes.extend(plan.bind.iter().map(|(claim, volume)| (claim.key(), volume.metadata.name.clone())));
            record.provision.extend(plan.provision.iter().map(|claim| claim.key()));
        }
    }
    (record != MemberReservation::default()).then(|| Box::new(record))
}
