//! What each release runs: its plugins, its queue, and the effects of scheduler configurations.
//!
//! The table in `releases::plugins` lists a release's plugins, with their extension points, order and weights;
//! `latest_plugins` and `early_plugins` create them. A file for each release has its policies.

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
