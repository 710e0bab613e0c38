//! The data of the timeline: the axis with its folds, cached lanes, and the state of pointers.

pub mod axis;
pub mod cache;
pub mod pointer;
pub mod ruler;
