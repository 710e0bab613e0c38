//! Compact maps: an object has few labels and amounts, and a cluster has many objects.

use std::marker::PhantomData;

use serde::{
    de::{Deserialize, Deserializer, MapAccess, Visitor},
    ser::{Serialize, Serializer},
};

use super::{Quantity, Str, Table};

/// A map from names to values in one allocation of minimal size, sorted by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NameMap<V>(Vec<(Str, V)>);

/// Labels or annotations.
pub type Labels = NameMap<Str>;

/// Amounts by the name of the resource.
pub type ResourceList = NameMap<Quantity>;

impl<V> NameMap<V> {
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&V> {
        // Linear: entries are few, and a pointer or length difference usually settles a comparison.
        self.0.iter().find(|(k, _)| k == key).map(|(_, value)| value)
    }

    #[must_use]
    pub fn contains(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Whether it has all entries of `required`, with the same values: what a map of labels selects, such as a Service's selector.
    #[must_use]
    pub fn contains_all(&self, required: &Self) -> bool
    where
        V: PartialEq,
    {
        required.iter().all(|(key, value)| self.get(key) == Some(value))
    }

    /// Sets `key` to `value`, replacing an existing value.
    pub fn insert(&mut self, key: Str, value: V) {
        match self.0.binary_search_by(|(k, _)| k.cmp(&key)) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (key, value)),
        }
    }

    /// Sets `key` to `value` unless the key exists.
    pub fn insert_if_absent(&mut self, key: &Str, value: &V)
    where
        V: Clone,
    {
        if !self.contains(key) {
            self.insert(key.clone(), value.clone());
        }
    }

    pub fn remove(&mut self, key: &str) {
        self.0.retain(|(k, _)| k != key);
    }

    /// The entries, ordered by key.
    pub fn iter(&self) -> impl Iterator<Item = (&Str, &V)> {
        self.0.iter().map(|(k, v)| (k, v))
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

impl<V> Default for NameMap<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V> FromIterator<(Str, V)> for NameMap<V> {
    fn from_iter<I: IntoIterator<Item = (Str, V)>>(pairs: I) -> Self {
        // Collected in a table first, so that the last of several values for a key wins.
        Self(pairs.into_iter().collect::<Table<_, _>>().into_iter().collect())
    }
}

impl<V: Serialize> Serialize for NameMap<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for NameMap<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MapVisitor<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for MapVisitor<V> {
            type Value = NameMap<V>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a map")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<NameMap<V>, A::Error> {
                let mut map = NameMap::default();
                while let Some((key, value)) = entries.next_entry()? {
                    map.insert(key, value);
                }
                map.0.shrink_to_fit();
                Ok(map)
            }
        }
        deserializer.deserialize_map(MapVisitor(PhantomData))
    }
}
