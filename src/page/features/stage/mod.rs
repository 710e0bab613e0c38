//! The stage of the page: the picture that the crate `stage` makes, of what the page shows.
//!
//! `stage_picture` derives from a view what a picture is made from, and `stage_action` what follows from what a person does in it.
//! `stage_view` shows the scene and the rail, `node_map` the map of a cluster that is too large for them, `queues` the queue beside it, with
//! `group_body` for groups, and the phases above it, which `phase_strip` explains and `group_phases` shows for groups. `subject_scroll`
//! brings what the moment is about into sight.

pub mod group_body;
pub mod group_phases;
pub mod node_map;
pub mod phase_strip;
pub mod queues;
pub mod stage_action;
pub mod stage_picture;
pub mod stage_view;
pub mod subject_scroll;
