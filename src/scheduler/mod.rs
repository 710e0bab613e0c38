//! The scheduler: its queue, one cycle, the way to the binding.

pub mod binding;
mod context;
mod cycle;
mod extenders;
mod flow;
pub mod queue;

pub use context::Context;
pub use cycle::{Decision, Unscheduled, schedule};
pub use flow::{FlowPolicy, WaitingVictims};
