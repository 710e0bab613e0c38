//! Texts that were reduced from larger files: their head, and the facts about the file that it records.

use std::fmt::Write;

use findings::Notice;

use super::tree::TreeNode;

/// The start of such a text. If it is edited away, the text is read like any other.
const HEAD_LINES: &str = "apiVersion: v1\nkind: List\nmetadata:\n  annotations:\n    schedscope.dev/read-bytes: ";
/// The annotation for the number of bytes that were read.
const READ_ANNOTATION: &str = "schedscope.dev/read-bytes";
/// The annotation for the line in which a list of the file was truncated.
const CUT_ANNOTATION: &str = "schedscope.dev/cut-off-line";
/// The annotation for the kinds that were inferred.
const IMPLIED_ANNOTATION: &str = "schedscope.dev/kinds-implied";
/// The annotation for what was left out, each with its size in bytes.
const LEFT_OUT_ANNOTATION: &str = "schedscope.dev/left-out";

/// The facts about the file that the head records.
#[derive(Clone, Debug, Default)]
pub struct ReducedHead<'a> {
    /// The number of bytes that were read.
    pub bytes: u64,
    /// What was left out, each with its size in bytes.
    pub left_out: &'a str,
    /// The line in which a list was truncated, counted from 1.
    pub cut_line: Option<u32>,
    /// The kinds that were inferred for objects without a kind, separated by commas.
    pub implied_kinds: &'a str,
}

/// The lines before the items.
#[must_use]
pub fn write_head(about: &ReducedHead<'_>) -> String {
    let ReducedHead { bytes, left_out, cut_line, implied_kinds } = about;
    let mut head = String::from(HEAD_LINES);
    let _ = write!(head, "\"{bytes}\"\n    {LEFT_OUT_ANNOTATION}: {}\n", serde_json::Value::from(*left_out));
    if let Some(line) = cut_line {
        let _ = writeln!(head, "    {CUT_ANNOTATION}: \"{line}\"");
    }
    if !implied_kinds.is_empty() {
        let _ = writeln!(head, "    {IMPLIED_ANNOTATION}: \"{implied_kinds}\"");
    }
    head
}

/// Whether a text was reduced from a larger file.
#[must_use]
pub fn is_reduced(text: &str) -> bool {
    text.starts_with(HEAD_LINES)
}

/// The start of the items, if they are still written as this program writes them, one on each line.
pub(super) fn rows_start(text: &str) -> Option<usize> {
    const BEGIN: &str = "\nitems:\n";
    let head = text.find("\nitems:\n- {").filter(|_| is_reduced(text))?;
    // If the list is no longer the first document, the text is read as YAML.
    (!text[..head].contains("\n---")).then_some(head + BEGIN.len())
}

/// The notices about the file from which a list was reduced.
pub(super) fn reduced_notices(list: &TreeNode) -> impl Iterator<Item = Notice> {
    let notes = list.get("metadata").and_then(|metadata| metadata.get("annotations"));
    let text = |key: &str| notes.and_then(|notes| notes.get(key)?.text());
    let reduced = text(READ_ANNOTATION).and_then(|bytes| bytes.parse().ok()).zip(text(LEFT_OUT_ANNOTATION));
    let cut_off = text(CUT_ANNOTATION).and_then(|line| line.parse().ok());
    let reduced = reduced.map(|(bytes, left)| Notice::Reduced { bytes, left: left.into() });
    let implied_kinds = text(IMPLIED_ANNOTATION).unwrap_or_default().split(',').filter(|kind| !kind.is_empty());
    let implied_kinds = implied_kinds.map(|kind| Notice::KindImplied { kind: kind.into() });
    reduced.into_iter().chain(cut_off.map(|line| Notice::CutOff { line })).chain(implied_kinds)
}
