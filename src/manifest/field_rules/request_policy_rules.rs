//! Rules for the policies by which claims share the capacity of a device. Upstream: `validateRequestPolicy` of
//! `pkg/apis/resource/validation`.

use api::Quantity;
use findings::FieldRule;

use super::field::{Field, FieldFaults};

/// The most amounts that a policy of requests can name.
const MOST_VALUES: usize = 10;

/// Checks the policies of capacities that several claims share. Upstream: `validateRequestPolicy`.
pub(super) fn check_policies(device: &Field<'_>, faults: &mut FieldFaults) {
    let Some(capacities) = device.get("capacity") else { return };
    for name in capacities.keys() {
        let Some(capacity) = capacities.get(name) else { continue };
        let Some(policy) = capacity.get("requestPolicy") else { continue };
        if device.text("allowMultipleAllocations") != "true" {
            let why = "allowMultipleAllocations must be true";
            capacity.report_reason(".requestPolicy", FieldRule::Forbidden, why, faults);
            continue;
        }
        let values = policy.get("validValues").filter(|values| !values.is_blank());
        match (values, policy.get("validRange")) {
            (Some(_), Some(_)) => {
                let why = "exactly one policy can be specified, cannot specify \"validValues\" and \"validRange\" at the same time";
                policy.report_reason("", FieldRule::Forbidden, why, faults);
            }
            (Some(values), None) => match policy.has("default") {
                true => check_valid_values(&values, policy.text("default"), capacity.text("value"), faults),
                false => {
                    let why = "required when validValues is defined";
                    policy.report_reason(".default", FieldRule::NeededHere, why, faults);
                }
            },
            (None, Some(_)) if !policy.has("default") => {
                policy.report_reason(".default", FieldRule::NeededHere, "required when validRange is defined", faults);
            }
            (None, Some(range)) => {
                check_valid_range(&range, policy.text("default"), capacity.text("value"), faults);
            }
            (None, None) => {}
        }
    }
}

/// Checks the amounts that can be requested. Upstream: `validateRequestPolicyValidValues`.
fn check_valid_values(values: &Field<'_>, default: &str, capacity: &str, faults: &mut FieldFaults) {
    let nanos = |text: &str| Quantity::parse(text).map(|amount| amount.nanos());
    let amounts: Vec<_> = values.items().map(|value| nanos(value.own_text())).collect();
    for ((value, amount), before) in values.items().zip(&amounts).skip(1).zip(&amounts) {
        if amount.zip(*before).is_some_and(|(amount, before)| before > amount) {
            let why = "values must be sorted in ascending order";
            value.report_invalid("", &format!("{:?}", value.own_text()), why, faults);
        }
    }
    if amounts.len() > MOST_VALUES {
        let (count, most) = (amounts.len().to_string(), MOST_VALUES.to_string());
        values.report("", FieldRule::TooManyItems, &[&count, &most, "items"], faults);
    }
    for (value, amount) in values.items().zip(&amounts) {
        if amount.zip(nanos(capacity)).is_some_and(|(amount, most)| amount > most) {
            let why = format!("option is larger than capacity value: {capacity}");
            value.report_invalid("", &format!("{:?}", value.own_text()), &why, faults);
        }
    }
    let default_nanos = nanos(default);
    let has_default = default_nanos.is_none() || amounts.contains(&default_nanos);
    if !has_default {
        let why = "default value is not valid according to the requestPolicy";
        values.report_invalid("", &format!("{default:?}"), why, faults);
    }
}

/// Checks the range of amounts that can be requested, without its step. Upstream: `validateRequestPolicyRange`.
fn check_valid_range(range: &Field<'_>, default: &str, capacity: &str, faults: &mut FieldFaults) {
    let (min, max) = (range.text("min"), range.text("max"));
    if min.is_empty() {
        range.report_reason(".min", FieldRule::NeededHere, "required when validRange is defined", faults);
        return;
    }
    let is_more = |first: &str, second: &str| {
        Quantity::parse(first)
            .zip(Quantity::parse(second))
            .is_some_and(|(first, second)| first.nanos() > second.nanos())
    };
    let mut report = |place: &str, value: &str, why: &str| {
        range.report_invalid(place, &format!("{value:?}"), why, faults);
    };
    if is_more(min, capacity) {
        report(".min", min, &format!("min is larger than capacity value: {capacity}"));
    }
    if is_more(min, default) {
        report(".min", default, &format!("default is less than min: {min}"));
    }
    if is_more(min, max) {
        report(".max", min, &format!("min is larger than max: {max}"));
    }
    if is_more(max, capacity) {
        report(".max", max, &format!("max is larger than capacity value: {capacity}"));
    }
    if is_more(default, max) {
        report(".max", default, &format!("default is more than max: {max}"));
    }
}
