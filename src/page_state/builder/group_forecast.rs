//! The outcome of a PodGroup in the run, shown in the builder.

use std::rc::Rc;

use api::{Millis, NamespacedName};
use runlog::{Event, EventKind, GroupAttemptSummary, GroupStatus};

/// The outcome of a group, with the number of members that fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupForecast {
    /// The run has no cycle of the group.
    NotTried,
    /// Its first successful cycle, or else its last one.
    Tried {
        at: Millis,
        /// Members that fit, with or without evictions.
        placed: usize,
        members: usize,
        outcome: ForecastOutcome,
    },
}

/// The outcome of a group's scheduling cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForecastOutcome {
    /// The members that fit are bound.
    Bound,
    /// Victims are being evicted first.
    WaitsForVictims,
    NothingBound,
    /// The cycle ended with an error.
    Error,
}

impl GroupForecast {
    /// The outcome of a group from the events of a run.
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
