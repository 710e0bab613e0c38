//! Objects about devices as they are recorded and sent.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::{DeviceClass, DeviceKind, DeviceObject, ResourceClaim, ResourceClaimTemplate, ResourceSlice};
use crate::{ObjectMeta, Str, key_of};

/// An object about devices as an event has it: whose it is, and all of it as JSON. The events of a run travel as bytes without field names,
/// which can hold neither what a driver alone understands nor fields that are left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeviceRecord {
    /// What it is.
    pub kind: DeviceKind,
    /// Name, namespace, owners.
    pub metadata: ObjectMeta,
    /// The object, metadata and all, as JSON.
    pub json: Str,
}

impl DeviceRecord {
    /// `ResourceClaim/default/gpu`; `DeviceClass/gpu` where there is no namespace.
    #[must_use]
    pub fn key(&self) -> Str {
        key_of(self.kind.kind(), &self.metadata.namespace, &self.metadata.name)
    }
}

/// The decoders and encoders of all types are large: only parts of a program that are loaded when a text has such objects may call these.
impl DeviceObject {
    /// Reads what was recorded. The metadata is that beside the JSON.
    ///
    /// # Errors
    /// What is wrong with it.
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

    /// The object as it is recorded.
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
