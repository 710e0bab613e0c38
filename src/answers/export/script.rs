//! Actions of a script as commands of `kubectl`.

use serde_json::{Value, json};

use api::manifest::{Manifest, millis};
use api::{Kind, Millis, Str, shortened};
use wire::Note;

use super::command::{applied, quoted};
use super::objects::{Fitter, or_default, text};
use super::stages::READY;

/// From this minor version on the requests of a pod that runs can change.
const RESIZES: u32 = 33;

/// An entry of a script: when, and what.
pub(super) struct Entry<'v> {
    /// When, since the start.
    pub at: Millis,
    /// The word for it.
    pub verb: &'v str,
    /// What it is given.
    pub given: &'v Value,
}

/// The entries of all scripts by their time, as the simulation takes them.
pub(super) fn entries(documents: &[Value]) -> Vec<Entry<'_>> {
    let scripts = documents.iter().filter_map(|document| document.get("script")?.as_array()).flatten();
    let mut entries: Vec<Entry<'_>> = scripts.filter_map(entry).collect();
    entries.sort_by_key(|entry| entry.at);
    entries
}

fn entry(value: &Value) -> Option<Entry<'_>> {
    let said = value.get("at")?;
    let at = said.as_str().map_or_else(|| millis(&said.to_string()), millis)?;
    let (verb, given) = value.as_object()?.iter().find(|(key, _)| *key != "at")?;
    Some(Entry { at, verb, given })
}

/// What an entry is in the shell; what it cannot be is noted, and said there.
pub(super) fn command(fitter: &mut Fitter<'_>, entry: &Entry<'_>, manifest: &Manifest, minor: u32) -> Option<String> {
    let given = entry.given;
    let said = |field: &str| text(given, &format!("/{field}")).to_owned();
    let node = || given.as_str().map_or_else(|| said("node"), str::to_owned);
    let target = |otherwise: &str| {
        let kind = if said("kind").is_empty() { otherwise.to_owned() } else { said("kind") };
        format!("{} {}{}", quoted(&kind.to_lowercase()), quoted(&said("name")), within(given))
    };
    Some(match entry.verb {
        "create" | "apply" => applied(entry.verb, &[fitter.fit(given.clone())?]),
        "updateNode" => {
            let mut node = given.clone();
            node["kind"] = "Node".into();
            let node = fitter.fit(node)?;
            // Applying leaves the status as it is.
            let name = quoted(text(&node, "/metadata/name"));
            let status = json!({"status": node.get("status")});
            let patch = quoted(&status.to_string());
            format!("{}k patch node {name} --subresource=status --type=merge -p {patch}\n", applied("apply", &[node]))
        }
        "delete" => format!("k delete {} --wait=false\n", target("Pod")),
        "scale" => {
            let replicas = given.get("replicas").and_then(Value::as_i64)?;
            format!("k scale {} --replicas={replicas}\n", target("Deployment"))
        }
        "cordon" | "uncordon" => format!("k {} {}\n", entry.verb, quoted(&node())),
        "taint" => {
            let (key, value, effect) = (said("key"), said("value"), said("effect"));
            let value = if value.is_empty() { String::new() } else { format!("={value}") };
            let taint = quoted(&format!("{key}{value}:{effect}"));
            format!("k taint node {} {taint}\n", quoted(&node()))
        }
        "untaint" => format!("k taint node {} {}\n", quoted(&node()), quoted(&format!("{}-", said("key")))),
        "label" => {
            let labels = given.get("labels").and_then(Value::as_object)?;
            let label = |(name, value): (&String, &Value)| match value {
                Value::Null => quoted(&format!("{name}-")),
                Value::String(value) => quoted(&format!("{name}={value}")),
                other => quoted(&format!("{name}={other}")),
            };
            let labels: Vec<String> = labels.iter().map(label).collect();
            format!("k label {} {} --overwrite\n", target("Pod"), labels.join(" "))
        }
        "ungate" => {
            let gates = given.get("gates").and_then(Value::as_array).filter(|gates| !gates.is_empty());
            let (how, patch) = match gates {
                None => ("json", json!([{"op": "remove", "path": "/spec/schedulingGates"}])),
                Some(gates) => {
                    let gone: Vec<Value> = gates.iter().map(|gate| json!({"$patch": "delete", "name": gate})).collect();
                    ("strategic", json!({"spec": {"schedulingGates": gone}}))
                }
            };
            format!("k patch {} --type={how} -p {}\n", target("Pod"), quoted(&patch.to_string()))
        }
        "evict" => {
            let namespace = namespace(given);
            let version = if minor < 22 { "policy/v1beta1" } else { "policy/v1" };
            let metadata = json!({"name": said("name"), "namespace": namespace});
            let eviction = json!({"apiVersion": version, "kind": "Eviction", "metadata": metadata});
            let path = format!("/api/v1/namespaces/{namespace}/pods/{}/eviction", said("name"));
            format!("k create --raw {} -f - <<< {}\n", quoted(&path), quoted(&eviction.to_string()))
        }
        "drain" => {
            let is = |field: &str, otherwise: bool| given.get(field).and_then(Value::as_bool).unwrap_or(otherwise);
            let flags = [
                (is("ignoreDaemonsets", true), " --ignore-daemonsets"),
                (is("deleteEmptydirData", true), " --delete-emptydir-data"),
                (is("force", false), " --force"),
                (is("disableEviction", false), " --disable-eviction"),
            ];
            let flags: String = flags.iter().filter(|(on, _)| *on).map(|(_, flag)| *flag).collect();
            let number = |field: &str| given.get(field).and_then(Value::as_i64);
            let grace = number("gracePeriodSeconds");
            let grace = grace.map_or_else(String::new, |seconds| format!(" --grace-period={seconds}"));
            // A budget may refuse for ever, and the script waits for all drains at its end.
            let timeout = number("timeoutSeconds").filter(|seconds| *seconds > 0).unwrap_or(120);
            // It goes on in the background, and says itself when its time is over.
            let node = quoted(&node());
            format!("k drain {node}{flags}{grace} --timeout={timeout}s &\n")
        }
        // By this annotation the stages know it.
        "notReady" => format!("k annotate node {} {READY}=False --overwrite\n", quoted(&node())),
        "ready" => format!("k annotate node {} {READY}-\n", quoted(&node())),
        "resize" if let (true, Some(container)) = (minor >= RESIZES, container(manifest, given)) => {
            let resources = json!({"requests": given.get("requests")});
            let patch = json!({"spec": {"containers": [{"name": container, "resources": resources}]}});
            format!("k patch {} --subresource=resize -p {}\n", target("Pod"), quoted(&patch.to_string()))
        }
        _ => {
            let who = [given.as_str().unwrap_or_default(), text(given, "/name")].join("");
            let action: Str = shortened(format!("{} {who}", entry.verb).trim());
            fitter.remark(Note::NotDone { at: entry.at, action })
        }
    })
}

/// The container whose requests change: the one that is named, or the first of the pod.
fn container(manifest: &Manifest, given: &Value) -> Option<String> {
    let said = text(given, "/container");
    if !said.is_empty() {
        return Some(said.to_owned());
    }
    let (namespace, name) = (namespace(given), text(given, "/name"));
    let first = manifest.kinds().find_map(|kind| match kind {
        Kind::Pod(pod) if pod.metadata.name == *name && pod.metadata.namespace == *namespace => {
            Some(pod.spec.containers.first()?.name.as_str())
        }
        _ => None,
    })?;
    // A container without a name gets this one.
    Some(if first.is_empty() { "c0" } else { first }.to_owned())
}

fn namespace(given: &Value) -> String {
    or_default(text(given, "/namespace")).to_owned()
}

/// Where the target is, if that has to be said.
fn within(given: &Value) -> String {
    match text(given, "/namespace") {
        "" => String::new(),
        namespace => format!(" --namespace={}", quoted(namespace)),
    }
}
