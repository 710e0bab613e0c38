//! The scheduling cycle of `DynamicResources`: which claims a pod has, which nodes can satisfy them, and the state for
//! later extension points. Upstream: `dynamicresources.go`.

use std::rc::Rc;

use api::{ConditionStatus, NodeSelectorTerms, Str, devices::ResourceClaim};
use runlog::{Code, DeviceSearch, Failure, NodeIx, Reason, ScorePart, Verdict};
use scheduler::cluster::{
    ClaimJudge, ClaimPlan, ClaimRules as Rules, ClaimSearch, FreedClaim, NodeState, PlannedClaim, PodInfo,
};

use crate::{
    allocator::Allocator,
    cycle_notes::{CycleNotes, Mapping, NodeNotes},
    cycle_requests::CycleRequests,
    extended_resources::{self, NodeNeed},
    node_choice::ChosenDevice,
    pod_claims::{claims_of_pod, is_reserved},
    request::{PendingClaims, alternatives_of, claim_key, claims_to_allocate, name_of},
    search::AllocationError,
    search_details,
    state::ClaimState,
};

fn unresolvable_failure(text: impl AsRef<str>) -> Failure {
    Failure::unresolvable(Reason::Text(text.as_ref().into()))
}

/// `PreFilter`: prepares the search for the pod's claims, and stores the state of the cycle.
pub(crate) fn prepare<'c>(claim_state: &'c ClaimState, rules: &'c Rules, pod: &'c PodInfo) -> ClaimSearch<'c> {
    *claim_state.cycle_notes.borrow_mut() = CycleNotes { pod: pod.uid().clone(), ..CycleNotes::default() };
    let stored_claims = match claims_of_pod(claim_state, &pod.pod) {
        Ok(stored_claims) => stored_claims,
        Err(problem) => return ClaimSearch::Rejected(problem.render(&pod.pod, rules)),
    };
    let mut pod_claims: Vec<Rc<ResourceClaim>> = stored_claims.iter().copied().map(Rc::clone).collect();
    let extra =
        if rules.has_beta_features { extended_resources::extended_resource_claim(claim_state, pod) } else { None };
    let has_extended_claim = extra.is_some();
    pod_claims.extend(extra);
    if pod_claims.is_empty() {
        return ClaimSearch::NoClaims;
    }
    let mut allocates = false;
    let mut pending = PendingClaims::new();
    for (at, claim) in pod_claims.iter().enumerate() {
        if claim.status.allocation.is_some() {
            continue;
        }
        allocates = true;
        if let Some(in_flight) = claim_state.in_flight().shared_in_cycle(&claim.metadata.uid) {
            // Another member of the group allocated it in this cycle. Whether its devices can be reached from a node is
            // never checked: an upstream bug that recorded cycles show.
            pending.push((at, Rc::clone(in_flight)));
            continue;
        }
        if claim_state.in_flight().get(&claim.metadata.uid).is_some() {
            let text = format!("resource claim {} is in the process of being allocated", claim_key(claim));
            return ClaimSearch::Rejected(text.into());
        }
        if has_extended_claim && at + 1 == pod_claims.len() {
            continue;
        }
        match missing_class(claim_state, claim) {
            Ok(None) => {}
            Ok(Some(text)) => return ClaimSearch::Rejected(text.into()),
            Err(text) => {
                return ClaimSearch::Failed(format!("running PreFilter plugin \"DynamicResources\": {text}").into());
            }
        }
    }
    {
        let mut cycle_notes = claim_state.cycle_notes.borrow_mut();
        cycle_notes.claims.clone_from(&pod_claims);
        cycle_notes.pending.clone_from(&pending);
        let mut requests = pod_claims.iter().flat_map(|claim| &claim.spec.devices.requests);
        cycle_notes.has_alternatives = requests.any(|request| request.exactly.is_none());
        cycle_notes.has_extended_claim = has_extended_claim;
        cycle_notes.rules = *rules;
        cycle_notes.classes = Rc::clone(claim_state.classes());
    }
    let allocator = allocates.then(|| Allocator::new(rules, claim_state));
    let is_pending = |at: usize| pending.iter().any(|(claim, _)| *claim == at);
    let to_allocate = || {
        let claims = stored_claims.iter().enumerate();
        let claims = claims.filter(|(at, claim)| claim.status.allocation.is_none() && !is_pending(*at));
        claims.map(|(_, claim)| &***claim).collect()
    };
    let requests = (!has_extended_claim).then(|| CycleRequests::new(claim_state, rules, to_allocate()));
    let claims = pod_claims;
    ClaimSearch::Nodes(Box::new(NodeClaims {
        state: claim_state,
        rules,
        pod,
        claims,
        pending,
        has_extended_claim,
        allocator,
        requests,
    }))
}

/// Returns upstream's message about the first missing class, if any.
///
/// # Errors
/// Upstream's message about a request of an unknown type.
fn missing_class(claim_state: &ClaimState, claim: &ResourceClaim) -> Result<Option<String>, String> {
    for request in &claim.spec.devices.requests {
        let listed = request
            .first_available
            .iter()
            .map(|exact_request| (exact_request, format!("{}/{}", request.name, exact_request.name)));
        let exact_requests: Vec<_> = match &request.exactly {
            Some(exact_request) => vec![(exact_request, request.name.to_string())],
            None => listed.collect(),
        };
        if exact_requests.is_empty() {
            let text = format!("resource claim {}, request {}: unknown request type", claim_key(claim), request.name);
            return Ok(Some(text));
        }
        for (exact_request, name) in exact_requests {
            let class = &exact_request.device_class_name;
            if class.is_empty() {
                return Err(format!("request {name}: unsupported request type"));
            }
            if claim_state.class(class).is_none() {
                return Ok(Some(format!("request {name}: device class {class} does not exist")));
            }
        }
    }
    Ok(None)
}

/// `Filter`: the claims of a pod, prepared for all nodes.
struct NodeClaims<'c> {
    state: &'c ClaimState,
    rules: &'c Rules,
    pod: &'c PodInfo,
    claims: Vec<Rc<ResourceClaim>>,
    /// The claims that other members of the group allocated in the same cycle.
    pending: PendingClaims,
    has_extended_claim: bool,
    allocator: Option<Allocator<'c>>,
    /// The requests of all claims; `None` if one is for extended resources, whose requests depend on the node.
    requests: Option<CycleRequests<'c>>,
}

impl NodeClaims<'_> {
    /// Returns the claim for extended resources, if the pod has one.
    fn extended_claim(&self) -> Option<&Rc<ResourceClaim>> {
        self.claims.last().filter(|_| self.has_extended_claim)
    }

    fn decide_node(&self, node_ix: NodeIx, node: &NodeState) -> Verdict {
        let (mut extended_resource_claim, mut mappings) = (None, Vec::new());
        let is_only_claim = self.claims.len() == 1;
        if let Some(claim) = self.extended_claim() {
            match extended_resources::need_on_node(self.state, self.pod, claim, node, is_only_claim) {
                NodeNeed::Fails(text) => return Err(unresolvable_failure(text)),
                NodeNeed::Nothing => return Ok(()),
                NodeNeed::Requests(requests, node_mappings) => {
                    let mut resource_claim = (**claim).clone();
                    resource_claim.spec.devices.requests = requests;
                    (extended_resource_claim, mappings) = (Some(Rc::new(resource_claim)), node_mappings);
                }
            }
        }
        let unavailable: Vec<usize> =
            (0..self.claims.len()).filter(|&at| !self.is_available(&self.claims[at], node)).collect();
        let mut choice = None;
        if let Some(allocator) = &self.allocator {
            let allocation = self.with_requests(extended_resource_claim.as_ref(), |requests| {
                allocator.allocate(node_ix, &node.node, requests)
            });
            choice = match allocation {
                Ok(None) => return Err(unresolvable_failure("cannot allocate all claims")),
                Ok(choice) => choice,
                Err(AllocationError::Node(text)) => return Err(unresolvable_failure(text)),
                Err(AllocationError::Cycle(text)) => return Err(error_failure(text)),
                Err(AllocationError::Timeout) if self.rules.timeout_is_error => {
                    return Err(error_failure(
                        format!("node {}: timed out trying to allocate devices", node.name()).into(),
                    ));
                }
                Err(AllocationError::Timeout) => {
                    return Err(unresolvable_failure("timed out trying to allocate devices"));
                }
            };
        }
        let mut cycle_notes = self.state.cycle_notes.borrow_mut();
        if !unavailable.is_empty() {
            cycle_notes.unavailable.extend(unavailable);
            cycle_notes.unavailable.sort_unstable();
            cycle_notes.unavailable.dedup();
            return Err(unresolvable_failure("resourceclaim not available on the node"));
        }
        if let Some(choice) = choice {
            cycle_notes.nodes.insert(node_ix, NodeNotes { choice, extended_resource_claim, mappings });
        }
        Ok(())
    }

    /// Calls `run` with the requests of the claims that have no allocation, with `extended_claim` as the node needs it.
    fn with_requests<R>(
        &self,
        extended_claim: Option<&Rc<ResourceClaim>>,
        run: impl FnOnce(&CycleRequests<'_>) -> R,
    ) -> R {
        match &self.requests {
            Some(requests) => run(requests),
            None => {
                let claims = claims_to_allocate(&self.claims, &self.pending, extended_claim);
                run(&CycleRequests::new(self.state, self.rules, claims))
            }
        }
    }

    /// Returns how devices are searched on a node.
    fn search_devices(&self, node_ix: NodeIx, node: &NodeState) -> DeviceSearch {
        let out_of_reach =
            self.claims.iter().filter(|claim| !self.is_available(claim, node)).map(|claim| claim_key(claim)).collect();
        let extended_claim = self
            .extended_claim()
            .map(|claim| extended_resources::need_on_node(self.state, self.pod, claim, node, false));
        let extended_claim = match extended_claim {
            Some(NodeNeed::Requests(requests, _)) => {
                let mut resource_claim = (**self.claims.last().expect("a special claim")).clone();
                resource_claim.spec.devices.requests = requests;
                Some(Rc::new(resource_claim))
            }
            // The device plugin provides the resource, or nothing does: no devices are searched.
            Some(NodeNeed::Nothing | NodeNeed::Fails(_)) => return search_details::empty_search(out_of_reach),
            None => None,
        };
        match &self.allocator {
            Some(allocator) => self.with_requests(extended_claim.as_ref(), |requests| {
                allocator.search_with_details(node_ix, &node.node, requests, out_of_reach)
            }),
            None => search_details::empty_search(out_of_reach),
        }
    }

    /// Whether an allocated claim can be used on a node: its devices can be reached from there, and they did not fail.
    fn is_available(&self, claim: &ResourceClaim, node: &NodeState) -> bool {
        let Some(allocation) = &claim.status.allocation else { return true };
        let can_reach_node = allocation
            .node_selector
            .as_ref()
            .is_none_or(|node_selector| NodeSelectorTerms::from_selector(node_selector).match_node(&node.node));
        can_reach_node && !(self.rules.has_beta_features && has_failed(claim, self.rules, self.state.clock_millis()))
    }
}

fn error_failure(text: Str) -> Failure {
    Failure { code: Code::Error, reasons: vec![Reason::Text(text)] }
}

impl ClaimJudge for NodeClaims<'_> {
    fn judge(&self, node_ix: NodeIx, node: &NodeState) -> Verdict {
        self.decide_node(node_ix, node)
    }

    fn search(&self, node_ix: NodeIx, node: &NodeState) -> DeviceSearch {
        self.search_devices(node_ix, node)
    }
}

/// Whether the binding conditions of a claim's devices are met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BindingReadiness {
    Ready,
    Pending,
    /// A failure condition is met, with upstream's message.
    Failed(String),
}

/// Returns whether a claim's binding conditions are met. Upstream: `isClaimReadyForBinding`.
pub(crate) fn binding_readiness(claim: &ResourceClaim) -> BindingReadiness {
    let Some(allocation) = &claim.status.allocation else { return BindingReadiness::Pending };
    for result in allocation.devices.results.iter().filter(|result| !result.binding_conditions.is_empty()) {
        let device = claim.status.devices.iter().find(|device| {
            (&device.driver, &device.pool, &device.device) == (&result.driver, &result.pool, &result.device)
        });
        let Some(device) = device else { return BindingReadiness::Pending };
        let is_allocated = |name: &Str| {
            device
                .conditions
                .iter()
                .find(|condition| condition.r#type.as_str() == &**name && condition.status == ConditionStatus::True)
        };
        if let Some(failed_condition) = result.binding_failure_conditions.iter().find_map(is_allocated) {
            let name = &claim.metadata.name;
            let why = format!("reason={}, message={:?}", failed_condition.reason, failed_condition.message);
            return BindingReadiness::Failed(format!("device binding failed: claim={name}, {why}"));
        }
        if result.binding_conditions.iter().any(|name| is_allocated(name).is_none()) {
            return BindingReadiness::Pending;
        }
    }
    BindingReadiness::Ready
}

/// Whether the binding conditions of a claim were not met within the timeout. `wall` is the current time in
/// milliseconds since the epoch.
pub(crate) fn is_binding_timed_out(claim: &ResourceClaim, rules: &Rules, wall: i64) -> bool {
    let Some(allocation) = &claim.status.allocation else { return false };
    let has_binding_conditions = allocation.devices.results.iter().any(|result| !result.binding_conditions.is_empty());
    let limit = |since: api::Time| rules.binding_timeout.added_to_wall(since.0) < wall;
    has_binding_conditions && allocation.allocation_timestamp.is_some_and(limit)
}

fn has_failed(claim: &ResourceClaim, rules: &Rules, wall: i64) -> bool {
    match binding_readiness(claim) {
        BindingReadiness::Ready => false,
        BindingReadiness::Failed(_) => true,
        BindingReadiness::Pending => is_binding_timed_out(claim, rules, wall),
    }
}

/// `PostFilter`: returns the claim to deallocate, so that devices for the pod may be found elsewhere.
pub(crate) fn claim_to_free(claim_state: &ClaimState, pod: &PodInfo) -> FreedClaim {
    let cycle_notes = claim_state.cycle_notes.borrow();
    if cycle_notes.pod != *pod.uid() || cycle_notes.claims.is_empty() {
        return FreedClaim::NoClaims;
    }
    let last = cycle_notes.claims.len() - 1;
    let left_over = |at: usize| {
        cycle_notes.has_extended_claim
            && at == last
            && cycle_notes.claims[at].metadata.name != extended_resources::IN_MEMORY_NAME
    };
    for &at in &cycle_notes.unavailable {
        let claim = &cycle_notes.claims[at];
        if left_over(at) {
            break;
        }
        let is_pod_only =
            |consumers: &[api::devices::Consumer]| consumers.iter().all(|consumer| consumer.uid == *pod.uid());
        if claim.status.reserved_for.len() <= 1 && is_pod_only(&claim.status.reserved_for) {
            if claim_state.has_unseen_change(claim) {
                return FreedClaim::Conflict(claim.metadata.name.clone());
            }
            return FreedClaim::Deallocated(claim.metadata.namespace.clone(), claim.metadata.name.clone());
        }
    }
    match left_over(last) {
        true => {
            let claim = &cycle_notes.claims[last];
            FreedClaim::Deleted(claim.metadata.namespace.clone(), claim.metadata.name.clone())
        }
        false => FreedClaim::Nothing,
    }
}

/// Whether a request of the pod's claims is a list of alternatives.
pub(crate) fn has_alternatives(claim_state: &ClaimState, pod: &PodInfo) -> bool {
    let cycle_notes = claim_state.cycle_notes.borrow();
    cycle_notes.has_alternatives && cycle_notes.pod == *pod.uid()
}

/// Returns the parts of the score, one for each request that gets an alternative: 8 for the first alternative, 7 for
/// the second, and so on. Upstream: `computeScore`.
pub(crate) fn score_parts(claim_state: &ClaimState, pod: &PodInfo, node_ix: NodeIx) -> Vec<ScorePart> {
    const ALTERNATIVES: usize = 8;
    if !has_alternatives(claim_state, pod) {
        return Vec::new();
    }
    let cycle_notes = claim_state.cycle_notes.borrow();
    let Some(of_node) = cycle_notes.nodes.get(&node_ix) else { return Vec::new() };
    // With claims of other group members the results are in a different order than the claims, so the names in the
    // results are compared instead.
    let swapped = if cycle_notes.pending.is_empty() { None } else { cycle_notes.filter_results(of_node).ok() };
    let (mut new_claims, mut parts) = (0.., Vec::new());
    for claim in &cycle_notes.claims {
        let mut allocation = claim.status.allocation.as_ref();
        let mut new_claim = if allocation.is_none() { new_claims.next() } else { None };
        if let Some(results) = &swapped
            && let Some(at) = new_claim.take()
        {
            allocation = results.get(at);
        }
        let gets = |what: &Str| {
            let is_chosen = |chosen: &ChosenDevice| {
                let request = claim.spec.devices.requests.get(chosen.key.request)?;
                Some(name_of(request, alternatives_of(request).get(chosen.key.alternative)?) == *what)
            };
            allocation.is_some_and(|allocation| allocation.devices.results.iter().any(|result| result.request == *what))
                || new_claim
                    .is_some_and(|at| of_node.choice.devices_of(at).any(|chosen| is_chosen(chosen) == Some(true)))
        };
        for request in claim.spec.devices.requests.iter().filter(|request| request.exactly.is_none()) {
            for (at, alternative) in request.first_available.iter().enumerate() {
                let what: Str = format!("{}/{}", request.name, alternative.name).into();
                if gets(&what) {
                    let value = i64::try_from(ALTERNATIVES.saturating_sub(at)).unwrap_or(0);
                    parts.push(ScorePart { what, value });
                }
            }
        }
    }
    parts
}

/// Returns the sum of [`score_parts`].
pub(crate) fn score(claim_state: &ClaimState, pod: &PodInfo, node_ix: NodeIx) -> i64 {
    score_parts(claim_state, pod, node_ix).iter().map(|part| part.value).sum()
}

/// `Reserve`: returns the planned allocations of the pod's claims on a node.
///
/// # Errors
/// Upstream's message.
pub(crate) fn reserve_plan(claim_state: &ClaimState, pod: &PodInfo, node: &str) -> Result<Option<ClaimPlan>, Str> {
    let cycle_notes = claim_state.cycle_notes.borrow();
    if cycle_notes.pod != *pod.uid() || cycle_notes.claims.is_empty() {
        return Ok(None);
    }
    let of_node = cycle_notes.node(node);
    let last = cycle_notes.claims.len() - 1;
    let mut allocations = of_node.map_or(Ok(Vec::new()), |of_node| cycle_notes.filter_results(of_node))?.into_iter();
    let mut claim_plan = ClaimPlan { pod: pod.pod.key(), uid: pod.uid().clone(), claims: Vec::new(), held: Vec::new() };
    for (at, claim) in cycle_notes.claims.iter().enumerate() {
        let is_extended_claim = cycle_notes.has_extended_claim && at == last;
        let mut planned_claim = Rc::clone(claim);
        if claim.status.allocation.is_none() {
            let Some(allocation) = allocations.next() else {
                if is_extended_claim {
                    continue;
                }
                return Err("claim allocation not found for node".into());
            };
            let node_claim = of_node.and_then(|of_node| of_node.extended_resource_claim.as_ref());
            if let Some(resource_claim) = node_claim.filter(|_| is_extended_claim) {
                planned_claim = Rc::clone(resource_claim);
            }
            Rc::make_mut(&mut planned_claim).status.allocation = Some(allocation);
            let is_shared = cycle_notes.is_pending(at);
            claim_plan.claims.push(PlannedClaim {
                claim: planned_claim,
                is_new: true,
                is_made: is_extended_claim,
                is_shared,
            });
        } else if is_reserved(claim, &pod.pod) {
            claim_plan.held.push(Rc::clone(claim));
        } else {
            claim_plan.claims.push(PlannedClaim {
                claim: planned_claim,
                is_new: false,
                is_made: false,
                is_shared: false,
            });
        }
    }
    Ok(Some(claim_plan))
}

/// Returns for each claim the allocation that a node would give it, as JSON. Upstream: `nodeAllocations`.
pub(crate) fn node_offers(claim_state: &ClaimState, node: &str) -> Option<Vec<(Str, Str)>> {
    let cycle_notes = claim_state.cycle_notes.borrow();
    let of_node = cycle_notes.node(node)?;
    let to_allocate = claims_to_allocate(&cycle_notes.claims, &cycle_notes.pending, None);
    let mut offers = Vec::new();
    let json = |text: Result<String, serde_json::Error>| -> Str { text.unwrap_or_default().into() };
    for (claim, allocation) in to_allocate.into_iter().zip(&cycle_notes.new_allocations(of_node).ok()?) {
        offers.push((claim.metadata.name.clone(), json(serde_json::to_string(allocation))));
    }
    for (_, claim) in &cycle_notes.pending {
        offers.push((claim.metadata.name.clone(), json(serde_json::to_string(&claim.status.allocation))));
    }
    if let Some(claim) = &of_node.extended_resource_claim {
        offers.push(("<spec of extended resources>".into(), json(serde_json::to_string(&claim.spec))));
        let mapping = |mapping: &Mapping| serde_json::json!({"containerName": mapping.container, "resourceName": mapping.resource, "requestName": mapping.request});
        let mappings: Vec<_> = of_node.mappings.iter().map(mapping).collect();
        offers.push(("<mappings>".into(), json(serde_json::to_string(&mappings))));
    }
    Some(offers)
}

#[cfg(test)]
mod tests;
