//! The outcome of a group's cycle.

use runlog::{GroupAttemptSummary, GroupStatus};

/// The outcome of a group's cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupOutcome {
    /// Enough members fit, and are bound.
    Starts,
    /// Pods are evicted first; no member is bound before.
    AwaitsVictims,
    /// All members return to the queue.
    GoesBack,
}

impl GroupOutcome {
    /// All outcomes.
    pub const ALL: [Self; 3] = [Self::Starts, Self::AwaitsVictims, Self::GoesBack];

    /// The outcome of a cycle.
    #[must_use]
    pub fn of_cycle(summary: &GroupAttemptSummary) -> Self {
        match summary.status {
            GroupStatus::Success => Self::Starts,
            _ if summary.is_waiting => Self::AwaitsVictims,
            _ => Self::GoesBack,
        }
    }
}
