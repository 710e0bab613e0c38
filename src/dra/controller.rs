//! Changes of claims outside of the scheduling cycle: binding and unreserving a pod's claims, and the resource claim
//! controller. Upstream: `bindClaim` and `Unreserve` of the plugin, and `pkg/controller/resourceclaim`.

use std::rc::Rc;

use api::{
    Millis, ObjectMeta, Pod, Str, Time,
    devices::{AllocationResult, ClaimStatus, Consumer, ResourceClaim},
};
use scheduler::cluster::{ClaimPlan, ClaimWork, PlannedClaim};

use crate::{
    cycle::{BindingReadiness, binding_readiness},
    extended_resources,
    pod_claims::claim_name,
    request::claim_key,
    state::ClaimState,
};

/// Finalizer that keeps an allocated claim from being removed.
const FINALIZER: &str = "resource.kubernetes.io/delete-protection";

/// Returns a claim of a plan with its allocation and the pod as a user. Upstream updates the claim as the cycle saw it,
/// and if it was modified since, reads it again: the result is based on the current claim. Upstream: `bindClaim`.
///
/// # Errors
/// Upstream's message.
pub(crate) fn bound_claim(
    claim_state: &ClaimState,
    claim_plan: &ClaimPlan,
    planned: &PlannedClaim,
    wall: i64,
) -> Result<Rc<ResourceClaim>, Str> {
    let meta = &planned.claim.metadata;
    let failure = |what: &str| Err(format!("claim {} {what} in the meantime", claim_key(&planned.claim)).into());
    let mut claim = match claim_state.claim(&meta.namespace, &meta.name) {
        Some(resource_claim) if resource_claim.metadata.uid == meta.uid => (**resource_claim).clone(),
        _ if planned.is_made => (*planned.claim).clone(),
        _ => return failure("got deleted"),
    };
    if planned.is_new {
        if claim.status.allocation.is_some() && !planned.is_made {
            return failure("got allocated elsewhere");
        }
        if !claim.metadata.finalizers.iter().any(|finalizer| finalizer == FINALIZER) {
            claim.metadata.finalizers.push(FINALIZER.into());
        }
        claim.status.allocation.clone_from(&planned.claim.status.allocation);
        if let Some(allocation) = &mut claim.status.allocation {
            let has_binding_conditions =
                allocation.devices.results.iter().any(|result| !result.binding_conditions.is_empty());
            allocation.allocation_timestamp = has_binding_conditions.then_some(Time(wall));
        }
    } else if claim.status.allocation.is_none() {
        return failure("got deallocated elsewhere");
    }
    let (name, uid) = (claim_plan.pod.name().into(), claim_plan.uid.clone());
    claim.status.reserved_for.push(Consumer { resource: "pods".into(), name, uid });
    Ok(Rc::new(claim))
}

/// Returns the work of `Unreserve`: the pod is removed from the users of a plan's claims, which stay allocated. The
/// claim that `PreBind` created for extended resources is removed.
pub(crate) fn released_claims(claim_state: &ClaimState, claim_plan: &ClaimPlan) -> Vec<ClaimWork> {
    let current_claim = |claim: &ResourceClaim| claim_state.claim(&claim.metadata.namespace, &claim.metadata.name);
    let of_pod = |consumer: &Consumer| consumer.uid == claim_plan.uid;
    let planned_claims = claim_plan.claims.iter().filter(|planned| !planned.is_made).map(|planned| &planned.claim);
    let users_claims = planned_claims.chain(&claim_plan.held).filter_map(|claim| current_claim(claim));
    let reserved = users_claims.filter(|claim| claim.status.reserved_for.iter().any(of_pod));
    let mut work: Vec<ClaimWork> = reserved
        .map(|claim| {
            let mut claim = (**claim).clone();
            claim.status.reserved_for.retain(|consumer| !of_pod(consumer));
            ClaimWork::Write(Rc::new(claim))
        })
        .collect();
    if claim_plan.claims.iter().any(|planned| planned.is_made)
        && let Some(claim) = extended_resources::made_claim(claim_state, &claim_plan.uid)
    {
        work.push(ClaimWork::Remove(claim.metadata.namespace.clone(), claim.metadata.name.clone()));
    }
    work
}

/// Whether the binding conditions of all devices of a plan are met.
///
/// # Errors
/// Upstream's message, if a device failed.
pub(crate) fn are_devices_ready(claim_state: &ClaimState, claim_plan: &ClaimPlan) -> Result<bool, Str> {
    for planned in &claim_plan.claims {
        let meta = &planned.claim.metadata;
        let Some(claim) = claim_state.claim(&meta.namespace, &meta.name) else { continue };
        match binding_readiness(claim) {
            BindingReadiness::Ready => {}
            BindingReadiness::Pending => return Ok(false),
            BindingReadiness::Failed(text) => return Err(text.into()),
        }
    }
    Ok(true)
}

/// Returns the claim without its allocation and users, as `PostFilter` writes it.
pub(crate) fn deallocated_claim(claim_state: &ClaimState, namespace: &Str, name: &Str) -> Option<Rc<ResourceClaim>> {
    let mut claim = (**claim_state.claim(namespace, name)?).clone();
    claim.status = ClaimStatus::default();
    Some(Rc::new(claim))
}

/// Returns the claim with a deletion timestamp after `kubectl delete`, if pods use it, it is allocated or a finalizer
/// of others keeps it; otherwise `None`.
pub(crate) fn terminating_claim(
    claim_state: &ClaimState,
    namespace: &Str,
    name: &Str,
    since: Time,
) -> Option<Rc<ResourceClaim>> {
    let mut claim = Rc::clone(claim_state.claim(namespace, name)?);
    if claim.status.is_empty() && claim.metadata.foreign_finalizer().is_none() {
        return None;
    }
    Rc::make_mut(&mut claim).metadata.deletion_timestamp.get_or_insert(since);
    Some(claim)
}

/// Returns the work of the claim controller, the garbage collector and the device taint eviction controller.
pub(crate) fn pending_work(claim_state: &ClaimState, pods: &[&Pod]) -> Vec<ClaimWork> {
    let mut claim_works = Vec::new();
    for pod in pods {
        make_claims(claim_state, pod, &mut claim_works);
    }
    let mut pods = pods.to_vec();
    pods.sort_by(|pod, other| pod.metadata.uid.cmp(&other.metadata.uid));
    for claim in claim_state.claims.values() {
        sync_claim(claim, &pods, &mut claim_works);
    }
    reserve_claims(claim_state, &pods, &mut claim_works);
    evict_pods(claim_state, &pods, &mut claim_works);
    claim_works
}

/// Adds the creation of a claim for each template that the pod names. The first missing template ends it. Upstream:
/// `syncPod`.
fn make_claims(claim_state: &ClaimState, pod: &Pod, claim_works: &mut Vec<ClaimWork>) {
    if is_finished(pod) || pod.is_terminating() {
        return;
    }
    for entry in pod.spec.resource_claims.iter().filter(|entry| claim_name(pod, entry).is_err()) {
        let key = (pod.metadata.namespace.clone(), entry.resource_claim_template_name.clone());
        if entry.resource_claim_template_name.is_empty() {
            continue;
        }
        let Some(template) = claim_state.templates.get(&key) else {
            let missing = format!("resourceclaimtemplate.resource.k8s.io {:?} not found", key.1);
            let text = format!("PodResourceClaim {}: resource claim template {:?}: {missing}", entry.name, key.1);
            return claim_works.push(ClaimWork::Fail { pod: pod.key(), text: text.into() });
        };
        let mut metadata = ObjectMeta {
            generate_name: format!("{}-{}-", pod.metadata.name, entry.name).into(),
            namespace: pod.metadata.namespace.clone(),
            owner_references: vec![pod.as_owner()],
            labels: template.spec.metadata.labels.clone(),
            annotations: template.spec.metadata.annotations.clone(),
            ..ObjectMeta::default()
        };
        metadata.annotations.insert("resource.kubernetes.io/pod-claim-name".into(), entry.name.clone());
        let claim = Rc::new(ResourceClaim { metadata, spec: template.spec.spec.clone(), ..ResourceClaim::default() });
        claim_works.push(ClaimWork::Make { claim, pod: pod.key(), entry: entry.name.clone() });
    }
}

/// Adds the evictions of pods on nodes whose devices have a `NoExecute` taint. Upstream:
/// `devicetainteviction.Controller.podEvictionTime`.
fn evict_pods(claim_state: &ClaimState, pods: &[&Pod], claim_works: &mut Vec<ClaimWork>) {
    for pod in pods.iter().filter(|pod| !pod.spec.node_name.is_empty() && !pod.is_terminating()) {
        let names = pod.spec.resource_claims.iter().filter_map(|entry| claim_name(pod, entry).ok().flatten());
        let claims = names.filter_map(|name| claim_state.claim(&pod.metadata.namespace, name));
        let is_user = |claim: &&Rc<ResourceClaim>| {
            claim.status.reserved_for.iter().any(|user| user.resource == "pods" && user.uid == pod.metadata.uid)
        };
        let times = claims.filter(is_user).filter_map(|claim| tolerated_seconds(claim_state, claim));
        if let Some(seconds) = times.min() {
            claim_works.push(ClaimWork::Evict { pod: pod.key(), after: Millis::from_signed_seconds(seconds) });
        }
    }
}

/// Returns for how many seconds a claim tolerates the `NoExecute` taints of its devices; `None` if none of them evicts.
/// Upstream: `claimEvictionTime`.
fn tolerated_seconds(claim_state: &ClaimState, claim: &ResourceClaim) -> Option<i64> {
    let results = &claim.status.allocation.as_ref()?.devices.results;
    let of_result = |result: &AllocationResult| {
        let taints = claim_state.latest_device(&result.driver, &result.pool, &result.device)?.taints;
        let evicting = taints.iter().filter(|taint| taint.effect == "NoExecute");
        let seconds = evicting.filter_map(|taint| {
            let tolerations = result.tolerations.iter().filter(|toleration| toleration.effect == "NoExecute");
            let seconds: Vec<Option<i64>> = tolerations
                .filter(|toleration| toleration.tolerates(taint))
                .map(|toleration| toleration.toleration_seconds)
                .collect();
            if seconds.contains(&None) {
                return None;
            }
            Some(seconds.into_iter().flatten().min().unwrap_or(0).max(0))
        });
        seconds.min()
    };
    results.iter().filter_map(of_result).min()
}

/// Maximum number of users of a claim. Upstream: `resourceapi.ResourceClaimReservedForMaxSize`.
const MAX_USERS: usize = 256;

/// Adds pods with `spec.nodeName` that the scheduler did not place to the users of their allocated claims. Upstream:
/// the end of `syncPod`.
fn reserve_claims(claim_state: &ClaimState, pods: &[&Pod], claim_works: &mut Vec<ClaimWork>) {
    let is_written = |claim: &ResourceClaim, claim_works: &[ClaimWork]| {
        let is_same = |other: &ResourceClaim| other.metadata.uid == claim.metadata.uid;
        claim_works
            .iter()
            .any(|work| matches!(work, ClaimWork::Write(other) | ClaimWork::Reserve(other) if is_same(other)))
    };
    for pod in pods.iter().filter(|pod| !pod.spec.node_name.is_empty() && !is_finished(pod) && !pod.is_terminating()) {
        let names = pod.spec.resource_claims.iter().filter_map(|entry| claim_name(pod, entry).ok().flatten());
        for claim in names.filter_map(|name| claim_state.claim(&pod.metadata.namespace, name)) {
            let users = &claim.status.reserved_for;
            let is_user = users.iter().any(|user| user.uid == pod.metadata.uid);
            // A claim that is written now is checked again after that.
            if claim.status.allocation.is_some()
                && claim.metadata.deletion_timestamp.is_none()
                && !is_user
                && users.len() < MAX_USERS
                && !is_written(claim, claim_works)
            {
                let mut updated_claim = (**claim).clone();
                let Pod { metadata, .. } = pod;
                let user = Consumer { resource: "pods".into(), name: metadata.name.clone(), uid: metadata.uid.clone() };
                updated_claim.status.reserved_for.push(user);
                claim_works.push(ClaimWork::Reserve(Rc::new(updated_claim)));
            }
        }
    }
}

fn is_finished(pod: &Pod) -> bool {
    pod.status.phase.is_over()
}

/// Adds the work for one claim: users that no longer exist are removed; a claim that loses its last user is
/// deallocated, and one whose owner pod no longer exists is removed. `pods` are sorted by uid.
fn sync_claim(claim: &Rc<ResourceClaim>, pods: &[&Pod], claim_works: &mut Vec<ClaimWork>) {
    let (meta, status) = (&claim.metadata, &claim.status);
    let pod = |uid: &Str| pods.binary_search_by(|pod| pod.metadata.uid.cmp(uid)).ok().map(|at| pods[at]);
    let uses =
        |consumer: &&Consumer| consumer.resource != "pods" || pod(&consumer.uid).is_some_and(|pod| !is_finished(pod));
    let valid: Vec<Consumer> = status.reserved_for.iter().filter(uses).cloned().collect();
    let owner = meta.controller().filter(|owner| owner.kind == "Pod").map(|owner| pod(&owner.uid));
    let orphaned = owner.is_some_and(|pod| pod.is_none_or(is_finished));
    if valid.is_empty() && (orphaned || meta.deletion_timestamp.is_some()) {
        // It is deallocated first, which requeues pods that wait for its devices: they do not get events of a deleted
        // claim.
        if status.allocation.is_some() {
            let deallocated_claim = ResourceClaim { status: ClaimStatus::default(), ..(**claim).clone() };
            claim_works.push(ClaimWork::Write(Rc::new(deallocated_claim)));
        }
        if meta.foreign_finalizer().is_none() {
            claim_works.push(ClaimWork::Remove(meta.namespace.clone(), meta.name.clone()));
        }
    } else if valid.len() != status.reserved_for.len() {
        let mut updated_claim = (**claim).clone();
        if valid.is_empty() {
            updated_claim.status.allocation = None;
            updated_claim.status.devices.clear();
            updated_claim.metadata.finalizers.retain(|finalizer| finalizer != FINALIZER);
        }
        updated_claim.status.reserved_for = valid;
        claim_works.push(ClaimWork::Write(Rc::new(updated_claim)));
    }
}
