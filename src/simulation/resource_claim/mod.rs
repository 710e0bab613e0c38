//! The resource claim controller: creates claims from templates, removes deleted pods from `reservedFor`, and deallocates unused claims. Upstream:
//! `resourceclaim.Controller`.
//!
//! The logic is behind [`Claims`](scheduler::cluster::Claims), which is loaded on demand; this module executes the requests.

pub(crate) mod state;

use std::rc::Rc;

use api::{
    Kind, Millis, NamespacedName, Pod, Str, Table,
    devices::{DeviceKind, DeviceObject},
};
use scheduler::cluster::ClaimWork;

use runlog::Deletion;

use self::state::ResourceClaimController;
use super::{
    client::Component,
    task::{ResourceClaimTask, TaskClass},
};

impl Component<'_, ResourceClaimController> {
    /// Schedules a sync after the controller's delay.
    pub(crate) fn schedule_sync(&mut self) {
        if self.objects().claims.is_some() && !self.has_task(TaskClass::ClaimSync) {
            let at = self.now() + self.settings().timings.controller;
            self.schedule(at, ResourceClaimTask::Sync);
        }
    }

    pub(crate) fn sync(&mut self) {
        let Some(claims) = self.claims() else { return };
        let pods: Vec<Rc<Pod>> = self.pods().map(|(_, record)| Rc::clone(record.pod())).collect();
        let pods: Vec<&Pod> = pods.iter().map(|pod| &**pod).collect();
        let mut tainted_pods = Table::new();
        for work in claims.pending_work(&pods) {
            match work {
                ClaimWork::Evict { pod, after } => self.evict_from_device(&pod, after, &mut tainted_pods),
                ClaimWork::Fail { pod, text } => self.report_failure(&pod, text),
                ClaimWork::Write(claim) => self.store_device(DeviceObject::Claim(claim)),
                // Releases that ignore claims do not have this controller.
                ClaimWork::Reserve(claim) => {
                    if self.settings().flow.ignores_resource_claim_pods {
                        self.store_device(DeviceObject::Claim(claim));
                    }
                }
                ClaimWork::Remove(namespace, name) => self.remove_device(DeviceKind::Claim, &namespace, &name),
                ClaimWork::Make { claim, pod, entry } => {
                    let name = self.create_device_claim(claim);
                    self.set_claim_status(&pod, entry, name);
                }
            }
        }
        self.state_mut().tainted_pods = tainted_pods;
    }

    /// Evicts a pod because of a taint of its devices, at once or after the pod's toleration. Upstream: `devicetainteviction.Controller`.
    fn evict_from_device(&mut self, pod: &NamespacedName, after: Millis, tainted_pods: &mut Table<Str, Millis>) {
        let Some(id) = self.pod_id(pod).filter(|_| self.settings().flow.evicts_from_tainted_devices) else { return };
        let now = self.now();
        let since = self.state().tainted_pods.get(&id.uid).copied().unwrap_or(now);
        let until = since + after;
        if until > now {
            tainted_pods.insert(id.uid, since);
            return self.schedule(until, ResourceClaimTask::EvictTainted);
        }
        self.record_message(Kind::Pod, pod, false, "DeviceTaintManagerEviction", "Marking for deletion".into());
        self.delete_pod(pod, Deletion::DeviceTainted);
    }

    /// Records that a claim cannot be created, once per pod although the controller retries.
    fn report_failure(&mut self, pod: &NamespacedName, text: Str) {
        let Some(uid) = self.pod(pod).map(|record| record.info.uid().clone()) else { return };
        if self.state_mut().reported_pods.insert(uid) {
            self.record_message(Kind::Pod, pod, true, "FailedResourceClaimCreation", text);
        }
    }
}
