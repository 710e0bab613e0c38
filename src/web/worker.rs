//! The engine in a web worker. Code that is reachable only from a function marked `wasm_split` becomes a chunk, which the build splits off the linked
//! program (`src/bundler/chunks.rs`).

// The macro declares both sides of a split point as foreign functions, and requires a `Result`, which reports a chunk that could not be fetched.
#![allow(unsafe_code, clippy::unnecessary_wraps)]

use queries::{
    ClaimEngine, ControllerEngine,
    chunk_tables::{CLAIM_ENGINE, CONTROLLER_ENGINE},
};
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use worker::chunks::{EXTENDED_WORKER, ExtendedWorker, WorkerSplitPoints};

#[wasm_split(controllers, fallible)]
fn controllers() -> Result<&'static ControllerEngine, SplitLoaderError> {
    Ok(&CONTROLLER_ENGINE)
}

#[wasm_split(extended, fallible)]
fn extended() -> Result<&'static ExtendedWorker, SplitLoaderError> {
    Ok(&EXTENDED_WORKER)
}

#[wasm_split(claims, fallible)]
fn claims() -> Result<&'static ClaimEngine, SplitLoaderError> {
    Ok(&CLAIM_ENGINE)
}

fn main() {
    worker::start(WorkerSplitPoints {
        fetch_controllers: || Box::pin(async { controllers().await.ok() }),
        fetch_extended: || Box::pin(async { extended().await.ok() }),
        fetch_claims: || Box::pin(async { claims().await.ok() }),
    });
}
