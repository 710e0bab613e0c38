//! The scheduling queue: `activeQ`, `backoffQ` and the pool of unschedulable pods.
//!
//! Upstream: `PriorityQueue`. A pod is in exactly one place. `activeQ` hands pods out by priority, then by time. A pod
//! that failed waits in the unschedulable pool until a cluster event moves it, or until it has waited too long; if its
//! backoff is not over by then it goes through `backoffQ`.

mod backoff;
mod queued;
mod waiting;

use std::rc::Rc;

use crate::cluster::PodInfo;
use crate::framework::{ClusterEvent, PodChange};
use api::{Millis, Set, Str, Table};
use record::{QueueEvent, RowId};

pub use backoff::{BackoffLimits, BackoffPolicy};
pub use queued::Subqueue;

use backoff::Backoffs;
use queued::{Failures, QueuedPod};
use waiting::Waiting;

/// What differs between releases.
#[derive(Clone, Copy, Debug)]
pub struct QueuePolicy {
    /// How long a pod backs off.
    pub backoff: BackoffPolicy,
    /// An empty `activeQ` is served from `backoffQ`, whether or not the backoff is over.
    pub pops_from_backoff: bool,
    /// After how long a pod leaves the unschedulable pool without an event.
    pub leftover_after: Millis,
    /// Pods that failed by an error, not by a plugin, wait in a backoff queue of their own.
    pub error_backoff: bool,
    /// Events move only pods whose rejecting plugins ask for it; else all.
    pub hints: bool,
    /// A status update takes a pod out of `backoffQ` into `activeQ`.
    pub update_ends_backoff: bool,
    /// Whether node updates are named by what changed.
    pub names_node_changes: bool,
}

/// A pod that was moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// `namespace/name`.
    pub pod: Str,
    /// Where it was.
    pub from: Subqueue,
    /// Where it is.
    pub to: Subqueue,
    /// What moved it.
    pub by: QueueEvent,
}

/// A pod that was taken out to be scheduled.
#[derive(Clone, Debug)]
pub struct Popped {
    pub pod: Rc<PodInfo>,
    /// Which attempt this is, from 1.
    pub attempt: u32,
    /// Where it was.
    pub from: Subqueue,
}

/// Tells whether an event may help a pod that these plugins rejected: see
/// [`Profile::wakes`](crate::framework::Profile::wakes).
pub trait Wakes: Fn(&PodInfo, &[RowId], &ClusterEvent<'_>) -> bool {}

impl<F: Fn(&PodInfo, &[RowId], &ClusterEvent<'_>) -> bool> Wakes for F {}

/// The queue.
#[derive(Clone, Debug)]
pub struct SchedulingQueue {
    policy: QueuePolicy,
    waiting: Waiting,
    /// A pod that is being scheduled, with its history.
    in_flight: Table<Str, QueuedPod>,
    /// The one of them whose attempt takes its time and is going to fail.
    failing: Option<Str>,
    backoffs: Backoffs,
    stamps: u64,
    /// Counts pops and events.
    ticks: u64,
    last_pop: u64,
    /// When an event of each name was heard last.
    heard: Table<QueueEvent, u64>,
}

impl SchedulingQueue {
    /// An empty queue.
    #[must_use]
    pub fn new(policy: QueuePolicy, limits: BackoffLimits) -> Self {
        Self {
            policy,
            waiting: Waiting::default(),
            in_flight: Table::new(),
            failing: None,
            backoffs: Backoffs::new(policy.backoff, limits),
            stamps: 0,
            ticks: 0,
            last_pop: 0,
            heard: Table::new(),
        }
    }

    fn stamp(&mut self, now: Millis) -> (Millis, u64) {
        self.stamps += 1;
        (now, self.stamps)
    }

    /// A new pod: it goes to `activeQ`, unless gates hold it back.
    pub fn add(&mut self, pod: Rc<PodInfo>, now: Millis) -> Subqueue {
        self.take_in(pod, Vec::new(), now)
    }

    /// A new pod that a plugin holds back at `PreEnqueue` until something happens that helps it.
    pub fn hold(&mut self, pod: Rc<PodInfo>, by: RowId, now: Millis) -> Subqueue {
        self.take_in(pod, vec![by], now)
    }

    fn take_in(&mut self, pod: Rc<PodInfo>, rejecting: Vec<RowId>, now: Millis) -> Subqueue {
        let stamp = self.stamp(now);
        let gated = self.policy.hints && !pod.pod.spec.scheduling_gates.is_empty() || !rejecting.is_empty();
        let place = if gated { Subqueue::Gated } else { Subqueue::Active };
        let key = pod.pod.key().into();
        debug_assert!(!self.in_flight.contains_key(&key), "a pod that comes is not being scheduled");
        let entry = QueuedPod {
            pod,
            place,
            stamp,
            attempts: 0,
            failures: Failures::default(),
            rejecting,
            stirred: false,
            popped: 0,
        };
        self.waiting.insert(key, entry);
        place
    }

    /// The next pod to schedule, if any.
    pub fn pop(&mut self) -> Option<Popped> {
        let key = self.next()?;
        let mut entry = self.waiting.remove(&key)?;
        entry.attempts += 1;
        self.ticks += 1;
        entry.popped = self.ticks;
        (entry.rejecting, entry.stirred, self.failing) = (Vec::new(), false, None);
        self.last_pop = self.ticks;
        debug_assert!(entry.place != Subqueue::Gated, "gates hold a pod back");
        debug_assert!(!self.in_flight.contains_key(&key), "a pod is scheduled once at a time");
        let popped = Popped { pod: Rc::clone(&entry.pod), attempt: entry.attempts, from: entry.place };
        self.in_flight.insert(key, entry);
        Some(popped)
    }

    /// Whether [`Self::pop`] would give a pod.
    #[must_use]
    pub fn has_next(&self) -> bool {
        self.next().is_some()
    }

    fn next(&self) -> Option<Str> {
        let early = || {
            let backing_off = self.waiting.at(Subqueue::Backoff).filter(|_| self.policy.pops_from_backoff);
            let first = backing_off.min_by_key(|(key, entry)| (self.backoffs.expiry(key, entry), entry.turn()));
            first.map(|(key, _)| key)
        };
        self.waiting.first().or_else(early).cloned()
    }

    /// The attempt takes its time, and will end with these plugins rejecting the pod: what happens meanwhile may help it (upstream:
    /// in-flight events, which are looked through at the end).
    pub fn will_fail(&mut self, key: &Str, rejecting: &[RowId]) {
        if let Some(entry) = self.in_flight.get_mut(key) {
            entry.rejecting = rejecting.to_vec();
            self.failing = Some(key.clone());
        }
    }

    /// The pod was placed: its history is forgotten.
    pub fn placed(&mut self, key: &Str) {
        self.in_flight.remove(key);
        self.backoffs.forget(key);
    }

    /// The pod failed: it waits for an event, or for its backoff if it failed by an error. An event that came while it was
    /// on its way may have helped it already; `hears` tells whether a rejecting plugin wants to hear of such an event.
    pub fn failed(
        &mut self,
        key: &Str,
        rejecting: Vec<RowId>,
        now: Millis,
        hears: impl Fn(&RowId, QueueEvent) -> bool,
    ) -> Subqueue {
        let Some(mut entry) = self.in_flight.remove(key) else { return Subqueue::Unschedulable };
        debug_assert!(self.place(key).is_none(), "a pod that is being scheduled waits nowhere");
        debug_assert!(entry.stamp.0 <= now, "a pod comes back after it was put into the queue");
        debug_assert!(entry.popped <= self.ticks && self.last_pop <= self.ticks, "pops are counted in order");
        entry.stamp = self.stamp(now);
        entry.failures.count(rejecting.is_empty());
        let stirred = entry.stirred || self.stirred(&entry, &rejecting, hears);
        self.backoffs.failed(key, now);
        entry.place = if self.policy.error_backoff && rejecting.is_empty() {
            Subqueue::ErrorBackoff
        } else if !stirred {
            Subqueue::Unschedulable
        } else if !self.policy.hints || self.backoffs.is_backing_off(key, &entry, now) {
            Subqueue::Backoff
        } else {
            Subqueue::Active
        };
        entry.rejecting = rejecting;
        let place = entry.place;
        self.waiting.insert(key.clone(), entry);
        place
    }

    /// Whether something happened meanwhile that may help the pod: in early releases anything since the last pop of any pod
    /// (upstream: `moveRequestCycle`), later what rejecting plugins want to hear of (upstream: in-flight events).
    fn stirred(&self, entry: &QueuedPod, rejecting: &[RowId], hears: impl Fn(&RowId, QueueEvent) -> bool) -> bool {
        let since = if self.policy.hints { entry.popped } else { self.last_pop };
        debug_assert!(self.heard.values().all(|at| *at <= self.ticks), "what was heard was counted");
        let mut news = self.heard.iter().filter(|(_, at)| **at > since);
        news.any(|(event, _)| !self.policy.hints || rejecting.iter().any(|row| hears(row, *event)))
    }

    /// The pod is gone.
    pub fn remove(&mut self, key: &Str) {
        self.in_flight.remove(key);
        if self.waiting.remove(key).is_some_and(|entry| entry.place != Subqueue::Active) {
            self.backoffs.forget(key);
        }
    }

    /// A pending pod changed. From v1.34 on `wakes` is asked what plugins make of it; early releases try any pod again
    /// whose metadata or spec changed.
    pub fn update(&mut self, old: &PodInfo, pod: &Rc<PodInfo>, now: Millis, wakes: impl Wakes) -> Option<Move> {
        let key: Str = pod.pod.key().into();
        let Some(entry) = self.waiting.renew(&key, pod) else {
            if let Some(entry) = self.in_flight.get_mut(&key) {
                entry.pod = Rc::clone(pod);
                let helps = |event: &ClusterEvent<'_>| wakes(pod, &entry.rejecting, event);
                let known = self.policy.hints && !entry.rejecting.is_empty();
                entry.stirred |= known && ClusterEvent::pod_updates(old, pod).iter().any(helps);
            }
            return None;
        };
        let (to, by) = match entry.place {
            Subqueue::Gated | Subqueue::Unschedulable if self.policy.hints => {
                let gated = entry.place == Subqueue::Gated;
                let helps = |event: &ClusterEvent<'_>| match event {
                    ClusterEvent::PodUpdate { change: PodChange::Ungated, .. } if gated && !held(entry) => true,
                    event => (!gated || held(entry)) && wakes(pod, &entry.rejecting, event),
                };
                let event = ClusterEvent::pod_updates(old, pod).into_iter().find(helps)?;
                let backs_off = self.backoffs.is_backing_off(&key, entry, now);
                (if backs_off { Subqueue::Backoff } else { Subqueue::Active }, event.label())
            }
            Subqueue::Backoff if self.policy.update_ends_backoff => (Subqueue::Active, QueueEvent::PodUpdate),
            Subqueue::Unschedulable if old.pod.metadata != pod.pod.metadata || old.pod.spec != pod.pod.spec => {
                self.backoffs.forget(&key);
                (Subqueue::Active, QueueEvent::PodUpdate)
            }
            _ => return None,
        };
        self.shift(&key, to, by)
    }

    /// Something happened in the cluster: moves those pods that it may help, in the order of their names.
    pub fn on(&mut self, event: &ClusterEvent<'_>, now: Millis, wakes: impl Wakes) -> Vec<Move> {
        let policy = self.policy;
        if policy.hints || !matches!(event, ClusterEvent::NodeDelete(_)) {
            self.ticks += 1;
            self.heard.insert(event.label(), self.ticks);
        }
        let failing = self.failing.as_ref().filter(|_| policy.hints);
        if let Some(entry) = failing.and_then(|key| self.in_flight.get_mut(key)) {
            entry.stirred |= wakes(&entry.pod, &entry.rejecting, event);
        }
        let gone = match event {
            ClusterEvent::AssignedPodDelete { pod, up_to: None } => Some(pod.uid()),
            _ => None,
        };
        let held = self.waiting.at(Subqueue::Gated).filter(|(_, entry)| held(entry));
        let helped = self.waiting.at(Subqueue::Unschedulable).chain(held).filter_map(|(key, entry)| {
            // A pod that was only taken out of `Permit` does not help itself.
            if gone == Some(entry.pod.uid()) {
                return None;
            }
            let by = if policy.hints {
                wakes(&entry.pod, &entry.rejecting, event).then(|| event.label())
            } else {
                event.moves_all(&entry.pod, policy.names_node_changes)
            };
            let backs_off = || self.backoffs.is_backing_off(key, entry, now);
            by.map(|by| (key.clone(), if backs_off() { Subqueue::Backoff } else { Subqueue::Active }, by))
        });
        let helped: Vec<_> = helped.collect();
        helped.into_iter().filter_map(|(key, to, by)| self.shift(&key, to, by)).collect()
    }

    /// Every second: pods whose backoff is over go to `activeQ`, in the order of their names.
    pub fn flush_backoff(&mut self, now: Millis) -> Vec<Move> {
        let backing_off = self.waiting.at(Subqueue::Backoff).chain(self.waiting.at(Subqueue::ErrorBackoff));
        let over = backing_off.filter(|(key, entry)| !self.backoffs.is_backing_off(key, entry, now));
        let over: Set<Str> = over.map(|(key, _)| key.clone()).collect();
        over.into_iter().filter_map(|key| self.shift(&key, Subqueue::Active, QueueEvent::BackoffComplete)).collect()
    }

    /// Every 30 seconds: pods that have waited too long leave the unschedulable pool.
    pub fn flush_leftover(&mut self, now: Millis) -> Vec<Move> {
        let limit = self.policy.leftover_after;
        let left: Vec<(Str, Subqueue)> = self
            .waiting
            .at(Subqueue::Unschedulable)
            .filter(|(_, entry)| now - entry.stamp.0 > limit)
            .map(|(key, entry)| {
                let backs_off = self.backoffs.is_backing_off(key, entry, now);
                (key.clone(), if backs_off { Subqueue::Backoff } else { Subqueue::Active })
            })
            .collect();
        left.into_iter().filter_map(|(key, to)| self.shift(&key, to, QueueEvent::UnschedulableTimeout)).collect()
    }

    fn shift(&mut self, key: &Str, to: Subqueue, by: QueueEvent) -> Option<Move> {
        let from = self.waiting.shift(key, to)?;
        debug_assert!(from != to, "a pod that moves comes from elsewhere");
        debug_assert!(!self.in_flight.contains_key(key), "a pod that waits is not being scheduled");
        Some(Move { pod: key.clone(), from, to, by })
    }

    /// Where a pod waits, if it does.
    #[must_use]
    pub fn place(&self, key: &str) -> Option<Subqueue> {
        self.waiting.get(key).map(|entry| entry.place)
    }

    /// Whether a pod is being scheduled, or on its way to its binding.
    #[must_use]
    pub fn is_in_flight(&self, key: &str) -> bool {
        self.in_flight.contains_key(key)
    }

    /// When the backoff of a waiting pod is over.
    #[must_use]
    pub fn backoff_until(&self, key: &Str) -> Option<Millis> {
        self.waiting.get(key).map(|entry| self.backoffs.expiry(key, entry))
    }

    /// How often a waiting pod was tried.
    #[must_use]
    pub fn attempts(&self, key: &str) -> u32 {
        self.waiting.get(key).map_or(0, |entry| entry.attempts)
    }

    /// Names of the pods in one place, sorted.
    pub fn at(&self, place: Subqueue) -> impl Iterator<Item = &Str> {
        self.waiting.at(place).map(|(key, _)| key)
    }

    /// Whether a flush could ever move anything.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.waiting.any(&[Subqueue::Active, Subqueue::Backoff, Subqueue::ErrorBackoff, Subqueue::Unschedulable])
    }

    /// Whether any pod backs off.
    #[must_use]
    pub fn has_backoff(&self) -> bool {
        self.waiting.any(&[Subqueue::Backoff, Subqueue::ErrorBackoff])
    }
}

/// Whether a plugin holds a pod back, rather than gates of its own.
fn held(entry: &QueuedPod) -> bool {
    !entry.rejecting.is_empty() && entry.pod.pod.spec.scheduling_gates.is_empty()
}
