//! The record of a search: for each request why each device is rejected by itself, then the steps of the search.

use std::rc::Rc;

use api::{NamespacedName, Node, Table};
use runlog::{
    DeviceName, DeviceRejection, DeviceRequestRecord, DeviceSearch, MAX_RECORDED_DEVICES, NodeIx, SearchEnd, SearchStep,
};

use crate::{
    allocator::Allocator,
    capacity,
    cycle_requests::CycleRequests,
    pools::matches_node,
    request::{DevicePosition, RequestKey, RequestState, claim_key},
    search::{AllocationError, Search, untolerated_taint},
    search_trail::{Trail, TrailStep},
    state::DeviceHolder,
};

/// Returns the record of a node on which no devices are searched. `out_of_reach` are allocated claims whose devices the node cannot use.
pub(crate) fn empty_search(out_of_reach: Vec<NamespacedName>) -> DeviceSearch {
    DeviceSearch {
        node: 0,
        out_of_reach,
        devices: Vec::new(),
        more_devices: 0,
        requests: Vec::new(),
        steps: Vec::new(),
        more_steps: 0,
        end: SearchEnd::Nothing,
    }
}

impl Allocator<'_> {
    /// Repeats a search and records its details, without side effects.
    pub(crate) fn search_with_details(
        &self,
        node_ix: NodeIx,
        node: &Rc<Node>,
        cycle_requests: &CycleRequests<'_>,
        out_of_reach: Vec<NamespacedName>,
    ) -> DeviceSearch {
        let shared = self.shared_state().detached_copy();
        let pools = shared.state.pools().of_node(node_ix, node, shared.rules);
        let mut search = Search::new(&shared, node, cycle_requests, &pools);
        search.trail = Some(Box::default());
        let end = search.find_allocation();
        let trail = search.trail.take().map_or_else(Trail::default, |trail| *trail);
        let holders = self.device_holders();
        let positions: Vec<DevicePosition> = search.device_positions().collect();
        let device_positions = &positions[..positions.len().min(MAX_RECORDED_DEVICES)];
        let request = |key: &RequestKey| cycle_requests.find(*key).unwrap_or(0);
        let request_record = |request_state: &RequestState<'_>| DeviceRequestRecord {
            claim: claim_key(cycle_requests.claims[request_state.key.claim]),
            request: request_state.full_name(),
            class: request_state.class.metadata.name.clone(),
            count: (!request_state.is_all).then_some(request_state.count),
            devices: device_positions.iter().map(|at| device_rejection(&search, request_state, *at, holders)).collect(),
        };
        let requests: Vec<DeviceRequestRecord> =
            cycle_requests.requests[..search.ready_requests].iter().map(request_record).collect();
        let number = |at: &DevicePosition| device_positions.iter().position(|device_position| device_position == at);
        let step = |step: &TrailStep| {
            Some(match step {
                TrailStep::Choose(key, at) => SearchStep::Chosen { request: request(key), device: number(at)? },
                TrailStep::PutBack(key, at) => SearchStep::PutBack { request: request(key), device: number(at)? },
                TrailStep::Shortage(key, chosen) => SearchStep::Short { request: request(key), chosen: *chosen },
                TrailStep::Refuse(key, at, why) => {
                    let (request, device) = (request(key), number(at)?);
                    // The request's record already has the rejection.
                    requests[request].devices[device].is_none().then_some(())?;
                    SearchStep::Refused { request, device, why: why.clone() }
                }
            })
        };
        let end = match end {
            Ok(true) => SearchEnd::Found,
            Ok(false) => match &trail.furthest {
                Some((key, chosen)) => {
                    let requested_count = cycle_requests.find(*key).map_or(0, |at| search.wanted_count(at));
                    SearchEnd::NotFound { request: request(key), chosen: *chosen, wanted: requested_count }
                }
                None => SearchEnd::TooMany,
            },
            Err(AllocationError::Cycle(text) | AllocationError::Node(text)) => SearchEnd::Error(text),
            Err(AllocationError::Timeout) => SearchEnd::Late,
        };
        DeviceSearch {
            node: 0,
            out_of_reach,
            devices: device_positions.iter().map(|at| device_name(&search, *at)).collect(),
            more_devices: positions.len() - device_positions.len(),
            steps: trail.steps.iter().filter_map(step).collect(),
            more_steps: trail.omitted,
            requests,
            end,
        }
    }
}

fn device_name(search: &Search<'_>, position: DevicePosition) -> DeviceName {
    let pool = &search.pools[position.pool];
    DeviceName { driver: pool.driver.clone(), pool: pool.name.clone(), name: search.device(position).name.clone() }
}

/// Returns why a device cannot be used for a request, whatever else is allocated.
fn device_rejection(
    search: &Search<'_>,
    request_state: &RequestState<'_>,
    position: DevicePosition,
    holders: &Table<usize, DeviceHolder>,
) -> Option<DeviceRejection> {
    let (rules, pool) = (search.shared.rules, &search.pools[position.pool]);
    let (slice, device, number) = (search.slice(position), search.device(position), search.device_number(position));
    if pool.is_incomplete && rules.requires_complete_pools {
        return Some(DeviceRejection::PoolIncomplete);
    }
    if pool.invalid.is_some() {
        return Some(DeviceRejection::PoolInvalid);
    }
    if !rules.has_beta_features && (!device.binding_conditions.is_empty() || !device.consumes_counters.is_empty()) {
        return Some(DeviceRejection::NotKnown);
    }
    let is_allocated = search.shared.allocated.is_allocated(number) && !request_state.is_admin();
    let taken_rejection = is_allocated.then(|| {
        let DeviceHolder { claim, is_in_flight } = holders.get(&number).cloned().unwrap_or_default();
        if is_in_flight { DeviceRejection::SetAside(claim) } else { DeviceRejection::Taken(claim) }
    });
    let lists = [(true, &request_state.class_selectors), (false, &request_state.selectors)];
    for (is_of_class, selectors) in lists {
        let Some(mismatch) = slice.selectable_devices.explain(selectors, position.device) else { continue };
        // Upstream does not evaluate selectors for an allocated device, so an evaluation error is not reported for it.
        return match (taken_rejection, &mismatch.error) {
            (Some(rejection), Some(_)) => Some(rejection),
            _ => Some(DeviceRejection::Selector {
                is_of_class,
                number: mismatch.number,
                expression: mismatch.expression,
                looks: mismatch.read_attributes,
                error: mismatch.error,
            }),
        };
    }
    let per_device = slice.object.spec.per_device_node_selection == Some(true);
    if per_device
        && !matches_node(search.node, device.node_name.as_ref(), device.all_nodes, device.node_selector.as_ref())
    {
        return Some(DeviceRejection::OtherNode);
    }
    if taken_rejection.is_some() {
        return taken_rejection;
    }
    if rules.has_beta_features
        && let Some(taint) = untolerated_taint(device, request_state.request)
    {
        let (key, value, effect) = (taint.key.clone(), taint.value.clone(), taint.effect.clone());
        return Some(DeviceRejection::Taint { key, value, effect });
    }
    let shares = search.shared.allocated.shares(number);
    if !device.consumes_counters.is_empty()
        && shares.is_none()
        && let Some(shortage) = search.counter_shortage(position, false)
    {
        return Some(DeviceRejection::Counter(shortage));
    }
    let requested_capacity = request_state.request.capacity.as_ref();
    let shortage = rules
        .has_beta_features
        .then(|| capacity::capacity_shortage(device, requested_capacity, shares, None))
        .flatten();
    shortage.map(DeviceRejection::Capacity)
}
