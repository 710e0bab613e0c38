//! The text as people type it: the element that holds it, and what can be completed where the caret is, in text that is not finished
//! and that no parser reads.

mod area;
mod complete;
mod offers;
mod place;
mod sheet;
pub mod view;
