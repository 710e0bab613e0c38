//! Device objects as they are recorded and sent.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::{DeviceClass, DeviceKind, DeviceObject, ResourceClaim, ResourceClaimTemplate, ResourceSlice};
use crate::{ObjectMeta, Str, key_of};

/// A device object in an event: its metadata, and all of it as JSON. Events are sent as bytes without field names, a format that supports neither
/// opaque driver data nor omitted fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeviceRecord {
    pub kind: DeviceKind,
    pub metadata: ObjectMeta,
    /// The whole object, including the metadata, as JSON.
    pub json: Str,
}

impl DeviceRecord {
    /// `ResourceClaim/default/gpu`, or `DeviceClass/gpu` for a kind without namespaces.
    #[must_use]
    pub fn key(&self) -> Str {
        key_of(self.kind.kind(), &self.metadata.namespace, &self.metadata.name)
    }
}

/// The decoders and encoders are large, so only code that is loaded on demand may call them.
impl DeviceObject {
    /// Decodes a record. The metadata is taken from the record, not from the JSON.
    ///
    /// # Errors
    /// The error of the JSON decoder.
    pub fn from_record(record: &DeviceRecord) -> Result<Self, Str> {
        let error = |error: serde_json::Error| Str::from(error.to_string().as_str());
        let metadata = || record.metadata.clone();
        Ok(match record.kind {
            DeviceKind::Claim => {
                let claim: ResourceClaim = serde_json::from_str(&record.json).map_err(error)?;
                Self::Claim(Rc::new(ResourceClaim { metadata: metadata(), ..claim }))
            }
            DeviceKind::Template => {
                let template: ResourceClaimTemplate = serde_json::from_str(&record.json).map_err(error)?;
                Self::Template(Rc::new(ResourceClaimTemplate { metadata: metadata(), ..template }))
            }
            DeviceKind::Slice => {
                let slice: ResourceSlice = serde_json::from_str(&record.json).map_err(error)?;
                Self::Slice(Rc::new(ResourceSlice { metadata: metadata(), ..slice }))
            }
            DeviceKind::Class => {
                let class: DeviceClass = serde_json::from_str(&record.json).map_err(error)?;
                Self::Class(Rc::new(DeviceClass { metadata: metadata(), ..class }))
            }
        })
    }

    #[must_use]
    pub fn to_record(&self) -> DeviceRecord {
        let json = match self {
            Self::Claim(claim) => serde_json::to_string(&**claim),
            Self::Template(template) => serde_json::to_string(&**template),
            Self::Slice(slice) => serde_json::to_string(&**slice),
            Self::Class(class) => serde_json::to_string(&**class),
        };
        let json = json.unwrap_or_default().into();
        DeviceRecord { kind: self.kind(), metadata: self.metadata().clone(), json }
    }
}
