//! The topology domain of each node.

use api::{Str, Table};
use runlog::NodeIx;

use super::NodeInfo;

/// Index of a domain among those of its topology key.
pub(crate) type DomainIx = usize;

/// The domains of a topology key: nodes with the same value of that label form one domain. Domains are numbered from 0
/// in the order of their first nodes, so that counts by domain fit into a list.
#[derive(Debug)]
pub(crate) struct TopologyDomains {
    /// The domain of each node, or [`NO_DOMAIN`]. Small, because a cycle reads all of them.
    of_node: Vec<u32>,
    /// Domains by the label's value.
    by_value: Table<Str, DomainIx>,
}

const NO_DOMAIN: u32 = u32::MAX;

impl TopologyDomains {
    /// Computes the domains of `key` on these nodes.
    pub(super) fn new<'n>(key: &str, nodes: impl Iterator<Item = &'n NodeInfo>) -> Self {
        let mut by_value: Table<Str, DomainIx> = Table::new();
        let of_node = nodes.map(|node| {
            let Some(value) = node.labels().get(key) else { return NO_DOMAIN };
            let next = by_value.len();
            let domain = *by_value.or_insert(value.clone(), next);
            u32::try_from(domain).unwrap_or(NO_DOMAIN)
        });
        Self { of_node: of_node.collect(), by_value }
    }

    /// Returns the domain of a node; `None` if it lacks the label.
    #[allow(clippy::inline_always)] // each constraint asks it of each node, and a build for size inlines nothing
    #[inline(always)]
    pub(crate) fn of_node(&self, node_ix: NodeIx) -> Option<DomainIx> {
        let domain = self.of_node[node_ix];
        (domain != NO_DOMAIN).then_some(domain as DomainIx)
    }

    /// Returns the domain of a value of the label, if a node has it.
    pub(crate) fn of_value(&self, value: &str) -> Option<DomainIx> {
        self.by_value.get(value).copied()
    }

    /// Returns the number of domains.
    pub(crate) fn len(&self) -> usize {
        self.by_value.len()
    }
}

#[cfg(test)]
mod tests {
    use crate::plugins::testing::snapshot;

    #[test]
    fn nodes_with_the_same_value_are_one_domain() {
        let node = |name: &str, labels: &str| format!(r#"{{"metadata":{{"name":"{name}","labels":{labels}}}}}"#);
        let [a, b, c, d] = [("a", r#"{"zone":"2"}"#), ("b", "{}"), ("c", r#"{"zone":""}"#), ("d", r#"{"zone":"2"}"#)]
            .map(|(name, labels)| node(name, labels));
        let mut snapshot = snapshot(&[(&a, &[]), (&b, &[]), (&c, &[]), (&d, &[])]);
        let domains = snapshot.topology_domains(&"zone".into());
        let of_nodes = [0, 1, 2, 3].map(|node_ix| domains.of_node(node_ix));
        assert_eq!(of_nodes, [Some(0), None, Some(1), Some(0)]);
        assert_eq!((domains.len(), domains.of_value(""), domains.of_value("1")), (2, Some(1), None));
        // Updating a node's labels updates its domains.
        let moved = node("d", r#"{"zone":"1"}"#);
        assert!(snapshot.update_node(serde_json::from_str(&moved).unwrap()));
        assert_eq!(snapshot.topology_domains(&"zone".into()).of_node(3), Some(2));
        snapshot.remove_node("a");
        assert_eq!(snapshot.topology_domains(&"zone".into()).of_node(2), Some(1));
    }
}
