//! What the node lifecycle controller keeps of a zone, and how fast it taints nodes there.

use api::{Millis, Set, Str};
use record::{Disruption, Zone};

/// Between two nodes that are tainted: `--node-eviction-rate` of 0.1 per second.
const NORMAL: Millis = Millis::of_seconds(10);
/// The same in a large zone in partial disruption: `--secondary-node-eviction-rate` of 0.01 per second.
const SLOW: Millis = Millis::of_seconds(100);
/// A zone is large that has more nodes: `--large-cluster-size-threshold`.
const LARGE: usize = 50;
/// What the controller keeps of a zone.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    /// `None` before the first pass.
    pub(super) state: Option<Disruption>,
    /// Time between two nodes; `None`: none is tainted. Upstream: a token bucket of one token.
    pub(super) interval: Option<Millis>,
    /// When the next node may be tainted.
    pub(super) free_at: Millis,
    /// Nodes that are to be tainted, and those that were.
    pub(super) waiting: Set<Str>,
    pub(super) handled: Set<Str>,
    /// What was told last.
    pub(super) told: Zone,
}

impl Watched {
    pub(super) fn new(name: Str) -> Self {
        let told = Zone { name, nodes: 0, not_ready: 0, state: Disruption::Normal, rate: rate(Some(NORMAL)) };
        let (waiting, handled) = (Set::new(), Set::new());
        Self { state: None, interval: Some(NORMAL), free_at: Millis::ZERO, waiting, handled, told }
    }

    /// Upstream: `SwapLimiter`. Whoever had to wait under the old limit waits a whole interval of the new one.
    pub(super) fn limit(&mut self, interval: Option<Millis>, now: Millis) {
        if self.interval == interval {
            return;
        }
        let waits = self.interval.is_none() || now < self.free_at;
        self.free_at = if waits { now + interval.unwrap_or_default() } else { now };
        self.interval = interval;
    }

    /// Whether one more node may be tainted now; then the next one waits.
    pub(super) fn accepts(&mut self, now: Millis) -> bool {
        let Some(interval) = self.interval.filter(|_| now >= self.free_at) else { return false };
        self.free_at = now + interval;
        true
    }

    /// The node is to be tainted, unless it stands in the list already or was tainted since it was removed last.
    pub(super) fn add(&mut self, node: &Str) {
        if !self.handled.contains(node) {
            self.waiting.insert(node.clone());
        }
    }

    pub(super) fn remove(&mut self, node: &Str) {
        self.waiting.remove(node);
        self.handled.remove(node);
    }
}

/// How many nodes in 100 seconds.
pub(super) fn rate(interval: Option<Millis>) -> u32 {
    interval.map_or(0, |interval| u32::try_from(SLOW.count() / interval.count().max(1)).unwrap_or(0))
}

/// The interval of a zone in a state. Upstream: `setLimiterInZone`, `ReducedQPSFunc`, `HealthyQPSFunc`.
pub(super) fn interval(state: Disruption, nodes: usize) -> Option<Millis> {
    match state {
        Disruption::Normal | Disruption::Full => Some(NORMAL),
        Disruption::Partial => (nodes > LARGE).then_some(SLOW),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_of_a_zone_follows_its_state_and_its_size() {
        for (state, nodes, expected) in [
            (Disruption::Normal, 3, 10),
            (Disruption::Full, 300, 10),
            (Disruption::Partial, 50, 0),
            (Disruption::Partial, 51, 1),
        ] {
            assert_eq!(rate(interval(state, nodes)), expected, "{state:?} of {nodes}");
        }
    }

    #[test]
    fn a_new_limit_lets_wait_whoever_waited_before() {
        let at = Millis::of_seconds;
        let mut zone = Watched::new("a".into());
        assert!(zone.accepts(at(0)) && !zone.accepts(at(9)) && zone.accepts(at(10)));
        zone.limit(Some(SLOW), at(12));
        assert!(!zone.accepts(at(111)) && zone.accepts(at(112)));
        zone.limit(None, at(300));
        assert!(!zone.accepts(at(9000)));
        zone.limit(Some(NORMAL), at(9000));
        assert!(!zone.accepts(at(9009)) && zone.accepts(at(9010)));
        zone.limit(Some(SLOW), at(9020));
        assert!(zone.accepts(at(9020)), "nobody waited, so the new bucket is full");
    }

    #[test]
    fn a_node_is_tainted_once_until_it_is_removed() {
        let (mut zone, node) = (Watched::new("a".into()), Str::from("n"));
        zone.add(&node);
        zone.waiting.remove(&node);
        zone.handled.insert(node.clone());
        zone.add(&node);
        assert!(zone.waiting.is_empty());
        zone.remove(&node);
        zone.add(&node);
        assert!(zone.waiting.contains(&node));
    }
}
