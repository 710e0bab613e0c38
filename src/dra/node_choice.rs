//! What the search chose on a node: places of devices. An allocation is made of it for the one node that the pod gets.

use std::rc::Rc;

use api::{NameMap, Node, Quantity, devices::Device};

use crate::{
    request::{DevicePosition, RequestKey},
    slices::Slice,
};

/// A device that is chosen for a claim.
#[derive(Clone, Debug)]
pub(crate) struct ChosenDevice {
    pub key: RequestKey,
    pub position: DevicePosition,
    /// The slice there. The pools of a node are not kept for it: they may have many slices, and there are many nodes.
    pub slice: Rc<Slice>,
    /// Of the device.
    pub number: usize,
    pub shares: Option<NameMap<Quantity>>,
}

impl ChosenDevice {
    pub(crate) fn device(&self) -> &Device {
        &self.slice.object.spec.devices[self.position.device]
    }
}

/// An alternative that is chosen of a request. Claim and request go by their numbers.
#[derive(Clone, Debug)]
pub(crate) struct ChosenAlternative {
    pub claim: usize,
    pub request: usize,
    pub alternative: usize,
}

/// What is chosen on a node for all claims of a pod that have no devices yet.
#[derive(Clone, Debug)]
pub(crate) struct NodeChoice {
    pub node: Rc<Node>,
    pub devices: Vec<ChosenDevice>,
    pub alternatives: Vec<ChosenAlternative>,
}

impl NodeChoice {
    /// What is chosen for a claim.
    pub(crate) fn devices_of(&self, claim: usize) -> impl Iterator<Item = &ChosenDevice> {
        self.devices.iter().filter(move |device| device.key.claim == claim)
    }

    /// Which alternative is chosen of a request; the first where it has none.
    pub(crate) fn alternative_of(&self, claim: usize, request: usize) -> usize {
        let is_meant = |alternative: &&ChosenAlternative| (alternative.claim, alternative.request) == (claim, request);
        self.alternatives.iter().find(is_meant).map_or(0, |chosen| chosen.alternative)
    }
}
