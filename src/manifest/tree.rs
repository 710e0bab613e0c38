//! The tree of a YAML or JSON text: every node records its bytes, line and column.

use api::{Str, shorten};
use findings::{FoundValue, Place};
use serde_json::Value as Json;

use super::yaml::{PlainScalar, resolve_plain};

/// A step of the path to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// A key of a mapping.
    Key(String),
    /// An index of a list.
    Index(usize),
}

impl From<&str> for PathStep {
    fn from(key: &str) -> Self {
        Self::Key(key.into())
    }
}

impl From<usize> for PathStep {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// The position of a value in its text. Texts are smaller than 4 GiB. A block scalar (`|`) spans its lines only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first byte, counted from 0.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1.
    pub column: u32,
}

impl Span {
    /// The place in a document, with a field path.
    #[must_use]
    pub fn to_place(self, document: u32, path: impl Into<Str>) -> Place {
        let Self { start, end, line, column } = self;
        Place { document, line, column, path: path.into(), span: Some(start..end) }
    }
}

/// A value with its position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeNode {
    pub value: Value,
    pub span: Span,
}

/// The value of a node.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Text. `is_plain` states that it is not quoted, and so may be a number, a boolean or null.
    Scalar {
        text: Str,
        is_plain: bool,
    },
    Sequence(Vec<TreeNode>),
    Mapping(Vec<(TreeNode, TreeNode)>),
}

impl Default for Value {
    fn default() -> Self {
        Self::Scalar { text: Str::default(), is_plain: true }
    }
}

impl TreeNode {
    /// Whether the value is null or absent.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(&self.value, Value::Scalar { text, is_plain: true } if matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL"))
    }

    /// The paths to null values, through mappings.
    pub(super) fn null_paths(&self) -> Vec<Vec<Str>> {
        let Value::Mapping(pairs) = &self.value else { return Vec::new() };
        let mut texts = Vec::new();
        for (key, value) in pairs {
            let key = Str::from(key.text().unwrap_or_default());
            let null_paths = if value.is_null() { vec![Vec::new()] } else { value.null_paths() };
            texts.extend(null_paths.into_iter().map(|mut null_path| {
                null_path.insert(0, key.clone());
                null_path
            }));
        }
        texts
    }

    /// The value of a key; `None` if the key is absent or this is not a mapping.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Value::Mapping(pairs) = &self.value else { return None };
        pairs.iter().find(|(k, _)| k.text() == Some(key)).map(|(_, value)| value)
    }

    /// The value at a step from here.
    #[must_use]
    pub fn child(&self, step: &PathStep) -> Option<&Self> {
        match (&self.value, step) {
            (_, PathStep::Key(key)) => self.get(key),
            (Value::Sequence(items), PathStep::Index(at)) => items.get(*at),
            _ => None,
        }
    }

    /// The node at a field path, or the last existing node on it. Keys may contain dots.
    #[must_use]
    pub fn find_nearest(&self, path: &str) -> &Self {
        let path = path.strip_prefix('.').unwrap_or(path);
        let (next, rest) = match &self.value {
            Value::Sequence(items) => {
                let Some((index, rest)) = path.strip_prefix('[').and_then(|path| path.split_once(']')) else {
                    return self;
                };
                (index.parse().ok().and_then(|index: usize| items.get(index)), rest)
            }
            Value::Mapping(pairs) => {
                let ends_path_step = |rest: &&str| rest.is_empty() || rest.starts_with(['.', '[']);
                let rest = |key: &Self| path.strip_prefix(key.text()?).filter(ends_path_step);
                let entries = pairs.iter().filter_map(|(key, value)| Some((value, rest(key)?)));
                let Some((value, rest)) = entries.min_by_key(|(_, rest)| rest.len()) else { return self };
                (Some(value), rest)
            }
            Value::Scalar { .. } => return self,
        };
        next.map_or(self, |next| next.find_nearest(rest))
    }

    /// The text of a scalar; `None` for lists and mappings.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// The name that kubectl reads for a key: `true` for an unquoted `yes`. A single letter stays as it is: a label that is named `y` is never meant
    /// as a boolean, and such texts have been shared.
    #[must_use]
    pub fn key_name(&self) -> &str {
        match &self.value {
            Value::Scalar { text, is_plain: true } if text.len() > 1 => match resolve_plain(text) {
                PlainScalar::Bool(true) => "true",
                PlainScalar::Bool(false) => "false",
                _ => text,
            },
            _ => self.text().unwrap_or_default(),
        }
    }

    /// The number of values in it, itself included.
    #[must_use]
    pub fn descendant_count(&self) -> usize {
        match &self.value {
            Value::Scalar { .. } => 0,
            Value::Sequence(items) => items.len(),
            Value::Mapping(pairs) => pairs.len(),
        }
    }

    /// The nesting depth of lists and mappings below it. The reader limits it, and so the recursion.
    #[must_use]
    pub fn height(&self) -> usize {
        match &self.value {
            Value::Scalar { .. } => 0,
            Value::Sequence(items) => 1 + items.iter().map(Self::height).max().unwrap_or(0),
            Value::Mapping(pairs) => 1 + pairs.iter().map(|(_, value)| value.height()).max().unwrap_or(0),
        }
    }

    /// The integer of an unquoted scalar.
    #[must_use]
    pub fn whole_number(&self) -> Option<i64> {
        match &self.value {
            Value::Scalar { text, is_plain: true } => match resolve_plain(text) {
                PlainScalar::Whole(number) => Some(number),
                _ => None,
            },
            _ => None,
        }
    }

    /// The Go name of a number that JSON lacks: `.inf` or `.nan`.
    pub(super) fn not_finite(&self) -> Option<&'static str> {
        match &self.value {
            Value::Scalar { text, is_plain: true } if text.starts_with(['.', '+', '-']) => match resolve_plain(text) {
                PlainScalar::NotFinite(name) => Some(name),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value as JSON. Unquoted integers, booleans and nulls are read as kubectl does.
    #[must_use]
    pub fn to_json(&self) -> Json {
        match &self.value {
            Value::Scalar { text, is_plain: true } => plain_scalar(text),
            Value::Scalar { text, .. } => Json::String(text.to_string()),
            Value::Sequence(items) => Json::Array(items.iter().map(Self::to_json).collect()),
            Value::Mapping(pairs) => {
                let pair = |(key, value): &(Self, Self)| (key.text().unwrap_or_default().to_owned(), value.to_json());
                Json::Object(pairs.iter().map(pair).collect())
            }
        }
    }

    /// The value as shown in type errors.
    #[must_use]
    pub fn to_found(&self) -> FoundValue {
        match &self.value {
            Value::Scalar { .. } if self.is_null() => FoundValue::Nothing,
            Value::Scalar { text, .. } => FoundValue::Scalar(shorten(text)),
            Value::Sequence(_) => FoundValue::List,
            Value::Mapping(_) => FoundValue::Mapping,
        }
    }

    /// The first byte.
    #[must_use]
    pub fn start(&self) -> usize {
        self.span.start as usize
    }

    /// The byte after the last one.
    #[must_use]
    pub fn end(&self) -> usize {
        self.span.end as usize
    }

    /// Whether it is a list or mapping in brackets.
    #[must_use]
    pub fn is_flow(&self, text: &str) -> bool {
        matches!(text.as_bytes().get(self.start()), Some(b'[' | b'{')) && self.text().is_none()
    }
}

/// Whether kubectl reads an unquoted scalar as a boolean, by YAML 1.1.
#[must_use]
pub fn is_boolean_word(text: &str) -> bool {
    matches!(resolve_plain(text), PlainScalar::Bool(_))
}

/// Whether an unquoted scalar is a string, not a number, boolean or null.
#[must_use]
pub fn is_text_word(text: &str) -> bool {
    resolve_plain(text) == PlainScalar::Text
}

/// The value of an unquoted scalar. A fractional number stays text, which is more exact than a float, and so does a single letter.
pub(crate) fn plain_scalar(text: &str) -> Json {
    match resolve_plain(text) {
        PlainScalar::Null => Json::Null,
        PlainScalar::Bool(flag) if text.len() > 1 => Json::Bool(flag),
        PlainScalar::Whole(number) => number.into(),
        _ => Json::String(text.to_owned()),
    }
}
