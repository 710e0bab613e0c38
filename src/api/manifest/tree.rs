//! YAML and JSON text as a tree in which every value knows its line and column.
//!
//! Text comes from anybody, so there are limits: on its size, on depth, on the number of values, and on what aliases may
//! expand to. JSON is read as the YAML that it is.

use std::collections::{BTreeMap, BTreeSet};

use granit_parser::{Event, Options, Parser, ScalarStyle, Span};

use super::Error;
use crate::api::Str;

/// Bytes of text that are read at most.
pub const MAX_BYTES: usize = 32 << 20;
/// Values nested in each other at most.
const MAX_DEPTH: usize = 64;
/// Values in all documents at most, aliases expanded.
const MAX_VALUES: usize = 8_000_000;

/// A value and where it begins (both from 1).
#[derive(Clone, Debug, Default)]
pub struct Node {
    pub value: Value,
    pub line: usize,
    pub column: usize,
}

/// What a node is.
#[derive(Clone, Debug)]
pub enum Value {
    /// Text, with whether it stands there without quotes (and so may be a number, a truth value or nothing).
    Scalar {
        text: Str,
        plain: bool,
    },
    Sequence(Vec<Node>),
    Mapping(Vec<(Node, Node)>),
}

impl Default for Value {
    fn default() -> Self {
        Self::Scalar { text: Str::default(), plain: true }
    }
}

impl Node {
    /// Whether nothing stands there.
    pub fn is_null(&self) -> bool {
        matches!(&self.value, Value::Scalar { text, plain: true } if matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL"))
    }

    /// The value of a key, if this is a mapping.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Value::Mapping(pairs) = &self.value else { return None };
        pairs.iter().find(|(k, _)| k.text() == Some(key)).map(|(_, value)| value)
    }

    /// The text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// How many lists and mappings are nested here; [`MAX_DEPTH`] bounds it, and so the recursion.
    fn height(&self) -> usize {
        match &self.value {
            Value::Scalar { .. } => 0,
            Value::Sequence(items) => 1 + items.iter().map(Self::height).max().unwrap_or(0),
            Value::Mapping(pairs) => 1 + pairs.iter().map(|(_, value)| value.height()).max().unwrap_or(0),
        }
    }

    /// What the node is, in words.
    pub fn describe(&self) -> &'static str {
        match &self.value {
            Value::Scalar { .. } if self.is_null() => "nothing",
            Value::Scalar { plain: false, .. } => "text",
            Value::Scalar { .. } => "a plain value",
            Value::Sequence(_) => "a list",
            Value::Mapping(_) => "a mapping",
        }
    }
}

enum Open {
    Sequence(Vec<Node>),
    Mapping(Vec<(Node, Node)>, Option<Node>, BTreeSet<Str>),
}

struct Builder {
    document: usize,
    stack: Vec<(Open, usize, usize, usize, usize)>,
    /// Each anchored value, with how many values it holds.
    anchors: BTreeMap<usize, (Node, usize)>,
    values: usize,
    strings: BTreeSet<Str>,
    roots: Vec<(usize, Node)>,
}

/// Reads all documents. Empty ones are left out; each comes with its number, from 1.
pub fn load(text: &str) -> Result<Vec<(usize, Node)>, Error> {
    if text.len() > MAX_BYTES {
        return Err(Error::new(0, 0, 0, format!("the text has {} bytes", text.len())).remedy(format!(
            "at most {} MiB are read; leave out objects that do not matter for scheduling",
            MAX_BYTES >> 20
        )));
    }
    let mut builder = Builder {
        document: 0,
        stack: Vec::new(),
        anchors: BTreeMap::new(),
        values: 0,
        strings: BTreeSet::new(),
        roots: Vec::new(),
    };
    let mut options = Options::default();
    options.emit_comments = false;
    for event in Parser::new_from_str_with_options(text, options) {
        match event {
            Ok((event, span)) => builder.take(event, span)?,
            Err(error) => {
                let mark = error.marker();
                let document = builder.document.max(1);
                return Err(Error::new(
                    document,
                    mark.line(),
                    mark.col() + 1,
                    format!("this is not YAML: {}", error.kind()),
                )
                .remedy("check indentation, quotes and brackets here and in the line before".into()));
            }
        }
    }
    Ok(builder.roots)
}

impl Builder {
    fn error(&self, span: Span, message: String) -> Error {
        Error::new(self.document, span.start.line(), span.start.col() + 1, message)
    }

    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Error> {
        let (line, column) = (span.start.line(), span.start.col() + 1);
        match event {
            Event::DocumentStart(..) => {
                self.document += 1;
                self.anchors.clear();
            }
            Event::Scalar(text, style, anchor, _) => {
                self.count(1, span)?;
                let plain = style == ScalarStyle::Plain;
                let node = Node { value: Value::Scalar { text: self.shared(&text), plain }, line, column };
                self.close(node, anchor, 1, span)?;
            }
            Event::SequenceStart(_, anchor, _) => self.open(Open::Sequence(Vec::new()), anchor, span)?,
            Event::MappingStart(_, anchor, _) => {
                self.open(Open::Mapping(Vec::new(), None, BTreeSet::new()), anchor, span)?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some((open, anchor, before, line, column)) = self.stack.pop() {
                    let value = match open {
                        Open::Sequence(items) => Value::Sequence(items),
                        Open::Mapping(pairs, ..) => Value::Mapping(pairs),
                    };
                    let size = self.values - before;
                    self.close(Node { value, line, column }, anchor, size, span)?;
                }
            }
            Event::Alias(anchor) => {
                let Some(size) = self.anchors.get(&anchor).map(|(_, size)| *size) else {
                    return Err(self.error(span, "an alias stands inside the value that it names".into()));
                };
                self.count(size, span)?;
                if let Some((node, _)) = self.anchors.get(&anchor) {
                    if self.stack.len() + node.height() > MAX_DEPTH {
                        return Err(self.error(span, format!("values are nested more than {MAX_DEPTH} deep")));
                    }
                    let node = node.clone();
                    self.close(node, 0, size, span)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Equal texts are stored once.
    fn shared(&mut self, text: &str) -> Str {
        if let Some(known) = self.strings.get(text) {
            return known.clone();
        }
        let new = Str::from(text);
        if text.len() <= 64 {
            self.strings.insert(new.clone());
        }
        new
    }

    fn count(&mut self, more: usize, span: Span) -> Result<(), Error> {
        self.values = self.values.saturating_add(more);
        if self.values > MAX_VALUES {
            return Err(self
                .error(span, format!("more than {MAX_VALUES} values, aliases counted each time"))
                .remedy("leave out objects that do not matter, and aliases that multiply".into()));
        }
        Ok(())
    }

    fn open(&mut self, open: Open, anchor: usize, span: Span) -> Result<(), Error> {
        if self.stack.len() >= MAX_DEPTH {
            return Err(self.error(span, format!("values are nested more than {MAX_DEPTH} deep")));
        }
        let before = self.values;
        self.count(1, span)?;
        self.stack.push((open, anchor, before, span.start.line(), span.start.col() + 1));
        Ok(())
    }

    /// A value is complete: it goes into what is open, or is a document.
    fn close(&mut self, node: Node, anchor: usize, size: usize, span: Span) -> Result<(), Error> {
        if anchor > 0 {
            // The copy that is kept counts too: anchors within anchors multiply without a single alias.
            self.count(size, span)?;
            self.anchors.insert(anchor, (node.clone(), size));
        }
        let document = self.document;
        match self.stack.last_mut() {
            None if node.is_null() => {}
            None => self.roots.push((document, node)),
            Some((Open::Sequence(items), ..)) => items.push(node),
            Some((Open::Mapping(pairs, key, seen), ..)) => match key.take() {
                Some(key) => pairs.push((key, node)),
                None => {
                    let Value::Scalar { text, .. } = &node.value else {
                        return Err(self.error(span, "a key must be text".into()));
                    };
                    if !seen.insert(text.clone()) {
                        let message = format!("the key `{text}` stands here a second time");
                        return Err(
                            Error::new(document, node.line, node.column, message).remedy("keep one of the two".into())
                        );
                    }
                    *key = Some(node);
                }
            },
        }
        Ok(())
    }
}
