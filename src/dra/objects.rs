//! Defaults of device objects. Upstream: the defaults of `resource.k8s.io/v1`.

use std::rc::Rc;

use api::{
    Str,
    devices::{DeviceObject, DeviceRequests, DeviceToleration, ExactRequest},
};

/// Sets defaults: one device, and tolerations with the operator `Equal`. Upstream: `SetDefaults_ExactDeviceRequest` and
/// the like.
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

/// Returns an object as the API server stores it: with its name, uid and defaults.
pub(crate) fn admit_object(mut object: DeviceObject, name: Str, uid: Str) -> DeviceObject {
    let metadata = match &mut object {
        DeviceObject::Claim(claim) => {
            let claim = Rc::make_mut(claim);
            set_defaults(&mut claim.spec.devices);
            &mut claim.metadata
        }
        DeviceObject::Template(template) => {
            let template = Rc::make_mut(template);
            set_defaults(&mut template.spec.spec.devices);
            &mut template.metadata
        }
        DeviceObject::Slice(slice) => &mut Rc::make_mut(slice).metadata,
        DeviceObject::Class(class) => &mut Rc::make_mut(class).metadata,
    };
    metadata.name = name;
    metadata.uid = uid;
    object
}
