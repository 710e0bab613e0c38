//! Messages about groups of pods, as data.

/// A message about a group. Groups and pods are `namespace/name`.
#[derive(Clone, Copy, Debug)]
pub enum GroupMessage<'s> {
    /// The group does not fit.
    Unschedulable,
    /// It fits once the victims of its members are gone.
    AwaitsPreemption,
    /// A member of a group that does not fit.
    MemberUnschedulable {
        /// What `Permit` said of the member.
        permit: &'s str,
    },
    /// A member failed with an error.
    MemberError { error: &'s str },
    /// Members name different schedulers.
    MixedSchedulers { one: &'s str, other: &'s str },
    /// The whole step of `Permit`, where plugins let a pod wait.
    PermitWaits {
        /// What the plugins say.
        reasons: &'s str,
    },
    /// `GangScheduling` in `Permit`: too few members have a node.
    AwaitsMinCount,
    /// `GangScheduling` in `Permit`: the group is not there any more.
    PermitGroupNotFound { group: &'s str, name: &'s str },
    /// `GangScheduling` in `PreEnqueue`: the group is not there.
    AwaitsGroup { name: &'s str },
    /// `GangScheduling` in `PreEnqueue`: too few members are there.
    AwaitsMembers,
    /// `DefaultPreemption` in `PreEnqueue`: victims are being evicted.
    PreemptionRuns { of_group: bool },
    /// A member is being deleted.
    SkippedDeleted { pod: &'s str },
    /// `PostFilter` is left out.
    PostFilterSkipped,
    /// A preemptor is or has members with `preemptionPolicy: Never`.
    NeverPreempts,
    /// No unit is less important than the group.
    NoVictims,
    /// A group that is bound to placements does not preempt.
    PreemptsNoPlacement,
    /// The group that preempts is not there.
    PreemptorNotFound { name: &'s str },
    /// No placement has a node.
    NoPlacement,
    /// The group fits in no placement.
    NoPlacementFits {
        placements: usize,
        /// What became of the first one.
        first: &'s str,
    },
    /// Placements cannot be told.
    PlacementError(PlacementError<'s>),
    /// Event on a victim.
    Preempted { uid: &'s str },
    /// Condition of a victim.
    DisruptionTarget { scheduler: &'s str, of_group: bool },
}

/// Why placements cannot be told.
#[derive(Clone, Copy, Debug)]
pub enum PlacementError<'s> {
    /// The group is not there.
    GroupNotFound { name: &'s str },
    /// A member stands on a node without the label.
    NoDomain { pod: &'s str },
    /// Members stand in several domains.
    SeveralDomains { one: &'s str, other: &'s str },
    /// A member stands on a node that is not there.
    NodeNotFound { pod: &'s str, node: &'s str },
}
