//! Scalars: `yaml_parser_scan_plain_scalar`, `yaml_parser_scan_flow_scalar` and `yaml_parser_scan_block_scalar` of `scannerc.go`.

use std::borrow::Cow;

use super::{
    Mark, MarkRange, SyntaxError,
    scanner::{Scanner, Token, TokenKind},
};

/// Text that is the text's own as long as nothing in it is folded or escaped.
struct ScalarText<'t> {
    text: &'t str,
    start: usize,
    end: usize,
    changed: Option<String>,
}

impl<'t> ScalarText<'t> {
    fn new(text: &'t str, start: usize) -> Self {
        Self { text, start, end: start, changed: None }
    }

    /// Adds a part of the text.
    fn push_range(&mut self, start: usize, end: usize) {
        match &mut self.changed {
            Some(changed) => changed.push_str(&self.text[start..end]),
            None if start == end => {}
            None if start == self.end || self.start == self.end => {
                if self.start == self.end {
                    self.start = start;
                }
                self.end = end;
            }
            None => {
                let text = self.text;
                self.changed_text().push_str(&text[start..end]);
            }
        }
    }

    /// Adds text that is not in the source as it is, such as an escaped character. From then on the value is a copy.
    fn push_str(&mut self, more: &str) {
        if !more.is_empty() {
            self.changed_text().push_str(more);
        }
    }

    fn changed_text(&mut self) -> &mut String {
        let unchanged = &self.text[self.start..self.end];
        self.changed.get_or_insert_with(|| unchanged.to_owned())
    }

    fn finish(self) -> Cow<'t, str> {
        self.changed.map_or(Cow::Borrowed(&self.text[self.start..self.end]), Cow::Owned)
    }
}

/// Line breaks between two lines of a text: the first one, and those of the empty lines after it.
#[derive(Default)]
struct LineBreaks {
    first: String,
    more: String,
}

impl LineBreaks {
    /// Folds them: a single one is a space, as long as it is no separator of lines.
    fn fold_into(&mut self, content: &mut ScalarText<'_>) {
        match (self.first.as_str(), self.more.as_str()) {
            ("\n", "") => content.push_str(" "),
            ("\n", more) => content.push_str(more),
            (first, more) => {
                content.push_str(first);
                content.push_str(more);
            }
        }
        self.first.clear();
        self.more.clear();
    }
}

fn scalar_token(start: Mark, end: Mark, content: Cow<'_, str>, is_plain: bool) -> Token<'_> {
    Token { kind: TokenKind::Scalar(content, is_plain), range: MarkRange { start, end } }
}

impl<'t> Scanner<'t> {
    /// Reads blanks and line breaks behind a line of a scalar. The blanks before the first line break, which count if there is none.
    fn scan_gap(
        &mut self,
        breaks: &mut LineBreaks,
        has_break: &mut bool,
        plain_indent: isize,
    ) -> Result<(usize, usize), SyntaxError> {
        let blanks_start = self.mark.byte;
        let mut blanks_end = blanks_start;
        loop {
            if self.is_blank() {
                if *has_break && self.byte() == b'\t' && self.mark.column.cast_signed() < plain_indent {
                    return self.error("found a tab character that violates indentation");
                }
                self.advance(1);
                if !*has_break {
                    blanks_end = self.mark.byte;
                }
            } else if self.break_length(0) > 0 {
                let line_break = self.take_break();
                if std::mem::replace(has_break, true) {
                    breaks.more.push_str(line_break);
                } else {
                    breaks.first.push_str(line_break);
                }
            } else {
                return Ok((blanks_start, blanks_end));
            }
        }
    }

    pub(super) fn scan_plain_scalar(&mut self) -> Result<Token<'t>, SyntaxError> {
        let (start, mut end) = (self.mark, self.mark);
        let indent = self.indent + 1;
        let mut content = ScalarText::new(self.text, start.byte);
        let (mut breaks, mut has_break, mut blanks) = (LineBreaks::default(), false, (0, 0));
        while !self.is_document_mark() && self.byte() != b'#' {
            let length = self.plain_length();
            if length > 0 {
                if std::mem::take(&mut has_break) {
                    breaks.fold_into(&mut content);
                } else {
                    content.push_range(blanks.0, blanks.1);
                }
                content.push_range(self.mark.byte, self.mark.byte + length);
                self.advance(length);
                end = self.mark;
                blanks = (0, 0);
            }
            if !self.is_blank() && self.break_length(0) == 0 {
                break;
            }
            let gap = self.scan_gap(&mut breaks, &mut has_break, indent)?;
            if !has_break {
                blanks = gap;
            }
            if self.flow_level == 0 && self.mark.column.cast_signed() < indent {
                break;
            }
        }
        if has_break {
            self.is_simple_key_allowed = true;
        }
        Ok(scalar_token(start, end, content.finish(), true))
    }

    /// How many bytes of a plain scalar follow without a blank.
    fn plain_length(&self) -> usize {
        let rest = &self.text.as_bytes()[self.mark.byte..];
        let ends = |length: usize, byte: u8| match byte {
            b' ' | b'\t' | b'\n' | b'\r' | 0 => true,
            b':' => self.is_blank_or_end(length + 1),
            b',' | b'[' | b']' | b'{' | b'}' => self.flow_level > 0,
            0xc2 | 0xe2 => self.break_length(length) > 0,
            _ => false,
        };
        rest.iter().enumerate().position(|(length, byte)| ends(length, *byte)).unwrap_or(rest.len())
    }

    pub(super) fn scan_quoted_scalar(&mut self, quote: u8) -> Result<Token<'t>, SyntaxError> {
        let start = self.mark;
        self.advance(1);
        let mut content = ScalarText::new(self.text, self.mark.byte);
        let mut breaks = LineBreaks::default();
        loop {
            if self.is_document_mark() {
                return Err(SyntaxError::new(start, "found unexpected document indicator"));
            }
            if self.byte() == 0 {
                return Err(SyntaxError::new(start, "found unexpected end of stream"));
            }
            let mut has_break = self.scan_quoted_line(quote, &mut content)?;
            if self.byte() == quote {
                break;
            }
            let was_escaped = has_break;
            let (blanks_start, blanks_end) = self.scan_gap(&mut breaks, &mut has_break, 0)?;
            if has_break {
                // Behind an escaped line break the first one is none that is folded.
                if was_escaped && breaks.first.is_empty() {
                    let more = std::mem::take(&mut breaks.more);
                    content.push_str(&more);
                } else {
                    breaks.fold_into(&mut content);
                }
            } else {
                content.push_range(blanks_start, blanks_end);
            }
        }
        self.advance(1);
        Ok(scalar_token(start, self.mark, content.finish(), false))
    }

    /// Reads text in quotes up to a blank, a line break or the last quote. Whether a line break was escaped.
    fn scan_quoted_line(&mut self, quote: u8, content: &mut ScalarText<'t>) -> Result<bool, SyntaxError> {
        loop {
            let rest = &self.text.as_bytes()[self.mark.byte..];
            let ends = |length: usize, byte: u8| match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0 => true,
                b'\\' => quote == b'"',
                0xc2 | 0xe2 => self.break_length(length) > 0,
                _ => byte == quote,
            };
            let length = rest.iter().enumerate().position(|(length, byte)| ends(length, *byte)).unwrap_or(rest.len());
            content.push_range(self.mark.byte, self.mark.byte + length);
            self.advance(length);
            match self.byte() {
                b'\'' if quote == b'\'' && self.byte_at(1) == b'\'' => {
                    content.push_str("'");
                    self.advance(2);
                }
                b'\\' if quote == b'"' => {
                    if self.break_length(1) > 0 {
                        self.advance(1);
                        self.take_break();
                        // What follows belongs to it, whether or not it changes anything.
                        content.changed_text();
                        return Ok(true);
                    }
                    let letter = self.scan_escape()?;
                    content.push_str(letter.encode_utf8(&mut [0; 4]));
                }
                _ => return Ok(false),
            }
        }
    }

    fn scan_escape(&mut self) -> Result<char, SyntaxError> {
        let digits = match self.byte_at(1) {
            b'x' => 2,
            b'u' => 4,
            b'U' => 8,
            other => {
                let letter = match other {
                    b'0' => '\0',
                    b'a' => '\x07',
                    b'b' => '\x08',
                    b't' | b'\t' => '\t',
                    b'n' => '\n',
                    b'v' => '\x0b',
                    b'f' => '\x0c',
                    b'r' => '\r',
                    b'e' => '\x1b',
                    b' ' => ' ',
                    b'"' => '"',
                    b'\'' => '\'',
                    b'\\' => '\\',
                    b'N' => '\u{85}',
                    b'_' => '\u{a0}',
                    b'L' => '\u{2028}',
                    b'P' => '\u{2029}',
                    b'/' if self.flow_level > 0 => '/',
                    _ => return self.error("found unknown escape character"),
                };
                self.advance(2);
                return Ok(letter);
            }
        };
        let code = self.hex_number(2, digits)?;
        // JSON writes letters that need more than four digits as two halves.
        let is_half = digits == 4 && (0xd800..0xdc00).contains(&code) && self.flow_level > 0;
        let low = if is_half && self.byte_at(6) == b'\\' && self.byte_at(7) == b'u' {
            self.hex_number(8, 4).ok()
        } else {
            None
        };
        let (code, length) = match low {
            Some(low @ 0xdc00..=0xdfff) => (0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00), 12),
            _ => (code, 2 + digits),
        };
        let Some(letter) = char::from_u32(code) else {
            return self.error("found invalid Unicode character escape code");
        };
        self.advance(length);
        Ok(letter)
    }

    fn hex_number(&self, offset: usize, digits: usize) -> Result<u32, SyntaxError> {
        let start = self.mark.byte + offset;
        let number =
            self.text.as_bytes().get(start..start + digits).filter(|text| text.iter().all(u8::is_ascii_hexdigit));
        let number =
            number.and_then(|text| std::str::from_utf8(text).ok()).and_then(|text| u32::from_str_radix(text, 16).ok());
        number.map_or_else(|| self.error("did not find expected hexdecimal number"), Ok)
    }

    pub(super) fn scan_block_scalar(&mut self) -> Result<Token<'t>, SyntaxError> {
        let header = self.mark;
        let is_literal = self.byte() == b'|';
        self.advance(1);
        let (mut chomping, mut increment) = (0, None);
        // The two indicators, in any order.
        for _ in 0..2 {
            match self.byte() {
                sign @ (b'+' | b'-') if chomping == 0 => {
                    chomping = if sign == b'+' { 1 } else { -1 };
                    self.advance(1);
                }
                b'0' if increment.is_none() => {
                    return Err(SyntaxError::new(header, "found an indentation indicator equal to 0"));
                }
                digit @ b'1'..=b'9' if increment.is_none() => {
                    increment = Some(isize::from(digit - b'0'));
                    self.advance(1);
                }
                _ => {}
            }
        }
        self.skip_blanks();
        self.skip_comment();
        if !self.is_break_or_end() {
            return Err(SyntaxError::new(header, "did not find expected comment or line break"));
        }
        if self.break_length(0) > 0 {
            self.take_break();
        }
        let mut indent = increment.map_or(0, |increment| self.indent.max(0) + increment);
        let mut end = self.mark;
        let (mut first_break, mut breaks) = (String::new(), String::new());
        self.scan_block_breaks(&mut indent, &mut breaks, &mut end)?;
        let start = self.mark;
        let has_content = self.mark.column.cast_signed() == indent && self.byte() != 0;
        let mut content = ScalarText::new(self.text, start.byte);
        let mut is_indented = false;
        while self.mark.column.cast_signed() == indent && self.byte() != 0 {
            let is_blank = self.is_blank();
            if is_literal || is_indented || is_blank || !first_break.starts_with('\n') {
                content.push_str(&first_break);
            } else if breaks.is_empty() {
                content.push_str(" ");
            }
            content.push_str(&breaks);
            first_break.clear();
            breaks.clear();
            is_indented = is_blank;
            let rest = &self.text.as_bytes()[self.mark.byte..];
            let ends = |length: usize, byte: u8| match byte {
                b'\n' | b'\r' | 0 => true,
                0xc2 | 0xe2 => self.break_length(length) > 0,
                _ => false,
            };
            let length = rest.iter().enumerate().position(|(length, byte)| ends(length, *byte)).unwrap_or(rest.len());
            content.push_range(self.mark.byte, self.mark.byte + length);
            self.advance(length);
            end = self.mark;
            if self.break_length(0) > 0 {
                first_break.push_str(self.take_break());
            } else {
                // kubectl ends the last line of a text, if nothing else does (`LineReader`).
                first_break.push('\n');
            }
            self.scan_block_breaks(&mut indent, &mut breaks, &mut end)?;
        }
        if chomping >= 0 {
            content.push_str(&first_break);
        }
        if chomping == 1 {
            content.push_str(&breaks);
        }
        let start = if has_content { start } else { end };
        Ok(scalar_token(start, end, content.finish(), false))
    }

    /// Reads indentation and empty lines of a block scalar; finds its indentation where the header does not give it.
    fn scan_block_breaks(
        &mut self,
        indent: &mut isize,
        breaks: &mut String,
        end: &mut Mark,
    ) -> Result<(), SyntaxError> {
        let mut widest = 0;
        loop {
            let is_left = |scanner: &Self| *indent == 0 || scanner.mark.column.cast_signed() < *indent;
            while is_left(self) && self.byte() == b' ' {
                self.advance(1);
            }
            widest = widest.max(self.mark.column.cast_signed());
            if is_left(self) && self.byte() == b'\t' {
                return self.error("found a tab character where an indentation space is expected");
            }
            if self.break_length(0) == 0 {
                break;
            }
            breaks.push_str(self.take_break());
            *end = self.mark;
        }
        if *indent == 0 {
            *indent = widest.max(self.indent + 1).max(1);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::edit::read_documents;

    #[test]
    fn the_header_of_a_block_scalar_ends_with_its_line() {
        for (text, is_valid) in
            [("a: |\n  y\n", true), ("a: |-2 # why\n  y\n", true), ("a: >", true), ("a: | x\n  y\n", false)]
        {
            assert_eq!(read_documents(text).is_ok(), is_valid, "{text}");
        }
    }
}
