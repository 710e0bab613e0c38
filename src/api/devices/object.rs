//! Device objects of all kinds as one type.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::{DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice};
use crate::{Kind, ObjectMeta};

/// A kind of device object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DeviceKind {
    Claim,
    Template,
    Slice,
    Class,
}

impl DeviceKind {
    pub const ALL: [Self; 4] = [Self::Claim, Self::Template, Self::Slice, Self::Class];

    /// The same kind as a [`Kind`].
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::Claim => Kind::ResourceClaim,
            Self::Template => Kind::ResourceClaimTemplate,
            Self::Slice => Kind::ResourceSlice,
            Self::Class => Kind::DeviceClass,
        }
    }

    #[must_use]
    pub fn name(self) -> &'static str {
        self.kind().name()
    }

    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Kind::from_name(name)?.device()
    }

    #[must_use]
    pub fn is_namespaced(self) -> bool {
        self.kind().info().is_namespaced
    }
}

impl Kind {
    /// The same kind as a [`DeviceKind`], if it is one.
    #[must_use]
    pub fn device(self) -> Option<DeviceKind> {
        DeviceKind::ALL.into_iter().find(|device| device.kind() == self)
    }
}

/// A device object of any kind.
#[derive(Clone, Debug, PartialEq)]
pub enum DeviceObject {
    Claim(Rc<ResourceClaim>),
    Template(Rc<ResourceClaimTemplate>),
    Slice(Rc<ResourceSlice>),
    Class(Rc<DeviceClass>),
}

impl DeviceObject {
    #[must_use]
    pub fn kind(&self) -> DeviceKind {
        match self {
            Self::Claim(_) => DeviceKind::Claim,
            Self::Template(_) => DeviceKind::Template,
            Self::Slice(_) => DeviceKind::Slice,
            Self::Class(_) => DeviceKind::Class,
        }
    }

    #[must_use]
    pub fn metadata(&self) -> &ObjectMeta {
        match self {
            Self::Claim(claim) => &claim.metadata,
            Self::Template(template) => &template.metadata,
            Self::Slice(slice) => &slice.metadata,
            Self::Class(class) => &class.metadata,
        }
    }

    /// The metadata for changes; `None` if the object is shared. It is not copied, because that would link the code for cloning each type, which most
    /// runs do not need.
    pub fn metadata_mut(&mut self) -> Option<&mut ObjectMeta> {
        match self {
            Self::Claim(claim) => Rc::get_mut(claim).map(|claim| &mut claim.metadata),
            Self::Template(template) => Rc::get_mut(template).map(|template| &mut template.metadata),
            Self::Slice(slice) => Rc::get_mut(slice).map(|slice| &mut slice.metadata),
            Self::Class(class) => Rc::get_mut(class).map(|class| &mut class.metadata),
        }
    }
}
