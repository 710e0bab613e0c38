//! What can be taken away from a run: its objects and its script for a real cluster, and its events.

mod objects;
mod script;
mod shell;
#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use crate::api::manifest::{self, CONFIGURATION_KINDS, Manifest, edit};
use crate::api::{Str, shortened};
use crate::releases::Release;
use crate::simulation::Event;
use crate::wire::{Made, Note};

use objects::{Fitter, text};
use std::rc::Rc;

/// Kinds of our own.
const OURS: [&str; 3] = ["Scenario", "Script", "Extender"];

/// What a text is in a real cluster.
struct Parts {
    /// Objects by when they have to be there: first those that others need.
    objects: Vec<(Turn, Value)>,
    /// Documents with a script, and the rest of the scenario.
    scenario: Vec<Value>,
    configurations: Vec<Value>,
}

/// When an object is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Turn {
    /// Namespaces, classes, limits.
    First,
    /// Volumes and claims.
    Storage,
    Node,
    /// Services and budgets.
    Guard,
    /// Pods that have a node, and those that somebody else made: whoever made them finds them, and makes no others.
    Placed,
    /// Pods and workloads that wait for a decision, in the order of the text.
    Waiting,
}

/// Reads a text that runs.
fn parts(fitter: &mut Fitter<'_>, text_of: &str) -> Parts {
    let mut parts = Parts { objects: Vec::new(), scenario: Vec::new(), configurations: Vec::new() };
    // It ran, so it can be read.
    for value in manifest::values(text_of).unwrap_or_default() {
        let kind = text(&value, "/kind").to_owned();
        if OURS.contains(&kind.as_str()) && text(&value, "/apiVersion").starts_with("schedscope.dev/") {
            fitter.note(Note::Ours { kind: shortened(&kind) });
            if kind != "Extender" {
                parts.scenario.push(value);
            }
        } else if CONFIGURATION_KINDS.contains(&kind.as_str()) {
            parts.configurations.push(value);
        } else {
            let owned = value.pointer("/metadata/ownerReferences").is_some();
            let placed = !text(&value, "/spec/nodeName").is_empty();
            let turn = match kind.as_str() {
                "Namespace" | "PriorityClass" | "RuntimeClass" | "StorageClass" | "LimitRange" => Turn::First,
                "PersistentVolume" | "PersistentVolumeClaim" | "CSIDriver" | "CSIStorageCapacity" => Turn::Storage,
                "Node" => Turn::Node,
                "Pod" if owned || placed => Turn::Placed,
                "Pod" | "Deployment" | "ReplicaSet" | "ReplicationController" | "StatefulSet" | "DaemonSet" | "Job" => {
                    Turn::Waiting
                }
                _ => Turn::Guard,
            };
            parts.objects.extend(fitter.fit(value).map(|object| (turn, object)));
        }
    }
    parts
}

/// Adds what is lacking, and puts all into the order in which it has to be made.
fn ordered(
    fitter: &mut Fitter<'_>,
    manifest: &Manifest,
    mut objects: Vec<(Turn, Value)>,
    more: &[Value],
) -> Vec<(Turn, Value)> {
    let known: Vec<Value> = objects.iter().map(|(_, object)| object).chain(more).cloned().collect();
    let lacking = fitter.lacking(manifest, &known);
    let turn =
        |object: &Value| if text(object, "/kind") == "PersistentVolumeClaim" { Turn::Storage } else { Turn::First };
    // Namespaces come before all that is in them.
    objects.splice(0..0, lacking.into_iter().map(|object| (turn(&object), object)));
    objects.sort_by_key(|(turn, object)| (*turn, text(object, "/kind") != "Namespace"));
    objects
}

/// The objects that are there at the start, for `kubectl apply`.
pub fn cluster(text: &str, release: Release) -> Made {
    let Ok(manifest) = manifest::load(text) else { return Made::default() };
    let mut fitter = Fitter::new(&manifest, release.minor());
    let parts = parts(&mut fitter, text);
    for configuration in &parts.configurations {
        fitter.note(Note::Configuration { kind: shortened(objects::text(configuration, "/kind")) });
    }
    if !manifest.scenario.script.is_empty() {
        *fitter.notes.entry(Note::Later).or_default() += manifest.scenario.script.len();
    }
    let objects = ordered(&mut fitter, &manifest, parts.objects, &[]);
    let documents: Vec<String> = objects.iter().map(|(_, object)| edit::document(object)).collect();
    Made { body: documents.join("---\n"), notes: fitter.notes.into_iter().collect() }
}

/// A script that lets a scenario happen in a cluster made with KWOK.
pub fn kwok(text: &str, release: Release) -> Made {
    let Ok(manifest) = manifest::load(text) else { return Made::default() };
    let mut fitter = Fitter::new(&manifest, release.minor());
    fitter.fake = true;
    let parts = parts(&mut fitter, text);
    shell::write(fitter, &manifest, parts, release)
}

/// The events of a run, as JSON: an object with an event on each line.
pub fn trace(release: Release, events: &[Rc<Event>]) -> Made {
    let head =
        json!({"format": "schedscope.dev/trace/v1alpha1", "release": release.name(), "kubernetes": release.patch()});
    let mut body = head.to_string();
    body.pop();
    body += ",\"events\":[";
    for (at, event) in events.iter().enumerate() {
        body += if at == 0 { "\n" } else { ",\n" };
        // What is written to the page as bytes can be written as text too.
        body += &serde_json::to_string(&**event).unwrap_or_else(|_| "null".to_owned());
    }
    body += "\n]}\n";
    Made { body, notes: Vec::new() }
}

/// A kind as it is named in a note.
fn kind_of(object: &Value) -> Str {
    shortened(text(object, "/kind"))
}
