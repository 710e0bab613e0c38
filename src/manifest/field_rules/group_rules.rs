//! Rules for pod groups. Upstream: `pkg/apis/scheduling/v1alpha2`, declarative validation.

use api::Set;
use findings::{FieldRule, NameForm};

use super::{
    field::{Field, FieldFaults},
    field_checks::check_name,
};

/// The highest user-defined priority.
const HIGHEST_PRIORITY: i64 = 1_000_000_000;

/// The maximum number of templates in a `Workload`.
const MOST_TEMPLATES: usize = 8;

pub(super) fn check_group(spec: &Field<'_>, faults: &mut FieldFaults) {
    if let Some(reference) = spec.get("podGroupTemplateRef") {
        match reference.get("workload") {
            None => reference.report("", FieldRule::NoTemplateSource, &[], faults),
            Some(workload) => {
                for field in ["workloadName", "podGroupTemplateName"] {
                    if workload.text(field).is_empty() {
                        workload.report(&format!(".{field}"), FieldRule::Required, &[], faults);
                    }
                }
            }
        }
    }
    check_template_spec(spec, faults);
}

pub(super) fn check_gang_workload(spec: &Field<'_>, faults: &mut FieldFaults) {
    if let Some(reference) = spec.get("controllerRef") {
        for field in ["kind", "name"] {
            if reference.text(field).is_empty() {
                reference.report(&format!(".{field}"), FieldRule::Required, &[], faults);
            }
        }
    }
    let templates = spec.get("podGroupTemplates");
    let count = templates.as_ref().map_or(0, |templates| templates.items().count());
    if count == 0 {
        spec.report(".podGroupTemplates", FieldRule::Required, &[], faults);
    } else if count > MOST_TEMPLATES {
        let values = [count.to_string(), MOST_TEMPLATES.to_string()];
        spec.report(".podGroupTemplates", FieldRule::TooManyItems, &[&values[0], &values[1], "items"], faults);
    }
    let mut names = Set::new();
    for template in templates.iter().flat_map(Field::items) {
        let name = template.text("name");
        if !names.insert(name.to_owned()) {
            template.report("", FieldRule::Duplicate, &[name], faults);
        }
        if name.is_empty() {
            template.report(".name", FieldRule::Required, &[], faults);
        } else if name.contains('.') {
            template.report(".name", FieldRule::DottedName, &[name], faults);
        } else {
            check_name(&template, ".name", name, NameForm::Label, faults);
        }
        check_template_spec(&template, faults);
    }
}

/// Checks the fields that a pod group and a template have in common.
fn check_template_spec(spec: &Field<'_>, faults: &mut FieldFaults) {
    let policy = spec.get("schedulingPolicy");
    let has = |name: &str| policy.as_ref().is_some_and(|policy| policy.has(name));
    match (has("basic"), has("gang")) {
        (false, false) => spec.report(".schedulingPolicy", FieldRule::NoPolicy, &[], faults),
        (true, true) => spec.report(".schedulingPolicy", FieldRule::TwoPolicies, &[], faults),
        _ => {}
    }
    if let Some(gang) = policy.as_ref().and_then(|policy| policy.get("gang")) {
        match gang.number("minCount") {
            None | Some(0) => gang.report(".minCount", FieldRule::Required, &[], faults),
            Some(count) if count < 0 => {
                gang.report(".minCount", FieldRule::NotPositive, &[&count.to_string()], faults);
            }
            Some(_) => {}
        }
    }
    let mode = spec.text("disruptionMode");
    if !matches!(mode, "" | "Pod" | "PodGroup") {
        spec.report(".disruptionMode", FieldRule::DisruptionMode, &[mode], faults);
    }
    if let Some(priority) = spec.number("priority").filter(|priority| *priority > HIGHEST_PRIORITY) {
        spec.report(".priority", FieldRule::PriorityTooHigh, &[&priority.to_string()], faults);
    }
    let constraints = spec.get("schedulingConstraints");
    let Some(topology) = constraints.as_ref().and_then(|constraints| constraints.get("topology")) else { return };
    let count = topology.items().count();
    if count > 1 {
        topology.report("", FieldRule::TooManyItems, &[&count.to_string(), "1", "item"], faults);
    }
    for constraint in topology.items() {
        if constraint.text("key").is_empty() {
            constraint.report(".key", FieldRule::Required, &[], faults);
        }
    }
}
