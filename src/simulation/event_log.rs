//! The events of a step, as the run log gets them.

use api::Millis;
use runlog::{Event, EventKind};

/// Events since the last step, and when anything but a retry happened last.
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

    /// Adds draws, which change nothing by themselves.
    pub(crate) fn extend_draws(&mut self, draws: Vec<Event>) {
        self.events.extend(draws);
    }

    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    pub(crate) fn take(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// When anything happened last besides retries.
    pub(crate) fn last_change(&self) -> Millis {
        self.last_change
    }
}
