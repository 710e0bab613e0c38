//! Scheduler configurations. Their meaning depends on the release, so they are stored unparsed.

use findings::Place;
use serde_json::Value;

use super::tree::TreeNode;

/// A document that configures a scheduler.
#[derive(Clone, Debug)]
pub struct ConfigurationDoc {
    /// The document as JSON.
    pub value: Value,
    /// Number of the document, counted from 1.
    document: u32,
    root: TreeNode,
}

impl ConfigurationDoc {
    pub(super) fn new(document: u32, root: TreeNode) -> Self {
        Self { value: root.to_json(), document, root }
    }

    /// The place of a field such as `profiles[0].plugins`; the start of the document if the path is empty.
    #[must_use]
    pub fn place_of(&self, path: &str) -> Place {
        self.root.find_nearest(path).span.to_place(self.document, path)
    }
}
