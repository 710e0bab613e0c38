//! Deletions of objects of every kind: what a finalizer keeps, and what a deleted namespace takes along.

use schedscope::api::{KINDS, Kind};

use super::*;

/// The fields of a valid object of a kind, besides kind, version and metadata.
fn sample(kind: Kind) -> &'static str {
    match kind {
        Kind::Node => "status: {allocatable: {cpu: 1, pods: 9}}",
        Kind::Pod => "spec: {containers: [{name: c, resources: {requests: {cpu: 99}}}]}",
        Kind::Deployment | Kind::ReplicaSet | Kind::DaemonSet | Kind::StatefulSet => {
            "spec: {selector: {matchLabels: {app: a}}, template: {metadata: {labels: {app: a}}, spec: {containers: [{name: c}]}}}"
        }
        Kind::ReplicationController => {
            "spec: {selector: {app: a}, template: {metadata: {labels: {app: a}}, spec: {containers: [{name: c}]}}}"
        }
        Kind::Job => "spec: {template: {spec: {restartPolicy: Never, containers: [{name: c}]}}}",
        Kind::PriorityClass => "value: 5",
        Kind::Workload => "spec: {podGroupTemplates: [{name: t, schedulingPolicy: {basic: {}}}]}",
        Kind::PodGroup => "spec: {schedulingPolicy: {basic: {}}}",
        Kind::PodDisruptionBudget => "spec: {maxUnavailable: 1, selector: {matchLabels: {app: a}}}",
        Kind::Service => "spec: {selector: {app: a}}",
        Kind::RuntimeClass => "handler: h",
        Kind::LimitRange => "spec: {limits: [{type: Container, max: {cpu: 200}}]}",
        Kind::ResourceQuota => "spec: {hard: {services: 5}}",
        Kind::PersistentVolume => {
            "spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /d}}"
        }
        Kind::PersistentVolumeClaim => "spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 9Gi}}}",
        Kind::StorageClass => "provisioner: example.com/p",
        Kind::CSINode => "spec: {drivers: []}",
        Kind::CSIStorageCapacity => "storageClassName: s",
        Kind::VolumeAttachment => "spec: {attacher: a.example.com, nodeName: n, source: {persistentVolumeName: v}}",
        Kind::ResourceClaim => "spec: {devices: {requests: [{name: r, exactly: {deviceClassName: d}}]}}",
        Kind::ResourceClaimTemplate => {
            "spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: d}}]}}}"
        }
        Kind::ResourceSlice => "spec: {driver: g.example.com, nodeName: n, pool: {name: p, resourceSliceCount: 1}}",
        Kind::Namespace | Kind::CSIDriver | Kind::DeviceClass => "spec: {}",
    }
}

/// The story of a run with the object `a` of a kind in the namespace `team`, which has a finalizer if `is_held`. At its end the same object is
/// created again.
fn story_of_kind(kind: Kind, is_held: bool, script: &str) -> String {
    let info = kind.info();
    let namespace = if info.is_namespaced { ", namespace: team" } else { "" };
    let object = |finalizers: &str| {
        let head = format!("apiVersion: {}, kind: {}", info.api_version, info.name);
        format!("{{{head}, metadata: {{name: a{namespace}, finalizers: {finalizers}}}, {}}}", sample(kind))
    };
    let first = object(if is_held { "[example.com/hold]" } else { "[]" });
    let script = script
        .replace("RELEASED", &object("null"))
        .replace("TARGET", &format!("{{kind: {}, name: a{namespace}}}", info.name));
    let separator = if script.is_empty() { "" } else { ", " };
    let text = format!(
        "{{kind: Scenario, featureGates: {{GenericWorkload: true}}, script: [{script}{separator}{{at: 200s, create: {}}}]}}\n---\n{first}\n---\n{{kind: Namespace, metadata: {{name: team}}}}\n{}",
        object("[]"),
        node("other", ""),
    );
    run_story(&text, Release::V1_36)
}

/// What the story of a run says about an object at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Exists,
    Terminating,
    Gone,
    GoneWithNamespace,
}

fn fate_of_kind(kind: Kind, is_held: bool, script: &str) -> Fate {
    let story = story_of_kind(kind, is_held, script);
    let has = |text: &str| story.contains(text);
    match () {
        () if has("(AlreadyExists): object is being deleted: ") => Fate::Terminating,
        () if has("(AlreadyExists)") => Fate::Exists,
        () if has("(NotFound): namespaces \"team\" not found") => Fate::GoneWithNamespace,
        () => Fate::Gone,
    }
}

#[test]
fn a_finalizer_keeps_an_object_of_any_kind_until_it_is_removed() {
    let delete = "{at: 1s, delete: TARGET}";
    let release = "{at: 1s, delete: TARGET}, {at: 100s, apply: RELEASED}";
    for info in &KINDS {
        for (is_held, script, expected) in [
            (true, "", Fate::Exists),
            (false, delete, Fate::Gone),
            (true, delete, Fate::Terminating),
            (true, release, Fate::Gone),
        ] {
            assert_eq!(fate_of_kind(info.kind, is_held, script), expected, "{} {is_held} {script}", info.name);
        }
    }
}

#[test]
fn a_deleted_namespace_takes_all_its_objects_along_and_stays_until_they_are_gone() {
    let delete = "{at: 1s, delete: {kind: Namespace, name: team}}";
    let release = "{at: 1s, delete: {kind: Namespace, name: team}}, {at: 100s, apply: RELEASED}";
    for info in KINDS.iter().filter(|info| info.is_namespaced) {
        for (is_held, script, expected) in [
            (false, delete, Fate::GoneWithNamespace),
            (true, delete, Fate::Terminating),
            (true, release, Fate::GoneWithNamespace),
        ] {
            assert_eq!(fate_of_kind(info.kind, is_held, script), expected, "{} {is_held} {script}", info.name);
        }
    }
}

#[test]
fn a_pod_that_is_terminating_when_the_run_starts_ends_after_the_rest_of_its_grace_period() {
    let target =
        |reason: &str| format!("conditions: [{{type: DisruptionTarget, status: \"True\", reason: {reason}}}], ");
    // The run starts at the last time of a pod, here that of `last`.
    let last = "---\nkind: Pod\nmetadata: {name: last, creationTimestamp: \"2026-01-02T10:00:40Z\"}\nspec: {containers: [{name: c}]}\n";
    for (conditions, why) in [
        (String::new(), "Deleted"),
        (target("EvictionByEvictionAPI"), "Drained"),
        (target("DeletionByTaintManager"), "Tainted"),
        (target("PreemptionByScheduler"), "Deleted"),
    ] {
        let times = "deletionTimestamp: \"2026-01-02T10:01:00Z\", deletionGracePeriodSeconds: 30";
        let pod = format!(
            "---\nkind: Pod\nmetadata: {{name: p, {times}}}\nspec: {{nodeName: a, containers: [{{name: c}}]}}\nstatus: {{{conditions}phase: Running}}\n"
        );
        let text = [node("a", ""), pod, last.to_owned(), script("")].concat();
        let until = format!("0.000 default/p terminating until 20.000, {why}");
        assert_story(&text, &[&until, "20.000 default/p gone"]);
    }
}
