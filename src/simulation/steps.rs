//! Executes a run step by step, until nothing more can happen.

use std::rc::Rc;

use api::Millis;
use runlog::{Attempt, Ending, Event, EventKind, StopReason};
use scheduler::RecordDepth;

use super::{
    action::ClusterAction,
    simulation::Simulation,
    task::{KubectlTask, Task},
};

/// How long a run without a duration continues when only retries are left.
const MAX_RETRY_TIME: Millis = Millis::from_seconds(30);

impl Simulation {
    /// Appends actions to the script, to be executed at `at`.
    pub fn add_actions(&mut self, at: Millis, actions: Vec<ClusterAction>) {
        for index in self.kubectl_mut().add_actions(actions) {
            self.cluster.agenda.add(at, KubectlTask::RunAction(index).into());
        }
    }

    /// Continues a run that ended because of its duration or because nothing was left to do, and executes these actions first.
    pub fn resume(&mut self, actions: Vec<ClusterAction>) {
        self.has_ended = false;
        self.end_at = None;
        self.add_actions(self.cluster.now, actions);
    }

    /// Executes the next task and returns its events; `None` if the run has ended.
    pub fn step(&mut self) -> Option<Vec<Event>> {
        if self.has_ended {
            return None;
        }
        if self.is_idle() {
            self.end_run(Ending::Quiet);
        } else if self.event_limit.is_some_and(|limit| self.emitted > limit) {
            self.end_run(Ending::Stopped(StopReason::TooManyEvents));
        } else if self.kubelets().rejects_without_end() {
            self.end_run(Ending::Stopped(StopReason::EndlessRejections));
        } else if let Some((at, task)) = self.cluster.agenda.pop() {
            match self.end_at {
                Some(until) if at > until => {
                    self.cluster.now = until;
                    self.end_run(Ending::Duration);
                }
                _ => {
                    assert!(at >= self.cluster.now, "the agenda never runs backwards");
                    self.cluster.now = at;
                    self.run_task_and_schedule(task);
                }
            }
        }
        let before = self.emitted;
        self.emitted += self.cluster.log.events().len();
        if cfg!(debug_assertions) {
            self.check_step(before);
        }
        Some(self.cluster.log.take())
    }

    fn run_task_and_schedule(&mut self, task: Task) {
        // At a whole second, pods that enter backoff before the flush of this instant are still flushed.
        let is_before_flush = task.precedes_backoff_flush()
            && !self.cluster.now.is_zero()
            && self.cluster.now == self.cluster.now.round_down_to(Millis::from_seconds(1));
        self.cluster.run_task(task);
        self.cluster.schedule_queue_tasks(is_before_flush);
    }

    /// Runs to the end, and returns the run with all events.
    #[must_use]
    pub fn run_to_end(self) -> (Self, Vec<Event>) {
        self.run_steps(|_| {})
    }

    /// Runs to the end, calls `show` with each attempt in full detail, and returns the run with all events.
    #[must_use]
    pub fn run_with_attempts(mut self, show: impl FnMut(&Rc<Attempt>)) -> (Self, Vec<Event>) {
        self.scheduler_mut().set_recording(Some(RecordDepth::Details));
        self.run_steps(show)
    }

    fn run_steps(mut self, mut show: impl FnMut(&Rc<Attempt>)) -> (Self, Vec<Event>) {
        let (mut events, mut shown_attempts) = (Vec::new(), self.attempts());
        while let Some(more) = self.step() {
            events.extend(more);
            self.attempts_since(shown_attempts).for_each(|attempt| show(&attempt));
            shown_attempts = self.attempts();
        }
        (self, events)
    }

    /// Whether the run is over. A pod that nothing helps is retried forever, which only a scenario with a duration shows. Pods that fit, but that no
    /// event has woken, are waited for.
    fn is_idle(&self) -> bool {
        if self.end_at.is_some() || self.scheduler().has_refused_bindings() {
            return self.cluster.agenda.is_empty();
        }
        let patience =
            self.cluster.agenda.next_at().is_some_and(|at| at > self.cluster.log.last_change() + MAX_RETRY_TIME);
        let has_only_repeats = self.cluster.agenda.has_only_flushes()
            || self.cluster.agenda.has_only_retries() && patience && !self.has_room_for_refused();
        has_only_repeats
            && !self.scheduler().would_flush_help(self.cluster.api.objects(), self.cluster.log.last_change())
    }

    /// Whether admission would now accept pods that it rejected before.
    fn has_room_for_refused(&self) -> bool {
        self.cluster.work_queue.refused_workloads().any(|id| {
            let has_claims =
                self.cluster.api.workload(id).is_none_or(|workload| !workload.spec.volume_claim_templates.is_empty());
            !has_claims && self.cluster.api.pod_refusal(id, &self.cluster.settings.flow).is_none()
        })
    }

    fn end_run(&mut self, ending: Ending) {
        self.has_ended = true;
        self.cluster.log.push(self.cluster.now, EventKind::End(ending));
    }
}
