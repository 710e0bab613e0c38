//! KWOK stages that simulate the kubelet: with KWOK's own stages pods start and end at once, and nodes are always healthy.
//!
//! A pod starts after the scenario's time, or at the moment that the text says; it ends at the end of its grace period; a pod of a Job is done
//! after its seconds. A node is not ready as long as an annotation says so. Who brings stages has to bring all: KWOK then takes none of
//! its own.

use std::fmt::Write;

use api::{Millis, annotations::RUN_SECONDS};
use manifest::edit;
use serde_json::{Value, json};

/// Says `False` of a node while its kubelet is to report that it is not ready.
pub(super) const READY_ANNOTATION: &str = "schedscope.dev/ready";
/// Says when a pod of the text started; nothing for one that starts at once.
pub(super) const START_ANNOTATION: &str = "schedscope.dev/started";

/// How long a pod of a Job runs, unless an annotation says otherwise.
const JOB_RUN_TIME: Millis = Millis::from_seconds(10);

/// The status of a node, as a template.
const NODE_STATUS: &str = r#"phase: Running
conditions:
{{ $now := Now }}
- {type: Ready, status: "STATUS", reason: REASON, lastHeartbeatTime: {{ $now | Quote }}, lastTransitionTime: {{ $now | Quote }}}
"#;

/// The status of a pod that runs.
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

/// The status of a pod that is done.
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

/// The stages, for containers that take so long to start.
pub(super) fn kwok_stages(container_start: Millis) -> String {
    let ready_annotation = format!(".metadata.annotations[{READY_ANNOTATION:?}]");
    let ready = r#".status.conditions.[] | select(.type == "Ready") | .status"#;
    let is_alive = json!({"key": ".metadata.deletionTimestamp", "operator": "DoesNotExist"});
    // Without the annotation the delay is the other one.
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

/// A stage by its name, and the kind of object that it applies to.
struct StageId<'s> {
    kind: &'s str,
    name: &'s str,
}

/// What happens to objects of a kind, when, after how long, and the status that comes of it; without one, the object goes.
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
    // Templates are for people to read, so they stand as they are.
    edit::write_document(&stage) + "  next:\n" + &next
}
