//! How long a failed pod backs off before its next attempt: by default 1 s, doubled with each failure, at most 10 s.

use api::{Millis, NamespacedName, Table};

use super::queued_pod::{Failures, QueuedPod};

const SECOND: Millis = Millis::from_seconds(1);

/// The configured limits of the backoff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackoffLimits {
    /// `podInitialBackoffSeconds`.
    pub first: Millis,
    /// `podMaxBackoffSeconds`.
    pub longest: Millis,
}

impl Default for BackoffLimits {
    fn default() -> Self {
        Self { first: Millis::from_seconds(1), longest: Millis::from_seconds(10) }
    }
}

impl BackoffLimits {
    /// Returns the backoff after the `n`-th failure: by default 1, 2, 4, 8, 10, 10, … seconds.
    fn backoff_duration(self, n: u32) -> Millis {
        let doublings = n.saturating_sub(1).min(u64::BITS - 1);
        debug_assert!(self.first <= self.longest, "the first backoff is not longer than the longest");
        (self.first * (1 << doublings)).min(self.longest)
    }
}

/// Which failures a release counts for the backoff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackoffPolicy {
    /// v1.16: a map outside of the queue counts failures; an entry is dropped 10 s after it was last counted, so that a
    /// pod that fails rarely starts again at the initial backoff (`PodBackoffMap.CleanupPodsCompletesBackingoff`).
    /// Test: `a_map_forgets_a_pod_that_fails_rarely`.
    Map,
    /// v1.20: every attempt counts, as long as the pod is pending.
    Attempts,
    /// v1.34: rejections by plugins count, or else consecutive errors; times are truncated to whole seconds
    /// (`backoffQueue.alignToWindow`), so a backoff of 1 s can last almost 2 s. Test:
    /// `the_second_in_which_a_backoff_ends_still_counts`.
    WholeSeconds,
}

/// How a release computes backoffs, with the configured limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct BackoffRule {
    pub policy: BackoffPolicy,
    pub limits: BackoffLimits,
}

impl BackoffRule {
    /// Returns when the pod's backoff ends; `None` if its entry in the queue does not say so.
    pub(super) fn expiry(self, queued_pod: &QueuedPod) -> Option<Millis> {
        match self.policy {
            BackoffPolicy::Map => None,
            BackoffPolicy::Attempts => Some(queued_pod.stamp.time + self.limits.backoff_duration(queued_pod.attempts)),
            BackoffPolicy::WholeSeconds => {
                let Failures { by_plugins, errors_in_a_row } = queued_pod.failures;
                let failures = if errors_in_a_row > 0 { errors_in_a_row } else { by_plugins };
                let end = if failures == 0 {
                    queued_pod.stamp.time
                } else {
                    queued_pod.stamp.time + self.limits.backoff_duration(failures)
                };
                Some(end.round_down_to(SECOND))
            }
        }
    }
}

/// The backoffs of all pods.
#[derive(Clone, Debug)]
pub(super) struct Backoffs {
    rule: BackoffRule,
    /// The failures of each pod under [`BackoffPolicy::Map`].
    map: Table<NamespacedName, PodBackoff>,
}

/// A pod's entry in the map of v1.16.
#[derive(Clone, Copy, Debug, Default)]
struct PodBackoff {
    failures: u32,
    /// When the last failure was counted.
    last: Millis,
}

impl Backoffs {
    pub(super) fn new(rule: BackoffRule) -> Self {
        Self { rule, map: Table::new() }
    }

    /// Counts a failure of a pod.
    pub(super) fn count_failure(&mut self, pod_key: &NamespacedName, now: Millis) {
        if self.rule.policy != BackoffPolicy::Map {
            return;
        }
        let limits = self.rule.limits;
        self.map.retain(|_, backoff| backoff.last + limits.longest > now);
        let backoff = self.map.or_default(pod_key.clone());
        // A failure while the backoff is still running is not counted and does not extend it: v1.16's
        // `PriorityQueue.backoffPod`.
        if backoff.failures == 0 || backoff.last + limits.backoff_duration(backoff.failures) <= now {
            *backoff = PodBackoff { failures: backoff.failures + 1, last: now };
        }
        debug_assert!(backoff.failures > 0 && backoff.last <= now, "a failure is counted when it happens");
    }

    /// Resets the pod's backoff.
    pub(super) fn reset(&mut self, pod_key: &NamespacedName) {
        self.map.remove(pod_key);
    }

    /// Returns when the pod's backoff ends.
    pub(super) fn expiry(&self, pod_key: &NamespacedName, queued_pod: &QueuedPod) -> Millis {
        self.rule.expiry(queued_pod).unwrap_or_else(|| {
            let end = |backoff: &PodBackoff| backoff.last + self.rule.limits.backoff_duration(backoff.failures);
            self.map.get(pod_key).map_or(Millis::ZERO, end)
        })
    }

    /// Whether the pod's backoff is still running.
    pub(super) fn is_backing_off(&self, pod_key: &NamespacedName, queued_pod: &QueuedPod, now: Millis) -> bool {
        let expiry = self.expiry(pod_key, queued_pod);
        match self.rule.policy {
            // Whole seconds are compared, so the second in which the backoff ends still counts.
            BackoffPolicy::WholeSeconds => {
                (queued_pod.failures.by_plugins > 0 || queued_pod.failures.errors_in_a_row > 0)
                    && expiry >= now.round_down_to(SECOND)
            }
            BackoffPolicy::Map | BackoffPolicy::Attempts => expiry > now,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::{
        super::queued_pod::{QueueStamp, Subqueue},
        *,
    };
    use crate::plugins::testing::pod;

    fn entry(failed_at: u64, by_plugins: u32) -> QueuedPod {
        QueuedPod {
            pod: Rc::clone(&pod("{}")),
            place: Subqueue::Backoff,
            stamp: QueueStamp { time: Millis::new(failed_at), sequence: 0 },
            attempts: by_plugins,
            failures: Failures { by_plugins, errors_in_a_row: 0 },
            rejecting: Vec::new(),
            has_helpful_event: false,
            popped_at: 0,
            member: None,
        }
    }

    #[test]
    fn the_second_in_which_a_backoff_ends_still_counts() {
        let key = NamespacedName::from("d/p");
        let ends = |policy, failed_at: u64| {
            let backoffs = Backoffs::new(BackoffRule { policy, limits: BackoffLimits::default() });
            let entry = entry(failed_at, 1);
            (failed_at..=9000).find(|now| !backoffs.is_backing_off(&key, &entry, Millis::new(*now)))
        };
        for (failed_at, attempts, whole_seconds) in [(4000, 5000, 6000), (4700, 5700, 6000)] {
            assert_eq!(ends(BackoffPolicy::Attempts, failed_at), Some(attempts));
            assert_eq!(ends(BackoffPolicy::WholeSeconds, failed_at), Some(whole_seconds));
        }
    }

    #[test]
    fn a_map_forgets_a_pod_that_fails_rarely() {
        let (key, unused) = (NamespacedName::from("d/p"), entry(0, 0));
        let mut backoffs = Backoffs::new(BackoffRule { policy: BackoffPolicy::Map, limits: BackoffLimits::default() });
        // The pod fails at 1.5 s while its backoff from the failure at 1 s is still running.
        for (failed_at, expiry) in [(0, 1000), (1000, 3000), (1500, 3000), (3000, 7000), (13_000, 14_000)] {
            backoffs.count_failure(&key, Millis::new(failed_at));
            assert_eq!(backoffs.expiry(&key, &unused), Millis::new(expiry), "{failed_at}");
        }
    }
}
