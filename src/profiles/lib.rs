//! What each release runs: its plugins in which order with which weights and arguments, its queue, and what its configurations make of
//! them.

mod common;
pub mod config;
mod tables;
mod v1_16;
mod v1_20;
mod v1_34;
mod v1_36;

pub use tables::{comes_late, exhaustive_profile, flow_policy, profile, queue_policy};
