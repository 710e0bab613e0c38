//! Objects about devices, with their defaults, as JSON. Upstream: defaults of `resource.k8s.io/v1`.

use api::devices::{
    DeviceClass, DeviceKind, DeviceObject, ExactRequest, ResourceClaim, ResourceClaimTemplate, ResourceSlice, Typed,
};
use api::devices::{DeviceRequests, DeviceToleration};
use api::{ObjectMeta, Str};

/// `SetDefaults_ExactDeviceRequest` and its like: one device, and tolerations that compare.
pub(crate) fn defaults(devices: &mut DeviceRequests) {
    let fill = |request: &mut ExactRequest| {
        if request.allocation_mode.is_empty() {
            request.allocation_mode = "ExactCount".into();
        }
        if request.allocation_mode == "ExactCount" && request.count == 0 {
            request.count = 1;
        }
        let plain = |it: &&mut DeviceToleration| it.operator.is_empty();
        request.tolerations.iter_mut().filter(plain).for_each(|it| it.operator = "Equal".into());
    };
    for request in &mut devices.requests {
        request.exactly.iter_mut().for_each(fill);
        request.first_available.iter_mut().for_each(fill);
    }
}

/// A claim as an object.
pub(crate) fn claim(claim: &ResourceClaim) -> DeviceObject {
    object(DeviceKind::Claim, &claim.metadata, serde_json::to_string(claim))
}

pub(crate) fn template(template: &ResourceClaimTemplate) -> DeviceObject {
    object(DeviceKind::Template, &template.metadata, serde_json::to_string(template))
}

pub(crate) fn slice(slice: &ResourceSlice) -> DeviceObject {
    object(DeviceKind::Slice, &slice.metadata, serde_json::to_string(slice))
}

pub(crate) fn class(class: &DeviceClass) -> DeviceObject {
    object(DeviceKind::Class, &class.metadata, serde_json::to_string(class))
}

/// An object as the API server stores it.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn admitted(object: &DeviceObject) -> Result<DeviceObject, Str> {
    Ok(match Typed::of(object)? {
        Typed::Claim(mut it) => {
            defaults(&mut it.spec.devices);
            claim(&it)
        }
        Typed::Template(mut it) => {
            defaults(&mut it.spec.spec.devices);
            template(&it)
        }
        Typed::Slice(it) => slice(&it),
        Typed::Class(it) => class(&it),
    })
}

fn object(kind: DeviceKind, metadata: &ObjectMeta, json: Result<String, serde_json::Error>) -> DeviceObject {
    DeviceObject { kind, metadata: metadata.clone(), json: json.unwrap_or_default().into() }
}
