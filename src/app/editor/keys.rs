//! What keys do to text: indentation and comments. All offsets are bytes.

use std::ops::Range;

/// One step of indentation.
const STEP: &str = "  ";

/// Text in the place of other text, and what is chosen afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What goes.
    pub span: Range<usize>,
    /// What comes.
    pub text: String,
    /// What is chosen then.
    pub chosen: Range<usize>,
}

/// Tab: spaces at a caret; every chosen line goes in, or out.
pub fn indent(text: &str, chosen: Range<usize>, out: bool) -> Change {
    let several = text[chosen.clone()].contains('\n');
    if !out && !several {
        let line = text[..chosen.start].rfind('\n').map_or(0, |at| at + 1);
        let column = text[line..chosen.start].chars().count();
        let pad = " ".repeat(STEP.len() - column % STEP.len());
        let caret = chosen.start + pad.len();
        return Change { span: chosen, text: pad, chosen: caret..caret };
    }
    each_line(text, chosen, |line| {
        if out {
            let spaces = line.bytes().take(STEP.len()).take_while(|byte| *byte == b' ').count();
            line[spaces..].to_owned()
        } else if line.trim().is_empty() {
            line.to_owned()
        } else {
            format!("{STEP}{line}")
        }
    })
}

/// Ctrl + /: the chosen lines become comments, or text again if all of them are comments.
pub fn comment(text: &str, chosen: Range<usize>) -> Change {
    let span = lines_of(text, &chosen);
    let said = |line: &&str| !line.trim().is_empty();
    let all = text[span].split('\n').filter(said).all(|line| line.trim_start().starts_with('#'));
    each_line(text, chosen, |line| {
        let indent = line.len() - line.trim_start().len();
        let (pad, body) = line.split_at(indent);
        if body.is_empty() {
            line.to_owned()
        } else if all {
            let body = &body[1..];
            format!("{pad}{}", body.strip_prefix(' ').unwrap_or(body))
        } else {
            format!("{pad}# {body}")
        }
    })
}

/// Enter: the next line begins where this one does, further in behind a colon, and with the text of a new item below a dash.
pub fn newline(text: &str, chosen: Range<usize>) -> Change {
    let start = text[..chosen.start].rfind('\n').map_or(0, |at| at + 1);
    let head = &text[start..chosen.start];
    let mut body = head.trim_start_matches(' ');
    let mut column = head.len() - body.len();
    while let Some(rest) = body.strip_prefix("- ") {
        column += 2;
        body = rest;
    }
    let opens = body.trim_end().ends_with(':') && !body.starts_with('#');
    let new = format!("\n{}", " ".repeat(column + if opens { STEP.len() } else { 0 }));
    let caret = chosen.start + new.len();
    Change { span: chosen, text: new, chosen: caret..caret }
}

fn lines_of(text: &str, chosen: &Range<usize>) -> Range<usize> {
    let start = text[..chosen.start].rfind('\n').map_or(0, |at| at + 1);
    // A line of which nothing is chosen stays.
    let last =
        if chosen.end > chosen.start && text[..chosen.end].ends_with('\n') { chosen.end - 1 } else { chosen.end };
    start..text[last..].find('\n').map_or(text.len(), |at| last + at)
}

fn each_line(text: &str, chosen: Range<usize>, change: impl Fn(&str) -> String) -> Change {
    let span = lines_of(text, &chosen);
    let old: Vec<&str> = text[span.clone()].split('\n').collect();
    let new: Vec<String> = old.iter().map(|line| change(line)).collect();
    let shift = |old: &str, new: &str| new.len().cast_signed() - old.len().cast_signed();
    let first = shift(old[0], &new[0]);
    let all: isize = old.iter().zip(&new).map(|(old, new)| shift(old, new)).sum();
    let start = chosen.start.saturating_add_signed(first).max(span.start);
    let end = chosen.end.saturating_add_signed(all).max(start);
    Change { span, text: new.join("\n"), chosen: start..end }
}

/// The byte at so many UTF-16 units, which is how browsers count.
pub fn byte_at(text: &str, units: usize) -> usize {
    let mut seen = 0;
    for (at, c) in text.char_indices() {
        if seen >= units {
            return at;
        }
        seen += c.len_utf16();
    }
    text.len()
}

/// How many UTF-16 units stand before a byte.
pub fn units_at(text: &str, byte: usize) -> usize {
    text[..byte].chars().map(char::len_utf16).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies a change to text in which `|` marks the ends of what is chosen.
    fn typed(marked: &str, change: impl Fn(&str, Range<usize>) -> Change) -> String {
        let start = marked.find('|').expect("a mark");
        let text = marked.replacen('|', "", 1);
        let end = text.find('|').unwrap_or(start);
        let text = text.replacen('|', "", 1);
        let Change { span, text: new, chosen } = change(&text, start..end);
        let mut after = text[..span.start].to_owned() + &new + &text[span.end..];
        after.insert(chosen.end, '|');
        if chosen.start < chosen.end {
            after.insert(chosen.start, '|');
        }
        after
    }

    #[test]
    fn keys_change_text() {
        for (before, after) in [("a|", "a |"), ("|a", "  |a"), ("|a\nb|\nc", "  |a\n  b|\nc"), ("|a\n|b", "  |a\n|b")] {
            assert_eq!(typed(before, |text, chosen| indent(text, chosen, false)), after, "{before}");
        }
        for (before, after) in [("  a|", "a|"), ("a|", "a|"), ("|    a\n  b|", "|  a\nb|"), (" |a", "|a")] {
            assert_eq!(typed(before, |text, chosen| indent(text, chosen, true)), after, "{before}");
        }
        for (before, after) in [("  a|", "  # a|"), ("  # a|", "  a|"), ("|a\n# b|", "# |a\n# # b|")] {
            assert_eq!(typed(before, comment), after, "{before}");
        }
        for (before, after) in [
            ("spec:|", "spec:\n  |"),
            ("  a: 1|", "  a: 1\n  |"),
            ("  - a: 1|", "  - a: 1\n    |"),
            ("# a:|", "# a:\n|"),
        ] {
            assert_eq!(typed(before, newline), after, "{before}");
        }
        assert_eq!((byte_at("a标😀b", 4), units_at("a标😀b", 8)), (8, 4));
    }
}
