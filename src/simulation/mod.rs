//! Virtual time: a scenario runs, and everything that happens becomes an event.

mod event;

pub use event::{Deletion, Ending, Event, Millis, Queue, What};
