//! The text as people type it: what each piece of a line is, where lines begin, what can be completed, what keys do.
//! All of it works on text that is not finished, which no parser reads.

pub mod complete;
pub mod ink;
pub mod keys;
mod place;

pub use complete::{Completion, complete};
pub use ink::{Lines, ink};
