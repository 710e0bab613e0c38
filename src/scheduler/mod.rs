//! The scheduler: one cycle, preemption, nominations.

mod cycle;
mod filters;
mod ladder;
mod message;
mod nominator;
mod preemption;

pub use cycle::{Context, Decision, Nomination, Preempted, Unscheduled, schedule};
pub use nominator::Nominator;
