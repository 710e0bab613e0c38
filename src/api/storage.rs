//! Storage: volumes and claims, classes, and what nodes can attach.
//!
//! Upstream's types have dozens of sources; here stand those that a decision or a controller of ours looks at.

use serde::{Deserialize, Serialize};

use super::{
    AccessMode, BindingMode, ClaimPhase, LabelSelector, Labels, NamespacedName, NodeSelector, ObjectMeta, Quantity,
    ReclaimPolicy, ResourceList, Str, VolumeMode, VolumePhase,
    volume::{
        self, AwsElasticBlockStore, AzureDisk, Cinder, GcePersistentDisk, InTreeDisk, PersistentVolumeClaimSpec,
        PortworxVolume,
    },
};

/// `v1.PersistentVolume`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PersistentVolume {
    /// Name and labels.
    pub metadata: ObjectMeta,
    /// What it is, and whose.
    pub spec: PersistentVolumeSpec,
    /// What has become of it.
    pub status: PersistentVolumeStatus,
}

/// `v1.PersistentVolumeSpec`, as far as it is acted on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PersistentVolumeSpec {
    /// How much it holds, as `storage`.
    pub capacity: ResourceList,
    /// How it may be mounted.
    pub access_modes: Vec<AccessMode>,
    /// Absent counts as `Filesystem`.
    pub volume_mode: Option<VolumeMode>,
    pub storage_class_name: Str,
    pub volume_attributes_class_name: Option<Str>,
    /// The claim that has it, or shall have it.
    pub claim_ref: Option<ClaimReference>,
    /// From which nodes it can be reached.
    pub node_affinity: Option<VolumeNodeAffinity>,
    /// What becomes of it when its claim goes.
    pub persistent_volume_reclaim_policy: ReclaimPolicy,
    /// A volume of a CSI driver.
    pub csi: Option<CsiVolume>,
    /// A Google persistent disk.
    pub gce_persistent_disk: Option<GcePersistentDisk>,
    /// An Amazon EBS volume.
    pub aws_elastic_block_store: Option<AwsElasticBlockStore>,
    /// An Azure data disk.
    pub azure_disk: Option<AzureDisk>,
    /// An `OpenStack` volume.
    pub cinder: Option<Cinder>,
    pub portworx_volume: Option<PortworxVolume>,
}

/// `v1.ObjectReference`, as far as it points at a claim.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ClaimReference {
    pub namespace: Str,
    pub name: Str,
    /// Its identity; empty where the volume is only set aside for it.
    pub uid: Str,
}

/// `v1.VolumeNodeAffinity`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct VolumeNodeAffinity {
    /// Nodes must match.
    pub required: Option<NodeSelector>,
}

/// `v1.CSIPersistentVolumeSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CsiVolume {
    /// Name of the driver.
    pub driver: Str,
    /// Identity of the volume, within the driver.
    pub volume_handle: Str,
}

/// `v1.PersistentVolumeStatus`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PersistentVolumeStatus {
    /// Whether a claim has it.
    pub phase: VolumePhase,
}

/// `v1.PersistentVolumeClaim`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PersistentVolumeClaim {
    /// Name, namespace, annotations.
    pub metadata: ObjectMeta,
    /// What it asks for.
    pub spec: PersistentVolumeClaimSpec,
    /// What has become of it.
    pub status: PersistentVolumeClaimStatus,
}

/// `v1.PersistentVolumeClaimStatus`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PersistentVolumeClaimStatus {
    /// Whether it has a volume.
    pub phase: ClaimPhase,
}

/// `storage.k8s.io/v1.StorageClass`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct StorageClass {
    /// Name.
    pub metadata: ObjectMeta,
    /// Who makes volumes; `kubernetes.io/no-provisioner` makes none.
    pub provisioner: Str,
    /// What becomes of a volume whose claim goes.
    pub reclaim_policy: ReclaimPolicy,
    /// When its claims are bound.
    pub volume_binding_mode: Option<BindingMode>,
    /// Where volumes may be made; none means everywhere.
    pub allowed_topologies: Vec<TopologySelectorTerm>,
}

/// `v1.TopologySelectorTerm`: all of its expressions must hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TopologySelectorTerm {
    /// About labels of a node.
    pub(crate) match_label_expressions: Vec<TopologyLabel>,
}

/// `v1.TopologySelectorLabelRequirement`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TopologyLabel {
    /// The label.
    pub key: Str,
    /// It must have one of these values.
    pub values: Vec<Str>,
}

/// `storage.k8s.io/v1.CSINode`: the drivers that run on a node.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CsiNode {
    /// The node's name.
    pub metadata: ObjectMeta,
    /// Its drivers.
    pub spec: CsiNodeSpec,
}

/// `storage.k8s.io/v1.CSINodeSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CsiNodeSpec {
    /// One entry a driver.
    pub drivers: Vec<CsiNodeDriver>,
}

/// `storage.k8s.io/v1.CSINodeDriver`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CsiNodeDriver {
    /// Name of the driver.
    pub name: Str,
    /// How many volumes it can attach there.
    pub allocatable: Option<VolumeNodeResources>,
}

/// `storage.k8s.io/v1.VolumeNodeResources`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct VolumeNodeResources {
    /// Absent sets no limit; 0 is one.
    pub count: Option<i32>,
}

/// `storage.k8s.io/v1.CSIDriver`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CsiDriver {
    /// The driver's name.
    pub metadata: ObjectMeta,
    /// What it can do.
    pub spec: CsiDriverSpec,
}

/// `storage.k8s.io/v1.CSIDriverSpec`, as far as it is acted on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CsiDriverSpec {
    /// Whether it publishes how much room it has.
    pub storage_capacity: Option<bool>,
}

/// `storage.k8s.io/v1.CSIStorageCapacity`: the room that a class has on some nodes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CsiStorageCapacity {
    /// Name.
    pub metadata: ObjectMeta,
    pub storage_class_name: Str,
    /// On which nodes; absent means none, `{}` all.
    pub node_topology: Option<LabelSelector>,
    /// How much room there is.
    pub capacity: Option<Quantity>,
    /// The largest single volume, where that is less.
    pub(crate) maximum_volume_size: Option<Quantity>,
}

/// `storage.k8s.io/v1.VolumeAttachment`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct VolumeAttachment {
    /// Name.
    pub metadata: ObjectMeta,
    /// What is attached where.
    pub spec: VolumeAttachmentSpec,
}

/// `storage.k8s.io/v1.VolumeAttachmentSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct VolumeAttachmentSpec {
    /// The driver.
    pub attacher: Str,
    pub node_name: Str,
    pub source: VolumeAttachmentSource,
}

/// `storage.k8s.io/v1.VolumeAttachmentSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct VolumeAttachmentSource {
    pub persistent_volume_name: Option<Str>,
}

/// On a bound claim: the binding is complete.
pub const BIND_COMPLETED: &str = "pv.kubernetes.io/bind-completed";
/// On a claim: the scheduler chose this node; the provisioner makes the volume for it.
pub const SELECTED_NODE: &str = "volume.kubernetes.io/selected-node";
/// On a claim: its class, as it was written before there was a field.
pub const CLASS_ANNOTATION: &str = "volume.beta.kubernetes.io/storage-class";
/// The annotation of the class for claims that name none.
pub const DEFAULT_CLASS_ANNOTATION: &str = "storageclass.kubernetes.io/is-default-class";
/// The provisioner that makes no volumes.
pub const NO_PROVISIONER: &str = "kubernetes.io/no-provisioner";

impl PersistentVolume {
    /// How much it holds.
    #[must_use]
    pub fn capacity(&self) -> i64 {
        self.spec.capacity.get("storage").map_or(0, Quantity::value)
    }

    /// The disk of a cloud's own plugin that it is.
    #[must_use]
    pub fn in_tree_disk(&self) -> Option<InTreeDisk<'_>> {
        let spec = &self.spec;
        volume::find_in_tree_disk(
            spec.aws_elastic_block_store.as_ref(),
            spec.gce_persistent_disk.as_ref(),
            spec.azure_disk.as_ref(),
            spec.cinder.as_ref(),
            spec.portworx_volume.as_ref(),
        )
    }

    /// What nodes must satisfy.
    #[must_use]
    pub fn required_node_affinity(&self) -> Option<&NodeSelector> {
        self.spec.node_affinity.as_ref()?.required.as_ref()
    }
}

impl PersistentVolumeClaim {
    /// Its namespace and name.
    #[must_use]
    pub fn key(&self) -> NamespacedName {
        NamespacedName::of(&self.metadata)
    }

    /// The reference with which a volume names it.
    #[must_use]
    pub fn as_reference(&self) -> ClaimReference {
        let ObjectMeta { namespace, name, uid, .. } = &self.metadata;
        ClaimReference { namespace: namespace.clone(), name: name.clone(), uid: uid.clone() }
    }

    /// Name of its class; empty where it has none.
    #[must_use]
    pub fn class(&self) -> Str {
        let field = || self.spec.storage_class_name.clone().unwrap_or_default();
        self.metadata.annotations.get(CLASS_ANNOTATION).cloned().unwrap_or_else(field)
    }

    /// How much it asks for, if it asks.
    #[must_use]
    pub fn requested_bytes(&self) -> Option<i64> {
        self.spec.resources.requests.get("storage").map(Quantity::value)
    }

    /// Whether it is bound, and the binding complete.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        !self.spec.volume_name.is_empty() && self.metadata.annotations.contains(BIND_COMPLETED)
    }
}

impl ClaimReference {
    /// Whether it means this claim: by name, and by identity where it has one.
    #[must_use]
    pub fn is_for(&self, claim: &PersistentVolumeClaim) -> bool {
        self.name == claim.metadata.name
            && self.namespace == claim.metadata.namespace
            && (self.uid.is_empty() || self.uid == claim.metadata.uid)
    }
}

impl StorageClass {
    /// Whether claims that name no class get this one.
    #[must_use]
    pub fn is_default(&self) -> bool {
        self.metadata.annotations.get(DEFAULT_CLASS_ANNOTATION).is_some_and(|annotation| annotation == "true")
    }

    /// Whether its claims wait for their first pod.
    #[must_use]
    pub fn waits_for_first_consumer(&self) -> bool {
        self.volume_binding_mode == Some(BindingMode::WaitForFirstConsumer)
    }

    /// Whether it has a provisioner.
    #[must_use]
    pub fn has_provisioner(&self) -> bool {
        !self.provisioner.is_empty() && self.provisioner != NO_PROVISIONER
    }

    /// Whether a node with these labels is among its allowed topologies.
    #[must_use]
    pub fn allows_topology(&self, labels: &Labels) -> bool {
        let has_label_value =
            |label: &TopologyLabel| labels.get(&label.key).is_some_and(|value| label.values.contains(value));
        self.allowed_topologies.is_empty()
            || self
                .allowed_topologies
                .iter()
                .map(|term| &term.match_label_expressions)
                .any(|labels| !labels.is_empty() && labels.iter().all(has_label_value))
    }
}

impl CsiStorageCapacity {
    /// The largest volume that there is room for.
    #[must_use]
    pub fn max_volume_size(&self) -> Option<i64> {
        self.maximum_volume_size.as_ref().or(self.capacity.as_ref()).map(Quantity::value)
    }
}
