//! The order in which a cycle visits the nodes: round-robin over the zones.
//!
//! Upstream: `nodeTree`. Later releases recompute the list whenever nodes change. v1.16 returns them one by one with a
//! cursor that is kept between cycles, and misses a node if another one is added at the wrong moment.

use api::{Node, Str};

#[derive(Clone, Debug, Default)]
pub struct NodeTree {
    zones: Vec<TreeZone>,
    /// v1.16: index of the zone that provides the next node.
    next_zone: usize,
}

#[derive(Clone, Debug)]
struct TreeZone {
    key: String,
    nodes: Vec<Str>,
    /// v1.16: number of the zone's nodes that were returned in this round.
    handed_out: usize,
}

impl NodeTree {
    /// Adds a node at the end of its zone; a new zone is added at the end.
    pub fn add(&mut self, node: &Node, zone_key: fn(&Node) -> String) {
        let key = zone_key(node);
        let name = node.metadata.name.clone();
        match self.zones.iter_mut().find(|zone| zone.key == key) {
            Some(zone) if zone.nodes.contains(&name) => {}
            Some(zone) => zone.nodes.push(name),
            None => self.zones.push(TreeZone { key, nodes: vec![name], handed_out: 0 }),
        }
        let zones_of = |name: &Str| self.zones.iter().filter(|zone| zone.nodes.contains(name)).count();
        debug_assert!(zones_of(&node.metadata.name) == 1, "a node is in one zone");
    }

    /// Removes a node, and its zone if that becomes empty.
    ///
    /// A bug of v1.16 in `nodeTree.removeNode`: the position in the zone is not adjusted, so a node that moves up in
    /// front of it is skipped until the next round. Test: `a_round_goes_on_where_the_last_one_stopped`.
    pub fn remove(&mut self, name: &str) {
        for zone in &mut self.zones {
            zone.nodes.retain(|node| node != name);
        }
        self.zones.retain(|zone| !zone.nodes.is_empty());
    }

    /// Moves an updated node if its zone changed.
    pub fn update(&mut self, old: &Node, new: &Node, zone_key: fn(&Node) -> String) {
        if zone_key(old) != zone_key(new) {
            self.remove(&old.metadata.name);
            self.add(new, zone_key);
        }
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.zones.iter().map(|zone| zone.nodes.len()).sum()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.zones.is_empty()
    }

    /// Returns all nodes: the first node of each zone, then the second of each, and so on.
    #[must_use]
    pub fn list(&self) -> Vec<Str> {
        let longest = self.zones.iter().map(|zone| zone.nodes.len()).max().unwrap_or(0);
        let in_turn = |at: usize| self.zones.iter().filter_map(move |zone| zone.nodes.get(at).cloned());
        let nodes: Vec<Str> = (0..longest).flat_map(in_turn).collect();
        debug_assert!(nodes.len() == self.len(), "the order of a cycle has each node");
        nodes
    }

    /// v1.16: returns as many nodes as exist, starting where the last cycle stopped.
    pub fn next_round(&mut self) -> Vec<Str> {
        (0..self.len()).filter_map(|_| self.next_node()).collect()
    }

    /// v1.16: moves the cursor forward by `count` nodes.
    pub fn advance(&mut self, count: usize) {
        for _ in 0..count {
            self.next_node();
        }
    }

    fn next_node(&mut self) -> Option<Str> {
        let mut exhausted = 0;
        while !self.zones.is_empty() {
            if self.next_zone >= self.zones.len() {
                self.next_zone = 0;
            }
            let zone = &mut self.zones[self.next_zone];
            self.next_zone += 1;
            if let Some(node) = zone.nodes.get(zone.handed_out) {
                zone.handed_out += 1;
                debug_assert!(zone.handed_out <= zone.nodes.len(), "a node is handed out once in a round");
                return Some(node.clone());
            }
            exhausted += 1;
            if exhausted >= self.zones.len() {
                // Every zone is exhausted: the next round begins with the first zone.
                self.zones.iter_mut().for_each(|zone| zone.handed_out = 0);
                self.next_zone = 0;
                exhausted = 0;
            }
        }
        None
    }
}

/// Returns region and zone from the labels of `topology.kubernetes.io`.
#[must_use]
pub fn zone_key(node: &Node) -> String {
    zone_key_of(node, &["topology.kubernetes.io"])
}

/// Returns region and zone; the beta labels of `failure-domain.beta.kubernetes.io` take precedence.
#[must_use]
pub fn zone_key_beta_first(node: &Node) -> String {
    zone_key_of(node, &["failure-domain.beta.kubernetes.io", "topology.kubernetes.io"])
}

/// Returns region and zone from the beta labels of `failure-domain.beta.kubernetes.io` alone.
#[must_use]
pub fn zone_key_beta(node: &Node) -> String {
    zone_key_of(node, &["failure-domain.beta.kubernetes.io"])
}

fn zone_key_of(node: &Node, groups: &[&str]) -> String {
    let label = |name: &str| {
        let text = groups.iter().find_map(|group| node.metadata.labels.get(&format!("{group}/{name}")));
        text.map_or("", Str::as_str)
    };
    let (region, zone) = (label("region"), label("zone"));
    if region.is_empty() && zone.is_empty() { String::new() } else { format!("{region}:\0:{zone}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_goes_on_where_the_last_one_stopped() {
        let tree = || {
            let mut tree = NodeTree::default();
            for (name, zone) in [("a", "1"), ("b", "1"), ("c", "2"), ("d", "2"), ("e", "2")] {
                let labels = format!(r#"{{"topology.kubernetes.io/zone":"{zone}"}}"#);
                let json = format!(r#"{{"metadata":{{"name":"{name}","labels":{labels}}}}}"#);
                tree.add(&serde_json::from_str(&json).expect("a node"), zone_key);
            }
            tree.advance(2);
            tree
        };
        assert_eq!(tree().next_round(), ["b", "d", "e", "a", "c"]);
        // Now `b` is first in its zone, but the zone's first node was already returned in this round.
        let mut without = tree();
        without.remove("a");
        assert_eq!(without.next_round(), ["d", "e", "b", "c"]);
    }
}
