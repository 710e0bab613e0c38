//! Events of storage objects, as the queue hears of them.

use std::rc::Rc;

use api::{
    CsiDriver, CsiNode, CsiStorageCapacity, PersistentVolume, PersistentVolumeClaim, StorageClass, StorageObject,
    VolumeAttachment,
};

/// An object of storage came (`old` is empty), changed, or went (`new` is empty).
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // the same two fields everywhere
pub enum StorageEvent<'e> {
    /// A volume.
    Volume { old: Option<&'e Rc<PersistentVolume>>, new: Option<&'e Rc<PersistentVolume>> },
    /// A claim.
    Claim { old: Option<&'e Rc<PersistentVolumeClaim>>, new: Option<&'e Rc<PersistentVolumeClaim>> },
    /// A class.
    Class { old: Option<&'e Rc<StorageClass>>, new: Option<&'e Rc<StorageClass>> },
    /// What a node can attach.
    CsiNode { old: Option<&'e Rc<CsiNode>>, new: Option<&'e Rc<CsiNode>> },
    /// A driver.
    CsiDriver { old: Option<&'e Rc<CsiDriver>>, new: Option<&'e Rc<CsiDriver>> },
    /// The room of a driver.
    Capacity { old: Option<&'e Rc<CsiStorageCapacity>>, new: Option<&'e Rc<CsiStorageCapacity>> },
    /// What is attached.
    Attachment { old: Option<&'e Rc<VolumeAttachment>>, new: Option<&'e Rc<VolumeAttachment>> },
}

impl<'e> StorageEvent<'e> {
    /// The event of an object that came, changed or went.
    #[must_use]
    pub fn of(old: Option<&'e StorageObject>, new: Option<&'e StorageObject>) -> Option<Self> {
        use StorageObject as Object;
        /// The object within, if it is of the kind.
        macro_rules! within {
            ($kind:ident) => {{
                let within = |object: Option<&'e Object>| match object {
                    Some(Object::$kind(object)) => Some(object),
                    _ => None,
                };
                Self::$kind { old: within(old), new: within(new) }
            }};
        }
        Some(match new.or(old)? {
            Object::Volume(_) => within!(Volume),
            Object::Claim(_) => within!(Claim),
            Object::Class(_) => within!(Class),
            Object::CsiNode(_) => within!(CsiNode),
            Object::CsiDriver(_) => within!(CsiDriver),
            Object::Capacity(_) => within!(Capacity),
            Object::Attachment(_) => within!(Attachment),
        })
    }

    /// The latest release's name of the event.
    #[must_use]
    pub fn label(&self) -> &'static str {
        match self {
            Self::Volume { old: None, .. } => "PersistentVolumeAdd",
            Self::Volume { new: None, .. } => "PersistentVolumeDelete",
            Self::Volume { .. } => "PersistentVolumeUpdate",
            Self::Claim { old: None, .. } => "PersistentVolumeClaimAdd",
            Self::Claim { new: None, .. } => "PersistentVolumeClaimDelete",
            Self::Claim { .. } => "PersistentVolumeClaimUpdate",
            Self::Class { old: None, .. } => "StorageClassAdd",
            Self::Class { new: None, .. } => "StorageClassDelete",
            Self::Class { .. } => "StorageClassUpdate",
            Self::CsiNode { old: None, .. } => "CSINodeAdd",
            Self::CsiNode { new: None, .. } => "CSINodeDelete",
            Self::CsiNode { .. } => "CSINodeUpdate",
            Self::CsiDriver { old: None, .. } => "CSIDriverAdd",
            Self::CsiDriver { new: None, .. } => "CSIDriverDelete",
            Self::CsiDriver { .. } => "CSIDriverUpdate",
            Self::Capacity { old: None, .. } => "CSIStorageCapacityAdd",
            Self::Capacity { new: None, .. } => "CSIStorageCapacityDelete",
            Self::Capacity { .. } => "CSIStorageCapacityUpdate",
            Self::Attachment { old: None, .. } => "VolumeAttachmentAdd",
            Self::Attachment { new: None, .. } => "VolumeAttachmentDelete",
            Self::Attachment { .. } => "VolumeAttachmentUpdate",
        }
    }

    /// Early releases: its name where it moves every pod that waits.
    #[must_use]
    pub fn moves_all(&self) -> Option<&'static str> {
        match self {
            Self::Volume { old: None, new: Some(_) } => Some("PvAdd"),
            Self::Volume { new: Some(_), .. } => Some("PvUpdate"),
            Self::Claim { old: None, new: Some(_) } => Some("PvcAdd"),
            Self::Claim { new: Some(_), .. } => Some("PvcUpdate"),
            Self::Class { old: None, new: Some(class) } => class.waits().then_some("StorageClassAdd"),
            Self::CsiNode { old: None, new: Some(_) } => Some("CSINodeAdd"),
            Self::CsiNode { new: Some(_), .. } => Some("CSINodeUpdate"),
            _ => None,
        }
    }
}
