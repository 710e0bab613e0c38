//! Splits the text of an expression into tokens.

use std::rc::Rc;

use api::Str;

use crate::error::Issue;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind {
    /// An integer literal, decimal or hexadecimal with `0x`, without a sign.
    Int,
    /// An unsigned integer literal: as `Int`, with the suffix `u`.
    Uint,
    Double,
    Text(Str),
    Bytes(Rc<[u8]>),
    Name,
    /// A field name in backquotes.
    QuotedName,
    /// An operator, a bracket, a punctuation mark or a keyword.
    Sign(&'static str),
    End,
}

/// A token with its range of bytes in the text.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The operators and punctuation marks; a sign precedes those that are its prefixes.
const SIGNS: [&str; 26] = [
    "==", "!=", "<=", ">=", "&&", "||", "<", ">", "[", "]", "{", "}", "(", ")", ".", ",", "-", "!", "?", ":", "+", "*",
    "/", "%", "&", "|",
];
const KEYWORDS: [&str; 4] = ["true", "false", "null", "in"];

/// Splits a text into tokens, the last of which is `End`. Text that is no token is an issue; lexing continues after it,
/// as upstream's does.
pub(crate) fn tokenize(text: &str) -> (Vec<Token>, Vec<Issue>) {
    let mut lexer = Lexer { text, at: 0, tokens: Vec::new(), issues: Vec::new() };
    while lexer.at < text.len() {
        lexer.read_token();
    }
    lexer.push_token(TokenKind::End, text.len());
    (lexer.tokens, lexer.issues)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    tokens: Vec<Token>,
    issues: Vec<Issue>,
}

impl Lexer<'_> {
    fn rest_of_text(&self) -> &str {
        &self.text[self.at..]
    }

    fn push_token(&mut self, kind: TokenKind, end: usize) {
        self.tokens.push(Token { kind, start: self.at, end });
        self.at = end;
    }

    /// Reports that no token starts here; `end` is after the character at which this becomes clear.
    fn add_invalid_token(&mut self, end: usize) {
        let what = self.text[self.at..end].replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t");
        self.issues
            .push(Issue { offset: self.at, text: format!("Syntax error: token recognition error at: '{what}'") });
        self.at = end;
    }

    fn read_token(&mut self) {
        let rest = self.rest_of_text();
        let Some(first) = rest.chars().next() else { return };
        if matches!(first, ' ' | '\t' | '\n' | '\r' | '\u{c}') {
            self.at += 1;
        } else if rest.starts_with("//") {
            self.at += rest.find('\n').unwrap_or(rest.len());
        } else if first.is_ascii_digit() || first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit()) {
            self.read_number();
        } else if first == '"' || first == '\'' {
            self.read_string(0);
        } else if first.is_ascii_alphabetic() || first == '_' {
            self.read_word();
        } else if first == '`' {
            self.quoted_name();
        } else {
            self.read_sign(first);
        }
    }

    fn read_sign(&mut self, first: char) {
        match SIGNS.iter().find(|sign| self.rest_of_text().starts_with(**sign)) {
            Some(&sign) if !matches!(sign, "&" | "|") => self.push_token(TokenKind::Sign(sign), self.at + sign.len()),
            // Half an operator: the next character shows that no token starts here.
            _ => {
                let half = matches!(first, '&' | '|' | '=');
                let shows = self.rest_of_text().chars().nth(1).filter(|_| half).map_or(0, char::len_utf8);
                self.add_invalid_token(self.at + first.len_utf8() + shows);
            }
        }
    }

    fn read_number(&mut self) {
        let rest = self.rest_of_text();
        let digits = |from: usize| rest[from..].bytes().take_while(u8::is_ascii_digit).count();
        if let Some(hex_digits) = rest.strip_prefix("0x") {
            let hex = hex_digits.bytes().take_while(u8::is_ascii_hexdigit).count();
            if hex > 0 {
                return self.read_integer(2 + hex);
            }
        }
        let mut end = digits(0);
        let mut double = false;
        if rest[end..].starts_with('.') && digits(end + 1) > 0 {
            end += 1 + digits(end + 1);
            double = true;
        }
        if rest[end..].starts_with(['e', 'E']) {
            let sign = usize::from(rest[end + 1..].starts_with(['+', '-']));
            let exponent = digits(end + 1 + sign);
            if exponent > 0 {
                end += 1 + sign + exponent;
                double = true;
            }
        }
        if double { self.push_token(TokenKind::Double, self.at + end) } else { self.read_integer(end) }
    }

    fn read_integer(&mut self, length: usize) {
        match self.rest_of_text()[length..].starts_with(['u', 'U']) {
            true => self.push_token(TokenKind::Uint, self.at + length + 1),
            false => self.push_token(TokenKind::Int, self.at + length),
        }
    }

    fn read_word(&mut self) {
        let length = self.rest_of_text().bytes().take_while(|c| c.is_ascii_alphanumeric() || *c == b'_').count();
        let word = &self.rest_of_text()[..length];
        let prefix = matches!(word, "r" | "R" | "b" | "B" | "br" | "bR" | "Br" | "BR");
        if prefix && self.rest_of_text()[length..].starts_with(['"', '\'']) {
            return self.read_string(length);
        }
        match KEYWORDS.iter().find(|keyword| **keyword == word) {
            Some(keyword) => self.push_token(TokenKind::Sign(keyword), self.at + length),
            None => self.push_token(TokenKind::Name, self.at + length),
        }
    }

    fn quoted_name(&mut self) {
        let allowed = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'-' | b'/' | b' ');
        let length = self.rest_of_text()[1..].bytes().take_while(|c| allowed(*c)).count();
        match length > 0 && self.rest_of_text()[1 + length..].starts_with('`') {
            true => self.push_token(TokenKind::QuotedName, self.at + length + 2),
            false => self.add_invalid_token(self.next_char_end(self.at + 1 + length)),
        }
    }

    /// The byte offset after the character at `at`.
    fn next_char_end(&self, at: usize) -> usize {
        at + self.text[at..].chars().next().map_or(0, char::len_utf8)
    }

    /// Reads a string or bytes literal, which has a prefix of `prefix` letters such as `r` and `b`.
    fn read_string(&mut self, prefix: usize) {
        let letters = self.rest_of_text()[..prefix].to_ascii_lowercase();
        let (is_raw, is_bytes) = (letters.contains('r'), letters.contains('b'));
        let body = self.at + prefix;
        let quote = if self.text[body..].starts_with("\"\"\"") || self.text[body..].starts_with("'''") { 3 } else { 1 };
        match string_content(self.text, body, quote, is_raw, is_bytes) {
            Ok((value, end)) if is_bytes => self.push_token(TokenKind::Bytes(value.into()), end),
            Ok((value, end)) => match String::from_utf8(value) {
                Ok(text) => self.push_token(TokenKind::Text(text.as_str().into()), end),
                Err(_) => self.add_invalid_token(end),
            },
            // cel-go takes the longest valid token: the prefix as a name, or the empty string.
            Err(_) if prefix > 0 => self.push_token(TokenKind::Name, body),
            Err(_) if quote == 3 => self.push_token(TokenKind::Text(Str::default()), body + 2),
            Err(error_end) => self.add_invalid_token(error_end),
        }
    }
}

/// Decodes the literal that starts at `body`, after its opening quotes, and returns its content and the offset after
/// its closing quotes. For an unterminated or invalid literal the error is the offset after the character that shows
/// this.
fn string_content(
    text: &str,
    body: usize,
    quote: usize,
    is_raw: bool,
    is_bytes: bool,
) -> Result<(Vec<u8>, usize), usize> {
    let closing = &text[body..body + quote];
    let mut at = body + quote;
    let mut value = Vec::new();
    loop {
        let rest = &text[at..];
        if rest.starts_with(closing) {
            return Ok((value, at + quote));
        }
        let Some(c) = rest.chars().next() else { return Err(text.len()) };
        if c == '\\' && !is_raw {
            at += 1 + read_escape(&rest[1..], is_bytes, &mut value).map_err(|length| at + 1 + length)?;
        } else if quote == 1 && matches!(c, '\n' | '\r') {
            return Err(at + 1);
        } else {
            value.extend_from_slice(&rest.as_bytes()[..c.len_utf8()]);
            at += c.len_utf8();
        }
    }
}

/// Decodes the escape sequence after a backslash into `value` and returns its length; the error is the length up to the
/// character that makes it invalid.
fn read_escape(rest: &str, is_bytes: bool, value: &mut Vec<u8>) -> Result<usize, usize> {
    let Some(first) = rest.chars().next() else { return Err(0) };
    let simple = match first {
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'n' => b'\n',
        'r' => b'\r',
        't' => b'\t',
        'v' => 11,
        '\\' | '\'' | '"' | '?' | '`' => first as u8,
        'x' | 'X' => return unicode_escape(rest, 1, 2, 16, is_bytes, value),
        'u' => return unicode_escape(rest, 1, 4, 16, false, value),
        'U' => return unicode_escape(rest, 1, 8, 16, false, value),
        '0'..='3' => return unicode_escape(rest, 0, 3, 8, is_bytes, value),
        other => return Err(other.len_utf8()),
    };
    value.push(simple);
    Ok(1)
}

fn unicode_escape(
    rest: &str,
    skip: usize,
    digits: usize,
    radix: u32,
    is_bytes: bool,
    value: &mut Vec<u8>,
) -> Result<usize, usize> {
    let valid_digits = rest[skip..].chars().take(digits).take_while(|c| c.is_digit(radix)).count();
    let end = skip + valid_digits;
    if valid_digits < digits {
        return Err(end + rest[end..].chars().next().map_or(0, char::len_utf8));
    }
    let number = u32::from_str_radix(&rest[skip..end], radix).map_err(|_| end)?;
    if is_bytes {
        value.push(u8::try_from(number).map_err(|_| end)?);
    } else {
        let c = char::from_u32(number).ok_or(end)?;
        value.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }
    Ok(end)
}
