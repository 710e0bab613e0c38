//! An object about devices by its type.

use super::{DeviceClass, DeviceKind, DeviceObject, ResourceClaim, ResourceClaimTemplate, ResourceSlice};
use crate::Str;

/// An object by its type.
#[derive(Clone, Debug, PartialEq)]
pub enum TypedDeviceObject {
    /// `ResourceClaim`
    Claim(ResourceClaim),
    /// `ResourceClaimTemplate`
    Template(ResourceClaimTemplate),
    /// `ResourceSlice`
    Slice(ResourceSlice),
    /// `DeviceClass`
    Class(DeviceClass),
}

impl TypedDeviceObject {
    /// Reads an object. Its metadata is that beside the JSON.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_object(object: &DeviceObject) -> Result<Self, Str> {
        let error = |error: serde_json::Error| Str::from(error.to_string().as_str());
        let metadata = || object.metadata.clone();
        Ok(match object.kind {
            DeviceKind::Claim => {
                let claim: ResourceClaim = serde_json::from_str(&object.json).map_err(error)?;
                Self::Claim(ResourceClaim { metadata: metadata(), ..claim })
            }
            DeviceKind::Template => {
                let template: ResourceClaimTemplate = serde_json::from_str(&object.json).map_err(error)?;
                Self::Template(ResourceClaimTemplate { metadata: metadata(), ..template })
            }
            DeviceKind::Slice => {
                let slice: ResourceSlice = serde_json::from_str(&object.json).map_err(error)?;
                Self::Slice(ResourceSlice { metadata: metadata(), ..slice })
            }
            DeviceKind::Class => {
                let class: DeviceClass = serde_json::from_str(&object.json).map_err(error)?;
                Self::Class(DeviceClass { metadata: metadata(), ..class })
            }
        })
    }
}
