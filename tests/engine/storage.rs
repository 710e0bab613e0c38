//! Volumes in a run, as stories: binding of claims, provisioning, and pods whose binding waits for volumes.

mod claims;

use schedscope::{
    findings::{Finding, Notice, Problem},
    lessons::story,
    manifest,
    releases::Release,
    simulation::Scenario,
};

/// Checks that a story has these lines in this order. Returns the story.
fn assert_story(release: Release, text: &str, expected: &[&str]) -> String {
    let manifest = manifest::load_for(text, Some(release)).unwrap_or_else(|errors| panic!("{errors:?}"));
    // The texts here omit their API versions.
    let is_other = |finding: &&Finding| !matches!(finding.problem, Problem::Notice(Notice::NoVersion { .. }));
    assert_eq!(manifest.notices.iter().find(is_other), None);
    let text = story::story_of(Scenario::from_manifest(&manifest).expect("a scenario"));
    let mut lines = text.lines();
    for wanted in expected {
        assert!(lines.any(|line| line.contains(wanted)), "no `{wanted}` (in this order) in\n{text}");
    }
    text
}

fn node(name: &str) -> String {
    format!(
        "---\nkind: Node\nmetadata: {{name: {name}, labels: {{topology.kubernetes.io/zone: zone-{name}}}}}\nstatus: {{allocatable: {{cpu: 4, memory: 8Gi, pods: 9}}}}\n"
    )
}

fn class(name: &str, mode: &str, provisioner: &str) -> String {
    format!(
        "---\nkind: StorageClass\nmetadata: {{name: {name}}}\nprovisioner: {provisioner}\nvolumeBindingMode: {mode}\n"
    )
}

fn claim(name: &str, class: &str) -> String {
    format!(
        "---\nkind: PersistentVolumeClaim\nmetadata: {{name: {name}}}\nspec: {{storageClassName: {class}, accessModes: [ReadWriteOnce], resources: {{requests: {{storage: 1Gi}}}}}}\n"
    )
}

fn volume(name: &str, class: &str, size: &str, zone: &str) -> String {
    format!(
        "---\nkind: PersistentVolume\nmetadata: {{name: {name}}}\nspec: {{storageClassName: {class}, accessModes: [ReadWriteOnce], capacity: {{storage: {size}}}, csi: {{driver: disk.example.com, volumeHandle: {name}}}, nodeAffinity: {{required: {{nodeSelectorTerms: [{{matchExpressions: [{{key: topology.kubernetes.io/zone, operator: In, values: [{zone}]}}]}}]}}}}}}\n"
    )
}

fn pod(name: &str, claim: &str) -> String {
    format!(
        "---\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{containers: [{{name: c, image: i}}], volumes: [{{name: v, persistentVolumeClaim: {{claimName: {claim}}}}}]}}\n"
    )
}

fn scenario(lines: &str) -> String {
    format!("---\nkind: Scenario\ntimings: {{bindMillis: 0, containerStartMillis: 0, provisionMillis: 2000}}\n{lines}")
}

#[test]
fn an_existing_volume_is_assumed_and_bound_before_the_pod() {
    let cluster = [
        node("a"),
        node("b"),
        class("local", "WaitForFirstConsumer", "kubernetes.io/no-provisioner"),
        volume("big", "local", "5Gi", "zone-b"),
        volume("small", "local", "2Gi", "zone-b"),
        claim("data", "local"),
        pod("db", "data"),
        scenario(""),
    ];
    for release in Release::ALL {
        assert_story(
            release,
            &cluster.concat(),
            &[
                "decision for default/db",
                "available persistent volumes to bind",
                "default/db reserves on b [default/data=small]",
                "default/data bound to small",
                "default/db bound to b",
            ],
        );
    }
}

#[test]
fn a_claim_with_immediate_binding_is_bound_before_its_pod() {
    let cluster = [
        node("a"),
        class("now", "Immediate", "disk.example.com"),
        claim("data", "now"),
        pod("db", "data"),
        scenario(""),
    ];
    for release in Release::ALL {
        assert_story(
            release,
            &cluster.concat(),
            &[
                "pod has unbound immediate PersistentVolumeClaims",
                "volume for default/data of now",
                "pvc-default-data made for default/data",
                "default/data bound to pvc-default-data",
                "default/db bound to a",
            ],
        );
    }
}

#[test]
fn a_failed_provisioning_requeues_the_pod() {
    let cluster = [
        node("a"),
        class("wait", "WaitForFirstConsumer", "disk.example.com"),
        claim("data", "wait"),
        pod("db", "data"),
        scenario("provisionFailures: [{name: data}]\n"),
    ];
    assert_story(
        Release::V1_34,
        &cluster.concat(),
        &[
            "default/db reserves on a [], to be made [default/data]",
            "no volume made for default/data",
            "default/db not bound to a: refused",
            "event FailedScheduling: running PreBind plugin \"VolumeBinding\": binding volumes: provisioning failed for PVC \"data\"",
            "default/db popped, attempt 2",
            "default/db reserves on a [], to be made [default/data]",
            "pvc-default-data made for default/data",
            "default/db bound to a",
        ],
    );
}

/// A pod with a claim whose volume has to be provisioned.
fn pod_to_provision_for(lines: &str) -> String {
    let cluster = [
        node("a"),
        class("wait", "WaitForFirstConsumer", "disk.example.com"),
        claim("data", "wait"),
        pod("db", "data"),
        scenario(lines),
    ];
    cluster.concat()
}

/// Volumes assumed in Reserve are known to the scheduler only, until `PreBind` writes them to the API server. v1.16 does so before Permit.
#[test]
fn a_volume_is_provisioned_in_pre_bind() {
    let reserved = "default/db reserves on a [], to be made [default/data]";
    let written = "default/db PreBind on a for [default/data] until";
    let made = ["volume for default/data of wait", "default/data bound to pvc-default-data"];
    let waits = ["default/db waits in Permit on a", "default/db allowed on a"];
    for release in Release::ALL {
        let text = pod_to_provision_for("").replace("provisionMillis", "permitMillis: 5000, provisionMillis");
        let order = match release {
            Release::V1_16 => [&[reserved, written][..], &made, &waits].concat(),
            _ => [&[reserved][..], &waits, &[written], &made].concat(),
        };
        let story = assert_story(release, &text, &[order, vec!["default/db bound to a"]].concat());
        assert_eq!(story.matches("volume for default/data").count(), 1, "{story}");
    }
}

/// v1.36 writes the chosen node to `status.nominatedNodeName` if the binding will take time, and clears it if the binding fails. Pods that are bound at
/// once get none.
#[test]
fn the_expected_node_is_written_before_a_slow_binding() {
    let expected = "default/db expected on a";
    let waits = pod_to_provision_for("").replace("provisionMillis", "permitMillis: 5000, provisionMillis");
    let late = pod_to_provision_for("")
        + "---\nkind: KubeSchedulerConfiguration\napiVersion: kubescheduler.config.k8s.io/v1\n"
        + "profiles: [{pluginConfig: [{name: VolumeBinding, args: {bindTimeoutSeconds: 1}}]}]\n";
    let prepared = [node("a"), scenario("").replace("provisionMillis", "preBindMillis: 500, provisionMillis")].concat()
        + "---\nkind: Pod\nmetadata: {name: db}\nspec: {containers: [{name: c, image: i}]}\n";
    let plain = [node("a"), scenario("")].concat()
        + "---\nkind: Pod\nmetadata: {name: db}\nspec: {containers: [{name: c, image: i}]}\n";
    let in_permit = ["default/db waits in Permit on a", expected, "default/db allowed on a", "default/db bound to a"];
    let in_pre_bind = [expected, "default/db PreBind on a", "default/db bound to a"];
    let in_vain =
        [expected, "default/db PreBind on a", "not bound to a: refused at PreBind", "default/db nominated no more"];
    let at_once = ["default/db assumed on a", "default/db bound to a"];
    for (text, order, times) in
        [(&waits, &in_permit[..], 1), (&prepared, &in_pre_bind, 1), (&late, &in_vain, 1), (&plain, &at_once, 0)]
    {
        let story = assert_story(Release::V1_36, text, order);
        assert_eq!(story.matches(expected).count(), times, "{story}");
        assert!(!assert_story(Release::V1_34, text, &[]).contains(expected), "{text}");
    }
}

#[test]
fn a_pod_is_retried_after_its_claims_time_out() {
    let timeout = |release| match release {
        Release::V1_16 => "apiVersion: kubescheduler.config.k8s.io/v1alpha1\nbindTimeoutSeconds: 1\n".to_owned(),
        _ => {
            let version = if release == Release::V1_20 { "v1beta1" } else { "v1" };
            format!(
                "apiVersion: kubescheduler.config.k8s.io/{version}\nprofiles: [{{pluginConfig: [{{name: VolumeBinding, args: {{bindTimeoutSeconds: 1}}}}]}}]\n"
            )
        }
    };
    for (release, message) in [
        (Release::V1_16, "Failed to bind volumes: timed out waiting for the condition"),
        (
            Release::V1_20,
            "running PreBind plugin \"VolumeBinding\": Failed to bind volumes: timed out waiting for the condition",
        ),
        (Release::V1_34, "running PreBind plugin \"VolumeBinding\": binding volumes: context deadline exceeded"),
    ] {
        let text = pod_to_provision_for("") + "---\nkind: KubeSchedulerConfiguration\n" + &timeout(release);
        let message = format!("event FailedScheduling: {message}");
        assert_story(
            release,
            &text,
            &[
                "default/db PreBind on a for [default/data] until 1.000",
                "default/db not bound to a: refused at PreBind",
                &message,
                "pvc-default-data made for default/data",
                "default/db bound to a",
            ],
        );
    }
}

/// `Reserve` reads the state that the plugin's `PreFilter` writes. If a configuration disables that, no pod can be scheduled.
#[test]
fn reserve_needs_the_state_of_pre_filter() {
    let plugins = |points: &[&str]| {
        let points: Vec<String> =
            points.iter().map(|point| format!("{point}: {{disabled: [{{name: VolumeBinding}}]}}")).collect();
        format!(
            "---\nkind: KubeSchedulerConfiguration\napiVersion: kubescheduler.config.k8s.io/v1\nprofiles: [{{plugins: {{{}}}}}]\n",
            points.join(", ")
        )
    };
    let simple =
        [node("a"), "---\nkind: Pod\nmetadata: {name: db}\nspec: {containers: [{name: c, image: i}]}\n".to_owned()]
            .concat();
    let text = assert_story(
        Release::V1_34,
        &(simple.clone() + &plugins(&["preFilter", "filter"])),
        &["event FailedScheduling: running Reserve plugin \"VolumeBinding\": not found"],
    );
    assert!(!text.contains("default/db bound"), "{text}");
    assert_story(
        Release::V1_34,
        &(simple + &plugins(&["preFilter", "filter", "reserve", "preBind"])),
        &["default/db bound to a"],
    );
}

#[test]
fn claims_of_a_stateful_set_outlive_its_pods() {
    let set = "---
kind: StatefulSet
metadata: {name: db}
spec:
  replicas: 1
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec: {terminationGracePeriodSeconds: 0, containers: [{name: c, image: i}]}
  volumeClaimTemplates:
  - metadata: {name: data}
    spec: {storageClassName: wait, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
";
    let cluster = [
        node("a"),
        class("wait", "WaitForFirstConsumer", "disk.example.com"),
        set.into(),
        scenario("script:\n- {at: 10s, delete: {name: db-0}}\n"),
    ];
    let text = assert_story(
        Release::V1_34,
        &cluster.concat(),
        &[
            "PersistentVolumeClaim/default/data-db-0 applied",
            "pvc-default-data-db-0 made for default/data-db-0",
            "default/db-0 bound to a",
            "$ kubectl delete pod default/db-0",
            "default/db-0 bound to a",
        ],
    );
    assert_eq!(text.matches(" made for ").count(), 1, "{text}");
}

#[test]
fn an_ephemeral_claim_and_its_volume_are_deleted_with_their_pod() {
    let pod = "---
kind: Pod
metadata: {name: p}
spec:
  terminationGracePeriodSeconds: 0
  containers: [{name: c, image: i}]
  volumes:
  - name: scratch
    ephemeral: {volumeClaimTemplate: {spec: {storageClassName: wait, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}}
";
    let cluster = [
        node("a"),
        class("wait", "WaitForFirstConsumer", "disk.example.com"),
        pod.into(),
        scenario("script:\n- {at: 10s, delete: {name: p}}\n"),
    ];
    assert_story(
        Release::V1_34,
        &cluster.concat(),
        &[
            "waiting for ephemeral volume controller to create the persistentvolumeclaim \"p-scratch\"",
            "PersistentVolumeClaim/default/p-scratch applied",
            "default/p bound to a",
            "default/p gone",
            "PersistentVolumeClaim/default/p-scratch goes",
            "PersistentVolume/pvc-default-p-scratch goes",
        ],
    );
}

#[test]
fn a_pod_that_is_being_bound_is_not_preempted() {
    let high = "---\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 9\n";
    let asks = "containers: [{name: c, image: i, resources: {requests: {cpu: 3}}}]";
    let comes = format!(
        "script:\n- at: 1s\n  create: {{apiVersion: v1, kind: Pod, metadata: {{name: urgent}}, spec: {{priorityClassName: high, {asks}}}}}\n"
    );
    // In `Permit`, then in `PreBind`, where the volume has not been provisioned yet.
    let waits = format!("---\nkind: Pod\nmetadata: {{name: app}}\nspec: {{{asks}}}\n");
    let permit = [
        node("a"),
        high.into(),
        waits,
        scenario(&comes).replace("provisionMillis", "permitMillis: 5000, provisionMillis"),
    ];
    let claims = format!(
        "---\nkind: Pod\nmetadata: {{name: app}}\nspec: {{{asks}, volumes: [{{name: v, persistentVolumeClaim: {{claimName: data}}}}]}}\n"
    );
    let made = class("fast", "WaitForFirstConsumer", "csi.example");
    let late = scenario(&comes).replace("provisionMillis: 2000", "provisionMillis: 9000");
    let pre_bind = [node("a"), high.into(), made, claim("data", "fast"), claims, late];
    for (text, old, new) in [
        (permit.concat(), "0/1 nodes are available: 1 preempted.", "waiting on permit for pod: preempted"),
        (
            pre_bind.concat(),
            "default/app gone",
            "running PreBind plugin \"VolumeBinding\": preempted by DefaultPreemption",
        ),
    ] {
        let before = assert_story(Release::V1_34, &text, &["Preempted by pod", old]);
        assert!(!before.contains("in kube-scheduler memory"), "{before}");
        let story = assert_story(Release::V1_36, &text, &["on node a (in kube-scheduler memory).", new]);
        assert!(!story.contains("default/app gone"), "{story}");
    }
}
