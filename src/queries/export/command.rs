//! Quotes words and documents for the shell.

use manifest::edit;
use serde_json::Value;

/// The delimiter of the heredocs that commands read. A document never has a line that consists of this word.
pub(super) const HEREDOC_END: &str = "EOF";

/// A `kubectl` command that reads the objects from a heredoc.
pub(super) fn kubectl_command(verb: &str, objects: &[Value]) -> String {
    let documents: Vec<String> = objects.iter().map(edit::write_document).collect();
    format!("k {verb} -f - <<'{HEREDOC_END}'\n{}{HEREDOC_END}\n", documents.join("---\n"))
}

/// Quotes a word for the shell if necessary.
pub(super) fn shell_quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
