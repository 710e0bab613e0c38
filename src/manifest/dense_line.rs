//! Reads JSON on one line, the format of each object in a reduced text, several times faster than the YAML parser.
//!
//! Its trees are the same as those of the YAML parser. It returns `None` for any line that it does not handle, which is then parsed as YAML.

use std::ops::RangeInclusive;

use super::{
    string_cache::StringCache,
    tree::{Span, TreeNode, Value, is_boolean_word},
};

/// Mappings with more keys are left to the YAML parser, which has another way to find repeated keys.
const MOST_KEYS: usize = 256;

/// The start of a line: its number, counted from 1, and its first byte.
pub(super) struct LineStart {
    pub line: u32,
    pub byte: usize,
}

/// Reads an item of a list on one line, starting after its dash, down to a maximum depth. [`read_dense_line`] is the only value; it can be loaded
/// lazily.
pub(super) type ReadLine = fn(&str, LineStart, usize, &mut StringCache) -> Option<DenseValue>;

/// Reads an item of a list on one line.
pub(super) fn read_dense_line(
    text: &str,
    start: LineStart,
    depth: usize,
    strings: &mut StringCache,
) -> Option<DenseValue> {
    DenseLine::new(text, start.byte + 2, start, strings).read_line(depth)
}

/// A position in a line.
struct DenseLine<'t, 's> {
    text: &'t str,
    at: usize,
    /// The line number, from 1.
    line: u32,
    /// What to subtract from a byte offset to get the column: the bytes before the line, plus the continuation bytes of UTF-8.
    before: usize,
    strings: &'s mut StringCache,
    /// The number of values read so far.
    values_read: usize,
}

/// The value read from a line.
pub(super) struct DenseValue {
    pub node: TreeNode,
    /// The byte at which the next line begins.
    pub next_line: usize,
    /// The number of values in it.
    pub values: usize,
}

impl<'t, 's> DenseLine<'t, 's> {
    /// The position at a byte of the text, in the line that begins at `start`.
    fn new(text: &'t str, at: usize, start: LineStart, strings: &'s mut StringCache) -> Self {
        Self { text, at, line: start.line, before: start.byte, strings, values_read: 0 }
    }

    /// Reads a value that ends with the line, nested at most this deep.
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

    /// Whether the bytes after the current one are in these ranges.
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

    /// Reads a quoted string.
    fn read_quoted(&mut self) -> Option<Value> {
        self.at += 1;
        let (string_start, mut escaped) = (self.at, false);
        loop {
            match self.current_byte()? {
                b'"' => break,
                b'\\' => (escaped, self.at) = (true, self.at + 2),
                // Control characters, byte order marks and noncharacters are left to the YAML parser.
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
            // YAML and JSON read escapes in the same way, except for surrogates.
            let text: String = serde_json::from_str(self.text.get(string_start - 1..self.at)?).ok()?;
            self.strings.intern(&text)
        } else {
            self.strings.intern(string_text)
        };
        Some(Value::Scalar { text, is_plain: false })
    }

    /// Reads a number, a boolean or null.
    fn read_word(&mut self) -> Option<Value> {
        let rest = &self.text[self.at..];
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"+-._".contains(&byte);
        let word = &rest[..rest.bytes().position(|byte| !is_word(byte))?];
        let begins = word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        // Words can follow a dot: `.inf`.
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
        Some(Value::Scalar { text: self.strings.intern(word), is_plain: true })
    }
}
