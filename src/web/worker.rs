//! The engine in a worker. What only a function marked `wasm_split` reaches becomes a file of its own, which the build cuts out of the
//! linked program (`src/bundler/chunks.rs`).

// The macro declares both ends of the cut as foreign functions, and wants a `Result` to report a chunk that could not be fetched.
#![allow(unsafe_code, clippy::unnecessary_wraps)]

use queries::{
    ClaimEngine, ControllerEngine,
    chunk_tables::{CLAIM_ENGINE, CONTROLLER_ENGINE},
};
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use worker::chunks::{ChunkSource, EXTENDED_WORKER, ExtendedWorker};

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
    worker::start(ChunkSource {
        fetch_controllers: || Box::pin(async { controllers().await.ok() }),
        fetch_extended: || Box::pin(async { extended().await.ok() }),
        fetch_claims: || Box::pin(async { claims().await.ok() }),
    });
}
