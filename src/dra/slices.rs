//! `ResourceSlice`s, indexed by node and by pool.

use std::rc::Rc;

use api::{
    Set, Str, Table,
    devices::{Device, ResourceSlice, ResourceSliceSpec},
};

use crate::{
    device_numbers::{DeviceId, DeviceNumbers},
    selectors::SelectableDevices,
};

/// Identifies a pool in the cluster.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PoolId {
    pub driver: Str,
    pub name: Str,
}

impl From<&ResourceSliceSpec> for PoolId {
    fn from(spec: &ResourceSliceSpec) -> Self {
        Self { driver: spec.driver.clone(), name: spec.pool.name.clone() }
    }
}

/// A slice with data derived from its devices.
#[derive(Debug)]
pub(crate) struct Slice {
    pub object: Rc<ResourceSlice>,
    pub selectable_devices: SelectableDevices,
    /// The device number of each of the slice's devices.
    pub device_numbers: Vec<usize>,
    /// Whether choosing one of its devices changes nothing but which devices are chosen: none of them uses counters or
    /// can be shared.
    pub(crate) is_plain: bool,
    /// A name that two of its devices have, computed once because every search checks it.
    pub duplicate_name: Option<Str>,
}

impl Slice {
    pub(crate) fn new(object: Rc<ResourceSlice>, numbers: &DeviceNumbers) -> Self {
        let selectable_devices = SelectableDevices::new(&object.spec.driver, &object.spec.devices);
        let PoolId { driver, name: pool } = PoolId::from(&object.spec);
        let device_id = |device: &Device| {
            let (driver, pool) = (driver.clone(), pool.clone());
            DeviceId { driver, pool, device: device.name.clone() }
        };
        let device_numbers = object.spec.devices.iter().map(|device| numbers.number_of(device_id(device))).collect();
        let duplicate_name = duplicate_device_name(&object.spec.devices);
        let is_plain_device =
            |device: &Device| device.consumes_counters.is_empty() && device.allow_multiple_allocations != Some(true);
        let is_plain = object.spec.devices.iter().all(is_plain_device);
        Self { object, selectable_devices, device_numbers, is_plain, duplicate_name }
    }
}

impl PartialEq for Slice {
    /// Compares identity, not contents.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// Returns the first name that an earlier device also has.
pub(crate) fn duplicate_device_name<'d>(devices: impl IntoIterator<Item = &'d Device>) -> Option<Str> {
    let mut names = Set::new();
    devices.into_iter().find(|device| !names.insert(&device.name)).map(|device| device.name.clone())
}

/// Slices, indexed by node and by pool.
#[derive(Debug, Default)]
pub(crate) struct SliceIndex {
    /// All slices, sorted by name.
    all_slices: Vec<Rc<Slice>>,
    /// Indices of the slices that name a node, by node.
    by_node: Table<Str, Vec<usize>>,
    /// Indices of all other slices.
    slices_for_many_nodes: Vec<usize>,
    pools: Table<PoolId, Vec<Rc<Slice>>>,
}

impl SliceIndex {
    pub(crate) fn from_slices<'s>(slices: impl Iterator<Item = &'s Rc<Slice>>) -> Self {
        let mut index = Self::default();
        for slice in slices {
            let spec = &slice.object.spec;
            let at = index.all_slices.len();
            match spec.node_name.as_ref().filter(|name| !name.is_empty() && spec.shared_counters.is_empty()) {
                Some(node) => index.by_node.or_default(node.clone()).push(at),
                None => index.slices_for_many_nodes.push(at),
            }
            index.pools.or_default(PoolId::from(spec)).push(Rc::clone(slice));
            index.all_slices.push(Rc::clone(slice));
        }
        index
    }

    /// Returns the slices that may be for a node.
    pub(crate) fn candidates_for(&self, node: &Str) -> impl Iterator<Item = &Rc<Slice>> {
        let node_slices = self.by_node.get(node).map_or(&[][..], Vec::as_slice);
        node_slices.iter().chain(&self.slices_for_many_nodes).map(|at| &self.all_slices[*at])
    }

    /// Returns the slices of a pool, of every generation.
    pub(crate) fn of_pool(&self, pool: &PoolId) -> &[Rc<Slice>] {
        self.pools.get(pool).map_or(&[], Vec::as_slice)
    }
}
