//! Reads JSON that stands on one line, as reduced texts have it for each object, some times faster than the parser of YAML.
//!
//! It makes the trees that YAML's parser would, or none: what it does not know, that one reads.

use std::ops::RangeInclusive;

use super::{
    string_cache::StringCache,
    tree::{Span, TreeNode, Value, is_boolean_word},
};

/// Mappings of more keys are left to YAML's parser, which finds keys that stand there twice in another way.
const MOST_KEYS: usize = 256;

/// Where a line begins: its number, from 1, and its first byte.
pub(super) struct LineStart {
    pub line: u32,
    pub byte: usize,
}

/// Reads an item of a list that is on one line, after its dash, up to a depth. [`read_dense_line`] is the only value; programs may load it late.
pub(super) type ReadLine = fn(&str, LineStart, usize, &mut StringCache) -> Option<DenseValue>;

/// Reads such an item.
pub(super) fn read_dense_line(
    text: &str,
    start: LineStart,
    depth: usize,
    strings: &mut StringCache,
) -> Option<DenseValue> {
    DenseLine::new(text, start.byte + 2, start, strings).read_line(depth)
}

/// A place in a line.
struct DenseLine<'t, 's> {
    text: &'t str,
    at: usize,
    /// The line, and what a column is less than a byte: bytes before the line, and those that continue a letter.
    line: u32,
    before: usize,
    strings: &'s mut StringCache,
    /// Values that were read.
    values_read: usize,
}

/// The value of a line.
pub(super) struct DenseValue {
    pub node: TreeNode,
    /// Where the next line begins.
    pub next_line: usize,
    /// How many values it consists of.
    pub values: usize,
}

impl<'t, 's> DenseLine<'t, 's> {
    /// A place at a byte of a text, in the line that begins at `start`.
    fn new(text: &'t str, at: usize, start: LineStart, strings: &'s mut StringCache) -> Self {
        Self { text, at, line: start.line, before: start.byte, strings, values_read: 0 }
    }

    /// The value up to the end of the line, of this depth at most.
    fn read_line(mut self, depth: usize) -> Option<DenseValue> {
        let node = self.read_value(depth)?;
        let next_line = match self.current_byte() {
            None => self.at,
            Some(b'\n') => self.at + 1,
            _ => return None,
        };
        Some(DenseValue { node, next_line, values: self.values_read })
    }

    fn current_byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Whether the bytes behind the present one are of these.
    fn next_bytes_are(&self, byte_ranges: &[RangeInclusive<u8>]) -> bool {
        let next = self.text.as_bytes().get(self.at + 1..).unwrap_or_default();
        byte_ranges.iter().zip(next).all(|(range, byte)| range.contains(byte))
    }

    fn skip_byte(&mut self, byte: u8) -> bool {
        let is_next = self.current_byte() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn rest_span(&self) -> Span {
        let small = |number| u32::try_from(number).unwrap_or(u32::MAX);
        let scalar_start = small(self.at);
        Span { start: scalar_start, end: scalar_start, line: self.line, column: small(self.at - self.before + 1) }
    }

    fn new_node(&self, span: Span, value: Value) -> TreeNode {
        TreeNode { value, span: Span { end: self.rest_span().start, ..span } }
    }

    fn read_value(&mut self, depth: usize) -> Option<TreeNode> {
        let span = self.rest_span();
        self.values_read += 1;
        let value = match self.current_byte()? {
            b'{' => Value::Mapping(self.read_pairs(depth.checked_sub(1)?)?),
            b'[' => Value::Sequence(self.read_items(depth.checked_sub(1)?)?),
            b'"' => self.read_quoted()?,
            _ => self.read_word()?,
        };
        Some(self.new_node(span, value))
    }

    fn read_items(&mut self, depth: usize) -> Option<Vec<TreeNode>> {
        self.at += 1;
        let mut items = Vec::new();
        if self.skip_byte(b']') {
            return Some(items);
        }
        loop {
            items.push(self.read_value(depth)?);
            if !self.skip_byte(b',') {
                return self.skip_byte(b']').then_some(items);
            }
        }
    }

    fn read_pairs(&mut self, depth: usize) -> Option<Vec<(TreeNode, TreeNode)>> {
        self.at += 1;
        let mut pairs: Vec<(TreeNode, TreeNode)> = Vec::new();
        if self.skip_byte(b'}') {
            return Some(pairs);
        }
        loop {
            let span = self.rest_span();
            let name = if self.current_byte() == Some(b'"') { self.read_quoted()? } else { return None };
            let key = self.new_node(span, name);
            if !self.skip_byte(b':')
                || pairs.len() >= MOST_KEYS
                || pairs.iter().any(|(other, _)| other.value == key.value)
            {
                return None;
            }
            self.values_read += 1;
            pairs.push((key, self.read_value(depth)?));
            if !self.skip_byte(b',') {
                return self.skip_byte(b'}').then_some(pairs);
            }
        }
    }

    /// A text in quotes.
    fn read_quoted(&mut self) -> Option<Value> {
        self.at += 1;
        let (string_start, mut escaped) = (self.at, false);
        loop {
            match self.current_byte()? {
                b'"' => break,
                b'\\' => (escaped, self.at) = (true, self.at + 2),
                // What no eye sees, YAML's parser judges: control characters, byte order marks and what is no character.
                ..b' ' | 0x7f => return None,
                0xc2 if self.next_bytes_are(&[0x80..=0x9f]) => return None,
                0xef if self.next_bytes_are(&[0xbb..=0xbb, 0xbf..=0xbf]) || self.next_bytes_are(&[0xbf..=0xbf]) => {
                    return None;
                }
                byte => {
                    self.before += usize::from(byte & 0xc0 == 0x80);
                    self.at += 1;
                }
            }
        }
        let string_text = self.text.get(string_start..self.at)?;
        self.at += 1;
        let text = if escaped {
            // It says the same in both, but for halves of letters.
            let text: String = serde_json::from_str(self.text.get(string_start - 1..self.at)?).ok()?;
            self.strings.intern(&text)
        } else {
            self.strings.intern(string_text)
        };
        Some(Value::Scalar { text, plain: false })
    }

    /// A number, a truth value or nothing.
    fn read_word(&mut self) -> Option<Value> {
        let rest = &self.text[self.at..];
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"+-._".contains(&byte);
        let word = &rest[..rest.bytes().position(|byte| !is_word(byte))?];
        let begins = word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        // Behind a dot may be a word: `.inf`.
        let is_named = word
            .trim_start_matches(['+', '-'])
            .strip_prefix('.')
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
        let counts =
            begins && word.bytes().any(|byte| byte.is_ascii_alphanumeric()) && !word.starts_with("--") && !is_named;
        if !counts && word != "null" && !is_boolean_word(word) {
            return None;
        }
        self.at += word.len();
        Some(Value::Scalar { text: self.strings.intern(word), plain: true })
    }
}
