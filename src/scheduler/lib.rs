//! The scheduler: its queue, one cycle, the way to the binding. Below it what it knows of the cluster, its framework, and its plugins.

pub mod binding;
pub mod cluster;
mod context;
mod cycle;
mod extenders;
mod flow_policy;
pub mod framework;
pub mod plugins;
pub mod queue;

pub use context::Context;
pub use cycle::{ScheduleResult, SchedulingFailure, schedule_pod};
pub use flow_policy::{FlowPolicy, WaitingVictims};
