//! What `DynamicResources` does in a cycle: which claims a pod has, which nodes can satisfy them, and what it notes for the points that come
//! later. Upstream: `dynamicresources.go`.

use std::rc::Rc;

use api::devices::ResourceClaim;
use api::{ConditionStatus, Str, Terms};
use record::{Code, DeviceSearch, Failure, Part, Reason, Verdict};
use scheduler::cluster::ClaimRules as Rules;
use scheduler::cluster::{ClaimNodes, ClaimPlan, ClaimSearch, Freed, NodeState, PlannedClaim, PodInfo};

use crate::allocator::Allocator;
use crate::extended::{self, OnNode};
use crate::look;
use crate::noted::{Mapping, Noted, OfNode};
use crate::pod::{claims, is_reserved};
use crate::request::key;
use crate::search::Trouble;
use crate::state::State;

fn unresolvable(text: impl AsRef<str>) -> Failure {
    Failure::unresolvable(Reason::Text(text.as_ref().into()))
}

/// `PreFilter`
pub(crate) fn prepare<'c>(state: &'c State, rules: &'c Rules, pod: &'c PodInfo) -> ClaimSearch<'c> {
    *state.noted.borrow_mut() = Noted { pod: pod.uid().clone(), ..Noted::default() };
    let mut held = match claims(state, &pod.pod, rules) {
        Ok(held) => held,
        Err(text) => return ClaimSearch::Rejected(text),
    };
    let extra = if rules.gates { extended::claim(state, pod) } else { None };
    let extended = extra.is_some();
    held.extend(extra);
    if held.is_empty() {
        return ClaimSearch::NoClaims;
    }
    let mut allocates = false;
    for (at, claim) in held.iter().enumerate() {
        if claim.status.allocation.is_some() {
            continue;
        }
        allocates = true;
        if state.in_flight.contains_key(&claim.metadata.uid) {
            let text = format!("resource claim {} is in the process of being allocated", key(claim));
            return ClaimSearch::Rejected(text.into());
        }
        if extended && at + 1 == held.len() {
            continue;
        }
        match missing_class(state, claim) {
            Ok(None) => {}
            Ok(Some(text)) => return ClaimSearch::Rejected(text.into()),
            Err(text) => {
                return ClaimSearch::Failed(format!("running PreFilter plugin \"DynamicResources\": {text}").into());
            }
        }
    }
    {
        let mut noted = state.noted.borrow_mut();
        noted.claims.clone_from(&held);
        noted.extended = extended;
    }
    let allocator = allocates.then(|| Allocator::new(rules, state));
    ClaimSearch::Nodes(Box::new(Nodes { state, rules, pod, claims: held, extended, allocator }))
}

/// The first class that is not there, in upstream's words.
///
/// # Errors
/// A request that is of no kind.
fn missing_class(state: &State, claim: &ResourceClaim) -> Result<Option<String>, String> {
    for request in &claim.spec.devices.requests {
        let listed = request.first_available.iter().map(|it| (it, format!("{}/{}", request.name, it.name)));
        let asked: Vec<_> = match &request.exactly {
            Some(exactly) => vec![(exactly, request.name.to_string())],
            None => listed.collect(),
        };
        if asked.is_empty() {
            let text = format!("resource claim {}, request {}: unknown request type", key(claim), request.name);
            return Ok(Some(text));
        }
        for (asked, name) in asked {
            let class = &asked.device_class_name;
            if class.is_empty() {
                return Err(format!("request {name}: unsupported request type"));
            }
            if state.class(class).is_none() {
                return Ok(Some(format!("request {name}: device class {class} does not exist")));
            }
        }
    }
    Ok(None)
}

/// `Filter`
struct Nodes<'c> {
    state: &'c State,
    rules: &'c Rules,
    pod: &'c PodInfo,
    claims: Vec<Rc<ResourceClaim>>,
    extended: bool,
    allocator: Option<Allocator<'c>>,
}

impl Nodes<'_> {
    /// The claim for extended resources, if the pod has one.
    fn special(&self) -> Option<&Rc<ResourceClaim>> {
        self.claims.last().filter(|_| self.extended)
    }

    fn decide(&self, node: &NodeState) -> Verdict {
        let mut of_node = OfNode::default();
        let alone = self.claims.len() == 1;
        if let Some(claim) = self.special() {
            match extended::on_node(self.state, self.pod, claim, node, alone) {
                OnNode::Fails(text) => return Err(unresolvable(text)),
                OnNode::Nothing => return Ok(()),
                OnNode::Requests(requests, mappings) => {
                    let mut own = (**claim).clone();
                    own.spec.devices.requests = requests;
                    (of_node.extended, of_node.mappings) = (Some(Rc::new(own)), mappings);
                }
            }
        }
        let unavailable: Vec<usize> =
            (0..self.claims.len()).filter(|&at| !self.is_available(&self.claims[at], node)).collect();
        if let Some(allocator) = &self.allocator {
            let wanted = self.wanted(of_node.extended.as_ref());
            of_node.allocations = match allocator.allocate(&node.node, &wanted) {
                Ok(Some(allocations)) => allocations,
                Ok(None) => return Err(unresolvable("cannot allocate all claims")),
                Err(Trouble::Node(text)) => return Err(unresolvable(text)),
                Err(Trouble::Cycle(text)) => return Err(error(text)),
                Err(Trouble::Late) if self.rules.late_is_error => {
                    return Err(error(format!("node {}: timed out trying to allocate devices", node.name()).into()));
                }
                Err(Trouble::Late) => return Err(unresolvable("timed out trying to allocate devices")),
            };
        }
        let mut noted = self.state.noted.borrow_mut();
        if !unavailable.is_empty() {
            noted.unavailable.extend(unavailable);
            noted.unavailable.sort_unstable();
            noted.unavailable.dedup();
            return Err(unresolvable("resourceclaim not available on the node"));
        }
        if self.allocator.is_some() {
            noted.nodes.insert(node.name().clone(), of_node);
        }
        Ok(())
    }

    /// The claims that have no devices yet; the one for extended resources as the node needs it.
    fn wanted<'s>(&'s self, special: Option<&'s Rc<ResourceClaim>>) -> Vec<&'s ResourceClaim> {
        let last = self.claims.len() - 1;
        let unallocated = self.claims.iter().enumerate().filter(|(_, claim)| claim.status.allocation.is_none());
        let of = |(at, claim): (usize, &'s Rc<ResourceClaim>)| -> &'s ResourceClaim {
            special.filter(|_| self.extended && at == last).map_or(&**claim, |special| &**special)
        };
        unallocated.map(of).collect()
    }

    /// How the devices are looked for, for those who want to see it.
    fn look(&self, node: &NodeState) -> DeviceSearch {
        let out = self.claims.iter().filter(|claim| !self.is_available(claim, node)).map(|it| key(it).into()).collect();
        let special = self.special().map(|claim| extended::on_node(self.state, self.pod, claim, node, false));
        let special = match special {
            Some(OnNode::Requests(requests, _)) => {
                let mut own = (**self.claims.last().expect("a special claim")).clone();
                own.spec.devices.requests = requests;
                Some(Rc::new(own))
            }
            // The device plugin has the resource, or nobody: devices are not looked for.
            Some(OnNode::Nothing | OnNode::Fails(_)) => return look::nothing(out),
            None => None,
        };
        match &self.allocator {
            Some(allocator) => allocator.look(&node.node, &self.wanted(special.as_ref()), out),
            None => look::nothing(out),
        }
    }

    /// Whether a claim that has devices can be used on a node: its devices can be reached from there, and they did not fail.
    fn is_available(&self, claim: &ResourceClaim, node: &NodeState) -> bool {
        let Some(allocation) = &claim.status.allocation else { return true };
        let reached = allocation.node_selector.as_ref().is_none_or(|it| Terms::of(it).hold(&node.node));
        reached && !(self.rules.gates && has_failed(claim, self.rules, self.state.wall()))
    }
}

fn error(text: Str) -> Failure {
    Failure { code: Code::Error, reasons: vec![Reason::Text(text)] }
}

impl ClaimNodes for Nodes<'_> {
    fn judge(&self, node: &NodeState) -> Verdict {
        self.decide(node)
    }

    fn search(&self, node: &NodeState) -> DeviceSearch {
        self.look(node)
    }
}

/// How far the devices of a claim are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Readiness {
    Ready,
    Pending,
    /// A condition says that it failed, in upstream's words.
    Failed(String),
}

/// `isClaimReadyForBinding`
pub(crate) fn readiness(claim: &ResourceClaim) -> Readiness {
    let Some(allocation) = &claim.status.allocation else { return Readiness::Pending };
    for result in allocation.devices.results.iter().filter(|result| !result.binding_conditions.is_empty()) {
        let device = claim.status.devices.iter().find(|device| {
            (&device.driver, &device.pool, &device.device) == (&result.driver, &result.pool, &result.device)
        });
        let Some(device) = device else { return Readiness::Pending };
        let holds = |name: &Str| {
            device.conditions.iter().find(|it| it.r#type.as_str() == &**name && it.status == ConditionStatus::True)
        };
        if let Some(failed) = result.binding_failure_conditions.iter().find_map(holds) {
            let name = &claim.metadata.name;
            let why = format!("reason={}, message={:?}", failed.reason, failed.message);
            return Readiness::Failed(format!("device binding failed: claim={name}, {why}"));
        }
        if result.binding_conditions.iter().any(|name| holds(name).is_none()) {
            return Readiness::Pending;
        }
    }
    Readiness::Ready
}

/// Whether waiting for conditions of a claim has taken too long. `wall` is the time of day, in milliseconds.
pub(crate) fn is_late(claim: &ResourceClaim, rules: &Rules, wall: i64) -> bool {
    let Some(allocation) = &claim.status.allocation else { return false };
    let waits = allocation.devices.results.iter().any(|result| !result.binding_conditions.is_empty());
    let limit = |since: api::Time| rules.binding_timeout.after(since.0) < wall;
    waits && allocation.allocation_timestamp.is_some_and(limit)
}

fn has_failed(claim: &ResourceClaim, rules: &Rules, wall: i64) -> bool {
    match readiness(claim) {
        Readiness::Ready => false,
        Readiness::Failed(_) => true,
        Readiness::Pending => is_late(claim, rules, wall),
    }
}

/// `PostFilter`: which claim is given back, so that the pod's devices may be found elsewhere.
pub(crate) fn free(state: &State, pod: &PodInfo) -> Freed {
    let noted = state.noted.borrow();
    if noted.pod != *pod.uid() || noted.claims.is_empty() {
        return Freed::NoClaims;
    }
    let last = noted.claims.len() - 1;
    let left_over = |at: usize| noted.extended && at == last && noted.claims[at].metadata.name != extended::IN_MEMORY;
    for &at in &noted.unavailable {
        let claim = &noted.claims[at];
        if left_over(at) {
            break;
        }
        let own = |consumers: &[api::devices::Consumer]| consumers.iter().all(|it| it.uid == *pod.uid());
        if claim.status.reserved_for.len() <= 1 && own(&claim.status.reserved_for) {
            return Freed::Deallocated(claim.metadata.namespace.clone(), claim.metadata.name.clone());
        }
    }
    match left_over(last) {
        true => {
            let claim = &noted.claims[last];
            Freed::Deleted(claim.metadata.namespace.clone(), claim.metadata.name.clone())
        }
        false => Freed::Nothing,
    }
}

/// `computeScore`: the earlier the alternative that a request gets, the better. Its parts, alternative by alternative.
pub(crate) fn score_parts(state: &State, pod: &PodInfo, node: &Str) -> Vec<Part> {
    const ALTERNATIVES: usize = 8;
    let noted = state.noted.borrow();
    let Some(of_node) = noted.nodes.get(node).filter(|_| noted.pod == *pod.uid()) else { return Vec::new() };
    let mut new = of_node.allocations.iter();
    let mut parts = Vec::new();
    for claim in &noted.claims {
        let Some(allocation) = claim.status.allocation.as_ref().or_else(|| new.next()) else { continue };
        for request in claim.spec.devices.requests.iter().filter(|request| request.exactly.is_none()) {
            for (at, alternative) in request.first_available.iter().enumerate() {
                let what: Str = format!("{}/{}", request.name, alternative.name).into();
                if allocation.devices.results.iter().any(|result| result.request == what) {
                    let value = i64::try_from(ALTERNATIVES.saturating_sub(at)).unwrap_or(0);
                    parts.push(Part { what, value });
                }
            }
        }
    }
    parts
}

/// The sum of [`score_parts`].
pub(crate) fn score(state: &State, pod: &PodInfo, node: &Str) -> i64 {
    score_parts(state, pod, node).iter().map(|part| part.value).sum()
}

/// `Reserve`: what the pod's claims are going to have on the node.
///
/// # Errors
/// Upstream's text.
pub(crate) fn plan(state: &State, pod: &PodInfo, node: &str) -> Result<Option<ClaimPlan>, Str> {
    let noted = state.noted.borrow();
    if noted.pod != *pod.uid() || noted.claims.is_empty() {
        return Ok(None);
    }
    let of_node = noted.nodes.get(node).cloned().unwrap_or_default();
    let last = noted.claims.len() - 1;
    let mut allocations = of_node.allocations.into_iter();
    let mut planned = Vec::new();
    for (at, claim) in noted.claims.iter().enumerate() {
        let special = noted.extended && at == last;
        let mut object = Rc::clone(claim);
        if claim.status.allocation.is_none() {
            let Some(allocation) = allocations.next() else {
                if special {
                    continue;
                }
                return Err("claim allocation not found for node".into());
            };
            if special && let Some(own) = &of_node.extended {
                object = Rc::clone(own);
            }
            Rc::make_mut(&mut object).status.allocation = Some(allocation);
            planned.push(PlannedClaim { object: crate::objects::claim(&object), is_new: true, is_made: special });
        } else if !is_reserved(claim, &pod.pod) {
            planned.push(PlannedClaim { object: crate::objects::claim(&object), is_new: false, is_made: false });
        }
    }
    Ok((!planned.is_empty()).then(|| ClaimPlan { pod: pod.pod.key().into(), uid: pod.uid().clone(), claims: planned }))
}

/// What a node would give, for those who look at it: for each claim its allocation, as JSON. Upstream: `nodeAllocations`.
pub(crate) fn offers(state: &State, node: &str) -> Option<Vec<(Str, Str)>> {
    let noted = state.noted.borrow();
    let of_node = noted.nodes.get(node)?;
    let unallocated = noted.claims.iter().filter(|claim| claim.status.allocation.is_none());
    let mut told = Vec::new();
    let json = |text: Result<String, serde_json::Error>| -> Str { text.unwrap_or_default().into() };
    for (claim, allocation) in unallocated.zip(&of_node.allocations) {
        told.push((claim.metadata.name.clone(), json(serde_json::to_string(allocation))));
    }
    if let Some(claim) = &of_node.extended {
        told.push(("<spec of extended resources>".into(), json(serde_json::to_string(&claim.spec))));
        let mapping = |it: &Mapping| serde_json::json!({"containerName": it.container, "resourceName": it.resource, "requestName": it.request});
        let mappings: Vec<_> = of_node.mappings.iter().map(mapping).collect();
        told.push(("<mappings>".into(), json(serde_json::to_string(&mappings))));
    }
    Some(told)
}
