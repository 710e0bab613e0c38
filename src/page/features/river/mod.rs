//! The river: a whole run at once, in place of the stage's picture; two runs are two rivers on one time axis.
//!
//! `trace::river` folds the events, the crate `stage` draws. `view` shows the picture with its tools, on the axis of the timeline; `sheet` draws the
//! river of one run with the line at the playhead, `strip` the whole run in small above a part of it on a phone. `moments` is the page of the
//! inspector: all moments as a table. `poster` is the river
//! on paper, `still_picture` the river of a scenario in the gallery and in previews.

pub mod moments;
pub(crate) mod poster;
pub(crate) mod sheet;
#[cfg(feature = "prerender")]
pub(crate) mod still_picture;
pub(crate) mod strip;
pub mod view;
