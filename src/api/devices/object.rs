//! Any object about devices.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::{DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice};
use crate::{Kind, ObjectMeta};

/// What an object about devices is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DeviceKind {
    /// `ResourceClaim`
    Claim,
    /// `ResourceClaimTemplate`
    Template,
    /// `ResourceSlice`
    Slice,
    /// `DeviceClass`
    Class,
}

impl DeviceKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Claim, Self::Template, Self::Slice, Self::Class];

    /// The same among all kinds.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::Claim => Kind::ResourceClaim,
            Self::Template => Kind::ResourceClaimTemplate,
            Self::Slice => Kind::ResourceSlice,
            Self::Class => Kind::DeviceClass,
        }
    }

    /// Its name in manifests.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.kind().name()
    }

    /// The kind of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Kind::from_name(name)?.device()
    }

    /// Whether its objects live in a namespace.
    #[must_use]
    pub fn is_namespaced(self) -> bool {
        self.kind().info().is_namespaced
    }
}

impl Kind {
    /// What it is about devices, if anything.
    #[must_use]
    pub fn device(self) -> Option<DeviceKind> {
        DeviceKind::ALL.into_iter().find(|device| device.kind() == self)
    }
}

/// An object about devices.
#[derive(Clone, Debug, PartialEq)]
pub enum DeviceObject {
    /// `ResourceClaim`
    Claim(Rc<ResourceClaim>),
    /// `ResourceClaimTemplate`
    Template(Rc<ResourceClaimTemplate>),
    /// `ResourceSlice`
    Slice(Rc<ResourceSlice>),
    /// `DeviceClass`
    Class(Rc<DeviceClass>),
}

impl DeviceObject {
    /// What it is.
    #[must_use]
    pub fn kind(&self) -> DeviceKind {
        match self {
            Self::Claim(_) => DeviceKind::Claim,
            Self::Template(_) => DeviceKind::Template,
            Self::Slice(_) => DeviceKind::Slice,
            Self::Class(_) => DeviceKind::Class,
        }
    }

    /// Its metadata.
    #[must_use]
    pub fn metadata(&self) -> &ObjectMeta {
        match self {
            Self::Claim(claim) => &claim.metadata,
            Self::Template(template) => &template.metadata,
            Self::Slice(slice) => &slice.metadata,
            Self::Class(class) => &class.metadata,
        }
    }

    /// Its metadata, to be changed; nothing where the object is shared. A copy would link the copying of all that is in it, for which
    /// most runs have no use.
    pub fn metadata_mut(&mut self) -> Option<&mut ObjectMeta> {
        match self {
            Self::Claim(claim) => Rc::get_mut(claim).map(|claim| &mut claim.metadata),
            Self::Template(template) => Rc::get_mut(template).map(|template| &mut template.metadata),
            Self::Slice(slice) => Rc::get_mut(slice).map(|slice| &mut slice.metadata),
            Self::Class(class) => Rc::get_mut(class).map(|class| &mut class.metadata),
        }
    }
}
