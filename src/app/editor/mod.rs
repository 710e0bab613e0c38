//! The text as people type it: what each piece of a line is, where lines begin, what can be completed, what keys do.
//! All of it works on text that is not finished, which no parser reads.

mod complete;
mod ink;
mod keys;
mod offers;
mod place;
mod sheet;
pub mod view;
