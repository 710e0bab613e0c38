//! The picture of a moment as plain data: the subject, the nodes, the tiles and their states, the numbers. It depends on neither a
//! browser nor a language; the crate `stage` draws it, and tests it with all built-in scenarios.
//!
//! A [`StageModel`](stage_model::StageModel) is built from a frame, a step and the attempt's detail: the subject, its column, the pods in
//! the tray of a dry run, the rail, the ladder, the scores. Heights show one resource: the one that the attempt lacks, or that the user
//! chose. Decisions outside the scheduler (`trace::ruling`) are a scene as well.
//!
//! `moment_ctx` is the input, `node_steps` the state of each node at a step of an attempt, `node_model` a node with its pods,
//! `stage_model` the whole picture, `score_board` the scores of nodes, `queue_model` the scheduler's queue, `group_model` a group in its
//! cycle, `group_letters` the letters of groups, `waiting_group` a group that waits for its victims, `short_members` the members that fit on
//! no node, `exchange` a request to an extender and its answer, `ladder_lines` the lines of the ladder, `score_formula` the formula and letter
//! of a score, and `figure_model` the adjustments for a figure in a text. `objects` references objects that can be opened, and `priority` maps each priority to a color of the ramp.

pub mod exchange;
mod figure_model;
mod group_letters;
pub mod group_model;
pub mod ladder_lines;
pub mod moment_ctx;
pub mod node_model;
pub mod node_steps;
pub mod objects;
pub mod priority;
pub mod queue_model;
pub mod score_board;
pub mod score_formula;
mod short_members;
pub mod stage_model;
mod waiting_group;
