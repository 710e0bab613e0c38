//! Reads YAML and JSON, one object at a time.
//!
//! This is the only reader: the loader takes objects from it as they come, so that a list of a hundred thousand pods is
//! never one tree, and edits take whole documents with the bytes of every value. JSON is read as the YAML that it is.
//!
//! Documents in brackets may follow each other without a line between them, as `kubectl get -o json >> file` writes them.
//! Merge keys (`<<`) are unfolded.
//!
//! Text comes from anybody, so there are limits: on its size, on depth, on the number of values, and on what aliases may
//! expand to.
//!
//! A text that was made of a larger file has an object on each line ([`Rows`]), which is read without the parser of YAML.

use granit_parser::{Event, Options, Parser, ScalarStyle, Span, StrInput};

use super::merge::merge;
use super::reduced::{self, is_reduced};
use super::rows::{Row, Rows};
use super::strings::Strings;
use super::tree::{self, Node, Value};
use crate::problem::{Finding, Place, Reading};
use crate::{Set, Str, Table};

/// Bytes of text that are read at most.
pub const MAX_BYTES: usize = 32 << 20;
/// Bytes of a text that was made of a larger file: it is dense, and says nothing that is left out again.
pub const MAX_REDUCED: usize = 128 << 20;
/// Values nested in each other at most.
pub const MAX_DEPTH: usize = 64;
/// Values in all documents at most, aliases expanded.
const MAX_VALUES: usize = 16_000_000;

/// What comes next in a text.
pub(super) enum Piece {
    /// An item of the list that a document seems to be. Whether it is one is known when the document is complete.
    Item {
        document: u32,
        /// The kind of the list, where it stands before the items.
        list: Option<Str>,
        /// The item.
        node: Node,
    },
    /// A document is complete.
    Document(Document),
}

/// A document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Document {
    /// Its number, from 1; empty ones count.
    pub number: u32,
    /// Where it begins: at its `---`, if it has one.
    pub start: usize,
    /// Whether it has one.
    pub(crate) explicit: bool,
    /// What it holds, if anything. Items that came before it are not in it.
    pub root: Option<Node>,
}

/// Reads all documents as a whole.
pub(crate) fn documents(text: &str) -> Result<Vec<Document>, Finding> {
    let reader = Reader { splits: false, ..Reader::new(text)? };
    let whole = |piece| match piece {
        Ok(Piece::Document(document)) => Some(Ok(document)),
        Ok(Piece::Item { .. }) => None,
        Err(finding) => Some(Err(finding)),
    };
    reader.filter_map(whole).collect()
}

/// A list or mapping that is not complete yet.
struct Open {
    what: Inner,
    anchor: usize,
    /// How many values were read before it.
    before: usize,
    span: tree::Span,
}

enum Inner {
    Sequence(Vec<Node>),
    Mapping { pairs: Vec<(Node, Node)>, key: Option<Node>, seen: Set<Str> },
}

/// Where the parser began: behind a document in brackets it begins again.
#[derive(Clone, Copy, Default)]
struct Origin {
    byte: usize,
    lines: usize,
    columns: usize,
}

impl Origin {
    /// The same for a later byte.
    fn at(self, text: &str, byte: usize) -> Self {
        let between = &text[self.byte..byte];
        let lines = between.matches('\n').count();
        let columns = match between.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.columns + between.chars().count(),
        };
        Self { byte, lines: self.lines + lines, columns }
    }

    fn span(self, span: Span) -> tree::Span {
        let bytes = span.byte_range().unwrap_or_default();
        let columns = if span.start.line() == 1 { self.columns } else { 0 };
        let (line, column) = (small(span.start.line() + self.lines), small(span.start.col() + 1 + columns));
        tree::Span { start: small(bytes.start + self.byte), end: small(bytes.end + self.byte), line, column }
    }
}

/// An iterator over the pieces of a text. It ends with the first thing that is wrong.
pub(super) struct Reader<'t> {
    text: &'t str,
    parser: Parser<'t, StrInput<'t>>,
    origin: Origin,
    /// Where a document in brackets ended: another one may follow.
    bracket: Option<usize>,
    /// Whether items of lists come apart.
    splits: bool,
    document: Document,
    stack: Vec<Open>,
    /// Each anchored value, with how many values it holds.
    anchors: Table<usize, (Node, usize)>,
    values: usize,
    strings: Strings,
    failed: bool,
    /// What of the text is read by rows.
    rows: Option<Rows>,
    /// Items that were told before: the text is read once more.
    again: usize,
}

impl<'t> Reader<'t> {
    /// A reader that gives the items of lists apart.
    pub(super) fn new(text: &'t str) -> Result<Self, Finding> {
        let limit = if is_reduced(text) { MAX_REDUCED } else { MAX_BYTES };
        if text.len() > limit {
            let problem = Reading::TooLarge { bytes: text.len(), limit };
            return Err(Finding::new(Place::default(), problem));
        }
        let rows = reduced::rows(text).map(|start| Rows::new(text, start));
        // The head alone is YAML then.
        let yaml = rows.as_ref().map_or(text, |rows| &text[..rows.start()]);
        Ok(Self { rows, ..Self::of_yaml(text, yaml) })
    }

    /// A reader of a text that reads this much of it as YAML.
    fn of_yaml(text: &'t str, yaml: &'t str) -> Self {
        Self {
            text,
            parser: parser(yaml),
            origin: Origin::default(),
            bracket: None,
            splits: true,
            document: Document { number: 0, start: 0, explicit: false, root: None },
            stack: Vec::new(),
            anchors: Table::new(),
            values: 0,
            strings: Strings::default(),
            failed: false,
            rows: None,
            again: 0,
        }
    }
}

fn parser(text: &str) -> Parser<'_, StrInput<'_>> {
    let mut options = Options::default();
    options.emit_comments = false;
    Parser::new_from_str_with_options(text, options)
}

impl Iterator for Reader<'_> {
    type Item = Result<Piece, Finding>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.failed {
            if let Some(piece) = self.row() {
                return Some(Ok(piece));
            }
            let piece = match self.parser.next()? {
                Ok((event, span)) => self.take(event, span),
                Err(_) if self.begins_again() => continue,
                Err(error) => {
                    let mark = error.marker();
                    let place = self.here(Span::empty(*mark)).place(self.document.number.max(1), "");
                    Err(Finding::new(place, Reading::NotYaml { words: error.kind().to_string().into() }))
                }
            };
            self.failed = piece.is_err();
            if self.again > 0 && matches!(piece, Ok(Some(Piece::Item { .. }))) {
                self.again -= 1;
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
    /// What comes of the rows, once the head is read.
    fn row(&mut self) -> Option<Piece> {
        let rows = self.rows.as_mut()?;
        let mut root = self.document.root.take_if(|_| self.stack.is_empty())?;
        loop {
            // It stands in a list, which stands in a document.
            let room = (MAX_DEPTH - 2, MAX_VALUES - self.values);
            match rows.next(self.text, room, &mut self.strings) {
                Row::Item(node, values) => {
                    self.values += values;
                    if self.splits {
                        self.document.root = Some(root);
                        return Some(Piece::Item { document: 1, list: Some("List".into()), node });
                    }
                    rows.keep(node);
                }
                Row::End(rest) => {
                    let rows = self.rows.take()?;
                    rows.close(&mut root);
                    self.origin = self.origin.at(self.text, rest);
                    self.parser = parser(&self.text[rest..]);
                    let Document { number, start, explicit, .. } = self.document;
                    return Some(Piece::Document(Document { number, start, explicit, root: Some(root) }));
                }
                // Somebody wrote into it: it is read again, as the YAML that it is.
                Row::Other => {
                    let (splits, again) = (self.splits, if self.splits { rows.told() } else { 0 });
                    *self = Self { splits, again, ..Self::of_yaml(self.text, self.text) };
                    return None;
                }
            }
        }
    }

    fn wrong(&self, span: Span, problem: Reading) -> Finding {
        Finding::new(self.here(span).place(self.document.number, ""), problem)
    }

    fn here(&self, span: Span) -> tree::Span {
        self.origin.span(span)
    }

    /// Whether one document in brackets follows another, which is no YAML: the parser begins again there.
    fn begins_again(&mut self) -> bool {
        let Some(end) = self.bracket.take().filter(|_| self.stack.is_empty()) else { return false };
        let rest = self.text[end..].trim_start();
        if !rest.starts_with(['{', '[']) {
            return false;
        }
        self.origin = self.origin.at(self.text, self.text.len() - rest.len());
        self.parser = parser(rest);
        true
    }

    fn take(&mut self, event: Event<'_>, span: Span) -> Result<Option<Piece>, Finding> {
        let at = self.here(span);
        match event {
            Event::DocumentStart(explicit, _) => {
                self.anchors = Table::new();
                let number = self.document.number + 1;
                self.document = Document { number, start: at.start as usize, explicit, root: None };
                self.bracket = None;
            }
            Event::DocumentEnd => {
                let Document { number, start, explicit, .. } = self.document;
                let root = self.document.root.take();
                return Ok(Some(Piece::Document(Document { number, start, explicit, root })));
            }
            Event::Scalar(text, style, anchor, _) => {
                self.count(1, span)?;
                // The parser counts the space behind a scalar as part of it.
                let bytes = at.start as usize..at.end as usize;
                let end = at.start + small(self.text.get(bytes).map_or(0, |it| it.trim_end().len()));
                let value = Value::Scalar { text: self.strings.shared(&text), plain: style == ScalarStyle::Plain };
                return self.close(Node { value, span: tree::Span { end, ..at } }, anchor, 1, span);
            }
            Event::SequenceStart(_, anchor, _) => self.open(Inner::Sequence(Vec::new()), anchor, span)?,
            Event::MappingStart(_, anchor, _) => {
                let what = Inner::Mapping { pairs: Vec::new(), key: None, seen: Set::new() };
                self.open(what, anchor, span)?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let Some(Open { what, anchor, before, span: mut begun }) = self.stack.pop() else { return Ok(None) };
                let value = match what {
                    Inner::Sequence(items) => Value::Sequence(items),
                    Inner::Mapping { pairs, .. } => Value::Mapping(pairs),
                };
                let mut node = Node { value, span: tree::Span { end: at.end, ..begun } };
                if !node.is_flow(self.text) {
                    // In block style the bytes are those of the entries.
                    let (first, last) = match &node.value {
                        Value::Mapping(pairs) => (pairs.first().map(|it| it.0.span), pairs.last().map(|it| it.1.span)),
                        Value::Sequence(items) => (None, items.last().map(|it| it.span)),
                        Value::Scalar { .. } => (None, None),
                    };
                    begun.start = first.map_or(begun.start, |first| first.start);
                    node.span = tree::Span { end: last.map_or(begun.start, |last| last.end), ..begun };
                }
                if let Value::Mapping(pairs) = &mut node.value {
                    merge(pairs)
                        .map_err(|key| Finding::new(key.place(self.document.number, ""), Reading::MergeOfOther))?;
                }
                let size = self.values - before;
                return self.close(node, anchor, size, span);
            }
            Event::Alias(anchor) => {
                let Some(size) = self.anchors.get(&anchor).map(|(_, size)| *size) else {
                    return Err(self.wrong(span, Reading::AliasInItself));
                };
                self.count(size, span)?;
                if let Some((node, _)) = self.anchors.get(&anchor) {
                    if self.stack.len() + node.height() > MAX_DEPTH {
                        return Err(self.wrong(span, Reading::TooDeep { limit: MAX_DEPTH }));
                    }
                    let node = Node { value: node.value.clone(), span: at };
                    return self.close(node, 0, size, span);
                }
            }
            _ => {}
        }
        Ok(None)
    }

    fn count(&mut self, more: usize, span: Span) -> Result<(), Finding> {
        self.values = self.values.saturating_add(more);
        if self.values > MAX_VALUES { Err(self.wrong(span, Reading::TooMany { limit: MAX_VALUES })) } else { Ok(()) }
    }

    fn open(&mut self, what: Inner, anchor: usize, span: Span) -> Result<(), Finding> {
        if self.stack.len() >= MAX_DEPTH {
            return Err(self.wrong(span, Reading::TooDeep { limit: MAX_DEPTH }));
        }
        let before = self.values;
        self.count(1, span)?;
        self.stack.push(Open { what, anchor, before, span: self.here(span) });
        Ok(())
    }

    /// The `kind` of the document that is open, if it stands there already.
    fn kind(&self) -> Option<&str> {
        let Inner::Mapping { pairs, .. } = &self.stack.first()?.what else { return None };
        pairs.iter().find(|(key, _)| key.text() == Some("kind")).and_then(|(_, kind)| kind.text())
    }

    /// Whether what is open is the `items` of a document that may be a list: its `kind` may follow behind them.
    fn splits_here(&self) -> bool {
        let [root, items] = &self.stack[..] else { return false };
        let (Inner::Mapping { key, .. }, Inner::Sequence(_)) = (&root.what, &items.what) else { return false };
        self.splits
            && root.anchor == 0
            && items.anchor == 0
            && key.as_ref().and_then(Node::text) == Some("items")
            && self.kind().is_none_or(|kind| kind.ends_with("List"))
    }

    /// A value is complete: it goes into what is open, or comes out.
    fn close(&mut self, mut node: Node, anchor: usize, size: usize, span: Span) -> Result<Option<Piece>, Finding> {
        if anchor > 0 {
            // The copy that is kept counts too: anchors within anchors multiply without a single alias.
            self.count(size, span)?;
            self.anchors.insert(anchor, (node.clone(), size));
        }
        let document = self.document.number;
        if self.splits_here() {
            let list = self.kind().map(Str::from);
            return Ok(Some(Piece::Item { document, list, node }));
        }
        match self.stack.last_mut().map(|open| &mut open.what) {
            None if node.is_null() => {}
            None => {
                self.bracket = node.is_flow(self.text).then_some(node.end());
                self.document.root = Some(node);
            }
            Some(Inner::Sequence(items)) => items.push(node),
            Some(Inner::Mapping { pairs, key, seen }) => match key.take() {
                Some(key) => {
                    if node.span.start == node.span.end {
                        // Nothing stands there: its place is behind the colon.
                        let colon = self.text.get(key.end()..).and_then(|rest| rest.find(':'));
                        node.span.start = colon.map_or(key.span.end, |at| key.span.end + small(at) + 1);
                        node.span.end = node.span.start;
                    }
                    pairs.push((key, node));
                }
                None => {
                    let Value::Scalar { text, .. } = &node.value else {
                        return Err(self.wrong(span, Reading::KeyNotText));
                    };
                    if !seen.insert(text.clone()) {
                        return Err(Finding::new(
                            node.span.place(document, ""),
                            Reading::RepeatedKey { key: text.clone() },
                        ));
                    }
                    *key = Some(node);
                }
            },
        }
        Ok(None)
    }
}

/// Texts are shorter than what fits; see [`MAX_BYTES`].
fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All scalars below a node.
    fn scalars<'n>(node: &'n Node, found: &mut Vec<&'n Node>) {
        match &node.value {
            Value::Scalar { .. } => found.push(node),
            Value::Sequence(items) => items.iter().for_each(|item| scalars(item, found)),
            Value::Mapping(pairs) => pairs.iter().for_each(|(key, value)| {
                scalars(key, found);
                scalars(value, found);
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
            let mut found = Vec::new();
            documents.iter().filter_map(|document| document.root.as_ref()).for_each(|root| scalars(root, &mut found));
            let bytes: Vec<&str> = found.iter().map(|node| &text[node.start()..node.end()]).collect();
            assert_eq!(bytes, wanted, "{text}");
            for node in found {
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
    fn documents_know_where_they_begin() {
        let found: Vec<_> = documents("a: 1\n---\n---\nb: 2\n").expect("a text");
        let told: Vec<_> = found.iter().map(|it| (it.number, it.start, it.explicit, it.root.is_some())).collect();
        assert_eq!(told, [(1, 0, false, true), (2, 5, true, false), (3, 9, true, true)]);
    }

    /// Pieces as text: items by their bytes, documents by the keys that are left.
    fn pieces(text: &str) -> Vec<String> {
        let told = |piece| match piece {
            Piece::Item { document, node, .. } => format!("{document}: {}", &text[node.start()..node.end()]),
            Piece::Document(Document { root, .. }) => {
                format!("end {}", root.map_or(serde_json::Value::Null, |it| it.json()))
            }
        };
        Reader::new(text).expect("small").map(|piece| told(piece.expect("a piece"))).collect()
    }

    #[test]
    fn items_of_a_list_come_one_by_one() {
        assert_eq!(
            pieces("kind: List\nitems:\n- a: 1\n  b: 2\n- [x]\n---\nkind: Pod\nitems: [1]\n"),
            ["1: a: 1\n  b: 2", "1: [x]", r#"end {"items":[],"kind":"List"}"#, r#"end {"items":[1],"kind":"Pod"}"#]
        );
        // `kubectl -o json` writes the kind behind the items.
        assert_eq!(
            pieces(r#"{"items": [{"kind": "Pod"}], "kind": "List"}"#),
            [r#"1: {"kind": "Pod"}"#, r#"end {"items":[],"kind":"List"}"#]
        );
        // What an alias repeats has to stay.
        assert_eq!(pieces("items: &i [1]\nmore: *i\n"), [r#"end {"items":[1],"more":[1]}"#]);
    }

    /// A piece: its document, what is said of it, and what it holds.
    type Said = (u32, Option<Str>, Option<Node>);

    /// All pieces as they are, with or without the way round YAML's parser.
    fn all(text: &str, splits: bool, by_rows: bool) -> Result<Vec<Said>, Finding> {
        let reader = if by_rows { Reader::new(text)? } else { Reader::of_yaml(text, text) };
        let whole = |piece| match piece {
            Piece::Item { document, list, node } => (document, list, Some(node)),
            Piece::Document(Document { number, start, explicit, root }) => {
                (number, Some(format!("{start} {explicit}").as_str().into()), root)
            }
        };
        Reader { splits, ..reader }.map(|piece| piece.map(whole)).collect()
    }

    #[test]
    fn rows_are_read_as_yaml_is() {
        let head = reduced::head(9, "Pod spec.x 3");
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
                for splits in [true, false] {
                    assert!(all(&text, splits, true) == all(&text, splits, false), "{splits} {text}");
                }
            }
        }
        let text = format!("{head}items:\n- {row}\n- {row}\n---\n{row}\n");
        let mut reader = Reader::new(&text).expect("small");
        assert!(matches!((reader.next(), reader.next()), (Some(Ok(Piece::Item { .. })), Some(Ok(Piece::Item { .. })))));
        assert_eq!(reader.rows.as_ref().map(Rows::told), Some(2), "it is read by rows");
    }

    #[test]
    fn nothing_is_kept_of_items_that_came() {
        let text = format!("kind: List\nitems:\n{}", "- {a: [1, 2, 3]}\n".repeat(100));
        let mut reader = Reader::new(&text).expect("small");
        let items = (&mut reader).filter(|piece| matches!(piece, Ok(Piece::Item { .. }))).take(50).count();
        assert_eq!(items, 50);
        assert!(reader.stack.iter().all(|open| match &open.what {
            Inner::Sequence(items) => items.is_empty(),
            Inner::Mapping { pairs, .. } => pairs.len() <= 1,
        }));
    }
}
