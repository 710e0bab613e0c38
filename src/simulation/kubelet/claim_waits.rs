//! What keeps a kubelet from starting a pod with device claims. Upstream: `dra.Manager.PrepareResources`.

use api::{
    NamespacedName, Pod, PodResourceClaim, Str,
    devices::{DeviceKind, DeviceObject},
    not_found_message,
};
use scheduler::cluster::Claims;

use super::state::Kubelets;
use crate::client::Component;

impl Component<'_, Kubelets> {
    /// Why the devices of a pod cannot be prepared, in upstream's words. `None` if the run has no device objects, since claims cannot be evaluated
    /// then.
    pub(super) fn claim_obstacle(&self, key: &NamespacedName) -> Option<Str> {
        let pod = self.pod(key)?.pod();
        if pod.spec.resource_claims.is_empty() || !self.settings().flow.ignores_resource_claim_pods {
            return None;
        }
        let claims = self.objects().claims.as_ref()?;
        let obstacle = pod.spec.resource_claims.iter().find_map(|entry| unusable_claim(&**claims, pod, entry))?;
        Some(format!("Failed to prepare dynamic resources: prepare dynamic resources: {obstacle}").into())
    }
}

/// Why a pod may not use one of its claims, in upstream's words.
fn unusable_claim(claims: &dyn Claims, pod: &Pod, entry: &PodResourceClaim) -> Option<String> {
    let metadata = &pod.metadata;
    let name = if entry.resource_claim_name.is_empty() {
        let mut statuses = pod.status.resource_claim_statuses.iter();
        let Some(status) = statuses.find(|status| status.name == entry.name) else {
            return Some(format!("pod \"{}/{}\": ResourceClaim not created yet", metadata.namespace, metadata.name));
        };
        // The claim controller has recorded that no claim is needed.
        status.resource_claim_name.as_ref()?
    } else {
        &entry.resource_claim_name
    };
    let Some(DeviceObject::Claim(claim)) = claims.get(DeviceKind::Claim, &metadata.namespace, name) else {
        let missing = not_found_message("resourceclaims.resource.k8s.io", name);
        let missing = missing.trim_start_matches("Error from server (NotFound): ");
        return Some(format!("fetch ResourceClaim {name}: {missing}"));
    };
    let is_user = claim.status.reserved_for.iter().any(|user| user.resource == "pods" && user.uid == metadata.uid);
    (claim.status.allocation.is_none() || !is_user).then(|| {
        format!(
            "pod {} ({}) is not allowed to use ResourceClaim {name} ({})",
            metadata.name, metadata.uid, claim.metadata.uid
        )
    })
}
