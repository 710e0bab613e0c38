//! Tests of the whole engine, one file per topic. They are one program, so that the engine is linked once. `cargo test --test engine stories` runs one
//! file.
#![allow(clippy::disallowed_types)] // native, and not the engine
#![cfg(not(target_arch = "wasm32"))]

mod answers;
mod captions;
mod claims;
mod configuration;
mod conformance;
mod consequences;
mod console;
mod contract;
mod details;
mod determinism;
mod dumps;
mod example;
mod folds;
mod gallery;
mod gangs;
mod group_stories;
mod handbook;
mod kubectl_yaml;
mod lessons;
mod life;
mod links;
mod manifests;
mod names;
mod packed;
mod page_texts;
mod properties;
mod queue;
mod reading;
mod recognition;
mod refused;
mod reports;
mod second_opinion;
mod source;
mod storage;
mod stories;
mod support;
mod tables;
