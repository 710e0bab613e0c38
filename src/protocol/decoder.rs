//! Decodes data encoded with `postcard`: messages, and the values within them.
//!
//! Both ends of a message come from the same build, so bytes that can't be decoded are a broken invariant, and the decoder panics. Its error type
//! has no value ([`NoError`]), so the compiler drops all code that would return an error or drop a half-decoded value. That was most of the code
//! for decoding a large type, and is why `postcard`'s own decoder is not used.

use std::{error, fmt};

use serde::{
    de::{
        DeserializeSeed, Deserializer, EnumAccess, Error, Expected, IntoDeserializer, MapAccess, SeqAccess, Unexpected,
        VariantAccess, Visitor,
    },
    forward_to_deserialize_any,
};

/// An error that never occurs.
#[derive(Debug)]
pub(crate) enum NoError {}

impl fmt::Display for NoError {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl error::Error for NoError {}

// Every constructor is implemented, because the provided ones format their arguments, which needs more code.
impl Error for NoError {
    #[inline]
    fn custom<T: fmt::Display>(_: T) -> Self {
        fail()
    }

    #[inline]
    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        fail()
    }

    #[inline]
    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        fail()
    }

    #[inline]
    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        fail()
    }

    #[inline]
    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        fail()
    }

    #[inline]
    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        fail()
    }

    #[inline]
    fn missing_field(_: &'static str) -> Self {
        fail()
    }

    #[inline]
    fn duplicate_field(_: &'static str) -> Self {
        fail()
    }
}

#[cold]
#[inline(never)]
fn fail() -> ! {
    panic!("a message of another build")
}

/// The bytes of a message that are not decoded yet.
pub(crate) struct Decoder<'de>(pub(crate) &'de [u8]);

impl<'de> Decoder<'de> {
    #[inline(never)]
    fn take_byte(&mut self) -> u8 {
        let Some((byte, rest)) = self.0.split_first() else { fail() };
        self.0 = rest;
        *byte
    }

    /// A variable-length integer: seven bits per byte, lowest bits first; the eighth bit is set in all bytes but the last.
    #[inline(never)]
    fn take_number(&mut self) -> u64 {
        let Some(last) = self.0.iter().position(|byte| *byte < 0x80) else { fail() };
        let (bytes, rest) = self.0.split_at(last + 1);
        self.0 = rest;
        bytes.iter().rev().fold(0, |number, byte| number << 7 | u64::from(byte & 0x7f))
    }

    /// A zigzag-encoded integer: the lowest bit is the sign.
    fn take_signed(&mut self) -> i64 {
        let number = self.take_number();
        (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
    }

    fn take_length(&mut self) -> usize {
        usize::try_from(self.take_number()).unwrap_or_else(|_| fail())
    }

    #[inline(never)]
    fn take_bytes(&mut self) -> &'de [u8] {
        let length = self.take_length();
        let Some((bytes, rest)) = self.0.split_at_checked(length) else { fail() };
        self.0 = rest;
        bytes
    }

    #[inline(never)]
    fn take_text(&mut self) -> &'de str {
        std::str::from_utf8(self.take_bytes()).unwrap_or_else(|_| fail())
    }

    fn take_array<const N: usize>(&mut self) -> [u8; N] {
        let Some((bytes, rest)) = self.0.split_first_chunk() else { fail() };
        self.0 = rest;
        *bytes
    }
}

/// Implements the methods for numbers of several bytes, from the method that reads the number and the visitor's method.
macro_rules! decode_numbers {
    ($($decode:ident $take:ident $visit:ident)*) => {$(
        fn $decode<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoError> {
            visitor.$visit(self.$take().try_into().unwrap_or_else(|_| fail()))
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut Decoder<'de> {
    type Error = NoError;

    // The format is not self-describing, so these can't be decoded.
    forward_to_deserialize_any! { i128 u128 f32 char identifier ignored_any }

    decode_numbers! {
        deserialize_u16 take_number visit_u16
        deserialize_u32 take_number visit_u32
        deserialize_i16 take_signed visit_i16
        deserialize_i32 take_signed visit_i32
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, NoError> {
        fail()
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoError> {
        visitor.visit_bool(self.take_byte() != 0)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoError> {
        visitor.visit_u8(self.take_byte())
    }

    fn deserialize_i8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoError> {
        visitor.visit_i8(self.take_byte().cast_signed())
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoError> {
        visitor.visit_u64(self.take_number())
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoError> {
        visitor.visit_i64(self.take_signed())
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoError> {
        visitor.visit_f64(f64::from_le_bytes(self.take_array()))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoError> {
        visitor.visit_borrowed_str(self.take_text())
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoError> {
        visitor.visit_borrowed_bytes(self.take_bytes())
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoError> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoError> {
        if self.take_byte() == 0 { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoError> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, NoError> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, NoError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoError> {
        let length = self.take_length();
        visitor.visit_seq(Elements { decoder: self, length })
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NoError> {
        let length = self.take_length();
        visitor.visit_map(Elements { decoder: self, length })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, NoError> {
        visitor.visit_seq(Fields(self))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, NoError> {
        visitor.visit_seq(Fields(self))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, NoError> {
        visitor.visit_seq(Fields(self))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, NoError> {
        visitor.visit_enum(self)
    }
}

/// The fields of a struct or tuple. A visitor requests exactly as many as there are.
struct Fields<'a, 'de>(&'a mut Decoder<'de>);

impl<'de> SeqAccess<'de> for Fields<'_, 'de> {
    type Error = NoError;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, NoError> {
        seed.deserialize(&mut *self.0).map(Some)
    }
}

/// The elements of a list or the entries of a map, with the number of remaining ones.
struct Elements<'a, 'de> {
    decoder: &'a mut Decoder<'de>,
    length: usize,
}

impl Elements<'_, '_> {
    /// Counts another element down; returns whether there is one.
    fn begin_next(&mut self) -> bool {
        let has_next = self.length > 0;
        self.length -= usize::from(has_next);
        has_next
    }
}

impl<'de> SeqAccess<'de> for Elements<'_, 'de> {
    type Error = NoError;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, NoError> {
        if self.begin_next() { seed.deserialize(&mut *self.decoder).map(Some) } else { Ok(None) }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.length)
    }
}

impl<'de> MapAccess<'de> for Elements<'_, 'de> {
    type Error = NoError;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, NoError> {
        self.next_element_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, NoError> {
        seed.deserialize(&mut *self.decoder)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.length)
    }
}

impl<'de> EnumAccess<'de> for &mut Decoder<'de> {
    type Error = NoError;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), NoError> {
        let index = u32::try_from(self.take_number()).unwrap_or_else(|_| fail());
        Ok((seed.deserialize(index.into_deserializer())?, self))
    }
}

impl<'de> VariantAccess<'de> for &mut Decoder<'de> {
    type Error = NoError;

    fn unit_variant(self) -> Result<(), NoError> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, NoError> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, NoError> {
        visitor.visit_seq(Fields(self))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, NoError> {
        visitor.visit_seq(Fields(self))
    }
}

#[cfg(test)]
mod tests {
    use api::Table;
    use serde::{Deserialize, Serialize};

    use crate::{decode, encode};

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Shape {
        Unit,
        Newtype(Option<i64>),
        Tuple(u8, i8, bool),
        Struct { text: String, map: Table<String, f64>, list: Vec<Shape>, pair: (u16, i16), none: () },
    }

    #[test]
    fn what_postcard_encodes_is_decoded() {
        let numbers = [0, 1, 127, 128, -1, i64::MAX, i64::MIN].map(|number| Shape::Newtype(Some(number)));
        let mut list: Vec<Shape> = numbers.into();
        list.extend([Shape::Unit, Shape::Newtype(None), Shape::Tuple(200, -100, true)]);
        let map = Table::from_iter([("a".to_owned(), 0.5), (String::new(), -1e300)]);
        let value = Shape::Struct { text: "节点".into(), map, list, pair: (u16::MAX, i16::MIN), none: () };
        let message = (value, u64::MAX, u32::MAX, i32::MIN, usize::MAX);
        assert_eq!(decode::<(Shape, u64, u32, i32, usize)>(&encode(&message).expect("bytes")), message);
    }

    #[test]
    #[should_panic(expected = "a message of another build")]
    fn bytes_that_end_early_are_no_message() {
        decode::<(u8, String)>(&encode(&(1_u8, "node")).expect("bytes")[..3]);
    }

    #[test]
    #[should_panic(expected = "a message of another build")]
    fn an_unknown_variant_is_no_message() {
        decode::<Shape>(&[4]);
    }
}
