//! The views of editing on the stage: menus, the edit page of the inspector, and dragging.

pub mod class_choices;
pub mod drag;
pub mod edit_page;
pub mod invitation;
pub mod menu;
