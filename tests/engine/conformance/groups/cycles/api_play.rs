//! The API server, volume controller and provisioner of a recorded cycle, which react to each update at once. Replays the updates of `PreBind`.

use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use schedscope::{
    api::{
        BIND_COMPLETED, ClaimPhase, ClaimReference, NamespacedName, ObjectMeta, PersistentVolume,
        PersistentVolumeClaim, SELECTED_NODE, StorageObject, Str, VolumePhase,
        devices::{Allocation, ClaimStatus, DeviceKind, DeviceObject, ResourceClaim},
    },
    scheduler::{
        binding::Reservations,
        cluster::{ClaimPlan, ClaimWork, DeviceChange, DeviceEvent, PlannedClaim, PodInfo},
        framework::{ClusterEvent, VolumePlan, conflict_text},
    },
};
use serde_json::{Map, Value, json};

use super::{Config, Player};
use crate::support::cases::prune_empty;

/// State of the API server in addition to its objects.
#[derive(Default)]
pub(super) struct ApiPlay {
    /// `ResourceClaims` whose first update has already failed.
    refused_claims: BTreeSet<String>,
    /// Volumes and claims that were updated since the cycle, by resource and name. Another update of them is a conflict.
    updated: BTreeSet<String>,
    /// The number of created claims.
    created: usize,
    /// Claims that the scheduler has assumed to be provisioned, with their node.
    assumed_claims: BTreeMap<NamespacedName, Str>,
    /// Volumes that the volume controller bound.
    bound_by_controller: BTreeSet<Str>,
}

pub(super) fn allocation_json(allocation: Option<&Allocation>) -> Value {
    let mut value = prune_empty(serde_json::to_value(allocation).expect("JSON"));
    if let Some(fields) = value.as_object_mut() {
        fields.remove("allocationTimestamp");
    }
    value
}

/// The key of a claim in the recordings. A claim that has not been created yet has no name.
fn claim_name(claim: &ResourceClaim) -> String {
    let name = &claim.metadata.name;
    if name.starts_with('<') { name.to_string() } else { NamespacedName::of(&claim.metadata).to_string() }
}

/// The new allocations that `Reserve` has recorded.
pub(super) fn plan_json(plan: Option<&ClaimPlan>) -> Value {
    let new_claims = plan.into_iter().flat_map(|plan| &plan.claims).filter(|planned| planned.is_new);
    let entries = new_claims
        .map(|planned| (claim_name(&planned.claim), allocation_json(planned.claim.status.allocation.as_ref())));
    entries.collect::<Map<_, _>>().into()
}

pub(super) fn claim_plan_of(reserved: &Reservations) -> Option<&ClaimPlan> {
    reserved.iter().find_map(|reservation| reservation.claims())
}

pub(super) fn volume_plan_of(reserved: &Reservations) -> Option<&VolumePlan> {
    reserved.iter().find_map(|reservation| reservation.volumes())
}

impl Player {
    /// Replays `Reserve` after the cycle.
    pub(super) fn reserve(&mut self, reserved: &Reservations, node: &Str) {
        if let (Some(plan), Some(claims)) = (claim_plan_of(reserved), &self.objects.claims) {
            self.objects.claims = Some(claims.with_in_flight(plan, false));
        }
        for claim in volume_plan_of(reserved).into_iter().flat_map(|plan| &plan.provision) {
            self.api.assumed_claims.insert(claim.key(), node.clone());
            self.store_volume_claim(claim, |claim| {
                claim.metadata.annotations.insert(SELECTED_NODE.into(), node.clone());
            });
        }
    }

    /// Replays `PreBind` of the two plugins, one after the other.
    pub(super) fn pre_bind(
        &mut self,
        pod: &Rc<PodInfo>,
        node: &Str,
        reserved: &Reservations,
        config: &Config,
    ) -> Result<(), String> {
        let error = |plugin: &str, text: String| format!("running PreBind plugin \"{plugin}\": {text}");
        if let Some(plan) = volume_plan_of(reserved) {
            self.bind_volumes(plan, node, config).map_err(|text| error("VolumeBinding", text))?;
        }
        if let Some(plan) = claim_plan_of(reserved) {
            self.bind_claims(pod, node, plan, config).map_err(|text| error("DynamicResources", text))?;
        }
        Ok(())
    }

    /// Replays `Unreserve`.
    pub(super) fn unreserve(&mut self, reserved: &Reservations) {
        if let Some(plan) = claim_plan_of(reserved) {
            for planned in plan.claims.iter().filter(|planned| planned.is_new) {
                self.remove_in_flight(planned, false);
            }
            let released = self.objects.claims.as_ref().map(|claims| claims.released_claims(plan)).unwrap_or_default();
            for work in released {
                match work {
                    ClaimWork::Write(claim) => self.store_claim(claim),
                    ClaimWork::Remove(namespace, name) => {
                        let claims = self.objects.claims.as_ref().expect("claims");
                        self.objects.claims = Some(claims.without_object(DeviceKind::Claim, &namespace, &name));
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
        for claim in volume_plan_of(reserved).into_iter().flat_map(|plan| &plan.provision) {
            if self.api.assumed_claims.remove(&claim.key()).is_some() {
                self.store_volume_claim(claim, |claim| claim.metadata.annotations.remove(SELECTED_NODE));
            }
        }
    }

    fn remove_in_flight(&mut self, planned: &PlannedClaim, is_written: bool) {
        let claims = self.objects.claims.as_ref().expect("claims");
        self.objects.claims = Some(claims.without_in_flight(&planned.claim, is_written));
    }

    pub(super) fn store_claim(&mut self, claim: Rc<ResourceClaim>) {
        let claims = self.objects.claims.as_ref().expect("claims");
        self.objects.claims = Some(claims.with_object(DeviceObject::Claim(claim)));
    }

    /// Replays `bindClaim` for each claim. The scheduler sees the updates at once.
    fn bind_claims(&mut self, pod: &PodInfo, node: &Str, plan: &ClaimPlan, config: &Config) -> Result<(), String> {
        for planned in &plan.claims {
            let written = self.bind_claim(plan, planned, config);
            if planned.is_new {
                self.remove_in_flight(planned, written.is_ok());
            }
            let name = written?;
            if planned.is_made {
                let mappings = self.chooser.observer.borrow().mappings_of(&pod.pod.key(), node);
                self.pod_patches.push(json!({"pod": pod.pod.key(), "extendedResourceClaimStatus":
                    {"requestMappings": mappings, "resourceClaimName": name}}));
            }
        }
        Ok(())
    }

    fn bind_claim(&mut self, plan: &ClaimPlan, planned: &PlannedClaim, config: &Config) -> Result<Str, String> {
        let mut planned = planned.clone();
        if planned.is_made {
            self.api.created += 1;
            let claim = Rc::make_mut(&mut planned.claim);
            let meta = &mut claim.metadata;
            meta.name = format!("{}{}", meta.generate_name, self.api.created).into();
            meta.uid = format!("uid-{}", meta.name).into();
            self.store_claim(Rc::new(ResourceClaim { status: ClaimStatus::default(), ..claim.clone() }));
        }
        let claims = Rc::clone(self.objects.claims.as_ref().expect("claims"));
        let key = NamespacedName::of(&planned.claim.metadata).to_string();
        let is_listed = |pattern: &String| match pattern.strip_suffix('*') {
            Some(start) => key.starts_with(start),
            None => *pattern == key,
        };
        if config.claim_errors.iter().any(is_listed) && self.api.refused_claims.insert(key.clone()) {
            let has_finalizer = !planned.claim.metadata.finalizers.is_empty();
            let what = match (planned.is_new, has_finalizer) {
                (true, false) => "add finalizer",
                (true, true) => "add allocation and reservation",
                (false, _) => "add reservation",
            };
            return Err(format!("{what} to claim {key}: update refused"));
        }
        let claim = claims.bound_claim(plan, &planned).map_err(|text| text.to_string())?;
        let name = claim.metadata.name.clone();
        self.store_claim(claim);
        let (namespace, change) = (&planned.claim.metadata.namespace, DeviceChange::Updated);
        let event = DeviceEvent { kind: DeviceKind::Claim, namespace, name: &name, change, claims_before: &*claims };
        self.handle_event(&ClusterEvent::Device(event));
        Ok(name)
    }

    /// Replays `BindPodVolumes`: performs all updates, then waits until all claims are bound.
    fn bind_volumes(&mut self, plan: &VolumePlan, node: &Str, config: &Config) -> Result<(), String> {
        for (claim, volume) in &plan.bind {
            let name = &volume.metadata.name;
            if config.pv_errors.contains(name) {
                return Err("update refused".to_owned());
            }
            if !self.api.updated.insert(format!("persistentvolumes/{name}")) {
                return Err(conflict_text("persistentvolumes", name));
            }
            self.api.bound_by_controller.insert(name.clone());
            self.bind_volume(claim, volume);
        }
        for claim in &plan.provision {
            if !self.api.updated.insert(format!("persistentvolumeclaims/{}", claim.key())) {
                return Err(conflict_text("persistentvolumeclaims", &claim.metadata.name));
            }
            self.api.assumed_claims.remove(&claim.key());
            if config.provision_errors.contains(&claim.key()) {
                self.store_volume_claim(claim, |claim| claim.metadata.annotations.remove(SELECTED_NODE));
                continue;
            }
            let name: Str = format!("pvc-{}", claim.metadata.uid).into();
            let volume = PersistentVolume {
                metadata: ObjectMeta { name, ..ObjectMeta::default() },
                ..PersistentVolume::default()
            };
            self.store_volume_claim(claim, |claim| {
                claim.metadata.annotations.insert(SELECTED_NODE.into(), node.clone());
            });
            self.bind_volume(claim, &volume);
        }
        let failed = plan.provision.iter().find(|claim| config.provision_errors.contains(&claim.key()));
        failed.map_or(Ok(()), |claim| {
            Err(format!("binding volumes: provisioning failed for PVC {:?}", claim.metadata.name))
        })
    }

    /// Binds a volume and a claim to each other.
    fn bind_volume(&mut self, claim: &PersistentVolumeClaim, volume: &PersistentVolume) {
        self.api.updated.insert(format!("persistentvolumeclaims/{}", claim.key()));
        let mut volume = volume.clone();
        volume.spec.claim_ref = Some(claim.as_reference());
        volume.status.phase = VolumePhase::Bound;
        let name = volume.metadata.name.clone();
        Rc::make_mut(&mut self.objects.storage).insert(StorageObject::Volume(Rc::new(volume)));
        self.store_volume_claim(claim, |claim| {
            claim.spec.volume_name = name;
            claim.metadata.annotations.insert(BIND_COMPLETED.into(), "yes".into());
            claim.status.phase = ClaimPhase::Bound;
        });
    }

    fn store_volume_claim<R>(
        &mut self,
        claim: &PersistentVolumeClaim,
        edit: impl FnOnce(&mut PersistentVolumeClaim) -> R,
    ) {
        let storage = Rc::make_mut(&mut self.objects.storage);
        let stored = storage.claim(&claim.metadata.namespace, &claim.metadata.name).expect("a claim");
        let mut claim = (**stored).clone();
        edit(&mut claim);
        storage.insert(StorageObject::Claim(Rc::new(claim)));
    }

    /// The scheduler's assumed state.
    pub(super) fn memory_json(&self) -> Value {
        let in_flight = self.objects.claims.iter().flat_map(|claims| claims.claims_in_flight());
        let entry = |(claim, sharers): (Rc<ResourceClaim>, u32)| {
            let owner = claim.metadata.owner_references.first();
            let key = match owner.filter(|_| claim.metadata.name.starts_with('<')) {
                Some(owner) => format!("{} of {}/{}", claim.metadata.name, claim.metadata.namespace, owner.name),
                None => claim_name(&claim),
            };
            (key, json!({"allocation": allocation_json(claim.status.allocation.as_ref()), "sharers": sharers}))
        };
        let in_flight: Map<String, Value> = in_flight.map(entry).collect();
        json!({"inFlight": in_flight, "assumedPVs": {}, "assumedPVCs": self.api.assumed_claims})
    }

    /// The stored objects after all bindings, and the scheduler's assumed state.
    pub(super) fn stored_json(&self) -> Value {
        let mut stored = self.memory_json();
        let claims = self.objects.claims.iter().flat_map(|claims| claims.all_claims());
        let claim_json = |claim: Rc<ResourceClaim>| {
            let users = claim.status.reserved_for.iter().map(|user| format!("{} {}", user.resource, user.name));
            let value = json!({"allocation": allocation_json(claim.status.allocation.as_ref()),
                "reservedFor": users.collect::<Vec<_>>(), "finalizers": claim.metadata.finalizers});
            (claim_name(&claim), value)
        };
        stored["claims"] = claims.map(claim_json).collect::<Map<_, _>>().into();
        let storage = &self.objects.storage;
        let reference = |claim_ref: &ClaimReference| format!("{}/{}", claim_ref.namespace, claim_ref.name);
        let volumes = storage.volumes.values().map(|volume| {
            let name = &volume.metadata.name;
            let by = if self.api.bound_by_controller.contains(name) { "yes" } else { "" };
            let value = json!({"claimRef": volume.spec.claim_ref.as_ref().map(reference), "boundByController": by});
            (name.to_string(), value)
        });
        stored["persistentVolumes"] = volumes.collect::<Map<_, _>>().into();
        let claims = storage.claims.values().map(|claim| {
            let node = claim.metadata.annotations.get(SELECTED_NODE).cloned().unwrap_or_default();
            (claim.key().to_string(), json!({"volumeName": claim.spec.volume_name, "selectedNode": node}))
        });
        stored["persistentVolumeClaims"] = claims.collect::<Map<_, _>>().into();
        stored
    }
}
