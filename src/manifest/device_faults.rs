//! What is wrong with objects about devices beyond their types: fields without which no API server takes them.

use api::{
    Str,
    devices::{DeviceRequests, ExactRequest, ResourceClaim, ResourceClaimTemplate, ResourceSlice},
    nearest_name,
};
use findings::{AdmissionProblem, ConfigurationProblem, Problem};

/// What is wrong, by the path within the object.
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

/// A required field is missing: it is reported at the place where it belongs.
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
