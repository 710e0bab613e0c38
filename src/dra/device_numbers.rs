//! Numbers for devices: comparing devices on every node needs no string comparisons.

use std::{cell::RefCell, rc::Rc};

use api::{Str, Table, devices::AllocationResult};

/// Identifies a device in the cluster.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DeviceId {
    pub driver: Str,
    pub pool: Str,
    pub device: Str,
}

impl From<&AllocationResult> for DeviceId {
    fn from(result: &AllocationResult) -> Self {
        Self { driver: result.driver.clone(), pool: result.pool.clone(), device: result.device.clone() }
    }
}

/// The numbers of all devices that slices or claims ever named, in the order of first use. All states of a run share
/// them.
#[derive(Debug, Default)]
pub(crate) struct DeviceNumbers(RefCell<Table<DeviceId, usize>>);

impl DeviceNumbers {
    /// Returns the number of a device, which is assigned on first use.
    pub(crate) fn number_of(&self, id: DeviceId) -> usize {
        let mut numbers = self.0.borrow_mut();
        let next = numbers.len();
        *numbers.or_insert(id, next)
    }
}

/// Number of counts in a chunk. Copies share all unchanged chunks.
const CHUNK: usize = 64;

/// A count for each device number.
#[derive(Clone, Debug, Default)]
pub(crate) struct DeviceCounts(Vec<Rc<[u32; CHUNK]>>);

impl DeviceCounts {
    /// Returns the count of a device.
    pub(crate) fn get(&self, device: usize) -> u32 {
        self.0.get(device / CHUNK).map_or(0, |chunk| chunk[device % CHUNK])
    }

    /// Returns the count of a device, for changing it.
    pub(crate) fn get_mut(&mut self, device: usize) -> &mut u32 {
        let at = device / CHUNK;
        if self.0.len() <= at {
            self.0.resize(at + 1, Rc::new([0; CHUNK]));
        }
        &mut Rc::make_mut(&mut self.0[at])[device % CHUNK]
    }
}

impl PartialEq for DeviceCounts {
    fn eq(&self, other: &Self) -> bool {
        // Missing chunks at the end are equivalent to zeros.
        (0..self.0.len().max(other.0.len()) * CHUNK).all(|device| self.get(device) == other.get(device))
    }
}
