//! Documents that configure a scheduler. What they mean depends on the release, so they are kept as they stand.

use serde_json::Value;

use super::tree::Node;
use crate::problem::Place;

/// Kinds of such documents.
pub const CONFIGURATION_KINDS: [&str; 2] = ["KubeSchedulerConfiguration", "Policy"];

/// A document that configures a scheduler.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// What it says.
    pub value: Value,
    /// Number of the document, from 1.
    document: u32,
    root: Node,
}

impl Configuration {
    pub(super) fn new(document: u32, root: Node) -> Self {
        Self { value: root.json(), document, root }
    }

    /// Where a field such as `profiles[0].plugins` stands; without a path, where the document begins.
    #[must_use]
    pub fn place(&self, path: &str) -> Place {
        self.root.find(path).span.place(self.document, path)
    }
}
