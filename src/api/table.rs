//! Ordered maps that generate little code for each type of value.

use std::{borrow::Borrow, cmp::Ordering, fmt, iter::Flatten, marker::PhantomData, mem, ops::Index, slice, vec};

use serde::{
    de::{Deserialize, Deserializer, MapAccess, Visitor},
    ser::{Serialize, Serializer},
};

/// The most entries of a leaf; a full leaf is split.
const LEAF: usize = 64;

/// Entries, ordered by key.
type Leaf<K, V> = Vec<(K, V)>;

/// An ordered map like `BTreeMap`: a tree of one level whose leaves are vectors.
///
/// It exists because programs for a browser have to be small. Maps are compiled for each layout of key and value; the balancing of a `BTreeMap` took
/// 7 kB of WebAssembly for each of 36 layouts, an eighth of the engine. This one mostly uses the code of vectors, which exists anyway. A lookup takes
/// about as long as in a `BTreeMap` (up to 150,000 entries with strings as keys), iterating and cloning are faster. Inserting and removing in mixed
/// order moves the entries of a leaf, and takes up to three times as long if values are large.
pub struct Table<K, V> {
    /// No leaf is empty, and all keys of a leaf are smaller than those of the next one.
    leaves: Vec<Leaf<K, V>>,
    len: usize,
}

/// The index of a leaf, and an index within it.
type EntryPosition = (usize, usize);

impl<K, V> Table<K, V> {
    /// An empty table, which allocates no memory.
    #[must_use]
    pub const fn new() -> Self {
        Self { leaves: Vec::new(), len: 0 }
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All entries, ordered by key.
    #[must_use]
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { leaves: self.leaves.iter(), leaf: [].iter() }
    }

    pub fn keys(&self) -> impl Iterator<Item = &K> + Clone {
        self.iter().map(|(key, _)| key)
    }

    /// All values, ordered by key.
    pub fn values(&self) -> impl Iterator<Item = &V> + Clone {
        self.iter().map(|(_, value)| value)
    }

    /// All entries with mutable values, ordered by key.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.leaves.iter_mut().flatten().map(|(key, value)| (&*key, value))
    }

    /// All mutable values, ordered by key.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.leaves.iter_mut().flatten().map(|(_, value)| value)
    }

    /// The entry with the smallest key.
    #[must_use]
    pub fn first(&self) -> Option<(&K, &V)> {
        self.iter().next()
    }

    /// All values of a consumed table, ordered by key.
    pub fn into_values(self) -> impl Iterator<Item = V> {
        self.into_iter().map(|(_, value)| value)
    }

    /// Keeps the entries for which `is_kept` holds. It is called in the order of the keys.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&K, &mut V) -> bool) {
        for leaf in &mut self.leaves {
            leaf.retain_mut(|(key, value)| is_kept(key, value));
        }
        self.leaves.retain(|leaf| !leaf.is_empty());
        self.len = self.leaves.iter().map(Vec::len).sum();
    }

    /// Removes and returns the entry at a position.
    fn take_entry(&mut self, (at, within): EntryPosition) -> (K, V) {
        let entry = self.leaves[at].remove(within);
        self.len -= 1;
        // Joining small leaves prevents a table through which many entries passed from keeping a leaf for each remaining one.
        self.join_leaves(at);
        self.join_leaves(at.saturating_sub(1));
        debug_assert!(self.leaves.len() <= self.len, "no leaf is empty");
        entry
    }

    /// Joins a leaf and the next one if both together are small, and removes an empty leaf.
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

    /// Inserts an entry at the position that [`find_position`](Self::find_position) returned as an error.
    fn insert_entry(&mut self, (mut at, mut within): EntryPosition, key: K, value: V) -> &mut V {
        if self.leaves.is_empty() {
            self.leaves.push(Vec::new());
        }
        if self.leaves[at].len() == LEAF {
            // A leaf is split at its end if entries are inserted in order, so that leaves stay full.
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

/// The index of a key in an ordered sequence of `count` keys, or as an error the index at which it would be inserted. `compare` compares the key at
/// an index with it.
///
/// The standard library's search does not stop when it finds the key, and waits for each comparison before it starts the next: with strings as keys
/// it took two to four times as long.
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
    /// The position of a key, or as an error the position at which it would be inserted.
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

    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.get_key_value(key).map(|(_, value)| value)
    }

    /// The stored key with its value.
    pub fn get_key_value<Q: Ord + ?Sized>(&self, key: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
    {
        let (at, offset) = self.find_position(key).ok()?;
        let (key, value) = &self.leaves[at][offset];
        Some((key, value))
    }

    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let (at, offset) = self.find_position(key).ok()?;
        Some(&mut self.leaves[at][offset].1)
    }

    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find_position(key).is_ok()
    }

    /// The entries whose keys are not smaller than `key`, which need not be in the table.
    pub fn range_from<Q: Ord + ?Sized>(&self, key: &Q) -> Iter<'_, K, V>
    where
        K: Borrow<Q>,
    {
        let (at, offset) = self.find_position(key).unwrap_or_else(|place| place);
        let mut leaves = self.leaves[at..].iter();
        let leaf = leaves.next().map_or([].iter(), |leaf| leaf[offset..].iter());
        Iter { leaves, leaf }
    }

    /// Sets the value of a key, and returns the previous one.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find_position(&key) {
            Ok((at, within)) => Some(mem::replace(&mut self.leaves[at][within].1, value)),
            Err(place) => {
                debug_assert!(self.is_between(place, &key), "keys are ordered");
                self.insert_entry(place, key, value);
                None
            }
        }
    }

    /// The mutable value of a key, which is inserted with the value of `make` if absent.
    pub fn or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        match self.find_position(&key) {
            Ok((at, within)) => &mut self.leaves[at][within].1,
            Err(place) => {
                debug_assert!(self.is_between(place, &key), "keys are ordered");
                self.insert_entry(place, key, make())
            }
        }
    }

    /// Whether a key belongs between the entries around a position.
    fn is_between(&self, (at, within): EntryPosition, key: &K) -> bool {
        let leaf = |at: usize| self.leaves.get(at).map_or(&[][..], Vec::as_slice);
        let before = match within {
            0 => at.checked_sub(1).and_then(|at| leaf(at).last()),
            _ => leaf(at).get(within - 1),
        };
        let after = leaf(at).get(within).or_else(|| leaf(at + 1).first());
        before.is_none_or(|(before, _)| before < key) && after.is_none_or(|(after, _)| key < after)
    }

    /// The mutable value of a key, which is inserted with `value` if absent.
    pub fn or_insert(&mut self, key: K, value: V) -> &mut V {
        self.or_insert_with(key, || value)
    }

    /// The mutable value of a key, which is inserted with the default if absent.
    pub fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        self.or_insert_with(key, V::default)
    }

    /// Removes an entry and returns its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.remove_entry(key).map(|(_, value)| value)
    }

    /// Removes and returns an entry.
    pub fn remove_entry<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<(K, V)>
    where
        K: Borrow<Q>,
    {
        let place = self.find_position(key).ok()?;
        Some(self.take_entry(place))
    }

    /// Removes and returns the entry with the smallest key.
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

/// An iterator over the entries of a table, ordered by key.
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
        // Not leaf by leaf: the distribution over leaves depends on the order of insertions.
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
