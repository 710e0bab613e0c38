//! Decodes a tree into typed objects: a `serde` deserializer that reports where an error is.

use std::{
    cell::RefCell,
    fmt::{self, Write},
};

use api::{Str, edit_distance, nearest_name};
use findings::{ExpectedValue, Notice, ObjectProblem};
use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeSeed, Expected, IntoDeserializer, Unexpected, Visitor},
    forward_to_deserialize_any,
};

use super::{
    template_digest::{TEMPLATE_PATH, digest_field},
    tree::{Span, TreeNode, Value},
    yaml::{PlainScalar, resolve_plain},
};

/// A field that the type does not have.
pub(super) struct IgnoredField {
    pub path: String,
    pub span: Span,
    /// The known field with the most similar name, if the name is misspelled.
    pub similar: Option<&'static str>,
    /// A hash of the value, if the field is in the template of a workload; `None` if the value is the default.
    pub template_digest: Option<u64>,
}

impl IgnoredField {
    /// The notice about it. `path` is relative to the object.
    pub(super) fn to_notice(&self, kind: &str, path: &str) -> Notice {
        match self.similar {
            Some(near) => Notice::FieldMisspelled { kind: kind.into(), path: path.into(), near: near.into() },
            None => Notice::FieldIgnored { kind: kind.into(), path: path.into() },
        }
    }
}

/// Why a value does not fit its type. Boxed, since every field's code passes it on.
#[derive(Debug)]
pub(super) struct DecodeError(pub Box<DecodeProblem>);

/// The place of a value that does not fit its type.
#[derive(Debug, Default)]
pub(super) struct ErrorLocation {
    pub path: String,
    pub span: Span,
}

/// An error in a value, with its place.
#[derive(Debug)]
pub(super) struct DecodeProblem {
    pub problem: ObjectProblem,
    pub location: Option<ErrorLocation>,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0.problem, f)
    }
}

impl std::error::Error for DecodeError {}

impl de::Error for DecodeError {
    #[inline(never)]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(Box::new(DecodeProblem {
            problem: ObjectProblem::Refused { words: message.to_string().into() },
            location: None,
        }))
    }

    fn invalid_type(met: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format_args!("invalid type: {}, expected {expected}", GivenValue(met)))
    }

    fn invalid_value(met: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::custom(format_args!("invalid value: {}, expected {expected}", GivenValue(met)))
    }
}

/// A value in serde's words, except for floats, whose formatting takes 7 kB of code. YAML never yields a float: its numbers are integers or text.
struct GivenValue<'a>(Unexpected<'a>);

impl fmt::Display for GivenValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Unexpected::Bool(flag) => return write!(f, "boolean `{flag}`"),
            Unexpected::Unsigned(number) => return write!(f, "integer `{number}`"),
            Unexpected::Signed(number) => return write!(f, "integer `{number}`"),
            Unexpected::Char(char) => return write!(f, "character `{char}`"),
            Unexpected::Str(text) => return write!(f, "string {text:?}"),
            Unexpected::Float(_) => "floating point",
            Unexpected::Bytes(_) => "byte array",
            Unexpected::Unit => "unit value",
            Unexpected::Option => "Option value",
            Unexpected::NewtypeStruct => "newtype struct",
            Unexpected::Seq => "sequence",
            Unexpected::Map => "map",
            Unexpected::Enum => "enum",
            Unexpected::UnitVariant => "unit variant",
            Unexpected::NewtypeVariant => "newtype variant",
            Unexpected::TupleVariant => "tuple variant",
            Unexpected::StructVariant => "struct variant",
            Unexpected::Other(text) => text,
        })
    }
}

/// A step of the path to a value. The path is formatted only for errors.
enum PathPart<'de> {
    Key(&'de str),
    Index(usize),
}

struct DecodePosition<'de> {
    base: &'de str,
    path: Vec<PathPart<'de>>,
    ignored: Vec<IgnoredField>,
    /// The types that are being decoded, from the outermost to the innermost.
    types: Vec<TypeFields<'de>>,
    /// Whether the text is for kubectl, whose YAML has more booleans.
    is_for_kubectl: bool,
}

/// The fields that a type has, and the keys that are present.
#[derive(Clone, Copy)]
struct TypeFields<'de> {
    known_fields: &'static [&'static str],
    present: &'de [(TreeNode, TreeNode)],
}

impl TypeFields<'_> {
    /// The known field whose name differs in at most two letters, unless that field is present as well.
    fn misspelled_field(self, name: &str) -> Option<&'static str> {
        let nearest = nearest_name(name, self.known_fields.iter().copied())?;
        let is_present = self.present.iter().any(|(key, _)| key.text() == Some(nearest));
        (name.len() > 4 && !is_present && edit_distance(name, nearest) <= 2).then_some(nearest)
    }
}

/// Decodes a node. `base` is the field path of the node itself.
pub(super) fn decode_node<'de, T: Deserialize<'de>>(
    node: &'de TreeNode,
    base: &'de str,
    is_for_kubectl: bool,
) -> Result<(T, Vec<IgnoredField>), DecodeError> {
    let (path, ignored, types) = (Vec::new(), Vec::new(), Vec::new());
    let position = RefCell::new(DecodePosition { base, path, ignored, types, is_for_kubectl });
    let value = T::deserialize(NodeDeserializer { node, position: &position })?;
    Ok((value, position.into_inner().ignored))
}

#[derive(Clone, Copy)]
struct NodeDeserializer<'de, 'p> {
    node: &'de TreeNode,
    position: &'p RefCell<DecodePosition<'de>>,
}

impl<'de> NodeDeserializer<'de, '_> {
    fn path(&self) -> String {
        let position = self.position.borrow();
        let mut path = position.base.to_owned();
        for part in &position.path {
            match part {
                PathPart::Key(key) => {
                    path += if path.is_empty() { "" } else { "." };
                    path += key;
                }
                PathPart::Index(index) => {
                    let _ = write!(path, "[{index}]");
                }
            }
        }
        path
    }

    /// Adds the current place to an error that has none.
    fn locate_error<T>(&self, result: Result<T, DecodeError>) -> Result<T, DecodeError> {
        result.map_err(|misfit| self.with_location(misfit))
    }

    // These functions do not depend on a type, so that they are compiled once.

    #[inline(never)]
    fn with_location(&self, mut misfit: DecodeError) -> DecodeError {
        if misfit.0.location.is_none() {
            misfit.0.location = Some(ErrorLocation { path: self.path(), span: self.node.span });
        }
        misfit
    }

    #[inline(never)]
    fn type_error(&self, expected: ExpectedValue) -> DecodeError {
        self.decode_error(ObjectProblem::Misfit { wanted: expected, actual: self.node.to_found() })
    }

    #[inline(never)]
    fn decode_error(&self, problem: ObjectProblem) -> DecodeError {
        DecodeError(Box::new(DecodeProblem {
            problem,
            location: Some(ErrorLocation { path: self.path(), span: self.node.span }),
        }))
    }

    #[inline(never)]
    fn whole_number(&self, low: i64, high: i64) -> Result<i64, DecodeError> {
        let number = self.node.whole_number().filter(|number| (low..=high).contains(number));
        number.ok_or_else(|| self.type_error(ExpectedValue::Whole { low, high }))
    }

    #[inline(never)]
    fn expect_text(&self) -> Result<&'de str, DecodeError> {
        match &self.node.value {
            Value::Scalar { is_plain: true, .. } if self.node.is_null() => Ok(""),
            Value::Scalar { text, is_plain: true } if self.is_unquoted(text) => {
                Err(self.decode_error(ObjectProblem::Unquoted { text: text.clone() }))
            }
            Value::Scalar { text, .. } => Ok(text),
            _ => Err(self.type_error(ExpectedValue::Text)),
        }
    }

    /// Whether a plain scalar is a number or a boolean, not a string.
    fn is_unquoted(&self, text: &str) -> bool {
        match resolve_plain(text) {
            PlainScalar::Whole(_) | PlainScalar::Number(_) => true,
            // A single letter is a string here: a node that is named `n` is never meant as a boolean, and such texts have been shared.
            PlainScalar::Bool(_) => {
                matches!(text, "true" | "false") || text.len() > 1 && self.position.borrow().is_for_kubectl
            }
            _ => false,
        }
    }

    #[inline(never)]
    fn expect_bool(&self) -> Result<bool, DecodeError> {
        let boolean = match &self.node.value {
            Value::Scalar { text, is_plain: true } => match resolve_plain(text) {
                PlainScalar::Bool(flag) => Some(flag),
                _ => None,
            },
            _ => None,
        };
        boolean.ok_or_else(|| self.type_error(ExpectedValue::Flag))
    }

    #[inline(never)]
    fn expect_word(&self, words: &'static [&'static str]) -> Result<&'de str, DecodeError> {
        let allowed_words = || ExpectedValue::Word { known: words.iter().map(|word| Str::from(*word)).collect() };
        self.node.text().filter(|word| words.contains(word)).ok_or_else(|| self.type_error(allowed_words()))
    }

    /// The scalar, for a type that accepts any.
    #[inline(never)]
    fn untyped_scalar(&self) -> Scalar<'de> {
        match &self.node.value {
            Value::Scalar { text, is_plain: true } => match resolve_plain(text) {
                PlainScalar::Null => Scalar::Nothing,
                PlainScalar::Bool(flag) if text.len() > 1 => Scalar::Flag(flag),
                PlainScalar::Whole(number) => Scalar::Whole(number),
                // The digits of other numbers are more exact than a float.
                PlainScalar::Number(number) => Scalar::Number(number),
                _ => Scalar::Text(text),
            },
            _ => Scalar::Text(self.node.text().unwrap_or_default()),
        }
    }

    #[inline(never)]
    fn push_part(&self, part: PathPart<'de>) {
        self.position.borrow_mut().path.push(part);
    }

    #[inline(never)]
    fn pop_part(&self) {
        self.position.borrow_mut().path.pop();
    }

    #[inline(never)]
    fn begin_type(&self, field_names: &'static [&'static str]) {
        let entries = match &self.node.value {
            Value::Mapping(pairs) => pairs,
            _ => &[][..],
        };
        self.position.borrow_mut().types.push(TypeFields { known_fields: field_names, present: entries });
    }

    #[inline(never)]
    fn note_ignored(&self) {
        let path = self.path();
        let mut position = self.position.borrow_mut();
        let similar = match (position.types.last(), position.path.last()) {
            (Some(fields), Some(PathPart::Key(name))) => fields.misspelled_field(name),
            _ => None,
        };
        let is_in_template = path.contains(TEMPLATE_PATH);
        let template_digest = match position.path.last() {
            Some(PathPart::Key(name)) if is_in_template => digest_field(name, self.node),
            _ => None,
        };
        position.ignored.push(IgnoredField { path, span: self.node.span, similar, template_digest });
    }
}

/// A scalar with its type.
enum Scalar<'de> {
    Nothing,
    Flag(bool),
    Whole(i64),
    Number(String),
    Text(&'de str),
}

impl<'de> Deserializer<'de> for NodeDeserializer<'de, '_> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match &self.node.value {
            Value::Sequence(items) => return self.visit_items(items, visitor),
            Value::Mapping(pairs) => return self.visit_pairs(pairs, visitor),
            Value::Scalar { .. } => {}
        }
        self.locate_error(match self.untyped_scalar() {
            Scalar::Nothing => visitor.visit_unit(),
            Scalar::Flag(flag) => visitor.visit_bool(flag),
            Scalar::Whole(number) => visitor.visit_i64(number),
            Scalar::Number(text) => visitor.visit_str(&text),
            Scalar::Text(text) => visitor.visit_str(text),
        })
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.locate_error(visitor.visit_str(self.expect_text()?))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_bool(self.expect_bool()?)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.locate_error(visitor.visit_i64(self.whole_number(i64::MIN, i64::MAX)?))
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.locate_error(visitor.visit_i64(self.whole_number(i32::MIN.into(), i32::MAX.into())?))
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.locate_error(visitor.visit_i64(self.whole_number(0, u32::MAX.into())?))
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.locate_error(visitor.visit_i64(self.whole_number(0, i64::MAX)?))
    }

    /// Types with a scalar syntax of their own are newtypes with a name, so that errors can state what is expected.
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        let expected = match name {
            "Quantity" => ExpectedValue::Quantity,
            "Time" => ExpectedValue::Time,
            "IntOrString" => ExpectedValue::WholeOrPercentage,
            _ => return visitor.visit_newtype_struct(self),
        };
        visitor.visit_newtype_struct(self).map_err(|_| self.type_error(expected))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if self.node.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match &self.node.value {
            Value::Sequence(items) => self.visit_items(items, visitor),
            _ => Err(self.type_error(ExpectedValue::List)),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match &self.node.value {
            Value::Mapping(pairs) => self.visit_pairs(pairs, visitor),
            _ => Err(self.type_error(ExpectedValue::Mapping)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        field_names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.begin_type(field_names);
        let value = self.deserialize_map(visitor)?;
        self.position.borrow_mut().types.pop();
        Ok(value)
    }

    /// Decodes a string that is one of several words.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.locate_error(visitor.visit_enum(self.expect_word(words)?.into_deserializer()))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.note_ignored();
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i8 i16 i128 u8 u16 u128 f32 f64 char bytes byte_buf unit unit_struct tuple tuple_struct identifier
    }
}

impl<'de> NodeDeserializer<'de, '_> {
    fn visit_items<V: Visitor<'de>>(self, items: &'de [TreeNode], visitor: V) -> Result<V::Value, DecodeError> {
        let result = visitor.visit_seq(ItemAccess { rest: items.iter().enumerate(), position: self.position });
        self.locate_error(result)
    }

    fn visit_pairs<V: Visitor<'de>>(
        self,
        pairs: &'de [(TreeNode, TreeNode)],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        let result = visitor.visit_map(PairAccess { rest: pairs.iter(), value: None, position: self.position });
        self.locate_error(result)
    }
}

struct ItemAccess<'de, 'p> {
    rest: std::iter::Enumerate<std::slice::Iter<'de, TreeNode>>,
    position: &'p RefCell<DecodePosition<'de>>,
}

impl<'de> de::SeqAccess<'de> for ItemAccess<'de, '_> {
    type Error = DecodeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, DecodeError> {
        let Some((index, node)) = self.rest.next() else { return Ok(None) };
        let at = NodeDeserializer { node, position: self.position };
        at.push_part(PathPart::Index(index));
        let value = seed.deserialize(at)?;
        at.pop_part();
        Ok(Some(value))
    }

    /// Without it, a list with one container would have room for four: 24 MB for 50,000 pods.
    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

struct PairAccess<'de, 'p> {
    rest: std::slice::Iter<'de, (TreeNode, TreeNode)>,
    value: Option<&'de TreeNode>,
    position: &'p RefCell<DecodePosition<'de>>,
}

impl<'de> PairAccess<'de, '_> {
    /// Moves to the next pair. A key with a null value counts as absent, as in the Kubernetes API.
    #[inline(never)]
    fn next_key(&mut self) -> Option<&'de str> {
        let (key, node) = self.rest.find(|(_, value)| !value.is_null())?;
        let is_for_kubectl = self.position.borrow().is_for_kubectl;
        let name = if is_for_kubectl { key.key_name() } else { key.text().unwrap_or_default() };
        self.value = Some(node);
        NodeDeserializer { node, position: self.position }.push_part(PathPart::Key(name));
        Some(name)
    }
}

impl<'de> de::MapAccess<'de> for PairAccess<'de, '_> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, DecodeError> {
        let Some(name) = self.next_key() else { return Ok(None) };
        seed.deserialize(name.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, DecodeError> {
        let node = self.value.take().ok_or_else(|| de::Error::custom("a value is missing"))?;
        let at = NodeDeserializer { node, position: self.position };
        let value = seed.deserialize(at)?;
        at.pop_part();
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use serde::de::{Error, Unexpected, value};

    use super::{DecodeError, GivenValue};

    /// The text for an unexpected value equals serde's own.
    #[test]
    fn type_mismatch_is_described_like_serde() {
        use Unexpected as Any;
        for met in [
            Any::Bool(true),
            Any::Unsigned(7),
            Any::Signed(-7),
            Any::Char('x'),
            Any::Str("a \"b\""),
            Any::Bytes(b"x"),
            Any::Unit,
            Any::Option,
            Any::NewtypeStruct,
            Any::Seq,
            Any::Map,
            Any::Enum,
            Any::UnitVariant,
            Any::NewtypeVariant,
            Any::TupleVariant,
            Any::StructVariant,
            Any::Other("something"),
        ] {
            assert_eq!(GivenValue(met).to_string(), met.to_string());
            let theirs: [value::Error; 2] = [Error::invalid_type(met, &"a word"), Error::invalid_value(met, &"a word")];
            let ours: [DecodeError; 2] = [Error::invalid_type(met, &"a word"), Error::invalid_value(met, &"a word")];
            for (ours, theirs) in ours.iter().zip(theirs) {
                let words = format!("Refused {{ words: {:?} }}", theirs.to_string());
                assert_eq!(ours.to_string(), words);
            }
        }
        assert_eq!(GivenValue(Any::Float(0.5)).to_string(), "floating point");
    }
}
