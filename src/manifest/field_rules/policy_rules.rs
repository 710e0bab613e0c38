//! Rules for priority classes, disruption budgets and nodes. Upstream: `pkg/apis/{scheduling,policy,core}/validation`.

use api::Set;
use findings::FieldRule;

use super::{
    field::{Field, FieldFaults},
    field_checks::check_selector_labels,
    word_rules::check_word,
};
use crate::admission::SYSTEM_CLASSES;

pub(super) fn check_priority_class(class: &Field<'_>, faults: &mut FieldFaults) {
    check_word(class, "preemptionPolicy", &["PreemptLowerPriority", "Never"], None, faults);
    let Some(metadata) = class.get("metadata") else { return };
    let name = metadata.text("name");
    if name.starts_with("system-") && SYSTEM_CLASSES.iter().all(|(system_class, _)| *system_class != name) {
        metadata.report(".name", FieldRule::SystemClassName, &[name], faults);
    }
}

pub(super) fn check_budget(spec: &Field<'_>, faults: &mut FieldFaults) {
    check_selector_labels(spec, faults);
    let policy = spec.text("unhealthyPodEvictionPolicy");
    if !matches!(policy, "" | "AlwaysAllow" | "IfHealthyBudget") {
        spec.report(".unhealthyPodEvictionPolicy", FieldRule::UnhealthyPolicy, &[policy], faults);
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
