//! Schedscope: a glass-box kube-scheduler. This package bundles the engine for its tests, benches and examples; each layer is a crate.
#![doc = include_str!("ARCHITECTURE.md")]

pub use {answers, api, claims, lessons, profiles, record, releases, scheduler, simulation, trace, wire, words};
