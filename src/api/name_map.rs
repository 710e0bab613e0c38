//! Small maps: the labels and amounts of an object are few, and a cluster has many objects.

use std::marker::PhantomData;

use serde::{
    de::{Deserialize, Deserializer, MapAccess, Visitor},
    ser::{Serialize, Serializer},
};

use super::{Quantity, Str, Table};

/// A map from names, sorted by name, in one piece of memory that is just large enough.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NameMap<V>(Vec<(Str, V)>);

/// Keys and values of labels or annotations.
pub type Labels = NameMap<Str>;

/// Amounts by resource name.
pub type ResourceList = NameMap<Quantity>;

impl<V> NameMap<V> {
    /// The value of `key`, if the key is there.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&V> {
        // Linear: entries are few, and a pointer or length difference usually settles a comparison.
        self.0.iter().find(|(k, _)| k == key).map(|(_, value)| value)
    }

    /// Whether `key` is there, with whatever value.
    #[must_use]
    pub fn contains(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Sets `key` to `value`, replacing an older value.
    pub fn insert(&mut self, key: Str, value: V) {
        match self.0.binary_search_by(|(k, _)| k.cmp(&key)) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (key, value)),
        }
    }

    /// Sets `key` to `value` unless the key is there.
    pub fn insert_if_absent(&mut self, key: &Str, value: &V)
    where
        V: Clone,
    {
        if !self.contains(key) {
            self.insert(key.clone(), value.clone());
        }
    }

    /// Takes `key` away.
    pub fn remove(&mut self, key: &str) {
        self.0.retain(|(k, _)| k != key);
    }

    /// Pairs in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&Str, &V)> {
        self.0.iter().map(|(k, v)| (k, v))
    }

    /// Whether there is nothing at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many entries there are.
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
        // By way of a map, so that of two values for one key the last counts.
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
