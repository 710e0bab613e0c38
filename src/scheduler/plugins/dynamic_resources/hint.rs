//! Queueing hints: which events may help a pod that was rejected because of its claims. Upstream: `EventsToRegister`
//! with its hint functions.

use api::devices::DeviceKind;

use crate::{
    cluster::DeviceChange,
    framework::{ClusterEvent, CycleCtx, NodeChange, PodChange},
};

/// Whether the event may help the pod: a node that is added or whose labels or allocatable resources change, any slice
/// or class, a claim that is deallocated, and changes of the pod's own claims.
pub(super) fn queueing_hint(cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
    let claims = cycle.objects.claims.as_ref()?;
    // `PreEnqueue` would hold the pod back again as soon as it is moved.
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
