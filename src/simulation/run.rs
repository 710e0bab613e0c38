//! How a run goes on: one task after the other, until nothing more can happen.

use record::EVENT_LIMIT;
use std::rc::Rc;

use api::Millis;
use record::Attempt;

use super::action::Action;
use super::agenda::{Due, Task};
use super::node_life::condition_taints;
use super::state::Simulation;
use record::{Ending, Event, What};

/// How long a run without a duration goes on when nothing happens but retries.
const RETRIES_SHOWN: Millis = Millis::of_seconds(30);

impl Simulation {
    /// Does these as well at a moment: puts them at the end of the script.
    pub fn add(&mut self, at: Millis, actions: Vec<Action>) {
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
            self.end(Ending::Quiet);
        } else if self.emitted > EVENT_LIMIT {
            self.end(Ending::Limit);
        } else if let Some((at, task)) = self.agenda.pop() {
            match self.until {
                Some(until) if at > until => {
                    self.now = until;
                    self.end(Ending::Duration);
                }
                _ => {
                    debug_assert!(at >= self.now, "the agenda never runs backwards");
                    self.now = at;
                    self.perform(task);
                }
            }
        }
        let before = self.emitted;
        self.emitted += self.events.len();
        if cfg!(debug_assertions) {
            self.check(before);
        }
        Some(std::mem::take(&mut self.events))
    }

    /// Runs to the end and gives all events.
    #[must_use]
    pub fn run(self) -> (Self, Vec<Event>) {
        self.finished(|_| {})
    }

    /// Runs to the end, shows all that each attempt found, and gives all events.
    #[must_use]
    pub fn watched(self, show: impl FnMut(&Rc<Attempt>)) -> (Self, Vec<Event>) {
        Self { closely: true, ..self }.finished(show)
    }

    fn finished(mut self, mut show: impl FnMut(&Rc<Attempt>)) -> (Self, Vec<Event>) {
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
        if self.until.is_some() {
            return self.agenda.is_empty();
        }
        if !self.refused.is_empty() {
            return self.agenda.is_empty();
        }
        let patience = self.agenda.next_at().is_some_and(|at| at > self.changed + RETRIES_SHOWN);
        self.agenda.has_only_leftovers() || self.agenda.has_only_retries() && patience && !self.has_room_for_refused()
    }

    fn perform(&mut self, task: Task) {
        self.workloads.begin_step();
        // At a whole second, what comes into backoff before the look through is still seen by it.
        let before_flush =
            task < Task::FlushBackoff && !self.now.is_zero() && self.now == self.now.down_to(Millis::of_seconds(1));
        debug_assert!(task.pod().is_none_or(|pod| self.is_there(pod)), "a task about a pod goes when the pod goes");
        match task {
            Task::Script(index) if self.script[index].makes() => self.make(index),
            // When a pod goes, its tasks go with it.
            task if task.pod().is_some_and(|pod| !self.is_there(pod)) => {}
            Task::Preempt(preemption) => self.preempt(&preemption),
            Task::TaintEviction(_, pod) => self.evict_tainted(&pod.key),
            Task::Conditions(node) => self.edit_node(&node, condition_taints),
            Task::Gone(pod) if !self.kubelet_answers(&pod.key) => self.put_off(Task::Gone(pod)),
            Task::Gone(pod) => self.end_pod(&pod.key),
            Task::FlushBackoff => {
                let moves = self.queue.flush_backoff(self.now);
                self.note_moves(moves);
            }
            Task::FlushLeftover => {
                let moves = self.queue.flush_leftover(self.now);
                self.note_moves(moves);
            }
            Task::DevicesReady(until, pod) => self.poll_devices(until, pod),
            Task::Permit(pod) => self.end_waiting(&pod.key),
            Task::ClaimsLate(pod) => self.claims_late(&pod.key),
            Task::PreBind(pod) => self.bind_later(&pod.key),
            Task::Bind(pod) => self.bind(&pod.key),
            Task::Start(pod) if !self.kubelet_answers(&pod.key) => self.put_off(Task::Start(pod)),
            Task::Start(pod) => self.start_pod(&pod.key),
            Task::Decided => self.decided(),
            Task::Cycle => self.cycle(),
            other => {
                debug_assert!(self.is_for_acting(&other), "what awaits it is what it does");
                let acting =
                    self.acting.unwrap_or_else(|| unreachable!("whoever goes on has looked whether it is there"));
                acting(self, Due(other));
            }
        }
        self.plan(before_flush);
    }

    /// Puts on the agenda what follows from the state of the queue.
    fn plan(&mut self, before_flush: bool) {
        if self.queue.has_next() && self.deciding.is_none() {
            self.agenda.add(self.now, Task::Cycle);
        }
        if self.queue.has_backoff() {
            let next = if before_flush { self.now } else { self.now.up_past(Millis::of_seconds(1)) };
            self.agenda.add(next, Task::FlushBackoff);
        }
        if self.queue.waits() {
            self.agenda.add(self.now.up_past(Millis::of_seconds(30)), Task::FlushLeftover);
        }
    }

    fn end(&mut self, ending: Ending) {
        self.ended = true;
        self.emit(What::End(ending));
    }
}
