//! Splits a text into its objects as a stream: documents and items of lists, each with its first line.
//!
//! JSON is split by its brackets, YAML by its lines: no line of an item is indented as little as its dash, so items need not be parsed to find their
//! end.

use findings::ReadingProblem;
use manifest::is_wrapping_line;

use super::prune;

/// The largest object in bytes.
const MAX_OBJECT_BYTES: usize = 32 << 20;
/// How many bytes of the first line are examined, because it may be a command.
const MAX_FIRST_LINE: usize = 4096;

/// A problem with its line and column in the file.
#[derive(Debug)]
pub struct SplitError {
    pub line: u32,
    pub column: u32,
    pub problem: ReadingProblem,
}

/// A piece of a text.
pub(super) enum DumpPiece<'t> {
    /// An item of what seems to be a list, with the list's kind if it comes before the items.
    Item { bytes: &'t [u8], line: u32, list: Option<String> },
    /// A document without its items, which came before it.
    Document {
        bytes: &'t [u8],
        line: u32,
        /// The last line of the document.
        end_line: u32,
        has_items: bool,
    },
    /// A JSON list breaks off in this line, after its items; with the list's kind if it came before them.
    Cut { line: u32, list: Option<String> },
}

/// Receives the pieces, with their format.
pub(super) type PieceSink<'s> = dyn FnMut(DumpPiece<'_>, DumpFormat) -> Result<(), SplitError> + 's;

/// The format of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DumpFormat {
    Json,
    Yaml,
}

/// Splits a text.
#[derive(Default)]
pub(super) struct ObjectSplitter {
    /// Determined by the first line that is not a command.
    format: Option<DumpFormat>,
    /// The start of the text, until the format is determined.
    head: Vec<u8>,
    line: u32,
    /// The current document without its items.
    outer_document: Vec<u8>,
    shell_line: u32,
    /// The current item.
    item: Vec<u8>,
    item_line: u32,
    items: ItemsState,
    /// Whether the document has a list of items.
    has_items: bool,
    // Only for JSON.
    depth: usize,
    is_in_quotes: bool,
    is_escaped: bool,
    logs: Option<LogLines>,
    // Only for YAML: an incomplete line.
    rest: Vec<u8>,
}

/// The logs of a container in the output of `kubectl cluster-info dump`.
#[derive(Default)]
struct LogLines {
    /// The start of the current line.
    line: Vec<u8>,
    /// Whether the first line of the logs is complete.
    has_begun: bool,
}

/// The position relative to the document's list of items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ItemsState {
    /// Outside of it.
    #[default]
    Out,
    /// Before it: `items:` was read (YAML).
    Soon,
    /// Between two items, with the depth of brackets (JSON) or the indentation of dashes (YAML).
    Between(usize),
    /// Within an item, with the same number.
    In(usize),
}

impl ObjectSplitter {
    /// Adds text.
    pub(super) fn push(&mut self, bytes: &[u8], piece_sink: &mut PieceSink<'_>) -> Result<(), SplitError> {
        if self.format.is_some() {
            self.split_bytes(bytes, piece_sink)?;
        } else {
            self.head.extend(bytes);
            self.find_format(false);
            if self.format.is_some() {
                let head = std::mem::take(&mut self.head);
                self.split_bytes(&head, piece_sink)?;
            }
        }
        let longest = self.outer_document.len().max(self.item.len()).max(self.rest.len());
        if longest > MAX_OBJECT_BYTES {
            Err(self.split_error(ReadingProblem::TooLarge { bytes: longest, limit: MAX_OBJECT_BYTES }))
        } else {
            Ok(())
        }
    }

    /// Skips the text before the manifest, and recognizes its format by its first line.
    fn find_format(&mut self, is_complete: bool) {
        let ManifestStart { start, format } = find_manifest_start(&self.head, is_complete);
        self.line += count_lines(&self.head[..start]);
        self.format = format;
        self.head.drain(..start);
    }

    fn split_bytes(&mut self, bytes: &[u8], piece_sink: &mut PieceSink<'_>) -> Result<(), SplitError> {
        match self.format {
            Some(DumpFormat::Json) => self.split_json(bytes, piece_sink),
            _ => self.split_yaml(bytes, piece_sink),
        }
    }

    /// Passes on the objects that end with the text, since there is no more of it.
    ///
    /// # Errors
    /// The text ends early, before any object in it was complete.
    pub(super) fn finish(mut self, piece_sink: &mut PieceSink<'_>) -> Result<(), SplitError> {
        if self.format.is_none() {
            self.find_format(true);
            let head = std::mem::take(&mut self.head);
            self.split_bytes(&head, piece_sink)?;
        }
        if self.depth > 0 || self.is_in_quotes {
            if !self.has_items {
                return Err(self.split_error(ReadingProblem::Truncated));
            }
            return piece_sink(DumpPiece::Cut { line: self.line + 1, list: self.kind() }, DumpFormat::Json);
        }
        if self.format == Some(DumpFormat::Yaml) {
            let rest = std::mem::take(&mut self.rest);
            self.split_yaml_line(&rest, piece_sink)?;
            self.line += u32::from(!rest.is_empty());
            self.finish_document(piece_sink)?;
        }
        Ok(())
    }

    fn split_error(&self, problem: ReadingProblem) -> SplitError {
        SplitError { line: self.line + 1, column: 1, problem }
    }

    fn split_json(&mut self, bytes: &[u8], piece_sink: &mut PieceSink<'_>) -> Result<(), SplitError> {
        // Bytes before `from` have been copied to the item or the document.
        let (mut at, mut from) = (0, 0);
        while at < bytes.len() {
            let byte = bytes[at];
            if self.logs.is_some() {
                at = self.skip_logs(bytes, at)?;
                continue;
            }
            if self.is_in_quotes {
                at = self.skip_text(bytes, at);
                continue;
            }
            if byte.is_ascii_whitespace() {
                let spaces = bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                self.line += count_lines(&bytes[at..at + spaces]);
                at += spaces;
                continue;
            }
            match (byte, self.items) {
                (b']', ItemsState::Between(depth)) if depth == self.depth => {
                    (self.items, from) = (ItemsState::Out, at);
                }
                (b',', ItemsState::Between(depth)) if depth == self.depth => {
                    at += 1;
                    continue;
                }
                (_, ItemsState::Between(depth)) => {
                    (self.items, self.item_line, from) = (ItemsState::In(depth), self.line, at);
                }
                // A scalar item ends before the next token.
                (b',' | b']', ItemsState::In(depth)) if depth == self.depth => {
                    self.item.extend(&bytes[from..at]);
                    self.finish_item(depth, piece_sink)?;
                    continue;
                }
                _ => {}
            }
            match byte {
                b'"' => self.is_in_quotes = true,
                b'{' | b'[' => {
                    if self.depth == 0 {
                        (self.shell_line, from) = (self.line, at);
                        self.has_items = false;
                    }
                    self.depth += 1;
                    let begins = byte == b'[' && self.items == ItemsState::Out && !self.has_items;
                    if begins && (self.depth == 1 || self.depth == 2 && self.is_items_key(&bytes[from..at])) {
                        self.outer_document.extend(&bytes[from..=at]);
                        (self.items, self.has_items) = (ItemsState::Between(self.depth), true);
                    }
                }
                b'}' | b']' => {
                    let Some(depth) = self.depth.checked_sub(1) else { return Err(self.json_error()) };
                    self.depth = depth;
                    if self.items == ItemsState::In(depth) {
                        self.item.extend(&bytes[from..=at]);
                        self.finish_item(depth, piece_sink)?;
                    } else if depth == 0 {
                        self.outer_document.extend(&bytes[from..=at]);
                        self.finish_document(piece_sink)?;
                    }
                }
                b'=' if self.depth == 0 => {
                    self.logs = Some(LogLines::default());
                    continue;
                }
                _ if self.depth == 0 => return Err(self.json_error()),
                _ => {}
            }
            at += 1;
        }
        match self.items {
            ItemsState::In(_) => self.item.extend(&bytes[from..]),
            ItemsState::Out if self.depth > 0 => self.outer_document.extend(&bytes[from..]),
            _ => {}
        }
        Ok(())
    }

    /// The index after the rest of a string, or the end of `bytes`.
    fn skip_text(&mut self, bytes: &[u8], mut at: usize) -> usize {
        if std::mem::take(&mut self.is_escaped) {
            at += 1;
        }
        while let Some(length) =
            bytes.get(at..).and_then(|rest| rest.iter().position(|byte| matches!(byte, b'"' | b'\\')))
        {
            at += length + 1;
            if bytes[at - 1] == b'"' {
                self.is_in_quotes = false;
                return at;
            }
            if at == bytes.len() {
                self.is_escaped = true;
                return at;
            }
            at += 1;
        }
        bytes.len()
    }

    /// The index after a line of logs, or the end of `bytes`.
    fn skip_logs(&mut self, bytes: &[u8], at: usize) -> Result<usize, SplitError> {
        const START: &[u8] = b"==== START logs for container ";
        const END: &[u8] = b"==== END logs for container ";
        let length = bytes[at..].iter().position(|byte| *byte == b'\n');
        let end = length.map_or(bytes.len(), |length| at + length);
        let Some(logs) = &mut self.logs else { return Ok(end) };
        let missing = START.len().saturating_sub(logs.line.len());
        logs.line.extend(bytes[at..end].iter().take(missing));
        if length.is_none() {
            return Ok(end);
        }
        let is_over = logs.line.starts_with(END);
        if !std::mem::replace(&mut logs.has_begun, true) && logs.line != START {
            return Err(self.json_error());
        }
        logs.line.clear();
        self.line += 1;
        if is_over {
            self.logs = None;
        }
        Ok(end + 1)
    }

    fn json_error(&self) -> SplitError {
        self.split_error(ReadingProblem::NotJson)
    }

    /// Whether the document so far ends with the key of its items.
    fn is_items_key(&self, next_bytes: &[u8]) -> bool {
        let tail = &self.outer_document[self.outer_document.len().saturating_sub(64)..];
        let next_tail = &next_bytes[next_bytes.len().saturating_sub(64)..];
        let tail: Vec<u8> = tail.iter().chain(next_tail).copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
        tail.ends_with(b"\"items\":")
    }

    fn finish_item(&mut self, depth: usize, piece_sink: &mut PieceSink<'_>) -> Result<(), SplitError> {
        self.items = ItemsState::Between(depth);
        let list = self.kind();
        let bytes = std::mem::take(&mut self.item);
        let piece = DumpPiece::Item { bytes: &bytes, line: self.item_line, list };
        let done = piece_sink(piece, self.format.unwrap_or(DumpFormat::Yaml));
        // Keeps the allocated buffer.
        self.item = bytes;
        self.item.clear();
        done
    }

    /// The kind of the document, if it comes before its items.
    fn kind(&self) -> Option<String> {
        match self.format {
            Some(DumpFormat::Json) => prune::json_text_at(&self.outer_document, "kind").map(str::to_owned),
            _ => {
                let shell = std::str::from_utf8(&self.outer_document).ok()?;
                let kind = shell.lines().find_map(|line| line.strip_prefix("kind:"))?;
                let kind = kind.split(" #").next().unwrap_or_default().trim();
                Some(kind.trim_matches(['"', '\'']).to_owned())
            }
        }
    }

    fn finish_document(&mut self, piece_sink: &mut PieceSink<'_>) -> Result<(), SplitError> {
        if let ItemsState::In(indent) = self.items {
            self.finish_item(indent, piece_sink)?;
        }
        let bytes = std::mem::take(&mut self.outer_document);
        let has_items = std::mem::take(&mut self.has_items);
        self.items = ItemsState::Out;
        let (line, end_line) = (std::mem::replace(&mut self.shell_line, self.line), self.line);
        let piece = DumpPiece::Document { bytes: &bytes, line, end_line, has_items };
        piece_sink(piece, self.format.unwrap_or(DumpFormat::Yaml))
    }

    fn split_yaml(&mut self, bytes: &[u8], piece_sink: &mut PieceSink<'_>) -> Result<(), SplitError> {
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            let (line, after) = rest.split_at(end + 1);
            rest = after;
            if self.rest.is_empty() {
                self.split_yaml_line(line, piece_sink)?;
            } else {
                self.rest.extend(line);
                let line = std::mem::take(&mut self.rest);
                self.split_yaml_line(&line, piece_sink)?;
            }
            self.line += 1;
        }
        self.rest.extend(rest);
        Ok(())
    }

    /// Splits a line of YAML.
    fn split_yaml_line(&mut self, line: &[u8], piece_sink: &mut PieceSink<'_>) -> Result<(), SplitError> {
        let text = line.trim_ascii_end();
        if text == b"---" || text.starts_with(b"--- ") || text == b"..." {
            self.finish_document(piece_sink)?;
            if text != b"..." {
                self.outer_document.extend(line);
            }
            return Ok(());
        }
        let indent = text.iter().position(|byte| *byte != b' ');
        let is_dash = |at: usize| text.get(at) == Some(&b'-') && matches!(text.get(at + 1), None | Some(b' '));
        // Comments and empty lines can have any indentation.
        let Some(indent) = indent.filter(|at| text[*at] != b'#') else {
            match self.items {
                ItemsState::In(_) => self.item.extend(line),
                ItemsState::Out => self.outer_document.extend(line),
                // They are dropped; items keep their line numbers.
                ItemsState::Soon | ItemsState::Between(_) => {}
            }
            return Ok(());
        };
        if self.items == ItemsState::Soon {
            self.items = if is_dash(indent) { ItemsState::Between(indent) } else { ItemsState::Out };
            // It was not a list, or an empty one.
            self.has_items = self.items != ItemsState::Out;
            self.outer_document.extend(if self.has_items { &b"items: []\n"[..] } else { b"items:\n" });
        }
        match self.items {
            ItemsState::Between(at) | ItemsState::In(at) if indent == at && is_dash(at) => {
                if let ItemsState::In(_) = self.items {
                    self.finish_item(at, piece_sink)?;
                }
                (self.items, self.item_line) = (ItemsState::In(at), self.line);
                self.item.extend(line);
                self.item[at] = b' ';
            }
            ItemsState::In(at) if indent > at => self.item.extend(line),
            ItemsState::In(at) | ItemsState::Between(at) => {
                if let ItemsState::In(_) = self.items {
                    self.finish_item(at, piece_sink)?;
                }
                self.items = ItemsState::Out;
                self.outer_document.extend(line);
            }
            _ if text == b"items:" && !self.has_items => self.items = ItemsState::Soon,
            _ => self.outer_document.extend(line),
        }
        Ok(())
    }
}

/// Where the first line of a manifest begins, as far as it is known.
#[derive(Debug, PartialEq, Eq)]
struct ManifestStart {
    /// The bytes before it, such as the command that printed the manifest.
    start: usize,
    /// `None` if the line is not complete, or missing.
    format: Option<DumpFormat>,
}

/// Finds the first line that belongs to a manifest. Each byte is looked at once, however many lines there are before it.
fn find_manifest_start(head: &[u8], is_complete: bool) -> ManifestStart {
    let mut start = 0;
    while let Some(blanks) = head[start..].iter().position(|byte| !byte.is_ascii_whitespace()) {
        let rest = &head[start + blanks..];
        let end = rest.iter().position(|byte| *byte == b'\n');
        if rest[0] != b'{' && end.is_none() && !is_complete && rest.len() < MAX_FIRST_LINE {
            return ManifestStart { start, format: None };
        }
        let line = &rest[..end.unwrap_or(rest.len())];
        start += blanks;
        if rest[0] == b'{' || end.is_none() || !std::str::from_utf8(line).is_ok_and(is_wrapping_line) {
            let format = if matches!(rest[0], b'{' | b'[') { DumpFormat::Json } else { DumpFormat::Yaml };
            return ManifestStart { start, format: Some(format) };
        }
        start += line.len();
    }
    ManifestStart { start: head.len(), format: None }
}

fn count_lines(bytes: &[u8]) -> u32 {
    bytes.iter().map(|byte| u32::from(*byte == b'\n')).sum()
}
