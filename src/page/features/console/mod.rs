//! The console: the output of `kubectl`, and the scheduler's log.

pub mod book_cache;
pub mod line;
pub mod pending_pods;
mod pending_view;
pub mod view;
