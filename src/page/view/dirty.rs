//! Dirty slices: which parts of a view a component draws, so that it is drawn again only when one of them changes.
//!
//! A view is made anew for every action, so that two are never the same. But most of what is in it is shared with the one before:
//! whoever looks at the text alone has nothing to draw when the playhead moves. A component names its slices: those of the state, from the table
//! in `page_state/store.rs`, and those that the view model adds to them. A slice that it forgets is found by `redraw_tests`, which draws all
//! components before and after actions.

pub use page_state::store::{changed_slices, dirty::*};

/// What the worker was asked, and what it said.
pub const CACHE: Slices = DETAIL_CACHE | ANSWER_CACHE;
/// How the run ends for each pod.
pub const POD_ENDS: Slices = FIRST_UNUSED;
/// That it is another view, in whatever.
pub(crate) const OTHER: Slices = FIRST_UNUSED << 1;
/// All of it.
pub const ALL: Slices = (OTHER << 1) - 1;
