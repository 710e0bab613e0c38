//! Everything that touches the browser or the worker: runs effects, and receives events from outside.

pub mod address;
pub mod chunk_loader;
pub mod classroom;
pub mod clipboard;
pub mod cluster_requests;
pub mod custom_lesson;
pub mod effect_runner;
pub mod embed;
pub mod fetch;
pub mod files;
pub mod folder;
pub mod report;
pub mod service_worker;
pub mod storage;
pub mod text_link;
pub mod worker_link;
