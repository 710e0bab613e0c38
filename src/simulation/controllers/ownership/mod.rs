//! Whose pod is whose: controllers adopt pods that nothing controls and that their selector matches, and release pods of theirs that it
//! does not match any more. Upstream: `PodControllerRefManager.ClaimPods`.

pub(crate) mod state;

use api::{NamespacedName, Pod, Str, Workload, WorkloadKind};

use self::state::PodOwnership;
use super::pod_control::owner_reference;
use crate::{api_server::workloads::Claimant, client::Component};

/// Whether a controller would have the pod, by its selector; a StatefulSet looks at the name as well (`isMemberOf`).
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
            // Nothing adopts it.
        } else if pod.metadata.controller().is_none() {
            self.state_mut().orphans.insert(key.clone());
            self.add_unclaimed(key);
        } else if by.is_empty() {
            self.add_unclaimed(key);
        }
    }

    /// A pod that is new, or that has other labels: controllers look whose it is.
    fn add_unclaimed(&mut self, key: &NamespacedName) {
        if !self.workloads().is_empty() {
            self.state_mut().unclaimed.insert(key.clone());
        }
    }

    pub(crate) fn handle_pod_edited(&mut self, key: &NamespacedName) {
        self.add_unclaimed(key);
    }

    /// A pod has a controller now.
    pub(crate) fn handle_owner_change(&mut self, key: &NamespacedName) {
        self.state_mut().orphans.remove(key);
    }

    pub(crate) fn handle_pod_removed(&mut self, key: &NamespacedName) {
        let state = self.state_mut();
        state.orphans.remove(key);
        state.unclaimed.remove(key);
    }

    /// A workload that makes pods is new: it may adopt some.
    pub(crate) fn handle_workload_added(&mut self) {
        let state = self.state_mut();
        state.unclaimed.extend(state.orphans.iter().cloned());
    }

    /// Controllers look at the pods that are new to them.
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

    /// Upstream: `ReleasePod`. A workload without a selector takes whatever names it.
    fn release_pod(&mut self, key: &NamespacedName, pod: &Pod, uid: &Str) {
        let Some(stored) = self.workloads().by_uid(uid) else { return };
        if stored.workload.spec.selector.is_none() || selects_pod(stored.kind, &stored.workload, pod) {
            return;
        }
        self.set_pod_controller(key, None);
        self.add_unclaimed(key);
    }

    /// Upstream: `AdoptPod`. Of several that would have it, the one that was created first.
    fn adopt_pod(&mut self, key: &NamespacedName, pod: &Pod) {
        let claimant = self.workloads().find_claimant(pod, |kind, workload| selects_pod(kind, workload, pod));
        let Some(Claimant { id, kind, workload }) = claimant else { return };
        self.set_pod_controller(key, Some(owner_reference(kind, &workload)));
        self.queue_workload(id);
    }
}
