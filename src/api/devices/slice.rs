//! What drivers publish: `ResourceSlice`.

use serde::{Deserialize, Serialize};

use crate::{NameMap, NodeSelector, ObjectMeta, Quantity, Str};

/// `resource.k8s.io/v1.ResourceSlice`: devices of one driver in one pool.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ResourceSlice {
    /// Slices are searched in the order of their names.
    pub metadata: ObjectMeta,
    pub spec: ResourceSliceSpec,
}

/// `ResourceSliceSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ResourceSliceSpec {
    pub driver: Str,
    /// The pool that the slice is part of.
    pub pool: Pool,
    /// The only node that can access the devices.
    pub node_name: Option<Str>,
    /// The nodes that can access the devices.
    pub node_selector: Option<NodeSelector>,
    /// Whether all nodes can access the devices.
    pub all_nodes: Option<bool>,
    /// Whether each device has its own `node_name`, `node_selector` or `all_nodes`.
    pub per_device_node_selection: Option<bool>,
    pub devices: Vec<Device>,
    /// Counters that devices of the pool consume; a slice with counters has no devices.
    pub shared_counters: Vec<CounterSet>,
}

/// The pool of devices to which a slice belongs. Upstream: `ResourcePool`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Pool {
    /// Unique for the driver.
    pub name: Str,
    /// Slices of an older generation are ignored.
    pub generation: i64,
    /// The number of slices that the pool has in this generation.
    pub resource_slice_count: i64,
}

/// `Device`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Device {
    /// Unique in the pool.
    pub name: Str,
    /// Properties that selectors and constraints use.
    pub attributes: NameMap<AttributeValue>,
    /// Amounts that selectors use and shared allocations consume.
    pub capacity: NameMap<DeviceCapacity>,
    /// The amounts of the pool's counters that an allocation of the device consumes.
    pub consumes_counters: Vec<CounterConsumption>,
    /// The only node that can access the device.
    pub node_name: Option<Str>,
    /// The nodes that can access the device.
    pub node_selector: Option<NodeSelector>,
    /// Whether all nodes can access the device.
    pub all_nodes: Option<bool>,
    pub taints: Vec<DeviceTaint>,
    /// Whether an allocation restricts the claim to the node for which it was made.
    pub binds_to_node: Option<bool>,
    /// Conditions of the device that have to be true before the pod is bound.
    pub binding_conditions: Vec<Str>,
    /// Conditions of the device that make the binding fail.
    pub binding_failure_conditions: Vec<Str>,
    /// Whether several claims can share the device.
    pub allow_multiple_allocations: Option<bool>,
}

/// `DeviceAttribute`: exactly one of the fields is set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AttributeValue {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub int: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bool: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub string: Option<Str>,
    /// A semantic version (2.0.0).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<Str>,
}

impl AttributeValue {
    /// The value as text, whatever its type.
    #[must_use]
    pub fn to_text(&self) -> Str {
        let text = self.string.clone().or_else(|| self.version.clone());
        let number = || self.int.map(|number| number.to_string().into());
        text.or_else(number)
            .or_else(|| self.bool.map(|bool| if bool { "true" } else { "false" }.into()))
            .unwrap_or_default()
    }
}

/// How much of something a device has. Upstream: `DeviceCapacity`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DeviceCapacity {
    pub value: Quantity,
    /// Which parts of it can be requested.
    pub request_policy: Option<CapacityPolicy>,
}

/// Which amounts of a shared capacity a request may ask for. Upstream: `CapacityRequestPolicy`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CapacityPolicy {
    /// The amount for a request without one.
    pub default: Option<Quantity>,
    /// The only amounts that can be requested, in ascending order.
    pub valid_values: Vec<Quantity>,
    /// The range of amounts that can be requested.
    pub valid_range: Option<PolicyRange>,
}

/// A range of amounts that may be requested. Upstream: `CapacityRequestPolicyRange`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PolicyRange {
    pub min: Option<Quantity>,
    pub max: Option<Quantity>,
    /// Amounts have to be the minimum plus a multiple of this.
    pub step: Option<Quantity>,
}

/// Counters that devices of a pool share. Upstream: `CounterSet`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CounterSet {
    /// Unique in the pool.
    pub name: Str,
    pub counters: NameMap<Counter>,
}

/// An amount of which devices take parts. Upstream: `Counter`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counter {
    pub value: Quantity,
}

/// What a device takes of a set of counters. Upstream: `DeviceCounterConsumption`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CounterConsumption {
    /// The name of the set.
    pub counter_set: Str,
    /// The amounts that are consumed, by the name of the counter.
    pub counters: NameMap<Counter>,
}

/// A taint of a device. Upstream: `DeviceTaint`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceTaint {
    pub key: Str,
    pub value: Str,
    /// `NoSchedule`, `NoExecute`, or `None` for a taint that only informs.
    pub effect: Str,
}
