//! Objects about devices, with their defaults, as JSON. Upstream: defaults of `resource.k8s.io/v1`.

use api::{
    ObjectMeta, Str,
    devices::{
        DeviceClass, DeviceKind, DeviceObject, DeviceRequests, DeviceToleration, ExactRequest, ResourceClaim,
        ResourceClaimTemplate, ResourceSlice, TypedDeviceObject,
    },
};

/// `SetDefaults_ExactDeviceRequest` and its like: one device, and tolerations that compare.
pub(crate) fn set_defaults(devices: &mut DeviceRequests) {
    let fill = |request: &mut ExactRequest| {
        if request.allocation_mode.is_empty() {
            request.allocation_mode = "ExactCount".into();
        }
        if request.allocation_mode == "ExactCount" && request.count == 0 {
            request.count = 1;
        }
        let plain = |toleration: &&mut DeviceToleration| toleration.operator.is_empty();
        request.tolerations.iter_mut().filter(plain).for_each(|toleration| toleration.operator = "Equal".into());
    };
    for request in &mut devices.requests {
        request.exactly.iter_mut().for_each(fill);
        request.first_available.iter_mut().for_each(fill);
    }
}

/// A claim as an object.
pub(crate) fn claim_object(claim: &ResourceClaim) -> DeviceObject {
    device_object(DeviceKind::Claim, &claim.metadata, serde_json::to_string(claim))
}

pub(crate) fn template_object(template: &ResourceClaimTemplate) -> DeviceObject {
    device_object(DeviceKind::Template, &template.metadata, serde_json::to_string(template))
}

pub(crate) fn slice_object(slice: &ResourceSlice) -> DeviceObject {
    device_object(DeviceKind::Slice, &slice.metadata, serde_json::to_string(slice))
}

pub(crate) fn class_object(device_class: &DeviceClass) -> DeviceObject {
    device_object(DeviceKind::Class, &device_class.metadata, serde_json::to_string(device_class))
}

/// An object as the API server stores it.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn admit_object(object: &DeviceObject) -> Result<DeviceObject, Str> {
    Ok(match TypedDeviceObject::from_object(object)? {
        TypedDeviceObject::Claim(mut resource_claim) => {
            set_defaults(&mut resource_claim.spec.devices);
            claim_object(&resource_claim)
        }
        TypedDeviceObject::Template(mut template) => {
            set_defaults(&mut template.spec.spec.devices);
            template_object(&template)
        }
        TypedDeviceObject::Slice(resource_slice) => slice_object(&resource_slice),
        TypedDeviceObject::Class(device_class) => class_object(&device_class),
    })
}

fn device_object(kind: DeviceKind, metadata: &ObjectMeta, json: Result<String, serde_json::Error>) -> DeviceObject {
    DeviceObject { kind, metadata: metadata.clone(), json: json.unwrap_or_default().into() }
}
