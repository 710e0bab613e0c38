//! Errors in objects for devices that their types do not rule out: missing required fields, and forbidden admin access.

use api::{
    ApiObject, Set, Str,
    devices::{DeviceObject, DeviceRequests, ExactRequest, ResourceClaim, ResourceClaimTemplate, ResourceSlice},
    nearest_name,
};
use findings::{AdmissionProblem, ConfigurationProblem, FieldError, FieldRule, Problem};

use crate::{admission::Fault, loaded_manifest::ManifestObject};

/// The namespace label that permits claims with admin access.
const ADMIN_ACCESS_LABEL: &str = "resource.kubernetes.io/admin-access";

/// Errors, each with its path within the object.
pub(super) type DeviceFaults = Vec<(String, Problem)>;

pub(super) fn check_claim(claim: &ResourceClaim, faults: &mut DeviceFaults) {
    check_requests(&claim.spec.devices, "spec.devices", faults);
}

pub(super) fn check_template(template: &ResourceClaimTemplate, faults: &mut DeviceFaults) {
    check_requests(&template.spec.spec.devices, "spec.spec.devices", faults);
}

pub(super) fn check_slice(slice: &ResourceSlice, faults: &mut DeviceFaults) {
    if slice.spec.driver.is_empty() {
        faults.push(missing_field("spec.driver"));
    }
    if slice.spec.pool.name.is_empty() {
        faults.push(missing_field("spec.pool.name"));
    }
}

/// Claims with admin access in namespaces that do not permit it, each with the start of its object. Upstream: `validateDeviceRequest` and
/// `AuthorizedForAdmin` of `pkg/registry/resource`.
pub(super) fn forbidden_admin_access<'o>(
    objects: &'o [ManifestObject],
    is_new: &'o dyn Fn(usize) -> bool,
) -> impl Iterator<Item = (u32, Fault)> + 'o {
    let allows = |object: &'o ManifestObject| match &object.kind {
        ApiObject::Namespace(namespace) => {
            let label = namespace.metadata.labels.get(ADMIN_ACCESS_LABEL);
            label.filter(|value| **value == "true").map(|_| &namespace.metadata.name)
        }
        _ => None,
    };
    let open_namespaces: Set<&Str> = objects.iter().filter_map(allows).collect();
    objects.iter().enumerate().filter(|(index, _)| is_new(*index)).flat_map(move |(_, object)| {
        let (base, devices) = match &object.kind {
            ApiObject::Device(DeviceObject::Claim(claim)) => ("spec.devices", &claim.spec.devices.requests[..]),
            ApiObject::Device(DeviceObject::Template(template)) => {
                ("spec.spec.devices", &template.spec.spec.devices.requests[..])
            }
            _ => ("", &[][..]),
        };
        let is_open = open_namespaces.contains(&object.kind.metadata().namespace);
        let requests = devices.iter().enumerate().filter(move |(_, request)| {
            !is_open && request.exactly.as_ref().is_some_and(|exact| exact.admin_access == Some(true))
        });
        requests.map(move |(at, _)| {
            let error = FieldError { rule: FieldRule::AdminAccess, values: Vec::new() };
            let refusal = AdmissionProblem::Field(error.into());
            (object.span.start, Fault { path: format!("{base}.requests[{at}].adminAccess"), refusal })
        })
    })
}

/// The error for a missing required field, at the path of that field.
fn missing_field(path: &str) -> (String, Problem) {
    let field = path.rsplit('.').next().unwrap_or(path);
    (path.to_owned(), ConfigurationProblem::Missing { field: field.into() }.into())
}

fn check_requests(devices: &DeviceRequests, base: &str, faults: &mut DeviceFaults) {
    for (at, request) in devices.requests.iter().enumerate() {
        let path = format!("{base}.requests[{at}]");
        if request.name.is_empty() {
            faults.push(missing_field(&format!("{path}.name")));
        }
        match &request.exactly {
            Some(exact_request) => check_request(exact_request, &format!("{path}.exactly"), faults),
            None if request.first_available.is_empty() => faults.push(missing_field(&format!("{path}.exactly"))),
            None => {
                for (at, alternative) in request.first_available.iter().enumerate() {
                    check_request(alternative, &format!("{path}.firstAvailable[{at}]"), faults);
                }
            }
        }
    }
}

fn check_request(request: &ExactRequest, path: &str, faults: &mut DeviceFaults) {
    const MODES: [&str; 2] = ["ExactCount", "All"];
    if request.device_class_name.is_empty() {
        faults.push(missing_field(&format!("{path}.deviceClassName")));
    }
    let mode = request.allocation_mode.as_str();
    if !mode.is_empty() && !MODES.contains(&mode) {
        let (known, nearest) = (MODES.map(Str::from).into(), nearest_name(mode, MODES).map(Str::from));
        faults.push((
            format!("{path}.allocationMode"),
            AdmissionProblem::UnknownWord { word: mode.into(), known, near: nearest }.into(),
        ));
    }
    if request.count < 0 {
        let range = AdmissionProblem::OutOfRange { value: request.count, low: 1, high: i64::MAX };
        faults.push((format!("{path}.count"), range.into()));
    }
}
