//! Texts that were made of larger files: how they begin, and what they say of it.

use std::fmt::Write;

use findings::Notice;

use super::tree::TreeNode;

/// How such a text begins. Whoever edits this away has a text like any other.
const HEAD_LINES: &str = "apiVersion: v1\nkind: List\nmetadata:\n  annotations:\n    schedscope.dev/read-bytes: ";
/// The annotation that says how many bytes were read.
const READ_ANNOTATION: &str = "schedscope.dev/read-bytes";
/// The annotation that says what was left out, each with its bytes.
const LEFT_OUT_ANNOTATION: &str = "schedscope.dev/left-out";

/// The lines before the items.
#[must_use]
pub fn write_head(bytes: u64, left_out: &str) -> String {
    let mut head = String::from(HEAD_LINES);
    let _ = write!(head, "\"{bytes}\"\n    {LEFT_OUT_ANNOTATION}: {}\n", serde_json::Value::from(left_out));
    head
}

/// Whether a text was made of a larger file.
pub(super) fn is_reduced(text: &str) -> bool {
    text.starts_with(HEAD_LINES)
}

/// Where the items of such a text begin, if they stand there as they were written, each on a line.
pub(super) fn rows_start(text: &str) -> Option<usize> {
    const BEGIN: &str = "\nitems:\n";
    let head = text.find("\nitems:\n- {").filter(|_| is_reduced(text))?;
    // One that is no longer the first document is read as YAML is.
    (!text[..head].contains("\n---")).then_some(head + BEGIN.len())
}

/// What a list says of the file that it was made of.
pub(super) fn reduced_notice(list: &TreeNode) -> Option<Notice> {
    let notes = list.get("metadata")?.get("annotations")?;
    let bytes = notes.get(READ_ANNOTATION)?.text()?.parse().ok()?;
    let left_out = notes.get(LEFT_OUT_ANNOTATION)?.text()?.into();
    Some(Notice::Reduced { bytes, left: left_out })
}
