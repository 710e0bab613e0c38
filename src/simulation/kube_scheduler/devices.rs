//! The scheduler and devices, between a decision and the binding.
//!
//! | upstream | here |
//! |---|---|
//! | `DynamicResources`, Reserve | devices are set aside: nobody else gets them, and the API server does not see it yet |
//! | `DynamicResources`, `PreBind` | writes devices and the pod to its claims, and waits for conditions of devices |
//! | `DynamicResources`, Unreserve | gives back what was set aside; claims that were written lose the pod, and keep their devices |

use api::{
    Kind, Millis, NamespacedName, Pod,
    devices::{DeviceKind, DeviceObject},
};
use runlog::{EventKind, PluginId, Point, RowId, UpstreamMessage};
use scheduler::{
    SchedulingFailure,
    cluster::{ClaimPlan, ClaimWork, FreedClaim},
};

use super::Scheduler;
use crate::task::{PodId, SchedulerTask};

/// How often the scheduler looks whether devices are ready.
const POLL_INTERVAL: Millis = Millis::from_seconds(5);

impl Scheduler<'_> {
    /// What holds a new pod back before it is queued. Members of groups are asked about together with what else gates them.
    pub(super) fn pre_enqueue_rejection(&self, pod: &Pod) -> Option<RowId> {
        if self.settings().gates.generic_workload && pod.spec.scheduling_group.is_some() {
            return None;
        }
        let claims = self.objects().claims.as_ref()?;
        let rows = &self.state().profiles[self.profile_index(pod)?];
        let row = rows.filters.iter().find(|row| row.plugin == PluginId::DynamicResources)?;
        (!claims.are_claims_ready(pod)).then(|| row.id.clone())
    }

    fn claim_plan(&self, key: &NamespacedName) -> Option<ClaimPlan> {
        self.state().assumed.get(key)?.reservations().iter().find_map(|reservation| reservation.claims()).cloned()
    }

    /// `PreBind`: devices are written to the pod's claims, one after the other. Whether the pod has to wait for them, or fails.
    pub(super) fn write_claim_allocations(&mut self, key: &NamespacedName, profile: usize) -> bool {
        let Some((node, _)) = self.assumed_pod(key) else { return false };
        let Some(plan) = self.claim_plan(key) else { return false };
        self.announce_expected_node(key, &node);
        self.set_device_clock();
        for planned in &plan.claims {
            let Some(claims) = self.claims() else { return false };
            match claims.bound_claim(&plan, planned) {
                Ok(claim) if planned.is_made => {
                    self.create_device_claim(claim);
                }
                Ok(claim) => self.store_device(DeviceObject::Claim(claim)),
                Err(text) => {
                    if planned.is_new {
                        self.remove_devices_in_flight(planned, false);
                    }
                    // An upstream bug: `Unreserve` gives up a share of the allocation, too, so that a claim which siblings share may be out of
                    // flight before the last of them is done.
                    self.fail_device_binding(key, &text);
                    return true;
                }
            }
            if planned.is_new {
                self.remove_devices_in_flight(planned, true);
            }
        }
        self.wait_for_devices(key, profile)
    }

    /// Whether the pod waits for conditions of its devices.
    fn wait_for_devices(&mut self, key: &NamespacedName, profile: usize) -> bool {
        let (Some(plan), Some(claims)) = (self.claim_plan(key), self.claims()) else { return false };
        let rules = self.state().profiles[profile].claims;
        match claims.are_devices_ready(&plan) {
            Ok(_) | Err(_) if !rules.beta_features => false,
            Ok(true) => false,
            Err(text) => {
                self.fail_device_binding(key, &text);
                true
            }
            Ok(false) => {
                let Some(id) = self.pod_id(key) else { return false };
                let node = self.state().assumed.get(key).map(|assumed| assumed.node.clone()).unwrap_or_default();
                let names = plan.claims.iter().map(|planned| planned.claim.metadata.name.clone()).collect();
                let now = self.now();
                let until = now + rules.binding_timeout;
                self.emit(EventKind::PreBinding { pod: key.clone(), node: node.clone(), claims: names, until });
                let text = format!("waiting for binding conditions for device on node {node}");
                self.record_message(Kind::Pod, key, false, "BindingConditionsPending", text.into());
                self.schedule(now + POLL_INTERVAL, SchedulerTask::PollDevices(until, id));
                true
            }
        }
    }

    /// The scheduler looks whether the pod's devices are ready.
    pub(super) fn check_devices_ready(&mut self, until: Millis, id: PodId) {
        let key = id.key.clone();
        let (Some(plan), Some(claims)) = (self.claim_plan(&key), self.claims()) else { return };
        match claims.are_devices_ready(&plan) {
            Ok(true) => self.schedule_binding(&key),
            Err(text) => self.fail_device_binding(&key, &text),
            Ok(false) if self.now() >= until => {
                let name = plan.claims.first().map(|planned| planned.claim.metadata.name.as_str()).unwrap_or_default();
                let text = format!("device binding timeout: claim={name}");
                self.fail_device_binding(&key, &text);
            }
            Ok(false) => {
                let at = self.now() + POLL_INTERVAL;
                self.schedule(at, SchedulerTask::PollDevices(until, id));
            }
        }
    }

    fn fail_device_binding(&mut self, key: &NamespacedName, text: &str) {
        let Some(info) = self.pod_info(key) else { return };
        let rows = self.profile(&info.pod);
        let message = UpstreamMessage::PreBindError { pod: &info.pod.metadata.name, plugin: "DynamicResources", text };
        let failure = SchedulingFailure::error(rows.wording.render(&message));
        self.forget_assumed(key, Point::PreBind, failure);
    }

    /// Unreserve: gives back what was set aside. Claims that were written lose the pod as a user, and keep their devices.
    pub(super) fn unreserve_devices(&mut self, key: &NamespacedName) {
        let Some(plan) = self.claim_plan(key) else { return };
        for planned in plan.claims.iter().filter(|planned| planned.is_new) {
            self.remove_devices_in_flight(planned, false);
        }
        let released = self.objects().claims.as_ref().map(|claims| claims.released_claims(&plan)).unwrap_or_default();
        for work in released {
            match work {
                ClaimWork::Write(claim) => self.store_device(DeviceObject::Claim(claim)),
                ClaimWork::Remove(namespace, name) => self.remove_device(DeviceKind::Claim, &namespace, &name),
                ClaimWork::Make { .. } | ClaimWork::Fail { .. } | ClaimWork::Reserve(_) | ClaimWork::Evict { .. } => {}
            }
        }
    }

    /// `PostFilter` gives a claim back.
    pub(super) fn release_claim(&mut self, freed: FreedClaim) {
        match freed {
            FreedClaim::NoClaims | FreedClaim::Nothing | FreedClaim::Conflict(_) => {}
            FreedClaim::Deleted(namespace, name) => self.remove_device(DeviceKind::Claim, &namespace, &name),
            FreedClaim::Deallocated(namespace, name) => {
                let claim =
                    self.objects().claims.as_ref().and_then(|claims| claims.deallocated_claim(&namespace, &name));
                if let Some(claim) = claim {
                    self.store_device(DeviceObject::Claim(claim));
                }
            }
        }
    }
}
