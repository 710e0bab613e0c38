//! Fields of events: the queue in which a pod waits, the reason why it is deleted, and how a run ends.

use api::NamespacedName;
use serde::{Deserialize, Serialize};

/// The queue in which a pod waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Queue {
    /// `activeQ`: to be scheduled next.
    Active,
    /// `backoffQ`: waits for its backoff.
    Backoff,
    /// The unschedulable pool: waits for an event.
    Unschedulable,
    /// Held back by scheduling gates.
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
    /// Its controller has one too many.
    ScaledDown,
    /// A drain evicted it.
    Drained,
    /// A `NoExecute` taint evicted it.
    Tainted,
    /// Its node is gone.
    Orphaned,
    /// The workload that owned it is gone.
    Collected,
    /// A request evicted it, without a drain.
    Evicted,
    /// It is of an older template than its controller has, which makes another one.
    Updated,
    /// It came to its end, and its controller makes another one.
    Ended,
    /// Its DaemonSet does not want it on its node.
    Unwanted,
    /// A `NoExecute` taint of one of its devices evicted it.
    DeviceTainted,
    /// Its namespace was deleted.
    NamespaceDeleted,
}

/// Who preempts a pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preemptor<'d> {
    Pod(&'d NamespacedName),
    /// A whole group: a pod may have the same name.
    Group(&'d NamespacedName),
}

impl<'d> Preemptor<'d> {
    /// Namespace and name.
    #[must_use]
    pub fn key(self) -> &'d NamespacedName {
        match self {
            Self::Pod(key) | Self::Group(key) => key,
        }
    }

    /// Whether the room that it makes is for a pod: its own, or that of its group.
    #[must_use]
    pub fn makes_room_for(self, pod: &str, group: Option<&NamespacedName>) -> bool {
        match self {
            Self::Pod(key) => key.as_str() == pod,
            Self::Group(key) => Some(key) == group,
        }
    }
}

impl Deletion {
    /// Who preempts the pod, if that is why it is deleted.
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
    /// Nothing is left to happen.
    Quiet,
    /// The scenario's duration is over.
    Duration,
    /// It was stopped before its end: what would happen later is not known.
    Stopped(StopReason),
}

impl Ending {
    /// Whether the run came to its end. Only then what did not happen in it does not happen at all.
    #[must_use]
    pub fn is_end_of_run(self) -> bool {
        matches!(self, Self::Quiet | Self::Duration)
    }
}

/// Why a run is stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopReason {
    /// It has more events than [`EVENT_LIMIT`](crate::EVENT_LIMIT).
    TooManyEvents,
    /// A kubelet rejects one pod after the other, as its controller creates the next one each time.
    EndlessRejections,
}

/// What a random draw decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Purpose {
    /// `selectHost`: one of the nodes with the best total.
    Host,
    /// `pickOneNodeForPreemption`: one of the nodes that the ladder left over.
    VictimNode,
    /// Where the dry runs begin.
    DryRunOffset,
    /// Which of the members of a group that one event let in is tried next: upstream goes through a map.
    MemberOrder,
    /// Which placement of a group is tried next, for the same reason.
    PlacementOrder,
    /// One of the placements with the best score.
    Placement,
    /// Which of equally important units stands first among the victims of a group.
    VictimOrder,
}
