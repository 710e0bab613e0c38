//! The chunks of the worker's program, which are fetched on demand.
//!
//! A chunk is a split point in `src/web/worker.rs`: code that only it can reach becomes a file of its own. So nothing else in the worker may refer
//! to the code of a chunk.

use std::{cell::RefCell, rc::Rc};

use protocol::{ChunkFuture, FileName, Request};
use queries::{ClaimEngine, ControllerEngine, ExtendedEngine, Runs, chunk_tables::EXTENDED_ENGINE};
use web_sys::{Blob, DedicatedWorkerGlobalScope};

use crate::{
    answering,
    file_reading::{self, BackgroundTask},
    list_reading,
};

/// The entry points of the chunk with everything that simple runs don't need.
pub struct ExtendedWorker {
    /// The engine's entry points of this chunk.
    pub engine: &'static ExtendedEngine,
    /// Starts to read files; returns the task that reads them.
    pub read_files: fn(DedicatedWorkerGlobalScope, u32, Vec<FileName>, Vec<Blob>) -> BackgroundTask,
    /// Reads a page of a list of a cluster, or joins all lists; returns the task that does it.
    pub handle_lists: fn(DedicatedWorkerGlobalScope, Request, Vec<Blob>) -> BackgroundTask,
    /// Drops the lists that were read.
    pub forget_lists: fn(),
    /// Adds a question, or cancels one.
    pub handle_query: fn(&DedicatedWorkerGlobalScope, &Rc<RefCell<Runs>>, &Request),
}

/// Only the split point of the program may refer to it.
pub static EXTENDED_WORKER: ExtendedWorker = ExtendedWorker {
    engine: &EXTENDED_ENGINE,
    read_files: file_reading::start_reading,
    handle_lists: list_reading::handle_lists,
    forget_lists: list_reading::forget_lists,
    handle_query: answering::handle_query,
};

/// The split points of the program, which fetch the chunks.
#[derive(Clone, Copy)]
pub struct WorkerSplitPoints {
    pub fetch_controllers: fn() -> ChunkFuture<ControllerEngine>,
    pub fetch_extended: fn() -> ChunkFuture<ExtendedWorker>,
    pub fetch_claims: fn() -> ChunkFuture<ClaimEngine>,
}
