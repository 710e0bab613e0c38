//! What each release runs: its plugins, its queue, and what its configurations make of them.
//!
//! Which plugins a release has, at which points, in which order and with which weights, is said by the table in `releases::plugins`; how each is made,
//! by `latest_plugins` and `early_plugins`. A file for each release has its policies.

pub mod config;
mod default_profiles;
mod early_plugins;
mod extensions;
mod latest_plugins;
mod lazy_plugins;
mod v1_16;
mod v1_20;
mod v1_34;
mod v1_36;

pub use default_profiles::{default_profile, exhaustive_profile, flow_policy, is_loaded_late, queue_policy};
