//! The volumes of pods.
//!
//! Of upstream's many volume sources, only those that affect scheduling are modeled.

use serde::{Deserialize, Serialize};

use super::{AccessMode, LabelSelector, ObjectMeta, ResourceList, Str, VolumeMode};

/// `v1.PersistentVolumeClaimSpec`, with the fields that have an effect.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PersistentVolumeClaimSpec {
    /// Access modes that the volume must support.
    pub access_modes: Vec<AccessMode>,
    /// The requested size, under the key `storage`.
    pub resources: ClaimResources,
    /// The storage class; absent for the default class, empty for none.
    pub storage_class_name: Option<Str>,
    pub volume_attributes_class_name: Option<Str>,
    /// `Filesystem` if absent.
    pub volume_mode: Option<VolumeMode>,
    /// Selects volumes by label.
    pub selector: Option<LabelSelector>,
    /// The volume to which the claim is bound.
    pub volume_name: Str,
}

/// `v1.VolumeResourceRequirements`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ClaimResources {
    /// The minimum size, under the key `storage`.
    pub requests: ResourceList,
}

/// `v1.ImageVolumeSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ImageVolumeSource {
    /// The reference of the image.
    pub reference: Str,
    /// `Always`, `IfNotPresent` or `Never`.
    pub(crate) pull_policy: Str,
}

/// `v1.Volume`, with the fields that affect scheduling.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Volume {
    /// Unique in the pod.
    pub name: Str,
    /// A claim in the pod's namespace.
    pub persistent_volume_claim: Option<ClaimSource>,
    /// A claim that is created and deleted with the pod, named `<pod>-<volume>`.
    pub ephemeral: Option<Box<EphemeralSource>>,
    pub gce_persistent_disk: Option<GcePersistentDisk>,
    pub aws_elastic_block_store: Option<AwsElasticBlockStore>,
    pub azure_disk: Option<AzureDisk>,
    pub cinder: Option<Cinder>,
    pub portworx_volume: Option<PortworxVolume>,
    pub iscsi: Option<Iscsi>,
    pub rbd: Option<Rbd>,
    /// An image that is mounted as a volume.
    pub image: Option<ImageVolumeSource>,
    /// A directory that is created and deleted with the pod.
    pub empty_dir: Option<EmptyDir>,
}

/// `v1.EmptyDirVolumeSource`. Its fields have no effect here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct EmptyDir {}

/// `v1.PersistentVolumeClaimVolumeSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ClaimSource {
    pub claim_name: Str,
    pub read_only: bool,
}

/// `v1.EphemeralVolumeSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct EphemeralSource {
    pub volume_claim_template: ClaimTemplate,
}

/// `v1.PersistentVolumeClaimTemplate`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ClaimTemplate {
    /// Labels and annotations of the claim.
    pub metadata: ObjectMeta,
    pub spec: PersistentVolumeClaimSpec,
}

/// `v1.GCEPersistentDiskVolumeSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GcePersistentDisk {
    pub pd_name: Str,
    pub read_only: bool,
}

/// `v1.AWSElasticBlockStoreVolumeSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AwsElasticBlockStore {
    #[serde(rename = "volumeID")]
    pub volume_id: Str,
}

/// `v1.AzureDiskVolumeSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AzureDisk {
    pub(crate) disk_name: Str,
    #[serde(rename = "diskURI")]
    pub(crate) disk_uri: Str,
}

/// `v1.CinderVolumeSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Cinder {
    #[serde(rename = "volumeID")]
    pub volume_id: Str,
}

/// `v1.PortworxVolumeSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PortworxVolume {
    #[serde(rename = "volumeID")]
    pub volume_id: Str,
}

/// `v1.ISCSIVolumeSource`, with the fields that are compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Iscsi {
    pub iqn: Str,
    pub read_only: bool,
}

/// `v1.RBDVolumeSource`, with the fields that are compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Rbd {
    pub monitors: Vec<Str>,
    pub pool: Str,
    pub image: Str,
    pub read_only: bool,
}

/// A disk of an in-tree cloud plugin, in a pod or in a `PersistentVolume`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InTreeDisk<'a> {
    Ebs(&'a Str),
    Gce(&'a Str),
    Azure { name: &'a Str, uri: &'a Str },
    Cinder(&'a Str),
    Portworx(&'a Str),
}

impl Volume {
    /// Whether a plugin considers this volume.
    #[must_use]
    pub fn affects_scheduling(&self) -> bool {
        self.persistent_volume_claim.is_some()
            || self.ephemeral.is_some()
            || self.iscsi.is_some()
            || self.rbd.is_some()
            || self.in_tree_disk().is_some()
    }

    /// The name of the volume's claim in the namespace of `pod`, if it has one.
    #[must_use]
    pub fn claim_name(&self, pod: &Str) -> Option<Str> {
        match (&self.persistent_volume_claim, &self.ephemeral) {
            (Some(source), _) => Some(source.claim_name.clone()),
            (None, Some(_)) => Some(format!("{pod}-{}", self.name).into()),
            (None, None) => None,
        }
    }

    /// The disk of an in-tree cloud plugin that the volume is, if it is one.
    #[must_use]
    pub fn in_tree_disk(&self) -> Option<InTreeDisk<'_>> {
        find_in_tree_disk(
            self.aws_elastic_block_store.as_ref(),
            self.gce_persistent_disk.as_ref(),
            self.azure_disk.as_ref(),
            self.cinder.as_ref(),
            self.portworx_volume.as_ref(),
        )
    }
}

/// The disk among the sources of a volume, of which at most one is set.
pub(super) fn find_in_tree_disk<'a>(
    ebs: Option<&'a AwsElasticBlockStore>,
    gce: Option<&'a GcePersistentDisk>,
    azure: Option<&'a AzureDisk>,
    cinder: Option<&'a Cinder>,
    portworx: Option<&'a PortworxVolume>,
) -> Option<InTreeDisk<'a>> {
    ebs.map(|disk| InTreeDisk::Ebs(&disk.volume_id))
        .or_else(|| gce.map(|disk| InTreeDisk::Gce(&disk.pd_name)))
        .or_else(|| azure.map(|disk| InTreeDisk::Azure { name: &disk.disk_name, uri: &disk.disk_uri }))
        .or_else(|| cinder.map(|disk| InTreeDisk::Cinder(&disk.volume_id)))
        .or_else(|| portworx.map(|disk| InTreeDisk::Portworx(&disk.volume_id)))
}
