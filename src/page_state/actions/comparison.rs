//! Actions on branches: runs that are kept besides the current one.

use std::rc::Rc;

use api::NamespacedName;
use manifest::ScriptCommand;
use releases::Release;

/// Actions on branches.
#[derive(Clone, Debug)]
pub enum BranchMsg {
    /// Forks the run at the current moment with additional script commands.
    Fork(Fork),
    /// Forks the run to see the effect on the pod `about`, and seeks to the moment that shows it.
    TryFork { fork: Fork, about: NamespacedName },
    /// Returns to the run that the current one was forked from, at the moment of the fork.
    ReturnToOriginal,
    /// Runs the same manifest under another release, for comparison.
    CompareRelease(Release),
    /// Runs another manifest, as (name, manifest), for comparison.
    CompareManifest(String, Rc<str>),
    /// Compares with a branch, or stops comparing.
    CompareBranch(Option<usize>),
    /// Switches to a branch.
    SwitchBranch(usize),
}

/// The script commands that a fork adds to the original run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    /// A short label in the style of a `kubectl` command.
    pub label: String,
    /// The commands, run right after the moment of the fork.
    pub commands: Vec<ScriptCommand>,
}
