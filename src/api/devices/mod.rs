//! Devices and claims for them: `resource.k8s.io/v1`, as far as a decision or a controller looks at it.
//!
//! The types stand apart from [`ApiObject`](crate::ApiObject): a program reads them only where a text has such objects, and passes them on as
//! [`DeviceObject`], which is text.

mod claim;
mod object;
mod slice;
mod typed_devices;

pub use claim::{
    AllocatedDevice, Allocation, AllocationConfig, AllocationResult, CapacityRequests, Cel, ClaimStatus, ConfigSource,
    Constraint, Consumer, DeviceAllocations, DeviceClass, DeviceClassSpec, DeviceConfig, DeviceRequest, DeviceRequests,
    DeviceSelector, DeviceToleration, ExactRequest, ResourceClaim, ResourceClaimSpec, ResourceClaimTemplate,
    TemplateSpec,
};
pub use object::{DeviceKind, DeviceObject};
pub use slice::{
    AttributeValue, CapacityPolicy, Counter, CounterConsumption, CounterSet, Device, DeviceCapacity, DeviceTaint,
    PolicyRange, Pool, ResourceSlice, ResourceSliceSpec,
};
pub use typed_devices::TypedDeviceObject;
