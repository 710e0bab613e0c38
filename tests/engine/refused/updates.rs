//! Which fields of existing objects each release's API server allows users to change, and its messages about the others.

use schedscope::{lessons::story, releases::Release};

use crate::support::texts;

mod unsimulated;

/// The result of an update in a release.
#[derive(Clone, Copy)]
enum Update {
    /// The update is accepted.
    Taken,
    /// The update is rejected with a message that contains this text.
    Refused(&'static str),
    /// The release does not have the object or field.
    Absent,
}
use Update::{Absent, Refused, Taken};

struct Row {
    what: &'static str,
    /// Kind, version and metadata of the object; the next fields have the rest of it before and after the update.
    head: &'static str,
    before: &'static str,
    after: &'static str,
    /// The results in v1.16, v1.20, v1.34, v1.36.
    updates: [Update; 4],
}

const fn row(
    what: &'static str,
    head: &'static str,
    before: &'static str,
    after: &'static str,
    updates: [Update; 4],
) -> Row {
    Row { what, head, before, after, updates }
}

const POD: &str = "apiVersion: v1, kind: Pod, metadata: {name: x}";
const DEPLOYMENT: &str = "apiVersion: apps/v1, kind: Deployment, metadata: {name: x}";
const DAEMON_SET: &str = "apiVersion: apps/v1, kind: DaemonSet, metadata: {name: x}";
const REPLICA_SET: &str = "apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: x}";
const STATEFUL_SET: &str = "apiVersion: apps/v1, kind: StatefulSet, metadata: {name: x}";
const JOB: &str = "apiVersion: batch/v1, kind: Job, metadata: {name: x}";
const CLASS: &str = "apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: x}";
const CLAIM: &str = "apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: x}";
const VOLUME: &str = "apiVersion: v1, kind: PersistentVolume, metadata: {name: x}";
const STORAGE_CLASS: &str = "apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: x}";
const QUOTA: &str = "apiVersion: v1, kind: ResourceQuota, metadata: {name: x}";
const RUNTIME: &str = "apiVersion: node.k8s.io/v1beta1, kind: RuntimeClass, metadata: {name: x}";
const DEVICE_CLAIM: &str = "apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: x}";
const DEVICE_TEMPLATE: &str = "apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: x}";
const DEVICE_CLASS: &str = "apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: x}";
const SLICE: &str = "apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: x}";

const CSI_DRIVER: &str = "apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: x}";
const CSI_NODE: &str = "apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: x}";
const CAPACITY: &str = "apiVersion: storage.k8s.io/v1, kind: CSIStorageCapacity, metadata: {name: x}";
const ATTACHMENT: &str = "apiVersion: storage.k8s.io/v1, kind: VolumeAttachment, metadata: {name: x}";

const C: &str = "containers: [{name: c, image: i}]";
const GATED: &str = "schedulingGates: [{name: example.com/wait}], containers: [{name: c, image: i}]";
const SET: &str = "selector: {matchLabels: {app: a}}, template: {metadata: {labels: {app: a}}, spec: {containers: [{name: c, image: i}]}}";
const OTHER_SET: &str = "selector: {matchLabels: {app: b}}, template: {metadata: {labels: {app: b}}, spec: {containers: [{name: c, image: i}]}}";

const POD_FIELDS: Update =
    Refused("spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec");
const EARLY_POD_FIELDS: Update =
    Refused("spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`, `spec");
const SELECTOR: Update = Refused("spec.selector: Invalid value: {\"matchLabels\":{\"app\":\"b\"}}: field is immutable");
const TEMPLATE: Update = Refused("spec.template: Invalid value: {…}: field is immutable");
const LATER_CLAIM: Update = Refused(
    "spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims",
);
const EARLY_CLAIM: Update =
    Refused("spec: Forbidden: spec is immutable after creation except resources.requests for bound claims");

/// The results for a field of a storage class, whose value in the message is `value`.
fn of_class(field: &str, value: &str) -> [Update; 4] {
    let early = Refused(leak(format!("{field}: Forbidden: updates to {field} are forbidden.")));
    [early, early, early, Refused(leak(format!("{field}: Invalid value: {value}: field is immutable")))]
}

fn in_all_releases(update: Update) -> [Update; 4] {
    [update; 4]
}

/// One result for the two earlier releases, and one for the two later ones.
fn early_late(early: Update, late: Update) -> [Update; 4] {
    [early, early, late, late]
}

/// Leaks a text, so that it can be part of the table.
fn leak(text: String) -> &'static str {
    text.leak()
}

fn spec(fields: &str) -> &'static str {
    leak(format!("spec: {{{fields}}}"))
}

fn pod(fields: &str) -> &'static str {
    leak(format!("spec: {{{fields}, {C}}}"))
}

fn gated_pod(fields: &str) -> &'static str {
    leak(format!("spec: {{{fields}{GATED}}}"))
}

fn job(fields: &str, of_pod: &str) -> &'static str {
    let container = "{name: c, image: i, resources: {requests: {cpu: 1}}}";
    leak(format!("spec: {{{fields} template: {{spec: {{{of_pod} restartPolicy: Never, containers: [{container}]}}}}}}"))
}

fn with_double_cpu(job: &str) -> &'static str {
    leak(job.replace("cpu: 1", "cpu: 2"))
}

fn claim(size: &str, fields: &str) -> &'static str {
    spec(&format!("accessModes: [ReadWriteOnce], {fields} resources: {{requests: {{storage: {size}}}}}"))
}

fn slice(driver: &str, generation: u32, device: &str) -> &'static str {
    let pool = format!("{{name: p, generation: {generation}, resourceSliceCount: 1}}");
    spec(&format!("driver: {driver}, nodeName: n, pool: {pool}, devices: [{{name: {device}}}]"))
}

fn request(count: u32) -> &'static str {
    leak(format!("devices: {{requests: [{{name: r, exactly: {{deviceClassName: d, count: {count}}}}}]}}"))
}

/// A required node affinity for nodes with these labels.
fn affinity(keys: &[&str]) -> &'static str {
    let expressions: Vec<String> = keys.iter().map(|key| format!("{{key: {key}, operator: Exists}}")).collect();
    let terms = format!("[{{matchExpressions: [{}]}}]", expressions.join(", "));
    leak(format!(
        "affinity: {{nodeAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: {terms}}}}}}}"
    ))
}

/// A required pod anti-affinity.
const ANTI_AFFINITY: &str = "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{labelSelector: {matchLabels: {a: b}}, topologyKey: kubernetes.io/hostname}]}}";

fn pod_rows() -> Vec<Row> {
    vec![
        row("labels", POD, pod("nodeSelector: {a: b}"), pod("nodeSelector: {a: b}"), in_all_releases(Taken)),
        row("image", POD, spec(C), "spec: {containers: [{name: c, image: j}]}", in_all_releases(Taken)),
        row(
            "tolerations that come",
            POD,
            spec(C),
            pod("tolerations: [{key: k, operator: Exists}]"),
            in_all_releases(Taken),
        ),
        row("node selector", POD, spec(C), pod("nodeSelector: {a: b}"), early_late(EARLY_POD_FIELDS, POD_FIELDS)),
        row("affinity", POD, spec(C), pod(affinity(&["disk"])), early_late(EARLY_POD_FIELDS, POD_FIELDS)),
        row(
            "a container that comes",
            POD,
            spec(C),
            "spec: {containers: [{name: c, image: i}, {name: d, image: i}]}",
            in_all_releases(Refused("spec.containers: Forbidden: pod updates may not add or remove containers")),
        ),
        row("what is left out", POD, pod("nodeSelector: {a: b}"), spec(C), in_all_releases(Taken)),
    ]
}

/// Rows for pods with scheduling gates.
fn gated_pod_rows() -> Vec<Row> {
    vec![
        row(
            "affinity of a gated pod",
            POD,
            gated_pod(""),
            gated_pod(&format!("{}, ", affinity(&["disk"]))),
            early_late(Absent, Taken),
        ),
        row(
            "tighter affinity",
            POD,
            gated_pod(&format!("{}, ", affinity(&["disk"]))),
            gated_pod(&format!("{}, ", affinity(&["disk", "z"]))),
            early_late(Absent, Taken),
        ),
        row(
            "another affinity",
            POD,
            gated_pod(&format!("{}, ", affinity(&["disk"]))),
            gated_pod(&format!("{}, ", affinity(&["z"]))),
            early_late(
                Absent,
                Refused(
                    "nodeSelectorTerms[0]: Invalid value: {…}: only additions are allowed (no mutations or deletions)",
                ),
            ),
        ),
        row(
            "node selector of a gated pod",
            POD,
            gated_pod(""),
            gated_pod("nodeSelector: {a: b}, "),
            early_late(Absent, Taken),
        ),
        row(
            "another node selector",
            POD,
            gated_pod("nodeSelector: {a: b}, "),
            gated_pod("nodeSelector: {a: c}, "),
            early_late(
                Absent,
                Refused(
                    "spec.nodeSelector: Invalid value: {\"a\":\"c\"}: only additions to spec.nodeSelector are allowed",
                ),
            ),
        ),
        row(
            "affinity to pods",
            POD,
            gated_pod(""),
            gated_pod(&format!("{ANTI_AFFINITY}, ")),
            early_late(Absent, POD_FIELDS),
        ),
        row(
            "a gate that comes",
            POD,
            gated_pod(""),
            "spec: {schedulingGates: [{name: example.com/wait}, {name: b}], containers: [{name: c, image: i}]}",
            early_late(
                Absent,
                Refused(
                    "spec.schedulingGates[1].name: Forbidden: only deletion is allowed, but found new scheduling gate 'b'",
                ),
            ),
        ),
    ]
}

const SET_FIELDS_EARLY: Update = Refused(
    "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'template', and 'updateStrategy' are forbidden",
);
const SET_FIELDS: Update = Refused(
    "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
);

fn workload_rows() -> Vec<Row> {
    vec![
        row("selector", DEPLOYMENT, spec(SET), spec(OTHER_SET), in_all_releases(SELECTOR)),
        row("replicas", DEPLOYMENT, spec(SET), "spec: {replicas: 2}", in_all_releases(Taken)),
        row("selector", REPLICA_SET, spec(SET), spec(OTHER_SET), in_all_releases(SELECTOR)),
        row("selector", DAEMON_SET, spec(SET), spec(OTHER_SET), in_all_releases(SELECTOR)),
        row("template", STATEFUL_SET, spec(SET), spec(&SET.replace("image: i", "image: j")), in_all_releases(Taken)),
        row(
            "pod management",
            STATEFUL_SET,
            spec(SET),
            spec(&format!("podManagementPolicy: Parallel, {SET}")),
            early_late(SET_FIELDS_EARLY, SET_FIELDS),
        ),
        row(
            "the default by its name",
            STATEFUL_SET,
            spec(SET),
            spec(&format!("podManagementPolicy: OrderedReady, {SET}")),
            in_all_releases(Taken),
        ),
    ]
}

fn job_rows() -> Vec<Row> {
    vec![
        row("parallelism", JOB, job("", ""), job("parallelism: 2,", ""), in_all_releases(Taken)),
        row("template", JOB, job("", ""), job("", "nodeSelector: {a: b},"), in_all_releases(TEMPLATE)),
        row("requests", JOB, job("", ""), with_double_cpu(job("", "")), in_all_releases(TEMPLATE)),
        row(
            "where a suspended Job may run",
            JOB,
            job("suspend: true,", ""),
            job("suspend: true,", "nodeSelector: {a: b},"),
            early_late(TEMPLATE, Taken),
        ),
        row(
            "requests of a suspended Job",
            JOB,
            job("suspend: true,", ""),
            with_double_cpu(job("suspend: true,", "")),
            [TEMPLATE, TEMPLATE, TEMPLATE, Taken],
        ),
        row(
            "completions",
            JOB,
            job("completions: 2,", ""),
            job("completions: 3,", ""),
            in_all_releases(Refused("spec.completions: Invalid value: 3: field is immutable")),
        ),
        row(
            "completions of an indexed Job",
            JOB,
            job("completions: 2, parallelism: 2, completionMode: Indexed,", ""),
            job("completions: 3, parallelism: 3, completionMode: Indexed,", ""),
            early_late(Absent, Taken),
        ),
    ]
}

fn class_rows() -> Vec<Row> {
    vec![
        row(
            "value",
            CLASS,
            "value: 1",
            "value: 2",
            early_late(
                Refused("Value: Forbidden: may not be changed in an update."),
                Refused("value: Forbidden: may not be changed in an update."),
            ),
        ),
        row(
            "preemption policy",
            CLASS,
            "value: 1",
            "value: 1, preemptionPolicy: Never",
            [
                Absent,
                Refused("preemptionPolicy: Invalid value: \"Never\": field is immutable"),
                Refused("preemptionPolicy: Invalid value: \"Never\": field is immutable"),
                Refused("preemptionPolicy: Invalid value: \"Never\": field is immutable"),
            ],
        ),
        row("default", CLASS, "value: 1", "value: 1, globalDefault: true", in_all_releases(Taken)),
        row(
            "scopes",
            QUOTA,
            "spec: {hard: {pods: 2}}",
            "spec: {hard: {pods: 2}, scopes: [BestEffort]}",
            in_all_releases(Refused("spec.scopes: Invalid value: [\"BestEffort\"]: field is immutable")),
        ),
        row("amounts", QUOTA, "spec: {hard: {pods: 2}}", "spec: {hard: {pods: 3}}", in_all_releases(Taken)),
        row(
            "handler",
            RUNTIME,
            "handler: a",
            "handler: b",
            in_all_releases(Refused("handler: Invalid value: \"b\": field is immutable")),
        ),
    ]
}

fn storage_rows() -> Vec<Row> {
    vec![
        row(
            "class",
            CLAIM,
            claim("5Gi", "storageClassName: a,"),
            claim("5Gi", "storageClassName: b,"),
            early_late(EARLY_CLAIM, LATER_CLAIM),
        ),
        row(
            "size before it is bound",
            CLAIM,
            claim("5Gi", "storageClassName: a,"),
            claim("6Gi", "storageClassName: a,"),
            early_late(EARLY_CLAIM, LATER_CLAIM),
        ),
        row(
            "what is left out",
            CLAIM,
            claim("5Gi", "storageClassName: a,"),
            "spec: {accessModes: [ReadWriteOnce]}",
            in_all_releases(Taken),
        ),
        row(
            "source",
            VOLUME,
            "spec: {capacity: {storage: 5Gi}, accessModes: [ReadWriteOnce], csi: {driver: d, volumeHandle: a}}",
            "spec: {capacity: {storage: 5Gi}, accessModes: [ReadWriteOnce], csi: {driver: d, volumeHandle: b}}",
            in_all_releases(Refused(
                "spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation",
            )),
        ),
        row(
            "reclaim policy of a volume",
            VOLUME,
            "spec: {capacity: {storage: 5Gi}, accessModes: [ReadWriteOnce], csi: {driver: d, volumeHandle: a}}",
            "spec: {persistentVolumeReclaimPolicy: Retain}",
            in_all_releases(Taken),
        ),
        row(
            "provisioner",
            STORAGE_CLASS,
            "provisioner: a.example",
            "provisioner: b.example",
            of_class("provisioner", "\"b.example\""),
        ),
        row(
            "binding mode",
            STORAGE_CLASS,
            "provisioner: a.example",
            "provisioner: a.example, volumeBindingMode: WaitForFirstConsumer",
            in_all_releases(Refused("volumeBindingMode: Invalid value: \"WaitForFirstConsumer\": field is immutable")),
        ),
        row(
            "the default by its name",
            STORAGE_CLASS,
            "provisioner: a.example",
            "provisioner: a.example, volumeBindingMode: Immediate",
            in_all_releases(Taken),
        ),
        row(
            "reclaim policy",
            STORAGE_CLASS,
            "provisioner: a.example",
            "provisioner: a.example, reclaimPolicy: Retain",
            of_class("reclaimPolicy", "\"Retain\""),
        ),
    ]
}

fn device_rows() -> Vec<Row> {
    vec![
        row(
            "requests",
            DEVICE_CLAIM,
            spec(request(1)),
            spec(request(2)),
            early_late(Absent, Refused("spec: Invalid value: {…}: field is immutable")),
        ),
        row(
            "the default by its name",
            DEVICE_CLAIM,
            "spec: {devices: {requests: [{name: r, exactly: {deviceClassName: d}}]}}",
            spec(request(1)),
            early_late(Absent, Taken),
        ),
        row(
            "requests",
            DEVICE_TEMPLATE,
            spec(spec(request(1))),
            spec(spec(request(2))),
            early_late(Absent, Refused("spec: Invalid value: {…}: field is immutable")),
        ),
        row(
            "selectors",
            DEVICE_CLASS,
            "spec: {}",
            "spec: {selectors: [{cel: {expression: 'device.driver == \"d\"'}}]}",
            early_late(Absent, Taken),
        ),
        row(
            "driver",
            SLICE,
            slice("a.example", 1, "d"),
            slice("b.example", 1, "d"),
            early_late(Absent, Refused("spec.driver: Invalid value: \"b.example\": field is immutable")),
        ),
        row("devices", SLICE, slice("a.example", 1, "d"), slice("a.example", 2, "e"), early_late(Absent, Taken)),
    ]
}

#[test]
fn mutable_fields_depend_on_the_release() {
    let rows = [
        pod_rows(),
        gated_pod_rows(),
        workload_rows(),
        job_rows(),
        class_rows(),
        storage_rows(),
        device_rows(),
        unsimulated::unused_field_rows(),
        unsimulated::csi_rows(),
        unsimulated::one_way_rows(),
    ];
    let rows = rows.into_iter().flatten();
    let mut wrong = Vec::new();
    for Row { what, head, before, after, updates } in rows {
        let text = format!(
            "{{kind: Node, metadata: {{name: n}}, status: {{allocatable: {{cpu: 4, memory: 8Gi, pods: 9}}}}}}\n---\n{{{head}, {before}}}\n---\n\
             kind: Scenario\nscript:\n- {{at: 5s, apply: {{{head}, {after}}}}}\n"
        );
        let kind = head.split_once("kind: ").and_then(|(_, rest)| rest.split(',').next()).expect("a kind");
        for (release, update) in Release::ALL.into_iter().zip(updates) {
            if matches!(update, Absent) {
                continue;
            }
            let story = story::story_of(texts::scenario(&text, release));
            let at = story.find("$ kubectl apply").unwrap_or_else(|| panic!("{kind} {what} {release}:\n{story}"));
            let refusal = story[at..].lines().find(|line| line.contains("kubectl: The "));
            let holds = match update {
                Refused(words) => refusal.is_some_and(|line| {
                    line.contains(&format!("The {kind} \"x\" is invalid: ")) && story[at..].contains(words)
                }),
                _ => refusal.is_none(),
            };
            if !holds {
                wrong.push(format!("{kind}, {what}, {release}: {}", refusal.unwrap_or("taken")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
