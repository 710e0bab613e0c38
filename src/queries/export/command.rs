//! Quotes words and documents for the shell.

use manifest::edit;
use serde_json::Value;

/// Ends the documents that a command reads. No line of a document is this word alone.
pub(super) const HEREDOC_END: &str = "EOF";

/// Objects, given to a command of `kubectl`.
pub(super) fn kubectl_command(verb: &str, objects: &[Value]) -> String {
    let documents: Vec<String> = objects.iter().map(edit::write_document).collect();
    format!("k {verb} -f - <<'{HEREDOC_END}'\n{}{HEREDOC_END}\n", documents.join("---\n"))
}

/// A word that the shell takes as it is.
pub(super) fn shell_quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
