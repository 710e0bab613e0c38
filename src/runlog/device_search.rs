//! The search for devices on one node, as data: why each request could or could not have each device, and the steps of the search.
//!
//! It is recorded only if the details of the attempt are: expressions are evaluated once more for it, part by part.

use api::{NamespacedName, Str};
use serde::{Deserialize, Serialize};

use crate::NodeIx;

/// The search on one node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceSearch {
    pub node: NodeIx,
    /// Claims that have devices already, which this node cannot reach.
    pub out_of_reach: Vec<NamespacedName>,
    /// Devices that the node can reach, in the order in which they are tried; at most [`MAX_RECORDED_DEVICES`].
    pub devices: Vec<DeviceName>,
    /// How many more there are.
    pub more_devices: usize,
    /// Requests of claims that have no devices yet, in their order; an alternative is a request of its own.
    pub requests: Vec<DeviceRequestRecord>,
    /// How the search went, at most [`MAX_RECORDED_STEPS`] steps of it.
    pub steps: Vec<SearchStep>,
    /// How many more there were.
    pub more_steps: usize,
    pub end: SearchEnd,
}

/// How many devices of a node are listed one by one at most.
pub const MAX_RECORDED_DEVICES: usize = 128;
/// How many steps of a search are listed one by one at most.
pub const MAX_RECORDED_STEPS: usize = 200;

/// A device.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DeviceName {
    pub driver: Str,
    pub pool: Str,
    pub name: Str,
}

/// What one request asks for, and which devices of the node match it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceRequestRecord {
    pub claim: NamespacedName,
    /// `request`, or `request/alternative`.
    pub request: Str,
    /// Its class.
    pub class: Str,
    /// How many devices; none for all that its selectors leave.
    pub count: Option<usize>,
    /// For each of the node's devices, what speaks against it whatever else the pod gets; nothing if it would do.
    pub devices: Vec<Option<DeviceRejection>>,
}

/// Why a device can't be used for a request, whatever else is allocated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeviceRejection {
    /// Slices of its pool are missing.
    PoolIncomplete,
    /// Its pool contradicts itself.
    PoolInvalid,
    /// The release does not know devices of this kind.
    NotKnown,
    /// A claim has it.
    Taken(NamespacedName),
    /// A claim is going to have it: it was set aside for a pod that is not bound yet, such as a sibling in the cycle of a group.
    SetAside(NamespacedName),
    /// An expression is not true of it.
    Selector {
        /// Whether it is the class's; otherwise the request's.
        of_class: bool,
        /// Its number in the list.
        number: usize,
        /// As written.
        expression: Str,
        /// What it asked of the device: the part of the expression, and the value that it has, if it has one.
        looks: Vec<(Str, Option<Str>)>,
        /// Why it has no result, in upstream's words.
        error: Option<Str>,
    },
    /// The node cannot reach it, though it can reach others of its slice.
    OtherNode,
    /// It has a taint that the request does not tolerate.
    Taint { key: Str, value: Str, effect: Str },
    /// A counter of its pool holds too little.
    Counter(Short),
    /// It has too little left to share.
    Capacity(Short),
}

/// A capacity or count that is too small.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Short {
    /// What is counted: `counterSet/counter`, or the name of a capacity.
    pub what: Str,
    /// What is needed.
    pub needs: i64,
    /// What is left; below 0 where more is taken than there is.
    pub left: i64,
}

/// A step of the search. Requests and devices are indices into the lists of the [`DeviceSearch`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SearchStep {
    /// A device is chosen for a request.
    Chosen { request: usize, device: usize },
    /// It would do, but not beside what is chosen already.
    Refused { request: usize, device: usize, why: DeviceRefusal },
    /// There are no more devices for a request that has `chosen` of them.
    Short { request: usize, chosen: usize },
    /// What was chosen last is put back.
    PutBack { request: usize, device: usize },
}

/// Why a device can't be combined with those that are chosen already.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeviceRefusal {
    /// It is one of them.
    Chosen,
    /// All devices must have the same value of the attribute.
    Match {
        attribute: Str,
        /// The device's own value; none if it lacks the attribute.
        #[serde(rename = "own")]
        value: Option<Str>,
        /// What those that are chosen have.
        common: Option<Str>,
    },
    /// No two devices may have the same value of the attribute.
    Distinct {
        attribute: Str,
        #[serde(rename = "own")]
        value: Option<Str>,
    },
    /// They have taken too much of a counter.
    Counter(Short),
    /// They have taken too much of the device.
    Capacity(Short),
}

/// How the search ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SearchEnd {
    /// Each claim can have its devices.
    Found,
    /// There is no solution. The search came as far as this request, which had `chosen` devices and wanted `wanted`.
    NotFound { request: usize, chosen: usize, wanted: usize },
    /// Claims would have more devices than a claim can.
    TooMany,
    /// It ended in an error, in upstream's words.
    Error(Str),
    /// It took too long.
    Late,
    /// No claim of the pod needs devices: they all have theirs.
    Nothing,
}

impl DeviceSearch {
    /// How many devices would do for a request, looked at by itself.
    #[must_use]
    pub fn suitable_device_count(&self, request: usize) -> usize {
        self.requests
            .get(request)
            .map_or(0, |request_record| request_record.devices.iter().filter(|rejection| rejection.is_none()).count())
    }
}
