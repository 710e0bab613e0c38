//! Devices and device claims: the parts of `resource.k8s.io/v1` that scheduling and controllers use.
//!
//! Code that decodes these objects is loaded on demand, when a manifest has any. The engine stores them as [`DeviceObject`]; the events of a run
//! contain them as JSON, in a [`DeviceRecord`].

mod claim;
mod object;
mod record;
mod slice;

pub use claim::{
    AllocatedDevice, Allocation, AllocationConfig, AllocationResult, CapacityRequests, Cel, ClaimStatus, ConfigSource,
    Constraint, Consumer, DeviceAllocations, DeviceClass, DeviceClassSpec, DeviceConfig, DeviceRequest, DeviceRequests,
    DeviceSelector, DeviceToleration, ExactRequest, ResourceClaim, ResourceClaimSpec, ResourceClaimTemplate,
    TemplateSpec,
};
pub use object::{DeviceKind, DeviceObject};
pub use record::DeviceRecord;
pub use slice::{
    AttributeValue, CapacityPolicy, Counter, CounterConsumption, CounterSet, Device, DeviceCapacity, DeviceTaint,
    PolicyRange, Pool, ResourceSlice, ResourceSliceSpec,
};
