//! The result of a search on a node, by positions of devices. An allocation is built from it only for the node that the
//! pod gets.

use std::rc::Rc;

use api::{NameMap, Node, Quantity, devices::Device};

use crate::{
    request::{DevicePosition, RequestKey},
    slices::Slice,
};

/// A device that was chosen for a request.
#[derive(Clone, Debug)]
pub(crate) struct ChosenDevice {
    /// The request.
    pub key: RequestKey,
    /// Where the device is among the pools of the node.
    pub position: DevicePosition,
    /// Its slice, kept because the pools of a node are not: they may have many slices, and there are many nodes.
    pub slice: Rc<Slice>,
    /// The device's number.
    pub number: usize,
    /// The consumed capacities, if the device is shared.
    pub shares: Option<NameMap<Quantity>>,
}

impl ChosenDevice {
    pub(crate) fn device(&self) -> &Device {
        &self.slice.object.spec.devices[self.position.device]
    }
}

/// An alternative that was chosen for a request.
#[derive(Clone, Debug)]
pub(crate) struct ChosenAlternative {
    /// The index of the claim.
    pub claim: usize,
    /// The index of the request in the claim.
    pub request: usize,
    /// The index of the alternative in `firstAvailable`.
    pub alternative: usize,
}

/// What was chosen on a node for all unallocated claims of a pod.
#[derive(Clone, Debug)]
pub(crate) struct NodeChoice {
    pub node: Rc<Node>,
    pub devices: Vec<ChosenDevice>,
    pub alternatives: Vec<ChosenAlternative>,
}

impl NodeChoice {
    /// Returns the devices chosen for a claim.
    pub(crate) fn devices_of(&self, claim: usize) -> impl Iterator<Item = &ChosenDevice> {
        self.devices.iter().filter(move |device| device.key.claim == claim)
    }

    /// Returns the index of the alternative chosen for a request; 0 if it has none.
    pub(crate) fn alternative_of(&self, claim: usize, request: usize) -> usize {
        let is_meant = |alternative: &&ChosenAlternative| (alternative.claim, alternative.request) == (claim, request);
        self.alternatives.iter().find(is_meant).map_or(0, |chosen| chosen.alternative)
    }
}
