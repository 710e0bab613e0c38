//! Writes of an object what is kept, as JSON on a line: from JSON by its bytes, without a tree, or from a tree that was YAML.

use super::keep::Keep;
use crate::manifest::tree::{Node, Value};

/// Where an object is no JSON.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NotJson(pub usize);

/// A place in JSON.
struct Json<'j> {
    bytes: &'j [u8],
    at: usize,
}

/// What stands under a key of an object, as text.
pub(super) fn text_at<'j>(bytes: &'j [u8], key: &str) -> Option<&'j str> {
    let mut json = Json { bytes, at: 0 };
    json.expect(b'{').ok()?;
    loop {
        let name = json.quoted().ok()?;
        json.expect(b':').ok()?;
        if name == key.as_bytes() {
            return std::str::from_utf8(json.quoted().ok()?).ok();
        }
        json.skip().ok()?;
        json.expect(b',').ok()?;
    }
}

/// Writes what is kept of a JSON value.
pub(super) fn json(bytes: &[u8], keep: &mut Keep, out: &mut Vec<u8>) -> Result<(), NotJson> {
    let mut json = Json { bytes, at: 0 };
    json.value(keep, out)?;
    match json.next() {
        None => Ok(()),
        Some(_) => Err(NotJson(json.at)),
    }
}

impl<'j> Json<'j> {
    /// The next byte that is no space.
    fn next(&mut self) -> Option<u8> {
        while let Some(byte) = self.bytes.get(self.at) {
            if !byte.is_ascii_whitespace() {
                return Some(*byte);
            }
            self.at += 1;
        }
        None
    }

    fn expect(&mut self, byte: u8) -> Result<(), NotJson> {
        if self.next() != Some(byte) {
            return Err(NotJson(self.at));
        }
        self.at += 1;
        Ok(())
    }

    /// Whether a byte comes next, which is passed then.
    fn passes(&mut self, byte: u8) -> bool {
        self.expect(byte).is_ok()
    }

    /// A text, as it stands between its quotes.
    fn quoted(&mut self) -> Result<&'j [u8], NotJson> {
        self.expect(b'"')?;
        let start = self.at;
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b'"' => {
                    self.at += 1;
                    return Ok(&self.bytes[start..self.at - 1]);
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        Err(NotJson(start))
    }

    /// Passes a value.
    fn skip(&mut self) -> Result<(), NotJson> {
        let mut depth = 0_usize;
        loop {
            match self.next().ok_or(NotJson(self.at))? {
                b'"' => drop(self.quoted()?),
                b'{' | b'[' => (self.at, depth) = (self.at + 1, depth + 1),
                b'}' | b']' => (self.at, depth) = (self.at + 1, depth.checked_sub(1).ok_or(NotJson(self.at))?),
                b',' | b':' if depth > 0 => self.at += 1,
                _ => drop(self.word()?),
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// A number, a truth value or `null`.
    fn word(&mut self) -> Result<&'j [u8], NotJson> {
        let rest = &self.bytes[self.at..];
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        let word = &rest[..rest.iter().position(|byte| !is_word(byte)).unwrap_or(rest.len())];
        let is_number = || word.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'-');
        if !matches!(word, b"true" | b"false" | b"null") && !is_number() {
            return Err(NotJson(self.at));
        }
        self.at += word.len();
        Ok(word)
    }

    /// Writes what is kept of a value. `Keep` has a depth, and so has the recursion.
    fn value(&mut self, keep: &mut Keep, out: &mut Vec<u8>) -> Result<(), NotJson> {
        match (self.next().ok_or(NotJson(self.at))?, &*keep) {
            (b'{' | b'[', Keep::All) => {
                let start = self.at;
                self.skip()?;
                dense(&self.bytes[start..self.at], out);
            }
            (b'{', _) => {
                self.at += 1;
                out.push(b'{');
                if !self.passes(b'}') {
                    let mut first = true;
                    loop {
                        self.next();
                        let start = self.at;
                        let name = self.quoted()?;
                        self.expect(b':')?;
                        self.field(name, start, keep, &mut first, out)?;
                        if !self.passes(b',') {
                            break self.expect(b'}')?;
                        }
                    }
                }
                out.push(b'}');
            }
            (b'[', _) => {
                self.at += 1;
                out.push(b'[');
                let first = out.len();
                if !self.passes(b']') {
                    loop {
                        let start = next_item(first, out);
                        // A list in a list is none of the fields: as it stands, it is told where it is.
                        if self.next() == Some(b'[') {
                            self.value(&mut Keep::All, out)?;
                        } else {
                            self.value(keep, out)?;
                        }
                        drop_terse(keep, start, out);
                        if !self.passes(b',') {
                            break self.expect(b']')?;
                        }
                    }
                }
                out.push(b']');
            }
            (b'"', _) => {
                let text = self.quoted()?;
                out.push(b'"');
                out.extend(text);
                out.push(b'"');
            }
            _ => out.extend(self.word()?),
        }
        Ok(())
    }

    fn field(
        &mut self,
        name: &[u8],
        start: usize,
        keep: &mut Keep,
        first: &mut bool,
        out: &mut Vec<u8>,
    ) -> Result<(), NotJson> {
        let name = std::str::from_utf8(name).map_err(|_| NotJson(start))?;
        if keep.drops(name) {
            self.skip()?;
            keep.dropped(name, self.at - start);
            return Ok(());
        }
        if !std::mem::take(first) {
            out.push(b',');
        }
        out.push(b'"');
        out.extend(name.as_bytes());
        out.extend(b"\":");
        match keep {
            Keep::Without(_) => self.value(&mut Keep::All, out),
            keep => match keep.field(name) {
                Some(keep) => self.value(keep, out),
                None => self.skip(),
            },
        }
    }
}

/// Goes on to the next item of a list whose first one stands at `first`; where the list goes on if it is dropped.
fn next_item(first: usize, out: &mut Vec<u8>) -> usize {
    let start = out.len();
    if start > first {
        out.push(b',');
    }
    start
}

fn drop_terse(keep: &Keep, start: usize, out: &mut Vec<u8>) {
    let written = out[start..].strip_prefix(b",").unwrap_or(&out[start..]);
    if keep.drops_item(written) {
        out.truncate(start);
    }
}

/// Writes JSON without the spaces between its values.
fn dense(bytes: &[u8], out: &mut Vec<u8>) {
    let mut json = Json { bytes, at: 0 };
    while let Some(byte) = json.next() {
        let start = json.at;
        if byte != b'"' || json.quoted().is_err() {
            json.at = start + 1;
        }
        out.extend(&bytes[start..json.at]);
    }
}

/// Writes what is kept of a tree.
pub(super) fn tree(node: &Node, keep: &mut Keep, out: &mut Vec<u8>) {
    match &node.value {
        Value::Scalar { text, plain } => scalar(text, *plain, node.is_null(), out),
        Value::Sequence(items) => {
            out.push(b'[');
            let first = out.len();
            for item in items {
                let start = next_item(first, out);
                let nested = matches!(item.value, Value::Sequence(_));
                if nested {
                    tree(item, &mut Keep::All, out);
                } else {
                    tree(item, keep, out);
                }
                drop_terse(keep, start, out);
            }
            out.push(b']');
        }
        Value::Mapping(pairs) => {
            out.push(b'{');
            let mut first = true;
            for (key, value) in pairs {
                let name = key.text().unwrap_or_default();
                if keep.drops(name) {
                    keep.dropped(name, value.end().saturating_sub(key.start()));
                    continue;
                }
                if !std::mem::take(&mut first) {
                    out.push(b',');
                }
                quote(name, out);
                out.push(b':');
                match &mut *keep {
                    Keep::Without(_) => tree(value, &mut Keep::All, out),
                    keep => {
                        if let Some(keep) = keep.field(name) {
                            tree(value, keep, out);
                        }
                    }
                }
            }
            out.push(b'}');
        }
    }
}

/// What stands without quotes stays so: only then it is a number, a truth value or nothing.
fn scalar(text: &str, plain: bool, null: bool, out: &mut Vec<u8>) {
    let is_bare = |text: &str| {
        matches!(text, "true" | "True" | "TRUE" | "false" | "False" | "FALSE")
            || text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-._".contains(&byte))
                && text.bytes().any(|byte| byte.is_ascii_alphanumeric())
    };
    match (plain, null) {
        (true, true) => out.extend(b"null"),
        (true, false) if is_bare(text) => out.extend(text.as_bytes()),
        _ => quote(text, out),
    }
}

fn quote(text: &str, out: &mut Vec<u8>) {
    // Text as JSON always is: only numbers and maps can fail.
    if let Ok(quoted) = serde_json::to_vec(text) {
        out.extend(quoted);
    }
}
