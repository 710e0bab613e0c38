//! Rules for workloads. Upstream: `ValidateDeploymentSpec`, `ValidateDaemonSetSpec`, `ValidateStatefulSetSpec` and `ValidateReplicaSetSpec` of
//! `pkg/apis/apps/validation`.
//!
//! The API server accepts a StatefulSet with an invalid template, and rejects its pods. Here it is rejected at once.

use api::WorkloadKind;
use findings::FieldRule;

use super::{
    check_table::CHECKS,
    container_rules::check_containers,
    field::{Field, FieldFaults},
    field_checks::{FieldCheck, check_below, check_not_negative, check_rows, check_selector_labels},
    job_rules::check_job,
    pod_rules::check_pod_spec,
    provenance::Provenance,
    storage_rules::check_claim,
    word_rules::{check_daemon_strategy, check_deployment_strategy, check_set_words},
};

/// The default of a Deployment's `progressDeadlineSeconds`.
const DEFAULT_PROGRESS_DEADLINE: i64 = 600;

pub(super) fn check_workload(kind: WorkloadKind, spec: &Field<'_>, provenance: Provenance, faults: &mut FieldFaults) {
    check_not_negative(spec, "minReadySeconds", faults);
    check_not_negative(spec, "revisionHistoryLimit", faults);
    if kind != WorkloadKind::ReplicationController {
        check_selector_labels(spec, faults);
    }
    match kind {
        WorkloadKind::Deployment => check_deployment(spec, faults),
        WorkloadKind::DaemonSet => check_daemon_set(spec, faults),
        WorkloadKind::StatefulSet => check_stateful_set(spec, provenance, faults),
        WorkloadKind::Job => check_job(spec, provenance, faults),
        WorkloadKind::ReplicaSet | WorkloadKind::ReplicationController => {}
    }
    let makes_own_selector = matches!(kind, WorkloadKind::Job | WorkloadKind::ReplicationController);
    if provenance == Provenance::New && !makes_own_selector && !spec.has("selector") {
        spec.report(".selector", FieldRule::Required, &[], faults);
    }
    let has_empty_selector = |spec: &Field<'_>| {
        let Some(selector) = spec.get("selector") else { return false };
        let mut parts = selector.keys().filter_map(|key| selector.get(key).map(|part| part.is_empty()));
        selector.is_empty() || selector.keys().next().is_some() && parts.all(|is_empty| is_empty)
    };
    if !makes_own_selector && has_empty_selector(spec) {
        let why = format!("empty selector is invalid for {}", kind_in_message(kind));
        spec.report_invalid(".selector", "{}", &why, faults);
    }
    let Some(template) = spec.get("template") else { return };
    let Some(pod_spec) = template.get("spec") else { return };
    if kind != WorkloadKind::Job && pod_spec.has("activeDeadlineSeconds") {
        let owner = if kind == WorkloadKind::Deployment { WorkloadKind::ReplicaSet } else { kind };
        let why = format!("activeDeadlineSeconds in {} is not Supported", owner.kind());
        pod_spec.report_reason(".activeDeadlineSeconds", FieldRule::Forbidden, &why, faults);
    }
    let restart_policy = pod_spec.text("restartPolicy");
    if kind != WorkloadKind::Job && matches!(restart_policy, "OnFailure" | "Never") {
        pod_spec.report(".restartPolicy", FieldRule::AlwaysRestart, &[restart_policy], faults);
    }
    check_pod_spec(&pod_spec, provenance, faults);
    check_containers(&pod_spec, provenance, &claim_volumes(spec), faults);
}

/// How the message about an empty selector calls a workload.
fn kind_in_message(kind: WorkloadKind) -> &'static str {
    match kind {
        WorkloadKind::StatefulSet => "statefulset",
        WorkloadKind::DaemonSet => "daemonset",
        _ => "deployment",
    }
}

/// Checks the Job template of a `CronJob`.
pub(super) fn check_job_template(spec: &Field<'_>, provenance: Provenance, faults: &mut FieldFaults) {
    check_workload(WorkloadKind::Job, spec, provenance, faults);
}

/// Names of the volumes from a StatefulSet's claim templates.
fn claim_volumes(spec: &Field<'_>) -> Vec<String> {
    let Some(templates) = spec.get("volumeClaimTemplates") else { return Vec::new() };
    let name = |template: Field<'_>| template.get("metadata").map(|metadata| metadata.text("name").to_owned());
    templates.items().filter_map(name).collect()
}

fn check_deployment(spec: &Field<'_>, faults: &mut FieldFaults) {
    check_deployment_strategy(spec, faults);
    if let Some(strategy) = spec.get("strategy")
        && strategy.text("type") == "Recreate"
        && strategy.has("rollingUpdate")
    {
        strategy.report(".rollingUpdate", FieldRule::RollingRecreate, &[], faults);
    }
    let deadline = spec.number("progressDeadlineSeconds").unwrap_or(DEFAULT_PROGRESS_DEADLINE);
    if spec.number("minReadySeconds").is_some_and(|seconds| seconds >= deadline) {
        spec.report(".progressDeadlineSeconds", FieldRule::ProgressDeadline, &[&deadline.to_string()], faults);
    }
}

fn check_daemon_set(spec: &Field<'_>, faults: &mut FieldFaults) {
    check_daemon_strategy(spec, faults);
    let Some(strategy) = spec.get("updateStrategy").filter(|strategy| strategy.text("type") != "OnDelete") else {
        return;
    };
    let Some(rolling) = strategy.get("rollingUpdate") else { return };
    let is_zero = |text: &str| matches!(text, "0" | "0%");
    // By default, `maxUnavailable` is 1 and `maxSurge` is 0.
    let unavailable = Some(rolling.text("maxUnavailable")).filter(|text| !text.is_empty()).unwrap_or("1");
    let surge = Some(rolling.text("maxSurge")).filter(|text| !text.is_empty()).unwrap_or("0");
    match (is_zero(unavailable), is_zero(surge)) {
        (true, true) => rolling.report(".maxUnavailable", FieldRule::DaemonNoRoll, &[], faults),
        (false, false) => {
            let value = if surge.parse::<i64>().is_ok() { surge.to_owned() } else { format!("{surge:?}") };
            rolling.report(".maxSurge", FieldRule::DaemonSurge, &[&value], faults);
        }
        _ => {}
    }
}

fn check_stateful_set(spec: &Field<'_>, provenance: Provenance, faults: &mut FieldFaults) {
    for template in spec.get("volumeClaimTemplates").iter().flat_map(Field::items) {
        check_rows(CHECKS, "PersistentVolumeClaim", &template, provenance, faults);
        if let Some(claim) = template.get("spec") {
            check_claim(&claim, provenance, faults);
        }
    }
    check_set_words(spec, faults);
    for moment in ["whenDeleted", "whenScaled"] {
        let path = format!("persistentVolumeClaimRetentionPolicy?.{moment}");
        check_below(spec, &path, FieldCheck::Word(&["Retain", "Delete"]), provenance, faults);
    }
    let strategy = spec.get("updateStrategy");
    if let Some(strategy) = strategy.as_ref().filter(|strategy| strategy.text("type") == "OnDelete")
        && let Some(rolling) = strategy.get("rollingUpdate").filter(|rolling| !rolling.is_blank())
    {
        let partition = rolling.number("partition").unwrap_or(0);
        let value = format!("{{\"Partition\":{partition},\"MaxUnavailable\":null}}");
        rolling.report_invalid("", &value, "only allowed for updateStrategy 'RollingUpdate'", faults);
    }
    let rolling = strategy.as_ref().and_then(|strategy| strategy.get("rollingUpdate"));
    for (parent, field) in [(rolling, "partition"), (spec.get("ordinals"), "start")] {
        if let Some(parent) = &parent {
            check_not_negative(parent, field, faults);
        }
    }
}
