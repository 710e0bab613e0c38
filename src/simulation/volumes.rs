//! Volumes in a run: what the API server stores, what the volume controllers do about claims, and what the scheduler does
//! between its decision and the binding.
//!
//! | upstream | here |
//! |---|---|
//! | PV controller | binds claims to volumes, marks claims that lost theirs, frees or deletes volumes whose claim went |
//! | external provisioner | makes a volume after `timings.provision`; fails as often as the scenario says |
//! | ephemeral controller | makes the claims of ephemeral volumes |
//! | stateful set controller | makes claims from templates ([`Simulation::create_template_claims`]) |
//! | `VolumeBinding`, Reserve | [`EventKind::VolumesReserved`]: volumes and claims are set aside for the pod; controllers do not see it yet |
//! | `VolumeBinding`, `PreBind` | writes that down; the binding waits until every claim of the pod is bound |
//!
//! A volume that is made is reached from the zone of the node that it is made for: the one that the scheduler chose, or, with
//! immediate binding, the first node that the class allows.

use std::rc::Rc;

use api::{
    BIND_COMPLETED, ClaimPhase, ClaimReference, CsiVolume, Labels, Millis, NamespacedName, NodeSelector,
    NodeSelectorTerm, ObjectMeta, Operator, PersistentVolume, PersistentVolumeClaim, PersistentVolumeClaimStatus,
    PersistentVolumeSpec, PersistentVolumeStatus, Pod, Quantity, ReclaimPolicy, Requirement, SELECTED_NODE,
    StorageClass, StorageObject, Str, Time, VolumeNodeAffinity, VolumePhase, Workload, problem::Forbidden,
};
use runlog::ClaimsUnboundReason;
use scheduler::{
    cluster::{PodInfo, migration},
    framework::{ClusterEvent, StorageEvent, VolumePlan},
    plugins::volume_binding::find_smallest_volume,
};

use super::{
    agenda::Task,
    component_state::{ClaimKey, ReservedVolumes},
    state::Simulation,
};
use runlog::EventKind;

/// After how long a provisioner tries again.
const RETRY_INTERVAL: Millis = Millis::from_seconds(1);

impl Simulation {
    /// `kubectl apply` of an object of storage.
    pub(super) fn apply_storage(&mut self, mut object: StorageObject) {
        if let StorageObject::Claim(claim) = &mut object
            && claim.spec.storage_class_name.is_none()
            && claim.class().is_empty()
        {
            let default = self.objects.storage.classes.values().find(|class| class.is_default());
            Rc::make_mut(claim).spec.storage_class_name = default.map(|class| class.metadata.name.clone());
        }
        self.store_storage(object);
        self.queue_volume_controllers();
    }

    fn store_storage(&mut self, object: StorageObject) {
        self.emit(EventKind::StorageApplied(object.clone()));
        let old = Rc::make_mut(&mut self.objects.storage).insert(object.clone());
        for (object, times) in [(old.as_ref(), -1), (Some(&object), 1)] {
            if let Some(StorageObject::Claim(claim)) = object {
                self.quotas.count_claim(claim, times);
            }
        }
        if let Some(event) = StorageEvent::from_change(old.as_ref(), Some(&object)) {
            self.notify_queue(&ClusterEvent::Storage(event));
        }
    }

    fn remove_storage(&mut self, kind: &str, namespace: &Str, name: &Str) {
        let Some(old) = Rc::make_mut(&mut self.objects.storage).remove(kind, namespace, name) else { return };
        if let StorageObject::Claim(claim) = &old {
            self.quotas.count_claim(claim, -1);
        }
        self.emit(EventKind::StorageRemoved(old.key()));
        if let Some(event) = StorageEvent::from_change(Some(&old), None) {
            self.notify_queue(&ClusterEvent::Storage(event));
        }
    }

    /// `kubectl delete` of an object of storage. A claim that a pod uses, and a volume that has a claim, stay until they are free.
    pub(super) fn delete_storage(&mut self, kind: &str, namespace: &Str, name: &Str) {
        let stamp = Some(Time(self.wall_clock(self.now)));
        let storage = &self.objects.storage;
        let (claim, volume) = (storage.claim(namespace, name).cloned(), storage.volumes.get(name).cloned());
        match (kind, claim, volume) {
            ("PersistentVolumeClaim", Some(claim), _) if self.is_claim_used(&claim) => {
                self.write_claim(&claim, |claim| claim.metadata.deletion_timestamp = stamp);
            }
            ("PersistentVolume", _, Some(volume)) if volume.status.phase == VolumePhase::Bound => {
                self.write_volume(&volume, |volume| volume.metadata.deletion_timestamp = stamp);
            }
            _ => self.remove_storage(kind, namespace, name),
        }
        self.queue_volume_controllers();
    }

    fn write_claim(&mut self, claim: &Rc<PersistentVolumeClaim>, edit: impl FnOnce(&mut PersistentVolumeClaim)) {
        let mut claim = Rc::clone(claim);
        edit(Rc::make_mut(&mut claim));
        self.store_storage(StorageObject::Claim(claim));
    }

    fn write_volume(&mut self, volume: &Rc<PersistentVolume>, edit: impl FnOnce(&mut PersistentVolume)) {
        let mut volume = Rc::clone(volume);
        edit(Rc::make_mut(&mut volume));
        self.store_storage(StorageObject::Volume(volume));
    }

    /// Whether a pod that is there, and not done, names the claim.
    fn is_claim_used(&self, claim: &PersistentVolumeClaim) -> bool {
        let names = |pod: &Pod| {
            pod.metadata.namespace == claim.metadata.namespace
                && !pod.status.phase.is_over()
                && pod
                    .spec
                    .volumes
                    .iter()
                    .any(|v| v.claim_name(&pod.metadata.name).is_some_and(|n| n == claim.metadata.name))
        };
        self.pods.values().any(|state| state.info.has_volumes() && names(&state.info.pod))
    }

    /// Something changed that the volume controllers may want to act on.
    pub(super) fn queue_volume_controllers(&mut self) {
        if !self.agenda.has_volumes() {
            self.agenda.add(self.now + self.timings.controller, Task::RunVolumeControllers);
        }
    }

    /// A pod came or went.
    pub(super) fn handle_pod_volumes(&mut self, key: &NamespacedName, pod: &PodInfo) {
        if pod.has_volumes() {
            if !self.pods.contains_key(key) {
                self.volumes.reserved.remove(key);
            }
            self.queue_volume_controllers();
        }
    }

    /// The volume controllers look at what there is.
    pub(super) fn run_volume_controllers(&mut self) {
        self.create_ephemeral_claims();
        let claims: Vec<_> = self.objects.storage.claims.values().cloned().collect();
        for claim in claims {
            self.sync_claim(&claim);
        }
        let volumes: Vec<_> = self.objects.storage.volumes.values().cloned().collect();
        for volume in volumes {
            self.sync_volume(&volume);
        }
        self.resume_bindings();
    }

    /// The claims of ephemeral volumes belong to their pods, and go with them.
    fn create_ephemeral_claims(&mut self) {
        let with = self.pods.values().filter(|state| state.info.has_volumes());
        let pods: Vec<Rc<Pod>> = with.map(|state| Rc::clone(&state.info.pod)).collect();
        for pod in pods {
            for volume in &pod.spec.volumes {
                let Some(source) = &volume.ephemeral else { continue };
                let Some(name) = volume.claim_name(&pod.metadata.name) else { continue };
                if self.objects.storage.claim(&pod.metadata.namespace, &name).is_some() {
                    continue;
                }
                let mut claim =
                    claim_from_template(&source.volume_claim_template.metadata, &pod.metadata.namespace, name);
                claim.metadata.owner_references.push(pod.as_owner());
                claim.spec = source.volume_claim_template.spec.clone();
                if let Err(why) = self.check_claim_quota(&claim) {
                    if self.volumes.reported.insert((claim_key(&claim), "FailedBinding")) {
                        self.report_ephemeral_claim_refused(&pod, &volume.name, &claim.metadata.name, &why);
                    }
                    // It begins with the first one again.
                    break;
                }
                self.apply_storage(StorageObject::Claim(Rc::new(claim)));
            }
        }
    }

    /// A pod of a stateful set gets a claim for each template; one that is there stays, with its data.
    ///
    /// # Errors
    /// The first claim that is refused.
    pub(super) fn create_template_claims(
        &mut self,
        workload: &Workload,
        pod: &mut Pod,
    ) -> Result<(), (Str, Forbidden)> {
        for template in &workload.spec.volume_claim_templates {
            let name: Str = format!("{}-{}", template.metadata.name, pod.metadata.name).into();
            let namespace = pod.metadata.namespace.clone();
            pod.spec.volumes.retain(|volume| volume.name != template.metadata.name);
            pod.spec.volumes.push(api::Volume {
                name: template.metadata.name.clone(),
                persistent_volume_claim: Some(api::ClaimSource { claim_name: name.clone(), read_only: false }),
                ..api::Volume::default()
            });
            if self.objects.storage.claim(&namespace, &name).is_none() {
                let mut claim = claim_from_template(&template.metadata, &namespace, name);
                claim.spec = template.spec.clone();
                if let Err(why) = self.check_claim_quota(&claim) {
                    return Err((claim.metadata.name, why));
                }
                self.apply_storage(StorageObject::Claim(Rc::new(claim)));
            }
        }
        Ok(())
    }

    /// `syncClaim`.
    fn sync_claim(&mut self, claim: &Rc<PersistentVolumeClaim>) {
        let key = claim_key(claim);
        if self.volumes.reserved.values().any(|reserved| !reserved.is_written && reserved.claims.contains(&key)) {
            return;
        }
        let orphaned = claim.metadata.controller().is_some_and(|owner| {
            owner.kind == "Pod" && !self.pods.contains_key(&NamespacedName::new(&claim.metadata.namespace, &owner.name))
        });
        if claim.metadata.deletion_timestamp.is_some() || orphaned {
            if !self.is_claim_used(claim) {
                self.remove_storage("PersistentVolumeClaim", &key.0, &key.1);
            }
            return;
        }
        let storage = Rc::clone(&self.objects.storage);
        if !claim.spec.volume_name.is_empty() {
            match storage.volume_of(claim) {
                None if claim.is_bound() && claim.status.phase != ClaimPhase::Lost => {
                    self.write_claim(claim, |claim| claim.status.phase = ClaimPhase::Lost);
                    let text = "Bound claim has lost its PersistentVolume. Data on the volume is lost!".into();
                    self.record_message("PersistentVolumeClaim", &claim.key(), true, "ClaimLost", text);
                }
                Some(volume) if !claim.is_bound() && is_free_for(volume, claim) => self.bind_claim(claim, volume),
                _ => {}
            }
            return;
        }
        let class = storage.class_of(claim);
        let waits = class.is_some_and(|class| class.waits_for_first_consumer())
            && !claim.metadata.annotations.contains(SELECTED_NODE);
        if let Some(volume) = find_smallest_volume(claim, storage.volumes.values(), waits) {
            return self.bind_claim(claim, volume);
        }
        match class {
            Some(_) if waits => {
                let text = "waiting for first consumer to be created before binding";
                self.report_once(claim, false, "WaitForFirstConsumer", text);
            }
            Some(class) if class.has_provisioner() => self.schedule_provisioning(&key, class),
            _ => {
                let text = "no persistent volumes available for this claim and no storage class is set";
                self.report_once(claim, false, "FailedBinding", text);
            }
        }
    }

    fn report_once(&mut self, claim: &PersistentVolumeClaim, warning: bool, reason: &'static str, text: &str) {
        if self.volumes.reported.insert((claim_key(claim), reason)) {
            self.record_message("PersistentVolumeClaim", &claim.key(), warning, reason, text.into());
        }
    }

    /// Volume and claim get each other's names.
    fn bind_claim(&mut self, claim: &Rc<PersistentVolumeClaim>, volume: &Rc<PersistentVolume>) {
        let name = volume.metadata.name.clone();
        let reference = claim_reference(claim);
        self.write_volume(volume, |volume| {
            volume.spec.claim_ref = Some(reference);
            volume.status.phase = VolumePhase::Bound;
        });
        self.write_claim(claim, |claim| {
            claim.spec.volume_name = name.clone();
            claim.metadata.annotations.insert(BIND_COMPLETED.into(), "yes".into());
            claim.status.phase = ClaimPhase::Bound;
        });
        self.emit(EventKind::ClaimBound { claim: claim.key(), volume: name });
        self.queue_volume_controllers();
    }

    /// A volume whose claim went is deleted or kept, as its policy says.
    fn sync_volume(&mut self, volume: &Rc<PersistentVolume>) {
        let Some(reference) = volume.spec.claim_ref.as_ref().filter(|_| volume.status.phase == VolumePhase::Bound)
        else {
            return;
        };
        let item = self.objects.storage.claim(&reference.namespace, &reference.name);
        if item.is_some_and(|claim| reference.is_for(claim)) {
            return;
        }
        if volume.spec.persistent_volume_reclaim_policy == ReclaimPolicy::Delete
            || volume.metadata.deletion_timestamp.is_some()
        {
            self.remove_storage("PersistentVolume", &Str::default(), &volume.metadata.name);
        } else {
            self.write_volume(volume, |volume| volume.status.phase = VolumePhase::Released);
        }
    }

    // The provisioner.

    fn schedule_provisioning(&mut self, claim: &ClaimKey, class: &StorageClass) {
        if self.volumes.provisioning.insert(claim.clone()) {
            let until = self.now + self.timings.provision;
            self.emit(EventKind::Provisioning {
                claim: NamespacedName::new(&claim.0, &claim.1),
                class: class.metadata.name.clone(),
                until,
            });
            self.agenda.add(until, Task::Provision(claim.0.clone(), claim.1.clone()));
        }
    }

    /// A volume is made, or not.
    pub(super) fn finish_provisioning(&mut self, namespace: Str, name: Str) {
        let key = (namespace, name);
        self.volumes.provisioning.remove(&key);
        let storage = Rc::clone(&self.objects.storage);
        let Some(claim) = storage.claims.get(&key).filter(|claim| claim.spec.volume_name.is_empty()) else { return };
        let Some(class) = storage.class_of(claim) else { return };
        let item = claim.key();
        if let Some(left) = self.volumes.failures.get_mut(&item).filter(|left| **left > 0) {
            *left -= 1;
            return self.fail_provisioning(claim, class);
        }
        let selected = claim.metadata.annotations.get(SELECTED_NODE);
        let node = match selected {
            Some(node) => self.snapshot.node(node),
            None => self
                .snapshot
                .nodes()
                .iter()
                .find(|node| !node.deleted && class.allows_topology(node.labels()))
                .map(AsRef::as_ref),
        };
        let affinity = node.and_then(|node| zone_selector(node.labels()));
        let volume = provisioned_volume(claim, class, affinity);
        let name = volume.metadata.name.clone();
        self.store_storage(StorageObject::Volume(Rc::new(volume)));
        self.emit(EventKind::Provisioned { claim: item.clone(), volume: name.clone() });
        let text = format!("Successfully provisioned volume {name}").into();
        self.record_message("PersistentVolumeClaim", &item, false, "ProvisioningSucceeded", text);
        self.queue_volume_controllers();
    }

    /// No volume could be made. Where a node was chosen for it, that choice is taken back, so that the scheduler chooses again.
    fn fail_provisioning(&mut self, claim: &Rc<PersistentVolumeClaim>, class: &StorageClass) {
        let (key, item) = (claim_key(claim), claim.key());
        self.emit(EventKind::ProvisioningFailed { claim: item.clone() });
        let text = format!("failed to provision volume with StorageClass \"{}\"", class.metadata.name).into();
        self.record_message("PersistentVolumeClaim", &item, true, "ProvisioningFailed", text);
        if !claim.metadata.annotations.contains(SELECTED_NODE) {
            self.volumes.provisioning.insert(key.clone());
            self.agenda.add(self.now + RETRY_INTERVAL, Task::Provision(key.0, key.1));
            return;
        }
        self.write_claim(claim, |claim| claim.metadata.annotations.remove(SELECTED_NODE));
        let waiting = self
            .volumes
            .reserved
            .iter()
            .filter(|(_, reserved_volumes)| reserved_volumes.is_written && reserved_volumes.claims.contains(&key));
        let pods: Vec<NamespacedName> = waiting.map(|(pod, _)| pod.clone()).collect();
        for pod in pods {
            let node = self.pods.get(&pod).and_then(|state| state.node.clone()).unwrap_or_default();
            self.fail_for_claims(
                &pod,
                ClaimsUnboundReason::NotProvisioned { claim: &claim.metadata.name, node: &node },
            );
        }
    }

    /// A pod's claims were not bound in time.
    pub(super) fn time_out_claims(&mut self, pod: &NamespacedName) {
        self.fail_for_claims(pod, ClaimsUnboundReason::Timeout);
    }

    // The scheduler, between decision and binding.

    /// Reserve: sets aside what the pod needs on its node, so that other pods do not get it.
    pub(super) fn reserve_volumes(&mut self, key: &NamespacedName, node: &Str, plan: &VolumePlan) {
        let VolumePlan { bind, provision } = plan;
        let f = |claim: &Rc<PersistentVolumeClaim>| claim.key();
        self.emit(EventKind::VolumesReserved {
            pod: key.clone(),
            node: node.clone(),
            bind: bind.iter().map(|(claim, volume)| (f(claim), volume.metadata.name.clone())).collect(),
            provision: provision.iter().map(f).collect(),
        });
        for (claim, volume) in bind {
            let reference = claim_reference(claim);
            self.write_volume(volume, |volume| volume.spec.claim_ref = Some(reference));
        }
        for claim in provision {
            self.write_claim(claim, |claim| claim.metadata.annotations.insert(SELECTED_NODE.into(), node.clone()));
        }
        let claims = bind.iter().map(|(claim, _)| claim).chain(provision).map(|claim| self::claim_key(claim)).collect();
        self.volumes.reserved.insert(key.clone(), ReservedVolumes { claims, is_written: false });
    }

    /// `PreBind`: writes down what was set aside, once. The claims that are to be bound before the pod.
    pub(super) fn write_reserved_claims(&mut self, key: &NamespacedName) -> Vec<NamespacedName> {
        let Some(reserved) = self.volumes.reserved.get_mut(key).filter(|reserved| !reserved.is_written) else {
            return Vec::new();
        };
        reserved.is_written = true;
        let claims = reserved.claims.iter().map(|(namespace, name)| NamespacedName::new(namespace, name)).collect();
        self.queue_volume_controllers();
        claims
    }

    /// Unreserve: before `PreBind` what was set aside is free again; what `PreBind` wrote stays written, as it does upstream.
    pub(super) fn unreserve_volumes(&mut self, key: &NamespacedName) {
        let Some(reserved) = self.volumes.reserved.remove(key).filter(|reserved| !reserved.is_written) else { return };
        let storage = Rc::clone(&self.objects.storage);
        for claim in reserved
            .claims
            .iter()
            .filter_map(|claim| storage.claims.get(claim))
            .filter(|filter_map| !filter_map.is_bound())
        {
            if claim.metadata.annotations.contains(SELECTED_NODE) {
                self.write_claim(claim, |claim| claim.metadata.annotations.remove(SELECTED_NODE));
            }
            let aside = |volume: &&Rc<PersistentVolume>| {
                volume.status.phase == VolumePhase::Available
                    && volume.spec.claim_ref.as_ref().is_some_and(|claim_ref| claim_ref.is_for(claim))
            };
            if let Some(volume) = storage.volumes.values().find(aside) {
                self.write_volume(volume, |volume| volume.spec.claim_ref = None);
            }
        }
    }

    /// Pods whose claims are all bound go on to their binding.
    fn resume_bindings(&mut self) {
        let storage = Rc::clone(&self.objects.storage);
        let is_bound = |claim: &ClaimKey| storage.claims.get(claim).is_some_and(|claim| claim.is_bound());
        let ready = self.volumes.reserved.iter().filter(|(_, reserved_volumes)| {
            reserved_volumes.is_written && reserved_volumes.claims.iter().all(is_bound)
        });
        let pods: Vec<NamespacedName> = ready.map(|(pod, _)| pod.clone()).collect();
        for pod in pods {
            self.volumes.reserved.remove(&pod);
            self.finish_claim_binding(&pod);
        }
    }
}

fn claim_key(claim: &PersistentVolumeClaim) -> ClaimKey {
    (claim.metadata.namespace.clone(), claim.metadata.name.clone())
}

fn claim_reference(claim: &PersistentVolumeClaim) -> ClaimReference {
    let ObjectMeta { namespace, name, uid, .. } = &claim.metadata;
    ClaimReference { namespace: namespace.clone(), name: name.clone(), uid: uid.clone() }
}

fn is_free_for(volume: &PersistentVolume, claim: &PersistentVolumeClaim) -> bool {
    volume.spec.claim_ref.as_ref().is_none_or(|reference| reference.is_for(claim))
}

fn claim_from_template(template: &ObjectMeta, namespace: &Str, name: Str) -> PersistentVolumeClaim {
    let metadata = ObjectMeta {
        uid: format!("uid-{namespace}-{name}").into(),
        name,
        namespace: namespace.clone(),
        labels: template.labels.clone(),
        annotations: template.annotations.clone(),
        ..ObjectMeta::default()
    };
    let status = PersistentVolumeClaimStatus { phase: ClaimPhase::Pending };
    PersistentVolumeClaim { metadata, status, ..PersistentVolumeClaim::default() }
}

/// Nodes of the same zone.
fn zone_selector(labels: &Labels) -> Option<NodeSelector> {
    let key = migration::ZONE.into_iter().find(|key| labels.contains(key))?;
    let values = labels.get(key).cloned().into_iter().collect();
    let requirement = Requirement { key: key.into(), operator: Operator::In, values };
    let term = NodeSelectorTerm { match_expressions: vec![requirement], ..NodeSelectorTerm::default() };
    Some(NodeSelector { node_selector_terms: vec![term] })
}

/// The volume that a provisioner makes for a claim.
fn provisioned_volume(
    claim: &PersistentVolumeClaim,
    class: &StorageClass,
    nodes: Option<NodeSelector>,
) -> PersistentVolume {
    let name: Str = format!("pvc-{}-{}", claim.metadata.namespace, claim.metadata.name).into();
    let size = claim.spec.resources.requests.get("storage").cloned();
    let capacity = size.into_iter().map(|size: Quantity| ("storage".into(), size)).collect();
    PersistentVolume {
        metadata: ObjectMeta { uid: format!("uid-{name}").into(), name: name.clone(), ..ObjectMeta::default() },
        spec: PersistentVolumeSpec {
            capacity,
            access_modes: claim.spec.access_modes.clone(),
            volume_mode: claim.spec.volume_mode.clone(),
            storage_class_name: class.metadata.name.clone(),
            volume_attributes_class_name: claim.spec.volume_attributes_class_name.clone(),
            claim_ref: Some(claim_reference(claim)),
            node_affinity: nodes.map(|nodes| VolumeNodeAffinity { required: Some(nodes) }),
            persistent_volume_reclaim_policy: class.reclaim_policy.clone(),
            csi: Some(CsiVolume { driver: class.provisioner.clone(), volume_handle: name }),
            ..PersistentVolumeSpec::default()
        },
        status: PersistentVolumeStatus { phase: VolumePhase::Available },
    }
}
