//! Texts that were made of larger files: how they begin, and what they say of it.

use std::fmt::Write;

use findings::Notice;

use super::tree::TreeNode;

/// How such a text begins. Whoever edits this away has a text like any other.
const HEAD_LINES: &str = "apiVersion: v1\nkind: List\nmetadata:\n  annotations:\n    schedscope.dev/read-bytes: ";
/// The annotation that says how many bytes were read.
const READ_ANNOTATION: &str = "schedscope.dev/read-bytes";
/// The annotation that says in which line a list of the file broke off.
const CUT_ANNOTATION: &str = "schedscope.dev/cut-off-line";
/// The annotation that says of which kinds objects are that said none.
const IMPLIED_ANNOTATION: &str = "schedscope.dev/kinds-implied";
/// The annotation that says what was left out, each with its bytes.
const LEFT_OUT_ANNOTATION: &str = "schedscope.dev/left-out";

/// What such a text says of the file.
#[derive(Clone, Debug, Default)]
pub struct ReducedHead<'a> {
    /// How many bytes were read.
    pub bytes: u64,
    /// What was left out, each with its bytes.
    pub left_out: &'a str,
    /// The line in which a list broke off.
    pub cut_line: Option<u32>,
    /// The kinds of objects that said none, with commas between them.
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

/// Whether a text was made of a larger file.
#[must_use]
pub fn is_reduced(text: &str) -> bool {
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
