//! What the timeline is drawn from: the axis of time with its folds, what is kept of a run, and what has hold of it.

pub mod axis;
pub mod cache;
pub mod pointer;
pub mod ruler;
