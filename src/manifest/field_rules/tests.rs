//! For each rule, a field that violates it, and one that does not.

use findings::{AdmissionProblem, FieldRule, Finding, Leniency, Notice, Problem};
use releases::field_error_message;

use crate::load;

/// The fields that violate a rule, each with the rule and, if it is not an error, the reason.
fn broken_rules(text: &str) -> Vec<(String, FieldRule, Option<Leniency>)> {
    let (findings, is_refused) = match load(text) {
        Ok(manifest) => (manifest.notices, false),
        Err(findings) => (findings, true),
    };
    let broken_rule = |finding: Finding| match finding.problem {
        Problem::Admission(AdmissionProblem::Field(error)) => {
            assert!(is_refused);
            Some((finding.place.path.to_string(), error.rule, None))
        }
        Problem::Notice(Notice::FieldInvalid { path, error, reason, .. }) => {
            Some((path.to_string(), error.rule, Some(reason)))
        }
        Problem::Notice(_) => None,
        other => panic!("{other:?} in\n{text}"),
    };
    findings.into_iter().filter_map(broken_rule).collect()
}

fn pod(spec: &str) -> String {
    format!("{{apiVersion: v1, kind: Pod, metadata: {{name: p}}, spec: {{{spec}}}}}")
}

/// A pod with one container.
fn pod_of(container: &str, spec: &str) -> String {
    pod(&format!("containers: [{{name: c, image: i, {container}}}], {spec}"))
}

fn workload(kind: &str, spec: &str, pod_spec: &str) -> String {
    let version = if kind == "Job" { "batch/v1" } else { "apps/v1" };
    format!(
        "{{apiVersion: {version}, kind: {kind}, metadata: {{name: w}}, spec: {{{spec} template: {{metadata: {{labels: {{app: w}}}}, \
         spec: {{{pod_spec} containers: [{{name: c, image: i}}]}}}}}}}}"
    )
}

fn selecting(kind: &str, spec: &str, pod_spec: &str) -> String {
    workload(kind, &format!("selector: {{matchLabels: {{app: w}}}}, {spec}"), pod_spec)
}

fn object(version: &str, kind: &str, rest: &str) -> String {
    format!("{{apiVersion: {version}, kind: {kind}, {rest}}}")
}

/// Checks that `broken` violates a rule at `path`, and that `right` violates none.
fn assert_rule(rule: FieldRule, path: &str, broken: &str, right: &str) {
    assert_eq!(broken_rules(broken), [(path.to_owned(), rule, None)], "{broken}");
    assert_eq!(broken_rules(right), [], "{right}");
}

#[test]
fn pods_break_rules() {
    let toleration = |fields: &str| pod_of("", &format!("tolerations: [{{{fields}}}]"));
    for (rule, path, broken, right) in [
        (FieldRule::Deadline, "spec.activeDeadlineSeconds", "activeDeadlineSeconds: 0", "activeDeadlineSeconds: 1"),
        (
            FieldRule::RepeatedSpread,
            "spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}",
            "topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: DoNotSchedule, labelSelector: {}}, {maxSkew: 2, topologyKey: z, whenUnsatisfiable: DoNotSchedule, labelSelector: {}}]",
            "topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: DoNotSchedule, labelSelector: {}}, {maxSkew: 2, topologyKey: z, whenUnsatisfiable: ScheduleAnyway, labelSelector: {}}]",
        ),
        (
            FieldRule::GatedNode,
            "spec.nodeName",
            "nodeName: n1, schedulingGates: [{name: a.io/b}]",
            "nodeName: n1, schedulingGates: []",
        ),
        (
            FieldRule::Duplicate,
            "spec.volumes[1].name",
            "volumes: [{name: v, emptyDir: {}}, {name: v, emptyDir: {}}]",
            "volumes: [{name: v, emptyDir: {}}, {name: w, emptyDir: {}}]",
        ),
        (
            FieldRule::VolumeTypes,
            "spec.volumes[0].hostPath",
            "volumes: [{name: v, hostPath: {path: /}, emptyDir: {}}]",
            "volumes: [{name: v, hostPath: {path: /}}]",
        ),
        (FieldRule::UnknownWord, "spec.os.name", "os: {name: plan9}", "os: {name: windows}"),
        (FieldRule::OverheadAlone, "spec.overhead", "overhead: {cpu: 1}", "hostNetwork: false"),
    ] {
        assert_rule(rule, path, &pod_of("", broken), &pod_of("", right));
    }
    for (rule, path, broken, right) in [
        (
            FieldRule::TolerationSeconds,
            "spec.tolerations[0].effect",
            "key: a, effect: NoSchedule, tolerationSeconds: 5",
            "key: a, effect: NoExecute, tolerationSeconds: 5",
        ),
        (
            FieldRule::TolerationSeconds,
            "spec.tolerations[0].effect",
            "key: a, tolerationSeconds: 0",
            "key: a, operator: Exists",
        ),
        (FieldRule::TolerationKey, "spec.tolerations[0].operator", "value: x, effect: NoSchedule", "operator: Exists"),
        (FieldRule::TolerationKey, "spec.tolerations[0].operator", "operator: Equal", "key: a, operator: Equal"),
        (
            FieldRule::TolerationValue,
            "spec.tolerations[0].operator",
            "key: a, operator: Exists, value: x",
            "key: a, operator: Equal, value: x",
        ),
    ] {
        assert_rule(rule, path, &toleration(broken), &toleration(right));
    }
}

#[test]
fn containers_break_rules() {
    for (rule, path, broken, right) in [
        (
            FieldRule::MountVolume,
            "spec.containers[0].volumeMounts[0].name",
            "volumeMounts: [{name: v, mountPath: /v}]",
            "volumeMounts: []",
        ),
        (
            FieldRule::PortNameLength,
            "spec.containers[0].ports[0].name",
            "ports: [{containerPort: 80, name: a-very-long-port-name}]",
            "ports: [{containerPort: 80, name: a-long-port}]",
        ),
        (
            FieldRule::Duplicate,
            "spec.containers[0].ports[1].name",
            "ports: [{containerPort: 80, name: a}, {containerPort: 81, name: a}]",
            "ports: [{containerPort: 80, name: a}, {containerPort: 81, name: b}]",
        ),
        (
            FieldRule::Duplicate,
            "spec.containers[0].ports[1].hostPort",
            "ports: [{containerPort: 80, hostPort: 80}, {containerPort: 81, hostPort: 80}]",
            "ports: [{containerPort: 80, hostPort: 80}, {containerPort: 81, hostPort: 80, protocol: UDP}]",
        ),
        (
            FieldRule::LimitMissing,
            "spec.containers[0].resources.limits",
            "resources: {requests: {nvidia.com/gpu: 1}}",
            "resources: {limits: {nvidia.com/gpu: 1}}",
        ),
        (
            FieldRule::LimitDiffers,
            "spec.containers[0].resources.requests",
            "resources: {requests: {nvidia.com/gpu: 6}, limits: {nvidia.com/gpu: 8}}",
            "resources: {requests: {nvidia.com/gpu: 8}, limits: {nvidia.com/gpu: 8}}",
        ),
        (
            FieldRule::LimitDiffers,
            "spec.containers[0].resources.requests",
            "resources: {requests: {cpu: 1, hugepages-2Mi: 2Mi}, limits: {hugepages-2Mi: 4Mi}}",
            "resources: {requests: {cpu: 1, hugepages-2Mi: 4Mi}, limits: {hugepages-2Mi: 4Mi}}",
        ),
        (
            FieldRule::HugePagesAlone,
            "spec.containers[0].resources",
            "resources: {limits: {hugepages-2Mi: 4Mi}}",
            "resources: {limits: {hugepages-2Mi: 4Mi, hugepages-1Gi: 1Gi, memory: 1Gi}}",
        ),
        (
            FieldRule::HugePagesUneven,
            "spec.containers[0].resources.limits[hugepages-2Mi]",
            "resources: {limits: {cpu: 1, hugepages-2Mi: 3Mi}}",
            "resources: {limits: {cpu: 1, hugepages-2Mi: 6Mi}}",
        ),
        (
            FieldRule::ResourceUnknown,
            "spec.containers[0].resources.requests[ram]",
            "resources: {requests: {ram: 1Gi}}",
            "resources: {requests: {memory: 1Gi, kubernetes.io/foo: 1}}",
        ),
        (
            FieldRule::ResourceOfOthers,
            "spec.containers[0].resources.requests[storage]",
            "resources: {requests: {storage: 1Gi}}",
            "resources: {requests: {ephemeral-storage: 1Gi}}",
        ),
    ] {
        assert_rule(rule, path, &pod_of(broken, ""), &pod_of(right, ""));
    }
    let in_host_network = |ports: &str| pod_of(&format!("ports: [{ports}]"), "hostNetwork: true");
    assert_rule(
        FieldRule::HostNetworkPort,
        "spec.containers[0].ports[0].hostPort",
        &in_host_network("{containerPort: 80, hostPort: 8080}"),
        &in_host_network("{containerPort: 8080, hostPort: 8080}, {containerPort: 80}"),
    );
    // Init containers run one after another, so that they can use the same port.
    let port = "image: i, ports: [{containerPort: 80, hostPort: 80}]";
    let two = |list: &str| pod(&format!("{list}: [{{name: a, {port}}}, {{name: b, {port}}}]"));
    assert_eq!(
        broken_rules(&two("containers")),
        [("spec.containers[1].ports[0].hostPort".to_owned(), FieldRule::Duplicate, None)]
    );
    assert_eq!(broken_rules(&two("containers: [{name: c, image: i}], initContainers")), []);
    let mounted = "volumeMounts: [{name: v, mountPath: /v}]";
    assert_eq!(broken_rules(&pod_of(mounted, "volumes: [{name: v, emptyDir: {}}]")), []);
}

#[test]
fn workloads_break_rules() {
    for (rule, path, broken, right) in [
        (
            FieldRule::AlwaysRestart,
            "spec.template.spec.restartPolicy",
            selecting("Deployment", "", "restartPolicy: Never,"),
            selecting("Deployment", "", "restartPolicy: Always,"),
        ),
        (
            FieldRule::AlwaysRestart,
            "spec.template.spec.restartPolicy",
            selecting("StatefulSet", "", "restartPolicy: OnFailure,"),
            selecting("StatefulSet", "", ""),
        ),
        (
            FieldRule::RollingRecreate,
            "spec.strategy.rollingUpdate",
            selecting("Deployment", "strategy: {type: Recreate, rollingUpdate: {maxSurge: 1}},", ""),
            selecting("Deployment", "strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}},", ""),
        ),
        (
            FieldRule::ProgressDeadline,
            "spec.progressDeadlineSeconds",
            selecting("Deployment", "progressDeadlineSeconds: 20, minReadySeconds: 30,", ""),
            selecting("Deployment", "progressDeadlineSeconds: 31, minReadySeconds: 30,", ""),
        ),
        (
            FieldRule::ProgressDeadline,
            "spec.progressDeadlineSeconds",
            selecting("Deployment", "minReadySeconds: 600,", ""),
            selecting("Deployment", "minReadySeconds: 599,", ""),
        ),
        (
            FieldRule::DaemonNoRoll,
            "spec.updateStrategy.rollingUpdate.maxUnavailable",
            selecting("DaemonSet", "updateStrategy: {rollingUpdate: {maxUnavailable: 0}},", ""),
            selecting("DaemonSet", "updateStrategy: {rollingUpdate: {maxUnavailable: 0, maxSurge: 1}},", ""),
        ),
        (
            FieldRule::DaemonSurge,
            "spec.updateStrategy.rollingUpdate.maxSurge",
            selecting("DaemonSet", "updateStrategy: {rollingUpdate: {maxSurge: 10%}},", ""),
            selecting("DaemonSet", "updateStrategy: {type: OnDelete, rollingUpdate: {maxSurge: 10%}},", ""),
        ),
        (
            FieldRule::Negative,
            "spec.updateStrategy.rollingUpdate.partition",
            selecting("StatefulSet", "updateStrategy: {rollingUpdate: {partition: -1}},", ""),
            selecting("StatefulSet", "updateStrategy: {rollingUpdate: {partition: 0}},", ""),
        ),
        (
            FieldRule::Negative,
            "spec.ordinals.start",
            selecting("StatefulSet", "ordinals: {start: -1},", ""),
            selecting("StatefulSet", "ordinals: {start: 3},", ""),
        ),
    ] {
        assert_rule(rule, path, &broken, &right);
    }
    let mounting = "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: s}, spec: {selector: {matchLabels: {app: s}}, template: {metadata: {labels: {app: s}}, spec: {containers: [{name: c, image: i, volumeMounts: [{name: data, mountPath: /d}]}]}}, volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]}}";
    assert_eq!(broken_rules(mounting), []);
}

#[test]
fn jobs_break_rules() {
    for (rule, path, broken, right) in [
        (
            FieldRule::JobRestart,
            "spec.template.spec.restartPolicy",
            workload("Job", "", ""),
            workload("Job", "", "restartPolicy: OnFailure,"),
        ),
        (
            FieldRule::JobRestart,
            "spec.template.spec.restartPolicy",
            workload("Job", "", "restartPolicy: Always,"),
            workload("Job", "", "restartPolicy: Never,"),
        ),
        (
            FieldRule::JobSelector,
            "spec.selector",
            selecting("Job", "", "restartPolicy: Never,"),
            selecting("Job", "manualSelector: true,", "restartPolicy: Never,"),
        ),
        (
            FieldRule::FailurePolicyRestart,
            "spec.template.spec.restartPolicy",
            workload("Job", "podFailurePolicy: {rules: []},", "restartPolicy: OnFailure,"),
            workload("Job", "podFailurePolicy: {rules: []},", "restartPolicy: Never,"),
        ),
        (
            FieldRule::Negative,
            "spec.successPolicy.rules[0].succeededCount",
            workload(
                "Job",
                "completions: 2, completionMode: Indexed, successPolicy: {rules: [{succeededCount: -1}]},",
                "restartPolicy: Never,",
            ),
            workload(
                "Job",
                "completions: 2, completionMode: Indexed, successPolicy: {rules: [{succeededCount: 0}]},",
                "restartPolicy: Never,",
            ),
        ),
        (
            FieldRule::BackoffPerIndex,
            "spec.backoffLimitPerIndex",
            workload("Job", "backoffLimitPerIndex: 1,", "restartPolicy: Never,"),
            workload(
                "Job",
                "backoffLimitPerIndex: 1, completions: 2, completionMode: Indexed,",
                "restartPolicy: Never,",
            ),
        ),
    ] {
        assert_rule(rule, path, &broken, &right);
    }
}

#[test]
fn bounds_break_rules() {
    let budget = |policy: &str| {
        let spec = format!("spec: {{selector: {{}}, minAvailable: 1, unhealthyPodEvictionPolicy: {policy}}}");
        object("policy/v1", "PodDisruptionBudget", &format!("metadata: {{name: b}}, {spec}"))
    };
    let class = |name: &str, value: i64| {
        object("scheduling.k8s.io/v1", "PriorityClass", &format!("metadata: {{name: {name}}}, value: {value}"))
    };
    let quota = |spec: &str| object("v1", "ResourceQuota", &format!("metadata: {{name: q}}, spec: {{{spec}}}"));
    let range =
        |item: &str| object("v1", "LimitRange", &format!("metadata: {{name: l}}, spec: {{limits: [{{{item}}}]}}"));
    let node = |taints: &str| {
        object(
            "v1",
            "Node",
            &format!("metadata: {{name: n1}}, spec: {{taints: [{taints}]}}, status: {{capacity: {{pods: 9}}}}"),
        )
    };
    for (rule, path, broken, right) in [
        (FieldRule::UnhealthyPolicy, "spec.unhealthyPodEvictionPolicy", budget("Always"), budget("AlwaysAllow")),
        (
            FieldRule::SystemClassName,
            "metadata.name",
            class("system-x", 5),
            class("system-node-critical", 2_000_001_000),
        ),
        (
            FieldRule::QuotaScope,
            "spec.scopes",
            quota("hard: {cpu: 1}, scopes: [BestEffort]"),
            quota("hard: {pods: 1}, scopes: [BestEffort]"),
        ),
        (
            FieldRule::QuotaScope,
            "spec.scopes",
            quota("hard: {services: 1}, scopes: [NotTerminating]"),
            quota("hard: {persistentvolumeclaims: 1}, scopes: [VolumeAttributesClass]"),
        ),
        (
            FieldRule::QuotaScopes,
            "spec.scopes",
            quota("hard: {pods: 1}, scopes: [BestEffort, NotBestEffort]"),
            quota("hard: {pods: 1}, scopes: [BestEffort, Terminating]"),
        ),
        (
            FieldRule::RangeDefault,
            "spec.limits[0].default",
            range("type: Pod, default: {cpu: 1}"),
            range("type: Container, default: {cpu: 1}"),
        ),
        (
            FieldRule::RangeOrder,
            "spec.limits[0].defaultRequest[cpu]",
            range("type: Container, default: {cpu: 2}, defaultRequest: {cpu: 3}"),
            range("type: Container, default: {cpu: 2}, defaultRequest: {cpu: 2}"),
        ),
        (
            FieldRule::RangeOrder,
            "spec.limits[0].default[cpu]",
            range("type: Container, default: {cpu: 3}, max: {cpu: 2}"),
            range("type: Container, default: {cpu: 2000m}, max: {cpu: 2}"),
        ),
        (
            FieldRule::RangeOrder,
            "spec.limits[0].min[memory]",
            range("type: Container, min: {memory: 2Gi}, max: {memory: 1Gi}"),
            range("type: Container, min: {memory: 1Gi}, max: {memory: 2Gi}"),
        ),
        (
            FieldRule::RepeatedTaint,
            "spec.taints[1]",
            node("{key: k, effect: NoSchedule, value: a}, {key: k, effect: NoSchedule, value: b}"),
            node("{key: k, effect: NoSchedule}, {key: k, effect: NoExecute}"),
        ),
    ] {
        assert_rule(rule, path, &broken, &right);
    }
}

#[test]
fn what_scheduling_does_not_need_may_be_left_out() {
    for (text, path, rule, reason) in [
        (pod("containers: [{name: c}]"), "spec.containers[].image", FieldRule::Required, Leniency::NotNeeded),
        (workload("ReplicaSet", "", ""), "spec.selector", FieldRule::Required, Leniency::NotNeeded),
        (
            pod_of("", "topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: DoNotSchedule}]"),
            "spec.topologySpreadConstraints[].labelSelector",
            FieldRule::NoSpreadSelector,
            Leniency::Warning,
        ),
        (
            pod_of("resources: {requests: {memory: 500m}}", ""),
            "spec.containers[].resources.requests[]",
            FieldRule::FractionalByte,
            Leniency::Warning,
        ),
        (
            pod_of("", "preemptionPolicy: Never"),
            "spec.preemptionPolicy",
            FieldRule::OwnPreemptionPolicy,
            Leniency::Meant,
        ),
    ] {
        assert_eq!(broken_rules(&text), [(path.to_owned(), rule, Some(reason))], "{text}");
    }
}

/// An API server accepted objects from a cluster, so they are loaded.
#[test]
fn what_was_in_a_cluster_comes_in() {
    let toleration = "tolerations: [{key: a, operator: Exists, value: x}]";
    let broken = pod_of("", toleration);
    for mark in [
        "metadata: {uid: 1-2, name: p",
        "metadata: {resourceVersion: '7', name: p",
        "status: {phase: Pending}, metadata: {name: p",
    ] {
        let text = broken.replace("metadata: {name: p", mark);
        let tolerated =
            ("spec.tolerations[].operator".to_owned(), FieldRule::TolerationValue, Some(Leniency::FromCluster));
        assert_eq!(broken_rules(&text), [tolerated], "{text}");
    }
    // The API server generates the selector of a Job, and a dump may omit what scheduling does not need.
    let job = selecting("Job", "", "").replace("metadata: {name: w}", "metadata: {name: w, uid: 1-2}");
    assert_eq!(broken_rules(&job.replace(", image: i", "")), []);
}

/// `apply` updates the fields that are present. Absent ones may exist already.
#[test]
fn an_apply_may_leave_out_what_is_there() {
    let script = |verb: &str, object: &str| {
        format!("{{apiVersion: schedscope.dev/v1alpha1, kind: Scenario, script: [{{at: 1s, {verb}: {object}}}]}}")
    };
    let job = workload("Job", "", "");
    assert_eq!(broken_rules(&script("apply", &job)), []);
    let path = "spec.template.spec.restartPolicy".to_owned();
    // kubectl reports it when the action is due.
    let refused = [(path, FieldRule::JobRestart, Some(Leniency::InScript))];
    assert_eq!(broken_rules(&script("create", &job)), refused);
    let wrong = workload("Job", "", "restartPolicy: Always,");
    assert_eq!(broken_rules(&script("apply", &wrong)), refused);
}

/// Whether admin access is allowed depends on another object, the namespace.
#[test]
fn a_namespace_allows_admin_access() {
    let request =
        |access: &str| format!("requests: [{{name: r, exactly: {{deviceClassName: c, adminAccess: {access}}}}}]");
    let claim = |access: &str| {
        let rest = format!("metadata: {{name: a, namespace: adm}}, spec: {{devices: {{{}}}}}", request(access));
        object("resource.k8s.io/v1", "ResourceClaim", &rest)
    };
    let template = |access: &str| {
        let rest =
            format!("metadata: {{name: a, namespace: adm}}, spec: {{spec: {{devices: {{{}}}}}}}", request(access));
        object("resource.k8s.io/v1", "ResourceClaimTemplate", &rest)
    };
    let namespace = |labels: &str| object("v1", "Namespace", &format!("metadata: {{name: adm, labels: {{{labels}}}}}"));
    let allowed = namespace("resource.kubernetes.io/admin-access: \"true\"");
    for (path, broken, right) in [
        ("spec.devices.requests[0].adminAccess", claim("true"), claim("false")),
        ("spec.spec.devices.requests[0].adminAccess", template("true"), template("false")),
    ] {
        assert_rule(FieldRule::AdminAccess, path, &broken, &right);
        assert_rule(
            FieldRule::AdminAccess,
            path,
            &format!("{}\n---\n{broken}", namespace("a: b")),
            &format!("{allowed}\n---\n{broken}"),
        );
        assert_eq!(broken_rules(&broken.replace("metadata: {", "metadata: {uid: u, ")), []);
    }
}

#[test]
fn workloads_have_no_fields_of_others() {
    let unknown_fields = |text: &str| -> Vec<String> {
        let manifest = load(text).unwrap_or_else(|findings| panic!("{findings:?}"));
        let unknown = |finding: Finding| match finding.problem {
            Problem::Notice(Notice::FieldUnknown { path, .. }) => Some(path.to_string()),
            _ => None,
        };
        manifest.notices.into_iter().filter_map(unknown).collect()
    };
    assert_eq!(unknown_fields(&selecting("DaemonSet", "replicas: 3,", "")), ["spec.replicas"]);
    assert_eq!(unknown_fields(&selecting("Deployment", "replicas: 3, completions: 1,", "")), ["spec.completions"]);
    assert!(unknown_fields(&selecting("Deployment", "replicas: 3,", "")).is_empty());
}

/// The messages were recorded from an API server of v1.36.2.
#[test]
fn refusals_have_the_words_of_the_api_server() {
    let lines: Vec<&str> =
        include_str!("recorded_refusals.txt").lines().filter(|line| !line.starts_with('#')).collect();
    let mut wrong = Vec::new();
    for pair in lines.chunks(2) {
        let [object, message] = pair else { panic!("{pair:?} is no pair") };
        let (Ok(findings) | Err(findings)) = load(object).map(|manifest| manifest.notices);
        let has_message = |finding: &Finding| match &finding.problem {
            Problem::Admission(AdmissionProblem::Field(error))
            | Problem::Notice(Notice::FieldInvalid { error, .. }) => field_error_message(error) == *message,
            _ => false,
        };
        if !findings.iter().any(has_message) {
            wrong.push(format!("{object}\n{message}\n"));
        }
    }
    assert!(lines.len() > 200 && wrong.is_empty(), "{}", wrong.join("\n"));
}
