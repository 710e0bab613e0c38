//! The events of the current step, before they are passed to the run log.

use api::Millis;
use runlog::{Event, EventKind};

/// The events since the last step, and the time of the last event that changed the cluster.
#[derive(Clone, Default)]
pub(crate) struct EventLog {
    events: Vec<Event>,
    last_change: Millis,
}

impl EventLog {
    pub(crate) fn push(&mut self, at: Millis, what: EventKind) {
        let changes_nothing = matches!(
            what,
            EventKind::Queued { .. }
                | EventKind::Popped { .. }
                | EventKind::Attempted(_)
                | EventKind::HeldBack { .. }
                | EventKind::GroupPopped { .. }
                | EventKind::GroupAttempted(_)
                | EventKind::GroupHeld(_)
                | EventKind::Message { .. }
                | EventKind::Printed { .. }
                | EventKind::EvictionAnswered(_)
        );
        if !changes_nothing {
            self.last_change = at;
        }
        self.events.push(Event { at, what });
    }

    /// Appends the recorded random draws, which do not count as changes.
    pub(crate) fn extend_draws(&mut self, draws: Vec<Event>) {
        self.events.extend(draws);
    }

    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    pub(crate) fn take(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// The time of the last event that changed anything but the scheduling queue.
    pub(crate) fn last_change(&self) -> Millis {
        self.last_change
    }
}
