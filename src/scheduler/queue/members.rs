//! Members of pod groups in the queue: the plugins that gate them, the siblings that are popped together, and their
//! order.
//!
//! Upstream: `runPreEnqueuePlugins`, `PopSpecificPod`, `podGroupInfoForPod`. A member that failed never waits for an
//! event: it backs off, or `PreEnqueue` gates it.

use api::{Millis, NamespacedName, Str};
use runlog::{Purpose, QueueEvent, RowId};

use super::{
    PoppedPod, QueueMove, SchedulingQueue,
    queued_pod::{FirstActive, QueuedMember, QueuedPod, Subqueue},
};
use crate::{cluster::PodInfo, framework::Chooser, groups::PreEnqueueGate};

/// The members of one group cycle, in the order in which they are tried.
#[derive(Clone, Debug, Default)]
pub struct MemberOrder {
    pub members: Vec<PoppedPod>,
    /// Sets of members whose relative order is random.
    pub ties: Vec<Vec<NamespacedName>>,
}

/// The state of a waiting pod, for observers of the queue.
#[derive(Clone, Debug)]
pub struct WaitingState {
    pub place: Subqueue,
    pub attempts: u32,
    /// The plugins that rejected or gate it.
    pub rejecting: Vec<RowId>,
    /// Why `PreEnqueue` gates a member of a group.
    pub gate: Option<PreEnqueueGate>,
}

fn note_plugin(rejecting: &mut Vec<RowId>, plugin: RowId) {
    if !rejecting.contains(&plugin) {
        rejecting.push(plugin);
    }
}

impl SchedulingQueue {
    /// Creates the queue's state of a new pod that is a member of a group; `None` for other pods.
    pub(super) fn new_member(&mut self, pod: &PodInfo, rejecting: &mut Vec<RowId>) -> Option<Box<QueuedMember>> {
        if !self.groups.is_member(pod) {
            return None;
        }
        self.member_moves += 1;
        let gate = self.groups.pre_enqueue(pod, None);
        if let Some(gate) = gate {
            note_plugin(rejecting, gate.plugin());
        }
        let is_active = gate.is_none() && rejecting.is_empty();
        let first_active = is_active.then_some(FirstActive { moved: self.member_moves, place: None });
        Some(Box::new(QueuedMember { gate, first_active }))
    }

    /// Returns where a pod that is about to move to `to` ends up, or `None` if it does not move. `PreEnqueue` doesn't
    /// run again for a member that backs off; a member that it gates stays gated or becomes so.
    pub(super) fn run_pre_enqueue(&mut self, pod_key: &NamespacedName, to: Subqueue) -> Option<Subqueue> {
        let moved = self.member_moves;
        let Some(entry) = self.waiting.get_mut(pod_key) else { return Some(to) };
        let Some(member) = &mut entry.member else { return Some(to) };
        let backs_off = matches!(entry.place, Subqueue::Backoff | Subqueue::ErrorBackoff);
        if !backs_off {
            member.gate = self.groups.pre_enqueue(&entry.pod, member.gate);
        }
        if let Some(gate) = member.gate {
            note_plugin(&mut entry.rejecting, gate.plugin());
            return (entry.place != Subqueue::Gated).then_some(Subqueue::Gated);
        }
        if to == Subqueue::Active && member.first_active.is_none() {
            member.first_active = Some(FirstActive { moved, place: None });
        }
        Some(to)
    }

    /// Requeues a member that failed: it backs off, unless `PreEnqueue` gates it.
    pub(super) fn requeue_member(&mut self, mut entry: QueuedPod, rejecting: Vec<RowId>, now: Millis) -> Subqueue {
        let pod_key = entry.pod.pod.key();
        entry.rejecting = rejecting;
        let gate = self.groups.pre_enqueue(&entry.pod, None);
        entry.member.get_or_insert_default().gate = gate;
        entry.place = match gate {
            Some(gate) => {
                note_plugin(&mut entry.rejecting, gate.plugin());
                Subqueue::Gated
            }
            None if entry.rejecting.is_empty() => Subqueue::ErrorBackoff,
            None if self.backoffs.is_backing_off(&pod_key, &entry, now) => Subqueue::Backoff,
            None => Subqueue::Active,
        };
        let place = entry.place;
        self.waiting.insert(pod_key, entry);
        place
    }

    /// Pops the unscheduled siblings of a popped member, wherever they wait. Returns all of them in the order in which
    /// they are tried. Upstream: `podGroupInfoForPod`.
    pub fn pop_siblings(&mut self, popped: PoppedPod, chooser: &mut dyn Chooser) -> MemberOrder {
        let key = popped.pod.pod.key();
        let state = self.groups.group_of(&popped.pod).and_then(|group| self.groups.state(&group));
        let siblings = state.into_iter().flat_map(|state| state.without_node()).map(|pod| pod.pod.key());
        let mut siblings: Vec<NamespacedName> = siblings.filter(|sibling| *sibling != key).collect();
        siblings.sort();
        self.member_moves += 1;
        let mut members = vec![popped];
        for sibling in siblings {
            if self.waiting.get(&sibling).is_none_or(|entry| entry.place != Subqueue::Active)
                && self.activate(&sibling).is_none()
            {
                continue;
            }
            if let Some(entry) = self.waiting.remove(&sibling) {
                members.push(self.take_out(sibling, entry));
            }
        }
        self.order_members(members, chooser)
    }

    /// Sorts members by priority, then by the time at which they first entered `activeQ`. Pods that one event moved
    /// there have the random order of a map, which is drawn once and then kept.
    fn order_members(&mut self, mut members: Vec<PoppedPod>, chooser: &mut dyn Chooser) -> MemberOrder {
        let first_active = |queue: &Self, popped: &PoppedPod| {
            let entry = queue.in_flight.get(&popped.pod.pod.key());
            entry.and_then(|entry| entry.member.as_ref()).and_then(|member| member.first_active)
        };
        members.sort_by_cached_key(|popped| {
            (std::cmp::Reverse(popped.pod.priority()), first_active(self, popped), popped.pod.pod.key())
        });
        let mut order = MemberOrder::default();
        while !members.is_empty() {
            let rank = |popped: &PoppedPod| {
                (popped.pod.priority(), first_active(self, popped).map(|first| (first.moved, first.place)))
            };
            let first = rank(&members[0]);
            let count = members.iter().take_while(|popped| rank(popped) == first).count();
            let mut tied: Vec<PoppedPod> = members.drain(..count).collect();
            if tied.len() > 1 {
                order.ties.push(tied.iter().map(|popped| popped.pod.pod.key()).collect());
            }
            let is_tie = tied.len() > 1;
            let mut place = 0;
            while !tied.is_empty() {
                let name = |at: usize| -> Str { tied[at].pod.pod.key().into() };
                let at = if tied.len() == 1 { 0 } else { chooser.choose(Purpose::MemberOrder, tied.len(), &name) };
                let popped = tied.remove(at);
                if is_tie
                    && let Some(entry) = self.in_flight.get_mut(&popped.pod.pod.key())
                    && let Some(first_active) = entry.member.as_mut().and_then(|member| member.first_active.as_mut())
                {
                    first_active.place = Some(place);
                }
                place += 1;
                order.members.push(popped);
            }
        }
        order
    }

    /// Moves a pod that is unschedulable or backs off to `activeQ`, unless `PreEnqueue` gates it. Upstream: `Activate`.
    pub fn activate(&mut self, pod_key: &NamespacedName) -> Option<QueueMove> {
        let place = self.waiting.get(pod_key)?.place;
        if place == Subqueue::Active {
            return None;
        }
        self.move_pod(pod_key, Subqueue::Active, QueueEvent::ForceActivate).filter(|moved| moved.to == Subqueue::Active)
    }

    /// Drops a popped pod that is not scheduled any more. Upstream: `Done`.
    pub fn drop_popped(&mut self, pod_key: &NamespacedName) {
        self.in_flight.remove(pod_key);
    }

    /// Returns the group of the pod that would be popped before its backoff ends, if `activeQ` is empty.
    #[must_use]
    pub fn early_group(&self) -> Option<NamespacedName> {
        if !self.groups.gates.generic_workload || self.waiting.first().is_some() {
            return None;
        }
        let entry = self.waiting.get(&self.next_pod()?)?;
        self.groups.group_of(&entry.pod)
    }

    /// Returns a waiting pod.
    #[must_use]
    pub fn waiting_pod(&self, pod_key: &str) -> Option<&PodInfo> {
        self.waiting.get(pod_key).map(|entry| &*entry.pod)
    }

    /// Returns the state of a waiting pod.
    #[must_use]
    pub fn waiting_state(&self, pod_key: &str) -> Option<WaitingState> {
        let entry = self.waiting.get(pod_key)?;
        let gate = entry.member.as_ref().and_then(|member| member.gate);
        Some(WaitingState { place: entry.place, attempts: entry.attempts, rejecting: entry.rejecting.clone(), gate })
    }
}
