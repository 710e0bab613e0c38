//! Pods counted by topology domain, cheap to copy for what-if questions.

use std::rc::Rc;

use api::{Labels, Str, Table};

/// Counts by topology key and value: those of the cluster as it is, shared by all copies, and what a dry run changed.
#[derive(Clone, Default)]
pub(super) struct Counts {
    base: Rc<Table<Str, Table<Str, i64>>>,
    changes: Table<(Str, Str), i64>,
    /// How many domains have a count other than 0.
    domains: usize,
}

/// Counts while they are gathered.
#[derive(Default)]
pub(super) struct Tally(Table<Str, Table<Str, i64>>);

impl Tally {
    /// Counts a pod in the domain of `key` to which a node of these labels belongs, if it belongs to one.
    pub(super) fn count(&mut self, key: &Str, labels: &Labels) {
        if let Some(value) = labels.get(key) {
            *self.0.or_default(key.clone()).or_default(value.clone()) += 1;
        }
    }

    pub(super) fn finish(self) -> Counts {
        let domains = self.0.values().map(Table::len).sum();
        Counts { base: Rc::new(self.0), changes: Table::new(), domains }
    }
}

impl Counts {
    fn get(&self, key: &Str, value: &Str) -> i64 {
        let base = self.base.get(key).and_then(|values| values.get(value)).copied().unwrap_or(0);
        if self.changes.is_empty() {
            return base;
        }
        base + self.changes.get(&(key.clone(), value.clone())).copied().unwrap_or(0)
    }

    /// Counts a pod more (or less) in the domain of `key` to which a node of these labels belongs.
    pub(super) fn change(&mut self, key: &Str, labels: &Labels, by: i64) {
        let Some(value) = labels.get(key) else { return };
        let before = self.get(key, value);
        *self.changes.or_default((key.clone(), value.clone())) += by;
        self.domains -= usize::from(before != 0);
        self.domains += usize::from(before + by != 0);
    }

    /// Whether nothing is counted anywhere.
    pub(super) fn is_empty(&self) -> bool {
        self.domains == 0
    }

    /// Whether a node of these labels belongs to a domain of `key` with a pod.
    pub(super) fn any(&self, key: &Str, labels: &Labels) -> bool {
        labels.get(key).is_some_and(|value| self.get(key, value) > 0)
    }

    /// Whether a node of these labels belongs to any domain with a pod.
    pub(super) fn any_key(&self, labels: &Labels) -> bool {
        self.domains > 0
            && (self.base.keys().any(|key| self.any(key, labels))
                || self.changes.keys().any(|(key, _)| self.any(key, labels)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_lie_over_the_shared_counts() {
        let zone: Str = "zone".into();
        let labels = |value: &str| -> Labels { [(zone.clone(), value.into())].into_iter().collect() };
        let mut tally = Tally::default();
        tally.count(&zone, &labels("a"));
        tally.count(&zone, &Labels::default());
        let counts = tally.finish();
        let mut copy = counts.clone();
        copy.change(&zone, &labels("a"), -1);
        assert!(copy.is_empty() && !copy.any_key(&labels("a")) && counts.any_key(&labels("a")));
        copy.change(&zone, &labels("b"), 1);
        assert!(copy.any(&zone, &labels("b")) && !copy.is_empty() && !counts.any(&zone, &labels("b")));
    }
}
