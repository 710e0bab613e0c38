//! Documents that configure a scheduler. What they mean depends on the release, so they are kept as they stand.

use serde_json::Value;

use super::tree::{self, Node};
use super::{Error, Reader, decode};

/// Kinds of such documents.
pub const CONFIGURATION_KINDS: [&str; 2] = ["KubeSchedulerConfiguration", "Policy"];

/// A document that configures a scheduler.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// What it says.
    pub value: Value,
    /// Number of the document, from 1.
    document: usize,
    root: Node,
}

impl Configuration {
    /// An error about a field such as `profiles[0].plugins`, at its place in the text.
    #[must_use]
    pub fn error(&self, path: &str, message: String) -> Error {
        let node = find(&self.root, path);
        Error { path: path.into(), ..Error::new(self.document, node.line, node.column, message) }
    }

    /// The line on which it begins, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.root.line
    }
}

/// The node at a path, or the last one on the way that there is.
pub(super) fn find<'n>(root: &'n Node, path: &str) -> &'n Node {
    let mut node = root;
    for step in path.split(['.', '[']) {
        let next = match (step.strip_suffix(']'), &node.value) {
            (Some(index), tree::Value::Sequence(items)) => index.parse().ok().and_then(|index: usize| items.get(index)),
            (None, _) => node.get(step),
            _ => None,
        };
        let Some(next) = next else { break };
        node = next;
    }
    node
}

impl<'t> Reader<'t> {
    pub(super) fn configuration(&mut self, node: &'t Node) {
        match decode::decode::<Value>(node, "") {
            Ok((value, _)) => {
                let document = self.document;
                self.manifest.configurations.push(Configuration { value, document, root: node.clone() });
            }
            Err(misfit) => self.fail(node, "", misfit.message, ""),
        }
    }
}
