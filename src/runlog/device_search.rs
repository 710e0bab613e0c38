//! The search for devices on one node, as data: why each request could or could not use each device, and the steps of
//! the search.
//!
//! Recorded only with the details of an attempt, because selectors are evaluated again for it, part by part.

use api::{NamespacedName, Str};
use serde::{Deserialize, Serialize};

use crate::NodeIx;

/// The device search on one node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceSearch {
    pub node: NodeIx,
    /// Allocated claims whose devices cannot be reached from this node.
    pub out_of_reach: Vec<NamespacedName>,
    /// Devices that can be reached from the node, in the order in which they are tried; at most
    /// [`MAX_RECORDED_DEVICES`].
    pub devices: Vec<DeviceName>,
    /// Number of further devices.
    pub more_devices: usize,
    /// Requests of claims that are not allocated, in their order; each alternative is a request of its own.
    pub requests: Vec<DeviceRequestRecord>,
    /// The first steps of the search, at most [`MAX_RECORDED_STEPS`].
    pub steps: Vec<SearchStep>,
    /// Number of further steps.
    pub more_steps: usize,
    pub end: SearchEnd,
}

/// Maximum number of recorded devices of a node.
pub const MAX_RECORDED_DEVICES: usize = 128;
/// Maximum number of recorded steps of a search.
pub const MAX_RECORDED_STEPS: usize = 200;

/// Identifies a device.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DeviceName {
    pub driver: Str,
    pub pool: Str,
    pub name: Str,
}

/// A request, and which devices of the node match it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceRequestRecord {
    pub claim: NamespacedName,
    /// `request`, or `request/alternative`.
    pub request: Str,
    /// Name of its `DeviceClass`.
    pub class: Str,
    /// Number of requested devices; `None` for all matching ones (`allocationMode: All`).
    pub count: Option<usize>,
    /// For each of the node's devices why it cannot be used, whatever else is allocated; `None` if it can.
    pub devices: Vec<Option<DeviceRejection>>,
}

/// Why a device cannot be used for a request, whatever else is allocated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeviceRejection {
    /// Slices of its pool are missing.
    PoolIncomplete,
    /// Its pool is inconsistent.
    PoolInvalid,
    /// The release does not support devices of this kind.
    NotKnown,
    /// It is allocated to this claim.
    Taken(NamespacedName),
    /// It is going to be allocated to this claim: it is reserved for a pod that is not bound yet, such as another
    /// member of the same group.
    SetAside(NamespacedName),
    /// A selector does not match it.
    Selector {
        /// Whether the selector is the class's; otherwise it is the request's.
        is_of_class: bool,
        /// Index of the selector in its list.
        number: usize,
        /// The CEL expression as written.
        expression: Str,
        /// The parts of the expression that refer to the device, with their values; `None` for an attribute or capacity
        /// that the device does not have.
        looks: Vec<(Str, Option<Str>)>,
        /// Upstream's message if the evaluation failed.
        error: Option<Str>,
    },
    /// The node cannot reach it, although it can reach other devices of its slice.
    OtherNode,
    /// It has a taint that the request does not tolerate.
    Taint { key: Str, value: Str, effect: Str },
    /// A counter of its pool has too little left.
    Counter(DeviceShortage),
    /// It has too little capacity left to share.
    Capacity(DeviceShortage),
}

/// A counter or capacity with too little left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceShortage {
    /// `counterSet/counter`, or the name of a capacity.
    #[serde(rename = "what")]
    pub name: Str,
    /// How much the device takes from the counter, or how much capacity is requested; in whole units.
    #[serde(rename = "needs")]
    pub needed: i64,
    /// How much is not allocated yet, in whole units; negative if more is allocated than exists.
    #[serde(rename = "left")]
    pub remaining: i64,
}

/// A step of the search. Requests and devices are indices into the lists of the [`DeviceSearch`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SearchStep {
    /// A device is chosen for a request.
    Chosen { request: usize, device: usize },
    /// A device matches, but not together with those already chosen.
    Refused { request: usize, device: usize, why: DeviceRefusal },
    /// There are no more devices for a request, which has `chosen` of them.
    Short { request: usize, chosen: usize },
    /// The device chosen last is put back (backtracking).
    PutBack { request: usize, device: usize },
}

/// Why a device cannot be combined with those already chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeviceRefusal {
    /// It is already chosen.
    Chosen,
    /// `matchAttribute`: all devices must have the same value of the attribute.
    Match {
        attribute: Str,
        /// The device's value; `None` if it lacks the attribute.
        #[serde(rename = "own")]
        value: Option<Str>,
        /// The value of the devices that are already chosen.
        common: Option<Str>,
    },
    /// `distinctAttribute`: no two devices may have the same value of the attribute.
    Distinct {
        attribute: Str,
        #[serde(rename = "own")]
        value: Option<Str>,
    },
    /// The chosen devices use too much of a counter.
    Counter(DeviceShortage),
    /// The chosen shares use too much of the device's capacity.
    Capacity(DeviceShortage),
}

/// How the search ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SearchEnd {
    /// All claims can be allocated.
    Found,
    /// There is no solution. The search got as far as this request, for which it had chosen `chosen` of `wanted`
    /// devices.
    NotFound { request: usize, chosen: usize, wanted: usize },
    /// A claim would exceed the maximum number of devices.
    TooMany,
    /// It ended with an error, with upstream's message.
    Error(Str),
    /// It exceeded its time limit.
    Late,
    /// All claims of the pod are already allocated.
    Nothing,
}

impl DeviceSearch {
    /// Returns the number of devices that match a request by itself.
    #[must_use]
    pub fn suitable_device_count(&self, request: usize) -> usize {
        self.requests
            .get(request)
            .map_or(0, |request_record| request_record.devices.iter().filter(|rejection| rejection.is_none()).count())
    }
}
