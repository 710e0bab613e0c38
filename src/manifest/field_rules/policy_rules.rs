//! Rules for objects that restrict pods and nodes: classes, disruption budgets, quotas, limit ranges, taints. Upstream:
//! `pkg/apis/{scheduling,policy,core}/validation`.

use api::{Quantity, QuotaScope, Set};
use findings::FieldRule;
use releases::served_api::ServedApi;

use super::{
    field::{Field, FieldFaults},
    word_rules::check_range_type,
};
use crate::admission::SYSTEM_CLASSES;

pub(super) fn check_priority_class(class: &Field<'_>, faults: &mut FieldFaults) {
    let Some(metadata) = class.get("metadata") else { return };
    let name = metadata.text("name");
    if name.starts_with("system-") && SYSTEM_CLASSES.iter().all(|(system_class, _)| *system_class != name) {
        metadata.report(".name", FieldRule::SystemClassName, &[name], faults);
    }
}

pub(super) fn check_budget(spec: &Field<'_>, faults: &mut FieldFaults) {
    let policy = spec.text("unhealthyPodEvictionPolicy");
    if !matches!(policy, "" | "AlwaysAllow" | "IfHealthyBudget") {
        spec.report(".unhealthyPodEvictionPolicy", FieldRule::UnhealthyPolicy, &[policy], faults);
    }
}

/// Resources to which scopes apply, besides the number of pods.
const COMPUTE_RESOURCES: [&str; 6] =
    ["cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory"];

/// Whether the API server of a release knows a quota scope.
fn is_scope(served: &ServedApi, scope: &str) -> bool {
    (QuotaScope::WORDS.contains(&scope) || scope == "VolumeAttributesClass")
        && served.has_value("ResourceQuotaSpec.scopes", scope)
}

pub(super) fn check_quota(spec: &Field<'_>, served: &ServedApi, faults: &mut FieldFaults) {
    if let Some(selector) = spec.get("scopeSelector")
        && let Some(requirements) = selector.get("matchExpressions")
    {
        for requirement in requirements.items() {
            let scope = requirement.text("scopeName");
            if !is_scope(served, scope) {
                requirement.report(".scopeName", FieldRule::UnknownScope, &[&format!("{scope:?}")], faults);
            }
        }
    }
    let Some(scopes) = spec.get("scopes") else { return };
    let names: Vec<String> = scopes.items().map(|scope| scope.own_text().to_owned()).collect();
    for _ in names.iter().filter(|name| !is_scope(served, name)) {
        scopes.report("", FieldRule::UnknownScope, &[&scopes.json()], faults);
    }
    let has = |name: &str| names.iter().any(|other| other == name);
    let hard = spec.get("hard");
    let divides = |resource: &str| resource == "pods" || !has("BestEffort") && COMPUTE_RESOURCES.contains(&resource);
    // This scope applies to claims.
    if !has("VolumeAttributesClass") && hard.is_some_and(|hard| hard.texts().any(|(resource, _)| !divides(resource))) {
        scopes.report("", FieldRule::QuotaScope, &[&scopes.json()], faults);
    }
    let excludes = |one: &str, other: &str| has(one) && has(other);
    if excludes("BestEffort", "NotBestEffort") || excludes("Terminating", "NotTerminating") {
        scopes.report("", FieldRule::QuotaScopes, &[&scopes.json()], faults);
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
    shows_high: bool,
}

const BOUND_ORDERS: [BoundOrder; 6] = {
    const MIN: (&str, &str) = ("min", "min");
    const MAX: (&str, &str) = ("max", "max");
    const REQUEST: (&str, &str) = ("defaultRequest", "default request");
    const LIMIT: (&str, &str) = ("default", "default limit");
    const DEFAULT: (&str, &str) = ("default", "default");
    [
        BoundOrder { low: MIN, high: MAX, blamed: "min", shows_high: false },
        BoundOrder { low: MIN, high: REQUEST, blamed: "defaultRequest", shows_high: true },
        BoundOrder { low: REQUEST, high: MAX, blamed: "defaultRequest", shows_high: false },
        BoundOrder { low: REQUEST, high: LIMIT, blamed: "defaultRequest", shows_high: false },
        BoundOrder { low: MIN, high: DEFAULT, blamed: "default", shows_high: false },
        BoundOrder { low: DEFAULT, high: MAX, blamed: "default", shows_high: true },
    ]
};

pub(super) fn check_limit_range(spec: &Field<'_>, faults: &mut FieldFaults) {
    let Some(limits) = spec.get("limits") else { return };
    let mut types = Set::new();
    for item in limits.items() {
        check_range_type(&item, faults);
        if !types.insert(item.text("type").to_owned()) {
            item.report(".type", FieldRule::Duplicate, &[item.text("type")], faults);
        }
        if item.text("type") == "Pod" {
            for field in ["default", "defaultRequest"].into_iter().filter(|field| item.has(field)) {
                item.report(&format!(".{field}"), FieldRule::RangeDefault, &[], faults);
            }
        }
        for BoundOrder { low: (low, low_name), high: (high, high_name), blamed, shows_high } in BOUND_ORDERS {
            let (Some(lows), Some(highs)) = (item.get(low), item.get(high)) else { continue };
            for (resource, low_amount) in lows.texts() {
                let high_amount = highs.text(resource);
                let amounts = Quantity::parse(low_amount).zip(Quantity::parse(high_amount));
                if amounts.is_some_and(|(low, high)| low.nanos() > high.nanos()) {
                    let value = if shows_high { high_amount } else { low_amount };
                    let values = [value, low_name, low_amount, high_name, high_amount];
                    item.report(&format!(".{blamed}[{resource}]"), FieldRule::RangeOrder, &values, faults);
                }
            }
        }
    }
}

pub(super) fn check_node(spec: &Field<'_>, faults: &mut FieldFaults) {
    let Some(taints) = spec.get("taints") else { return };
    let mut keys = Set::new();
    for taint in taints.items() {
        if !keys.insert((taint.text("key").to_owned(), taint.text("effect").to_owned())) {
            taint.report("", FieldRule::RepeatedTaint, &[&taint.json()], faults);
        }
    }
}
