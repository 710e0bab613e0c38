//! Documents that configure a scheduler. What they mean depends on the release, so they are kept as they stand.

use findings::Place;
use serde_json::Value;

use super::tree::TreeNode;

/// A document that configures a scheduler.
#[derive(Clone, Debug)]
pub struct ConfigurationDoc {
    /// What it says.
    pub value: Value,
    /// Number of the document, from 1.
    document: u32,
    root: TreeNode,
}

impl ConfigurationDoc {
    pub(super) fn new(document: u32, root: TreeNode) -> Self {
        Self { value: root.to_json(), document, root }
    }

    /// Where a field such as `profiles[0].plugins` stands; without a path, where the document begins.
    #[must_use]
    pub fn place_of(&self, path: &str) -> Place {
        self.root.find_nearest(path).span.to_place(self.document, path)
    }
}
