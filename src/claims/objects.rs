//! Objects about devices: from JSON to types and back. Upstream: defaults of `resource.k8s.io/v1`.

use api::devices::{
    DeviceClass, DeviceKind, DeviceObject, ExactRequest, ResourceClaim, ResourceClaimTemplate, ResourceSlice,
};
use api::devices::{DeviceRequests, DeviceToleration};
use api::{ObjectMeta, Str};

/// An object by its type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Typed {
    Claim(ResourceClaim),
    Template(ResourceClaimTemplate),
    Slice(ResourceSlice),
    Class(DeviceClass),
}

/// Reads an object. Its identity is that beside the JSON.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn read(object: &DeviceObject) -> Result<Typed, Str> {
    let wrong = |error: serde_json::Error| Str::from(error.to_string().as_str());
    let metadata = || object.metadata.clone();
    Ok(match object.kind {
        DeviceKind::Claim => {
            let claim: ResourceClaim = serde_json::from_str(&object.json).map_err(wrong)?;
            Typed::Claim(ResourceClaim { metadata: metadata(), ..claim })
        }
        DeviceKind::Template => {
            let template: ResourceClaimTemplate = serde_json::from_str(&object.json).map_err(wrong)?;
            Typed::Template(ResourceClaimTemplate { metadata: metadata(), ..template })
        }
        DeviceKind::Slice => {
            let slice: ResourceSlice = serde_json::from_str(&object.json).map_err(wrong)?;
            Typed::Slice(ResourceSlice { metadata: metadata(), ..slice })
        }
        DeviceKind::Class => {
            let class: DeviceClass = serde_json::from_str(&object.json).map_err(wrong)?;
            Typed::Class(DeviceClass { metadata: metadata(), ..class })
        }
    })
}

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
    Ok(match read(object)? {
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
