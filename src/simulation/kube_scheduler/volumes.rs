//! Volumes between the scheduling decision and the binding.
//!
//! | upstream | here |
//! |---|---|
//! | `VolumeBinding`, Reserve | [`EventKind::VolumesReserved`]: assumes volumes and claims for the pod; controllers ignore them until they are written |
//! | `VolumeBinding`, `PreBind` | writes them; the binding waits until every claim of the pod is bound |
//! | `VolumeBinding`, Unreserve | reverts what is assumed; what `PreBind` wrote stays |
//!
//! The rules for volumes are plugins like any other. They read `Storage`, and a `NodeState` lists those of its pods that have volumes, so that
//! clusters without volumes have no overhead.

use std::rc::Rc;

use api::{NamespacedName, PersistentVolume, PersistentVolumeClaim, SELECTED_NODE, Str, VolumePhase};
use runlog::{ClaimsUnboundReason, EventKind};
use scheduler::framework::{VolumePlan, conflict_text};

use super::{Scheduler, state::ReservedVolumes};
use crate::api_server::{VolumeClaimKey, claim_key};

impl Scheduler<'_> {
    /// `Reserve`: assumes the volumes that the pod needs on its node, so that other pods do not get them.
    pub(super) fn reserve_volumes(&mut self, key: &NamespacedName, node: &Str, plan: &VolumePlan) {
        let VolumePlan { bind, provision, is_repeated } = plan;
        let claim_name = |claim: &Rc<PersistentVolumeClaim>| claim.key();
        self.emit(EventKind::VolumesReserved {
            pod: key.clone(),
            node: node.clone(),
            bind: bind.iter().map(|(claim, volume)| (claim_name(claim), volume.metadata.name.clone())).collect(),
            provision: provision.iter().map(claim_name).collect(),
        });
        let (mut unassumed, mut assumed, mut assumed_volumes) = (Vec::new(), Vec::new(), Vec::new());
        for (claim, volume) in bind {
            if *is_repeated {
                let stored = self.objects().storage.volumes.get(&volume.metadata.name).unwrap_or(volume);
                unassumed.push((Rc::clone(claim), Rc::clone(stored)));
                continue;
            }
            let reference = claim.as_reference();
            self.write_volume(volume, |volume| volume.spec.claim_ref = Some(reference));
            assumed.push(claim_key(claim));
            assumed_volumes.push((Rc::clone(claim), volume.metadata.name.clone()));
        }
        for claim in provision {
            self.write_claim(claim, |claim| claim.metadata.annotations.insert(SELECTED_NODE.into(), node.clone()));
        }
        assumed.extend(provision.iter().map(|claim| claim_key(claim)));
        self.assume_claims(&assumed);
        let claims = bind.iter().map(|(claim, _)| claim).chain(provision);
        let claims: Vec<VolumeClaimKey> = claims.map(|claim| claim_key(claim)).collect();
        let places = self.state().reserved_volumes.values().filter_map(|reserved| reserved.member);
        let member = is_repeated.then(|| places.max().map_or(0, |last| last + 1));
        let reserved = ReservedVolumes { claims, unassumed, assumed_volumes, member, is_written: false };
        self.state_mut().reserved_volumes.insert(key.clone(), reserved);
    }

    /// `PreBind`: writes the assumed volumes and claims, once. Returns the claims that must be bound before the pod.
    ///
    /// # Errors
    /// The conflict in upstream's words, if a volume or claim was changed since the pod's cycle: by a sibling that uses the same claim, or by another
    /// pod. What was written before the conflict stays.
    pub(super) fn write_reserved_claims(&mut self, key: &NamespacedName) -> Result<Vec<NamespacedName>, String> {
        let reserved = self.state().reserved_volumes.get(key).filter(|reserved| !reserved.is_written);
        let Some(ReservedVolumes { claims, unassumed, assumed_volumes, member, .. }) = reserved.cloned() else {
            return Ok(Vec::new());
        };
        self.wake_volume_controllers();
        for (claim, volume) in &unassumed {
            let name = &volume.metadata.name;
            match self.objects().storage.volumes.get(name) {
                // What another pod's cycle merely assumed is not in the API server yet: the first one to write wins.
                Some(stored) if Rc::ptr_eq(stored, volume) || self.is_volume_assumed(stored) => {}
                Some(_) => return Err(conflict_text("persistentvolumes", name)),
                None => return Err(format!("persistentvolumes {name:?} not found")),
            }
            let reference = claim.as_reference();
            self.write_volume(volume, |volume| volume.spec.claim_ref = Some(reference));
        }
        for (claim, name) in &assumed_volumes {
            let stored = self.objects().storage.volumes.get(name);
            let reference = stored.and_then(|volume| volume.spec.claim_ref.as_ref());
            if reference.is_some_and(|reference| !reference.is_for(claim)) {
                return Err(conflict_text("persistentvolumes", name));
            }
        }
        let is_unassumed =
            |claim: &VolumeClaimKey| unassumed.iter().any(|(unassumed_claim, _)| claim_key(unassumed_claim) == *claim);
        for claim in claims.iter().filter(|claim| !is_unassumed(claim)) {
            if member.is_some() && !self.is_claim_assumed(claim) {
                return Err(conflict_text("persistentvolumeclaims", &claim.1));
            }
            self.unassume_claims(std::slice::from_ref(claim));
        }
        if let Some(reserved) = self.state_mut().reserved_volumes.get_mut(key) {
            reserved.is_written = true;
        }
        Ok(claims.iter().map(|(namespace, name)| NamespacedName::new(namespace, name)).collect())
    }

    /// Whether the claim that refers to a volume is assumed and not written.
    fn is_volume_assumed(&self, volume: &PersistentVolume) -> bool {
        let reference = volume.spec.claim_ref.as_ref();
        reference.is_some_and(|claim| self.is_claim_assumed(&(claim.namespace.clone(), claim.name.clone())))
    }

    /// `Unreserve`: reverts what is still assumed; what `PreBind` wrote stays written, as upstream.
    pub(super) fn unreserve_volumes(&mut self, key: &NamespacedName) {
        let reserved = self.state_mut().reserved_volumes.remove(key).filter(|reserved| !reserved.is_written);
        let Some(ReservedVolumes { claims: mut assumed, .. }) = reserved else { return };
        assumed.retain(|claim| self.is_claim_assumed(claim));
        self.unassume_claims(&assumed);
        let storage = Rc::clone(&self.objects().storage);
        let claims = assumed.iter().filter_map(|claim| storage.claims.get(claim));
        for claim in claims.filter(|claim| !claim.is_bound()) {
            if claim.metadata.annotations.contains(SELECTED_NODE) {
                self.write_claim(claim, |claim| claim.metadata.annotations.remove(SELECTED_NODE));
            }
            let is_set_aside = |volume: &&Rc<PersistentVolume>| {
                volume.status.phase == VolumePhase::Available
                    && volume.spec.claim_ref.as_ref().is_some_and(|claim_ref| claim_ref.is_for(claim))
            };
            if let Some(volume) = storage.volumes.values().find(is_set_aside) {
                self.write_volume(volume, |volume| volume.spec.claim_ref = None);
            }
        }
    }

    /// Continues the bindings of pods whose claims are now bound: members of groups in the order of their cycle, other pods by name.
    pub(crate) fn resume_bindings(&mut self) {
        let storage = Rc::clone(&self.objects().storage);
        let is_bound = |claim: &VolumeClaimKey| storage.claims.get(claim).is_some_and(|claim| claim.is_bound());
        let reserved = self.state().reserved_volumes.iter();
        let ready = reserved.filter(|(_, reserved)| reserved.is_written && reserved.claims.iter().all(is_bound));
        let mut ready: Vec<(Option<usize>, NamespacedName)> =
            ready.map(|(pod, reserved)| (reserved.member, pod.clone())).collect();
        ready.sort();
        for (_, pod) in ready {
            self.state_mut().reserved_volumes.remove(&pod);
            self.finish_claim_binding(&pod);
        }
    }

    /// Fails the binding of a pod whose claims were not bound in time.
    pub(super) fn time_out_claims(&mut self, pod: &NamespacedName) {
        self.fail_for_claims(pod, ClaimsUnboundReason::Timeout);
    }

    /// Called when the selected node of a claim was removed: the bindings that wait for the claim fail, so that another node can be chosen.
    pub(crate) fn handle_selected_node_removed(&mut self, namespace: &Str, name: &Str) {
        let key: VolumeClaimKey = (namespace.clone(), name.clone());
        let state = self.state();
        let waiting =
            state.reserved_volumes.iter().filter(|(_, reserved)| reserved.is_written && reserved.claims.contains(&key));
        let pods: Vec<(NamespacedName, Str)> = waiting
            .map(|(pod, _)| {
                (pod.clone(), state.assumed.get(pod).map(|assumed| assumed.node.clone()).unwrap_or_default())
            })
            .collect();
        for (pod, node) in pods {
            self.fail_for_claims(&pod, ClaimsUnboundReason::NotProvisioned { claim: name, node: &node });
        }
    }
}

#[cfg(test)]
mod tests {
    use runlog::EventKind;

    use crate::test_run::run_until;

    /// A pod that is rejected in `Permit` gives back the volume that `Reserve` assumed for its claim.
    #[test]
    fn another_claim_gets_the_volume_of_a_rejected_pod() {
        let claim = |name: &str| {
            format!(
                "{{kind: PersistentVolumeClaim, metadata: {{name: {name}}}, spec: {{storageClassName: local, accessModes: [ReadWriteOnce], resources: {{requests: {{storage: 1Gi}}}}}}}}\n---\n"
            )
        };
        let pod = |name: &str, claim: &str| {
            format!(
                "{{kind: Pod, metadata: {{name: {name}}}, spec: {{containers: [{{name: c}}], volumes: [{{name: v, persistentVolumeClaim: {{claimName: {claim}}}}}]}}}}\n---\n"
            )
        };
        let text = [
            "{kind: Node, metadata: {name: n}, status: {allocatable: {cpu: 4}}}\n---\n",
            "{kind: StorageClass, metadata: {name: local}, provisioner: kubernetes.io/no-provisioner, volumeBindingMode: WaitForFirstConsumer}\n---\n",
            "{kind: PersistentVolume, metadata: {name: disk}, spec: {storageClassName: local, accessModes: [ReadWriteOnce], capacity: {storage: 1Gi}, csi: {driver: d, volumeHandle: disk}}}\n---\n",
            &claim("data"),
            &claim("logs"),
            &pod("db", "data"),
            &pod("web", "logs"),
            "{kind: Scenario, permit: [{name: db, plugin: Quota, reject: no quota, times: 1}]}",
        ];
        let (simulation, events) = run_until(&text.concat(), 60);
        let reserved: Vec<String> = events
            .iter()
            .filter_map(|event| match &event.what {
                EventKind::VolumesReserved { pod, bind, .. } => Some(format!("{pod} {}={}", bind[0].0, bind[0].1)),
                _ => None,
            })
            .collect();
        assert_eq!(reserved, ["default/db default/data=disk", "default/web default/logs=disk"]);
        let node_of = |pod: &str| simulation.cluster.api.pod(pod).and_then(|record| record.node().cloned());
        assert_eq!((node_of("default/db"), node_of("default/web")), (None, Some("n".into())));
    }
}
