//! What `kubectl` and the scheduler's log would print.

mod book;
pub mod line;
pub mod pending;
pub mod update;
pub mod view;
