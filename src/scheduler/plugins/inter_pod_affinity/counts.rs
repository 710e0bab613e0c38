//! Pod counts by topology domain, cheap to copy for dry runs.

use std::rc::Rc;

use api::Str;
use runlog::NodeIx;

use crate::cluster::{DomainIx, EquivalentPods, Snapshot, TopologyDomains};

/// A sum for each domain of some topology keys. A key is added when something is first counted in one of its domains.
#[derive(Clone, Default)]
pub(super) struct DomainSums(Vec<KeySums>);

#[derive(Clone)]
struct KeySums {
    key: Str,
    domains: Rc<TopologyDomains>,
    by_domain: Vec<i64>,
}

impl DomainSums {
    /// Adds `weight` for each of the pods to its node's domain of `key`, if the node has that label.
    pub(super) fn add_pods(&mut self, snapshot: &Snapshot, key: &Str, pods: &EquivalentPods, weight: i64) {
        self.add_pods_where(snapshot, key, pods, weight, |_| true);
    }

    /// Like [`add_pods`](Self::add_pods), for pods on nodes for which `counts` returns true.
    pub(super) fn add_pods_where(
        &mut self,
        snapshot: &Snapshot,
        key: &Str,
        pods: &EquivalentPods,
        weight: i64,
        counts: impl Fn(NodeIx) -> bool,
    ) {
        let domains = match self.position(key) {
            Some(at) => Rc::clone(&self.0[at].domains),
            None => snapshot.topology_domains(key),
        };
        for on_node in pods.by_node().iter().filter(|on_node| counts(on_node.node_ix)) {
            if let Some(domain) = domains.of_node(on_node.node_ix) {
                let at = self.position(key).unwrap_or_else(|| self.push(key, &domains));
                self.0[at].by_domain[domain] += weight * on_node.total();
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the sum over all domains that a node belongs to.
    pub(super) fn total(&self, node_ix: NodeIx) -> i64 {
        self.0.iter().filter_map(|sums| Some(sums.by_domain[sums.domains.of_node(node_ix)?])).sum()
    }

    fn position(&self, key: &Str) -> Option<usize> {
        self.0.iter().position(|sums| sums.key == *key)
    }

    fn push(&mut self, key: &Str, domains: &Rc<TopologyDomains>) -> usize {
        let by_domain = vec![0; domains.len()];
        self.0.push(KeySums { key: key.clone(), domains: Rc::clone(domains), by_domain });
        self.0.len() - 1
    }
}

/// Pod counts by topology domain: those of the cluster, shared by all copies, plus the changes of a dry run.
#[derive(Clone)]
pub(super) struct DomainCounts<'c> {
    snapshot: &'c Snapshot,
    base: Rc<DomainSums>,
    /// Changes by the key's index in `base` and the domain.
    changes: Vec<((usize, DomainIx), i64)>,
    /// Number of domains with a count other than 0.
    domains: usize,
}

impl<'c> DomainCounts<'c> {
    pub(super) fn new(snapshot: &'c Snapshot, base: DomainSums) -> Self {
        let domains = base.0.iter().flat_map(|sums| &sums.by_domain).filter(|count| **count != 0).count();
        Self { snapshot, base: Rc::new(base), changes: Vec::new(), domains }
    }

    fn count_of(&self, at: usize, domain: DomainIx) -> i64 {
        let change = self.changes.iter().find(|(place, _)| *place == (at, domain)).map_or(0, |(_, delta)| *delta);
        self.base.0[at].by_domain[domain] + change
    }

    /// Adds `delta` to the count of the node's domain of `key`; does nothing if the node has no such label.
    pub(super) fn change_count(&mut self, key: &Str, node_ix: NodeIx, delta: i64) {
        let at = self.base.position(key).unwrap_or_else(|| {
            let domains = self.snapshot.topology_domains(key);
            Rc::make_mut(&mut self.base).push(key, &domains)
        });
        let Some(domain) = self.base.0[at].domains.of_node(node_ix) else { return };
        let before = self.count_of(at, domain);
        match self.changes.iter_mut().find(|(place, _)| *place == (at, domain)) {
            Some((_, sum)) => *sum += delta,
            None => self.changes.push(((at, domain), delta)),
        }
        self.domains -= usize::from(before != 0);
        self.domains += usize::from(before + delta != 0);
    }

    /// Whether all counts are 0.
    pub(super) fn is_empty(&self) -> bool {
        self.domains == 0
    }

    /// Whether a node belongs to a domain of `key` with a positive count.
    pub(super) fn has_pod(&self, key: &Str, node_ix: NodeIx) -> bool {
        self.base.position(key).is_some_and(|at| self.has_pod_at(at, node_ix))
    }

    /// Whether a node belongs to a domain of any key with a positive count.
    pub(super) fn has_pod_in_any_domain(&self, node_ix: NodeIx) -> bool {
        self.domains > 0 && (0..self.base.0.len()).any(|at| self.has_pod_at(at, node_ix))
    }

    fn has_pod_at(&self, at: usize, node_ix: NodeIx) -> bool {
        self.base.0[at].domains.of_node(node_ix).is_some_and(|domain| self.count_of(at, domain) > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugins::testing::snapshot;

    #[test]
    fn changes_lie_over_the_shared_counts() {
        let (zone, host): (Str, Str) = ("zone".into(), "host".into());
        let node = |name: &str, labels: &str| format!(r#"{{"metadata":{{"name":"{name}","labels":{labels}}}}}"#);
        let (a, b) = (node("a", r#"{"zone":"a"}"#), node("b", r#"{"zone":"b","host":"b"}"#));
        let (lonely, pod) = (node("c", "{}"), "{}");
        let snapshot = snapshot(&[(&a, &[pod]), (&b, &[]), (&lonely, &[pod])]);
        let pods = snapshot.equivalent_pods().next().unwrap();
        let mut sums = DomainSums::default();
        sums.add_pods(&snapshot, &host, pods, 1);
        assert!(sums.is_empty(), "no node with such a pod has the label");
        sums.add_pods(&snapshot, &zone, pods, 3);
        assert_eq!([0, 1, 2].map(|node_ix| sums.total(node_ix)), [3, 0, 0]);
        let mut sums = DomainSums::default();
        sums.add_pods(&snapshot, &zone, pods, 1);
        let counts = DomainCounts::new(&snapshot, sums);
        let mut copy = counts.clone();
        copy.change_count(&zone, 0, -1);
        assert!(copy.is_empty() && !copy.has_pod_in_any_domain(0) && counts.has_pod_in_any_domain(0));
        copy.change_count(&host, 0, 1);
        assert!(copy.is_empty(), "a node without the label is in no domain");
        copy.change_count(&host, 1, 1);
        assert!(copy.has_pod(&host, 1) && copy.has_pod_in_any_domain(1) && !counts.has_pod(&host, 1));
        copy.change_count(&zone, 1, 1);
        assert!(copy.has_pod(&zone, 1) && !copy.is_empty() && !counts.has_pod(&zone, 1));
    }
}
