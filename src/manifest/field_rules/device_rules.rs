//! Rules for device claims and slices. Upstream: `pkg/apis/resource/validation`. Missing fields are found when the objects are decoded.

use api::Set;
use findings::FieldRule;

use super::field::{Field, FieldFaults};

/// The fields of a slice that say from which nodes its devices can be reached.
const REACH: [&str; 4] = ["nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection"];

/// Checks the spec of a claim.
pub(super) fn check_claim(spec: &Field<'_>, faults: &mut FieldFaults) {
    let Some(devices) = spec.get("devices") else { return };
    let mut names = Set::new();
    if let Some(requests) = devices.get("requests") {
        for request in requests.items() {
            let name = request.text("name");
            if !name.is_empty() && !names.insert(name.to_owned()) {
                request.report("", FieldRule::Duplicate, &[name], faults);
            }
            let alternatives = request.get("firstAvailable");
            if alternatives.is_some() && request.has("exactly") {
                let why = "exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set";
                request.report_invalid("", "null", why, faults);
            }
            let exact = request.get("exactly");
            if let Some(exact) = &exact {
                check_count(exact, faults);
            }
            for alternative in alternatives.iter().flat_map(Field::items) {
                check_count(&alternative, faults);
                names.insert(format!("{name}/{}", alternative.text("name")));
            }
        }
    }
    for list in ["constraints", "config"].into_iter().filter_map(|list| devices.get(list)) {
        for item in list.items() {
            let Some(requests) = item.get("requests") else { continue };
            for request in requests.items().filter(|request| !names.contains(request.own_text())) {
                let why = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
                request.report_invalid("", &format!("{:?}", request.own_text()), why, faults);
            }
        }
    }
}

fn check_count(request: &Field<'_>, faults: &mut FieldFaults) {
    if request.text("allocationMode") == "All" && request.number("count").is_some_and(|count| count != 0) {
        let why = "must not be specified when allocationMode is 'All'";
        request.report_invalid(".count", request.text("count"), why, faults);
    }
}

/// Checks the spec of a slice.
pub(super) fn check_slice(spec: &Field<'_>, faults: &mut FieldFaults) {
    for field in ["allNodes", "perDeviceNodeSelection"].into_iter().filter(|field| spec.text(field) == "false") {
        spec.report_invalid(&format!(".{field}"), "false", "must be either unset or set to true", faults);
    }
    let reach: Vec<String> = REACH.iter().filter(|field| spec.has(field)).map(|field| format!("`{field}`")).collect();
    if reach.len() > 1 {
        let why = "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required, but multiple fields are set";
        spec.report_invalid("", &format!("\"{{{}}}\"", reach.join(", ")), why, faults);
    }
    if let Some(pool) = spec.get("pool") {
        for (field, least, why) in [
            ("resourceSliceCount", 1, "must be greater than zero"),
            ("generation", 0, "must be greater than or equal to zero"),
        ] {
            if pool.number(field).is_some_and(|number| number < least) {
                pool.report_invalid(&format!(".{field}"), pool.text(field), why, faults);
            }
        }
    }
    let Some(devices) = spec.get("devices") else { return };
    let mut names = Set::new();
    for device in devices.items() {
        let name = device.text("name");
        if !name.is_empty() && !names.insert(name.to_owned()) {
            device.report("", FieldRule::Duplicate, &[name], faults);
        }
        let Some(attributes) = device.get("attributes") else { continue };
        for name in attributes.keys() {
            let Some(attribute) = attributes.get(name) else { continue };
            let count = attribute.keys().count();
            if count != 1 {
                let value = if count == 0 { "\"\"".to_owned() } else { attribute.json() };
                let why = "exactly one value must be specified";
                attributes.report_invalid(&format!("[{name}]"), &value, why, faults);
            }
        }
    }
}
