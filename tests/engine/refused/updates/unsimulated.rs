//! Updates of fields that are not simulated, of what CSI drivers write, and of fields that may change in one direction only.

use super::{
    ATTACHMENT, Absent, C, CAPACITY, CLAIM, CSI_DRIVER, CSI_NODE, EARLY_CLAIM, EARLY_POD_FIELDS, JOB, LATER_CLAIM, POD,
    POD_FIELDS, Refused, Row, SET, SET_FIELDS, SET_FIELDS_EARLY, STATEFUL_SET, STORAGE_CLASS, Taken, VOLUME, claim,
    early_late, in_all_releases, job, leak, of_class, pod, row, spec,
};

/// Rows for fields that are not simulated, but may not change.
pub(super) fn unused_field_rows() -> Vec<Row> {
    let with_env =
        |value: &str| spec(&format!("containers: [{{name: c, image: i, env: [{{name: A, value: {value}}}]}}]"));
    let mounting = |path: &str| pod(&format!("volumes: [{{name: v, hostPath: {{path: {path}}}}}]"));
    let set_with = |fields: &str| spec(&format!("{fields}, {SET}"));
    let volume = |source: &str| spec(&format!("capacity: {{storage: 5Gi}}, accessModes: [ReadWriteOnce], {source}"));
    vec![
        row("environment", POD, with_env("a"), with_env("b"), early_late(EARLY_POD_FIELDS, POD_FIELDS)),
        row("the same environment", POD, with_env("a"), with_env("a"), in_all_releases(Taken)),
        row("environment left out", POD, with_env("a"), spec(C), in_all_releases(Taken)),
        row("volume", POD, mounting("/a"), mounting("/b"), early_late(EARLY_POD_FIELDS, POD_FIELDS)),
        row(
            "service account",
            POD,
            spec(C),
            pod("serviceAccountName: robot"),
            early_late(EARLY_POD_FIELDS, POD_FIELDS),
        ),
        row(
            "service name",
            STATEFUL_SET,
            set_with("serviceName: a"),
            set_with("serviceName: b"),
            early_late(SET_FIELDS_EARLY, SET_FIELDS),
        ),
        row(
            "history limit",
            STATEFUL_SET,
            spec(SET),
            set_with("revisionHistoryLimit: 3"),
            early_late(SET_FIELDS_EARLY, Taken),
        ),
        row(
            "what happens to its claims",
            STATEFUL_SET,
            spec(SET),
            set_with("persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete}"),
            early_late(Absent, Taken),
        ),
        row(
            "failures of an index",
            JOB,
            job("completionMode: Indexed, completions: 2, backoffLimitPerIndex: 1,", ""),
            job("completionMode: Indexed, completions: 2, backoffLimitPerIndex: 2,", ""),
            early_late(Absent, Refused("spec.backoffLimitPerIndex: Invalid value: 2: field is immutable")),
        ),
        row("time to live", JOB, job("", ""), job("ttlSecondsAfterFinished: 9,", ""), early_late(Absent, Taken)),
        row(
            "parameters",
            STORAGE_CLASS,
            "provisioner: a.example, parameters: {type: a}",
            "provisioner: a.example, parameters: {type: b}",
            of_class("parameters", "{\"type\":\"b\"}"),
        ),
        row(
            "expansion",
            STORAGE_CLASS,
            "provisioner: a.example",
            "provisioner: a.example, allowVolumeExpansion: true",
            in_all_releases(Taken),
        ),
        row(
            "host path",
            VOLUME,
            volume("hostPath: {path: /a}"),
            volume("hostPath: {path: /b}"),
            in_all_releases(Refused("spec.persistentvolumesource: Forbidden")),
        ),
        row(
            "mount options",
            VOLUME,
            volume("hostPath: {path: /a}"),
            volume("mountOptions: [ro], hostPath: {path: /a}"),
            in_all_releases(Taken),
        ),
        row(
            "data source",
            CLAIM,
            claim("5Gi", "storageClassName: a,"),
            claim("5Gi", "storageClassName: a, dataSource: {kind: PersistentVolumeClaim, name: z},"),
            early_late(EARLY_CLAIM, LATER_CLAIM),
        ),
    ]
}

/// Rows for what CSI drivers and the attach controller write.
pub(super) fn csi_rows() -> Vec<Row> {
    let drivers = |id: &str, count: u32| {
        leak(format!(
            "spec: {{drivers: [{{name: d, nodeID: {id}, topologyKeys: [], allocatable: {{count: {count}}}}}]}}"
        ))
    };
    let immutable = Refused("spec: Invalid value: {…}: field is immutable");
    vec![
        row(
            "attachment",
            CSI_DRIVER,
            "spec: {attachRequired: true}",
            "spec: {attachRequired: false}",
            [
                Absent,
                immutable,
                Refused("spec.attachedRequired: Invalid value: false: field is immutable"),
                Refused("spec.attachedRequired: Invalid value: false: field is immutable"),
            ],
        ),
        row("the default by its name", CSI_DRIVER, "spec: {}", "spec: {attachRequired: true}", in_all_releases(Taken)),
        row(
            "capacity",
            CSI_DRIVER,
            "spec: {storageCapacity: true}",
            "spec: {storageCapacity: false}",
            early_late(Absent, Taken),
        ),
        row(
            "number of volumes",
            CSI_NODE,
            drivers("a", 5),
            drivers("a", 6),
            [
                Absent,
                Refused("CSINodeDriver: Invalid value: {…}: field is immutable"),
                Refused("spec.drivers: Invalid value: {…}: field is immutable"),
                Taken,
            ],
        ),
        row(
            "id of the node",
            CSI_NODE,
            drivers("a", 5),
            drivers("b", 5),
            [
                Absent,
                Refused("CSINodeDriver: Invalid value: {…}: field is immutable"),
                Refused("spec.drivers: Invalid value: {…}: field is immutable"),
                Refused("spec.drivers: Invalid value: {…}: field is immutable"),
            ],
        ),
        row(
            "class",
            CAPACITY,
            "storageClassName: a, capacity: 1Gi",
            "storageClassName: b, capacity: 1Gi",
            early_late(Absent, Refused("storageClassName: Invalid value: \"b\": field is immutable")),
        ),
        row(
            "capacity",
            CAPACITY,
            "storageClassName: a, capacity: 1Gi",
            "storageClassName: a, capacity: 2Gi",
            early_late(Absent, Taken),
        ),
        row(
            "node",
            ATTACHMENT,
            "spec: {attacher: a, nodeName: a, source: {persistentVolumeName: v}}",
            "spec: {attacher: a, nodeName: b, source: {persistentVolumeName: v}}",
            in_all_releases(immutable),
        ),
    ]
}

/// Rows for what may change in one direction only.
pub(super) fn one_way_rows() -> Vec<Row> {
    let tolerating = |seconds: u32| {
        pod(&format!("tolerations: [{{key: k, operator: Exists, effect: NoExecute, tolerationSeconds: {seconds}}}]"))
    };
    vec![
        row("seconds of a toleration", POD, tolerating(5), tolerating(9), in_all_releases(Taken)),
        row(
            "another effect of a toleration",
            POD,
            pod("tolerations: [{key: k, operator: Exists, effect: NoExecute}]"),
            pod("tolerations: [{key: k, operator: Exists, effect: NoSchedule}]"),
            in_all_releases(Refused("spec.tolerations: Forbidden: existing toleration can not be modified")),
        ),
        row("a deadline that comes", POD, spec(C), pod("activeDeadlineSeconds: 500"), in_all_releases(Taken)),
        row(
            "an earlier deadline",
            POD,
            pod("activeDeadlineSeconds: 500"),
            pod("activeDeadlineSeconds: 400"),
            in_all_releases(Taken),
        ),
        row(
            "a later deadline",
            POD,
            pod("activeDeadlineSeconds: 500"),
            pod("activeDeadlineSeconds: 600"),
            in_all_releases(Refused(
                "spec.activeDeadlineSeconds: Invalid value: 600: must be less than or equal to previous value",
            )),
        ),
        row(
            "no deadline",
            POD,
            pod("activeDeadlineSeconds: 500"),
            pod("activeDeadlineSeconds: null"),
            in_all_releases(Refused(
                "spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive integer to nil value",
            )),
        ),
        row(
            "a smaller size",
            CLAIM,
            claim("5Gi", "storageClassName: a,"),
            claim("4Gi", "storageClassName: a,"),
            early_late(
                Refused("spec.resources.requests.storage: Forbidden: field can not be less than previous value"),
                LATER_CLAIM,
            ),
        ),
    ]
}
