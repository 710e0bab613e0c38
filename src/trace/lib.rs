//! The trace of a run: the log of its events, and what is computed from it.
//!
//! A [`Frame`] is the fold of a prefix of the log; the fold of the whole log equals the engine's final state (tested). [`Trace`] keeps a checkpoint
//! every few hundred events, so that every frame can be computed quickly; frames share what did not change. Nothing here calls the engine.
//!
//! - [`steps`] splits the log into the moments that a user steps through, [`attempt_steps`] finds those of one attempt, and the modules `group_*`
//!   those of pod groups.
//! - [`moment_names`] gives each moment a name for links, [`captions`] finds the moments of a scenario's captions. Both refer to events, not to
//!   times, so they stay right when times change. `tests/engine/gallery.rs` finds the captions of every built-in scenario.
//! - [`decisions`] finds questions that can be asked before the answer is shown, [`choices`] the possible answers and which of them are right.
//! - [`console`] renders the run as `kubectl` and the scheduler's log would, [`lanes`] shows its pods over time, [`river`] all of it at once, [`calls`] the calls of the
//!   scheduler's functions, [`volumes`] the claims of pods, [`ruling`] the decisions of budgets, zones and controllers.
//! - [`compare`] compares two runs, and [`History`] searches a run backward.
//!
//! The log has an `AttemptSummary` of each attempt: how it ended, and how many steps of each kind it took. The detail, an `Attempt` of hundreds of
//! kilobytes in a large cluster, is recomputed on demand by the program that ran it ([`AttemptLookup`]). Moments, lanes, landmarks and the number
//! of console lines follow from the summaries alone. Captions may refer to a detail, so the worker finds them during the run.
//!
//! Console lines and timeline lanes grow with the log and are kept for the run: a step of the playhead looks up positions in them and draws what is
//! visible. The scheduler's log has the lines that a release is known to print (`LogEntry`); our own lines between them are marked.

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
pub mod queue_state;
pub mod river;
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

/// Looks up the full record of an attempt by its number in the run; `None` if it is not available.
pub type AttemptLookup<'d> = &'d dyn Fn(usize) -> Option<Rc<Attempt>>;

/// The number of events between two checkpoints, and so the most events that have to be folded for a frame.
const CHECKPOINT_EVERY: usize = 512;

/// A frame, and the number of events that it is the fold of.
#[derive(Clone, Copy, Debug)]
pub struct FrameAt<'f> {
    pub events: usize,
    pub frame: &'f Frame,
}

/// A frame that is kept, to compute later ones from it.
#[derive(Clone, Debug, Default)]
struct Checkpoint {
    /// The number of events that it is the fold of.
    events: usize,
    frame: Frame,
}

/// The log of a run as far as it is known.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    events: Vec<Rc<Event>>,
    /// Frames at regular intervals.
    checkpoints: Vec<Checkpoint>,
    last: Frame,
    /// The largest number of nodes that existed at once.
    most_nodes: usize,
}

impl Trace {
    #[must_use]
    pub fn new(events: impl IntoIterator<Item: Into<Rc<Event>>>) -> Self {
        let mut trace = Self::default();
        trace.extend(events);
        trace
    }

    /// Appends events.
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

    #[must_use]
    pub fn events(&self) -> &[Rc<Event>] {
        &self.events
    }

    /// The largest number of nodes that existed at once.
    #[must_use]
    pub fn most_nodes(&self) -> usize {
        self.most_nodes
    }

    /// The state after the first `event_count` events.
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

    /// The state after the first `event_count` events, computed from an earlier frame if that is close, so that both share what has not changed.
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
