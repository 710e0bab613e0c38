//! Reads the items of a reduced text: each is JSON on a line of its own.

use super::{
    dense_line::{DenseValue, LineStart, ReadLine, read_dense_line},
    string_cache::StringCache,
    text_limits::MAX_DEPTH,
    tree::{Span, TreeNode, Value},
};

/// Parses single rows, `- {"kind":"Pod"}`.
#[derive(Default)]
pub struct RowParser {
    strings: StringCache,
}

impl RowParser {
    /// The object of a row; `None` if the row is not written as this program writes rows.
    pub fn parse(&mut self, row: &str) -> Option<TreeNode> {
        let start = LineStart { line: 1, byte: 0 };
        read_dense_line(row, start, MAX_DEPTH, &mut self.strings).map(|value| value.node)
    }
}

/// Reads the rows of a text one after the other.
pub(super) struct RowReader {
    read_line: ReadLine,
    /// The place of the first item.
    first: Span,
    document_start: usize,
    at: usize,
    line: u32,
    rows_returned: usize,
    kept_nodes: Vec<TreeNode>,
}

/// The maximum depth of a row, and the maximum number of values in it.
pub(super) struct RowLimits {
    pub depth: usize,
    pub values: usize,
}

/// The next part of the rows.
pub(super) enum RowEvent {
    /// An item, with the number of values in it.
    Item(TreeNode, usize),
    /// The end of the rows, at this byte. The text may continue.
    End(usize),
    /// A line that is not such a row.
    Other,
}

impl RowReader {
    /// Reads rows from a byte of a text, each with `read_line`.
    pub(super) fn new(text: &str, document_start: usize, read_line: ReadLine) -> Self {
        let small = |number| u32::try_from(number).unwrap_or(u32::MAX);
        let line = small(text[..document_start].matches('\n').count()).saturating_add(1);
        let first = Span { start: small(document_start), end: small(document_start), line, column: 1 };
        Self { read_line, first, document_start, at: document_start, line, rows_returned: 0, kept_nodes: Vec::new() }
    }

    /// The byte at which the rows begin.
    pub(super) fn start(&self) -> usize {
        self.document_start
    }

    /// The number of items that were returned.
    pub(super) fn rows_returned(&self) -> usize {
        self.rows_returned
    }

    /// The next item, within the limits.
    pub(super) fn next_row(&mut self, text: &str, limits: RowLimits, strings: &mut StringCache) -> RowEvent {
        let rest = &text[self.at..];
        if !rest.starts_with("- {") {
            let is_document_end =
                rest.is_empty() || rest == "---" || rest.starts_with("---\n") || rest.starts_with("--- ");
            return if is_document_end { RowEvent::End(self.at) } else { RowEvent::Other };
        }
        match (self.read_line)(text, LineStart { line: self.line, byte: self.at }, limits.depth, strings) {
            Some(DenseValue { node, next_line, values }) if values <= limits.values => {
                (self.at, self.line, self.rows_returned) =
                    (next_line, self.line.saturating_add(1), self.rows_returned + 1);
                RowEvent::Item(node, values)
            }
            _ => RowEvent::Other,
        }
    }

    /// Stores an item for the list.
    pub(super) fn keep_node(&mut self, node: TreeNode) {
        self.kept_nodes.push(node);
    }

    /// Adds the stored items to the document.
    pub(super) fn close_into(self, root: &mut TreeNode) {
        let Value::Mapping(pairs) = &mut root.value else { return };
        let Some((_, items)) = pairs.last_mut() else { return };
        let rows_end = u32::try_from(self.at).unwrap_or(u32::MAX);
        let end = self.kept_nodes.last().map_or(rows_end, |node| node.span.end);
        items.span = Span { end, ..self.first };
        items.value = Value::Sequence(self.kept_nodes);
        root.span.end = items.span.end;
    }
}
