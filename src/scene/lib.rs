//! The picture of a moment as plain data: the subject, the nodes, the tiles and their states, the numbers. Nothing here
//! knows a browser or a language; the crate `stage` draws it, and checks it in all built-in scenarios.
//!
//! A [`StageModel`](stage_model::StageModel) is made of a frame, a step and the attempt's detail: the subject, its column, the pods in the tray
//! of a dry run, the rail, the ladder, the scores. Heights are shares of one resource: the one that the attempt lacks, or that a person chose.
//! What is decided beside the scheduler (`trace::ruling`) is a scene too.
//!
//! `moment_ctx` is the input, `node_steps` the state of each node at a step of an attempt, `node_model` a node with its pods, `stage_model` the
//! whole, `group_model` a group in its cycle, `waiting_group` a group that waits for its victims, `short_members` the members that fit nowhere,
//! `exchange` a request to an extender and its answer, `ladder_lines` the lines of the ladder, and `figure_model` what a figure in a text has besides.
//! `objects` names what can be opened in a picture, and `priority` gives each priority its step on the ramp of colors.

pub mod exchange;
mod figure_model;
pub mod group_model;
pub mod ladder_lines;
pub mod moment_ctx;
pub mod node_model;
pub mod node_steps;
pub mod objects;
pub mod priority;
mod short_members;
pub mod stage_model;
mod waiting_group;
