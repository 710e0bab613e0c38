//! Notices about misplaced fields: those of the pod spec that were written elsewhere.

use api::{Kind, Str};
use findings::Notice;

/// Fields of the pod spec that occur nowhere else in the kinds here, unless their types have them.
const OF_POD_SPECS: [&str; 18] = [
    "affinity",
    "containers",
    "hostNetwork",
    "initContainers",
    "nodeName",
    "nodeSelector",
    "overhead",
    "preemptionPolicy",
    "priorityClassName",
    "resourceClaims",
    "restartPolicy",
    "runtimeClassName",
    "schedulerName",
    "schedulingGates",
    "terminationGracePeriodSeconds",
    "tolerations",
    "topologySpreadConstraints",
    "volumes",
];

/// Fields of `affinity`.
const OF_AFFINITY: [&str; 3] = ["nodeAffinity", "podAffinity", "podAntiAffinity"];

/// The notice about a field that its type does not have, if it belongs elsewhere or does not exist at all.
pub(super) fn place_notice(kind: &str, path: &str) -> Option<Notice> {
    let known_kind = Kind::from_name(kind)?;
    let pod_spec = match known_kind.workload() {
        Some(_) => "spec.template.spec",
        None if known_kind == Kind::Pod => "spec",
        None => return None,
    };
    let field = path.rsplit('.').next().unwrap_or(path);
    let proper_path = if OF_POD_SPECS.contains(&field) {
        format!("{pod_spec}.{field}")
    } else if OF_AFFINITY.contains(&field) {
        format!("{pod_spec}.affinity.{field}")
    } else if path == field && !matches!(field, "status" | "apiVersion" | "kind") {
        return Some(Notice::FieldUnknown { kind: kind.into(), path: path.into() });
    } else {
        return None;
    };
    let proper = Str::from(proper_path);
    (proper.as_str() != path).then(|| Notice::FieldMisplaced { kind: kind.into(), path: path.into(), proper })
}

#[cfg(test)]
mod tests {
    use findings::Notice;

    use super::place_notice;

    #[test]
    fn a_field_at_the_wrong_place_has_a_right_one() {
        for (kind, path, proper) in [
            ("Deployment", "spec.nodeSelector", Some("spec.template.spec.nodeSelector")),
            ("Deployment", "spec.template.nodeSelector", Some("spec.template.spec.nodeSelector")),
            ("Deployment", "spec.template.spec.containers[].nodeSelector", Some("spec.template.spec.nodeSelector")),
            ("StatefulSet", "spec.template.spec.podAntiAffinity", Some("spec.template.spec.affinity.podAntiAffinity")),
            ("Job", "tolerations", Some("spec.template.spec.tolerations")),
            ("Pod", "metadata.tolerations", Some("spec.tolerations")),
            ("Pod", "spec.containers[].affinity", Some("spec.affinity")),
            ("Pod", "spec.nodeAffinity", Some("spec.affinity.nodeAffinity")),
            ("Pod", "spec.serviceAccountName", None),
            ("Pod", "status", None),
            ("PersistentVolume", "spec.local", None),
            ("CronJob", "spec.nodeSelector", None),
        ] {
            let misplaced = proper.map(|proper| Notice::FieldMisplaced {
                kind: kind.into(),
                path: path.into(),
                proper: proper.into(),
            });
            assert_eq!(place_notice(kind, path), misplaced, "{kind} {path}");
        }
        let unknown = Notice::FieldUnknown { kind: "Pod".into(), path: "sepc".into() };
        assert_eq!(place_notice("Pod", "sepc"), Some(unknown));
    }
}
