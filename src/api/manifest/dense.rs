//! Reads JSON that stands on one line, as reduced texts have it for each object, some times faster than the parser of YAML.
//!
//! It makes the trees that YAML's parser would, or none: what it does not know, that one reads.

use std::ops::RangeInclusive;

use super::strings::Strings;
use super::tree::{Node, Span, Value};

/// Mappings of more keys are left to YAML's parser, which finds keys that stand there twice in another way.
const MOST_KEYS: usize = 256;

/// A place in a line.
pub(super) struct Dense<'t, 's> {
    text: &'t str,
    at: usize,
    /// The line, and what a column is less than a byte: bytes before the line, and those that continue a letter.
    line: u32,
    before: usize,
    strings: &'s mut Strings,
    /// Values that were read.
    pub values: usize,
}

impl<'t, 's> Dense<'t, 's> {
    /// A place at a byte of a text; the line's number, from 1, and its first byte.
    pub(super) fn new(text: &'t str, at: usize, (line, start): (u32, usize), strings: &'s mut Strings) -> Self {
        Self { text, at, line, before: start, strings, values: 0 }
    }

    /// The value up to the end of the line, of this depth at most, and where the next line begins.
    pub(super) fn line(mut self, depth: usize) -> Option<(Node, usize, usize)> {
        let node = self.value(depth)?;
        match self.byte() {
            None => Some((node, self.at, self.values)),
            Some(b'\n') => Some((node, self.at + 1, self.values)),
            _ => None,
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Whether the bytes behind the present one are of these.
    fn next_is(&self, wanted: &[RangeInclusive<u8>]) -> bool {
        let next = self.text.as_bytes().get(self.at + 1..).unwrap_or_default();
        wanted.iter().zip(next).all(|(wanted, byte)| wanted.contains(byte))
    }

    fn passes(&mut self, byte: u8) -> bool {
        let here = self.byte() == Some(byte);
        self.at += usize::from(here);
        here
    }

    fn span(&self) -> Span {
        let small = |number| u32::try_from(number).unwrap_or(u32::MAX);
        let start = small(self.at);
        Span { start, end: start, line: self.line, column: small(self.at - self.before + 1) }
    }

    fn node(&self, span: Span, value: Value) -> Node {
        Node { value, span: Span { end: self.span().start, ..span } }
    }

    fn value(&mut self, depth: usize) -> Option<Node> {
        let span = self.span();
        self.values += 1;
        let value = match self.byte()? {
            b'{' => Value::Mapping(self.pairs(depth.checked_sub(1)?)?),
            b'[' => Value::Sequence(self.items(depth.checked_sub(1)?)?),
            b'"' => self.quoted()?,
            _ => self.word()?,
        };
        Some(self.node(span, value))
    }

    fn items(&mut self, depth: usize) -> Option<Vec<Node>> {
        self.at += 1;
        let mut items = Vec::new();
        if self.passes(b']') {
            return Some(items);
        }
        loop {
            items.push(self.value(depth)?);
            if !self.passes(b',') {
                return self.passes(b']').then_some(items);
            }
        }
    }

    fn pairs(&mut self, depth: usize) -> Option<Vec<(Node, Node)>> {
        self.at += 1;
        let mut pairs: Vec<(Node, Node)> = Vec::new();
        if self.passes(b'}') {
            return Some(pairs);
        }
        loop {
            let span = self.span();
            let name = if self.byte() == Some(b'"') { self.quoted()? } else { return None };
            let key = self.node(span, name);
            if !self.passes(b':') || pairs.len() >= MOST_KEYS || pairs.iter().any(|(other, _)| other.value == key.value)
            {
                return None;
            }
            self.values += 1;
            pairs.push((key, self.value(depth)?));
            if !self.passes(b',') {
                return self.passes(b'}').then_some(pairs);
            }
        }
    }

    /// A text in quotes.
    fn quoted(&mut self) -> Option<Value> {
        self.at += 1;
        let (start, mut escaped) = (self.at, false);
        loop {
            match self.byte()? {
                b'"' => break,
                b'\\' => (escaped, self.at) = (true, self.at + 2),
                // What no eye sees, YAML's parser judges: control characters, byte order marks and what is no character.
                ..b' ' | 0x7f => return None,
                0xc2 if self.next_is(&[0x80..=0x9f]) => return None,
                0xef if self.next_is(&[0xbb..=0xbb, 0xbf..=0xbf]) || self.next_is(&[0xbf..=0xbf]) => return None,
                byte => {
                    self.before += usize::from(byte & 0xc0 == 0x80);
                    self.at += 1;
                }
            }
        }
        let inner = self.text.get(start..self.at)?;
        self.at += 1;
        let text = if escaped {
            // It says the same in both, but for halves of letters.
            let text: String = serde_json::from_str(self.text.get(start - 1..self.at)?).ok()?;
            self.strings.shared(&text)
        } else {
            self.strings.shared(inner)
        };
        Some(Value::Scalar { text, plain: false })
    }

    /// A number, a truth value or nothing.
    fn word(&mut self) -> Option<Value> {
        let rest = &self.text[self.at..];
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"+-._".contains(&byte);
        let word = &rest[..rest.bytes().position(|byte| !is_word(byte))?];
        let begins = word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        let counts = begins && word.bytes().any(|byte| byte.is_ascii_alphanumeric()) && !word.starts_with("--");
        if !counts && !matches!(word, "null" | "true" | "True" | "TRUE" | "false" | "False" | "FALSE") {
            return None;
        }
        self.at += word.len();
        Some(Value::Scalar { text: self.strings.shared(word), plain: true })
    }
}
