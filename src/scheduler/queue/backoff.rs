//! How long a pod that failed is kept from being tried again: 1 s, doubling, at most 10 s, unless configured otherwise.

use api::{Millis, Str, Table};

use super::queued::{Failures, QueuedPod};

const SECOND: Millis = Millis::of_seconds(1);

/// The first and the longest backoff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackoffLimits {
    /// `podInitialBackoffSeconds`.
    pub first: Millis,
    /// `podMaxBackoffSeconds`.
    pub longest: Millis,
}

impl Default for BackoffLimits {
    fn default() -> Self {
        Self { first: Millis::of_seconds(1), longest: Millis::of_seconds(10) }
    }
}

impl BackoffLimits {
    /// 1, 2, 4, 8, 10, 10, … seconds for the 1st, 2nd, … failure.
    fn duration(self, n: u32) -> Millis {
        let doublings = n.saturating_sub(1).min(u64::BITS - 1);
        debug_assert!(self.first <= self.longest, "the first backoff is not longer than the longest");
        (self.first * (1 << doublings)).min(self.longest)
    }
}

/// What a release counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackoffPolicy {
    /// v1.16: a map beside the queue counts failures; an entry is dropped 10 s after it was counted last.
    Map,
    /// v1.20: every attempt counts, for as long as the pod is pending.
    Attempts,
    /// v1.34: failures by plugins count, or failures by errors in a row; time is cut to whole seconds.
    WholeSeconds,
}

/// The backoffs of all pods.
#[derive(Clone, Debug)]
pub(super) struct Backoffs {
    policy: BackoffPolicy,
    limits: BackoffLimits,
    /// Of [`BackoffPolicy::Map`]: failures counted, and when last.
    map: Table<Str, (u32, Millis)>,
}

impl Backoffs {
    pub(super) fn new(policy: BackoffPolicy, limits: BackoffLimits) -> Self {
        Self { policy, limits, map: Table::new() }
    }

    /// Counts a failure.
    pub(super) fn failed(&mut self, key: &Str, now: Millis) {
        if self.policy != BackoffPolicy::Map {
            return;
        }
        let limits = self.limits;
        self.map.retain(|_, (_, last)| *last + limits.longest > now);
        let (n, last) = self.map.or_insert(key.clone(), (0, Millis::ZERO));
        // A failure while the backoff still runs is not counted and does not make it longer.
        if *n == 0 || *last + limits.duration(*n) <= now {
            (*n, *last) = (*n + 1, now);
        }
        debug_assert!(*n > 0 && *last <= now, "a failure is counted when it happens");
    }

    /// The pod starts again without backoff.
    pub(super) fn forget(&mut self, key: &Str) {
        self.map.remove(key);
    }

    /// When the pod's backoff is over.
    pub(super) fn expiry(&self, key: &Str, entry: &QueuedPod) -> Millis {
        match self.policy {
            BackoffPolicy::Map => self.map.get(key).map_or(Millis::ZERO, |(n, last)| *last + self.limits.duration(*n)),
            BackoffPolicy::Attempts => entry.stamp.0 + self.limits.duration(entry.attempts),
            BackoffPolicy::WholeSeconds => {
                let Failures { by_plugins, errors_in_a_row } = entry.failures;
                let n = if errors_in_a_row > 0 { errors_in_a_row } else { by_plugins };
                let end = if n == 0 { entry.stamp.0 } else { entry.stamp.0 + self.limits.duration(n) };
                end.down_to(SECOND)
            }
        }
    }

    /// Whether the pod's backoff still runs.
    pub(super) fn is_backing_off(&self, key: &Str, entry: &QueuedPod, now: Millis) -> bool {
        let expiry = self.expiry(key, entry);
        match self.policy {
            // Whole seconds are compared, so the second in which it ends still counts.
            BackoffPolicy::WholeSeconds => {
                (entry.failures.by_plugins > 0 || entry.failures.errors_in_a_row > 0) && expiry >= now.down_to(SECOND)
            }
            BackoffPolicy::Map | BackoffPolicy::Attempts => expiry > now,
        }
    }
}
