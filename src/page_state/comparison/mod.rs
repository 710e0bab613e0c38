//! Runs to come back to, and one of them beside the one shown: the branches as the store keeps them.
//!
//! A fork is the same text with one more document of kind `Script`, whose action comes a millisecond after the moment
//! shown. The engine is deterministic, so the past stays as it was, event for event, and a link to a fork needs nothing
//! else. The page keeps the other branches and tells how the runs end differently (`crate::comparison`). The worker streams
//! a run in growing pieces, so that something is to be seen at once and a long log is not joined a thousand times. A
//! piece comes in messages of some hundred events, so that no message keeps the page's thread for long; it is shown
//! when the last of them is there (`EventBatch::more`). An edited text keeps the old picture until the first events of
//! the new one are there.
//!
//! Two branches can stand side by side: under two releases, two configurations, or before and after a fork. `compare`
//! finds the moment of one that belongs to a moment of the other, by pod and number of the attempt, not by the clock,
//! and tells what differs at it and in the whole run. The second stage is the same views on the other branch's state.

pub mod branches;

use std::rc::Rc;

use protocol::{LoadResult, RunNumber};
use releases::Release;

use crate::run_view::RunView;

/// The runs that are kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BranchList {
    /// All of them, the present one among them; none before the first fork.
    pub branches: Vec<Branch>,
    /// Which of them is shown.
    pub current: usize,
    /// Which of them is shown beside it, step by step.
    pub compared: Option<usize>,
}

impl BranchList {
    /// Whether the page shows the same of both.
    pub(crate) fn looks_same(&self, other: &Self) -> bool {
        let is_same_branch = |(a, b): (&Branch, &Branch)| a.moment == b.moment && Rc::ptr_eq(&a.view, &b.view);
        (self.current, self.compared, self.branches.len()) == (other.current, other.compared, other.branches.len())
            && self.branches.iter().zip(&other.branches).all(is_same_branch)
    }
}

/// A run that was looked at, to come back to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Branch {
    /// What was done, as `kubectl` would say it; empty of the run that all forks come from.
    pub label: String,
    /// The branch that it left; itself, of the first one.
    pub parent: usize,
    /// Whether something was done in it after a moment of that branch, all before being the same.
    pub is_fork: bool,
    /// The moment shown when it was left.
    pub moment: usize,
    /// The text.
    pub text: Rc<str>,
    /// The release.
    pub release: Option<Release>,
    /// The run.
    pub view: Rc<RunView>,
    /// What the text holds.
    pub manifest_summary: Rc<LoadResult>,
}

impl Branch {
    /// The number by which the worker knows its run.
    pub fn run_number(&self) -> RunNumber {
        self.view.run
    }
}
