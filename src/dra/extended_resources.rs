//! Extended resources that a `DeviceClass` provides: a claim is created from the requests of a pod's containers.
//! Upstream: `extendeddynamicresources.go`.

use std::rc::Rc;

use api::{
    ObjectMeta, OwnerReference, Pod, RestartPolicy, Set, Str,
    devices::{DeviceRequest, ExactRequest, ResourceClaim},
};
use scheduler::cluster::{NodeState, PodInfo, is_extended};

use crate::{cycle_notes::Mapping, state::ClaimState};

/// The name of the claim for extended resources as long as it exists only in the scheduler. It is not a valid name, so
/// no claim in a cluster can have it. Upstream: `specialClaimInMemName`.
pub(crate) const IN_MEMORY_NAME: &str = "<extended-resources>";

/// The annotation of a claim that was created for the extended resources of a pod.
pub(crate) const ANNOTATION: &str = "resource.kubernetes.io/extended-resource-claim";

/// Whether a class can provide the resource.
fn can_be_backed_by_class(resource: &str) -> bool {
    is_extended(resource) || resource.starts_with("deviceclass.resource.kubernetes.io/")
}

/// Returns the pod's claim for extended resources, if a class provides one of its resources: the claim left over from
/// an earlier cycle, or one that has yet to be created.
pub(crate) fn extended_resource_claim(claim_state: &ClaimState, pod: &PodInfo) -> Option<Rc<ResourceClaim>> {
    let mut scalars = pod.request.scalars.iter();
    if !scalars.any(|(name, amount)| {
        *amount != 0 && can_be_backed_by_class(name) && claim_state.class_of_resource(name).is_some()
    }) {
        return None;
    }
    let meta = &pod.pod.metadata;
    Some(made_claim(claim_state, &meta.uid).cloned().unwrap_or_else(|| {
        let owner = OwnerReference {
            api_version: "v1".into(),
            kind: "Pod".into(),
            name: meta.name.clone(),
            uid: meta.uid.clone(),
            controller: Some(true),
            block_owner_deletion: None,
        };
        let mut metadata = ObjectMeta {
            name: IN_MEMORY_NAME.into(),
            namespace: meta.namespace.clone(),
            generate_name: format!("{}-extended-resources-", meta.name).into(),
            uid: format!("{}/{IN_MEMORY_NAME}", meta.uid).into(),
            owner_references: vec![owner],
            ..ObjectMeta::default()
        };
        metadata.annotations.insert(ANNOTATION.into(), "true".into());
        Rc::new(ResourceClaim { metadata, ..ResourceClaim::default() })
    }))
}

/// Returns the claim that was created for a pod's extended resources, by the pod's uid. Upstream:
/// `findExtendedResourceClaim`.
pub(crate) fn made_claim<'s>(claim_state: &'s ClaimState, pod_uid: &Str) -> Option<&'s Rc<ResourceClaim>> {
    let owns = |owner: &OwnerReference| owner.uid == *pod_uid && owner.controller == Some(true);
    claim_state.claims.values().find(|claim| {
        claim.metadata.annotations.get(ANNOTATION).is_some_and(|annotation| annotation == "true")
            && claim.metadata.owner_references.iter().any(owns)
    })
}

/// What a pod needs from devices on a node.
pub(crate) enum NodeNeed {
    /// Nothing: the node's device plugins provide all resources.
    Nothing,
    /// These requests, with the containers that they are for.
    Requests(Vec<DeviceRequest>, Vec<Mapping>),
    /// Nothing provides a resource on the node, with upstream's message.
    Fails(&'static str),
}

/// Returns what devices have to provide on this node: the resources that it does not have in its allocatable. With
/// `is_only_claim`, the claim is the pod's only one.
pub(crate) fn need_on_node(
    state: &ClaimState,
    pod: &PodInfo,
    claim: &ResourceClaim,
    node: &NodeState,
    is_only_claim: bool,
) -> NodeNeed {
    if !claim.spec.devices.requests.is_empty() {
        return NodeNeed::Fails("cannot schedule extended resource claim");
    }
    let mut requested_resources: Vec<&Str> = Vec::new();
    for (name, _) in pod.request.scalars.iter().filter(|(name, amount)| *amount != 0 && can_be_backed_by_class(name)) {
        let has_class = state.class_of_resource(name).is_some();
        if has_class && node.allocatable.scalar(name) == 0 {
            requested_resources.push(name);
        } else if !node.node.status.allocatable.contains(name) {
            return NodeNeed::Fails("cannot fit resource");
        }
    }
    if is_only_claim && requested_resources.is_empty() {
        return NodeNeed::Nothing;
    }
    requested_resources.sort_unstable();
    let (requests, mappings) = requests_and_mappings(state, &pod.pod, &requested_resources);
    NodeNeed::Requests(requests, mappings)
}

/// Creates the requests for extended resources, and the mappings from containers to them. Upstream:
/// `createRequestsAndMappings`.
fn requests_and_mappings(
    claim_state: &ClaimState,
    pod: &Pod,
    resources: &[&Str],
) -> (Vec<DeviceRequest>, Vec<Mapping>) {
    let spec = &pod.spec;
    let containers: Vec<_> = spec.init_containers.iter().chain(&spec.containers).collect();
    let is_short = |at: usize| {
        let always = containers[at].restart_policy.as_ref().is_some_and(|policy| *policy == RestartPolicy::Always);
        at < spec.init_containers.len() && !always
    };
    let (mut device_requests, mut mappings) = (Vec::new(), Vec::new());
    for resource in resources {
        let Some(class) = claim_state.class_of_resource(resource) else { continue };
        // Requests of long-running containers; init containers that end before may use the devices of later containers.
        let mut lasting: Vec<Option<(Str, i64)>> = vec![None; containers.len()];
        let request =
            |at: usize, chosen_amounts: &[Option<(Str, i64)>], mappings: &mut Vec<Mapping>| -> Option<(Str, i64)> {
                let container = containers[at];
                let amount = container.resources.requests.get(resource)?.value();
                let mapping = |request: &Str| Mapping {
                    container: container.name.clone(),
                    resource: (*resource).clone(),
                    request: request.clone(),
                };
                let mut sum = 0_i64;
                for (name, count) in chosen_amounts.iter().flatten().filter(|_| amount != 0) {
                    sum = sum.saturating_add(*count);
                    mappings.push(mapping(name));
                    if sum >= amount {
                        return None;
                    }
                }
                if amount == 0 {
                    return None;
                }
                let number = container.resources.requests.iter().position(|(name, _)| name == *resource).unwrap_or(0);
                let name: Str = format!("container-{at}-request-{number}").into();
                mappings.push(mapping(&name));
                Some((name, amount.saturating_sub(sum)))
            };
        let mut of_lasting = Vec::new();
        for at in (0..containers.len()).filter(|at| !is_short(*at)) {
            lasting[at] = request(at, &[], &mut of_lasting);
        }
        let (mut of_short, mut names, mut largest_request) = (Vec::new(), Set::new(), None::<(Str, i64)>);
        for at in (0..containers.len()).filter(|at| is_short(*at)) {
            let Some(request_count) = request(at, &lasting[at..], &mut of_short) else { continue };
            names.insert(request_count.0.clone());
            if largest_request.as_ref().is_none_or(|(_, count)| *count < request_count.1) {
                largest_request = Some(request_count);
            }
        }
        if let Some((name, _)) = &largest_request {
            let replaced = of_short.iter_mut().filter(|mapping| names.contains(&mapping.request));
            replaced.for_each(|mapping| mapping.request = name.clone());
        }
        for (name, count) in largest_request.into_iter().chain(lasting.into_iter().flatten()) {
            let exact_request = ExactRequest {
                device_class_name: class.metadata.name.clone(),
                allocation_mode: "ExactCount".into(),
                count,
                ..ExactRequest::default()
            };
            device_requests.push(DeviceRequest { name, exactly: Some(exact_request), first_available: Vec::new() });
        }
        mappings.append(&mut of_lasting);
        mappings.append(&mut of_short);
    }
    device_requests.sort_by(|a, b| a.name.cmp(&b.name));
    (device_requests, mappings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn init_containers_share_the_largest_request() {
        let mut state = ClaimState::default();
        let class = r#"{"metadata":{"name":"gpu"},"spec":{"extendedResourceName":"example.com/gpu"}}"#;
        state.put_class(Rc::new(serde_json::from_str(class).expect("a class")));
        for (amounts, request, count) in
            [([1, 3, 2], "container-1-request-0", 3), ([2, 2, 1], "container-0-request-0", 2)]
        {
            let container = |amount: i64| {
                format!(r#"{{"name":"init","resources":{{"requests":{{"example.com/gpu":"{amount}"}}}}}}"#)
            };
            let init_containers = amounts.map(container).join(",");
            let pod =
                format!(r#"{{"spec":{{"initContainers":[{init_containers}],"containers":[{{"name":"main"}}]}}}}"#);
            let pod: Pod = serde_json::from_str(&pod).expect("a pod");
            let (requests, mappings) = requests_and_mappings(&state, &pod, &[&"example.com/gpu".into()]);
            let counts = requests.iter().map(|device_request| {
                (device_request.name.as_str(), device_request.exactly.as_ref().map(|exactly| exactly.count))
            });
            assert_eq!(counts.collect::<Vec<_>>(), [(request, Some(count))], "{amounts:?}");
            assert_eq!(mappings.iter().map(|mapping| mapping.request.as_str()).collect::<Vec<_>>(), [request; 3]);
        }
    }
}
