//! A pod in the queue: where it waits, since when, and how often it failed.

use std::{cmp::Reverse, rc::Rc};

use api::Millis;
use runlog::{QueueEvent, RowId};

use crate::{
    cluster::PodInfo,
    groups::{DEFAULT_PREEMPTION, PreEnqueueGate},
    plugins::gang_scheduling,
};

/// Where a pod waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subqueue {
    /// `activeQ`.
    Active,
    /// `backoffQ`.
    Backoff,
    /// `errorBackoffQ`, which is not served early.
    ErrorBackoff,
    /// The unschedulable pool.
    Unschedulable,
    /// Held back by scheduling gates.
    Gated,
}

impl From<Subqueue> for runlog::Queue {
    fn from(place: Subqueue) -> Self {
        match place {
            Subqueue::Active => Self::Active,
            Subqueue::Backoff | Subqueue::ErrorBackoff => Self::Backoff,
            Subqueue::Unschedulable => Self::Unschedulable,
            Subqueue::Gated => Self::Gated,
        }
    }
}

/// When a pod came into the queue: the time, then the order within the instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct QueueStamp {
    pub time: Millis,
    pub sequence: u64,
}

/// A pod in the queue.
#[derive(Clone, Debug)]
pub(super) struct QueuedPod {
    pub pod: Rc<PodInfo>,
    pub place: Subqueue,
    /// When it came into the queue.
    pub stamp: QueueStamp,
    pub attempts: u32,
    pub failures: Failures,
    /// Plugins that rejected it in its last attempt, or are going to in the one that is going on.
    pub rejecting: Vec<RowId>,
    /// Whether something that may help it happened during its attempt.
    pub(crate) has_helpful_event: bool,
    /// When it was taken out last, in the queue's own count.
    pub popped_at: u64,
    /// What only members of groups have.
    pub member: Option<Box<QueuedMember>>,
}

/// What the queue keeps of a member of a group.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct QueuedMember {
    /// The plugin that holds it back.
    pub gate: Option<PreEnqueueGate>,
    /// When it came into `activeQ` for the first time: members of equal priority are tried in this order. Upstream:
    /// `InitialAttemptTimestamp`.
    pub first_active: Option<FirstActive>,
}

/// When a member came into `activeQ` for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FirstActive {
    /// The move that brought it there, in the queue's own count. One event may bring several.
    pub moved: u64,
    /// Its place among those: a matter of chance, decided when they are tried first.
    pub place: Option<u32>,
}

/// Failures of a pod since it came.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Failures {
    pub(crate) by_plugins: u32,
    pub(crate) errors_in_a_row: u32,
}

impl Failures {
    /// Counts one more.
    pub(super) fn count(&mut self, error: bool) {
        if error {
            self.errors_in_a_row += 1;
        } else {
            self.by_plugins += 1;
            self.errors_in_a_row = 0;
        }
    }
}

/// A pod's turn: highest priority first, then first come. Upstream: `PrioritySort.Less`.
pub(super) type QueueRank = (Reverse<i32>, QueueStamp);

impl QueuedPod {
    /// Whether the plugin that holds a member back hears of an event of this name. Other events never free it.
    pub(super) fn gate_hears(&self, queue_event: QueueEvent) -> bool {
        match self.member.as_ref().map(|member| member.gate) {
            None => true,
            Some(Some(PreEnqueueGate::Preemption { .. })) => queue_event == QueueEvent::AssignedPodDelete,
            Some(Some(PreEnqueueGate::MissingGroup | PreEnqueueGate::MissingMembers)) => {
                gang_scheduling::is_heard(queue_event)
            }
            Some(Some(PreEnqueueGate::MissingClaim)) => {
                matches!(queue_event, QueueEvent::ResourceClaimAdd | QueueEvent::ResourceClaimUpdate)
            }
            Some(Some(PreEnqueueGate::OwnGates) | None) => false,
        }
    }

    /// The plugins that are asked whether an event helps a member. `DefaultPreemption` always says no.
    pub(super) fn woken_plugins(&self) -> Vec<RowId> {
        self.rejecting.iter().filter(|row| **row != *DEFAULT_PREEMPTION).cloned().collect()
    }

    /// When it is this pod's turn among those of its place.
    pub(super) fn rank(&self) -> QueueRank {
        (Reverse(self.pod.priority()), self.stamp)
    }
}
