//! The field: what the scheduler decides about a pod for all values of two numbers, in place of the stage's picture.
//!
//! The worker decides every point (`queries/decision_field`); the crate `stage` draws the areas and the node at the point. `view` shows both with the
//! choice of the axes, `narration` says in the narrator's place what is decided at the point, `panel` is the page of the inspector with all areas
//! as a table. What is chosen is a text that links carry (`page_state/field`).

pub mod narration;
pub mod panel;
pub mod point_mover;
pub mod view;
