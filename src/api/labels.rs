//! Label maps: a few pairs each, so a sorted list is smaller and faster than a tree.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Str;

/// Keys and values of labels or annotations, sorted by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels(Vec<(Str, Str)>);

impl Labels {
    /// The value of `key`, if the key is there.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Str> {
        // Linear: labels are few, and a pointer or length difference usually settles a comparison.
        self.0.iter().find(|(k, _)| k == key).map(|(_, value)| value)
    }

    /// Whether `key` is there, with whatever value.
    #[must_use]
    pub fn contains(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Sets `key` to `value`, replacing an older value.
    pub fn insert(&mut self, key: Str, value: Str) {
        match self.0.binary_search_by(|(k, _)| k.cmp(&key)) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (key, value)),
        }
    }

    /// Takes `key` away.
    pub fn remove(&mut self, key: &str) {
        self.0.retain(|(k, _)| k != key);
    }

    /// Pairs in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&Str, &Str)> {
        self.0.iter().map(|(k, v)| (k, v))
    }

    /// Whether there is no label at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many labels there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

impl FromIterator<(Str, Str)> for Labels {
    fn from_iter<I: IntoIterator<Item = (Str, Str)>>(pairs: I) -> Self {
        Self(pairs.into_iter().collect::<BTreeMap<_, _>>().into_iter().collect())
    }
}

impl Serialize for Labels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Labels {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(BTreeMap::<Str, Str>::deserialize(deserializer)?.into_iter().collect())
    }
}
