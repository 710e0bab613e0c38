//! Reads YAML and JSON, one object at a time.
//!
//! This is the only reader: the loader takes objects from it one by one, so that a list of a hundred thousand pods is never one tree, and edits take
//! whole documents with the bytes of every value. JSON is read as YAML.
//!
//! JSON documents may follow each other without a separator, as `kubectl get -o json >> file` writes them. Merge keys (`<<`) are expanded, and the
//! last one of repeated keys counts, as in kubectl.
//!
//! Anybody can write the text, so there are limits: on its size, on depth, on the number of values, and on what aliases may expand to
//! (`allowedAliasRatio` of go-yaml).
//!
//! A text that was reduced from a larger file has an object on each line ([`RowReader`]), which is read without the YAML parser.

use std::borrow::Cow;

use api::{Set, Str, Table};
use findings::{Finding, Place, ReadingProblem};

use super::{
    alias_expansion::{AnchoredValue, Expansion},
    dense_line::{ReadLine, read_dense_line},
    mapping_keys::{is_merge_key, make_key_text, unfold_pairs},
    reduced_text::{self, is_reduced},
    row_reader::{RowEvent, RowLimits, RowReader},
    string_cache::StringCache,
    text_limits::{MAX_BYTES, MAX_DEPTH, MAX_REDUCED},
    tree::{self, TreeNode, Value},
    yaml::{Event, MarkRange, Parser, Properties, apply_tag},
};

/// The maximum number of JSON documents on one line. For each, the parser looks a thousand characters ahead in case it is a key, and does so again
/// for the next one.
const MAX_BESIDE: usize = 256;
/// The maximum number of values in all documents, with aliases expanded.
const MAX_VALUES: usize = 16_000_000;

/// The next piece of a text.
pub(super) enum TextPiece {
    /// An item of a document that looks like a list. Whether it is one is known when the document is complete.
    Item {
        document: u32,
        /// The kind of the list, if it comes before the items.
        list: Option<Str>,
        node: TreeNode,
    },
    /// The end of a document.
    Document(Document),
}

/// A YAML or JSON document.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Its number, counted from 1. Empty documents count.
    pub number: u32,
    /// The first byte: that of its `---`, if it has one.
    pub start: usize,
    /// Whether it starts with `---`.
    pub(crate) has_marker: bool,
    /// The root value. Items that were returned before are not in it.
    pub root: Option<TreeNode>,
}

/// Reads all documents completely.
///
/// # Errors
/// The first syntax error.
pub fn documents(text: &str) -> Result<Vec<Document>, Finding> {
    let (documents, _) = documents_and_repeated_keys(text)?;
    Ok(documents)
}

/// Keys that their mapping already has, each with the place of its repetition.
pub(super) type RepeatedKeys = Vec<(Place, Str)>;

/// Reads all documents completely, and collects repeated keys.
///
/// # Errors
/// The first syntax error.
pub(super) fn documents_and_repeated_keys(text: &str) -> Result<(Vec<Document>, RepeatedKeys), Finding> {
    let mut reader = Reader { is_splitting: false, ..Reader::new(text)? };
    let mut documents = Vec::new();
    for piece in &mut reader {
        if let TextPiece::Document(document) = piece? {
            documents.push(document);
        }
    }
    Ok((documents, reader.take_repeated_keys()))
}

/// A list or mapping that is being read.
struct OpenCollection {
    collection: Collection,
    anchor: Option<Str>,
    /// The number of values read before it.
    before: usize,
    /// The expansion of aliases before it.
    expansion: Expansion,
    span: tree::Span,
}

enum Collection {
    Sequence(Vec<TreeNode>),
    Mapping { pairs: Vec<(TreeNode, TreeNode)>, key: Option<TreeNode>, seen: Set<Str>, has_merge: bool },
}

/// The position where the parser was started. It is started again after a JSON document.
#[derive(Clone, Copy, Default)]
struct Origin {
    byte: usize,
    lines: usize,
    columns: usize,
}

impl Origin {
    /// The origin for a later byte.
    fn advance_to(self, text: &str, byte: usize) -> Self {
        let between = &text[self.byte..byte];
        let lines = between.matches('\n').count();
        let columns = match between.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.columns + between.chars().count(),
        };
        Self { byte, lines: self.lines + lines, columns }
    }

    fn to_tree_span(self, MarkRange { start, end }: MarkRange) -> tree::Span {
        let columns = if start.line == 0 { self.columns } else { 0 };
        let (line, column) = (to_u32(start.line + 1 + self.lines), to_u32(start.column + 1 + columns));
        tree::Span { start: to_u32(start.byte + self.byte), end: to_u32(end.byte + self.byte), line, column }
    }
}

/// An iterator over the pieces of a text. It ends with the first error.
pub(super) struct Reader<'t> {
    text: &'t str,
    parser: Parser<'t>,
    origin: Origin,
    /// The end of a JSON document, after which another one may follow.
    bracket: Option<usize>,
    /// The number of JSON documents on this line so far.
    beside: usize,
    /// Whether items of lists are returned separately.
    is_splitting: bool,
    document: Document,
    stack: Vec<OpenCollection>,
    anchors: Table<Str, AnchoredValue>,
    values: usize,
    expansion: Expansion,
    /// Repeated keys of mappings, each with the place of the repetition.
    repeated_keys: Vec<(Place, Str)>,
    strings: StringCache,
    has_failed: bool,
    /// The reader of the rows, if the text is a reduced one.
    rows: Option<RowReader>,
    /// The number of items that were returned before the text was read again as YAML.
    already_returned: usize,
}

impl<'t> Reader<'t> {
    /// A reader that returns the items of lists separately.
    pub(super) fn new(text: &'t str) -> Result<Self, Finding> {
        Self::with_rows(text, Some(read_dense_line))
    }

    /// A reader that reads the rows of reduced texts with `read_line`; with `None` they are read as YAML.
    pub(super) fn with_rows(text: &'t str, read_line: Option<ReadLine>) -> Result<Self, Finding> {
        let limit = if is_reduced(text) { MAX_REDUCED } else { MAX_BYTES };
        if text.len() > limit {
            let problem = ReadingProblem::TooLarge { bytes: text.len(), limit };
            return Err(Finding::new(Place::default(), problem));
        }
        let rows =
            read_line.and_then(|read_line| Some(RowReader::new(text, reduced_text::rows_start(text)?, read_line)));
        // Then only the head is YAML.
        let yaml = rows.as_ref().map_or(text, |rows| &text[..rows.start()]);
        Ok(Self { rows, ..Self::for_yaml(text, yaml) })
    }

    /// A reader of a text, of which the part `yaml` is read as YAML.
    fn for_yaml(text: &'t str, yaml: &'t str) -> Self {
        Self {
            text,
            parser: Parser::new(yaml),
            origin: Origin::default(),
            bracket: None,
            beside: 0,
            is_splitting: true,
            document: Document { number: 0, start: 0, has_marker: false, root: None },
            stack: Vec::new(),
            anchors: Table::new(),
            values: 0,
            expansion: Expansion::default(),
            repeated_keys: Vec::new(),
            strings: StringCache::default(),
            has_failed: false,
            rows: None,
            already_returned: 0,
        }
    }

    /// Removes and returns the repeated keys, each with the place of the repetition.
    pub(super) fn take_repeated_keys(&mut self) -> RepeatedKeys {
        std::mem::take(&mut self.repeated_keys)
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<TextPiece, Finding>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.has_failed {
            if let Some(piece) = self.next_row() {
                return Some(Ok(piece));
            }
            let piece = match self.parser.next()? {
                Ok((event, span)) => self.handle_event(event, span),
                Err(_) if self.starts_bracket_document() => continue,
                Err(error) => {
                    let range = MarkRange { start: error.mark, end: error.mark };
                    let place = self.span_at(range).to_place(self.document.number.max(1), "");
                    Err(Finding::new(place, ReadingProblem::NotYaml { words: error.problem.as_ref().into() }))
                }
            };
            self.has_failed = piece.is_err();
            if self.already_returned > 0 && matches!(piece, Ok(Some(TextPiece::Item { .. }))) {
                self.already_returned -= 1;
                continue;
            }
            if let Some(piece) = piece.transpose() {
                return Some(piece);
            }
        }
        None
    }
}

impl Reader<'_> {
    /// The next piece from the rows, once the head is read.
    fn next_row(&mut self) -> Option<TextPiece> {
        let rows = self.rows.as_mut()?;
        let mut root = self.document.root.take_if(|_| self.stack.is_empty())?;
        loop {
            // The item is inside a list, which is inside the document.
            let limits = RowLimits { depth: MAX_DEPTH - 2, values: MAX_VALUES - self.values };
            match rows.next_row(self.text, limits, &mut self.strings) {
                RowEvent::Item(node, values) => {
                    self.values += values;
                    if self.is_splitting {
                        self.document.root = Some(root);
                        return Some(TextPiece::Item { document: 1, list: Some("List".into()), node });
                    }
                    rows.keep_node(node);
                }
                RowEvent::End(rest) => {
                    let rows = self.rows.take()?;
                    rows.close_into(&mut root);
                    self.origin = self.origin.advance_to(self.text, rest);
                    self.parser = Parser::new(&self.text[rest..]);
                    let Document { number, start, has_marker, .. } = self.document;
                    return Some(TextPiece::Document(Document { number, start, has_marker, root: Some(root) }));
                }
                // The rows were edited by hand: read the text again as YAML.
                RowEvent::Other => {
                    let (is_splitting, again) =
                        (self.is_splitting, if self.is_splitting { rows.rows_returned() } else { 0 });
                    *self = Self { is_splitting, already_returned: again, ..Self::for_yaml(self.text, self.text) };
                    return None;
                }
            }
        }
    }

    fn error_at(&self, span: MarkRange, problem: ReadingProblem) -> Finding {
        Finding::new(self.span_at(span).to_place(self.document.number, ""), problem)
    }

    fn refusal_at(&self, span: MarkRange, words: &str) -> Finding {
        self.error_at(span, ReadingProblem::NotYaml { words: words.into() })
    }

    fn span_at(&self, span: MarkRange) -> tree::Span {
        self.origin.to_tree_span(span)
    }

    /// Whether a JSON document follows another one, which is not valid YAML. The parser is started again there.
    fn starts_bracket_document(&mut self) -> bool {
        let Some(end) = self.bracket.take().filter(|_| self.stack.is_empty()) else { return false };
        let rest = self.text[end..].trim_start();
        let between = &self.text[end..self.text.len() - rest.len()];
        self.beside = if between.contains('\n') { 0 } else { self.beside + 1 };
        if !rest.starts_with(['{', '[']) || self.beside > MAX_BESIDE {
            return false;
        }
        self.origin = self.origin.advance_to(self.text, self.text.len() - rest.len());
        self.parser = Parser::new(rest);
        true
    }

    fn handle_event(&mut self, event: Event<'_>, span: MarkRange) -> Result<Option<TextPiece>, Finding> {
        let at = self.span_at(span);
        match event {
            Event::DocumentStart { is_explicit } => {
                self.anchors = Table::new();
                self.expansion = Expansion::default();
                let number = self.document.number + 1;
                self.document = Document { number, start: at.start as usize, has_marker: is_explicit, root: None };
                self.bracket = None;
            }
            Event::DocumentEnd => {
                let Document { number, start, has_marker, .. } = self.document;
                let root = self.document.root.take();
                return Ok(Some(TextPiece::Document(Document { number, start, has_marker, root })));
            }
            Event::Scalar { text, is_plain, properties } => {
                self.count_values(1, span)?;
                self.expansion.all += 1;
                let (text, is_plain) = self.resolve_tag(text, is_plain, &properties, span)?;
                // A block scalar ends after the line break of its last line.
                let bytes = at.start as usize..at.end as usize;
                let end = at.start + to_u32(self.text.get(bytes).map_or(0, |text| text.trim_end().len()));
                let value = Value::Scalar { text: self.strings.intern(&text), is_plain };
                let node = TreeNode { value, span: tree::Span { end, ..at } };
                return self.close_value(node, properties.anchor.map(Str::from), (1, 1), span);
            }
            Event::SequenceStart(properties) => {
                self.open_collection(Collection::Sequence(Vec::new()), properties, span)?;
            }
            Event::MappingStart(properties) => {
                let mapping = Collection::Mapping { pairs: Vec::new(), key: None, seen: Set::new(), has_merge: false };
                self.open_collection(mapping, properties, span)?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let Some(open) = self.stack.pop() else { return Ok(None) };
                let (size, expanded) = (self.values - open.before, self.expansion.all - open.expansion.all);
                let anchor = open.anchor.clone();
                let node = self.close_collection(open, at)?;
                return self.close_value(node, anchor, (size, expanded), span);
            }
            Event::Alias(name) => return self.expand_alias(name, span),
        }
        Ok(None)
    }

    /// The text of a scalar with a tag, and whether it is read as an unquoted one.
    fn resolve_tag<'s>(
        &self,
        text: Cow<'s, str>,
        is_plain: bool,
        properties: &Properties<'_>,
        span: MarkRange,
    ) -> Result<(Cow<'s, str>, bool), Finding> {
        match properties.tag.as_deref() {
            None => Ok((text, is_plain)),
            Some("!!merge") if text == "<<" => Ok((text, true)),
            Some(tag) => apply_tag(tag, text).map_err(|words| self.refusal_at(span, &words)),
        }
    }

    /// Completes a list or mapping, which ends at `at`.
    fn close_collection(&mut self, open: OpenCollection, at: tree::Span) -> Result<TreeNode, Finding> {
        let OpenCollection { collection, span: mut begun, .. } = open;
        let (value, has_merge, is_repeated) = match collection {
            Collection::Sequence(items) => (Value::Sequence(items), false, false),
            Collection::Mapping { pairs, seen, has_merge, .. } => {
                let is_repeated = seen.len() < pairs.len();
                (Value::Mapping(pairs), has_merge, is_repeated)
            }
        };
        let mut node = TreeNode { value, span: tree::Span { end: at.end, ..begun } };
        if !node.is_flow(self.text) {
            // In block style the span is that of the entries. Items that were returned separately are no longer there.
            let (first, last) = match &node.value {
                Value::Mapping(pairs) => {
                    (pairs.first().map(|pair| pair.0.span), pairs.last().map(|pair| pair.1.span.end))
                }
                Value::Sequence(items) => (None, Some(items.last().map_or(at.end, |item| item.span.end))),
                Value::Scalar { .. } => (None, None),
            };
            begun.start = first.map_or(begun.start, |first| first.start);
            node.span = tree::Span { end: last.unwrap_or(begun.start), ..begun };
        }
        if let Value::Mapping(pairs) = &mut node.value
            && (has_merge || is_repeated)
        {
            *pairs = unfold_pairs(std::mem::take(pairs))
                .map_err(|key| Finding::new(key.to_place(self.document.number, ""), ReadingProblem::MergeOfOther))?;
        }
        Ok(node)
    }

    fn expand_alias(&mut self, name: &str, span: MarkRange) -> Result<Option<TextPiece>, Finding> {
        if self.stack.iter().any(|open| open.anchor.as_deref() == Some(name)) {
            return Err(self.error_at(span, ReadingProblem::AliasInItself));
        }
        let Some(&AnchoredValue { size, expanded, .. }) = self.anchors.get(name) else {
            return Err(self.refusal_at(span, &format!("unknown anchor '{name}' referenced")));
        };
        self.count_values(size, span)?;
        self.expansion.all = self.expansion.all.saturating_add(expanded + 1);
        self.expansion.of_aliases = self.expansion.of_aliases.saturating_add(expanded);
        if self.expansion.is_excessive() {
            return Err(self.error_at(span, ReadingProblem::ExcessiveAliasing));
        }
        let Some(AnchoredValue { node, .. }) = self.anchors.get(name) else { return Ok(None) };
        if self.stack.len() + node.height() > MAX_DEPTH {
            return Err(self.error_at(span, ReadingProblem::TooDeep { limit: MAX_DEPTH }));
        }
        let node = TreeNode { value: node.value.clone(), span: self.span_at(span) };
        self.close_value(node, None, (size, expanded + 1), span)
    }

    fn count_values(&mut self, more: usize, span: MarkRange) -> Result<(), Finding> {
        self.values = self.values.saturating_add(more);
        if self.values > MAX_VALUES {
            Err(self.error_at(span, ReadingProblem::TooMany { limit: MAX_VALUES }))
        } else {
            Ok(())
        }
    }

    fn open_collection(
        &mut self,
        collection: Collection,
        properties: Properties<'_>,
        span: MarkRange,
    ) -> Result<(), Finding> {
        if self.stack.len() >= MAX_DEPTH {
            return Err(self.error_at(span, ReadingProblem::TooDeep { limit: MAX_DEPTH }));
        }
        let (before, expansion) = (self.values, self.expansion);
        self.count_values(1, span)?;
        self.expansion.all += 1;
        let anchor = properties.anchor.map(Str::from);
        self.stack.push(OpenCollection { collection, anchor, before, expansion, span: self.span_at(span) });
        Ok(())
    }

    /// The `kind` of the current document, if it comes before this position.
    fn kind_of_document(&self) -> Option<&str> {
        let Collection::Mapping { pairs, .. } = &self.stack.first()?.collection else { return None };
        pairs.iter().find(|(key, _)| key.text() == Some("kind")).and_then(|(_, kind)| kind.text())
    }

    /// Whether the innermost collection is the `items` of a document that may be a list. Its `kind` may follow later.
    fn is_at_items(&self) -> bool {
        let [root, items] = &self.stack[..] else { return false };
        let (Collection::Mapping { key, .. }, Collection::Sequence(_)) = (&root.collection, &items.collection) else {
            return false;
        };
        self.is_splitting
            && root.anchor.is_none()
            && items.anchor.is_none()
            && key.as_ref().and_then(TreeNode::text) == Some("items")
            && self.kind_of_document().is_none_or(|kind| kind.ends_with("List"))
    }

    /// Adds a complete value to the innermost collection, or returns it. `sizes` are the numbers of values in it, without and with aliases expanded.
    fn close_value(
        &mut self,
        mut node: TreeNode,
        anchor: Option<Str>,
        (size, expanded): (usize, usize),
        span: MarkRange,
    ) -> Result<Option<TextPiece>, Finding> {
        if let Some(anchor) = anchor {
            // The copy that is kept counts too: nested anchors multiply without any alias.
            self.count_values(size, span)?;
            self.anchors.insert(anchor, AnchoredValue { node: node.clone(), size, expanded });
        }
        let document = self.document.number;
        let is_key =
            matches!(self.stack.last().map(|open| &open.collection), Some(Collection::Mapping { key: None, .. }));
        if is_key {
            make_key_text(&mut node).map_err(|problem| self.error_at(span, problem))?;
        } else if let Some(name) = node.not_finite() {
            return Err(self.refusal_at(span, &format!("json: unsupported value: {name}")));
        }
        if self.is_at_items() {
            let list = self.kind_of_document().map(Str::from);
            return Ok(Some(TextPiece::Item { document, list, node }));
        }
        match self.stack.last_mut().map(|open| &mut open.collection) {
            None if node.is_null() => {}
            None => {
                self.bracket = node.is_flow(self.text).then_some(node.end());
                self.document.root = Some(node);
            }
            Some(Collection::Sequence(items)) => items.push(node),
            Some(Collection::Mapping { pairs, key, seen, has_merge }) => match key.take() {
                Some(key) => {
                    if node.span.start == node.span.end {
                        // The value is absent: its place is after the colon.
                        let rest = self.text.get(key.end()..).unwrap_or_default();
                        let blanks = rest.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
                        let colon = if rest[blanks..].starts_with(':') { to_u32(blanks) + 1 } else { 0 };
                        node.span.start = key.span.end + colon;
                        node.span.end = node.span.start;
                    }
                    pairs.push((key, node));
                }
                None => {
                    let text = Str::from(node.text().unwrap_or_default());
                    if is_merge_key(&node) {
                        *has_merge = true;
                    } else if seen.contains(&text) {
                        self.repeated_keys.push((node.span.to_place(document, ""), text));
                    } else {
                        seen.insert(text);
                    }
                    *key = Some(node);
                }
            },
        }
        Ok(None)
    }
}

/// Converts an offset. Texts are at most [`MAX_BYTES`] long, so that it fits.
fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReducedHead;

    /// Appends all scalars below a node.
    fn collect_scalars<'n>(node: &'n TreeNode, tree_nodes: &mut Vec<&'n TreeNode>) {
        match &node.value {
            Value::Scalar { .. } => tree_nodes.push(node),
            Value::Sequence(items) => items.iter().for_each(|item| collect_scalars(item, tree_nodes)),
            Value::Mapping(pairs) => pairs.iter().for_each(|(key, value)| {
                collect_scalars(key, tree_nodes);
                collect_scalars(value, tree_nodes);
            }),
        }
    }

    #[test]
    fn values_know_their_bytes() {
        for (text, wanted) in [
            ("a: 1 # why\nb:\n- x y\n- \"q\"\n", &["a", "1", "b", "x y", "\"q\""][..]),
            ("{\"a\": [1, {\"b\": null}]}", &["\"a\"", "1", "\"b\"", "null"]),
            (
                "名: 值\n空:\nb: |\n  one\n  two\nc: &x v\nd: *x\n",
                &["名", "值", "空", "", "b", "one\n  two", "c", "v", "d", "*x"],
            ),
            ("---\n---\na: b\r\n", &["a", "b"]),
        ] {
            let documents = documents(text).expect("a text");
            let mut tree_nodes = Vec::new();
            documents
                .iter()
                .filter_map(|document| document.root.as_ref())
                .for_each(|root| collect_scalars(root, &mut tree_nodes));
            let bytes: Vec<&str> = tree_nodes.iter().map(|node| &text[node.start()..node.end()]).collect();
            assert_eq!(bytes, wanted, "{text}");
            for node in tree_nodes {
                let before = &text[..node.start()];
                let line = before.matches('\n').count() + 1;
                let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
                let span = node.span;
                if !node.is_null() {
                    assert_eq!((span.line as usize, span.column as usize), (line, column), "{node:?} in {text}");
                }
            }
        }
    }

    #[test]
    fn documents_have_their_start_positions() {
        let docs: Vec<_> = documents("a: 1\n---\n---\nb: 2\n").expect("a text");
        let positions: Vec<_> = docs
            .iter()
            .map(|document| (document.number, document.start, document.has_marker, document.root.is_some()))
            .collect();
        assert_eq!(positions, [(1, 0, false, true), (2, 5, true, false), (3, 9, true, true)]);
    }

    /// The pieces as text: items by their bytes, documents by the rest of their keys.
    fn pieces(text: &str) -> Vec<String> {
        let describe_piece = |piece| match piece {
            TextPiece::Item { document, node, .. } => format!("{document}: {}", &text[node.start()..node.end()]),
            TextPiece::Document(Document { root, .. }) => {
                format!("end {}", root.map_or(serde_json::Value::Null, |root| root.to_json()))
            }
        };
        Reader::new(text).expect("small").map(|piece| describe_piece(piece.expect("a piece"))).collect()
    }

    #[test]
    fn items_of_a_list_come_one_by_one() {
        assert_eq!(
            pieces("kind: List\nitems:\n- a: 1\n  b: 2\n- [x]\n---\nkind: Pod\nitems: [1]\n"),
            ["1: a: 1\n  b: 2", "1: [x]", r#"end {"items":[],"kind":"List"}"#, r#"end {"items":[1],"kind":"Pod"}"#]
        );
        // `kubectl -o json` writes the kind after the items.
        assert_eq!(
            pieces(r#"{"items": [{"kind": "Pod"}], "kind": "List"}"#),
            [r#"1: {"kind": "Pod"}"#, r#"end {"items":[],"kind":"List"}"#]
        );
        // A list with an anchor has to stay complete.
        assert_eq!(pieces("items: &i [1]\nmore: *i\n"), [r#"end {"items":[1],"more":[1]}"#]);
    }

    #[test]
    fn documents_in_brackets_may_follow_each_other() {
        let many = |text: &str, times: usize| documents(&text.repeat(times)).map(|documents| documents.len());
        assert_eq!(many("{\"a\":1}", MAX_BESIDE + 1), Ok(MAX_BESIDE + 1));
        assert!(many("{\"a\":1}", MAX_BESIDE + 2).is_err());
        assert_eq!(many("{\"a\":1}\n", 2000), Ok(2000));
    }

    /// A piece: its document, its kind if it is an item, and its node.
    type ExpectedPieces = (u32, Option<Str>, Option<TreeNode>);

    /// All pieces, read with the row reader or without it.
    fn read_all(text: &str, is_splitting: bool, by_rows: bool) -> Result<Vec<ExpectedPieces>, Finding> {
        let reader = if by_rows { Reader::new(text)? } else { Reader::for_yaml(text, text) };
        let whole = |piece| match piece {
            TextPiece::Item { document, list, node } => (document, list, Some(node)),
            TextPiece::Document(Document { number, start, has_marker, root }) => {
                (number, Some(format!("{start} {has_marker}").as_str().into()), root)
            }
        };
        Reader { is_splitting, ..reader }.map(|piece| piece.map(whole)).collect()
    }

    #[test]
    fn rows_are_read_as_yaml_is() {
        let head =
            reduced_text::write_head(&ReducedHead { bytes: 9, left_out: "Pod spec.x 3", ..ReducedHead::default() });
        let row = r#"{"kind":"Pod","a":{"b":["名🙂 \"q\" \\ \u003c\n",-1,0.5,+5,1.2.3,1_0],"名":null,"t":true,"T":TRUE,"":{},"l":[],"s":" x\t/"},"n":[[1],[{"k":"v"}]]}"#;
        let odd = [
            "- {a: b}\n",
            "- {\"a\":1,\"a\":2}\n",
            "- {\"a\":&x 1}\n- {\"a\":*x}\n",
            "- {\"a\":\n  1}\n",
            "- {\"a\":1} # why\n",
            "- {\"a\": 1}\n",
            "- {\"a\":1}x\n",
            "- {\"a\":\"\u{7f}\u{85}\u{feff}\u{2028}\u{fffe}\"}\n",
            "- {\"a\":\"\\x41\\ud800\"}\n",
            "- {\"a\":\"tab\there\"}\n",
            "- {\"a\":--1}\n",
            "- {\"a\":- 1}\n",
            "- {\"a\":.inf,\"b\":0x1F,\"c\":-.}\n",
            "- {\"<<\":{\"a\":1}}\n",
            "- kind: Pod\n  a: 1\n",
            "metadata: {}\n",
            "more: 1\n",
            "# a comment\n",
            "...\n",
            "---\nkind: Script\nitems:\n- {\"a\":1}\n",
            "--- {a: 1}\n---\n",
            "----\n",
            "\n\n",
        ];
        let deep = format!("- {{\"a\":{}1{}}}\n", "[".repeat(61), "]".repeat(61));
        let deeper = format!("- {{\"a\":{}1{}}}\n", "[".repeat(62), "]".repeat(62));
        let wide = (0..300).map(|n| format!("\"k{n}\":{n}")).collect::<Vec<_>>().join(",");
        let wide = format!("- {{{wide}}}\n");
        for odd in odd.into_iter().chain([&*deep, &*deeper, &*wide, ""]) {
            for text in [
                format!("{head}items:\n- {row}\n- {row}\n{odd}"),
                format!("{head}items:\n- {row}\n{odd}- {row}\n"),
                format!("{head}items:\n{odd}- {row}"),
                format!("{head}items: []\n{odd}"),
                format!("{head}---\nkind: List\nitems:\n- {row}\n{odd}"),
            ] {
                for is_splitting in [true, false] {
                    assert!(
                        read_all(&text, is_splitting, true) == read_all(&text, is_splitting, false),
                        "{is_splitting} {text}"
                    );
                }
            }
        }
        let text = format!("{head}items:\n- {row}\n- {row}\n---\n{row}\n");
        let mut reader = Reader::new(&text).expect("small");
        assert!(matches!(
            (reader.next(), reader.next()),
            (Some(Ok(TextPiece::Item { .. })), Some(Ok(TextPiece::Item { .. })))
        ));
        assert_eq!(reader.rows.as_ref().map(RowReader::rows_returned), Some(2), "it is read by rows");
    }

    #[test]
    fn nothing_is_kept_of_items_that_came() {
        let text = format!("kind: List\nitems:\n{}", "- {a: [1, 2, 3]}\n".repeat(100));
        let mut reader = Reader::new(&text).expect("small");
        let items = (&mut reader).filter(|piece| matches!(piece, Ok(TextPiece::Item { .. }))).take(50).count();
        assert_eq!(items, 50);
        assert!(reader.stack.iter().all(|open| match &open.collection {
            Collection::Sequence(items) => items.is_empty(),
            Collection::Mapping { pairs, .. } => pairs.len() <= 1,
        }));
    }
}
