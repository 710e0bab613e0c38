//! What pods ask for, and what they get: `ResourceClaim`, its template, and `DeviceClass`.

use serde::{Deserialize, Serialize};

use super::DeviceTaint;
use crate::{Condition, NameMap, NodeSelector, ObjectMeta, Quantity, Str, Time};

/// `resource.k8s.io/v1.ResourceClaim`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ResourceClaim {
    /// Name, owner, identity.
    pub metadata: ObjectMeta,
    /// What is asked for.
    pub spec: ResourceClaimSpec,
    /// What was given.
    #[serde(skip_serializing_if = "ClaimStatus::is_empty")]
    pub status: ClaimStatus,
}

/// `ResourceClaimSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ResourceClaimSpec {
    /// The devices.
    pub devices: DeviceRequests,
}

/// `DeviceClaim`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceRequests {
    /// One after the other is looked for.
    pub requests: Vec<DeviceRequest>,
    /// What the devices must have in common, or not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<Constraint>,
    /// Configuration that is passed to the drivers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub config: Vec<DeviceConfig>,
}

/// `DeviceRequest`: exactly this, or the first of several that can be had.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DeviceRequest {
    /// Its name.
    pub name: Str,
    /// Exactly this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exactly: Option<ExactRequest>,
    /// The first of these that can be had.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub first_available: Vec<ExactRequest>,
}

/// `ExactDeviceRequest`, and `DeviceSubRequest`, which has a name and no administrators' access.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ExactRequest {
    /// The name of an alternative.
    #[serde(skip_serializing_if = "is_blank")]
    pub name: Str,
    /// The class, whose selectors and configuration count, too.
    pub device_class_name: Str,
    /// Each must be true of a device.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub selectors: Vec<DeviceSelector>,
    /// `ExactCount` or `All`.
    pub allocation_mode: Str,
    /// How many.
    #[serde(skip_serializing_if = "is_zero")]
    pub count: i64,
    /// Devices that others have will do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub admin_access: Option<bool>,
    /// Taints of devices that do not matter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tolerations: Vec<DeviceToleration>,
    /// How much of a device that is shared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capacity: Option<CapacityRequests>,
}

fn is_blank(text: &Str) -> bool {
    text.is_empty()
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde wants it so
fn is_zero(count: &i64) -> bool {
    *count == 0
}

/// `DeviceSelector`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceSelector {
    /// An expression.
    pub cel: Option<Cel>,
}

/// `CELDeviceSelector`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Cel {
    /// As written.
    pub expression: Str,
}

/// `DeviceToleration`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DeviceToleration {
    /// Empty for every key.
    #[serde(skip_serializing_if = "is_blank")]
    pub key: Str,
    /// `Exists` or `EqualPriority`.
    #[serde(skip_serializing_if = "is_blank")]
    pub operator: Str,
    /// What `EqualPriority` compares with.
    #[serde(skip_serializing_if = "is_blank")]
    pub value: Str,
    /// Empty for every effect.
    #[serde(skip_serializing_if = "is_blank")]
    pub effect: Str,
    /// For how long a `NoExecute` taint is tolerated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toleration_seconds: Option<i64>,
}

impl DeviceToleration {
    /// Whether it covers a taint. Upstream: `resourceclaim.ToleratesTaint`.
    #[must_use]
    pub fn tolerates(&self, taint: &DeviceTaint) -> bool {
        let concerns =
            (self.key.is_empty() || self.key == taint.key) && (self.effect.is_empty() || self.effect == taint.effect);
        concerns
            && (self.operator == "Exists"
                || matches!(self.operator.as_str(), "" | "Equal") && self.value == taint.value)
    }
}

/// `CapacityRequirements`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CapacityRequests {
    /// By the name of the capacity.
    pub requests: NameMap<Quantity>,
}

/// `DeviceConstraint`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Constraint {
    /// The requests; none for all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<Str>,
    /// All devices have the same value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_attribute: Option<Str>,
    /// No two devices have the same value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distinct_attribute: Option<Str>,
}

/// `DeviceClaimConfiguration`. Its content is opaque to everyone but the driver.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceConfig {
    /// The requests that it is for; none for all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<Str>,
    /// For the driver.
    #[serde(skip_serializing_if = "serde_json::Value::is_null")]
    pub opaque: serde_json::Value,
}

/// `ResourceClaimStatus`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ClaimStatus {
    /// The devices that the claim has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allocation: Option<Allocation>,
    /// Who may use it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reserved_for: Vec<Consumer>,
    /// What drivers say of its devices.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub devices: Vec<AllocatedDevice>,
}

impl ClaimStatus {
    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.allocation.is_none() && self.reserved_for.is_empty() && self.devices.is_empty()
    }
}

/// `AllocationResult`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Allocation {
    /// The devices.
    pub devices: DeviceAllocations,
    /// The nodes from which all of them can be reached; every node where it is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_selector: Option<NodeSelector>,
    /// Since when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allocation_timestamp: Option<Time>,
}

/// `DeviceAllocationResult`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceAllocations {
    /// A device for each that was asked for.
    pub results: Vec<AllocationResult>,
    /// Configuration that is passed to the drivers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub config: Vec<AllocationConfig>,
}

/// `DeviceRequestAllocationResult`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AllocationResult {
    /// `request`, or `request/alternative`.
    pub request: Str,
    /// The driver.
    pub driver: Str,
    /// The pool.
    pub pool: Str,
    /// The device.
    pub device: Str,
    /// It does not count as taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub admin_access: Option<bool>,
    /// Those of the request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tolerations: Vec<DeviceToleration>,
    /// Conditions that must be true before the pod is bound.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub binding_conditions: Vec<Str>,
    /// Conditions that end the attempt.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub binding_failure_conditions: Vec<Str>,
    /// Tells the claim's share of a device from those of others.
    #[serde(rename = "shareID", skip_serializing_if = "Option::is_none")]
    pub share_id: Option<Str>,
    /// The claim's share.
    #[serde(skip_serializing_if = "NameMap::is_empty")]
    pub consumed_capacity: NameMap<Quantity>,
}

/// Who wrote a configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ConfigSource {
    /// `FromClass`
    #[default]
    FromClass,
    /// `FromClaim`
    FromClaim,
}

/// `DeviceAllocationConfiguration`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AllocationConfig {
    /// Who wrote it.
    pub source: ConfigSource,
    /// The requests that it is for; none for all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requests: Vec<Str>,
    /// For the driver.
    #[serde(skip_serializing_if = "serde_json::Value::is_null")]
    pub opaque: serde_json::Value,
}

/// `ResourceClaimConsumerReference`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Consumer {
    /// `pods`
    pub resource: Str,
    /// Its name.
    pub name: Str,
    /// Its identity.
    pub uid: Str,
}

/// `AllocatedDeviceStatus`, as far as conditions go.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AllocatedDevice {
    /// The driver.
    pub driver: Str,
    /// The pool.
    pub pool: Str,
    /// The device.
    pub device: Str,
    /// What the driver says.
    pub conditions: Vec<Condition>,
}

/// `resource.k8s.io/v1.ResourceClaimTemplate`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ResourceClaimTemplate {
    /// Its name.
    pub metadata: ObjectMeta,
    /// What claims made from it are like.
    pub spec: TemplateSpec,
}

/// `ResourceClaimTemplateSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TemplateSpec {
    /// Labels and annotations of the claims.
    pub metadata: ObjectMeta,
    /// Their spec.
    pub spec: ResourceClaimSpec,
}

/// `resource.k8s.io/v1.DeviceClass`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeviceClass {
    /// Its name, and since when it is there.
    pub metadata: ObjectMeta,
    /// What it stands for.
    pub spec: DeviceClassSpec,
}

/// `DeviceClassSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DeviceClassSpec {
    /// Each must be true of a device.
    pub selectors: Vec<DeviceSelector>,
    /// Configuration that is passed to the drivers.
    pub config: Vec<DeviceConfig>,
    /// A resource that stands for devices of the class in requests of containers.
    pub extended_resource_name: Option<Str>,
}
