//! What the lanes need of the axis above them. The timeline keeps it all, so that whoever closes the lanes finds them again as they were.

use std::cell::RefCell;
use std::rc::Rc;

use yew::{Html, UseStateHandle};

use crate::timeline::axis::{Axis, Range, Scale};
use crate::timeline::hands::Hands;
use crate::timeline::kept::LaneCache;
use api::{Set, Str};
use wire::RunNumber;

/// The axis as it is drawn now.
pub struct Ruler {
    /// The axis.
    pub axis: Axis,
    /// The part of it that is seen.
    pub range: Range,
    /// Where the playhead is.
    pub now: u64,
    /// The range that is being chosen.
    pub chosen: Option<Range>,
    /// What the axis counts.
    pub scale: UseStateHandle<Scale>,
    /// The part that a person went to; none while all of it is seen.
    pub wanted: UseStateHandle<Option<Range>>,
    /// What a person made of the list of lanes.
    pub listed: UseStateHandle<Listed>,
    /// What is kept of the run.
    pub kept: Rc<RefCell<LaneCache>>,
    /// What has hold of the timeline.
    pub hands: Rc<RefCell<Hands>>,
    /// The axis, drawn.
    pub head: Html,
}

/// What a person made of the list of lanes.
#[derive(Clone, Default, PartialEq)]
pub struct Listed {
    /// What pods' names have in them.
    pub query: String,
    /// Controllers whose pods are folded away.
    pub folded: Set<Str>,
    /// The attempt that is opened into its steps: its run, and the number of the event that tells of it.
    pub open: Option<(RunNumber, usize)>,
}
