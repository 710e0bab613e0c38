//! The state of a pod in the queue: where it waits, since when, and how often it failed.

use std::{cmp::Reverse, rc::Rc};

use api::Millis;
use runlog::{QueueEvent, RowId};

use crate::{
    cluster::PodInfo,
    groups::{DEFAULT_PREEMPTION, PreEnqueueGate},
    plugins::gang_scheduling,
};

/// The part of the queue in which a pod waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subqueue {
    /// `activeQ`.
    Active,
    /// `backoffQ`.
    Backoff,
    /// The queue for backoff after errors, from which pods are not popped early.
    ErrorBackoff,
    /// The unschedulable pool.
    Unschedulable,
    /// Held back by `PreEnqueue`: scheduling gates, or another plugin.
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

/// When a pod was added to the queue: the time, then the order within the same instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct QueueStamp {
    pub time: Millis,
    pub sequence: u64,
}

/// A pod with its state in the queue.
#[derive(Clone, Debug)]
pub(super) struct QueuedPod {
    pub pod: Rc<PodInfo>,
    pub place: Subqueue,
    /// When the pod was last added to the queue.
    pub stamp: QueueStamp,
    pub attempts: u32,
    pub failures: Failures,
    /// Plugins that rejected it in its last attempt, or are going to reject it in the current one.
    pub rejecting: Vec<RowId>,
    /// Whether an event during its attempt may help it.
    pub(crate) has_helpful_event: bool,
    /// The queue's tick at which it was last popped.
    pub popped_at: u64,
    /// Set for members of pod groups.
    pub member: Option<Box<QueuedMember>>,
}

/// The queue's state of a member of a pod group.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct QueuedMember {
    /// Why `PreEnqueue` gates it.
    pub gate: Option<PreEnqueueGate>,
    /// When it first entered `activeQ`: members of equal priority are tried in this order. Upstream:
    /// `InitialAttemptTimestamp`.
    pub first_active: Option<FirstActive>,
}

/// When a member first entered `activeQ`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FirstActive {
    /// The queue's count of moves at that time. One event can move several pods.
    pub moved: u64,
    /// Its random position among the pods of the same move, drawn when they are first tried.
    pub place: Option<u32>,
}

/// Number of failures of a pod since it was created.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Failures {
    pub(crate) by_plugins: u32,
    pub(crate) errors_in_a_row: u32,
}

impl Failures {
    /// Counts a failure, by an error or by plugins.
    pub(super) fn count(&mut self, is_error: bool) {
        if is_error {
            self.errors_in_a_row += 1;
        } else {
            self.by_plugins += 1;
            self.errors_in_a_row = 0;
        }
    }
}

/// Sort key of `activeQ`: highest priority first, then first in, first out. Upstream: `PrioritySort.Less`.
pub(super) type QueueRank = (Reverse<i32>, QueueStamp);

impl QueuedPod {
    /// Whether the plugin that gates a member is registered for events of this name. Other events never release it.
    pub(super) fn is_gate_affected_by(&self, queue_event: QueueEvent) -> bool {
        match self.member.as_ref().map(|member| member.gate) {
            None => true,
            Some(Some(PreEnqueueGate::Preemption { .. })) => queue_event == QueueEvent::AssignedPodDelete,
            Some(Some(PreEnqueueGate::MissingGroup | PreEnqueueGate::MissingMembers)) => {
                gang_scheduling::is_subscribed_event(queue_event)
            }
            Some(Some(PreEnqueueGate::MissingClaim)) => {
                matches!(queue_event, QueueEvent::ResourceClaimAdd | QueueEvent::ResourceClaimUpdate)
            }
            Some(Some(PreEnqueueGate::OwnGates) | None) => false,
        }
    }

    /// Returns the plugins whose hints decide whether an event helps a member. `DefaultPreemption` has none that does.
    pub(super) fn hinting_plugins(&self) -> Vec<RowId> {
        self.rejecting.iter().filter(|row| **row != *DEFAULT_PREEMPTION).cloned().collect()
    }

    /// Returns the pod's sort key within its subqueue.
    pub(super) fn rank(&self) -> QueueRank {
        (Reverse(self.pod.priority()), self.stamp)
    }
}
