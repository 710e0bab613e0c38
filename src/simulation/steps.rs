//! Steps of a run: one task after the other, until nothing more can happen.

use std::rc::Rc;

use api::Millis;
use runlog::{Attempt, EVENT_LIMIT, Ending, Event, EventKind};

use super::{
    action::Action,
    agenda::{Due, Task},
    node_lifecycle::set_condition_taints,
    state::Simulation,
};

/// How long a run without a duration goes on when nothing happens but retries.
const MAX_RETRY_TIME: Millis = Millis::from_seconds(30);

impl Simulation {
    /// Does these as well at a moment: puts them at the end of the script.
    pub fn add_actions(&mut self, at: Millis, actions: Vec<Action>) {
        let mut script = self.script.to_vec();
        for action in actions {
            self.agenda.add(at, Task::Script(script.len()));
            script.push(action);
        }
        self.script = script.into();
    }

    /// Does what is due next and gives the events of it; `None` when the run is over.
    pub fn step(&mut self) -> Option<Vec<Event>> {
        if self.ended {
            return None;
        }
        if self.is_idle() {
            self.end_run(Ending::Quiet);
        } else if self.emitted > EVENT_LIMIT {
            self.end_run(Ending::Limit);
        } else if let Some((at, task)) = self.agenda.pop() {
            match self.end_at {
                Some(until) if at > until => {
                    self.now = until;
                    self.end_run(Ending::Duration);
                }
                _ => {
                    debug_assert!(at >= self.now, "the agenda never runs backwards");
                    self.now = at;
                    self.perform_task(task);
                }
            }
        }
        let before = self.emitted;
        self.emitted += self.events.len();
        if cfg!(debug_assertions) {
            self.check_step(before);
        }
        Some(std::mem::take(&mut self.events))
    }

    /// Runs to the end and gives all events.
    #[must_use]
    pub fn run_to_end(self) -> (Self, Vec<Event>) {
        self.run_steps(|_| {})
    }

    /// Runs to the end, shows all that each attempt found, and gives all events.
    #[must_use]
    pub fn run_with_attempts(self, show: impl FnMut(&Rc<Attempt>)) -> (Self, Vec<Event>) {
        Self { records_details: true, ..self }.run_steps(show)
    }

    fn run_steps(mut self, mut show: impl FnMut(&Rc<Attempt>)) -> (Self, Vec<Event>) {
        let (mut events, mut shown) = (Vec::new(), self.attempts);
        while let Some(more) = self.step() {
            events.extend(more);
            if let Some(attempt) = self.attempt.as_ref().filter(|_| self.attempts > shown) {
                shown = self.attempts;
                show(attempt);
            }
        }
        (self, events)
    }

    /// Whether the run is over. A pod that nothing will ever help is tried again and again; only a scenario with a
    /// duration wants to see all of that.
    fn is_idle(&self) -> bool {
        if self.end_at.is_some() {
            return self.agenda.is_empty();
        }
        if !self.binding_refused.is_empty() {
            return self.agenda.is_empty();
        }
        let patience = self.agenda.next_at().is_some_and(|at| at > self.last_change + MAX_RETRY_TIME);
        self.agenda.has_only_flushes() || self.agenda.has_only_retries() && patience && !self.has_room_for_refused()
    }

    fn perform_task(&mut self, task: Task) {
        self.workloads.begin_step();
        // At a whole second, what comes into backoff before the look through is still seen by it.
        let before_flush = task < Task::FlushBackoff
            && !self.now.is_zero()
            && self.now == self.now.round_down_to(Millis::from_seconds(1));
        debug_assert!(task.pod().is_none_or(|pod| self.exists(pod)), "a task about a pod goes when the pod goes");
        match task {
            Task::Script(index) if self.script[index].creates_only() => self.create_from_script(index),
            // When a pod goes, its tasks go with it.
            task if task.pod().is_some_and(|pod| !self.exists(pod)) => {}
            Task::Preempt(preemption) => self.evict_victim(&preemption),
            Task::TaintEviction(_, pod) => self.evict_tainted(&pod.key),
            Task::CheckNodeConditions(node) => self.edit_node(&node, set_condition_taints),
            Task::FinishDeletion(pod) if !self.has_responsive_kubelet(&pod.key) => {
                self.postpone_task(Task::FinishDeletion(pod));
            }
            Task::FinishDeletion(pod) => self.finish_deleted_pod(&pod.key),
            Task::FlushBackoff => {
                let moves = self.queue.flush_backoff(self.now);
                self.record_moves(moves);
            }
            Task::FlushUnschedulable => {
                let moves = self.queue.flush_unschedulable(self.now);
                self.record_moves(moves);
            }
            Task::PollDevices(until, pod) => self.check_devices_ready(until, pod),
            Task::Permit(pod) => self.end_permit_wait(&pod.key),
            Task::ClaimBindingTimeout(pod) => self.time_out_claims(&pod.key),
            Task::PreBind(pod) => self.schedule_binding(&pod.key),
            Task::Bind(pod) => self.bind_pod(&pod.key),
            Task::StartPod(pod) if !self.has_responsive_kubelet(&pod.key) => self.postpone_task(Task::StartPod(pod)),
            Task::StartPod(pod) => self.start_pod(&pod.key),
            Task::FinishCycle => self.finish_cycle(),
            Task::StartCycle => self.start_cycle(),
            other => {
                debug_assert!(self.is_controller_task(&other), "what awaits it is what it does");
                let acting =
                    self.controllers.unwrap_or_else(|| unreachable!("whoever goes on has looked whether it is there"));
                acting(self, Due(other));
            }
        }
        self.schedule_queue_tasks(before_flush);
    }

    /// Puts on the agenda what follows from the state of the queue.
    fn schedule_queue_tasks(&mut self, before_flush: bool) {
        if self.queue.has_next() && self.pending_decision.is_none() {
            self.agenda.add(self.now, Task::StartCycle);
        }
        if self.queue.has_backoff() {
            let next = if before_flush { self.now } else { self.now.round_up_past(Millis::from_seconds(1)) };
            self.agenda.add(next, Task::FlushBackoff);
        }
        if self.queue.has_flushable() {
            self.agenda.add(self.now.round_up_past(Millis::from_seconds(30)), Task::FlushUnschedulable);
        }
    }

    fn end_run(&mut self, ending: Ending) {
        self.ended = true;
        self.emit(EventKind::End(ending));
    }
}
