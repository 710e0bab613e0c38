//! Rules for volumes and their claims. Upstream: `ValidatePersistentVolumeSpec` and `ValidatePersistentVolumeClaimSpec` of
//! `pkg/apis/core/validation`.

use findings::FieldRule;

use super::field::{Field, FieldFaults};

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

pub(super) fn check_claim(spec: &Field<'_>, faults: &mut FieldFaults) {
    check_modes_together(spec, faults);
}

pub(super) fn check_volume(spec: &Field<'_>, faults: &mut FieldFaults) {
    check_modes_together(spec, faults);
    let sources = spec.keys().filter(|key| !NO_SOURCES.contains(key) && spec.has(key));
    for source in sources.skip(1) {
        spec.report(&format!(".{source}"), FieldRule::VolumeTypes, &[], faults);
    }
    if spec.has("local") && !spec.has("nodeAffinity") {
        spec.report_reason(".nodeAffinity", FieldRule::NeededHere, "Local volume requires node affinity", faults);
    }
}

fn check_modes_together(spec: &Field<'_>, faults: &mut FieldFaults) {
    let Some(modes) = spec.get("accessModes") else { return };
    if modes.items().count() > 1 && modes.items().any(|mode| mode.own_text() == "ReadWriteOncePod") {
        modes.report_reason("", FieldRule::Forbidden, "may not use ReadWriteOncePod with other access modes", faults);
    }
}
