//! The items of a text that was made of a larger file: each is JSON on a line of its own.

use super::dense::Dense;
use super::strings::Strings;
use super::tree::{Node, Span, Value};

/// The rows of a text, and how far they are read.
pub(super) struct Rows {
    /// Where the first item stands.
    first: Span,
    start: usize,
    at: usize,
    line: u32,
    told: usize,
    kept: Vec<Node>,
}

/// What comes next.
pub(super) enum Row {
    /// An item, with how many values it holds.
    Item(Node, usize),
    /// The text goes on behind the rows, or ends.
    End(usize),
    /// Something that is no such row.
    Other,
}

impl Rows {
    /// Rows that begin at a byte of a text.
    pub(super) fn new(text: &str, start: usize) -> Self {
        let small = |number| u32::try_from(number).unwrap_or(u32::MAX);
        let line = small(text[..start].matches('\n').count()).saturating_add(1);
        // The parser of YAML lets a list begin behind its first dash.
        let first = Span { start: small(start + 2), end: small(start + 2), line, column: 3 };
        Self { first, start, at: start, line, told: 0, kept: Vec::new() }
    }

    /// Where they begin.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// How many were told.
    pub(super) fn told(&self) -> usize {
        self.told
    }

    /// The next one; it may be so deep, and hold so many values.
    pub(super) fn next(&mut self, text: &str, (depth, most): (usize, usize), strings: &mut Strings) -> Row {
        let rest = &text[self.at..];
        if !rest.starts_with("- {") {
            let over = rest.is_empty() || rest == "---" || rest.starts_with("---\n") || rest.starts_with("--- ");
            return if over { Row::End(self.at) } else { Row::Other };
        }
        match Dense::new(text, self.at + 2, (self.line, self.at), strings).line(depth) {
            Some((node, next, values)) if values <= most => {
                (self.at, self.line, self.told) = (next, self.line.saturating_add(1), self.told + 1);
                Row::Item(node, values)
            }
            _ => Row::Other,
        }
    }

    /// Keeps an item for the list that they are.
    pub(super) fn keep(&mut self, node: Node) {
        self.kept.push(node);
    }

    /// Puts what was kept into the document.
    pub(super) fn close(self, root: &mut Node) {
        let Value::Mapping(pairs) = &mut root.value else { return };
        let Some((_, items)) = pairs.last_mut() else { return };
        items.span = Span { end: u32::try_from(self.at).unwrap_or(u32::MAX), ..self.first };
        items.value = Value::Sequence(self.kept);
        root.span.end = items.span.end;
    }
}
