//! Schedscope: a glass-box kube-scheduler. This is the engine as a whole, for its tests, benches and examples; each floor is a crate.
#![doc = include_str!("ARCHITECTURE.md")]

pub use {answers, api, claims, lessons, profiles, record, releases, scheduler, simulation, trace, wire, words};
