//! Text as a tree in which every value knows its bytes.

use std::collections::BTreeMap;

use granit_parser::{Event, Options, Parser, ScalarStyle, Span};
use serde_json::Value;

use super::{Refusal, Step};
use crate::api::manifest::tree;

/// One document.
pub struct Document {
    /// Where it begins: at its `---`, if it has one.
    pub start: usize,
    /// Whether it has one.
    pub explicit: bool,
    /// What it holds.
    pub root: Option<Part>,
}

/// A value and its bytes.
#[derive(Clone)]
pub struct Part {
    pub start: usize,
    pub end: usize,
    pub inner: Inner,
}

/// What a value is.
#[derive(Clone)]
pub enum Inner {
    Scalar { text: String, plain: bool },
    Sequence { items: Vec<Part>, flow: bool },
    Mapping { pairs: Vec<(Part, Part)>, flow: bool },
}

impl Document {
    /// What it says.
    pub fn value(&self) -> Value {
        self.root.as_ref().map_or(Value::Null, Part::value)
    }
}

impl Part {
    /// What stands one step further in.
    pub fn child(&self, step: &Step) -> Option<&Self> {
        match (&self.inner, step) {
            (Inner::Mapping { pairs, .. }, Step::Key(key)) => {
                pairs.iter().find(|(it, _)| it.is_text(key)).map(|(_, value)| value)
            }
            (Inner::Sequence { items, .. }, Step::Index(at)) => items.get(*at),
            _ => None,
        }
    }

    /// How many values stand in it.
    pub fn children(&self) -> usize {
        match &self.inner {
            Inner::Scalar { .. } => 0,
            Inner::Sequence { items, .. } => items.len(),
            Inner::Mapping { pairs, .. } => pairs.len(),
        }
    }

    pub fn is_text(&self, wanted: &str) -> bool {
        matches!(&self.inner, Inner::Scalar { text, .. } if text == wanted)
    }

    /// Whether the whole document is JSON, or written like it.
    pub fn is_json(&self, text: &str) -> bool {
        match &self.inner {
            Inner::Mapping { pairs, flow: true } => {
                pairs.first().is_none_or(|(key, _)| text[key.start..].starts_with('"'))
            }
            _ => false,
        }
    }

    /// What it says. Plain numbers, truth values and nothing are what they are in YAML's core schema.
    pub fn value(&self) -> Value {
        match &self.inner {
            Inner::Scalar { text, plain: true } => plain(text),
            Inner::Scalar { text, .. } => Value::String(text.clone()),
            Inner::Sequence { items, .. } => Value::Array(items.iter().map(Self::value).collect()),
            Inner::Mapping { pairs, .. } => {
                let key = |key: &Self| match &key.inner {
                    Inner::Scalar { text, .. } => text.clone(),
                    _ => String::new(),
                };
                Value::Object(pairs.iter().map(|(name, value)| (key(name), value.value())).collect())
            }
        }
    }
}

/// What a plain scalar means.
pub fn plain(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ => match text.parse::<i64>() {
            Ok(number) if !text.starts_with('+') => number.into(),
            _ => Value::String(text.to_owned()),
        },
    }
}

enum Open {
    Sequence(Vec<Part>),
    Mapping(Vec<(Part, Part)>, Option<Part>),
}

#[derive(Default)]
struct Reader {
    documents: Vec<Document>,
    stack: Vec<(Open, usize, usize)>,
    anchors: BTreeMap<usize, Part>,
}

/// Reads all documents. What hostile text could cost is bounded by reading it with the limits of [`tree`] first.
pub fn read(text: &str) -> Result<Vec<Document>, Refusal> {
    tree::load(text).map_err(|_| Refusal::Unreadable)?;
    let mut options = Options::default();
    options.emit_comments = false;
    let mut reader = Reader::default();
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.map_err(|_| Refusal::Unreadable)?;
        reader.take(text, event, span).ok_or(Refusal::Unreadable)?;
    }
    Ok(reader.documents)
}

impl Reader {
    fn take(&mut self, text: &str, event: Event<'_>, span: Span) -> Option<()> {
        let bytes = span.byte_range();
        match event {
            Event::DocumentStart(explicit, _) => {
                self.anchors.clear();
                self.documents.push(Document { start: bytes?.start, explicit, root: None });
            }
            Event::Scalar(value, style, anchor, _) => {
                let span = bytes?;
                let end = if span.end > span.start {
                    span.start + text.get(span.clone())?.trim_end().len()
                } else {
                    span.end
                };
                let plain = style == ScalarStyle::Plain;
                let inner = Inner::Scalar { text: value.to_string(), plain };
                self.close(text, Part { start: span.start, end, inner }, anchor);
            }
            Event::SequenceStart(_, anchor, _) => self.stack.push((Open::Sequence(vec![]), bytes?.start, anchor)),
            Event::MappingStart(_, anchor, _) => self.stack.push((Open::Mapping(vec![], None), bytes?.start, anchor)),
            Event::SequenceEnd | Event::MappingEnd => {
                let (open, start, anchor) = self.stack.pop()?;
                let (inner, first, last) = match open {
                    Open::Sequence(items) => {
                        let flow = text[start..].starts_with('[');
                        let last = items.last().map(|it| it.end);
                        (Inner::Sequence { items, flow }, start, last)
                    }
                    Open::Mapping(pairs, _) => {
                        let flow = text[start..].starts_with('{');
                        let ends = (pairs.first().map(|(key, _)| key.start), pairs.last().map(|(_, it)| it.end));
                        (Inner::Mapping { pairs, flow }, if flow { start } else { ends.0? }, ends.1)
                    }
                };
                let flow = matches!(inner, Inner::Sequence { flow: true, .. } | Inner::Mapping { flow: true, .. });
                let end = if flow { bytes?.end } else { last? };
                self.close(text, Part { start: first, end, inner }, anchor);
            }
            Event::Alias(anchor) => {
                let span = bytes?;
                let part = self.anchors.get(&anchor)?.clone();
                self.close(text, Part { start: span.start, end: span.end, ..part }, 0);
            }
            _ => {}
        }
        Some(())
    }

    fn close(&mut self, text: &str, mut part: Part, anchor: usize) {
        if anchor > 0 {
            self.anchors.insert(anchor, part.clone());
        }
        match self.stack.last_mut() {
            None => {
                let nothing = matches!(&part.inner, Inner::Scalar { plain: true, .. }) && part.value().is_null();
                if let Some(document) = self.documents.last_mut().filter(|_| !nothing) {
                    document.root = Some(part);
                }
            }
            Some((Open::Sequence(items), ..)) => items.push(part),
            Some((Open::Mapping(pairs, key), ..)) => match key.take() {
                None => *key = Some(part),
                Some(key) => {
                    if part.start == part.end {
                        // Nothing stands there: its place is behind the colon.
                        let colon = text[key.end..].find(':').map_or(key.end, |at| key.end + at + 1);
                        (part.start, part.end) = (colon, colon);
                    }
                    pairs.push((key, part));
                }
            },
        }
    }
}
