//! Which object of the text a thing in the picture comes from.

use crate::builder::labels::same_namespace;
use crate::builder::outline::{Group, Outline, OutlineItem, at, plain};
use crate::craft::Thing;
use trace::Frame;

/// The object: a node or pod itself, the workload that makes a pod, or the entry of the script that creates it.
pub fn source<'o>(outline: &'o Outline, frame: &Frame, thing: &Thing) -> Option<&'o OutlineItem> {
    match thing {
        Thing::Node(name) => named(outline, "Node", "", name),
        Thing::Budget(key) => {
            let (namespace, name) = key.split_once('/')?;
            named(outline, "PodDisruptionBudget", namespace, name)
        }
        Thing::Pod(key) => {
            let (namespace, name) = key.split_once('/')?;
            let by = frame.pods.get(key).map_or("", |pod| pod.by.as_str());
            named(outline, "Pod", namespace, name).or_else(|| workload(outline, namespace, by))
        }
    }
}

/// An object by its name, or the entry of the script that creates it.
fn named<'o>(outline: &'o Outline, kind: &str, namespace: &str, name: &str) -> Option<&'o OutlineItem> {
    let is = |value: &serde_json::Value| {
        plain(&value["kind"]) == kind
            && plain(at(value, "metadata.name")) == name
            && (kind == "Node" || same_namespace(&plain(at(value, "metadata.namespace")), namespace))
    };
    let mut entries = outline.entries.iter();
    entries.find(|it| if it.group == Group::Script { is(&it.value["create"]) } else { is(&it.value) })
}

/// The workload whose controller made a pod: `ReplicaSet/web-5d59d67564` may be in the text, or the Deployment `web`.
fn workload<'o>(outline: &'o Outline, namespace: &str, by: &str) -> Option<&'o OutlineItem> {
    let (kind, name) = by.split_once('/')?;
    let deployment = || named(outline, "Deployment", namespace, name.rsplit_once('-')?.0);
    named(outline, kind, namespace, name).or_else(|| if kind == "ReplicaSet" { deployment() } else { None })
}
