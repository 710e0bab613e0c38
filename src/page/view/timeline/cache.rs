//! Caches what the timeline reads of a run, so that a step need not read it again.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // places on a screen

use std::rc::Rc;

use page_state::run_view::{RunView, is_same_run};
use runlog::{Event, EventKind};
use trace::{
    lanes::{CrowdCount, Lanes},
    steps::Step,
};

use crate::view::timeline::axis::{AxisRange, TimeAxis};

/// Parts of the axis in which pods are counted.
pub(crate) const CROWD_BINS: usize = 200;
/// A run with more moments worth a mark has none: they would be a bar.
const MAX_MARKS: usize = 200;

/// Moments worth a mark on the axis, each with its class.
fn notable_moments(run_view: &RunView) -> Vec<(usize, &'static str)> {
    let marks = run_view.moments.iter().enumerate().filter_map(|(at, moment)| {
        let event = run_view.trace.events().get(moment.events.checked_sub(1)?)?;
        Some((
            at,
            match (&moment.step, &event.what) {
                (Step::Eligible, _) => "mark preempts",
                (Step::Failed, _) => "mark fails",
                (Step::Event, EventKind::Bound { .. }) => "mark bound",
                (Step::Event, EventKind::PodRemoved(_)) => "mark gone",
                _ => return None,
            },
        ))
    });
    let marks: Vec<_> = marks.take(MAX_MARKS + 1).collect();
    if marks.len() > MAX_MARKS { Vec::new() } else { marks }
}

/// Lanes of the run that is shown, and what of them is drawn on the axis.
#[derive(Default)]
pub struct LaneCache {
    first_event: Option<Rc<Event>>,
    /// The lanes.
    pub lanes: Lanes,
    /// Lanes of the run beside it, if there is one.
    pub compared: ComparedLanes,
    /// How many pods wait and run, as outlines.
    pub crowd_outlines: (usize, AxisRange, [String; 2]),
    /// What is worth a mark.
    pub marks: (usize, Vec<(usize, &'static str)>),
}

/// Lanes of the run beside the one that is shown.
#[derive(Default)]
pub struct ComparedLanes {
    first_event: Option<Rc<Event>>,
    lanes: Lanes,
}

impl ComparedLanes {
    /// Goes on to what that run has now.
    pub fn update_to(&mut self, events: &[Rc<Event>]) -> &Lanes {
        if !is_same_run(self.first_event.as_ref(), events) {
            *self = Self { first_event: events.first().cloned(), ..Self::default() };
        }
        self.lanes.extend(events);
        &self.lanes
    }

    /// The lanes as they were read last.
    pub fn lanes(&self) -> &Lanes {
        &self.lanes
    }
}

impl LaneCache {
    /// Goes on to what the run has now, for a part of the axis.
    pub fn update_to(&mut self, run_view: &RunView, axis: &TimeAxis, range: AxisRange) {
        let events = run_view.trace.events();
        if !is_same_run(self.first_event.as_ref(), events) {
            *self = Self { first_event: events.first().cloned(), ..Self::default() };
        }
        self.lanes.extend(events);
        if (self.crowd_outlines.0, self.crowd_outlines.1) != (events.len(), range) {
            // What is before the part that is seen counts at its beginning, and what comes later at its end.
            let (from, long) = (range.from.max(0.0) as u64, (range.to - range.from).max(1.0) as u64);
            let axis_position = |edge| axis.edge_place(edge).saturating_sub(from).min(long);
            self.crowd_outlines =
                (events.len(), range, crowd_outline_paths(&self.lanes.crowd_counts(CROWD_BINS, long, axis_position)));
        }
        if self.marks.0 != run_view.moments.len() {
            self.marks = (run_view.moments.len(), notable_moments(run_view));
        }
    }
}

/// Outlines of how many pods wait, and of how many have a node, the second on top of the first.
fn crowd_outline_paths(crowd: &[CrowdCount]) -> [String; 2] {
    let most = crowd.iter().map(|count| count.waiting + count.placed).max().unwrap_or(0).max(1);
    let outline = |height: &dyn Fn(&CrowdCount) -> i64| {
        let tops = crowd.iter().enumerate().map(|(bin, count)| {
            let top = 100 - height(count) * 100 / most;
            format!("L{bin} {top}L{} {top}", bin + 1)
        });
        format!("M0 100{}L{} 100Z", tops.collect::<String>(), crowd.len())
    };
    [outline(&|count| count.waiting + count.placed), outline(&|count| count.waiting)]
}
