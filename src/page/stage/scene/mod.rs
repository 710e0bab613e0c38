//! The picture of a moment as plain data: what is the subject, which nodes, which tiles in which state, with which numbers. Nothing here
//! knows a browser or a language; `draw` makes the picture of it.
//!
//! `sight` is what there is to look at, `found` what a step of an attempt makes of each node, `node` a node with its pods, `model` the
//! whole, `exchange` what an extender is asked and answers, and `bracket` the lines of the ladder.

pub mod bracket;
pub mod exchange;
pub mod found;
pub mod model;
pub mod node;
pub mod sight;
#[cfg(test)]
mod tests;
