//! How long a pod that failed is kept from being tried again: 1 s, doubling, at most 10 s.

use std::collections::BTreeMap;

use crate::api::Str;

use super::{Entry, Millis};

const FIRST: Millis = 1000;
const LONGEST: Millis = 10_000;

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

/// Failures of a pod since it came.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Failures {
    by_plugins: u32,
    errors_in_a_row: u32,
}

impl Failures {
    pub(super) fn count(&mut self, error: bool) {
        if error {
            self.errors_in_a_row += 1;
        } else {
            self.by_plugins += 1;
            self.errors_in_a_row = 0;
        }
    }
}

/// 1, 2, 4, 8, 10, 10, … seconds for the 1st, 2nd, … failure.
fn duration(n: u32) -> Millis {
    FIRST.checked_shl(n.saturating_sub(1)).filter(|_| n <= 4).unwrap_or(LONGEST).min(LONGEST)
}

/// The backoffs of all pods.
#[derive(Clone, Debug)]
pub(super) struct Backoffs {
    policy: BackoffPolicy,
    /// Of [`BackoffPolicy::Map`]: failures counted, and when last.
    map: BTreeMap<Str, (u32, Millis)>,
}

impl Backoffs {
    pub(super) fn new(policy: BackoffPolicy) -> Self {
        Self { policy, map: BTreeMap::new() }
    }

    /// Counts a failure.
    pub(super) fn failed(&mut self, key: &Str, now: Millis) {
        if self.policy != BackoffPolicy::Map {
            return;
        }
        self.map.retain(|_, (_, last)| *last + LONGEST > now);
        let (n, last) = self.map.entry(key.clone()).or_insert((0, 0));
        // A failure while the backoff still runs is not counted and does not make it longer.
        if *n == 0 || *last + duration(*n) <= now {
            (*n, *last) = (*n + 1, now);
        }
    }

    /// The pod starts anew.
    pub(super) fn forget(&mut self, key: &Str) {
        self.map.remove(key);
    }

    /// When the pod's backoff is over.
    pub(super) fn expiry(&self, key: &Str, entry: &Entry) -> Millis {
        match self.policy {
            BackoffPolicy::Map => self.map.get(key).map_or(0, |(n, last)| last + duration(*n)),
            BackoffPolicy::Attempts => entry.stamp.0 + duration(entry.attempts),
            BackoffPolicy::WholeSeconds => {
                let Failures { by_plugins, errors_in_a_row } = entry.failures;
                let n = if errors_in_a_row > 0 { errors_in_a_row } else { by_plugins };
                let end = if n == 0 { entry.stamp.0 } else { entry.stamp.0 + duration(n) };
                end / 1000 * 1000
            }
        }
    }

    /// Whether the pod's backoff still runs.
    pub(super) fn is_backing_off(&self, key: &Str, entry: &Entry, now: Millis) -> bool {
        let expiry = self.expiry(key, entry);
        match self.policy {
            // Whole seconds are compared, so the second in which it ends still counts.
            BackoffPolicy::WholeSeconds => {
                (entry.failures.by_plugins > 0 || entry.failures.errors_in_a_row > 0) && expiry >= now / 1000 * 1000
            }
            BackoffPolicy::Map | BackoffPolicy::Attempts => expiry > now,
        }
    }
}
