//! The resource claim controller: creates claims from templates, removes users that are gone, and frees devices that nobody uses any
//! more. Upstream: `resourceclaim.Controller`.
//!
//! What claims and devices are is the business of [`Claims`](scheduler::cluster::Claims); here they are objects that come, change and go.

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
    /// Something changed that the controller may want to act on: it comes to that after its delay.
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
                // Releases that know no claims have no such controller.
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

    /// A taint of its devices evicts a pod, at once or when it has tolerated the taint for long enough. Upstream: `devicetainteviction.Controller`.
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

    /// The controller tries again and again; its message is reported once.
    fn report_failure(&mut self, pod: &NamespacedName, text: Str) {
        let Some(uid) = self.pod(pod).map(|record| record.info.uid().clone()) else { return };
        if self.state_mut().reported_pods.insert(uid) {
            self.record_message(Kind::Pod, pod, true, "FailedResourceClaimCreation", text);
        }
    }
}
