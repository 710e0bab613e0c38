//! Parses the YAML blocks of a lesson field by field, so that one error doesn't hide others.

use api::{Str, nearest_name};
use findings::{InLesson, Problem};
use serde::de::DeserializeOwned;

/// The fields of a block that could not be parsed. Each has been reported, so nothing that depends on it is checked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnreadFields {
    /// Fields with an invalid value.
    names: Vec<Str>,
    /// Unknown names.
    unknown_names: Vec<Str>,
    /// Whether nothing of the block could be parsed.
    is_whole: bool,
}

impl UnreadFields {
    /// Nothing of a block could be parsed.
    pub(super) fn whole() -> Self {
        Self { is_whole: true, ..Self::default() }
    }

    /// Whether all fields could be parsed.
    pub(super) fn is_empty(&self) -> bool {
        !self.is_whole && self.names.is_empty() && self.unknown_names.is_empty()
    }

    /// Whether this field may be one of them, perhaps with a misspelled name.
    pub(super) fn may_have(&self, field: &str) -> bool {
        self.is_whole
            || self.names.iter().any(|name| *name == *field)
            || self.unknown_names.iter().any(|name| nearest_name(name, [field]).is_some())
    }
}

/// Parses a block whose first line is line `first_line` of the file. A field that can't be parsed is reported, and the others are parsed without
/// it.
pub(super) fn read_fields<T: DeserializeOwned + Default>(
    step: &str,
    block: &str,
    first_line: usize,
    problems: &mut Vec<InLesson>,
) -> (T, UnreadFields) {
    let (mut text, mut unread) = (block.to_owned(), UnreadFields::default());
    loop {
        let is_remark = |line: &str| line.trim().is_empty() || line.starts_with('#');
        if !unread.is_empty() && text.lines().all(is_remark) {
            return (T::default(), unread);
        }
        let finding = match manifest::parse_value(&text) {
            Ok(value) => return (value, unread),
            Err(finding) => finding,
        };
        // After invalid YAML, positions are unreliable.
        let line = (!matches!(finding.problem, Problem::Reading(_))).then_some(finding.place.line as usize);
        let unknown_path = matches!(finding.problem, Problem::Notice(_)).then(|| finding.place.path.clone());
        problems.push(InLesson::yaml(first_line, step, finding));
        match line.and_then(|line| cut_field(&text, line)) {
            Some((name, rest)) => {
                let is_unknown = unknown_path.is_some_and(|path| *path == *name);
                if is_unknown { &mut unread.unknown_names } else { &mut unread.names }.push(name.into());
                text = rest;
            }
            None => return (T::default(), UnreadFields { is_whole: true, ..unread }),
        }
    }
}

/// The name of the field that contains a line, from 1, and the text with empty lines in its place; `None` if the text is not a list of fields.
fn cut_field(text: &str, line: usize) -> Option<(&str, String)> {
    let is_field = |line: &str| line.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '"' || c == '\'');
    let lines: Vec<&str> = text.lines().collect();
    let start = (0..line.min(lines.len())).rev().find(|at| is_field(lines[*at]))?;
    let end = (start + 1..lines.len()).find(|at| is_field(lines[*at])).unwrap_or(lines.len());
    let (name, _) = lines[start].split_once(':')?;
    let rest = lines.iter().enumerate().map(|(at, line)| if (start..end).contains(&at) { "" } else { line });
    Some((name.trim_matches(['"', '\'']), rest.collect::<Vec<_>>().join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StepHead;

    #[test]
    fn each_field_is_read_for_itself() {
        let read = |block: &str| {
            let mut problems = Vec::new();
            let (head, unread): (StepHead, _) = read_fields("One", block, 10, &mut problems);
            (head, unread, problems.iter().map(|problem| problem.line).collect::<Vec<_>>())
        };
        let (head, unread, lines) =
            read("at:\n  evnt: popped\nlook: default/web\nask:\n  kind: nod\n  text: Q\nlok: a\n# end\n");
        assert_eq!((&*head.look, head.at, head.ask), ("default/web", None, None));
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines.iter().all(|line| [11, 14, 16].contains(line)), "{lines:?}");
        assert!(unread.may_have("at") && unread.may_have("ask") && !unread.may_have("task") && !unread.is_empty());
        assert!(unread.may_have("look"), "`lok` may be it");
        // Invalid YAML ends the block, and is one problem.
        let (head, unread, lines) = read("look: [a\nask: {text: Q}\nat: {evnt: popped}\n");
        assert!(head.look.is_empty() && unread.may_have("claims") && lines.len() == 1, "{lines:?}");
        let (head, unread, lines) = read("look: a\n");
        assert!(&*head.look == "a" && unread.is_empty() && lines.is_empty());
        assert_eq!(read("lok: a\n").2, [10]);
        // A repeated key is a mistake of its field.
        let (head, unread, lines) = read("look: a\nask:\n  text: Q\n  text: R\nlook: b\ntask: {}\n");
        assert_eq!((lines, &*head.look, head.ask), (vec![13, 14], "a", None));
        assert!(unread.may_have("look") && unread.may_have("ask") && !unread.may_have("task") && head.task.is_some());
    }
}
