//! The trace of a run: the log of its events, and what is computed from it.
//!
//! The log is the truth. A [`Frame`] is the fold of a prefix of it; [`Trace`] keeps checkpoints so that any frame is near.
//! The log has a summary of each attempt; what it found in detail comes from the program that ran it ([`AttemptLookup`]).
//! [`steps`] cuts the log into the moments that a person stops at, [`decisions`] finds what can be asked before it is shown, [`choices`] says which answer is right and why, [`captions`] finds the moments that a scenario has
//! something to say about, [`moment_names`] gives each a name that links can carry, [`console`] tells the run as `kubectl` would, [`lanes`] spreads its pods out over time, [`attempt_steps`] finds the steps of one attempt, and
//! [`volumes`] follows the claims of pods, [`ruling`] says what budgets, zones and controllers come to and from what, [`calls`] reads a run as calls of the scheduler's functions, [`compare`] holds two runs side by side, and [`History`] is the way back. Nothing here asks the engine anything.
//!
//! `EventKind` is the contract between the engine and whoever shows a run. A `Frame` is the fold of a prefix of the log, and
//! `Trace` keeps a checkpoint every few hundred events (fewer in a large cluster); a frame shares all that did not
//! change. Projecting the whole log gives the engine's final state, which is tested. `steps` cuts the log into the
//! moments that a person stops at. A scenario's captions name theirs by what happens then, so that they stay right when
//! times change; `tests/engine/gallery.rs` runs every built-in scenario, finds its captions, and checks that it shows what it
//! is there for.
//!
//! The log keeps a `AttemptSummary` of each attempt: how it ended, and how many steps of which kind it took. All that it found,
//! an `Attempt` of hundreds of kilobytes in a large cluster, is found again when somebody looks: `Replay` keeps states
//! of the run on the way, which share what did not change between them, and goes on from the nearest one before the
//! attempt. When a run gets long, every second state goes. `tests/engine/details.rs` compares what is found again with what
//! was recorded, for every built-in scenario. Moments, lanes, landmarks and the number of lines in the console follow
//! from the summaries alone. Captions may name what only a detail knows, so the worker finds their places while the run
//! goes on.
//!
//! Lines of the console and lanes of the timeline grow with the log and are kept for the run: a step of the playhead
//! looks up places in them and draws what is in sight. The scheduler's log has the words that a release is known to
//! print (`LogEntry`); lines of ours stand between them and are marked.

pub mod attempt_steps;
pub mod budget_guard;
pub mod calls;
pub mod captions;
pub mod choices;
pub mod compare;
pub mod console;
pub mod current_activity;
pub mod decisions;
pub mod filter_cells;
mod frame;
pub mod group_cycle;
pub mod group_lanes;
pub mod group_loop;
pub mod group_stairs;
pub mod group_steps;
pub mod group_wait;
mod history;
pub mod lanes;
pub mod moment_names;
mod phase;
pub mod pod_ends;
mod printed_status;
pub mod ruling;
mod shared_map;
pub mod steps;
pub mod volumes;

use std::rc::Rc;

pub use frame::{Frame, LatestCount, NodeView, PodView, Slot, ZoneView};
pub use history::History;
pub use phase::Phase;
use runlog::{Attempt, Event};
pub use shared_map::SharedMap;

/// All that an attempt found, by its number in the run, where that is at hand.
pub type AttemptLookup<'d> = &'d dyn Fn(usize) -> Option<Rc<Attempt>>;

/// Events between two checkpoints: a frame is at most so many events away from one.
const CHECKPOINT_EVERY: usize = 512;

/// A frame, and how many events it is the fold of.
#[derive(Clone, Copy, Debug)]
pub struct FrameAt<'f> {
    pub events: usize,
    pub frame: &'f Frame,
}

/// The state of the cluster after so many events.
#[derive(Clone, Debug, Default)]
struct Checkpoint {
    /// How many events have happened.
    events: usize,
    frame: Frame,
}

/// The events of a run, as far as they are known.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    events: Vec<Rc<Event>>,
    /// States of the cluster on the way.
    checkpoints: Vec<Checkpoint>,
    last: Frame,
    /// The most nodes that there were at once.
    most_nodes: usize,
}

impl Trace {
    /// A trace of these events.
    #[must_use]
    pub fn new(events: impl IntoIterator<Item: Into<Rc<Event>>>) -> Self {
        let mut trace = Self::default();
        trace.extend(events);
        trace
    }

    /// Adds what happened next.
    pub fn extend(&mut self, events: impl IntoIterator<Item: Into<Rc<Event>>>) {
        for event in events {
            let event = event.into();
            let since = self.events.len() - self.checkpoints.last().map_or(0, |checkpoint| checkpoint.events);
            if since >= CHECKPOINT_EVERY {
                self.checkpoints.push(Checkpoint { events: self.events.len(), frame: self.last.clone() });
            }
            self.last.apply_event(&event);
            self.most_nodes = self.most_nodes.max(self.last.nodes.len());
            self.events.push(event);
        }
    }

    /// All events.
    #[must_use]
    pub fn events(&self) -> &[Rc<Event>] {
        &self.events
    }

    /// The most nodes that there are at once.
    #[must_use]
    pub fn most_nodes(&self) -> usize {
        self.most_nodes
    }

    /// The state after the first `count` events.
    #[must_use]
    pub fn frame_at(&self, event_count: usize) -> Frame {
        let count = event_count.min(self.events.len());
        if count == self.events.len() {
            return self.last.clone();
        }
        let before = self.checkpoints.partition_point(|checkpoint| checkpoint.events <= count);
        let Checkpoint { events: at, mut frame } =
            before.checked_sub(1).map_or_else(Default::default, |last| self.checkpoints[last].clone());
        debug_assert!(count - at <= CHECKPOINT_EVERY, "a frame is near a checkpoint");
        for event in &self.events[at..count] {
            frame.apply_event(event);
        }
        frame
    }

    /// The state after the first `count` events, computed from the state after fewer of them: what has not changed since is shared.
    #[must_use]
    pub fn frame_after(&self, before: FrameAt<'_>, event_count: usize) -> Frame {
        let FrameAt { events: from, frame } = before;
        if !(from..=from + CHECKPOINT_EVERY).contains(&event_count) || event_count > self.events.len() {
            return self.frame_at(event_count);
        }
        let mut frame = frame.clone();
        for event in &self.events[from..event_count] {
            frame.apply_event(event);
        }
        frame
    }
}

#[cfg(test)]
mod tests {
    use api::Millis;
    use runlog::{Event, EventKind};

    use super::*;

    #[test]
    fn a_frame_is_the_fold_of_a_prefix() {
        let events: Vec<Event> = (0..2000_u64)
            .map(|n| Event {
                at: Millis::new(n),
                what: EventKind::NodeAdded(Rc::new(
                    serde_json::from_str(&format!(r#"{{"metadata":{{"name":"n{}"}}}}"#, n % 700)).unwrap(),
                )),
            })
            .collect();
        let trace = Trace::new(events.clone());
        for count in [0, 1, 511, 512, 513, 1024, 1999, 2000, 5000] {
            let mut folded = Frame::default();
            events.iter().take(count).for_each(|event| folded.apply_event(event));
            assert_eq!(trace.frame_at(count), folded, "{count}");
            assert_eq!(trace.frame_after(FrameAt { events: 0, frame: &Frame::default() }, count), folded, "{count}");
            assert_eq!(
                trace.frame_after(FrameAt { events: 600, frame: &trace.frame_at(600) }, count),
                folded,
                "{count}"
            );
        }
    }
}
