//! The script for KWOK: a cluster of the release, then the objects in the order in which they are needed, then the scenario's own
//! script at its times.
//!
//! KWOK plays the kubelets, so its nodes take the annotation that it looks for, and no taint: all nodes are its own, and pods need
//! tolerate nothing.

use std::fmt::Write;

use serde_json::Value;

use api::manifest::{Manifest, edit};
use api::{Kind, Millis, Time, shortened};
use profiles::config::Configure;
use releases::Release;
use wire::{Made, Note};

use super::command::{END, applied, quoted};
use super::gather::{Parts, Turn, ordered};
use super::objects::{Fitter, text};
use super::script::{command, entries};

/// What the scenario may say and a cluster has nothing for.
const SIMULATED: [&str; 5] = ["permit", "bindFailures", "provisionFailures", "timings", "seed"];

/// How it begins: `k` is `kubectl` in this cluster, `at` waits for so many seconds after the start, `account` until pods can be made in a namespace.
const HEAD: &str = r#"set -euo pipefail

name="${1:-schedscope}"
k() { kubectl --context="kwok-$name" "$@"; }
at() { local left=$(( $1 - SECONDS )); if (( left > 0 )); then sleep "$left"; fi; }
account() { until k -n "$1" get serviceaccount default > /dev/null 2>&1; do sleep 1; done; }
"#;

/// Nodes are there when their taint is gone, and pods can be made when their namespace has its account.
const READY: &str = r#"k wait --for=condition=Ready nodes --all --timeout=120s
until [ -z "$(k get nodes -o jsonpath='{.items[*].spec.taints[?(@.key=="node.kubernetes.io/not-ready")].key}')" ]; do sleep 1; done
"#;

/// Writes it.
pub(super) fn write(
    mut fitter: Fitter<'_>,
    manifest: &Manifest,
    parts: Parts,
    release: Release,
    configure: Option<Configure>,
) -> Made {
    let Parts { objects, scenario, configurations } = parts;
    let mut played = String::new();
    let mut seconds = true;
    let mut last = None;
    let list = entries(&scenario);
    for entry in &list {
        let Some(command) = command(&mut fitter, entry, release.minor()) else { continue };
        seconds &= entry.at == entry.at.down_to(Millis::of_seconds(1));
        if last.replace(entry.at.seconds()) != Some(entry.at.seconds()) {
            let _ = writeln!(played, "\nat {}", entry.at.seconds());
        }
        played += &command;
    }
    if !seconds {
        fitter.note(Note::Seconds);
    }
    fitter.note(Note::Grace);
    if !manifest.extenders.is_empty() {
        fitter.note(Note::Extenders);
    }
    for field in SIMULATED {
        if scenario.iter().any(|document| document.get(field).is_some()) {
            fitter.note(Note::Simulated { field: field.into() });
        }
    }
    let created: Vec<Value> =
        list.iter().filter(|entry| matches!(entry.verb, "create" | "apply")).map(|entry| entry.given.clone()).collect();
    let objects = ordered(&mut fitter, manifest, objects, &created);
    let mut body = HEAD.to_owned();
    let mut flags = format!("--kube-version={}", release.patch());
    for document in &configurations {
        if text(document, "/kind") == "KubeSchedulerConfiguration" && is_for(release, document, configure) {
            let _ = write!(
                body,
                "\nconfiguration=\"$(mktemp)\"\ncat > \"$configuration\" <<'{END}'\n{}{END}\n",
                edit::document(document)
            );
            flags += " --kube-scheduler-config=\"$configuration\"";
        } else {
            fitter.note(Note::Configuration { kind: shortened(text(document, "/kind")) });
        }
    }
    let _ = writeln!(body, "\nkwokctl create cluster --name=\"$name\" {flags} --wait=5m");
    setup(&mut body, &objects, &created, manifest);
    let notes = fitter.notes.into_iter().collect();
    // From here on a command may fail: a budget refuses an eviction, and pods that a workload made have other names.
    Made {
        body: body + "\nset +e\n" + &played + "\nwait\nk get pods --all-namespaces -o wide\n",
        notes,
        ..Made::default()
    }
}

/// Whether a configuration is for this release, as far as a real scheduler can have it: without plugins of one's own.
fn is_for(release: Release, document: &Value, configure: Option<Configure>) -> bool {
    let read = configure.and_then(|configure| configure(std::slice::from_ref(document), &[]).ok());
    read.is_some_and(|all| all.found.contains_key(&release))
}

fn setup(body: &mut String, objects: &[(Turn, Value)], created: &[Value], manifest: &Manifest) {
    let turn = |wanted: Turn| -> Vec<Value> {
        objects.iter().filter(|(turn, _)| *turn == wanted).map(|(_, object)| object.clone()).collect()
    };
    for wanted in [Turn::First, Turn::Storage, Turn::Node, Turn::Guard] {
        let documents = turn(wanted);
        if !documents.is_empty() {
            let _ = write!(body, "\n{}", applied("apply", &documents));
        }
        if wanted == Turn::Node && !documents.is_empty() {
            *body += READY;
        }
    }
    let mut namespaces: Vec<&str> =
        objects.iter().map(|(_, it)| it).chain(created).map(|it| text(it, "/metadata/namespace")).collect();
    namespaces.push("default");
    namespaces.retain(|namespace| !namespace.is_empty());
    namespaces.sort_unstable();
    namespaces.dedup();
    for namespace in namespaces {
        let _ = writeln!(body, "account {}", quoted(namespace));
    }
    let has_node = |pod: &Value| !text(pod, "/spec/nodeName").is_empty();
    let (placed, mut waiting): (Vec<Value>, Vec<Value>) = turn(Turn::Placed).into_iter().partition(has_node);
    start(body, placed, manifest);
    *body += "\nSECONDS=0\n";
    waiting.extend(turn(Turn::Waiting));
    if !waiting.is_empty() {
        *body += &applied("create", &waiting);
    }
}

/// Pods that have a node, in the order of their start: which victims started last can decide a preemption. KWOK starts a pod as soon as it
/// is there, to the second.
fn start(body: &mut String, pods: Vec<Value>, manifest: &Manifest) {
    if pods.is_empty() {
        return;
    }
    let started = |pod: &Value| -> Option<Time> {
        let (namespace, name) = (text(pod, "/metadata/namespace"), text(pod, "/metadata/name"));
        let namespace = if namespace.is_empty() { "default" } else { namespace };
        manifest.objects.iter().find_map(|object| match &object.kind {
            Kind::Pod(pod) if pod.metadata.name == *name && pod.metadata.namespace == *namespace => {
                pod.status.start_time
            }
            _ => None,
        })
    };
    let mut pods: Vec<(Option<Time>, Value)> = pods.into_iter().map(|pod| (started(&pod), pod)).collect();
    pods.sort_by_key(|(start, _)| *start);
    for (at, group) in pods.chunk_by(|one, other| one.0 == other.0).enumerate() {
        if at > 0 {
            *body += "sleep 1\n";
        }
        let group: Vec<Value> = group.iter().map(|(_, pod)| pod.clone()).collect();
        let _ = write!(body, "\n{}", applied("create", &group));
        *body += "k wait --for=condition=Ready pods --all --all-namespaces --timeout=120s\n";
    }
}
