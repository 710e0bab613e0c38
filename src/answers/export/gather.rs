//! Sorts what stands in a text: objects by when they have to be there, and what is no object of a cluster.

use serde_json::Value;

use api::manifest;
use api::manifest::{CONFIGURATION_KINDS, Manifest};
use api::{PodPhase, Str, shortened};
use wire::Note;

use super::objects::{Fitter, annotate, text};
use super::stages::STARTED;

/// Kinds of our own.
const OURS: [&str; 4] = ["Scenario", "Script", "Extender", "Plugin"];

/// What a text is in a real cluster.
pub(super) struct Parts {
    /// Objects by when they have to be there: first those that others need.
    pub objects: Vec<(Turn, Value)>,
    /// Documents with a script, and the rest of the scenario.
    pub scenario: Vec<Value>,
    /// Documents that configure a scheduler.
    pub configurations: Vec<Value>,
    /// Documents that answer for extenders.
    pub extenders: Vec<Value>,
}

/// When an object is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Turn {
    /// Namespaces, classes, limits.
    First,
    /// Volumes and claims.
    Storage,
    /// Nodes.
    Node,
    /// Services and budgets.
    Guard,
    /// Pods that have a node, and those that somebody else made: whoever made them finds them, and makes no others.
    Placed,
    /// Pods and workloads that wait for a decision, in the order of the text.
    Waiting,
}

/// Reads a text that runs.
pub(super) fn parts(fitter: &mut Fitter<'_>, source: &str) -> Parts {
    let mut parts =
        Parts { objects: Vec::new(), scenario: Vec::new(), configurations: Vec::new(), extenders: Vec::new() };
    // It ran, so it can be read.
    for value in manifest::values(source).unwrap_or_default() {
        let kind = text(&value, "/kind").to_owned();
        let version = text(&value, "/apiVersion");
        if OURS.contains(&kind.as_str()) && (version.is_empty() || version.starts_with("schedscope.dev/")) {
            match kind.as_str() {
                "Extender" if fitter.fake => {
                    parts.extenders.push(value);
                    continue;
                }
                "Extender" | "Plugin" => {}
                _ => parts.scenario.push(value),
            }
            fitter.note(Note::Ours { kind: shortened(&kind) });
        } else if CONFIGURATION_KINDS.contains(&kind.as_str()) {
            parts.configurations.push(value);
        } else {
            let owned = value.pointer("/metadata/ownerReferences").is_some();
            let placed = !text(&value, "/spec/nodeName").is_empty();
            let turn = match kind.as_str() {
                "Namespace" | "PriorityClass" | "RuntimeClass" | "StorageClass" | "LimitRange" | "DeviceClass" => {
                    Turn::First
                }
                "PersistentVolume"
                | "PersistentVolumeClaim"
                | "CSIDriver"
                | "CSIStorageCapacity"
                | "ResourceClaim"
                | "ResourceClaimTemplate" => Turn::Storage,
                "Node" => Turn::Node,
                "Pod" if owned || placed => Turn::Placed,
                "Pod" | "Deployment" | "ReplicaSet" | "ReplicationController" | "StatefulSet" | "DaemonSet" | "Job" => {
                    Turn::Waiting
                }
                _ => Turn::Guard,
            };
            let phase = PodPhase::from(Str::from(text(&value, "/status/phase")));
            let started = (fitter.fake && placed && phase == PodPhase::Running)
                .then(|| Value::from(text(&value, "/status/startTime")));
            if let Some(mut object) = fitter.fit(value) {
                if let Some(started) = started {
                    annotate(&mut object, STARTED, started);
                }
                parts.objects.push((turn, object));
            }
        }
    }
    parts
}

/// Adds what is lacking, and puts all into the order in which it has to be made.
pub(super) fn ordered(
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
