//! Validation of objects as written: rules about fields that are not simulated, and about the difference between absent and explicit values.
//!
//! The rules use the tree of an object, not the decoded object, so that no type needs a field only for a rule. Checks that depend on other objects,
//! or on defaults, are in `admission`.
//!
//! Whether a violation is an error depends on the origin of the object ([`Provenance`]). A new object is rejected. An object from a cluster was
//! accepted by an API server, perhaps an older one: it is loaded with a notice. Required fields that scheduling does not need may be omitted, with a
//! notice too.
//!
//! Upstream: `pkg/apis/{core,apps,batch,policy,scheduling}/validation` of v1.36.

mod check_table;
mod container_rules;
mod cron_rules;
mod device_rules;
mod field;
mod field_checks;
mod group_rules;
mod job_rules;
mod pod_rules;
mod policy_rules;
mod provenance;
mod quota_rules;
mod request_policy_rules;
mod rule_context;
mod service_rules;
mod storage_rules;
mod word_rules;
mod workload_rules;

use api::{Kind, Quantity, WorkloadKind};
use check_table::CHECKS;
use container_rules::{check_amounts, check_containers};
use cron_rules::check_cron_job;
pub(super) use field::FieldFault;
use field::{Field, FieldFaults};
use field_checks::{check_metadata, check_name, check_rows};
use findings::{FieldError, FieldRule, NameForm};
use group_rules::{check_gang_workload, check_group};
use pod_rules::check_pod_spec;
use policy_rules::{check_budget, check_node, check_priority_class};
pub(super) use provenance::{Provenance, leniency};
use quota_rules::{check_limit_range, check_quota};
pub use rule_context::CompileSelectorFn;
pub(super) use rule_context::RuleContext;
pub(super) use word_rules::CONTAINER_RESTART_POLICIES;
use workload_rules::check_workload;

use crate::tree::TreeNode;

/// Checks an object of a rare kind. [`check_rare_object`] is the only value; it can be loaded lazily.
pub(super) type RareRules = fn(Kind, &TreeNode, &RuleContext) -> Vec<FieldFault>;

/// Checks an object. Without `rare_rules`, objects of rare kinds are not checked.
pub(super) fn check_object(
    kind: Kind,
    node: &TreeNode,
    context: &RuleContext,
    rare_rules: Option<RareRules>,
) -> Vec<FieldFault> {
    let provenance = context.provenance;
    let mut faults = FieldFaults::new();
    let root = Field::new(node);
    match (kind, root.get("spec")) {
        (Kind::PriorityClass, _) => check_priority_class(&root, &mut faults),
        (Kind::Pod, Some(spec)) => {
            check_pod_spec(&spec, provenance, &mut faults);
            check_containers(&spec, provenance, &[], &mut faults);
            check_pod_alone(&spec, &mut faults);
        }
        (Kind::Node, Some(spec)) => check_node(&spec, &mut faults),
        (Kind::PodDisruptionBudget, Some(spec)) => check_budget(&spec, &mut faults),
        (Kind::Deployment, Some(spec)) => check_workload(WorkloadKind::Deployment, &spec, provenance, &mut faults),
        _ => return rare_rules.map_or(faults, |check| check(kind, node, context)),
    }
    faults
}

/// Before a DaemonSet could have a surge, one of its pods had to be unavailable during an update.
const FIRST_MINOR_WITH_DAEMON_SURGE: u32 = 21;

fn forbid_zero_unavailable(fault: &mut FieldFault) {
    if fault.error.rule == FieldRule::DaemonNoRoll {
        fault.error = FieldError { rule: FieldRule::Invalid, values: vec!["0".into(), "cannot be 0".into()] };
    }
}

/// Checks an object of a rare kind.
pub(super) fn check_rare_object(kind: Kind, node: &TreeNode, context: &RuleContext) -> Vec<FieldFault> {
    let RuleContext { provenance, served, .. } = *context;
    let mut faults = FieldFaults::new();
    let root = Field::new(node);
    if matches!(kind, Kind::RuntimeClass | Kind::LimitRange | Kind::ResourceQuota) {
        check_metadata(&root, provenance == Provenance::New && kind != Kind::LimitRange, &mut faults);
    }
    check_rows(CHECKS, kind.name(), &root, provenance, &mut faults);
    match kind {
        Kind::StorageClass => storage_rules::check_class(&root, &mut faults),
        Kind::RuntimeClass => check_runtime_class(&root, &mut faults),
        _ => {}
    }
    let Some(spec) = root.get("spec") else { return faults };
    match (kind, kind.workload()) {
        (_, Some(workload)) => {
            check_workload(workload, &spec, provenance, &mut faults);
            if served.release.minor() < FIRST_MINOR_WITH_DAEMON_SURGE {
                faults.iter_mut().for_each(forbid_zero_unavailable);
            }
        }
        (Kind::PodGroup, _) => check_group(&spec, &mut faults),
        (Kind::Workload, _) => check_gang_workload(&spec, &mut faults),
        (Kind::ResourceQuota, _) => check_quota(&spec, &served, &mut faults),
        (Kind::LimitRange, _) => check_limit_range(&spec, &mut faults),
        (Kind::PersistentVolume, _) => storage_rules::check_volume(&spec, provenance, &mut faults),
        (Kind::VolumeAttachment, _) => storage_rules::check_attachment(&spec, provenance, &mut faults),
        (Kind::Namespace, _) => check_namespace(&spec, &mut faults),
        (Kind::PersistentVolumeClaim, _) => storage_rules::check_claim(&spec, provenance, &mut faults),
        (Kind::ResourceClaim, _) => device_rules::check_claim(&spec, context, &mut faults),
        (Kind::ResourceClaimTemplate, _) => {
            spec.get("spec").iter().for_each(|spec| device_rules::check_claim(spec, context, &mut faults));
        }
        (Kind::DeviceClass, _) => device_rules::check_class(&spec, context, &mut faults),
        (Kind::Service, _) => service_rules::check_service(&spec, provenance, &mut faults),
        (Kind::ResourceSlice, _) => device_rules::check_slice(&spec, provenance, &mut faults),
        _ => {}
    }
    faults
}

/// Checks an object of a kind that is not simulated.
pub(super) fn check_unread_object(kind: &str, node: &TreeNode, provenance: Provenance) -> Vec<FieldFault> {
    let mut faults = FieldFaults::new();
    let root = Field::new(node);
    if matches!(kind, "CronJob" | "Lease") {
        check_metadata(&root, provenance == Provenance::New, &mut faults);
    }
    check_rows(CHECKS, kind, &root, provenance, &mut faults);
    if kind == "CronJob" {
        check_cron_job(&root, provenance, &mut faults);
    }
    faults
}

/// Checks the finalizers of a namespace, which are not those of its metadata. Upstream: `validateFinalizerName` of `pkg/apis/core/validation`.
fn check_namespace(spec: &Field<'_>, faults: &mut FieldFaults) {
    let Some(finalizers) = spec.get("finalizers") else { return };
    for finalizer in finalizers.items() {
        let name = finalizer.own_text();
        check_name(&finalizers, "", name, NameForm::Key, faults);
        if !name.contains('/') && !matches!(name, "kubernetes" | "orphan" | "foregroundDeletion") {
            let why = "name is neither a standard finalizer name nor is it fully qualified";
            finalizers.report_invalid("", &format!("{name:?}"), why, faults);
        }
    }
}

/// Checks the overhead and the tolerations of a runtime class. Upstream: `ValidateRuntimeClass` of `pkg/apis/node/validation`.
fn check_runtime_class(class: &Field<'_>, faults: &mut FieldFaults) {
    if let Some(overhead) = class.get("overhead")
        && let Some(amounts) = overhead.get("podFixed")
    {
        check_amounts(&amounts, faults);
        for (resource, amount) in amounts.texts() {
            if Quantity::parse(amount).is_some_and(|amount| amount.nanos() < 0) {
                amounts.report(&format!("[{resource}]"), FieldRule::Negative, &[&format!("{amount:?}")], faults);
            }
        }
    }
    let Some(scheduling) = class.get("scheduling") else { return };
    let Some(tolerations) = scheduling.get("tolerations") else { return };
    let mut seen = Vec::new();
    for toleration in tolerations.items() {
        pod_rules::check_toleration(&toleration, faults);
        let identity = ["key", "operator", "value", "effect"].map(|key| toleration.text(key));
        if seen.contains(&identity) {
            toleration.report("", FieldRule::DuplicateObject, &[&toleration.json()], faults);
        }
        seen.push(identity);
    }
}

/// Reports names that kubectl reads as booleans, and rejects.
pub(super) fn check_boolean_names(node: &TreeNode) -> Vec<FieldFault> {
    let mut faults = FieldFaults::new();
    let root = Field::new(node);
    let Some(metadata) = root.get("metadata") else { return faults };
    for key in ["name", "namespace"].into_iter().filter(|key| metadata.get(key).is_some_and(|name| name.is_boolean())) {
        metadata.report(&format!(".{key}"), FieldRule::BooleanName, &[&format!("metadata.{key}")], &mut faults);
    }
    if let Some(labels) = metadata.get("labels").filter(Field::has_boolean) {
        labels.report("", FieldRule::BooleanName, &["metadata.labels"], &mut faults);
    }
    faults
}

/// Checks rules for pods that do not apply to templates.
fn check_pod_alone(spec: &Field<'_>, faults: &mut FieldFaults) {
    let has_gates = spec.get("schedulingGates").is_some_and(|gates| gates.items().next().is_some());
    if has_gates && !spec.text("nodeName").is_empty() {
        spec.report(".nodeName", FieldRule::GatedNode, &[], faults);
    }
    if spec.has("overhead") && spec.text("runtimeClassName").is_empty() {
        spec.report(".overhead", FieldRule::OverheadAlone, &[], faults);
    }
}

#[cfg(test)]
mod tests;
