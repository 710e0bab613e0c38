//! Changes of storage objects that the scheduling queue reacts to.

use std::rc::Rc;

use api::{
    CsiDriver, CsiNode, CsiStorageCapacity, PersistentVolume, PersistentVolumeClaim, StorageClass, StorageObject,
    VolumeAttachment,
};
use runlog::QueueEvent;

/// A storage object was added (`old` is `None`), updated, or deleted (`new` is `None`).
#[derive(Clone, Copy, Debug)]
pub enum StorageEvent<'e> {
    Volume {
        old: Option<&'e Rc<PersistentVolume>>,
        new: Option<&'e Rc<PersistentVolume>>,
    },
    Claim {
        old: Option<&'e Rc<PersistentVolumeClaim>>,
        new: Option<&'e Rc<PersistentVolumeClaim>>,
    },
    Class {
        old: Option<&'e Rc<StorageClass>>,
        new: Option<&'e Rc<StorageClass>>,
    },
    /// A `CSINode`: how many volumes a node can attach.
    CsiNode {
        old: Option<&'e Rc<CsiNode>>,
        new: Option<&'e Rc<CsiNode>>,
    },
    CsiDriver {
        old: Option<&'e Rc<CsiDriver>>,
        new: Option<&'e Rc<CsiDriver>>,
    },
    /// A `CSIStorageCapacity`: the free capacity of a driver.
    Capacity {
        old: Option<&'e Rc<CsiStorageCapacity>>,
        new: Option<&'e Rc<CsiStorageCapacity>>,
    },
    /// A `VolumeAttachment`.
    Attachment {
        old: Option<&'e Rc<VolumeAttachment>>,
        new: Option<&'e Rc<VolumeAttachment>>,
    },
}

impl<'e> StorageEvent<'e> {
    /// Returns the event of a change; `None` if both objects are absent.
    #[must_use]
    pub fn from_change(old: Option<&'e StorageObject>, new: Option<&'e StorageObject>) -> Option<Self> {
        use StorageObject as Object;
        /// Builds the event of one kind from the objects of that kind.
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

    /// Returns the event's name from v1.34 on.
    #[must_use]
    pub fn queue_event(&self) -> QueueEvent {
        match self {
            Self::Volume { old: None, .. } => QueueEvent::PersistentVolumeAdd,
            Self::Volume { new: None, .. } => QueueEvent::PersistentVolumeDelete,
            Self::Volume { .. } => QueueEvent::PersistentVolumeUpdate,
            Self::Claim { old: None, .. } => QueueEvent::PersistentVolumeClaimAdd,
            Self::Claim { new: None, .. } => QueueEvent::PersistentVolumeClaimDelete,
            Self::Claim { .. } => QueueEvent::PersistentVolumeClaimUpdate,
            Self::Class { old: None, .. } => QueueEvent::StorageClassAdd,
            Self::Class { new: None, .. } => QueueEvent::StorageClassDelete,
            Self::Class { .. } => QueueEvent::StorageClassUpdate,
            Self::CsiNode { old: None, .. } => QueueEvent::CSINodeAdd,
            Self::CsiNode { new: None, .. } => QueueEvent::CSINodeDelete,
            Self::CsiNode { .. } => QueueEvent::CSINodeUpdate,
            Self::CsiDriver { old: None, .. } => QueueEvent::CSIDriverAdd,
            Self::CsiDriver { new: None, .. } => QueueEvent::CSIDriverDelete,
            Self::CsiDriver { .. } => QueueEvent::CSIDriverUpdate,
            Self::Capacity { old: None, .. } => QueueEvent::CSIStorageCapacityAdd,
            Self::Capacity { new: None, .. } => QueueEvent::CSIStorageCapacityDelete,
            Self::Capacity { .. } => QueueEvent::CSIStorageCapacityUpdate,
            Self::Attachment { old: None, .. } => QueueEvent::VolumeAttachmentAdd,
            Self::Attachment { new: None, .. } => QueueEvent::VolumeAttachmentDelete,
            Self::Attachment { .. } => QueueEvent::VolumeAttachmentUpdate,
        }
    }

    /// Returns the event's name in early releases, if it moves the waiting pods there.
    #[must_use]
    pub(crate) fn legacy_queue_event(&self) -> Option<QueueEvent> {
        match self {
            Self::Volume { old: None, new: Some(_) } => Some(QueueEvent::PvAdd),
            Self::Volume { new: Some(_), .. } => Some(QueueEvent::PvUpdate),
            Self::Claim { old: None, new: Some(_) } => Some(QueueEvent::PvcAdd),
            Self::Claim { new: Some(_), .. } => Some(QueueEvent::PvcUpdate),
            Self::Class { old: None, new: Some(class) } => {
                class.waits_for_first_consumer().then_some(QueueEvent::StorageClassAdd)
            }
            Self::CsiNode { old: None, new: Some(_) } => Some(QueueEvent::CSINodeAdd),
            Self::CsiNode { new: Some(_), .. } => Some(QueueEvent::CSINodeUpdate),
            _ => None,
        }
    }
}
