//! Cuts a text into its objects while it comes in: documents, and the items of lists, each with the line that it begins in.
//!
//! JSON is cut by its brackets. YAML is cut by its lines: nothing within an item may stand as far to the left as its dash, so no item need be
//! understood to know where it ends.

use crate::problem::Reading;

use super::prune;

/// Bytes of one object at most.
const MOST: usize = 32 << 20;

/// What is wrong, and in which line of the file.
#[derive(Debug)]
pub struct Wrong {
    pub line: u32,
    pub column: u32,
    pub problem: Reading,
}

/// A piece of a text.
pub(super) enum Piece<'t> {
    /// An item of what seems to be a list, with the kind of the list where it stands before the items.
    Item { bytes: &'t [u8], line: u32, list: Option<String> },
    /// A document. Its items came before, if it has any.
    Document { bytes: &'t [u8], line: u32, items: bool },
}

/// Who gets the pieces.
pub(super) type Take<'s> = dyn FnMut(Piece<'_>) -> Result<(), Wrong> + 's;

/// What a text is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    Yaml,
}

/// A text that is being cut.
#[derive(Default)]
pub(super) struct Cut {
    /// Known from the first letter on.
    pub format: Option<Format>,
    line: u32,
    /// The document without its items.
    shell: Vec<u8>,
    shell_line: u32,
    /// The item that is being read.
    item: Vec<u8>,
    item_line: u32,
    items: Items,
    /// Whether the document has a list of items.
    listed: bool,
    // Of JSON.
    depth: usize,
    quoted: bool,
    escaped: bool,
    // Of YAML: a line that is not complete yet.
    rest: Vec<u8>,
}

/// Where the items of a document are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Items {
    /// Not here.
    #[default]
    Out,
    /// They are about to begin (YAML).
    Soon,
    /// Between two of them, in brackets of this depth or behind so many spaces.
    Between(usize),
    /// Within one.
    In(usize),
}

impl Cut {
    /// Takes more of the text.
    pub(super) fn push(&mut self, bytes: &[u8], take: &mut Take<'_>) -> Result<(), Wrong> {
        let bytes = match self.format {
            Some(_) => bytes,
            None => {
                let Some(start) = bytes.iter().position(|byte| !byte.is_ascii_whitespace()) else {
                    self.line += lines(bytes);
                    return Ok(());
                };
                self.line += lines(&bytes[..start]);
                self.format = Some(if matches!(bytes[start], b'{' | b'[') { Format::Json } else { Format::Yaml });
                &bytes[start..]
            }
        };
        match self.format {
            Some(Format::Json) => self.json(bytes, take)?,
            _ => self.yaml(bytes, take)?,
        }
        let longest = self.shell.len().max(self.item.len()).max(self.rest.len());
        if longest > MOST { Err(self.wrong(Reading::TooLarge { bytes: longest, limit: MOST })) } else { Ok(()) }
    }

    /// The text is over.
    pub(super) fn end(mut self, take: &mut Take<'_>) -> Result<(), Wrong> {
        if self.depth > 0 || self.quoted {
            return Err(self.wrong(Reading::Truncated));
        }
        if self.format == Some(Format::Yaml) {
            let rest = std::mem::take(&mut self.rest);
            self.line(&rest, take)?;
            self.document(take)?;
        }
        Ok(())
    }

    fn wrong(&self, problem: Reading) -> Wrong {
        Wrong { line: self.line + 1, column: 1, problem }
    }

    fn json(&mut self, bytes: &[u8], take: &mut Take<'_>) -> Result<(), Wrong> {
        // What lies before `from` is in the item or the shell already.
        let (mut at, mut from) = (0, 0);
        while at < bytes.len() {
            let byte = bytes[at];
            if self.quoted {
                at = self.behind_text(bytes, at);
                continue;
            }
            if byte.is_ascii_whitespace() {
                let spaces = bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                self.line += lines(&bytes[at..at + spaces]);
                at += spaces;
                continue;
            }
            match (byte, self.items) {
                (b']', Items::Between(depth)) if depth == self.depth => {
                    (self.items, from) = (Items::Out, at);
                }
                (b',', Items::Between(depth)) if depth == self.depth => {
                    at += 1;
                    continue;
                }
                (_, Items::Between(depth)) => {
                    (self.items, self.item_line, from) = (Items::In(depth), self.line, at);
                }
                // An item without brackets ends before what comes next.
                (b',' | b']', Items::In(depth)) if depth == self.depth => {
                    self.item.extend(&bytes[from..at]);
                    self.cut_item(depth, take)?;
                    continue;
                }
                _ => {}
            }
            match byte {
                b'"' => self.quoted = true,
                b'{' | b'[' => {
                    if self.depth == 0 {
                        (self.shell_line, from) = (self.line, at);
                        self.listed = false;
                    }
                    self.depth += 1;
                    let begins = byte == b'[' && self.items == Items::Out && !self.listed;
                    if begins && (self.depth == 1 || self.depth == 2 && self.names_items(&bytes[from..at])) {
                        self.shell.extend(&bytes[from..=at]);
                        (self.items, self.listed) = (Items::Between(self.depth), true);
                    }
                }
                b'}' | b']' => {
                    let Some(depth) = self.depth.checked_sub(1) else { return Err(self.not_json()) };
                    self.depth = depth;
                    if self.items == Items::In(depth) {
                        self.item.extend(&bytes[from..=at]);
                        self.cut_item(depth, take)?;
                    } else if depth == 0 {
                        self.shell.extend(&bytes[from..=at]);
                        self.document(take)?;
                    }
                }
                _ if self.depth == 0 => return Err(self.not_json()),
                _ => {}
            }
            at += 1;
        }
        match self.items {
            Items::In(_) => self.item.extend(&bytes[from..]),
            Items::Out if self.depth > 0 => self.shell.extend(&bytes[from..]),
            _ => {}
        }
        Ok(())
    }

    /// Behind the rest of a text in quotes, or at the end of what is there.
    fn behind_text(&mut self, bytes: &[u8], mut at: usize) -> usize {
        if std::mem::take(&mut self.escaped) {
            at += 1;
        }
        while let Some(length) = bytes.get(at..).and_then(|rest| rest.iter().position(|it| matches!(it, b'"' | b'\\')))
        {
            at += length + 1;
            if bytes[at - 1] == b'"' {
                self.quoted = false;
                return at;
            }
            if at == bytes.len() {
                self.escaped = true;
                return at;
            }
            at += 1;
        }
        bytes.len()
    }

    fn not_json(&self) -> Wrong {
        self.wrong(Reading::NotJson)
    }

    /// Whether what came last in the document is the key of its items.
    fn names_items(&self, more: &[u8]) -> bool {
        let tail = &self.shell[self.shell.len().saturating_sub(64)..];
        let more = &more[more.len().saturating_sub(64)..];
        let tail: Vec<u8> = tail.iter().chain(more).copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
        tail.ends_with(b"\"items\":")
    }

    fn cut_item(&mut self, depth: usize, take: &mut Take<'_>) -> Result<(), Wrong> {
        self.items = Items::Between(depth);
        let list = self.kind();
        let bytes = std::mem::take(&mut self.item);
        let done = take(Piece::Item { bytes: &bytes, line: self.item_line, list });
        // Its room is used for the next one.
        self.item = bytes;
        self.item.clear();
        done
    }

    /// The kind of the document, where it stands before its items.
    fn kind(&self) -> Option<String> {
        match self.format {
            Some(Format::Json) => prune::text_at(&self.shell, "kind").map(str::to_owned),
            _ => {
                let shell = std::str::from_utf8(&self.shell).ok()?;
                let kind = shell.lines().find_map(|line| line.strip_prefix("kind:"))?;
                let kind = kind.split(" #").next().unwrap_or_default().trim();
                Some(kind.trim_matches(['"', '\'']).to_owned())
            }
        }
    }

    fn document(&mut self, take: &mut Take<'_>) -> Result<(), Wrong> {
        if let Items::In(indent) = self.items {
            self.cut_item(indent, take)?;
        }
        let bytes = std::mem::take(&mut self.shell);
        let items = std::mem::take(&mut self.listed);
        self.items = Items::Out;
        let line = std::mem::replace(&mut self.shell_line, self.line);
        take(Piece::Document { bytes: &bytes, line, items })
    }

    fn yaml(&mut self, bytes: &[u8], take: &mut Take<'_>) -> Result<(), Wrong> {
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            let (line, after) = rest.split_at(end + 1);
            rest = after;
            if self.rest.is_empty() {
                self.line(line, take)?;
            } else {
                self.rest.extend(line);
                let line = std::mem::take(&mut self.rest);
                self.line(&line, take)?;
            }
            self.line += 1;
        }
        self.rest.extend(rest);
        Ok(())
    }

    /// Takes a line of YAML.
    fn line(&mut self, line: &[u8], take: &mut Take<'_>) -> Result<(), Wrong> {
        let text = line.trim_ascii_end();
        if text == b"---" || text.starts_with(b"--- ") || text == b"..." {
            self.document(take)?;
            if text != b"..." {
                self.shell.extend(line);
            }
            return Ok(());
        }
        let indent = text.iter().position(|byte| *byte != b' ');
        let is_dash = |at: usize| text.get(at) == Some(&b'-') && matches!(text.get(at + 1), None | Some(b' '));
        // Comments and empty lines may stand anywhere.
        let Some(indent) = indent.filter(|at| text[*at] != b'#') else {
            match self.items {
                Items::In(_) => self.item.extend(line),
                Items::Out => self.shell.extend(line),
                // They stay lines, so that places stay right.
                Items::Soon | Items::Between(_) => {}
            }
            return Ok(());
        };
        if self.items == Items::Soon {
            self.items = if is_dash(indent) { Items::Between(indent) } else { Items::Out };
            // It was no list, or an empty one.
            self.listed = self.items != Items::Out;
            self.shell.extend(if self.listed { &b"items: []\n"[..] } else { b"items:\n" });
        }
        match self.items {
            Items::Between(at) | Items::In(at) if indent == at && is_dash(at) => {
                if let Items::In(_) = self.items {
                    self.cut_item(at, take)?;
                }
                (self.items, self.item_line) = (Items::In(at), self.line);
                self.item.extend(line);
                self.item[at] = b' ';
            }
            Items::In(at) if indent > at => self.item.extend(line),
            Items::In(at) | Items::Between(at) => {
                if let Items::In(_) = self.items {
                    self.cut_item(at, take)?;
                }
                self.items = Items::Out;
                self.shell.extend(line);
            }
            _ if text == b"items:" && !self.listed => self.items = Items::Soon,
            _ => self.shell.extend(line),
        }
        Ok(())
    }
}

fn lines(bytes: &[u8]) -> u32 {
    bytes.iter().map(|byte| u32::from(*byte == b'\n')).sum()
}
