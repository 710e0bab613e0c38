//! The script for KWOK: creates a cluster of the release, then the objects in order of their dependencies, then plays the scenario's own script.
//!
//! KWOK simulates the kubelets (`stages`), so nodes get the annotation that it selects, and no taint: all nodes are simulated, so pods need no
//! toleration. Every wait has a timeout; when it runs out, the script prints a message and continues.

use std::fmt::Write;

use api::{
    ApiObject, Condition, ConditionStatus, ConditionType, CreationStage, Kind, ObjectMeta, annotations::RUN_SECONDS,
    shorten,
};
use manifest::{Manifest, ManifestObject, ScriptAction, edit};
use profiles::config::configurations;
use protocol::{ExportNote, ExportedFile, FileBody};
use releases::Release;
use serde_json::{Value, json};

use super::{
    command::{HEREDOC_END, kubectl_command, shell_quote},
    extenders,
    object_order::{ExportParts, order_objects},
    objects::{GROUP_API, ObjectAdapter, namespace_or_default, text_at},
    script::{entry_command, script_entries},
    stages::{READY_ANNOTATION, START_ANNOTATION, kwok_stages},
};

/// The first minor version with scheduling gates.
const GATES_SINCE_MINOR: u32 = 27;
/// The scheduling gate of pods that are not yet nominated.
const GATE: &str = "schedscope.dev/nomination";

/// Scenario fields that have no equivalent in a cluster.
const UNSUPPORTED_FIELDS: [&str; 5] = ["permit", "bindFailures", "provisionFailures", "timings", "seed"];

/// The beginning of the script. Its messages are variables that are set above it in the reader's language (`i18n::export`).
const HEAD: &str = r#"set -euo pipefail
export LC_ALL=C

name="${1:-schedscope}"
SPEED="${SPEED:-1}"
k() { kubectl --context="kwok-$name" "$@"; }
now() { local t="${EPOCHREALTIME:-$SECONDS.000000}"; echo $(( ${t/./} / 1000 )); }
# at MILLISECONDS: waits until so long after the start, by SPEED
at() { sleep "$(awk -v at="$1" -v past=$(( $(now) - start )) -v speed="$SPEED" 'BEGIN { left = at / speed - past; printf "%.3f", (left > 0 ? left / 1000 : 0) }')"; }
# try COMMAND: once a second, for two minutes at most
try() {
  local left
  for (( left = 120; left > 0; left-- )); do if "$@"; then return; fi; sleep 1; done
  echo "$late $*" >&2
}
account() { k -n "$1" get serviceaccount default > /dev/null 2>&1; }
ready() { k wait --for=condition=Ready "$@" --timeout=120s || echo "$late $*" >&2; }
untainted() { [ -z "$(k get nodes -o jsonpath='{.items[*].spec.taints[?(@.key=="node.kubernetes.io/not-ready")].key}')" ]; }
# settle SECONDS: until nothing moves for so long, for as long again and five minutes more at most
settle() {
  local seen="" found same=0 look
  for (( look = 0; look < 60 + $1 / 5; look++ )); do
    found="$(k get pods --all-namespaces -o jsonpath='{range .items[*]}{.metadata.uid} {.metadata.deletionTimestamp} {.spec.nodeName} {.status.phase} {.status.conditions[?(@.type=="Ready")].status}{"\n"}{end}')"
    if [ "$found" != "$seen" ] || [[ "$found" == *T*Z* ]]; then same=0; seen="$found"; else same=$(( same + 5 )); fi
    if (( same >= $1 )); then return; fi
    sleep 5
  done
  echo "$moving" >&2
}
"#;

pub(super) fn write_script(
    mut adapter: ObjectAdapter<'_>,
    manifest: &Manifest,
    parts: ExportParts,
    release: Release,
) -> ExportedFile {
    let ExportParts { objects, scenario, configurations, extenders } = parts;
    let mut played = FileBody::default();
    let mut last = None;
    let list = script_entries(&scenario);
    for entry in &list {
        let Some(command) = entry_command(&mut adapter, entry, manifest, release.minor()) else { continue };
        if last.replace(entry.at) != Some(entry.at) {
            let _ = writeln!(played, "\nat {}", entry.at.to_millis());
        }
        played.append(command);
    }
    for field in UNSUPPORTED_FIELDS {
        // The stages implement how long containers take to start.
        let has_unsupported_field = |document: &Value| match document.get(field) {
            Some(Value::Object(fields)) if field == "timings" => fields.keys().any(|key| key != "containerStartMillis"),
            value => value.is_some(),
        };
        if scenario.iter().any(has_unsupported_field) {
            adapter.add_note(ExportNote::Simulated { field: field.into() });
        }
    }
    let created: Vec<Value> = list
        .iter()
        .filter(|entry| matches!(entry.verb, "create" | "apply"))
        .map(|entry| entry.argument.clone())
        .collect();
    if objects
        .iter()
        .map(|(_, value)| value)
        .chain(&created)
        .any(|value| text_at(value, "/kind") == Kind::PodDisruptionBudget.name())
    {
        adapter.add_note(ExportNote::Stale { millis: manifest.scenario.timings.disruption_millis });
    }
    let objects = order_objects(&mut adapter, manifest, objects, &created);
    let mut body = FileBody::from(HEAD.to_owned());
    let mut flags = format!("--kube-version={} --config=\"$stages\"", release.patch());
    if let Some(gates) = adapter.gate_flags() {
        let _ = write!(flags, " --kube-feature-gates={gates} --kube-runtime-config={GROUP_API}=true");
    }
    let container_start = manifest.scenario.timings.container_start_millis;
    let _ = write!(
        body,
        "\nstages=\"$(mktemp)\"\ncat > \"$stages\" <<'{HEREDOC_END}'\n{}{HEREDOC_END}\n",
        kwok_stages(container_start)
    );
    if has_unwell_nodes(manifest) {
        // With KWOK's default factor, nodes would send fewer heartbeats than the node lifecycle controller expects.
        flags += " --heartbeat-factor=1";
    }
    let mut serves = false;
    for mut document in configurations {
        if text_at(&document, "/kind") == "KubeSchedulerConfiguration" && is_for_release(release, &document) {
            let calls_extenders = extenders::redirect_to_server(&mut document);
            let reads = if calls_extenders { extenders::replace_address_command() } else { "cat".to_owned() };
            if calls_extenders && !serves {
                serves = true;
                body.push_text(&extenders::start_server(&extenders));
                flags += " --runtime=\"${KWOK_RUNTIME:-binary}\"";
                adapter.add_note(ExportNote::Extenders);
            }
            let document = edit::write_document(&document);
            let _ = write!(
                body,
                "\nconfiguration=\"$(mktemp)\"\n{reads} > \"$configuration\" <<'{HEREDOC_END}'\n{document}{HEREDOC_END}\n"
            );
            flags += " --kube-scheduler-config=\"$configuration\"";
        } else {
            adapter.add_note(ExportNote::Configuration { kind: shorten(text_at(&document, "/kind")) });
        }
    }
    if !serves {
        for _ in &extenders {
            adapter.add_note(ExportNote::Ours { kind: "Extender".into() });
        }
    }
    let _ = writeln!(body, "\nkwokctl create cluster --name=\"$name\" {flags} --wait=5m");
    setup_commands(&mut body, &mut adapter, &objects, &created, manifest, release.minor());
    let quiet = quiet_seconds(manifest);
    // From here on, commands may fail: a budget may forbid an eviction, and pods that a workload created have other names. Background commands end
    // by themselves, each at its own timeout.
    body.push_text("\nset +e\n");
    body.append(played);
    let _ = write!(body, "\nwait\nsettle {quiet}\nk get pods --all-namespaces -o wide\n");
    ExportedFile { body, notes: adapter.notes.into_iter().collect(), ..ExportedFile::default() }
}

/// Whether a kubelet ever reports that it isn't ready.
fn has_unwell_nodes(manifest: &Manifest) -> bool {
    let begins = |object: &ManifestObject| match &object.kind {
        ApiObject::Node(node) => ready_status(&node.status.conditions) == Some(&ConditionStatus::False),
        _ => false,
    };
    manifest.objects.iter().any(begins)
        || manifest.scenario.script.iter().any(|timed| matches!(timed.action, ScriptAction::NotReady(_)))
}

/// How many seconds the pods must be unchanged at the end of the script: the longest delay after which something may still happen.
fn quiet_seconds(manifest: &Manifest) -> u64 {
    /// A pod's maximum backoff, plus the time until the scheduler has noticed.
    const BACKOFF: u64 = 15;
    /// The default toleration of pods for nodes that are not ready, plus ten seconds between two evicted nodes.
    const NOT_READY: u64 = 315;
    if has_unwell_nodes(manifest) {
        return NOT_READY;
    }
    let runs = manifest.objects.iter().filter_map(|object| {
        let seconds = object.kind.workload()?.spec.template.metadata.annotations.get(RUN_SECONDS)?;
        seconds.parse::<u64>().ok()
    });
    runs.max().unwrap_or_default().saturating_add(BACKOFF)
}

/// Whether a configuration is for this release and has only plugins of upstream.
fn is_for_release(release: Release, document: &Value) -> bool {
    let read_configurations = configurations(std::slice::from_ref(document), &[]).ok();
    read_configurations.is_some_and(|configurations| configurations.by_release.contains_key(&release))
}

fn setup_commands(
    body: &mut FileBody,
    adapter: &mut ObjectAdapter<'_>,
    objects: &[(CreationStage, Value)],
    created: &[Value],
    manifest: &Manifest,
    minor: u32,
) {
    let documents_of_stage = |stage: CreationStage| -> Vec<Value> {
        objects.iter().filter(|(object_stage, _)| *object_stage == stage).map(|(_, object)| object.clone()).collect()
    };
    for stage in
        [CreationStage::Prerequisites, CreationStage::Storage, CreationStage::Node, CreationStage::ServicesAndBudgets]
    {
        let documents = documents_of_stage(stage);
        if !documents.is_empty() {
            body.push_text("\n");
            let is_here = |note: &&ExportNote| match note {
                ExportNote::Provisioner { .. } => stage == CreationStage::Prerequisites,
                ExportNote::BudgetStatus { .. } => stage == CreationStage::ServicesAndBudgets,
                _ => false,
            };
            for note in adapter.notes.keys().filter(is_here).cloned().collect::<Vec<_>>() {
                body.push_remark(note);
            }
            body.push_text(&kubectl_command("apply", &documents));
        }
        if stage == CreationStage::Node && !documents.is_empty() {
            body.push_text("ready nodes --all\ntry untainted\n");
        }
    }
    let mut namespaces: Vec<&str> = objects
        .iter()
        .map(|(_, value)| value)
        .chain(created)
        .map(|value| text_at(value, "/metadata/namespace"))
        .collect();
    namespaces.push("default");
    namespaces.retain(|namespace| !namespace.is_empty());
    namespaces.sort_unstable();
    namespaces.dedup();
    for namespace in namespaces {
        let _ = writeln!(body, "try account {}", shell_quote(namespace));
    }
    // Pods that are already running are created first; the others start during the run.
    let runs = |pod: &Value| pod["metadata"]["annotations"].get(START_ANNOTATION).is_some();
    let (placed, mut waiting): (Vec<Value>, Vec<Value>) =
        documents_of_stage(CreationStage::BoundPods).into_iter().partition(runs);
    if !placed.is_empty() {
        let _ = write!(body, "\n{}ready pods --all --all-namespaces\n", kubectl_command("create", &placed));
    }
    body.push_text(&status_commands(manifest, &placed));
    body.push_text("\nstart=\"$(now)\"\n");
    waiting.extend(documents_of_stage(CreationStage::PendingPods));
    let nominated = nominated_pod_commands(adapter, manifest, &mut waiting, minor);
    if !waiting.is_empty() {
        body.push_text(&kubectl_command("create", &waiting));
    }
    body.append(nominated);
}

/// Commands that set the status of running pods and nodes that are not ready, which KWOK would not set.
fn status_commands(manifest: &Manifest, placed: &[Value]) -> String {
    let mut commands = String::new();
    for object in &manifest.objects {
        match &object.kind {
            ApiObject::Pod(pod)
                if contains_object(placed, &pod.metadata)
                    && ready_status(&pod.status.conditions).is_some_and(|status| *status != ConditionStatus::True) =>
            {
                let condition = |condition_type: &str| json!({"type": condition_type, "status": "False", "reason": "ContainersNotReady"});
                let conditions = ["ContainersReady", ConditionType::Ready.as_str()].map(condition);
                let patch = json!({"status": {"conditions": conditions}});
                commands += &patch_command(&pod.metadata, &patch, "status", "strategic");
            }
            ApiObject::Node(node) if ready_status(&node.status.conditions) == Some(&ConditionStatus::False) => {
                let _ =
                    writeln!(commands, "k annotate node {} {READY_ANNOTATION}=False", shell_quote(&node.metadata.name));
            }
            _ => {}
        }
    }
    commands
}

/// Commands that create nominated pending pods behind a scheduling gate, so that the scheduler sees them only with their nomination.
fn nominated_pod_commands(
    adapter: &mut ObjectAdapter<'_>,
    manifest: &Manifest,
    waiting: &mut [Value],
    minor: u32,
) -> FileBody {
    let mut commands = FileBody::default();
    for object in &manifest.objects {
        let ApiObject::Pod(pod) = &object.kind else { continue };
        let nominated = &pod.status.nominated_node_name;
        let Some(value) = waiting.iter_mut().find(|value| !nominated.is_empty() && is_object(value, &pod.metadata))
        else {
            continue;
        };
        if minor < GATES_SINCE_MINOR {
            let name = pod.metadata.name.clone();
            let note = ExportNote::Nominated { name };
            adapter.add_note(note.clone());
            commands.push_remark(note);
            continue;
        }
        if let Some(spec) = value.get_mut("spec").and_then(Value::as_object_mut) {
            let gates = spec.entry("schedulingGates").or_insert_with(|| json!([]));
            if let Value::Array(gates) = gates {
                gates.push(json!({"name": GATE}));
            }
        }
        let status_patch = json!({"status": {"nominatedNodeName": nominated}});
        commands.push_text(&patch_command(&pod.metadata, &status_patch, "status", "merge"));
        let ungate_patch = json!({"spec": {"schedulingGates": [{"$patch": "delete", "name": GATE}]}});
        commands.push_text(&patch_command(&pod.metadata, &ungate_patch, "", "strategic"));
    }
    commands
}

fn patch_command(meta: &ObjectMeta, patch: &Value, subresource: &str, patch_type: &str) -> String {
    let namespace_flag = if meta.namespace == "default" {
        String::new()
    } else {
        format!(" --namespace={}", shell_quote(&meta.namespace))
    };
    let subresource = if subresource.is_empty() { String::new() } else { format!(" --subresource={subresource}") };
    format!(
        "k patch pod {}{namespace_flag}{subresource} --type={patch_type} -p {}\n",
        shell_quote(&meta.name),
        shell_quote(&patch.to_string())
    )
}

fn contains_object(values: &[Value], meta: &ObjectMeta) -> bool {
    values.iter().any(|value| is_object(value, meta))
}

fn is_object(value: &Value, meta: &ObjectMeta) -> bool {
    meta.name == *text_at(value, "/metadata/name")
        && meta.namespace == *namespace_or_default(text_at(value, "/metadata/namespace"))
}

fn ready_status(conditions: &[Condition]) -> Option<&ConditionStatus> {
    Condition::ready_condition(conditions).map(|condition| &condition.status)
}
