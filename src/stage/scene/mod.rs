//! The picture of a moment as plain data: what is the subject, which nodes, which tiles in which state, with which numbers. Nothing here
//! knows a browser or a language; `draw` makes the picture of it.
//!
//! `moment_ctx` is what there is to look at, `node_steps` what a step of an attempt makes of each node, `node_model` a node with its pods, `stage_model` the
//! whole, `group_model` a group in its cycle, `waiting_group` one that waits for its victims, `short_members` those of its members that fit nowhere, `exchange` what an extender is asked and answers, and `ladder_lines` the lines of the ladder.

pub mod exchange;
pub mod group_model;
pub mod ladder_lines;
pub mod moment_ctx;
pub mod node_model;
pub mod node_steps;
mod short_members;
pub mod stage_model;
mod waiting_group;
