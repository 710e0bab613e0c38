//! Splices, and the notation of values in them.

use std::{fmt::Write, ops::Range};

use serde_json::Value;

use crate::tree::{self, PathStep, TreeNode, plain_scalar};

/// The notation of values.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// As JSON, if the document is JSON.
    is_json: bool,
}

impl Style {
    /// The notation of a document.
    pub(super) fn of_document(text: &str, root: &TreeNode) -> Self {
        let quoted = |(key, _): &(TreeNode, TreeNode)| text[key.start()..].starts_with('"');
        let is_json = match &root.value {
            tree::Value::Mapping(pairs) => root.is_flow(text) && pairs.first().is_none_or(quoted),
            _ => false,
        };
        Self { is_json }
    }
}

/// Writes a document in block style, ending with a line break.
#[must_use]
pub fn write_document(value: &Value) -> String {
    let mut yaml = String::new();
    match value {
        Value::Object(pairs) => {
            for (key, value) in pairs {
                write_block_pair(&mut yaml, 0, key, value, Style { is_json: false });
                yaml.push('\n');
            }
        }
        other => {
            yaml += &write_flow(other, Style { is_json: false });
            yaml.push('\n');
        }
    }
    yaml
}

/// A range of a text, and its replacement.
pub(super) struct Splice {
    pub(super) range: Range<usize>,
    pub(super) text: String,
}

impl Splice {
    pub(super) fn new(range: Range<usize>, text: String) -> Self {
        Self { range, text }
    }

    pub(super) fn cut(range: Range<usize>) -> Self {
        Self::new(range, String::new())
    }
}

/// Small mappings and lists are written on one line up to this length.
const SHORT: usize = 72;

/// Replaces a value.
pub(super) fn replace_value(text: &str, part: &TreeNode, value: &Value, style: Style) -> Splice {
    let flow_value = write_flow(value, style);
    if part.start() == part.end() {
        return Splice::new(part.start()..part.end(), format!(" {flow_value}"));
    }
    let new_text = if text[..part.start()].ends_with(':') { format!(" {flow_value}") } else { flow_value };
    Splice::new(part.start()..part.end(), new_text)
}

/// Inserts a key of a mapping, or appends an item to a list.
pub(super) fn insert_entry(
    text: &str,
    parent: &TreeNode,
    step: &PathStep,
    value: &Value,
    style: Style,
) -> Option<Splice> {
    match (&parent.value, step) {
        (tree::Value::Scalar { is_plain: true, text: scalar }, PathStep::Key(key))
            if plain_scalar(scalar).is_null() =>
        {
            Some(Splice::new(parent.start()..parent.end(), format!(" {}", write_flow(&single_pair(key, value), style))))
        }
        (tree::Value::Scalar { is_plain: true, text: scalar }, PathStep::Index(0))
            if plain_scalar(scalar).is_null() =>
        {
            Some(Splice::new(parent.start()..parent.end(), format!(" [{}]", write_flow(value, style))))
        }
        (tree::Value::Mapping(pairs), PathStep::Key(key)) if parent.is_flow(text) => {
            let flow_pair = format!("{}: {}", write_scalar(key, style), write_flow(value, style));
            Some(insert_into_flow(text, parent, pairs.last().map(|(key, value)| key.start()..value.end()), &flow_pair))
        }
        (tree::Value::Sequence(items), PathStep::Index(at)) if *at == items.len() && parent.is_flow(text) => {
            Some(insert_into_flow(
                text,
                parent,
                items.last().map(|item| item.start()..item.end()),
                &write_flow(value, style),
            ))
        }
        (tree::Value::Mapping(_), PathStep::Key(key)) => {
            let at = line_end(text, parent.end());
            let indent = column_of(text, parent.start());
            let mut block_text = String::new();
            write_block_pair(&mut block_text, indent, key, value, style);
            Some(Splice::new(at..at, format!("\n{}{}", " ".repeat(indent), block_text)))
        }
        (tree::Value::Sequence(items), PathStep::Index(at)) if *at == items.len() => {
            let indent = column_of(text, find_dash(text, items.first()?.start())?);
            let at = line_end(text, parent.end());
            let item_text = write_block_item(indent + 2, value, style);
            Some(Splice::new(at..at, format!("\n{}- {}", " ".repeat(indent), item_text)))
        }
        _ => None,
    }
}

fn insert_into_flow(text: &str, parent: &TreeNode, last: Option<Range<usize>>, entry_text: &str) -> Splice {
    let Some(Range { start, end }) = last else {
        let first = parent.start() + 1;
        return Splice::new(first..first, entry_text.to_owned());
    };
    // If each entry is on its own line, so is the new one.
    let line_at = line_start(text, start);
    let own_line = line_at > parent.start() && text[line_at..start].bytes().all(|byte| byte == b' ' || byte == b'\t');
    let gap = if own_line { format!(",\n{}", &text[line_at..start]) } else { ", ".to_owned() };
    Splice::new(end..end, gap + entry_text)
}

/// Removes an entry.
pub(super) fn cut_entry(text: &str, parent: &TreeNode, step: &PathStep) -> Option<Splice> {
    let is_flow_style = parent.is_flow(text);
    let entries: Vec<Range<usize>> = match &parent.value {
        tree::Value::Mapping(pairs) => pairs.iter().map(|(key, value)| key.start()..value.end()).collect(),
        tree::Value::Sequence(items) if is_flow_style => items.iter().map(|item| item.start()..item.end()).collect(),
        tree::Value::Sequence(items) => {
            items.iter().map(|item| Some(find_dash(text, item.start())?..item.end())).collect::<Option<_>>()?
        }
        tree::Value::Scalar { .. } => return None,
    };
    let at = match (&parent.value, step) {
        (tree::Value::Mapping(pairs), PathStep::Key(wanted)) => {
            pairs.iter().position(|(key, _)| key.text() == Some(wanted))?
        }
        (_, PathStep::Index(at)) => *at,
        _ => return None,
    };
    let entry = entries.get(at)?.clone();
    if entries.len() == 1 {
        let empty = if matches!(parent.value, tree::Value::Mapping(_)) { "{}" } else { "[]" };
        let cut_start = if is_flow_style { parent.start() } else { entry.start };
        let head = &text[..cut_start];
        // `key:` and the block below it become `key: {}`, unless a comment is in between.
        let above = head.trim_end();
        let from = if !is_flow_style && above.ends_with(':') && !above[line_start(above, above.len())..].contains('#') {
            above.len()
        } else {
            cut_start
        };
        let empty = if from < cut_start { format!(" {empty}") } else { empty.to_owned() };
        return Some(Splice::new(from..parent.end(), empty));
    }
    if is_flow_style {
        let before = at.checked_sub(1).map(|before| entries[before].end);
        let after = text[entry.end..].trim_start();
        return Some(match (after.strip_prefix(','), before) {
            (Some(rest), _) if at + 1 < entries.len() => {
                let rest = if rest.trim_start().starts_with('#') { rest } else { rest.trim_start() };
                Splice::cut(entry.start..text.len() - rest.len())
            }
            (_, Some(before)) if !text[before..entry.start].contains('#') => Splice::cut(before..entry.end),
            _ => Splice::cut(entry),
        });
    }
    let line_at = line_start(text, entry.start);
    let next_line = (line_end(text, entry.end) + 1).min(text.len());
    if text[line_at..entry.start].bytes().all(|byte| byte == b' ') {
        return Some(Splice::cut(line_at..next_line));
    }
    // If the first entry of a mapping is after a dash, the next one moves there.
    let next = entries.get(at + 1)?.start;
    let to = if text[next_line.min(next)..next].contains('#') { next_line } else { next };
    Some(Splice::cut(entry.start..to))
}

/// The position of the dash before an item. Comments may be in between.
fn find_dash(text: &str, item: usize) -> Option<usize> {
    let mut head = text[..item].trim_end();
    loop {
        let line_at = line_start(head, head.len());
        match head[line_at..].find('#') {
            Some(at) if head[line_at..line_at + at].ends_with(' ') || at == 0 => head = head[..line_at + at].trim_end(),
            _ => break,
        }
    }
    head.ends_with('-').then(|| head.len() - 1)
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

fn line_end(text: &str, at: usize) -> usize {
    let end = text[at..].find('\n').map_or(text.len(), |newline| at + newline);
    if text[..end].ends_with('\r') { end - 1 } else { end }
}

fn column_of(text: &str, at: usize) -> usize {
    text[line_start(text, at)..at].chars().count()
}

fn single_pair(key: &str, value: &Value) -> Value {
    Value::Object([(key.to_owned(), value.clone())].into_iter().collect())
}

/// Writes a key and its value in block style, without indenting the first line.
fn write_block_pair(yaml: &mut String, indent: usize, key: &str, value: &Value, style: Style) {
    let flow_text = write_flow(value, style);
    let key = write_scalar(key, style);
    let nested = |value: &Value| value.is_object() || value.is_array();
    let deep = match value {
        Value::Object(pairs) => pairs.values().any(nested),
        Value::Array(items) => items.iter().any(nested),
        _ => false,
    };
    let pad = " ".repeat(indent + 2);
    // Writing to a string cannot fail.
    let _ = match value {
        Value::Object(pairs) if !pairs.is_empty() && (deep || flow_text.len() > SHORT) => {
            let _ = write!(yaml, "{key}:");
            for (key, value) in pairs {
                let _ = write!(yaml, "\n{pad}");
                write_block_pair(yaml, indent + 2, key, value, style);
            }
            Ok(())
        }
        Value::Array(items) if !items.is_empty() && (deep || flow_text.len() > SHORT) => {
            let _ = write!(yaml, "{key}:");
            for item in items {
                let _ = write!(yaml, "\n{pad}- {}", write_block_item(indent + 4, item, style));
            }
            Ok(())
        }
        _ => write!(yaml, "{key}: {flow_text}"),
    };
}

/// A list item in block style, without its dash.
fn write_block_item(indent: usize, value: &Value, style: Style) -> String {
    let flow_text = write_flow(value, style);
    match value {
        Value::Object(pairs) if flow_text.len() > SHORT => {
            let mut yaml = String::new();
            for (at, (key, value)) in pairs.iter().enumerate() {
                if at > 0 {
                    let _ = write!(yaml, "\n{}", " ".repeat(indent));
                }
                write_block_pair(&mut yaml, indent, key, value, style);
            }
            yaml
        }
        _ => flow_text,
    }
}

/// A value on one line.
pub(super) fn write_flow(value: &Value, style: Style) -> String {
    match value {
        Value::String(text) => write_scalar(text, style),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(|item| write_flow(item, style)).collect::<Vec<_>>().join(", "))
        }
        Value::Object(pairs) => {
            let pair =
                |(key, value): (&String, &Value)| format!("{}: {}", write_scalar(key, style), write_flow(value, style));
            format!("{{{}}}", pairs.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// A string, quoted where it would otherwise be read as something else.
fn write_scalar(text: &str, style: Style) -> String {
    let safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/');
    let needs_no_quotes = !style.is_json
        && text.chars().all(safe)
        && text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '/')
        && plain_scalar(text).is_string()
        && text.parse::<f64>().is_err()
        && !matches!(text.to_ascii_lowercase().as_str(), "yes" | "no" | "on" | "off" | "y" | "n")
        // Hexadecimal and octal numbers and dates differ between parsers.
        && !(text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(|c| c.is_ascii_hexdigit() || matches!(c, 'x' | 'o' | '-' | '_')));
    if needs_no_quotes { text.to_owned() } else { Value::String(text.to_owned()).to_string() }
}
