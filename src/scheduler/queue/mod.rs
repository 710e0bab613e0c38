//! The scheduling queue: `activeQ`, `backoffQ` and the pool of unschedulable pods.
//!
//! Upstream: `PriorityQueue`. A pod is in exactly one place. `activeQ` hands pods out by priority, then by time. A pod
//! that failed waits in the unschedulable pool until a cluster event moves it, or until it has waited too long; if its
//! backoff is not over by then it goes through `backoffQ`.

mod backoff;
mod members;
mod queued_pod;
mod waiting_pods;

use std::rc::Rc;

use api::{Millis, NamespacedName, Set, Table, devices::DeviceKind};
use backoff::Backoffs;
pub use backoff::{BackoffLimits, BackoffPolicy};
pub use members::{MemberOrder, WaitingState};
pub use queued_pod::Subqueue;
use queued_pod::{Failures, QueueStamp, QueuedPod};
use runlog::{QueueEvent, RowId};
use waiting_pods::WaitingPods;

use crate::{
    cluster::PodInfo,
    framework::{ClusterEvent, PodChange},
    groups::{GroupRegistry, PreEnqueueGate},
};

/// What differs between releases.
#[derive(Clone, Copy, Debug)]
pub struct QueuePolicy {
    /// How long a pod backs off.
    pub backoff: BackoffPolicy,
    /// An empty `activeQ` is served from `backoffQ`, whether or not the backoff is over.
    pub pops_from_backoff: bool,
    /// After how long a pod leaves the unschedulable pool without an event.
    pub unschedulable_timeout: Millis,
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
pub struct QueueMove {
    pub pod: NamespacedName,
    /// Where it was.
    pub from: Subqueue,
    /// Where it is.
    pub to: Subqueue,
    /// What moved it.
    pub event: QueueEvent,
}

/// A pod that was taken out to be scheduled.
#[derive(Clone, Debug)]
pub struct PoppedPod {
    pub pod: Rc<PodInfo>,
    /// Which attempt this is, from 1.
    pub attempt: u32,
    /// Where it was.
    pub from: Subqueue,
}

/// Tells whether an event may help a pod that these plugins rejected: see
/// [`Profile::may_help`](crate::framework::Profile::may_help).
pub trait QueueingHints: Fn(&PodInfo, &[RowId], &ClusterEvent<'_>) -> bool {}

impl<F: Fn(&PodInfo, &[RowId], &ClusterEvent<'_>) -> bool> QueueingHints for F {}

/// The queue.
#[derive(Clone, Debug)]
pub struct SchedulingQueue {
    policy: QueuePolicy,
    waiting: WaitingPods,
    /// A pod that is being scheduled, with its history.
    in_flight: Table<NamespacedName, QueuedPod>,
    /// The one of them whose attempt takes its time and is going to fail.
    failing_pod: Option<NamespacedName>,
    backoffs: Backoffs,
    stamps: u64,
    /// Counts pops and events.
    ticks: u64,
    last_pop: u64,
    /// When an event of each name was heard last.
    last_events: Table<QueueEvent, u64>,
    /// Groups of pods, where there are any.
    pub groups: GroupRegistry,
    /// Counts moves of members into `activeQ`.
    member_moves: u64,
}

impl SchedulingQueue {
    /// An empty queue.
    #[must_use]
    pub fn new(policy: QueuePolicy, limits: BackoffLimits) -> Self {
        Self {
            policy,
            waiting: WaitingPods::default(),
            in_flight: Table::new(),
            failing_pod: None,
            backoffs: Backoffs::new(policy.backoff, limits),
            stamps: 0,
            ticks: 0,
            last_pop: 0,
            last_events: Table::new(),
            groups: GroupRegistry::default(),
            member_moves: 0,
        }
    }

    fn next_stamp(&mut self, now: Millis) -> QueueStamp {
        self.stamps += 1;
        QueueStamp { time: now, sequence: self.stamps }
    }

    /// A new pod: it goes to `activeQ`, unless gates hold it back.
    pub fn add(&mut self, pod: Rc<PodInfo>, now: Millis) -> Subqueue {
        self.insert_new(pod, Vec::new(), now)
    }

    /// A new pod that a plugin holds back at `PreEnqueue` until something happens that helps it.
    pub fn add_held(&mut self, pod: Rc<PodInfo>, plugin_row: RowId, now: Millis) -> Subqueue {
        self.insert_new(pod, vec![plugin_row], now)
    }

    fn insert_new(&mut self, pod: Rc<PodInfo>, mut rejecting: Vec<RowId>, now: Millis) -> Subqueue {
        let queue_stamp = self.next_stamp(now);
        let member = self.new_member(&pod, &mut rejecting);
        let gated = self.policy.hints && !pod.pod.spec.scheduling_gates.is_empty() || !rejecting.is_empty();
        let place = if gated { Subqueue::Gated } else { Subqueue::Active };
        let key = pod.pod.key();
        debug_assert!(!self.in_flight.contains_key(&key), "a pod that comes is not being scheduled");
        let entry = QueuedPod {
            pod,
            place,
            stamp: queue_stamp,
            attempts: 0,
            failures: Failures::default(),
            rejecting,
            has_helpful_event: false,
            popped_at: 0,
            member,
        };
        self.waiting.insert(key, entry);
        place
    }

    /// The next pod to schedule, if any.
    pub fn pop(&mut self) -> Option<PoppedPod> {
        let key = self.next_pod()?;
        let entry = self.waiting.remove(&key)?;
        self.failing_pod = None;
        Some(self.take_out(key, entry))
    }

    /// A pod that left its place is being scheduled from now on.
    fn take_out(&mut self, key: NamespacedName, mut entry: QueuedPod) -> PoppedPod {
        entry.attempts += 1;
        self.ticks += 1;
        entry.popped_at = self.ticks;
        (entry.rejecting, entry.has_helpful_event) = (Vec::new(), false);
        self.last_pop = self.ticks;
        debug_assert!(entry.place != Subqueue::Gated, "gates hold a pod back");
        debug_assert!(!self.in_flight.contains_key(&key), "a pod is scheduled once at a time");
        let popped = PoppedPod { pod: Rc::clone(&entry.pod), attempt: entry.attempts, from: entry.place };
        self.in_flight.insert(key, entry);
        popped
    }

    /// Whether [`Self::pop`] would give a pod.
    #[must_use]
    pub fn has_next(&self) -> bool {
        self.next_pod().is_some()
    }

    /// Whose turn it is.
    #[must_use]
    pub fn next_pod(&self) -> Option<NamespacedName> {
        let early = || {
            let backing_off = self.waiting.pods_in(Subqueue::Backoff).filter(|_| self.policy.pops_from_backoff);
            let first = backing_off.min_by_key(|(key, entry)| (self.backoffs.expiry(key, entry), entry.rank()));
            first.map(|(key, _)| key)
        };
        self.waiting.first().or_else(early).cloned()
    }

    /// The attempt takes its time, and will end with these plugins rejecting the pod: what happens meanwhile may help it (upstream:
    /// in-flight events, which are looked through at the end).
    pub fn expect_failure(&mut self, pod_key: &NamespacedName, rejecting: &[RowId]) {
        if let Some(entry) = self.in_flight.get_mut(pod_key) {
            entry.rejecting = rejecting.to_vec();
            self.failing_pod = Some(pod_key.clone());
        }
    }

    /// The pod was placed: its history is forgotten.
    pub fn forget_placed(&mut self, pod_key: &NamespacedName) {
        self.in_flight.remove(pod_key);
        self.backoffs.reset(pod_key);
    }

    /// The pod failed: it waits for an event, or for its backoff if it failed by an error. An event that came while it was
    /// on its way may have helped it already; `hears` tells whether a rejecting plugin wants to hear of such an event.
    pub fn requeue_failed(
        &mut self,
        pod_key: &NamespacedName,
        rejecting: Vec<RowId>,
        now: Millis,
        subscribes_to: impl Fn(&RowId, QueueEvent) -> bool,
    ) -> Subqueue {
        let Some(mut entry) = self.in_flight.remove(pod_key) else { return Subqueue::Unschedulable };
        debug_assert!(self.place(pod_key).is_none(), "a pod that is being scheduled waits nowhere");
        debug_assert!(entry.stamp.time <= now, "a pod comes back after it was put into the queue");
        debug_assert!(entry.popped_at <= self.ticks && self.last_pop <= self.ticks, "pops are counted in order");
        entry.stamp = self.next_stamp(now);
        entry.failures.count(rejecting.is_empty());
        let stirred = entry.has_helpful_event || self.has_helpful_event(&entry, &rejecting, subscribes_to);
        self.backoffs.count_failure(pod_key, now);
        if entry.member.is_some() {
            return self.requeue_member(entry, rejecting, now);
        }
        entry.place = if self.policy.error_backoff && rejecting.is_empty() {
            Subqueue::ErrorBackoff
        } else if !stirred {
            Subqueue::Unschedulable
        } else if !self.policy.hints || self.backoffs.is_backing_off(pod_key, &entry, now) {
            Subqueue::Backoff
        } else {
            Subqueue::Active
        };
        entry.rejecting = rejecting;
        let place = entry.place;
        self.waiting.insert(pod_key.clone(), entry);
        place
    }

    /// Whether something happened meanwhile that may help the pod: in early releases anything since the last pop of any pod
    /// (upstream: `moveRequestCycle`), later what rejecting plugins want to hear of (upstream: in-flight events).
    fn has_helpful_event(
        &self,
        queued_pod: &QueuedPod,
        rejecting: &[RowId],
        subscribes_to: impl Fn(&RowId, QueueEvent) -> bool,
    ) -> bool {
        let since = if self.policy.hints { queued_pod.popped_at } else { self.last_pop };
        debug_assert!(self.last_events.values().all(|at| *at <= self.ticks), "what was heard was counted");
        let mut news = self.last_events.iter().filter(|(_, at)| **at > since);
        news.any(|(event, _)| !self.policy.hints || rejecting.iter().any(|row| subscribes_to(row, *event)))
    }

    /// The pod is gone.
    pub fn remove(&mut self, pod_key: &NamespacedName) {
        self.in_flight.remove(pod_key);
        if self.waiting.remove(pod_key).is_some_and(|entry| entry.place != Subqueue::Active) {
            self.backoffs.reset(pod_key);
        }
    }

    /// A pending pod changed. From v1.34 on `wakes` is asked what plugins make of it; early releases try any pod again
    /// whose metadata or spec changed.
    pub fn update(
        &mut self,
        old: &PodInfo,
        pod: &Rc<PodInfo>,
        now: Millis,
        wakes: impl QueueingHints,
    ) -> Option<QueueMove> {
        let key = pod.pod.key();
        let Some(entry) = self.waiting.update_pod(&key, pod) else {
            if let Some(entry) = self.in_flight.get_mut(&key) {
                entry.pod = Rc::clone(pod);
                let helps_pod = |cluster_event: &ClusterEvent<'_>| wakes(pod, &entry.rejecting, cluster_event);
                let knows_rejections = self.policy.hints && !entry.rejecting.is_empty();
                entry.has_helpful_event |=
                    knows_rejections && ClusterEvent::pod_updates(old, pod).iter().any(helps_pod);
            }
            return None;
        };
        let (to, queue_event) = match entry.place {
            Subqueue::Gated if entry.member.is_some() => {
                let awaits_claim =
                    entry.member.as_ref().is_some_and(|member| member.gate == Some(PreEnqueueGate::MissingClaim));
                let may_free = |event: &ClusterEvent<'_>| match event {
                    ClusterEvent::PodUpdate { change: PodChange::GatesRemoved, .. } => true,
                    ClusterEvent::PodUpdate { change: PodChange::ClaimGenerated, .. } => awaits_claim,
                    _ => false,
                };
                let event = ClusterEvent::pod_updates(old, pod).into_iter().find(may_free)?;
                let backs_off = self.backoffs.is_backing_off(&key, entry, now);
                (if backs_off { Subqueue::Backoff } else { Subqueue::Active }, event.queue_event())
            }
            Subqueue::Gated | Subqueue::Unschedulable if self.policy.hints => {
                let gated = entry.place == Subqueue::Gated;
                let helps_pod = |cluster_event: &ClusterEvent<'_>| match cluster_event {
                    ClusterEvent::PodUpdate { change: PodChange::GatesRemoved, .. }
                        if gated && !is_held_by_plugin(entry) =>
                    {
                        true
                    }
                    event => (!gated || is_held_by_plugin(entry)) && wakes(pod, &entry.rejecting, event),
                };
                let event = ClusterEvent::pod_updates(old, pod).into_iter().find(helps_pod)?;
                let backs_off = self.backoffs.is_backing_off(&key, entry, now);
                (if backs_off { Subqueue::Backoff } else { Subqueue::Active }, event.queue_event())
            }
            Subqueue::Backoff if self.policy.update_ends_backoff => (Subqueue::Active, QueueEvent::PodUpdate),
            Subqueue::Unschedulable if old.pod.metadata != pod.pod.metadata || old.pod.spec != pod.pod.spec => {
                self.backoffs.reset(&key);
                (Subqueue::Active, QueueEvent::PodUpdate)
            }
            _ => return None,
        };
        self.move_pod(&key, to, queue_event)
    }

    /// Something happened in the cluster: moves those pods that it may help, in the order of their names.
    pub fn handle_event(
        &mut self,
        cluster_event: &ClusterEvent<'_>,
        now: Millis,
        wakes: impl QueueingHints,
    ) -> Vec<QueueMove> {
        let policy = self.policy;
        if policy.hints || !matches!(cluster_event, ClusterEvent::NodeDelete(_)) {
            self.ticks += 1;
            self.last_events.insert(cluster_event.queue_event(), self.ticks);
        }
        let failing_key = self.failing_pod.as_ref().filter(|_| policy.hints);
        if let Some(entry) = failing_key.and_then(|key| self.in_flight.get_mut(key)) {
            entry.has_helpful_event |= wakes(&entry.pod, &entry.rejecting, cluster_event);
        }
        let forgotten_pod = match cluster_event {
            ClusterEvent::AssignedPodDelete { pod, up_to: None } => Some(pod.uid()),
            _ => None,
        };
        // What becomes of a claim helps those alone that wait for it: where each of many pods has one, the others are not looked at.
        let gated_pods: Vec<_> = match cluster_event {
            ClusterEvent::Device(event) if event.kind == DeviceKind::Claim => {
                self.waiting.gated_pods_of_claim(event.namespace, event.name).collect()
            }
            _ => self.waiting.pods_in(Subqueue::Gated).collect(),
        };
        let held_pods = gated_pods
            .into_iter()
            .filter(|(_, entry)| is_held_by_plugin(entry) && entry.gate_hears(cluster_event.queue_event()));
        let pods_to_move = self.waiting.pods_in(Subqueue::Unschedulable).chain(held_pods).filter_map(|(key, entry)| {
            // A pod that was only taken out of `Permit` does not help itself.
            if forgotten_pod == Some(entry.pod.uid()) {
                return None;
            }
            let queue_event = if policy.hints {
                let wakes = match &entry.member {
                    Some(_) => wakes(&entry.pod, &entry.woken_plugins(), cluster_event),
                    None => wakes(&entry.pod, &entry.rejecting, cluster_event),
                };
                wakes.then(|| cluster_event.queue_event())
            } else {
                cluster_event.legacy_queue_event(&entry.pod, policy.names_node_changes)
            };
            let backs_off = || self.backoffs.is_backing_off(key, entry, now);
            queue_event.map(|queue_event| {
                (key.clone(), if backs_off() { Subqueue::Backoff } else { Subqueue::Active }, queue_event)
            })
        });
        let mut pods_to_move: Vec<_> = pods_to_move.collect();
        if self.groups.gates.generic_workload {
            pods_to_move.sort_by(|(one, ..), (other, ..)| one.cmp(other));
        }
        self.member_moves += 1;
        pods_to_move.into_iter().filter_map(|(key, to, queue_event)| self.move_pod(&key, to, queue_event)).collect()
    }

    /// Every second: pods whose backoff is over go to `activeQ`, in the order of their names.
    pub fn flush_backoff(&mut self, now: Millis) -> Vec<QueueMove> {
        let backing_off = self.waiting.pods_in(Subqueue::Backoff).chain(self.waiting.pods_in(Subqueue::ErrorBackoff));
        let expired = backing_off.filter(|(key, entry)| !self.backoffs.is_backing_off(key, entry, now));
        let expired_keys: Set<NamespacedName> = expired.map(|(key, _)| key.clone()).collect();
        self.member_moves += 1;
        expired_keys
            .into_iter()
            .filter_map(|key| self.move_pod(&key, Subqueue::Active, QueueEvent::BackoffComplete))
            .collect()
    }

    /// Every 30 seconds: pods that have waited too long leave the unschedulable pool.
    pub fn flush_unschedulable(&mut self, now: Millis) -> Vec<QueueMove> {
        let limit = self.policy.unschedulable_timeout;
        let removed_pods: Vec<(NamespacedName, Subqueue)> = self
            .waiting
            .pods_in(Subqueue::Unschedulable)
            .filter(|(_, entry)| now - entry.stamp.time > limit)
            .map(|(key, entry)| {
                let backs_off = self.backoffs.is_backing_off(key, entry, now);
                (key.clone(), if backs_off { Subqueue::Backoff } else { Subqueue::Active })
            })
            .collect();
        removed_pods
            .into_iter()
            .filter_map(|(key, to)| self.move_pod(&key, to, QueueEvent::UnschedulableTimeout))
            .collect()
    }

    fn move_pod(&mut self, pod_key: &NamespacedName, to: Subqueue, queue_event: QueueEvent) -> Option<QueueMove> {
        let to = self.ask_pre_enqueue(pod_key, to)?;
        let from = self.waiting.move_pod(pod_key, to)?;
        debug_assert!(from != to, "a pod that moves comes from elsewhere");
        debug_assert!(!self.in_flight.contains_key(pod_key), "a pod that waits is not being scheduled");
        Some(QueueMove { pod: pod_key.clone(), from, to, event: queue_event })
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
    pub fn backoff_until(&self, pod_key: &NamespacedName) -> Option<Millis> {
        self.waiting.get(pod_key).map(|entry| self.backoffs.expiry(pod_key, entry))
    }

    /// How often a waiting pod was tried.
    #[must_use]
    pub fn attempts(&self, key: &str) -> u32 {
        self.waiting.get(key).map_or(0, |entry| entry.attempts)
    }

    /// Names of the pods in one place, sorted.
    pub fn pods_in(&self, place: Subqueue) -> impl Iterator<Item = &NamespacedName> {
        self.waiting.pods_in(place).map(|(key, _)| key)
    }

    /// Whether a flush could ever move anything.
    #[must_use]
    pub fn has_flushable(&self) -> bool {
        self.waiting.has_any(&[Subqueue::Active, Subqueue::Backoff, Subqueue::ErrorBackoff, Subqueue::Unschedulable])
    }

    /// Pods that wait without a gate and came into the queue before a time, or came back into it.
    pub fn waiting_since_before(&self, time: Millis) -> impl Iterator<Item = &Rc<PodInfo>> {
        let places = [Subqueue::Unschedulable, Subqueue::Backoff, Subqueue::ErrorBackoff, Subqueue::Active];
        let pods = places.into_iter().flat_map(|place| self.waiting.pods_in(place));
        pods.filter(move |(_, entry)| entry.stamp.time < time).map(|(_, entry)| &entry.pod)
    }

    /// Whether any pod backs off.
    #[must_use]
    pub fn has_backoff(&self) -> bool {
        self.waiting.has_any(&[Subqueue::Backoff, Subqueue::ErrorBackoff])
    }
}

/// Whether a plugin holds a pod back, rather than gates of its own.
fn is_held_by_plugin(queued_pod: &QueuedPod) -> bool {
    queued_pod.member.is_some()
        || !queued_pod.rejecting.is_empty() && queued_pod.pod.pod.spec.scheduling_gates.is_empty()
}
