//! The scheduler: its queue, one cycle, preemption, nominations.

mod cycle;
mod filters;
mod flow;
mod ladder;
mod message;
mod nominator;
mod preemption;
pub mod queue;

pub use cycle::{Context, Decision, Nomination, Preempted, Unscheduled, schedule};
pub use flow::FlowPolicy;
pub use nominator::Nominator;
