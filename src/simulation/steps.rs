//! Steps of a run: one task after the other, until nothing more can happen.

use std::rc::Rc;

use api::Millis;
use runlog::{Attempt, Ending, Event, EventKind, StopReason};
use scheduler::RecordDepth;

use super::{
    action::Action,
    simulation::Simulation,
    task::{KubectlTask, Task},
};

/// How long a run without a duration goes on when nothing happens but retries.
const MAX_RETRY_TIME: Millis = Millis::from_seconds(30);

impl Simulation {
    /// Does these as well at a moment: puts them at the end of the script.
    pub fn add_actions(&mut self, at: Millis, actions: Vec<Action>) {
        for index in self.kubectl_mut().add_actions(actions) {
            self.agenda.add(at, KubectlTask::RunAction(index).into());
        }
    }

    /// Goes on behind the end that the run came to, at the end of its duration or when nothing more would have happened, and does these things
    /// first.
    pub fn resume(&mut self, actions: Vec<Action>) {
        self.has_ended = false;
        self.end_at = None;
        self.add_actions(self.now, actions);
    }

    /// Does what is due next and gives the events of it; `None` when the run is over.
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
        } else if let Some((at, task)) = self.agenda.pop() {
            match self.end_at {
                Some(until) if at > until => {
                    self.now = until;
                    self.end_run(Ending::Duration);
                }
                _ => {
                    debug_assert!(at >= self.now, "the agenda never runs backwards");
                    self.now = at;
                    self.run_task_and_schedule(task);
                }
            }
        }
        let before = self.emitted;
        self.emitted += self.log.events().len();
        if cfg!(debug_assertions) {
            self.check_step(before);
        }
        Some(self.log.take())
    }

    fn run_task_and_schedule(&mut self, task: Task) {
        // At a whole second, what comes into backoff before the flush is still seen by it.
        let is_before_flush = task.precedes_backoff_flush()
            && !self.now.is_zero()
            && self.now == self.now.round_down_to(Millis::from_seconds(1));
        self.run_task(task);
        self.schedule_queue_tasks(is_before_flush);
    }

    /// Runs to the end and gives all events.
    #[must_use]
    pub fn run_to_end(self) -> (Self, Vec<Event>) {
        self.run_steps(|_| {})
    }

    /// Runs to the end, shows all that each attempt found, and gives all events.
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

    /// Whether the run is over. A pod that nothing will ever help is tried again and again; only a scenario with a
    /// duration wants to see all of that. One that no event wakes although it would fit is waited for.
    fn is_idle(&self) -> bool {
        if self.end_at.is_some() || self.scheduler().has_refused_bindings() {
            return self.agenda.is_empty();
        }
        let patience = self.agenda.next_at().is_some_and(|at| at > self.log.last_change() + MAX_RETRY_TIME);
        let has_only_repeats = self.agenda.has_only_flushes()
            || self.agenda.has_only_retries() && patience && !self.has_room_for_refused();
        has_only_repeats && !self.would_flush_help(self.log.last_change())
    }

    /// Whether a controller would get a pod now that was refused to it, when it tries again.
    fn has_room_for_refused(&self) -> bool {
        self.work_queue.refused_workloads().any(|id| {
            let has_claims =
                self.api.workload(id).is_none_or(|workload| !workload.spec.volume_claim_templates.is_empty());
            !has_claims && self.api.pod_refusal(id, &self.settings.flow).is_none()
        })
    }

    fn end_run(&mut self, ending: Ending) {
        self.has_ended = true;
        self.log.push(self.now, EventKind::End(ending));
    }
}
