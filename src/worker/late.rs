//! Parts of the worker's program that are fetched when they are first needed. A run begins without them.
//!
//! A part is a split point in `src/web/worker.rs`: whatever only it can reach becomes a file of its own. So nothing else in the
//! worker may name what belongs to a part.

use std::future::Future;
use std::pin::Pin;

use web_sys::{Blob, DedicatedWorkerGlobalScope};

use answers::{Acting, Answering, Claiming};
use api::manifest::Rare;
use profiles::config::Configure;
use wire::FileName;

/// What goes on beside the orders.
pub type Task = Pin<Box<dyn Future<Output = ()>>>;

/// Begins to read files.
pub type Read = fn(DedicatedWorkerGlobalScope, u32, Vec<FileName>, Vec<Blob>) -> Task;

/// A part that may not be there yet.
#[derive(Clone, Copy)]
pub struct Late<F> {
    /// Fetches it, and tells whether it is there.
    pub fetch: fn() -> Pin<Box<dyn Future<Output = bool>>>,
    /// What it does, once it is there.
    pub does: F,
}

/// All of them.
#[derive(Clone, Copy)]
pub struct Program {
    /// What answers questions and makes files.
    pub answering: Late<Answering>,
    /// What reads documents about the scheduler, and what earlier releases run.
    pub configuring: Late<Configure>,
    /// What decodes objects of kinds that few texts have.
    pub rare: Late<Rare>,
    /// What knows claims for devices.
    pub claiming: Late<Claiming>,
    /// What acts beside the scheduler.
    pub acting: Late<Acting>,
    /// What reads files.
    pub reading: Late<Read>,
}

/// A part that an order waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// One of the engine's.
    Engine(answers::Part),
    /// What reads files.
    Reading,
}

impl From<answers::Part> for Part {
    fn from(part: answers::Part) -> Self {
        Self::Engine(part)
    }
}
