//! The requests of a pod's claims, made ready for the search on one node.

use std::rc::Rc;

use api::{
    NamespacedName, Str,
    devices::{DeviceClass, DeviceRequest, ExactRequest, ResourceClaim},
};

use crate::{constraint::RequestName, selectors::NumberedSelector};

/// A device by its place: pool, slice, device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DevicePosition {
    pub pool: usize,
    pub slice: usize,
    pub device: usize,
}

/// Which request of which claim, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RequestKey {
    pub claim: usize,
    pub request: usize,
    /// 0 where the request has no alternatives.
    pub alternative: usize,
}

/// A request or an alternative, as far as it is the same for every node.
pub(crate) struct RequestState<'a> {
    pub key: RequestKey,
    pub request: &'a ExactRequest,
    /// The name of the request, or of that which the alternative belongs to.
    pub name: &'a Str,
    pub(crate) is_alternative: bool,
    pub class: &'a DeviceClass,
    pub class_selectors: Vec<NumberedSelector>,
    pub selectors: Vec<NumberedSelector>,
    /// Whether it asks for all devices that its selectors leave on a node.
    pub is_all: bool,
    /// How many devices otherwise.
    pub count: usize,
}

impl<'a> RequestState<'a> {
    /// Its own name.
    pub(crate) fn own_name(&self) -> &'a Str {
        if self.is_alternative { &self.request.name } else { self.name }
    }

    /// `request`, or `request/alternative`.
    pub(crate) fn full_name(&self) -> Str {
        full_name(self.name, self.is_alternative.then_some(&self.request.name))
    }

    pub(crate) fn request_name(&self) -> RequestName<'a> {
        RequestName { request: self.name, alternative: self.is_alternative.then_some(&self.request.name) }
    }

    pub(crate) fn is_admin(&self) -> bool {
        !self.is_alternative && self.request.admin_access == Some(true)
    }
}

/// `request`, or `request/alternative`.
pub(crate) fn full_name(request: &Str, alternative: Option<&Str>) -> Str {
    alternative.map_or_else(|| request.clone(), |alternative| format!("{request}/{alternative}").into())
}

/// The name of a request, or of one of its alternatives.
pub(crate) fn name_of(request: &DeviceRequest, exact_request: &ExactRequest) -> Str {
    full_name(&request.name, (!request.first_available.is_empty()).then_some(&exact_request.name))
}

/// A request's alternatives, or the request itself.
pub(crate) fn alternatives_of(request: &DeviceRequest) -> Vec<&ExactRequest> {
    match &request.exactly {
        Some(exact_request) if request.first_available.is_empty() => vec![exact_request],
        _ => request.first_available.iter().collect(),
    }
}

/// Claims of a pod that a sibling in its group's cycle allocated, by their place, with the allocation that is in flight.
pub(crate) type PendingClaims = Vec<(usize, Rc<ResourceClaim>)>;

/// The claims that have no devices yet, and are not to get those of a sibling. The last of all claims may be one for extended resources,
/// `extended` as the node needs it.
pub(crate) fn claims_to_allocate<'s>(
    claims: &'s [Rc<ResourceClaim>],
    pending: &[(usize, Rc<ResourceClaim>)],
    extended: Option<&'s Rc<ResourceClaim>>,
) -> Vec<&'s ResourceClaim> {
    let last = claims.len().saturating_sub(1);
    let is_pending = |at: usize| pending.iter().any(|(claim, _)| *claim == at);
    let mut to_allocate = Vec::new();
    for (at, claim) in claims.iter().enumerate() {
        if claim.status.allocation.is_none() && !is_pending(at) {
            to_allocate.push(&**extended.filter(|_| at == last).unwrap_or(claim));
        }
    }
    to_allocate
}

pub(crate) fn claim_key(claim: &ResourceClaim) -> NamespacedName {
    NamespacedName::of(&claim.metadata)
}
