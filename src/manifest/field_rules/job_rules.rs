//! Rules for Jobs. Upstream: `ValidateJobSpec` of `pkg/apis/batch/validation`.

use api::Set;
use findings::{FieldRule, NameForm};

use super::{
    check_table::JOB_CHECKS,
    field::{Field, FieldFaults},
    field_checks::{check_not_negative, check_rows},
    provenance::Provenance,
    word_rules::{check_completion_mode, check_word},
};
use crate::admission::has_form;

/// The most pods of an Indexed Job that run at once.
const MOST_INDEXES_AT_ONCE: i64 = 100_000;

pub(super) fn check_job(spec: &Field<'_>, provenance: Provenance, faults: &mut FieldFaults) {
    // The API server generated the selector of a Job from a cluster.
    if let Some(selector) = spec.get("selector").filter(|_| provenance != Provenance::Cluster)
        && spec.text("manualSelector") != "true"
    {
        selector.report("", FieldRule::JobSelector, &[&selector.json()], faults);
    }
    let is_indexed = spec.text("completionMode") == "Indexed";
    if spec.has("backoffLimitPerIndex") && !is_indexed {
        let limit = spec.text("backoffLimitPerIndex");
        spec.report(".backoffLimitPerIndex", FieldRule::BackoffPerIndex, &[limit], faults);
    }
    if spec.has("maxFailedIndexes") && !is_indexed {
        let value = spec.text("maxFailedIndexes");
        spec.report_invalid(".maxFailedIndexes", value, "requires indexed completion mode", faults);
    }
    if spec.has("maxFailedIndexes") && !spec.has("backoffLimitPerIndex") && provenance == Provenance::New {
        spec.report_reason(
            ".backoffLimitPerIndex",
            FieldRule::NeededHere,
            "when maxFailedIndexes is specified",
            faults,
        );
    }
    check_not_negative(spec, "ttlSecondsAfterFinished", faults);
    if let Some(policy) = spec.get("successPolicy").filter(|_| !is_indexed) {
        policy.report_invalid("", &policy.json(), "requires indexed completion mode", faults);
    }
    // Without both numbers, each is 1.
    let is_count_missing = spec.has("parallelism") && !spec.has("completions");
    if is_indexed && provenance == Provenance::New && is_count_missing {
        spec.report_reason(".completions", FieldRule::NeededHere, "when completion mode is Indexed", faults);
    }
    let replacements: &[&str] =
        if spec.has("podFailurePolicy") { &["Failed"] } else { &["Failed", "TerminatingOrFailed"] };
    check_word(spec, "podReplacementPolicy", replacements, None, faults);
    check_completion_mode(spec, faults);
    if let Some(manager) = spec.get("managedBy") {
        let name = manager.own_text();
        if name.split_once('/').is_none_or(|(domain, path)| !has_form(domain, NameForm::Subdomain) || path.is_empty()) {
            let why = "must be a domain-prefixed path (such as \"acme.io/foo\")";
            manager.report_invalid("", &format!("{name:?}"), why, faults);
        }
    }
    check_rows(JOB_CHECKS, "", spec, provenance, faults);
    check_index_counts(spec, is_indexed, faults);
    check_failure_policy(spec, provenance, faults);
    check_success_policy(spec, provenance, faults);
    let Some(template) = spec.get("template") else { return };
    let Some(pod_spec) = template.get("spec") else { return };
    match pod_spec.text("restartPolicy") {
        "OnFailure" if spec.has("podFailurePolicy") => {
            pod_spec.report(".restartPolicy", FieldRule::FailurePolicyRestart, &["OnFailure"], faults);
        }
        "" if provenance != Provenance::New => {}
        "" | "Always" => pod_spec.report(".restartPolicy", FieldRule::JobRestart, &[], faults),
        // The value is valid, or admission rejects it.
        _ => {}
    }
}

/// Checks the numbers of an Indexed Job against each other.
fn check_index_counts(spec: &Field<'_>, is_indexed: bool, faults: &mut FieldFaults) {
    if !is_indexed {
        return;
    }
    if spec.number("parallelism").is_some_and(|parallelism| parallelism > MOST_INDEXES_AT_ONCE) {
        let why = format!("must be less than or equal to {MOST_INDEXES_AT_ONCE} when completion mode is Indexed");
        spec.report_invalid(".parallelism", spec.text("parallelism"), &why, faults);
    }
    let numbers = spec.number("maxFailedIndexes").zip(spec.number("completions"));
    if numbers.is_some_and(|(failed, completions)| failed > completions) {
        let why = "must be less than or equal to completions";
        spec.report_invalid(".maxFailedIndexes", spec.text("maxFailedIndexes"), why, faults);
    }
}

fn check_failure_policy(spec: &Field<'_>, provenance: Provenance, faults: &mut FieldFaults) {
    let Some(policy) = spec.get("podFailurePolicy") else { return };
    for rule in policy.get("rules").iter().flat_map(Field::items) {
        if rule.text("action") == "FailIndex" && !spec.has("backoffLimitPerIndex") {
            rule.report_invalid(".action", "\"FailIndex\"", "requires the backoffLimitPerIndex to be set", faults);
        }
        let conditions = rule.get("onPodConditions").filter(|conditions| !conditions.is_blank());
        let why = match (rule.get("onExitCodes"), conditions) {
            (Some(_), Some(_)) => "specifying both OnExitCodes and OnPodConditions is not supported",
            (None, None) if provenance == Provenance::New => {
                "specifying one of OnExitCodes and OnPodConditions is required"
            }
            _ => "",
        };
        if !why.is_empty() {
            rule.report("", FieldRule::InvalidWhole, &[why], faults);
        }
        let Some(codes) = rule.get("onExitCodes") else { continue };
        check_exit_codes(&codes, provenance, faults);
        let container = codes.text("containerName");
        if !container.is_empty() && !has_container(spec, container) {
            let why = "must be one of the container or initContainer names in the pod template";
            codes.report_invalid(".containerName", &format!("{container:?}"), why, faults);
        }
        let Some(values) = codes.get("values") else { continue };
        for value in values.items().filter(|value| codes.text("operator") == "In" && value.own_text() == "0") {
            value.report_invalid("", "0", "must not be 0 for the In operator", faults);
        }
    }
}

/// Whether the template has a container of this name, or one whose name is left out.
fn has_container(spec: &Field<'_>, name: &str) -> bool {
    let Some(template) = spec.get("template") else { return true };
    let Some(pod_spec) = template.get("spec") else { return true };
    ["initContainers", "containers"].into_iter().any(|list| {
        let containers = pod_spec.get(list);
        containers.iter().flat_map(Field::items).any(|container| ["", name].contains(&container.text("name")))
    })
}

/// Checks the list of exit codes of a rule, without their values. Upstream: `validatePodFailurePolicyRuleOnExitCodes`.
fn check_exit_codes(codes: &Field<'_>, provenance: Provenance, faults: &mut FieldFaults) {
    let values = codes.get("values");
    let numbers: Vec<i64> = values.iter().flat_map(Field::items).filter_map(|value| value.whole_number()).collect();
    if numbers.is_empty() && provenance == Provenance::New {
        let value = if values.is_some() { "[]" } else { "null" };
        codes.report_invalid(".values", value, "at least one value is required", faults);
    }
    let mut seen = Set::new();
    for (number, at) in numbers.iter().zip(0..) {
        if !seen.insert(*number) {
            codes.report(&format!(".values[{at}]"), FieldRule::DuplicateObject, &[&number.to_string()], faults);
        }
    }
    if !numbers.is_sorted() {
        codes.report_invalid(".values", &format!("{numbers:?}").replace(' ', ""), "must be ordered", faults);
    }
}

/// Checks the rules by which a Job succeeds early. Upstream: `validateSuccessPolicyRule`.
fn check_success_policy(spec: &Field<'_>, provenance: Provenance, faults: &mut FieldFaults) {
    let Some(policy) = spec.get("successPolicy") else { return };
    for rule in policy.get("rules").iter().flat_map(Field::items) {
        if provenance == Provenance::New && !rule.has("succeededCount") && !rule.has("succeededIndexes") {
            let why = "at least one of succeededCount or succeededIndexes must be specified";
            rule.report_reason("", FieldRule::NeededHere, why, faults);
        }
        let Some(count) = rule.number("succeededCount") else { continue };
        if count < 0 {
            rule.report(".succeededCount", FieldRule::Negative, &[&count.to_string()], faults);
        }
        if let Some(completions) = spec.number("completions").filter(|completions| count > *completions) {
            let why = format!("must be less than or equal to {completions} (the number of specified completions)");
            rule.report_invalid(".succeededCount", &count.to_string(), &why, faults);
        }
    }
}
