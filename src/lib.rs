//! Schedscope: a glass-box kube-scheduler. This package bundles the engine for its tests, benches and examples; each layer is a crate.
#![doc = include_str!("ARCHITECTURE.md")]

pub use api;
pub use dra;
pub use findings;
pub use i18n;
pub use imports;
pub use lessons;
pub use links;
pub use manifest;
pub use profiles;
pub use protocol;
pub use queries;
pub use releases;
pub use runlog;
pub use scheduler;
pub use simulation;
pub use trace;
