//! Caches what the timeline computes from a run.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // places on a screen

use std::rc::Rc;

use page_state::run_view::{RunView, is_same_run};
use runlog::{Event, EventKind};
use trace::{
    lanes::{CrowdCount, Lanes},
    steps::Step,
};

use crate::view::timeline::axis::{AxisRange, TimeAxis};

/// The number of intervals of the axis for which pods are counted.
pub(crate) const CROWD_BINS: usize = 200;
/// The maximum number of marks; a run with more has none, because they would merge into a bar.
const MAX_MARKS: usize = 200;

/// Moments with a mark on the axis, each with its CSS class.
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

/// The lanes of the current run, and what the axis draws from them.
#[derive(Default)]
pub struct LaneCache {
    first_event: Option<Rc<Event>>,
    pub lanes: Lanes,
    /// The lanes of the compared run, if there is one.
    pub compared: ComparedLanes,
    /// The number of events, the visible range, and for these the outlines of how many pods are waiting and placed.
    pub crowd_outlines: (usize, AxisRange, [String; 2]),
    /// The moments with a mark on the axis, by index, each with its CSS class; before them the number of moments that were searched for marks.
    pub marks: (usize, Vec<(usize, &'static str)>),
}

/// The lanes of the compared run.
#[derive(Default)]
pub struct ComparedLanes {
    first_event: Option<Rc<Event>>,
    lanes: Lanes,
}

impl ComparedLanes {
    /// Adds the events since the last call to the lanes, and returns these.
    pub fn update_to(&mut self, events: &[Rc<Event>]) -> &Lanes {
        if !is_same_run(self.first_event.as_ref(), events) {
            *self = Self { first_event: events.first().cloned(), ..Self::default() };
        }
        self.lanes.extend(events);
        &self.lanes
    }

    /// The lanes as they were last read.
    pub fn lanes(&self) -> &Lanes {
        &self.lanes
    }
}

impl LaneCache {
    /// Reads the new events of the run, and updates the outlines for a range of the axis.
    pub fn update_to(&mut self, run_view: &RunView, axis: &TimeAxis, range: AxisRange) {
        let events = run_view.trace.events();
        if !is_same_run(self.first_event.as_ref(), events) {
            *self = Self { first_event: events.first().cloned(), ..Self::default() };
        }
        self.lanes.extend(events);
        if (self.crowd_outlines.0, self.crowd_outlines.1) != (events.len(), range) {
            // Events before the range count at its start, and those after it at its end.
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

/// SVG paths of how many pods are waiting, and of how many are placed, stacked.
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
