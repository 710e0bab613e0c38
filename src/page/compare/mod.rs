//! Runs to come back to, and one of them beside the one shown: the branches as the store keeps them.

pub mod amend;
pub mod beside;
pub mod branches;
pub mod deed;
pub mod whatif;

use std::rc::Rc;

use crate::shown::Shown;
use releases::Release;
use wire::{Loaded, RunNumber};

/// The runs that are kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Branches {
    /// All of them, the present one among them; none before the first fork.
    pub all: Vec<Branch>,
    /// Which of them is shown.
    pub shown: usize,
    /// Which of them is shown beside it, step by step.
    pub beside: Option<usize>,
}

/// A run that was looked at, to come back to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Branch {
    /// What was done, as `kubectl` would say it; empty of the run that all forks come from.
    pub label: String,
    /// The branch that it left; itself, of the first one.
    pub parent: usize,
    /// The moment shown when it was left.
    pub at: usize,
    /// The text.
    pub text: Rc<str>,
    /// The release.
    pub release: Option<Release>,
    /// The run.
    pub trace: Rc<Shown>,
    /// What the text holds.
    pub loaded: Rc<Loaded>,
}

impl Branch {
    /// The number by which the worker knows its run.
    pub fn run(&self) -> RunNumber {
        self.trace.run
    }
}
