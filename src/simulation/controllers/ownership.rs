//! Whose pod is whose: controllers adopt pods that nobody controls and that their selector matches, and release pods of theirs that it
//! does not match any more. Upstream: `PodControllerRefManager.ClaimPods`.

use std::rc::Rc;

use api::{NamespacedName, Pod, Str, Workload, WorkloadKind};

use super::{super::state::Simulation, owner_reference};
use runlog::EventKind;

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

impl Simulation {
    /// Controllers look at the pods that are new to them.
    pub(super) fn claim_pods(&mut self) {
        for key in self.workloads.take_unclaimed() {
            let Some(pod) = self.pods.get(&key).map(|state| Rc::clone(&state.info.pod)) else { continue };
            if pod.is_terminating() || pod.status.phase.is_over() {
                continue;
            }
            match self.pods.get(&key).and_then(|state| state.owner.clone()) {
                Some(owner) => self.release_pod(&key, &pod, &owner),
                None if pod.metadata.controller().is_none() && !pod.is_standalone() => self.adopt_pod(&key, &pod),
                None => {}
            }
        }
    }

    /// Upstream: `ReleasePod`. A workload without a selector takes whatever names it.
    fn release_pod(&mut self, key: &NamespacedName, pod: &Pod, uid: &Str) {
        let Some(entry) = self.workloads.by_uid_mut(uid) else { return };
        if entry.workload.spec.selector.is_none() || selects_pod(entry.kind, &entry.workload, pod) {
            return;
        }
        self.workloads.release_pod(uid, key);
        if let Some(state) = self.pods.get_mut(key) {
            state.owner = None;
        }
        self.update_pod(key, |pod| pod.metadata.owner_references.retain(|owner| owner.controller != Some(true)));
        self.notify_of_pod(key);
        self.workloads.add_unclaimed(key.clone());
        self.touch_controllers();
    }

    /// Upstream: `AdoptPod`. Of several that would have it, the one that came first.
    fn adopt_pod(&mut self, key: &NamespacedName, pod: &Pod) {
        let pair = self.workloads.find_claimant(pod, |kind, workload| selects_pod(kind, workload, pod));
        let Some((number, kind, workload)) = pair else { return };
        let reference = owner_reference(kind, &workload);
        self.update_pod(key, |pod| pod.metadata.owner_references.push(reference));
        let Some(state) = self.pods.get_mut(key) else { return };
        state.owner = self.workloads.claim_pod(&state.info.pod, key);
        self.notify_of_pod(key);
        self.workloads.queue_workload(number);
    }

    fn notify_of_pod(&mut self, key: &NamespacedName) {
        if let Some(state) = self.pods.get(key) {
            self.emit(EventKind::PodUpdated(Rc::clone(&state.info.pod)));
        }
    }
}
