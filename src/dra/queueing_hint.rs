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

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use api::devices::DeviceKind;
    use scheduler::cluster::Accounting;

    use super::*;

    /// Returns a state with these claims, each with whether it is allocated.
    fn state(claims: &[(&str, bool)]) -> ClaimState {
        let mut state = ClaimState::default();
        for (name, is_allocated) in claims {
            let allocation = if *is_allocated { r#""allocation":{"devices":{"results":[]}}"# } else { "" };
            let json =
                format!(r#"{{"metadata":{{"namespace":"n","name":"{name}"}},"spec":{{}},"status":{{{allocation}}}}}"#);
            state.put_claim(Rc::new(serde_json::from_str(&json).expect("a claim")));
        }
        state
    }

    #[test]
    fn a_claim_event_helps_if_it_frees_devices_or_changes_a_claim_of_the_pod() {
        let pod = r#"{"metadata":{"namespace":"n","name":"p"},"spec":{"resourceClaims":[{"name":"c","resourceClaimName":"mine"}]}}"#;
        let pod = PodInfo::new(Rc::new(serde_json::from_str(pod).expect("a pod")), &Accounting::default());
        for (before, now, name, helps) in [
            (&[("mine", false), ("other", true)][..], &[("mine", false), ("other", false)][..], "other", true),
            (&[("mine", false), ("other", true)], &[("mine", false)], "other", true),
            (&[("mine", false), ("other", false)], &[("mine", false), ("other", true)], "other", false),
            (&[("mine", false)], &[("mine", true)], "mine", true),
            (&[("mine", false)], &[("mine", false)], "mine", false),
            (&[], &[("mine", false)], "mine", true),
            // While the pod's own claim is missing, no device helps it.
            (&[("other", true)], &[("other", false)], "other", false),
            (&[("mine", true)], &[], "mine", false),
        ] {
            let (claims_before, claim_state) = (state(before), state(now));
            let is_in = |claims: &[(&str, bool)]| claims.iter().any(|(claim, _)| *claim == name);
            let change = match (is_in(before), is_in(now)) {
                (false, _) => DeviceChange::Added,
                (true, true) => DeviceChange::Updated,
                (true, false) => DeviceChange::Deleted,
            };
            let (kind, namespace, name) = (DeviceKind::Claim, &"n".into(), &name.into());
            let event = DeviceEvent { kind, namespace, name, change, claims_before: &claims_before };
            assert_eq!(claim_event_helps(&claim_state, &pod, &event), helps, "{name}: {before:?} -> {now:?}");
        }
    }
}
