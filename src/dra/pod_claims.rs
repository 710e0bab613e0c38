//! Looks up the claims of a pod. Upstream: `podResourceClaims`, `resourceclaim.Name` and `IsForPod`.

use std::rc::Rc;

use api::{Pod, PodResourceClaim, Str, devices::ResourceClaim};
use scheduler::cluster::ClaimRules as Rules;

use crate::state::ClaimState;

/// Why a claim of a pod cannot be used. Its message is rendered only where it is shown.
pub(crate) enum ClaimProblem<'p> {
    /// The pod's entry names neither a claim nor a template.
    EmptyEntry(&'p Str),
    NotCreated,
    Missing(&'p Str),
    Terminating(&'p Str),
    NotOwned(&'p Str),
}

impl ClaimProblem<'_> {
    /// Renders upstream's message.
    pub(crate) fn render(&self, pod: &Pod, rules: &Rules) -> Str {
        let (namespace, name) = (&pod.metadata.namespace, &pod.metadata.name);
        match self {
            Self::EmptyEntry(entry) => {
                let what = format!("spec.resourceClaim {entry:?}: none of the supported fields are set");
                format!("pod \"{namespace}/{name}\", {what}")
            }
            Self::NotCreated => format!("pod \"{namespace}/{name}\": ResourceClaim not created yet"),
            Self::Missing(claim) => format!("could not find ResourceClaim \"{namespace}/{claim}\""),
            Self::Terminating(claim) => format!("resourceclaim {claim:?} is being deleted"),
            Self::NotOwned(claim) => {
                let pod_word = if rules.has_beta_features { "Pod" } else { "pod" };
                let why = format!("{pod_word} {} ({pod_word} is not owner)", pod.key());
                format!("ResourceClaim {namespace}/{claim} was not created for {why}")
            }
        }
        .into()
    }
}

/// Returns the name of a pod's claim; `None` if no claim was generated because none is needed.
pub(crate) fn claim_name<'p>(pod: &'p Pod, entry: &'p PodResourceClaim) -> Result<Option<&'p Str>, ClaimProblem<'p>> {
    if !entry.resource_claim_name.is_empty() {
        return Ok(Some(&entry.resource_claim_name));
    }
    if entry.resource_claim_template_name.is_empty() {
        return Err(ClaimProblem::EmptyEntry(&entry.name));
    }
    let mut statuses = pod.status.resource_claim_statuses.iter();
    let status = statuses.find(|status| status.name == entry.name).ok_or(ClaimProblem::NotCreated)?;
    Ok(status.resource_claim_name.as_ref())
}

/// Returns the pod's claims, in its order.
///
/// # Errors
/// The first problem.
pub(crate) fn claims_of_pod<'s, 'p>(
    claim_state: &'s ClaimState,
    pod: &'p Pod,
) -> Result<Vec<&'s Rc<ResourceClaim>>, ClaimProblem<'p>> {
    let mut resource_claims = Vec::new();
    for entry in &pod.spec.resource_claims {
        let Some(name) = claim_name(pod, entry)? else { continue };
        let claim = claim_state.claim(&pod.metadata.namespace, name).ok_or(ClaimProblem::Missing(name))?;
        if claim.metadata.deletion_timestamp.is_some() {
            return Err(ClaimProblem::Terminating(name));
        }
        let is_owner = || claim.metadata.controller().is_some_and(|owner| owner.uid == pod.metadata.uid);
        if entry.resource_claim_name.is_empty() && !is_owner() {
            return Err(ClaimProblem::NotOwned(name));
        }
        resource_claims.push(claim);
    }
    Ok(resource_claims)
}

/// Whether a pod is among the users of a claim.
pub(crate) fn is_reserved(claim: &ResourceClaim, pod: &Pod) -> bool {
    claim.status.reserved_for.iter().any(|consumer| consumer.uid == pod.metadata.uid)
}
