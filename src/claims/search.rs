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

use std::cell::RefCell;

use api::devices::{CapacityRequests, Device, DeviceTaint, ExactRequest, ResourceClaim};
use api::{Map, Node, Quantity, Str, Table};
use scheduler::cluster::ClaimRules as Rules;

use crate::capacity::{self, Shares};
use crate::constraint::Tally;
use crate::pools::{Counters, Pool, matches};
use crate::request::{At, Key, Wanted, alternatives, key};
use crate::slices::Slice;
use crate::state::{DeviceId, State, Taken};
use crate::trail::{Footstep, Trail};
use record::Refusal;

/// `AllocationResultsMaxSize`: devices of a claim at most.
const MOST_DEVICES: usize = 32;
/// Steps after which a search has taken too long. Upstream stops after a time, of which nothing here takes any.
const MOST_STEPS: usize = 1_000_000;
/// How deep a search may go: so many devices and requests of one pod.
const DEEPEST: usize = 4_000;

/// Why a node cannot be decided, or will not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// The cycle ends, in these words.
    Cycle(Str),
    /// The node will not do, in these words.
    Node(Str),
    /// The search took too long.
    Late,
}

/// Why a part of the search is over.
enum Stop {
    /// Claims cannot have so many devices.
    TooMany,
    Trouble(Trouble),
}

fn ends<T>(text: String) -> Result<T, Trouble> {
    Err(Trouble::Cycle(text.into()))
}

/// What all nodes of a cycle share.
pub(crate) struct Shared<'s> {
    pub rules: &'s Rules,
    pub state: &'s State,
    pub taken: &'s Taken,
    /// What counters hold that no claim has, by the name of the pool. A bug of upstream's, in `allocator.checkAvailableCounters`: the key
    /// of `availableCounters` (and of `consumedCounters`) lacks the driver, so of pools of one name, and of one pool on several nodes,
    /// those that were asked for first count. Test: `pools_of_one_name_share_their_counters_whatever_their_drivers`.
    pub left: RefCell<Table<Str, Counters>>,
}

impl Shared<'_> {
    /// A copy for those who only look: what they ask for first makes no difference to others.
    pub(crate) fn apart(&self) -> Self {
        Self { left: RefCell::new(self.left.borrow().clone()), ..*self }
    }
}

/// A device that is chosen for a claim.
#[derive(Clone)]
pub(crate) struct Chosen {
    pub key: Key,
    pub at: At,
    pub shares: Option<Map<Quantity>>,
}

/// Where the search stands: the device of this number for a request.
#[derive(Clone, Copy, Default)]
struct Step {
    claim: usize,
    request: usize,
    alternative: usize,
    device: usize,
    depth: usize,
}

impl Step {
    fn key(self) -> Key {
        (self.claim, self.request, self.alternative)
    }
}

/// A search on one node.
pub(crate) struct Search<'a> {
    pub of: &'a Shared<'a>,
    pub node: &'a Node,
    pub claims: &'a [&'a ResourceClaim],
    pub pools: &'a [Pool],
    pub wanted: Table<Key, Wanted<'a>>,
    /// The alternative that was chosen of a request.
    pub selected: Table<(usize, usize), usize>,
    tallies: Vec<Vec<Tally<'a>>>,
    /// The claims for which a device is chosen.
    choosing: Table<DeviceId, Vec<usize>>,
    sharing: Table<DeviceId, Shares>,
    /// What chosen devices take of counters, by the name of the pool.
    pub(crate) consumed: Table<Str, Counters>,
    pub chosen: Vec<Vec<Chosen>>,
    matches: RefCell<Table<(Key, At), bool>>,
    steps: usize,
    /// What is left behind for those who look.
    pub(crate) trail: Option<Box<Trail>>,
}

impl<'a> Search<'a> {
    /// Nothing is chosen yet.
    pub(crate) fn new(of: &'a Shared<'a>, node: &'a Node, claims: &'a [&'a ResourceClaim], pools: &'a [Pool]) -> Self {
        Self {
            of,
            node,
            claims,
            pools,
            wanted: Table::new(),
            selected: Table::new(),
            tallies: Vec::new(),
            choosing: Table::new(),
            sharing: Table::new(),
            consumed: Table::new(),
            chosen: vec![Vec::new(); claims.len()],
            matches: RefCell::default(),
            steps: 0,
            trail: None,
        }
    }

    /// Whether there is a solution; it stands in `chosen`.
    pub(crate) fn run(&mut self) -> Result<bool, Trouble> {
        self.prepare()?;
        self.matches.take();
        match self.allocate(Step::default(), false, At::default()) {
            Ok(found) => Ok(found),
            Err(Stop::TooMany) => Ok(false),
            Err(Stop::Trouble(trouble)) => Err(trouble),
        }
    }

    pub(crate) fn slice(&self, at: At) -> &'a Slice {
        &self.pools[at.pool].slices[at.slice]
    }

    pub(crate) fn device(&self, at: At) -> &'a Device {
        &self.slice(at).object.spec.devices[at.device]
    }

    /// All devices, in the order in which they are tried.
    pub(crate) fn places(&self) -> impl Iterator<Item = At> {
        let slices = |(pool, it): (usize, &'a Pool)| it.slices.iter().enumerate().map(move |slice| (pool, slice));
        self.pools.iter().enumerate().flat_map(slices).flat_map(|(pool, (slice, it))| {
            (0..it.object.spec.devices.len()).map(move |device| At { pool, slice, device })
        })
    }

    fn note(&mut self, step: impl FnOnce(&Self) -> Option<Footstep>) {
        if self.trail.is_some()
            && let Some(step) = step(self)
            && let Some(trail) = &mut self.trail
        {
            trail.note(step);
        }
    }

    pub(crate) fn id(&self, at: At) -> DeviceId {
        let pool = &self.pools[at.pool];
        (pool.driver.clone(), pool.name.clone(), self.device(at).name.clone())
    }

    /// Finds out how many devices each request wants, and whether a claim can have so many.
    fn prepare(&mut self) -> Result<(), Trouble> {
        let (claims, rules) = (self.claims, self.of.rules);
        for (at, claim) in claims.iter().enumerate() {
            let mut least = 0_usize;
            for (number, request) in claim.spec.devices.requests.iter().enumerate() {
                let all = alternatives(request);
                let has_alternatives = !request.first_available.is_empty();
                if !rules.gates && all.iter().any(|it| it.capacity.is_some()) {
                    let gate = "has capacity requests, but the DRAConsumableCapacity feature is disabled";
                    return ends(format!("claim {}, request {}: {gate}", key(claim), request.name));
                }
                let mut fewest = usize::MAX;
                for (alternative, exact) in all.into_iter().enumerate() {
                    // A bug of v1.34, in `allocator.Allocate`: it looks up what the alternative before matched. Test:
                    // `v1_34_lists_for_an_alternative_what_the_one_before_matched`.
                    let noted = if rules.slips { alternative.saturating_sub(1) } else { alternative };
                    let wanted = self.want(claim, &request.name, exact, has_alternatives, (at, number, noted))?;
                    fewest = fewest.min(wanted.count);
                    self.wanted.insert((at, number, alternative), wanted);
                }
                least = least.saturating_add(fewest);
            }
            if least > MOST_DEVICES {
                let limit = format!("number of requested devices {least} exceeds the claim limit of {MOST_DEVICES}");
                return ends(format!("claim {}: {limit}", key(claim)));
            }
            let mut tallies = Vec::new();
            for (number, constraint) in claim.spec.devices.constraints.iter().enumerate() {
                let Some(tally) = Tally::new(constraint, rules) else {
                    let what = format!("constraint #{number}: empty constraint (unsupported constraint type?)");
                    return ends(format!("claim {}, {what}", key(claim)));
                };
                tallies.push(tally);
            }
            self.tallies.push(tallies);
        }
        Ok(())
    }

    /// `validateDeviceRequest`
    fn want(
        &self,
        claim: &ResourceClaim,
        name: &'a Str,
        request: &'a api::devices::ExactRequest,
        is_alternative: bool,
        noted: Key,
    ) -> Result<Wanted<'a>, Trouble> {
        let own_name = if is_alternative { &request.name } else { name };
        let of = || format!("claim {}, request {own_name}", key(claim));
        if let Some(at) = request.selectors.iter().position(|selector| selector.cel.is_none()) {
            return ends(format!("{}, selector #{at}: CEL expression empty (unsupported selector type?)", of()));
        }
        if request.device_class_name.is_empty() {
            return ends(format!("{}: missing device class name (unsupported request type?)", of()));
        }
        let class_name = &request.device_class_name;
        let Some(class) = self.of.state.class(class_name).cloned() else {
            let error = format!("deviceclass.resource.k8s.io {class_name:?} not found");
            return ends(format!("{}: could not retrieve device class {class_name}: {error}", of()));
        };
        let mut wanted = Wanted { request, name, is_alternative, class, count: 0, all: Vec::new() };
        match request.allocation_mode.as_str() {
            "ExactCount" => wanted.count = usize::try_from(request.count).unwrap_or(0),
            "All" => {
                for (number, pool) in self.pools.iter().enumerate() {
                    let what = match (pool.incomplete, &pool.invalid) {
                        (true, _) => "being updated",
                        (false, Some(_)) => "invalid",
                        (false, None) => "",
                    };
                    if !what.is_empty() {
                        let id = pool.id();
                        return ends(format!(
                            "{}: asks for all devices, but resource pool {id} is currently {what}",
                            of()
                        ));
                    }
                    for (slice, it) in pool.slices.iter().enumerate() {
                        for device in 0..it.object.spec.devices.len() {
                            let at = At { pool: number, slice, device };
                            if self.selectable(&wanted, noted, at)? && self.has_room(at, request.capacity.as_ref()) {
                                wanted.all.push(at);
                            }
                        }
                    }
                }
                wanted.count = wanted.all.len();
            }
            mode => return ends(format!("{}: unsupported count mode {mode}", of())),
        }
        Ok(wanted)
    }

    /// `isSelectable`: the class, then the request, then the node.
    fn selectable(&self, wanted: &Wanted<'a>, key: Key, at: At) -> Result<bool, Trouble> {
        let device = self.device(at);
        let gates = self.of.rules.gates;
        if !gates && !device.binding_conditions.is_empty() {
            return Ok(false);
        }
        if let Some(matches) = self.matches.borrow().get(&(key, at)) {
            return Ok(*matches);
        }
        let slice = self.slice(at);
        let seen = &slice.seen[at.device];
        let programs = self.of.state.programs();
        let class = programs.match_all(&wanted.class.spec.selectors, seen, gates);
        let class = class.or_else(|(number, why)| {
            ends(format!("class {}: selector #{number}: {why}", wanted.class.metadata.name))
        })?;
        let own = class && {
            let own = programs.match_all(&wanted.request.selectors, seen, gates);
            own.or_else(|(number, why)| {
                ends(format!("claim {}: selector #{number}: {why}", self::key(self.claims[key.0])))
            })?
        };
        let per_device = slice.object.spec.per_device_node_selection == Some(true);
        let reaches = !per_device
            || matches(self.node, device.node_name.as_ref(), device.all_nodes, device.node_selector.as_ref());
        self.matches.borrow_mut().insert((key, at), own && reaches);
        Ok(own && reaches)
    }

    /// Whether the device has as much left as is asked for.
    fn has_room(&self, at: At, asked: Option<&CapacityRequests>) -> bool {
        let id = self.id(at);
        let (taken, chosen) = (self.of.taken.shares(&id), self.sharing.get(&id));
        !self.of.rules.gates || capacity::fits(self.device(at), asked, taken, chosen)
    }

    fn capacity_refusal(&self, key: Key, at: At) -> Option<Footstep> {
        let (id, asked) = (self.id(at), self.wanted[&key].request.capacity.as_ref());
        let short = capacity::short(self.device(at), asked, self.of.taken.shares(&id), self.sharing.get(&id))?;
        Some(Footstep::Refused(key, at, Refusal::Capacity(short)))
    }

    fn in_use(&self, id: &DeviceId) -> bool {
        self.of.taken.has(id) || self.choosing.get(id).is_some_and(|claims| !claims.is_empty())
    }

    /// `allocateOne`
    fn allocate(&mut self, step: Step, within: bool, start: At) -> Result<bool, Stop> {
        self.steps += 1;
        if self.steps > MOST_STEPS || step.depth > DEEPEST {
            return Err(Stop::Trouble(Trouble::Late));
        }
        let Some(claim) = self.claims.get(step.claim) else { return Ok(true) };
        let depth = step.depth + 1;
        if step.request >= claim.spec.devices.requests.len() {
            let next = Step { claim: step.claim + 1, depth, ..Step::default() };
            return match self.allocate(next, false, At::default()) {
                // A claim before may have an alternative with fewer devices.
                Err(Stop::TooMany) => Ok(false),
                other => other,
            };
        }
        let Some(wanted) = self.wanted.get(&step.key()) else { return Ok(false) };
        if wanted.is_alternative && !within {
            return self.first_available(step);
        }
        if wanted.is_all() && wanted.all.is_empty() {
            self.note(|_| Some(Footstep::Short(step.key(), 0)));
            return Ok(false);
        }
        if step.device >= wanted.count {
            let next = Step { claim: step.claim, request: step.request + 1, depth, ..Step::default() };
            return self.allocate(next, false, At::default());
        }
        if self.chosen[step.claim].len() + wanted.count - step.device > MOST_DEVICES {
            return Err(Stop::TooMany);
        }
        let next = Step { device: step.device + 1, depth, ..step };
        if wanted.is_all() {
            let at = wanted.all[step.device];
            // A bug of v1.34, in `allocator.allocateOne`: it forgets which alternative it is in. Test:
            // `v1_34_goes_on_with_the_first_alternative_after_a_device_of_another`.
            let next = if self.of.rules.slips { Step { alternative: 0, ..next } } else { next };
            let found = self.choose(step, next, at, true, within, At::default());
            if let Ok(false) = found {
                self.note(|_| Some(Footstep::Short(step.key(), step.device)));
            }
            return found;
        }
        for number in start.pool..self.pools.len() {
            let pool = &self.pools[number];
            if self.of.rules.whole_pools && (pool.incomplete || pool.invalid.is_some()) {
                continue;
            }
            if let Some(reason) = &pool.invalid {
                let text = format!("pool {} is invalid: {reason}", pool.name);
                return Err(Stop::Trouble(Trouble::Cycle(text.into())));
            }
            let here = number == start.pool;
            for slice in (if here { start.slice } else { 0 })..pool.slices.len() {
                let first = if here && slice == start.slice { start.device } else { 0 };
                for device in first..pool.slices[slice].object.spec.devices.len() {
                    let at = At { pool: number, slice, device };
                    if self.try_device(step, next, at, within)? {
                        return Ok(true);
                    }
                }
            }
        }
        self.note(|_| Some(Footstep::Short(step.key(), step.device)));
        Ok(false)
    }

    /// The first alternative with which the rest works out.
    fn first_available(&mut self, step: Step) -> Result<bool, Stop> {
        let mut too_many = true;
        for alternative in 0.. {
            let step = Step { alternative, depth: step.depth + 1, ..step };
            if !self.wanted.contains_key(&step.key()) {
                break;
            }
            match self.allocate(step, true, At::default()) {
                Err(Stop::TooMany) => {}
                Err(stop) => return Err(stop),
                Ok(true) => {
                    self.selected.insert((step.claim, step.request), alternative);
                    return Ok(true);
                }
                Ok(false) => too_many = false,
            }
        }
        if too_many { Err(Stop::TooMany) } else { Ok(false) }
    }

    /// Tries one device of many, and the rest with it.
    fn try_device(&mut self, step: Step, next: Step, at: At, within: bool) -> Result<bool, Stop> {
        let id = self.id(at);
        let key = step.key();
        let wanted = &self.wanted[&key];
        let taken = match wanted.is_admin() {
            true => self.choosing.get(&id).is_some_and(|claims| claims.contains(&step.claim)),
            false => self.in_use(&id),
        };
        if taken {
            self.note(|_| Some(Footstep::Refused(key, at, Refusal::Chosen)));
            return Ok(false);
        }
        let selectable = self.selectable(wanted, key, at).map_err(Stop::Trouble)?;
        if !selectable || !self.has_room(at, wanted.request.capacity.as_ref()) {
            self.note(|search| search.capacity_refusal(key, at).filter(|_| selectable));
            return Ok(false);
        }
        // `allocator.allocateOne` of v1.34 begins anew with the first device, so it tries every order of the same devices: slower, and
        // sooner out of time. Test: `v1_34_tries_devices_in_every_order`.
        let start = if self.of.rules.slips { At::default() } else { At { device: at.device + 1, ..at } };
        self.choose(step, next, at, false, within, start)
    }

    /// Chooses a device, goes on with `next`, and takes the choice back if that does not work out.
    fn choose(&mut self, step: Step, next: Step, at: At, must: bool, within: bool, start: At) -> Result<bool, Stop> {
        if !self.take(step, at, must).map_err(Stop::Trouble)? {
            return Ok(false);
        }
        match self.allocate(next, within, start) {
            Ok(true) => Ok(true),
            other => {
                self.give_back(step);
                other
            }
        }
    }

    /// `allocateDevice`: marks a device as chosen, if it can be. With `must` it is an error where a constraint forbids it.
    ///
    /// Bugs of upstream's, in `allocator.allocateDevice`: what a device took before it was refused is not given back. Its counters stay
    /// spent where a taint or a constraint refuses it (tests: `counters_stay_spent_when_a_taint_refuses_the_device`,
    /// `counters_stay_spent_when_a_constraint_refuses_the_device`), and its value stays in the constraints where too little of it is left
    /// (test: `a_constraint_keeps_the_value_of_a_device_that_has_too_little_left`).
    fn take(&mut self, step: Step, at: At, must: bool) -> Result<bool, Trouble> {
        let (id, device, gates) = (self.id(at), self.device(at), self.of.rules.gates);
        let wanted = &self.wanted[&step.key()];
        let shared = gates && device.allow_multiple_allocations == Some(true);
        let chosen_for_claim = self.choosing.get(&id).is_some_and(|claims| claims.contains(&step.claim));
        if wanted.is_admin() && !shared && chosen_for_claim || !wanted.is_admin() && self.in_use(&id) {
            return Ok(false);
        }
        if !gates && !device.consumes_counters.is_empty() {
            return Ok(false);
        }
        let part_taken = self.of.taken.shares(&id).is_some() || self.sharing.contains_key(&id);
        // Who has a share of the device has paid for it.
        let paid = shared && part_taken || device.consumes_counters.is_empty();
        if !paid && !self.take_counters(at) {
            self.note(|search| {
                Some(Footstep::Refused(step.key(), at, Refusal::Counter(search.counter_short(at, true)?)))
            });
            return Ok(false);
        }
        let wanted = &self.wanted[&step.key()];
        if gates && untolerated(device, wanted.request).is_some() {
            return Ok(false);
        }
        let (named, driver) = (wanted.named(), &self.pools[at.pool].driver);
        let tallies = &mut self.tallies[step.claim];
        if let Some(refusing) = tallies.iter_mut().position(|tally| !tally.add(named, driver, device)) {
            let why = self.trail.is_some().then(|| tallies[refusing].refusal(driver, device));
            if let (Some(trail), Some(why)) = (&mut self.trail, why) {
                trail.note(Footstep::Refused(step.key(), at, why));
            }
            if must {
                let claim = key(self.claims[step.claim]);
                let (request, pool) = (wanted.own_name(), self.pools[at.pool].id());
                let why = "because a claim constraint would not be satisfied";
                return ends(format!(
                    "claim {claim}, request {request}: cannot add device {pool}/{} {why}",
                    device.name
                ));
            }
            tallies[..refusing].iter_mut().for_each(|tally| tally.remove(named));
            return Ok(false);
        }
        let asked = wanted.request.capacity.as_ref();
        if !shared {
            self.choosing.or_default(id.clone()).push(step.claim);
        }
        if !self.has_room(at, asked) {
            return Ok(false);
        }
        let shares = shared.then(|| capacity::shares(device, asked));
        if let Some(shares) = &shares {
            capacity::count(self.sharing.or_default(id), shares, 1);
        }
        self.chosen[step.claim].push(Chosen { key: step.key(), at, shares });
        self.note(|_| Some(Footstep::Chosen(step.key(), at)));
        Ok(true)
    }

    /// Takes back what was chosen last for a claim: the function that `allocator.allocateDevice` returns. A bug of upstream's: counters
    /// that the first share of a device has paid for stay spent. Test: `a_shared_device_that_is_put_back_keeps_its_counters`.
    fn give_back(&mut self, step: Step) {
        let Some(Chosen { key, at, shares }) = self.chosen[step.claim].pop() else { return };
        self.note(|_| Some(Footstep::PutBack(key, at)));
        let id = self.id(at);
        let named = self.wanted[&key].named();
        self.tallies[step.claim].iter_mut().for_each(|tally| tally.remove(named));
        if let Some(claims) = self.choosing.get_mut(&id) {
            claims.retain(|claim| *claim != step.claim);
        }
        match shares {
            Some(shares) => {
                if let Some(sharing) = self.sharing.get_mut(&id) {
                    capacity::count(sharing, &shares, -1);
                    if sharing.values().all(|amount| *amount == 0) {
                        self.sharing.remove(&id);
                    }
                }
            }
            None => self.count_counters(at, -1),
        }
    }
}

/// The first taint of a device that a request does not tolerate; effects other than these two do nothing.
pub(crate) fn untolerated<'d>(device: &'d Device, request: &ExactRequest) -> Option<&'d DeviceTaint> {
    let hard = |effect: &Str| *effect == "NoSchedule" || *effect == "NoExecute";
    device.taints.iter().filter(|taint| hard(&taint.effect)).find(|taint| {
        !request.tolerations.iter().any(|it| {
            let concerns =
                (it.key.is_empty() || it.key == taint.key) && (it.effect.is_empty() || it.effect == taint.effect);
            concerns
                && (it.operator == "Exists" || matches!(it.operator.as_str(), "" | "Equal") && it.value == taint.value)
        })
    })
}

#[cfg(test)]
mod tests;
