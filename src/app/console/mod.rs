//! What `kubectl` and the scheduler's log would print.

pub mod pending;
pub mod update;
pub mod view;
