//! The scheduler's view of claims and devices: upstream's `DefaultDRAManager`.
//!
//! A state is never changed: what happens makes another one, which shares what stayed as it was. So a run can go back to any of them.

use std::{
    cell::{Cell, OnceCell, RefCell},
    fmt,
    rc::Rc,
};

use api::{
    NamespacedName, Set, Str, Table,
    devices::{Device, DeviceClass, DeviceObject, ResourceClaim, ResourceClaimTemplate, ResourceSlice},
};
use scheduler::cluster::ClaimRules as Rules;

use crate::{
    capacity::{self, Shares},
    claim_table::ClaimTable,
    cycle_notes::CycleNotes,
    device_numbers::{DeviceCounts, DeviceId, DeviceNumbers},
    in_flight::InFlightTable,
    pools::PoolIndex,
    selectors::SelectorCache,
    slices::{Slice, Slices},
};

/// The claim that has a device.
#[derive(Clone, Debug, Default)]
pub(crate) struct DeviceHolder {
    pub claim: NamespacedName,
    /// Whether the device is only set aside for the claim.
    pub is_in_flight: bool,
}

/// How many claims share a device, and what they have of it in sum.
#[derive(Clone, Debug, Default, PartialEq)]
struct SharedDevice {
    claims: u32,
    sum: Shares,
}

/// Devices that claims have, by number, each with how many: a claim whose devices are just being written counts twice for a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct AllocatedDevices {
    /// Those that one claim has for itself.
    counts: DeviceCounts,
    /// Those that claims share.
    shares: Rc<Table<usize, SharedDevice>>,
    /// Whether a share of a device is distinguished from the whole device.
    tells_shares_apart: bool,
}

impl AllocatedDevices {
    /// Whether a claim has a device for itself. What it has with administrators' access does not count.
    pub(crate) fn is_allocated(&self, device: usize) -> bool {
        self.counts.get(device) > 0
    }

    /// What claims have of a device that they share.
    pub(crate) fn shares(&self, device: usize) -> Option<&Shares> {
        self.shares.get(&device).map(|device| &device.sum)
    }

    /// Counts the devices of a claim that is added or removed.
    fn count_claim(&mut self, claim: &ResourceClaim, is_added: bool, numbers: &DeviceNumbers) {
        let add_or_subtract_one =
            |number: u32| if is_added { number.saturating_add(1) } else { number.saturating_sub(1) };
        for result in claim.status.allocation.iter().flat_map(|allocation| &allocation.devices.results) {
            if result.admin_access == Some(true) {
                continue;
            }
            let device = numbers.number_of(DeviceId::from(result));
            if self.tells_shares_apart && result.share_id.is_some() {
                let shares = Rc::make_mut(&mut self.shares);
                let shared_device = shares.or_default(device);
                shared_device.claims = add_or_subtract_one(shared_device.claims);
                let times = if is_added { 1 } else { -1 };
                capacity::add_shares(&mut shared_device.sum, &result.consumed_capacity, times);
                if shared_device.claims == 0 {
                    shares.remove(&device);
                }
            } else {
                let count = self.counts.get_mut(device);
                *count = add_or_subtract_one(*count);
            }
        }
    }
}

/// Claims, templates, slices and classes.
#[derive(Clone, Default)]
pub struct ClaimState {
    pub(crate) claims: ClaimTable,
    pub(crate) templates: Rc<Table<(Str, Str), Rc<ResourceClaimTemplate>>>,
    slices_by_name: Rc<Table<Str, Rc<Slice>>>,
    classes: Rc<Table<Str, Rc<DeviceClass>>>,
    /// Claims that get devices between Reserve and `PreBind`, each with what it is going to have.
    in_flight: InFlightTable,
    /// Claims that were changed in the cycle of a pod group that is under way, which does not see that yet, by namespace and name.
    unseen_changes: Rc<Set<(Str, Str)>>,
    programs: Rc<SelectorCache>,
    device_numbers: Rc<DeviceNumbers>,
    pools: OnceCell<Rc<PoolIndex>>,
    allocated_devices: OnceCell<Rc<AllocatedDevices>>,
    /// What the cycle that goes on has found: upstream's `stateData`.
    pub(crate) cycle_notes: Rc<RefCell<CycleNotes>>,
    /// The time of day, in milliseconds.
    clock_millis: Cell<i64>,
}

/// Without what it has: the code that prints all of it would be part of what a browser loads.
impl fmt::Debug for ClaimState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClaimState").finish_non_exhaustive()
    }
}

impl ClaimState {
    pub(crate) fn clock_millis(&self) -> i64 {
        self.clock_millis.get()
    }

    pub(crate) fn set_clock(&self, wall: i64) {
        self.clock_millis.set(wall);
    }

    pub(crate) fn programs(&self) -> &SelectorCache {
        &self.programs
    }

    /// The pools that the slices are for nodes.
    pub(crate) fn pools(&self) -> &PoolIndex {
        self.pools.get_or_init(|| Rc::new(PoolIndex::new(Slices::from_slices(self.slices_by_name.values()))))
    }

    /// Devices that claims have or are about to have. A profile's rules are those of its release, so there is one answer.
    pub(crate) fn allocated_devices(&self, rules: &Rules) -> &AllocatedDevices {
        self.allocated_devices.get_or_init(|| {
            let mut allocated =
                AllocatedDevices { tells_shares_apart: rules.beta_features, ..AllocatedDevices::default() };
            for claim in self.claims.values().chain(self.in_flight.values()) {
                allocated.count_claim(claim, true, &self.device_numbers);
            }
            Rc::new(allocated)
        })
    }

    /// Which claim has a device, by its number, for itself or with others, or is going to have it.
    pub(crate) fn device_holders(&self) -> Table<usize, DeviceHolder> {
        let mut holders = Table::new();
        let in_flight = self.in_flight.values().map(|claim| (claim, true));
        for (claim, is_in_flight) in self.claims.values().map(|claim| (claim, false)).chain(in_flight) {
            for result in claim.status.allocation.iter().flat_map(|allocation| &allocation.devices.results) {
                if result.admin_access != Some(true) {
                    let device = self.device_numbers.number_of(DeviceId::from(result));
                    holders.insert(device, DeviceHolder { claim: NamespacedName::of(&claim.metadata), is_in_flight });
                }
            }
        }
        holders
    }

    /// Another claim takes the place of one. To count all claims anew for every change would take longer the more there are.
    fn replace_claim(&mut self, old: Option<&ResourceClaim>, new: Option<&ResourceClaim>) {
        let Some(allocated_devices) = self.allocated_devices.get_mut() else { return };
        if old.map(|old| &old.status.allocation) == new.map(|new| &new.status.allocation) {
            return;
        }
        let allocated_devices = Rc::make_mut(allocated_devices);
        for (claim, is_added) in [(old, false), (new, true)] {
            if let Some(claim) = claim {
                allocated_devices.count_claim(claim, is_added, &self.device_numbers);
            }
        }
    }

    /// A device, as the newest generation of its pool has it.
    pub(crate) fn latest_device(&self, driver: &Str, pool: &Str, name: &Str) -> Option<Device> {
        let of_pool = || {
            let specs = self.slices_by_name.values().map(|slice| &slice.object.spec);
            specs.filter(|spec| spec.driver == *driver && spec.pool.name == *pool)
        };
        let newest = of_pool().map(|spec| spec.pool.generation).max()?;
        let mut devices = of_pool().filter(|spec| spec.pool.generation == newest).flat_map(|spec| &spec.devices);
        devices.find(|device| device.name == *name).cloned()
    }

    pub(crate) fn claim(&self, namespace: &Str, name: &Str) -> Option<&Rc<ResourceClaim>> {
        self.claims.get(&(namespace.clone(), name.clone()))
    }

    pub(crate) fn classes(&self) -> &Rc<Table<Str, Rc<DeviceClass>>> {
        &self.classes
    }

    pub(crate) fn class(&self, name: &str) -> Option<&Rc<DeviceClass>> {
        self.classes.get(name)
    }

    /// The class that stands for an extended resource: the newest of those that say so, then the first by name; or the one whose name
    /// the resource has. Upstream: `ExtendedResourceCache`.
    pub(crate) fn class_of_resource(&self, resource: &str) -> Option<&Rc<DeviceClass>> {
        if let Some(class) = resource.strip_prefix("deviceclass.resource.kubernetes.io/") {
            return self.class(class);
        }
        let names_extended_resource = |class: &&Rc<DeviceClass>| {
            class
                .spec
                .extended_resource_name
                .as_ref()
                .is_some_and(|extended_resource_name| extended_resource_name == resource)
        };
        let mut device_class: Option<&Rc<DeviceClass>> = None;
        for class in self.classes.values().filter(names_extended_resource) {
            let created = |class: &Rc<DeviceClass>| class.metadata.creation_timestamp.map(|time| time.0);
            if device_class.is_none_or(|other| created(class) > created(other)) {
                device_class = Some(class);
            }
        }
        device_class
    }

    /// Puts an object in.
    pub(crate) fn put_object(&mut self, object: DeviceObject) {
        match object {
            DeviceObject::Claim(claim) => self.put_claim(claim),
            DeviceObject::Template(template) => self.put_template(template),
            DeviceObject::Slice(slice) => self.put_slice(slice),
            DeviceObject::Class(class) => self.put_class(class),
        }
    }

    /// Puts a claim in.
    pub(crate) fn put_claim(&mut self, claim: Rc<ResourceClaim>) {
        let key = (claim.metadata.namespace.clone(), claim.metadata.name.clone());
        let old = self.claims.set(key, Some(Rc::clone(&claim)));
        self.replace_claim(old.as_deref(), Some(&claim));
    }

    pub(crate) fn remove_claim(&mut self, namespace: &Str, name: &Str) {
        let old = self.claims.set((namespace.clone(), name.clone()), None);
        self.replace_claim(old.as_deref(), None);
    }

    /// What claims are going to have.
    pub(crate) fn in_flight(&self) -> &InFlightTable {
        &self.in_flight
    }

    /// Notes what a claim is going to have: see [`InFlightTable::share`].
    pub(crate) fn put_in_flight(&mut self, claim: &Rc<ResourceClaim>, in_group_cycle: bool) {
        if self.in_flight.share(claim, in_group_cycle) {
            self.replace_claim(None, Some(claim));
        }
    }

    /// Notes that a claim is not going to have it, or has it: see [`InFlightTable::remove`].
    pub(crate) fn remove_in_flight(&mut self, uid: &Str, is_written: bool) {
        let removed_claim = self.in_flight.remove(uid, is_written);
        self.replace_claim(removed_claim.as_deref(), None);
    }

    /// What claims are going to have, each with the number of pods that wait for it.
    pub(crate) fn claims_in_flight(&self) -> Vec<(Rc<ResourceClaim>, u32)> {
        let with_sharers = |claim: &Rc<ResourceClaim>| (Rc::clone(claim), self.in_flight.sharers(&claim.metadata.uid));
        self.in_flight.values().map(with_sharers).collect()
    }

    /// Notes that a claim was changed in the cycle that is under way, which goes on with the claim as it was.
    pub(crate) fn note_unseen_change(&mut self, namespace: &Str, name: &Str) {
        Rc::make_mut(&mut self.unseen_changes).insert((namespace.clone(), name.clone()));
    }

    pub(crate) fn has_unseen_change(&self, claim: &ResourceClaim) -> bool {
        let meta = &claim.metadata;
        !self.unseen_changes.is_empty() && self.unseen_changes.contains(&(meta.namespace.clone(), meta.name.clone()))
    }

    pub(crate) fn put_template(&mut self, template: Rc<ResourceClaimTemplate>) {
        let key = (template.metadata.namespace.clone(), template.metadata.name.clone());
        Rc::make_mut(&mut self.templates).insert(key, template);
    }

    pub(crate) fn remove_template(&mut self, namespace: &Str, name: &Str) {
        Rc::make_mut(&mut self.templates).remove(&(namespace.clone(), name.clone()));
    }

    pub(crate) fn put_slice(&mut self, slice: Rc<ResourceSlice>) {
        self.pools.take();
        let (name, slice) = (slice.metadata.name.clone(), Slice::new(slice, &self.device_numbers));
        Rc::make_mut(&mut self.slices_by_name).insert(name, Rc::new(slice));
    }

    pub(crate) fn remove_slice(&mut self, name: &Str) {
        self.pools.take();
        Rc::make_mut(&mut self.slices_by_name).remove(name);
    }

    pub(crate) fn slice(&self, name: &Str) -> Option<&Rc<ResourceSlice>> {
        self.slices_by_name.get(name).map(|slice| &slice.object)
    }

    pub(crate) fn put_class(&mut self, class: Rc<DeviceClass>) {
        Rc::make_mut(&mut self.classes).insert(class.metadata.name.clone(), class);
    }

    pub(crate) fn remove_class(&mut self, name: &Str) {
        Rc::make_mut(&mut self.classes).remove(name);
    }
}

#[cfg(test)]
impl ClaimState {
    /// A state with the same objects that shares nothing with this one and keeps nothing yet.
    pub(crate) fn rebuild(&self) -> Self {
        let mut fresh = Self::default();
        self.classes.values().for_each(|class| fresh.put_class(Rc::clone(class)));
        self.slices_by_name.values().for_each(|slice| fresh.put_slice(Rc::clone(&slice.object)));
        self.claims.values().for_each(|claim| fresh.put_claim(Rc::clone(claim)));
        for claim in self.in_flight.values() {
            fresh.put_in_flight(claim, false);
        }
        fresh.set_clock(self.clock_millis());
        fresh
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_what_the_claims_have() {
        let claim = |name: &str, devices: &[(&str, Option<&str>)]| {
            let results: Vec<String> = devices
                .iter()
                .map(|(device, share)| {
                    let share = share.map_or(String::new(), |memory| {
                        format!(r#","shareID":"s","consumedCapacity":{{"memory":"{memory}"}}"#)
                    });
                    format!(r#"{{"request":"r","driver":"d","pool":"p","device":"{device}"{share}}}"#)
                })
                .collect();
            let status = format!(r#"{{"allocation":{{"devices":{{"results":[{}]}}}}}}"#, results.join(","));
            let json = format!(r#"{{"metadata":{{"name":"{name}","namespace":"n"}},"status":{status}}}"#);
            Rc::new(serde_json::from_str::<ResourceClaim>(&json).expect("a claim"))
        };
        for gates in [false, true] {
            let rules = Rules { beta_features: gates, ..Rules::default() };
            let mut state = ClaimState::default();
            let holds = |state: &ClaimState, wanted: &[&str]| {
                // Counted anew, it is the same.
                let anew = ClaimState { allocated_devices: OnceCell::new(), ..state.clone() };
                assert_eq!(state.allocated_devices(&rules), anew.allocated_devices(&rules), "{wanted:?}");
                let names = ["one", "two", "part"];
                let number = |name: &str| {
                    let id = DeviceId { driver: "d".into(), pool: "p".into(), device: name.into() };
                    state.device_numbers.number_of(id)
                };
                let taken = state.allocated_devices(&rules);
                let is_taken = |device: usize| taken.is_allocated(device) || taken.shares(device).is_some();
                let held = names.into_iter().filter(|name| is_taken(number(name)));
                assert_eq!(held.collect::<Vec<_>>(), wanted);
            };
            holds(&state, &[]);
            state.put_claim(claim("a", &[("one", None)]));
            holds(&state, &["one"]);
            state.put_in_flight(&claim("b", &[("two", None), ("part", Some("4Gi"))]), false);
            state.put_claim(claim("b", &[("two", None), ("part", Some("4Gi"))]));
            holds(&state, &["one", "two", "part"]);
            state.remove_in_flight(&Str::default(), true);
            holds(&state, &["one", "two", "part"]);
            state.put_claim(claim("c", &[("part", Some("2Gi"))]));
            state.put_claim(claim("a", &[]));
            holds(&state, &["two", "part"]);
            state.remove_claim(&"n".into(), &"b".into());
            holds(&state, &["part"]);
            state.remove_claim(&"n".into(), &"c".into());
            holds(&state, &[]);
        }
    }
}
