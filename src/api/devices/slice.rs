//! What drivers publish: `ResourceSlice`.

use serde::{Deserialize, Serialize};

use crate::{NameMap, NodeSelector, ObjectMeta, Quantity, Str};

/// `resource.k8s.io/v1.ResourceSlice`: devices of one driver, in one pool.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ResourceSlice {
    /// Its name decides about the order in which devices are tried.
    pub metadata: ObjectMeta,
    /// What it publishes.
    pub spec: ResourceSliceSpec,
}

/// `ResourceSliceSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ResourceSliceSpec {
    /// The driver.
    pub driver: Str,
    /// The pool that the slice is a part of.
    pub pool: Pool,
    /// The only node that has the devices.
    pub node_name: Option<Str>,
    /// The nodes that have access to them.
    pub node_selector: Option<NodeSelector>,
    /// Every node has.
    pub all_nodes: Option<bool>,
    /// Each device says which nodes have access to it.
    pub per_device_node_selection: Option<bool>,
    /// The devices.
    pub devices: Vec<Device>,
    /// Counters that devices of the pool share; a slice with counters has no devices.
    pub shared_counters: Vec<CounterSet>,
}

/// `ResourcePool`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Pool {
    /// Its name, unique for the driver.
    pub name: Str,
    /// Slices of an older generation do not count.
    pub generation: i64,
    /// How many slices of this generation the pool has.
    pub resource_slice_count: i64,
}

/// `Device`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Device {
    /// Its name, unique in the pool.
    pub name: Str,
    /// What it is like.
    pub attributes: NameMap<AttributeValue>,
    /// What it has.
    pub capacity: NameMap<DeviceCapacity>,
    /// What it takes of counters of its pool.
    pub consumes_counters: Vec<CounterConsumption>,
    /// The only node that has it.
    pub node_name: Option<Str>,
    /// The nodes that have access to it.
    pub node_selector: Option<NodeSelector>,
    /// Every node has.
    pub all_nodes: Option<bool>,
    /// Its taints.
    pub taints: Vec<DeviceTaint>,
    /// Once chosen, it is for the pod's node only.
    pub binds_to_node: Option<bool>,
    /// Conditions that must be true before the pod is bound.
    pub binding_conditions: Vec<Str>,
    /// Conditions that end the attempt.
    pub binding_failure_conditions: Vec<Str>,
    /// Whether several claims can share it.
    pub allow_multiple_allocations: Option<bool>,
}

/// `DeviceAttribute`: one of the fields is there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AttributeValue {
    /// A number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub int: Option<i64>,
    /// True or false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bool: Option<bool>,
    /// A text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub string: Option<Str>,
    /// A semantic version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<Str>,
}

impl AttributeValue {
    /// The value alone, whatever its type.
    #[must_use]
    pub fn to_text(&self) -> Str {
        let text = self.string.clone().or_else(|| self.version.clone());
        let number = || self.int.map(|number| number.to_string().into());
        text.or_else(number)
            .or_else(|| self.bool.map(|bool| if bool { "true" } else { "false" }.into()))
            .unwrap_or_default()
    }
}

/// `DeviceCapacity`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DeviceCapacity {
    /// How much.
    pub value: Quantity,
    /// How a part of it can be asked for.
    pub request_policy: Option<CapacityPolicy>,
}

/// `CapacityRequestPolicy`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CapacityPolicy {
    /// What a request without an amount takes.
    pub default: Option<Quantity>,
    /// The only amounts, in rising order.
    pub valid_values: Vec<Quantity>,
    /// A range of amounts.
    pub valid_range: Option<PolicyRange>,
}

/// `CapacityRequestPolicyRange`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PolicyRange {
    /// The least.
    pub min: Option<Quantity>,
    /// The most.
    pub max: Option<Quantity>,
    /// Amounts are the least and so many steps.
    pub step: Option<Quantity>,
}

/// `CounterSet`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CounterSet {
    /// Its name, unique in the pool.
    pub name: Str,
    /// The counters.
    pub counters: NameMap<Counter>,
}

/// `Counter`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counter {
    /// How much.
    pub value: Quantity,
}

/// `DeviceCounterConsumption`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CounterConsumption {
    /// The set.
    pub counter_set: Str,
    /// How much of its counters.
    pub counters: NameMap<Counter>,
}

/// `DeviceTaint`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceTaint {
    /// Its key.
    pub key: Str,
    /// Its value.
    pub value: Str,
    /// `NoSchedule`, `NoExecute` or `None`.
    pub effect: Str,
}
