//! Queueing hints: events that may help a pod which was rejected because of its claims. Upstream: `EventsToRegister` and the hints beside it.

use api::devices::DeviceKind;

use crate::{
    cluster::DeviceChange,
    framework::{ClusterEvent, CycleCtx, NodeChange, PodChange},
};

/// Any node that comes or gets other labels or more room, any slice and any class; a claim that loses its devices, and what happens to the
/// pod's own claims.
pub(super) fn queueing_hint(cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
    let claims = cycle.objects.claims.as_ref()?;
    // What holds a pod back before it is queued is asked once more wherever it is moved.
    if !claims.are_claims_ready(&cycle.pod.pod) {
        return Some(false);
    }
    match cluster_event {
        ClusterEvent::NodeAdd(_)
        | ClusterEvent::NodeUpdate { change: NodeChange::Labels | NodeChange::Allocatable, .. } => Some(true),
        ClusterEvent::PodUpdate { change: PodChange::ClaimGenerated, new, .. } => {
            let is_same_pod = new.uid() == cycle.pod.uid();
            Some(is_same_pod && claims.are_claims_ready(&new.pod))
        }
        ClusterEvent::Device(event) => match (event.kind, event.change) {
            (DeviceKind::Template, _) | (_, DeviceChange::Deleted) => None,
            (DeviceKind::Slice | DeviceKind::Class, _) => Some(true),
            (DeviceKind::Claim, _) => Some(claims.queueing_hint(cycle.pod, event)),
        },
        _ => None,
    }
}
