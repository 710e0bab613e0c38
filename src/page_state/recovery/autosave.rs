//! Autosave: what the browser keeps of the text, and the drafts of other tabs.

use std::rc::Rc;

use api::Str;
use serde::{Deserialize, Serialize};

/// Whether the browser remembers what it is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StorageState {
    /// It does.
    #[default]
    Good,
    /// It lets the page keep nothing at all.
    Blocked,
    /// It has no room for what changed last.
    Full,
}

/// A text that was edited and is kept by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftInfo {
    /// The tab that it was edited in.
    pub tab: Str,
    /// When it was changed last, in milliseconds of the wall clock.
    pub changed_at: u64,
    /// Its first line that says something.
    pub first_line: String,
    /// Its bytes.
    pub bytes: usize,
}

/// What the browser keeps of the text in the editor and of earlier ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Autosave {
    /// Whether the browser remembers.
    pub storage: StorageState,
    /// Whether the text was edited since it was opened.
    pub is_edited: bool,
    /// Drafts that no tab shows.
    pub drafts: Rc<Vec<DraftInfo>>,
}

impl Autosave {
    /// Nothing is kept on this device any more.
    pub fn forget_drafts(&mut self) {
        (self.drafts, self.is_edited) = (Rc::default(), false);
    }
}

/// All own scenarios and drafts, as a file has them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backup {
    /// The version of the file.
    pub schedscope: u32,
    /// Names and texts.
    pub scenarios: Vec<(String, Rc<str>)>,
}

impl Backup {
    /// What a file holds, if it is such a file.
    pub fn parse(text: &str) -> Option<Self> {
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).take(13).collect();
        (compact == "{\"schedscope\"").then(|| serde_json::from_str(text).ok())?
    }
}
