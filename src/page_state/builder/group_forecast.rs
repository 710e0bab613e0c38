//! What the run says of a group while it is built.

use std::rc::Rc;

use api::{Millis, NamespacedName};
use runlog::{Event, EventKind, GroupAttemptSummary, GroupStatus};

/// How many members have a place, and what that comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupForecast {
    /// No cycle of the group is in the run.
    NotTried,
    /// Its first cycle that succeeds, or its last one.
    Tried {
        at: Millis,
        /// Members that fit, without and with evictions.
        placed: usize,
        members: usize,
        outcome: ForecastOutcome,
    },
}

/// What a cycle comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForecastOutcome {
    /// Those that fit are bound.
    Bound,
    /// Pods are evicted first.
    WaitsForVictims,
    /// Nobody is bound.
    NothingBound,
    /// The cycle ends with an error.
    Error,
}

impl GroupForecast {
    /// What the log of a run says of a group.
    pub fn of_events(events: &[Rc<Event>], group: &NamespacedName) -> Self {
        let cycles = || {
            events.iter().filter_map(|event| match &event.what {
                EventKind::GroupAttempted(summary) if summary.group == *group => Some((event.at, summary)),
                _ => None,
            })
        };
        let succeeds = |(_, summary): &(Millis, &GroupAttemptSummary)| summary.status == GroupStatus::Success;
        let summaries = || cycles().map(|(at, summary)| -> (Millis, &GroupAttemptSummary) { (at, summary) });
        let Some((at, summary)) = summaries().find(succeeds).or_else(|| summaries().next_back()) else {
            return Self::NotTried;
        };
        let outcome = match &summary.status {
            GroupStatus::Success => ForecastOutcome::Bound,
            GroupStatus::Error(_) => ForecastOutcome::Error,
            GroupStatus::Unschedulable(_) if summary.is_waiting => ForecastOutcome::WaitsForVictims,
            GroupStatus::Unschedulable(_) => ForecastOutcome::NothingBound,
        };
        let placed = summary.members.iter().filter(|member| member.node.is_some()).count();
        Self::Tried { at, placed, members: summary.members.len(), outcome }
    }
}
