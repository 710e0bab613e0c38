//! Actions of a script as `kubectl` commands.

use api::{ApiObject, Millis, Str, parse_duration, shorten};
use manifest::Manifest;
use protocol::{ExportNote, FileBody};
use serde_json::{Value, json};

use super::{
    command::{kubectl_command, shell_quote},
    objects::{ObjectAdapter, namespace_or_default, text_at},
    stages::READY_ANNOTATION,
};

/// The first minor version in which the requests of a running pod can be changed.
const RESIZE_SINCE_MINOR: u32 = 33;

/// An entry of a script.
pub(super) struct ExportedEntry<'v> {
    /// The time since the start of the scenario.
    pub at: Millis,
    /// The field that names the action, such as `drain`.
    pub verb: &'v str,
    /// The value of that field.
    pub argument: &'v Value,
}

/// The entries of all scripts, sorted by time as in the simulation.
pub(super) fn script_entries(documents: &[Value]) -> Vec<ExportedEntry<'_>> {
    let scripts = documents.iter().filter_map(|document| document.get("script")?.as_array()).flatten();
    let mut entries: Vec<ExportedEntry<'_>> = scripts.filter_map(parse_entry).collect();
    entries.sort_by_key(|entry| entry.at);
    entries
}

fn parse_entry(value: &Value) -> Option<ExportedEntry<'_>> {
    let time = value.get("at")?;
    let at = time.as_str().map_or_else(|| parse_duration(&time.to_string()), parse_duration)?;
    let (verb, argument) = value.as_object()?.iter().find(|(key, _)| *key != "at")?;
    Some(ExportedEntry { at, verb, argument })
}

/// The shell command for an entry. What a cluster can't do is noted, and remarked on at that place.
pub(super) fn entry_command(
    adapter: &mut ObjectAdapter<'_>,
    entry: &ExportedEntry<'_>,
    manifest: &Manifest,
    minor: u32,
) -> Option<FileBody> {
    let arg = entry.argument;
    let argument_field = |field: &str| text_at(arg, &format!("/{field}")).to_owned();
    let node = || arg.as_str().map_or_else(|| argument_field("node"), str::to_owned);
    let target = |otherwise: &str| {
        let kind = if argument_field("kind").is_empty() { otherwise.to_owned() } else { argument_field("kind") };
        format!("{} {}{}", shell_quote(&kind.to_lowercase()), shell_quote(&argument_field("name")), namespace_flag(arg))
    };
    let command = match entry.verb {
        "create" | "apply" => kubectl_command(entry.verb, &[adapter.adapt_object(arg.clone())?]),
        "updateNode" => {
            let mut node = arg.clone();
            node["kind"] = "Node".into();
            let node = adapter.adapt_object(node)?;
            // `kubectl apply` doesn't change the status.
            let name = shell_quote(text_at(&node, "/metadata/name"));
            let status = json!({"status": node.get("status")});
            let patch = shell_quote(&status.to_string());
            format!(
                "{}k patch node {name} --subresource=status --type=merge -p {patch}\n",
                kubectl_command("apply", &[node])
            )
        }
        "delete" => format!("k delete {} --wait=false\n", target("Pod")),
        "scale" => {
            let replicas = arg.get("replicas").and_then(Value::as_i64)?;
            format!("k scale {} --replicas={replicas}\n", target("Deployment"))
        }
        "cordon" | "uncordon" => format!("k {} {}\n", entry.verb, shell_quote(&node())),
        "taint" => {
            let (key, value, effect) = (argument_field("key"), argument_field("value"), argument_field("effect"));
            let value = if value.is_empty() { value } else { format!("={value}") };
            format!("k taint node {} {}\n", shell_quote(&node()), shell_quote(&format!("{key}{value}:{effect}")))
        }
        "untaint" => {
            let taint = taint_pattern(&argument_field("key"), &argument_field("effect"));
            format!("k taint node {} {}\n", shell_quote(&node()), shell_quote(&format!("{taint}-")))
        }
        "label" => {
            let labels = arg.get("labels").and_then(Value::as_object)?;
            let label = |(name, value): (&String, &Value)| match value {
                Value::Null => shell_quote(&format!("{name}-")),
                Value::String(value) => shell_quote(&format!("{name}={value}")),
                other => shell_quote(&format!("{name}={other}")),
            };
            let labels: Vec<String> = labels.iter().map(label).collect();
            format!("k label {} {} --overwrite\n", target("Pod"), labels.join(" "))
        }
        "ungate" => {
            let gates = arg.get("gates").and_then(Value::as_array).filter(|gates| !gates.is_empty());
            let (patch_type, patch) = match gates {
                None => ("json", json!([{"op": "remove", "path": "/spec/schedulingGates"}])),
                Some(gates) => {
                    let deleted_gates: Vec<Value> =
                        gates.iter().map(|gate| json!({"$patch": "delete", "name": gate})).collect();
                    ("strategic", json!({"spec": {"schedulingGates": deleted_gates}}))
                }
            };
            format!("k patch {} --type={patch_type} -p {}\n", target("Pod"), shell_quote(&patch.to_string()))
        }
        "evict" => {
            let namespace = target_namespace(arg);
            let version = if minor < 22 { "policy/v1beta1" } else { "policy/v1" };
            let metadata = json!({"name": argument_field("name"), "namespace": namespace});
            let eviction = json!({"apiVersion": version, "kind": "Eviction", "metadata": metadata});
            let path = format!("/api/v1/namespaces/{namespace}/pods/{}/eviction", argument_field("name"));
            format!("k create --raw {} -f - <<< {}\n", shell_quote(&path), shell_quote(&eviction.to_string()))
        }
        "drain" => {
            let flag_or = |field: &str, otherwise: bool| arg.get(field).and_then(Value::as_bool).unwrap_or(otherwise);
            let flags = [
                (flag_or("ignoreDaemonsets", true), " --ignore-daemonsets"),
                (flag_or("deleteEmptydirData", true), " --delete-emptydir-data"),
                (flag_or("force", false), " --force"),
                (flag_or("disableEviction", false), " --disable-eviction"),
            ];
            let flags: String = flags.iter().filter(|(on, _)| *on).map(|(_, flag)| *flag).collect();
            let number = |field: &str| arg.get(field).and_then(Value::as_i64);
            let grace = number("gracePeriodSeconds");
            let grace = grace.map_or_else(String::new, |seconds| format!(" --grace-period={seconds}"));
            // A budget may forbid an eviction indefinitely, and the script waits for all drains at its end.
            let timeout = number("timeoutSeconds").filter(|seconds| *seconds > 0).unwrap_or(120);
            // It runs in the background, and reports itself when it times out.
            let node = shell_quote(&node());
            format!("k drain {node}{flags}{grace} --timeout={timeout}s &\n")
        }
        // The stages select nodes by this annotation.
        "notReady" => format!("k annotate node {} {READY_ANNOTATION}=False --overwrite\n", shell_quote(&node())),
        "ready" => format!("k annotate node {} {READY_ANNOTATION}-\n", shell_quote(&node())),
        "resize" if let (true, Some(container)) = (minor >= RESIZE_SINCE_MINOR, resized_container(manifest, arg)) => {
            let resources = json!({"requests": arg.get("requests")});
            let patch = json!({"spec": {"containers": [{"name": container, "resources": resources}]}});
            format!("k patch {} --subresource=resize -p {}\n", target("Pod"), shell_quote(&patch.to_string()))
        }
        _ => {
            let object_name = [arg.as_str().unwrap_or_default(), text_at(arg, "/name")].join("");
            let action: Str = shorten(format!("{} {object_name}", entry.verb).trim());
            let note = ExportNote::NotDone { at: entry.at, action };
            adapter.add_note(note.clone());
            let mut remark = FileBody::default();
            remark.push_remark(note);
            return Some(remark);
        }
    };
    Some(command.into())
}

fn taint_pattern(key: &str, effect: &str) -> String {
    if effect.is_empty() { key.to_owned() } else { format!("{key}:{effect}") }
}

/// The container whose requests are changed: the named one, or else the first one of the pod.
fn resized_container(manifest: &Manifest, argument: &Value) -> Option<String> {
    let text = text_at(argument, "/container");
    if !text.is_empty() {
        return Some(text.to_owned());
    }
    let (namespace, name) = (target_namespace(argument), text_at(argument, "/name"));
    let first = manifest.all_objects().find_map(|kind| match kind {
        ApiObject::Pod(pod) if pod.metadata.name == *name && pod.metadata.namespace == *namespace => {
            Some(pod.spec.containers.first()?.name.as_str())
        }
        _ => None,
    })?;
    // The name that a container without one gets.
    Some(if first.is_empty() { "c0" } else { first }.to_owned())
}

fn target_namespace(argument: &Value) -> String {
    namespace_or_default(text_at(argument, "/namespace")).to_owned()
}

/// The `--namespace` flag for the target; empty for the default namespace.
fn namespace_flag(argument: &Value) -> String {
    match text_at(argument, "/namespace") {
        "" => String::new(),
        namespace => format!(" --namespace={}", shell_quote(namespace)),
    }
}
