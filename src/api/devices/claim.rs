//! What pods request, and what is allocated to them: `ResourceClaim`, `ResourceClaimTemplate` and `DeviceClass`.

use serde::{Deserialize, Serialize};

use super::DeviceTaint;
use crate::{Condition, NameMap, NodeSelector, ObjectMeta, Quantity, Str, Time};

/// `resource.k8s.io/v1.ResourceClaim`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ResourceClaim {
    pub metadata: ObjectMeta,
    pub spec: ResourceClaimSpec,
    #[serde(skip_serializing_if = "ClaimStatus::is_empty")]
    pub status: ClaimStatus,
}

/// `ResourceClaimSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ResourceClaimSpec {
    pub devices: DeviceRequests,
}

/// The requests and constraints of a claim. Upstream: `DeviceClaim`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceRequests {
    /// The requests, in the order in which they are allocated.
    pub requests: Vec<DeviceRequest>,
    /// Requirements for the combination of devices.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<Constraint>,
    /// Configuration that is passed to the drivers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub config: Vec<DeviceConfig>,
}

/// `DeviceRequest`: an exact request, or a list of alternatives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DeviceRequest {
    pub name: Str,
    /// The devices, if there are no alternatives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exactly: Option<ExactRequest>,
    /// Alternatives in the order of preference.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub first_available: Vec<ExactRequest>,
}

/// `ExactDeviceRequest` and `DeviceSubRequest`: only the latter has `name`, only the former `adminAccess`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ExactRequest {
    /// Only for an alternative: its name.
    #[serde(skip_serializing_if = "is_blank")]
    pub name: Str,
    /// The class, whose selectors and configuration apply as well.
    pub device_class_name: Str,
    /// A device has to match all of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub selectors: Vec<DeviceSelector>,
    /// `ExactCount` or `All`.
    pub allocation_mode: Str,
    /// How many devices; only for `ExactCount`.
    #[serde(skip_serializing_if = "is_zero")]
    pub count: i64,
    /// Whether the request is for administrative access, which ignores other allocations of the device.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub admin_access: Option<bool>,
    /// The device taints that are tolerated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tolerations: Vec<DeviceToleration>,
    /// The part of a shareable device's capacity that is requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capacity: Option<CapacityRequests>,
}

fn is_blank(text: &Str) -> bool {
    text.is_empty()
}

#[allow(clippy::trivially_copy_pass_by_ref)] // required by serde
fn is_zero(count: &i64) -> bool {
    *count == 0
}

/// A condition on devices. Upstream: `DeviceSelector`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceSelector {
    /// A CEL expression that has to be true for a device.
    pub cel: Option<Cel>,
}

/// A CEL expression that a device has to satisfy. Upstream: `CELDeviceSelector`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Cel {
    /// The source text of the expression.
    pub expression: Str,
}

/// `DeviceToleration`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DeviceToleration {
    /// Empty for all keys.
    #[serde(skip_serializing_if = "is_blank")]
    pub key: Str,
    /// `Exists` or `Equal`.
    #[serde(skip_serializing_if = "is_blank")]
    pub operator: Str,
    /// The value that `Equal` compares with.
    #[serde(skip_serializing_if = "is_blank")]
    pub value: Str,
    /// Empty for all effects.
    #[serde(skip_serializing_if = "is_blank")]
    pub effect: Str,
    /// How long a `NoExecute` taint is tolerated; without a limit if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toleration_seconds: Option<i64>,
}

impl DeviceToleration {
    /// Whether the toleration matches a taint. Upstream: `resourceclaim.ToleratesTaint`.
    #[must_use]
    pub fn tolerates(&self, taint: &DeviceTaint) -> bool {
        let concerns =
            (self.key.is_empty() || self.key == taint.key) && (self.effect.is_empty() || self.effect == taint.effect);
        concerns
            && (self.operator == "Exists"
                || matches!(self.operator.as_str(), "" | "Equal") && self.value == taint.value)
    }
}

/// How much of a shared device is requested. Upstream: `CapacityRequirements`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CapacityRequests {
    /// Requested amounts by the name of the capacity.
    pub requests: NameMap<Quantity>,
}

/// A condition on all devices of some requests together. Upstream: `DeviceConstraint`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Constraint {
    /// The requests to which it applies; all if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<Str>,
    /// An attribute for which all devices have to have the same value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_attribute: Option<Str>,
    /// An attribute for which all devices have to have different values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distinct_attribute: Option<Str>,
}

/// `DeviceClaimConfiguration`. Only the driver understands its content.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceConfig {
    /// The requests to which it applies; all if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<Str>,
    /// The configuration for the driver.
    #[serde(skip_serializing_if = "serde_json::Value::is_null")]
    pub opaque: serde_json::Value,
}

/// `ResourceClaimStatus`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ClaimStatus {
    /// The allocated devices; absent if the claim is not allocated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allocation: Option<Allocation>,
    /// The pods that may use the claim.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reserved_for: Vec<Consumer>,
    /// The devices' states as reported by their drivers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub devices: Vec<AllocatedDevice>,
}

impl ClaimStatus {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.allocation.is_none() && self.reserved_for.is_empty() && self.devices.is_empty()
    }
}

/// The devices that are allocated to a claim. Upstream: `AllocationResult`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Allocation {
    pub devices: DeviceAllocations,
    /// The nodes that can access all of the devices; all nodes if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_selector: Option<NodeSelector>,
    /// When it was allocated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allocation_timestamp: Option<Time>,
}

/// The allocated devices and their configuration. Upstream: `DeviceAllocationResult`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceAllocations {
    /// One entry for each allocated device.
    pub results: Vec<AllocationResult>,
    /// Configuration that is passed to the drivers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub config: Vec<AllocationConfig>,
}

/// A device that is allocated for a request. Upstream: `DeviceRequestAllocationResult`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AllocationResult {
    /// The name of the request, or `request/alternative`.
    pub request: Str,
    pub driver: Str,
    pub pool: Str,
    pub device: Str,
    /// Whether this is administrative access, for which the device does not count as allocated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub admin_access: Option<bool>,
    /// The tolerations of the request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tolerations: Vec<DeviceToleration>,
    /// Conditions of the device that have to be true before the pod is bound.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub binding_conditions: Vec<Str>,
    /// Conditions of the device that make the binding fail.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub binding_failure_conditions: Vec<Str>,
    /// Identifies the claim's share of a device that several claims share.
    #[serde(rename = "shareID", skip_serializing_if = "Option::is_none")]
    pub share_id: Option<Str>,
    /// The capacity of the claim's share.
    #[serde(skip_serializing_if = "NameMap::is_empty")]
    pub consumed_capacity: NameMap<Quantity>,
}

/// The origin of a configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ConfigSource {
    /// The device class.
    #[default]
    FromClass,
    /// The claim.
    FromClaim,
}

/// Configuration for a driver, from the class or the claim. Upstream: `DeviceAllocationConfiguration`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AllocationConfig {
    pub source: ConfigSource,
    /// The requests to which it applies; all if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<Str>,
    /// The configuration for the driver.
    #[serde(skip_serializing_if = "serde_json::Value::is_null")]
    pub opaque: serde_json::Value,
}

/// A pod that a claim is reserved for. Upstream: `ResourceClaimConsumerReference`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Consumer {
    /// `pods`, the only resource that is supported.
    pub resource: Str,
    pub name: Str,
    pub uid: Str,
}

/// `AllocatedDeviceStatus`, restricted to conditions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AllocatedDevice {
    pub driver: Str,
    pub pool: Str,
    pub device: Str,
    /// The conditions that the driver reports.
    pub conditions: Vec<Condition>,
}

/// `resource.k8s.io/v1.ResourceClaimTemplate`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ResourceClaimTemplate {
    pub metadata: ObjectMeta,
    pub spec: TemplateSpec,
}

/// The claims that are created from a template. Upstream: `ResourceClaimTemplateSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TemplateSpec {
    /// Labels and annotations of the claims that are created from the template.
    pub metadata: ObjectMeta,
    pub spec: ResourceClaimSpec,
}

/// `resource.k8s.io/v1.DeviceClass`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceClass {
    pub metadata: ObjectMeta,
    pub spec: DeviceClassSpec,
}

/// `DeviceClassSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DeviceClassSpec {
    /// A device has to match all of them.
    pub selectors: Vec<DeviceSelector>,
    /// Configuration that is passed to the drivers.
    pub config: Vec<DeviceConfig>,
    /// The extended resource that containers can request instead of a claim for devices of the class.
    pub extended_resource_name: Option<Str>,
}
