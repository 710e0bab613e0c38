//! The messages of the Fluent files, as the build script compiles them (`build.rs`): a module for each topic.

include!(concat!(env!("OUT_DIR"), "/messages.rs"));
