//! Devices and claims for them: `resource.k8s.io/v1`, as far as a decision or a controller looks at it.
//!
//! A text with such objects is read by a part of a program that others do without. There they become a [`DeviceObject`], which the engine
//! keeps; the events of a run have them as JSON, in a [`DeviceRecord`].

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
