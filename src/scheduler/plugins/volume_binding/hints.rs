//! Queueing hints: which events may help a pod that was rejected because of its volumes.

use api::CsiDriver;

use crate::framework::{ClusterEvent, CycleCtx, NodeChange, StorageEvent};

/// Returns whether the event may help the pod, or `None` if the plugin is not registered for it. Upstream:
/// `EventsToRegister` with its hint functions.
pub(super) fn queueing_hint(cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
    let pod = &cycle.pod.pod;
    match cluster_event {
        ClusterEvent::NodeAdd(_) | ClusterEvent::NodeUpdate { change: NodeChange::Labels, .. } => Some(true),
        ClusterEvent::Storage(event) => match event {
            StorageEvent::Class { old: Some(old), new: Some(new) } => {
                Some(old.allowed_topologies != new.allowed_topologies)
            }
            StorageEvent::Claim { new: Some(claim), .. } => {
                let mut names = pod.spec.volumes.iter().filter_map(|volume| volume.claim_name(&pod.metadata.name));
                let is_same_namespace = claim.metadata.namespace == pod.metadata.namespace;
                Some(is_same_namespace && names.any(|name| name == claim.metadata.name))
            }
            StorageEvent::Class { old: None, new: Some(_) }
            | StorageEvent::Volume { new: Some(_), .. }
            | StorageEvent::CsiNode { old: None, new: Some(_) }
            | StorageEvent::Capacity { old: None, new: Some(_) } => Some(true),
            StorageEvent::CsiNode { old: Some(old), new: Some(new) } => {
                Some(old.metadata.annotations != new.metadata.annotations)
            }
            // Upstream considers only inline CSI volumes of the driver, which are not distinguished here.
            StorageEvent::CsiDriver { old: Some(old), new: Some(new) } => {
                let publishes = |driver: &CsiDriver| driver.spec.storage_capacity == Some(true);
                Some(publishes(old) && !publishes(new))
            }
            StorageEvent::Capacity { old: Some(old), new: Some(new) } => {
                Some(new.max_volume_size() > old.max_volume_size())
            }
            _ => None,
        },
        _ => None,
    }
}
