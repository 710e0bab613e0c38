//! The devices of a node at a moment, and the claims that they are allocated to.

use std::{cell::RefCell, rc::Rc};

use api::{
    NamespacedName, Node, NodeSelector, NodeSelectorTerms, Str, Table,
    devices::{Device, DeviceObject, DeviceRecord, ResourceClaim, ResourceSlice},
    resources::Resource,
};
use i18n::ResourceUsage;
use scene::group_model::ClaimInFlight;
use trace::Frame;

/// The devices that a node can access, by pool.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct NodeDevices {
    pub pools: Vec<DevicePool>,
}

/// The devices of a driver in one pool.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct DevicePool {
    pub driver: Str,
    pub name: Str,
    pub devices: Vec<DeviceSlot>,
    pub counters: Vec<CounterUsage>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct DeviceSlot {
    pub name: Str,
    /// The claims that have the device or a share of it.
    pub holders: Vec<ClaimHolder>,
    /// The taints in the notation of `kubectl`.
    pub taints: Vec<String>,
    /// The attributes and capacities as `name=value`.
    pub facts: Vec<String>,
}

/// A claim with allocated devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClaimHolder {
    pub claim: NamespacedName,
    /// The names of the pods that it is reserved for.
    pub users: Vec<Str>,
    /// Whether it has admin access, which doesn't use up the device.
    pub(crate) has_admin_access: bool,
    /// Whether the devices are only reserved for a member of the group that is being scheduled.
    pub(crate) is_in_flight: bool,
}

/// A counter that the devices of a pool share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CounterUsage {
    /// `counterSet/counter`
    pub name: String,
    pub used: i64,
    pub capacity: i64,
}

/// Parsed objects by key, each with the record that it was parsed from.
type ObjectCache = Table<Str, (Rc<DeviceRecord>, DeviceObject)>;

thread_local! {
    /// A cache, because frames share unchanged records.
    static OBJECT_CACHE: RefCell<ObjectCache> = RefCell::default();
}

/// Parses a recorded object, with a cache; `None` if it is invalid.
fn read_object(key: &Str, record: &Rc<DeviceRecord>) -> Option<DeviceObject> {
    OBJECT_CACHE.with_borrow_mut(|object_cache| {
        if let Some((known, object)) = object_cache.get(key)
            && Rc::ptr_eq(known, record)
        {
            return Some(object.clone());
        }
        let object = DeviceObject::from_record(record).ok()?;
        object_cache.insert(key.clone(), (Rc::clone(record), object.clone()));
        Some(object)
    })
}

/// (driver, pool, device).
type DeviceId = (Str, Str, Str);

/// The claims of each device at a moment.
#[derive(Default)]
pub(crate) struct DeviceAllocation {
    slices: Vec<Rc<ResourceSlice>>,
    holders: Table<DeviceId, Vec<ClaimHolder>>,
}

impl DeviceAllocation {
    /// Reads the claims and slices of a frame.
    pub(crate) fn from_frame(frame: &Frame) -> Self {
        let mut allocation = Self::default();
        for (key, record) in frame.devices.iter() {
            match read_object(key, record) {
                Some(DeviceObject::Slice(slice)) => allocation.slices.push(slice),
                Some(DeviceObject::Claim(claim)) => allocation.add_claim(&claim),
                Some(DeviceObject::Template(_) | DeviceObject::Class(_)) | None => {}
            }
        }
        allocation
    }

    fn add_claim(&mut self, claim: &ResourceClaim) {
        let key = NamespacedName::of(&claim.metadata);
        let users: Vec<Str> = claim.status.reserved_for.iter().map(|user| user.name.clone()).collect();
        for result in claim.status.allocation.iter().flat_map(|allocation| &allocation.devices.results) {
            let id = (result.driver.clone(), result.pool.clone(), result.device.clone());
            let holder = ClaimHolder {
                claim: key.clone(),
                users: users.clone(),
                has_admin_access: result.admin_access == Some(true),
                is_in_flight: false,
            };
            let holders = self.holders.or_default(id);
            if !holders.contains(&holder) {
                holders.push(holder);
            }
        }
    }

    /// Adds devices reserved for a claim, unless its status already has them.
    pub(crate) fn add_in_flight(&mut self, in_flight: &ClaimInFlight) {
        for device in &in_flight.devices {
            let holders = self.holders.or_default((device.driver.clone(), device.pool.clone(), device.name.clone()));
            if holders.iter().all(|holder| holder.claim != in_flight.claim) {
                holders.push(ClaimHolder {
                    claim: in_flight.claim.clone(),
                    users: vec![in_flight.pod.name().into()],
                    has_admin_access: false,
                    is_in_flight: true,
                });
            }
        }
    }

    /// The devices that a node can access, from the newest generation of each pool.
    pub(crate) fn node_devices(&self, node: &Node) -> NodeDevices {
        let mut pools: Table<(Str, Str), Vec<&ResourceSlice>> = Table::new();
        for slice in self.slices.iter().filter(|slice| has_reachable_devices(slice, node)) {
            let pool = pools.or_default((slice.spec.driver.clone(), slice.spec.pool.name.clone()));
            match pool.first().map(|first| first.spec.pool.generation) {
                Some(newest) if slice.spec.pool.generation < newest => {}
                Some(newest) if slice.spec.pool.generation > newest => *pool = vec![slice],
                _ => pool.push(slice),
            }
        }
        let pools = pools.iter().map(|((driver, name), slices)| self.build_pool(driver, name, slices, node));
        NodeDevices { pools: pools.filter(|pool| !pool.devices.is_empty()).collect() }
    }

    fn build_pool(&self, driver: &Str, name: &Str, slices: &[&ResourceSlice], node: &Node) -> DevicePool {
        let slot = |device: &Device| {
            let id = (driver.clone(), name.clone(), device.name.clone());
            let facts = device.attributes.iter().map(|(name, value)| format!("{name}={}", value.to_text()));
            let has = device
                .capacity
                .iter()
                .map(|(name, device_capacity)| format!("{name}={}", device_capacity.value.as_str()));
            let taint = |taint: &api::devices::DeviceTaint| match taint.value.is_empty() {
                true => format!("{}:{}", taint.key, taint.effect),
                false => format!("{}={}:{}", taint.key, taint.value, taint.effect),
            };
            DeviceSlot {
                name: device.name.clone(),
                holders: self.holders.get(&id).cloned().unwrap_or_default(),
                taints: device.taints.iter().map(taint).collect(),
                facts: facts.chain(has).collect(),
            }
        };
        let devices: Vec<&Device> = slices
            .iter()
            .flat_map(|slice| {
                let is_per_device = slice.spec.per_device_node_selection == Some(true);
                let is_near = move |device: &&Device| {
                    !is_per_device
                        || is_reachable(
                            node,
                            device.node_name.as_ref(),
                            device.all_nodes,
                            device.node_selector.as_ref(),
                        )
                };
                slice.spec.devices.iter().filter(is_near)
            })
            .collect();
        let mut counters = Vec::new();
        for set in slices.iter().flat_map(|slice| &slice.spec.shared_counters) {
            for (counter, all) in set.counters.iter() {
                let is_taken =
                    |device: &&&Device| self.holders.contains_key(&(driver.clone(), name.clone(), device.name.clone()));
                let of_set = devices.iter().filter(is_taken).flat_map(|device| &device.consumes_counters);
                let takes = of_set
                    .filter(|consumption| consumption.counter_set == set.name)
                    .filter_map(|consumption| consumption.counters.get(counter));
                let used = takes.fold(0_i64, |sum, counter| sum.saturating_add(counter.value.value()));
                counters.push(CounterUsage {
                    name: format!("{}/{counter}", set.name),
                    used,
                    capacity: all.value.value(),
                });
            }
        }
        DevicePool {
            driver: driver.clone(),
            name: name.clone(),
            devices: devices.into_iter().map(slot).collect(),
            counters,
        }
    }
}

impl CounterUsage {
    /// The used amount and the capacity, formatted.
    pub(crate) fn format_amounts(&self) -> (String, String) {
        let ResourceUsage { used, capacity, .. } = ResourceUsage::new(&Resource::Memory, self.used, self.capacity);
        (used, capacity)
    }
}

fn is_reachable(node: &Node, name: Option<&Str>, all: Option<bool>, selector: Option<&NodeSelector>) -> bool {
    name.is_some_and(|name| !name.is_empty() && *name == node.metadata.name)
        || all == Some(true)
        || selector.is_some_and(|selector| NodeSelectorTerms::from_selector(selector).match_node(node))
}

/// Whether a node can access a slice, or some of its devices.
fn has_reachable_devices(slice: &ResourceSlice, node: &Node) -> bool {
    let spec = &slice.spec;
    let is_per_device = spec.per_device_node_selection == Some(true);
    // The counters of a pool may be in a slice without devices.
    let is_elsewhere = spec.node_name.as_ref().is_some_and(|name| !name.is_empty() && *name != node.metadata.name);
    is_per_device
        || is_reachable(node, spec.node_name.as_ref(), spec.all_nodes, spec.node_selector.as_ref())
        || !spec.shared_counters.is_empty() && !is_elsewhere
}

#[cfg(test)]
mod tests {
    use api::{Millis, devices::DeviceKind};
    use runlog::{Event, EventKind};

    use super::*;

    fn frame(objects: &[(DeviceKind, &str, &str)]) -> Frame {
        let mut frame = Frame::default();
        for (kind, name, json) in objects {
            let namespace = if kind.is_namespaced() { "default" } else { "" };
            let metadata =
                api::ObjectMeta { name: (*name).into(), namespace: namespace.into(), ..api::ObjectMeta::default() };
            let object = DeviceRecord { kind: *kind, metadata, json: (*json).into() };
            frame.apply_event(&Event { at: Millis::ZERO, what: EventKind::DeviceApplied(object) });
        }
        frame
    }

    fn node(name: &str) -> Node {
        serde_json::from_str(&format!(r#"{{"metadata":{{"name":"{name}"}}}}"#)).expect("a node")
    }

    /// A claim that two pods share is one holder, and its devices use up counters.
    #[test]
    fn a_node_has_devices_with_their_claims() {
        let slice = r#"{"spec":{"driver":"d","nodeName":"a","pool":{"name":"p","generation":2,"resourceSliceCount":2},"devices":[
            {"name":"x","consumesCounters":[{"counterSet":"s","counters":{"memory":{"value":"20Gi"}}}]},
            {"name":"y","taints":[{"key":"broken","effect":"NoSchedule"}]}]}}"#;
        let old =
            r#"{"spec":{"driver":"d","nodeName":"a","pool":{"name":"p","generation":1},"devices":[{"name":"z"}]}}"#;
        let counters = r#"{"spec":{"driver":"d","nodeName":"a","pool":{"name":"p","generation":2},"sharedCounters":[
            {"name":"s","counters":{"memory":{"value":"40Gi"}}}]}}"#;
        let claim = r#"{"status":{"allocation":{"devices":{"results":[{"request":"r","driver":"d","pool":"p","device":"x"}]}},
            "reservedFor":[{"resource":"pods","name":"one"},{"resource":"pods","name":"two"}]}}"#;
        let frame = frame(&[
            (DeviceKind::Slice, "1", slice),
            (DeviceKind::Slice, "0", old),
            (DeviceKind::Slice, "2", counters),
            (DeviceKind::Claim, "c", claim),
        ]);
        let allocation = DeviceAllocation::from_frame(&frame);
        let rack = allocation.node_devices(&node("a"));
        let [pool] = rack.pools.as_slice() else { panic!("{rack:?}") };
        let devices: Vec<_> = pool
            .devices
            .iter()
            .map(|device| (device.name.as_str(), device.holders.len(), device.taints.len()))
            .collect();
        assert_eq!(devices, [("x", 1, 0), ("y", 0, 1)]);
        assert_eq!(pool.devices[0].holders[0].users, ["one", "two"]);
        assert_eq!(pool.counters, [CounterUsage { name: "s/memory".into(), used: 20 << 30, capacity: 40 << 30 }]);
        assert_eq!(allocation.node_devices(&node("b")), NodeDevices::default());
    }
}
