//! What each piece of a line is, and where the lines are.

use std::ops::Range;

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Spaces, dashes, brackets, commas, colons; and text without quotes.
    Plain,
    /// `# …`
    Comment,
    /// The key of a mapping.
    Key,
    /// Text in quotes, or in a block.
    Text,
    /// A number or an amount, a truth value, nothing.
    Number,
    /// `---`
    Separator,
}

impl Ink {
    /// The class of its colour.
    pub fn class(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Comment => "y-comment",
            Self::Key => "y-key",
            Self::Text => "y-text",
            Self::Number => "y-number",
            Self::Separator => "y-separator",
        }
    }
}

/// The pieces of a line; what lies between them is plain.
pub fn ink(line: &str, in_block: bool) -> Vec<(Range<usize>, Ink)> {
    let body = line.trim_start();
    if in_block {
        return if body.is_empty() { Vec::new() } else { vec![(line.len() - body.len()..line.len(), Ink::Text)] };
    }
    if matches!(line.trim_end(), "---" | "...") || line.starts_with("--- ") {
        return vec![(0..3, Ink::Separator)];
    }
    let mut found = Vec::new();
    let mut at = line.len() - body.len();
    while let Some(rest) = line.get(at..).filter(|rest| !rest.is_empty()) {
        let first = rest.as_bytes()[0];
        let free = at == 0 || line.as_bytes()[at - 1].is_ascii_whitespace();
        match first {
            b'#' if free => {
                found.push((at..line.len(), Ink::Comment));
                break;
            }
            b' ' | b'\t' | b'\r' | b'[' | b']' | b'{' | b'}' | b',' | b':' => at += 1,
            b'-' if free && matches!(rest.as_bytes().get(1), None | Some(b' ')) => at += 1,
            b'"' | b'\'' => {
                let end = at + quoted(rest);
                found.push((at..end, if is_key(&line[end..]) { Ink::Key } else { Ink::Text }));
                at = end;
            }
            _ => {
                let flow = line[..at].contains(['{', '[']);
                let length = bare(rest, flow);
                let text = rest[..length].trim_end();
                let end = at + text.len();
                let kind = if is_key(&line[at + length..]) {
                    Ink::Key
                } else if is_number(text) {
                    Ink::Number
                } else {
                    Ink::Plain
                };
                if kind != Ink::Plain {
                    found.push((at..end, kind));
                }
                at += length.max(1);
            }
        }
    }
    found
}

/// The length of text in quotes, which end with the line at the latest.
fn quoted(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if bytes[0] == b'"' => at += 1,
            byte if byte == bytes[0] => return at + 1,
            _ => {}
        }
        at += 1;
    }
    rest.len()
}

/// The length of text without quotes.
fn bare(rest: &str, flow: bool) -> usize {
    let bytes = rest.as_bytes();
    let ends = |at: usize| match bytes[at] {
        b':' => bytes.get(at + 1).is_none_or(|next| next.is_ascii_whitespace()),
        b'#' => at > 0 && bytes[at - 1].is_ascii_whitespace(),
        b',' | b'}' | b']' | b'{' | b'[' => flow,
        _ => false,
    };
    (0..bytes.len()).find(|at| ends(*at)).unwrap_or(rest.len())
}

fn is_key(rest: &str) -> bool {
    rest.trim_start().strip_prefix(':').is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\r']))
}

fn is_number(text: &str) -> bool {
    let amount = |text: &str| {
        let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'));
        unit.len() < text.len()
            && matches!(unit, "" | "m" | "k" | "M" | "G" | "T" | "Ki" | "Mi" | "Gi" | "Ti" | "s" | "h" | "ms" | "%")
    };
    matches!(text, "true" | "false" | "null" | "~") || amount(text)
}

/// Where the lines of a text are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    starts: Vec<usize>,
    /// Lines of text blocks (`|`, `>`).
    blocks: Vec<bool>,
    length: usize,
    /// Columns of the widest line, those of wide characters counted twice.
    pub widest: usize,
}

impl Lines {
    /// Finds the lines.
    pub fn new(text: &str) -> Self {
        let mut lines = Self { length: text.len(), ..Self::default() };
        let mut at = 0;
        let mut block: Option<usize> = None;
        for line in text.split('\n') {
            lines.starts.push(at);
            at += line.len() + 1;
            lines.widest = lines.widest.max(columns(line));
            let body = line.trim_start();
            let indent = line.len() - body.len();
            if block.is_some_and(|outer| indent <= outer && !body.trim_end().is_empty()) {
                block = None;
            }
            lines.blocks.push(block.is_some());
            if block.is_none() && opens_block(body) {
                block = Some(indent);
            }
        }
        lines
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The bytes of a line, from 0, without its end.
    pub fn span(&self, line: usize) -> Range<usize> {
        let start = self.starts.get(line).copied().unwrap_or(self.length);
        let end = self.starts.get(line + 1).map_or(self.length, |next| next - 1);
        start..end
    }

    /// Whether a line is within a block of text.
    pub fn in_block(&self, line: usize) -> bool {
        self.blocks.get(line).copied().unwrap_or_default()
    }

    /// The line of a byte, from 0.
    pub fn line_at(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte).saturating_sub(1)
    }
}

fn opens_block(body: &str) -> bool {
    let body = body.trim_end();
    let sign = body.rsplit([' ', ':']).next().unwrap_or_default();
    sign.starts_with(['|', '>'])
        && sign.len() <= 3
        && sign[1..].bytes().all(|byte| matches!(byte, b'+' | b'-' | b'0'..=b'9'))
        && body.contains(':')
        && !body.starts_with('#')
}

/// How many columns a line takes in a font of even width, at most.
pub fn columns(line: &str) -> usize {
    if line.is_ascii() {
        return line.len();
    }
    line.chars().map(|c| if c.is_ascii() || ('\u{80}'..'\u{1100}').contains(&c) { 1 } else { 2 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str) -> Vec<(&str, Ink)> {
        ink(line, false).into_iter().map(|(span, kind)| (&line[span], kind)).collect()
    }

    #[test]
    fn pieces_of_a_line() {
        use Ink::{Comment, Key, Number, Separator, Text};
        for (line, wanted) in [
            ("---", vec![("---", Separator)]),
            ("# why", vec![("# why", Comment)]),
            ("kind: Pod # a pod", vec![("kind", Key), ("# a pod", Comment)]),
            ("  - name: \"a # b\"", vec![("name", Key), ("\"a # b\"", Text)]),
            ("  cpu: 500m", vec![("cpu", Key), ("500m", Number)]),
            ("  memory: 4Gi", vec![("memory", Key), ("4Gi", Number)]),
            ("image: a/b:1", vec![("image", Key)]),
            (
                "  requests: {cpu: \"2\", n: 1, x: true}",
                vec![
                    ("requests", Key),
                    ("cpu", Key),
                    ("\"2\"", Text),
                    ("n", Key),
                    ("1", Number),
                    ("x", Key),
                    ("true", Number),
                ],
            ),
            ("\"kind\": \"Node\",", vec![("\"kind\"", Key), ("\"Node\"", Text)]),
            ("a.b/c: 'it''s'", vec![("a.b/c", Key), ("'it'", Text), ("'s'", Text)]),
            ("标题: 你好", vec![("标题", Key)]),
            ("", vec![]),
            ("\"open", vec![("\"open", Text)]),
        ] {
            assert_eq!(told(line), wanted, "{line}");
        }
    }

    #[test]
    fn lines_and_blocks() {
        let text = "a: |\n  one: 1\n\n  two\nb: >-\n  three\nc: 1";
        let lines = Lines::new(text);
        let blocks: Vec<bool> = (0..lines.count()).map(|line| lines.in_block(line)).collect();
        assert_eq!(blocks, [false, true, true, true, false, true, false]);
        assert_eq!(&text[lines.span(1)], "  one: 1");
        assert_eq!(&text[lines.span(6)], "c: 1");
        assert_eq!((lines.line_at(0), lines.line_at(5), lines.line_at(text.len())), (0, 1, 6));
        assert_eq!(Lines::new("").count(), 1);
        assert_eq!(Lines::new("标题").widest, 4);
    }
}
