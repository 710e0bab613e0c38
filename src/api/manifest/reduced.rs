//! Texts that were made of larger files: how they begin, and what they say of it.

use std::fmt::Write;

use super::tree::Node;
use crate::problem::Notice;

/// How such a text begins. Whoever edits this away has a text like any other.
const HEAD: &str = "apiVersion: v1\nkind: List\nmetadata:\n  annotations:\n    schedscope.dev/read-bytes: ";
/// The annotation that says how many bytes were read.
const READ: &str = "schedscope.dev/read-bytes";
/// The annotation that says what was left out, each with its bytes.
const LEFT: &str = "schedscope.dev/left-out";

/// The lines before the items.
pub(crate) fn head(bytes: u64, left: &str) -> String {
    let mut head = String::from(HEAD);
    let _ = write!(head, "\"{bytes}\"\n    {LEFT}: {}\n", serde_json::Value::from(left));
    head
}

/// Whether a text was made of a larger file.
pub(super) fn is_reduced(text: &str) -> bool {
    text.starts_with(HEAD)
}

/// Where the items of such a text begin, if they stand there as they were written, each on a line.
pub(super) fn rows(text: &str) -> Option<usize> {
    const BEGIN: &str = "\nitems:\n";
    let head = text.find("\nitems:\n- {").filter(|_| is_reduced(text))?;
    // One that is no longer the first document is read as YAML is.
    (!text[..head].contains("\n---")).then_some(head + BEGIN.len())
}

/// What a list says of the file that it was made of.
pub(super) fn notice(list: &Node) -> Option<Notice> {
    let notes = list.get("metadata")?.get("annotations")?;
    let bytes = notes.get(READ)?.text()?.parse().ok()?;
    let left = notes.get(LEFT)?.text()?.into();
    Some(Notice::Reduced { bytes, left })
}
