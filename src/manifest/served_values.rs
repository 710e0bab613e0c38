//! Values that the API server of a release does not accept, and what it refuses without the fields that it has dropped.

use findings::{FieldError, FieldRule};
use releases::served_api::{ApiType, ServedApi};

use super::{
    field_rules::{CONTAINER_RESTART_POLICIES, FieldFault},
    tree::{Span, TreeNode, Value},
};

/// The feature gate that gives any container a restart policy. Without it, only an init container may have one.
const RESTART_GATE: &str = "ContainerRestartRules";

/// The feature gate that lets a pod have huge pages of several sizes. The earliest releases do not know it.
const HUGE_PAGE_GATE: &str = "HugePageStorageMediumSize";
const FIRST_MINOR_WITH_HUGE_PAGE_GATE: u32 = 18;
const HUGE_PAGES: &str = "hugepages-";

fn unknown_word(word: &str, known: &[&str]) -> FieldError {
    let known = known.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", ");
    let given = format!("{:?}", api::shorten(word).as_str());
    FieldError { rule: FieldRule::UnknownWord, values: vec![given.into(), known.into()] }
}

/// Checks the value of a field, or each one of a list.
pub(super) fn check_value(served: &ServedApi, object_type: ApiType, field: &str, value: &TreeNode) -> Vec<FieldError> {
    let Some(values) = served.values(object_type, field) else { return Vec::new() };
    let texts: Vec<&str> = match &value.value {
        Value::Scalar { text, .. } => vec![text.as_str()],
        Value::Sequence(items) => items.iter().filter_map(TreeNode::text).collect(),
        Value::Mapping(_) => return Vec::new(),
    };
    let refused = texts.into_iter().filter(|text| !text.is_empty() && values.refuses(text));
    refused.map(|text| unknown_word(text, &values.served)).collect()
}

/// Checks the restart policy of a container in one of the lists of a pod's spec, if it is a known word. Upstream:
/// `validateInitContainerRestartPolicy`, `validateContainers`.
pub(super) fn check_restart_policy(served: &ServedApi, list: &str, value: &TreeNode) -> Vec<FieldError> {
    let policy = value.text().unwrap_or_default();
    let is_free = served.gate_state(RESTART_GATE) != Some(false);
    match list {
        _ if is_free || !CONTAINER_RESTART_POLICIES.contains(&policy) => Vec::new(),
        "initContainers" if policy != "Always" => vec![unknown_word(policy, &["Always"])],
        "containers" => vec![FieldError { rule: FieldRule::OfInitContainers, values: Vec::new() }],
        _ => Vec::new(),
    }
}

/// Whether a volume has no source but one, which is dropped.
pub(super) fn is_source_missing(object_type: ApiType, volume: &TreeNode, dropped: &str) -> bool {
    let Value::Mapping(pairs) = &volume.value else { return false };
    let is_other = |(key, value): &(TreeNode, TreeNode)| {
        key.text().is_some_and(|name| name != "name" && name != dropped) && !value.is_null()
    };
    object_type.name() == "Volume" && !pairs.iter().any(is_other)
}

/// The fault of a volume that had no other source. One without any source is an `emptyDir`, but that is decided before fields are dropped.
pub(super) fn no_volume_type(path: String, span: Span) -> FieldFault {
    FieldFault { path, span, error: FieldError { rule: FieldRule::NoVolumeType, values: Vec::new() } }
}

/// Checks that a pod has huge pages of one size, in a release that allows only one. Upstream: `ValidatePodSingleHugePageResources`.
pub(super) fn check_huge_pages(served: &ServedApi, pod: &TreeNode, faults: &mut Vec<FieldFault>) {
    let is_gate_off = served.gate_state(HUGE_PAGE_GATE) == Some(false);
    let allows_one = is_gate_off || served.release.minor() < FIRST_MINOR_WITH_HUGE_PAGE_GATE;
    let Some(spec) = pod.get("spec").filter(|_| allows_one) else { return };
    let mut sizes: Vec<&str> = Vec::new();
    for list in ["initContainers", "containers"] {
        let Some(Value::Sequence(containers)) = spec.get(list).map(|list| &list.value) else { continue };
        for resources in containers.iter().filter_map(|container| container.get("resources")) {
            for amounts in ["requests", "limits"].into_iter().filter_map(|list| resources.get(list)) {
                let Value::Mapping(pairs) = &amounts.value else { continue };
                let names = pairs.iter().filter_map(|(key, _)| key.text());
                sizes.extend(names.filter(|name| name.starts_with(HUGE_PAGES)));
            }
        }
    }
    sizes.sort_unstable();
    sizes.dedup();
    if sizes.len() > 1 {
        let names = sizes.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
        let error = FieldError { rule: FieldRule::HugePageSizes, values: vec![names.into()] };
        faults.push(FieldFault { path: "spec".to_owned(), span: spec.span, error });
    }
}
