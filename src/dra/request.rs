//! The requests of a pod's claims, made ready for the search on one node.

use std::rc::Rc;

use api::{
    NamespacedName, Str,
    devices::{DeviceClass, DeviceRequest, ExactRequest, ResourceClaim},
};

use crate::constraint::RequestName;

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

/// A request or an alternative.
pub(crate) struct RequestState<'a> {
    pub request: &'a ExactRequest,
    /// The name of the request, or of that which the alternative belongs to.
    pub name: &'a Str,
    pub(crate) is_alternative: bool,
    pub class: Rc<DeviceClass>,
    /// How many devices.
    pub count: usize,
    /// For `All`: which ones.
    pub all_devices: Vec<DevicePosition>,
}

impl<'a> RequestState<'a> {
    /// Its own name.
    pub(crate) fn own_name(&self) -> &'a Str {
        if self.is_alternative { &self.request.name } else { self.name }
    }

    /// `request`, or `request/alternative`.
    pub(crate) fn full_name(&self) -> Str {
        if self.is_alternative { format!("{}/{}", self.name, self.request.name).into() } else { self.name.clone() }
    }

    pub(crate) fn request_name(&self) -> RequestName<'a> {
        RequestName { request: self.name, alternative: self.is_alternative.then_some(&self.request.name) }
    }

    pub(crate) fn is_all(&self) -> bool {
        self.request.allocation_mode == "All"
    }

    pub(crate) fn is_admin(&self) -> bool {
        !self.is_alternative && self.request.admin_access == Some(true)
    }
}

/// A request's alternatives, or the request itself.
pub(crate) fn alternatives_of(request: &DeviceRequest) -> Vec<&ExactRequest> {
    match &request.exactly {
        Some(exact_request) if request.first_available.is_empty() => vec![exact_request],
        _ => request.first_available.iter().collect(),
    }
}

pub(crate) fn claim_key(claim: &ResourceClaim) -> NamespacedName {
    NamespacedName::of(&claim.metadata)
}
