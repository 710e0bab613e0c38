//! The reader of rare kinds, which the loader reaches through function pointers, so that a program can load this code only when a text needs it.

use std::rc::Rc;

use api::{
    ApiObject, Kind, LimitRange, ObjectMeta, ResourceQuota, StorageObject, Str, Table,
    devices::DeviceObject,
    shorten,
    user_rules::{ExtenderDoc, PluginDoc},
};
use findings::{Finding, Notice};
use releases::{ReleaseChoice, documents::stated_release, served_api::ServedApi};
use serde::de::DeserializeOwned;

use super::{
    admin_access::forbidden_admin_access,
    dense_line::read_dense_line,
    fault_places::locate_faults,
    feature_gates::{check_gates, resolve_gates},
    field_rules::{CompileSelectorFn, check_rare_object},
    load::{LazyKind, LazyKindRequest, LazyObject, LazyReader, LinkedParts, Loader, ServedReader, load_text},
    loaded_manifest::{Manifest, ManifestObject},
    own_documents::{EXTENDER, PLUGIN},
    plugin_faults::{ManifestPlugin, find_plugin_faults},
    recognition::{read_refused_text, report_unread, take_kindless},
    replication_controller::ReplicationController,
    scheduling_events::{SchedulingEvent, add_scheduled_conditions},
    served_fields::check_served_fields,
    tree::TreeNode,
};
use crate::admission::{AdmissionRules, Fault, QuotaLedger, RARE_ADMISSION, is_counted};

/// Only [`load`] may refer to it, so that it is not linked into programs that do not call that.
static LAZY_READER: LazyReader = LazyReader {
    decode: decode_lazy_kind,
    served: ServedReader {
        check_fields: check_served_fields,
        kind: ServedApi::kind,
        resolve_gates,
        check_gates,
        stated_release,
    },
    read_line: read_dense_line,
    field_rules: check_rare_object,
    admission: &RARE_ADMISSION,
    check_together: check_objects_together,
    add_scheduled_conditions,
};

/// Reads a text for the release that it states, or else for the latest.
///
/// # Errors
/// All errors in the text.
pub fn load(text: &str) -> Result<Manifest, Vec<Finding>> {
    load_for(text, ReleaseChoice::default())
}

/// Reads a text for the chosen release, or else for the one that it states: in its scenario, by its configuration if there is only one, or by its
/// kubelets. The CEL expressions of device claims are not compiled.
///
/// # Errors
/// All errors in the text.
pub fn load_for(text: &str, release: impl Into<ReleaseChoice>) -> Result<Manifest, Vec<Finding>> {
    load_compiled(text, release, None)
}

/// Reads a text as [`load_for`] does, and compiles the CEL expressions of device claims.
///
/// # Errors
/// All errors in the text.
pub fn load_compiled(
    text: &str,
    release: impl Into<ReleaseChoice>,
    compile_selector: Option<CompileSelectorFn>,
) -> Result<Manifest, Vec<Finding>> {
    let release = release.into();
    let linked = LinkedParts { lazy_reader: Some(&LAZY_READER), compile_selector };
    load_text(text, release, linked).or_else(|findings| read_refused_text(text, release, findings, linked))
}

/// Decodes an object of a rare kind. `None` if it is invalid, or if the loader stores it.
fn decode_lazy_kind(request: LazyKindRequest<'_>) -> Option<LazyObject> {
    let LazyKindRequest { loader, kind, node, base } = request;
    let kind = match kind {
        LazyKind::Object(kind) => kind,
        LazyKind::Extender => {
            take_extender(loader, node);
            return None;
        }
        LazyKind::Plugin => {
            take_plugin(loader, node);
            return None;
        }
        LazyKind::Unread("Event") if let Some(event) = SchedulingEvent::from_node(node) => {
            loader.scheduling_events.push(event);
            return None;
        }
        LazyKind::Unread(kind) => {
            report_unread(loader, kind, node, base);
            return None;
        }
        LazyKind::Kindless(text) => return take_kindless(loader, node, text),
        LazyKind::Faults(text, faults) => {
            match locate_faults(text, faults) {
                Ok(findings) => loader.findings.extend(findings),
                Err(finding) => loader.findings = vec![finding],
            }
            return None;
        }
    };
    let name = kind.name();
    let object = match kind {
        Kind::RuntimeClass => return Some(LazyObject::Runtime(loader.decode_object(name, node, base)?)),
        Kind::LimitRange => {
            let mut range: Box<LimitRange> = loader.decode_object(name, node, base)?;
            set_default_namespace(&mut range.metadata);
            return Some(LazyObject::Limits(range));
        }
        Kind::ResourceQuota => return Some(LazyObject::Quota(decode_quota(loader, node, base)?)),
        Kind::ReplicaSet => ApiObject::ReplicaSet(loader.decode_object(name, node, base)?),
        Kind::ReplicationController => {
            let controller: Box<ReplicationController> = loader.decode_object(name, node, base)?;
            ApiObject::ReplicationController(Box::new((*controller).into()))
        }
        Kind::StatefulSet => ApiObject::StatefulSet(loader.decode_object(name, node, base)?),
        Kind::DaemonSet => ApiObject::DaemonSet(loader.decode_object(name, node, base)?),
        Kind::Job => ApiObject::Job(loader.decode_object(name, node, base)?),
        Kind::Workload => ApiObject::Workload(loader.decode_object(name, node, base)?),
        Kind::PodGroup => ApiObject::PodGroup(loader.decode_object(name, node, base)?),
        Kind::Service => ApiObject::Service(loader.decode_object(name, node, base)?),
        Kind::Namespace => ApiObject::Namespace(loader.decode_object(name, node, base)?),
        Kind::PersistentVolume => decode_stored(loader, name, node, base, StorageObject::Volume)?,
        Kind::PersistentVolumeClaim => decode_stored(loader, name, node, base, StorageObject::Claim)?,
        Kind::StorageClass => decode_stored(loader, name, node, base, StorageObject::Class)?,
        Kind::CSINode => decode_stored(loader, name, node, base, StorageObject::CsiNode)?,
        Kind::CSIDriver => decode_stored(loader, name, node, base, StorageObject::CsiDriver)?,
        Kind::CSIStorageCapacity => decode_stored(loader, name, node, base, StorageObject::Capacity)?,
        Kind::VolumeAttachment => decode_stored(loader, name, node, base, StorageObject::Attachment)?,
        Kind::ResourceClaim => decode_device(loader, name, node, base, DeviceObject::Claim)?,
        Kind::ResourceClaimTemplate => decode_device(loader, name, node, base, DeviceObject::Template)?,
        Kind::ResourceSlice => decode_device(loader, name, node, base, DeviceObject::Slice)?,
        Kind::DeviceClass => decode_device(loader, name, node, base, DeviceObject::Class)?,
        other => unreachable!("{other} is no rare kind"),
    };
    Some(LazyObject::Object(object))
}

fn decode_stored<T: DeserializeOwned>(
    loader: &mut Loader,
    kind: &str,
    tree_node: &TreeNode,
    base: &str,
    object: fn(Rc<T>) -> StorageObject,
) -> Option<ApiObject> {
    Some(ApiObject::Storage(object(loader.decode_object::<T>(kind, tree_node, base)?.into())))
}

fn decode_device<T: DeserializeOwned>(
    loader: &mut Loader,
    kind: &str,
    tree_node: &TreeNode,
    base: &str,
    object: fn(Rc<T>) -> DeviceObject,
) -> Option<ApiObject> {
    Some(ApiObject::Device(object(loader.decode_object::<T>(kind, tree_node, base)?.into())))
}

fn decode_quota(loader: &mut Loader, tree_node: &TreeNode, base: &str) -> Option<Box<ResourceQuota>> {
    let mut quota: Box<ResourceQuota> = loader.decode_object("ResourceQuota", tree_node, base)?;
    set_default_namespace(&mut quota.metadata);
    let uncounted = quota.spec.hard.iter().filter(|(what, _)| !is_counted(what));
    let what: Vec<Str> = uncounted.map(|(what, _)| shorten(what)).collect();
    if !what.is_empty() {
        loader.add_notice(tree_node.span, Notice::QuotaOfOthers { what });
    }
    Some(quota)
}

fn set_default_namespace(meta: &mut ObjectMeta) {
    if meta.namespace.is_empty() {
        meta.namespace = "default".into();
    }
}

fn take_extender(loader: &mut Loader, tree_node: &TreeNode) {
    let Some(document) = loader.decode_object::<ExtenderDoc>(EXTENDER, tree_node, "") else { return };
    if loader.extenders.iter().any(|other| other.host() == document.host()) {
        let host = document.host().into();
        return loader.add_error(tree_node.span, "host", findings::ScenarioProblem::SecondExtender { host });
    }
    loader.extenders.push(*document);
}

fn take_plugin(loader: &mut Loader, tree_node: &TreeNode) {
    let Some(plugin) = loader.decode_object::<PluginDoc>(PLUGIN, tree_node, "") else { return };
    for (path, fault) in find_plugin_faults(&plugin) {
        loader.add_error(tree_node.find_nearest(&path).span, &path, fault);
    }
    if loader.plugins.iter().any(|other| other.document.metadata.name == plugin.metadata.name) {
        let (path, name) = ("metadata.name", plugin.metadata.name.clone());
        return loader.add_error(
            tree_node.find_nearest(path).span,
            path,
            findings::ScenarioProblem::SecondPlugin { name },
        );
    }
    let place = tree_node.find_nearest("metadata.name").span.to_place(loader.document, "metadata.name");
    loader.plugins.push(ManifestPlugin { document: (*plugin).into(), place });
}

/// Existing objects count before new ones, in whatever order the text has them.
fn check_objects_together(
    objects: &[ManifestObject],
    rules: &AdmissionRules,
    is_new_object: &[bool],
    admission_faults: &mut Table<u32, Vec<Fault>>,
) {
    let mut ledger = QuotaLedger::new(&rules.quotas);
    if !ledger.is_empty() {
        for (object, _) in objects.iter().zip(is_new_object).filter(|(_, is_new)| !**is_new) {
            ledger.count_existing(&object.kind);
        }
        for (object, _) in objects.iter().zip(is_new_object).filter(|(_, is_new)| **is_new) {
            if let Err(fault) = ledger.admit_new(&object.kind) {
                admission_faults.or_default(object.span.start).push(fault);
            }
        }
    }
    for (start, fault) in forbidden_admin_access(objects, &|index| is_new_object[index]) {
        admission_faults.or_default(start).push(fault);
    }
}
