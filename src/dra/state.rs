//! The scheduler's view of claims and devices. Upstream: `DefaultDRAManager`.
//!
//! States are immutable: each change creates another state, which shares everything unchanged. So a run can return to
//! any earlier state.

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
    slices::{Slice, SliceIndex},
};

/// The claim that holds a device.
#[derive(Clone, Debug, Default)]
pub(crate) struct DeviceHolder {
    pub claim: NamespacedName,
    /// Whether the allocation is still in flight.
    pub is_in_flight: bool,
}

/// How many claims share a device, and the sum of their shares.
#[derive(Clone, Debug, Default, PartialEq)]
struct SharedDevice {
    claims: u32,
    sum: Shares,
}

/// Allocated devices by number, with the number of their claims: a claim whose allocation is being written counts twice
/// for a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct AllocatedDevices {
    /// Devices that are allocated as a whole.
    counts: DeviceCounts,
    /// The shared devices, by device number.
    shares: Rc<Table<usize, SharedDevice>>,
    /// Whether shares are distinguished from whole devices.
    distinguishes_shares: bool,
}

impl AllocatedDevices {
    /// Whether a device is allocated as a whole. Allocations with admin access do not count.
    pub(crate) fn is_allocated(&self, device: usize) -> bool {
        self.counts.get(device) > 0
    }

    /// Returns the sum of the shares of a device.
    pub(crate) fn shares(&self, device: usize) -> Option<&Shares> {
        self.shares.get(&device).map(|device| &device.sum)
    }

    /// Updates the counts for a claim that is added or removed.
    fn count_claim(&mut self, claim: &ResourceClaim, is_added: bool, numbers: &DeviceNumbers) {
        let add_or_subtract_one =
            |number: u32| if is_added { number.saturating_add(1) } else { number.saturating_sub(1) };
        for result in claim.status.allocation.iter().flat_map(|allocation| &allocation.devices.results) {
            if result.admin_access == Some(true) {
                continue;
            }
            let device = numbers.number_of(DeviceId::from(result));
            if self.distinguishes_shares && result.share_id.is_some() {
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

/// The claims, claim templates, slices and device classes of a cluster, with derived indexes.
#[derive(Clone, Default)]
pub struct ClaimState {
    pub(crate) claims: ClaimTable,
    pub(crate) templates: Rc<Table<(Str, Str), Rc<ResourceClaimTemplate>>>,
    slices_by_name: Rc<Table<Str, Rc<Slice>>>,
    classes: Rc<Table<Str, Rc<DeviceClass>>>,
    /// Claims between `Reserve` and `PreBind`, each with its future allocation.
    in_flight: InFlightTable,
    /// Namespace and name of claims that were changed in the current cycle of a pod group, which still sees them
    /// unchanged.
    unseen_changes: Rc<Set<(Str, Str)>>,
    programs: Rc<SelectorCache>,
    device_numbers: Rc<DeviceNumbers>,
    pools: OnceCell<Rc<PoolIndex>>,
    allocated_devices: OnceCell<Rc<AllocatedDevices>>,
    /// The state of the current cycle. Upstream: `stateData`.
    pub(crate) cycle_notes: Rc<RefCell<CycleNotes>>,
    /// The current time in milliseconds since the epoch.
    clock_millis: Cell<i64>,
}

/// Prints no contents: the code for that would be part of what a browser loads.
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

    /// Returns the index of pools by node.
    pub(crate) fn pools(&self) -> &PoolIndex {
        self.pools.get_or_init(|| Rc::new(PoolIndex::new(SliceIndex::from_slices(self.slices_by_name.values()))))
    }

    /// Returns the devices that are allocated or in flight. All profiles of a run have the same rules, so there is only
    /// one result.
    pub(crate) fn allocated_devices(&self, rules: &Rules) -> &AllocatedDevices {
        self.allocated_devices.get_or_init(|| {
            let mut allocated =
                AllocatedDevices { distinguishes_shares: rules.has_beta_features, ..AllocatedDevices::default() };
            for claim in self.claims.values().chain(self.in_flight.values()) {
                allocated.count_claim(claim, true, &self.device_numbers);
            }
            Rc::new(allocated)
        })
    }

    /// Returns the claim that holds each device, exclusively or shared, or is about to.
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

    /// Updates the allocated devices when a claim changes. Counting all claims again on every change would be too slow.
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

    /// Returns a device from the latest generation of its pool.
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

    /// Returns the class that provides an extended resource: the most recently created one that names it, then the
    /// first by name; or the class whose name the resource contains. Upstream: `ExtendedResourceCache`.
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

    /// Adds or replaces an object.
    pub(crate) fn put_object(&mut self, object: DeviceObject) {
        match object {
            DeviceObject::Claim(claim) => self.put_claim(claim),
            DeviceObject::Template(template) => self.put_template(template),
            DeviceObject::Slice(slice) => self.put_slice(slice),
            DeviceObject::Class(class) => self.put_class(class),
        }
    }

    /// Adds or replaces a claim.
    pub(crate) fn put_claim(&mut self, claim: Rc<ResourceClaim>) {
        let key = (claim.metadata.namespace.clone(), claim.metadata.name.clone());
        let old = self.claims.set(key, Some(Rc::clone(&claim)));
        self.replace_claim(old.as_deref(), Some(&claim));
    }

    pub(crate) fn remove_claim(&mut self, namespace: &Str, name: &Str) {
        let old = self.claims.set((namespace.clone(), name.clone()), None);
        self.replace_claim(old.as_deref(), None);
    }

    /// Returns the in-flight allocations.
    pub(crate) fn in_flight(&self) -> &InFlightTable {
        &self.in_flight
    }

    /// Adds an in-flight allocation: see [`InFlightTable::share`].
    pub(crate) fn put_in_flight(&mut self, claim: &Rc<ResourceClaim>, in_group_cycle: bool) {
        if self.in_flight.share(claim, in_group_cycle) {
            self.replace_claim(None, Some(claim));
        }
    }

    /// Removes an in-flight allocation: see [`InFlightTable::remove`].
    pub(crate) fn remove_in_flight(&mut self, uid: &Str, is_written: bool) {
        let removed_claim = self.in_flight.remove(uid, is_written);
        self.replace_claim(removed_claim.as_deref(), None);
    }

    /// Returns the in-flight allocations, each with the number of pods that share it.
    pub(crate) fn claims_in_flight(&self) -> Vec<(Rc<ResourceClaim>, u32)> {
        let with_sharers = |claim: &Rc<ResourceClaim>| (Rc::clone(claim), self.in_flight.sharers(&claim.metadata.uid));
        self.in_flight.values().map(with_sharers).collect()
    }

    /// Records that a claim was changed in the current cycle of a pod group, which continues with the unchanged claim.
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
    /// Builds a state with the same objects, but with new, empty caches.
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
    fn the_newest_class_provides_an_extended_resource_and_of_equals_the_first_by_name() {
        for (created, provider) in
            [([("a", 1), ("b", 2)], "b"), ([("a", 2), ("b", 1)], "a"), ([("b", 1), ("a", 1)], "a")]
        {
            let mut state = ClaimState::default();
            for (name, day) in created {
                let class = format!(
                    r#"{{"metadata":{{"name":"{name}","creationTimestamp":"2026-01-0{day}T00:00:00Z"}},"spec":{{"extendedResourceName":"example.com/gpu"}}}}"#
                );
                state.put_class(Rc::new(serde_json::from_str(&class).expect("a class")));
            }
            let provider_of =
                |resource: &str| state.class_of_resource(resource).map(|class| class.metadata.name.as_str());
            assert_eq!(provider_of("example.com/gpu"), Some(provider), "{created:?}");
            assert_eq!(provider_of("deviceclass.resource.kubernetes.io/b"), Some("b"));
            assert_eq!(provider_of("example.com/other"), None);
        }
    }

    #[test]
    fn a_device_is_that_of_the_latest_generation_of_its_pool() {
        let mut state = ClaimState::default();
        for (driver, pool, generation) in [("d", "p", 1), ("d", "p", 2), ("d", "q", 3), ("e", "p", 4)] {
            let devices = format!(r#"[{{"name":"gpu","attributes":{{"generation":{{"int":{generation}}}}}}}]"#);
            let pool = format!(r#"{{"name":"{pool}","generation":{generation},"resourceSliceCount":1}}"#);
            let slice = format!(
                r#"{{"metadata":{{"name":"slice-{generation}"}},"spec":{{"driver":"{driver}","pool":{pool},"devices":{devices}}}}}"#
            );
            state.put_slice(Rc::new(serde_json::from_str(&slice).expect("a slice")));
        }
        for (driver, pool, name, generation) in [
            ("d", "p", "gpu", Some("2")),
            ("d", "q", "gpu", Some("3")),
            ("e", "p", "gpu", Some("4")),
            ("d", "p", "x", None),
        ] {
            let device = state.latest_device(&driver.into(), &pool.into(), &name.into());
            let value = device.and_then(|device| Some(device.attributes.get("generation")?.to_text()));
            assert_eq!(value.as_deref(), generation, "{driver}/{pool}/{name}");
        }
    }

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
            let rules = Rules { has_beta_features: gates, ..Rules::default() };
            let mut state = ClaimState::default();
            let holds = |state: &ClaimState, wanted: &[&str]| {
                // A state that is built afresh is equal.
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
