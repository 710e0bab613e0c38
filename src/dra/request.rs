//! The requests of a pod's claims, prepared for the search.

use std::rc::Rc;

use api::{
    NamespacedName, Str,
    devices::{DeviceClass, DeviceRequest, ExactRequest, ResourceClaim},
};

use crate::{constraint::RequestName, selectors::NumberedSelector};

/// The position of a device in a node's pools: indices of pool, slice and device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DevicePosition {
    pub pool: usize,
    pub slice: usize,
    pub device: usize,
}

/// Identifies a request or alternative by the indices of claim, request and alternative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RequestKey {
    pub claim: usize,
    pub request: usize,
    /// 0 if the request has no alternatives.
    pub alternative: usize,
}

/// A request or an alternative, as far as it is the same for every node.
pub(crate) struct RequestState<'a> {
    pub key: RequestKey,
    pub request: &'a ExactRequest,
    /// The name of the request, or of the request to which the alternative belongs.
    pub name: &'a Str,
    /// Whether this is one of the alternatives of a request (`firstAvailable`), not the request itself.
    pub(crate) is_alternative: bool,
    pub class: &'a DeviceClass,
    pub class_selectors: Vec<NumberedSelector>,
    pub selectors: Vec<NumberedSelector>,
    /// Whether it requests all matching devices of a node (`allocationMode: All`).
    pub is_all: bool,
    /// The number of devices, unless it requests all.
    pub count: usize,
}

impl<'a> RequestState<'a> {
    /// Returns the name of the request or alternative itself.
    pub(crate) fn own_name(&self) -> &'a Str {
        if self.is_alternative { &self.request.name } else { self.name }
    }

    /// Returns `request`, or `request/alternative`.
    pub(crate) fn full_name(&self) -> Str {
        full_name(self.name, self.is_alternative.then_some(&self.request.name))
    }

    pub(crate) fn request_name(&self) -> RequestName<'a> {
        RequestName { request: self.name, alternative: self.is_alternative.then_some(&self.request.name) }
    }

    /// Whether it is for a number of whole devices.
    pub(crate) fn is_plain(&self) -> bool {
        !self.is_alternative && !self.is_all && !self.is_admin() && self.request.capacity.is_none()
    }

    pub(crate) fn is_admin(&self) -> bool {
        !self.is_alternative && self.request.admin_access == Some(true)
    }
}

/// Returns `request`, or `request/alternative`.
pub(crate) fn full_name(request: &Str, alternative: Option<&Str>) -> Str {
    alternative.map_or_else(|| request.clone(), |alternative| format!("{request}/{alternative}").into())
}

/// Returns the name of a request as allocations state it: `request`, or `request/alternative`.
pub(crate) fn name_of(request: &DeviceRequest, exact_request: &ExactRequest) -> Str {
    full_name(&request.name, (!request.first_available.is_empty()).then_some(&exact_request.name))
}

/// Returns a request's alternatives, or the request itself.
pub(crate) fn alternatives_of(request: &DeviceRequest) -> Vec<&ExactRequest> {
    match &request.exactly {
        Some(exact_request) if request.first_available.is_empty() => vec![exact_request],
        _ => request.first_available.iter().collect(),
    }
}

/// Claims of a pod that another member allocated in their group's cycle: index and in-flight allocation.
pub(crate) type PendingClaims = Vec<(usize, Rc<ResourceClaim>)>;

/// Returns the claims that the search has to allocate: those without an allocation that are not `pending`. `extended`
/// replaces the last claim, if that is for extended resources, with the requests that the node needs.
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
