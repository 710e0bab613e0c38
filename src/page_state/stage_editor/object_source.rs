//! Finds the manifest's object for an object on the stage.

use api::Kind;
use scene::objects::ObjectRef;
use trace::Frame;

use crate::builder::{
    labels::is_same_namespace,
    outline::{ObjectGroup, Outline, OutlineItem, plain_scalar, value_at},
};

/// The object itself, the workload that creates a pod, or the entry of the script that creates it.
pub fn find_source<'o>(outline: &'o Outline, frame: &Frame, object_ref: &ObjectRef) -> Option<&'o OutlineItem> {
    match object_ref {
        ObjectRef::Node(name) => find_object(outline, Kind::Node.name(), "", name),
        ObjectRef::Budget(key) => find_object(outline, Kind::PodDisruptionBudget.name(), key.namespace(), key.name()),
        ObjectRef::Pod(key) => {
            let (namespace, name) = (key.namespace(), key.name());
            let owner = frame.pods.get(key).map_or("", |pod| pod.owner.as_str());
            find_object(outline, Kind::Pod.name(), namespace, name).or_else(|| find_workload(outline, namespace, owner))
        }
    }
}

/// An object by its name, or the entry of the script that creates it.
fn find_object<'o>(outline: &'o Outline, kind: &str, namespace: &str, name: &str) -> Option<&'o OutlineItem> {
    let is = |value: &serde_json::Value| {
        plain_scalar(&value["kind"]) == kind
            && plain_scalar(value_at(value, "metadata.name")) == name
            && (kind == Kind::Node.name()
                || is_same_namespace(&plain_scalar(value_at(value, "metadata.namespace")), namespace))
    };
    let mut entries = outline.entries.iter();
    entries.find(|outline_item| {
        if outline_item.group == ObjectGroup::Script {
            is(&outline_item.value["create"])
        } else {
            is(&outline_item.value)
        }
    })
}

/// The workload of a pod by its owner: `ReplicaSet/web-5d59d67564` is in the manifest itself, or the Deployment `web` is.
fn find_workload<'o>(outline: &'o Outline, namespace: &str, owner: &str) -> Option<&'o OutlineItem> {
    let (kind, name) = owner.split_once('/')?;
    let deployment = || find_object(outline, Kind::Deployment.name(), namespace, name.rsplit_once('-')?.0);
    find_object(outline, kind, namespace, name)
        .or_else(|| if kind == Kind::ReplicaSet.name() { deployment() } else { None })
}
