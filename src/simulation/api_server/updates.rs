//! Validation of updates for each kind except pods and workloads, which have files of their own. `tests/engine/updates.rs` tries each combination of
//! kind, field and release.
//!
//! Fields that the applied manifest leaves out have been filled in from the stored object (`kubectl::merge`), so that `old` and `new` differ only in
//! what the user changes.
//!
//! Upstream: `ValidatePersistentVolumeClaimUpdate`, `ValidatePersistentVolumeUpdate`, `ValidateStorageClassUpdate`, `ValidateResourceQuotaUpdate`,
//! `ValidatePriorityClassUpdate`, `ValidateRuntimeClassUpdate`, and `Validate…Update` of `pkg/apis/resource/validation`. Diffs in upstream's messages
//! are left out.

use api::{
    ApiObject, ObjectMeta, PersistentVolume, PersistentVolumeClaim, PodDisruptionBudget, PriorityClass, QuotaScope,
    ResourceQuota, RuntimeClass, Set, StorageClass, StorageObject,
    devices::{DeviceObject, ResourceSlice},
};
use scheduler::{FlowPolicy, UpdateRules};

use super::ApiServer;

/// Stands in for values that upstream prints in full: the engine does not keep all of their fields.
const ABRIDGED: &str = "{…}";

pub(super) fn immutable_error(path: &str, value: &str) -> String {
    format!("{path}: Invalid value: {value}: field is immutable")
}

impl ApiServer {
    /// The errors of an update of an existing object; empty if the object is new or all of its fields are mutable.
    pub(super) fn change_errors(&self, object: &ApiObject, flow: &FlowPolicy) -> Vec<String> {
        let meta = object.metadata();
        let (namespace, name) = (&meta.namespace, &meta.name);
        match object {
            ApiObject::PriorityClass(class) => {
                let old = self.classes.iter().find(|other| other.metadata.name == *name);
                old.map_or_else(Vec::new, |old| class_errors(old, class))
            }
            ApiObject::ResourceQuota(quota) => {
                self.quotas.quota(namespace, name).map_or_else(Vec::new, |old| quota_errors(old, quota))
            }
            ApiObject::PodDisruptionBudget(budget) => budget_errors(budget),
            ApiObject::RuntimeClass(class) => {
                self.limits.runtimes.class(name).map_or_else(Vec::new, |old| runtime_errors(old, class))
            }
            ApiObject::Storage(StorageObject::Claim(claim)) => {
                let old = self.objects.storage.claim(namespace, name);
                old.map_or_else(Vec::new, |old| claim_errors(old, claim, flow.updates))
            }
            ApiObject::Storage(StorageObject::Volume(volume)) => {
                let old = self.objects.storage.volumes.get(name);
                old.map_or_else(Vec::new, |old| volume_errors(old, volume))
            }
            ApiObject::Storage(StorageObject::Class(class)) => {
                let old = self.objects.storage.classes.get(name);
                old.map_or_else(Vec::new, |old| storage_class_errors(old, class))
            }
            ApiObject::Device(device) => self.device_errors(device, meta),
            _ => Vec::new(),
        }
    }

    fn device_errors(&self, device: &DeviceObject, meta: &ObjectMeta) -> Vec<String> {
        let Some(claims) = &self.objects.claims else { return Vec::new() };
        let Some(old) = claims.get(device.kind(), &meta.namespace, &meta.name) else { return Vec::new() };
        let uid = old.metadata().uid.clone();
        // Compares with defaults applied.
        let new = claims.admit_object(device.clone(), meta.name.clone(), uid);
        let has_changed = match (&old, &new) {
            (DeviceObject::Claim(old), DeviceObject::Claim(new)) => old.spec != new.spec,
            (DeviceObject::Template(old), DeviceObject::Template(new)) => old.spec != new.spec,
            (DeviceObject::Slice(old), DeviceObject::Slice(new)) => return slice_errors(old, new),
            _ => false,
        };
        Vec::from_iter(has_changed.then(|| immutable_error("spec", ABRIDGED)))
    }
}

fn class_errors(old: &PriorityClass, new: &PriorityClass) -> Vec<String> {
    let policy =
        |class: &PriorityClass| class.preemption_policy.clone().unwrap_or(api::PreemptionPolicy::PreemptLowerPriority);
    let mut errors = Vec::new();
    if old.value != new.value {
        errors.push("value: Forbidden: may not be changed in an update.".to_owned());
    }
    if policy(old) != policy(new) {
        errors.push(immutable_error("preemptionPolicy", &format!("{:?}", policy(new).as_str())));
    }
    errors
}

/// A manifest that names one of the two fields is merged with a stored budget that has the other one, which is an error.
fn budget_errors(new: &PodDisruptionBudget) -> Vec<String> {
    let has_both = new.spec.min_available.is_some() && new.spec.max_unavailable.is_some();
    let text = "spec: Invalid value: {…}: minAvailable and maxUnavailable cannot be both set";
    Vec::from_iter(has_both.then(|| text.to_owned()))
}

fn quota_errors(old: &ResourceQuota, new: &ResourceQuota) -> Vec<String> {
    let scopes = |quota: &ResourceQuota| quota.spec.scopes.iter().map(QuotaScope::as_str).map(str::to_owned).collect();
    let (was, is): (Set<String>, Set<String>) = (scopes(old), scopes(new));
    let text = || {
        let names: Vec<String> = new.spec.scopes.iter().map(|scope| format!("{:?}", scope.as_str())).collect();
        if names.is_empty() { "null".to_owned() } else { format!("[{}]", names.join(",")) }
    };
    Vec::from_iter((was != is).then(|| immutable_error("spec.scopes", &text())))
}

fn runtime_errors(old: &RuntimeClass, new: &RuntimeClass) -> Vec<String> {
    Vec::from_iter((old.handler != new.handler).then(|| immutable_error("handler", &format!("{:?}", new.handler))))
}

/// The requests and the attributes class of a bound claim may change, but not shrink; a claim without a storage class may get one.
fn claim_errors(old: &PersistentVolumeClaim, new: &PersistentVolumeClaim, rules: UpdateRules) -> Vec<String> {
    let is_later = rules > UpdateRules::Early;
    let mut comparable = new.spec.clone();
    if old.spec.volume_name.is_empty() {
        comparable.volume_name.clone_from(&old.spec.volume_name);
    }
    if old.is_bound() {
        comparable.resources.clone_from(&old.spec.resources);
        comparable.volume_attributes_class_name.clone_from(&old.spec.volume_attributes_class_name);
    }
    if is_later && old.spec.storage_class_name.is_none() {
        comparable.storage_class_name.clone_from(&old.spec.storage_class_name);
    }
    let mut errors = Vec::new();
    if comparable != old.spec {
        let besides = if is_later { "resources.requests and volumeAttributesClassName" } else { "resources.requests" };
        errors.push(format!("spec: Forbidden: spec is immutable after creation except {besides} for bound claims"));
    }
    if new.requested_bytes() < old.requested_bytes() {
        let reason = if is_later {
            "field can not be less than status.capacity"
        } else {
            "field can not be less than previous value"
        };
        errors.push(format!("spec.resources.requests.storage: Forbidden: {reason}"));
    }
    if new.spec.volume_mode.clone().unwrap_or_default() != old.spec.volume_mode.clone().unwrap_or_default() {
        let mode = new.spec.volume_mode.clone().unwrap_or_default();
        errors.push(immutable_error("volumeMode", &format!("{:?}", mode.as_str())));
    }
    errors
}

fn volume_errors(old: &PersistentVolume, new: &PersistentVolume) -> Vec<String> {
    let (was, is) = (&old.spec, &new.spec);
    let mut errors = Vec::new();
    let has_other_source = was.csi != is.csi
        || was.gce_persistent_disk != is.gce_persistent_disk
        || was.aws_elastic_block_store != is.aws_elastic_block_store
        || was.azure_disk != is.azure_disk
        || was.cinder != is.cinder
        || was.portworx_volume != is.portworx_volume;
    if has_other_source {
        let text = "spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation";
        errors.push(text.to_owned());
    }
    if was.volume_mode != is.volume_mode {
        let mode = is.volume_mode.clone().unwrap_or_default();
        errors.push(immutable_error("volumeMode", &format!("{:?}", mode.as_str())));
    }
    if was.node_affinity.is_some() && was.node_affinity != is.node_affinity {
        errors
            .push(format!("{}, except for updating from beta label to GA", immutable_error("nodeAffinity", ABRIDGED)));
    }
    errors
}

fn storage_class_errors(old: &StorageClass, new: &StorageClass) -> Vec<String> {
    let mut errors = Vec::new();
    if old.provisioner != new.provisioner {
        errors.push(immutable_error("provisioner", &format!("{:?}", new.provisioner)));
    }
    let policy = |class: &StorageClass| match class.reclaim_policy.as_str() {
        "" => "Delete".to_owned(),
        policy => policy.to_owned(),
    };
    if policy(old) != policy(new) {
        errors.push(immutable_error("reclaimPolicy", &format!("{:?}", policy(new))));
    }
    let mode = |class: &StorageClass| match &class.volume_binding_mode {
        None => "Immediate".to_owned(),
        Some(mode) => mode.as_str().to_owned(),
    };
    if mode(old) != mode(new) {
        errors.push(immutable_error("volumeBindingMode", &format!("{:?}", mode(new))));
    }
    errors
}

fn slice_errors(old: &ResourceSlice, new: &ResourceSlice) -> Vec<String> {
    let (was, is) = (&old.spec, &new.spec);
    let mut errors = Vec::new();
    for (path, was, is) in [
        ("spec.pool.name", Some(&was.pool.name), Some(&is.pool.name)),
        ("spec.driver", Some(&was.driver), Some(&is.driver)),
        ("spec.nodeName", was.node_name.as_ref(), is.node_name.as_ref()),
    ] {
        if was != is {
            errors.push(immutable_error(path, &is.map_or("null".to_owned(), |text| format!("{text:?}"))));
        }
    }
    errors
}
