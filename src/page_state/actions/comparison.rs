//! Actions on the runs that are kept beside the one shown.

use std::rc::Rc;

use api::NamespacedName;
use manifest::ScriptCommand;
use releases::Release;

/// What is done with runs beside the one shown.
#[derive(Clone, Debug)]
pub enum BranchMsg {
    /// Run on from this moment with more actions of the script.
    Fork(Fork),
    /// The same, to see what comes of it for a pod: the playhead goes to where that is seen.
    TryFork { fork: Fork, about: NamespacedName },
    /// Back to the run that the one shown was tried in, at the moment at which it was left.
    ReturnToOriginal,
    /// The same text under another release, beside this one.
    CompareRelease(Release),
    /// The same scenario with another text, with a name for it, beside this one.
    CompareManifest(String, Rc<str>),
    /// A branch beside this one, or none.
    CompareBranch(Option<usize>),
    /// To another branch.
    SwitchBranch(usize),
}

/// What a fork does that the run before did not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The same in a few words, as `kubectl` would say it.
    pub label: String,
    /// Right after the moment at which it leaves.
    pub commands: Vec<ScriptCommand>,
}
