//! Bookmarks of moments, and the actions on them.

use serde::{Deserialize, Serialize};

/// A named moment of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bookmark {
    /// The index of the moment, from 0.
    pub at: usize,
    /// The user's name for it; may be empty.
    pub name: String,
}

/// Actions on bookmarks.
#[derive(Clone, Debug)]
pub enum BookmarkMsg {
    /// Adds or removes the bookmark at the current moment.
    Toggle,
    /// Bookmarks the current moment under a name; an existing bookmark is renamed.
    Add(String),
    /// Renames the bookmark at an index of the list.
    Rename(usize, String),
    /// Removes the bookmark at an index of the list.
    Remove(usize),
    /// The bookmarks stored for the current run were loaded.
    Restore(Vec<Bookmark>),
}
