//! Autosave: the stored manifest, and the drafts of other tabs.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::actions::recovery::{DraftInfo, StorageState};

/// The state of the stored drafts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Autosave {
    /// The state of the browser's storage.
    pub storage: StorageState,
    /// Whether the manifest was edited since it was opened.
    pub is_edited: bool,
    /// The drafts of closed tabs.
    pub drafts: Rc<Vec<DraftInfo>>,
}

impl Autosave {
    /// Forgets all drafts, after they were deleted from this device.
    pub fn forget_drafts(&mut self) {
        (self.drafts, self.is_edited) = (Rc::default(), false);
    }
}

/// A backup of all saved scenarios and drafts, as a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backup {
    /// The format version.
    pub schedscope: u32,
    /// (name, manifest) of each.
    pub scenarios: Vec<(String, Rc<str>)>,
}

impl Backup {
    /// Parses a file; `None` if it isn't a backup.
    pub fn parse(text: &str) -> Option<Self> {
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).take(13).collect();
        (compact == "{\"schedscope\"").then(|| serde_json::from_str(text).ok())?
    }
}
