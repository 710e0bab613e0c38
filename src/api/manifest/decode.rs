//! Turns a tree into typed objects: a `serde` deserializer that knows where it is.

use std::cell::RefCell;
use std::fmt::{self, Write};

use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};

use super::tree::{Node, Span, Value};
use crate::api::Str;
use crate::api::problem::{Object, Wanted};

/// A field that the decoder does not know.
pub struct Ignored {
    pub path: String,
    pub span: Span,
}

/// Why a value does not fit, and where.
#[derive(Debug)]
pub struct Misfit {
    pub problem: Object,
    pub at: Option<(String, Span)>,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.problem, f)
    }
}

impl std::error::Error for Misfit {}

impl de::Error for Misfit {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { problem: Object::Refused { words: message.to_string().into() }, at: None }
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
}

/// Decodes a node. `base` is the field path of the node itself.
pub fn decode<'de, T: Deserialize<'de>>(node: &'de Node, base: &'de str) -> Result<(T, Vec<Ignored>), Misfit> {
    let position = RefCell::new(Position { base, path: Vec::new(), ignored: Vec::new() });
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
        result.map_err(|mut misfit| {
            if misfit.at.is_none() {
                misfit.at = Some((self.path(), self.node.span));
            }
            misfit
        })
    }

    fn misfit<T>(&self, wanted: Wanted) -> Result<T, Misfit> {
        self.refuse(Object::Misfit { wanted, found: self.node.found() })
    }

    fn refuse<T>(&self, problem: Object) -> Result<T, Misfit> {
        Err(Misfit { problem, at: Some((self.path(), self.node.span)) })
    }

    fn whole<V: Visitor<'de>>(&self, low: i64, high: i64, visitor: V) -> Result<V::Value, Misfit> {
        match (&self.node.value, self.node.text().and_then(|text| text.parse::<i64>().ok())) {
            (Value::Scalar { plain: true, .. }, Some(number)) if (low..=high).contains(&number) => {
                self.locate(visitor.visit_i64(number))
            }
            _ => self.misfit(Wanted::Whole { low, high }),
        }
    }
}

impl<'de> Deserializer<'de> for At<'de, '_> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let result = match &self.node.value {
            Value::Sequence(items) => return self.items(items, visitor),
            Value::Mapping(pairs) => return self.pairs(pairs, visitor),
            Value::Scalar { text, plain: false } => visitor.visit_str(text),
            Value::Scalar { .. } if self.node.is_null() => visitor.visit_unit(),
            Value::Scalar { text, .. } => match text.as_str() {
                "true" | "True" | "TRUE" => visitor.visit_bool(true),
                "false" | "False" | "FALSE" => visitor.visit_bool(false),
                text => match (text.parse::<i64>(), is_number(text)) {
                    (Ok(number), _) => visitor.visit_i64(number),
                    // The text of other numbers says more than a float could: 129e6, 0.1.
                    (Err(_), _) => visitor.visit_str(text),
                },
            },
        };
        self.locate(result)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let result = match &self.node.value {
            Value::Scalar { text, plain } => {
                if *plain && self.node.is_null() {
                    visitor.visit_str("")
                } else if *plain && (is_number(text) || matches!(text.as_str(), "true" | "false")) {
                    return self.refuse(Object::Unquoted { text: text.clone() });
                } else {
                    visitor.visit_str(text)
                }
            }
            _ => return self.misfit(Wanted::Text),
        };
        self.locate(result)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match (&self.node.value, self.node.text()) {
            (Value::Scalar { plain: true, .. }, Some("true" | "True" | "TRUE")) => visitor.visit_bool(true),
            (Value::Scalar { plain: true, .. }, Some("false" | "False" | "FALSE")) => visitor.visit_bool(false),
            _ => self.misfit(Wanted::Flag),
        }
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.whole(i64::MIN, i64::MAX, visitor)
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.whole(i32::MIN.into(), i32::MAX.into(), visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.whole(0, u32::MAX.into(), visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.whole(0, i64::MAX, visitor)
    }

    /// Types that read a scalar in a way of their own go by a name, so that what they want can be told.
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Misfit> {
        let wanted = match name {
            "Quantity" => Wanted::Quantity,
            "Time" => Wanted::Time,
            "IntOrString" => Wanted::WholeOrPercentage,
            _ => return visitor.visit_newtype_struct(self),
        };
        visitor.visit_newtype_struct(self).or_else(|_| self.misfit(wanted))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if self.node.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match &self.node.value {
            Value::Sequence(items) => self.items(items, visitor),
            _ => self.misfit(Wanted::List),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match &self.node.value {
            Value::Mapping(pairs) => self.pairs(pairs, visitor),
            _ => self.misfit(Wanted::Mapping),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.deserialize_map(visitor)
    }

    /// A word out of a list.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self.node.text() {
            Some(word) if words.contains(&word) => self.locate(visitor.visit_enum(word.into_deserializer())),
            _ => self.misfit(Wanted::Word { known: words.iter().map(|word| Str::from(*word)).collect() }),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let path = self.path();
        self.position.borrow_mut().ignored.push(Ignored { path, span: self.node.span });
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i8 i16 i128 u8 u16 u128 f32 f64 char bytes byte_buf unit unit_struct tuple tuple_struct identifier
    }
}

/// Whether YAML takes a plain scalar for a number.
fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.')) && text.parse::<f64>().is_ok()
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
        self.position.borrow_mut().path.push(Part::Index(index));
        let value = seed.deserialize(At { node, position: self.position })?;
        self.position.borrow_mut().path.pop();
        Ok(Some(value))
    }
}

struct Pairs<'de, 'p> {
    rest: std::slice::Iter<'de, (Node, Node)>,
    value: Option<&'de Node>,
    position: &'p RefCell<Position<'de>>,
}

impl<'de> de::MapAccess<'de> for Pairs<'de, '_> {
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Misfit> {
        // A key with nothing behind it counts as an absent field, as in the Kubernetes API.
        let Some((key, value)) = self.rest.find(|(_, value)| !value.is_null()) else { return Ok(None) };
        let name = key.text().unwrap_or_default();
        self.value = Some(value);
        self.position.borrow_mut().path.push(Part::Key(name));
        seed.deserialize(name.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Misfit> {
        let node = self.value.take().ok_or_else(|| de::Error::custom("a value is missing"))?;
        let value = seed.deserialize(At { node, position: self.position })?;
        self.position.borrow_mut().path.pop();
        Ok(value)
    }
}
