//! The views of the player and of the narrator.

pub mod narrator;
pub mod view;
