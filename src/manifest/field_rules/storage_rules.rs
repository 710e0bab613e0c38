//! Rules for volumes and their claims that no check of a single field expresses. Upstream: `ValidatePersistentVolumeSpec` and
//! `ValidatePersistentVolumeClaimSpec` of `pkg/apis/core/validation`, and `ValidateStorageClass` of `pkg/apis/storage/validation`.

use api::Quantity;
use findings::{FieldRule, NameForm};

use super::{
    field::{Field, FieldFaults},
    field_checks::{check_name, check_selector_labels},
    provenance::Provenance,
};

/// The fields of a volume's spec that are not its source.
const NO_SOURCES: [&str; 9] = [
    "accessModes",
    "capacity",
    "claimRef",
    "mountOptions",
    "nodeAffinity",
    "persistentVolumeReclaimPolicy",
    "storageClassName",
    "volumeAttributesClassName",
    "volumeMode",
];

pub(super) fn check_claim(spec: &Field<'_>, provenance: Provenance, faults: &mut FieldFaults) {
    check_modes_together(spec, faults);
    let requests =
        spec.get("resources").and_then(|resources| Some(resources.get("requests")?.text("storage").to_owned()));
    match requests.as_deref() {
        None | Some("") if provenance == Provenance::New => {
            spec.report(".resources[storage]", FieldRule::Required, &[], faults);
        }
        Some(storage) if Quantity::parse(storage).is_some_and(|amount| amount.nanos() <= 0) => {
            spec.report_invalid(".resources[storage]", &format!("{storage:?}"), "must be greater than zero", faults);
        }
        _ => {}
    }
    check_selector_labels(spec, faults);
}

pub(super) fn check_volume(spec: &Field<'_>, provenance: Provenance, faults: &mut FieldFaults) {
    check_modes_together(spec, faults);
    if let Some(capacity) = spec.get("capacity") {
        let has_others = capacity.keys().any(|resource| resource != "storage");
        if has_others || provenance == Provenance::New && !capacity.is_blank() && !capacity.has("storage") {
            spec.report(".capacity", FieldRule::UnknownWord, &[&capacity.json(), "\"storage\""], faults);
        }
    }
    let affinity = spec.get("nodeAffinity");
    if let Some(affinity) = &affinity {
        match affinity.get("required") {
            Some(required) => check_node_selector(&required, faults),
            None if provenance == Provenance::New => {
                let why = "must specify required node constraints";
                affinity.report_reason(".required", FieldRule::NeededHere, why, faults);
            }
            None => {}
        }
    }
    let mut sources = spec.keys().filter(|key| !NO_SOURCES.contains(key) && spec.has(key));
    // Nothing here uses the source.
    if sources.next().is_none() && provenance == Provenance::New {
        spec.report_reason("", FieldRule::Required, "must specify a volume type", faults);
    }
    for source in sources {
        spec.report(&format!(".{source}"), FieldRule::VolumeTypes, &[], faults);
    }
    if spec.has("local") && affinity.is_none() {
        spec.report_reason(".nodeAffinity", FieldRule::NeededHere, "Local volume requires node affinity", faults);
    }
    let is_root = spec.get("hostPath").is_some_and(|source| source.text("path") == "/");
    if is_root && spec.text("persistentVolumeReclaimPolicy") == "Recycle" {
        let why = "may not be 'recycle' for a hostPath mount of '/'";
        spec.report_reason(".persistentVolumeReclaimPolicy", FieldRule::Forbidden, why, faults);
    }
    if let Some(class) = spec.get("volumeAttributesClassName") {
        if class.own_text().is_empty() {
            class.report_reason("", FieldRule::NeededHere, "an empty string is disallowed", faults);
        } else if !spec.has("csi") && provenance == Provenance::New {
            let why = "has to be specified when using volumeAttributesClassName";
            spec.report_reason(".csi", FieldRule::NeededHere, why, faults);
        }
    }
}

/// Checks the source of an attachment. Upstream: `ValidateVolumeAttachment`.
pub(super) fn check_attachment(spec: &Field<'_>, provenance: Provenance, faults: &mut FieldFaults) {
    let source = spec.get("source");
    let has = |key: &str| source.as_ref().is_some_and(|source| source.has(key));
    match (has("persistentVolumeName"), has("inlineVolumeSpec")) {
        (false, false) if provenance == Provenance::New => {
            let why = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
            spec.report_reason(".source", FieldRule::NeededHere, why, faults);
        }
        (true, true) => {
            let why = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
            spec.report_reason(".source", FieldRule::Forbidden, why, faults);
        }
        _ => {}
    }
}

/// Checks the parameters and the terms of a storage class.
pub(super) fn check_class(class: &Field<'_>, faults: &mut FieldFaults) {
    if let Some(parameters) = class.get("parameters")
        && parameters.keys().any(str::is_empty)
    {
        parameters.report_invalid("", "\"\"", "field can not be empty.", faults);
    }
    let Some(topologies) = class.get("allowedTopologies") else { return };
    let mut terms: Vec<String> = Vec::new();
    for topology in topologies.items() {
        let term = topology.get("matchLabelExpressions").map(|term| term.json()).unwrap_or_default();
        if terms.contains(&term) {
            topology.report(".matchLabelExpressions", FieldRule::Duplicate, &[""], faults);
        }
        terms.push(term);
    }
}

fn check_modes_together(spec: &Field<'_>, faults: &mut FieldFaults) {
    let Some(modes) = spec.get("accessModes") else { return };
    if modes.items().count() > 1 && modes.items().any(|mode| mode.own_text() == "ReadWriteOncePod") {
        modes.report_reason("", FieldRule::Forbidden, "may not use ReadWriteOncePod with other access modes", faults);
    }
}

/// Checks a node selector of a volume or of devices.
pub(super) fn check_node_selector(selector: &Field<'_>, faults: &mut FieldFaults) {
    let terms = selector.get("nodeSelectorTerms");
    if terms.as_ref().is_none_or(Field::is_blank) {
        let why = "must have at least one node selector term";
        selector.report_reason(".nodeSelectorTerms", FieldRule::NeededHere, why, faults);
    }
    for term in terms.iter().flat_map(Field::items) {
        let Some(requirements) = term.get("matchExpressions") else { continue };
        for requirement in requirements.items() {
            let count = requirement.get("values").map_or(0, |values| values.items().count());
            let operator = requirement.text("operator");
            let (rule, why) = match operator {
                "In" | "NotIn" if count == 0 => {
                    (FieldRule::NeededHere, "must be specified when `operator` is 'In' or 'NotIn'")
                }
                "Exists" | "DoesNotExist" if count > 0 => {
                    (FieldRule::Forbidden, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")
                }
                "Gt" | "Lt" if count != 1 => {
                    (FieldRule::NeededHere, "must be specified single value when `operator` is 'Lt' or 'Gt'")
                }
                _ => {
                    if !matches!(operator, "In" | "NotIn" | "Exists" | "DoesNotExist" | "Gt" | "Lt") {
                        let why = "not a valid selector operator";
                        requirement.report_invalid(".operator", &format!("{operator:?}"), why, faults);
                    }
                    check_name(&requirement, ".key", requirement.text("key"), NameForm::Key, faults);
                    continue;
                }
            };
            requirement.report_reason(".values", rule, why, faults);
        }
    }
}
