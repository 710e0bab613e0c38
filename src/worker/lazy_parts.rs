//! Parts of the worker's program that are fetched when they are first needed. A run begins without them.
//!
//! A part is a split point in `src/web/worker.rs`: whatever only it can reach becomes a file of its own. So nothing else in the
//! worker may name what belongs to a part.

use std::{future::Future, pin::Pin};

use manifest::LazyKindDecoder;
use profiles::config::Configure;
use protocol::FileName;
use queries::{AnswerFn, ControllersFn, CreateClaimsFn};
use web_sys::{Blob, DedicatedWorkerGlobalScope};

/// What goes on beside the orders.
pub type BackgroundTask = Pin<Box<dyn Future<Output = ()>>>;

/// Begins to read files.
pub type ReadFilesFn = fn(DedicatedWorkerGlobalScope, u32, Vec<FileName>, Vec<Blob>) -> BackgroundTask;

/// A part that may not be there yet.
#[derive(Clone, Copy)]
pub struct LazyPart<F> {
    /// Fetches it, and tells whether it is there.
    pub fetch: fn() -> Pin<Box<dyn Future<Output = bool>>>,
    /// What it does, once it is there.
    pub function: F,
}

/// All of them.
#[derive(Clone, Copy)]
pub struct WorkerProgram {
    /// What answers questions and makes files.
    pub answering: LazyPart<AnswerFn>,
    /// What reads documents about the scheduler, and what earlier releases run.
    pub configuring: LazyPart<Configure>,
    /// What decodes objects of kinds that few texts have.
    pub rare: LazyPart<LazyKindDecoder>,
    /// What knows claims for devices.
    pub claiming: LazyPart<CreateClaimsFn>,
    /// What acts beside the scheduler.
    pub acting: LazyPart<ControllersFn>,
    /// What reads files.
    pub reading: LazyPart<ReadFilesFn>,
}

/// A part that an order waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerPart {
    /// One of the engine's.
    Engine(queries::EnginePart),
    /// What reads files.
    Reading,
}

impl From<queries::EnginePart> for WorkerPart {
    fn from(engine_part: queries::EnginePart) -> Self {
        Self::Engine(engine_part)
    }
}
