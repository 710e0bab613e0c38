//! Why a pod moves into a queue.

use std::fmt;

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Why a pod goes into a queue: something that the queue does by itself, or an event of the cluster, by the name that the release gives it.
/// Upstream: `framework.ClusterEvent`, whose label metrics and logs show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr)]
#[allow(missing_docs)] // an event's name says what happened
pub enum QueueEvent {
    /// The pod is new.
    PodAdd,
    /// The pod's attempt failed.
    ScheduleAttemptFailure,
    /// The pod's backoff is over.
    BackoffComplete,
    /// The pod has waited too long without an event.
    UnschedulableTimeout,
    /// The waiting pod changed.
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

    /// A group came.
    #[strum(serialize = "scheduling.k8s.io/PodGroupAdd")]
    PodGroupAdd,
    /// The scheduler itself takes a pod out of the queue, or forward in it.
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
    /// Its name.
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
