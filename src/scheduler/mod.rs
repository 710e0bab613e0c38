//! The scheduler: its queue, one cycle, the way to the binding.

pub mod binding;
mod cycle;
mod extenders;
mod flow;
pub mod queue;

pub use cycle::{Decision, Unscheduled, schedule};
pub use flow::{FlowPolicy, WaitingVictims};
