//! The messages of the Fluent files, compiled by the build script (`build.rs`): a module for each topic.

include!(concat!(env!("OUT_DIR"), "/messages.rs"));
