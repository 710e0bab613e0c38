//! The search for devices of a node that satisfy all claims of a pod at once.
//!
//! The search is depth first and takes the first solution. Claims are allocated in the pod's order, requests in the
//! claim's, and for each device of a request the pools, slices and devices are tried in their order. If a choice makes
//! a later one impossible, it is reverted (backtracking), across requests and claims.
//!
//! A request is for a number of devices (`ExactCount`), for all matching ones (`All`), or a list of alternatives
//! (`firstAvailable`): the rest of the search is tried with each alternative before the next one.
//!
//! Upstream: `structured.Allocator`, its variant `incubating` in v1.36 and `experimental` in v1.34. Its bugs are kept,
//! because they decide which devices a claim gets; each is described where it occurs, and has a test in
//! `search/tests.rs`.

use std::{cell::RefCell, rc::Rc};

use api::{
    Node, Str, Table,
    devices::{CapacityRequests, Device, DeviceTaint, ExactRequest},
};
use runlog::DeviceRefusal;
use scheduler::cluster::ClaimRules as Rules;

use crate::{
    capacity::{self, Shares},
    constraint::ConstraintState,
    cycle_requests::CycleRequests,
    node_choice::{ChosenAlternative, ChosenDevice},
    pools::{Counters, NodePool, matches_node},
    request::{DevicePosition, RequestKey, RequestState, claim_key},
    search_trail::{Trail, TrailStep},
    slices::Slice,
    state::{AllocatedDevices, ClaimState},
};

/// Maximum number of devices of a claim. Upstream: `AllocationResultsMaxSize`.
const MAX_DEVICES: usize = 32;
/// Maximum number of steps before a search times out. Upstream limits the time, but here the search takes no virtual
/// time.
const MAX_STEPS: usize = 1_000_000;
/// Maximum depth of a search: the number of devices and requests of a pod.
const MAX_DEPTH: usize = 4_000;

/// Why the search on a node failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AllocationError {
    /// An error that ends the cycle, with upstream's message.
    Cycle(Str),
    /// The node is infeasible, with upstream's message.
    Node(Str),
    /// The search timed out.
    Timeout,
}

/// Why a part of the search ended early.
enum Stop {
    /// A claim would have too many devices.
    TooMany,
    Trouble(AllocationError),
}

fn cycle_error<T>(text: String) -> Result<T, AllocationError> {
    Err(AllocationError::Cycle(text.into()))
}

/// What the searches on all nodes of a cycle share.
pub(crate) struct SharedState<'s> {
    pub rules: &'s Rules,
    pub state: &'s ClaimState,
    pub allocated: &'s AllocatedDevices,
    /// What is left in counters after the allocations of all claims, by the name of the pool. An upstream bug in
    /// `allocator.checkAvailableCounters`: the key of `availableCounters` (and of `consumedCounters`) lacks the driver,
    /// so if several pools have the same name, or one pool is used on several nodes, the first one read counts for all.
    /// Test: `pools_of_one_name_share_their_counters_whatever_their_drivers`.
    pub available_counters: RefCell<Table<Str, Counters>>,
}

impl SharedState<'_> {
    /// Returns a copy for recording details, whose reads do not affect later searches.
    pub(crate) fn detached_copy(&self) -> Self {
        Self { available_counters: RefCell::new(self.available_counters.borrow().clone()), ..*self }
    }
}

/// The state of the recursion: the current request, and the index of its next device.
#[derive(Clone, Copy, Default)]
struct SearchPosition {
    claim: usize,
    request: usize,
    alternative: usize,
    device: usize,
    depth: usize,
}

impl SearchPosition {
    fn key(self) -> RequestKey {
        RequestKey { claim: self.claim, request: self.request, alternative: self.alternative }
    }
}

/// The search for devices of one node that satisfy all claims of a pod; see the module.
pub(crate) struct Search<'a> {
    pub shared: &'a SharedState<'a>,
    pub node: &'a Node,
    pub cycle_requests: &'a CycleRequests<'a>,
    pub pools: &'a [NodePool],
    /// Number of requests that could be prepared for the node.
    pub ready_requests: usize,
    /// The devices of each request for all devices, by request; empty if there is none.
    all_devices: Vec<Vec<DevicePosition>>,
    pub chosen_alternatives: Vec<ChosenAlternative>,
    /// The states of each claim's constraints; empty if no claim has any.
    constraint_states_by_claim: Vec<Vec<ConstraintState<'a>>>,
    /// Devices that stay marked as chosen although they had too little capacity left: number of the device and index of
    /// the claim. See `allocate_device`.
    stuck_devices: Vec<(usize, usize)>,
    /// Shares of devices that were chosen in this search, by device number.
    device_shares: Table<usize, Shares>,
    /// What the chosen devices use of counters, by the name of the pool.
    pub(crate) consumed_counters: Table<Str, Counters>,
    /// The chosen devices, as a stack: the last one is reverted first.
    pub chosen_devices: Vec<ChosenDevice>,
    steps: usize,
    /// The recorded steps; `None` if they are not recorded.
    pub(crate) trail: Option<Box<Trail>>,
}

impl<'a> Search<'a> {
    /// Creates a search without chosen devices.
    pub(crate) fn new(
        shared: &'a SharedState<'a>,
        node: &'a Node,
        cycle_requests: &'a CycleRequests<'a>,
        pools: &'a [NodePool],
    ) -> Self {
        let mut constraint_states_by_claim = Vec::new();
        if cycle_requests.claims.iter().any(|claim| !claim.spec.devices.constraints.is_empty()) {
            constraint_states_by_claim.extend(cycle_requests.claims.iter().map(|claim| {
                let constraints = claim.spec.devices.constraints.iter();
                constraints.filter_map(|constraint| ConstraintState::new(constraint, shared.rules)).collect()
            }));
        }
        Self {
            shared,
            node,
            cycle_requests,
            pools,
            ready_requests: 0,
            all_devices: Vec::new(),
            chosen_alternatives: Vec::new(),
            constraint_states_by_claim,
            stuck_devices: Vec::new(),
            device_shares: Table::new(),
            consumed_counters: Table::new(),
            chosen_devices: Vec::new(),
            steps: 0,
            trail: None,
        }
    }

    /// Searches a solution, which is then in `chosen_devices`. Returns whether there is one.
    pub(crate) fn find_allocation(&mut self) -> Result<bool, AllocationError> {
        self.prepare_requests()?;
        let plain = self.find_plain_allocation();
        if let Ok(None) = plain {
            return self.find_general_allocation();
        }
        debug_assert!(self.agrees_with_general_search(&plain), "the plain search has the result of the general one");
        plain.map(|has_allocation| has_allocation == Some(true))
    }

    fn find_general_allocation(&mut self) -> Result<bool, AllocationError> {
        match self.allocate_one(SearchPosition::default(), false, DevicePosition::default()) {
            Ok(has_allocation) => Ok(has_allocation),
            Err(Stop::TooMany) => Ok(false),
            Err(Stop::Trouble(error)) => Err(error),
        }
    }

    /// Whether the general search has the same result as the plain one, and chooses the same devices.
    fn agrees_with_general_search(&self, plain: &Result<Option<bool>, AllocationError>) -> bool {
        let shared = self.shared.detached_copy();
        let mut general = Search::new(&shared, self.node, self.cycle_requests, self.pools);
        general.prepare_requests().expect("prepared before");
        let result = general.find_general_allocation();
        let devices = |chosen: &[ChosenDevice]| -> Vec<_> {
            chosen.iter().map(|chosen| (chosen.key, chosen.position, chosen.shares.is_some())).collect()
        };
        result.map(Some) == *plain
            && (*plain != Ok(Some(true)) || devices(&general.chosen_devices) == devices(&self.chosen_devices))
    }

    fn request_state(&self, key: RequestKey) -> &'a RequestState<'a> {
        &self.cycle_requests.requests[self.cycle_requests.find(key).expect("the request is there")]
    }

    /// Returns the number of devices for the request at an index, on this node.
    pub(crate) fn wanted_count(&self, at: usize) -> usize {
        let request = &self.cycle_requests.requests[at];
        if request.is_all { self.all_devices.get(at).map_or(0, Vec::len) } else { request.count }
    }

    pub(crate) fn slice(&self, position: DevicePosition) -> &'a Slice {
        &self.pools[position.pool].slices[position.slice]
    }

    pub(crate) fn device(&self, position: DevicePosition) -> &'a Device {
        &self.slice(position).object.spec.devices[position.device]
    }

    /// Returns the positions of all devices, in the order in which they are tried.
    pub(crate) fn device_positions(&self) -> impl Iterator<Item = DevicePosition> {
        let slices = |(pool, node_pool): (usize, &'a NodePool)| {
            node_pool.slices.iter().enumerate().map(move |slice| (pool, slice))
        };
        self.pools.iter().enumerate().flat_map(slices).flat_map(|(pool, (slice, item))| {
            (0..item.object.spec.devices.len()).map(move |device| DevicePosition { pool, slice, device })
        })
    }

    fn note_step(&mut self, step: impl FnOnce(&Self) -> Option<TrailStep>) {
        if self.trail.is_some()
            && let Some(step) = step(self)
            && let Some(trail) = &mut self.trail
        {
            trail.push_step(step);
        }
    }

    pub(crate) fn device_number(&self, position: DevicePosition) -> usize {
        self.slice(position).device_numbers[position.device]
    }

    /// Determines the number of devices of each request, and checks the limit of each claim.
    fn prepare_requests(&mut self) -> Result<(), AllocationError> {
        let CycleRequests { claims, requests, error, .. } = self.cycle_requests;
        let error_at = |claim, request| error.as_ref().filter(|error| (error.claim, error.request) == (claim, request));
        // A bug of v1.34 in `allocator.Allocate`: it uses the results of the previous alternative. Test:
        // `v1_34_lists_for_an_alternative_what_the_one_before_matched`.
        let mut noted_matches = Table::new();
        for (claim_ix, claim) in claims.iter().enumerate() {
            let mut min_devices = 0_usize;
            let request_count = claim.spec.devices.requests.len();
            for request_ix in 0..request_count {
                let mut fewest = usize::MAX;
                while let Some(request) = requests.get(self.ready_requests)
                    && (request.key.claim, request.key.request) == (claim_ix, request_ix)
                {
                    if request.is_all {
                        let all_devices = self.list_all_devices(request, &mut noted_matches)?;
                        self.all_devices.resize(self.ready_requests, Vec::new());
                        self.all_devices.push(all_devices);
                    }
                    fewest = fewest.min(self.wanted_count(self.ready_requests));
                    self.ready_requests += 1;
                }
                if let Some(error) = error_at(claim_ix, request_ix) {
                    return Err(AllocationError::Cycle(error.text.clone()));
                }
                min_devices = min_devices.saturating_add(fewest);
            }
            if min_devices > MAX_DEVICES {
                let limit =
                    format!("number of requested devices {min_devices} exceeds the claim limit of {MAX_DEVICES}");
                return cycle_error(format!("claim {}: {limit}", claim_key(claim)));
            }
            if let Some(error) = error_at(claim_ix, request_count) {
                return Err(AllocationError::Cycle(error.text.clone()));
            }
        }
        assert!(self.ready_requests == requests.len() && error.is_none(), "every request was prepared");
        Ok(())
    }

    /// Returns the devices of a request for all devices. Upstream: `validateDeviceRequest`.
    fn list_all_devices(
        &self,
        request: &RequestState<'a>,
        noted_matches: &mut Table<(RequestKey, DevicePosition), bool>,
    ) -> Result<Vec<DevicePosition>, AllocationError> {
        let (key, reuses_results) = (request.key, self.shared.rules.reuses_results_of_previous_alternative);
        let noted_key = RequestKey { alternative: key.alternative.saturating_sub(1), ..key };
        let mut all_devices = Vec::new();
        for (number, pool) in self.pools.iter().enumerate() {
            let what = match (pool.is_incomplete, &pool.invalid) {
                (true, _) => "being updated",
                (false, Some(_)) => "invalid",
                (false, None) => "",
            };
            if !what.is_empty() {
                let (claim, name) = (claim_key(self.cycle_requests.claims[key.claim]), request.own_name());
                let why = format!("asks for all devices, but resource pool {} is currently {what}", pool.id());
                return cycle_error(format!("claim {claim}, request {name}: {why}"));
            }
            for (slice, pool_slice) in pool.slices.iter().enumerate() {
                for device in 0..pool_slice.object.spec.devices.len() {
                    let at = DevicePosition { pool: number, slice, device };
                    let noted = noted_matches.get(&(noted_key, at)).copied().filter(|_| reuses_results);
                    let matches = noted.map_or_else(|| self.is_selectable(request, at), Ok)?;
                    if reuses_results {
                        noted_matches.insert((noted_key, at), matches);
                    }
                    if matches && self.has_room(at, request.request.capacity.as_ref()) {
                        all_devices.push(at);
                    }
                }
            }
        }
        Ok(all_devices)
    }

    /// Whether a device matches the selectors of the class and the request, and can be reached from the node. Upstream:
    /// `isSelectable`.
    pub(crate) fn is_selectable(
        &self,
        request_state: &RequestState<'a>,
        position: DevicePosition,
    ) -> Result<bool, AllocationError> {
        let device = self.device(position);
        if !self.shared.rules.has_beta_features && !device.binding_conditions.is_empty() {
            return Ok(false);
        }
        let slice = self.slice(position);
        let matches_all = |selectors| slice.selectable_devices.matches_all(selectors, position.device);
        let class = matches_all(&request_state.class_selectors).or_else(|(number, why)| {
            cycle_error(format!("class {}: selector #{number}: {why}", request_state.class.metadata.name))
        })?;
        let is_selected = class && {
            let result = matches_all(&request_state.selectors);
            result.or_else(|(number, why)| {
                let claim = claim_key(self.cycle_requests.claims[request_state.key.claim]);
                cycle_error(format!("claim {claim}: selector #{number}: {why}"))
            })?
        };
        let per_device = slice.object.spec.per_device_node_selection == Some(true);
        let reaches =
            || matches_node(self.node, device.node_name.as_ref(), device.all_nodes, device.node_selector.as_ref());
        Ok(is_selected && (!per_device || reaches()))
    }

    /// Whether the device has enough capacity left for the request.
    pub(crate) fn has_room(&self, position: DevicePosition, requested_capacity: Option<&CapacityRequests>) -> bool {
        let (device, number) = (self.device(position), self.device_number(position));
        !self.shared.rules.has_beta_features
            || device.capacity.is_empty() && requested_capacity.is_none()
            || capacity::fits_capacity(
                device,
                requested_capacity,
                self.shared.allocated.shares(number),
                self.device_shares.get(&number),
            )
    }

    fn capacity_refusal(&self, key: RequestKey, position: DevicePosition) -> Option<TrailStep> {
        let (number, requested_capacity) =
            (self.device_number(position), self.request_state(key).request.capacity.as_ref());
        let shortage = capacity::capacity_shortage(
            self.device(position),
            requested_capacity,
            self.shared.allocated.shares(number),
            self.device_shares.get(&number),
        )?;
        Some(TrailStep::Refuse(key, position, DeviceRefusal::Capacity(shortage)))
    }

    /// Whether a device is exclusively used by a claim, because it is allocated or chosen in this search.
    pub(crate) fn is_in_use(&self, device: usize) -> bool {
        self.shared.allocated.is_allocated(device) || self.chosen_claims(device).next().is_some()
    }

    /// Returns the indices of the claims for which a device was chosen exclusively.
    fn chosen_claims(&self, device: usize) -> impl Iterator<Item = usize> {
        let chosen =
            self.chosen_devices.iter().filter(move |chosen| chosen.number == device && chosen.shares.is_none());
        let stuck = self.stuck_devices.iter().filter(move |(stuck, _)| *stuck == device);
        chosen.map(|chosen| chosen.key.claim).chain(stuck.map(|(_, claim)| *claim))
    }

    fn is_chosen_for(&self, device: usize, claim: usize) -> bool {
        self.chosen_claims(device).any(|other| other == claim)
    }

    /// Allocates the device at `search_position` and everything after it, beginning with `start_device`. Returns
    /// whether there is a solution. Upstream: `allocateOne`.
    fn allocate_one(
        &mut self,
        search_position: SearchPosition,
        is_within_alternative: bool,
        start_device: DevicePosition,
    ) -> Result<bool, Stop> {
        self.steps += 1;
        if self.steps > MAX_STEPS || search_position.depth > MAX_DEPTH {
            return Err(Stop::Trouble(AllocationError::Timeout));
        }
        let Some(claim) = self.cycle_requests.claims.get(search_position.claim) else { return Ok(true) };
        let depth = search_position.depth + 1;
        if search_position.request >= claim.spec.devices.requests.len() {
            let next = SearchPosition { claim: search_position.claim + 1, depth, ..SearchPosition::default() };
            return match self.allocate_one(next, false, DevicePosition::default()) {
                // An earlier claim may have an alternative with fewer devices.
                Err(Stop::TooMany) => Ok(false),
                other => other,
            };
        }
        let Some(request_at) = self.cycle_requests.find(search_position.key()) else { return Ok(false) };
        let (request_state, wanted_count) = (&self.cycle_requests.requests[request_at], self.wanted_count(request_at));
        if request_state.is_alternative && !is_within_alternative {
            return self.try_alternatives(search_position);
        }
        if request_state.is_all && wanted_count == 0 {
            self.note_step(|_| Some(TrailStep::Shortage(search_position.key(), 0)));
            return Ok(false);
        }
        if search_position.device >= wanted_count {
            let next = SearchPosition {
                claim: search_position.claim,
                request: search_position.request + 1,
                depth,
                ..SearchPosition::default()
            };
            return self.allocate_one(next, false, DevicePosition::default());
        }
        let of_claim = |chosen: &&ChosenDevice| chosen.key.claim == search_position.claim;
        let chosen_count = self.chosen_devices.iter().filter(of_claim).count();
        if chosen_count + wanted_count - search_position.device > MAX_DEVICES {
            return Err(Stop::TooMany);
        }
        let next = SearchPosition { device: search_position.device + 1, depth, ..search_position };
        if request_state.is_all {
            let at = self.all_devices[request_at][search_position.device];
            // A bug of v1.34 in `allocator.allocateOne`: it forgets the current alternative. Test:
            // `v1_34_goes_on_with_the_first_alternative_after_a_device_of_another`.
            let next = match self.shared.rules.forgets_current_alternative {
                true => SearchPosition { alternative: 0, ..next },
                false => next,
            };
            let result = self.allocate_and_continue(
                search_position,
                next,
                at,
                true,
                is_within_alternative,
                DevicePosition::default(),
            );
            if let Ok(false) = result {
                self.note_step(|_| Some(TrailStep::Shortage(search_position.key(), search_position.device)));
            }
            return result;
        }
        for number in start_device.pool..self.pools.len() {
            let pool = &self.pools[number];
            if self.shared.rules.requires_complete_pools && (pool.is_incomplete || pool.invalid.is_some()) {
                continue;
            }
            if let Some(message) = pool.invalid_message() {
                return Err(Stop::Trouble(AllocationError::Cycle(message)));
            }
            let is_start_pool = number == start_device.pool;
            for slice in (if is_start_pool { start_device.slice } else { 0 })..pool.slices.len() {
                let first = if is_start_pool && slice == start_device.slice { start_device.device } else { 0 };
                for device in first..pool.slices[slice].object.spec.devices.len() {
                    let at = DevicePosition { pool: number, slice, device };
                    if self.try_device(search_position, next, at, is_within_alternative)? {
                        return Ok(true);
                    }
                }
            }
        }
        self.note_step(|_| Some(TrailStep::Shortage(search_position.key(), search_position.device)));
        Ok(false)
    }

    /// Tries the alternatives of a request in order, each with the rest of the search.
    fn try_alternatives(&mut self, search_position: SearchPosition) -> Result<bool, Stop> {
        let mut too_many = true;
        for alternative in 0.. {
            let step = SearchPosition { alternative, depth: search_position.depth + 1, ..search_position };
            if self.cycle_requests.find(step.key()).is_none() {
                break;
            }
            match self.allocate_one(step, true, DevicePosition::default()) {
                Err(Stop::TooMany) => {}
                Err(stop) => return Err(stop),
                Ok(true) => {
                    let SearchPosition { claim, request, .. } = step;
                    self.chosen_alternatives.push(ChosenAlternative { claim, request, alternative });
                    return Ok(true);
                }
                Ok(false) => too_many = false,
            }
        }
        if too_many { Err(Stop::TooMany) } else { Ok(false) }
    }

    /// Tries one of several possible devices, with the rest of the search.
    fn try_device(
        &mut self,
        search_position: SearchPosition,
        next: SearchPosition,
        position: DevicePosition,
        is_within_alternative: bool,
    ) -> Result<bool, Stop> {
        let (number, key) = (self.device_number(position), search_position.key());
        let request_state = self.request_state(key);
        let is_taken = match request_state.is_admin() {
            true => self.is_chosen_for(number, search_position.claim),
            false => self.is_in_use(number),
        };
        if is_taken {
            self.note_step(|_| Some(TrailStep::Refuse(key, position, DeviceRefusal::Chosen)));
            return Ok(false);
        }
        let selectable = self.is_selectable(request_state, position).map_err(Stop::Trouble)?;
        if !selectable || !self.has_room(position, request_state.request.capacity.as_ref()) {
            self.note_step(|search| search.capacity_refusal(key, position).filter(|_| selectable));
            return Ok(false);
        }
        // `allocator.allocateOne` of v1.34 restarts at the first device, so it tries every order of the same devices:
        // it is slower, and times out sooner. Test: `v1_34_tries_devices_in_every_order`.
        let restart_device = if self.shared.rules.restarts_search_for_each_device {
            DevicePosition::default()
        } else {
            DevicePosition { device: position.device + 1, ..position }
        };
        self.allocate_and_continue(search_position, next, position, false, is_within_alternative, restart_device)
    }

    /// Chooses a device, continues with `next`, and reverts the choice if that fails.
    fn allocate_and_continue(
        &mut self,
        search_position: SearchPosition,
        next: SearchPosition,
        position: DevicePosition,
        is_required: bool,
        is_within_alternative: bool,
        start_device: DevicePosition,
    ) -> Result<bool, Stop> {
        if !self.allocate_device(search_position, position, is_required).map_err(Stop::Trouble)? {
            return Ok(false);
        }
        match self.allocate_one(next, is_within_alternative, start_device) {
            Ok(true) => Ok(true),
            other => {
                self.deallocate_device(search_position);
                other
            }
        }
    }

    /// Chooses a device, if possible. Returns whether it was chosen. If it `is_required`, a violated constraint is an
    /// error. Upstream: `allocateDevice`.
    ///
    /// Upstream bugs in `allocator.allocateDevice`: what a device used before it was refused is not released. Its
    /// counters stay used if a taint or constraint refuses it (tests:
    /// `counters_stay_spent_when_a_taint_refuses_the_device`,
    /// `counters_stay_spent_when_a_constraint_refuses_the_device`), and its value stays in the constraints if it has
    /// too little capacity left (test: `a_constraint_keeps_the_value_of_a_device_that_has_too_little_left`). Such a
    /// device also stays marked as chosen.
    fn allocate_device(
        &mut self,
        search_position: SearchPosition,
        position: DevicePosition,
        is_required: bool,
    ) -> Result<bool, AllocationError> {
        let (number, device, has_beta_features) =
            (self.device_number(position), self.device(position), self.shared.rules.has_beta_features);
        let request_state = self.request_state(search_position.key());
        let is_shared = has_beta_features && device.allow_multiple_allocations == Some(true);
        let is_taken = match request_state.is_admin() {
            true => !is_shared && self.is_chosen_for(number, search_position.claim),
            false => self.is_in_use(number),
        };
        if is_taken {
            return Ok(false);
        }
        if !has_beta_features && !device.consumes_counters.is_empty() {
            return Ok(false);
        }
        let part_taken = self.shared.allocated.shares(number).is_some() || self.device_shares.contains_key(&number);
        // If the device is already shared, its counters are already subtracted.
        let has_counters = is_shared && part_taken || device.consumes_counters.is_empty();
        if !has_counters && !self.consume_counters(position) {
            self.note_step(|search| {
                Some(TrailStep::Refuse(
                    search_position.key(),
                    position,
                    DeviceRefusal::Counter(search.counter_shortage(position, true)?),
                ))
            });
            return Ok(false);
        }
        let request_state = self.request_state(search_position.key());
        if has_beta_features && untolerated_taint(device, request_state.request).is_some() {
            return Ok(false);
        }
        let (request_name, driver) = (request_state.request_name(), &self.pools[position.pool].driver);
        let constraint_states =
            self.constraint_states_by_claim.get_mut(search_position.claim).map_or(&mut [][..], Vec::as_mut_slice);
        if let Some(refusing) = constraint_states
            .iter_mut()
            .position(|constraint_state| !constraint_state.add(request_name, driver, device))
        {
            let why = self.trail.is_some().then(|| constraint_states[refusing].refusal(driver, device));
            if let (Some(trail), Some(why)) = (&mut self.trail, why) {
                trail.push_step(TrailStep::Refuse(search_position.key(), position, why));
            }
            if is_required {
                let claim = claim_key(self.cycle_requests.claims[search_position.claim]);
                let (request, pool) = (request_state.own_name(), self.pools[position.pool].id());
                let why = "because a claim constraint would not be satisfied";
                return cycle_error(format!(
                    "claim {claim}, request {request}: cannot add device {pool}/{} {why}",
                    device.name
                ));
            }
            constraint_states[..refusing].iter_mut().for_each(|constraint_state| constraint_state.remove(request_name));
            return Ok(false);
        }
        let requested_capacity = request_state.request.capacity.as_ref();
        if !self.has_room(position, requested_capacity) {
            if !is_shared {
                self.stuck_devices.push((number, search_position.claim));
            }
            return Ok(false);
        }
        let shares = is_shared.then(|| capacity::consumed_shares(device, requested_capacity));
        if let Some(shares) = &shares {
            capacity::add_shares(self.device_shares.or_default(number), shares, 1);
        }
        let slice = Rc::clone(&self.pools[position.pool].slices[position.slice]);
        self.chosen_devices.push(ChosenDevice { key: search_position.key(), position, slice, number, shares });
        self.note_step(|_| Some(TrailStep::Choose(search_position.key(), position)));
        Ok(true)
    }

    /// Reverts the last choice for a claim: the function that `allocator.allocateDevice` returns. An upstream bug:
    /// counters that the first share of a device used stay used. Test:
    /// `a_shared_device_that_is_put_back_keeps_its_counters`.
    fn deallocate_device(&mut self, search_position: SearchPosition) {
        let Some(ChosenDevice { key, position: at, number, shares, .. }) = self.chosen_devices.pop() else { return };
        debug_assert_eq!(key.claim, search_position.claim, "the last choice is reverted first");
        self.note_step(|_| Some(TrailStep::PutBack(key, at)));
        let request_name = self.request_state(key).request_name();
        self.constraint_states_by_claim
            .get_mut(search_position.claim)
            .into_iter()
            .flatten()
            .for_each(|constraint_state| constraint_state.remove(request_name));
        match shares {
            Some(shares) => {
                if let Some(sharing) = self.device_shares.get_mut(&number) {
                    capacity::add_shares(sharing, &shares, -1);
                    if sharing.values().all(|amount| *amount == 0) {
                        self.device_shares.remove(&number);
                    }
                }
            }
            None => self.add_counters(at, -1),
        }
    }
}

/// Returns the first taint of a device that a request does not tolerate; only the effects `NoSchedule` and `NoExecute`
/// count.
pub(crate) fn untolerated_taint<'d>(device: &'d Device, request: &ExactRequest) -> Option<&'d DeviceTaint> {
    let hard = |effect: &Str| *effect == "NoSchedule" || *effect == "NoExecute";
    device
        .taints
        .iter()
        .filter(|taint| hard(&taint.effect))
        .find(|taint| !request.tolerations.iter().any(|toleration| toleration.tolerates(taint)))
}

#[cfg(test)]
mod tests;
