//! What `kubectl` and the scheduler's log would print.

pub mod update;
pub mod view;
