//! The volumes that a pod names.
//!
//! Upstream's type has dozens of sources; here stand those that a decision looks at.

use serde::{Deserialize, Serialize};

use super::{AccessMode, LabelSelector, ObjectMeta, ResourceList, Str, VolumeMode};

/// `v1.PersistentVolumeClaimSpec`, as far as it is acted on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PersistentVolumeClaimSpec {
    /// All of these the volume must offer.
    pub access_modes: Vec<AccessMode>,
    /// How much, as `storage`.
    pub resources: ClaimResources,
    /// Absent asks for the default class, empty for none.
    pub storage_class_name: Option<Str>,
    pub volume_attributes_class_name: Option<Str>,
    /// `Filesystem` (also when absent) or `Block`.
    pub volume_mode: Option<VolumeMode>,
    /// Labels that the volume must have.
    pub selector: Option<LabelSelector>,
    /// The volume that it is bound to.
    pub volume_name: Str,
}

/// `v1.VolumeResourceRequirements`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ClaimResources {
    /// At least this much.
    pub requests: ResourceList,
}

/// `v1.ImageVolumeSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ImageVolumeSource {
    /// Image reference.
    pub reference: Str,
    /// `Always`, `IfNotPresent` or `Never`.
    pub(crate) pull_policy: Str,
}

/// `v1.Volume`: a volume of a pod, as far as scheduling looks at it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Volume {
    /// Unique in the pod.
    pub name: Str,
    /// A claim of the pod's namespace.
    pub persistent_volume_claim: Option<ClaimSource>,
    /// A claim that lives and dies with the pod, named `<pod>-<volume>`.
    pub ephemeral: Option<Box<EphemeralSource>>,
    /// A Google persistent disk.
    pub gce_persistent_disk: Option<GcePersistentDisk>,
    /// An Amazon EBS volume.
    pub aws_elastic_block_store: Option<AwsElasticBlockStore>,
    /// An Azure data disk.
    pub azure_disk: Option<AzureDisk>,
    /// An `OpenStack` volume.
    pub cinder: Option<Cinder>,
    pub portworx_volume: Option<PortworxVolume>,
    /// An iSCSI target.
    pub iscsi: Option<Iscsi>,
    /// A Ceph block device.
    pub rbd: Option<Rbd>,
    /// An image that is mounted.
    pub image: Option<ImageVolumeSource>,
    /// A folder that lives and dies with the pod.
    pub empty_dir: Option<EmptyDir>,
}

/// `v1.EmptyDirVolumeSource`. Nothing acts on what it says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct EmptyDir {}

/// `v1.PersistentVolumeClaimVolumeSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ClaimSource {
    pub claim_name: Str,
    /// Whether the pod only reads.
    pub read_only: bool,
}

/// `v1.EphemeralVolumeSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct EphemeralSource {
    /// What the claim will be.
    pub volume_claim_template: ClaimTemplate,
}

/// `v1.PersistentVolumeClaimTemplate`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ClaimTemplate {
    /// Labels and annotations of the claim.
    pub metadata: ObjectMeta,
    /// What it asks for.
    pub spec: PersistentVolumeClaimSpec,
}

/// `v1.GCEPersistentDiskVolumeSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GcePersistentDisk {
    /// Name of the disk.
    pub pd_name: Str,
    /// Whether it is only read.
    pub read_only: bool,
}

/// `v1.AWSElasticBlockStoreVolumeSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AwsElasticBlockStore {
    /// Identity of the volume.
    #[serde(rename = "volumeID")]
    pub volume_id: Str,
}

/// `v1.AzureDiskVolumeSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AzureDisk {
    pub(crate) disk_name: Str,
    /// Address of the disk.
    #[serde(rename = "diskURI")]
    pub(crate) disk_uri: Str,
}

/// `v1.CinderVolumeSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Cinder {
    /// Identity of the volume.
    #[serde(rename = "volumeID")]
    pub volume_id: Str,
}

/// `v1.PortworxVolumeSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PortworxVolume {
    /// Identity of the volume.
    #[serde(rename = "volumeID")]
    pub volume_id: Str,
}

/// `v1.ISCSIVolumeSource`, as far as it is compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Iscsi {
    /// Name of the target.
    pub iqn: Str,
    /// Whether it is only read.
    pub read_only: bool,
}

/// `v1.RBDVolumeSource`, as far as it is compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Rbd {
    /// Ceph monitors.
    pub monitors: Vec<Str>,
    pub pool: Str,
    pub image: Str,
    /// Whether it is only read.
    pub read_only: bool,
}

/// A disk of a cloud's own plugin, named in a pod or in a volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InTreeDisk<'a> {
    /// Amazon EBS.
    Ebs(&'a Str),
    /// Google persistent disk.
    Gce(&'a Str),
    /// Azure data disk.
    Azure {
        name: &'a Str,
        /// Address.
        uri: &'a Str,
    },
    /// `OpenStack`.
    Cinder(&'a Str),
    Portworx(&'a Str),
}

impl Volume {
    /// Whether any rule of scheduling looks at it.
    #[must_use]
    pub fn affects_scheduling(&self) -> bool {
        self.persistent_volume_claim.is_some()
            || self.ephemeral.is_some()
            || self.iscsi.is_some()
            || self.rbd.is_some()
            || self.in_tree_disk().is_some()
    }

    /// Name of its claim in the pod's namespace, if it has one.
    #[must_use]
    pub fn claim_name(&self, pod: &Str) -> Option<Str> {
        match (&self.persistent_volume_claim, &self.ephemeral) {
            (Some(source), _) => Some(source.claim_name.clone()),
            (None, Some(_)) => Some(format!("{pod}-{}", self.name).into()),
            (None, None) => None,
        }
    }

    /// The disk of a cloud's own plugin that it is.
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

/// Which disk of a cloud's own plugin it is.
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
