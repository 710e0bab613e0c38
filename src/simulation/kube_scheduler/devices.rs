//! Devices between the scheduling decision and the binding.
//!
//! | upstream | here |
//! |---|---|
//! | `DynamicResources`, Reserve | allocates devices in memory: no other pod gets them, and other components do not see it yet |
//! | `DynamicResources`, `PreBind` | writes the allocation and the pod to its claims, and waits for the devices' binding conditions |
//! | `DynamicResources`, Unreserve | drops what is in memory; claims that were written lose the pod, but stay allocated |

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
use crate::{ids::PodId, task::SchedulerTask};

/// How often the scheduler checks the binding conditions of devices.
const POLL_INTERVAL: Millis = Millis::from_seconds(5);

impl Scheduler<'_> {
    /// The plugin that rejects a new pod at `PreEnqueue`, if any. Members of groups are checked together with their other gates.
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

    /// `PreBind`: writes the allocations to the pod's claims, one after the other. Returns whether the binding has to wait or has failed.
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
                    // An upstream bug: `Unreserve` also drops a share of the allocation, so that a claim which siblings share may no longer be in
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

    /// Returns whether the binding has to wait for its devices' conditions, or has failed.
    fn wait_for_devices(&mut self, key: &NamespacedName, profile: usize) -> bool {
        let (Some(plan), Some(claims)) = (self.claim_plan(key), self.claims()) else { return false };
        let rules = self.state().profiles[profile].claims;
        match claims.are_devices_ready(&plan) {
            Ok(_) | Err(_) if !rules.has_beta_features => false,
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

    /// Checks whether the pod's devices are ready. The wait ends at `until`.
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

    /// Drops allocations in memory. Claims that were written lose the pod as a user, but stay allocated.
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

    /// Releases a claim on behalf of `PostFilter`.
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
