//! A sorted map that is cheap to clone and to compare with its clones, for the states of a run, of which each differs little from the last.

use std::{borrow::Borrow, cmp::Ordering, fmt, ops::Index, rc::Rc};

/// The largest number of entries of a leaf; a full one is split.
const LEAF: usize = 64;

type Leaf<K, V> = Vec<(K, Rc<V>)>;

/// A map from names (strings, or types that are ordered like their string) to shared values, sorted by name. Entries are stored in leaves, which
/// clones share until one of them changes an entry.
pub struct SharedMap<K, V> {
    /// None of the leaves is empty.
    leaves: Vec<Rc<Leaf<K, V>>>,
    len: usize,
}

impl<K: Borrow<str> + Ord + Clone, V> SharedMap<K, V> {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The index of the leaf in which a key is or would be inserted, and the position within it.
    fn position_of(&self, key: &str) -> (usize, Result<usize, usize>) {
        let after = self.leaves.partition_point(|leaf| leaf.first().is_some_and(|(first, _)| (*first).borrow() <= key));
        let at = after.saturating_sub(1);
        let offset =
            self.leaves.get(at).map_or(Err(0), |leaf| leaf.binary_search_by(|(other, _)| (*other).borrow().cmp(key)));
        (at, offset)
    }

    pub fn get_key_value<Q: Borrow<str> + ?Sized>(&self, key: &Q) -> Option<(&K, &Rc<V>)> {
        let (at, offset) = self.position_of(key.borrow());
        let (key, value) = &self.leaves.get(at)?[offset.ok()?];
        Some((key, value))
    }

    pub fn get<Q: Borrow<str> + ?Sized>(&self, key: &Q) -> Option<&Rc<V>> {
        self.get_key_value(key).map(|(_, value)| value)
    }

    pub fn contains_key<Q: Borrow<str> + ?Sized>(&self, key: &Q) -> bool {
        self.get(key).is_some()
    }

    /// Mutable access to the value of a key.
    pub fn get_mut<Q: Borrow<str> + ?Sized>(&mut self, key: &Q) -> Option<&mut Rc<V>> {
        let (at, offset) = self.position_of(key.borrow());
        let offset = offset.ok()?;
        Some(&mut Rc::make_mut(&mut self.leaves[at])[offset].1)
    }

    pub fn insert(&mut self, key: K, value: Rc<V>) {
        let (at, offset) = self.position_of(key.borrow());
        if self.leaves.is_empty() {
            self.leaves.push(Rc::default());
        }
        let leaf = Rc::make_mut(&mut self.leaves[at]);
        match offset {
            Ok(offset) => leaf[offset].1 = value,
            Err(offset) => {
                leaf.insert(offset, (key, value));
                let neighbors = offset.saturating_sub(1)..(offset + 2).min(leaf.len());
                debug_assert!(leaf[neighbors].is_sorted_by(|one, next| one.0 < next.0), "keys stand in their order");
                self.len += 1;
                if leaf.len() > LEAF {
                    // Entries that are inserted in order fill their leaves completely.
                    let half = if offset + 1 == leaf.len() { LEAF } else { LEAF / 2 };
                    let rest = leaf.split_off(half);
                    self.leaves.insert(at + 1, Rc::new(rest));
                }
            }
        }
    }

    pub fn remove<Q: Borrow<str> + ?Sized>(&mut self, key: &Q) -> Option<Rc<V>> {
        let (at, offset) = self.position_of(key.borrow());
        let offset = offset.ok()?;
        let leaf = Rc::make_mut(&mut self.leaves[at]);
        let (_, value) = leaf.remove(offset);
        if leaf.is_empty() {
            self.leaves.remove(at);
        }
        self.len -= 1;
        debug_assert!(self.leaves.iter().all(|leaf| !leaf.is_empty()), "no leaf is empty");
        Some(value)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&K, &Rc<V>)> + Clone {
        self.leaves.iter().flat_map(|leaf| leaf.iter()).map(|(key, value)| (key, value))
    }

    pub fn keys(&self) -> impl Iterator<Item = &K> + Clone {
        self.iter().map(|(key, _)| key)
    }

    pub fn values(&self) -> impl Iterator<Item = &Rc<V>> + Clone {
        self.iter().map(|(_, value)| value)
    }

    /// Calls `report_change` for every key whose value differs from that in `before`, with the values before and now. Shared leaves are skipped.
    pub fn for_each_change<'m>(
        &'m self,
        before: &'m Self,
        mut report_change: impl FnMut(&'m K, Option<&'m Rc<V>>, Option<&'m Rc<V>>),
    ) {
        let (mut old_cursor, mut new_cursor) = (LeafCursor::new(&before.leaves), LeafCursor::new(&self.leaves));
        loop {
            if let (Some(our_leaf), Some(their_leaf)) = (new_cursor.at_leaf(), old_cursor.at_leaf())
                && Rc::ptr_eq(our_leaf, their_leaf)
            {
                new_cursor.leaf += 1;
                old_cursor.leaf += 1;
                continue;
            }
            let (old_entry, new_entry) = (old_cursor.entry(), new_cursor.entry());
            let order = match (old_entry, new_entry) {
                (None, None) => return,
                (None, Some(_)) => Ordering::Greater,
                (Some(_), None) => Ordering::Less,
                (Some((was, _)), Some((is, _))) => was.cmp(is),
            };
            match (order, old_entry, new_entry) {
                (Ordering::Less, Some((key, was)), _) => report_change(key, Some(was), None),
                (Ordering::Greater, _, Some((key, is))) => report_change(key, None, Some(is)),
                (Ordering::Equal, Some((_, was)), Some((key, is))) if !Rc::ptr_eq(was, is) => {
                    report_change(key, Some(was), Some(is));
                }
                _ => {}
            }
            if order != Ordering::Greater {
                old_cursor.step();
            }
            if order != Ordering::Less {
                new_cursor.step();
            }
        }
    }
}

/// A position in the leaves of a map.
struct LeafCursor<'m, K, V> {
    leaves: &'m [Rc<Leaf<K, V>>],
    leaf: usize,
    offset: usize,
}

impl<'m, K, V> LeafCursor<'m, K, V> {
    fn new(leaves: &'m [Rc<Leaf<K, V>>]) -> Self {
        Self { leaves, leaf: 0, offset: 0 }
    }

    /// The current leaf, if the position is at its beginning.
    fn at_leaf(&self) -> Option<&'m Rc<Leaf<K, V>>> {
        self.leaves.get(self.leaf).filter(|_| self.offset == 0)
    }

    fn entry(&self) -> Option<&'m (K, Rc<V>)> {
        self.leaves.get(self.leaf).map(|leaf| &leaf[self.offset])
    }

    fn step(&mut self) {
        self.offset += 1;
        if self.leaves.get(self.leaf).is_some_and(|leaf| leaf.len() == self.offset) {
            (self.leaf, self.offset) = (self.leaf + 1, 0);
        }
    }
}

impl<K, V> Default for SharedMap<K, V> {
    fn default() -> Self {
        Self { leaves: Vec::new(), len: 0 }
    }
}

impl<K, V> Clone for SharedMap<K, V> {
    fn clone(&self) -> Self {
        Self { leaves: self.leaves.clone(), len: self.len }
    }
}

impl<K: Borrow<str> + Ord + Clone, V: PartialEq> PartialEq for SharedMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        let mut is_same = true;
        self.for_each_change(other, |_, was, is| is_same = is_same && was == is);
        is_same
    }
}

impl<K: Borrow<str> + Ord + Clone + fmt::Debug, V: fmt::Debug> fmt::Debug for SharedMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Borrow<str> + Ord + Clone, V, Q: Borrow<str> + ?Sized> Index<&Q> for SharedMap<K, V> {
    type Output = Rc<V>;

    fn index(&self, key: &Q) -> &Rc<V> {
        self.get(key).expect("the key is there")
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_types)] // what the map is compared with
mod tests {
    use std::collections::BTreeMap;

    use api::Str;

    use super::*;

    fn key(number: usize) -> Str {
        format!("k{number}").into()
    }

    #[test]
    fn shared_map_behaves_like_a_map() {
        let (mut shared, mut plain) = (SharedMap::default(), BTreeMap::new());
        for n in 0..3000_usize {
            let at = n * 7919 % 1000;
            if n % 3 == 2 {
                assert_eq!(shared.remove(&key(at)).map(|value| *value), plain.remove(&key(at)));
            } else {
                shared.insert(key(at), Rc::new(n));
                plain.insert(key(at), n);
            }
            assert_eq!(shared.len(), plain.len());
        }
        assert!(shared.iter().map(|(key, value)| (key, **value)).eq(plain.iter().map(|(key, value)| (key, *value))));
        assert!((0..1000).all(|at| shared.get(&key(at)).map(|shared| **shared) == plain.get(&key(at)).copied()));
        for at in 0..1000 {
            shared.remove(&key(at));
        }
        assert!(shared.is_empty() && shared.leaves.is_empty());
    }

    #[test]
    fn clones_tell_what_changed() {
        let mut before = SharedMap::default();
        (0..2000).for_each(|n| before.insert(key(n), Rc::new(n)));
        let mut after = before.clone();
        after.insert(key(5000), Rc::new(1));
        after.remove(&key(77));
        *Rc::make_mut(after.get_mut(&key(78)).expect("it is there")) = 0;
        (300..700).for_each(|n| after.insert(format!("k3{n}x").into(), Rc::new(n)));
        let mut changes = Vec::new();
        after.for_each_change(&before, |key, was, is| {
            changes.push((key.to_string(), was.map(|n| **n), is.map(|n| **n)));
        });
        assert_eq!(changes.len(), 403);
        assert!(changes.contains(&("k5000".into(), None, Some(1))));
        assert!(changes.contains(&("k77".into(), Some(77), None)));
        assert!(changes.contains(&("k78".into(), Some(78), Some(0))));
        assert!(after != before && before == before.clone());
        let unshared = before.leaves.iter().filter(|leaf| !after.leaves.iter().any(|other| Rc::ptr_eq(leaf, other)));
        assert!(unshared.count() < 10);
    }
}
