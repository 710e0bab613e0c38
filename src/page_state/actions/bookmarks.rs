//! Bookmarks of moments, and the actions on them.

use serde::{Deserialize, Serialize};

/// A moment with a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bookmark {
    /// The index of the moment.
    pub at: usize,
    /// What a person calls it; may be empty.
    pub name: String,
}

/// What is done with bookmarks.
#[derive(Clone, Debug)]
pub enum BookmarkMsg {
    /// Mark the moment shown, or take its mark away.
    Toggle,
    /// Mark the moment shown, under a name.
    Add(String),
    /// Call one otherwise.
    Rename(usize, String),
    /// Take one away.
    Remove(usize),
    /// These were kept for the run that is shown.
    Restore(Vec<Bookmark>),
}
