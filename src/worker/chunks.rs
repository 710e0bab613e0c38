//! The chunks of the worker's program. A run begins without them.
//!
//! A chunk is a split point in `src/web/worker.rs`: whatever only it can reach becomes a file of its own. So nothing else in the worker may
//! name what belongs to a chunk.

use std::{cell::RefCell, future::Future, pin::Pin, rc::Rc};

use protocol::{FileName, Request};
use queries::{ClaimEngine, ControllerEngine, ExtendedEngine, Runs, chunk_tables::EXTENDED_ENGINE};
use web_sys::{Blob, DedicatedWorkerGlobalScope};

use crate::{
    answering,
    file_reading::{self, BackgroundTask},
};

/// What a chunk offers, once it is fetched; nothing if it could not be.
pub type ChunkFuture<T> = Pin<Box<dyn Future<Output = Option<&'static T>>>>;

/// What the worker needs late or seldom.
pub struct ExtendedWorker {
    /// The engine's part of it.
    pub engine: &'static ExtendedEngine,
    /// Reads files.
    pub read_files: fn(DedicatedWorkerGlobalScope, u32, Vec<FileName>, Vec<Blob>) -> BackgroundTask,
    /// Takes a question, or drops one.
    pub handle_query: fn(&DedicatedWorkerGlobalScope, &Rc<RefCell<Runs>>, &Request),
}

/// Only the split point of the program may name it.
pub static EXTENDED_WORKER: ExtendedWorker =
    ExtendedWorker { engine: &EXTENDED_ENGINE, read_files: file_reading::start_reading, handle_query: answering::handle_query };

/// Where the chunks come from: the split points of the program.
#[derive(Clone, Copy)]
pub struct ChunkSource {
    /// Fetches what runs need as soon as more happens than scheduling.
    pub fetch_controllers: fn() -> ChunkFuture<ControllerEngine>,
    /// Fetches what the worker needs late or seldom.
    pub fetch_extended: fn() -> ChunkFuture<ExtendedWorker>,
    /// Fetches what runs with device claims need.
    pub fetch_claims: fn() -> ChunkFuture<ClaimEngine>,
}
