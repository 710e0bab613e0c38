//! The claims of a pod: upstream's `podResourceClaims`, `resourceclaim.Name` and `IsForPod`.

use std::rc::Rc;

use api::{Pod, PodResourceClaim, Str, devices::ResourceClaim};
use scheduler::cluster::ClaimRules as Rules;

use crate::state::ClaimState;

/// The name of a pod's claim; nothing where no claim was made since none is needed.
pub(crate) fn claim_name<'p>(pod: &'p Pod, entry: &'p PodResourceClaim) -> Result<Option<&'p Str>, Str> {
    let pod_title = || format!("pod \"{}/{}\"", pod.metadata.namespace, pod.metadata.name);
    if !entry.resource_claim_name.is_empty() {
        return Ok(Some(&entry.resource_claim_name));
    }
    if entry.resource_claim_template_name.is_empty() {
        let what = format!("spec.resourceClaim {:?}: none of the supported fields are set", entry.name);
        return Err(format!("{}, {what}", pod_title()).into());
    }
    let mut statuses = pod.status.resource_claim_statuses.iter();
    match statuses.find(|status| status.name == entry.name) {
        Some(status) => Ok(status.resource_claim_name.as_ref()),
        None => Err(format!("{}: ResourceClaim not created yet", pod_title()).into()),
    }
}

/// The pod's claims, in its order.
///
/// # Errors
/// The first problem, in upstream's words.
pub(crate) fn claims_of_pod<'s>(
    claim_state: &'s ClaimState,
    pod: &Pod,
    rules: &Rules,
) -> Result<Vec<&'s Rc<ResourceClaim>>, Str> {
    let mut resource_claims = Vec::new();
    let namespace = &pod.metadata.namespace;
    for entry in &pod.spec.resource_claims {
        let Some(name) = claim_name(pod, entry)? else { continue };
        let Some(claim) = claim_state.claim(namespace, name) else {
            return Err(format!("could not find ResourceClaim \"{namespace}/{name}\"").into());
        };
        if claim.metadata.deletion_timestamp.is_some() {
            return Err(format!("resourceclaim {name:?} is being deleted").into());
        }
        let is_owner = || claim.metadata.controller().is_some_and(|owner| owner.uid == pod.metadata.uid);
        if entry.resource_claim_name.is_empty() && !is_owner() {
            let pod_word = if rules.beta_features { "Pod" } else { "pod" };
            let why = format!("{pod_word} {} ({pod_word} is not owner)", pod.key());
            return Err(format!("ResourceClaim {namespace}/{name} was not created for {why}").into());
        }
        resource_claims.push(claim);
    }
    Ok(resource_claims)
}

/// Whether a claim is reserved for a pod.
pub(crate) fn is_reserved(claim: &ResourceClaim, pod: &Pod) -> bool {
    claim.status.reserved_for.iter().any(|consumer| consumer.uid == pod.metadata.uid)
}
