//! Rules for quotas and limit ranges. Upstream: `ValidateResourceQuotaSpec` and `ValidateLimitRange` of `pkg/apis/core/validation`.

use api::{Quantity, QuotaScope, Set};
use findings::{FieldRule, NameForm};
use releases::served_api::ServedApi;

use super::{
    container_rules::{is_not_overcommitted, report_unknown_resource},
    field::{Field, FieldFaults},
    field_checks::check_name,
    word_rules::check_range_type,
};

/// Resources of pods to which scopes apply, besides the number of pods.
const COMPUTE_RESOURCES: [&str; 6] =
    ["cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory"];
/// Resources that come in whole numbers.
const COUNTS: [&str; 9] = [
    "pods",
    "resourcequotas",
    "services",
    "replicationcontrollers",
    "secrets",
    "configmaps",
    "persistentvolumeclaims",
    "services.nodeports",
    "services.loadbalancers",
];
/// The other resources without a vendor that a quota can limit, besides huge pages.
const OTHER_QUOTA_RESOURCES: [&str; 4] =
    ["ephemeral-storage", "requests.storage", "requests.ephemeral-storage", "limits.ephemeral-storage"];
/// Scopes that a pod has or has not, so that no values can be given.
const SCOPES_WITHOUT_VALUES: [&str; 5] =
    ["BestEffort", "NotBestEffort", "Terminating", "NotTerminating", "CrossNamespacePodAffinity"];

fn is_quota_resource(resource: &str) -> bool {
    COMPUTE_RESOURCES.contains(&resource)
        || COUNTS.contains(&resource)
        || OTHER_QUOTA_RESOURCES.contains(&resource)
        || resource.starts_with("hugepages-")
        || resource.starts_with("requests.hugepages-")
}

/// Whether the API server of a release knows a quota scope.
fn is_scope(served: &ServedApi, scope: &str) -> bool {
    (QuotaScope::WORDS.contains(&scope) || scope == "VolumeAttributesClass")
        && served.has_value("ResourceQuotaSpec.scopes", scope)
}

/// Whether a scope restricts what a quota says about a resource. Each scope is about pods or about claims, and unknown ones are reported already.
fn is_divided(scope: &str, resource: &str) -> bool {
    match scope {
        "BestEffort" => resource == "pods",
        "VolumeAttributesClass" => matches!(resource, "persistentvolumeclaims" | "requests.storage"),
        "PriorityClass" => resource == "pods" || COMPUTE_RESOURCES.contains(&resource),
        scope if SCOPES_WITHOUT_VALUES.contains(&scope) => resource == "pods" || COMPUTE_RESOURCES.contains(&resource),
        _ => true,
    }
}

/// Whether scopes exclude each other.
fn has_conflict(scopes: &[String]) -> bool {
    let has = |scope: &str| scopes.iter().any(|other| other == scope);
    has("BestEffort") && has("NotBestEffort") || has("Terminating") && has("NotTerminating")
}

pub(super) fn check_quota(spec: &Field<'_>, served: &ServedApi, faults: &mut FieldFaults) {
    let hard = spec.get("hard");
    if let Some(hard) = &hard {
        for (resource, amount) in hard.texts() {
            check_quota_resource(hard, resource, amount, faults);
        }
    }
    let resources: Vec<&str> =
        hard.iter().flat_map(|hard| hard.keys()).filter(|name| is_quota_resource(name)).collect();
    if let Some(selector) = spec.get("scopeSelector")
        && let Some(requirements) = selector.get("matchExpressions")
    {
        let mut scopes = Vec::new();
        for requirement in requirements.items() {
            check_scope_requirement(&requirement, served, faults);
            let scope = requirement.text("scopeName");
            for _ in resources.iter().filter(|resource| !is_divided(scope, resource)) {
                requirements.report("", FieldRule::QuotaScope, &[&selector.json()], faults);
            }
            scopes.push(scope.to_owned());
        }
        if has_conflict(&scopes) {
            requirements.report("", FieldRule::QuotaScopes, &["null"], faults);
        }
    }
    let Some(scopes) = spec.get("scopes") else { return };
    let names: Vec<String> = scopes.items().map(|scope| scope.own_text().to_owned()).collect();
    for name in &names {
        if !is_scope(served, name) {
            scopes.report("", FieldRule::UnknownScope, &[&scopes.json()], faults);
        }
        for _ in resources.iter().filter(|resource| !is_divided(name, resource)) {
            scopes.report("", FieldRule::QuotaScope, &[&scopes.json()], faults);
        }
    }
    if has_conflict(&names) {
        scopes.report("", FieldRule::QuotaScopes, &[&scopes.json()], faults);
    }
}

fn check_quota_resource(hard: &Field<'_>, resource: &str, amount: &str, faults: &mut FieldFaults) {
    let place = format!("[{resource}]");
    let quoted = |text: &str| format!("{text:?}");
    check_name(hard, &place, resource, NameForm::Key, faults);
    if !resource.contains('/') && !is_quota_resource(resource) {
        for why in ["must be a standard resource type or fully qualified", "must be a standard resource for quota"] {
            hard.report_invalid(&place, &quoted(resource), why, faults);
        }
    }
    let Some(quantity) = Quantity::parse(amount) else { return };
    if quantity.nanos() < 0 {
        hard.report(&place, FieldRule::Negative, &[&quoted(amount)], faults);
    }
    if (COUNTS.contains(&resource) || resource.starts_with("count/")) && quantity.milli_value() % 1000 != 0 {
        hard.report_invalid(&place, &quoted(amount), "must be an integer", faults);
    }
}

fn check_scope_requirement(requirement: &Field<'_>, served: &ServedApi, faults: &mut FieldFaults) {
    let (scope, operator) = (requirement.text("scopeName"), requirement.text("operator"));
    if !is_scope(served, scope) {
        requirement.report(".scopeName", FieldRule::UnknownScope, &[&format!("{scope:?}")], faults);
    }
    if SCOPES_WITHOUT_VALUES.contains(&scope) && operator != "Exists" {
        let why = "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, \
                   ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";
        requirement.report_invalid(".operator", &format!("{operator:?}"), why, faults);
    }
    let values = requirement.get("values").filter(|values| !values.is_blank());
    match (operator, &values) {
        ("In" | "NotIn", None) => {
            let why = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
            requirement.report_reason(".values", FieldRule::NeededHere, why, faults);
        }
        ("Exists" | "DoesNotExist", Some(values)) => {
            let why = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
            values.report_invalid("", &values.json(), why, faults);
        }
        ("In" | "NotIn" | "Exists" | "DoesNotExist", _) => {}
        _ => requirement.report_invalid(".operator", &format!("{operator:?}"), "not a valid selector operator", faults),
    }
}

/// Two bounds of a limit range of which the first must not exceed the second.
struct BoundOrder {
    /// The field, and its name in the API server's message.
    low: (&'static str, &'static str),
    high: (&'static str, &'static str),
    /// The field to which the error is attributed.
    blamed: &'static str,
    /// Whether the message shows the value of `high`, not of `low`.
    is_high_shown: bool,
}

const BOUND_ORDERS: [BoundOrder; 6] = {
    const MIN: (&str, &str) = ("min", "min");
    const MAX: (&str, &str) = ("max", "max");
    const REQUEST: (&str, &str) = ("defaultRequest", "default request");
    const LIMIT: (&str, &str) = ("default", "default limit");
    const DEFAULT: (&str, &str) = ("default", "default");
    [
        BoundOrder { low: MIN, high: MAX, blamed: "min", is_high_shown: false },
        BoundOrder { low: MIN, high: REQUEST, blamed: "defaultRequest", is_high_shown: true },
        BoundOrder { low: REQUEST, high: MAX, blamed: "defaultRequest", is_high_shown: false },
        BoundOrder { low: REQUEST, high: LIMIT, blamed: "defaultRequest", is_high_shown: false },
        BoundOrder { low: MIN, high: DEFAULT, blamed: "default", is_high_shown: false },
        BoundOrder { low: DEFAULT, high: MAX, blamed: "default", is_high_shown: true },
    ]
};

/// The lists of a limit range that have an amount for each resource.
const AMOUNT_LISTS: [&str; 5] = ["max", "min", "default", "defaultRequest", "maxLimitRequestRatio"];

pub(super) fn check_limit_range(spec: &Field<'_>, faults: &mut FieldFaults) {
    let Some(limits) = spec.get("limits") else { return };
    let mut types = Set::new();
    for item in limits.items() {
        check_range_type(&item, faults);
        let range_type = item.text("type");
        if range_type.is_empty() {
            check_name(&item, ".type", range_type, NameForm::Key, faults);
        }
        if !types.insert(range_type.to_owned()) {
            item.report(".type", FieldRule::Duplicate, &[range_type], faults);
        }
        for list in AMOUNT_LISTS.into_iter().filter(|_| matches!(range_type, "Pod" | "Container")) {
            if let Some(amounts) = item.get(list) {
                for resource in amounts.keys() {
                    report_unknown_resource(&amounts, resource, faults);
                }
            }
        }
        if range_type == "Pod" {
            for field in ["default", "defaultRequest"].into_iter().filter(|field| item.has(field)) {
                item.report(&format!(".{field}"), FieldRule::RangeDefault, &[], faults);
            }
        }
        let bounds_storage = |list| item.get(list).is_some_and(|amounts| amounts.has("storage"));
        if range_type == "PersistentVolumeClaim" && !["min", "max"].into_iter().any(bounds_storage) {
            let why = "either minimum or maximum storage value is required, but neither was provided";
            item.report_reason(".limits", FieldRule::NeededHere, why, faults);
        }
        check_bounds(&item, faults);
        check_ratios(&item, faults);
    }
}

fn check_bounds(item: &Field<'_>, faults: &mut FieldFaults) {
    for BoundOrder { low: (low, low_name), high: (high, high_name), blamed, is_high_shown } in BOUND_ORDERS {
        let (Some(lows), Some(highs)) = (item.get(low), item.get(high)) else { continue };
        for (resource, low_amount) in lows.texts() {
            let high_amount = highs.text(resource);
            let Some((low, high)) = Quantity::parse(low_amount).zip(Quantity::parse(high_amount)) else { continue };
            if low.nanos() > high.nanos() {
                let value = if is_high_shown { high_amount } else { low_amount };
                let values = [value, low_name, low_amount, high_name, high_amount];
                item.report(&format!(".{blamed}[{resource}]"), FieldRule::RangeOrder, &values, faults);
            }
            let is_default = (low_name, high_name) == ("default request", "default limit");
            if is_default && is_not_overcommitted(resource) && low.nanos() != high.nanos() {
                let why = format!(
                    "default value {high_amount} must equal to defaultRequest value {low_amount} in {resource}"
                );
                item.report_invalid(&format!(".{blamed}[{resource}]"), &format!("{low_amount:?}"), &why, faults);
            }
        }
    }
}

/// Checks the ratios of limits to requests.
fn check_ratios(item: &Field<'_>, faults: &mut FieldFaults) {
    let Some(ratios) = item.get("maxLimitRequestRatio") else { return };
    for (resource, ratio) in ratios.texts() {
        let bound = |list: &str| item.get(list).and_then(|amounts| Quantity::parse(amounts.text(resource)));
        let Some(amount) = Quantity::parse(ratio) else { continue };
        let (place, value) = (format!("[{resource}]"), format!("{ratio:?}"));
        if amount.milli_value() < 1000 {
            ratios.report_invalid(&place, &value, &format!("ratio {ratio} is less than 1"), faults);
        }
        let Some((low, high)) = bound("min").zip(bound("max")) else { continue };
        let (low, high, ratio_limit) =
            (i128::from(low.milli_value()), i128::from(high.milli_value()), i128::from(amount.milli_value()));
        if low > 0 && ratio_limit * low > high * 1000 {
            // Six decimal places, rounded.
            let millionths = (high * 1_000_000 * 2 + low) / (2 * low);
            let quotient = format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
            ratios.report_invalid(
                &place,
                &value,
                &format!("ratio {ratio} is greater than max/min = {quotient}"),
                faults,
            );
        }
    }
}
