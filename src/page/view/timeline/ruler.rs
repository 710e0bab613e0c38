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

/// The axis as it is drawn now.
pub struct TimelineCtx {
    /// The axis.
    pub axis: TimeAxis,
    /// The part of it that is seen.
    pub range: AxisRange,
    /// Where the playhead is.
    pub playhead: u64,
    /// The range that is being chosen.
    pub selection: Option<AxisRange>,
    /// What the axis counts.
    pub scale: UseStateHandle<AxisScale>,
    /// The part that a person went to; none while all of it is seen.
    pub zoomed_range: UseStateHandle<Option<AxisRange>>,
    /// What a person made of the list of lanes.
    pub list_state: UseStateHandle<LaneListState>,
    /// What is kept of the run.
    pub cache: Rc<RefCell<LaneCache>>,
    /// What has hold of the timeline.
    pub pointers: Rc<RefCell<PointerState>>,
    /// The axis, drawn.
    pub axis_html: Html,
}

/// What a person made of the list of lanes.
#[derive(Clone, Default, PartialEq)]
pub struct LaneListState {
    /// What pods' names have in them.
    pub query: String,
    /// Controllers whose pods are folded away.
    pub collapsed_groups: Set<Str>,
    /// The attempt that is opened into its steps: its run, and the number of the event that tells of it.
    pub open_attempt: Option<(RunNumber, usize)>,
}
