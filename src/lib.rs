//! Schedscope: a glass-box kube-scheduler.
#![doc = include_str!("ARCHITECTURE.md")]

pub mod answers;
pub mod api;
#[cfg(feature = "app")]
pub mod app;
pub mod cluster;
pub mod framework;
pub mod lessons;
#[cfg(feature = "app")]
pub mod module;
pub mod plugins;
pub mod releases;
pub mod scheduler;
pub mod simulation;
pub mod trace;
pub mod wire;
pub mod words;
#[cfg(feature = "app")]
pub mod worker;
