//! Storage: volumes, claims, classes, and what nodes can attach.
//!
//! Of upstream's many volume sources, only those that affect scheduling or a controller are modeled.

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
    pub metadata: ObjectMeta,
    pub spec: PersistentVolumeSpec,
    pub status: PersistentVolumeStatus,
}

/// `v1.PersistentVolumeSpec`, with the fields that have an effect.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PersistentVolumeSpec {
    /// The size of the volume, under the key `storage`.
    pub capacity: ResourceList,
    pub access_modes: Vec<AccessMode>,
    /// `Filesystem` if absent.
    pub volume_mode: Option<VolumeMode>,
    pub storage_class_name: Str,
    pub volume_attributes_class_name: Option<Str>,
    /// The claim to which the volume is bound or reserved.
    pub claim_ref: Option<ClaimReference>,
    /// The nodes that can access the volume.
    pub node_affinity: Option<VolumeNodeAffinity>,
    /// What happens to the volume when its claim is deleted.
    pub persistent_volume_reclaim_policy: ReclaimPolicy,
    pub csi: Option<CsiVolume>,
    pub gce_persistent_disk: Option<GcePersistentDisk>,
    pub aws_elastic_block_store: Option<AwsElasticBlockStore>,
    pub azure_disk: Option<AzureDisk>,
    pub cinder: Option<Cinder>,
    pub portworx_volume: Option<PortworxVolume>,
}

/// `v1.ObjectReference`, restricted to claims.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ClaimReference {
    pub namespace: Str,
    pub name: Str,
    /// The claim's uid; empty if an administrator reserved the volume by name.
    pub uid: Str,
}

/// `v1.VolumeNodeAffinity`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct VolumeNodeAffinity {
    /// The nodes that can access the volume; all if absent.
    pub required: Option<NodeSelector>,
}

/// `v1.CSIPersistentVolumeSource`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CsiVolume {
    pub driver: Str,
    /// The driver's id of the volume.
    pub volume_handle: Str,
}

/// `v1.PersistentVolumeStatus`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PersistentVolumeStatus {
    pub phase: VolumePhase,
}

/// `v1.PersistentVolumeClaim`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PersistentVolumeClaim {
    pub metadata: ObjectMeta,
    pub spec: PersistentVolumeClaimSpec,
    pub status: PersistentVolumeClaimStatus,
}

/// `v1.PersistentVolumeClaimStatus`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PersistentVolumeClaimStatus {
    pub phase: ClaimPhase,
}

/// `storage.k8s.io/v1.StorageClass`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct StorageClass {
    pub metadata: ObjectMeta,
    /// The provisioner of volumes; `kubernetes.io/no-provisioner` for none.
    pub provisioner: Str,
    /// What happens to a volume when its claim is deleted.
    pub reclaim_policy: ReclaimPolicy,
    /// When claims of the class are bound; `Immediate` if absent.
    pub volume_binding_mode: Option<BindingMode>,
    /// Where volumes can be provisioned; everywhere if empty.
    pub allowed_topologies: Vec<TopologySelectorTerm>,
}

/// `v1.TopologySelectorTerm`: all expressions have to match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TopologySelectorTerm {
    /// Requirements for a node's labels.
    pub(crate) match_label_expressions: Vec<TopologyLabel>,
}

/// `v1.TopologySelectorLabelRequirement`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TopologyLabel {
    pub key: Str,
    /// The label has to have one of these values.
    pub values: Vec<Str>,
}

/// `storage.k8s.io/v1.CSINode`: the CSI drivers on a node.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CsiNode {
    /// The name is the node's.
    pub metadata: ObjectMeta,
    pub spec: CsiNodeSpec,
}

/// `storage.k8s.io/v1.CSINodeSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CsiNodeSpec {
    pub drivers: Vec<CsiNodeDriver>,
}

/// `storage.k8s.io/v1.CSINodeDriver`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CsiNodeDriver {
    pub name: Str,
    /// How many volumes the driver can attach to the node.
    pub allocatable: Option<VolumeNodeResources>,
}

/// `storage.k8s.io/v1.VolumeNodeResources`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct VolumeNodeResources {
    /// Unlimited if absent; 0 allows none.
    pub count: Option<i32>,
}

/// `storage.k8s.io/v1.CSIDriver`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CsiDriver {
    /// The name is the driver's.
    pub metadata: ObjectMeta,
    pub spec: CsiDriverSpec,
}

/// `storage.k8s.io/v1.CSIDriverSpec`, with the fields that have an effect.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CsiDriverSpec {
    /// Whether the driver publishes [`CsiStorageCapacity`] objects that the scheduler has to check.
    pub storage_capacity: Option<bool>,
}

/// `storage.k8s.io/v1.CSIStorageCapacity`: the capacity that a storage class has left on some nodes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CsiStorageCapacity {
    pub metadata: ObjectMeta,
    pub storage_class_name: Str,
    /// The nodes; none if absent, all for `{}`.
    pub node_topology: Option<LabelSelector>,
    /// The total capacity that is left.
    pub capacity: Option<Quantity>,
    /// The largest volume that can be created, if that is limited.
    pub(crate) maximum_volume_size: Option<Quantity>,
}

/// `storage.k8s.io/v1.VolumeAttachment`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct VolumeAttachment {
    pub metadata: ObjectMeta,
    pub spec: VolumeAttachmentSpec,
}

/// `storage.k8s.io/v1.VolumeAttachmentSpec`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct VolumeAttachmentSpec {
    /// The CSI driver.
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

/// An annotation of claims: the binding is complete.
pub const BIND_COMPLETED: &str = "pv.kubernetes.io/bind-completed";
/// An annotation of claims: the node that the scheduler selected, for which the volume is provisioned.
pub const SELECTED_NODE: &str = "volume.kubernetes.io/selected-node";
/// An annotation of claims with the storage class, from before the field existed.
pub const CLASS_ANNOTATION: &str = "volume.beta.kubernetes.io/storage-class";
/// An annotation of the storage class that claims without a class get.
pub const DEFAULT_CLASS_ANNOTATION: &str = "storageclass.kubernetes.io/is-default-class";
/// The provisioner of classes without dynamic provisioning.
pub const NO_PROVISIONER: &str = "kubernetes.io/no-provisioner";

impl PersistentVolume {
    /// The size of the volume in bytes.
    #[must_use]
    pub fn capacity(&self) -> i64 {
        self.spec.capacity.get("storage").map_or(0, Quantity::value)
    }

    /// The disk of an in-tree cloud plugin that the volume is, if it is one.
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

    /// The required node affinity, if any.
    #[must_use]
    pub fn required_node_affinity(&self) -> Option<&NodeSelector> {
        self.spec.node_affinity.as_ref()?.required.as_ref()
    }
}

impl PersistentVolumeClaim {
    #[must_use]
    pub fn key(&self) -> NamespacedName {
        NamespacedName::of(&self.metadata)
    }

    /// The reference to the claim in `spec.claimRef` of a volume.
    #[must_use]
    pub fn as_reference(&self) -> ClaimReference {
        let ObjectMeta { namespace, name, uid, .. } = &self.metadata;
        ClaimReference { namespace: namespace.clone(), name: name.clone(), uid: uid.clone() }
    }

    /// The name of the claim's storage class; empty if it has none.
    #[must_use]
    pub fn class(&self) -> Str {
        let field = || self.spec.storage_class_name.clone().unwrap_or_default();
        self.metadata.annotations.get(CLASS_ANNOTATION).cloned().unwrap_or_else(field)
    }

    /// The requested size in bytes.
    #[must_use]
    pub fn requested_bytes(&self) -> Option<i64> {
        self.spec.resources.requests.get("storage").map(Quantity::value)
    }

    /// Whether the claim has a volume and its binding is complete.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        !self.spec.volume_name.is_empty() && self.metadata.annotations.contains(BIND_COMPLETED)
    }
}

impl ClaimReference {
    /// Whether the reference is to this claim: by name and, if set, uid.
    #[must_use]
    pub fn is_for(&self, claim: &PersistentVolumeClaim) -> bool {
        self.name == claim.metadata.name
            && self.namespace == claim.metadata.namespace
            && (self.uid.is_empty() || self.uid == claim.metadata.uid)
    }
}

impl StorageClass {
    /// Whether claims without a class get this one.
    #[must_use]
    pub fn is_default(&self) -> bool {
        self.metadata.annotations.get(DEFAULT_CLASS_ANNOTATION).is_some_and(|annotation| annotation == "true")
    }

    /// Whether claims of the class are bound only when a pod uses them.
    #[must_use]
    pub fn waits_for_first_consumer(&self) -> bool {
        self.volume_binding_mode == Some(BindingMode::WaitForFirstConsumer)
    }

    #[must_use]
    pub fn has_provisioner(&self) -> bool {
        !self.provisioner.is_empty() && self.provisioner != NO_PROVISIONER
    }

    /// Whether a node with these labels is in the allowed topologies.
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
    /// The largest volume in bytes that can be created.
    #[must_use]
    pub fn max_volume_size(&self) -> Option<i64> {
        self.maximum_volume_size.as_ref().or(self.capacity.as_ref()).map(Quantity::value)
    }
}
