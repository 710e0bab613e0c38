//! The views of the player and of the narrator.

pub mod drain_clock;
pub mod narrator;
pub mod view;
