//! Replays a run to recompute the details of its attempts.
//!
//! The log has a [summary](runlog::AttemptSummary) of each attempt. The engine is deterministic, so continuing from an earlier state reproduces an
//! attempt in full. [`Replay`] keeps snapshots of the run; they share unchanged data.

use std::rc::Rc;

use api::Millis;
use runlog::{Attempt, Event, EventHints};
use scheduler::{RecordDepth, attempt_memo::RejectionMemo};

use super::{
    action::ClusterAction,
    client::{Controllers, State},
    components::CONTROLLERS,
    kubelet::state::Kubelets,
    scenario::Scenario,
    simulation::Simulation,
};

/// Attempts between two snapshots at first.
const INITIAL_INTERVAL: usize = 8;
/// The most snapshots kept. Beyond that, every second one is dropped, and the interval doubles.
const MAX_SNAPSHOTS: usize = 96;

impl Simulation {
    /// Makes the run record the evidence of its attempts.
    #[must_use]
    pub fn with_recording(mut self) -> Self {
        self.scheduler_mut().set_recording(Some(RecordDepth::Evidence));
        self
    }
}

/// A run with snapshots from which parts of it can be replayed.
#[derive(Debug)]
pub struct Replay {
    live: Simulation,
    /// Snapshots between attempts, starting with the initial state.
    snapshots: Vec<Simulation>,
    interval: usize,
    /// The state after the last requested attempt, because the next one is usually requested next.
    last: Option<Simulation>,
}

impl Replay {
    /// A run of the scenario.
    #[must_use]
    pub fn new(scenario: Scenario) -> Self {
        Self::from_simulation(Simulation::new(scenario))
    }

    /// A replayable run from a simulation that has not begun.
    #[must_use]
    pub fn from_simulation(mut simulation: Simulation) -> Self {
        simulation.scheduler_mut().set_recording(Some(RecordDepth::Summary));
        Self { snapshots: vec![simulation.clone()], live: simulation, interval: INITIAL_INTERVAL, last: None }
    }

    /// Executes the next task and returns its events; `None` if the run has ended.
    pub fn step(&mut self) -> Option<Vec<Event>> {
        let since = self.live.attempts() - self.snapshots.last().map_or(0, Simulation::attempts);
        if since >= self.interval {
            self.keep_snapshot();
        }
        self.live.step()
    }

    /// Provides the controllers to the run and its snapshots.
    pub fn set_controllers(&mut self, controllers: &'static Controllers) {
        let states = self.snapshots.iter_mut().chain(&mut self.last).chain([&mut self.live]);
        states.for_each(|state| state.cluster.controllers = Some(controllers));
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
        // The last attempt is large, and snapshots do not need it.
        let mut snapshot = self.live.clone();
        snapshot.scheduler_mut().forget_last_attempt();
        self.snapshots.push(snapshot);
        debug_assert!(self.snapshots.len() <= MAX_SNAPSHOTS, "no more states are kept than wanted");
        debug_assert!(self.snapshots.is_sorted_by_key(Simulation::attempts), "states are kept in the order of the run");
    }

    /// A copy of the run from shortly before `at`, in which these actions are executed at `at` as if they were in the script. Its attempts are not
    /// recorded, so that they can be answered from a memo. It has no limit of events; the caller has to limit it.
    #[must_use]
    pub fn fork_at(&self, at: Millis, actions: Vec<ClusterAction>) -> Simulation {
        let before = self.snapshots.partition_point(|state| state.now() < at).saturating_sub(1);
        let mut state = self.snapshots[before].clone();
        let scheduler = state.scheduler_mut();
        scheduler.set_recording(None);
        scheduler.set_memo(Box::new(RejectionMemo::default()));
        state.cluster.controllers = Some(&CONTROLLERS);
        state.event_limit = None;
        Kubelets::of_mut(&mut state.cluster.components).forget_rejections();
        state.add_actions(at, actions);
        state
    }

    /// A copy of the run as it is before anything happens at `at` or later.
    #[must_use]
    pub fn state_at(&self, at: Millis) -> Simulation {
        let mut state = self.fork_at(at, Vec::new());
        while state.cluster.agenda.next_at().is_some_and(|next| next < at) && state.step().is_some() {}
        state
    }

    /// The queueing hints of the events in the step that the log's event with this number, from 1, belongs to. The step is executed again.
    #[must_use]
    pub fn event_hints(&self, number: usize) -> Vec<EventHints> {
        let before = self.snapshots.partition_point(|state| state.emitted < number).saturating_sub(1);
        let mut state = self.snapshots[before].clone();
        state.cluster.controllers = Some(&CONTROLLERS);
        state.scheduler_mut().record_hints();
        while state.emitted < number {
            let emitted = state.emitted;
            if state.step().is_none() {
                break;
            }
            let hints = state.scheduler_mut().take_hints();
            if state.emitted >= number {
                let placed = hints.into_iter().map(|hints| EventHints { position: emitted + hints.position, ..hints });
                return placed.filter(|hints| !hints.pods.is_empty()).collect();
            }
        }
        Vec::new()
    }

    /// The run up to its current step.
    #[must_use]
    pub fn simulation(&self) -> &Simulation {
        &self.live
    }

    /// The number of snapshots.
    #[must_use]
    pub fn snapshot_count(&self) -> usize {
        self.snapshots.len()
    }

    /// An attempt in full detail, by its number from 0; `None` if there is none with this number yet.
    pub fn detail(&mut self, number: usize) -> Option<Rc<Attempt>> {
        if number >= self.live.attempts() {
            return None;
        }
        let before = self.snapshots.partition_point(|state| state.attempts() <= number).checked_sub(1)?;
        let near = self.snapshots[before].attempts()..=number + 1;
        let last = self.last.take().filter(|state| near.contains(&state.attempts()));
        let mut state = last.unwrap_or_else(|| self.snapshots[before].clone());
        while state.attempts() <= number {
            // The number of attempts of a group's cycle is known at its end only.
            let is_requested = state.attempts() == number || state.cluster.settings.gates.generic_workload;
            state.scheduler_mut().set_recording(is_requested.then_some(RecordDepth::Details));
            state.step()?;
        }
        let attempt = state.scheduler().attempt_of_last_step(number);
        self.last = Some(state);
        attempt
    }
}
