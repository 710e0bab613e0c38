//! The volume claims of pods and their volumes at a moment.

use api::{Kind, Millis, NamespacedName, Pod, SELECTED_NODE, StorageObject, Str, key_of};

use super::Frame;

/// A `PersistentVolumeClaim` of a pod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    pub name: Str,
    /// Its storage class; may be empty.
    pub class: Str,
    /// The node that the scheduler has selected for its volume.
    pub node: Option<Str>,
    pub state: VolumeClaimState,
    /// Restrictions on where its volume can be used, such as `zone=a`; empty if there are none.
    pub reach: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VolumeClaimState {
    /// The claim does not exist.
    Missing,
    /// It has no volume, and its class waits for the first consumer.
    AwaitsConsumer,
    /// It has no volume.
    Pending,
    /// A volume is being provisioned and will be ready after this time.
    Provisioning(Millis),
    /// The volume is reserved for it, but not bound yet.
    Reserved(Str),
    Bound(Str),
}

/// The claims of a pod, in the order of its volumes.
#[must_use]
pub fn pod_claims(frame: &Frame, pod: &Pod) -> Vec<Claim> {
    claim_names(pod).map(|name| claim_view(frame, &pod.metadata.namespace, name)).collect()
}

/// A pod that uses a claim, preferably one that has a node.
#[must_use]
pub fn pod_using_claim(frame: &Frame, claim: &NamespacedName) -> Option<NamespacedName> {
    let uses = |pod: &Pod| claim_names(pod).any(|name| NamespacedName::new(&pod.metadata.namespace, &name) == *claim);
    let mut users = frame.pods.iter().filter(|(_, view)| uses(&view.pod));
    let first = users.next()?;
    let placed = |view: &super::PodView| view.node.is_some();
    let user = if placed(first.1) { first } else { users.find(|(_, view)| placed(view)).unwrap_or(first) };
    Some(user.0.clone())
}

pub fn claim_names(pod: &Pod) -> impl Iterator<Item = Str> {
    pod.spec.volumes.iter().filter_map(|volume| volume.claim_name(&pod.metadata.name))
}

fn claim_view(frame: &Frame, namespace: &Str, name: Str) -> Claim {
    let object = |kind: Kind, namespace: &str, name: &str| frame.storage.get(&key_of(kind, namespace, name));
    let Some(StorageObject::Claim(stored)) =
        object(Kind::PersistentVolumeClaim, namespace, &name).map(|object| &**object)
    else {
        return Claim { name, class: Str::default(), node: None, state: VolumeClaimState::Missing, reach: Vec::new() };
    };
    let class = stored.class();
    let node = stored.metadata.annotations.get(SELECTED_NODE).cloned();
    let set_aside = || {
        frame.storage.values().find_map(|object| match &**object {
            StorageObject::Volume(volume) => {
                let owner = volume.spec.claim_ref.as_ref()?;
                (owner.namespace == *namespace && owner.name == name).then(|| volume.metadata.name.clone())
            }
            _ => None,
        })
    };
    let waits_for_consumer = || match object(Kind::StorageClass, "", &class).map(|object| &**object) {
        Some(StorageObject::Class(class)) => class.waits_for_first_consumer(),
        _ => false,
    };
    let key = NamespacedName::new(namespace, &name);
    let state = if !stored.spec.volume_name.is_empty() {
        VolumeClaimState::Bound(stored.spec.volume_name.clone())
    } else if let Some(until) = frame.provisioning.get(&key) {
        VolumeClaimState::Provisioning(until.saturating_since(frame.now))
    } else if let Some(volume) = set_aside() {
        VolumeClaimState::Reserved(volume)
    } else if waits_for_consumer() && node.is_none() {
        VolumeClaimState::AwaitsConsumer
    } else {
        VolumeClaimState::Pending
    };
    let volume = match &state {
        VolumeClaimState::Bound(volume) | VolumeClaimState::Reserved(volume) => {
            object(Kind::PersistentVolume, "", volume)
        }
        _ => None,
    };
    let reachable = volume.map_or_else(Vec::new, |object| reachable_from(object));
    Claim { name, class, node, state, reach: reachable }
}

/// Where a volume can be used, from its node affinity.
fn reachable_from(object: &StorageObject) -> Vec<String> {
    let StorageObject::Volume(volume) = object else { return Vec::new() };
    let terms = volume.required_node_affinity().into_iter().flat_map(|required| &required.node_selector_terms);
    let zone_requirements = terms.flat_map(|term| &term.match_expressions);
    zone_requirements
        .map(|requirement| {
            format!("{}={}", requirement.key, requirement.values.iter().map(Str::as_str).collect::<Vec<_>>().join("|"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use releases::Release;
    use runlog::EventKind;
    use simulation::{Scenario, Simulation};

    use super::*;
    use crate::Trace;

    /// A claim changes its state along with the pod that uses it.
    #[test]
    fn a_claim_is_followed_to_its_volume() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/scenarios/first-consumer.yaml");
        let manifest = manifest::load_for(&std::fs::read_to_string(file).expect("a text"), Some(Release::V1_34))
            .expect("a manifest");
        let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
        let trace = Trace::new(Simulation::new(scenario).run_to_end().1);
        let after = |is: &dyn Fn(&EventKind) -> bool| {
            let at = trace.events().iter().position(|event| is(&event.what)).expect("it happens");
            let frame = trace.frame_at(at + 1);
            let pod = frame.pods.get("default/db").expect("the pod");
            (pod_claims(&frame, &pod.pod).remove(0), pod_using_claim(&frame, &"default/data".into()))
        };
        let data = "default/data";
        let (claim, user) =
            after(&|what| matches!(what, EventKind::PodCreated { pod, .. } if pod.key() == "default/db"));
        assert_eq!((claim.state, claim.class.as_str(), claim.node), (VolumeClaimState::AwaitsConsumer, "waits", None));
        assert_eq!(user.as_deref(), Some("default/db"));
        let (claim, _) = after(&|what| matches!(what, EventKind::Provisioning { claim, .. } if *claim == *data));
        assert_eq!(
            (claim.state, claim.node),
            (VolumeClaimState::Provisioning(Millis::from_seconds(3)), Some("node-b".into()))
        );
        let (claim, _) = after(&|what| matches!(what, EventKind::Provisioned { claim, .. } if *claim == *data));
        assert_eq!(claim.state, VolumeClaimState::Reserved("pvc-default-data".into()));
        let (claim, _) = after(&|what| matches!(what, EventKind::ClaimBound { claim, .. } if *claim == *data));
        assert_eq!(claim.state, VolumeClaimState::Bound("pvc-default-data".into()));
        assert_eq!(claim.reach, ["topology.kubernetes.io/zone=zone-b"]);
    }
}
