//! The volume controllers and a provisioner.
//!
//! | upstream | here |
//! |---|---|
//! | PV controller | binds claims to volumes, marks claims that lost their volume, releases or deletes volumes of deleted claims |
//! | external provisioner | creates a volume after `timings.provision`; fails as often as the scenario defines |
//! | ephemeral volume controller | creates the claims of ephemeral volumes |
//! | StatefulSet controller | creates claims from templates ([`Client::create_template_claims`]) |
//!
//! A provisioned volume is accessible from the zone of the node it is created for: the one that the scheduler selected or, with immediate binding,
//! the first node that the class allows. Volumes of in-tree cloud plugins are treated as those of the CSI driver that replaced them: see the
//! scheduler's `cluster::migration`.

mod claim_templates;
pub(crate) mod state;

use std::rc::Rc;

use api::{
    BIND_COMPLETED, ClaimPhase, CsiVolume, Forbidden, Kind, Labels, Millis, NamespacedName, NodeSelector,
    NodeSelectorTerm, ObjectMeta, Operator, PersistentVolume, PersistentVolumeClaim, PersistentVolumeSpec,
    PersistentVolumeStatus, Pod, Quantity, ReclaimPolicy, Requirement, SELECTED_NODE, StorageClass, StorageObject, Str,
    VolumeNodeAffinity, VolumePhase,
};
use runlog::EventKind;
use scheduler::{
    cluster::{PodInfo, migration},
    plugins::volume_binding::find_smallest_volume,
};

use self::{claim_templates::claim_from_template, state::VolumeControllers};
#[cfg(doc)]
use super::client::Client;
use super::{
    api_server::{VolumeClaimKey, claim_key},
    client::Component,
    task::{TaskClass, VolumeTask},
};

/// How long a provisioner waits before a retry.
const RETRY_INTERVAL: Millis = Millis::from_seconds(1);

/// The reason of the event about a claim that waits although a pod uses it.
const WAIT_FOR_POD: &str = "WaitForPodScheduled";

/// How often the PV controller checks all claims. Upstream: `pvClaimBinderSyncPeriod`.
const RESYNC_INTERVAL: Millis = Millis::from_seconds(15);

impl Component<'_, VolumeControllers> {
    pub(crate) fn run_task(&mut self, task: VolumeTask) {
        match task {
            VolumeTask::FinishProvisioning(namespace, name) => self.finish_provisioning(namespace, name),
            VolumeTask::Resync => self.report_waiting_claims(),
            VolumeTask::Sync => self.sync(),
        }
    }

    /// Schedules a sync after the controllers' delay.
    pub(crate) fn schedule_sync(&mut self) {
        if !self.has_task(TaskClass::VolumeSync) {
            let at = self.now() + self.settings().timings.controller;
            self.schedule(at, VolumeTask::Sync);
        }
    }

    /// Called when a pod was created, finished or removed.
    pub(crate) fn handle_pod_change(&mut self, pod: &PodInfo) {
        if pod.has_volumes() {
            self.schedule_sync();
        }
    }

    fn sync(&mut self) {
        self.create_ephemeral_claims();
        let claims: Vec<_> = self.objects().storage.claims.values().cloned().collect();
        for claim in claims {
            self.sync_claim(&claim);
        }
        let volumes: Vec<_> = self.objects().storage.volumes.values().cloned().collect();
        for volume in volumes {
            self.sync_volume(&volume);
        }
        self.deliver_claims_synced();
    }

    /// Creates the claims of ephemeral volumes, owned by their pods.
    fn create_ephemeral_claims(&mut self) {
        let with_volumes = self.pods().filter(|(_, record)| record.info.has_volumes());
        let pods: Vec<Rc<Pod>> = with_volumes.map(|(_, record)| Rc::clone(record.pod())).collect();
        for pod in pods {
            for volume in &pod.spec.volumes {
                let Some(source) = &volume.ephemeral else { continue };
                let Some(name) = volume.claim_name(&pod.metadata.name) else { continue };
                if self.objects().storage.claim(&pod.metadata.namespace, &name).is_some() {
                    continue;
                }
                let mut claim =
                    claim_from_template(&source.volume_claim_template.metadata, &pod.metadata.namespace, name);
                claim.metadata.owner_references.push(pod.as_owner());
                claim.spec = source.volume_claim_template.spec.clone();
                if let Err(why) = self.check_claim_quota(&claim) {
                    if self.state_mut().reported.insert((claim_key(&claim), "FailedBinding")) {
                        self.report_refused_ephemeral_claim(&pod, &volume.name, &claim.metadata.name, &why);
                    }
                    // The next sync starts with the pod's first volume again.
                    break;
                }
                self.apply_storage(StorageObject::Claim(Rc::new(claim)));
            }
        }
    }

    fn report_refused_ephemeral_claim(&mut self, pod: &Pod, volume: &Str, claim: &Str, why: &Forbidden) {
        let text = self.forbidden_message("persistentvolumeclaims", claim, why);
        let text = format!("ephemeral volume {volume}: create PVC {claim}: {text}");
        self.record_message(Kind::Pod, &pod.key(), true, "FailedBinding", text.into());
    }

    /// Binds a claim, starts provisioning for it, or deletes it. Upstream: `syncClaim`.
    fn sync_claim(&mut self, claim: &Rc<PersistentVolumeClaim>) {
        let key = claim_key(claim);
        if self.is_claim_assumed(&key) {
            return;
        }
        let orphaned = claim.metadata.controller().is_some_and(|owner| {
            owner.kind == "Pod" && self.pod(&NamespacedName::new(&claim.metadata.namespace, &owner.name)).is_none()
        });
        if claim.metadata.deletion_timestamp.is_some() || orphaned {
            if !self.is_claim_used(claim) && claim.metadata.foreign_finalizer().is_none() {
                self.remove_storage(Kind::PersistentVolumeClaim, &key.0, &key.1);
            }
            return;
        }
        let storage = Rc::clone(&self.objects().storage);
        if !claim.spec.volume_name.is_empty() {
            match storage.volume_of(claim) {
                None if claim.is_bound() && claim.status.phase != ClaimPhase::Lost => {
                    self.write_claim(claim, |claim| claim.status.phase = ClaimPhase::Lost);
                    let text = "Bound claim has lost its PersistentVolume. Data on the volume is lost!".into();
                    self.record_message(Kind::PersistentVolumeClaim, &claim.key(), true, "ClaimLost", text);
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
                self.schedule_resync(claim);
            }
            Some(class) if class.has_provisioner() => self.schedule_provisioning(&key, class),
            _ => {
                let text = "no persistent volumes available for this claim and no storage class is set";
                self.report_once(claim, false, "FailedBinding", text);
            }
        }
    }

    /// The names of the unscheduled pods that use a claim. Upstream: `findNonScheduledPodsByPVC`.
    fn unscheduled_users(&self, claim: &PersistentVolumeClaim) -> Vec<Str> {
        let uses_claim = |pod: &Pod| {
            let mut names = pod.spec.volumes.iter().filter_map(|volume| volume.claim_name(&pod.metadata.name));
            names.any(|name| name == claim.metadata.name)
        };
        let pods = self.pods_in(&claim.metadata.namespace).map(|(_, record)| record);
        let pods = pods.filter(|record| !record.is_bound() && !record.is_over() && uses_claim(record.pod()));
        pods.map(|record| record.pod().metadata.name.clone()).collect()
    }

    /// Schedules the periodic check for a claim that waits for an unscheduled pod.
    fn schedule_resync(&mut self, claim: &PersistentVolumeClaim) {
        let is_reported = self.state().reported.contains(&(claim_key(claim), WAIT_FOR_POD));
        if self.settings().has_node_lifecycle && !is_reported && !self.unscheduled_users(claim).is_empty() {
            let at = self.now().round_up_past(RESYNC_INTERVAL);
            self.schedule(at, VolumeTask::Resync);
        }
    }

    /// Records events about claims that wait for unscheduled pods. Upstream: `emitEventForUnboundDelayBindingClaim`.
    fn report_waiting_claims(&mut self) {
        let storage = Rc::clone(&self.objects().storage);
        let is_waiting = |claim: &&Rc<PersistentVolumeClaim>| {
            claim.spec.volume_name.is_empty()
                && !claim.metadata.annotations.contains(SELECTED_NODE)
                && storage.class_of(claim).is_some_and(|class| class.waits_for_first_consumer())
        };
        for claim in storage.claims.values().filter(is_waiting) {
            let pods = self.unscheduled_users(claim);
            if !pods.is_empty() {
                let word = if pods.len() > 1 { "pods" } else { "pod" };
                let text = format!("waiting for {word} {} to be scheduled", pods.join(","));
                self.report_once(claim, false, WAIT_FOR_POD, &text);
            }
        }
    }

    fn report_once(&mut self, claim: &PersistentVolumeClaim, is_warning: bool, reason: &'static str, text: &str) {
        if self.state_mut().reported.insert((claim_key(claim), reason)) {
            self.record_message(Kind::PersistentVolumeClaim, &claim.key(), is_warning, reason, text.into());
        }
    }

    /// Binds a volume and a claim to each other.
    fn bind_claim(&mut self, claim: &Rc<PersistentVolumeClaim>, volume: &Rc<PersistentVolume>) {
        let name = volume.metadata.name.clone();
        let reference = claim.as_reference();
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
        self.schedule_sync();
    }

    /// Deletes or releases a volume whose claim was deleted, according to its reclaim policy.
    fn sync_volume(&mut self, volume: &Rc<PersistentVolume>) {
        let Some(reference) = volume.spec.claim_ref.as_ref().filter(|_| volume.status.phase == VolumePhase::Bound)
        else {
            return;
        };
        let claim = self.objects().storage.claim(&reference.namespace, &reference.name);
        if claim.is_some_and(|claim| reference.is_for(claim)) {
            return;
        }
        if volume.spec.persistent_volume_reclaim_policy == ReclaimPolicy::Delete
            || volume.metadata.deletion_timestamp.is_some()
        {
            if volume.metadata.foreign_finalizer().is_none() {
                self.remove_storage(Kind::PersistentVolume, &Str::default(), &volume.metadata.name);
            }
        } else {
            self.write_volume(volume, |volume| volume.status.phase = VolumePhase::Released);
        }
    }

    fn schedule_provisioning(&mut self, claim: &VolumeClaimKey, class: &StorageClass) {
        if self.state_mut().provisioning.insert(claim.clone()) {
            let until = self.now() + self.settings().timings.provision;
            self.emit(EventKind::Provisioning {
                claim: NamespacedName::new(&claim.0, &claim.1),
                class: class.metadata.name.clone(),
                until,
            });
            self.schedule(until, VolumeTask::FinishProvisioning(claim.0.clone(), claim.1.clone()));
        }
    }

    /// Ends an attempt to provision a volume.
    fn finish_provisioning(&mut self, namespace: Str, name: Str) {
        let key = (namespace, name);
        self.state_mut().provisioning.remove(&key);
        let storage = Rc::clone(&self.objects().storage);
        let Some(claim) = storage.claims.get(&key).filter(|claim| claim.spec.volume_name.is_empty()) else { return };
        let Some(class) = storage.class_of(claim) else { return };
        let claim_name = claim.key();
        if let Some(remaining) = self.state_mut().failures.get_mut(&claim_name).filter(|remaining| **remaining > 0) {
            *remaining -= 1;
            return self.fail_provisioning(claim, class);
        }
        let selected = claim.metadata.annotations.get(SELECTED_NODE);
        let node = match selected {
            Some(node) => self.node(node),
            None => self.nodes().iter().find(|node| class.allows_topology(&node.metadata.labels)),
        };
        let affinity = node.and_then(|node| zone_selector(&node.metadata.labels));
        let volume = provisioned_volume(claim, class, affinity);
        let name = volume.metadata.name.clone();
        self.store_storage(StorageObject::Volume(Rc::new(volume)));
        self.emit(EventKind::Provisioned { claim: claim_name.clone(), volume: name.clone() });
        let text = format!("Successfully provisioned volume {name}").into();
        self.record_message(Kind::PersistentVolumeClaim, &claim_name, false, "ProvisioningSucceeded", text);
        self.schedule_sync();
    }

    /// Handles a failed attempt. The selected node is removed from the claim, so that the scheduler chooses again.
    fn fail_provisioning(&mut self, claim: &Rc<PersistentVolumeClaim>, class: &StorageClass) {
        let (key, claim_name) = (claim_key(claim), claim.key());
        self.emit(EventKind::ProvisioningFailed { claim: claim_name.clone() });
        let text = format!("failed to provision volume with StorageClass \"{}\"", class.metadata.name).into();
        self.record_message(Kind::PersistentVolumeClaim, &claim_name, true, "ProvisioningFailed", text);
        if !claim.metadata.annotations.contains(SELECTED_NODE) {
            self.state_mut().provisioning.insert(key.clone());
            let at = self.now() + RETRY_INTERVAL;
            return self.schedule(at, VolumeTask::FinishProvisioning(key.0, key.1));
        }
        self.write_claim(claim, |claim| claim.metadata.annotations.remove(SELECTED_NODE));
        self.deliver_selected_node_removed(&key.0, &key.1);
    }
}

fn is_free_for(volume: &PersistentVolume, claim: &PersistentVolumeClaim) -> bool {
    volume.spec.claim_ref.as_ref().is_none_or(|reference| reference.is_for(claim))
}

/// A selector for the nodes of the same zone.
fn zone_selector(labels: &Labels) -> Option<NodeSelector> {
    let key = migration::ZONE.into_iter().find(|key| labels.contains(key))?;
    let values = labels.get(key).cloned().into_iter().collect();
    let requirement = Requirement { key: key.into(), operator: Operator::In, values };
    let term = NodeSelectorTerm { match_expressions: vec![requirement], ..NodeSelectorTerm::default() };
    Some(NodeSelector { node_selector_terms: vec![term] })
}

/// The volume that a provisioner creates for a claim.
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
            claim_ref: Some(claim.as_reference()),
            node_affinity: nodes.map(|nodes| VolumeNodeAffinity { required: Some(nodes) }),
            persistent_volume_reclaim_policy: class.reclaim_policy.clone(),
            csi: Some(CsiVolume { driver: class.provisioner.clone(), volume_handle: name }),
            ..PersistentVolumeSpec::default()
        },
        status: PersistentVolumeStatus { phase: VolumePhase::Available },
    }
}
