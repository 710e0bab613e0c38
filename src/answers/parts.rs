//! Parts of the engine that a run does without, so that a program may fetch them later: the worker does (`src/worker`).

use crate::releases::config::{Configure, configurations};
use crate::wire::{Order, Reply};

use super::Runs;
use super::answering;

/// A part that may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What answers questions and makes files.
    Answering,
    /// What reads documents about the scheduler.
    Configuring,
}

/// Answers a question, or makes a file.
pub type Answering = fn(&Runs, &Order) -> Vec<Reply>;

/// The parts that are there.
#[derive(Clone, Copy, Default)]
pub struct Parts {
    /// [`Part::Answering`].
    pub answering: Option<Answering>,
    /// [`Part::Configuring`].
    pub configuring: Option<Configure>,
}

impl Parts {
    /// All of them. Whoever names this has them in the program.
    #[must_use]
    pub fn all() -> Self {
        Self { answering: Some(answering::answer), configuring: Some(configurations) }
    }
}
