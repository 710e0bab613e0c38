//! The scheduler of a run: what `kube-scheduler` does around the cycle of the crate [`scheduler`].
//!
//! `event_handlers` keeps cache and queue up to date with the API server; `cycle` pops a pod and decides; `groups` does the same for a pod group;
//! `preemption` evicts victims; `binding` takes a decision through `Reserve`, `Permit`, `PreBind` and `Bind`. The steps for `volumes` and `devices`
//! (`reservations`) are loaded with the controllers. `hints` records why events move pods, when a run is inspected.

mod binding;
mod cycle;
mod devices;
mod event_handlers;
mod groups;
mod hint_explanation;
mod hints;
mod invariants;
mod last_flush;
mod preemption;
mod reservations;
pub(crate) mod state;
mod volumes;

use api::{Millis, Pod};
use scheduler::framework::Profile;

use self::state::{KubeScheduler, profile_of};
use super::{client::Component, task::SchedulerTask};

type Scheduler<'s> = Component<'s, KubeScheduler>;

impl Scheduler<'_> {
    pub(crate) fn run_task(&mut self, task: SchedulerTask) {
        let now = self.now();
        match task {
            SchedulerTask::Preempt(eviction) => self.evict_last_victim(&eviction),
            SchedulerTask::FlushBackoff => {
                let moves = self.state_mut().queue.flush_backoff(now);
                self.record_moves(moves);
            }
            SchedulerTask::FlushUnschedulable => {
                let moves = self.state_mut().queue.flush_unschedulable(now);
                self.record_moves(moves);
            }
            SchedulerTask::EndPermit(pod) => self.end_permit_wait(&pod.key),
            SchedulerTask::EndPreBind(pod) => self.schedule_binding(&pod.key),
            SchedulerTask::Bind(pod) => self.bind(&pod.key),
            SchedulerTask::FinishCycle => self.finish_cycle(),
            SchedulerTask::StartCycle => self.start_cycle(),
            SchedulerTask::TimeOutClaims(_) | SchedulerTask::PollDevices(..) => {
                debug_assert!(false, "{task:?} comes with the controllers");
            }
        }
    }

    /// Schedules the tasks that follow from the state of the queue. With `is_before_flush`, the flush of this instant has not run yet, so pods that
    /// enter backoff now are flushed now.
    pub(crate) fn schedule_queue_tasks(&mut self, is_before_flush: bool) {
        let (now, state) = (self.now(), self.state());
        let (has_next, has_backoff, has_flushable) = (
            state.queue.has_next() && state.pending_decision.is_none() && !self.has_group_to_hold(),
            state.queue.has_backoff(),
            state.queue.has_flushable(),
        );
        if has_next {
            self.schedule(now, SchedulerTask::StartCycle);
        } else {
            self.report_held_group();
        }
        if has_backoff {
            let next = if is_before_flush { now } else { now.round_up_past(Millis::from_seconds(1)) };
            self.schedule(next, SchedulerTask::FlushBackoff);
        }
        if has_flushable {
            self.schedule(now.round_up_past(Millis::from_seconds(30)), SchedulerTask::FlushUnschedulable);
        }
    }

    /// The index of a pod's profile; `None` if the scheduler ignores the pod.
    fn profile_index(&self, pod: &Pod) -> Option<usize> {
        // Without any device objects in the manifest, claims cannot be evaluated.
        let knows_claims = self.objects().claims.is_some();
        let ignores = self.settings().flow.ignores_resource_claim_pods;
        let is_ignored = !knows_claims && ignores && !pod.spec.resource_claims.is_empty();
        profile_of(&self.state().profiles, pod).filter(|_| !is_ignored)
    }

    /// The profile of a pod that is known to have one.
    fn profile(&self, pod: &Pod) -> &Profile {
        &self.state().profiles[self.profile_index(pod).unwrap_or(0)]
    }
}
