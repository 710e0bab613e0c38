//! The requests of a pod's claims, as far as they are the same for every node: prepared once for all searches of a
//! cycle.

use api::{Str, devices::ResourceClaim};
use scheduler::cluster::ClaimRules as Rules;

use crate::{
    constraint::ConstraintState,
    request::{RequestKey, RequestState, alternatives_of, claim_key},
    state::ClaimState,
};

/// The unallocated claims of a pod, and their requests.
pub(crate) struct CycleRequests<'a> {
    /// In the order of the pod's spec.
    pub claims: Vec<&'a ResourceClaim>,
    /// Sorted by key.
    pub requests: Vec<RequestState<'a>>,
    /// The first invalid request or constraint. What comes after it is not read.
    pub error: Option<RequestError>,
    /// Whether each request is for a number of whole devices, whatever the other requests get.
    pub is_plain: bool,
}

/// An invalid request or constraint of a claim.
pub(crate) struct RequestError {
    /// The index of the claim.
    pub claim: usize,
    /// The index of the request in the claim; for a constraint, the number of its requests.
    pub request: usize,
    /// Upstream's message.
    pub text: Str,
}

impl<'a> CycleRequests<'a> {
    pub(crate) fn new(state: &'a ClaimState, rules: &Rules, claims: Vec<&'a ResourceClaim>) -> Self {
        let mut requests = Self { claims, requests: Vec::new(), error: None, is_plain: false };
        requests.error = requests.read_claims(state, rules).err();
        requests.is_plain = requests.error.is_none()
            && requests.claims.iter().all(|claim| claim.spec.devices.constraints.is_empty())
            && requests.requests.iter().all(RequestState::is_plain);
        requests
    }

    /// Returns the index of a request.
    pub(crate) fn find(&self, key: RequestKey) -> Option<usize> {
        self.requests.binary_search_by(|request| request.key.cmp(&key)).ok()
    }

    fn read_claims(&mut self, state: &'a ClaimState, rules: &Rules) -> Result<(), RequestError> {
        for claim in 0..self.claims.len() {
            let devices = &self.claims[claim].spec.devices;
            for request in 0..devices.requests.len() {
                self.read_request(state, rules, RequestKey { claim, request, alternative: 0 })
                    .map_err(|text| RequestError { claim, request, text: text.into() })?;
            }
            let mut constraints = devices.constraints.iter();
            if let Some(number) = constraints.position(|constraint| ConstraintState::new(constraint, rules).is_none()) {
                let what = format!("constraint #{number}: empty constraint (unsupported constraint type?)");
                let text = format!("claim {}, {what}", claim_key(self.claims[claim])).into();
                return Err(RequestError { claim, request: devices.requests.len(), text });
            }
        }
        Ok(())
    }

    fn read_request(&mut self, state: &'a ClaimState, rules: &Rules, key: RequestKey) -> Result<(), String> {
        let claim = self.claims[key.claim];
        let request = &claim.spec.devices.requests[key.request];
        let exact_requests = alternatives_of(request);
        if !rules.has_beta_features && exact_requests.iter().any(|exact_request| exact_request.capacity.is_some()) {
            let gate = "has capacity requests, but the DRAConsumableCapacity feature is disabled";
            return Err(format!("claim {}, request {}: {gate}", claim_key(claim), request.name));
        }
        let is_alternative = !request.first_available.is_empty();
        for (alternative, exact_request) in exact_requests.into_iter().enumerate() {
            let own_name = if is_alternative { &exact_request.name } else { &request.name };
            let error = |text: String| format!("claim {}, request {own_name}{text}", claim_key(claim));
            if let Some(at) = exact_request.selectors.iter().position(|selector| selector.cel.is_none()) {
                return Err(error(format!(", selector #{at}: CEL expression empty (unsupported selector type?)")));
            }
            let class_name = &exact_request.device_class_name;
            if class_name.is_empty() {
                return Err(error(": missing device class name (unsupported request type?)".to_owned()));
            }
            let Some(class) = state.class(class_name) else {
                let why = format!("deviceclass.resource.k8s.io {class_name:?} not found");
                return Err(error(format!(": could not retrieve device class {class_name}: {why}")));
            };
            let (is_all, count) = match exact_request.allocation_mode.as_str() {
                "ExactCount" => (false, usize::try_from(exact_request.count).unwrap_or(0)),
                "All" => (true, 0),
                mode => return Err(error(format!(": unsupported count mode {mode}"))),
            };
            let compile = |selectors| state.programs().compile_selectors(selectors, rules.has_beta_features);
            self.requests.push(RequestState {
                key: RequestKey { alternative, ..key },
                request: exact_request,
                name: &request.name,
                is_alternative,
                class,
                class_selectors: compile(&class.spec.selectors),
                selectors: compile(&exact_request.selectors),
                is_all,
                count,
            });
        }
        Ok(())
    }
}
