//! The queueing hint for events of claims. Upstream: `isSchedulableAfterClaimChange`.

use api::devices::ResourceClaim;
use scheduler::cluster::{DeviceChange, DeviceEvent, PodInfo};

use crate::{pod_claims::claims_of_pod, state::ClaimState};

/// Whether the event may help a pod. It cannot while the pod's own claims have a problem. Otherwise the deallocation of
/// any claim may help, and a change in the status of one of its own.
pub(crate) fn claim_event_helps(claim_state: &ClaimState, pod: &PodInfo, event: &DeviceEvent<'_>) -> bool {
    let Ok(resource_claims) = claims_of_pod(claim_state, &pod.pod) else { return false };
    let is_claim_of_pod =
        |claim: &ResourceClaim| (&claim.metadata.namespace, &claim.metadata.name) == (event.namespace, event.name);
    let before = event.claims_before.as_any().downcast_ref::<ClaimState>();
    let before = before.and_then(|before| before.claim(event.namespace, event.name));
    let current_claim = claim_state.claim(event.namespace, event.name);
    let lost_allocation = before.is_some_and(|before| before.status.allocation.is_some())
        && current_claim.is_none_or(|claim| claim.status.allocation.is_none());
    if lost_allocation {
        return true;
    }
    if !resource_claims.iter().any(|claim| is_claim_of_pod(claim)) {
        return false;
    }
    let has_same_status = || before.map(|before| &before.status) == current_claim.map(|claim| &claim.status);
    event.change == DeviceChange::Added || !has_same_status()
}
