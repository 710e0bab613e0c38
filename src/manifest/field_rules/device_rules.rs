//! Rules for device claims and slices. Upstream: `pkg/apis/resource/validation`. Missing fields are found when the objects are decoded.

use api::Set;
use findings::{FieldRule, NameForm};

use super::{
    check_table::CLAIM_CHECKS,
    field::{Field, FieldFaults},
    field_checks::{check_name, check_rows},
    provenance::Provenance,
    request_policy_rules::check_policies,
    rule_context::RuleContext,
    storage_rules::check_node_selector,
};

/// The fields of a slice that say from which nodes its devices can be reached.
const REACH: [&str; 4] = ["nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection"];
/// The most devices of a slice, and of one whose devices have taints, consume counters or have lists as attributes.
const MOST_DEVICES: (usize, usize) = (128, 64);
/// The longest value of an attribute in bytes.
const LONGEST_VALUE: usize = 64;
/// The longest name of an attribute or a capacity in bytes, without its domain.
const LONGEST_ID: usize = 32;
/// The longest selector in bytes.
const LONGEST_EXPRESSION: usize = 10 * 1024;
/// The first minor version whose expressions can read `device.allowMultipleAllocations` by default.
const FIRST_MINOR_WITH_CONSUMABLE_CAPACITY: u32 = 36;
const LISTS_OF_VALUES: [&str; 4] = ["bools", "ints", "strings", "versions"];

/// Checks the selectors and the configuration of a class.
pub(super) fn check_class(spec: &Field<'_>, context: &RuleContext, faults: &mut FieldFaults) {
    check_selectors(spec, context, faults);
    check_parameters(spec, context.provenance, faults);
}

/// Checks that the CEL expressions that select devices compile. Expressions that are too long are not compiled. Upstream: `validateCELSelector`.
fn check_selectors(parent: &Field<'_>, context: &RuleContext, faults: &mut FieldFaults) {
    let Some(selectors) = parent.get("selectors") else { return };
    let has_consumable_capacity = context.served.release.minor() >= FIRST_MINOR_WITH_CONSUMABLE_CAPACITY;
    for selector in selectors.items() {
        let Some(cel) = selector.get("cel") else { continue };
        let expression = cel.text("expression");
        if expression.len() > LONGEST_EXPRESSION {
            cel.report(".expression", FieldRule::TooLong, &[&LONGEST_EXPRESSION.to_string()], faults);
            continue;
        }
        let compile = context.compile_selector.filter(|_| !expression.is_empty());
        if let Some(error) = compile.and_then(|compile| compile(expression, has_consumable_capacity)) {
            cel.report_invalid(".expression", &format!("{expression:?}"), &error, faults);
        }
    }
}

/// Checks that the parameters of drivers are objects. Upstream: `validateRawExtension`.
fn check_parameters(parent: &Field<'_>, provenance: Provenance, faults: &mut FieldFaults) {
    for config in parent.get("config").iter().flat_map(Field::items) {
        let Some(opaque) = config.get("opaque") else { continue };
        match opaque.get("parameters") {
            None if provenance == Provenance::New => {
                opaque.report(".parameters", FieldRule::Missing, &[], faults);
            }
            Some(parameters) if !parameters.is_mapping() => {
                opaque.report_invalid(".parameters", "\"<value omitted>\"", "must be a valid JSON object", faults);
            }
            _ => {}
        }
    }
}

/// Checks the spec of a claim.
pub(super) fn check_claim(spec: &Field<'_>, context: &RuleContext, faults: &mut FieldFaults) {
    let provenance = context.provenance;
    check_rows(CLAIM_CHECKS, "", spec, provenance, faults);
    let Some(devices) = spec.get("devices") else { return };
    check_parameters(&devices, provenance, faults);
    let mut names = Set::new();
    if let Some(requests) = devices.get("requests") {
        for request in requests.items() {
            let name = request.text("name");
            names.insert(name.to_owned());
            let alternatives = request.get("firstAvailable").filter(|alternatives| !alternatives.is_blank());
            if alternatives.is_none() && !request.has("exactly") && provenance == Provenance::New {
                let why = "exactly one of `exactly` or `firstAvailable` is required";
                request.report_reason("", FieldRule::NeededHere, why, faults);
            }
            if alternatives.is_some() && request.has("exactly") {
                let why = "exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set";
                request.report_invalid("", "null", why, faults);
            }
            let exact = request.get("exactly");
            if let Some(exact) = &exact {
                check_count(exact, faults);
                check_selectors(exact, context, faults);
            }
            for alternative in alternatives.iter().flat_map(Field::items) {
                check_count(&alternative, faults);
                check_selectors(&alternative, context, faults);
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
    for constraint in devices.get("constraints").iter().flat_map(Field::items) {
        let attribute = ["matchAttribute", "distinctAttribute"].into_iter().find(|key| constraint.has(key));
        match attribute {
            None if provenance == Provenance::New => {
                let why = "exactly one of \"matchAttribute\" or \"distinctAttribute\" is required, but multiple fields are set";
                constraint.report_reason("", FieldRule::NeededHere, why, faults);
            }
            None => {}
            Some(key) => {
                let (name, place) = (constraint.text(key), format!(".{key}"));
                check_qualified_name(&constraint, &place, name, faults);
                if !name.contains('/') {
                    let why = "a fully qualified name must be a domain and a name separated by a slash";
                    constraint.report_invalid(&place, &format!("{name:?}"), why, faults);
                }
            }
        }
    }
}

/// Checks the name of an attribute or a capacity: an identifier of C, which may follow a domain and a slash.
fn check_qualified_name(field: &Field<'_>, place: &str, name: &str, faults: &mut FieldFaults) {
    let (domain, id) = name.split_once('/').map_or((None, name), |(domain, id)| (Some(domain), id));
    if let Some(domain) = domain {
        if domain.is_empty() {
            field.report_invalid(place, "\"\"", "the domain must not be empty", faults);
        } else {
            check_name(field, place, domain, NameForm::Subdomain, faults);
        }
    }
    let is_identifier = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !id.starts_with(|letter: char| letter.is_ascii_digit())
        && !id.is_empty();
    if id.len() > LONGEST_ID {
        field.report(place, FieldRule::TooLong, &[&LONGEST_ID.to_string()], faults);
    }
    if !is_identifier {
        let why = "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or \
                   '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";
        field.report_invalid(place, &format!("{id:?}"), why, faults);
    }
}

fn check_count(request: &Field<'_>, faults: &mut FieldFaults) {
    if request.text("allocationMode") != "All" && request.number("count").is_some_and(|count| count < 0) {
        request.report_invalid(".count", request.text("count"), "must be greater than zero", faults);
    }
    if request.text("allocationMode") == "All" && request.number("count").is_some_and(|count| count != 0) {
        let why = "must not be specified when allocationMode is 'All'";
        request.report_invalid(".count", request.text("count"), why, faults);
    }
}

const ONE_OF_PER_DEVICE: &str = "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to \
                          true in the ResourceSlice spec";
const ONE_OF: &str = "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";

/// Checks the spec of a slice.
pub(super) fn check_slice(spec: &Field<'_>, provenance: Provenance, faults: &mut FieldFaults) {
    for field in ["allNodes", "perDeviceNodeSelection"].into_iter().filter(|field| spec.text(field) == "false") {
        spec.report_invalid(&format!(".{field}"), "false", "must be either unset or set to true", faults);
    }
    let reach: Vec<String> = REACH.iter().filter(|field| spec.has(field)).map(|field| format!("`{field}`")).collect();
    match &reach[..] {
        [] if provenance == Provenance::New => spec.report_reason("", FieldRule::NeededHere, ONE_OF, faults),
        [] | [_] => {}
        _ => {
            let why = format!("{ONE_OF}, but multiple fields are set");
            spec.report_invalid("", &format!("\"{{{}}}\"", reach.join(", ")), &why, faults);
        }
    }
    if let Some(selector) = spec.get("nodeSelector") {
        check_node_selector(&selector, faults);
        let terms = selector.get("nodeSelectorTerms");
        if terms.as_ref().map_or(0, |terms| terms.items().count()) != 1 {
            let value = terms.map_or("null".to_owned(), |terms| terms.json());
            selector.report_invalid(".nodeSelectorTerms", &value, "must have exactly one node selector term", faults);
        }
    }
    if provenance == Provenance::New && spec.get("pool").is_some_and(|pool| !pool.has("resourceSliceCount")) {
        spec.report_invalid(".pool.resourceSliceCount", "0", "must be greater than zero", faults);
    }
    let Some(devices) = spec.get("devices") else { return };
    if spec.has("sharedCounters") {
        spec.report_invalid("", "\"\"", "only one of `sharedCounters` or `devices` is allowed", faults);
    }
    let (count, most) = (devices.items().count(), most_devices(&devices));
    if count > most {
        devices.report("", FieldRule::TooManyItems, &[&count.to_string(), &most.to_string(), "items"], faults);
        return;
    }
    let is_per_device = spec.text("perDeviceNodeSelection") == "true";
    for device in devices.items() {
        check_reach(&device, is_per_device, provenance, faults);
        check_conditions(&device, provenance, faults);
        check_policies(&device, faults);
        for (list, is_attribute) in [("attributes", true), ("capacity", false)] {
            let Some(entries) = device.get(list) else { continue };
            for name in entries.keys() {
                check_qualified_name(&entries, &format!(".{name}"), name, faults);
                if let Some(attribute) = entries.get(name).filter(|_| is_attribute) {
                    check_attribute(&entries, name, &attribute, faults);
                }
            }
        }
    }
}

/// The most devices that a slice may have.
fn most_devices(devices: &Field<'_>) -> usize {
    let has_lists = |device: &Field<'_>| {
        device.get("attributes").is_some_and(|attributes| {
            let has_list = |name: &str| {
                attributes.get(name).is_some_and(|attribute| LISTS_OF_VALUES.iter().any(|list| attribute.has(list)))
            };
            attributes.keys().any(has_list)
        })
    };
    let is_advanced = |device: Field<'_>| device.has("taints") || device.has("consumesCounters") || has_lists(&device);
    if devices.items().any(is_advanced) { MOST_DEVICES.1 } else { MOST_DEVICES.0 }
}

/// Checks from which nodes a device can be reached.
fn check_reach(device: &Field<'_>, is_per_device: bool, provenance: Provenance, faults: &mut FieldFaults) {
    let reach: Vec<String> =
        REACH[..3].iter().filter(|field| device.has(field)).map(|field| format!("`{field}`")).collect();
    if !is_per_device {
        if !reach.is_empty() {
            let why = "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the \
                       ResourceSlice spec";
            device.report_invalid("", "null", why, faults);
        }
        return;
    }
    if device.text("allNodes") == "false" {
        device.report_invalid(".allNodes", "false", "must be either unset or set to true", faults);
    }
    match &reach[..] {
        [] if provenance == Provenance::New => {
            device.report_reason("", FieldRule::NeededHere, ONE_OF_PER_DEVICE, faults);
        }
        [] | [_] => {}
        _ => device.report_invalid("", &format!("\"{{{}}}\"", reach.join(", ")), ONE_OF_PER_DEVICE, faults),
    }
    if let Some(selector) = device.get("nodeSelector") {
        check_node_selector(&selector, faults);
    }
}

/// Checks the conditions of a device that a binding waits for. Upstream: `validateDeviceBindingParameters`.
fn check_conditions(device: &Field<'_>, provenance: Provenance, faults: &mut FieldFaults) {
    let lists = ["bindingConditions", "bindingFailureConditions"];
    let [conditions, failures] = lists.map(|key| {
        let list = device.get(key);
        list.iter().flat_map(Field::items).map(|item| item.own_text().to_owned()).collect::<Vec<_>>()
    });
    for key in lists {
        let mut names = Set::new();
        for (item, at) in device.get(key).iter().flat_map(Field::items).zip(0..) {
            let (name, place) = (item.own_text(), format!(".{key}[{at}]"));
            check_name(device, &place, name, NameForm::Key, faults);
            if !names.insert(name.to_owned()) {
                device.report(&place, FieldRule::Duplicate, &[name], faults);
            }
            if key == lists[1] && conditions.iter().any(|condition| condition == name) {
                let why = "bindingFailureConditions must not overlap with bindingConditions";
                device.report_invalid(&place, &format!("{name:?}"), why, faults);
            }
        }
    }
    let (missing, present) = match (conditions.is_empty(), failures.is_empty()) {
        (true, false) => (lists[0], lists[1]),
        (false, true) => (lists[1], lists[0]),
        _ => return,
    };
    if provenance == Provenance::New {
        let value = if device.has(missing) { "[]" } else { "null" };
        device.report_invalid(
            &format!(".{missing}"),
            value,
            &format!("{missing} are required to use {present}"),
            faults,
        );
    }
}

fn check_attribute(attributes: &Field<'_>, name: &str, attribute: &Field<'_>, faults: &mut FieldFaults) {
    let place = format!("[{name}]");
    let count = attribute.keys().count();
    if count != 1 {
        let value = if count == 0 { "\"\"".to_owned() } else { attribute.json() };
        attributes.report_invalid(&place, &value, "exactly one value must be specified", faults);
    }
    for (key, list, is_version) in [("string", "strings", false), ("version", "versions", true)] {
        let items = attribute.get(list);
        for value in attribute.get(key).into_iter().chain(items.iter().flat_map(Field::items)) {
            let text = value.own_text();
            if is_version && !is_semantic_version(text) {
                let why = "must be a string compatible with semver.org spec 2.0.0";
                value.report_invalid("", &format!("{text:?}"), why, faults);
            }
            if text.len() > LONGEST_VALUE {
                value.report("", FieldRule::TooLong, &[&LONGEST_VALUE.to_string()], faults);
            }
        }
    }
}

/// Whether a text is a version of semver.org: `1.2.3-alpha.1+build`.
fn is_semantic_version(text: &str) -> bool {
    let is_identifier =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = |part: &str| is_digits(part) && (part == "0" || !part.starts_with('0'));
    let (text, build) = text.split_once('+').map_or((text, None), |(text, build)| (text, Some(build)));
    let (core, release) = text.split_once('-').map_or((text, None), |(core, release)| (core, Some(release)));
    let numbers: Vec<&str> = core.split('.').collect();
    numbers.len() == 3
        && numbers.into_iter().all(is_number)
        && release.is_none_or(|release| {
            release.split('.').all(|part| is_identifier(part) && (!is_digits(part) || is_number(part)))
        })
        && build.is_none_or(|build| build.split('.').all(is_identifier))
}
