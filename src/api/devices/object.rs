//! Any object about devices, for those who pass them on without looking inside.

use serde::{Deserialize, Serialize};

use crate::{Kind, ObjectMeta, Str, key_of};

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

/// An object about devices: whose it is, and all of it as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeviceObject {
    /// What it is.
    pub kind: DeviceKind,
    /// Name, namespace, owners.
    pub metadata: ObjectMeta,
    /// The object, metadata and all, as JSON.
    pub json: Str,
}

impl DeviceObject {
    /// `ResourceClaim/default/gpu`; `DeviceClass/gpu` where there is no namespace.
    #[must_use]
    pub fn key(&self) -> Str {
        key_of(self.kind.kind(), &self.metadata.namespace, &self.metadata.name)
    }
}
