//! Messages about pod groups, as data.

/// A message about a pod group. Groups and pods are `namespace/name`.
#[derive(Clone, Copy, Debug)]
pub enum GroupMessage<'s> {
    /// The group does not fit.
    Unschedulable,
    /// It fits once the victims of its members have terminated.
    AwaitsPreemption,
    /// A member of a group that does not fit.
    MemberUnschedulable {
        /// The message of `Permit` about the member.
        permit: &'s str,
    },
    /// A member failed with an error.
    MemberError { error: &'s str },
    /// Members name different schedulers.
    MixedSchedulers { one: &'s str, other: &'s str },
    /// The `Permit` step, if plugins make a pod wait.
    PermitWaits {
        /// The plugins' messages.
        reasons: &'s str,
    },
    /// `GangScheduling` in `Permit`: too few members have a node.
    AwaitsMinCount,
    /// `GangScheduling` in `Permit`: the group no longer exists.
    PermitGroupNotFound { group: &'s str, name: &'s str },
    /// `GangScheduling` in `PreEnqueue`: the group doesn't exist.
    AwaitsGroup { name: &'s str },
    /// `GangScheduling` in `PreEnqueue`: too few members exist.
    AwaitsMembers,
    /// `DefaultPreemption` in `PreEnqueue`: victims are being evicted.
    PreemptionRuns { is_of_group: bool },
    /// A member is being deleted.
    SkippedDeleted { pod: &'s str },
    /// `PostFilter` is skipped.
    PostFilterSkipped,
    /// A preemptor is or has members with `preemptionPolicy: Never`.
    NeverPreempts,
    /// No unit has a lower priority than the group.
    NoVictims,
    /// A group with placements does not preempt.
    PreemptsNoPlacement,
    /// The preemptor group doesn't exist.
    PreemptorNotFound { name: &'s str },
    /// No placement has a node.
    NoPlacement,
    /// The group fits in no placement.
    NoPlacementFits {
        placements: usize,
        /// The message of the first placement.
        first: &'s str,
    },
    /// Placements cannot be determined.
    PlacementError(PlacementError<'s>),
    /// The event on a victim.
    Preempted { uid: &'s str },
    /// The message in a victim's condition `DisruptionTarget`.
    DisruptionTarget { scheduler: &'s str, is_of_group: bool },
}

/// Why placements cannot be determined.
#[derive(Clone, Copy, Debug)]
pub enum PlacementError<'s> {
    /// The group doesn't exist.
    GroupNotFound { name: &'s str },
    /// A member is on a node without the label.
    NoDomain { pod: &'s str },
    /// Members are in several domains.
    SeveralDomains { one: &'s str, other: &'s str },
    /// A member is on a node that doesn't exist.
    NodeNotFound { pod: &'s str, node: &'s str },
}
