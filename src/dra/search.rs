//! The search: which devices of a node satisfy all claims of a pod at once?
//!
//! Depth first, first fit. Claims are gone through in the pod's order, requests in the claim's, and for each device that a request wants the
//! pools, slices and devices in their order. What a choice makes impossible further on is taken back, across requests and claims. The first
//! solution counts.
//!
//! A request wants a number of devices (`ExactCount`) or every one that its selectors leave (`All`), or it is a list of alternatives
//! (`firstAvailable`): for each of them the rest of the search is tried before the next one.
//!
//! Upstream: `structured.Allocator`, its variant `incubating` in v1.36 and `experimental` in v1.34. Its bugs are kept, since they decide
//! which devices a claim gets; each is named where it is, and has a test in `search/tests.rs`.

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

/// `AllocationResultsMaxSize`: devices of a claim at most.
const MAX_DEVICES: usize = 32;
/// Steps after which a search has taken too long. Upstream stops after a time, of which nothing here takes any.
const MAX_STEPS: usize = 1_000_000;
/// How deep a search may go: so many devices and requests of one pod.
const MAX_DEPTH: usize = 4_000;

/// Why a node cannot be decided, or will not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AllocationError {
    /// The cycle ends, in these words.
    Cycle(Str),
    /// The node will not do, in these words.
    Node(Str),
    /// The search took too long.
    Timeout,
}

/// Why a part of the search is over.
enum Stop {
    /// Claims cannot have so many devices.
    TooMany,
    Trouble(AllocationError),
}

fn cycle_error<T>(text: String) -> Result<T, AllocationError> {
    Err(AllocationError::Cycle(text.into()))
}

/// What all nodes of a cycle share.
pub(crate) struct SharedState<'s> {
    pub rules: &'s Rules,
    pub state: &'s ClaimState,
    pub allocated: &'s AllocatedDevices,
    /// What counters hold that no claim has, by the name of the pool. A bug of upstream's, in `allocator.checkAvailableCounters`: the key
    /// of `availableCounters` (and of `consumedCounters`) lacks the driver, so of pools of one name, and of one pool on several nodes,
    /// those that were asked for first count. Test: `pools_of_one_name_share_their_counters_whatever_their_drivers`.
    pub available_counters: RefCell<Table<Str, Counters>>,
}

impl SharedState<'_> {
    /// A copy for those who only look: what they ask for first makes no difference to others.
    pub(crate) fn detached_copy(&self) -> Self {
        Self { available_counters: RefCell::new(self.available_counters.borrow().clone()), ..*self }
    }
}

/// Where the search is: the request, and the number of its next device.
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

/// A search on one node.
pub(crate) struct Search<'a> {
    pub shared: &'a SharedState<'a>,
    pub node: &'a Node,
    pub cycle_requests: &'a CycleRequests<'a>,
    pub pools: &'a [NodePool],
    /// How many requests could be made ready for the node.
    pub ready_requests: usize,
    /// The devices for each request that asks for all; empty if none does.
    all_devices: Vec<Vec<DevicePosition>>,
    pub chosen_alternatives: Vec<ChosenAlternative>,
    /// The constraints of each claim; empty if none has any.
    tallies: Vec<Vec<ConstraintState<'a>>>,
    /// Devices that stay marked as chosen though they had too little left, by number, each with its claim: see `allocate_device`.
    stuck_devices: Vec<(usize, usize)>,
    device_shares: Table<usize, Shares>,
    /// What chosen devices take of counters, by the name of the pool.
    pub(crate) consumed_counters: Table<Str, Counters>,
    /// In the order in which they were chosen: what is taken back is the last.
    pub chosen_devices: Vec<ChosenDevice>,
    steps: usize,
    /// The steps, if they are recorded.
    pub(crate) trail: Option<Box<Trail>>,
}

impl<'a> Search<'a> {
    /// A search in which no device is chosen yet.
    pub(crate) fn new(
        shared: &'a SharedState<'a>,
        node: &'a Node,
        cycle_requests: &'a CycleRequests<'a>,
        pools: &'a [NodePool],
    ) -> Self {
        let mut tallies = Vec::new();
        if cycle_requests.claims.iter().any(|claim| !claim.spec.devices.constraints.is_empty()) {
            tallies.extend(cycle_requests.claims.iter().map(|claim| {
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
            tallies,
            stuck_devices: Vec::new(),
            device_shares: Table::new(),
            consumed_counters: Table::new(),
            chosen_devices: Vec::new(),
            steps: 0,
            trail: None,
        }
    }

    /// Whether there is a solution; it stands in `chosen_devices`.
    pub(crate) fn find_allocation(&mut self) -> Result<bool, AllocationError> {
        self.prepare_requests()?;
        match self.allocate_one(SearchPosition::default(), false, DevicePosition::default()) {
            Ok(has_allocation) => Ok(has_allocation),
            Err(Stop::TooMany) => Ok(false),
            Err(Stop::Trouble(error)) => Err(error),
        }
    }

    fn request_state(&self, key: RequestKey) -> &'a RequestState<'a> {
        &self.cycle_requests.requests[self.cycle_requests.find(key).expect("the request is there")]
    }

    /// How many devices a request wants on this node. It goes by its place.
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

    /// All devices, in the order in which they are tried.
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

    /// Finds out how many devices each request wants, and whether a claim can have so many.
    fn prepare_requests(&mut self) -> Result<(), AllocationError> {
        let CycleRequests { claims, requests, error } = self.cycle_requests;
        let error_at = |claim, request| error.as_ref().filter(|error| (error.claim, error.request) == (claim, request));
        // A bug of v1.34, in `allocator.Allocate`: it looks up what the alternative before matched. Test:
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
        debug_assert!(self.ready_requests == requests.len() && error.is_none(), "every request was looked at");
        Ok(())
    }

    /// The devices for a request that asks for all. Upstream: `validateDeviceRequest`.
    fn list_all_devices(
        &self,
        request: &RequestState<'a>,
        noted_matches: &mut Table<(RequestKey, DevicePosition), bool>,
    ) -> Result<Vec<DevicePosition>, AllocationError> {
        let (key, is_noting) = (request.key, self.shared.rules.v1_34_alternative_bugs);
        let noted_key = RequestKey { alternative: key.alternative.saturating_sub(1), ..key };
        let mut all_devices = Vec::new();
        for (number, pool) in self.pools.iter().enumerate() {
            let what = match (pool.incomplete, &pool.invalid) {
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
                    let noted = noted_matches.get(&(noted_key, at)).copied().filter(|_| is_noting);
                    let matches = noted.map_or_else(|| self.is_selectable(request, at), Ok)?;
                    if is_noting {
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

    /// `isSelectable`: the class, then the request, then the node.
    fn is_selectable(
        &self,
        request_state: &RequestState<'a>,
        position: DevicePosition,
    ) -> Result<bool, AllocationError> {
        let device = self.device(position);
        if !self.shared.rules.beta_features && !device.binding_conditions.is_empty() {
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

    /// Whether the device has as much left as is asked for.
    fn has_room(&self, position: DevicePosition, requested_capacity: Option<&CapacityRequests>) -> bool {
        let (device, number) = (self.device(position), self.device_number(position));
        !self.shared.rules.beta_features
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

    /// Whether a device belongs to a claim alone, be it for long or by a choice of this search.
    fn is_in_use(&self, device: usize) -> bool {
        self.shared.allocated.is_allocated(device) || self.chosen_claims(device).next().is_some()
    }

    /// The claims for which a device is chosen as a whole.
    fn chosen_claims(&self, device: usize) -> impl Iterator<Item = usize> {
        let chosen =
            self.chosen_devices.iter().filter(move |chosen| chosen.number == device && chosen.shares.is_none());
        let stuck = self.stuck_devices.iter().filter(move |(stuck, _)| *stuck == device);
        chosen.map(|chosen| chosen.key.claim).chain(stuck.map(|(_, claim)| *claim))
    }

    fn is_chosen_for(&self, device: usize, claim: usize) -> bool {
        self.chosen_claims(device).any(|other| other == claim)
    }

    /// `allocateOne`
    fn allocate_one(
        &mut self,
        search_position: SearchPosition,
        within_alternative: bool,
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
                // A claim before may have an alternative with fewer devices.
                Err(Stop::TooMany) => Ok(false),
                other => other,
            };
        }
        let Some(request_at) = self.cycle_requests.find(search_position.key()) else { return Ok(false) };
        let (request_state, wanted_count) = (&self.cycle_requests.requests[request_at], self.wanted_count(request_at));
        if request_state.is_alternative && !within_alternative {
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
            // A bug of v1.34, in `allocator.allocateOne`: it forgets which alternative it is in. Test:
            // `v1_34_goes_on_with_the_first_alternative_after_a_device_of_another`.
            let next =
                if self.shared.rules.v1_34_alternative_bugs { SearchPosition { alternative: 0, ..next } } else { next };
            let result = self.allocate_and_continue(
                search_position,
                next,
                at,
                true,
                within_alternative,
                DevicePosition::default(),
            );
            if let Ok(false) = result {
                self.note_step(|_| Some(TrailStep::Shortage(search_position.key(), search_position.device)));
            }
            return result;
        }
        for number in start_device.pool..self.pools.len() {
            let pool = &self.pools[number];
            if self.shared.rules.complete_pools_only && (pool.incomplete || pool.invalid.is_some()) {
                continue;
            }
            if let Some(reason) = &pool.invalid {
                let text = format!("pool {} is invalid: {reason}", pool.name);
                return Err(Stop::Trouble(AllocationError::Cycle(text.into())));
            }
            let is_start_pool = number == start_device.pool;
            for slice in (if is_start_pool { start_device.slice } else { 0 })..pool.slices.len() {
                let first = if is_start_pool && slice == start_device.slice { start_device.device } else { 0 };
                for device in first..pool.slices[slice].object.spec.devices.len() {
                    let at = DevicePosition { pool: number, slice, device };
                    if self.try_device(search_position, next, at, within_alternative)? {
                        return Ok(true);
                    }
                }
            }
        }
        self.note_step(|_| Some(TrailStep::Shortage(search_position.key(), search_position.device)));
        Ok(false)
    }

    /// The first alternative with which the rest works out.
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

    /// Tries one device of many, and the rest with it.
    fn try_device(
        &mut self,
        search_position: SearchPosition,
        next: SearchPosition,
        position: DevicePosition,
        within_alternative: bool,
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
        // `allocator.allocateOne` of v1.34 begins anew with the first device, so it tries every order of the same devices: slower, and
        // sooner out of time. Test: `v1_34_tries_devices_in_every_order`.
        let restart_device = if self.shared.rules.v1_34_alternative_bugs {
            DevicePosition::default()
        } else {
            DevicePosition { device: position.device + 1, ..position }
        };
        self.allocate_and_continue(search_position, next, position, false, within_alternative, restart_device)
    }

    /// Chooses a device, goes on with `next`, and takes the choice back if that does not work out.
    fn allocate_and_continue(
        &mut self,
        search_position: SearchPosition,
        next: SearchPosition,
        position: DevicePosition,
        must: bool,
        within_alternative: bool,
        start_device: DevicePosition,
    ) -> Result<bool, Stop> {
        if !self.allocate_device(search_position, position, must).map_err(Stop::Trouble)? {
            return Ok(false);
        }
        match self.allocate_one(next, within_alternative, start_device) {
            Ok(true) => Ok(true),
            other => {
                self.deallocate_device(search_position);
                other
            }
        }
    }

    /// `allocateDevice`: marks a device as chosen, if it can be. With `must` it is an error where a constraint forbids it.
    ///
    /// Bugs of upstream's, in `allocator.allocateDevice`: what a device took before it was refused is not given back. Its counters stay
    /// spent where a taint or a constraint refuses it (tests: `counters_stay_spent_when_a_taint_refuses_the_device`,
    /// `counters_stay_spent_when_a_constraint_refuses_the_device`), and its value stays in the constraints where too little of it is left
    /// (test: `a_constraint_keeps_the_value_of_a_device_that_has_too_little_left`). Such a device also stays marked as chosen.
    fn allocate_device(
        &mut self,
        search_position: SearchPosition,
        position: DevicePosition,
        must: bool,
    ) -> Result<bool, AllocationError> {
        let (number, device, beta_features) =
            (self.device_number(position), self.device(position), self.shared.rules.beta_features);
        let request_state = self.request_state(search_position.key());
        let is_shared = beta_features && device.allow_multiple_allocations == Some(true);
        let is_taken = match request_state.is_admin() {
            true => !is_shared && self.is_chosen_for(number, search_position.claim),
            false => self.is_in_use(number),
        };
        if is_taken {
            return Ok(false);
        }
        if !beta_features && !device.consumes_counters.is_empty() {
            return Ok(false);
        }
        let part_taken = self.shared.allocated.shares(number).is_some() || self.device_shares.contains_key(&number);
        // Who has a share of the device has paid for it.
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
        if beta_features && untolerated_taint(device, request_state.request).is_some() {
            return Ok(false);
        }
        let (request_name, driver) = (request_state.request_name(), &self.pools[position.pool].driver);
        let constraint_states = self.tallies.get_mut(search_position.claim).map_or(&mut [][..], Vec::as_mut_slice);
        if let Some(refusing) = constraint_states
            .iter_mut()
            .position(|constraint_state| !constraint_state.add(request_name, driver, device))
        {
            let why = self.trail.is_some().then(|| constraint_states[refusing].refusal(driver, device));
            if let (Some(trail), Some(why)) = (&mut self.trail, why) {
                trail.push_step(TrailStep::Refuse(search_position.key(), position, why));
            }
            if must {
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

    /// Takes back what was chosen last for a claim: the function that `allocator.allocateDevice` returns. A bug of upstream's: counters
    /// that the first share of a device has paid for stay spent. Test: `a_shared_device_that_is_put_back_keeps_its_counters`.
    fn deallocate_device(&mut self, search_position: SearchPosition) {
        let Some(ChosenDevice { key, position: at, number, shares, .. }) = self.chosen_devices.pop() else { return };
        debug_assert_eq!(key.claim, search_position.claim, "what is taken back is what was chosen last");
        self.note_step(|_| Some(TrailStep::PutBack(key, at)));
        let request_name = self.request_state(key).request_name();
        self.tallies
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

/// The first taint of a device that a request does not tolerate; effects other than these two do nothing.
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
