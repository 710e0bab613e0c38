//! Counters that the devices of a pool share: a partition of a device uses a part of the device's amounts. Upstream:
//! `checkAvailableCounters`.

use api::devices::Device;
use runlog::DeviceShortage;

use crate::{capacity::whole_units, pools::Counters, request::DevicePosition, search::Search};

impl Search<'_> {
    /// Returns what is left in the counters of the device's pool after the allocations of all claims.
    fn available_of_pool(&self, position: DevicePosition) -> Counters {
        let pool = &self.pools[position.pool];
        if let Some(available) = self.shared.available_counters.borrow().get(&pool.name) {
            return available.clone();
        }
        let mut available = pool.counters.clone();
        for slice in pool.slices.iter().chain(&pool.slices_of_other_nodes) {
            for (device, number) in slice.object.spec.devices.iter().zip(&slice.device_numbers) {
                if self.shared.allocated.is_allocated(*number) || self.shared.allocated.shares(*number).is_some() {
                    add_consumption(&mut available, device, -1, false);
                }
            }
        }
        self.shared.available_counters.borrow_mut().insert(pool.name.clone(), available.clone());
        available
    }

    /// Subtracts what the device uses of its counters, if enough is left. Returns whether enough was left.
    /// `allocator.checkAvailableCounters` compares all counters of the pool, not only those that the device uses, so an
    /// overdrawn one blocks every device that uses any. Test:
    /// `overdrawn_counter_blocks_its_whole_pool`.
    pub(crate) fn consume_counters(&mut self, position: DevicePosition) -> bool {
        let available = self.available_of_pool(position);
        self.add_counters(position, 1);
        let consumed = &self.consumed_counters[&self.pools[position.pool].name];
        let has_enough = available.iter().all(|(counter_set, counters)| {
            let consumed_in_set = consumed.get(counter_set);
            counters.iter().all(|(name, remaining)| {
                *remaining >= consumed_in_set.and_then(|table| table.get(name)).copied().unwrap_or(0)
            })
        });
        if !has_enough {
            self.add_counters(position, -1);
        }
        has_enough
    }

    /// Returns the first counter of which too little is left for the device, either with (`beside_chosen`) or without
    /// the devices chosen so far.
    pub(crate) fn counter_shortage(&self, position: DevicePosition, beside_chosen: bool) -> Option<DeviceShortage> {
        let device = self.device(position);
        let chosen_counters = self.consumed_counters.get(&self.pools[position.pool].name).filter(|_| beside_chosen);
        for (counter_set, counters) in &self.available_of_pool(position) {
            for (name, remaining) in counters {
                let consumptions =
                    device.consumes_counters.iter().filter(|counter| counter.counter_set == *counter_set);
                let takes = consumptions
                    .filter_map(|consumption| consumption.counters.get(name))
                    .map(|counter| counter.value.nanos());
                let needed_nanos = takes.fold(0_i128, i128::saturating_add);
                let chosen_beside = chosen_counters
                    .and_then(|counters_by_set| counters_by_set.get(counter_set)?.get(name))
                    .copied()
                    .unwrap_or(0);
                let remaining_beside = remaining.saturating_sub(chosen_beside);
                if remaining_beside < needed_nanos {
                    return Some(DeviceShortage {
                        name: format!("{counter_set}/{name}").into(),
                        needed: whole_units(needed_nanos),
                        remaining: whole_units(remaining_beside),
                    });
                }
            }
        }
        None
    }

    pub(crate) fn add_counters(&mut self, position: DevicePosition, times: i128) {
        let device = self.device(position);
        if !device.consumes_counters.is_empty() {
            add_consumption(
                self.consumed_counters.or_default(self.pools[position.pool].name.clone()),
                device,
                times,
                true,
            );
        }
    }
}

/// Adds `times` what a device uses. Missing counters are added if `adds_missing`, otherwise ignored.
fn add_consumption(counters: &mut Counters, device: &Device, times: i128, adds_missing: bool) {
    for consumption in &device.consumes_counters {
        if !adds_missing && !counters.contains_key(&consumption.counter_set) {
            continue;
        }
        let counter_set = counters.or_default(consumption.counter_set.clone());
        for (name, counter) in consumption.counters.iter() {
            if adds_missing || counter_set.contains_key(name) {
                let sum = counter_set.or_default(name.clone());
                *sum = sum.saturating_add(counter.value.nanos().saturating_mul(times));
            }
        }
    }
}
