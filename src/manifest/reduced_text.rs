//! Texts that were reduced from larger files: their head, and the facts about the file that it records.

use std::fmt::Write;

use findings::Notice;

use super::tree::TreeNode;

/// The start of such a text. If it is edited away, the text is read like any other.
const HEAD_LINES: &str = "apiVersion: v1\nkind: List\nmetadata:\n  annotations:\n    schedscope.dev/read-bytes: ";
/// The annotation for the number of bytes that were read.
const READ_ANNOTATION: &str = "schedscope.dev/read-bytes";
/// The annotation for the version of the cluster that the objects were read from.
const CLUSTER_ANNOTATION: &str = "schedscope.dev/read-from-cluster";
/// The annotation for the time at which they were read.
const TIME_ANNOTATION: &str = "schedscope.dev/read-at";
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
    /// The cluster, if it was no file.
    pub cluster: Option<ReadCluster<'a>>,
    /// What was left out, each with its size in bytes.
    pub left_out: &'a str,
    /// The line in which a list was truncated, counted from 1.
    pub cut_line: Option<u32>,
    /// The kinds that were inferred for objects without a kind, separated by commas.
    pub implied_kinds: &'a str,
}

/// A cluster that was read by requests to its API server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadCluster<'a> {
    /// Its version, as it states it: `v1.36.2`.
    pub version: &'a str,
    /// When it was read, as RFC 3339 has it.
    pub time: &'a str,
}

/// The lines before the items.
#[must_use]
pub fn write_head(about: &ReducedHead<'_>) -> String {
    let ReducedHead { bytes, cluster, left_out, cut_line, implied_kinds } = about;
    let mut head = String::from(HEAD_LINES);
    let _ = writeln!(head, "\"{bytes}\"");
    if let Some(ReadCluster { version, time }) = cluster {
        let _ = writeln!(head, "    {CLUSTER_ANNOTATION}: {}", serde_json::Value::from(*version));
        let _ = writeln!(head, "    {TIME_ANNOTATION}: {}", serde_json::Value::from(*time));
    }
    let _ = writeln!(head, "    {LEFT_OUT_ANNOTATION}: {}", serde_json::Value::from(*left_out));
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

/// Whether a text, or a part of it, was read from a running cluster, so that it is not stored or shared without a person's consent.
#[must_use]
pub fn is_from_cluster(text: &str) -> bool {
    let Some(start) = text.find(HEAD_LINES) else { return false };
    let annotations = text[start + HEAD_LINES.len()..].lines().skip(1).take_while(|line| line.starts_with("    "));
    annotations.into_iter().any(|line| line.trim_start().starts_with(CLUSTER_ANNOTATION))
}

/// The text without the note that it was read from a running cluster: a person has decided to keep it.
#[must_use]
pub fn without_cluster_note(text: &str) -> String {
    let start = format!("    {CLUSTER_ANNOTATION}: ");
    text.split_inclusive('\n').filter(|line| !line.starts_with(&start)).collect()
}

/// A cluster that was read again: the new text, with the documents that a person added to the earlier one, such as a script.
#[must_use]
pub fn refresh_cluster(earlier: &str, new: &str) -> String {
    const SEPARATOR: &str = "\n---\n";
    let mut text = new.trim_end().to_owned();
    for document in earlier.split(SEPARATOR).filter(|document| !is_reduced(document) && !document.trim().is_empty()) {
        text += SEPARATOR;
        text += document.trim_end();
    }
    text.push('\n');
    text
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_says_that_it_comes_from_a_cluster_until_a_person_keeps_it() {
        let cluster = Some(ReadCluster { version: "v1.36.2", time: "2026-01-01T00:00:00Z" });
        let file = write_head(&ReducedHead { bytes: 1, ..ReducedHead::default() });
        let read = write_head(&ReducedHead { bytes: 1, cluster, ..ReducedHead::default() });
        assert!(is_reduced(&read) && is_from_cluster(&read) && !is_from_cluster(&file));
        let with_script = format!("apiVersion: schedscope.dev/v1\nkind: Scenario\n---\n{read}");
        assert!(is_from_cluster(&with_script), "another document before it changes nothing");
        let public = without_cluster_note(&read);
        assert!(is_reduced(&public) && !is_from_cluster(&public) && public.contains("read-at"));
        let items = |name: &str| format!("{read}items:\n- {{\"kind\":\"Pod\",\"metadata\":{{\"name\":\"{name}\"}}}}\n");
        let script = "apiVersion: schedscope.dev/v1\nkind: Scenario\n";
        for earlier in [format!("{}---\n{script}", items("old")), format!("{script}---\n{}", items("old"))] {
            assert_eq!(refresh_cluster(&earlier, &items("new")), format!("{}---\n{script}", items("new")));
        }
        assert_eq!(refresh_cluster(&items("old"), &items("new")), items("new"));
    }
}
