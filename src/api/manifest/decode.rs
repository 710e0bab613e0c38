//! Turns a tree into typed objects: a `serde` deserializer that knows where it is.

use std::cell::RefCell;
use std::fmt::{self, Write};

use serde::de::{self, DeserializeSeed, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};

use super::tree::{Node, Span, Value};
use crate::Str;
use crate::near::{distance, nearest};
use crate::problem::{Notice, Object, Wanted};

/// A field that the decoder does not know.
pub(super) struct Ignored {
    pub path: String,
    pub span: Span,
    /// The field that may be meant.
    pub near: Option<&'static str>,
}

impl Ignored {
    /// What is said of it, under its path within an object of a kind.
    pub(super) fn notice(&self, kind: &str, path: &str) -> Notice {
        match self.near {
            Some(near) => Notice::FieldMisspelt { kind: kind.into(), path: path.into(), near: near.into() },
            None => Notice::FieldIgnored { kind: kind.into(), path: path.into() },
        }
    }
}

/// Why a value does not fit: in a box, since the code of every field of every type hands it on.
#[derive(Debug)]
pub(super) struct Misfit(pub Box<Reason>);

/// What is wrong with a value, and where.
#[derive(Debug)]
pub(super) struct Reason {
    pub problem: Object,
    pub at: Option<(String, Span)>,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0.problem, f)
    }
}

impl std::error::Error for Misfit {}

impl de::Error for Misfit {
    #[inline(never)]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(Box::new(Reason { problem: Object::Refused { words: message.to_string().into() }, at: None }))
    }

    fn invalid_type(met: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self::custom(format_args!("invalid type: {}, expected {wanted}", Met(met)))
    }

    fn invalid_value(met: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        Self::custom(format_args!("invalid value: {}, expected {wanted}", Met(met)))
    }
}

/// A value in serde's words, but for the digits of a float, which would take 7 kB: a float never comes of YAML, whose numbers are whole or text.
struct Met<'a>(Unexpected<'a>);

impl fmt::Display for Met<'_> {
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

/// A step of the way to a value. It is put into words only where somebody asks.
enum Part<'de> {
    Key(&'de str),
    Index(usize),
}

struct Position<'de> {
    base: &'de str,
    path: Vec<Part<'de>>,
    ignored: Vec<Ignored>,
    /// The types that are being decoded, from the outermost on.
    types: Vec<Fields<'de>>,
}

/// What a type knows, and what stands there.
#[derive(Clone, Copy)]
struct Fields<'de> {
    known: &'static [&'static str],
    there: &'de [(Node, Node)],
}

impl Fields<'_> {
    /// The field that is meant by a name that is almost its own: two letters are wrong at most, and the field itself is not there as well.
    fn meant(self, name: &str) -> Option<&'static str> {
        let near = nearest(name, self.known.iter().copied())?;
        let there = self.there.iter().any(|(key, _)| key.text() == Some(near));
        (name.len() > 4 && !there && distance(name, near) <= 2).then_some(near)
    }
}

/// Decodes a node. `base` is the field path of the node itself.
pub(super) fn decode<'de, T: Deserialize<'de>>(node: &'de Node, base: &'de str) -> Result<(T, Vec<Ignored>), Misfit> {
    let position = RefCell::new(Position { base, path: Vec::new(), ignored: Vec::new(), types: Vec::new() });
    let value = T::deserialize(At { node, position: &position })?;
    Ok((value, position.into_inner().ignored))
}

#[derive(Clone, Copy)]
struct At<'de, 'p> {
    node: &'de Node,
    position: &'p RefCell<Position<'de>>,
}

impl<'de> At<'de, '_> {
    fn path(&self) -> String {
        let position = self.position.borrow();
        let mut path = position.base.to_owned();
        for part in &position.path {
            match part {
                Part::Key(key) => {
                    path += if path.is_empty() { "" } else { "." };
                    path += key;
                }
                Part::Index(index) => {
                    let _ = write!(path, "[{index}]");
                }
            }
        }
        path
    }

    /// Notes where an error came up, unless that is known already.
    fn locate<T>(&self, result: Result<T, Misfit>) -> Result<T, Misfit> {
        result.map_err(|misfit| self.located(misfit))
    }

    // What follows is no business of a single type, so there is one of each.

    #[inline(never)]
    fn located(&self, mut misfit: Misfit) -> Misfit {
        if misfit.0.at.is_none() {
            misfit.0.at = Some((self.path(), self.node.span));
        }
        misfit
    }

    #[inline(never)]
    fn misfit(&self, wanted: Wanted) -> Misfit {
        self.refused(Object::Misfit { wanted, found: self.node.found() })
    }

    #[inline(never)]
    fn refused(&self, problem: Object) -> Misfit {
        Misfit(Box::new(Reason { problem, at: Some((self.path(), self.node.span)) }))
    }

    #[inline(never)]
    fn whole(&self, low: i64, high: i64) -> Result<i64, Misfit> {
        match (&self.node.value, self.node.text().and_then(|text| text.parse::<i64>().ok())) {
            (Value::Scalar { plain: true, .. }, Some(number)) if (low..=high).contains(&number) => Ok(number),
            _ => Err(self.misfit(Wanted::Whole { low, high })),
        }
    }

    #[inline(never)]
    fn text(&self) -> Result<&'de str, Misfit> {
        match &self.node.value {
            Value::Scalar { plain: true, .. } if self.node.is_null() => Ok(""),
            Value::Scalar { text, plain: true } if is_number(text) || matches!(text.as_str(), "true" | "false") => {
                Err(self.refused(Object::Unquoted { text: text.clone() }))
            }
            Value::Scalar { text, .. } => Ok(text),
            _ => Err(self.misfit(Wanted::Text)),
        }
    }

    #[inline(never)]
    fn flag(&self) -> Result<bool, Misfit> {
        match (&self.node.value, self.node.text()) {
            (Value::Scalar { plain: true, .. }, Some("true" | "True" | "TRUE")) => Ok(true),
            (Value::Scalar { plain: true, .. }, Some("false" | "False" | "FALSE")) => Ok(false),
            _ => Err(self.misfit(Wanted::Flag)),
        }
    }

    #[inline(never)]
    fn word(&self, words: &'static [&'static str]) -> Result<&'de str, Misfit> {
        let known = || Wanted::Word { known: words.iter().map(|word| Str::from(*word)).collect() };
        self.node.text().filter(|word| words.contains(word)).ok_or_else(|| self.misfit(known()))
    }

    /// What a scalar is that may be any.
    #[inline(never)]
    fn scalar(&self) -> Scalar<'de> {
        match &self.node.value {
            Value::Scalar { text, plain: false } => Scalar::Text(text),
            _ if self.node.is_null() => Scalar::Nothing,
            _ => match self.node.text().unwrap_or_default() {
                "true" | "True" | "TRUE" => Scalar::Flag(true),
                "false" | "False" | "FALSE" => Scalar::Flag(false),
                // The text of other numbers says more than a float could: 129e6, 0.1.
                text => text.parse::<i64>().map_or(Scalar::Text(text), Scalar::Whole),
            },
        }
    }

    #[inline(never)]
    fn enter(&self, part: Part<'de>) {
        self.position.borrow_mut().path.push(part);
    }

    #[inline(never)]
    fn leave(&self) {
        self.position.borrow_mut().path.pop();
    }

    #[inline(never)]
    fn begin(&self, known: &'static [&'static str]) {
        let there = match &self.node.value {
            Value::Mapping(pairs) => pairs,
            _ => &[][..],
        };
        self.position.borrow_mut().types.push(Fields { known, there });
    }

    #[inline(never)]
    fn ignore(&self) {
        let path = self.path();
        let mut position = self.position.borrow_mut();
        let near = match (position.types.last(), position.path.last()) {
            (Some(fields), Some(Part::Key(name))) => fields.meant(name),
            _ => None,
        };
        position.ignored.push(Ignored { path, span: self.node.span, near });
    }
}

/// What a scalar is.
enum Scalar<'de> {
    Nothing,
    Flag(bool),
    Whole(i64),
    Text(&'de str),
}

impl<'de> Deserializer<'de> for At<'de, '_> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match &self.node.value {
            Value::Sequence(items) => return self.items(items, visitor),
            Value::Mapping(pairs) => return self.pairs(pairs, visitor),
            Value::Scalar { .. } => {}
        }
        self.locate(match self.scalar() {
            Scalar::Nothing => visitor.visit_unit(),
            Scalar::Flag(flag) => visitor.visit_bool(flag),
            Scalar::Whole(number) => visitor.visit_i64(number),
            Scalar::Text(text) => visitor.visit_str(text),
        })
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.locate(visitor.visit_str(self.text()?))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_bool(self.flag()?)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.locate(visitor.visit_i64(self.whole(i64::MIN, i64::MAX)?))
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.locate(visitor.visit_i64(self.whole(i32::MIN.into(), i32::MAX.into())?))
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.locate(visitor.visit_i64(self.whole(0, u32::MAX.into())?))
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.locate(visitor.visit_i64(self.whole(0, i64::MAX)?))
    }

    /// Types that read a scalar in a way of their own go by a name, so that what they want can be told.
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Misfit> {
        let wanted = match name {
            "Quantity" => Wanted::Quantity,
            "Time" => Wanted::Time,
            "IntOrString" => Wanted::WholeOrPercentage,
            _ => return visitor.visit_newtype_struct(self),
        };
        visitor.visit_newtype_struct(self).map_err(|_| self.misfit(wanted))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if self.node.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match &self.node.value {
            Value::Sequence(items) => self.items(items, visitor),
            _ => Err(self.misfit(Wanted::List)),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match &self.node.value {
            Value::Mapping(pairs) => self.pairs(pairs, visitor),
            _ => Err(self.misfit(Wanted::Mapping)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.begin(known);
        let value = self.deserialize_map(visitor)?;
        self.position.borrow_mut().types.pop();
        Ok(value)
    }

    /// A word out of a list.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.locate(visitor.visit_enum(self.word(words)?.into_deserializer()))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.ignore();
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i8 i16 i128 u8 u16 u128 f32 f64 char bytes byte_buf unit unit_struct tuple tuple_struct identifier
    }
}

/// Whether YAML takes a plain scalar for a number: `-1`, `.5`, `1e3`. Reading it as one would take a table of 10 kB.
fn is_number(text: &str) -> bool {
    fn unsigned(text: &str) -> &str {
        text.strip_prefix(['-', '+']).unwrap_or(text)
    }
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (number, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(number, rest)| (number, Some(rest)));
    let number = unsigned(number);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let exponent = exponent.map_or("0", unsigned);
    !exponent.is_empty() && digits(exponent) && digits(whole) && digits(fraction) && whole.len() + fraction.len() > 0
}

impl<'de> At<'de, '_> {
    fn items<V: Visitor<'de>>(self, items: &'de [Node], visitor: V) -> Result<V::Value, Misfit> {
        let result = visitor.visit_seq(Items { rest: items.iter().enumerate(), position: self.position });
        self.locate(result)
    }

    fn pairs<V: Visitor<'de>>(self, pairs: &'de [(Node, Node)], visitor: V) -> Result<V::Value, Misfit> {
        let result = visitor.visit_map(Pairs { rest: pairs.iter(), value: None, position: self.position });
        self.locate(result)
    }
}

struct Items<'de, 'p> {
    rest: std::iter::Enumerate<std::slice::Iter<'de, Node>>,
    position: &'p RefCell<Position<'de>>,
}

impl<'de> de::SeqAccess<'de> for Items<'de, '_> {
    type Error = Misfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Misfit> {
        let Some((index, node)) = self.rest.next() else { return Ok(None) };
        let at = At { node, position: self.position };
        at.enter(Part::Index(index));
        let value = seed.deserialize(at)?;
        at.leave();
        Ok(Some(value))
    }
}

struct Pairs<'de, 'p> {
    rest: std::slice::Iter<'de, (Node, Node)>,
    value: Option<&'de Node>,
    position: &'p RefCell<Position<'de>>,
}

impl<'de> Pairs<'de, '_> {
    /// To the next pair. A key with nothing behind it counts as an absent field, as in the Kubernetes API.
    #[inline(never)]
    fn next_key(&mut self) -> Option<&'de str> {
        let (key, node) = self.rest.find(|(_, value)| !value.is_null())?;
        let name = key.text().unwrap_or_default();
        self.value = Some(node);
        At { node, position: self.position }.enter(Part::Key(name));
        Some(name)
    }
}

impl<'de> de::MapAccess<'de> for Pairs<'de, '_> {
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Misfit> {
        let Some(name) = self.next_key() else { return Ok(None) };
        seed.deserialize(name.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Misfit> {
        let node = self.value.take().ok_or_else(|| de::Error::custom("a value is missing"))?;
        let at = At { node, position: self.position };
        let value = seed.deserialize(at)?;
        at.leave();
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::{Met, Misfit, is_number};
    use serde::de::{Error, Unexpected, value};

    #[test]
    fn a_number_is_what_can_be_read_as_one() {
        let numbers = ["0", "-1", "+1", ".5", "5.", "1.5", "1e3", "1E-3", "-.5e+2", "007"];
        let others =
            ["", "-", ".", "-.", "e3", "1e", "1e+", "1e3e3", "1.2.3", "1-2", "0x1f", "1_0", "1a", "--1", "+-1", "10Gi"];
        for text in numbers.into_iter().chain(others) {
            assert_eq!(is_number(text), text.parse::<f64>().is_ok(), "{text}");
        }
        assert!(numbers.into_iter().all(is_number));
    }

    /// What is wrong is said in serde's words, whose default would say them of any error.
    #[test]
    fn what_was_met_is_told_as_serde_tells_it() {
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
            assert_eq!(Met(met).to_string(), met.to_string());
            let theirs: [value::Error; 2] = [Error::invalid_type(met, &"a word"), Error::invalid_value(met, &"a word")];
            let ours: [Misfit; 2] = [Error::invalid_type(met, &"a word"), Error::invalid_value(met, &"a word")];
            for (ours, theirs) in ours.iter().zip(theirs) {
                let words = format!("Refused {{ words: {:?} }}", theirs.to_string());
                assert_eq!(ours.to_string(), words);
            }
        }
        assert_eq!(Met(Any::Float(0.5)).to_string(), "floating point");
    }
}
