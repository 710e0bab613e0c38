//! The saved branches, and the branch that the current run is compared with.
//!
//! The manifest of a fork has an additional document of kind `Script`, whose commands run one millisecond after the current moment. The
//! engine is deterministic, so all earlier events are the same, and a link to a fork needs only the manifest. The page keeps the other
//! branches and shows how the runs end differently (`selectors::branch_comparison`). The worker streams a run in growing batches, so that
//! the first events appear at once and a long log isn't joined a thousand times. A batch is split into messages of some hundred events,
//! so that no message blocks the page for long, and is shown when its last message arrives (`EventBatch::has_more`). While an edited manifest
//! runs, the old picture stays until the first new events arrive.
//!
//! Two branches can be compared: two releases, two configurations, or the states before and after a fork. `compare` finds the
//! corresponding moment of the other branch by pod and attempt number, not by time, and lists the differences at that moment and in the
//! whole run. The second stage is drawn by the same views from the other branch's state.

pub mod branches;

use std::rc::Rc;

use api::NamespacedName;
use protocol::{LoadResult, RunNumber};
use releases::Release;

use crate::run_view::RunView;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct BranchList {
    /// All branches, including the current one; empty before the first fork.
    pub branches: Vec<Branch>,
    /// The index of the current branch.
    pub current: usize,
    /// The index of the branch that the current one is compared with.
    pub compared: Option<usize>,
}

impl BranchList {
    /// Whether both look the same on the page.
    pub(crate) fn looks_same(&self, other: &Self) -> bool {
        let is_same_branch = |(a, b): (&Branch, &Branch)| a.moment == b.moment && Rc::ptr_eq(&a.view, &b.view);
        (self.current, self.compared, self.branches.len()) == (other.current, other.compared, other.branches.len())
            && self.branches.iter().zip(&other.branches).all(is_same_branch)
    }
}

/// A saved run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Branch {
    /// The label of the fork in the style of a `kubectl` command; empty for the first branch.
    pub label: String,
    /// The index of the branch that it was forked from; its own index for the first branch.
    pub parent: usize,
    /// Whether it is a fork with added commands, so that all earlier events are those of the parent.
    pub is_fork: bool,
    /// The pod for whose sake the fork was made, if it was.
    pub about: Option<NamespacedName>,
    /// The moment that was shown last.
    pub moment: usize,
    /// The manifest.
    pub text: Rc<str>,
    /// The release it ran under.
    pub release: Option<Release>,
    pub view: Rc<RunView>,
    /// The summary of the manifest.
    pub manifest_summary: Rc<LoadResult>,
}

impl Branch {
    /// The run's number in the worker.
    pub fn run_number(&self) -> RunNumber {
        self.view.run
    }
}
