//! Maps in the order of their keys, with little code for each type of value.

use std::{borrow::Borrow, cmp::Ordering, fmt, iter::Flatten, marker::PhantomData, mem, ops::Index, slice, vec};

use serde::{
    de::{Deserialize, Deserializer, MapAccess, Visitor},
    ser::{Serialize, Serializer},
};

/// Entries of a leaf at most; a full one is halved.
const LEAF: usize = 64;

/// Entries in the order of their keys.
type Leaf<K, V> = Vec<(K, V)>;

/// A map in the order of its keys, as a `BTreeMap` is: a tree of one level, whose leaves are vectors.
///
/// It is here because programs for a browser have to be small. The compiler makes a map's code anew for every layout of key and
/// value; all that balances a tree made that 7 kB of WebAssembly for each of 36 layouts, an eighth of the engine. Here it is
/// mostly the code of vectors, which is there anyway. Looking up takes about as long as in a `BTreeMap` (up to 150,000 entries, texts
/// as keys), walking through and cloning less. Putting in and taking out in mixed order moves what stands in the same leaf: with large
/// values it takes up to three times as long.
pub struct Table<K, V> {
    /// None is empty, and all keys of one come before those of the next.
    leaves: Vec<Leaf<K, V>>,
    len: usize,
}

/// The number of a leaf and a place within it.
type EntryPosition = (usize, usize);

impl<K, V> Table<K, V> {
    /// A table without entries, which takes no memory of its own.
    #[must_use]
    pub const fn new() -> Self {
        Self { leaves: Vec::new(), len: 0 }
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All entries, in the order of their keys.
    #[must_use]
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { leaves: self.leaves.iter(), leaf: [].iter() }
    }

    /// All keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &K> + Clone {
        self.iter().map(|(key, _)| key)
    }

    /// All values, in the order of their keys.
    pub fn values(&self) -> impl Iterator<Item = &V> + Clone {
        self.iter().map(|(_, value)| value)
    }

    /// All entries, in the order of their keys, with values to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.leaves.iter_mut().flatten().map(|(key, value)| (&*key, value))
    }

    /// All values, in the order of their keys, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.leaves.iter_mut().flatten().map(|(_, value)| value)
    }

    /// The entry with the lowest key.
    #[must_use]
    pub fn first(&self) -> Option<(&K, &V)> {
        self.iter().next()
    }

    /// All values, in the order of their keys; the table is used up.
    pub fn into_values(self) -> impl Iterator<Item = V> {
        self.into_iter().map(|(_, value)| value)
    }

    /// Keeps the entries of which `keep` says so. It is asked in the order of the keys.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&K, &mut V) -> bool) {
        for leaf in &mut self.leaves {
            leaf.retain_mut(|(key, value)| is_kept(key, value));
        }
        self.leaves.retain(|leaf| !leaf.is_empty());
        self.len = self.leaves.iter().map(Vec::len).sum();
    }

    /// Takes the entry at a place out.
    fn take_entry(&mut self, (at, within): EntryPosition) -> (K, V) {
        let entry = self.leaves[at].remove(within);
        self.len -= 1;
        // Else a table that many entries went through would keep a leaf for each that stayed.
        self.join_leaves(at);
        self.join_leaves(at.saturating_sub(1));
        debug_assert!(self.leaves.len() <= self.len, "no leaf is empty");
        entry
    }

    /// Makes one leaf of a leaf and the next, if both together are small.
    fn join_leaves(&mut self, at: usize) {
        if let Some([leaf, next]) = self.leaves.get_mut(at..at + 2)
            && leaf.len() + next.len() <= LEAF / 2
        {
            leaf.append(next);
            self.leaves.remove(at + 1);
        }
        if self.leaves.get(at).is_some_and(Vec::is_empty) {
            self.leaves.remove(at);
        }
    }

    /// Puts an entry where its key belongs and was not found.
    fn insert_entry(&mut self, (mut at, mut within): EntryPosition, key: K, value: V) -> &mut V {
        if self.leaves.is_empty() {
            self.leaves.push(Vec::new());
        }
        if self.leaves[at].len() == LEAF {
            // What comes in order fills its leaves.
            let cut = if within == LEAF { LEAF } else { LEAF / 2 };
            let rest = self.leaves[at].split_off(cut);
            self.leaves.insert(at + 1, rest);
            if within >= cut {
                (at, within) = (at + 1, within - cut);
            }
        }
        self.len += 1;
        self.leaves[at].insert(within, (key, value));
        debug_assert!(self.leaves[at].len() <= LEAF, "a full leaf is halved");
        &mut self.leaves[at][within].1
    }
}

/// Where a key stands among so many in order, or else where it would, by how each compares with it.
///
/// The standard library's search goes on after it has found the key, and waits for each comparison before it begins the next:
/// with texts as keys it took two to four times as long.
fn binary_search(count: usize, compare: impl Fn(usize) -> Ordering) -> Result<usize, usize> {
    let (mut low_index, mut high) = (0, count);
    while low_index < high {
        let middle = usize::midpoint(low_index, high);
        match compare(middle) {
            Ordering::Less => low_index = middle + 1,
            Ordering::Equal => return Ok(middle),
            Ordering::Greater => high = middle,
        }
    }
    Err(low_index)
}

impl<K: Ord, V> Table<K, V> {
    /// Where a key stands, or else where it would.
    fn find_position<Q: Ord + ?Sized>(&self, key: &Q) -> Result<EntryPosition, EntryPosition>
    where
        K: Borrow<Q>,
    {
        let at = match binary_search(self.leaves.len(), |at| self.leaves[at][0].0.borrow().cmp(key)) {
            Ok(at) => return Ok((at, 0)),
            Err(after) => after.saturating_sub(1),
        };
        let Some(leaf) = self.leaves.get(at) else { return Err((0, 0)) };
        match binary_search(leaf.len(), |offset| leaf[offset].0.borrow().cmp(key)) {
            Ok(offset) => Ok((at, offset)),
            Err(offset) => Err((at, offset)),
        }
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.get_key_value(key).map(|(_, value)| value)
    }

    /// An entry.
    pub fn get_key_value<Q: Ord + ?Sized>(&self, key: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
    {
        let (at, offset) = self.find_position(key).ok()?;
        let (key, value) = &self.leaves[at][offset];
        Some((key, value))
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let (at, offset) = self.find_position(key).ok()?;
        Some(&mut self.leaves[at][offset].1)
    }

    /// Whether there is such a key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find_position(key).is_ok()
    }

    /// The entries from a key on, be it there or not.
    pub fn range_from<Q: Ord + ?Sized>(&self, key: &Q) -> Iter<'_, K, V>
    where
        K: Borrow<Q>,
    {
        let (at, offset) = self.find_position(key).unwrap_or_else(|place| place);
        let mut leaves = self.leaves[at..].iter();
        let leaf = leaves.next().map_or([].iter(), |leaf| leaf[offset..].iter());
        Iter { leaves, leaf }
    }

    /// Sets the value of a key, and gives the one that it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find_position(&key) {
            Ok((at, within)) => Some(mem::replace(&mut self.leaves[at][within].1, value)),
            Err(place) => {
                debug_assert!(self.is_between(place, &key), "keys stand in their order");
                self.insert_entry(place, key, value);
                None
            }
        }
    }

    /// The value of a key, to be changed; a key that is not there gets the value that is made.
    pub fn or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        match self.find_position(&key) {
            Ok((at, within)) => &mut self.leaves[at][within].1,
            Err(place) => {
                debug_assert!(self.is_between(place, &key), "keys stand in their order");
                self.insert_entry(place, key, make())
            }
        }
    }

    /// Whether a key belongs between the entries around a place.
    fn is_between(&self, (at, within): EntryPosition, key: &K) -> bool {
        let leaf = |at: usize| self.leaves.get(at).map_or(&[][..], Vec::as_slice);
        let before = match within {
            0 => at.checked_sub(1).and_then(|at| leaf(at).last()),
            _ => leaf(at).get(within - 1),
        };
        let after = leaf(at).get(within).or_else(|| leaf(at + 1).first());
        before.is_none_or(|(before, _)| before < key) && after.is_none_or(|(after, _)| key < after)
    }

    /// The value of a key, to be changed; a key that is not there gets this one.
    pub fn or_insert(&mut self, key: K, value: V) -> &mut V {
        self.or_insert_with(key, || value)
    }

    /// The value of a key, to be changed; a key that is not there gets a default.
    pub fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        self.or_insert_with(key, V::default)
    }

    /// Takes an entry out, and gives its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.remove_entry(key).map(|(_, value)| value)
    }

    /// Takes an entry out.
    pub fn remove_entry<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<(K, V)>
    where
        K: Borrow<Q>,
    {
        let place = self.find_position(key).ok()?;
        Some(self.take_entry(place))
    }

    /// Takes the entry with the lowest key out.
    pub fn pop_first(&mut self) -> Option<(K, V)> {
        (!self.is_empty()).then(|| self.take_entry((0, 0)))
    }
}

impl<K: Ord + Borrow<Q>, V, Q: Ord + ?Sized> Index<&Q> for Table<K, V> {
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("the key is there")
    }
}

/// The entries of a table, in the order of their keys.
pub struct Iter<'t, K, V> {
    leaves: slice::Iter<'t, Leaf<K, V>>,
    leaf: slice::Iter<'t, (K, V)>,
}

impl<'t, K, V> Iterator for Iter<'t, K, V> {
    type Item = (&'t K, &'t V);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((key, value)) = self.leaf.next() {
                return Some((key, value));
            }
            self.leaf = self.leaves.next()?.iter();
        }
    }
}

impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Self { leaves: self.leaves.clone(), leaf: self.leaf.clone() }
    }
}

impl<'t, K, V> IntoIterator for &'t Table<K, V> {
    type Item = (&'t K, &'t V);
    type IntoIter = Iter<'t, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<K, V> IntoIterator for Table<K, V> {
    type Item = (K, V);
    type IntoIter = Flatten<vec::IntoIter<Leaf<K, V>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.leaves.into_iter().flatten()
    }
}

impl<K: Ord, V> Extend<(K, V)> for Table<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Table<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut table = Self::new();
        table.extend(entries);
        table
    }
}

impl<K, V> Default for Table<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Clone, V: Clone> Clone for Table<K, V> {
    fn clone(&self) -> Self {
        Self { leaves: self.leaves.clone(), len: self.len }
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for Table<K, V> {
    fn eq(&self, other: &Self) -> bool {
        // Not leaf by leaf: how entries are spread over them tells in which order they came.
        self.len == other.len && self.iter().eq(other.iter())
    }
}

impl<K: Eq, V: Eq> Eq for Table<K, V> {}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for Table<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<K: Serialize, V: Serialize> Serialize for Table<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(Some(self.len))?;
        for (key, value) in self {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Deserialize<'de> for Table<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TableVisitor<K, V>(PhantomData<(K, V)>);
        impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Visitor<'de> for TableVisitor<K, V> {
            type Value = Table<K, V>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
                let mut table = Table::new();
                while let Some((key, value)) = entries.next_entry()? {
                    table.insert(key, value);
                }
                Ok(table)
            }
        }
        deserializer.deserialize_map(TableVisitor(PhantomData))
    }
}

#[cfg(test)]
mod tests;
