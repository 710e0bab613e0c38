//! The search as evidence: for each request what speaks against each device by itself, then how the search went.

use api::devices::ResourceClaim;
use api::{Node, Str, Table};
use record::{DEVICES_TOLD, DeviceName, DeviceOut, DeviceSearch, DeviceWish, SearchEnd, SearchStep};

use crate::allocator::Allocator;
use crate::capacity;
use crate::pools::{gather, matches};
use crate::request::{At, Key, Wanted, key};
use crate::search::{Search, Trouble, untolerated};
use crate::state::DeviceId;
use crate::trail::{Footstep, Trail};

/// All claims have their devices, or need none here.
pub(crate) fn nothing(out_of_reach: Vec<Str>) -> DeviceSearch {
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
    /// Searches once more, and keeps what there is to see. Nothing else changes by it.
    pub(crate) fn look(&self, node: &Node, claims: &[&ResourceClaim], out_of_reach: Vec<Str>) -> DeviceSearch {
        let shared = self.shared().apart();
        let pools = gather(shared.state.slices(), node, shared.rules);
        let mut search = Search::new(&shared, node, claims, &pools);
        search.trail = Some(Box::default());
        let end = search.run();
        let trail = search.trail.take().map_or_else(Trail::default, |trail| *trail);
        let holders = holders(&search);
        let all: Vec<At> = search.places().collect();
        let told = &all[..all.len().min(DEVICES_TOLD)];
        let keys: Vec<Key> = search.wanted.keys().copied().collect();
        let request = |key: &Key| keys.iter().position(|it| it == key).unwrap_or(0);
        let wish = |(key, wanted): (&Key, &Wanted<'_>)| DeviceWish {
            claim: self::key(claims[key.0]).into(),
            request: wanted.full_name(),
            class: wanted.class.metadata.name.clone(),
            count: (!wanted.is_all()).then_some(wanted.count),
            devices: told.iter().map(|at| against(&search, wanted, *at, &holders)).collect(),
        };
        let requests: Vec<DeviceWish> = search.wanted.iter().map(wish).collect();
        let number = |at: &At| told.iter().position(|it| it == at);
        let step = |step: &Footstep| {
            Some(match step {
                Footstep::Chosen(key, at) => SearchStep::Chosen { request: request(key), device: number(at)? },
                Footstep::PutBack(key, at) => SearchStep::PutBack { request: request(key), device: number(at)? },
                Footstep::Short(key, chosen) => SearchStep::Short { request: request(key), chosen: *chosen },
                Footstep::Refused(key, at, why) => {
                    let (request, device) = (request(key), number(at)?);
                    // What speaks against it anyway is told there.
                    requests[request].devices[device].is_none().then_some(())?;
                    SearchStep::Refused { request, device, why: why.clone() }
                }
            })
        };
        let end = match end {
            Ok(true) => SearchEnd::Found,
            Ok(false) => match &trail.furthest {
                Some((key, chosen)) => {
                    let wanted = search.wanted.get(key).map_or(0, |wanted| wanted.count);
                    SearchEnd::NotFound { request: request(key), chosen: *chosen, wanted }
                }
                None => SearchEnd::TooMany,
            },
            Err(Trouble::Cycle(text) | Trouble::Node(text)) => SearchEnd::Error(text),
            Err(Trouble::Late) => SearchEnd::Late,
        };
        DeviceSearch {
            node: 0,
            out_of_reach,
            devices: told.iter().map(|at| name(search.id(*at))).collect(),
            more_devices: all.len() - told.len(),
            steps: trail.steps.iter().filter_map(step).collect(),
            more_steps: trail.more,
            requests,
            end,
        }
    }
}

fn name((driver, pool, name): DeviceId) -> DeviceName {
    DeviceName { driver, pool, name }
}

/// Which claim has a device for itself, or has a share of it.
fn holders(search: &Search<'_>) -> Table<DeviceId, Str> {
    let state = search.of.state;
    let mut found = Table::new();
    for claim in state.claims.values().chain(state.in_flight.values()) {
        for result in claim.status.allocation.iter().flat_map(|it| &it.devices.results) {
            if result.admin_access != Some(true) {
                let id = (result.driver.clone(), result.pool.clone(), result.device.clone());
                found.insert(id, Str::from(key(claim)));
            }
        }
    }
    found
}

/// What speaks against a device, whatever else the pod gets.
fn against(search: &Search<'_>, wanted: &Wanted<'_>, at: At, holders: &Table<DeviceId, Str>) -> Option<DeviceOut> {
    let (rules, pool) = (search.of.rules, &search.pools[at.pool]);
    let (slice, device, id) = (search.slice(at), search.device(at), search.id(at));
    if pool.incomplete && rules.whole_pools {
        return Some(DeviceOut::PoolIncomplete);
    }
    if pool.invalid.is_some() {
        return Some(DeviceOut::PoolInvalid);
    }
    if !rules.gates && (!device.binding_conditions.is_empty() || !device.consumes_counters.is_empty()) {
        return Some(DeviceOut::NotKnown);
    }
    let taken = search.of.taken.has(&id) && !wanted.is_admin();
    let taken = taken.then(|| DeviceOut::Taken(holders.get(&id).cloned().unwrap_or_default()));
    let programs = search.of.state.programs();
    let lists = [(true, &wanted.class.spec.selectors), (false, &wanted.request.selectors)];
    for (of_class, selectors) in lists {
        let Some(not) = programs.explain(selectors, &slice.seen[at.device], rules.gates) else { continue };
        // An expression that fails is not evaluated for a device that a claim has.
        return match (taken, &not.error) {
            (Some(taken), Some(_)) => Some(taken),
            _ => Some(DeviceOut::Selector {
                of_class,
                number: not.number,
                expression: not.expression,
                looks: not.looks,
                error: not.error,
            }),
        };
    }
    let per_device = slice.object.spec.per_device_node_selection == Some(true);
    if per_device && !matches(search.node, device.node_name.as_ref(), device.all_nodes, device.node_selector.as_ref()) {
        return Some(DeviceOut::OtherNode);
    }
    if taken.is_some() {
        return taken;
    }
    if rules.gates
        && let Some(taint) = untolerated(device, wanted.request)
    {
        let (key, value, effect) = (taint.key.clone(), taint.value.clone(), taint.effect.clone());
        return Some(DeviceOut::Taint { key, value, effect });
    }
    let shares = search.of.taken.shares(&id);
    if !device.consumes_counters.is_empty()
        && shares.is_none()
        && let Some(short) = search.counter_short(at, false)
    {
        return Some(DeviceOut::Counter(short));
    }
    let asked = wanted.request.capacity.as_ref();
    let short = rules.gates.then(|| capacity::short(device, asked, shares, None)).flatten();
    short.map(DeviceOut::Capacity)
}
