//! Rules for the spec of a pod, except for its containers. Upstream: `ValidatePodSpec` of `pkg/apis/core/validation`.

use api::Set;
use findings::FieldRule;

use super::{
    field::{Field, FieldFaults},
    provenance::Provenance,
    word_rules::{check_operating_system, check_restart_policy},
};

/// The sources of a volume, in the order in which the API server checks them.
const VOLUME_TYPES: [&str; 29] = [
    "emptyDir",
    "hostPath",
    "gitRepo",
    "gcePersistentDisk",
    "awsElasticBlockStore",
    "secret",
    "nfs",
    "iscsi",
    "glusterfs",
    "flocker",
    "persistentVolumeClaim",
    "rbd",
    "cinder",
    "cephfs",
    "quobyte",
    "downwardAPI",
    "fc",
    "flexVolume",
    "configMap",
    "azureFile",
    "vsphereVolume",
    "photonPersistentDisk",
    "portworxVolume",
    "azureDisk",
    "storageos",
    "projected",
    "scaleIO",
    "csi",
    "ephemeral",
];

pub(super) fn check_pod_spec(spec: &Field<'_>, provenance: Provenance, faults: &mut FieldFaults) {
    if spec.has("activeDeadlineSeconds")
        && spec.number("activeDeadlineSeconds").is_none_or(|seconds| !(1..=i64::from(i32::MAX)).contains(&seconds))
    {
        let seconds = spec.text("activeDeadlineSeconds");
        spec.report(".activeDeadlineSeconds", FieldRule::Deadline, &[seconds], faults);
    }
    check_restart_policy(spec, faults);
    check_operating_system(spec, faults);
    if let Some(tolerations) = spec.get("tolerations") {
        tolerations.items().for_each(|toleration| check_toleration(&toleration, faults));
    }
    if let Some(constraints) = spec.get("topologySpreadConstraints") {
        check_spread(&constraints, provenance, faults);
    }
    if let Some(volumes) = spec.get("volumes") {
        check_volumes(&volumes, provenance, faults);
    }
    check_claims(spec, faults);
}

/// Checks the device claims of a pod and of its containers. Upstream: `validatePodResourceClaims` and `validateResourceClaimNames`.
fn check_claims(spec: &Field<'_>, faults: &mut FieldFaults) {
    let mut names = Set::new();
    if let Some(claims) = spec.get("resourceClaims") {
        for claim in claims.items() {
            let name = claim.text("name");
            if !name.is_empty() && !names.insert(name.to_owned()) {
                claim.report(".name", FieldRule::Duplicate, &[name], faults);
            }
            match (claim.text("resourceClaimName"), claim.text("resourceClaimTemplateName")) {
                ("", "") => claim.report("", FieldRule::NoClaimSource, &[name], faults),
                ("", _) | (_, "") => {}
                (of_claim, of_template) => {
                    claim.report("", FieldRule::TwoClaimSources, &[name, of_claim, of_template], faults);
                }
            }
        }
    }
    let known = match names.is_empty() {
        true => " which is empty".to_owned(),
        false => format!(": {}", names.iter().cloned().collect::<Vec<_>>().join(", ")),
    };
    for list in ["initContainers", "containers"] {
        let Some(containers) = spec.get(list) else { continue };
        for container in containers.items() {
            let Some(resources) = container.get("resources") else { continue };
            let Some(claims) = resources.get("claims") else { continue };
            for claim in claims.items() {
                let name = claim.text("name");
                if !name.is_empty() && !names.contains(name) {
                    claim.report("", FieldRule::ClaimNotListed, &[name, &known], faults);
                }
            }
        }
    }
}

pub(super) fn check_toleration(toleration: &Field<'_>, faults: &mut FieldFaults) {
    let (key, operator, effect) = (toleration.text("key"), toleration.text("operator"), toleration.text("effect"));
    // Admission rejects unknown operators.
    if key.is_empty() && matches!(operator, "" | "Equal" | "Lt" | "Gt") {
        toleration.report(".operator", FieldRule::TolerationKey, &[operator], faults);
    }
    if operator == "Exists" && !toleration.text("value").is_empty() {
        toleration.report(".operator", FieldRule::TolerationValue, &[toleration.text("value")], faults);
    }
    if toleration.has("tolerationSeconds") && effect != "NoExecute" {
        toleration.report(".effect", FieldRule::TolerationSeconds, &[effect], faults);
    }
}

fn check_spread(constraints: &Field<'_>, provenance: Provenance, faults: &mut FieldFaults) {
    let identity = |constraint: &Field<'_>| {
        (constraint.text("topologyKey").to_owned(), constraint.text("whenUnsatisfiable").to_owned())
    };
    let identities: Vec<_> = constraints.items().map(|constraint| identity(&constraint)).collect();
    for (index, constraint) in constraints.items().enumerate() {
        let (key, action) = &identities[index];
        if identities[index + 1..].contains(&identities[index]) {
            constraint.report(".{topologyKey, whenUnsatisfiable}", FieldRule::RepeatedSpread, &[key, action], faults);
        }
        if provenance == Provenance::New && !constraint.has("labelSelector") {
            constraint.report(".labelSelector", FieldRule::NoSpreadSelector, &[], faults);
        }
    }
}

fn check_volumes(volumes: &Field<'_>, provenance: Provenance, faults: &mut FieldFaults) {
    let mut names = Set::new();
    for volume in volumes.items() {
        let name = volume.text("name");
        if name.is_empty() && provenance == Provenance::New {
            volume.report(".name", FieldRule::Missing, &[], faults);
        }
        if !name.is_empty() && !names.insert(name.to_owned()) {
            volume.report(".name", FieldRule::Duplicate, &[name], faults);
        }
        let claim = volume.get("persistentVolumeClaim").filter(|_| provenance == Provenance::New);
        if let Some(claim) = claim.filter(|claim| claim.text("claimName").is_empty()) {
            claim.report(".claimName", FieldRule::Missing, &[], faults);
        }
        let types = VOLUME_TYPES.iter().chain(&["image"]).filter(|source| volume.has(source));
        for source in types.skip(1) {
            volume.report(&format!(".{source}"), FieldRule::VolumeTypes, &[], faults);
        }
    }
}
