//! Ordered sets based on [`Table`].

use std::{borrow::Borrow, fmt};

use super::{Table, table};

/// An ordered set: the keys of a [`Table`](crate::Table).
#[derive(Clone, PartialEq, Eq)]
pub struct Set<T>(Table<T, ()>);

impl<T> Set<T> {
    /// An empty set, which allocates no memory.
    #[must_use]
    pub const fn new() -> Self {
        Self(Table::new())
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The members in order.
    #[must_use]
    pub fn iter(&self) -> Iter<'_, T> {
        Iter(self.0.iter())
    }

    /// The smallest member.
    #[must_use]
    pub fn first(&self) -> Option<&T> {
        self.iter().next()
    }

    /// Keeps the members for which `is_kept` holds. It is called in their order.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&T) -> bool) {
        self.0.retain(|member, ()| is_kept(member));
    }
}

impl<T: Ord> Set<T> {
    pub fn contains<Q: Ord + ?Sized>(&self, member: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.0.contains_key(member)
    }

    /// Removes a member or, if it is absent, inserts it.
    pub fn toggle(&mut self, member: T) {
        if !self.remove(&member) {
            self.insert(member);
        }
    }

    /// The members that are not smaller than `member`, which need not be in the set.
    pub fn range_from<Q: Ord + ?Sized>(&self, member: &Q) -> Iter<'_, T>
    where
        T: Borrow<Q>,
    {
        Iter(self.0.range_from(member))
    }

    /// Inserts a member. Returns whether it is new.
    pub fn insert(&mut self, member: T) -> bool {
        self.0.insert(member, ()).is_none()
    }

    /// Removes a member. Returns whether it was in the set.
    pub fn remove<Q: Ord + ?Sized>(&mut self, member: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.0.remove(member).is_some()
    }

    /// Removes and returns the smallest member.
    pub fn pop_first(&mut self) -> Option<T> {
        self.0.pop_first().map(|(member, ())| member)
    }
}

/// An iterator over the members of a set in order.
pub struct Iter<'s, T>(table::Iter<'s, T, ()>);

impl<'s, T> Iterator for Iter<'s, T> {
    type Item = &'s T;

    fn next(&mut self) -> Option<&'s T> {
        self.0.next().map(|(member, ())| member)
    }
}

/// An iterator over the members of a consumed set in order.
pub struct IntoIter<T>(<Table<T, ()> as IntoIterator>::IntoIter);

impl<T> Iterator for IntoIter<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.0.next().map(|(member, ())| member)
    }
}

impl<'s, T> IntoIterator for &'s Set<T> {
    type Item = &'s T;
    type IntoIter = Iter<'s, T>;

    fn into_iter(self) -> Iter<'s, T> {
        self.iter()
    }
}

impl<T> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        IntoIter(self.0.into_iter())
    }
}

impl<T: Ord> Extend<T> for Set<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, members: I) {
        for member in members {
            self.insert(member);
        }
    }
}

impl<T: Ord> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        let mut set = Self::new();
        set.extend(members);
        set
    }
}

impl<T> Default for Set<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for Set<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}
