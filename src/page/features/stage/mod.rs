//! The stage of the page: the picture of the current view, drawn by the crate `stage`.
//!
//! `stage_picture` derives the input of the picture from a view, and `stage_action` maps the user's interactions with it to actions. `stage_view`
//! shows the scene and the rail, `node_map` the map of a cluster that is too large for them, `queues` the queue beside it, `queue_stage` finds the queue that is the scene itself, with `group_body` for
//! groups, and the phases above it, which `phase_strip` explains and `group_phases` shows for groups. `subject_scroll` scrolls to the subject of
//! the current moment.

pub mod group_body;
pub mod group_phases;
pub mod node_map;
pub mod phase_strip;
pub mod queue_stage;
pub mod queues;
pub mod stage_action;
pub mod stage_picture;
pub mod stage_view;
pub mod subject_scroll;
