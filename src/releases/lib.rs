//! The simulated releases: their names, their messages, the call trees of their sources, and the names in their
//! configurations.
//!
//! With `profiles`, which creates each release's plugins, this is the only crate that distinguishes releases.
//! Everything else is configured by constructor arguments and policies. Plugins are only names here, in a table of
//! their extension points (`plugins`), without their implementations, so that the page can show all of it.

pub mod call_graph;
pub mod changes_by_minor;
pub mod documents;
pub mod feature_gates;
pub mod message_parser;
pub mod plugins;
mod release;
pub mod served_api;
mod wording;

pub use call_graph::{CallGraph, call_graph};
pub use release::{Release, ReleaseChoice};
pub use wording::{V1_34_WORDING, V1_36_WORDING, field_error_message, quota_message, wording};

/// The `schedulerName` of pods that set none.
pub const DEFAULT_SCHEDULER: &str = "default-scheduler";
