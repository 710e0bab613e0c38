//! Repairs texts with other things around manifests (see `wrapping`), and truncated lists.
//!
//! Everything that is not a manifest is replaced by comments, document separators and spaces of the same length, so that every value keeps its
//! position. Only the truncated end of a list is replaced by the brackets that close it.

use findings::Notice;

use super::{
    steps::count_steps,
    text_limits::MAX_DEPTH,
    wrapping::{BlankedText, blank_wrapping},
};

/// A text that was made readable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RepairedText {
    pub text: String,
    /// The line in which a list is truncated, counted from 1.
    pub cut_line: Option<u32>,
    /// Notices about skipped parts that users may miss, each with its first line.
    pub skipped: Vec<(u32, Notice)>,
}

/// Makes the manifests in a text readable; `None` if nothing has to be repaired.
pub(crate) fn repair_text(text: &str) -> Option<RepairedText> {
    let BlankedText { text: mut repaired, skipped } =
        blank_wrapping(text).unwrap_or_else(|| BlankedText { text: text.to_owned(), skipped: Vec::new() });
    let cut_line = close_lists(&mut repaired);
    (repaired != text).then_some(RepairedText { text: repaired, cut_line, skipped })
}

/// The line in which a JSON text ends before it is complete, counted from 1.
pub(crate) fn find_open_end(text: &str) -> Option<u32> {
    let is_open = |region: &str| starts_with_bracket(region) && scan_brackets(region).is_open;
    regions(text).into_iter().find(|region| is_open(&text[region.clone()])).map(|region| line_at(text, region.end))
}

/// The line of a byte, counted from 1; at the end of a text, the line of its last character.
fn line_at(text: &str, byte: usize) -> u32 {
    let before = text[..byte].trim_end();
    u32::try_from(before.matches('\n').count() + 1).unwrap_or(u32::MAX)
}

// --- Truncated lists.

/// The parts of a text between document separators.
fn regions(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut regions = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        if line.trim_end() == "---" || line.starts_with("--- ") {
            regions.push(start..at);
            start = at + line.len();
        }
        at += line.len();
    }
    regions.push(start..text.len());
    regions
}

/// Closes the truncated lists of a text after their last complete item. Returns the line in which the first of them ends.
fn close_lists(text: &mut String) -> Option<u32> {
    // The start of the list's region, and the line within it.
    let mut first_cut = None;
    // From the end, so that positions before a list stay valid.
    for region in regions(text).into_iter().rev() {
        let content = &text[region.clone()];
        let close = if starts_with_bracket(content) { scan_brackets(content).close() } else { find_lines_cut(content) };
        let Some(ListEnd { whole, closing }) = close else { continue };
        let line = line_at(content, content.len());
        let (whole, end) = (region.start + whole, region.end);
        if end == text.len() {
            text.truncate(whole);
            text.push_str(&closing);
        } else {
            let Some(blank) = blank_with(&text[whole..end], &closing) else { continue };
            text.replace_range(whole..end, &blank);
        }
        first_cut = Some((region.start, line));
    }
    let (start, line) = first_cut?;
    let before = text.get(..start)?.matches('\n').count();
    Some(line.saturating_add(u32::try_from(before).unwrap_or(u32::MAX)))
}

/// Replaces the rest of a text by `closing` and spaces, of the same length and lines; `None` if `closing` does not fit.
fn blank_with(rest: &str, closing: &str) -> Option<String> {
    let blank: String = rest.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    let closing = closing.trim_end();
    let mut at = 0;
    for line in blank.split_inclusive('\n') {
        if line.trim_end_matches('\n').len() >= closing.len() {
            return Some(format!("{}{closing}{}", &blank[..at], &blank[at + closing.len()..]));
        }
        at += line.len();
    }
    None
}

/// The end of the last complete item of a list, and the text that closes the list there.
struct ListEnd {
    whole: usize,
    closing: String,
}

fn starts_with_bracket(region: &str) -> bool {
    let first = region.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| line.trim_start().starts_with(['{', '[']))
}

/// The result of scanning the brackets of a text.
#[derive(Default)]
struct BracketScan {
    /// Whether the text ends inside brackets or quotes.
    is_open: bool,
    /// Whether the list stated its kind before its items.
    has_kind: bool,
    /// The end of the last complete item of the open list, with the brackets that are open there.
    last_item: Option<(usize, Vec<u8>)>,
}

impl BracketScan {
    fn close(self) -> Option<ListEnd> {
        let (whole, open) = self.last_item.filter(|_| self.is_open)?;
        let close = |bracket: &u8| match bracket {
            b'[' => "]",
            _ if self.has_kind => "}",
            _ => r#","kind":"List"}"#,
        };
        Some(ListEnd { whole, closing: open.iter().rev().map(close).collect() })
    }
}

fn is_kind_key(text: &str) -> bool {
    text.strip_prefix("\"kind\"").is_some_and(|rest| rest.trim_start().starts_with(':'))
}

fn scan_brackets(text: &str) -> BracketScan {
    let bytes = text.as_bytes();
    let mut scan = BracketScan::default();
    let mut open: Vec<u8> = Vec::new();
    let (mut at, mut quoted) = (0, false);
    let mut list_depth = None;
    while at < bytes.len() {
        count_steps(1);
        match bytes[at] {
            b'\\' if quoted => at += 1,
            b'"' => {
                quoted = !quoted;
                scan.has_kind |= quoted && open.len() == 1 && list_depth.is_none() && is_kind_key(&text[at..]);
            }
            _ if quoted => {}
            b'#' if open.is_empty() => at += text[at..].find('\n').unwrap_or(text.len() - at),
            bracket @ (b'{' | b'[') => {
                if open.is_empty() {
                    (list_depth, scan.last_item, scan.has_kind) = (None, None, false);
                }
                let is_items = || {
                    text[..at].trim_end().strip_suffix(':').is_some_and(|text| text.trim_end().ends_with("\"items\""))
                };
                if bracket == b'[' && list_depth.is_none() && (open.is_empty() || open.len() == 1 && is_items()) {
                    list_depth = Some(open.len() + 1);
                }
                open.push(bracket);
            }
            b'}' | b']' => {
                if open.pop().is_none() {
                    return BracketScan::default();
                }
                count_steps(open.len().min(MAX_DEPTH));
                if list_depth == Some(open.len()) {
                    scan.last_item = Some((at + 1, open.clone()));
                } else if list_depth.is_some_and(|depth| open.len() < depth) && open.len() <= MAX_DEPTH {
                    // The list is complete, but the text after it may be truncated. Deeper lists are not read anyway.
                    (list_depth, scan.last_item) = (Some(usize::MAX), Some((at + 1, open.clone())));
                }
            }
            _ => {}
        }
        at += 1;
    }
    scan.is_open = quoted || !open.is_empty();
    scan
}

/// Finds the end of a list as `kubectl -o yaml` writes it, with the kind after the items: without a kind, its last item is truncated.
fn find_lines_cut(region: &str) -> Option<ListEnd> {
    let has_key = |key: &str| region.lines().any(|line| line.starts_with(key));
    if !has_key("items:") || has_key("kind:") || !has_key("apiVersion:") {
        return None;
    }
    let mut at = 0;
    let mut item_starts = Vec::new();
    let mut item_indent = None;
    for line in region.split_inclusive('\n') {
        let indented = line.trim_start_matches(' ');
        let indent = line.len() - indented.len();
        if line.trim_end() == "items:" {
            item_indent = Some(None);
        } else if let (Some(first), true) = (&mut item_indent, indented.starts_with("- "))
            && *first.get_or_insert(indent) == indent
        {
            item_starts.push(at);
        }
        at += line.len();
    }
    let last = item_starts.pop().filter(|_| !item_starts.is_empty())?;
    Some(ListEnd { whole: last, closing: "kind: List\n".to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_end_behind_their_last_whole_item() {
        for (text, expected, line) in [
            (r#"{"items": [{"a": 1}, {"b": "#, r#"{"items": [{"a": 1}],"kind":"List"}"#, 1),
            ("[{\"a\": 1},\n{\"b\": \"x}", "[{\"a\": 1}]", 2),
            (r#"{"items": [{"a": [1]}], "kind": "Li"#, r#"{"items": [{"a": [1]}],"kind":"List"}"#, 1),
            (r#"{"items": [{"a": [1]}], "metadata": {"#, r#"{"items": [{"a": [1]}],"kind":"List"}"#, 1),
            (
                "{\"a\": 1}\n{\"kind\": \"PodList\", \"items\": [{\"a\": 1},",
                "{\"a\": 1}\n{\"kind\": \"PodList\", \"items\": [{\"a\": 1}]}",
                2,
            ),
            ("[{\"a\": 1}, {\"b\": {\"c\n---\na: b\n", "[{\"a\": 1}]          \n---\na: b\n", 1),
            (
                "apiVersion: v1\nitems:\n- a: 1\n  x:\n  - b\n- a: 2\n  x",
                "apiVersion: v1\nitems:\n- a: 1\n  x:\n  - b\nkind: List\n",
                7,
            ),
            (
                "apiVersion: v1\nitems:\n- a: 1\n- a: 2\n  xyz: 1\n---\nkind: Pod\n",
                "apiVersion: v1\nitems:\n- a: 1\n      \n        \n---\nkind: Pod\n",
                5,
            ),
        ] {
            let close = repair_text(text);
            if text.contains("xyz") {
                // There is no room for the closing brackets.
                assert_eq!(close, None);
                continue;
            }
            let RepairedText { text: repaired, cut_line, .. } = close.unwrap_or_else(|| panic!("{text}"));
            assert_eq!((repaired.as_str(), cut_line), (expected, Some(line)), "{text}");
        }
        for text in [
            r#"{"items": [{"a": 1}]}"#,
            r#"{"items": [{"a": "#,
            r#"{"a": {"b": 1}, "c"#,
            "apiVersion: v1\nitems:\n- a: 1\n",
        ] {
            assert_eq!(repair_text(text), None, "{text}");
        }
        assert_eq!(find_open_end("{\"a\":\n {\"b\": 1}, \n"), Some(2));
        assert_eq!(find_open_end("{\"a\": 1}\n"), None);
    }
}
