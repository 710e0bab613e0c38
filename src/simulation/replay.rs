//! Replays a run, so that the details of its attempts can be recomputed.
//!
//! The log keeps a [summary](runlog::AttemptSummary) of each attempt. The engine is deterministic, so what an attempt found
//! is found again when the run goes on from a state before it. [`Replay`] keeps such states while the run goes on; they
//! share what did not change between them.

use std::rc::Rc;

use api::Millis;
use runlog::{Attempt, Event};
use scheduler::{RecordDepth, attempt_memo::RejectionMemo};

use super::{
    action::Action,
    components::State,
    controller_table::CONTROLLERS,
    kubelet::state::Kubelets,
    scenario::Scenario,
    simulation::{Controllers, Simulation},
};

/// Attempts between two states that are kept, at first.
const INITIAL_INTERVAL: usize = 8;
/// How many states are kept at most. Then every second one goes, and the next ones are twice as far apart.
const MAX_SNAPSHOTS: usize = 96;

impl Simulation {
    /// The same run, which from now on keeps what its attempts find.
    #[must_use]
    pub fn with_recording(mut self) -> Self {
        self.scheduler_mut().set_recording(Some(RecordDepth::Evidence));
        self
    }
}

/// A run, with states of it to go on from once more.
#[derive(Debug)]
pub struct Replay {
    live: Simulation,
    /// States between attempts; the first is that of the beginning.
    snapshots: Vec<Simulation>,
    interval: usize,
    /// The state after the attempt that was looked at last: most often the next one is looked at next.
    last: Option<Simulation>,
}

impl Replay {
    /// Sets up a run.
    #[must_use]
    pub fn new(scenario: Scenario) -> Self {
        Self::from_simulation(Simulation::new(scenario))
    }

    /// Watches a run that has not begun.
    #[must_use]
    pub fn from_simulation(mut simulation: Simulation) -> Self {
        simulation.scheduler_mut().set_recording(Some(RecordDepth::Summary));
        Self { snapshots: vec![simulation.clone()], live: simulation, interval: INITIAL_INTERVAL, last: None }
    }

    /// Does what is due next and gives the events of it; `None` when the run is over.
    pub fn step(&mut self) -> Option<Vec<Event>> {
        let since = self.live.attempts() - self.snapshots.last().map_or(0, Simulation::attempts);
        if since >= self.interval {
            self.keep_snapshot();
        }
        self.live.step()
    }

    /// Gives the run what acts beside the scheduler.
    pub fn set_controllers(&mut self, controllers: &'static Controllers) {
        let states = self.snapshots.iter_mut().chain(&mut self.last).chain([&mut self.live]);
        states.for_each(|state| state.controllers = Some(controllers));
    }

    fn keep_snapshot(&mut self) {
        if self.snapshots.len() == MAX_SNAPSHOTS {
            let mut place = 0;
            self.snapshots.retain(|_| {
                place += 1;
                place % 2 == 1
            });
            self.interval *= 2;
            let since = self.live.attempts() - self.snapshots.last().map_or(0, Simulation::attempts);
            if since < self.interval {
                return;
            }
        }
        // What the last attempt found is large, and is never read from a kept state.
        let mut snapshot = self.live.clone();
        snapshot.scheduler_mut().forget_last_attempt();
        self.snapshots.push(snapshot);
        debug_assert!(self.snapshots.len() <= MAX_SNAPSHOTS, "no more states are kept than wanted");
        debug_assert!(self.snapshots.is_sorted_by_key(Simulation::attempts), "states are kept in the order of the run");
    }

    /// The run from shortly before `at` on, in which something more is done then, as an entry of the script would do it. Its attempts are not
    /// recorded, so that they can be answered from what earlier ones found. How many events the run had counts for nothing in the copy: whoever
    /// follows it has a limit.
    #[must_use]
    pub fn fork_at(&self, at: Millis, actions: Vec<Action>) -> Simulation {
        let before = self.snapshots.partition_point(|state| state.now() < at).saturating_sub(1);
        let mut state = self.snapshots[before].clone();
        let scheduler = state.scheduler_mut();
        scheduler.set_recording(None);
        scheduler.set_memo(Box::new(RejectionMemo::default()));
        state.controllers = Some(&CONTROLLERS);
        state.event_limit = None;
        Kubelets::of_mut(&mut state.components).forget_rejections();
        state.add_actions(at, actions);
        state
    }

    /// The run as it is before anything happens at `at` or later.
    #[must_use]
    pub fn state_at(&self, at: Millis) -> Simulation {
        let mut state = self.fork_at(at, Vec::new());
        while state.agenda.next_at().is_some_and(|next| next < at) && state.step().is_some() {}
        state
    }

    /// The run as far as it has come.
    #[must_use]
    pub fn simulation(&self) -> &Simulation {
        &self.live
    }

    /// How many states are kept.
    #[must_use]
    pub fn snapshot_count(&self) -> usize {
        self.snapshots.len()
    }

    /// All that an attempt found, by its number from 0; `None` if there was no such attempt so far.
    pub fn detail(&mut self, number: usize) -> Option<Rc<Attempt>> {
        if number >= self.live.attempts() {
            return None;
        }
        let before = self.snapshots.partition_point(|state| state.attempts() <= number).checked_sub(1)?;
        let near = self.snapshots[before].attempts()..=number + 1;
        let last = self.last.take().filter(|state| near.contains(&state.attempts()));
        let mut state = last.unwrap_or_else(|| self.snapshots[before].clone());
        while state.attempts() <= number {
            // Which attempts the cycle of a group makes is known at its end.
            let is_requested = state.attempts() == number || state.settings.gates.generic_workload;
            state.scheduler_mut().set_recording(is_requested.then_some(RecordDepth::Details));
            state.step()?;
        }
        let attempt = state.scheduler().attempt_of_last_step(number);
        self.last = Some(state);
        attempt
    }
}
