//! What comes of the cycle of a group.

use runlog::{GroupAttemptSummary, GroupStatus};

/// What comes of the cycle of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupOutcome {
    /// Enough members fit, and are bound.
    Starts,
    /// Pods are evicted first; nobody is bound before.
    AwaitsVictims,
    /// All members go back to the queue.
    GoesBack,
}

impl GroupOutcome {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Starts, Self::AwaitsVictims, Self::GoesBack];

    /// What a cycle came to.
    #[must_use]
    pub fn of_cycle(summary: &GroupAttemptSummary) -> Self {
        match summary.status {
            GroupStatus::Success => Self::Starts,
            _ if summary.is_waiting => Self::AwaitsVictims,
            _ => Self::GoesBack,
        }
    }
}
