//! Objects of kinds that few texts have. What decodes them is reached through a function that the loader is given, so that a program can do
//! without it until a text has one.

use std::rc::Rc;

use serde::de::DeserializeOwned;

use super::load::{Asked, Decoded, EXTENDER, Lacks, Loader, PLUGIN, load_with};
use super::tree::Node;
use super::{ExtenderDoc, Manifest, PluginDoc, ReplicationController};
use crate::admission::is_counted;
use crate::problem::{self, Finding, Notice};
use crate::{Kind, LimitRange, ObjectMeta, ResourceQuota, StorageObject, Str, shortened};

/// Reads text.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn load(text: &str) -> Result<Manifest, Vec<Finding>> {
    load_with(text, Some(rare)).unwrap_or_else(|Lacks| unreachable!("it has the decoder"))
}

/// Decodes an object of a rare kind. Nothing where it is wrong, or where the loader keeps it.
pub fn rare(asked: Asked<'_>) -> Option<Decoded> {
    let Asked { loader, kind, node, base } = asked;
    let object = match kind {
        EXTENDER => {
            extender(loader, node);
            return None;
        }
        PLUGIN => {
            plugin(loader, node);
            return None;
        }
        "RuntimeClass" => return Some(Decoded::Runtime(loader.decode(kind, node, base)?)),
        "LimitRange" => {
            let mut range: Box<LimitRange> = loader.decode(kind, node, base)?;
            namespaced(&mut range.metadata);
            return Some(Decoded::Limits(range));
        }
        "ResourceQuota" => return Some(Decoded::Quota(quota(loader, node, base)?)),
        "ReplicaSet" => Kind::ReplicaSet(loader.decode(kind, node, base)?),
        "ReplicationController" => {
            let controller: Box<ReplicationController> = loader.decode(kind, node, base)?;
            Kind::ReplicationController(Box::new((*controller).into()))
        }
        "StatefulSet" => Kind::StatefulSet(loader.decode(kind, node, base)?),
        "DaemonSet" => Kind::DaemonSet(loader.decode(kind, node, base)?),
        "Job" => Kind::Job(loader.decode(kind, node, base)?),
        "Service" => Kind::Service(loader.decode(kind, node, base)?),
        "Namespace" => Kind::Namespace(loader.decode(kind, node, base)?),
        "PersistentVolume" => stored(loader, kind, node, base, StorageObject::Volume)?,
        "PersistentVolumeClaim" => stored(loader, kind, node, base, StorageObject::Claim)?,
        "StorageClass" => stored(loader, kind, node, base, StorageObject::Class)?,
        "CSINode" => stored(loader, kind, node, base, StorageObject::CsiNode)?,
        "CSIDriver" => stored(loader, kind, node, base, StorageObject::CsiDriver)?,
        "CSIStorageCapacity" => stored(loader, kind, node, base, StorageObject::Capacity)?,
        "VolumeAttachment" => stored(loader, kind, node, base, StorageObject::Attachment)?,
        other => unreachable!("{other} is no rare kind"),
    };
    Some(Decoded::Object(object))
}

fn stored<T: DeserializeOwned>(
    loader: &mut Loader,
    kind: &str,
    node: &Node,
    base: &str,
    object: fn(Rc<T>) -> StorageObject,
) -> Option<Kind> {
    Some(Kind::Storage(object(loader.decode::<T>(kind, node, base)?.into())))
}

fn quota(loader: &mut Loader, node: &Node, base: &str) -> Option<Box<ResourceQuota>> {
    let mut quota: Box<ResourceQuota> = loader.decode("ResourceQuota", node, base)?;
    namespaced(&mut quota.metadata);
    let uncounted = quota.spec.hard.iter().filter(|(what, _)| !is_counted(what));
    let what: Vec<Str> = uncounted.map(|(what, _)| shortened(what)).collect();
    if !what.is_empty() {
        loader.notice(node.span, Notice::QuotaOfOthers { what });
    }
    Some(quota)
}

fn namespaced(meta: &mut ObjectMeta) {
    if meta.namespace.is_empty() {
        meta.namespace = "default".into();
    }
}

fn extender(loader: &mut Loader, node: &Node) {
    let Some(document) = loader.decode::<ExtenderDoc>(EXTENDER, node, "") else { return };
    if loader.extenders.iter().any(|other| other.host() == document.host()) {
        let host = document.host().into();
        return loader.fail(node.span, "host", problem::Scenario::SecondExtender { host });
    }
    loader.extenders.push(*document);
}

fn plugin(loader: &mut Loader, node: &Node) {
    let Some(mut plugin) = loader.decode::<PluginDoc>(PLUGIN, node, "") else { return };
    for (path, fault) in plugin.faults() {
        loader.fail(node.find(&path).span, &path, fault);
    }
    if loader.plugins.iter().any(|other| other.metadata.name == plugin.metadata.name) {
        let (path, name) = ("metadata.name", plugin.metadata.name.clone());
        return loader.fail(node.find(path).span, path, problem::Scenario::SecondPlugin { name });
    }
    plugin.place = node.find("metadata.name").span.place(loader.document, "metadata.name");
    loader.plugins.push((*plugin).into());
}
