//! Generates dumps in the format of `kubectl get nodes,pods -A -o json` (or `-o yaml`), with managed fields, environments, volumes and full status, of
//! which a scheduler needs a tenth. Sizes and seed determine the bytes.

use std::io::{self, Write};

use schedscope::scheduler::framework::SeededChooser;
use serde::Serialize;
use serde_json::{
    Value, json,
    ser::{PrettyFormatter, Serializer},
};

/// The size of a dump.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub nodes: usize,
    pub pods: usize,
    /// The number of these pods that have no node.
    pub pending: usize,
}

pub(crate) fn write(out: &mut impl Write, size: Size, seed: u64, is_yaml: bool) -> io::Result<()> {
    let mut dice = SeededChooser::new(seed);
    let nodes = (0..size.nodes).map(node);
    let pods: Vec<(usize, usize)> = (0..size.pods).map(|_| (dice.draw_below(12), dice.draw_below(40))).collect();
    let pods = pods.into_iter().enumerate().map(|(at, (app, cpu))| pod(at, app, cpu, size));
    if is_yaml {
        writeln!(out, "apiVersion: v1\nitems:")?;
        for item in nodes.chain(pods) {
            out.write_all(as_yaml(&item).as_bytes())?;
        }
        return writeln!(out, "kind: List\nmetadata:\n  resourceVersion: \"\"");
    }
    write!(out, "{{\n    \"apiVersion\": \"v1\",\n    \"items\": [")?;
    for (at, item) in nodes.chain(pods).enumerate() {
        let mut bytes = Vec::new();
        item.serialize(&mut Serializer::with_formatter(&mut bytes, PrettyFormatter::with_indent(b"    ")))
            .map_err(io::Error::other)?;
        let text = String::from_utf8(bytes).map_err(io::Error::other)?.replace('\n', "\n        ");
        write!(out, "{}\n        {text}", if at > 0 { "," } else { "" })?;
    }
    writeln!(
        out,
        "\n    ],\n    \"kind\": \"List\",\n    \"metadata\": {{\n        \"resourceVersion\": \"\"\n    }}\n}}"
    )
}

fn node(at: usize) -> Value {
    let (name, zone) = (node_name(at), ["a", "b", "c"][at % 3]);
    let condition = |kind: &str, status: &str, reason: &str| {
        json!({"lastHeartbeatTime": "2026-03-02T08:11:09Z", "lastTransitionTime": "2026-02-01T10:00:00Z",
            "message": format!("kubelet says {reason}: a message that is longer than eighty letters, as those of many kubelets are, so that kubectl breaks its lines"), "reason": reason, "status": status, "type": kind})
    };
    let images: Vec<Value> = (0..12)
        .map(|image| {
            json!({"names": [format!("registry.example/team-{image}/service@sha256:{image:064x}"), format!("registry.example/team-{image}/service:v1.{image}")],
                "sizeBytes": 50_000_000 + image * 1_234_567})
        })
        .collect();
    json!({
        "apiVersion": "v1", "kind": "Node",
        "metadata": {
            "annotations": {"node.alpha.kubernetes.io/ttl": "0", "volumes.kubernetes.io/controller-managed-attach-detach": "true"},
            "creationTimestamp": "2026-01-05T09:00:00Z",
            "labels": {"kubernetes.io/arch": "amd64", "kubernetes.io/hostname": name, "kubernetes.io/os": "linux",
                "node.kubernetes.io/instance-type": "m6i.4xlarge", "topology.kubernetes.io/region": "eu-west-1",
                "topology.kubernetes.io/zone": format!("eu-west-1{}", zone)},
            "managedFields": managed("kubelet", 8), "name": name, "resourceVersion": (1_000_000 + at).to_string(),
            "uid": format!("00000000-0000-4000-8000-{at:012x}"),
        },
        "spec": {"podCIDR": format!("10.{}.{}.0/24", 1 + at / 250, at % 250), "providerID": format!("aws:///eu-west-1a/i-{at:017x}")},
        "status": {
            "addresses": [{"address": "10.0.0.1", "type": "InternalIP"}, {"address": name, "type": "Hostname"}],
            "allocatable": {"cpu": "15890m", "ephemeral-storage": "76224326324", "hugepages-1Gi": "0", "memory": "61252Mi", "pods": "110"},
            "capacity": {"cpu": "16", "ephemeral-storage": "83873772Ki", "hugepages-1Gi": "0", "memory": "64Gi", "pods": "110"},
            "conditions": [condition("MemoryPressure", "False", "KubeletHasSufficientMemory"), condition("DiskPressure", "False", "KubeletHasNoDiskPressure"),
                condition("PIDPressure", "False", "KubeletHasSufficientPID"), condition("Ready", "True", "KubeletReady")],
            "daemonEndpoints": {"kubeletEndpoint": {"Port": 10250}}, "images": images,
            "nodeInfo": {"architecture": "amd64", "containerRuntimeVersion": "containerd://1.7.20", "kubeletVersion": "v1.34.1", "operatingSystem": "linux"},
        },
    })
}

fn pod(at: usize, app: usize, cpu: usize, Size { nodes, pods, pending }: Size) -> Value {
    let name = format!("service-{app}-{:010x}-{at:05x}", app * 7_919);
    let runs = at < pods - pending;
    let container = |number: usize, cpu: usize| {
        let env: Vec<Value> = (0..4)
            .map(|n| json!({"name": format!("SETTING_NUMBER_{n}"), "value": format!("a \"quoted\" value, \\ of {name}: {n}")}))
            .chain([json!({"name": "POD_IP", "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "status.podIP"}}})])
            .collect();
        let probe = json!({"failureThreshold": 3, "httpGet": {"path": "/healthz", "port": 8080, "scheme": "HTTP"}, "periodSeconds": 10, "successThreshold": 1, "timeoutSeconds": 1});
        json!({"env": env, "image": format!("registry.example/team-{app}/service:v1.{number}"), "imagePullPolicy": "IfNotPresent", "livenessProbe": probe,
            "name": format!("main-{number}"), "ports": [{"containerPort": 8080, "name": "http", "protocol": "TCP"}], "readinessProbe": probe,
            "resources": {"limits": {"memory": "32Gi"}, "requests": {"cpu": format!("{cpu}m"), "memory": format!("{}Mi", 64 + cpu)}},
            "securityContext": {"allowPrivilegeEscalation": false, "capabilities": {"drop": ["ALL"]}, "readOnlyRootFilesystem": true},
            "terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File",
            "volumeMounts": [{"mountPath": "/etc/service", "name": "config", "readOnly": true}, {"mountPath": "/var/run/secrets/kubernetes.io/serviceaccount", "name": "kube-api-access", "readOnly": true}]})
    };
    let condition = |kind: &str| json!({"lastProbeTime": null, "lastTransitionTime": "2026-03-01T12:00:00Z", "status": "True", "type": kind});
    let status = |number: usize| {
        json!({"containerID": format!("containerd://{at:064x}"), "image": format!("registry.example/team-{app}/service:v1.{number}"),
            "imageID": format!("registry.example/team-{app}/service@sha256:{app:064x}"), "lastState": {}, "name": format!("main-{number}"), "ready": true, "restartCount": 0,
            "started": true, "state": {"running": {"startedAt": "2026-03-01T12:00:07Z"}}})
    };
    // Every third pod has a sidecar.
    let each = 1 + usize::from(at.is_multiple_of(3));
    // A pending pod requests more than is free, or more than any node has.
    let cpu = if runs { 50 + cpu * 25 } else { 20_000 + cpu };
    let containers: Vec<Value> =
        (0..each).map(|number| container(number, if number == 0 { cpu } else { 10 })).collect();
    let statuses: Vec<Value> = (0..each).map(status).collect();
    let mut pod = json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {
            "annotations": {"checksum/config": format!("{:064x}", app * 31), "kubectl.kubernetes.io/restartedAt": "2026-02-20T09:00:00Z"},
            "creationTimestamp": "2026-03-01T12:00:00Z", "generateName": format!("service-{app}-{:010x}-", app * 7_919),
            "labels": {"app.kubernetes.io/instance": format!("service-{app}"), "app.kubernetes.io/name": "service", "pod-template-hash": format!("{:010x}", app * 7_919)},
            "managedFields": managed("kube-controller-manager", 5), "name": name, "namespace": format!("team-{}", app % 5),
            "ownerReferences": [{"apiVersion": "apps/v1", "blockOwnerDeletion": true, "controller": true, "kind": "ReplicaSet", "name": format!("service-{app}-{:010x}", app * 7_919), "uid": format!("00000000-0000-4000-9000-{app:012x}")}],
            "resourceVersion": (2_000_000 + at).to_string(), "uid": format!("00000000-0000-4000-a000-{at:012x}"),
        },
        "spec": {
            "containers": containers, "dnsPolicy": "ClusterFirst", "enableServiceLinks": true, "preemptionPolicy": "PreemptLowerPriority", "priority": 0,
            "restartPolicy": "Always", "schedulerName": "default-scheduler", "securityContext": {"runAsNonRoot": true}, "serviceAccount": "default", "serviceAccountName": "default",
            "terminationGracePeriodSeconds": 30,
            "tolerations": [{"effect": "NoExecute", "key": "node.kubernetes.io/not-ready", "operator": "Exists", "tolerationSeconds": 300},
                {"effect": "NoExecute", "key": "node.kubernetes.io/unreachable", "operator": "Exists", "tolerationSeconds": 300}],
            "volumes": [{"configMap": {"defaultMode": 420, "name": format!("service-{app}")}, "name": "config"},
                {"name": "kube-api-access", "projected": {"defaultMode": 420, "sources": [{"serviceAccountToken": {"expirationSeconds": 3607, "path": "token"}},
                    {"configMap": {"items": [{"key": "ca.crt", "path": "ca.crt"}], "name": "kube-root-ca.crt"}}]}}],
        },
    });
    if runs {
        let host = node_name(at % nodes.max(1));
        let conditions =
            ["PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled"].map(condition);
        pod["spec"]["nodeName"] = json!(host);
        pod["status"] = json!({"conditions": conditions,
            "containerStatuses": statuses, "hostIP": "10.0.0.1", "phase": "Running", "podIP": format!("10.1.{}.{}", at / 250 % 250, at % 250),
            "qosClass": "Burstable", "startTime": "2026-03-01T12:00:00Z"});
    } else {
        pod["status"] = json!({"conditions": [{"lastProbeTime": null, "lastTransitionTime": "2026-03-01T12:00:00Z", "message": "0/1 nodes are available",
            "reason": "Unschedulable", "status": "False", "type": "PodScheduled"}], "phase": "Pending", "qosClass": "Burstable"});
    }
    pod
}

fn node_name(at: usize) -> String {
    format!("ip-10-0-{}-{}.eu-west-1.compute.internal", at / 250, at % 250)
}

/// An entry of `managedFields`.
fn managed(manager: &str, fields: usize) -> Value {
    let set = |from: usize| {
        let fields = (from..from + fields).map(|at| (format!("f:field{at}"), json!({"f:inner": {}})));
        json!({"f:metadata": {"f:labels": {".": {}, "f:app": {}}}, "f:spec": Value::Object(fields.collect())})
    };
    let entry = |at: usize| json!({"apiVersion": "v1", "fieldsType": "FieldsV1", "fieldsV1": set(at), "manager": manager, "operation": "Update", "time": "2026-03-01T12:00:00Z"});
    json!([entry(0), entry(20)])
}

/// A list item as kubectl formats it in YAML.
fn as_yaml(item: &Value) -> String {
    let mut text = String::new();
    block(item, 2, &mut text);
    text.replacen("  ", "- ", 1)
}

/// Writes a mapping or list in block style, with each line indented by `indent` spaces.
fn block(value: &Value, indent: usize, out: &mut String) {
    let pad = " ".repeat(indent);
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                out.extend([pad.as_str(), &scalar(&Value::String(key.clone()), usize::MAX, 0), ":"]);
                inside(value, indent, out);
            }
        }
        Value::Array(items) => {
            for item in items {
                let before = out.len();
                match item {
                    Value::Object(fields) if !fields.is_empty() => block(item, indent + 2, out),
                    other => out.extend([pad.as_str(), "  ", &scalar(other, indent + 2, indent + 2), "\n"]),
                }
                out.replace_range(before + indent..=before + indent, "-");
            }
        }
        other => out.extend([pad.as_str(), &scalar(other, indent, indent), "\n"]),
    }
}

fn inside(value: &Value, indent: usize, out: &mut String) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            out.push('\n');
            block(value, indent + 2, out);
        }
        Value::Array(items) if !items.is_empty() => {
            out.push('\n');
            block(value, indent, out);
        }
        other => {
            let column = out.len() - out.rfind('\n').map_or(0, |at| at + 1) + 1;
            out.extend([" ", &scalar(other, column, indent + 2), "\n"]);
        }
    }
}

/// A scalar as go-yaml v2 writes it (`encode.go`, `stringv()`; `emitterc.go`, `yaml_emitter_analyze_scalar()` and the functions that write scalars).
/// Begins in `column`; later lines are indented.
fn scalar(value: &Value, column: usize, indent: usize) -> String {
    let Value::String(text) = value else { return value.to_string() };
    assert!(
        text.chars().all(|letter| letter == ' ' || letter.is_ascii_graphic()),
        "no other letters are in a dump: {text:?}"
    );
    if !means_text(text) {
        return value.to_string();
    }
    if is_plain(text) {
        return fold(text, column, indent);
    }
    fold(&format!("'{}'", text.replace('\'', "''")), column, indent)
}

/// Whether a text would still be a string without quotes.
fn means_text(text: &str) -> bool {
    let is_date =
        text.len() > 4 && text.as_bytes()[4] == b'-' && text.bytes().take(4).all(|byte| byte.is_ascii_digit());
    let is_sexagesimal =
        text.contains(':') && text.bytes().all(|byte| byte.is_ascii_digit() || b":.+-".contains(&byte));
    if is_date || is_sexagesimal || text.is_empty() {
        return false;
    }
    let is_number = || {
        text.replace('_', "").parse::<f64>().is_ok()
            || text.starts_with("0x")
            || text.starts_with("0o")
            || text.starts_with("0b")
    };
    let word = text.to_ascii_lowercase();
    !is_number()
        && !["y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", ".inf", ".nan"].contains(&word.as_str())
}

/// Whether a text needs no quotes in block style.
fn is_plain(text: &str) -> bool {
    let is_blank_at = |at: usize| text.as_bytes().get(at).is_none_or(|byte| *byte == b' ');
    let has_indicator = text.bytes().enumerate().any(|(at, byte)| match byte {
        b'#' => at == 0 || is_blank_at(at - 1),
        b':' => is_blank_at(at + 1),
        b'?' | b'-' => at == 0 && is_blank_at(1),
        b',' | b'[' | b']' | b'{' | b'}' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\'' | b'"' | b'%' | b'@' | b'`' => {
            at == 0
        }
        _ => false,
    });
    !has_indicator
        && !text.starts_with(' ')
        && !text.ends_with(' ')
        && !text.starts_with("---")
        && !text.starts_with("...")
}

/// Breaks lines at single spaces after column 80.
fn fold(text: &str, mut column: usize, indent: usize) -> String {
    const WIDTH: usize = 80;
    let mut folded = String::new();
    let letters: Vec<char> = text.chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        let is_alone =
            *letter == ' ' && at > 0 && letters[at - 1] != ' ' && letters.get(at + 1).is_some_and(|next| *next != ' ');
        if is_alone && column > WIDTH && column < usize::MAX / 2 {
            folded.push('\n');
            folded.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else {
            folded.push(*letter);
            column = column.saturating_add(1);
        }
    }
    folded
}
