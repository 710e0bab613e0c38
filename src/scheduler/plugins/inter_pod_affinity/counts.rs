//! Pods counted by topology domain, cheap to copy for what-if questions.

use std::rc::Rc;

use api::{Labels, Str, Table};

/// Counts by topology key and value: those of the cluster as it is, shared by all copies, and what a dry run changed.
#[derive(Clone, Default)]
pub(super) struct DomainCounts {
    base: Rc<Table<Str, Table<Str, i64>>>,
    changes: Table<(Str, Str), i64>,
    /// How many domains have a count other than 0.
    domains: usize,
}

/// Counts while they are gathered.
#[derive(Default)]
pub(super) struct CountBuilder(Table<Str, Table<Str, i64>>);

impl CountBuilder {
    /// Counts a pod in the domain of `key` to which a node of these labels belongs, if it belongs to one.
    pub(super) fn count_pod(&mut self, key: &Str, labels: &Labels) {
        if let Some(value) = labels.get(key) {
            *self.0.or_default(key.clone()).or_default(value.clone()) += 1;
        }
    }

    pub(super) fn into_counts(self) -> DomainCounts {
        let domains = self.0.values().map(Table::len).sum();
        DomainCounts { base: Rc::new(self.0), changes: Table::new(), domains }
    }
}

impl DomainCounts {
    fn count_of(&self, key: &Str, value: &Str) -> i64 {
        let base = self.base.get(key).and_then(|values| values.get(value)).copied().unwrap_or(0);
        if self.changes.is_empty() {
            return base;
        }
        base + self.changes.get(&(key.clone(), value.clone())).copied().unwrap_or(0)
    }

    /// Counts a pod more (or less) in the domain of `key` to which a node of these labels belongs.
    pub(super) fn change_count(&mut self, key: &Str, labels: &Labels, delta: i64) {
        let Some(value) = labels.get(key) else { return };
        let before = self.count_of(key, value);
        *self.changes.or_default((key.clone(), value.clone())) += delta;
        self.domains -= usize::from(before != 0);
        self.domains += usize::from(before + delta != 0);
    }

    /// Whether nothing is counted anywhere.
    pub(super) fn is_empty(&self) -> bool {
        self.domains == 0
    }

    /// Whether a node of these labels belongs to a domain of `key` with a pod.
    pub(super) fn has_pod(&self, key: &Str, labels: &Labels) -> bool {
        labels.get(key).is_some_and(|value| self.count_of(key, value) > 0)
    }

    /// Whether a node of these labels belongs to any domain with a pod.
    pub(super) fn has_pod_in_any_domain(&self, labels: &Labels) -> bool {
        self.domains > 0
            && (self.base.keys().any(|key| self.has_pod(key, labels))
                || self.changes.keys().any(|(key, _)| self.has_pod(key, labels)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_lie_over_the_shared_counts() {
        let zone: Str = "zone".into();
        let labels = |value: &str| -> Labels { [(zone.clone(), value.into())].into_iter().collect() };
        let mut tally = CountBuilder::default();
        tally.count_pod(&zone, &labels("a"));
        tally.count_pod(&zone, &Labels::default());
        let counts = tally.into_counts();
        let mut copy = counts.clone();
        copy.change_count(&zone, &labels("a"), -1);
        assert!(
            copy.is_empty() && !copy.has_pod_in_any_domain(&labels("a")) && counts.has_pod_in_any_domain(&labels("a"))
        );
        copy.change_count(&zone, &labels("b"), 1);
        assert!(copy.has_pod(&zone, &labels("b")) && !copy.is_empty() && !counts.has_pod(&zone, &labels("b")));
    }
}
