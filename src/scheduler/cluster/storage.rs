//! The scheduler's cache of storage objects, by name.

use std::rc::Rc;

use api::{
    CsiDriver, CsiNode, CsiStorageCapacity, Kind, ObjectMeta, PersistentVolume, PersistentVolumeClaim, Pod,
    StorageClass, StorageObject, Str, Table, Volume, VolumeAttachment,
};

/// All storage objects that plugins look up.
#[derive(Clone, Debug, Default)]
pub struct Storage {
    pub volumes: Table<Str, Rc<PersistentVolume>>,
    /// Claims by namespace and name.
    pub claims: Table<(Str, Str), Rc<PersistentVolumeClaim>>,
    pub classes: Table<Str, Rc<StorageClass>>,
    /// The CSI drivers of each node, by the node's name.
    pub csi_nodes: Table<Str, Rc<CsiNode>>,
    pub csi_drivers: Table<Str, Rc<CsiDriver>>,
    /// Capacity that drivers publish, by namespace and name.
    pub capacities: Table<(Str, Str), Rc<CsiStorageCapacity>>,
    /// Volume attachments by name.
    pub attachments: Table<Str, Rc<VolumeAttachment>>,
}

fn namespaced_key(meta: &ObjectMeta) -> (Str, Str) {
    (meta.namespace.clone(), meta.name.clone())
}

impl Storage {
    /// Adds or replaces an object. Returns the replaced one.
    pub fn insert(&mut self, object: StorageObject) -> Option<StorageObject> {
        use StorageObject as Object;
        let name = object.metadata().name.clone();
        match object {
            Object::Volume(object) => self.volumes.insert(name, object).map(Object::Volume),
            Object::Claim(object) => self.claims.insert(namespaced_key(&object.metadata), object).map(Object::Claim),
            Object::Class(object) => self.classes.insert(name, object).map(Object::Class),
            Object::CsiNode(object) => self.csi_nodes.insert(name, object).map(Object::CsiNode),
            Object::CsiDriver(object) => self.csi_drivers.insert(name, object).map(Object::CsiDriver),
            Object::Capacity(object) => {
                self.capacities.insert(namespaced_key(&object.metadata), object).map(Object::Capacity)
            }
            Object::Attachment(object) => self.attachments.insert(name, object).map(Object::Attachment),
        }
    }

    /// The metadata of an object, by kind, namespace and name.
    #[must_use]
    pub fn metadata(&self, kind: Kind, namespace: &Str, name: &Str) -> Option<&ObjectMeta> {
        let scoped = || (namespace.clone(), name.clone());
        match kind {
            Kind::PersistentVolume => self.volumes.get(name).map(|volume| &volume.metadata),
            Kind::PersistentVolumeClaim => self.claims.get(&scoped()).map(|claim| &claim.metadata),
            Kind::StorageClass => self.classes.get(name).map(|class| &class.metadata),
            Kind::CSINode => self.csi_nodes.get(name).map(|node| &node.metadata),
            Kind::CSIDriver => self.csi_drivers.get(name).map(|driver| &driver.metadata),
            Kind::CSIStorageCapacity => self.capacities.get(&scoped()).map(|capacity| &capacity.metadata),
            Kind::VolumeAttachment => self.attachments.get(name).map(|attachment| &attachment.metadata),
            _ => None,
        }
    }

    /// Removes and returns an object, by kind, namespace and name.
    pub fn remove(&mut self, kind: Kind, namespace: &Str, name: &Str) -> Option<StorageObject> {
        use StorageObject as Object;
        let scoped = (namespace.clone(), name.clone());
        match kind {
            Kind::PersistentVolume => self.volumes.remove(name).map(Object::Volume),
            Kind::PersistentVolumeClaim => self.claims.remove(&scoped).map(Object::Claim),
            Kind::StorageClass => self.classes.remove(name).map(Object::Class),
            Kind::CSINode => self.csi_nodes.remove(name).map(Object::CsiNode),
            Kind::CSIDriver => self.csi_drivers.remove(name).map(Object::CsiDriver),
            Kind::CSIStorageCapacity => self.capacities.remove(&scoped).map(Object::Capacity),
            Kind::VolumeAttachment => self.attachments.remove(name).map(Object::Attachment),
            _ => None,
        }
    }

    /// Returns a claim by namespace and name.
    #[must_use]
    pub fn claim(&self, namespace: &Str, name: &Str) -> Option<&Rc<PersistentVolumeClaim>> {
        self.claims.get(&(namespace.clone(), name.clone()))
    }

    /// Returns the volume that a claim names, if it exists.
    #[must_use]
    pub fn volume_of(&self, claim: &PersistentVolumeClaim) -> Option<&Rc<PersistentVolume>> {
        self.volumes.get(&claim.spec.volume_name)
    }

    /// Returns a claim's storage class, if it exists.
    #[must_use]
    pub fn class_of(&self, claim: &PersistentVolumeClaim) -> Option<&Rc<StorageClass>> {
        self.classes.get(&claim.class())
    }

    /// Returns the volumes of a pod that use a claim, each with the claim's name and the claim, if it exists.
    pub fn claims_of<'p>(
        &'p self,
        pod: &'p Pod,
    ) -> impl Iterator<Item = (&'p Volume, Str, Option<&'p Rc<PersistentVolumeClaim>>)> {
        pod.spec.volumes.iter().filter_map(move |volume| {
            let name = volume.claim_name(&pod.metadata.name)?;
            let claim = self.claim(&pod.metadata.namespace, &name);
            Some((volume, name, claim))
        })
    }
}

/// Returns the names of the claims that a pod mounts, without those of ephemeral volumes.
pub fn claim_names(pod: &Pod) -> impl Iterator<Item = &Str> {
    pod.spec.volumes.iter().filter_map(|volume| Some(&volume.persistent_volume_claim.as_ref()?.claim_name))
}
