//! Volumes and devices that plugins reserve for a pod, between the scheduling decision and the binding.

use api::{NamespacedName, Str};
use runlog::EventKind;
use scheduler::binding;

use super::Scheduler;
use crate::{client::ReservationStep, ids::PodId, task::SchedulerTask};

impl Scheduler<'_> {
    /// Executes a step. Returns whether the pod's binding has to wait.
    pub(crate) fn run_reservation_step(
        &mut self,
        key: &NamespacedName,
        profile: usize,
        step: ReservationStep<'_>,
    ) -> bool {
        match step {
            ReservationStep::Reserve { node, reserved } => {
                for plan in reserved.iter().filter_map(|reservation| reservation.volumes()) {
                    self.reserve_volumes(key, node, plan);
                }
                for plan in reserved.iter().filter_map(|reservation| reservation.claims()) {
                    self.put_devices_in_flight(plan);
                }
            }
            ReservationStep::WriteVolumes => return self.write_volumes(key, profile),
            ReservationStep::WriteDevices => return self.write_claim_allocations(key, profile),
            ReservationStep::Unreserve => {
                self.unreserve_volumes(key);
                self.unreserve_devices(key);
            }
            ReservationStep::Release(freed) => self.release_claim(freed),
        }
        false
    }

    /// Executes a task about claims or devices of a pod that is being bound.
    pub(crate) fn run_reservation_task(&mut self, task: SchedulerTask) {
        match task {
            SchedulerTask::TimeOutClaims(pod) => self.time_out_claims(&pod.key),
            SchedulerTask::PollDevices(until, pod) => self.check_devices_ready(until, pod),
            _ => unreachable!("a task about something else"),
        }
    }

    /// Returns whether the binding has to wait until claims of the pod are bound, or has failed.
    fn write_volumes(&mut self, key: &NamespacedName, profile: usize) -> bool {
        let Some((node, pod)) = self.assumed_pod(key) else { return false };
        let prepared = binding::run_pre_bind(&self.state().profiles[profile], &self.placement(key, &pod, &node));
        let Ok(binding::PreBindResult { claims: Some((_, longest)), .. }) = prepared else { return false };
        self.announce_expected_node(key, &node);
        let claims = match self.write_reserved_claims(key) {
            Ok(claims) => claims,
            Err(text) => {
                self.fail_volume_binding(key, &text);
                return true;
            }
        };
        if claims.is_empty() {
            return false;
        }
        let claims = claims.into_iter().map(Str::from).collect();
        let until = self.now() + longest;
        self.schedule(until, SchedulerTask::TimeOutClaims(PodId { key: key.clone(), uid: pod.uid().clone() }));
        self.emit(EventKind::PreBinding { pod: key.clone(), node, claims, until });
        true
    }
}
