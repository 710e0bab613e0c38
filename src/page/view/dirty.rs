//! Dirty slices: the parts of a view that a component depends on, so that it is redrawn only when one of them changes.
//!
//! A view is rebuilt for every action, so two views are never identical. But they share most of their data: a component that only depends on the
//! manifest need not be redrawn when the playhead moves. A component lists its slices, one bit each: those of the state, from the table in
//! `page_state/slice_table.rs`, and those that the view model adds. `redraw_tests` finds slices that are missing, by drawing all components before and
//! after actions.

pub use page_state::store::{changed_slices, dirty::*};

/// Questions to the worker, and its answers.
pub const CACHE: Slices = DETAIL_CACHE | ANSWER_CACHE;
/// How the run ends for each pod.
pub const POD_ENDS: Slices = FIRST_UNUSED;
/// Whether the view itself differs, in anything that no other slice covers.
pub(crate) const OTHER: Slices = FIRST_UNUSED << 1;
/// All slices.
pub const ALL: Slices = (OTHER << 1) - 1;
