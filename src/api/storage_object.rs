//! Storage objects of all kinds as one type.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::{
    CsiDriver, CsiNode, CsiStorageCapacity, Kind, ObjectMeta, PersistentVolume, PersistentVolumeClaim, StorageClass,
    Str, VolumeAttachment,
};

/// A storage object of any kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StorageObject {
    Volume(Rc<PersistentVolume>),
    Claim(Rc<PersistentVolumeClaim>),
    Class(Rc<StorageClass>),
    CsiNode(Rc<CsiNode>),
    CsiDriver(Rc<CsiDriver>),
    Capacity(Rc<CsiStorageCapacity>),
    Attachment(Rc<VolumeAttachment>),
}

impl StorageObject {
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Volume(_) => Kind::PersistentVolume,
            Self::Claim(_) => Kind::PersistentVolumeClaim,
            Self::Class(_) => Kind::StorageClass,
            Self::CsiNode(_) => Kind::CSINode,
            Self::CsiDriver(_) => Kind::CSIDriver,
            Self::Capacity(_) => Kind::CSIStorageCapacity,
            Self::Attachment(_) => Kind::VolumeAttachment,
        }
    }

    #[must_use]
    pub fn metadata(&self) -> &ObjectMeta {
        match self {
            Self::Volume(object) => &object.metadata,
            Self::Claim(object) => &object.metadata,
            Self::Class(object) => &object.metadata,
            Self::CsiNode(object) => &object.metadata,
            Self::CsiDriver(object) => &object.metadata,
            Self::Capacity(object) => &object.metadata,
            Self::Attachment(object) => &object.metadata,
        }
    }

    /// The metadata for changes; a shared object is cloned.
    pub fn metadata_mut(&mut self) -> &mut ObjectMeta {
        match self {
            Self::Volume(object) => &mut Rc::make_mut(object).metadata,
            Self::Claim(object) => &mut Rc::make_mut(object).metadata,
            Self::Class(object) => &mut Rc::make_mut(object).metadata,
            Self::CsiNode(object) => &mut Rc::make_mut(object).metadata,
            Self::CsiDriver(object) => &mut Rc::make_mut(object).metadata,
            Self::Capacity(object) => &mut Rc::make_mut(object).metadata,
            Self::Attachment(object) => &mut Rc::make_mut(object).metadata,
        }
    }

    /// `PersistentVolumeClaim/default/data`, or `StorageClass/fast` for a kind without namespaces.
    #[must_use]
    pub fn key(&self) -> Str {
        key_of(self.kind(), &self.metadata().namespace, &self.metadata().name)
    }
}

/// A text that identifies an object: `Kind/namespace/name`, or `Kind/name`.
#[must_use]
pub fn key_of(kind: Kind, namespace: &str, name: &str) -> Str {
    if namespace.is_empty() { format!("{kind}/{name}").into() } else { format!("{kind}/{namespace}/{name}").into() }
}
