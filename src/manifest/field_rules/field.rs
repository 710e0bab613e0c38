//! A field of an object: its value and its path, which is formatted only for errors.

use api::Str;
use findings::{FieldError, FieldRule};

use crate::tree::{Span, TreeNode, Value, is_boolean_word};

/// A field that violates a rule.
pub(crate) struct FieldFault {
    /// Path of the field within the object.
    pub path: String,
    pub span: Span,
    pub error: FieldError,
}

pub(super) type FieldFaults = Vec<FieldFault>;

/// The last step of the path to a field.
#[derive(Clone, Copy)]
enum PathStep<'a> {
    Key(&'a str),
    Index(usize),
}

/// A value in an object, with links to its parents.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    node: &'a TreeNode,
    from: Option<(&'a Self, PathStep<'a>)>,
}

impl<'a> Field<'a> {
    /// The root of an object.
    pub(super) fn new(node: &'a TreeNode) -> Self {
        Self { node, from: None }
    }

    /// The value of a key; `None` if it is absent or null.
    pub(super) fn get<'b>(&'b self, key: &'b str) -> Option<Field<'b>> {
        let node = self.node.get(key).filter(|node| !node.is_null())?;
        Some(Field { node, from: Some((self, PathStep::Key(key))) })
    }

    /// The items of a list; none for other values.
    pub(super) fn items(&self) -> impl Iterator<Item = Field<'_>> {
        let items: &[TreeNode] = match &self.node.value {
            Value::Sequence(items) => items,
            _ => &[],
        };
        items.iter().enumerate().map(move |(index, node)| Field { node, from: Some((self, PathStep::Index(index))) })
    }

    /// The keys of a mapping with their texts; none for other values.
    pub(super) fn texts(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let pairs: &'a [(TreeNode, TreeNode)] = match &self.node.value {
            Value::Mapping(pairs) => pairs,
            _ => &[],
        };
        pairs.iter().map(|(key, value)| (key.text().unwrap_or_default(), value.text().unwrap_or_default()))
    }

    /// The keys of a mapping; none for other values.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'a str> {
        let pairs: &'a [(TreeNode, TreeNode)] = match &self.node.value {
            Value::Mapping(pairs) => pairs,
            _ => &[],
        };
        pairs.iter().filter_map(|(key, _)| key.text())
    }

    /// Whether a key is present and not null.
    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The text of a key; "" if absent.
    pub(super) fn text(&self, key: &str) -> &'a str {
        self.node.get(key).filter(|node| !node.is_null()).and_then(TreeNode::text).unwrap_or_default()
    }

    /// Whether kubectl reads the value as a boolean, since it is not quoted.
    pub(super) fn is_boolean(&self) -> bool {
        matches!(&self.node.value, Value::Scalar { text, is_plain: true } if is_boolean_word(text))
    }

    /// Whether kubectl reads one of its values as a boolean.
    pub(super) fn has_boolean(&self) -> bool {
        let Value::Mapping(pairs) = &self.node.value else { return false };
        pairs.iter().any(|(_, node)| Field::new(node).is_boolean())
    }

    /// The integer at a key.
    pub(super) fn number(&self, key: &str) -> Option<i64> {
        self.get(key)?.whole_number()
    }

    /// Whether this is empty text, or a list or a mapping without entries.
    pub(super) fn is_blank(&self) -> bool {
        match &self.node.value {
            Value::Scalar { text, .. } => text.is_empty(),
            Value::Sequence(items) => items.is_empty(),
            Value::Mapping(pairs) => pairs.is_empty(),
        }
    }

    pub(super) fn is_mapping(&self) -> bool {
        matches!(self.node.value, Value::Mapping(_))
    }

    /// This integer.
    pub(super) fn whole_number(&self) -> Option<i64> {
        self.node.whole_number().or_else(|| self.node.text()?.parse().ok())
    }

    /// Whether this is a list or a mapping that was written without entries. One that had only unknown fields spans more text.
    pub(super) fn is_empty(&self) -> bool {
        const LONGEST: u32 = 4;
        let Span { start, end, .. } = self.node.span;
        let is_short = end.saturating_sub(start) <= LONGEST;
        match &self.node.value {
            Value::Sequence(items) => items.is_empty() && is_short,
            Value::Mapping(pairs) => pairs.is_empty() && is_short,
            Value::Scalar { .. } => false,
        }
    }

    /// The text of this scalar.
    pub(super) fn own_text(&self) -> &'a str {
        self.node.text().unwrap_or_default()
    }

    /// The value as JSON.
    pub(super) fn json(&self) -> String {
        self.node.to_json().to_string()
    }

    fn path(&self) -> String {
        let Some((parent, step)) = self.from else { return String::new() };
        let path = parent.path();
        match step {
            PathStep::Key(key) if path.is_empty() => key.to_owned(),
            PathStep::Key(key) => format!("{path}.{key}"),
            PathStep::Index(index) => format!("{path}[{index}]"),
        }
    }

    /// Reports a violated rule for the field at `below`, present or missing: `.effect`, `[cpu]`, or "" for this field.
    pub(super) fn report(&self, below: &str, rule: FieldRule, values: &[&str], faults: &mut FieldFaults) {
        let values = values.iter().map(|value| api::shorten(value)).collect();
        self.add_fault(below, rule, values, faults);
    }

    /// Reports an invalid value, as upstream prints it, with the reason.
    pub(super) fn report_invalid(&self, below: &str, value: &str, reason: &str, faults: &mut FieldFaults) {
        self.add_fault(below, FieldRule::Invalid, vec![api::shorten(value), reason.into()], faults);
    }

    /// Reports a field that is forbidden or needed for a reason.
    pub(super) fn report_reason(&self, below: &str, rule: FieldRule, reason: &str, faults: &mut FieldFaults) {
        self.add_fault(below, rule, vec![reason.into()], faults);
    }

    fn add_fault(&self, below: &str, rule: FieldRule, values: Vec<Str>, faults: &mut FieldFaults) {
        // The API server's messages write keys with dots and slashes in brackets; in the text they are keys like others.
        let key_path = below.replace('[', ".").replace(']', "");
        let span = self.node.find_nearest(&key_path).span;
        let path = self.path();
        let path = if path.is_empty() { below.trim_start_matches('.').to_owned() } else { path + below };
        faults.push(FieldFault { path, span, error: FieldError { rule, values } });
    }
}
