//! Tokens: `scannerc.go`.

use std::{borrow::Cow, collections::VecDeque};

use super::{Mark, MarkRange, SyntaxError};
use crate::steps::count_steps;

/// Characters between the start of a key and its colon at most.
const MAX_KEY: usize = 1024;

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind<'t> {
    StreamEnd,
    DocumentStart,
    DocumentEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    BlockEntry,
    FlowEntry,
    Key,
    Value,
    Alias(&'t str),
    Anchor(&'t str),
    Tag(Cow<'t, str>),
    /// The value of a scalar, and whether it is written without quotes.
    Scalar(Cow<'t, str>, bool),
}

/// A token and its place in the text.
#[derive(Clone, Debug)]
pub(super) struct Token<'t> {
    pub kind: TokenKind<'t>,
    pub range: MarkRange,
}

/// What may turn out to be a key, once a colon follows.
#[derive(Clone, Copy, Default)]
struct SimpleKey {
    is_possible: bool,
    /// Whether anything but a key is an error here.
    is_required: bool,
    /// Whether it is text in quotes.
    is_quoted: bool,
    token_number: usize,
    mark: Mark,
}

/// Cuts a text into tokens.
pub(super) struct Scanner<'t> {
    pub(super) text: &'t str,
    pub(super) mark: Mark,
    tokens: VecDeque<Token<'t>>,
    /// How many tokens were handed out.
    tokens_taken: usize,
    /// The column of the block that is open, -1 if there is none.
    pub(super) indent: isize,
    indents: Vec<isize>,
    pub(super) flow_level: usize,
    pub(super) is_simple_key_allowed: bool,
    /// One for each level of brackets.
    simple_keys: Vec<SimpleKey>,
    /// Whether the document is one in brackets.
    is_json: bool,
    is_at_document_start: bool,
    /// What was looked at for control characters.
    checked: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            mark: Mark::default(),
            tokens: VecDeque::new(),
            tokens_taken: 0,
            indent: -1,
            indents: Vec::new(),
            flow_level: 0,
            is_simple_key_allowed: true,
            simple_keys: vec![SimpleKey::default()],
            is_json: false,
            is_at_document_start: true,
            checked: 0,
        }
    }

    /// The next token, which stays.
    pub(super) fn peek(&mut self) -> Result<&Token<'t>, SyntaxError> {
        while self.needs_tokens()? {
            self.fetch_token()?;
        }
        // The loop ends with a token.
        self.tokens.front().ok_or_else(|| SyntaxError::new(self.mark, "found unexpected end of stream"))
    }

    /// The next token, which goes.
    pub(super) fn take(&mut self) -> Result<Token<'t>, SyntaxError> {
        self.peek()?;
        self.tokens_taken += 1;
        self.tokens.pop_front().ok_or_else(|| SyntaxError::new(self.mark, "found unexpected end of stream"))
    }

    /// Whether the first token is not there yet, or may turn out to be a key: a token would then come before it.
    fn needs_tokens(&mut self) -> Result<bool, SyntaxError> {
        if self.tokens.is_empty() {
            return Ok(true);
        }
        let number = self.tokens_taken;
        // They are in the order of their tokens.
        let index = self.simple_keys.partition_point(|key| key.token_number < number);
        let is_candidate = |key: &SimpleKey| key.is_possible && key.token_number == number;
        Ok(self.simple_keys.get(index).is_some_and(is_candidate) && self.is_key_valid(index)?)
    }

    // --- Characters.

    /// The byte so many bytes further on; zero behind the end.
    pub(super) fn byte_at(&self, offset: usize) -> u8 {
        self.text.as_bytes().get(self.mark.byte + offset).copied().unwrap_or(0)
    }

    pub(super) fn byte(&self) -> u8 {
        self.byte_at(0)
    }

    /// How many bytes the line break has that begins there; zero if none does.
    pub(super) fn break_length(&self, offset: usize) -> usize {
        match self.byte_at(offset) {
            b'\n' => 1,
            b'\r' => 1 + usize::from(self.byte_at(offset + 1) == b'\n'),
            0xc2 if self.byte_at(offset + 1) == 0x85 => 2,
            0xe2 if self.byte_at(offset + 1) == 0x80 && matches!(self.byte_at(offset + 2), 0xa8 | 0xa9) => 3,
            _ => 0,
        }
    }

    pub(super) fn is_blank(&self) -> bool {
        matches!(self.byte(), b' ' | b'\t')
    }

    /// Whether the text or the line ends here.
    pub(super) fn is_break_or_end(&self) -> bool {
        self.byte() == 0 || self.break_length(0) > 0
    }

    /// Whether a space, a tab, a line break or the end is there.
    pub(super) fn is_blank_or_end(&self, offset: usize) -> bool {
        matches!(self.byte_at(offset), b' ' | b'\t' | 0) || self.break_length(offset) > 0
    }

    /// Goes on by so many bytes of a line.
    pub(super) fn advance(&mut self, bytes: usize) {
        let end = (self.mark.byte + bytes).min(self.text.len());
        let passed = &self.text.as_bytes()[self.mark.byte..end];
        self.mark.column += passed.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
        self.mark.byte = end;
    }

    /// Goes to the next line. What the break means in a text: `\n`, or itself where it separates lines or paragraphs.
    pub(super) fn take_break(&mut self) -> &'t str {
        let length = self.break_length(0);
        let content = if length == 3 { &self.text[self.mark.byte..self.mark.byte + length] } else { "\n" };
        self.mark.byte += length;
        self.mark.line += 1;
        self.mark.column = 0;
        content
    }

    pub(super) fn skip_blanks(&mut self) {
        while self.is_blank() {
            self.advance(1);
        }
    }

    /// Goes to the end of the line, if there is a comment.
    pub(super) fn skip_comment(&mut self) {
        if self.byte() == b'#' {
            let rest = &self.text.as_bytes()[self.mark.byte..];
            let mut length = 0;
            // Other bytes than these begin no line break.
            while let Some(byte) = rest.get(length)
                && (!matches!(byte, 0 | b'\n' | b'\r' | 0xc2 | 0xe2) || *byte != 0 && self.break_length(length) == 0)
            {
                length += 1;
            }
            self.advance(length);
        }
    }

    /// Whether a line begins here that separates documents or ends one.
    pub(super) fn is_document_mark(&self) -> bool {
        self.mark.column == 0
            && (self.rest_starts_with("---") || self.rest_starts_with("..."))
            && self.is_blank_or_end(3)
    }

    pub(super) fn rest_starts_with(&self, start: &str) -> bool {
        self.text.as_bytes()[self.mark.byte..].starts_with(start.as_bytes())
    }

    pub(super) fn error<T>(&self, problem: impl Into<Cow<'static, str>>) -> Result<T, SyntaxError> {
        Err(SyntaxError::new(self.mark, problem))
    }

    /// Refuses control characters in what was read since the last time: `readerc.go`. JSON has fewer of them.
    fn check_characters(&mut self) -> Result<(), SyntaxError> {
        let bytes = self.text.as_bytes();
        while self.checked < self.mark.byte {
            let at = self.checked;
            let byte = bytes[at];
            let next = |offset: usize| bytes.get(at + offset).copied().unwrap_or(0);
            let is_control = match byte {
                b'\t' | b'\n' | b'\r' => false,
                ..b' ' => true,
                _ if byte < 0x7f || self.flow_level > 0 => false,
                0x7f => true,
                0xc2 => (0x80..0xa0).contains(&next(1)) && next(1) != 0x85,
                0xef => next(1) == 0xbf && matches!(next(2), 0xbe | 0xbf),
                _ => false,
            };
            if is_control {
                let line_start = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
                let line = self.text[..at].matches('\n').count();
                let mark = Mark { byte: at, line, column: self.text[line_start..at].chars().count() };
                return Err(SyntaxError::new(mark, "control characters are not allowed"));
            }
            self.checked += 1;
        }
        Ok(())
    }

    // --- Tokens.

    fn push(&mut self, start: Mark, kind: TokenKind<'t>) {
        self.tokens.push_back(Token { kind, range: MarkRange { start, end: self.mark } });
    }

    /// Takes so many bytes for a token.
    fn push_bytes(&mut self, bytes: usize, kind: TokenKind<'t>) {
        let start = self.mark;
        self.advance(bytes);
        self.push(start, kind);
    }

    fn fetch_token(&mut self) -> Result<(), SyntaxError> {
        let start = self.mark.byte;
        self.skip_to_token();
        self.unroll_indent(self.mark.column.cast_signed());
        let is_start = std::mem::replace(&mut self.is_at_document_start, false);
        match self.byte() {
            0 => self.fetch_stream_end()?,
            b'%' if self.mark.column == 0 => return self.fetch_directive(),
            b'-' if self.mark.column == 0 && self.rest_starts_with("---") => self.fetch_document_start()?,
            b'.' if self.is_document_mark() => {
                self.end_block()?;
                self.is_at_document_start = true;
                self.push_bytes(3, TokenKind::DocumentEnd);
            }
            b'[' => self.fetch_flow_start(TokenKind::FlowSequenceStart, is_start)?,
            b'{' => self.fetch_flow_start(TokenKind::FlowMappingStart, is_start)?,
            b']' => self.fetch_flow_end(TokenKind::FlowSequenceEnd)?,
            b'}' => self.fetch_flow_end(TokenKind::FlowMappingEnd)?,
            b',' => {
                self.remove_simple_key()?;
                self.is_simple_key_allowed = true;
                self.push_bytes(1, TokenKind::FlowEntry);
            }
            b'-' if self.is_blank_or_end(1) => self.fetch_block_entry()?,
            b'?' if self.flow_level > 0 || self.is_blank_or_end(1) => self.fetch_key()?,
            b':' if self.flow_level > 0 || self.is_blank_or_end(1) => self.fetch_value()?,
            b'*' => self.fetch_anchor(TokenKind::Alias)?,
            b'&' => self.fetch_anchor(TokenKind::Anchor)?,
            b'!' => self.fetch_tag()?,
            b'|' | b'>' if self.flow_level == 0 => {
                self.remove_simple_key()?;
                self.is_simple_key_allowed = true;
                let token = self.scan_block_scalar()?;
                self.tokens.push_back(token);
            }
            quote @ (b'\'' | b'"') => {
                self.save_simple_key(true)?;
                self.is_simple_key_allowed = false;
                let token = self.scan_quoted_scalar(quote)?;
                self.tokens.push_back(token);
            }
            byte if self.can_start_plain(byte) => {
                self.save_simple_key(false)?;
                self.is_simple_key_allowed = false;
                let token = self.scan_plain_scalar()?;
                self.tokens.push_back(token);
            }
            _ => return self.error("found character that cannot start any token"),
        }
        count_steps(1 + self.mark.byte - start);
        self.check_characters()
    }

    fn can_start_plain(&self, byte: u8) -> bool {
        match byte {
            b'-' => !matches!(self.byte_at(1), b' ' | b'\t'),
            b'?' | b':' => self.flow_level == 0 && !self.is_blank_or_end(1),
            _ => !self.is_blank_or_end(0) && !b",[]{}#&*!|>'\"%@`".contains(&byte),
        }
    }

    fn skip_to_token(&mut self) {
        loop {
            if self.is_at_document_start && self.mark.column == 0 && self.rest_starts_with("\u{feff}") {
                self.mark.byte += '\u{feff}'.len_utf8();
            }
            while self.byte() == b' ' || self.byte() == b'\t' && (self.flow_level > 0 || !self.is_simple_key_allowed) {
                self.advance(1);
            }
            self.skip_comment();
            if self.break_length(0) == 0 {
                return;
            }
            self.take_break();
            if self.flow_level == 0 {
                self.is_simple_key_allowed = true;
            }
        }
    }

    /// Whether something may still be a key: the colon has to be on the same line.
    fn is_key_valid(&mut self, index: usize) -> Result<bool, SyntaxError> {
        let key = &mut self.simple_keys[index];
        let is_near = key.mark.line == self.mark.line && key.mark.column + MAX_KEY >= self.mark.column;
        if is_near || self.is_json && key.is_quoted {
            return Ok(true);
        }
        if key.is_required {
            return self.error("could not find expected ':'");
        }
        key.is_possible = false;
        Ok(false)
    }

    fn save_simple_key(&mut self, is_quoted: bool) -> Result<(), SyntaxError> {
        if self.is_simple_key_allowed {
            let is_required = self.flow_level == 0 && self.indent == self.mark.column.cast_signed();
            self.remove_simple_key()?;
            let token_number = self.tokens_taken + self.tokens.len();
            if let Some(key) = self.simple_keys.last_mut() {
                *key = SimpleKey { is_possible: true, is_required, is_quoted, token_number, mark: self.mark };
            }
        }
        Ok(())
    }

    fn remove_simple_key(&mut self) -> Result<(), SyntaxError> {
        if let Some(key) = self.simple_keys.last_mut()
            && std::mem::take(&mut key.is_possible)
            && key.is_required
        {
            return self.error("could not find expected ':'");
        }
        Ok(())
    }

    /// Opens a block at a column, if none is open there: at the token of that number, or behind all.
    fn roll_indent(&mut self, mark: Mark, number: Option<usize>, kind: TokenKind<'t>) {
        let column = mark.column.cast_signed();
        if self.flow_level == 0 && self.indent < column {
            self.indents.push(self.indent);
            self.indent = column;
            let token = Token { kind, range: MarkRange { start: mark, end: mark } };
            let index = number.map_or(self.tokens.len(), |number| number - self.tokens_taken);
            self.tokens.insert(index.min(self.tokens.len()), token);
        }
    }

    /// Closes the blocks that are further right than a column.
    fn unroll_indent(&mut self, column: isize) {
        while self.flow_level == 0 && self.indent > column {
            self.push(self.mark, TokenKind::BlockEnd);
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }

    /// Closes all blocks.
    fn end_block(&mut self) -> Result<(), SyntaxError> {
        self.unroll_indent(-1);
        self.remove_simple_key()?;
        self.is_simple_key_allowed = false;
        self.is_json = false;
        Ok(())
    }

    fn fetch_stream_end(&mut self) -> Result<(), SyntaxError> {
        self.end_block()?;
        // Nothing that is open may be a key any more, on any level of brackets.
        if std::mem::take(&mut self.simple_keys).iter().any(|key| key.is_possible && key.is_required) {
            return self.error("could not find expected ':'");
        }
        self.simple_keys.push(SimpleKey::default());
        if self.mark.byte < self.text.len() {
            return self.error("control characters are not allowed");
        }
        self.push(self.mark, TokenKind::StreamEnd);
        Ok(())
    }

    fn fetch_directive<T>(&self) -> Result<T, SyntaxError> {
        let line = self.text[self.mark.byte..].lines().next().unwrap_or_default();
        let other_version = line.strip_prefix("%YAML ").is_some_and(|version| version.trim() != "1.1");
        self.error(match () {
            () if other_version => "found incompatible YAML document",
            () if line.starts_with("%YAML ") || line.starts_with("%TAG ") => "did not find expected <document start>",
            () => "found unknown directive name",
        })
    }

    fn fetch_document_start(&mut self) -> Result<(), SyntaxError> {
        let line = self.text[self.mark.byte + 3..].split(['\n', '\r']).next().unwrap_or_default();
        let content = line.trim();
        if !content.is_empty() && !content.starts_with('#') {
            return self.error(format!("invalid Yaml document separator: {}", api::shorten(content)));
        }
        self.end_block()?;
        self.is_at_document_start = true;
        self.push_bytes(3, TokenKind::DocumentStart);
        Ok(())
    }

    fn fetch_flow_start(&mut self, kind: TokenKind<'t>, is_start: bool) -> Result<(), SyntaxError> {
        self.save_simple_key(false)?;
        self.is_json |= is_start;
        self.simple_keys.push(SimpleKey {
            token_number: self.tokens_taken + self.tokens.len(),
            mark: self.mark,
            ..SimpleKey::default()
        });
        self.flow_level += 1;
        self.is_simple_key_allowed = true;
        self.push_bytes(1, kind);
        Ok(())
    }

    fn fetch_flow_end(&mut self, kind: TokenKind<'t>) -> Result<(), SyntaxError> {
        self.remove_simple_key()?;
        if self.flow_level > 0 {
            self.flow_level -= 1;
            self.simple_keys.pop();
        }
        self.is_simple_key_allowed = false;
        self.push_bytes(1, kind);
        Ok(())
    }

    fn fetch_block_entry(&mut self) -> Result<(), SyntaxError> {
        if self.flow_level == 0 {
            if !self.is_simple_key_allowed {
                return self.error("block sequence entries are not allowed in this context");
            }
            self.roll_indent(self.mark, None, TokenKind::BlockSequenceStart);
        }
        self.remove_simple_key()?;
        self.is_simple_key_allowed = true;
        self.push_bytes(1, TokenKind::BlockEntry);
        Ok(())
    }

    fn fetch_key(&mut self) -> Result<(), SyntaxError> {
        if self.flow_level == 0 {
            if !self.is_simple_key_allowed {
                return self.error("mapping keys are not allowed in this context");
            }
            self.roll_indent(self.mark, None, TokenKind::BlockMappingStart);
        }
        self.remove_simple_key()?;
        self.is_simple_key_allowed = self.flow_level == 0;
        self.push_bytes(1, TokenKind::Key);
        Ok(())
    }

    fn fetch_value(&mut self) -> Result<(), SyntaxError> {
        let index = self.simple_keys.len() - 1;
        if self.simple_keys[index].is_possible && self.is_key_valid(index)? {
            let SimpleKey { token_number, mark, .. } = self.simple_keys[index];
            let token = Token { kind: TokenKind::Key, range: MarkRange { start: mark, end: mark } };
            self.tokens.insert(token_number - self.tokens_taken, token);
            self.roll_indent(mark, Some(token_number), TokenKind::BlockMappingStart);
            self.simple_keys[index].is_possible = false;
            self.is_simple_key_allowed = false;
        } else {
            if self.flow_level == 0 {
                if !self.is_simple_key_allowed {
                    return self.error("mapping values are not allowed in this context");
                }
                self.roll_indent(self.mark, None, TokenKind::BlockMappingStart);
            }
            self.is_simple_key_allowed = self.flow_level == 0;
        }
        self.push_bytes(1, TokenKind::Value);
        Ok(())
    }

    /// How many bytes of a name follow.
    fn name_length(&self, offset: usize) -> usize {
        let rest = &self.text.as_bytes()[self.mark.byte + offset..];
        rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')).count()
    }

    fn fetch_anchor(&mut self, kind: fn(&'t str) -> TokenKind<'t>) -> Result<(), SyntaxError> {
        self.save_simple_key(false)?;
        self.is_simple_key_allowed = false;
        let length = self.name_length(1);
        let is_ended = self.is_blank_or_end(1 + length) || b"?:,]}%@`".contains(&self.byte_at(1 + length));
        if length == 0 || !is_ended {
            return self.error("did not find expected alphabetic or numeric character");
        }
        let name = &self.text[self.mark.byte + 1..self.mark.byte + 1 + length];
        self.push_bytes(1 + length, kind(name));
        Ok(())
    }

    /// A tag as it is written, with `!!` for the tags of YAML itself.
    fn fetch_tag(&mut self) -> Result<(), SyntaxError> {
        const LONG_PREFIX: &str = "tag:yaml.org,2002:";
        self.save_simple_key(false)?;
        self.is_simple_key_allowed = false;
        let rest = &self.text[self.mark.byte..];
        let is_verbatim = rest.starts_with("!<");
        let is_of_uri = |byte: u8| byte.is_ascii_alphanumeric() || b"_-;/?:@&=+$,.!~*'()[]%".contains(&byte);
        let start = if is_verbatim { 2 } else { 1 };
        let length = rest.bytes().skip(start).take_while(|byte| is_of_uri(*byte)).count();
        let uri = &rest[start..start + length];
        if uri.contains('%') && !has_valid_escapes(uri) {
            return self.error("did not find URI escaped octet");
        }
        let end = start + length + usize::from(is_verbatim);
        if is_verbatim && (length == 0 || self.byte_at(end - 1) != b'>') {
            return self.error("did not find the expected '>'");
        }
        if !self.is_blank_or_end(end) {
            return self.error("did not find expected whitespace or line break");
        }
        let tag: Cow<'t, str> = match uri.strip_prefix(LONG_PREFIX).filter(|_| is_verbatim) {
            Some(name) => format!("!!{name}").into(),
            None if is_verbatim => uri.into(),
            None => rest[..end].into(),
        };
        // `!name!suffix` needs a directive.
        if !is_verbatim && uri.split_once('!').is_some_and(|(name, _)| !name.is_empty()) {
            return self.error("found undefined tag handle");
        }
        if tag == "!!" {
            return self.error("did not find expected tag URI");
        }
        self.push_bytes(end, TokenKind::Tag(tag));
        Ok(())
    }
}

/// Whether each percent sign is followed by two hexadecimal digits.
fn has_valid_escapes(uri: &str) -> bool {
    uri.split('%').skip(1).all(|part| part.len() >= 2 && part.bytes().take(2).all(|byte| byte.is_ascii_hexdigit()))
}
