//! Admission of objects of rare kinds, and their effects on pods. A program can load it when a text first needs it.

use std::rc::Rc;

use api::{ApiObject, BindingMode, ClaimPhase, PodSpec, ReclaimPolicy, StorageObject, Str, VolumePhase, Workload};
use findings::{NameForm, Notice};

use super::{
    Admitter, admit_meta,
    fault::{Fault, check_amounts, check_selector, check_word},
    limits::Limits,
    runtimes::RuntimeClasses,
};

/// The part of admission for texts with objects of rare kinds. [`RARE_ADMISSION`] is the only value; it can be loaded lazily.
#[derive(Debug)]
pub struct RareAdmission {
    /// Admits an object of a rare kind.
    pub(super) admit_object: fn(&Admitter<'_>, &mut ApiObject, &mut Vec<Notice>, &mut Vec<Fault>),
    /// Applies the default requests and limits of limit ranges to containers.
    pub(super) apply_limit_defaults: fn(&Limits, &mut PodSpec, &Str, &mut Vec<Notice>),
    /// Reports violations of limit ranges.
    pub(super) check_limits: fn(&Limits, &PodSpec, &Str, &str, &mut Vec<Fault>),
    /// Applies the runtime class of a pod.
    pub(super) apply_runtime_class: fn(&RuntimeClasses, &mut PodSpec, &str, &mut Vec<Notice>, &mut Vec<Fault>),
    /// Applies limit ranges and runtime classes again to the template of an existing workload.
    pub(crate) readmit_workload: fn(&Limits, &mut Workload, &mut Vec<Notice>) -> Option<Box<api::LimitRangeViolation>>,
}

/// Only the reader of rare kinds may refer to it, so that it is not linked into programs without that reader.
pub static RARE_ADMISSION: RareAdmission = RareAdmission {
    admit_object: admit_rare_object,
    apply_limit_defaults: Limits::apply_defaults,
    check_limits: Limits::check_pod,
    apply_runtime_class: RuntimeClasses::apply_class,
    readmit_workload: Limits::readmit_workload,
};

fn admit_rare_object(
    admitter: &Admitter<'_>,
    api_object: &mut ApiObject,
    assumed: &mut Vec<Notice>,
    faults: &mut Vec<Fault>,
) {
    let kind = api_object.kind();
    match api_object {
        ApiObject::Workload(workload) => {
            admit_meta(&mut workload.metadata, NameForm::Subdomain, "default", faults);
            admitter.default_template_fields(workload);
        }
        ApiObject::PodGroup(group) => {
            let is_new = group.metadata.uid.is_empty();
            admit_meta(&mut group.metadata, NameForm::Subdomain, "default", faults);
            if is_new {
                admitter.admit_group(group, faults);
            }
        }
        ApiObject::ReplicaSet(workload)
        | ApiObject::ReplicationController(workload)
        | ApiObject::StatefulSet(workload)
        | ApiObject::DaemonSet(workload)
        | ApiObject::Job(workload) => admitter.admit_workload(kind, workload, assumed, faults),
        ApiObject::Service(service) => admit_meta(&mut service.metadata, NameForm::Label, "default", faults),
        ApiObject::Namespace(namespace) => {
            admit_meta(&mut namespace.metadata, NameForm::Label, "", faults);
            let name = namespace.metadata.name.clone();
            namespace.metadata.labels.insert("kubernetes.io/metadata.name".into(), name);
        }
        ApiObject::Device(object) => {
            let namespace = if object.kind().is_namespaced() { "default" } else { "" };
            // A device object without metadata was admitted with the object that contains it.
            if let Some(metadata) = object.metadata_mut() {
                admit_meta(metadata, NameForm::Subdomain, namespace, faults);
            }
        }
        ApiObject::Storage(object) => {
            let is_new = object.metadata_mut().uid.is_empty();
            admit_storage(object, faults);
            if let (StorageObject::Claim(claim), true) = (object, is_new) {
                admitter.rules.limits.check_claim(claim, faults);
            }
        }
        // The first three are admitted when they are decoded; the others are not rare.
        ApiObject::RuntimeClass(_)
        | ApiObject::LimitRange(_)
        | ApiObject::ResourceQuota(_)
        | ApiObject::Node(_)
        | ApiObject::Pod(_)
        | ApiObject::Deployment(_)
        | ApiObject::PriorityClass(_)
        | ApiObject::PodDisruptionBudget(_) => {}
    }
}

fn admit_storage(object: &mut StorageObject, faults: &mut Vec<Fault>) {
    let namespace = if object.kind().info().is_namespaced { "default" } else { "" };
    admit_meta(object.metadata_mut(), NameForm::Subdomain, namespace, faults);
    match object {
        StorageObject::Volume(volume) => {
            let volume = Rc::make_mut(volume);
            check_amounts(&volume.spec.capacity, "spec.capacity", faults);
            if volume.status.phase.is_unset() {
                volume.status.phase = VolumePhase::Available;
            }
        }
        StorageObject::Claim(claim) => {
            let claim = Rc::make_mut(claim);
            check_amounts(&claim.spec.resources.requests, "spec.resources.requests", faults);
            check_selector(claim.spec.selector.as_ref(), "spec.selector", faults);
            if claim.status.phase.is_unset() {
                claim.status.phase = ClaimPhase::Pending;
            }
        }
        StorageObject::Class(class) => {
            let class = Rc::make_mut(class);
            let mode = class.volume_binding_mode.get_or_insert(BindingMode::Immediate);
            check_word(mode.as_str(), BindingMode::WORDS, "volumeBindingMode", faults);
            if class.reclaim_policy.is_unset() {
                class.reclaim_policy = ReclaimPolicy::Delete;
            }
        }
        StorageObject::Capacity(room) => {
            check_selector(room.node_topology.as_ref(), "nodeTopology", faults);
        }
        StorageObject::CsiNode(_) | StorageObject::CsiDriver(_) | StorageObject::Attachment(_) => {}
    }
}
