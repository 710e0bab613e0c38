//! The context of the lanes: the axis above them, and their state, which the timeline keeps while they are closed.

use std::{cell::RefCell, rc::Rc};

use api::{Set, Str};
use protocol::RunNumber;
use yew::{Html, UseStateHandle};

use crate::view::timeline::{
    axis::{AxisRange, AxisScale, TimeAxis},
    cache::LaneCache,
    pointer::PointerState,
};

/// The drawn axis, and the state of the timeline.
pub struct TimelineCtx {
    pub axis: TimeAxis,
    /// The visible range.
    pub range: AxisRange,
    /// The place of the playhead.
    pub playhead: u64,
    /// The range that is being selected.
    pub selection: Option<AxisRange>,
    pub scale: UseStateHandle<AxisScale>,
    /// The range that the user zoomed to; `None` if the whole axis is visible.
    pub zoomed_range: UseStateHandle<Option<AxisRange>>,
    /// How the user filtered and collapsed the list of lanes.
    pub list_state: UseStateHandle<LaneListState>,
    pub cache: Rc<RefCell<LaneCache>>,
    pub pointers: Rc<RefCell<PointerState>>,
    /// The axis as HTML.
    pub axis_html: Html,
}

/// How the user filtered and collapsed the list of lanes.
#[derive(Clone, Default, PartialEq)]
pub struct LaneListState {
    /// A part of pods' names that the list is filtered by.
    pub query: String,
    /// Controllers whose pods are collapsed.
    pub collapsed_groups: Set<Str>,
    /// The attempt whose steps are shown: its run, and the number of events up to its report.
    pub open_attempt: Option<(RunNumber, usize)>,
}
