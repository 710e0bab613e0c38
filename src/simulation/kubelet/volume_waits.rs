//! What keeps a kubelet from starting a pod: an unbound claim, a volume attached to another node, or a device claim that the pod may not use.
//! Upstream: `volumemanager.WaitForAttachAndMount`, and the reconciler of the attach/detach controller.

use api::{AccessMode, ClaimPhase, Kind, Millis, NamespacedName, PersistentVolume, PodPhase, Str, Volume};

use super::state::Kubelets;
use crate::{
    action::Readiness, api_server::PodRecord, client::Component, node_conditions::is_out_of_service, task::KubeletTask,
};

/// How long a volume stays attached to a node that does not confirm the unmount. Upstream: `maxWaitForUnmountDuration`.
const UNMOUNT_TIMEOUT: Millis = Millis::from_seconds(360);

/// Why a pod cannot start yet.
enum StartObstacle {
    /// Its claim has no volume.
    UnboundClaim,
    /// Its volume is attached to another node: in use by these pods, or, if there are none, still held by an unreachable node.
    AttachedElsewhere { volume: Str, pods: Vec<Str> },
    /// It may not use a device claim; the text is in upstream's words.
    UnpreparedDevices(Str),
}

impl Component<'_, Kubelets> {
    /// Makes a pod wait whose volumes or devices are not available. Returns whether it has to wait.
    pub(super) fn waits_to_start(&mut self, key: &NamespacedName) -> bool {
        let Some(obstacle) = self.start_obstacle(key) else { return false };
        let Some(id) = self.pod_id(key) else { return false };
        if !self.state_mut().waiting_to_start.insert(id) {
            return true;
        }
        match obstacle {
            StartObstacle::UnboundClaim => {}
            StartObstacle::AttachedElsewhere { volume, pods } => {
                let why = if pods.is_empty() {
                    "Volume is already exclusively attached to one node and can't be attached to another".to_owned()
                } else {
                    format!("Volume is already used by pod(s) {}", pods.join(", "))
                };
                let text = format!("Multi-Attach error for volume {volume:?} {why}");
                self.record_message(Kind::Pod, key, true, "FailedAttachVolume", text.into());
            }
            StartObstacle::UnpreparedDevices(text) => {
                self.record_message(Kind::Pod, key, true, "FailedPrepareDynamicResources", text);
            }
        }
        true
    }

    fn start_obstacle(&self, key: &NamespacedName) -> Option<StartObstacle> {
        self.volume_obstacle(key).or_else(|| self.claim_obstacle(key).map(StartObstacle::UnpreparedDevices))
    }

    fn volume_obstacle(&self, key: &NamespacedName) -> Option<StartObstacle> {
        let record = self.pod(key).filter(|record| record.info.has_volumes())?;
        let (pod, node) = (record.pod(), record.node()?);
        let namespace = &pod.metadata.namespace;
        let names = pod.spec.volumes.iter().filter_map(|volume: &Volume| volume.claim_name(&pod.metadata.name));
        for name in names {
            // A claim that the manifest does not have is taken to be available.
            let Some(claim) = self.objects().storage.claim(namespace, &name) else { continue };
            if claim.status.phase != ClaimPhase::Bound {
                return Some(StartObstacle::UnboundClaim);
            }
            let volume = self.objects().storage.volumes.get(&claim.spec.volume_name);
            let Some(volume) = volume.filter(|volume| attaches_to_one_node(volume)) else { continue };
            let pods: Vec<Str> = self
                .pods_in(namespace)
                .filter(|(other, record)| *other != key && uses_claim_elsewhere(record, &name, node))
                .map(|(_, record)| record.pod().metadata.name.clone())
                .collect();
            let is_held = self.state().held_volumes.get(&volume.metadata.name).is_some_and(|(other, _)| other != node);
            if !pods.is_empty() || is_held {
                return Some(StartObstacle::AttachedElsewhere { volume: volume.metadata.name.clone(), pods });
            }
        }
        None
    }

    /// Starts the waiting pods that no longer have an obstacle.
    pub(crate) fn retry_waiting_pods(&mut self) {
        let now = self.now();
        for id in self.state().waiting_to_start.clone() {
            if self.start_obstacle(&id.key).is_none() {
                self.state_mut().waiting_to_start.remove(&id);
                self.schedule(now, KubeletTask::StartPod(id));
            }
        }
    }

    /// Keeps the volumes of a removed pod attached for a while if its kubelet cannot confirm the unmount.
    pub(super) fn hold_volumes(&mut self, record: &PodRecord) {
        let pod = record.pod();
        let Some(node) = record.node().filter(|_| record.info.has_volumes() && pod.status.phase == PodPhase::Running)
        else {
            return;
        };
        let is_silent = self.state().silent.contains(node);
        let is_gone =
            is_silent || self.node(node).is_none_or(|node| Readiness::of_node(node) == Readiness::Unreachable);
        if is_gone && !self.node(node).is_some_and(|node| is_out_of_service(node)) {
            let storage = &self.objects().storage;
            let names = pod.spec.volumes.iter().filter_map(|volume| volume.claim_name(&pod.metadata.name));
            let claims = names.filter_map(|name| storage.claim(&pod.metadata.namespace, &name));
            let volumes = claims.filter_map(|claim| storage.volumes.get(&claim.spec.volume_name));
            let held: Vec<Str> = volumes
                .filter(|volume| attaches_to_one_node(volume))
                .map(|volume| volume.metadata.name.clone())
                .collect();
            let until = self.now() + UNMOUNT_TIMEOUT;
            for volume in held {
                self.state_mut().held_volumes.insert(volume.clone(), (node.clone(), until));
                self.schedule(until, KubeletTask::DetachVolume(volume));
            }
        }
    }

    /// Detaches a volume from a node that did not respond in time.
    pub(super) fn detach_volume(&mut self, volume: &Str) {
        let now = self.now();
        if self.state().held_volumes.get(volume).is_some_and(|(_, until)| *until <= now) {
            self.state_mut().held_volumes.remove(volume);
            self.retry_waiting_pods();
        }
    }

    /// Detaches the volumes of a node that responds again or is out of service.
    pub(crate) fn detach_volumes_of(&mut self, node: &Str) {
        self.state_mut().held_volumes.retain(|_, (other, _)| other != node);
        self.retry_waiting_pods();
    }
}

/// Whether a pod runs on another node and uses the claim.
fn uses_claim_elsewhere(record: &PodRecord, claim: &Str, node: &Str) -> bool {
    let pod = record.pod();
    let has_claim = |volume: &Volume| volume.claim_name(&pod.metadata.name).is_some_and(|name| name == *claim);
    record.node().is_some_and(|other| other != node)
        && pod.status.phase == PodPhase::Running
        && pod.spec.volumes.iter().any(has_claim)
}

/// Whether a volume can be attached to one node at a time. A provisioner with a slash in its name is not a driver that attaches volumes.
fn attaches_to_one_node(volume: &PersistentVolume) -> bool {
    let spec = &volume.spec;
    let is_exclusive = |mode: &AccessMode| matches!(mode, AccessMode::ReadWriteOnce | AccessMode::ReadWriteOncePod);
    let attaches = match &spec.csi {
        Some(csi) => !csi.driver.contains('/') || csi.driver.starts_with("kubernetes.io/"),
        None => {
            spec.gce_persistent_disk.is_some()
                || spec.aws_elastic_block_store.is_some()
                || spec.azure_disk.is_some()
                || spec.cinder.is_some()
        }
    };
    attaches && !spec.access_modes.is_empty() && spec.access_modes.iter().all(is_exclusive)
}
