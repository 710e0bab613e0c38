//! The releases, as data: which plugins in which order with which weights and arguments, and in which words.
//!
//! This is the only place that knows one release from another. Everything below is told what to do by constructor
//! arguments and policies.

mod common;
pub mod config;
mod log;
pub mod message;
pub mod minors;
mod release;
mod said;
pub mod source;
mod tables;
mod v1_16;
mod v1_20;
mod v1_34;
mod v1_36;

pub use common::DEFAULT_SCHEDULER;
pub use release::Release;
pub use said::overdrawn;
pub use source::Source;
pub use tables::{exhaustive_profile, flow_policy, profile, queue_policy, source, wording};
