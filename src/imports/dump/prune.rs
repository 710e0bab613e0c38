//! Writes the kept fields of an object as JSON on one line: from JSON without building a tree, or from a parsed YAML tree.

use manifest::tree::{TreeNode, Value, is_text_word};

use super::kept_fields::KeptFields;

/// The position of a JSON syntax error, as an index of bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NotJson(pub usize);

/// A position in JSON.
struct JsonCursor<'j> {
    bytes: &'j [u8],
    at: usize,
}

/// The string value of a top-level key.
pub(super) fn json_text_at<'j>(bytes: &'j [u8], key: &str) -> Option<&'j str> {
    let mut json = JsonCursor { bytes, at: 0 };
    json.expect_byte(b'{').ok()?;
    loop {
        let name = json.read_quoted().ok()?;
        json.expect_byte(b':').ok()?;
        if name == key.as_bytes() {
            return std::str::from_utf8(json.read_quoted().ok()?).ok();
        }
        json.skip_value().ok()?;
        json.expect_byte(b',').ok()?;
    }
}

/// The JSON value of a top-level key.
pub(super) fn json_value_at<'j>(bytes: &'j [u8], key: &str) -> Option<&'j [u8]> {
    let mut json = JsonCursor { bytes, at: 0 };
    json.expect_byte(b'{').ok()?;
    loop {
        let name = json.read_quoted().ok()?;
        json.expect_byte(b':').ok()?;
        json.next_byte();
        let value_start = json.at;
        json.skip_value().ok()?;
        if name == key.as_bytes() {
            return Some(&bytes[value_start..json.at]);
        }
        json.expect_byte(b',').ok()?;
    }
}

/// Writes what is kept of a JSON value.
pub(super) fn filter_json(
    bytes: &[u8],
    kept_fields: &mut KeptFields,
    pruned_json: &mut Vec<u8>,
) -> Result<(), NotJson> {
    let mut json = JsonCursor { bytes, at: 0 };
    json.filter_value(kept_fields, pruned_json)?;
    match json.next_byte() {
        None => Ok(()),
        Some(_) => Err(NotJson(json.at)),
    }
}

impl<'j> JsonCursor<'j> {
    /// The next byte that is not white space.
    fn next_byte(&mut self) -> Option<u8> {
        while let Some(byte) = self.bytes.get(self.at) {
            if !byte.is_ascii_whitespace() {
                return Some(*byte);
            }
            self.at += 1;
        }
        None
    }

    fn expect_byte(&mut self, byte: u8) -> Result<(), NotJson> {
        if self.next_byte() != Some(byte) {
            return Err(NotJson(self.at));
        }
        self.at += 1;
        Ok(())
    }

    /// Skips a byte if it is next. Returns whether it was.
    fn skip_byte(&mut self, byte: u8) -> bool {
        self.expect_byte(byte).is_ok()
    }

    /// A string without its quotes, with escape sequences as they are.
    fn read_quoted(&mut self) -> Result<&'j [u8], NotJson> {
        self.expect_byte(b'"')?;
        let value_start = self.at;
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b'"' => {
                    self.at += 1;
                    return Ok(&self.bytes[value_start..self.at - 1]);
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        Err(NotJson(value_start))
    }

    /// Skips a value.
    fn skip_value(&mut self) -> Result<(), NotJson> {
        let mut depth = 0_usize;
        loop {
            match self.next_byte().ok_or(NotJson(self.at))? {
                b'"' => drop(self.read_quoted()?),
                b'{' | b'[' => (self.at, depth) = (self.at + 1, depth + 1),
                b'}' | b']' => (self.at, depth) = (self.at + 1, depth.checked_sub(1).ok_or(NotJson(self.at))?),
                b',' | b':' if depth > 0 => self.at += 1,
                _ => drop(self.read_word()?),
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// A number, a boolean or `null`.
    fn read_word(&mut self) -> Result<&'j [u8], NotJson> {
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

    /// Writes what is kept of a value. The recursion is limited by the depth of `KeptFields`.
    fn filter_value(&mut self, kept_fields: &mut KeptFields, pruned_json: &mut Vec<u8>) -> Result<(), NotJson> {
        match (self.next_byte().ok_or(NotJson(self.at))?, &*kept_fields) {
            (b'{' | b'[', KeptFields::All) => {
                let value_start = self.at;
                self.skip_value()?;
                write_dense(&self.bytes[value_start..self.at], pruned_json);
            }
            (b'{', _) => {
                self.at += 1;
                pruned_json.push(b'{');
                if !self.skip_byte(b'}') {
                    let mut first = true;
                    loop {
                        self.next_byte();
                        let string_start = self.at;
                        let name = self.read_quoted()?;
                        self.expect_byte(b':')?;
                        self.filter_field(name, string_start, kept_fields, &mut first, pruned_json)?;
                        if !self.skip_byte(b',') {
                            break self.expect_byte(b'}')?;
                        }
                    }
                }
                pruned_json.push(b'}');
            }
            (b'[', _) => {
                self.at += 1;
                pruned_json.push(b'[');
                let first = pruned_json.len();
                if !self.skip_byte(b']') {
                    loop {
                        let item_start = begin_next_item(first, pruned_json);
                        // A list in a list is an error in every kept field, so it is kept to be reported at its place.
                        if self.next_byte() == Some(b'[') {
                            self.filter_value(&mut KeptFields::All, pruned_json)?;
                        } else {
                            self.filter_value(kept_fields, pruned_json)?;
                        }
                        drop_terse_item(kept_fields, item_start, pruned_json);
                        if !self.skip_byte(b',') {
                            break self.expect_byte(b']')?;
                        }
                    }
                }
                pruned_json.push(b']');
            }
            (b'"', _) => {
                let text = self.read_quoted()?;
                pruned_json.push(b'"');
                pruned_json.extend(text);
                pruned_json.push(b'"');
            }
            _ => pruned_json.extend(self.read_word()?),
        }
        Ok(())
    }

    fn filter_field(
        &mut self,
        name: &[u8],
        field_start: usize,
        kept_fields: &mut KeptFields,
        first: &mut bool,
        pruned_json: &mut Vec<u8>,
    ) -> Result<(), NotJson> {
        let name = std::str::from_utf8(name).map_err(|_| NotJson(field_start))?;
        if kept_fields.is_dropped(name) {
            self.skip_value()?;
            kept_fields.count_dropped(name, self.at - field_start);
            return Ok(());
        }
        if !std::mem::take(first) {
            pruned_json.push(b',');
        }
        pruned_json.push(b'"');
        pruned_json.extend(name.as_bytes());
        pruned_json.extend(b"\":");
        match kept_fields {
            KeptFields::Without(_) => self.filter_value(&mut KeptFields::All, pruned_json),
            keep => match keep.field_filter(name) {
                Some(keep) => self.filter_value(keep, pruned_json),
                None => self.skip_value(),
            },
        }
    }
}

/// Begins the next item of a list whose first item is at `first`. Returns the length to truncate to if the item is dropped.
fn begin_next_item(first: usize, pruned_json: &mut Vec<u8>) -> usize {
    let item_start = pruned_json.len();
    if item_start > first {
        pruned_json.push(b',');
    }
    item_start
}

fn drop_terse_item(kept_fields: &KeptFields, item_start: usize, pruned_json: &mut Vec<u8>) {
    let item_json = pruned_json[item_start..].strip_prefix(b",").unwrap_or(&pruned_json[item_start..]);
    if kept_fields.is_item_dropped(item_json) {
        pruned_json.truncate(item_start);
    }
}

/// Writes JSON without white space between its tokens.
fn write_dense(bytes: &[u8], pruned_json: &mut Vec<u8>) {
    let mut json = JsonCursor { bytes, at: 0 };
    while let Some(byte) = json.next_byte() {
        let string_start = json.at;
        if byte != b'"' || json.read_quoted().is_err() {
            json.at = string_start + 1;
        }
        pruned_json.extend(&bytes[string_start..json.at]);
    }
}

/// Writes what is kept of a tree.
pub(super) fn filter_tree(node: &TreeNode, kept_fields: &mut KeptFields, pruned_json: &mut Vec<u8>) {
    match &node.value {
        Value::Scalar { text, is_plain } => write_scalar(text, *is_plain, node.is_null(), pruned_json),
        Value::Sequence(items) => {
            pruned_json.push(b'[');
            let first = pruned_json.len();
            for item in items {
                let item_start = begin_next_item(first, pruned_json);
                let nested = matches!(item.value, Value::Sequence(_));
                if nested {
                    filter_tree(item, &mut KeptFields::All, pruned_json);
                } else {
                    filter_tree(item, kept_fields, pruned_json);
                }
                drop_terse_item(kept_fields, item_start, pruned_json);
            }
            pruned_json.push(b']');
        }
        Value::Mapping(pairs) => {
            pruned_json.push(b'{');
            let mut first = true;
            for (key, value) in pairs {
                let name = key.text().unwrap_or_default();
                if kept_fields.is_dropped(name) {
                    kept_fields.count_dropped(name, value.end().saturating_sub(key.start()));
                    continue;
                }
                if !std::mem::take(&mut first) {
                    pruned_json.push(b',');
                }
                write_quoted(name, pruned_json);
                pruned_json.push(b':');
                match &mut *kept_fields {
                    KeptFields::Without(_) => filter_tree(value, &mut KeptFields::All, pruned_json),
                    keep => {
                        if let Some(field_filter) = keep.field_filter(name) {
                            filter_tree(value, field_filter, pruned_json);
                        }
                    }
                }
            }
            pruned_json.push(b'}');
        }
    }
}

/// Writes a scalar as JSON, but numbers, booleans and null without quotes as they are in YAML.
fn write_scalar(text: &str, is_plain: bool, null: bool, pruned_json: &mut Vec<u8>) {
    match (is_plain, null) {
        (true, true) => pruned_json.extend(b"null"),
        (true, false) if !is_text_word(text) => pruned_json.extend(text.as_bytes()),
        _ => write_quoted(text, pruned_json),
    }
}

fn write_quoted(text: &str, pruned_json: &mut Vec<u8>) {
    // A string can always be serialized.
    if let Ok(quoted) = serde_json::to_vec(text) {
        pruned_json.extend(quoted);
    }
}
