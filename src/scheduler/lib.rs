//! The scheduler: its queue, the scheduling cycle and the binding, with its view of the cluster, its framework and its
//! plugins.

pub mod attempt_memo;
pub mod binding;
pub mod cluster;
mod context;
mod cycle;
mod extenders;
mod failed_nodes;
mod flow_policy;
pub mod framework;
pub mod groups;
pub mod hint_evidence;
mod host_choice;
mod kubelet_policy;
pub mod plugins;
pub mod queue;

pub use context::{Context, RecordDepth};
pub use cycle::{ScheduleResult, SchedulingFailure, schedule_pod};
pub use flow_policy::{FlowPolicy, UpdateRules, WaitingVictims};
pub use kubelet_policy::KubeletPolicy;
