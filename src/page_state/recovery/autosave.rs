//! Autosave: what the browser keeps of the text, and the drafts of other tabs.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::actions::recovery::{DraftInfo, StorageState};

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
