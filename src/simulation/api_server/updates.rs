//! Validation of updates for each kind except pods and workloads, which have files of their own. `tests/engine/updates.rs` tries each combination of
//! kind, field and release.
//!
//! Fields that the applied manifest leaves out have been filled in from the stored object (`kubectl::merge`), so that `old` and `new` differ only in
//! what the user changes.
//!
//! Upstream: `ValidatePersistentVolumeClaimUpdate`, `ValidatePersistentVolumeUpdate`, `ValidateStorageClassUpdate`, `ValidateResourceQuotaUpdate`,
//! `ValidatePriorityClassUpdate`, `ValidateRuntimeClassUpdate`, and `Validate…Update` of `pkg/apis/storage/validation` and
//! `pkg/apis/resource/validation`. Diffs in upstream's messages are left out.

use api::{
    ApiObject, CsiDriver, CsiNode, CsiStorageCapacity, ObjectMeta, PersistentVolume, PersistentVolumeClaim,
    PodDisruptionBudget, PriorityClass, QuotaScope, ResourceQuota, RuntimeClass, Set, StorageClass, StorageObject, Str,
    VolumeAttachment,
    devices::{DeviceObject, ResourceSlice},
};
use manifest::admission::has_own_uid;
use scheduler::{FlowPolicy, UpdateRules};

use super::ApiServer;

/// Stands in for values that upstream prints in full: the engine does not keep all of their fields.
const ABRIDGED: &str = "{…}";

pub(super) fn immutable_error(path: &str, value: &str) -> String {
    format!("{path}: Invalid value: {value}: field is immutable")
}

/// The paths of changed fields that are not simulated; none for an object from a cluster, of which they were not kept.
pub(super) fn changed_unused_fields<'m>(old: &'m ObjectMeta, new: &'m ObjectMeta) -> impl Iterator<Item = &'m str> {
    let is_known = !has_own_uid(old);
    new.changed_unused_fields(old).map(Str::as_str).filter(move |_| is_known)
}

/// Whether a field below `spec` that is not simulated has changed.
fn has_other_unused_spec(old: &ObjectMeta, new: &ObjectMeta) -> bool {
    changed_unused_fields(old, new).any(|path| path.starts_with("spec."))
}

/// An unused field as JSON, or its default.
fn unused_field<'m>(meta: &'m ObjectMeta, path: &str, default: &'m str) -> &'m str {
    meta.unused_fields.get(path).map_or(default, Str::as_str)
}

impl ApiServer {
    /// The errors of an update of an existing object; empty if the object is new or all of its fields are mutable.
    pub(super) fn change_errors(&self, object: &ApiObject, flow: &FlowPolicy) -> Vec<String> {
        let meta = object.metadata();
        let (namespace, name) = (&meta.namespace, &meta.name);
        match object {
            ApiObject::PriorityClass(class) => {
                let old = self.classes.iter().find(|other| other.metadata.name == *name);
                old.map_or_else(Vec::new, |old| class_errors(old, class, flow.updates))
            }
            ApiObject::ResourceQuota(quota) => {
                self.quotas.quota(namespace, name).map_or_else(Vec::new, |old| quota_errors(old, quota))
            }
            ApiObject::PodDisruptionBudget(budget) => budget_errors(budget),
            ApiObject::RuntimeClass(class) => {
                self.limits.runtimes.class(name).map_or_else(Vec::new, |old| runtime_errors(old, class))
            }
            ApiObject::Storage(StorageObject::Claim(claim)) => {
                let storage = &self.objects.storage;
                storage.claim(namespace, name).map_or_else(Vec::new, |old| {
                    let volume = storage.volumes.get(&old.spec.volume_name).filter(|_| old.is_bound());
                    let capacity = volume.map_or(0, |volume| volume.capacity());
                    claim_errors(old, claim, capacity, flow.updates)
                })
            }
            ApiObject::Storage(StorageObject::Volume(volume)) => {
                let old = self.objects.storage.volumes.get(name);
                old.map_or_else(Vec::new, |old| volume_errors(old, volume, flow.updates))
            }
            ApiObject::Storage(StorageObject::Class(class)) => {
                let old = self.objects.storage.classes.get(name);
                old.map_or_else(Vec::new, |old| storage_class_errors(old, class, flow.updates))
            }
            ApiObject::Storage(StorageObject::CsiDriver(driver)) => {
                let old = self.objects.storage.csi_drivers.get(name);
                old.map_or_else(Vec::new, |old| csi_driver_errors(old, driver, flow.updates))
            }
            ApiObject::Storage(StorageObject::CsiNode(node)) => {
                let old = self.objects.storage.csi_nodes.get(name);
                old.map_or_else(Vec::new, |old| csi_node_errors(old, node, flow.updates))
            }
            ApiObject::Storage(StorageObject::Capacity(capacity)) => {
                let old = self.objects.storage.capacities.get(&(namespace.clone(), name.clone()));
                old.map_or_else(Vec::new, |old| capacity_errors(old, capacity))
            }
            ApiObject::Storage(StorageObject::Attachment(attachment)) => {
                let old = self.objects.storage.attachments.get(name);
                old.map_or_else(Vec::new, |old| attachment_errors(old, attachment))
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
        let has_changed = has_other_unused_spec(old.metadata(), meta)
            || match (&old, &new) {
                (DeviceObject::Claim(old), DeviceObject::Claim(new)) => old.spec != new.spec,
                (DeviceObject::Template(old), DeviceObject::Template(new)) => old.spec != new.spec,
                (DeviceObject::Slice(old), DeviceObject::Slice(new)) => return slice_errors(old, new),
                _ => return Vec::new(),
            };
        Vec::from_iter(has_changed.then(|| immutable_error("spec", ABRIDGED)))
    }
}

fn class_errors(old: &PriorityClass, new: &PriorityClass, rules: UpdateRules) -> Vec<String> {
    let policy =
        |class: &PriorityClass| class.preemption_policy.clone().unwrap_or(api::PreemptionPolicy::PreemptLowerPriority);
    let mut errors = Vec::new();
    if old.value != new.value {
        let path = if rules == UpdateRules::Early { "Value" } else { "value" };
        errors.push(format!("{path}: Forbidden: may not be changed in an update."));
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

/// The requests and the attributes class of a bound claim may change; a claim without a storage class may get one. Requests may not shrink, but in later
/// releases those of an expansion that failed may, down to the `capacity` of the claim's volume in bytes (0 without one).
fn claim_errors(
    old: &PersistentVolumeClaim,
    new: &PersistentVolumeClaim,
    capacity: i64,
    rules: UpdateRules,
) -> Vec<String> {
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
    if comparable != old.spec || has_other_unused_spec(&old.metadata, &new.metadata) {
        let besides = if is_later { "resources.requests and volumeAttributesClassName" } else { "resources.requests" };
        errors.push(format!("spec: Forbidden: spec is immutable after creation except {besides} for bound claims"));
    }
    let is_too_small = !is_later || new.requested_bytes().unwrap_or(0) <= capacity;
    if new.requested_bytes() < old.requested_bytes() && is_too_small {
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

/// Whether a field of a volume belongs to its source.
fn is_volume_source(path: &str) -> bool {
    const OTHERS: [&str; 3] = ["claimRef", "mountOptions", "nodeAffinity"];
    let name = path.strip_prefix("spec.").and_then(|path| path.split('.').next());
    name.is_some_and(|name| !OTHERS.contains(&name))
}

fn volume_errors(old: &PersistentVolume, new: &PersistentVolume, rules: UpdateRules) -> Vec<String> {
    let (was, is) = (&old.spec, &new.spec);
    let mut errors = Vec::new();
    let has_other_source = was.csi != is.csi
        || was.gce_persistent_disk != is.gce_persistent_disk
        || was.aws_elastic_block_store != is.aws_elastic_block_store
        || was.azure_disk != is.azure_disk
        || was.cinder != is.cinder
        || was.portworx_volume != is.portworx_volume
        || changed_unused_fields(&old.metadata, &new.metadata).any(is_volume_source);
    if has_other_source {
        let text = "spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation";
        errors.push(text.to_owned());
    }
    if was.volume_mode != is.volume_mode {
        let mode = is.volume_mode.clone().unwrap_or_default();
        errors.push(immutable_error("volumeMode", &format!("{:?}", mode.as_str())));
    }
    if was.node_affinity.is_some() && was.node_affinity != is.node_affinity {
        let exception = if rules == UpdateRules::Early { "" } else { ", except for updating from beta label to GA" };
        errors.push(immutable_error("nodeAffinity", ABRIDGED) + exception);
    }
    errors
}

fn storage_class_errors(old: &StorageClass, new: &StorageClass, rules: UpdateRules) -> Vec<String> {
    let mut errors = Vec::new();
    let immutable = |path: &str, value: &str| match rules {
        UpdateRules::SuspendedJobs => immutable_error(path, value),
        _ => format!("{path}: Forbidden: updates to {path} are forbidden."),
    };
    let has_other_parameters = |path: &str| path == "parameters";
    if changed_unused_fields(&old.metadata, &new.metadata).any(has_other_parameters) {
        errors.push(immutable("parameters", unused_field(&new.metadata, "parameters", "null")));
    }
    if old.provisioner != new.provisioner {
        errors.push(immutable("provisioner", &format!("{:?}", new.provisioner)));
    }
    let policy = |class: &StorageClass| match class.reclaim_policy.as_str() {
        "" => "Delete".to_owned(),
        policy => policy.to_owned(),
    };
    if policy(old) != policy(new) {
        errors.push(immutable("reclaimPolicy", &format!("{:?}", policy(new))));
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

fn csi_driver_errors(old: &CsiDriver, new: &CsiDriver, rules: UpdateRules) -> Vec<String> {
    let (was, is) = (&old.metadata, &new.metadata);
    if rules == UpdateRules::Early {
        let has_changed = old.spec != new.spec || has_other_unused_spec(was, is) && !has_same_driver_fields(was, is);
        return Vec::from_iter(has_changed.then(|| immutable_error("spec", ABRIDGED)));
    }
    let changed = DRIVER_FIELDS.iter().filter(|field| field.value(was) != field.value(is) && !has_own_uid(was));
    changed.map(|field| immutable_error(field.reported_path, field.value(is))).collect()
}

fn csi_node_errors(old: &CsiNode, new: &CsiNode, rules: UpdateRules) -> Vec<String> {
    let may_change_count = rules == UpdateRules::SuspendedJobs;
    let path = if rules == UpdateRules::Early { "CSINodeDriver" } else { "spec.drivers" };
    let is_changed = |at: usize| {
        let start = format!("spec.drivers[{at}].");
        changed_unused_fields(&old.metadata, &new.metadata).any(|path| path.starts_with(&start))
    };
    let mut errors = Vec::new();
    for (at, driver) in new.spec.drivers.iter().enumerate() {
        let Some(index) = old.spec.drivers.iter().position(|other| other.name == driver.name) else { continue };
        let has_other_count = !may_change_count && old.spec.drivers[index] != *driver;
        if has_other_count || index == at && is_changed(at) {
            errors.push(immutable_error(path, ABRIDGED));
        }
    }
    errors
}

fn capacity_errors(old: &CsiStorageCapacity, new: &CsiStorageCapacity) -> Vec<String> {
    let mut errors = Vec::new();
    if old.node_topology != new.node_topology {
        errors.push(immutable_error("nodeTopology", ABRIDGED));
    }
    if old.storage_class_name != new.storage_class_name {
        errors.push(immutable_error("storageClassName", &format!("{:?}", new.storage_class_name)));
    }
    errors
}

fn attachment_errors(old: &VolumeAttachment, new: &VolumeAttachment) -> Vec<String> {
    let has_changed = old.spec != new.spec || has_other_unused_spec(&old.metadata, &new.metadata);
    Vec::from_iter(has_changed.then(|| immutable_error("spec", ABRIDGED)))
}

/// A field of a CSI driver that later releases do not allow to change.
struct DriverField {
    path: &'static str,
    /// The path in upstream's message.
    reported_path: &'static str,
    default: &'static str,
}

impl DriverField {
    fn value<'m>(&self, meta: &'m ObjectMeta) -> &'m str {
        unused_field(meta, self.path, self.default)
    }
}

const DRIVER_FIELDS: [DriverField; 2] = [
    DriverField { path: "spec.attachRequired", reported_path: "spec.attachedRequired", default: "true" },
    DriverField {
        path: "spec.volumeLifecycleModes",
        reported_path: "spec.volumeLifecycleModes",
        default: "[\"Persistent\"]",
    },
];

/// Whether the only changes of a driver's unused fields are defaults that are named now, or no longer.
fn has_same_driver_fields(old: &ObjectMeta, new: &ObjectMeta) -> bool {
    let is_same =
        |path: &str| DRIVER_FIELDS.iter().any(|field| field.path == path && field.value(old) == field.value(new));
    changed_unused_fields(old, new).all(is_same)
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
