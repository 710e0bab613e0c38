//! Types of event fields: the queue in which a pod waits, why it is deleted, how a run ends, and what a random draw
//! decides.

use api::NamespacedName;
use serde::{Deserialize, Serialize};

/// The queue in which a pod waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Queue {
    /// `activeQ`.
    Active,
    /// `backoffQ`.
    Backoff,
    /// The pool of unschedulable pods, which wait for an event.
    Unschedulable,
    /// Held back by `PreEnqueue`, for example by scheduling gates.
    Gated,
}

/// Why a pod is deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deletion {
    /// It is a victim of preemption.
    Preempted {
        /// The preemptor.
        by: NamespacedName,
    },
    /// It is a victim of preemption for a whole group.
    PreemptedForGroup { group: NamespacedName },
    /// A person or the script deleted it.
    Deleted,
    /// Its controller has too many pods.
    ScaledDown,
    /// A drain evicted it.
    Drained,
    /// A `NoExecute` taint evicted it.
    Tainted,
    /// Its node no longer exists.
    Orphaned,
    /// The workload that owned it was deleted.
    Collected,
    /// The Eviction API evicted it, without a drain.
    Evicted,
    /// It has an older template than its controller, which replaces it.
    Updated,
    /// It completed, and its controller replaces it.
    Ended,
    /// Its DaemonSet should not run on its node.
    Unwanted,
    /// A `NoExecute` taint of one of its devices evicted it.
    DeviceTainted,
    /// Its namespace was deleted.
    NamespaceDeleted,
}

/// The pod or group for which a victim is evicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preemptor<'d> {
    Pod(&'d NamespacedName),
    /// A whole pod group, which may have the same name as a pod.
    Group(&'d NamespacedName),
}

impl<'d> Preemptor<'d> {
    /// Returns namespace and name.
    #[must_use]
    pub fn key(self) -> &'d NamespacedName {
        match self {
            Self::Pod(key) | Self::Group(key) => key,
        }
    }

    /// Whether it makes room for this pod: for the pod itself, or for its group.
    #[must_use]
    pub fn makes_room_for(self, pod: &str, group: Option<&NamespacedName>) -> bool {
        match self {
            Self::Pod(key) => key.as_str() == pod,
            Self::Group(key) => Some(key) == group,
        }
    }
}

impl Deletion {
    /// Returns the preemptor, if the pod is deleted by preemption.
    #[must_use]
    pub fn preemptor(&self) -> Option<Preemptor<'_>> {
        match self {
            Self::Preempted { by } => Some(Preemptor::Pod(by)),
            Self::PreemptedForGroup { group } => Some(Preemptor::Group(group)),
            Self::Deleted
            | Self::ScaledDown
            | Self::Drained
            | Self::Tainted
            | Self::Orphaned
            | Self::Collected
            | Self::Evicted
            | Self::Updated
            | Self::Ended
            | Self::Unwanted
            | Self::DeviceTainted
            | Self::NamespaceDeleted => None,
        }
    }
}

/// Why a run has no more events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// No task is left on the agenda.
    Quiet,
    /// The scenario's duration has elapsed.
    Duration,
    /// It was stopped early: what would happen later is not known.
    Stopped(StopReason),
}

impl Ending {
    /// Whether the run was not stopped early, so that what did not happen in it does not happen at all.
    #[must_use]
    pub fn is_end_of_run(self) -> bool {
        matches!(self, Self::Quiet | Self::Duration)
    }
}

/// Why a run was stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopReason {
    /// It has more events than [`EVENT_LIMIT`](crate::EVENT_LIMIT).
    TooManyEvents,
    /// A kubelet rejects pods repeatedly, because their controller always creates another one.
    EndlessRejections,
}

/// What a random draw decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// `selectHost`: one of the nodes with the best total.
    Host,
    /// `pickOneNodeForPreemption`: one of the nodes that remain after the ladder.
    VictimNode,
    /// The node at which the dry runs of preemption begin.
    DryRunOffset,
    /// The next member to be tried among those that one event moved to `activeQ`: upstream iterates over a map.
    MemberOrder,
    /// The next placement of a group to be tried: upstream iterates over a map.
    PlacementOrder,
    /// One of the placements with the best score.
    Placement,
    /// The next of several units of equal importance among the potential victims of a group.
    VictimOrder,
}
