//! What each release runs: its plugins in which order with which weights and arguments, its queue, and what its configurations make of
//! them.

pub mod config;
mod default_profiles;
mod framework_points;
mod v1_16;
mod v1_20;
mod v1_34;
mod v1_36;

pub use default_profiles::{default_profile, exhaustive_profile, flow_policy, is_loaded_late, queue_policy};
