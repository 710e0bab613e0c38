//! A field that only the engine needs.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An optional value that is left out of binary messages between page and worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOnly<T>(pub Option<T>);

impl<T> EngineOnly<T> {
    #[must_use]
    pub fn is_absent(&self) -> bool {
        self.0.is_none()
    }
}

impl<T> Default for EngineOnly<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Serialize> Serialize for EngineOnly<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { self.0.serialize(serializer) } else { serializer.serialize_unit() }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for EngineOnly<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return Option::deserialize(deserializer).map(Self);
        }
        <()>::deserialize(deserializer).map(|()| Self(None))
    }
}
