use runlog::{GroupAttemptSummary, GroupStatus};

/// The outcome of the scheduling cycle of a pod group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupCycleOutcome {
    /// Enough members are feasible, and they are bound.
    Starts,
    /// Pods are evicted first; no member is bound before that.
    AwaitsVictims,
    /// All members return to the queue.
    GoesBack,
}

impl GroupCycleOutcome {
    pub const ALL: [Self; 3] = [Self::Starts, Self::AwaitsVictims, Self::GoesBack];

    #[must_use]
    pub fn of_cycle(summary: &GroupAttemptSummary) -> Self {
        match summary.status {
            GroupStatus::Success => Self::Starts,
            _ if summary.is_waiting => Self::AwaitsVictims,
            _ => Self::GoesBack,
        }
    }
}
