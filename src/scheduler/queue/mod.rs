//! The scheduling queue: `activeQ`, `backoffQ` and the pool of unschedulable pods.
//!
//! Upstream: `PriorityQueue`. A pod is in exactly one of them. `activeQ` is sorted by priority, then by time. A pod
//! that failed waits in the unschedulable pool until a cluster event moves it, or until it has waited too long; if its
//! backoff has not ended by then, it moves to `backoffQ` first.

mod backoff;
mod members;
mod queued_pod;
mod waiting_pods;

use std::rc::Rc;

use api::{Millis, NamespacedName, Set, Table, devices::DeviceKind};
pub use backoff::{BackoffLimits, BackoffPolicy};
use backoff::{BackoffRule, Backoffs};
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

/// The differences between releases in the scheduling queue.
#[derive(Clone, Copy, Debug)]
pub struct QueuePolicy {
    /// How the backoff is computed.
    pub backoff: BackoffPolicy,
    /// Whether a pop takes a pod from `backoffQ` before its backoff ends if `activeQ` is empty.
    pub pops_from_backoff: bool,
    /// How long a pod stays in the unschedulable pool without an event.
    pub unschedulable_timeout: Millis,
    /// Whether pods that failed by an error, not by a plugin, wait in a separate backoff queue.
    pub has_error_backoff: bool,
    /// Whether events move only pods for which the rejecting plugins' queueing hints allow it; otherwise all.
    pub uses_hints: bool,
    /// Whether a status update moves a pod from `backoffQ` to `activeQ`.
    pub update_ends_backoff: bool,
    /// Whether the names of node updates include what changed.
    pub names_node_changes: bool,
}

/// A move of a pod within the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueMove {
    pub pod: NamespacedName,
    pub from: Subqueue,
    pub to: Subqueue,
    /// The event that caused the move.
    pub event: QueueEvent,
}

/// A pod that was popped to be scheduled.
#[derive(Clone, Debug)]
pub struct PoppedPod {
    pub pod: Rc<PodInfo>,
    /// Number of this attempt, starting at 1.
    pub attempt: u32,
    /// The subqueue from which it was popped.
    pub from: Subqueue,
}

/// Decides whether an event may help a pod that these plugins rejected: see
/// [`Profile::may_help`](crate::framework::Profile::may_help).
pub trait QueueingHints: Fn(&PodInfo, &[RowId], &ClusterEvent<'_>) -> bool {}

impl<F: Fn(&PodInfo, &[RowId], &ClusterEvent<'_>) -> bool> QueueingHints for F {}

/// The scheduling queue, with the pods that are being scheduled.
#[derive(Clone, Debug)]
pub struct SchedulingQueue {
    policy: QueuePolicy,
    waiting: WaitingPods,
    /// Pods that are being scheduled or bound, with their history.
    in_flight: Table<NamespacedName, QueuedPod>,
    /// The pod in `in_flight` whose attempt takes virtual time and is known to fail.
    failing_pod: Option<NamespacedName>,
    backoffs: Backoffs,
    stamps: u64,
    /// Counter of pops and events, by which their order is compared.
    ticks: u64,
    last_pop: u64,
    /// The tick of the last event of each name.
    last_events: Table<QueueEvent, u64>,
    /// The pod groups of the cluster.
    pub groups: GroupRegistry,
    /// Counter of moves of members into `activeQ`.
    member_moves: u64,
}

impl SchedulingQueue {
    /// Creates an empty queue.
    #[must_use]
    pub fn new(policy: QueuePolicy, limits: BackoffLimits) -> Self {
        let backoff_rule = BackoffRule { policy: policy.backoff, limits };
        Self {
            policy,
            waiting: WaitingPods::new(Some(backoff_rule).filter(|_| policy.pops_from_backoff)),
            in_flight: Table::new(),
            failing_pod: None,
            backoffs: Backoffs::new(backoff_rule),
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

    /// Adds a new pod to `activeQ`, unless scheduling gates hold it back. Returns where it waits.
    pub fn add(&mut self, pod: Rc<PodInfo>, now: Millis) -> Subqueue {
        self.insert_new(pod, Vec::new(), now)
    }

    /// Adds a new pod that a plugin holds back at `PreEnqueue` until an event helps it.
    pub fn add_held(&mut self, pod: Rc<PodInfo>, plugin_row: RowId, now: Millis) -> Subqueue {
        self.insert_new(pod, vec![plugin_row], now)
    }

    fn insert_new(&mut self, pod: Rc<PodInfo>, mut rejecting: Vec<RowId>, now: Millis) -> Subqueue {
        let queue_stamp = self.next_stamp(now);
        let member = self.new_member(&pod, &mut rejecting);
        let gated = self.policy.uses_hints && !pod.pod.spec.scheduling_gates.is_empty() || !rejecting.is_empty();
        let place = if gated { Subqueue::Gated } else { Subqueue::Active };
        let key = pod.pod.key();
        debug_assert!(!self.in_flight.contains_key(&key), "a pod that is added is not being scheduled");
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

    /// Pops the next pod to schedule, if any.
    pub fn pop(&mut self) -> Option<PoppedPod> {
        let key = self.next_pod()?;
        let entry = self.waiting.remove(&key)?;
        self.failing_pod = None;
        Some(self.take_out(key, entry))
    }

    /// Marks a pod that was removed from its subqueue as being scheduled.
    fn take_out(&mut self, key: NamespacedName, mut entry: QueuedPod) -> PoppedPod {
        entry.attempts += 1;
        self.ticks += 1;
        entry.popped_at = self.ticks;
        (entry.rejecting, entry.has_helpful_event) = (Vec::new(), false);
        self.last_pop = self.ticks;
        debug_assert!(entry.place != Subqueue::Gated, "a gated pod is not popped");
        debug_assert!(!self.in_flight.contains_key(&key), "a pod is scheduled once at a time");
        let popped = PoppedPod { pod: Rc::clone(&entry.pod), attempt: entry.attempts, from: entry.place };
        self.in_flight.insert(key, entry);
        popped
    }

    /// Whether [`Self::pop`] would return a pod.
    #[must_use]
    pub fn has_next(&self) -> bool {
        self.waiting.first_to_pop().is_some()
    }

    /// Returns the pod that would be popped next.
    #[must_use]
    pub fn next_pod(&self) -> Option<NamespacedName> {
        self.waiting.first_to_pop().cloned()
    }

    /// Records that the attempt takes virtual time, and will end with these plugins rejecting the pod. Events until
    /// then may help it (upstream: in-flight events, which are evaluated at the end).
    pub fn expect_failure(&mut self, pod_key: &NamespacedName, rejecting: &[RowId]) {
        if let Some(entry) = self.in_flight.get_mut(pod_key) {
            entry.rejecting = rejecting.to_vec();
            self.failing_pod = Some(pod_key.clone());
        }
    }

    /// Forgets the history of a pod that was bound.
    pub fn forget_placed(&mut self, pod_key: &NamespacedName) {
        self.in_flight.remove(pod_key);
        self.backoffs.reset(pod_key);
    }

    /// Requeues a pod that failed: it waits for an event, or backs off if it failed by an error. An event during its
    /// attempt may already help it; `subscribes_to` returns whether a rejecting plugin is registered for an event.
    pub fn requeue_failed(
        &mut self,
        pod_key: &NamespacedName,
        rejecting: Vec<RowId>,
        now: Millis,
        subscribes_to: impl Fn(&RowId, QueueEvent) -> bool,
    ) -> Subqueue {
        let Some(mut entry) = self.in_flight.remove(pod_key) else { return Subqueue::Unschedulable };
        debug_assert!(self.place(pod_key).is_none(), "a pod that is being scheduled waits nowhere");
        debug_assert!(entry.stamp.time <= now, "a pod is requeued after it was added");
        debug_assert!(entry.popped_at <= self.ticks && self.last_pop <= self.ticks, "pops are counted in order");
        entry.stamp = self.next_stamp(now);
        entry.failures.count(rejecting.is_empty());
        let has_helpful_event = entry.has_helpful_event || self.has_helpful_event(&entry, &rejecting, subscribes_to);
        self.backoffs.count_failure(pod_key, now);
        if entry.member.is_some() {
            return self.requeue_member(entry, rejecting, now);
        }
        entry.place = if self.policy.has_error_backoff && rejecting.is_empty() {
            Subqueue::ErrorBackoff
        } else if !has_helpful_event {
            Subqueue::Unschedulable
        } else if !self.policy.uses_hints || self.backoffs.is_backing_off(pod_key, &entry, now) {
            Subqueue::Backoff
        } else {
            Subqueue::Active
        };
        entry.rejecting = rejecting;
        let place = entry.place;
        self.waiting.insert(pod_key.clone(), entry);
        place
    }

    /// Whether an event during the pod's attempt may help it: in early releases any event since the last pop of any pod
    /// (upstream: `moveRequestCycle`), later an event for which a rejecting plugin is registered (upstream: in-flight
    /// events).
    fn has_helpful_event(
        &self,
        queued_pod: &QueuedPod,
        rejecting: &[RowId],
        subscribes_to: impl Fn(&RowId, QueueEvent) -> bool,
    ) -> bool {
        let since = if self.policy.uses_hints { queued_pod.popped_at } else { self.last_pop };
        debug_assert!(self.last_events.values().all(|at| *at <= self.ticks), "each event was counted");
        let mut new_events = self.last_events.iter().filter(|(_, at)| **at > since);
        new_events.any(|(event, _)| !self.policy.uses_hints || rejecting.iter().any(|row| subscribes_to(row, *event)))
    }

    /// Removes a deleted pod.
    pub fn remove(&mut self, pod_key: &NamespacedName) {
        self.in_flight.remove(pod_key);
        if self.waiting.remove(pod_key).is_some_and(|entry| entry.place != Subqueue::Active) {
            self.backoffs.reset(pod_key);
        }
    }

    /// Updates a pending pod. From v1.34 on it moves if a plugin's hint (`may_help`) allows it; in early releases any
    /// change of its metadata or spec moves it.
    pub fn update(
        &mut self,
        old: &PodInfo,
        pod: &Rc<PodInfo>,
        now: Millis,
        may_help: impl QueueingHints,
    ) -> Option<QueueMove> {
        let key = pod.pod.key();
        let Some(entry) = self.waiting.update_pod(&key, pod) else {
            if let Some(entry) = self.in_flight.get_mut(&key) {
                entry.pod = Rc::clone(pod);
                let helps_pod = |cluster_event: &ClusterEvent<'_>| may_help(pod, &entry.rejecting, cluster_event);
                let knows_rejections = self.policy.uses_hints && !entry.rejecting.is_empty();
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
            Subqueue::Gated | Subqueue::Unschedulable if self.policy.uses_hints => {
                let gated = entry.place == Subqueue::Gated;
                let helps_pod = |cluster_event: &ClusterEvent<'_>| match cluster_event {
                    ClusterEvent::PodUpdate { change: PodChange::GatesRemoved, .. }
                        if gated && !is_held_by_plugin(entry) =>
                    {
                        true
                    }
                    event => (!gated || is_held_by_plugin(entry)) && may_help(pod, &entry.rejecting, event),
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

    /// Moves the pods that a cluster event may help, in the order of their names.
    pub fn handle_event(
        &mut self,
        cluster_event: &ClusterEvent<'_>,
        now: Millis,
        may_help: impl QueueingHints,
    ) -> Vec<QueueMove> {
        let policy = self.policy;
        if policy.uses_hints || !matches!(cluster_event, ClusterEvent::NodeDelete(_)) {
            self.ticks += 1;
            self.last_events.insert(cluster_event.queue_event(), self.ticks);
        }
        let failing_key = self.failing_pod.as_ref().filter(|_| policy.uses_hints);
        if let Some(entry) = failing_key.and_then(|key| self.in_flight.get_mut(key)) {
            entry.has_helpful_event |= may_help(&entry.pod, &entry.rejecting, cluster_event);
        }
        let forgotten_pod = match cluster_event {
            ClusterEvent::AssignedPodDelete { pod, up_to: None } => Some(pod.uid()),
            _ => None,
        };
        let pods_to_move = self.asked_pods(cluster_event).filter_map(|(key, entry)| {
            // A pod that was only removed from `Permit` does not help itself.
            if forgotten_pod == Some(entry.pod.uid()) {
                return None;
            }
            let queue_event = if policy.uses_hints {
                let may_help = match &entry.member {
                    Some(_) => may_help(&entry.pod, &entry.hinting_plugins(), cluster_event),
                    None => may_help(&entry.pod, &entry.rejecting, cluster_event),
                };
                may_help.then(|| cluster_event.queue_event())
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

    /// Returns the pods that the event may move: the unschedulable ones, then those that a plugin gates, by name.
    fn asked_pods<'q>(
        &'q self,
        cluster_event: &ClusterEvent<'_>,
    ) -> impl Iterator<Item = (&'q NamespacedName, &'q QueuedPod)> + use<'q> {
        // A claim can only help the pods that wait for it: if each of many pods has one, the others are not checked.
        let gated_pods: Vec<_> = match cluster_event {
            ClusterEvent::Device(event) if event.kind == DeviceKind::Claim => {
                self.waiting.gated_pods_of_claim(event.namespace, event.name).collect()
            }
            _ => self.waiting.pods_in(Subqueue::Gated).collect(),
        };
        let queue_event = cluster_event.queue_event();
        let held_pods = gated_pods
            .into_iter()
            .filter(move |(_, entry)| is_held_by_plugin(entry) && entry.is_gate_affected_by(queue_event));
        self.waiting.pods_in(Subqueue::Unschedulable).chain(held_pods)
    }

    /// Returns the pods that the event may move, each with the plugins whose hints decide.
    #[must_use]
    pub fn pods_with_hints(&self, cluster_event: &ClusterEvent<'_>) -> Vec<(Rc<PodInfo>, Vec<RowId>)> {
        let pods = self.asked_pods(cluster_event);
        pods.map(|(_, entry)| {
            let plugins = if entry.member.is_some() { entry.hinting_plugins() } else { entry.rejecting.clone() };
            (Rc::clone(&entry.pod), plugins)
        })
        .collect()
    }

    /// The differences between releases.
    #[must_use]
    pub fn policy(&self) -> QueuePolicy {
        self.policy
    }

    /// Moves pods whose backoff has ended to `activeQ`, in the order of their names. Called every second. Upstream:
    /// `flushBackoffQCompleted`.
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

    /// Moves pods that have waited too long out of the unschedulable pool. Called every 30 seconds. Upstream:
    /// `flushUnschedulablePodsLeftover`.
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
        let to = self.run_pre_enqueue(pod_key, to)?;
        let from = self.waiting.move_pod(pod_key, to)?;
        debug_assert!(from != to, "a move changes the subqueue");
        debug_assert!(!self.in_flight.contains_key(pod_key), "a pod that waits is not being scheduled");
        Some(QueueMove { pod: pod_key.clone(), from, to, event: queue_event })
    }

    /// Returns where a pod waits, if it does.
    #[must_use]
    pub fn place(&self, key: &str) -> Option<Subqueue> {
        self.waiting.get(key).map(|entry| entry.place)
    }

    /// Whether a pod is being scheduled or bound.
    #[must_use]
    pub fn is_in_flight(&self, key: &str) -> bool {
        self.in_flight.contains_key(key)
    }

    /// Returns when the backoff of a waiting pod ends.
    #[must_use]
    pub fn backoff_until(&self, pod_key: &NamespacedName) -> Option<Millis> {
        self.waiting.get(pod_key).map(|entry| self.backoffs.expiry(pod_key, entry))
    }

    /// Returns the number of attempts of a waiting pod.
    #[must_use]
    pub fn attempts(&self, key: &str) -> u32 {
        self.waiting.get(key).map_or(0, |entry| entry.attempts)
    }

    /// Returns the names of the pods in one subqueue, sorted.
    pub fn pods_in(&self, place: Subqueue) -> impl Iterator<Item = &NamespacedName> {
        self.waiting.pods_in(place).map(|(key, _)| key)
    }

    /// Whether a flush could ever move a pod.
    #[must_use]
    pub fn has_flushable(&self) -> bool {
        self.waiting.has_any(&[Subqueue::Active, Subqueue::Backoff, Subqueue::ErrorBackoff, Subqueue::Unschedulable])
    }

    /// Returns the pods that wait without a gate and were added or requeued before `time`.
    pub fn waiting_since_before(&self, time: Millis) -> impl Iterator<Item = &Rc<PodInfo>> {
        let places = [Subqueue::Unschedulable, Subqueue::Backoff, Subqueue::ErrorBackoff, Subqueue::Active];
        let pods = places.into_iter().flat_map(|place| self.waiting.pods_in(place));
        pods.filter(move |(_, entry)| entry.stamp.time < time).map(|(_, entry)| &entry.pod)
    }

    /// Whether any pod is in a backoff queue.
    #[must_use]
    pub fn has_backoff(&self) -> bool {
        self.waiting.has_any(&[Subqueue::Backoff, Subqueue::ErrorBackoff])
    }
}

/// Whether a plugin holds the pod back, rather than its own scheduling gates.
fn is_held_by_plugin(queued_pod: &QueuedPod) -> bool {
    queued_pod.member.is_some()
        || !queued_pod.rejecting.is_empty() && queued_pod.pod.pod.spec.scheduling_gates.is_empty()
}
