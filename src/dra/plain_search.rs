//! The search for devices without going back on a choice: each request takes the first free devices that it selects.
//!
//! Most claims need no more. If every request gets its devices this way, they are those that the general search chooses,
//! because it tries them first. It decides everything else; builds with debug assertions compare both.

use std::rc::Rc;

use crate::{
    node_choice::ChosenDevice,
    request::{DevicePosition, RequestState},
    search::{AllocationError, Search, untolerated_taint},
};

/// With more selectable devices than this, the general search decides that they are too few: it tries all of their
/// combinations, and may time out.
const MAX_COMBINED_DEVICES: usize = 8;

impl<'a> Search<'a> {
    /// Chooses devices for all requests, in `chosen_devices`. Returns whether there is a solution; `None` if the general
    /// search has to decide, with no device chosen.
    pub(crate) fn find_plain_allocation(&mut self) -> Result<Option<bool>, AllocationError> {
        if self.trail.is_some() || !self.cycle_requests.is_plain {
            return Ok(None);
        }
        let requests = &self.cycle_requests.requests;
        for request in requests {
            let count = self.choose_first_devices(request)?;
            if count == Some(request.count) {
                continue;
            }
            self.chosen_devices.clear();
            // A single request has no earlier one that could choose otherwise.
            let is_decided = requests.len() == 1 && count.is_some_and(|count| count <= MAX_COMBINED_DEVICES);
            return Ok(is_decided.then_some(false));
        }
        Ok(Some(true))
    }

    /// Chooses the first free devices that a request selects. Returns their number; `None` if there is a device whose
    /// choice has side effects.
    fn choose_first_devices(&mut self, request: &RequestState<'a>) -> Result<Option<usize>, AllocationError> {
        let (pools, mut count) = (self.pools, 0);
        if request.count == 0 {
            return Ok(Some(0));
        }
        for (pool_index, pool) in pools.iter().enumerate() {
            if self.shared.rules.requires_complete_pools && (pool.is_incomplete || pool.invalid.is_some()) {
                continue;
            }
            if let Some(message) = pool.invalid_message() {
                return Err(AllocationError::Cycle(message));
            }
            for (slice_index, slice) in pool.slices.iter().enumerate() {
                if !slice.is_plain {
                    return Ok(None);
                }
                for (device, &number) in slice.device_numbers.iter().enumerate() {
                    let position = DevicePosition { pool: pool_index, slice: slice_index, device };
                    if !self.can_choose(request, position, number)? {
                        continue;
                    }
                    let slice = Rc::clone(slice);
                    self.chosen_devices.push(ChosenDevice { key: request.key, position, slice, number, shares: None });
                    count += 1;
                    if count == request.count {
                        return Ok(Some(count));
                    }
                }
            }
        }
        Ok(Some(count))
    }

    fn can_choose(
        &self,
        request: &RequestState<'a>,
        position: DevicePosition,
        number: usize,
    ) -> Result<bool, AllocationError> {
        Ok(!self.is_in_use(number)
            && self.is_selectable(request, position)?
            && self.has_room(position, None)
            && !(self.shared.rules.has_beta_features
                && untolerated_taint(self.device(position), request.request).is_some()))
    }
}
