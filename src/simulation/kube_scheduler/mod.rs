//! The scheduler of a run: `kube-scheduler` around the cycle of the crate [`scheduler`].
//!
//! `event_handlers` keep its cache and its queue up to date with changes of the API server; `cycle` pops a pod and decides;
//! `groups` does the same for a group of pods; `preemption` evicts victims; `binding` takes a decision through `Reserve`, `Permit`, `PreBind`
//! and `Bind`. The work of `volumes` and `devices` on the way (`reservations`) comes with the controllers.

mod binding;
mod cycle;
mod devices;
mod event_handlers;
mod groups;
mod invariants;
mod last_flush;
mod preemption;
pub(crate) mod reservation_step;
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

    /// Puts on the agenda what follows from the state of the queue. What comes into backoff at a whole second before the flush is flushed
    /// at once.
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

    /// The profile of a pod; none if the scheduler leaves the pod alone.
    fn profile_index(&self, pod: &Pod) -> Option<usize> {
        // Nobody knows claims where the text has none of them and of devices.
        let knows_claims = self.objects().claims.is_some();
        let ignores = self.settings().flow.ignores_resource_claim_pods;
        let is_ignored = !knows_claims && ignores && !pod.spec.resource_claims.is_empty();
        profile_of(&self.state().profiles, pod).filter(|_| !is_ignored)
    }

    /// The profile of a pod that has one.
    fn profile(&self, pod: &Pod) -> &Profile {
        &self.state().profiles[self.profile_index(pod).unwrap_or(0)]
    }
}
