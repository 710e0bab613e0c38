//! Values within a message that are encoded separately.

use std::{cell::OnceCell, fmt, marker::PhantomData, rc::Rc};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, de::DeserializeOwned};

use super::{decode, encode};

/// A value that is stored as bytes and decoded on first access. The receiver of a message therefore needs no code for parts that only a chunk
/// reads, and the sender none for parts that only a chunk creates. In human-readable formats such as JSON, it is serialized as the value itself.
pub struct EncodedValue<T>(Rc<Inner<T>>);

struct Inner<T> {
    bytes: Vec<u8>,
    /// The value, once it has been decoded.
    value: OnceCell<T>,
}

/// The `postcard` encoding of an empty list.
const EMPTY_LIST: [u8; 1] = [0];

impl<T> EncodedValue<T> {
    fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(Rc::new(Inner { bytes, value: OnceCell::new() }))
    }

    /// Whether both share the same bytes in memory.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: Serialize> EncodedValue<T> {
    #[must_use]
    pub fn new(value: &T) -> Self {
        Self::from_bytes(encode(value).unwrap_or_default())
    }
}

impl<T: DeserializeOwned> EncodedValue<T> {
    /// The value; decoded on the first call.
    #[must_use]
    pub fn get(&self) -> &T {
        self.0.value.get_or_init(|| self.decode())
    }

    /// Decodes the value without keeping it.
    #[must_use]
    pub fn decode(&self) -> T {
        decode(&self.0.bytes)
    }
}

impl<T> EncodedValue<Vec<T>> {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.bytes == EMPTY_LIST
    }
}

impl<T: DeserializeOwned> EncodedValue<Vec<T>> {
    #[must_use]
    pub fn items(&self) -> &[T] {
        self.get()
    }
}

impl<T> Default for EncodedValue<Vec<T>> {
    fn default() -> Self {
        Self::from_bytes(EMPTY_LIST.to_vec())
    }
}

impl<T> Clone for EncodedValue<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> PartialEq for EncodedValue<T> {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other) || self.0.bytes == other.0.bytes
    }
}

impl<T> Eq for EncodedValue<T> {}

impl<T: DeserializeOwned + fmt::Debug> fmt::Debug for EncodedValue<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl<T: Serialize + DeserializeOwned> Serialize for EncodedValue<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return self.get().serialize(serializer);
        }
        serializer.serialize_bytes(&self.0.bytes)
    }
}

impl<'de, T: Serialize + DeserializeOwned> Deserialize<'de> for EncodedValue<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return T::deserialize(deserializer).map(|value| Self::new(&value));
        }
        deserializer.deserialize_byte_buf(BytesVisitor(PhantomData))
    }
}

struct BytesVisitor<T>(PhantomData<T>);

impl<T> de::Visitor<'_> for BytesVisitor<T> {
    type Value = EncodedValue<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<EncodedValue<T>, E> {
        Ok(EncodedValue::from_bytes(bytes.to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use super::EncodedValue;
    use crate::{decode, encode};

    #[test]
    fn a_value_travels_as_bytes_and_is_itself_in_json() {
        let list = vec!["a".to_owned(), "b".to_owned()];
        let encoded = EncodedValue::new(&list);
        let message = encode(&(7_u8, &encoded, 8_u8)).expect("bytes");
        let (before, arrived, after): (u8, EncodedValue<Vec<String>>, u8) = decode(&message);
        assert_eq!((before, after), (7, 8));
        assert!(arrived == encoded && !arrived.is_empty());
        assert_eq!(arrived.items(), list);
        let json = serde_json::to_string(&arrived).expect("JSON");
        assert_eq!(json, r#"["a","b"]"#);
        assert_eq!(serde_json::from_str::<EncodedValue<Vec<String>>>(&json).expect("a list"), encoded);
    }

    #[test]
    fn an_empty_list_is_known_without_decoding() {
        let empty = EncodedValue::<Vec<String>>::default();
        assert!(empty.is_empty() && empty == EncodedValue::new(&Vec::new()));
        assert!(empty.items().is_empty());
    }
}
