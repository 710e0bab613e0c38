//! Adoption and release of pods: controllers adopt pods without a controller that their selector matches, and release pods that it no longer matches.
//! Upstream: `PodControllerRefManager.ClaimPods`.

pub(crate) mod state;

use api::{NamespacedName, Pod, Str, Workload, WorkloadKind};

use self::state::PodOwnership;
use super::pod_control::owner_reference;
use crate::{api_server::workloads::Claimant, client::Component};

/// Whether a workload's controller would adopt the pod: its selector matches, and for a StatefulSet also the pod's name (`isMemberOf`).
fn selects_pod(kind: WorkloadKind, workload: &Workload, pod: &Pod) -> bool {
    let (meta, set) = (&pod.metadata, &workload.metadata);
    let matches = workload.spec.selector.as_ref().is_some_and(|selector| selector.matches(&meta.labels));
    let is_member = || {
        let number = meta.name.strip_prefix(set.name.as_str()).and_then(|rest| rest.strip_prefix('-'));
        number.is_some_and(|number| number.parse::<u32>().is_ok())
    };
    meta.namespace == set.namespace
        && matches
        && (kind != WorkloadKind::StatefulSet || is_member())
        && kind != WorkloadKind::Deployment
}

impl Component<'_, PodOwnership> {
    pub(crate) fn handle_pod_added(&mut self, key: &NamespacedName, pod: &Pod, by: &Str) {
        if pod.is_standalone() {
            // A standalone pod is never adopted.
        } else if pod.metadata.controller().is_none() {
            self.state_mut().orphans.insert(key.clone());
            self.add_unclaimed(key);
        } else if by.is_empty() {
            self.add_unclaimed(key);
        }
    }

    /// Queues a pod for adoption or release, because it is new or its labels changed.
    fn add_unclaimed(&mut self, key: &NamespacedName) {
        if !self.workloads().is_empty() {
            self.state_mut().unclaimed.insert(key.clone());
        }
    }

    pub(crate) fn handle_pod_edited(&mut self, key: &NamespacedName) {
        self.add_unclaimed(key);
    }

    /// Called when a pod got a controller.
    pub(crate) fn handle_owner_change(&mut self, key: &NamespacedName) {
        self.state_mut().orphans.remove(key);
    }

    pub(crate) fn handle_pod_removed(&mut self, key: &NamespacedName) {
        let state = self.state_mut();
        state.orphans.remove(key);
        state.unclaimed.remove(key);
    }

    /// Called when a workload with a selector was created: it may adopt pods.
    pub(crate) fn handle_workload_added(&mut self) {
        let state = self.state_mut();
        state.unclaimed.extend(state.orphans.iter().cloned());
    }

    /// Adopts or releases the queued pods.
    pub(crate) fn claim_pods(&mut self) {
        for key in std::mem::take(&mut self.state_mut().unclaimed) {
            let Some(record) = self.pod(&key).filter(|record| record.is_active()) else { continue };
            let (pod, owner) = (std::rc::Rc::clone(record.pod()), record.owner.clone());
            match owner {
                Some(owner) => self.release_pod(&key, &pod, &owner),
                None if pod.metadata.controller().is_none() && !pod.is_standalone() => self.adopt_pod(&key, &pod),
                None => {}
            }
        }
    }

    /// Releases a pod that its controller's selector no longer matches; a workload without a selector keeps all its pods. Upstream: `ReleasePod`.
    fn release_pod(&mut self, key: &NamespacedName, pod: &Pod, uid: &Str) {
        let Some(stored) = self.workloads().by_uid(uid) else { return };
        if stored.workload.spec.selector.is_none() || selects_pod(stored.kind, &stored.workload, pod) {
            return;
        }
        self.set_pod_controller(key, None);
        self.add_unclaimed(key);
    }

    /// Adopts a pod for the workload that was created first among those that match it. Upstream: `AdoptPod`.
    fn adopt_pod(&mut self, key: &NamespacedName, pod: &Pod) {
        let claimant = self.workloads().find_claimant(pod, |kind, workload| selects_pod(kind, workload, pod));
        let Some(Claimant { id, kind, workload }) = claimant else { return };
        self.set_pod_controller(key, Some(owner_reference(kind, &workload)));
        self.queue_workload(id);
    }
}
