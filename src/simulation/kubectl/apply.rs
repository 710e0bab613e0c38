//! `kubectl apply`: merges the manifest with the stored object (`merge`), and requests the result.

use std::rc::Rc;

use api::{
    ApiObject, Labels, NamespacedName, ObjectKey, ObjectMeta, Pod, StorageObject, Str, Table, devices::DeviceObject,
};
use manifest::NullPaths;

use super::{
    merge::{
        Nulls, labels_without_nulls, merge_budget, merge_claim, merge_map, merge_pod_spec, merge_quota,
        merge_storage_class, merge_value, merge_volume, merge_workload,
    },
    state::Kubectl,
};
use crate::client::Component;

/// The object in a variant, or `None` if the value is absent or of another variant.
macro_rules! of_variant {
    ($variant:path, $value:expr) => {
        match $value {
            Some($variant(object)) => Some(&**object),
            _ => None,
        }
    };
}

fn object_key(object: &ApiObject) -> ObjectKey {
    ObjectKey::new(object.kind(), &object.metadata().namespace, object.name())
}

/// Merges labels and annotations of the manifest into the stored metadata. The finalizers of `new` are already merged.
fn merge_metadata(last: Option<&ObjectMeta>, current: &ObjectMeta, new: &mut ObjectMeta, nulls: &Nulls<'_>) {
    let mut merged = current.clone();
    for (labels, of, path) in [
        (&mut merged.labels, (|meta: &ObjectMeta| &meta.labels) as fn(&ObjectMeta) -> &Labels, ["metadata", "labels"]),
        (&mut merged.annotations, |meta| &meta.annotations, ["metadata", "annotations"]),
    ] {
        let remaining = labels_without_nulls(labels, &path, nulls);
        let mut named = of(new).clone();
        merge_map(last.map(of), &remaining, &mut named);
        *labels = named;
    }
    merged.finalizers.clone_from(&new.finalizers);
    merged.unused_fields = merge_unused_fields(last, current, new, nulls);
    *new = merged;
}

/// The unused fields that an object has after the merge.
fn merge_unused_fields(
    last: Option<&ObjectMeta>,
    current: &ObjectMeta,
    new: &ObjectMeta,
    nulls: &Nulls<'_>,
) -> Table<Str, Str> {
    let was_applied = |path: &Str| last.is_some_and(|last| last.unused_fields.contains_key(path));
    let has_null = |path: &Str| nulls.has(&path.split('.').collect::<Vec<_>>());
    let mut merged = new.unused_fields.clone();
    for (path, json) in &current.unused_fields {
        if !merged.contains_key(path) && !was_applied(path) && !has_null(path) {
            merged.insert(path.clone(), json.clone());
        }
    }
    merged
}

/// The finalizers that an object has after the merge: its list is merged by its values.
fn merge_finalizers(last: Option<&ObjectMeta>, current: &ObjectMeta, new: &ObjectMeta, nulls: &Nulls<'_>) -> Vec<Str> {
    let was_applied = |finalizer: &Str| last.is_some_and(|last| last.finalizers.contains(finalizer));
    let is_kept = |finalizer: &&Str| {
        !nulls.has(&["metadata", "finalizers"]) && !was_applied(finalizer) && !new.finalizers.contains(finalizer)
    };
    current.finalizers.iter().filter(is_kept).chain(&new.finalizers).cloned().collect()
}

impl Component<'_, Kubectl> {
    /// Merges an applied object with the stored one, if it exists. `nulls` are the paths that the manifest sets to `null`.
    pub(super) fn merge_applied(&self, object: &mut ApiObject, nulls: &NullPaths) {
        let key = object_key(object);
        let Some(current) = self.metadata(&key) else { return };
        let nulls = &Nulls(nulls);
        let last = self.state().last_applied.get(&key).cloned();
        let last = last.as_deref();
        let last_metadata = last.map(ApiObject::metadata);
        if let Some(metadata) = object.metadata_mut() {
            metadata.finalizers = merge_finalizers(last_metadata, &current, metadata, nulls);
            metadata.deletion_timestamp = current.deletion_timestamp;
        }
        let (namespace, name) = (&key.namespace, &key.name);
        match object {
            ApiObject::Pod(pod) => {
                let Some(current) = self.pod(&pod.key()).map(|record| Rc::clone(&record.info.pod)) else { return };
                let last = of_variant!(ApiObject::Pod, last);
                merge_metadata(last_metadata, &current.metadata, &mut pod.metadata, nulls);
                merge_pod_spec(last.map(|last| &last.spec), &current.spec, &mut pod.spec, &["spec"], nulls);
            }
            ApiObject::Namespace(namespace) => {
                if let Some(current) = self.objects().namespaces.get(name) {
                    let current = labels_without_nulls(current, &["metadata", "labels"], nulls);
                    merge_map(last_metadata.map(|last| &last.labels), &current, &mut namespace.metadata.labels);
                }
            }
            ApiObject::PodDisruptionBudget(budget) => {
                if let Some(current) = self.budget(&NamespacedName::of(&budget.metadata)) {
                    let last = of_variant!(ApiObject::PodDisruptionBudget, last);
                    merge_budget(last.map(|last| &last.spec), &current.spec, &mut budget.spec, nulls);
                }
            }
            ApiObject::ResourceQuota(quota) => {
                if let Some(current) = self.quota(namespace, name) {
                    merge_quota(of_variant!(ApiObject::ResourceQuota, last), current, quota);
                }
            }
            ApiObject::Storage(storage) => {
                let last = match last {
                    Some(ApiObject::Storage(last)) => Some(last),
                    _ => None,
                };
                self.merge_storage(last, storage, nulls);
            }
            ApiObject::Device(device) => {
                let Some(current) = self.claims().and_then(|claims| claims.get(device.kind(), namespace, name)) else {
                    return;
                };
                let mut metadata = device.metadata().clone();
                // It is shared with what was applied, so it was not merged above.
                metadata.finalizers = merge_finalizers(last_metadata, current.metadata(), &metadata, nulls);
                merge_metadata(last_metadata, current.metadata(), &mut metadata, nulls);
                keep_device_status(device, &current, metadata);
            }
            _ => {
                let Some((kind, workload)) = key.kind.workload().zip(object.workload_mut()) else { return };
                let key = NamespacedName::of(&workload.metadata);
                let current = self.workloads().find_by_name(kind, &key).and_then(|id| self.workload(id));
                if let Some(current) = current {
                    let last = last.and_then(ApiObject::workload).map(|last| &last.spec);
                    merge_workload(last, &current.spec, &mut workload.spec, nulls);
                    let metadata = &mut workload.metadata;
                    metadata.unused_fields = merge_unused_fields(last_metadata, &current.metadata, metadata, nulls);
                }
            }
        }
    }

    fn merge_storage(&self, last: Option<&StorageObject>, new: &mut StorageObject, nulls: &Nulls<'_>) {
        let storage = &self.objects().storage;
        let last_metadata = last.map(StorageObject::metadata);
        match new {
            StorageObject::Claim(claim) => {
                let claim = Rc::make_mut(claim);
                let Some(current) = storage.claim(&claim.metadata.namespace, &claim.metadata.name) else { return };
                merge_metadata(last_metadata, &current.metadata, &mut claim.metadata, nulls);
                merge_claim(of_variant!(StorageObject::Claim, last), current, claim);
            }
            StorageObject::Volume(volume) => {
                let volume = Rc::make_mut(volume);
                let Some(current) = storage.volumes.get(&volume.metadata.name) else { return };
                merge_metadata(last_metadata, &current.metadata, &mut volume.metadata, nulls);
                merge_volume(of_variant!(StorageObject::Volume, last), current, volume);
            }
            StorageObject::Class(class) => {
                let class = Rc::make_mut(class);
                let Some(current) = storage.classes.get(&class.metadata.name) else { return };
                merge_metadata(last_metadata, &current.metadata, &mut class.metadata, nulls);
                merge_storage_class(of_variant!(StorageObject::Class, last), current, class);
            }
            StorageObject::CsiDriver(driver) => {
                let driver = Rc::make_mut(driver);
                let Some(current) = storage.csi_drivers.get(&driver.metadata.name) else { return };
                merge_metadata(last_metadata, &current.metadata, &mut driver.metadata, nulls);
                merge_value(None, &current.spec.storage_capacity, &mut driver.spec.storage_capacity);
            }
            StorageObject::CsiNode(node) => {
                let node = Rc::make_mut(node);
                let Some(current) = storage.csi_nodes.get(&node.metadata.name) else { return };
                merge_metadata(last_metadata, &current.metadata, &mut node.metadata, nulls);
            }
            StorageObject::Capacity(capacity) => {
                let capacity = Rc::make_mut(capacity);
                let metadata = &mut capacity.metadata;
                let key = (metadata.namespace.clone(), metadata.name.clone());
                let Some(current) = storage.capacities.get(&key) else { return };
                merge_metadata(last_metadata, &current.metadata, metadata, nulls);
                merge_value(None, &current.storage_class_name, &mut capacity.storage_class_name);
                merge_value(None, &current.node_topology, &mut capacity.node_topology);
                merge_value(None, &current.capacity, &mut capacity.capacity);
            }
            StorageObject::Attachment(attachment) => {
                let attachment = Rc::make_mut(attachment);
                let Some(current) = storage.attachments.get(&attachment.metadata.name) else { return };
                merge_metadata(last_metadata, &current.metadata, &mut attachment.metadata, nulls);
                merge_value(None, &current.spec.attacher, &mut attachment.spec.attacher);
                merge_value(None, &current.spec.node_name, &mut attachment.spec.node_name);
                let source = &mut attachment.spec.source.persistent_volume_name;
                merge_value(None, &current.spec.source.persistent_volume_name, source);
            }
        }
    }

    /// Requests a merged object. `text` is the object as in the manifest, which the next merge compares with.
    pub(super) fn apply_object(&mut self, object: ApiObject, text: Rc<ApiObject>) {
        let key = object_key(&object);
        self.state_mut().last_applied.insert(key.clone(), text);
        match object {
            ApiObject::Pod(pod) if self.pod(&pod.key()).is_some() => self.apply_pod(&pod),
            object => self.put_object(object),
        }
        self.finish_deletion(&key);
    }

    /// Updates the mutable fields of an existing pod.
    fn apply_pod(&mut self, new: &Pod) {
        self.edit_pod(&new.key(), |pod| {
            pod.metadata.labels.clone_from(&new.metadata.labels);
            pod.metadata.annotations.clone_from(&new.metadata.annotations);
            pod.metadata.finalizers.clone_from(&new.metadata.finalizers);
            let (was, is) = (&mut pod.spec, &new.spec);
            if !was.scheduling_gates.is_empty() {
                was.node_selector.clone_from(&is.node_selector);
                was.affinity.clone_from(&is.affinity);
            }
            was.scheduling_gates.clone_from(&is.scheduling_gates);
            was.tolerations.clone_from(&is.tolerations);
        });
    }

    /// Forgets what was last applied to an object, because it is deleted.
    pub(super) fn forget_applied(&mut self, key: &ObjectKey) {
        self.state_mut().last_applied.remove(key);
    }
}

/// Sets the metadata of a device object, and keeps the status of a claim.
fn keep_device_status(new: &mut DeviceObject, current: &DeviceObject, metadata: ObjectMeta) {
    match (new, current) {
        (DeviceObject::Claim(claim), DeviceObject::Claim(current)) => {
            let claim = Rc::make_mut(claim);
            claim.metadata = metadata;
            claim.status.clone_from(&current.status);
        }
        (DeviceObject::Template(template), _) => Rc::make_mut(template).metadata = metadata,
        (DeviceObject::Slice(slice), _) => Rc::make_mut(slice).metadata = metadata,
        (DeviceObject::Class(class), _) => Rc::make_mut(class).metadata = metadata,
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use api::devices::{DeviceKind, DeviceRecord};

    use super::*;

    #[test]
    fn a_merged_device_object_has_the_merged_metadata_and_a_claim_keeps_its_status() {
        let object = |kind: DeviceKind, name: &str, json: &str| {
            let metadata = ObjectMeta { name: name.into(), ..ObjectMeta::default() };
            DeviceObject::from_record(&DeviceRecord { kind, metadata, json: json.into() }).expect("an object")
        };
        let slice = r#"{"spec":{"driver":"d","pool":{"name":"p","generation":1,"resourceSliceCount":1}}}"#;
        for (kind, new, current) in [
            (DeviceKind::Claim, r#"{"spec":{}}"#, r#"{"spec":{},"status":{"reservedFor":[{"resource":"pods"}]}}"#),
            (DeviceKind::Template, r#"{"spec":{"spec":{}}}"#, r#"{"spec":{"spec":{}}}"#),
            (DeviceKind::Slice, slice, slice),
            (DeviceKind::Class, "{}", "{}"),
        ] {
            let (mut applied, current) = (object(kind, "", new), object(kind, "stored", current));
            keep_device_status(&mut applied, &current, current.metadata().clone());
            assert_eq!(applied.to_record(), current.to_record(), "{kind:?}");
        }
    }
}
