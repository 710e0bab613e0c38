//! The console: what `kubectl` and the scheduler’s log would print.

pub mod book_cache;
pub mod line;
pub mod pending_pods;
pub mod view;
