//! The state of a zone, and the rate at which its nodes are tainted.

use api::{Millis, Set, Str};
use runlog::{Zone, ZoneState};

/// The time between two nodes that are tainted: `--node-eviction-rate` of 0.1 per second.
const NORMAL_INTERVAL: Millis = Millis::from_seconds(10);
/// The same for a large zone in partial disruption: `--secondary-node-eviction-rate` of 0.01 per second.
const SECONDARY_INTERVAL: Millis = Millis::from_seconds(100);
/// Zones with more nodes are large: `--large-cluster-size-threshold`.
const LARGE_CLUSTER_NODES: usize = 50;

/// The nodes of a zone that are to be tainted, and the rate of that.
#[derive(Clone, Debug)]
pub(crate) struct ZoneTaintQueue {
    /// The state at the last pass; `None` before the first one.
    pub(crate) state: Option<ZoneState>,
    /// Time between two nodes; `None` if no node is tainted. Upstream: a token bucket of one token.
    pub(crate) interval: Option<Millis>,
    pub(crate) free_at: Millis,
    /// Nodes to be tainted.
    pub(crate) waiting: Set<Str>,
    /// Nodes that were tainted.
    pub(crate) tainted: Set<Str>,
    /// The state in the last recorded event.
    pub(crate) last_reported: Zone,
}

impl ZoneTaintQueue {
    pub(crate) fn new(name: Str) -> Self {
        let last_reported = Zone {
            name,
            nodes: 0,
            not_ready: 0,
            state: ZoneState::Normal,
            rate: taints_per_100_s(Some(NORMAL_INTERVAL)),
        };
        let (waiting, tainted) = (Set::new(), Set::new());
        Self { state: None, interval: Some(NORMAL_INTERVAL), free_at: Millis::ZERO, waiting, tainted, last_reported }
    }

    /// Changes the interval. A wait under the old interval becomes a full wait under the new one. Upstream: `SwapLimiter`.
    pub(crate) fn set_interval(&mut self, interval: Option<Millis>, now: Millis) {
        if self.interval == interval {
            return;
        }
        let waits = self.interval.is_none() || now < self.free_at;
        self.free_at = if waits { now + interval.unwrap_or_default() } else { now };
        self.interval = interval;
    }

    /// Whether a node may be tainted now; if so, the next one has to wait for the interval.
    pub(crate) fn try_accept(&mut self, now: Millis) -> bool {
        let Some(interval) = self.interval.filter(|_| now >= self.free_at) else { return false };
        self.free_at = now + interval;
        true
    }

    /// Queues a node, unless it was tainted since it was last removed.
    pub(crate) fn add_node(&mut self, node: &Str) {
        if !self.tainted.contains(node) {
            self.waiting.insert(node.clone());
        }
    }

    pub(crate) fn remove_node(&mut self, node: &Str) {
        self.waiting.remove(node);
        self.tainted.remove(node);
    }
}

/// The number of nodes that are tainted in 100 seconds.
pub(crate) fn taints_per_100_s(interval: Option<Millis>) -> u32 {
    interval
        .map_or(0, |interval| u32::try_from(SECONDARY_INTERVAL.to_millis() / interval.to_millis().max(1)).unwrap_or(0))
}

/// The interval for a zone with this state and number of nodes. Upstream: `setLimiterInZone`, `ReducedQPSFunc`, `HealthyQPSFunc`.
pub(crate) fn taint_interval(state: ZoneState, nodes: usize) -> Option<Millis> {
    match state {
        ZoneState::Normal | ZoneState::Full => Some(NORMAL_INTERVAL),
        ZoneState::Partial => (nodes > LARGE_CLUSTER_NODES).then_some(SECONDARY_INTERVAL),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_of_a_zone_follows_its_state_and_its_size() {
        for (state, nodes, expected) in [
            (ZoneState::Normal, 3, 10),
            (ZoneState::Full, 300, 10),
            (ZoneState::Partial, 50, 0),
            (ZoneState::Partial, 51, 1),
        ] {
            assert_eq!(taints_per_100_s(taint_interval(state, nodes)), expected, "{state:?} of {nodes}");
        }
    }

    #[test]
    fn a_new_limit_keeps_a_wait_that_had_begun() {
        let at = Millis::from_seconds;
        let mut zone = ZoneTaintQueue::new("a".into());
        assert!(zone.try_accept(at(0)) && !zone.try_accept(at(9)) && zone.try_accept(at(10)));
        zone.set_interval(Some(SECONDARY_INTERVAL), at(12));
        assert!(!zone.try_accept(at(111)) && zone.try_accept(at(112)));
        zone.set_interval(None, at(300));
        assert!(!zone.try_accept(at(9000)));
        zone.set_interval(Some(NORMAL_INTERVAL), at(9000));
        assert!(!zone.try_accept(at(9009)) && zone.try_accept(at(9010)));
        zone.set_interval(Some(SECONDARY_INTERVAL), at(9020));
        assert!(zone.try_accept(at(9020)), "no wait had begun, so the new bucket is full");
    }

    #[test]
    fn a_node_is_tainted_once_until_it_is_removed() {
        let (mut zone, node) = (ZoneTaintQueue::new("a".into()), Str::from("n"));
        zone.add_node(&node);
        zone.waiting.remove(&node);
        zone.tainted.insert(node.clone());
        zone.add_node(&node);
        assert!(zone.waiting.is_empty());
        zone.remove_node(&node);
        zone.add_node(&node);
        assert!(zone.waiting.contains(&node));
    }
}
