//! KWOK stages that simulate the kubelet. With KWOK's default stages pods start and end at once, and nodes are always healthy.
//!
//! A pod starts after the scenario's start time, or at the time that the manifest states; it ends at the end of its grace period; a pod of a Job
//! completes after its run time. A node is not ready as long as an annotation says so. If KWOK is given stages, it uses none of its own, so these
//! are complete.

use std::fmt::Write;

use api::{Millis, annotations::RUN_SECONDS};
use manifest::edit;
use serde_json::{Value, json};

/// The annotation of a node whose kubelet reports that it isn't ready; its value is `False`.
pub(super) const READY_ANNOTATION: &str = "schedscope.dev/ready";
/// The annotation with the start time of a pod that runs at the start; without it, a pod starts after the start time of containers.
pub(super) const START_ANNOTATION: &str = "schedscope.dev/started";

/// How long a pod of a Job runs without an annotation.
const JOB_RUN_TIME: Millis = Millis::from_seconds(10);

/// A template of a node's status; `STATUS` and `REASON` are replaced.
const NODE_STATUS: &str = r#"phase: Running
conditions:
{{ $now := Now }}
- {type: Ready, status: "STATUS", reason: REASON, lastHeartbeatTime: {{ $now | Quote }}, lastTransitionTime: {{ $now | Quote }}}
"#;

/// A template of the status of a running pod.
const RUNNING_STATUS: &str = r#"{{ $start := Now }}
{{ with .metadata.annotations }}{{ with index . "schedscope.dev/started" }}{{ $start = . }}{{ end }}{{ end }}
phase: Running
startTime: {{ $start | Quote }}
conditions:
- {type: Initialized, status: "True", lastTransitionTime: {{ $start | Quote }}}
- {type: ContainersReady, status: "True", lastTransitionTime: {{ $start | Quote }}}
- {type: Ready, status: "True", lastTransitionTime: {{ $start | Quote }}}
containerStatuses:
{{ range .spec.containers }}
- {name: {{ .name | Quote }}, image: {{ .image | Quote }}, ready: true, restartCount: 0, state: {running: {startedAt: {{ $start | Quote }}}}}
{{ end }}
"#;

/// A template of the status of a completed pod.
const DONE_STATUS: &str = r#"{{ $now := Now }}
phase: Succeeded
conditions:
- {type: ContainersReady, status: "False", reason: PodCompleted, lastTransitionTime: {{ $now | Quote }}}
- {type: Ready, status: "False", reason: PodCompleted, lastTransitionTime: {{ $now | Quote }}}
containerStatuses:
{{ range .spec.containers }}
- {name: {{ .name | Quote }}, image: {{ .image | Quote }}, ready: false, restartCount: 0, state: {terminated: {exitCode: 0, reason: Completed, finishedAt: {{ $now | Quote }}}}}
{{ end }}
"#;

/// The stages, if containers take this long to start.
pub(super) fn kwok_stages(container_start: Millis) -> String {
    let ready_annotation = format!(".metadata.annotations[{READY_ANNOTATION:?}]");
    let ready = r#".status.conditions.[] | select(.type == "Ready") | .status"#;
    let is_alive = json!({"key": ".metadata.deletionTimestamp", "operator": "DoesNotExist"});
    // `otherwise` is the delay without the annotation.
    let delay = |otherwise: Millis, annotation: &str, jq_filter: &str| {
        let query = format!(".metadata.annotations[{annotation:?}] | select(. != null) | {jq_filter}");
        json!({"durationMilliseconds": otherwise.to_millis(), "durationFrom": {"expressionFrom": query}})
    };
    let node = |status: &str, reason: &str| NODE_STATUS.replace("STATUS", status).replace("REASON", reason);
    let stages = [
        kwok_stage(
            &StageId { kind: "Node", name: "node-ready" },
            &json!([match_expression("NotIn", &ready_annotation, "False"), match_expression("NotIn", ready, "True")]),
            None,
            &node("True", "KubeletReady"),
        ),
        kwok_stage(
            &StageId { kind: "Node", name: "node-not-ready" },
            &json!([match_expression("In", &ready_annotation, "False"), match_expression("NotIn", ready, "False")]),
            None,
            &node("False", "KubeletNotReady"),
        ),
        kwok_stage(
            &StageId { kind: "Pod", name: "pod-start" },
            &json!([is_alive, match_expression("In", ".status.phase", "Pending")]),
            Some(delay(container_start, START_ANNOTATION, "\"0s\"")),
            RUNNING_STATUS,
        ),
        kwok_stage(
            &StageId { kind: "Pod", name: "pod-done" },
            &json!([
                is_alive,
                match_expression("In", ".status.phase", "Running"),
                match_expression("In", ".metadata.ownerReferences.[].kind", "Job")
            ]),
            Some(delay(JOB_RUN_TIME, RUN_SECONDS, ". + \"s\"")),
            DONE_STATUS,
        ),
        kwok_stage(
            &StageId { kind: "Pod", name: "pod-end" },
            &json!([{"key": ".metadata.deletionTimestamp", "operator": "Exists"}]),
            Some(json!({"durationFrom": {"expressionFrom": ".metadata.deletionTimestamp"}})),
            "",
        ),
    ];
    stages.join("---\n")
}

fn match_expression(operator: &str, key: &str, value: &str) -> Value {
    json!({"key": key, "operator": operator, "values": [value]})
}

/// A stage's name, and the kind of object that it applies to.
struct StageId<'s> {
    kind: &'s str,
    name: &'s str,
}

/// A stage: the selector, the delay, and the status that results; an empty status deletes the object.
fn kwok_stage(stage: &StageId<'_>, when: &Value, delay: Option<Value>, status: &str) -> String {
    let mut spec = json!({
        "resourceRef": {"apiGroup": "v1", "kind": stage.kind},
        "selector": {"matchExpressions": when},
    });
    if let Some(delay) = delay {
        spec["delay"] = delay;
    }
    let stage = json!({"apiVersion": "kwok.x-k8s.io/v1alpha1", "kind": "Stage", "metadata": {"name": stage.name}, "spec": spec});
    let mut lines = String::new();
    for line in status.lines() {
        let _ = writeln!(lines, "      {line}");
    }
    let next =
        if status.is_empty() { "    delete: true\n".to_owned() } else { format!("    statusTemplate: |\n{lines}") };
    // Templates are written as block literals, for readability.
    edit::write_document(&stage) + "  next:\n" + &next
}
