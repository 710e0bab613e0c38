//! Why a pod is added to a queue or moves between queues.

use std::fmt;

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Why a pod is added to a queue or moves between queues: an action of the queue itself, or a cluster event, by the
/// name that the release gives it. Upstream: `framework.ClusterEvent`, whose label appears in metrics and logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr)]
#[allow(missing_docs)] // an event's name says what happened
pub enum QueueEvent {
    /// The pod was added.
    PodAdd,
    /// The pod's attempt failed.
    ScheduleAttemptFailure,
    /// The pod's backoff ended.
    BackoffComplete,
    /// The pod has waited too long without an event.
    UnschedulableTimeout,
    /// The waiting pod was updated.
    PodUpdate,

    UnschedulablePodAdd,
    UnschedulablePodUpdate,
    UnschedulablePodUpdatePodGeneratedResourceClaim,
    UnschedulablePodUpdatePodLabel,
    UnschedulablePodUpdatePodScaleDown,
    UnschedulablePodUpdatePodSchedulingGatesEliminated,
    UnschedulablePodUpdatePodToleration,

    AssignedPodAdd,
    AssignedPodDelete,
    AssignedPodUpdate,
    AssignedPodUpdatePodGeneratedResourceClaim,
    AssignedPodUpdatePodLabel,
    AssignedPodUpdatePodScaleDown,
    AssignedPodUpdatePodToleration,

    /// A pod group was added.
    #[strum(serialize = "scheduling.k8s.io/PodGroupAdd")]
    PodGroupAdd,
    /// The scheduler itself activated the pod.
    ForceActivate,

    ServiceChange,
    ServiceUpdate,

    NodeAdd,
    NodeDelete,
    NodeUpdate,
    NodeAllocatableChange,
    NodeConditionChange,
    NodeLabelChange,
    NodeSpecUnschedulableChange,
    NodeTaintChange,
    NodeUpdateNodeAllocatable,
    NodeUpdateNodeCondition,
    NodeUpdateNodeDeclaredFeature,
    NodeUpdateNodeLabel,
    NodeUpdateNodeTaint,

    PvAdd,
    PvUpdate,
    PvcAdd,
    PvcUpdate,
    PersistentVolumeAdd,
    PersistentVolumeDelete,
    PersistentVolumeUpdate,
    PersistentVolumeClaimAdd,
    PersistentVolumeClaimDelete,
    PersistentVolumeClaimUpdate,
    StorageClassAdd,
    StorageClassDelete,
    StorageClassUpdate,
    CSINodeAdd,
    CSINodeDelete,
    CSINodeUpdate,
    CSIDriverAdd,
    CSIDriverDelete,
    CSIDriverUpdate,
    CSIStorageCapacityAdd,
    CSIStorageCapacityDelete,
    CSIStorageCapacityUpdate,
    VolumeAttachmentAdd,
    VolumeAttachmentDelete,
    VolumeAttachmentUpdate,

    #[strum(serialize = "resource.k8s.io/ResourceClaimAdd")]
    ResourceClaimAdd,
    #[strum(serialize = "resource.k8s.io/ResourceClaimDelete")]
    ResourceClaimDelete,
    #[strum(serialize = "resource.k8s.io/ResourceClaimUpdate")]
    ResourceClaimUpdate,
    ResourceClaimTemplateChange,
    #[strum(serialize = "resource.k8s.io/ResourceSliceAdd")]
    ResourceSliceAdd,
    #[strum(serialize = "resource.k8s.io/ResourceSliceDelete")]
    ResourceSliceDelete,
    #[strum(serialize = "resource.k8s.io/ResourceSliceUpdate")]
    ResourceSliceUpdate,
    #[strum(serialize = "resource.k8s.io/DeviceClassAdd")]
    DeviceClassAdd,
    #[strum(serialize = "resource.k8s.io/DeviceClassDelete")]
    DeviceClassDelete,
    #[strum(serialize = "resource.k8s.io/DeviceClassUpdate")]
    DeviceClassUpdate,
}

impl QueueEvent {
    /// Returns the event's name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl fmt::Display for QueueEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
